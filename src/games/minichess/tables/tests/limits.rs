//! What tables say where plies are limited and positions may not come back too often: against minimax over everything.

use super::{Directory, THREE, make};
use crate::game::{Exact, Notation, Outcome, Played, Position, Side, Variant};
use crate::games::minichess::board::Board;
use crate::games::minichess::square::SQUARES;
use crate::games::minichess::{Kind, King, Limit, Minichess, Move, Rules, movegen};
use crate::search::{EngineOf, Found, Limits, Options, Score};
use crate::solve::Solve;
use crate::zobrist::SplitMix64;
use std::num::NonZeroU32;
use std::sync::atomic::AtomicBool;

/// The value for the side to move, with the plies to the end, by trying everything.
fn minimax(game: &mut Played<Minichess>) -> Exact {
    if let Some(outcome) = game.outcome() {
        return match outcome.payoff(game.position().side_to_move()) {
            0 => Exact::Draw,
            payoff => {
                if payoff > 0 {
                    Exact::Win(0)
                } else {
                    Exact::Loss(0)
                }
            }
        };
    }
    let (mut best, mut best_worth) = (Exact::Draw, i32::MIN);
    for m in game.legal_moves() {
        let mut after = game.clone();
        assert!(after.play(m));
        let value = match minimax(&mut after) {
            Exact::Win(plies) => Exact::Loss(plies + 1),
            Exact::Loss(plies) => Exact::Win(plies + 1),
            Exact::Draw => Exact::Draw,
        };
        let worth = match value {
            Exact::Win(plies) => 1000 - plies as i32,
            Exact::Loss(plies) => plies as i32 - 1000,
            Exact::Draw => 0,
        };
        if worth > best_worth {
            (best, best_worth) = (value, worth);
        }
        if best == Exact::Win(1) {
            break;
        }
    }
    best
}

/// A position of three men with few plies left, the weaker king at the edge so that something happens.
fn late(random: &mut SplitMix64) -> Option<Minichess> {
    let kinds = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];
    let strong = Side::new(random.below(2));
    let mut board = Board::EMPTY;
    let edge = [0, 1, 2, 3, 4, 5, 9, 10, 14, 25, 26, 27, 28, 29][random.below(14)];
    board.put(edge, strong.other(), Kind::King);
    for kind in [Kind::King, kinds[random.below(5)]] {
        let square = random.below(SQUARES);
        if board.code(square) != 0 {
            return None;
        }
        board.put(square, strong, kind);
    }
    let left = 1 + random.below(4) as u32;
    let ply = 10 + random.below(2) as u32;
    let rules = Rules {
        plies: NonZeroU32::new(ply + left),
        limit: [Limit::Material, Limit::Draw][random.below(2)],
        repetition: [0, 2, 4][random.below(3)],
        king: [King::Capture, King::Royal][random.below(2)],
    };
    let position = Minichess::new(board, ply, rules);
    let taken = movegen::in_check(position.board(), position.turn().other());
    (!taken && position.outcome().is_none()).then_some(position)
}

