//! Normal play on boards that a half turn maps onto themselves: decided without a search.
//!
//! If no line is its own image, the second player answers every line by its image: the two never share a cell, since a
//! line that meets its image passes through the middle, and so is its own image unless its middle part is gone. If
//! there is such a line (the middle cell, a line of three around it, or the middle pair), the first player takes it and
//! becomes the second.

use super::last_wins;
use crate::bits::BitSet;
use crate::game::Position;
use crate::games::hexnim::grid::Cells;
use crate::games::hexnim::symmetry::{HALF_TURN, automorphism};
use crate::games::hexnim::{Hexnim, Line};
use crate::solve::{Solution, Value};

/// The solution of a position under normal play, if the half turn decides it.
pub(super) fn solve(position: &Hexnim) -> Option<Solution<Line>> {
    if !last_wins(position) {
        return None;
    }
    let turn = automorphism(position.free(), HALF_TURN)?;
    let image = |line: Line| line.set().members().fold(Cells::EMPTY, |set, cell| set.with(usize::from(turn[cell])));
    let mut lines = Vec::new();
    Line::all(position.free(), |line| lines.push(line));
    let answer = |line: Line| lines.iter().copied().find(|other| other.set() == image(line));
    let middle: Vec<Line> = lines.iter().copied().filter(|&line| line.set() == image(line)).collect();
    // Longest lines first make the shortest example of play.
    let mut left = position.clone();
    let mut line: Vec<Line> = middle.first().copied().into_iter().collect();
    line.iter().for_each(|&first| left.make(first));
    while let Some((one, other)) = lines
        .iter()
        .rev()
        .find(|&&line| left.is_legal(line))
        .and_then(|&line| Some((line, answer(line)?)))
        .filter(|(_, other)| left.is_legal(*other))
    {
        left.make(one);
        left.make(other);
        line.extend([one, other]);
    }
    let lost = middle.is_empty();
    Some(Solution {
        value: if lost { Value::Loss } else { Value::Win },
        plies: None,
        best: if lost { lines } else { middle },
        all_best: lost,
        line,
        nodes: 1,
        method: "half-turn strategy".into(),
    })
}
