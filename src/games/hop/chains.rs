//! Chains of hops by one piece: every result once. A result is the end square with the set of captured enemies; `route`
//! finds the squares between.
//!
//! A hop leads two squares on, so a piece only ever lands on the 16 squares that share the parity of both its
//! coordinates, and hops over squares of the other colour of a chequered board. Those 16 squares are the nodes of a
//! graph whose edges are occupied squares: one with a friend can be used any number of times, one with an enemy once.
//! Hence the search goes over pairs (captured set, region): a region is what friends alone connect, found by flood
//! fill.

use super::board::Way;
use crate::bits::BitSet;
use arrayvec::ArrayVec;

/// More pairs of captured set and region than one piece can have.
const MAX_STATES: usize = 1024;

/// The board from the view of one piece that may hop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hopper {
    /// The piece's square, as a set.
    from: u64,
    /// For each way the squares from which it may hop over a friend.
    over_friends: [u64; 4],
    /// For each way the squares from which it may hop over an enemy, as long as that one is there.
    over_enemies: [u64; 4],
}

impl Hopper {
    /// The piece of `own` on the one square of `from`.
    #[inline]
    pub(super) fn new(own: u64, enemy: u64, from: u64) -> Self {
        let free = !(own | enemy) | from;
        Self {
            from,
            over_friends: Way::ALL.map(|way| way.hops_from(own, free)),
            over_enemies: Way::ALL.map(|way| way.hops_from(enemy, free)),
        }
    }

    /// All squares that friends alone connect with those of `region`.
    #[inline]
    fn fill(&self, mut region: u64) -> u64 {
        loop {
            let before = region;
            for (way, over) in Way::ALL.into_iter().zip(self.over_friends) {
                region |= way.hop(region & over);
            }
            if region == before {
                return region;
            }
        }
    }

    /// Every enemy that a hop from `region` captures, with the square behind it.
    #[inline]
    fn captures(&self, region: u64, captured: u64, mut visit: impl FnMut(u64, u64)) {
        for (way, over) in Way::ALL.into_iter().zip(self.over_enemies) {
            let prey = way.step(region & over) & !captured;
            for enemy in super::board::singles(prey) {
                visit(enemy, way.step(enemy));
            }
        }
    }

    /// Calls `visit` with captured sets and the squares where a chain may end after them, no pair twice; squares may
    /// be visited again within a chain.
    #[inline]
    pub(super) fn chains(&self, mut visit: impl FnMut(u64, u64)) {
        let region = self.fill(self.from);
        if region != self.from {
            visit(0, region ^ self.from);
        }
        if self.over_enemies.iter().any(|over| region.meets(*over)) {
            self.capturing_chains(region, &mut visit);
        }
    }

    /// Where chains without captures may end. Whether squares may be visited again makes no difference to them.
    #[inline]
    pub(super) fn quiet_ends(&self) -> u64 {
        self.fill(self.from) ^ self.from
    }

    /// The part of [`Self::chains`] that captures.
    fn capturing_chains(&self, region: u64, visit: &mut impl FnMut(u64, u64)) {
        let mut states = ArrayVec::<(u64, u64), MAX_STATES>::new();
        states.push((0, region));
        let mut next = 0;
        while let Some(&(captured, region)) = states.get(next) {
            next += 1;
            self.captures(region, captured, |enemy, landing| {
                let captured = captured | enemy;
                if !states.iter().any(|&(other, region)| other == captured && region.meets(landing)) {
                    let region = self.fill(landing);
                    states.push((captured, region));
                    visit(captured, region);
                }
            });
        }
    }

    /// [`Self::chains`] where no square may be visited twice within a chain, the start included.
    pub(super) fn simple_chains(&self, mut visit: impl FnMut(u64, u64)) {
        let region = self.fill(self.from);
        if self.over_enemies.iter().all(|over| !region.meets(*over)) {
            if region != self.from {
                visit(0, region ^ self.from);
            }
            return;
        }
        let mut results = ArrayVec::<(u64, u64), MAX_STATES>::new();
        self.walk(self.from, 0, self.from, &mut results);
        for (captured, ends) in results {
            visit(captured, ends);
        }
    }

    /// Goes on from `at` in every way, collecting ends by captured set.
    fn walk(&self, at: u64, captured: u64, visited: u64, results: &mut ArrayVec<(u64, u64), MAX_STATES>) {
        for ((way, friends), enemies) in Way::ALL.into_iter().zip(self.over_friends).zip(self.over_enemies) {
            let over = way.step(at);
            let captured = match () {
                () if at.meets(friends) => captured,
                () if at.meets(enemies) && !captured.meets(over) => captured | over,
                () => continue,
            };
            let landing = way.step(over);
            if visited.meets(landing) {
                continue;
            }
            match results.iter_mut().find(|(other, _)| *other == captured) {
                Some((_, ends)) => *ends |= landing,
                None => results.push((captured, landing)),
            }
            self.walk(landing, captured, visited | landing, results);
        }
    }
}
