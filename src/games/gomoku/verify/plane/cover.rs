//! What proved positions of the plane add up to.
//!
//! A position with Black to move is won if a root is one of its images, or one of its images with one white stone less,
//! which lies outside the first zone of the root's tree; or if Black has a move after which a root says that it wins
//! though White passes, and White's replies in the first zone of that tree lead to positions that are won. Where stones
//! of two sheets are really so far apart that no window touches both, a root on two sheets stands for a position on
//! one.

use super::super::file::{PASS, Root};
use super::board::coordinates;
use super::edges::{Edges, Sides};
use super::places::{APART, Carry, Key, Place, Position, are_apart, cornered, distance, key, needed, radius};
use super::tree::Facts;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The furthest second stones that are looked at.
const MOST_RADIUS: i32 = 50;

/// Boards smaller than that are not looked at.
const LEAST_SIDE: i32 = 9;
/// Where Black begins.
const FIRST: Place = (0, 0, 0);

/// A root and what its tree says.
pub(super) struct Lemma {
    position: Position,
    zone: Option<Vec<Place>>,
    touched: Vec<Place>,
    black: Vec<Place>,
    fives: Vec<Place>,
    edges: Edges,
}

impl Lemma {
    pub(super) fn new(root: &Root, facts: Facts) -> Self {
        let side = |side: usize| {
            let stones = root.stones.iter().skip(side).step_by(2);
            stones.filter(|&&square| square != PASS).map(|&square| coordinates(square)).collect()
        };
        let places = |squares: Vec<u16>| squares.into_iter().map(coordinates).collect();
        Self {
            position: Position { black: side(0), white: side(1) },
            zone: facts.zone.map(places),
            touched: places(facts.touched),
            black: places(facts.black),
            fives: places(facts.fives),
            edges: facts.edges,
        }
    }
}

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
    /// If Black wins on the plane: the side of the smallest board from which on it wins on all square ones, where six
    /// stones win. `docs/reference/proof.md` says why.
    pub board: Option<i32>,
}

impl Cover {
    /// Whether Black wins from the empty plane.
    pub fn is_whole(&self) -> bool {
        self.radius.is_some() && self.seconds.iter().all(|second| second.is_won)
    }
}

/// A tree that says something of a position: what of it is on which sheet, and the distance of the sheets that it
/// needs.
struct Found {
    lemma: usize,
    /// The black stone that the position does not have yet.
    m: Option<Place>,
    zone: Option<Vec<Place>>,
    needs: i32,
    carry: Carry,
    /// Whether the sheets are one there.
    is_read: bool,
}

/// What Black plays in a position on one sheet: a move after which a tree is at hand for White's pass, or the tree of a
/// root.
pub(super) struct Way {
    /// The number of the root.
    pub(super) lemma: usize,
    carry: Carry,
    is_read: bool,
    /// The move, and the zone whose replies lead to other positions.
    pub(super) first: Option<(Place, Vec<Place>)>,
}

impl Way {
    /// Where a square of the root lies.
    pub(super) fn place(&self, square: u16) -> Place {
        let place = self.carry.place(coordinates(square));
        if self.is_read { (place.0, place.1, 0) } else { place }
    }
}

/// What proved positions say together, on the plane or on a board.
pub(super) struct Roots<'a> {
    lemmas: &'a [Lemma],
    by_key: HashMap<Key, Vec<usize>>,
    /// Roots where White has a stone less, by the positions that lead there by a move of Black and a pass.
    by_parent: HashMap<Key, Vec<(usize, usize)>>,
    /// The board, if there are edges.
    sides: Option<Sides>,
    /// What is known of positions on sheet 0.
    known: RefCell<HashMap<Key, bool>>,
    /// The lemmas that were made use of.
    used: RefCell<BTreeSet<usize>>,
}

impl<'a> Roots<'a> {
    pub(super) fn new(lemmas: &'a [Lemma], sides: Option<Sides>) -> Self {
        let (mut by_key, mut by_parent) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        for (number, lemma) in lemmas.iter().enumerate() {
            let position = &lemma.position;
            by_key.entry(key(position)).or_default().push(number);
            if lemma.zone.is_some() && position.black.len() > position.white.len() {
                for m in 0..position.black.len() {
                    let mut parent = position.clone();
                    parent.black.remove(m);
                    by_parent.entry(key(&parent)).or_default().push((number, m));
                }
            }
        }
        Self { lemmas, by_key, by_parent, sides, known: RefCell::default(), used: RefCell::default() }
    }

