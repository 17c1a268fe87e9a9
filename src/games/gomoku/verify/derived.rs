//! Positions of fewer stones than the roots of a certificate, which follow from these.

use super::cover::{Key, Positions, Stones, Symmetries, cover, hasher};
use super::file::Certificate;
use super::root_stones;
use ahash::RandomState;
use std::cmp::Reverse;
use std::collections::HashMap;

/// What follows from the roots of one attacker.
pub(super) struct Derived {
    /// The positions with the defender to move in which all replies are proved.
    covered: Positions,
    /// How many moves the trees of the roots have.
    trees: HashMap<Key, u64, RandomState>,
    squares: u16,
    width: u16,
}

impl Derived {
    /// What the roots add up to where Black is the attacker (0), or White (1).
    pub(super) fn new(certificate: &Certificate<'_>, symmetries: &Symmetries, attacker: usize) -> Self {
        let roots = || certificate.roots.iter().filter(|root| root.stones.len() % 2 == attacker);
        let covered = cover(certificate.format, symmetries, roots().map(root_stones)).1;
        let mut trees = HashMap::with_hasher(hasher());
        trees.extend(roots().map(|root| (symmetries.keys(&root_stones(root)).key(), certificate.tree_moves(root))));
        let (squares, width) = (certificate.format.squares() as u16, u16::from(certificate.format.width));
        Self { covered, trees, squares, width }
    }

    /// The attacker's move after which every reply is proved to lose.
    pub(super) fn attack(&self, symmetries: &Symmetries, stones: &Stones) -> Option<u16> {
        let keys = symmetries.keys(stones);
        self.empty(stones).find(|&m| self.covered.contains(&symmetries.with_move(&keys, m).key()))
    }

    /// The reply that seems the hardest where all lose: before the longest tree, or else near the stones.
    pub(super) fn defence(&self, symmetries: &Symmetries, stones: &Stones) -> Option<u16> {
        let keys = symmetries.keys(stones);
        if !self.covered.contains(&keys.key()) {
            return None;
        }
        let far = |reply: u16| {
            let distance = |&stone: &u16| {
                let [x, y] = [reply % self.width, reply / self.width];
                x.abs_diff(stone % self.width).pow(2) + y.abs_diff(stone / self.width).pow(2)
            };
            stones.attacker.iter().map(distance).sum::<u16>()
        };
        self.empty(stones).max_by_key(|&reply| {
            let after = symmetries.with_reply(&keys, reply).key();
            (self.trees.get(&after).copied().unwrap_or_default(), Reverse(far(reply)))
        })
    }

    fn empty(&self, stones: &Stones) -> impl Iterator<Item = u16> {
        (0..self.squares).filter(|square| !stones.attacker.contains(square) && !stones.defender.contains(square))
    }
}
