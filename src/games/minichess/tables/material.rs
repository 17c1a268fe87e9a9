//! Which pieces are on the board, as a word: what decides in which table a position is.

use super::super::board::{Board, Kind};
use crate::bits::BitSet;
use crate::game::Side;

/// The most pieces of all, kings included.
pub(super) const MOST_MEN: usize = 5;
/// Pieces in the order of their names.
const ORDER: [Kind; 5] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

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
    pub(super) fn white(self) -> u64 {
        self.0 >> Self::BITS
    }

    #[inline]
    pub(super) fn black(self) -> u64 {
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
    pub(super) fn kinds(army: u64) -> impl Iterator<Item = Kind> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
