//! The numbers of positions with the same material.
//!
//! The side with more men, or with the same number of stronger ones, is White's: another position is looked up with
//! colours swapped. Files are mirrored so that White's king stands on the files a to c, and Black's too if White's is
//! on the c-file; where both stand there a position and its mirror image keep a number each. Like pieces have no
//! order. Pawns stand on the five ranks from which they move.

use super::super::board::{Board, Kind};
use super::super::square::{FILES, RANKS, SQUARES, Square};
use super::material::{MOST_MEN, Material};
use crate::bits::BitSet;
use crate::game::Side;
use crate::solve::combinations::{CHOOSE, rank, unrank};
use arrayvec::ArrayVec;

/// Squares from which a pawn moves.
const PAWN_SQUARES: usize = SQUARES - FILES;
/// Pairs of squares of the kings, mirrored.
const KING_PAIRS: usize = 450;

/// The numbers of the mirrored pairs of kings, by White's square and Black's.
static KINGS: [[u16; 32]; 32] = {
    let mut numbers = [[u16::MAX; 32]; 32];
    let mut pair = 0;
    while pair < KING_PAIRS {
        let (white, black) = PAIRS[pair];
        numbers[white as usize][black as usize] = pair as u16;
        pair += 1;
    }
    numbers
};

/// The mirrored pairs of kings.
static PAIRS: [(u8, u8); KING_PAIRS] = {
    let mut pairs = [(0, 0); KING_PAIRS];
    let (mut found, mut pair) = (0, 0);
    while pair < SQUARES * SQUARES {
        let (white, black) = (pair / SQUARES, pair % SQUARES);
        if white != black && !is_right(white, black) {
            pairs[found] = (white as u8, black as u8);
            found += 1;
        }
        pair += 1;
    }
    assert!(found == KING_PAIRS);
    pairs
};

/// Whether a pair of kings is to be mirrored.
#[inline]
const fn is_right(white: usize, black: usize) -> bool {
    let (white, black) = (white % FILES, black % FILES);
    white > FILES / 2 || (white == FILES / 2 && black > FILES / 2)
}

/// The square on the other side of the c-file.
#[inline]
pub(super) const fn mirrored(square: u8) -> u8 {
    const MIRRORED: [u8; 32] = {
        let mut mirrored = [0; 32];
        let mut square = 0;
        while square < SQUARES {
            mirrored[square] = (square - square % FILES + FILES - 1 - square % FILES) as u8;
            square += 1;
        }
        mirrored
    };
    MIRRORED[square as usize & 31]
}

/// The square as the other side sees it.
#[inline]
pub(super) const fn flipped(square: u8) -> u8 {
    ((RANKS - 1 - square as usize / FILES) * FILES + square as usize % FILES) as u8
}

/// Where the men of a class stand, in the order of [`Class::men`].
pub(super) type Squares = [u8; MOST_MEN];

/// Like pieces of one side.
#[derive(Clone, Debug)]
struct Group {
    /// Where they are among the men.
    first: usize,
    count: usize,
    /// Added to a square by the numbers: pawns of Black begin on the second rank.
    offset: u8,
    /// How many sets of squares there are.
    sets: usize,
    /// The squares of each set.
    squares: Vec<[u8; 3]>,
}

/// A class, with what its positions are numbered by.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) material: Material,
    /// The men: both kings, White's other pieces, Black's.
    pub(super) men: ArrayVec<(Side, Kind), MOST_MEN>,
    groups: ArrayVec<Group, { MOST_MEN - 2 }>,
    /// How many numbers are in use for each side to move.
    pub(super) boards: usize,
}

impl Class {
    /// The class of these pieces.
    pub(super) fn new(material: Material) -> Self {
        let mut class = Self::without_boards(material);
        for group in &mut class.groups {
            group.squares = (0..group.sets)
                .map(|number| {
                    let mut squares = [0; 3];
                    let set = unrank(number, group.count);
                    squares.iter_mut().zip(set.members()).for_each(|(at, square)| *at = square as u8 + group.offset);
                    squares
                })
                .collect();
        }
        class
    }

    /// The class of these pieces, to look up numbers alone: [`Self::squares`] knows no board.
    pub(super) fn without_boards(material: Material) -> Self {
        let mut men: ArrayVec<_, MOST_MEN> =
            [(Side::FIRST, Kind::King), (Side::SECOND, Kind::King)].into_iter().collect();
        let mut groups: ArrayVec<Group, { MOST_MEN - 2 }> = ArrayVec::new();
        for (side, army) in [(Side::FIRST, material.white()), (Side::SECOND, material.black())] {
            for kind in Material::kinds(army) {
                let first = men.len();
                match groups.last_mut() {
                    Some(group) if men[first - 1] == (side, kind) => group.count += 1,
                    _ => {
                        let offset = if kind == Kind::Pawn && side == Side::SECOND { FILES as u8 } else { 0 };
                        groups.push(Group { first, count: 1, offset, sets: 0, squares: Vec::new() });
                    }
                }
                men.push((side, kind));
            }
        }
        for group in &mut groups {
            let squares = if men[group.first].1 == Kind::Pawn { PAWN_SQUARES } else { SQUARES };
            group.sets = CHOOSE[squares][group.count];
        }
        let boards = groups.iter().fold(KING_PAIRS, |boards, group| boards * group.sets);
        Self { material, men, groups, boards }
    }

