//! Which squares each piece attacks, from tables computed at compile time out of the geometry.
//!
//! Sliders: two neighbouring sections read like a chessboard of 64 squares, the second one rotated by 180 degrees, and
//! every ray lies on one of these three boards. There a line is as in chess, so that one multiplication
//! gathers its six inner squares into an index ("kindergarten bitboards"); a table of 64 sets a line holds the rest.
//! Where the centre forks a diagonal there is a third line.

use super::geometry::{
    COLUMNS, DIAGONAL, DOUBLE_PUSH, JUMPS, PAWN_TAKES, PUSH, ROWS, Ray, SECTION, SQUARES, STRAIGHT, Square, Step,
    column, next_section, row, section, walk, walk_pawn,
};

/// Where a knight jumps.
pub(super) static KNIGHT: [u128; SQUARES] = leaps(&JUMPS);
/// Where a king steps.
pub(super) static KING: [u128; SQUARES] = union(leaps(&STRAIGHT), leaps(&DIAGONAL));
/// Where a pawn of each side takes: [side][square].
pub(super) static PAWN: [[u128; SQUARES]; 3] =
    [pawn_leaps(0, &PAWN_TAKES), pawn_leaps(1, &PAWN_TAKES), pawn_leaps(2, &PAWN_TAKES)];
/// From where a pawn of each side takes on a square: [side][square].
pub(super) static PAWN_FROM: [[u128; SQUARES]; 3] = [inverse(&PAWN[0]), inverse(&PAWN[1]), inverse(&PAWN[2])];
/// Where a pawn of each side steps: [side][square], one square at most.
pub(super) static PAWN_PUSH: [[u128; SQUARES]; 3] =
    [pawn_leaps(0, &[PUSH]), pawn_leaps(1, &[PUSH]), pawn_leaps(2, &[PUSH])];

/// Where a pawn of each side steps from its second row at once, if the square between is empty too: [side][square].
pub(super) static PAWN_DOUBLE: [[u128; SQUARES]; 3] = [pawn_doubles(0), pawn_doubles(1), pawn_doubles(2)];

/// Where a bishop goes on an empty board.
pub(super) static BISHOP_REACH: [u128; SQUARES] = reaches(&DIAGONAL);
/// Where a rook goes on an empty board.
pub(super) static ROOK_REACH: [u128; SQUARES] = reaches(&STRAIGHT);

/// The squares that block, as the three chessboards: board `s` is section `s` and, rotated, the one after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Boards([u64; 3]);

impl Boards {
    #[inline]
    pub(super) const fn new(occupied: u128) -> Self {
        let sections = [occupied as u32, (occupied >> SECTION) as u32, (occupied >> (2 * SECTION)) as u32];
        let rotated = [sections[0].reverse_bits(), sections[1].reverse_bits(), sections[2].reverse_bits()];
        Self([
            sections[0] as u64 | (rotated[1] as u64) << SECTION,
            sections[1] as u64 | (rotated[2] as u64) << SECTION,
            sections[2] as u64 | (rotated[0] as u64) << SECTION,
        ])
    }
}

/// Where a bishop goes: blockers of any side included.
#[inline]
pub(super) fn bishop(square: Square, boards: &Boards) -> u128 {
    let lines = &LINES[square];
    let set = lines[2].attacks(boards) | lines[3].attacks(boards);
    if FORKED >> (square % SECTION) & 1 != 0 { set | FORKS[fork_index(square)].attacks(boards) } else { set }
}

/// Where a rook goes.
#[inline]
pub(super) fn rook(square: Square, boards: &Boards) -> u128 {
    let lines = &LINES[square];
    lines[0].attacks(boards) | lines[1].attacks(boards)
}

/// Where a queen goes.
#[inline]
pub(super) fn queen(square: Square, boards: &Boards) -> u128 {
    bishop(square, boards) | rook(square, boards)
}