    /// The name under which is kept what is known of a position: on a board it matters where the stones lie.
    fn name(&self, position: &Position) -> Key {
        if self.sides.is_none() {
            return key(position);
        }
        let black = position.black.iter().map(|&place| (0, place));
        let mut name: Key = black.chain(position.white.iter().map(|&place| (1, place))).collect();
        name.sort_unstable();
        name
    }

    fn is_on(&self, place: Place) -> bool {
        self.sides.is_none_or(|sides| sides.contain(place))
    }

    /// The ways to read a position on one sheet: itself, and with far white stones on the other sheet.
    fn readings(position: &Position) -> Vec<Position> {
        let mut readings = vec![position.clone()];
        let white = &position.white;
        if white.iter().any(|place| place.2 == 1) || white.len() > 16 {
            return readings;
        }
        for far in 1u32..1 << white.len() {
            let is_far = |number: usize| far & 1 << number != 0;
            let others = (0..white.len()).filter(|&other| !is_far(other)).map(|other| white[other]);
            let others: Vec<Place> = others.chain(position.black.iter().copied()).collect();
            let mut chosen = (0..white.len()).filter(|&number| is_far(number));
            if chosen.all(|number| others.iter().all(|&other| distance(white[number], other) >= APART)) {
                let moved = white.iter().enumerate().map(|(number, &(x, y, _))| (x, y, u16::from(is_far(number))));
                readings.push(Position { black: position.black.clone(), white: moved.collect() });
            }
        }
        readings
    }

    /// The trees of a position, or of a reading of it.
    fn trees(&self, position: &Position) -> Vec<Found> {
        let mut found = Vec::new();
        for (number, reading) in Self::readings(position).iter().enumerate() {
            for &lemma in self.by_key.get(&key(reading)).into_iter().flatten() {
                self.carried(lemma, None, reading, number > 0, &mut found);
            }
        }
        found
    }

    /// A lemma, without one of its black stones if `without` says so, carried onto a position that is its image; and so
    /// for every symmetry that does it. `is_read`: the position is a reading of one on one sheet.
    fn carried(&self, number: usize, without: Option<usize>, to: &Position, is_read: bool, found: &mut Vec<Found>) {
        let lemma = &self.lemmas[number];
        let mut from = lemma.position.clone();
        without.map(|m| from.black.remove(m));
        let (target, there) = cornered(to, 0);
        for symmetry in 0..8 {
            let (image, here) = cornered(&from, symmetry);
            if image != target {
                continue;
            }
            let by = [0, 1].map(|sheet| (there[sheet].0 - here[sheet].0, there[sheet].1 - here[sheet].1));
            let carry = Carry { symmetry, by };
            if self.sides.is_some_and(|sides| !sides.satisfy(&lemma.edges, &carry)) {
                continue;
            }
            let touched = carry.places(&lemma.touched);
            if is_read && !are_apart(&touched) {
                continue;
            }
            let flat = |place: Place| if is_read { (place.0, place.1, 0) } else { place };
            let zone = lemma.zone.as_ref().map(|zone| zone.iter().map(|&place| flat(carry.place(place))).collect());
            let m = without.map(|m| flat(carry.place(lemma.position.black[m])));
            if m.is_some_and(|m| !self.is_on(m)) {
                continue;
            }
            let needs = if is_read { 0 } else { needed(&touched) };
            found.push(Found { lemma: number, m, zone, needs, carry, is_read });
        }
    }

    /// Whether a position is won, and if so at which distance of the sheets, measured from their middles, from which
    /// on.
    fn wins(&self, position: &Position) -> Option<i32> {
        let is_flat = position.white.iter().all(|place| place.2 == 0);
        let name = self.name(position);
        if is_flat && let Some(&known) = self.known.borrow().get(&name) {
            return known.then_some(0);
        }
        let won = self.by_tree(position).or_else(|| self.by_move(position));
        if is_flat {
            self.known.borrow_mut().insert(name, won.is_some());
        }
        won
    }

