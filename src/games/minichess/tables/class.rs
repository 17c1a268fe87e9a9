//! Material classes: which pieces are on the board, and the numbers of their positions.
//!
//! The side with more men, or with the same number of stronger ones, is White's: another position is looked up with
//! colours swapped. Files are mirrored so that White's king stands on the files a to c, and Black's too if White's is
//! on the c-file; where both stand there a position and its mirror image keep a number each. Like pieces have no
//! order. Pawns stand on the five ranks from which they move.

use super::super::board::{Board, Kind};
use super::super::square::{FILES, RANKS, SQUARES, Square};
use crate::bits::BitSet;
use crate::game::Side;
use crate::solve::combinations::{CHOOSE, rank, unrank};
use arrayvec::ArrayVec;

/// The most pieces of all, kings included.
pub(super) const MOST_MEN: usize = 5;
/// Pieces in the order of their names.
const ORDER: [Kind; 5] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];
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

/// What decides to which class a position belongs: four bits for each piece of each side, White's first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Material(u64);

impl Material {
    /// The pieces of a board.
    #[inline]
    pub(super) fn of(board: &Board) -> Self {
        Side::all(2).fold(Self(0), |material, side| {
            let own = board.of(side);
            ORDER.iter().fold(material, |Self(bits), &kind| Self(bits << 4 | u64::from((board.kind(kind) & own).len())))
        })
    }

    /// The pieces of some men; kings do not count.
    pub(super) fn of_men(men: impl Iterator<Item = (Side, Kind)>) -> Self {
        men.fold(Self(0), |Self(bits), (side, kind)| {
            let place = ORDER.iter().rev().position(|&other| other == kind);
            let army = if side == Side::FIRST { Self::BITS } else { 0 };
            Self(bits + place.map_or(0, |place| 1 << (4 * place as u32 + army)))
        })
    }

    const BITS: u32 = 4 * ORDER.len() as u32;

    #[inline]
    fn white(self) -> u64 {
        self.0 >> Self::BITS
    }

    #[inline]
    fn black(self) -> u64 {
        self.0 & ((1 << Self::BITS) - 1)
    }

    #[inline]
    fn new(white: u64, black: u64) -> Self {
        Self(white << Self::BITS | black)
    }

    /// How many pieces an army has, its king not counted.
    fn count(army: u64) -> u64 {
        (0..ORDER.len()).map(|kind| army >> (4 * kind) & 15).sum()
    }

    /// The class in which these positions are kept, and whether that is with colours swapped.
    #[inline]
    pub(super) fn canonical(self) -> (Self, bool) {
        let strength = |army| (Self::count(army), army);
        let swapped = strength(self.black()) > strength(self.white());
        (if swapped { Self::new(self.black(), self.white()) } else { self }, swapped)
    }

    /// The pieces of an army, in the order of their names.
    fn kinds(army: u64) -> impl Iterator<Item = Kind> {
        ORDER.into_iter().zip((0..ORDER.len()).rev()).flat_map(move |(kind, place)| {
            let count = (army >> (4 * place) & 15) as usize;
            std::iter::repeat_n(kind, count)
        })
    }

    /// Its name, as in `KRPKR`: White's pieces, then Black's.
    pub(super) fn name(self) -> String {
        let army = |army| std::iter::once(Kind::King).chain(Self::kinds(army)).map(Kind::letter).collect::<String>();
        army(self.white()) + &army(self.black())
    }

    /// Reads a name: two kings, each before its other pieces, at most [`MOST_MEN`] men.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let (white, black) = name.strip_prefix('K')?.split_once('K')?;
        let army = |letters: &str| {
            letters.chars().try_fold(0, |army, letter| {
                let place = ORDER.iter().rev().position(|kind| kind.letter() == letter)?;
                Some(army + (1 << (4 * place)))
            })
        };
        // Four bits hold as many like pieces as there may be men.
        (name.len() <= MOST_MEN).then_some(Self::new(army(white)?, army(black)?))
    }

    /// How many men there are, kings included.
    pub(super) fn men(self) -> usize {
        2 + (Self::count(self.white()) + Self::count(self.black())) as usize
    }

    /// The classes to which a move out of this one leads, in this one's colours: by a promotion, a capture, or both.
    pub(super) fn after(self) -> Vec<Self> {
        const QUEEN: u64 = 1 << (4 * (ORDER.len() - 1));
        let mut after = Vec::new();
        for (own, enemy, swapped) in [(self.white(), self.black(), false), (self.black(), self.white(), true)] {
            let promoted = (own & 15 > 0).then(|| own - 1 + QUEEN);
            let captured = (0..ORDER.len()).map(|place| 1 << (4 * place)).filter(|piece| enemy & (15 * piece) != 0);
            let left: Vec<u64> = captured.map(|piece| enemy - piece).collect();
            for own in [Some(own), promoted].into_iter().flatten() {
                let unchanged = promoted == Some(own);
                for &enemy in left.iter().chain(unchanged.then_some(&enemy)) {
                    after.push(if swapped { Self::new(enemy, own) } else { Self::new(own, enemy) });
                }
            }
        }
        after.sort_unstable();
        after.dedup();
        after
    }

    /// All canonical classes of so many men, each after those to which its moves lead.
    pub(super) fn all(men: usize) -> Vec<Self> {
        let armies = |pieces: usize| {
            let mut armies = vec![0];
            for _ in 0..pieces {
                let one_more = |army: &u64| (0..ORDER.len()).map(|place| army + (1 << (4 * place))).collect::<Vec<_>>();
                armies = armies.iter().flat_map(one_more).collect();
                armies.sort_unstable();
                armies.dedup();
            }
            armies
        };
        let pieces = men.saturating_sub(2);
        let mut all: Vec<Self> = (0..=pieces)
            .flat_map(|white| {
                let black = armies(pieces - white);
                armies(white)
                    .into_iter()
                    .flat_map(move |white| black.clone().into_iter().map(move |black| Self::new(white, black)))
            })
            .filter(|material| !material.canonical().1)
            .collect();
        // A promotion leaves one pawn less.
        all.sort_by_key(|material| ((material.white() & 15) + (material.black() & 15), std::cmp::Reverse(*material)));
        all
    }
}

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

    #[test]
    fn names_are_canonical_and_complete() {
        let names = |men| Material::all(men).into_iter().map(Material::name).collect::<Vec<_>>();
        assert_eq!(names(2), ["KK"]);
        assert_eq!(names(3), ["KQK", "KRK", "KBK", "KNK", "KPK"]);
        assert_eq!((names(4).len(), names(5).len()), (30, 110));
        for men in 2..=MOST_MEN {
            let all = Material::all(men);
            for (index, &material) in all.iter().enumerate() {
                assert_eq!(Material::parse(&material.name()), Some(material));
                assert_eq!((material.canonical(), material.men()), ((material, false), men));
                for after in material.after() {
                    let after = after.canonical().0;
                    assert!(after.men() < men || all[..index].contains(&after), "{material:?} {after:?}");
                }
            }
        }
        for text in ["", "K", "KR", "KXK", "KRRRKR", "kk", "KRKRK", "KÄK"] {
            assert_eq!(Material::parse(text), None, "{text}");
        }
        let swapped = Material::parse("KQKRP").expect("a name").canonical();
        assert_eq!((swapped.0.name(), swapped.1), ("KRPKQ".into(), true));
        let after: Vec<String> =
            Material::parse("KPKR").expect("a name").after().into_iter().map(Material::name).collect();
        assert_eq!(after, ["KKR", "KPK", "KQK", "KQKR"]);
    }
}
