//! The tree: nodes in one block of memory, the children of a node side by side, each block of children behind its
//! parent's. What is still of use after a move is pushed together in place.

use super::proof::Proof;
use crate::game::Position;
use std::ops::Range;

/// The root's place.
pub(super) const ROOT: usize = 0;

/// A position, as the move that leads to it and what the simulations through it came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// The move that leads here; the root's means nothing.
    pub(super) m: M,
    /// Simulations that came here.
    pub(super) visits: u32,
    /// Their payoffs, added up, for the side that made the move.
    pub(super) sum: i32,
    /// Simulations through the parent in which the same side made the same move then or later (all moves as first).
    pub(super) amaf_visits: u32,
    /// Their payoffs for that side.
    pub(super) amaf_sum: i32,
    /// Its children; 0 if there are none.
    first: u32,
    count: u16,
    /// Of the first child of a node: how many there are, and the parent.
    block: u16,
    parent: u32,
    /// The move as [`super::averages`] know it.
    pub(super) name: u16,
    /// Whether [`Tree::keep`] has found it to be in the part that remains.
    is_kept: bool,
    pub(super) proof: Proof,
}

impl<M> Node<M> {
    fn new<G: Position>(m: M, name: u16) -> Self {
        Self {
            m,
            visits: 0,
            sum: 0,
            amaf_visits: 0,
            amaf_sum: 0,
            first: 0,
            count: 0,
            block: 0,
            parent: 0,
            name,
            is_kept: false,
            proof: Proof::nothing::<G>(),
        }
    }

    /// The mean payoff of the side that made the move; none without a simulation.
    pub(super) fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| f64::from(self.sum) / f64::from(self.visits))
    }

    /// Whether its moves are in the tree.
    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.first > 0
    }

    /// The places of its children.
    #[inline]
    pub(super) fn children(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.count)
    }
}

/// All nodes: the root first.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// The most nodes that there may be.
    capacity: usize,
}

impl<M: Copy> Tree<M> {
    /// An empty tree that takes at most `mib` MiB, and more only where the moves at the root need it; none if the
    /// system does not give them.
    pub(super) fn try_new(mib: usize) -> Option<Self> {
        let capacity = (mib.max(1).checked_mul(1 << 20)? / size_of::<Node<M>>()).min(u32::MAX as usize);
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(capacity).ok()?;
        Some(Self { nodes, capacity })
    }

    /// Forgets everything, then has a root without children. `any` is any move.
    pub(super) fn plant<G: Position<Move = M>>(&mut self, any: M) {
        self.nodes.clear();
        self.nodes.push(Node::new::<G>(any, 0));
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    #[inline]
    pub(super) fn node(&self, place: usize) -> &Node<M> {
        &self.nodes[place]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, place: usize) -> &mut Node<M> {
        &mut self.nodes[place]
    }

    #[inline]
    pub(super) fn children(&self, place: usize) -> &[Node<M>] {
        &self.nodes[self.nodes[place].children()]
    }

    #[inline]
    pub(super) fn children_mut(&mut self, place: usize) -> &mut [Node<M>] {
        let children = self.nodes[place].children();
        &mut self.nodes[children]
    }

    /// How much of the memory is in use, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        (self.nodes.len() * 1000 / self.capacity.max(1)).min(1000) as u32
    }

    /// The bytes that it takes at most.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M>>()
    }

    /// Gives a node its children, and says whether there was room. The root always has room.
    pub(super) fn expand<G: Position<Move = M>>(
        &mut self,
        place: usize,
        moves: impl ExactSizeIterator<Item = (M, u16)>,
    ) -> bool {
        let (first, count) = (self.nodes.len(), moves.len());
        let fits = first + count <= self.capacity || place == ROOT;
        let (Ok(block), true) = (u16::try_from(count), fits && count > 0) else { return false };
        self.nodes.extend(moves.map(|(m, name)| Node::new::<G>(m, name)));
        let head = &mut self.nodes[first];
        (head.block, head.parent) = (block, place as u32);
        let node = &mut self.nodes[place];
        (node.first, node.count) = (first as u32, block);
        true
    }

    /// Halves all counts, so that they never overflow.
    pub(super) fn halve(&mut self) {
        for node in &mut self.nodes {
            (node.visits, node.sum) = (node.visits / 2, node.sum / 2);
            (node.amaf_visits, node.amaf_sum) = (node.amaf_visits / 2, node.amaf_sum / 2);
        }
    }

    /// Makes a node the root and forgets all that is not below it.
    pub(super) fn keep(&mut self, place: usize) {
        if place == ROOT {
            return;
        }
        self.nodes[ROOT] = self.nodes[place];
        self.adopt(ROOT);
        // A parent lies before its children, so that when they are met it is known where it went.
        let (mut from, mut to) = (1, 1);
        while from < self.nodes.len() {
            let Node { block, is_kept, parent, .. } = self.nodes[from];
            if is_kept {
                self.nodes[from].is_kept = false;
                self.nodes[parent as usize].first = to as u32;
                for _ in 0..block {
                    self.nodes[to] = self.nodes[from];
                    self.adopt(to);
                    (from, to) = (from + 1, to + 1);
                }
            } else {
                from += usize::from(block);
            }
        }
        self.nodes.truncate(to);
    }

    /// Tells the children of a node that has moved where their parent is now, and that they stay.
    fn adopt(&mut self, place: usize) {
        let node = &self.nodes[place];
        if node.is_expanded() {
            let first = node.first as usize;
            self.nodes[first].parent = place as u32;
            self.nodes[first].is_kept = true;
        }
    }
}

#[cfg(all(test, feature = "games"))]
mod tests {
    use super::*;
    use crate::games::minichess::Minichess;
    use crate::zobrist::SplitMix64;

    type M = <Minichess as Position>::Move;

    /// A tree of some random shape, each node with a number of its own.
    fn grown(seed: u64, any: M) -> Tree<M> {
        let mut random = SplitMix64::new(seed);
        let mut tree = Tree::try_new(1).unwrap();
        tree.plant::<Minichess>(any);
        for _ in 0..300 {
            let place = random.below(tree.nodes.len());
            let count = 1 + random.below(5);
            if !tree.node(place).is_expanded() {
                let begin = tree.nodes.len();
                assert!(tree.expand::<Minichess>(place, (0..count).map(|i| (any, (begin + i) as u16))));
            }
        }
        tree
    }

    /// Names and shape of a part of the tree.
    fn shape(tree: &Tree<M>, place: usize, depth: usize, into: &mut Vec<(usize, u16)>) {
        for child in tree.node(place).children() {
            into.push((depth, tree.node(child).name));
            if tree.node(child).is_expanded() {
                shape(tree, child, depth + 1, into);
            }
        }
    }

    #[test]
    fn what_is_kept_is_the_same_in_less_memory() {
        let any =
            crate::game::Played::new(<Minichess as crate::game::Variant>::start(&Default::default())).legal_moves()[0];
        for seed in 0..50 {
            let tree = grown(seed, any);
            for place in 0..tree.nodes.len() {
                let mut kept = Tree { nodes: tree.nodes.clone(), capacity: tree.capacity };
                kept.keep(place);
                let (mut expected, mut found) = (Vec::new(), Vec::new());
                if tree.node(place).is_expanded() {
                    shape(&tree, place, 0, &mut expected);
                    shape(&kept, ROOT, 0, &mut found);
                }
                assert_eq!(found, expected, "seed {seed}, node {place}");
                assert_eq!(kept.nodes.len(), expected.len() + 1);
                assert!(kept.nodes.iter().all(|node| !node.is_kept));
            }
        }
    }
}
