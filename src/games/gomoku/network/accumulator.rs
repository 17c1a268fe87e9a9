//! The features of all empty cells as each side sees them, updated incrementally and lazily: only when they are asked
//! for.

use super::heads::PolicyWeights;
use super::rows::{HALF_BITS, REACH};
use super::{CHANNELS, Network, Row, Sum};
use crate::bits::BitSet;
use crate::game::{Position, Side};
use crate::games::gomoku::patterns::{BEYOND, LOW, Line, STEPS, WALL, toggle};
use crate::games::gomoku::position::Gomoku;
use crate::games::gomoku::square::{SQUARES, Square};
use crate::games::gomoku::stones::{LINES, Place};

/// The cells around a cell that see it, from the lowest on.
const AROUND: Line = (((1 as Line) << (2 * HALF_BITS + 2)) - 1) ^ 3 << HALF_BITS;

/// The cells that a stone changes, at most: in each direction [`REACH`] on either side.
const MOST_CHANGES: usize = 8 * REACH as usize;

/// Stones for which memory is reserved from the start: more than most lines of a search have.
const ROOM: usize = 64;

/// The features of cells before stones changed them, and which cells.
#[derive(Default)]
struct Saved {
    features: Vec<Row>,
    cells: Vec<u16>,
    count: usize,
}

impl Saved {
    fn resize(&mut self, count: usize) {
        self.features.resize(count, Row::ZERO);
        self.cells.resize(count, 0);
    }

    /// Room for what one more stone changes.
    #[inline]
    fn room(&mut self) -> (&mut [Row; MOST_CHANGES], &mut [u16; MOST_CHANGES]) {
        if self.cells.len() < self.count + MOST_CHANGES {
            self.resize(2 * (self.count + MOST_CHANGES));
        }
        let features = self.features[self.count..].first_chunk_mut().expect("room for them");
        (features, self.cells[self.count..].first_chunk_mut().expect("room for them"))
    }
}

/// A stone that can be taken back: the sum before it, and where its changes begin.
#[derive(Clone, Copy)]
struct Mark {
    sum: Sum,
    square: Square,
    /// The bits of its cell.
    stone: Line,
    saved: usize,
}

/// A stone in the two bits of a cell, as `view` sees it.
#[inline]
fn cell(stone: Side, view: Side) -> Line {
    if stone == view { 1 } else { 2 }
}

/// The lines of a position, as `view` sees them.
pub(super) fn lines(position: &Gomoku, view: Side) -> [Line; LINES] {
    let mut lines = [Line::MAX; LINES];
    for square in (0..position.height()).flat_map(|y| (0..position.width()).map(move |x| Square::at(x, y))) {
        let stone = Side::all(2).find(|&side| position.stones(side).contains(square));
        toggle(&mut lines, square, BEYOND ^ stone.map_or(0, |stone| cell(stone, view)));
    }
    lines
}

/// The features as one side sees them.
struct Perspective {
    side: Side,
    lines: [Line; LINES],
    features: [Row; SQUARES],
    /// The sum of the features of all empty cells.
    sum: Sum,
    saved: Saved,
    marks: Vec<Mark>,
    /// So many of the marks are known to be of the position's stones.
    valid: usize,
}

impl Perspective {
    fn of(network: &Network, position: &Gomoku, side: Side) -> Self {
        let mut perspective = Self {
            side,
            lines: [Line::MAX; LINES],
            features: [Row::ZERO; SQUARES],
            sum: [0; CHANNELS],
            saved: Saved::default(),
            marks: Vec::new(),
            valid: 0,
        };
        perspective.fill(network, position);
        perspective
    }

    /// Computes all from scratch.
    fn fill(&mut self, network: &Network, position: &Gomoku) {
        self.lines = lines(position, self.side);
        self.saved.count = 0;
        self.marks.clear();
        self.valid = 0;
        self.sum = [0; CHANNELS];
        for square in position.empty() {
            let mut features = network.rows.bias;
            for Place { line, bit } in Place::all(square) {
                features = features.plus(network.rows.window(self.lines[line], 2 * (bit + WALL)));
            }
            self.features[square.index()] = features;
            features.clipped().add_to(&mut self.sum);
        }
    }

    /// Becomes that of the root and these stones.
    #[inline]
    fn follow(&mut self, network: &Network, stones: &[(Square, Side)]) {
        while self.marks.len() > self.valid {
            self.take_back();
        }
        for &(square, side) in &stones[self.valid..] {
            self.place(network, square, side);
        }
        self.valid = stones.len();
    }

