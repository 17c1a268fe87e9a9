//! The checker's own board: stones, and how many of them stand in every window, a run of squares as long as a win.
//! Nothing of the game's own rules or patterns is used here.

/// The longest side of a board.
pub(super) const MOST_SIDE: usize = 20;
/// Words of a set of squares.
const WORDS: usize = (MOST_SIDE * MOST_SIDE).div_ceil(64);
/// The most windows of one direction through a square.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Set([u64; WORDS]);

impl Set {
    pub(super) fn insert(&mut self, square: usize) {
        self.0[square / 64] |= 1 << (square % 64);
    }

    pub(super) fn contains(&self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 != 0
    }

    pub(super) fn unite(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }
}

/// Who has a stone on a square. The attacker is the side whose win is proved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Stone {
    Attacker,
    Defender,
}

/// What is played: the size of the board, and which runs win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Columns, 1 to 20.
    pub width: u8,
    /// Rows, 1 to 20.
    pub height: u8,
    /// The length of a winning run, 3 to 5.
    pub connect: u8,
    /// Whether longer runs do not win (standard), or do (freestyle).
    pub exact: bool,
    /// The unbounded board: two sheets of as many columns and rows as certificates can name.
    pub plane: bool,
}

/// As people play: 15x15, freestyle.
impl Default for Format {
    fn default() -> Self {
        Self { width: 15, height: 15, connect: 5, exact: false, plane: false }
    }
}

impl Format {
    /// How many squares the board has.
    pub fn squares(&self) -> usize {
        let sheets = if self.plane { 2 } else { 1 };
        sheets * usize::from(self.width) * usize::from(self.height)
    }
}

struct Window {
    squares: Vec<u16>,
    set: Set,
}

/// The windows of a board, and which of them a square concerns.
pub(super) struct Geometry {
    pub(super) format: Format,
    windows: Vec<Window>,
    /// For every square the windows that it is in.
    inside: Vec<Vec<u16>>,
    /// For every square the windows that it is just beyond.
    beyond: Vec<Vec<u16>>,
}

impl Geometry {
    pub(super) fn new(format: Format) -> Self {
        let (width, height) = (isize::from(format.width), isize::from(format.height));
        let square = |x: isize, y: isize| {
            let on_board = (0..width).contains(&x) && (0..height).contains(&y);
            on_board.then_some((y * width + x) as usize)
        };
        let mut geometry = Self {
            format,
            windows: Vec::new(),
            inside: vec![Vec::new(); format.squares()],
            beyond: vec![Vec::new(); format.squares()],
        };
        let length = isize::from(format.connect);
        for y in 0..height {
            for x in 0..width {
                for (dx, dy) in DIRECTIONS {
                    let run: Vec<_> = (0..length).map_while(|step| square(x + dx * step, y + dy * step)).collect();
                    if run.len() < length as usize {
                        continue;
                    }
                    let number = geometry.windows.len() as u16;
                    let mut set = Set::default();
                    for &inside in &run {
                        set.insert(inside);
                        geometry.inside[inside].push(number);
                    }
                    let ends = [square(x - dx, y - dy), square(x + dx * length, y + dy * length)];
                    ends.into_iter().flatten().for_each(|end| geometry.beyond[end].push(number));
                    geometry.windows.push(Window { squares: run.iter().map(|&square| square as u16).collect(), set });
                }
            }
        }
        geometry
    }
}

/// How many stones of either side are in a window, and just beyond its ends.
#[derive(Clone, Copy, Default)]
struct Count {
    inside: [u8; 2],
    beyond: [u8; 2],
}

/// A position.
pub(super) struct Board<'a> {
    pub(super) geometry: &'a Geometry,
    stones: Vec<Option<Stone>>,
    counts: Vec<Count>,
    empty: usize,
}

impl<'a> Board<'a> {
    pub(super) fn new(geometry: &'a Geometry) -> Self {
        let squares = geometry.format.squares();
        Self {
            geometry,
            stones: vec![None; squares],
            counts: vec![Count::default(); geometry.windows.len()],
            empty: squares,
        }
    }

    pub(super) fn is_empty(&self, square: usize) -> bool {
        self.stones.get(square) == Some(&None)
    }

    /// How many squares are empty.
    pub(super) fn empty(&self) -> usize {
        self.empty
    }

    /// Puts a stone on an empty square.
    pub(super) fn put(&mut self, square: usize, stone: Stone) {
        self.stones[square] = Some(stone);
        self.empty -= 1;
        for &window in &self.geometry.inside[square] {
            self.counts[usize::from(window)].inside[stone as usize] += 1;
        }
        for &window in &self.geometry.beyond[square] {
            self.counts[usize::from(window)].beyond[stone as usize] += 1;
        }
    }

    /// Takes it off again.
    pub(super) fn take(&mut self, square: usize, stone: Stone) {
        self.stones[square] = None;
        self.empty += 1;
        for &window in &self.geometry.inside[square] {
            self.counts[usize::from(window)].inside[stone as usize] -= 1;
        }
        for &window in &self.geometry.beyond[square] {
            self.counts[usize::from(window)].beyond[stone as usize] -= 1;
        }
    }

    /// How many stones a side has in a window that can still become its winning run; none if it cannot.
    fn live(&self, window: usize, stone: Stone) -> Option<u8> {
        let Count { inside, beyond } = self.counts[window];
        let blocked = inside[1 - stone as usize] > 0 || self.geometry.format.exact && beyond[stone as usize] > 0;
        (!blocked).then_some(inside[stone as usize])
    }

    /// Whether a side has a winning run.
    pub(super) fn has_run(&self, stone: Stone) -> bool {
        (0..self.counts.len()).any(|window| self.live(window, stone) == Some(self.geometry.format.connect))
    }

    /// Whether a side has a winning run through this square.
    pub(super) fn has_run_through(&self, stone: Stone, square: usize) -> bool {
        let mut windows = self.geometry.inside[square].iter();
        windows.any(|&window| self.live(usize::from(window), stone) == Some(self.geometry.format.connect))
    }

    /// The squares where the attacker completes a winning run, in ascending order.
    pub(super) fn wins(&self) -> Vec<usize> {
        let needed = self.geometry.format.connect - 1;
        let windows = self.geometry.windows.iter().enumerate();
        let almost = windows.filter(|&(number, _)| self.live(number, Stone::Attacker) == Some(needed));
        let mut wins: Vec<usize> = almost
            .filter_map(|(_, window)| {
                window.squares.iter().map(|&square| usize::from(square)).find(|&s| self.is_empty(s))
            })
            .collect();
        wins.sort_unstable();
        wins.dedup();
        wins
    }

    /// The squares of the defender's live windows, by how many stones it has in them.
    pub(super) fn windows_of_defender(&self) -> [Set; MOST_CONNECT + 1] {
        let mut sets = [Set::default(); MOST_CONNECT + 1];
        for (number, window) in self.geometry.windows.iter().enumerate() {
            if let Some(stones) = self.live(number, Stone::Defender) {
                sets[usize::from(stones)].unite(&window.set);
            }
        }
        sets
    }

    /// Whether the defender can complete a winning run.
    pub(super) fn defender_wins(&self) -> bool {
        let needed = self.geometry.format.connect - 1;
        (0..self.counts.len()).any(|window| self.live(window, Stone::Defender) == Some(needed))
    }
}

/// The longest run whose wins can be proved.
pub(super) const MOST_CONNECT: usize = 5;
