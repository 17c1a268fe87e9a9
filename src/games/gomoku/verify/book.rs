//! Certificates as a book: what they say of a position, however the board is turned. A tree is checked before it is
//! believed.

use super::board::Board;
use super::cover::{Stones, Symmetries};
use super::derived::Derived;
use super::file::{Certificate, Root};
use super::format::Format;
use super::kept::Kept;
use super::strategy::{Known, Rest, Squares, Strategy};
use super::{read, root_stones};
use once_cell::sync::OnceCell;
use std::sync::Arc;

/// As many roots are added up in the time in which one move of a tree is read.
pub const ROOTS_PER_MOVE: u64 = 4;

/// A certificate to look positions up in.
pub struct Book<'a> {
    certificate: Certificate<'a>,
    symmetries: Symmetries,
    kept: Kept<Strategy>,
    /// What follows of fewer stones, where Black is the attacker and where White is.
    derived: [OnceCell<Derived>; 2],
    /// Moves of the attacker in the longest line of any tree, where somebody has read them all.
    longest: Option<u32>,
}

/// A position of a book: whose win it is about, its stones as the root has them, and where it comes from.
struct Candidate {
    root: usize,
    symmetry: usize,
}

impl<'a> Book<'a> {
    /// The book of a certificate. Nothing of it is checked yet.
    pub fn new(certificate: Certificate<'a>) -> Self {
        let symmetries = Symmetries::new(certificate.format);
        Self { certificate, symmetries, kept: Kept::default(), derived: Default::default(), longest: None }
    }

    /// The same book, whose trees have at most so many moves of the attacker in a line, where that is known.
    pub fn with_longest(self, longest: Option<u32>) -> Self {
        Self { longest, ..self }
    }

    /// What is played.
    pub fn format(&self) -> Format {
        self.certificate.format
    }

    /// What is known of the position with these stones of Black and White: as many of Black's as of White's, or one
    /// more. At most `most` moves of trees are read for it. Who has won already is not asked.
    ///
    /// A position of fewer stones than the certificate's roots is known where all replies, or all to a move, lead to
    /// roots: of these the book takes the certificate's word, and reads no tree.
    pub fn known(&self, black: &[u16], white: &[u16], most: u64) -> Option<Known> {
        let (mut left, empty) = (most, self.certificate.format.squares() - black.len() - white.len());
        for Candidate { root: number, symmetry } in self.candidates(black, white) {
            let root = &self.certificate.roots[number];
            let Some(strategy) = self.strategy(number, &mut left) else { continue };
            let image = self.symmetries.image(symmetry);
            let turned = |squares: &[u16]| squares.iter().map(|&s| image[usize::from(s)]).collect::<Vec<u16>>();
            let [attacker, defender] = sides(root, turned(black), turned(white));
            let of_root = root_stones(root);
            let format = self.certificate.format;
            let rest = |stones: &[u16], known: &[u16]| -> Vec<u16> {
                let rest = stones.iter().filter(|square| !known.contains(square));
                rest.filter_map(|&square| format.on_sheet(square)).collect()
            };
            let is_free = |square: u16| {
                ![&attacker, &defender].into_iter().any(|stones| stones.contains(&format.of_sheet(square)))
            };
            let (ours, theirs) = (rest(&attacker, &of_root.attacker), rest(&defender, &of_root.defender));
            let squares = Squares { is_free: &is_free, is_beyond: &|_| false, is_harmless: &|_| true };
            if let Some(known) = strategy.known(&ours, &theirs, &squares, Some(empty)) {
                let turned_back = |square| image.iter().position(|&to| to == square).unwrap_or_default() as u16;
                return Some(known.map(|square| turned_back(format.of_sheet(square))));
            }
        }
        self.derived(black, white, most)
    }