    fn place(&mut self, network: &Network, square: Square, side: Side) {
        let stone = cell(side, self.side);
        self.marks.push(Mark { sum: self.sum, square, stone, saved: self.saved.count });
        Row::ZERO.minus(self.features[square.index()].clipped()).add_to(&mut self.sum);
        let (saved, cells) = self.saved.room();
        let mut count = 0;
        for (place, step) in Place::all(square).into_iter().zip(STEPS) {
            let middle = 2 * (place.bit + WALL);
            let before = self.lines[place.line];
            let after = before ^ stone << middle;
            self.lines[place.line] = after;
            let mut empty = !(before | before >> 1) & LOW & AROUND << (middle - HALF_BITS);
            let origin = square.index().wrapping_sub(step.wrapping_mul((middle / 2) as usize));
            let mut change = Row::ZERO;
            while let Some(bit) = empty.pop_first() {
                let cell = origin.wrapping_add(step.wrapping_mul(bit / 2));
                let (old, new) = (network.rows.window(before, bit as u32), network.rows.window(after, bit as u32));
                let was = self.features[cell];
                (saved[count], cells[count]) = (was, cell as u16);
                count += 1;
                let is = was.minus(old).plus(new);
                self.features[cell] = is;
                change = change.plus(is.clipped().minus(was.clipped()));
            }
            change.add_to(&mut self.sum);
        }
        self.saved.count += count;
    }

    fn take_back(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        toggle(&mut self.lines, mark.square, mark.stone);
        self.sum = mark.sum;
        let changes = mark.saved..self.saved.count;
        for (&cell, &features) in self.saved.cells[changes.clone()].iter().zip(&self.saved.features[changes]) {
            self.features[usize::from(cell)] = features;
        }
        self.saved.count = mark.saved;
    }
}

/// The sum of the features of all empty cells, as the side to move sees them.
pub(super) fn sum(network: &Network, position: &Gomoku) -> Sum {
    Perspective::of(network, position, position.side_to_move()).sum
}

/// The features of a position, as both sides see them.
pub(in super::super) struct Accumulator {
    network: &'static Network,
    perspectives: Box<[Perspective]>,
    /// The stones since the root.
    stones: Vec<(Square, Side)>,
    /// How the policy weighs the features of the position, once it is asked to.
    policy: Option<PolicyWeights>,
}

impl Accumulator {
    /// That of a root. `root` and all that follow have boards of the same size.
    pub(in super::super) fn of(network: &'static Network, root: &Gomoku) -> Self {
        let perspectives = Side::all(2).map(|side| {
            let mut perspective = Perspective::of(network, root, side);
            perspective.saved.resize(ROOM * MOST_CHANGES);
            perspective.marks.reserve(ROOM);
            perspective
        });
        Self { network, perspectives: perspectives.collect(), stones: Vec::with_capacity(ROOM), policy: None }
    }

    /// Becomes that of another root, or of another network.
    pub(in super::super) fn reset(&mut self, network: &'static Network, root: &Gomoku) {
        self.network = network;
        self.stones.clear();
        self.policy = None;
        self.perspectives.iter_mut().for_each(|perspective| perspective.fill(self.network, root));
    }

    /// Follows a stone.
    #[inline]
    pub(in super::super) fn place(&mut self, square: Square, side: Side) {
        self.policy = None;
        self.stones.push((square, side));
    }

    /// Follows the last stone back.
    #[inline]
    pub(in super::super) fn take_back(&mut self) {
        self.policy = None;
        self.stones.pop();
        for perspective in self.perspectives.iter_mut() {
            perspective.valid = perspective.valid.min(self.stones.len());
        }
    }

    /// What the evaluation of `mover`, the side to move, is better than the tables say, in hundredths of a unit.
    #[inline]
    pub(in super::super) fn value(&mut self, mover: Side) -> i32 {
        let perspective = &mut self.perspectives[mover.index()];
        perspective.follow(self.network, &self.stones);
        self.network.value.of(&perspective.sum)
    }

    /// Prepares the scores of moves of `mover`, the side to move.
    pub(in super::super) fn weigh_policy(&mut self, mover: Side) {
        let perspective = &mut self.perspectives[mover.index()];
        perspective.follow(self.network, &self.stones);
        self.policy = Some(self.network.policy.weights(&perspective.sum));
    }

    /// The score of a move of `mover` by the network and by the tables, which say `tables`, in hundredths of a log-odds
    /// unit. None unless scores have been [prepared](Self::weigh_policy).
    #[inline]
    pub(in super::super) fn move_score(&self, mover: Side, square: Square, tables: i32) -> Option<i32> {
        let features = self.perspectives[mover.index()].features[square.index()];
        self.policy.map(|weights| self.network.policy.score(weights, features, tables))
    }
}

impl std::fmt::Debug for Accumulator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Accumulator").field("stones", &self.stones).finish_non_exhaustive()
    }
}
