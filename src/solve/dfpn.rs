//! Proof-number search, depth first (df-pn), for the games of two sides that [`Problem`] describes.
//!
//! Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002), in the form for two sides that take
//! turns: a node's `phi` is the work left to prove that its mover gets what it wants, `delta` that it does not.
//! Positions are met by many move orders, so a node's `delta` is the largest of its children's `phi` plus their number,
//! not their sum (weak proof numbers; Ueda et al. 2008). A child may be worked on until it is dearer than the next by
//! some part (the 1 + epsilon trick; Pawlewicz and Lew 2007), so that the search does not go to and fro between two.
//!
//! [`proof_search`](super::proof_search) asks it who wins a game of which no more than the rules is known. A problem of
//! one's own says what is worth trying:
//!
//! ```
//! use manyply::solve::dfpn::{Child, Entry, Node, Problem, Search, Table};
//!
//! /// A heap from which one to three are taken: whoever takes the last one wins.
//! struct Heap;
//!
//! impl Problem<u64, u64> for Heap {
//!     const EPSILON: u32 = 2;
//!
//!     fn key(&self, heap: &u64) -> u64 {
//!         *heap
//!     }
//!     fn node(&mut self, heap: &mut u64, _: &mut Table) -> Node<u64> {
//!         match *heap {
//!             0 => Node::Settled(Entry::settled(false, 0)),
//!             _ => Node::Open((1..=3.min(*heap)).map(|m| Child { key: *heap - m, prior: 1, m }).collect(), 0),
//!         }
//!     }
//!     fn make(&self, heap: &mut u64, child: Child<u64>) {
//!         *heap -= child.m;
//!     }
//!     fn unmake(&self, heap: &mut u64, child: Child<u64>) {
//!         *heap += child.m;
//!     }
//! }
//!
//! let mut search = Search::new(1 << 20);
//! let proved = search.prove(&mut Heap, &mut 41, 100_000, &|_nodes| false);
//! assert!(matches!(proved, Some((true, _plies))));
//! ```

use crate::zobrist::mix;

/// Proof numbers from here on stand for "impossible".
const INFINITE: u32 = (1 << BITS) - 1;
/// Bits of a proof number in the table.
const BITS: u32 = 24;
/// Entries that are looked at for one position.
const WAYS: usize = 4;

/// What is to be proved, in positions `P` that are played on in place by moves `M`.
pub trait Problem<P, M> {
    /// A child is left once it is dearer than the next by one part in 2 to the power of so much of it, and by 1.
    const EPSILON: u32;

    /// The key of a position: two with one key have one value.
    fn key(&self, position: &P) -> u64;
    /// What there is to try. What is found out on the way about other positions may go into the table.
    fn node(&mut self, position: &mut P, table: &mut Table) -> Node<M>;
    /// Plays a move.
    fn make(&self, position: &mut P, child: Child<M>);
    /// Takes it back.
    fn unmake(&self, position: &mut P, child: Child<M>);
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Child<M> {
    /// The key of the position after it.
    pub key: u64,
    /// A first guess of that position's `delta`.
    pub prior: u32,
    /// The move.
    pub m: M,
}

/// The moves of a position.
pub enum Node<M> {
    /// Nothing: it is proved or disproved.
    Settled(Entry),
    /// These moves; and in how many plies the mover fails at most by any other.
    Open(Vec<Child<M>>, u32),
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    phi: u32,
    delta: u32,
    /// Plies to the end, at most, once it is settled and as far as they are counted.
    pub plies: u32,
}

impl Entry {
    /// Nothing is known: what a position begins with.
    pub(crate) const OPEN: Self = Self { phi: 1, delta: 1, plies: 0 };

    /// The side to move gets what it wants, or does not.
    pub fn settled(gets: bool, plies: u32) -> Self {
        let (phi, delta) = if gets { (0, INFINITE) } else { (INFINITE, 0) };
        Self { phi, delta, plies }
    }

    /// Whether the side to move gets what it wants, once that is settled.
    pub fn gets(self) -> Option<bool> {
        (self.phi == 0 || self.delta == 0).then_some(self.phi == 0)
    }

    fn unpacked(numbers: u64) -> Self {
        let number = |shift: u32| (numbers >> shift) as u32 & INFINITE;
        Self { phi: number(16 + BITS), delta: number(16), plies: numbers as u32 & 0xFFFF }
    }

