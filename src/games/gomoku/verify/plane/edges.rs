//! Boards with edges on which the trees of the plane still win.
//!
//! A tree serves on a board if all windows in which Black has four stones or five lie on it, as far as White's stones
//! do: replies beyond an edge cannot be played. Where six stones do not win, it also takes squares enough for black
//! stones that make no difference. `docs/reference/proof.md` has the argument.

use super::places::{Carry, Place, coordinates};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The four ways out: to the right, to the left, up and down.
const WAYS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// How far out nothing lies.
const NOWHERE: i8 = i8::MIN;

/// How far squares lie out on one sheet and the other, each way.
#[derive(Clone, Copy)]
pub(in super::super) struct Extent([[i8; 4]; 2]);

impl Extent {
    pub(in super::super) fn of(squares: impl Iterator<Item = u16>) -> Self {
        let mut extent = Self([[NOWHERE; 4]; 2]);
        squares.for_each(|square| extent.add(square));
        extent
    }

    pub(in super::super) fn add(&mut self, square: u16) {
        let (x, y, sheet) = coordinates(square);
        for (furthest, (dx, dy)) in self.0[usize::from(sheet)].iter_mut().zip(WAYS) {
            *furthest = (dx * x + dy * y).try_into().map_or(i8::MAX, |out: i8| out.max(*furthest));
        }
    }
}

/// A window that a tree needs, which lies so far out one way, when White's stones lie so far out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Need {
    window: i8,
    white: [i8; 4],
}

impl Need {
    /// Whether no board that satisfies this need leaves the other one open.
    fn covers(&self, other: &Self) -> bool {
        self.window >= other.window && self.white.iter().zip(other.white).all(|(own, other)| *own <= other)
    }
}

/// What a tree needs of the edges of a board: of either sheet, each way, the windows that lie further out than White's
/// stones before them, but for those that others cover.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Edges([[Vec<Need>; 4]; 2]);

impl Edges {
    /// Adds a window that comes when White's stones lie so.
    pub(in super::super) fn add(&mut self, window: Extent, white: Extent) {
        for (needs, (window, white)) in self.0.iter_mut().zip(window.0.into_iter().zip(white.0)) {
            for (way, (needs, window)) in needs.iter_mut().zip(window).enumerate() {
                let need = Need { window, white };
                if window <= white[way] {
                    continue;
                }
                match needs.iter().position(|other| other.covers(&need)) {
                    // It is most often the same again.
                    Some(at) => needs.swap(0, at),
                    None => {
                        needs.retain(|other| !need.covers(other));
                        needs.push(need);
                    }
                }
            }
        }
    }

    /// Whether a board satisfies all needs of a sheet whose edges lie so, each way.
    fn are_met(&self, sheet: usize, edges: [i32; 4]) -> bool {
        self.0[sheet].iter().zip(edges).all(|(needs, edge)| {
            needs.iter().all(|need| {
                i32::from(need.window) <= edge
                    || need.white.iter().zip(edges).any(|(&white, edge)| i32::from(white) > edge)
            })
        })
    }
}

/// A board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Sides {
    /// The last column and row each way.
    edges: [i32; 4],
}

impl Sides {
    /// A square board of so many columns and rows, in whose middle Black begins.
    pub(in super::super) fn new(side: i32) -> Self {
        let lines = -((side - 1) / 2)..side / 2 + 1;
        Self::around(lines.clone(), lines)
    }

    /// The board of these columns and rows.
    pub(in super::super) fn around(columns: Range<i32>, rows: Range<i32>) -> Self {
        Self { edges: [columns.end - 1, -columns.start, rows.end - 1, -rows.start] }
    }

