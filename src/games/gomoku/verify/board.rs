//! The checker's board: two sheets of 128 x 128 squares, whose edges no stone comes near, with the stones counted in
//! every window, a run of squares as long as a win. A board of another size has its edges there. Nothing of the game's
//! own rules or patterns is used here.

use super::Format;
use super::plane::edges::Sides;
use super::plane::places::{SIDE, SQUARES, coordinates, number};

/// From the middle, (0,0), no stone is further than this in columns or rows, so that windows and the squares beyond
/// them are on the sheet.
const MOST: i32 = 57;
/// From a square to the next one in each direction.
const STEPS: [u16; 4] = [1, SIDE, SIDE + 1, SIDE - 1];
/// The longest run whose wins can be proved.
pub(super) const MOST_CONNECT: usize = 5;

/// The attacker, whose win is proved: Black on the plane, either side on a board.
pub(super) const BLACK: usize = 0;
/// The defender.
pub(super) const WHITE: usize = 1;

/// Whether a number is that of a square where a stone may be.
pub(super) fn is_playable(square: u16) -> bool {
    let (x, y, _) = coordinates(square % SQUARES);
    square < SQUARES && x.abs() <= MOST && y.abs() <= MOST
}

/// How many stones of Black and White are in a window, and just beyond its ends.
#[derive(Clone, Copy, Default)]
struct Count {
    inside: [u8; 2],
    beyond: [u8; 2],
}

/// A window: its first square, and the step to the next one.
#[derive(Clone, Copy)]
pub(super) struct Window {
    start: u16,
    step: u16,
    length: u16,
}

/// The number of a window: its direction, and its first square.
type Number = u32;

const fn window(direction: usize, start: u16) -> Number {
    direction as Number * SQUARES as Number + start as Number
}

impl Window {
    pub(super) fn squares(self) -> impl Iterator<Item = u16> {
        (0..self.length).map(move |i| self.start + i * self.step)
    }

    fn last(self) -> u16 {
        self.start + (self.length - 1) * self.step
    }

    /// The squares just beyond its two ends.
    pub(super) fn ends(self) -> [u16; 2] {
        [self.start - self.step, self.last() + self.step]
    }
}

/// A position.
pub(super) struct Board {
    /// Squares of a window.
    length: u16,
    exact: bool,
    /// Whether the game is that of the plane, also where there are edges.
    is_plane: bool,
    /// The edges: no other windows count.
    sides: Option<Sides>,
    taken: Vec<bool>,
    /// By number of the window.
    counts: Vec<Count>,
    /// Black's stones and White's, the last ones last.
    stones: [Vec<u16>; 2],
    /// The windows with at least one, two, three and four stones of Black and of White, in the order in which they got
    /// so many.
    windows: [[Vec<Number>; MOST_CONNECT - 1]; 2],
}

impl Board {
    pub(super) fn new() -> Self {
        let squares = usize::from(SQUARES);
        Self {
            length: MOST_CONNECT as u16,
            exact: false,
            is_plane: true,
            sides: None,
            taken: vec![false; squares],
            counts: vec![Count::default(); STEPS.len() * squares],
            stones: Default::default(),
            windows: Default::default(),
        }
    }

    /// Takes all stones off, for another game, and draws the edges of its board, if it has some: on the plane those of
    /// a square board that a root names.
    pub(super) fn clear(&mut self, format: Format, of_root: Option<u8>) {
        for side in [BLACK, WHITE] {
            while let Some(&square) = self.stones[side].last() {
                self.take(square, side);
            }
        }
        self.length = format.connect.into();
        self.exact = format.exact;
        self.is_plane = format.plane;
        self.sides = format.sides(of_root);
    }

    /// Stones of a window that lacks one.
    pub(super) fn almost(&self) -> usize {
        usize::from(self.length) - 1
    }

    /// Whether trees are those of the plane: their fourth zone is everything.
    pub(super) fn is_plane(&self) -> bool {
        self.is_plane
    }

    /// All squares, if there are edges.
    pub(super) fn squares(&self) -> impl Iterator<Item = u16> + use<> {
        self.sides.into_iter().flat_map(|sides| sides.places().map(number))
    }

    /// How many squares are empty; 0 on the plane.
    pub(super) fn empty(&self) -> usize {
        let stones: usize = self.stones.iter().map(Vec::len).sum();
        self.sides.map_or(0, |sides| sides.squares() - stones)
    }

    /// Whether a stone may be put on a square, if it is empty.
    pub(super) fn has(&self, square: u16) -> bool {
        is_playable(square) && self.is_within(square)
    }

    /// Whether a square is no further out than the edges.
    fn is_within(&self, square: u16) -> bool {
        self.sides.is_none_or(|sides| {
            let place = coordinates(square);
            place.2 == 0 && sides.contain(place)
        })
    }

    /// Whether six stones do not win.
    pub(super) fn is_exact(&self) -> bool {
        self.exact
    }

    pub(super) fn is_empty(&self, square: u16) -> bool {
        !self.taken[usize::from(square)]
    }

    /// The stones of a side.
    pub(super) fn stones(&self, side: usize) -> impl Iterator<Item = u16> {
        self.stones[side].iter().copied()
    }