    fn by_tree(&self, position: &Position) -> Option<i32> {
        let own = self.trees(position).into_iter().map(|found| (found.needs, found.lemma));
        let fewer = (0..position.white.len()).flat_map(|number| {
            let mut fewer = position.clone();
            let extra = fewer.white.remove(number);
            self.trees(&fewer).into_iter().filter_map(move |found| {
                let zone = found.zone.as_ref()?;
                // The zone of the other sheet must not come as near as to hold the stone either.
                let beside = radius(&[extra], extra.2) + radius(zone, 1 - extra.2) + 1;
                let is_flat = position.white.iter().all(|place| place.2 == 0);
                let needs = if is_flat { 0 } else { found.needs.max(beside) };
                (!zone.contains(&extra)).then_some((needs, found.lemma))
            })
        });
        let (needs, lemma) = own.chain(fewer).min()?;
        self.used.borrow_mut().insert(lemma);
        Some(needs)
    }

    fn by_move(&self, position: &Position) -> Option<i32> {
        let answers = self.tries(position).into_iter().filter_map(|found| {
            let needs = self.answers_all(position, &found)?;
            Some((needs, found.lemma))
        });
        let (needs, lemma) = answers.min()?;
        self.used.borrow_mut().insert(lemma);
        Some(needs)
    }

    /// Black's moves after which a tree is at hand for White's pass.
    fn tries(&self, position: &Position) -> Vec<Found> {
        let mut tries = Vec::new();
        for (number, reading) in Self::readings(position).iter().enumerate() {
            for &(lemma, m) in self.by_parent.get(&key(reading)).into_iter().flatten() {
                self.carried(lemma, Some(m), reading, number > 0, &mut tries);
            }
        }
        tries
    }

    /// Whether the replies in the zone of such a tree lead to positions that are won, and if so from which distance of
    /// the sheets on.
    fn answers_all(&self, position: &Position, found: &Found) -> Option<i32> {
        let mut after = position.clone();
        after.black.extend(found.m);
        if completes(&after) {
            return None;
        }
        let mut most = found.needs;
        for next in self.replies(position, found) {
            most = most.max(self.wins(&next)?);
        }
        Some(most)
    }

    /// The positions on the way to a win of this one that lack a tree; `plane` says what there is without the edges.
    fn lack(&self, plane: &Self, position: &Position, seen: &mut HashSet<Key>, found: &mut Vec<Position>) {
        // Images and moved ones are most often won by the same tree.
        if self.wins(position).is_some() || !seen.insert(key(position)) {
            return;
        }
        let open = |found: &Found| self.replies(position, found).filter(|next| self.wins(next).is_none()).collect();
        let tries: Vec<Vec<Position>> = self.tries(position).iter().map(open).collect();
        if let Some(least) = tries.iter().min_by_key(|open| open.len()).filter(|open| !open.is_empty()) {
            least.iter().for_each(|next| self.lack(plane, next, seen, found));
            return;
        }
        let mut lacking = position.clone();
        if plane.trees(position).is_empty() {
            lacking.black.extend(plane.tries(position).first().and_then(|found| found.m));
        }
        found.push(lacking);
    }

    /// The positions after the replies to such a tree's first move that have to be won.
    fn replies<'b>(&'b self, position: &Position, found: &'b Found) -> impl Iterator<Item = Position> + 'b {
        let mut after = position.clone();
        after.black.extend(found.m);
        let places = found.zone.iter().flatten().copied().filter(|&place| self.is_on(place));
        places.filter_map(move |reply| {
            let is_empty = !after.black.contains(&reply) && !after.white.contains(&reply);
            is_empty.then(|| {
                let mut next = after.clone();
                next.white.push(reply);
                next
            })
        })
    }

    /// What Black plays in a position on one sheet, if it is won.
    pub(super) fn way(&self, position: &Position) -> Option<Way> {
        let way = |found: Found, first| {
            let Found { lemma, carry, is_read, .. } = found;
            Way { lemma, carry, is_read, first }
        };
        if let Some(found) = self.trees(position).into_iter().next() {
            return Some(way(found, None));
        }
        for number in 0..position.white.len() {
            let mut fewer = position.clone();
            let extra = fewer.white.remove(number);
            let lies_outside = |found: &Found| found.zone.as_ref().is_some_and(|zone| !zone.contains(&extra));
            if let Some(found) = self.trees(&fewer).into_iter().find(lies_outside) {
                return Some(way(found, None));
            }
        }
        let found = self.tries(position).into_iter().find(|found| self.answers_all(position, found).is_some())?;
        let first = found.m.zip(found.zone.clone())?;
        Some(way(found, Some(first)))
    }