/// A square's row, file, and its two diagonals.
static LINES: [[Line; 4]; SQUARES] = lines();
/// The squares of a section whose forward ray along a long diagonal meets the centre, where it forks.
const FORKED: u32 = forked();
/// The second line of each of [`FORKED`], along the other branch.
static FORKS: [Line; 3 * 2 * ROWS] = forks();

/// The place in [`FORKS`] of a square: of each row one on the left and one on the right is forked.
#[inline]
const fn fork_index(square: Square) -> usize {
    square / COLUMNS * 2 + column(square) / (COLUMNS / 2)
}

/// Two opposite rays of a square, on one of the boards.
#[derive(Clone, Copy)]
struct Line {
    board: usize,
    /// The squares whose occupation matters: the rays without their ends.
    mask: u64,
    /// Gathers the mask into the highest six bits.
    factor: u64,
    sets: [u128; 64],
}

impl Line {
    #[inline]
    fn attacks(&self, boards: &Boards) -> u128 {
        self.sets[((boards.0[self.board] & self.mask).wrapping_mul(self.factor) >> 58) as usize]
    }

    const fn new(from: Square, shape: Shape, back: Step, forth: Step) -> Self {
        let rays = [Ray::new(from, back), Ray::new(from, forth)];
        let board = board(from, &rays);
        let factor = shape.factor(place(board, from));
        let mask = inner(board, &rays[0]) | inner(board, &rays[1]);
        let mut line = Self { board, mask, factor, sets: [0; 64] };
        let mut blockers = 0_u64;
        loop {
            let index = (blockers.wrapping_mul(factor) >> 58) as usize;
            assert!(line.sets[index] == 0, "two sets of blockers with one index");
            line.sets[index] = reach(board, &rays[0], blockers) | reach(board, &rays[1], blockers);
            // The next subset of the mask.
            blockers = blockers.wrapping_sub(mask) & mask;
            if blockers == 0 {
                return line;
            }
        }
    }
}

/// What a line is on its chessboard.
#[derive(Clone, Copy)]
enum Shape {
    Row,
    File,
    Diagonal,
}

impl Shape {
    /// What gathers the inner squares of the line through `place`: those of a row or a diagonal by their columns, those
    /// of a file by their rows.
    const fn factor(self, place: usize) -> u64 {
        const COLUMN_A: u64 = 0x0101_0101_0101_0101;
        let (row, column) = (place / 8, place % 8);
        match self {
            Self::Row => 1 << (57 - 8 * row),
            Self::File => 0x0004_0810_2040_8000 >> column,
            Self::Diagonal => COLUMN_A << 1,
        }
    }
}

/// The board on which two rays lie: their own section and the one after it, or the one before.
const fn board(from: Square, rays: &[Ray; 2]) -> usize {
    let own = section(from);
    let mut board = own;
    let mut index = 0;
    while index < 2 {
        let ray = &rays[index];
        // A ray that leaves its section does not return to it.
        if ray.len() > 0 {
            let last = section(ray.square(ray.len() - 1));
            if last != own && last != next_section(own) {
                board = last;
            }
        }
        index += 1;
    }
    board
}

/// Where a square is on a board.
const fn place(board: usize, square: Square) -> usize {
    assert!(section(square) == board || section(square) == next_section(board), "no square of the board");
    if section(square) == board { square % SECTION } else { 2 * SECTION - 1 - square % SECTION }
}

/// A ray without its end.
const fn inner(board: usize, ray: &Ray) -> u64 {
    let (mut set, mut index) = (0, 0);
    while index + 1 < ray.len() {
        set |= 1 << place(board, ray.square(index));
        index += 1;
    }
    set
}

/// A ray up to its first blocker.
const fn reach(board: usize, ray: &Ray, blockers: u64) -> u128 {
    let (mut set, mut index) = (0, 0);
    while index < ray.len() {
        set |= 1 << ray.square(index);
        if blockers >> place(board, ray.square(index)) & 1 != 0 {
            break;
        }
        index += 1;
    }
    set
}

