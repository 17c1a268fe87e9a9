//! What proved positions of the plane say of others.
//!
//! A position with Black to move is won if a root is one of its images, or one of its images with one white stone less,
//! which lies outside the first zone of the root's tree; or if Black has a move after which a root says that it wins
//! though White passes, and White's replies in the first zone of that tree lead to positions that are won. Where stones
//! of two sheets are really so far apart that no window touches both, a root on two sheets stands for a position on
//! one.

use super::super::tree::Facts;
use super::edges::Sides;
use super::lemma::{Lemma, Told};
use super::places::{
    APART, Carry, Key, Place, Position, are_apart, coordinates, cornered, distance, key, needed, radius,
};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// Reads the tree of the lemma with this number; nothing if it is refused, or there is no time for it.
pub(super) type Read<'a> = dyn Fn(usize) -> Option<Facts> + 'a;

/// A tree that says something of a position: what of it is on which sheet, and the distance of the sheets that it
/// needs.
pub(super) struct Found {
    pub(super) lemma: usize,
    /// The black stone that the position does not have yet.
    pub(super) m: Option<Place>,
    pub(super) zone: Option<Vec<Place>>,
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
        self.carried(coordinates(square))
    }

    pub(super) fn carried(&self, place: Place) -> Place {
        if self.is_read { self.carry.real(place) } else { self.carry.place(place) }
    }
}

/// Lemmas by their positions.
pub(super) struct Maps {
    by_key: HashMap<Key, Vec<usize>>,
    /// Those where White has a stone less, by the positions that lead there by a move of Black and a pass.
    by_parent: HashMap<Key, Vec<(usize, usize)>>,
    /// White stones on the other sheet that any of them has.
    most_far: u32,
    /// Stones of the largest.
    pub(super) most_stones: usize,
}

impl Maps {
    pub(super) fn new(lemmas: &[Lemma]) -> Self {
        let (mut by_key, mut by_parent) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        for (number, lemma) in lemmas.iter().enumerate() {
            let position = &lemma.position;
            by_key.entry(key(position)).or_default().push(number);
            if lemma.is_after_pass() && lemma.told().is_none_or(|told| told.zone.is_some()) {
                for m in 0..position.black.len() {
                    let mut parent = position.clone();
                    parent.black.remove(m);
                    by_parent.entry(key(&parent)).or_default().push((number, m));
                }
            }
        }
        let far = |lemma: &Lemma| lemma.position.white.iter().filter(|place| place.2 == 1).count() as u32;
        let most_far = lemmas.iter().map(far).max().unwrap_or_default();
        let stones = lemmas.iter().map(|lemma| lemma.position.black.len() + lemma.position.white.len());
        Self { by_key, by_parent, most_far, most_stones: stones.max().unwrap_or_default() }
    }
}

/// What proved positions say together, on the plane or on a board.
pub(super) struct Roots<'a> {
    pub(super) lemmas: &'a [Lemma],
    pub(super) maps: &'a Maps,
    /// Reads those that have not been read.
    read: &'a Read<'a>,
    /// The board, if there are edges.
    sides: Option<Sides>,
    /// What is known of positions on sheet 0.
    known: RefCell<HashMap<Key, bool>>,
    /// The lemmas that were made use of.
    pub(super) used: RefCell<BTreeSet<usize>>,
}

impl<'a> Roots<'a> {
    pub(super) fn new(lemmas: &'a [Lemma], maps: &'a Maps, read: &'a Read<'a>, sides: Option<Sides>) -> Self {
        Self { lemmas, maps, read, sides, known: RefCell::default(), used: RefCell::default() }
    }

    /// What the tree of a lemma says.
    fn told(&self, number: usize) -> Option<&'a Told> {
        let told = &self.lemmas[number].told;
        told.get().or_else(|| (self.read)(number).map(|facts| told.get_or_init(|| Told::new(facts))))
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

    pub(super) fn is_on(&self, place: Place) -> bool {
        self.sides.is_none_or(|sides| sides.contain(place))
    }

    /// The ways to read a position on one sheet: itself, and with far white stones on the other sheet.
    fn readings(&self, position: &Position) -> Vec<Position> {
        let mut readings = vec![position.clone()];
        let Position { black, white } = position;
        if white.iter().any(|place| place.2 == 1) || white.len() > 16 {
            return readings;
        }
        let are_apart = |one: Place, other: Place| distance(one, other) >= APART;
        let lone = |&number: &usize| black.iter().all(|&stone| are_apart(white[number], stone));
        let lone: Vec<usize> = (0..white.len()).filter(lone).collect();
        for far in (1u32..1 << lone.len()).filter(|far| far.count_ones() <= self.maps.most_far) {
            let chosen = |number: usize| lone.iter().position(|&other| other == number);
            let is_far = |number: usize| chosen(number).is_some_and(|bit| far & 1 << bit != 0);
            let is_near = |number: &usize| !is_far(*number);
            let mut pairs =
                (0..white.len()).filter(is_near).flat_map(|near| lone.iter().map(move |&other| (near, other)));
            if pairs.all(|(near, other)| !is_far(other) || are_apart(white[near], white[other])) {
                let moved = white.iter().enumerate().map(|(number, &(x, y, _))| (x, y, u16::from(is_far(number))));
                readings.push(Position { black: black.clone(), white: moved.collect() });
            }
        }
        readings
    }

