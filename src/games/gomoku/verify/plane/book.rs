//! A certificate of the plane as a book: what it says of a position there or on a board, however that is turned. A tree
//! is checked before it is played by.

use super::super::ROOTS_PER_MOVE;
use super::super::board::{Board, is_playable};
use super::super::file::{Certificate, PASS, Root};
use super::super::kept::Kept;
use super::super::strategy::{Known, Rest, Squares, Strategy};
use super::super::tree::Facts;
use super::cover::{FIRST, is_won, is_won_on};
use super::edges::Sides;
use super::lemma::Lemma;
use super::places::{Carry, Place, Position, are_apart, coordinates, distance};
use super::roots::{Maps, Roots};
use super::{index, keep_on, play, read_on};
use crate::solve::Others;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What follows from roots is worked out where so many moves of trees may be read for each root: it takes up to some
/// tenths of a second for a position, and seconds for the whole game without an index.
const ROUNDS: u64 = 4;
const ROUNDS_OF_ALL: u64 = 100;
/// Roots of more stones are passed over.
const MOST_STONES: usize = 200;

/// A tree that was read.
struct Tree {
    facts: Facts,
    strategy: Strategy,
}

/// A certificate of the plane to look positions up in.
pub struct Book<'a> {
    certificate: Certificate<'a>,
    lemmas: Vec<Lemma>,
    maps: Maps,
    summary: Option<Summary>,
    kept: Kept<Tree>,
}

/// What an index says of all trees together.
struct Summary {
    /// Whether Black wins on the plane.
    is_whole: bool,
    /// The side of the smallest board from which on it wins on all square ones.
    board: Option<i32>,
    /// Moves of Black in the longest line of any tree.
    longest: u32,
}

/// A position to look up: its stones, and the board.
struct Question<'q> {
    black: BTreeSet<Place>,
    white: BTreeSet<Place>,
    side: Option<i32>,
    sides: Option<Sides>,
    /// Moves of trees that may still be read.
    left: Cell<u64>,
    stop: &'q AtomicBool,
}

impl Question<'_> {
    fn is_on(&self, place: Place) -> bool {
        self.sides.is_none_or(|sides| sides.contain(place))
    }

    fn is_empty(&self, place: Place) -> bool {
        self.is_on(place) && !self.black.contains(&place) && !self.white.contains(&place)
    }

    /// Whether there is time to read so many moves, which are taken off; where a tree is too large, smaller ones may
    /// not be.
    fn may_read(&self, moves: u64) -> bool {
        let left = self.left.get().checked_sub(moves).filter(|_| !self.stop.load(Relaxed));
        left.into_iter().for_each(|left| self.left.set(left));
        left.is_some()
    }

    fn stones(&self) -> usize {
        self.black.len() + self.white.len()
    }

    fn position(&self) -> Position {
        Position { black: self.black.iter().copied().collect(), white: self.white.iter().copied().collect() }
    }
}

impl<'a> Book<'a> {
    /// The book of a certificate, of which nothing is checked yet, and its index, if there is one.
    ///
    /// # Errors
    /// The index is not that of this certificate.
    pub fn new(certificate: Certificate<'a>, index: Option<&[u8]>) -> Result<Self, String> {
        let is_usable = |root: &Root| {
            let mut stones = root.stones.iter().filter(|&&square| square != PASS);
            root.stones.len() <= MOST_STONES
                && root.stones.len().is_multiple_of(2)
                && stones.all(|&square| is_playable(square))
        };
        let lemma = |root| if is_usable(root) { Lemma::unread(root) } else { Lemma::default() };
        let mut lemmas: Vec<Lemma> = certificate.roots.iter().map(lemma).collect();
        let mut summary = None;
        if let Some(bytes) = index {
            let index::Index { is_whole, board, told, .. } = index::read(&certificate, bytes)?;
            let longest = told.iter().map(|told| told.longest).max().unwrap_or_default();
            summary = Some(Summary { is_whole, board, longest });
            lemmas = lemmas.into_iter().zip(told).map(|(lemma, told)| lemma.with(told)).collect();
        }
        let maps = Maps::new(&lemmas);
        Ok(Self { certificate, lemmas, maps, summary, kept: Kept::default() })
    }

    /// Whether what it says of the whole game need not be worked out.
    pub fn has_index(&self) -> bool {
        self.summary.is_some()
    }

    /// Whether exactly five win.
    pub fn is_exact(&self) -> bool {
        self.certificate.format.exact
    }