    /// How far squares of the lemmas that were made use of are from the black stones of these, and on the other sheet
    /// from the white ones.
    fn reach(&self, squares: impl Fn(&Lemma) -> &[Place]) -> [i32; 2] {
        let mut reach = [0, 0];
        for &number in self.used.borrow().iter() {
            let lemma = &self.lemmas[number];
            let Position { black, white } = &lemma.position;
            for &place in squares(lemma) {
                let from = if place.2 == 0 { black } else { white };
                let furthest = from.iter().filter(|from| from.2 == place.2).map(|&from| distance(from, place)).max();
                let reach = &mut reach[usize::from(place.2)];
                *reach = furthest.unwrap_or_default().max(*reach);
            }
        }
        reach
    }
}

/// Whether White, to move, completes a five.
fn completes(position: &Position) -> bool {
    let Position { black, white } = position;
    white.len() >= 4
        && white.iter().any(|&(x, y, sheet)| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
                (0..5).any(|back| {
                    let at = |step: i32| (x + dx * (step - back), y + dy * (step - back), sheet);
                    let stones = (0..5).filter(|&step| white.contains(&at(step))).count();
                    stones >= 4 && !(0..5).any(|step| black.contains(&at(step)))
                })
            })
        })
}

/// Adds roots up; `exact` if six stones do not win.
pub(super) fn cover(lemmas: &[Lemma], exact: bool) -> Cover {
    let is_even = |lemma: &&Lemma| lemma.position.black.len() == lemma.position.white.len();
    let even = lemmas.iter().filter(is_even).count();
    let counts = [even, lemmas.len() - even];
    let spans = lemmas.iter().flat_map(|Lemma { position: Position { black, white }, .. }| {
        white
            .iter()
            .filter(|place| place.2 == 0)
            .map(|&white| black.iter().map(move |&black| distance(black, white)).min())
    });
    let furthest = spans.flatten().max().unwrap_or_default();
    let roots = Roots::new(lemmas, None);
    let far = Position { black: vec![FIRST], white: vec![(0, 0, 1)] };
    let radius = roots.wins(&far).filter(|&radius| radius <= MOST_RADIUS);
    let limit = radius.unwrap_or(furthest.min(MOST_RADIUS));
    let places = (1..=limit).flat_map(|x| (0..=x).map(move |y| (x, y)));
    let seconds = places.map(|(x, y)| {
        let position = Position { black: vec![FIRST], white: vec![(x, y, 0)] };
        Second { place: (x, y), is_won: roots.wins(&position).is_some() }
    });
    let seconds = seconds.collect();
    let far_fives = |&number: &usize| lemmas[number].fives.iter().any(|place| place.2 == 1);
    let has_far_fives = roots.used.borrow().iter().any(far_fives);
    let fives = (!has_far_fives).then(|| roots.reach(|lemma| &lemma.fives)[0]);
    let mut cover =
        Cover { roots: counts, radius, seconds, reach: roots.reach(|lemma| &lemma.black), fives, board: None };
    let is_won = |side: &i32| is_won_on(lemmas, Sides::new(*side));
    let from = fives.filter(|_| cover.is_whole() && !exact).map(|fives| 2 * fives + 1);
    cover.board = from.map(|from| (LEAST_SIDE..from).rev().take_while(is_won).last().unwrap_or(from));
    cover
}

/// The positions of a square board, of stones on sheet 0, that need trees of their own for Black to win there: those
/// that have none, or one that the edges cut off.
pub(super) fn lacks(lemmas: &[Lemma], side: i32) -> Vec<Position> {
    let sides = Sides::new(side);
    let [roots, plane] = [Some(sides), None].map(|sides| Roots::new(lemmas, sides));
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for second in sides.seconds() {
        roots.lack(&plane, &Position { black: vec![FIRST], white: vec![second] }, &mut seen, &mut found);
    }
    found
}

/// Whether Black wins on a board.
fn is_won_on(lemmas: &[Lemma], sides: Sides) -> bool {
    let roots = Roots::new(lemmas, Some(sides));
    sides.seconds().all(|second| roots.wins(&Position { black: vec![FIRST], white: vec![second] }).is_some())
}
