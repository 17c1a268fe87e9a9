//! What proved positions of the plane add up to.

use super::edges::Sides;
use super::lacks::Lacks;
use super::lemma::Lemma;
use super::places::{Place, Position, distance};
use super::roots::{Maps, Read, Roots};
use std::collections::BTreeSet;

/// The furthest second stones that are looked at.
const MOST_RADIUS: i32 = 50;

/// Boards smaller than that are not looked at.
const LEAST_SIDE: i32 = 9;
/// Where Black begins.
pub(super) const FIRST: Place = (0, 0, 0);
/// All have been read.
pub(super) const NOTHING: &Read<'static> = &|_| None;

/// A second stone of White, and how it is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Second {
    /// Columns and rows from the first stone, the larger one first.
    pub place: (i32, i32),
    /// Whether Black wins after it.
    pub is_won: bool,
}

/// What the roots add up to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cover {
    /// Roots of as many white stones as black ones, and of one less.
    pub roots: [usize; 2],
    /// If Black wins against a second stone on the other sheet: no stone at a larger distance has to be looked at.
    pub radius: Option<i32>,
    /// White's second stones up to this distance, one of each eight, from the nearest on; up to the furthest that a
    /// root has if the radius is not known.
    pub seconds: Vec<Second>,
    /// The distance from the first stone within which all of Black's moves and fives are, and those on the other sheet
    /// from White's second stone.
    pub reach: [i32; 2],
    /// The distance from the first stone within which all windows are in which Black makes its fives; nothing if some
    /// are on the other sheet.
    pub fives: Option<i32>,
    /// If Black wins on the plane: the side of the smallest board from which on it wins on all square ones.
    /// `docs/reference/proof.md` says why.
    pub board: Option<i32>,
}

impl Cover {
    /// Whether Black wins from the empty plane.
    pub fn is_whole(&self) -> bool {
        self.radius.is_some() && self.seconds.iter().all(|second| second.is_won)
    }
}

/// Adds roots up; and the lemmas that are made use of, on the plane and on the square boards.
pub(super) fn cover(lemmas: &[Lemma]) -> (Cover, BTreeSet<usize>) {
    let is_even = |lemma: &&Lemma| lemma.position.black.len() == lemma.position.white.len();
    let even = lemmas.iter().filter(is_even).count();
    let counts = [even, lemmas.len() - even];
    let of_plane = || lemmas.iter().filter(|lemma| lemma.board.is_none());
    let spans = of_plane().flat_map(|Lemma { position: Position { black, white }, .. }| {
        white
            .iter()
            .filter(|place| place.2 == 0)
            .map(|&white| black.iter().map(move |&black| distance(black, white)).min())
    });
    let furthest = spans.flatten().max().unwrap_or_default();
    let maps = Maps::new(lemmas);
    let roots = Roots::new(lemmas, &maps, NOTHING, None);
    let radius = radius(&roots);
    let seconds = seconds(&roots, radius.unwrap_or(furthest.min(MOST_RADIUS)));
    let far_fives =
        |&number: &usize| lemmas[number].told().is_some_and(|told| told.fives.iter().any(|place| place.2 == 1));
    let has_far_fives = roots.used.borrow().iter().any(far_fives);
    let fives = (!has_far_fives).then(|| roots.reach(|told| &told.fives)[0]);
    let mut cover =
        Cover { roots: counts, radius, seconds, reach: roots.reach(|told| &told.black), fives, board: None };
    let mut used = roots.used.take();
    let mut is_won = |side: &i32| {
        let sides = Sides::new(*side);
        let roots = Roots::new(lemmas, &maps, NOTHING, Some(sides));
        let is_won = is_won_on(&roots, sides);
        if is_won {
            used.append(&mut roots.used.take());
        }
        is_won
    };
    let blacks = of_plane().flat_map(|Lemma { position: Position { black, .. }, .. }| {
        let from = |stone: Place| move |&other: &Place| if other.2 == 0 { distance(stone, other) } else { MOST_RADIUS };
        black.iter().flat_map(move |&stone| black.iter().map(from(stone)))
    });
    let from = fives.filter(|_| cover.is_whole()).map(|fives| 2 * blacks.fold(fives, i32::max) + 1);
    // On larger boards there is room for all trees.
    let room = of_plane().filter_map(Lemma::told).map(|told| told.room).max().unwrap_or_default();
    let from = from.map(|from| (from..).find(|&side| Sides::new(side).squares() >= room).unwrap_or(from));
    cover.board = from.map(|from| (LEAST_SIDE..from).rev().take_while(|side| is_won(side)).last().unwrap_or(from));
    (cover, used)
}

/// The positions of a square board, of stones on sheet 0, that need trees of their own for Black to win there: those
/// that have none, or one that the edges cut off. `answers`: positions after Black's answers to others.
pub(super) fn lacks(lemmas: &[Lemma], side: i32, answers: &[Position]) -> Vec<Position> {
    let (sides, maps) = (Sides::new(side), Maps::new(lemmas));
    let [roots, plane] = [Some(sides), None].map(|sides| Roots::new(lemmas, &maps, NOTHING, sides));
    let mut lacks = Lacks::new(&roots, &plane, answers);
    sides.seconds().for_each(|second| lacks.of(&Position { black: vec![FIRST], white: vec![second] }));
    lacks.found
}

/// If Black wins against a far second stone: from which distance on.
fn radius(roots: &Roots<'_>) -> Option<i32> {
    let far = Position { black: vec![FIRST], white: vec![(0, 0, 1)] };
    roots.wins(&far).filter(|&radius| radius <= MOST_RADIUS)
}

/// White's second stones up to a distance, one of each eight.
fn seconds(roots: &Roots<'_>, limit: i32) -> Vec<Second> {
    let places = (1..=limit).flat_map(|x| (0..=x).map(move |y| (x, y)));
    places.map(|(x, y)| Second { place: (x, y), is_won: is_won_after(roots, (x, y, 0)) }).collect()
}

fn is_won_after(roots: &Roots<'_>, second: Place) -> bool {
    roots.wins(&Position { black: vec![FIRST], white: vec![second] }).is_some()
}

/// Whether Black wins on a board.
pub(super) fn is_won_on(roots: &Roots<'_>, sides: Sides) -> bool {
    sides.seconds().all(|second| is_won_after(roots, second))
}

/// Whether Black wins on the plane.
pub(super) fn is_won(roots: &Roots<'_>) -> bool {
    radius(roots).is_some_and(|radius| seconds(roots, radius).iter().all(|second| second.is_won))
}
