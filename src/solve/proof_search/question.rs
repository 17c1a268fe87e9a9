//! Does a side win? The question as proof-number search asks it: which nodes there are, and which of them follow from a
//! repetition.

use super::super::dfpn::{Child, Entry, Node, Problem, Table};
use crate::game::{MoveList, Position, Side};
use ahash::RandomState;
use std::collections::HashMap;

/// In an entry's plies: that side cannot win, which follows from a repetition.
pub(super) const REPETITION: u32 = 1 << 15;
/// After so many plies a line counts like one that repeats: a bound of the stack.
const MOST_PLIES: usize = 1000;
/// Keys of the questions whether the first side wins, and the second.
const QUESTIONS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];
/// Keys of nodes that stand before a position whose side moves again.
pub(super) const AGAIN: u64 = 0x1656_67b1_9e37_79f9;

/// Keys of positions, and whether the side that is asked about moves in them.
pub(super) type Met = HashMap<u64, bool, RandomState>;

/// Whether a side wins. Where that side is to move, what the mover wants is that it does, elsewhere that it does not.
pub(super) struct Question {
    pub(super) side: Side,
}

impl Question {
    /// Whether the side chooses the move (at an OR node).
    pub(super) fn chooses<P: Position>(&self, position: &P) -> bool {
        position.side_to_move() == self.side
    }

    pub(super) fn key<P: Position>(&self, position: &P) -> u64 {
        position.key() ^ QUESTIONS[self.side.index()]
    }

    /// What the table knows: whether the side wins, and the plies.
    pub(super) fn known<P: Position>(&self, position: &P, table: &Table) -> Option<(bool, u32)> {
        let entry = table.look(self.key(position))?;
        Some((entry.gets()? == self.chooses(position), entry.plies))
    }

    /// The positions after a position, none of which may be won if it is not: of those of the other side's choice one
    /// is enough. Nothing where the table knows of none.
    pub(super) fn needs<P: Position>(&self, position: &P, table: &Table, met: &Met) -> Option<Vec<P>> {
        let mut list = P::Moves::default();
        position.moves(&mut list);
        let after = list.as_slice().iter().map(|&m| {
            let mut after = position.clone();
            after.make(m);
            after
        });
        if self.chooses(position) {
            let wins = |after: &P| after.outcome().map(|outcome| outcome.payoff(self.side) > 0);
            let after: Vec<P> = after.filter(|after| wins(after) != Some(false)).collect();
            return if after.iter().any(|after| wins(after).is_some()) { None } else { Some(after) };
        }
        let mut chosen = None;
        for after in after {
            let is_certain = match after.outcome() {
                Some(outcome) => outcome.payoff(self.side) <= 0,
                None if met.contains_key(&self.key(&after)) => true,
                None => match self.known(&after, table) {
                    Some((false, plies)) if plies >= REPETITION => {
                        chosen.get_or_insert(after);
                        false
                    }
                    known => known.is_some_and(|(wins, _)| !wins),
                },
            };
            if is_certain {
                return Some(Vec::new());
            }
        }
        chosen.map(|after| vec![after])
    }
}

/// A position with what was played since the search began.
pub(super) struct Line<P: Position> {
    position: P,
    undo: Vec<Option<P::Undo>>,
    /// The key of each position, and the first one that can still come back; empty where none comes back.
    path: Vec<(u64, usize)>,
    plies: usize,
    /// Whether the node is one at which the side chooses: else it stands before a position in which the other one
    /// moves again.
    chooses: bool,
}

impl<P: Position> Line<P> {
    pub(super) fn new(position: P, side: Side) -> Self {
        let path = if position.plies_left().is_some() { Vec::new() } else { vec![(position.key(), 0)] };
        let chooses = position.side_to_move() == side;
        Self { position, undo: Vec::new(), path, plies: 0, chooses }
    }

    /// Whether the position, one ply on, stood on the path before.
    fn repeats(&self, key: u64) -> bool {
        self.path.last().is_some_and(|&(_, since)| self.path[since..].iter().any(|&(earlier, _)| earlier == key))
    }
}

impl<P: Position> Problem<Line<P>, Option<P::Move>> for Question {
    const EPSILON: u32 = 2;

    fn key(&self, line: &Line<P>) -> u64 {
        self.key(&line.position) ^ if line.chooses == self.chooses(&line.position) { 0 } else { AGAIN }
    }

    fn node(&mut self, line: &mut Line<P>, table: &mut Table) -> Node<Option<P::Move>> {
        let chooses = line.chooses;
        if chooses != self.chooses(&line.position) {
            return Node::Open(vec![Child { key: self.key(&line.position), prior: 1, m: None }], 0);
        }
        if line.plies >= MOST_PLIES {
            return Node::Settled(Entry::settled(!chooses, REPETITION));
        }
        let mut list = P::Moves::default();
        line.position.moves(&mut list);
        let mut children = Vec::with_capacity(list.as_slice().len());
        let (mut repeats, mut gets) = (false, false);
        for &m in list.as_slice() {
            let irreversible = line.path.is_empty() || line.position.is_irreversible(m);
            let undo = line.position.make(m);
            let key = line.position.key();
            if let Some(outcome) = line.position.outcome() {
                gets = (outcome.payoff(self.side) > 0) == chooses;
            } else if !irreversible && line.repeats(key) {
                repeats = true;
            } else {
                let again = if self.chooses(&line.position) == chooses { AGAIN } else { 0 };
                let key = key ^ QUESTIONS[self.side.index()] ^ again;
                let prior = if again == 0 { line.position.count_moves().max(1) as u32 } else { 1 };
                children.push(Child { key, prior, m: Some(m) });
            }
            line.position.unmake(m, undo);
            if gets {
                return Node::Settled(Entry::settled(true, 1));
            }
        }
        // Rather than from a repetition it follows from what holds without.
        let is_final = |child: &Child<_>| {
            table.look(child.key).is_some_and(|entry| entry.gets() == Some(false) && entry.plies < REPETITION)
        };
        if repeats && !chooses && !children.iter().any(is_final) {
            return Node::Settled(Entry::settled(true, REPETITION));
        }
        Node::Open(children, if repeats && chooses { REPETITION } else { 0 })
    }

    fn make(&self, line: &mut Line<P>, child: Child<Option<P::Move>>) {
        line.chooses = !line.chooses;
        let Some(m) = child.m else { return line.undo.push(None) };
        line.plies += 1;
        let irreversible = line.path.is_empty() || line.position.is_irreversible(m);
        line.undo.push(Some(line.position.make(m)));
        if let Some(&(_, since)) = line.path.last() {
            let since = if irreversible { line.path.len() } else { since };
            line.path.push((line.position.key(), since));
        }
    }

    fn unmake(&self, line: &mut Line<P>, child: Child<Option<P::Move>>) {
        line.chooses = !line.chooses;
        if let (Some(m), Some(Some(undo))) = (child.m, line.undo.pop()) {
            line.plies -= 1;
            line.position.unmake(m, undo);
            line.path.pop();
        }
    }
}
