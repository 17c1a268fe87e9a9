//! The values of classes with one queen or pawn once more, slowly: all positions in a map, looked at again and again by
//! the game's own moves, with both kinds of kings.

use super::{THREE, value};
use crate::bits::BitSet;
use crate::game::{Exact, Outcome, Position, Side};
use crate::games::minichess::board::Board;
use crate::games::minichess::square::SQUARES;
use crate::games::minichess::{Kind, King, Minichess, Rules, movegen};
use std::collections::HashMap;

type Key = (Board, u32);

/// All positions of both kings and one white piece, whose mover may be able to take the king only if that is allowed.
fn positions(kinds: &[Kind], rules: Rules) -> Vec<Minichess> {
    let mut found = Vec::new();
    for (&kind, white, black, piece) in kinds.iter().flat_map(|kind| {
        (0..SQUARES).flat_map(move |white| {
            (0..SQUARES).flat_map(move |black| (0..SQUARES).map(move |piece| (kind, white, black, piece)))
        })
    }) {
        let stands = kind != Kind::Pawn || piece < SQUARES - 5;
        if white == black || white == piece || black == piece || !stands {
            continue;
        }
        let mut board = Board::EMPTY;
        board.put(white, Side::FIRST, Kind::King);
        board.put(black, Side::SECOND, Kind::King);
        board.put(piece, Side::FIRST, kind);
        for ply in 0..2 {
            let position = Minichess::new(board, ply, rules);
            if !(position.is_royal() && movegen::in_check(position.board(), position.turn().other())) {
                found.push(position);
            }
        }
    }
    found
}

fn best(position: &Minichess, known: &HashMap<Key, Exact>) -> Option<Exact> {
    match position.outcome().map(|outcome: Outcome| outcome.payoff(position.side_to_move())) {
        Some(0) => return None,
        Some(payoff) => return Some(if payoff > 0 { Exact::Win(0) } else { Exact::Loss(0) }),
        None => {}
    }
    let mut moves = <Minichess as Position>::Moves::default();
    position.moves(&mut moves);
    let (mut win, mut loss, mut all) = (None::<u32>, 0, true);
    for &m in &moves {
        let mut after = position.clone();
        after.make(m);
        let value = match after.outcome().map(|outcome| outcome.payoff(after.side_to_move())) {
            Some(-1) => Some(Exact::Loss(0)),
            Some(_) => None,
            // Of bare kings, one may be taken at once.
            None if after.board().occupied().len() == 2 => {
                movegen::in_check(after.board(), position.turn()).then_some(Exact::Win(1))
            }
            None => known.get(&(*after.board(), after.ply() % 2)).copied(),
        };
        match value {
            Some(Exact::Loss(plies)) => win = Some(win.map_or(plies + 1, |win| win.min(plies + 1))),
            Some(Exact::Win(plies)) => loss = loss.max(plies + 1),
            _ => all = false,
        }
    }
    win.map(Exact::Win).or(all.then_some(Exact::Loss(loss)))
}

fn compare(king: King) {
    let rules = Rules { king, ..super::super::info::RULES };
    let positions = positions(&[Kind::Queen, Kind::Pawn], rules);
    let mut known: HashMap<Key, Exact> = HashMap::new();
    // What is found in round n is won or lost in n plies: nothing shorter is left by then.
    for round in 0..60 {
        let found: Vec<(Key, Exact)> = positions
            .iter()
            .filter(|position| !known.contains_key(&(*position.board(), position.ply() % 2)))
            .filter_map(|position| Some(((*position.board(), position.ply() % 2), best(position, &known)?)))
            .collect();
        let plies = |value| match value {
            Exact::Win(plies) | Exact::Loss(plies) => plies,
            Exact::Draw => 0,
        };
        assert!(found.iter().all(|&(_, value)| plies(value) >= round));
        let found = found.into_iter().filter(|&(_, value)| plies(value) == round);
        known.extend(found);
    }
    let mut decided = 0;
    for position in &positions {
        let found = known.get(&(*position.board(), position.ply() % 2)).copied();
        let table = value(&THREE, position).expect("a table");
        let expected = match (king, table) {
            (King::Royal, Some(Exact::Win(plies))) => Some(Exact::Win(plies - 2)),
            (King::Royal, Some(Exact::Loss(plies))) => Some(Exact::Loss(plies - 2)),
            _ => table,
        };
        assert_eq!(found, expected, "{position:?}");
        decided += u32::from(found.is_some());
    }
    assert!(decided > 40_000);
}

#[test]
fn kings_that_can_be_taken() {
    compare(King::Capture);
}

#[test]
fn royal_kings() {
    compare(King::Royal);
}