    fn packed(self) -> u64 {
        u64::from(self.phi) << (16 + BITS) | u64::from(self.delta) << 16 | u64::from(self.plies.min(0xFFFF))
    }
}

/// What is known of positions, in memory of fixed size.
pub struct Table {
    /// Keys with their numbers in one word; zeros, which cost nothing until they are used, where none is.
    entries: Vec<[u64; 2]>,
}

impl Table {
    fn place(&self, key: u64) -> usize {
        mix(key) as usize & (self.entries.len() - WAYS)
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn look(&self, key: u64) -> Option<Entry> {
        let at = self.place(key);
        let found = self.entries[at..at + WAYS].iter().find(|entry| entry[0] == key && entry[1] != 0);
        found.map(|entry| Entry::unpacked(entry[1]))
    }

    /// Remembers an entry in the place of its own older one, or of the one with the least work in it.
    pub fn remember(&mut self, key: u64, entry: Entry) {
        let at = self.place(key);
        let work = |&[old, numbers]: &[u64; 2]| match Entry::unpacked(numbers) {
            _ if old == key => 0,
            _ if old == 0 => 1,
            known if known.gets().is_some() => u32::MAX,
            known => known.phi.max(known.delta).max(2),
        };
        if let Some(way) = self.entries[at..at + WAYS].iter_mut().min_by_key(|old| work(old)) {
            *way = [key, entry.packed()];
        }
    }

    /// Forgets what is known of a position: it is to be searched again.
    pub fn forget(&mut self, key: u64) {
        let at = self.place(key);
        self.entries[at..at + WAYS].iter_mut().filter(|entry| entry[0] == key).for_each(|entry| *entry = [0; 2]);
    }

    /// Forgets, where nothing is free, half of what is settled: else entries that are being worked on, of which a place
    /// has room for less and less, would drive each other out.
    fn make_room(&mut self) {
        for ways in self.entries.chunks_exact_mut(WAYS) {
            if ways.iter().all(|&[_, numbers]| numbers != 0) {
                let settled = |&&mut [_, numbers]: &&mut [u64; 2]| Entry::unpacked(numbers).gets().is_some();
                ways.iter_mut().filter(settled).step_by(2).for_each(|way| *way = [0; 2]);
            }
        }
    }
}

/// A search, which goes on where it was broken off.
pub struct Search {
    /// The table of proof numbers.
    pub table: Table,
    nodes: u64,
    /// Breaks off at so many nodes.
    end: u64,
    /// The table is full after so many nodes.
    full: u64,
    stopped: bool,
}

impl Search {
    /// A search that takes at most `memory` bytes for what it remembers, within reason.
    pub fn new(memory: u64) -> Self {
        let entries = 1usize << (memory / size_of::<[u64; 2]>() as u64).max(WAYS as u64 * 1024).ilog2();
        Self { table: Table { entries: vec![[0; 2]; entries] }, nodes: 0, end: 0, full: entries as u64, stopped: false }
    }

    /// How many nodes have been expanded.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move gets what it wants, and in how many plies; nothing if about `nodes` more nodes were not
    /// enough, or if `is_over`, called at each node with the number of nodes, returned true before there was a proof.
    pub fn prove<P, M: Copy>(
        &mut self,
        problem: &mut impl Problem<P, M>,
        position: &mut P,
        nodes: u64,
        is_over: &dyn Fn(u64) -> bool,
    ) -> Option<(bool, u32)> {
        self.stopped = false;
        let end = self.nodes.saturating_add(nodes);
        loop {
            let entry = self.table.look(problem.key(position));
            let settled = entry.and_then(|entry| Some((entry.gets()?, entry.plies)));
            if settled.is_some() || self.stopped || self.nodes >= end {
                return settled;
            }
            if self.nodes >= self.full {
                self.table.make_room();
                self.full = self.nodes + self.table.entries.len() as u64;
            }
            self.end = end.min(self.full);
            self.expand(problem, position, INFINITE - 1, INFINITE - 1, is_over);
        }
    }