    /// Puts a stone on an empty square.
    pub(super) fn put(&mut self, square: u16, side: usize) {
        self.taken[usize::from(square)] = true;
        self.stones[side].push(square);
        for (direction, step) in STEPS.into_iter().enumerate() {
            for start in (0..self.length).map(|i| square - i * step) {
                let number = window(direction, start);
                let inside = &mut self.counts[number as usize].inside[side];
                if let Some(windows) = self.windows[side].get_mut(usize::from(*inside)) {
                    windows.push(number);
                }
                *inside += 1;
            }
            for start in [square + step, square - self.length * step] {
                self.counts[window(direction, start) as usize].beyond[side] += 1;
            }
        }
    }

    /// Takes off the last stone of a side.
    pub(super) fn take(&mut self, square: u16, side: usize) {
        self.taken[usize::from(square)] = false;
        self.stones[side].pop();
        for (direction, step) in STEPS.into_iter().enumerate() {
            for start in (0..self.length).map(|i| square - i * step) {
                let inside = &mut self.counts[window(direction, start) as usize].inside[side];
                *inside -= 1;
                // What this stone has added is last.
                self.windows[side].get_mut(usize::from(*inside)).map(Vec::pop);
            }
            for start in [square + step, square - self.length * step] {
                self.counts[window(direction, start) as usize].beyond[side] -= 1;
            }
        }
    }

    /// The windows with at least `least` stones of a side, at least 1, that it can still complete, and their number of
    /// stones.
    pub(super) fn live(&self, side: usize, least: usize) -> impl Iterator<Item = (Window, usize)> {
        self.windows[side][least - 1].iter().filter_map(move |&number| self.if_live(number, side))
    }

    /// All windows of a board with edges that a side can still complete.
    pub(super) fn all_live(&self, side: usize) -> impl Iterator<Item = Window> {
        let all = self.squares().flat_map(|square| (0..STEPS.len()).map(move |direction| window(direction, square)));
        all.filter_map(move |number| self.if_live(number, side).map(|(window, _)| window))
    }

    /// A window, if the side can still complete it, with the number of its stones.
    fn if_live(&self, number: Number, side: usize) -> Option<(Window, usize)> {
        let Count { inside, beyond } = self.counts[number as usize];
        if inside[1 - side] > 0 || self.exact && beyond[side] > 0 {
            return None;
        }
        let step = STEPS[(number / Number::from(SQUARES)) as usize];
        let window = Window { start: (number % Number::from(SQUARES)) as u16, step, length: self.length };
        let is_on = self.sides.is_none() || [window.start, window.last()].into_iter().all(|end| self.is_within(end));
        is_on.then_some((window, inside[side].into()))
    }

    /// Whether a side has made a winning run.
    pub(super) fn has_run(&self, side: usize) -> bool {
        self.live(side, self.almost()).any(|(_, stones)| stones > self.almost())
    }

    /// Whether a side can complete one, or has.
    pub(super) fn threatens(&self, side: usize) -> bool {
        self.live(side, self.almost()).next().is_some()
    }

    /// The squares where Black completes a winning run, in ascending order.
    pub(super) fn wins(&self) -> Vec<u16> {
        let almost = self.live(BLACK, self.almost()).filter(|&(_, stones)| stones == self.almost());
        let mut wins: Vec<u16> =
            almost.filter_map(|(window, _)| window.squares().find(|&s| self.is_empty(s))).collect();
        wins.sort_unstable();
        wins.dedup();
        wins
    }
}

/// A set of squares, or all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Zone {
    /// In words of 64 squares, from this word on.
    Finite(usize, Vec<u64>),
    Everything,
}

impl Zone {
    pub(super) const fn new() -> Self {
        Self::Finite(0, Vec::new())
    }

    pub(super) fn insert(&mut self, square: u16) {
        let word = usize::from(square / 64);
        if let Some(words) = self.reach(word..word + 1) {
            words[0] |= 1 << (square % 64);
        }
    }

    /// Inserts all squares of a window.
    pub(super) fn insert_all(&mut self, window: Window) {
        let [first, last] = [window.start, window.last()].map(|square| usize::from(square / 64));
        if let Some(words) = self.reach(first..last + 1) {
            window.squares().for_each(|square| words[usize::from(square / 64) - first] |= 1 << (square % 64));
        }
    }

    /// These words, which are in the set after it.
    fn reach(&mut self, range: std::ops::Range<usize>) -> Option<&mut [u64]> {
        let Self::Finite(first, words) = self else { return None };
        if words.is_empty() {
            *first = range.start;
        }
        if range.start < *first {
            words.splice(0..0, std::iter::repeat_n(0, *first - range.start));
            *first = range.start;
        }
        if *first + words.len() < range.end {
            words.resize(range.end - *first, 0);
        }
        Some(&mut words[range.start - *first..range.end - *first])
    }

    pub(super) fn unite(&mut self, other: &Self) {
        match other {
            Self::Everything => *self = Self::Everything,
            Self::Finite(first, others) if !others.is_empty() => {
                if let Some(words) = self.reach(*first..*first + others.len()) {
                    words.iter_mut().zip(others).for_each(|(word, other)| *word |= other);
                }
            }
            Self::Finite(..) => {}
        }
    }

    /// Its squares in ascending order, if it is finite.
    pub(super) fn squares(&self) -> Option<Vec<u16>> {
        let Self::Finite(first, words) = self else { return None };
        let of_word = |(at, &word): (usize, &u64)| {
            let start = (64 * (first + at)) as u16;
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| start + bit)
        };
        Some(words.iter().enumerate().flat_map(of_word).collect())
    }
}