    /// White's lead by the final count.
    pub(super) fn lead(&self) -> i32 {
        self.men.iter().map(|&(side, kind)| if side == Side::FIRST { kind.count() } else { -kind.count() }).sum()
    }

    /// The number of a board, or of its mirror image; pawns must stand where they can move.
    #[inline]
    pub(super) fn number(&self, squares: &Squares) -> usize {
        if Self::is_mirrored(squares) {
            self.number_as_it_is(&squares.map(mirrored))
        } else {
            self.number_as_it_is(squares)
        }
    }

    #[inline]
    fn number_as_it_is(&self, squares: &Squares) -> usize {
        let kings = KINGS[squares[0] as usize & 31][squares[1] as usize & 31];
        self.groups.iter().fold(usize::from(kings), |number, group| {
            let squares = &squares[group.first..group.first + group.count];
            let set = match *squares {
                [square] => usize::from(square - group.offset),
                _ => rank(squares.iter().fold(0, |set, square| set | 1_u64 << (square - group.offset))),
            };
            number * group.sets + set
        })
    }

    /// Whether the mirror image of a board has the number.
    #[inline]
    pub(super) fn is_mirrored(squares: &Squares) -> bool {
        is_right(squares[0].into(), squares[1].into())
    }

    /// Whether the kings of a board stand on the c-file: then its mirror image has a number of its own.
    #[inline]
    pub(super) fn has_twin(squares: &Squares) -> bool {
        squares[0] as usize % FILES == FILES / 2 && squares[1] as usize % FILES == FILES / 2
    }

    /// The board with a number; nothing if two men would stand on one square.
    #[inline]
    pub(super) fn squares(&self, number: usize) -> Option<Squares> {
        let (mut squares, mut rest) = ([0; MOST_MEN], number);
        let mut occupied = 0_u32;
        for group in self.groups.iter().rev() {
            for (square, at) in
                group.squares.get(rest % group.sets)?.iter().zip(&mut squares[group.first..]).take(group.count)
            {
                *at = *square;
                occupied |= 1 << square;
            }
            rest /= group.sets;
        }
        let kings = PAIRS[rest];
        (squares[0], squares[1]) = (kings.0, kings.1);
        occupied |= 1 << kings.0 | 1 << kings.1;
        (occupied.count_ones() as usize == self.men.len()).then_some(squares)
    }

    /// The number of a position of this material, perhaps with colours swapped, and the side to move there; nothing
    /// where a pawn stands on its last rank, or a king is missing.
    #[inline]
    pub(super) fn number_of(&self, board: &Board, turn: Side, swapped: bool) -> Option<(Side, usize)> {
        let mut squares = [0; MOST_MEN];
        for (index, &(side, kind)) in self.men.iter().enumerate() {
            let owner = if swapped { side.other() } else { side };
            let mut men = board.kind(kind) & board.of(owner);
            // Of like pieces, each the next.
            for _ in 0..self.men[..index].iter().filter(|&&man| man == (side, kind)).count() {
                men = men.without_first();
            }
            let square = men.first()? as u8;
            squares[index] = if swapped { flipped(square) } else { square };
            if kind == Kind::Pawn && squares[index] as usize / FILES == if side == Side::FIRST { RANKS - 1 } else { 0 }
            {
                return None;
            }
        }
        Some((if swapped { turn.other() } else { turn }, self.number(&squares)))
    }

    /// The board with these squares, with colours swapped or as it is.
    pub(super) fn board(&self, squares: &Squares, swapped: bool) -> Board {
        let mut board = Board::EMPTY;
        for (&(side, kind), &square) in self.men.iter().zip(squares) {
            let (side, square) = if swapped { (side.other(), flipped(square)) } else { (side, square) };
            board.put(Square::from(square), side, kind);
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str) -> Class {
        Class::new(Material::parse(name).expect("a name"))
    }

    #[test]
    fn boards_have_numbers_and_twins_are_mirror_images() {
        for name in ["KK", "KRK", "KPK", "KRRK", "KQKP", "KPPK", "KPKP", "KPPPK"] {
            let class = class(name);
            let mut twins = 0;
            for number in (0..class.boards).step_by(if class.men.len() > 4 { 7 } else { 1 }) {
                let Some(squares) = class.squares(number) else { continue };
                assert_eq!(class.number(&squares), number, "{name}");
                let image = class.number(&squares.map(mirrored));
                assert!(image == number || Class::has_twin(&squares), "{name}");
                twins += usize::from(image != number);
                let board = class.board(&squares, false);
                for turn in Side::all(2) {
                    assert_eq!(class.number_of(&board, turn, false), Some((turn, number)), "{name}");
                }
            }
            assert!(twins > 0 || name == "KK", "{name}");
        }
    }
}