    /// Works below a position until its numbers reach a threshold.
    fn expand<P, M: Copy, G: Problem<P, M>>(
        &mut self,
        problem: &mut G,
        position: &mut P,
        most_phi: u32,
        most_delta: u32,
        is_over: &dyn Fn(u64) -> bool,
    ) {
        self.nodes += 1;
        self.stopped |= is_over(self.nodes);
        let key = problem.key(position);
        let (mut children, mut longest) = match problem.node(position, &mut self.table) {
            Node::Settled(entry) => return self.table.remember(key, entry),
            Node::Open(children, longest) => (children, longest),
        };
        loop {
            let (mut best, mut least, mut second, mut largest, mut shortest) = (0, INFINITE, INFINITE, 0, u32::MAX);
            let mut index = 0;
            while index < children.len() {
                let Child { key, prior, .. } = children[index];
                let unknown = Entry { phi: 1, delta: prior, plies: 0 };
                let Entry { phi, delta, plies } = self.table.look(key).unwrap_or(unknown);
                if phi == 0 {
                    longest = longest.max(plies);
                    children.swap_remove(index);
                    continue;
                }
                if delta == 0 {
                    shortest = shortest.min(plies);
                }
                if delta < least {
                    (best, second, least) = (index, least, delta);
                } else {
                    second = second.min(delta);
                }
                largest = largest.max(phi);
                index += 1;
            }
            if children.is_empty() {
                return self.table.remember(key, Entry::settled(false, longest + 1));
            }
            if least == 0 {
                return self.table.remember(key, Entry::settled(true, shortest + 1));
            }
            let others = children.len() as u32 - 1;
            let (phi, delta) = (least, (largest + others).min(INFINITE - 1));
            if phi >= most_phi || delta >= most_delta || self.stopped || self.nodes >= self.end {
                return self.table.remember(key, Entry { phi, delta, plies: 0 });
            }
            let child_delta = most_phi.min((second + (second >> G::EPSILON) + 1).min(INFINITE));
            let child_phi = most_delta - others;
            let child = children[best];
            problem.make(position, child);
            self.expand(problem, position, child_phi, child_delta, is_over);
            problem.unmake(position, child);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A heap from which one to three are taken: whoever takes the last one wins, which the loser delays.
    struct Heap;

    impl Problem<u64, u64> for Heap {
        const EPSILON: u32 = 1;

        fn key(&self, heap: &u64) -> u64 {
            *heap
        }

        fn node(&mut self, heap: &mut u64, _table: &mut Table) -> Node<u64> {
            if *heap == 0 {
                return Node::Settled(Entry::settled(false, 0));
            }
            Node::Open((1..=3.min(*heap)).map(|m| Child { key: *heap - m, prior: 1, m }).collect(), 0)
        }

        fn make(&self, heap: &mut u64, child: Child<u64>) {
            *heap -= child.m;
        }

        fn unmake(&self, heap: &mut u64, child: Child<u64>) {
            *heap += child.m;
        }
    }

    /// Key 0, that of a free entry, is a position here like any other.
    #[test]
    fn values_are_proved_from_any_position() {
        for heap in 0..200 {
            let mut search = Search::new(0);
            let proved = search.prove(&mut Heap, &mut { heap }, u64::MAX, &|_| false);
            assert_eq!(proved.map(|(gets, _)| gets), Some(heap % 4 != 0), "{heap}");
            assert!(proved.is_some_and(|(_, plies)| u64::from(plies) <= heap));
        }
    }

    #[test]
    fn a_search_goes_on_where_it_was_broken_off() {
        let (mut search, mut turn) = (Search::new(0), 4);
        while search.prove(&mut Heap, &mut 99, turn, &|_| false).is_none() {
            turn *= 2;
        }
        let mut whole = Search::new(0);
        assert_eq!(whole.prove(&mut Heap, &mut 99, u64::MAX, &|_| false).map(|(gets, _)| gets), Some(true));
        assert!(turn > 4 && search.nodes() < 4 * whole.nodes(), "{turn} {} {}", search.nodes(), whole.nodes());
        assert!(Search::new(0).prove(&mut Heap, &mut 99, u64::MAX, &|nodes| nodes == 3).is_none());
    }

    #[test]
    fn what_is_forgotten_is_searched_again() {
        let mut search = Search::new(0);
        let mut prove = |forgotten: &[u64]| {
            forgotten.iter().for_each(|&heap| search.table.forget(heap));
            let before = search.nodes;
            let proved = search.prove(&mut Heap, &mut 99, u64::MAX, &|_| false);
            (proved.map(|(gets, _)| gets), search.nodes - before, search.table.look(96).and_then(Entry::gets))
        };
        let (known, nodes, reply) = prove(&[]);
        assert_eq!((known, nodes > 50, reply), (Some(true), true, Some(false)));
        assert_eq!(prove(&[96]), (Some(true), 0, None));
        assert_eq!(prove(&[96, 99]), (Some(true), 2, Some(false)));
    }
}
