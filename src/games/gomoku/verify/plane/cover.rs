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
/// On larger ones trees serve wherever they lie: those that we have make their fives within 12 squares of the middle.
const LARGEST_SIDE: i32 = 40;
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

/// The lemmas that Black's win rests on, on the plane and on the square boards on which it wins; all if the plane is
/// not won.
pub(super) fn needed(lemmas: &[Lemma]) -> BTreeSet<usize> {
    let maps = Maps::new(lemmas);
    let plane = Roots::new(lemmas, &maps, NOTHING, None);
    if !is_won(&plane) {
        return (0..lemmas.len()).collect();
    }
    let mut needed = plane.used.take();
    for sides in (LEAST_SIDE..=LARGEST_SIDE).map(Sides::new) {
        let board = Roots::new(lemmas, &maps, NOTHING, Some(sides));
        if is_won_on(&board, sides) {
            needed.append(&mut board.used.take());
        }
    }
    needed
}

/// Adds roots up.
pub(super) fn cover(lemmas: &[Lemma]) -> Cover {
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
    let fives = fives(&roots);
    let mut cover =
        Cover { roots: counts, radius, seconds, reach: roots.reach(|told| &told.black), fives, board: None };
    let is_won = |side: &i32| {
        let sides = Sides::new(*side);
        is_won_on(&Roots::new(lemmas, &maps, NOTHING, Some(sides)), sides)
    };
    let from = if cover.is_whole() { from_all(&roots, fives) } else { None };
    cover.board = from.map(|from| (LEAST_SIDE..from).rev().take_while(is_won).last().unwrap_or(from));
    cover
}

/// How far the windows in which Black makes its fives are from the first stone; nothing if some are on sheet 1.
fn fives(plane: &Roots<'_>) -> Option<i32> {
    let is_far =
        |&number: &usize| plane.lemmas[number].told().is_some_and(|told| told.fives.iter().any(|place| place.2 == 1));
    (!plane.used.borrow().iter().any(is_far)).then(|| plane.reach(|told| &told.fives)[0])
}

/// The side from which on all trees of the plane serve on square boards, since they lie there with room to spare;
/// nothing if Black plays on sheet 1.
fn from_all(plane: &Roots<'_>, fives: Option<i32>) -> Option<i32> {
    let mut most = fives?;
    let of_plane = || plane.lemmas.iter().filter(|lemma| lemma.board.is_none());
    for Lemma { position: Position { black, .. }, .. } in of_plane() {
        if black.iter().any(|stone| stone.2 == 1) {
            return None;
        }
        // Which of a root's stones was the first is not known.
        let apart = black.iter().flat_map(|&stone| black.iter().map(move |&other| distance(stone, other)));
        most = apart.fold(most, i32::max);
    }
    let room = of_plane().filter_map(Lemma::told).map(|told| told.room).max().unwrap_or_default();
    (2 * most + 1..).find(|&side| Sides::new(side).squares() >= room)
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
