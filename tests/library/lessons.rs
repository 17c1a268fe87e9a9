//! First lessons: the right moves of their positions are those that are named, and no others.

use manyply::face::{AnyGame, Kind, Setup};
use manyply::formats::epd::Described;
use manyply::game::Side;
use manyply::games::registry;
use manyply::search::{Limits, Options, Score};
use std::sync::atomic::AtomicBool;

/// Enough for the proofs that lessons need.
const NODES: u64 = 30_000;

fn after(game: &dyn AnyGame, text: &str) -> Box<dyn AnyGame> {
    let mut next = game.boxed();
    next.play(text).expect("a legal move");
    next
}

/// Whether `me` can win within so many plies, whatever the others do: for short lines on boards with few pieces.
fn wins(game: &dyn AnyGame, me: Side, plies: u32) -> bool {
    if let Some(outcome) = game.outcome() {
        return outcome.payoff(me) > 0;
    }
    let (ends, moves) = (|text: &String| wins(&*after(game, text), me, plies - 1), game.legal_moves());
    plies > 0 && if game.side_to_move() == me { moves.iter().any(ends) } else { moves.iter().all(ends) }
}

/// Whether `me` may lose within so many plies.
fn may_lose(game: &dyn AnyGame, me: Side, plies: u32) -> bool {
    match game.outcome() {
        Some(outcome) => outcome.payoff(me) < 0,
        None => plies > 0 && game.legal_moves().iter().any(|text| may_lose(&*after(game, text), me, plies - 1)),
    }
}

/// What a move is worth to the side that made it: 2 if it wins, within so many moves if that is asked, 0 if it loses.
fn worth(kind: &Kind, next: &dyn AnyGame, me: Side, moves: Option<u32>) -> u32 {
    if let Some(outcome) = next.outcome() {
        return (1 + outcome.payoff(me)) as u32;
    }
    if kind.sides > 2 {
        return match moves {
            Some(moves) => 1 + u32::from(wins(next, me, 3 * (moves - 1))),
            // Before it moves again.
            None => u32::from(!may_lose(next, me, 2)),
        };
    }
    let mut engine = kind.engine(Options { hash_mib: 1, ..Options::default() }).expect("memory");
    let limits = match moves {
        Some(moves) => Limits { depth: Some(2 * moves), ..Limits::default() },
        None => Limits::nodes(NODES),
    };
    let found = engine.search(next, None, &limits, &AtomicBool::new(false), &mut |_| ());
    match found.score {
        Some(Score::Loss(plies)) if moves.is_none_or(|moves| plies <= 2 * moves - 2) => 2,
        Some(Score::Win(_)) => 0,
        _ => 1,
    }
}

#[test]
fn the_right_moves_are_those_that_are_named() {
    for kind in registry().all() {
        let mut count = 0;
        let read = kind.read_positions(kind.lesson, "", &mut |Described { line, game, operations }| {
            let about = format!("{}, line {line}", kind.name);
            let find = |name| operations.iter().find(|(known, _)| known == name).map(|(_, operands)| operands);
            let mut best = find("bm").unwrap_or_else(|| panic!("{about}: no bm")).clone();
            let moves = find("dm").map(|moves| moves[0].parse().expect("a number"));
            assert!(["c0", "c1"].iter().all(|name| find(name).is_some_and(|text| text.len() == 1)), "{about}: words");
            let me = game.side_to_move();
            let all = game.legal_moves();
            let values: Vec<u32> = all.iter().map(|text| worth(kind, &*after(&*game, text), me, moves)).collect();
            let most = values.iter().max().expect("a move");
            assert!(moves.is_none() || *most == 2, "{about}: no win");
            let pairs = all.iter().zip(&values);
            let mut right: Vec<String> =
                pairs.filter(|(_, value)| *value == most).map(|(text, _)| text.clone()).collect();
            assert!(right.len() < all.len(), "{about}: every move is right");
            best.sort();
            right.sort();
            assert_eq!(best, right, "{about}");
            count += 1;
        });
        read.unwrap_or_else(|error| panic!("{}: {error}", kind.name));
        assert_eq!(count, 5, "{}", kind.name);
    }
}

/// Plays moves from a position and says why the game is over.
fn ending(game: &str, rules: &str, position: &str, moves: &str) -> Option<(String, Vec<usize>)> {
    let kind = manyply::games::kind(game).expect("a game");
    let position = (!position.is_empty()).then(|| position.to_owned());
    let setup = Setup { rules: rules.into(), position, moves: moves.into(), ..Setup::default() };
    let played = kind.begin(&setup).expect("a game in progress");
    played.ending().map(|ending| (ending.why, ending.tiles))
}

#[test]
fn an_ending_says_why() {
    let why = |text: &str, tiles: &[usize]| Some((text.to_owned(), tiles.to_vec()));
    let taken = ending("minichess", "", "5/2Q2/5/k1K2/5/5 w - - 0 45", "c5a3");
    assert_eq!(taken, why("Black's king is taken", &[15]));
    let limit = ending("minichess", "", "k4/4P/5/5/5/4K b - - 0 50", "a6a5");
    assert_eq!(limit, why("100 plies are played, and White has 2 points more", &[]));
    let stuck = ending("minichess", "king=royal", "k4/2Q2/1K3/5/5/5 b - - 0 9", "");
    assert_eq!(stuck, why("Black has no legal move", &[]));
    let again = "b1c3 d6c4 c3b1 c4d6 ".repeat(3);
    assert_eq!(ending("minichess", "", "", &again), why("the position has occurred too often", &[]));
    let third = ending("threechess", "", "8/8/8/4bK3|8/8/8/4gK3|4gR3/bR7/8/4rK3 b 0", "RA3RA1 RE4RE1");
    assert_eq!(third.as_ref().map(|(why, _)| why.as_str()), Some("Green takes Red's king"));
    assert_eq!(third.map(|(_, tiles)| tiles.len()), Some(1));
    let home = "......../......../.OO...../......X./.O..X.../O....X../O......./......X. w 73";
    let (text, tiles) = ending("hop", "", home, "22-20").expect("an ending");
    assert!(text.starts_with("White's pieces are all home") && tiles.contains(&16), "{text}, {tiles:?}");
    let five = ending("gomoku", "", "", "a1 a2 b1 b2 c1 c2 d1 d2 e1");
    assert_eq!(five, why("five in a row", &[210, 211, 212, 213, 214]));
    // Without the last move any run that wins will do.
    assert_eq!(ending("gomoku", "size=3,connect=3", "oxo/oxx/xox o", ""), why("the board is full", &[]));
    assert_eq!(ending("gomoku", "size=3,connect=3", "xo1/xo1/x2 o", ""), why("three in a row", &[0, 3, 6]));
    assert_eq!(ending("hexnim", "", ".", "0,0,1,1"), why("first took the last cell", &[0]));
    assert_eq!(ending("hop", "", "", ""), None);
}
