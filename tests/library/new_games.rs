//! What an engine keeps from one search of a game to the next, and that a new game begins without it (as Stockfish's
//! `reprosearch` asks).

use manyply::face::Game;
use manyply::game::Played;
use manyply::games::{gomoku::Gomoku, hexnim::Hexnim, hop::Hop, minichess::Minichess, threechess::Threechess};
use manyply::search::{EngineOf, Limits, Options};
use std::sync::atomic::AtomicBool;

/// Moves and nodes of a game in which the engine plays all sides.
fn play<G: Game>(engine: &mut EngineOf<G>, plies: usize) -> Vec<(String, u64)> {
    engine.new_game();
    let mut game = Played::new(G::start(&G::Rules::default()));
    let mut played = Vec::new();
    for _ in 0..plies {
        let found = engine.search(&game, &Limits::nodes(3000), &AtomicBool::new(false), &mut |_| ());
        let Some(best) = found.best else { break };
        played.push((game.position().move_text(best), found.nodes));
        assert!(game.play(best));
    }
    played
}

fn repeats<G: Game>() {
    let options = Options { hash_mib: 1, ..Options::default() };
    let mut engine = EngineOf::<G>::new(options);
    let first = play(&mut engine, 12);
    assert_eq!(play(&mut engine, 12), first, "{}: a new game after another", G::NAME);
    assert_eq!(play(&mut EngineOf::<G>::new(options), 12), first, "{}: another engine", G::NAME);
}

#[test]
fn new_games_do_not_depend_on_earlier_ones() {
    repeats::<Minichess>();
    repeats::<Threechess>();
    repeats::<Hop>();
    repeats::<Gomoku>();
    repeats::<Hexnim>();
}