    /// The roots of which the position may be a continuation, those whose trees are kept first.
    fn candidates(&self, black: &[u16], white: &[u16]) -> Vec<Candidate> {
        let mut found = Vec::new();
        let set = |squares: &[u16], image: &[u16]| {
            let mut set = vec![false; image.len()];
            squares.iter().for_each(|&square| set[usize::from(image[usize::from(square)])] = true);
            set
        };
        for symmetry in 0..self.symmetries.count() {
            let image = self.symmetries.image(symmetry);
            let sets = [set(black, image), set(white, image)];
            for (number, root) in self.certificate.roots.iter().enumerate() {
                // Black put the first stone of a root, and every other one.
                let mut stones = root.stones.iter().enumerate();
                let has = |set: &[bool], square: u16| set.get(usize::from(square)) == Some(&true);
                if !stones.all(|(turn, &square)| has(&sets[turn % 2], square)) {
                    continue;
                }
                // A root that nobody has checked may name a stone twice.
                let Some(more) = (black.len() + white.len()).checked_sub(root.stones.len()) else { continue };
                let [attacker, _] = sides(root, &sets[0], &sets[1]);
                let goes_on = |first: u16| more == 0 || has(attacker, first);
                if self.certificate.first_move(root).is_some_and(goes_on) {
                    found.push(Candidate { root: number, symmetry });
                }
            }
        }
        let place = self.kept.places();
        found.sort_by_key(|found| {
            (place(found.root), std::cmp::Reverse(self.certificate.roots[found.root].stones.len()))
        });
        found
    }

    /// The tree of a root, checked; none if it is refused, or longer than `left`, of which its moves are taken.
    fn strategy(&self, number: usize, left: &mut u64) -> Option<Arc<Strategy>> {
        let root = self.certificate.roots.get(number)?;
        let mut may_read = || {
            let rest = left.checked_sub(self.certificate.tree_moves(root));
            *left = rest.unwrap_or(*left);
            rest.is_some()
        };
        let read = || read(&self.certificate, root, &mut Board::new(), |reader| Ok(reader.strategy()?.1));
        self.kept.tree(number, &mut may_read, || read().ok())
    }

    /// What follows of a position of fewer stones than the roots.
    fn derived(&self, black: &[u16], white: &[u16], most: u64) -> Option<Known> {
        let roots = &self.certificate.roots;
        let count = black.len() + white.len();
        let most_stones = roots.iter().map(|root| root.stones.len()).max().filter(|&stones| stones > count)?;
        if most < roots.len() as u64 / ROOTS_PER_MOVE {
            return None;
        }
        let to_move = count % 2;
        [to_move, 1 - to_move].into_iter().find_map(|attacker| {
            let derived =
                self.derived[attacker].get_or_init(|| Derived::new(&self.certificate, &self.symmetries, attacker));
            let [attackers, defenders] = if attacker == 0 { [black, white] } else { [white, black] };
            let stones = Stones { attacker: attackers.to_vec(), defender: defenders.to_vec() };
            let attacks = attacker == to_move;
            let m = if attacks {
                derived.attack(&self.symmetries, &stones)
            } else {
                derived.defence(&self.symmetries, &stones)
            }?;
            let left = (self.certificate.format.squares() - count) as u32 + u32::from(attacks);
            let longest = self.longest.map_or(u32::MAX, |longest| longest + (most_stones - count) as u32 / 2);
            // Every reply leads to positions of their own.
            let is_empty = |square: &u16| !attacks && !black.contains(square) && !white.contains(square);
            let replies = (0..self.certificate.format.squares() as u16).filter(is_empty).collect();
            let rest = Rest { replies, others: None, moves: self.moves_ahead(black, white), lines: None };
            Some(Known { attacks, moves: (left / 2).min(longest), line: vec![m], rest })
        })
    }

    /// Moves of the trees of all roots to which the position with these stones of Black and White may lead.
    fn moves_ahead(&self, black: &[u16], white: &[u16]) -> u64 {
        let images: Vec<[Vec<u16>; 2]> = (0..self.symmetries.count())
            .map(|symmetry| {
                let image = self.symmetries.image(symmetry);
                [black, white].map(|stones| stones.iter().map(|&square| image[usize::from(square)]).collect())
            })
            .collect();
        let is_ahead = |root: &&Root| {
            let has = |side: usize, square| root.stones.iter().skip(side).step_by(2).any(|&stone| stone == square);
            images.iter().any(|sides| (0..2).all(|side| sides[side].iter().all(|&square| has(side, square))))
        };
        self.certificate.roots.iter().filter(is_ahead).map(|root| self.certificate.tree_moves(root)).sum()
    }
}

/// What is the attacker's in a root's proof, and what the defender's.
fn sides<T>(root: &Root, black: T, white: T) -> [T; 2] {
    if root.stones.len().is_multiple_of(2) { [black, white] } else { [white, black] }
}

impl std::fmt::Debug for Book<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Book").field("roots", &self.certificate.roots.len()).finish_non_exhaustive()
    }
}