    /// Its squares, row by row from the bottom.
    pub(in super::super) fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let [right, left, up, down] = self.edges;
        (-down..=up).flat_map(move |y| (-left..=right).map(move |x| (x, y, 0)))
    }

    pub(in super::super) fn contain(&self, (x, y, _): Place) -> bool {
        WAYS.into_iter().zip(self.edges).all(|((dx, dy), edge)| dx * x + dy * y <= edge)
    }

    /// How many squares it has.
    pub(in super::super) fn squares(&self) -> usize {
        let [right, left, up, down] = self.edges;
        ((left + right + 1) * (down + up + 1)) as usize
    }

    /// White's second stones.
    pub(super) fn seconds(&self) -> impl Iterator<Item = Place> {
        let [right, left, up, down] = self.edges;
        let places = (-left..=right).flat_map(move |x| (-down..=up).map(move |y| (x, y, 0)));
        places.filter(|&place| place != (0, 0, 0))
    }

    /// Whether a tree has all that it needs where it is carried, and so many squares.
    pub(super) fn satisfy(&self, edges: &Edges, room: usize, carry: &Carry) -> bool {
        let are_met = [0, 1].into_iter().all(|sheet| edges.are_met(sheet, self.before(carry, sheet)));
        are_met && self.squares() >= room
    }

    /// Whether the board is its own image.
    pub(super) fn are_kept_by(&self, carry: &Carry) -> bool {
        self.before(carry, 0) == self.edges
    }

    /// Where the edges lie, each way, for what is carried to the board.
    fn before(&self, carry: &Carry, sheet: usize) -> [i32; 4] {
        WAYS.map(|out| {
            let (x, y) = carry.way(out);
            let edge = WAYS.into_iter().zip(self.edges).find(|&(way, _)| way == (x, y)).map_or(0, |(_, edge)| edge);
            let (dx, dy) = carry.by[sheet];
            edge - (x * dx + y * dy)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::{Board, WHITE};
    use super::super::super::strategy::Node;
    use super::super::super::{Certificate, Format, unpack};
    use super::super::{keep_on, set_up};
    use super::*;
    use crate::zobrist::SplitMix64;
    use std::collections::HashSet;

    const WINDOW: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

    /// A game by a tree, as it lies on a board.
    struct Walk<'a> {
        nodes: &'a [Node],
        carry: Carry,
        sides: Sides,
        exact: bool,
        black: Vec<Place>,
        white: Vec<Place>,
        /// The squares just beyond Black's fives that were met.
        ends: HashSet<Place>,
    }

    impl Walk<'_> {
        fn place(&self, square: u16) -> Place {
            self.carry.place(coordinates(square))
        }

        /// The windows in which Black has four stones or five, each between the squares just beyond it.
        fn windows(&self) -> Vec<[Place; 7]> {
            let through = |&(x, y, sheet): &Place| {
                WINDOW.into_iter().flat_map(move |(dx, dy)| {
                    (1..=5).map(move |back| {
                        [0, 1, 2, 3, 4, 5, 6].map(|n| (x + (n - back) * dx, y + (n - back) * dy, sheet))
                    })
                })
            };
            let is_live = |line: &[Place; 7]| {
                let [from, window @ .., to] = line;
                window.iter().filter(|place| self.black.contains(place)).count() >= 4
                    && !window.iter().any(|place| self.white.contains(place))
                    && !(self.exact && (self.black.contains(from) || self.black.contains(to)))
            };
            self.black.iter().flat_map(through).filter(is_live).collect()
        }

        /// Whether a window that Black needs leaves the board though no stone of White's does, window by window.
        fn leaves(&mut self, node: u32) -> bool {
            let node = &self.nodes[node as usize];
            self.black.push(self.place(node.m));
            let windows = self.windows();
            self.ends.extend(windows.iter().flat_map(|&[from, .., to]| [from, to]));
            let leaves = windows.iter().any(|line| line[1..6].iter().any(|&place| !self.sides.contain(place)));
            let leaves = leaves
                || node.pass.is_some_and(|pass| self.leaves(pass))
                || node.replies.iter().any(|&(reply, after)| {
                    let place = self.place(reply);
                    self.white.push(place);
                    let leaves = self.sides.contain(place) && self.leaves(after);
                    self.white.pop();
                    leaves
                });
            self.black.pop();
            leaves
        }
    }

    /// A tree that is allowed on a board is played there, square by square: no window is missing, and in standard no
    /// square just beyond one.
    #[test]
    fn what_edges_cut_off_is_found() {
        let bytes = include_bytes!("../../../../../tests/data/gomoku-proof-plane.zst");
        let bytes = unpack(bytes).expect("packed by zstd");
        let freestyle = Certificate::parse(&bytes, Format::default()).expect("a certificate");
        let text = freestyle.to_text(true).expect("digits").replace("rule=freestyle", "rule=standard");
        let standard = Certificate::parse(text.as_bytes(), Format::default()).expect("a certificate");
        let counts = [&freestyle, &standard].map(tested);
        assert!(counts.iter().flatten().all(|&count| count > 10), "{counts:?}");
    }

    /// Tests trees of a certificate on boards: those where one serves and those where it does not are counted.
    fn tested(certificate: &Certificate<'_>) -> [usize; 2] {
        let (mut board, mut random) = (Board::new(), SplitMix64::new(0x7072_6F6F_6609));
        let (mut counts, exact) = ([0, 0], certificate.format.exact);
        for root in certificate.roots.iter().step_by(2) {
            let Ok((facts, tree)) = keep_on(&mut board, certificate, root) else {
                assert!(exact, "only in standard six stones do not win");
                continue;
            };
            let moves = certificate.tree(root).expect("digits");
            set_up(&mut board, certificate, root).expect("a position");
            let stones = root.stones.iter().copied().filter(|&square| square != super::super::super::PASS);
            let is_near = stones.clone().all(|square| coordinates(square).2 == 0);
            if !is_near || moves.len() > 4_000 {
                continue;
            }
            let white: Vec<u16> = board.stones(WHITE).collect();
            let black: Vec<u16> = stones.filter(|square| !white.contains(square)).collect();
            for _ in 0..8 {
                let mut shift = || random.below(7) as i32 - 3;
                let by = [(shift(), shift()); 2];
                let (symmetry, side) = (random.below(8), 9 + random.below(20) as i32);
                let (carry, sides) = (Carry { symmetry, by }, Sides::new(side));
                let of = |squares: &[u16]| squares.iter().map(|&s| carry.place(coordinates(s))).collect::<Vec<_>>();
                let (black, white, ends) = (of(&black), of(&white), HashSet::new());
                let mut walk = Walk { nodes: &tree.nodes, carry, sides, exact, black, white, ends };
                let leaves =
                    walk.white.iter().all(|&place| sides.contain(place)) && walk.leaves(tree.root().expect("a move"));
                let is_allowed = sides.satisfy(&facts.edges, 0, &carry);
                assert_eq!(sides.satisfy(&facts.edges, sides.squares(), &carry), is_allowed);
                assert!(!sides.satisfy(&facts.edges, sides.squares() + 1, &carry), "a square too few");
                assert!(!(leaves && is_allowed), "{side} {symmetry} {by:?}: {}", certificate.moves_text(root));
                counts[usize::from(is_allowed)] += 1;
                let ends: HashSet<Place> = of(&facts.ends).into_iter().collect();
                assert!(if exact { walk.ends.is_subset(&ends) } else { ends.is_empty() });
            }
        }
        counts
    }
}
