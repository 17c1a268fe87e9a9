//! Endgame tables: numbering, and values that agree with those after every move.

use super::{Hop, list};
use crate::bits::BitSet;
use crate::game::{Exact, Position, Side};
use crate::games::hop::tables::{Tables, UNLIMITED, board, index, size};
use crate::games::tests::Directory;
use crate::solve::{Solve, Task};
use std::sync::atomic::AtomicBool;

#[test]
fn positions_are_numbered_without_gaps() {
    for (own, enemy) in [(0, 1), (1, 0), (1, 1), (2, 1), (1, 2), (3, 0), (2, 2)] {
        for number in (0..size(own, enemy)).step_by(if own + enemy > 3 { 97 } else { 1 }) {
            let [men, others] = board(number, own, enemy);
            assert!((men.len() as usize, others.len() as usize) == (own, enemy) && !men.meets(others));
            assert_eq!(index(men, others), number);
        }
    }
}

fn make(last: &str, directory: &Directory, stop: bool) -> Result<bool, String> {
    let stop = AtomicBool::new(stop);
    Hop::make_tables(last, &directory.0, &Task::new(&stop, 2, 1 << 24))
}

/// What the values after all moves make of a position.
fn from_successors(position: &Hop, tables: &Tables) -> Option<Exact> {
    if let Some(outcome) = position.outcome() {
        return match outcome.payoff(position.side_to_move()) {
            0 => None,
            1 => Some(Exact::Win(0)),
            _ => Some(Exact::Loss(0)),
        };
    }
    let (mut win, mut loss, mut escape) = (None, 0, false);
    for &m in &list(position) {
        let mut after = position.clone();
        let _ = after.make(m);
        match tables.get(after.normal(after.own()), after.normal(after.enemy())) {
            Some(Exact::Loss(plies)) => win = Some(win.map_or(plies + 1, |win: u32| win.min(plies + 1))),
            Some(Exact::Win(plies)) => loss = loss.max(plies + 1),
            _ => escape = true,
        }
    }
    win.map(Exact::Win).or((!escape).then_some(Exact::Loss(loss)))
}

/// Distances that agree everywhere are right: whoever has a win in n can get a win in n - 1, and so on to the end.
#[test]
fn values_agree_with_those_after_every_move() {
    let directory = Directory::new("hop-tables");
    assert_eq!(make("2v1", &directory, false), Ok(true));
    let mut tables = Tables::default();
    let pairs = [(1, 0), (1, 1), (2, 0), (2, 1)];
    for (more, fewer) in pairs {
        assert_eq!(tables.read(&directory.0, more, fewer), Ok(()));
    }
    for (own, enemy) in pairs.into_iter().flat_map(|(more, fewer)| [(more, fewer), (fewer, more)]) {
        for number in 0..size(own, enemy) {
            let [men, others] = board(number, own, enemy);
            let position = Hop::new([men, others], Side::FIRST, 0, UNLIMITED);
            assert_eq!(tables.get(men, others), from_successors(&position, &tables), "{position:?}");
        }
    }
}

#[test]
fn tables_that_cannot_be_made_are_refused() {
    let directory = Directory::new("hop-no-tables");
    assert!(make("9v9", &directory, false).is_err_and(|problem| problem.contains("no table \"9v9\"")));
    assert!(make("3v3", &directory, false).is_err_and(|problem| problem.contains("MiB")));
    let stopped = Directory::new("hop-stopped-tables");
    assert_eq!(make("1v1", &stopped, true), Ok(false));
}
