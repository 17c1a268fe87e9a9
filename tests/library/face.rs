//! The face of all games says what the games themselves say.

use manyply::face::{Game, Kind, Setup};
use manyply::game::Played;
use manyply::games::gomoku::Gomoku;
use manyply::games::hexnim::Hexnim;
use manyply::games::hop::Hop;
use manyply::games::minichess::Minichess;
use manyply::games::threechess::Threechess;
use manyply::games::{kind, registry};
use manyply::mcts::Mcts;
use manyply::search::{EngineOf, Limits, Options};
use std::sync::atomic::AtomicBool;

const OPTIONS: fn() -> Options = || Options { hash_mib: 1, ..Options::default() };

fn compare<G: Game>() {
    let stop = AtomicBool::new(false);
    let game = Played::new(G::start(&G::Rules::default()));
    let typed = EngineOf::<G>::new(OPTIONS()).search(&game, &Limits::depth(3), &stop, &mut |_| ());
    let kind = kind(G::NAME).expect("a game");
    assert_eq!(kind, Kind::of::<G>());
    let any = kind.begin(&Setup::default()).expect("a start");
    let mut engine = kind.engine(OPTIONS()).expect("memory");
    let found = engine.search(&*any, None, &Limits::depth(3), &stop, &mut |_| ());
    assert_eq!((found.nodes, found.score, found.depth), (typed.nodes, typed.score, typed.depth));
    assert_eq!(found.best, typed.best.map(|m| game.position().move_text(m)));
    assert_eq!(any.legal_moves().len(), game.legal_moves().len());
    let typed = Mcts::<G>::new(OPTIONS()).search(&game, &Limits::nodes(2000), &stop, &mut |_| ());
    let mut player = kind.mcts(OPTIONS()).expect("memory");
    let found = player.search(&*any, None, &Limits::nodes(2000), &stop, &mut |_| ());
    assert_eq!((found.nodes, found.line.len()), (typed.nodes, typed.line.len()));
    assert_eq!(found.best, typed.best.map(|m| game.position().move_text(m)));
    assert!(player.save_table(&std::env::temp_dir(), &*any).is_err());
}

#[test]
fn a_search_through_the_face_is_the_search() {
    compare::<Minichess>();
    compare::<Threechess>();
    compare::<Hop>();
    compare::<Gomoku>();
    compare::<Hexnim>();
}

#[test]
fn games_are_played_and_taken_back() {
    for kind in registry().all() {
        let mut game = kind.begin(&Setup::default()).expect("a start");
        let start = game.position_text();
        for index in 0..6 {
            let moves = game.legal_moves();
            game.play(&moves[index * 7 % moves.len()]).expect("a legal move");
        }
        assert_eq!((game.ply(), game.moves().len()), (6, 6));
        let again = Setup { moves: game.moves().join(" "), ..Setup::default() };
        assert_eq!(kind.begin(&again).expect("the same game").position_text(), game.position_text());
        assert!(game.play("no move").is_err());
        while game.take_back().is_some() {}
        assert_eq!(game.position_text(), start);
    }
}

/// A second search of a position begins where the first ended, in any game, from memory and from a file; deeper ones go
/// on from there.
#[test]
fn searches_go_on_where_the_last_one_ended() {
    let stop = AtomicBool::new(false);
    for kind in registry().all() {
        let path = std::env::temp_dir().join(format!("manyply-{}-resume-{}", std::process::id(), kind.name));
        let game = kind.begin(&Setup { random: None, ..Setup::default() }).expect("a start");
        let depth = 3;
        let mut engine = kind.engine(OPTIONS()).expect("memory");
        let first = engine.search(&*game, None, &Limits::depth(depth), &stop, &mut |_| ());
        assert_eq!(first.depth, depth);
        engine.save_table(&path, &*game).expect("a file");
        let mut loaded = kind.engine_with_table(OPTIONS(), &path, &*game).expect("a table");
        for engine in [&mut engine, &mut loaded] {
            let mut reports = Vec::new();
            let again =
                engine.search(&*game, None, &Limits::depth(depth), &stop, &mut |report| reports.push(report.clone()));
            assert_eq!(
                (&again.best, again.score, &again.line, again.depth),
                (&first.best, first.score, &first.line, depth)
            );
            assert!(again.nodes * 50 < first.nodes && reports.len() == 1, "{kind:?}: {}", again.nodes);
            let deeper = engine.search(&*game, None, &Limits::depth(depth + 1), &stop, &mut |_| ());
            assert_eq!(deeper.depth, depth + 1);
            // Other moves at the root, or more lines, are another search.
            let only = [game.legal_moves().remove(1)];
            let other = engine.search(&*game, Some(&only), &Limits::depth(2), &stop, &mut |_| ());
            assert_eq!(other.best.as_ref(), only.first());
            engine.new_game();
            let anew = engine.search(&*game, None, &Limits::depth(2), &stop, &mut |_| ());
            assert!(anew.nodes > 2 && anew.depth == 2, "{kind:?}");
        }
        std::fs::remove_file(&path).expect("a file");
    }
}
