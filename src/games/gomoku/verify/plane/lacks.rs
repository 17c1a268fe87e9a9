//! What a board lacks: positions on the way to Black's win there that need trees of their own.

use super::places::{Carry, Key, Place, Position, cornered, key};
use super::roots::{Found, Roots};
use std::collections::{HashMap, HashSet};

/// The search for positions that lack a tree.
pub(super) struct Lacks<'a> {
    roots: &'a Roots<'a>,
    /// What there is without the edges.
    plane: &'a Roots<'a>,
    /// Black's answers to positions that have this key, up to symmetry.
    answers: HashMap<Key, &'a Position>,
    seen: HashSet<Key>,
    pub(super) found: Vec<Position>,
}

impl<'a> Lacks<'a> {
    /// `answers`: positions after a move of Black, its last stone, that is to be its answer to what was before.
    pub(super) fn new(roots: &'a Roots<'a>, plane: &'a Roots<'a>, answers: &'a [Position]) -> Self {
        let answers = answers.iter().filter_map(|after| Some((key(&before(after)?.0), after))).collect();
        Self { roots, plane, answers, seen: HashSet::new(), found: Vec::new() }
    }

    /// Adds those on the way to a win of a position.
    pub(super) fn of(&mut self, position: &Position) {
        // Images and moved ones are most often won by the same tree.
        if self.roots.wins(position).is_some() || !self.seen.insert(key(position)) {
            return;
        }
        let mut tries = self.roots.tries(position);
        if let Some(m) = self.answer(position) {
            tries.retain(|found| found.m == Some(m));
            if tries.is_empty() {
                let mut lacking = position.clone();
                lacking.black.push(m);
                return self.found.push(lacking);
            }
        }
        let open = |found: &Found| {
            let replies = self.roots.replies(position, found);
            replies.filter(|next| self.roots.wins(next).is_none()).collect()
        };
        let tries: Vec<Vec<Position>> = tries.iter().map(open).collect();
        if let Some(least) = tries.iter().min_by_key(|open| open.len()).filter(|open| !open.is_empty()) {
            least.iter().for_each(|next| self.of(next));
            return;
        }
        let mut lacking = position.clone();
        if self.plane.trees(position).is_empty() {
            lacking.black.extend(self.plane.tries(position).first().and_then(|found| found.m));
        }
        self.found.push(lacking);
    }

    /// The answer to a position, if one was named.
    fn answer(&self, position: &Position) -> Option<Place> {
        let after = self.answers.get(&key(position))?;
        let ((from, m), (target, there)) = (before(after)?, cornered(position, 0));
        let images = (0..8).filter_map(|symmetry| {
            let (image, here) = cornered(&from, symmetry);
            let by = [0, 1].map(|sheet| (there[sheet].0 - here[sheet].0, there[sheet].1 - here[sheet].1));
            (image == target).then(|| Carry { symmetry, by }.place(m))
        });
        images.into_iter().find(|&m| self.roots.is_on(m))
    }
}

/// What was before Black's last move, and that move.
fn before(after: &Position) -> Option<(Position, Place)> {
    let mut before = after.clone();
    let m = before.black.pop()?;
    Some((before, m))
}