#[test]
fn exact_values_are_those_of_minimax() {
    let mut random = SplitMix64::new(26);
    let mut seen = [0; 3];
    for position in std::iter::from_fn(|| Some(late(&mut random))).flatten().take(1500) {
        // By the count too, where no repetition can come between.
        let counted = if position.repetition_limit() == 0 { THREE.counted(&position) } else { None };
        let Some(value) = THREE.exact(&position).or(counted) else { continue };
        let expected = minimax(&mut Played::new(position.clone()));
        assert_eq!(value, expected, "{} {:?}", position.position_text(), position.rules());
        seen[match value {
            Exact::Win(_) => 0,
            Exact::Loss(_) => 1,
            Exact::Draw => 2,
        }] += 1;
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

fn search(game: &Played<Minichess>) -> Found<Move> {
    let mut engine = EngineOf::<Minichess>::new(Options { hash_mib: 1, ..Options::default() });
    engine.search(game, &Limits::nodes(2000), &AtomicBool::new(false), &mut |_| ())
}

fn game(start: &str, rules: &str, moves: &[&str]) -> Played<Minichess> {
    let rules = Minichess::parse_rules(rules).expect("rules");
    let mut game = Played::new(Minichess::parse_position(start, &rules).expect("a position"));
    for text in moves {
        let m = game.position().parse_move(text).expect("a move");
        assert!(game.play(m), "{text}");
    }
    game
}

/// Whether the line of `found` is a game to the win that it speaks of.
fn is_won(mut game: Played<Minichess>, found: &Found<Move>) -> bool {
    let side = game.position().side_to_move();
    let is_played = found.line.iter().all(|&m| game.play(m));
    let plies = found.line.len() as u32;
    is_played && found.score == Some(Score::Win(plies)) && game.outcome() == Some(Outcome::win(side))
}

/// What the search makes of the tables.
#[test]
fn the_search_uses_tables_unless_a_repetition_may_come_between() {
    let directory = Directory::new("tables-searched");
    assert_eq!(make("3", &directory.0, false), Ok(true));
    // Whichever test is first loads them, the same ones.
    let _ = Minichess::load_tables(&directory.0, None);
    let start = "5/5/5/5/2k2/K2R1 w - - 0 1";
    let found = search(&game(start, "", &[]));
    assert_eq!((found.score, found.line.len()), (Some(Score::Win(21)), 21));
    // One ply too few; and with a limit that draws that is the value.
    assert!(!matches!(search(&game(start, "plies=20", &[])).score, Some(Score::Win(21) | Score::Draw)));
    assert_eq!(search(&game(start, "plies=20,limit=draw", &[])).score, Some(Score::Draw));
    // The same position for the third time: the win leads on from there, not back.
    let round = ["d1d2", "c2b3", "d2d1", "b3c2"];
    for rules in ["", "repetition=0"] {
        for rounds in 0..3 {
            let moves: Vec<&str> = std::iter::repeat_n(round, rounds).flatten().collect();
            let game = game(start, rules, &moves);
            let found = search(&game);
            assert!(found.score == Some(Score::Win(21)) && is_won(game, &found), "{rules} {rounds} {found:?}");
        }
    }
    // And where the shortest win leads back to positions that have all been there three times, the search goes on until
    // it leads to none of them.
    let round = ["c2c3", "b1d1", "c3c2", "d1b1"];
    let moves = [&round[..], &round, &round[..3]].concat();
    let game = game("5/5/5/5/2k2/KR3 b - - 0 1", "", &moves);
    assert_eq!(THREE.exact(game.position()), Some(Exact::Win(21)));
    assert_eq!(game.history().repeated(3).len(), 4);
    let found = search(&game);
    assert!(is_won(game, &found), "{found:?}");
}

/// A game with few plies left whose sides have gone to and fro.
fn wandered(random: &mut SplitMix64) -> Option<Played<Minichess>> {
    let position = late(random)?;
    let (plies, rules) = (4 + random.below(5) as u32, position.rules());
    let limit = NonZeroU32::new(position.ply() + plies + 1 + random.below(4) as u32);
    let rules = Rules { plies: limit, repetition: 2 + random.below(2) as u16, ..rules };
    let mut game = Played::new(Minichess::new(*position.board(), position.ply(), rules));
    for _ in 0..plies {
        let moves = game.legal_moves();
        let own = game.moves().len().checked_sub(2).and_then(|at| game.moves().nth(at));
        let back = moves.iter().find(|m| own.is_some_and(|own| (own.from(), own.to()) == (m.to(), m.from())));
        let any = moves.get(random.below(moves.len().max(1)))?;
        let m = *back.filter(|_| random.below(2) == 0).unwrap_or(any);
        game.play(m);
    }
    let taken = movegen::in_check(game.position().board(), game.position().turn().other());
    (!taken && game.outcome().is_none()).then_some(game)
}

#[test]
fn what_is_proven_holds_whatever_has_been_played() {
    let mut random = SplitMix64::new(11);
    let mut proven = 0;
    for mut game in std::iter::from_fn(|| Some(wandered(&mut random))).flatten().take(1500) {
        let found = search(&game);
        let expected = minimax(&mut game);
        let holds = match (found.score, expected) {
            (Some(Score::Win(plies)), Exact::Win(least)) => least <= plies,
            (Some(Score::Loss(_)), Exact::Loss(_)) | (Some(Score::Draw), Exact::Draw) => true,
            (Some(Score::Cp(_)) | None, _) => continue,
            _ => false,
        };
        assert!(holds, "{:?} {expected:?} {game:?}", found.score);
        proven += 1;
    }
    assert!(proven > 500, "{proven}");
}