    /// What is known of the position with these stones of Black and White, by columns and rows from Black's first one:
    /// as many of Black's as of White's, or one more. On a square board of `side` columns Black's first stone is in the
    /// middle. At most `most` moves of trees are read for it, and none after `stop`.
    ///
    /// Of a position that follows from others the book takes the word of the certificate, and of its index, that these
    /// are won.
    pub fn known(
        &self,
        [black, white]: [&[(i32, i32)]; 2],
        side: Option<i32>,
        most: u64,
        stop: &AtomicBool,
    ) -> Option<Known<(i32, i32)>> {
        // Looking through the roots takes time, too.
        if most < self.lemmas.len() as u64 / ROOTS_PER_MOVE {
            return None;
        }
        let set = |places: &[(i32, i32)]| places.iter().map(|&(x, y)| (x, y, 0)).collect();
        let (black, white, sides) = (set(black), set(white), side.map(Sides::new));
        let question = Question { black, white, side, sides, left: Cell::new(most), stop };
        let found = self.by_five(&question).or_else(|| self.by_tree(&question)).or_else(|| self.derived(&question));
        found.map(|known| known.map(|(x, y, _)| (x, y)))
    }

    /// Black's five, where White has not stopped it.
    fn by_five(&self, question: &Question<'_>) -> Option<Known<Place>> {
        let black: Vec<Place> = question.black.iter().copied().filter(|_| self.attacks(question)).collect();
        let five = play::wins(&black, self.is_exact(), |place| question.is_empty(place)).into_iter().next()?;
        let rest = Rest { replies: Vec::new(), others: None, moves: 1, lines: Some(1.0) };
        Some(Known { attacks: true, moves: 1, line: vec![five], rest })
    }

    fn attacks(&self, question: &Question<'_>) -> bool {
        question.black.len() == question.white.len()
    }

    /// The tree of a root of which the position is a continuation.
    fn by_tree(&self, question: &Question<'_>) -> Option<Known<Place>> {
        let mut places: Vec<(usize, Carry)> = Vec::new();
        for (number, lemma) in self.lemmas.iter().enumerate() {
            let first = self.certificate.first_move(&self.certificate.roots[number]);
            let more = question.black.len().saturating_sub(lemma.position.black.len());
            places.extend(lemma.places_in(&question.black, &question.white).into_iter().filter_map(|carry| {
                let first = carry.real(coordinates(first.filter(|&first| is_playable(first))?));
                (more == 0 || question.black.contains(&first) || !question.is_on(first)).then_some((number, carry))
            }));
        }
        let place = self.kept.places();
        places.sort_by_key(|&(number, _)| {
            (place(number), std::cmp::Reverse(self.certificate.roots[number].stones.len()))
        });
        places.into_iter().find_map(|(number, carry)| self.in_tree(question, number, &carry))
    }

    /// What the tree of a root says that lies so in the position.
    fn in_tree(&self, question: &Question<'_>, number: usize, carry: &Carry) -> Option<Known<Place>> {
        let lemma = &self.lemmas[number];
        let tree = self.tree(number, question)?;
        let Facts { touched, zone, edges, ends, room, .. } = &tree.facts;
        let is_apart = are_apart(&touched.iter().map(|&square| carry.place(coordinates(square))).collect::<Vec<_>>());
        if !is_apart || !lemma.serves(edges, *room, question.sides, carry) {
            return None;
        }
        let place = |square: u16| carry.real(coordinates(square));
        let numbers: HashMap<Place, u16> = touched.iter().chain(ends).map(|&square| (place(square), square)).collect();
        // The stones that came after the root's; those that the tree does not know are alike.
        let left = |stones: &BTreeSet<Place>, of_root: &[Place]| -> Vec<Place> {
            let of_root: BTreeSet<Place> = of_root.iter().map(|&stone| carry.real(stone)).collect();
            stones.difference(&of_root).copied().collect()
        };
        let numbered =
            |stones: &[Place]| stones.iter().map(|stone| numbers.get(stone).copied().unwrap_or(PASS)).collect();
        let ours: Vec<u16> = numbered(&left(&question.black, &lemma.position.black));
        let theirs = left(&question.white, &lemma.position.white);
        let is_free = |square: u16| question.is_empty(place(square));
        let is_beyond = |square: u16| !question.is_on(place(square));
        let is_harmless = |square: u16| !ends.contains(&square);
        let empty = question.sides.map(|sides| sides.squares() - question.stones());
        let known = |theirs: Vec<u16>| {
            let squares = Squares { is_free: &is_free, is_beyond: &is_beyond, is_harmless: &is_harmless };
            tree.strategy.known(&ours, &theirs, &squares, empty)
        };
        let found = if lemma.is_after_pass() {
            // One stone more than in the tree, which lies outside its zone.
            let zone: HashSet<Place> = zone.as_ref()?.iter().map(|&square| place(square)).collect();
            let mut extras = (0..theirs.len()).filter(|&extra| !zone.contains(&theirs[extra]));
            extras.find_map(|extra| known(numbered(&[&theirs[..extra], &theirs[extra + 1..]].concat())))
        } else {
            known(numbered(&theirs))
        };
        let mut known = found?.map(place);
        let mut taken = HashSet::new();
        let playable = known.line.iter().take_while(|&&m| question.is_empty(m) && taken.insert(m)).count();
        known.line.truncate(playable);
        if known.attacks && known.line.is_empty() {
            // Its square is beyond the edge, or has a black stone: Black may play anywhere where that does no harm.
            let ends: HashSet<Place> = ends.iter().map(|&square| place(square)).collect();
            let free = |place: &Place| question.is_empty(*place) && !ends.contains(place);
            let unused = |place: &Place| free(place) && !numbers.contains_key(place);
            let sides = question.sides?;
            known.line.extend(sides.seconds().find(unused).or_else(|| sides.seconds().find(free)));
        }
        Some(known)
    }

