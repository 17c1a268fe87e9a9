//! Which squares each piece attacks, from tables computed at compile time.
//!
//! Sliders use magic multiplication: it gathers the blockers that matter (at most seven) into an index. The multipliers
//! were found by trying random ones until no two different attack sets shared an index; building the tables proves it
//! again. All tables together take 8.5 KiB.

use super::square::{FILES, RANKS, SQUARES, Square};

const DIAGONALS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const STRAIGHTS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const STEPS: [(i32, i32); 8] = [(1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)];

/// Where a pawn of each side takes: [side][square].
pub(super) static PAWN: [[u32; 32]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];
/// Where a knight jumps. Tables are of 32 squares so that five bits index them without a test.
pub(super) static KNIGHT: [u32; 32] = leaps(&JUMPS);
/// Where a king steps.
pub(super) static KING: [u32; 32] = leaps(&STEPS);

/// Where a bishop goes when `occupied` squares block.
#[inline]
pub(super) fn bishop(square: Square, occupied: u32) -> u32 {
    BISHOP.attacks(square, occupied)
}

/// Where a rook goes when `occupied` squares block.
#[inline]
pub(super) fn rook(square: Square, occupied: u32) -> u32 {
    ROOK.attacks(square, occupied)
}

static BISHOP: Sliders<256> = Sliders::new(&DIAGONALS, &BISHOP_MAGIC);
static ROOK: Sliders<2048> = Sliders::new(&STRAIGHTS, &ROOK_MAGIC);

#[rustfmt::skip]
const BISHOP_MAGIC: [u32; SQUARES] = [
    0x0108_2864, 0x10A4_6A00, 0x4A58_4623, 0x0095_00F2, 0x1248_2080,
    0x4814_A901, 0x0F98_3440, 0x0C6C_2C80, 0x002C_84E0, 0x5496_4187,
    0x56A0_9304, 0x5680_4057, 0x0083_C458, 0x0680_4180, 0x2480_1080,
    0x0304_0A18, 0xD456_0214, 0x1004_2490, 0x3088_0100, 0x249D_590A,
    0x4248_632E, 0x1E0F_5080, 0x1702_B008, 0x8510_20A8, 0xC902_2100,
    0x268C_1288, 0x1030_6550, 0x1080_1C80, 0x4000_871E, 0x6826_C080,
];

#[rustfmt::skip]
const ROOK_MAGIC: [u32; SQUARES] = [
    0x4402_8140, 0x2210_4100, 0x8408_2041, 0x040C_1041, 0x0402_0040,
    0x1B81_1110, 0xA382_21C8, 0x0908_0882, 0x0944_0284, 0x3442_0104,
    0x2203_0040, 0xA042_0C00, 0x8982_4080, 0x55AA_2081, 0x0314_0190,
    0xC044_2042, 0x4202_30C2, 0x0080_A0C4, 0x3210_40C0, 0x1040_3019,
    0x0843_0080, 0x3103_8043, 0xA843_C080, 0x0941_0424, 0x50E8_9100,
    0x0220_4402, 0x3207_0484, 0x2181_4042, 0x3180_8A08, 0x0908_50C8,
];

/// How the blockers of a square become an index.
#[derive(Clone, Copy)]
struct Magic {
    /// The squares whose occupation matters: the rays without their last squares.
    mask: u32,
    factor: u32,
    shift: u32,
    /// Where the square's part of the table begins.
    start: u32,
}

/// Attack sets of a sliding piece. `N`, a power of two, is the table's size.
struct Sliders<const N: usize> {
    magics: [Magic; 32],
    sets: [u32; N],
}

impl<const N: usize> Sliders<N> {
    #[inline]
    fn attacks(&self, square: Square, occupied: u32) -> u32 {
        let magic = &self.magics[square & 31];
        let index = ((occupied & magic.mask).wrapping_mul(magic.factor) >> magic.shift) + magic.start;
        self.sets[index as usize & (N - 1)]
    }

    const fn new(directions: &[(i32, i32); 4], factors: &[u32; SQUARES]) -> Self {
        let mut table = Self { magics: [Magic { mask: 0, factor: 0, shift: 0, start: 0 }; 32], sets: [0; N] };
        let (mut square, mut start) = (0, 0);
        while square < SQUARES {
            let mask = rays(square, 0, directions, true);
            let magic = Magic { mask, factor: factors[square], shift: 32 - mask.count_ones(), start };
            let mut blockers = 0_u32;
            loop {
                let index = (blockers.wrapping_mul(magic.factor) >> magic.shift) + start;
                let set = rays(square, blockers, directions, false);
                assert!(table.sets[index as usize] == 0 || table.sets[index as usize] == set, "not a magic factor");
                table.sets[index as usize] = set;
                // The next subset of the mask.
                blockers = blockers.wrapping_sub(mask) & mask;
                if blockers == 0 {
                    break;
                }
            }
            table.magics[square] = magic;
            start += 1 << mask.count_ones();
            square += 1;
        }
        assert!(start as usize <= N && N.is_power_of_two());
        table
    }
}

/// The square so many files and ranks away, if it is on the board.
const fn neighbour(square: Square, (file, rank): (i32, i32)) -> Option<Square> {
    let (file, rank) = ((square % FILES) as i32 + file, (square / FILES) as i32 + rank);
    if file >= 0 && file < FILES as i32 && rank >= 0 && rank < RANKS as i32 {
        Some(rank as usize * FILES + file as usize)
    } else {
        None
    }
}

/// The squares from `square` in each direction up to the first blocker, or `inner` ones only: without each ray's last.
const fn rays(square: Square, blockers: u32, directions: &[(i32, i32); 4], inner: bool) -> u32 {
    let (mut set, mut direction) = (0, 0);
    while direction < directions.len() {
        let mut next = neighbour(square, directions[direction]);
        while let Some(at) = next {
            next = neighbour(at, directions[direction]);
            if next.is_some() || !inner {
                set |= 1 << at;
            }
            if blockers >> at & 1 != 0 {
                break;
            }
        }
        direction += 1;
    }
    set
}

const fn leaps(leaps: &[(i32, i32)]) -> [u32; 32] {
    let mut table = [0; 32];
    let mut square = 0;
    while square < SQUARES {
        let mut leap = 0;
        while leap < leaps.len() {
            if let Some(to) = neighbour(square, leaps[leap]) {
                table[square] |= 1 << to;
            }
            leap += 1;
        }
        square += 1;
    }
    table
}
