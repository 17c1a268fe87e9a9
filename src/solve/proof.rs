//! Proof-number search for games of removal: df-pn, whose leaves are positions that a table or a theorem knows.
//!
//! Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002), in the form for two sides that take
//! turns: a node's `phi` is the work left to prove that its mover wins, `delta` that it loses. Positions are met by many
//! move orders, so a node's `delta` is the largest of its children's `phi` plus their number, not their sum (weak
//! proof numbers; Ueda et al. 2008). A child is worked on until it is half as dear again as the next (the 1 + epsilon
//! trick; Pawlewicz and Lew 2007), so that the search does not go to and fro between two.

use super::removal::Removal;

/// Proof numbers from here on stand for "impossible".
const INFINITE: u32 = 1 << 30;
/// Entries that are looked at for one set.
const WAYS: usize = 4;
/// Nodes between two questions whether to stop.
const NODES_BETWEEN_QUESTIONS: u64 = 1 << 10;

/// What a search needs to know of a game beyond its lines.
pub trait Knowledge {
    /// The representative of all sets that are known to have the same value as `set`; never more cells.
    fn normal(&self, set: u64) -> u64;
    /// Whether the side to move loses with `set`, a representative, left; nothing if that is not known.
    fn loses(&self, set: u64) -> Option<bool>;
}

/// A search with a table of fixed size.
pub struct Search<'a, K> {
    game: &'a Removal,
    knowledge: &'a K,
    /// Sets with their `phi` and `delta` in one word; zeros, which cost nothing until they are used, where none is.
    entries: Vec<[u64; 2]>,
    nodes: u64,
    stopped: bool,
}

/// What is known of a set; the empty set, which is never searched, marks a free entry.
#[derive(Clone, Copy, Debug)]
struct Entry {
    set: u64,
    phi: u32,
    delta: u32,
}

impl Entry {
    fn unpacked([set, numbers]: [u64; 2]) -> Self {
        Self { set, phi: (numbers >> 32) as u32, delta: numbers as u32 }
    }

    fn packed(self) -> [u64; 2] {
        [self.set, u64::from(self.phi) << 32 | u64::from(self.delta)]
    }

    fn known(set: u64, loses: bool) -> Self {
        if loses { Self { set, phi: INFINITE, delta: 0 } } else { Self { set, phi: 0, delta: INFINITE } }
    }

    fn is_solved(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

impl<'a, K: Knowledge> Search<'a, K> {
    /// A search that takes at most `memory` bytes for what it remembers.
    pub fn new(game: &'a Removal, knowledge: &'a K, memory: u64) -> Self {
        let entries = (memory / size_of::<Entry>() as u64).max(WAYS as u64 * 1024);
        let entries = 1usize << entries.ilog2();
        Self { game, knowledge, entries: vec![[0; 2]; entries], nodes: 0, stopped: false }
    }

    /// How many nodes have been expanded.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move loses with `set` left; nothing if `is_over`, which is told the number of nodes
    /// now and then, said so before there was a proof.
    pub fn loses(&mut self, set: u64, is_over: &dyn Fn(u64) -> bool) -> Option<bool> {
        let set = self.knowledge.normal(set);
        self.stopped = false;
        loop {
            let entry = self.look(set);
            if entry.is_solved() {
                return Some(entry.delta == 0);
            }
            if self.stopped {
                return None;
            }
            self.expand(set, INFINITE - 1, INFINITE - 1, is_over);
        }
    }

    /// What is known of a representative.
    fn look(&self, set: u64) -> Entry {
        if let Some(loses) = self.knowledge.loses(set) {
            return Entry::known(set, loses);
        }
        let at = self.place(set);
        let found = self.entries[at..at + WAYS].iter().find(|entry| entry[0] == set);
        found.map_or_else(|| Entry { set, phi: 1, delta: 1 }, |&entry| Entry::unpacked(entry))
    }

    fn place(&self, set: u64) -> usize {
        crate::zobrist::mix(set) as usize & (self.entries.len() - WAYS)
    }

    /// Remembers an entry in the place of its own older one, or of the one with the least work in it.
    fn remember(&mut self, entry: Entry) {
        let at = self.place(entry.set);
        let ways = &mut self.entries[at..at + WAYS];
        let work = |old: Entry| match (old.set == entry.set, old.set == 0) {
            (true, _) => (0, 0),
            (_, true) => (1, 0),
            _ if old.is_solved() => (2, u32::MAX),
            _ => (2, old.phi.max(old.delta)),
        };
        if let Some(way) = ways.iter_mut().min_by_key(|old| work(Entry::unpacked(**old))) {
            *way = entry.packed();
        }
    }

    /// Works below `set` until its numbers reach a threshold.
    fn expand(&mut self, set: u64, most_phi: u32, most_delta: u32, is_over: &dyn Fn(u64) -> bool) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_QUESTIONS) && is_over(self.nodes) {
            self.stopped = true;
        }
        let mut children: Vec<u64> = Vec::with_capacity(self.game.lines.len());
        for line in self.game.moves(set) {
            let child = self.knowledge.normal(set & !line);
            match self.look(child) {
                Entry { delta: 0, .. } => return self.remember(Entry::known(set, false)),
                Entry { phi: 0, .. } => {}
                _ => children.push(child),
            }
        }
        children.sort_unstable();
        children.dedup();
        loop {
            let (mut best, mut least, mut second, mut largest) = (0, INFINITE, INFINITE, 0);
            let mut index = 0;
            while index < children.len() {
                let entry = self.look(children[index]);
                if entry.phi == 0 {
                    children.swap_remove(index);
                    continue;
                }
                if entry.delta < least {
                    (best, second, least) = (index, least, entry.delta);
                } else {
                    second = second.min(entry.delta);
                }
                largest = largest.max(entry.phi);
                index += 1;
            }
            let others = children.len().saturating_sub(1) as u32;
            let (phi, delta) = if children.is_empty() {
                (INFINITE, 0)
            } else if least == 0 {
                (0, INFINITE)
            } else {
                (least, (largest + others).min(INFINITE - 1))
            };
            if phi >= most_phi || delta >= most_delta || phi == 0 || delta == 0 || self.stopped {
                return self.remember(Entry { set, phi, delta });
            }
            let child_delta = most_phi.min((second + second / 2 + 1).min(INFINITE));
            let child_phi = most_delta - others;
            self.expand(children[best], child_phi, child_delta, is_over);
        }
    }
}