const fn lines() -> [[Line; 4]; SQUARES] {
    let [forward, backward, left, right] = STRAIGHT;
    let [forward_left, _, forward_right, _, backward_left, _, backward_right, _] = DIAGONAL;
    let mut lines = [[Line { board: 0, mask: 0, factor: 0, sets: [0; 64] }; 4]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        lines[square] = [
            Line::new(square, Shape::Row, left, right),
            Line::new(square, Shape::File, backward, forward),
            Line::new(square, Shape::Diagonal, backward_left, forward_right),
            Line::new(square, Shape::Diagonal, backward_right, forward_left),
        ];
        square += 1;
    }
    lines
}

/// On the left half of a section a forked ray leads to the right, and the other way round.
const fn forward_pairs(square: Square) -> ([Step; 2], Step) {
    let [forward_left, left_forward, forward_right, right_forward, backward_left, _, backward_right, _] = DIAGONAL;
    if column(square) < COLUMNS / 2 {
        ([forward_right, right_forward], backward_left)
    } else {
        ([forward_left, left_forward], backward_right)
    }
}

const fn forked() -> u32 {
    let (mut set, mut square) = (0, 0);
    while square < SECTION {
        let ([one, other], _) = forward_pairs(square);
        let rays = [Ray::new(square, one), Ray::new(square, other)];
        let ends = [rays[0].len(), rays[1].len()];
        if ends[0] > 0 && ends[1] > 0 && rays[0].square(ends[0] - 1) != rays[1].square(ends[1] - 1) {
            set |= 1 << square;
        }
        square += 1;
    }
    set
}

const fn forks() -> [Line; 3 * 2 * ROWS] {
    let mut lines = [Line { board: 0, mask: 0, factor: 0, sets: [0; 64] }; 3 * 2 * ROWS];
    let mut square = 0;
    while square < SQUARES {
        if FORKED >> (square % SECTION) & 1 != 0 {
            let ([_, other], back) = forward_pairs(square);
            lines[fork_index(square)] = Line::new(square, Shape::Diagonal, back, other);
        }
        square += 1;
    }
    lines
}

const fn union(mut left: [u128; SQUARES], right: [u128; SQUARES]) -> [u128; SQUARES] {
    let mut square = 0;
    while square < SQUARES {
        left[square] |= right[square];
        square += 1;
    }
    left
}

const fn leaps<const N: usize>(steps: &[Step; N]) -> [u128; SQUARES] {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut step = 0;
        while step < N {
            if let Some(to) = walk(square, steps[step], false) {
                table[square] |= 1 << to;
            }
            step += 1;
        }
        square += 1;
    }
    table
}

const fn reaches<const N: usize>(steps: &[Step; N]) -> [u128; SQUARES] {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut step = 0;
        while step < N {
            let ray = Ray::new(square, steps[step]);
            let mut index = 0;
            while index < ray.len() {
                table[square] |= 1 << ray.square(index);
                index += 1;
            }
            step += 1;
        }
        square += 1;
    }
    table
}

const fn pawn_leaps<const N: usize>(owner: usize, steps: &[Step; N]) -> [u128; SQUARES] {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut step = 0;
        while step < N {
            if let Some(to) = walk_pawn(owner, square, steps[step]) {
                table[square] |= 1 << to;
            }
            step += 1;
        }
        square += 1;
    }
    table
}

const fn pawn_doubles(owner: usize) -> [u128; SQUARES] {
    let mut table = pawn_leaps(owner, &[DOUBLE_PUSH]);
    let mut square = 0;
    while square < SQUARES {
        if section(square) != owner || row(square) != 1 {
            table[square] = 0;
        }
        square += 1;
    }
    table
}

const fn inverse(table: &[u128; SQUARES]) -> [u128; SQUARES] {
    let mut inverse = [0; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut to = 0;
        while to < SQUARES {
            inverse[to] |= (table[from] >> to & 1) << from;
            to += 1;
        }
        from += 1;
    }
    inverse
}