    /// The trees of a position, or of a reading of it.
    pub(super) fn trees(&self, position: &Position) -> Vec<Found> {
        let mut found = Vec::new();
        for (number, reading) in self.readings(position).iter().enumerate() {
            for &lemma in self.maps.by_key.get(&key(reading)).into_iter().flatten() {
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
            if !self.serves(number, &carry) {
                continue;
            }
            // Of others no more is asked than that they are won.
            let is_asked = lemma.is_after_pass() || lemma.is_far();
            let told = is_asked.then(|| self.told(number)).flatten();
            if is_asked && told.is_none() {
                continue;
            }
            let touched = told.filter(|_| lemma.is_far()).map(|told| carry.places(&told.touched)).unwrap_or_default();
            if is_read && !are_apart(&touched) {
                continue;
            }
            let put = |place: Place| if is_read { carry.real(place) } else { carry.place(place) };
            let zone = told.and_then(|told| told.zone.as_ref());
            let zone = zone.map(|zone| zone.iter().map(|&place| put(place)).collect());
            let m = without.map(|m| put(lemma.position.black[m]));
            if m.is_some_and(|m| !self.is_on(m)) {
                continue;
            }
            let needs = if is_read { 0 } else { needed(&touched) };
            found.push(Found { lemma: number, m, zone, needs, carry, is_read });
        }
    }

    /// Whether the tree of a lemma wins where it is carried, with the edges that there are.
    fn serves(&self, number: usize, carry: &Carry) -> bool {
        let lemma = &self.lemmas[number];
        if self.sides.is_none() || lemma.board.is_some_and(|side| Some(Sides::new(side)) != self.sides) {
            return self.sides.is_none() && lemma.board.is_none();
        }
        self.told(number).is_some_and(|told| lemma.serves(&told.edges, told.room, self.sides, carry))
    }

    /// Whether a position is won, and if so at which distance of the sheets, measured from their middles, from which
    /// on.
    pub(super) fn wins(&self, position: &Position) -> Option<i32> {
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
    pub(super) fn tries(&self, position: &Position) -> Vec<Found> {
        let mut tries = Vec::new();
        for (number, reading) in self.readings(position).iter().enumerate() {
            for &(lemma, m) in self.maps.by_parent.get(&key(reading)).into_iter().flatten() {
                self.carried(lemma, Some(m), reading, number > 0, &mut tries);
            }
        }
        tries
    }

    /// Whether the replies in the zone of such a tree lead to positions that are won, and if so from which distance of
    /// the sheets on.
    pub(super) fn answers_all(&self, position: &Position, found: &Found) -> Option<i32> {
        let mut after = position.clone();
        after.black.extend(found.m);
        if found.zone.is_none() || completes(&after) {
            return None;
        }
        let mut most = found.needs;
        for next in self.replies(position, found) {
            most = most.max(self.wins(&next)?);
        }
        Some(most)
    }

    /// The positions after the replies to such a tree's first move that have to be won.
    pub(super) fn replies<'b>(&'b self, position: &Position, found: &'b Found) -> impl Iterator<Item = Position> + 'b {
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
    pub(super) fn reach(&self, squares: impl Fn(&Told) -> &[Place]) -> [i32; 2] {
        let mut reach = [0, 0];
        for &number in self.used.borrow().iter() {
            let lemma = &self.lemmas[number];
            let Position { black, white } = &lemma.position;
            for &place in lemma.told().into_iter().flat_map(&squares) {
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

#[cfg(test)]
mod tests {
    use super::super::cover::NOTHING;
    use super::*;

    /// Whether a root and what its tree says win a position.
    fn wins(root: Position, zone: &[Place], position: &Position) -> bool {
        let lemma = Lemma { position: root, ..Lemma::default() };
        let lemmas = [lemma.with(Told { zone: Some(zone.to_vec()), ..Told::default() })];
        Roots::new(&lemmas, &Maps::new(&lemmas), NOTHING, None).wins(position).is_some()
    }

    #[test]
    fn one_stone_more_lies_outside_the_zone() {
        let with = |extra: Place| Position { black: vec![(0, 0, 0), (1, 1, 0)], white: vec![(-1, 0, 0), extra] };
        let root = Position { white: vec![(-1, 0, 0)], ..with((0, 0, 0)) };
        let zone = [(2, 2, 0), (3, 3, 0)];
        assert!(wins(root.clone(), &zone, &with((5, 2, 0))));
        assert!(!wins(root.clone(), &zone, &with((3, 3, 0))), "it may be the reply that saves White");
        assert!(!wins(root, &[], &Position { white: vec![(-1, 0, 0); 3], ..with((0, 0, 0)) }), "two more");
    }

    #[test]
    fn no_quiet_move_wins_where_white_completes_five() {
        let white: Vec<Place> = (0..4).map(|x| (x, 0, 0)).collect();
        let black: Vec<Place> = [0, 2, 4, 6].map(|x| (x, 9, 0)).to_vec();
        let wins = |white: &[Place]| {
            let before = Position { black: black[..white.len()].to_vec(), white: white.to_vec() };
            let mut after = before.clone();
            after.black.push((1, 12, 0));
            wins(after, &[], &before)
        };
        assert!(wins(&white[..3]) && !wins(&white));
        assert!(wins(&[(0, 0, 0), (1, 1, 0), (2, 0, 0), (3, 0, 0)]), "not in line");
    }
}