    /// The tree of a root, checked; none if it is refused, or there is no time to read it.
    fn tree(&self, number: usize, question: &Question<'_>) -> Option<Arc<Tree>> {
        let root = self.certificate.roots.get(number)?;
        let may_read = || question.may_read(self.certificate.tree_moves(root));
        let read = || keep_on(&mut Board::new(), &self.certificate, root).ok();
        self.kept.tree(number, may_read, || read().map(|(facts, strategy)| Tree { facts, strategy }))
    }

    /// What follows from roots of more stones.
    fn derived(&self, question: &Question<'_>) -> Option<Known<Place>> {
        let enough = |rounds| question.left.get() >= rounds * self.lemmas.len() as u64;
        let stones = question.stones();
        if stones > self.maps.most_stones || !enough(ROUNDS) {
            return None;
        }
        let board = RefCell::new(Board::new());
        let read = |number: usize| {
            let root = &self.certificate.roots[number];
            let may_read = question.may_read(self.certificate.tree_moves(root));
            may_read.then(|| read_on(&mut board.borrow_mut(), &self.certificate, root).ok()).flatten()
        };
        let roots = Roots::new(&self.lemmas, &self.maps, &read, question.sides);
        let (attacks, position) = (self.attacks(question), question.position());
        let (mut replies, mut others) = (Vec::new(), None);
        let m = if question.white.is_empty() {
            // The whole game, which begins in the middle.
            let is_won = match &self.summary {
                Some(summary) => {
                    summary.is_whole
                        && question.side.is_none_or(|side| summary.board.is_some_and(|least| least <= side))
                }
                None if !enough(ROUNDS_OF_ALL) => false,
                None => question.sides.map_or_else(|| is_won(&roots), |sides| is_won_on(&roots, sides)),
            };
            if !is_won || question.black.iter().any(|&first| first != FIRST) {
                return None;
            }
            roots.used.borrow_mut().extend(0..self.lemmas.len());
            if attacks {
                FIRST
            } else {
                replies.extend(question.sides.into_iter().flat_map(|sides| sides.seconds().collect::<Vec<_>>()));
                (1, 1, 0)
            }
        } else if attacks {
            let way = roots.way(&position)?;
            roots.used.borrow_mut().insert(way.lemma);
            way.first?.0
        } else {
            let mut trees = roots.trees(&position).into_iter();
            let found = trees.find(|found| roots.answers_all(&position, found).is_some())?;
            roots.used.borrow_mut().insert(found.lemma);
            replies.extend(found.zone?.into_iter().filter(|&reply| question.is_empty(reply)));
            others = Some(Others::Pass);
            // The one that seems the hardest.
            let far = |reply: &&Place| question.black.iter().map(|&stone| distance(stone, **reply)).sum::<i32>();
            *replies.iter().min_by_key(far)?
        };
        let moves = |&number: &usize| self.certificate.tree_moves(&self.certificate.roots[number]);
        let moves = roots.used.borrow().iter().map(moves).sum();
        // Black's moves up to the largest root: in turn, and it has one more if Black is to move and White passes last.
        let more = (self.maps.most_stones - stones + usize::from(attacks)) as u32 / 2;
        let longest = self.summary.as_ref().map_or(u32::MAX, |summary| summary.longest.saturating_add(more));
        let rest = Rest { replies, others, moves, lines: None };
        Some(Known { attacks, moves: longest, line: vec![m], rest })
    }
}

impl std::fmt::Debug for Book<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Book").field("roots", &self.certificate.roots.len()).finish_non_exhaustive()
    }
}
