//! Games by a certificate of the plane, on a large board: whatever White plays, near, far, in pairs or in two places,
//! Black makes a five.

use super::super::Refusal;
use super::super::file::Certificate;
use super::super::play::{Failed, Games};
use super::super::strategy::Strategy;
use super::board::Board;
use super::cover::NOTHING;
use super::edges::Sides;
use super::keep_on;
use super::places::{Place, Position};
use super::roots::{Maps, Roots, Way};
use crate::zobrist::SplitMix64;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// From which all games' random numbers come.
const SEED: u64 = 0x7072_6F6F_6606;
/// The board reaches so far to either side of Black's first stone, one less to the other.
const HALF: i32 = 30;
/// The ways in which a run can lie.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// Second stones that are not answered, before the search for others is given up.
const MOST_SKIPPED: u64 = 1_000;
/// Trees that are kept.
const MOST_KEPT: usize = 200;

/// Plays so many games on a board of 60x60, in whose middle Black begins; White's second stone is one that is answered.
/// Every second game is on a board of `side` squares, if that is known to be enough ([`super::Cover::board`]). Nothing
/// if `stop` was set.
///
/// # Errors
/// The first root that is not proved, or game that was not won.
pub fn play(
    certificate: &Certificate<'_>,
    games: u64,
    side: Option<i32>,
    threads: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Option<Games>, Refusal> {
    let Some((_, lemmas)) = super::lemmas(certificate, threads, stop, &|_| ())? else { return Ok(None) };
    let maps = Maps::new(&lemmas);
    let roots = [None, side.map(Sides::new)].map(|sides| Roots::new(&lemmas, &maps, NOTHING, sides));
    let mut table = Table { certificate, kept: HashMap::new(), board: Board::new() };
    let mut random = SplitMix64::new(SEED);
    let (mut sum, mut skipped) = (Games::default(), 0);
    // In vain where hardly any second stone is answered.
    while sum.games < games && skipped < MOST_SKIPPED + games {
        if stop.load(Relaxed) {
            return Ok(None);
        }
        progress(sum.games as f64 / games as f64);
        let small = side.filter(|_| sum.games % 2 == 1).map(|side| -((side - 1) / 2)..side / 2 + 1);
        let roots = &roots[usize::from(small.is_some())];
        let mut game = Game::new(&mut random, certificate.format.exact, small.unwrap_or(-HALF..HALF));
        match game.play(roots, &mut table) {
            Ok(()) => {}
            // The second stone is one that nobody says is answered.
            Err(Failed::NoAnswer(_)) if game.white.len() == 1 => {
                skipped += 1;
                continue;
            }
            Err(failed) => {
                let place = format!("the game {}", game.text());
                return Err(Refusal::Game { place, failed });
            }
        }
        let plies = (game.black.len() + game.white.len()) as u32;
        sum.games += 1;
        sum.plies += u64::from(plies);
        sum.longest = sum.longest.max(plies);
    }
    Ok(Some(sum))
}

/// What Black plays by.
struct Table<'a> {
    certificate: &'a Certificate<'a>,
    /// Trees, by the number of their root.
    kept: HashMap<usize, Rc<Strategy>>,
    board: Board,
}

impl Table<'_> {
    fn tree(&mut self, number: usize) -> Option<Rc<Strategy>> {
        if let Some(tree) = self.kept.get(&number) {
            return Some(tree.clone());
        }
        if self.kept.len() >= MOST_KEPT {
            self.kept.clear();
        }
        let root = self.certificate.roots.get(number)?;
        let tree = Rc::new(keep_on(&mut self.board, self.certificate, root).ok()?.1);
        self.kept.insert(number, tree.clone());
        Some(tree)
    }
}

/// A game on the board.
struct Game<'a> {
    random: &'a mut SplitMix64,
    exact: bool,
    /// The columns and rows.
    range: Range<i32>,
    black: Vec<Place>,
    white: Vec<Place>,
}

impl<'a> Game<'a> {
    fn new(random: &'a mut SplitMix64, exact: bool, range: Range<i32>) -> Self {
        let mut game = Self { random, exact, range, black: vec![(0, 0, 0)], white: Vec::new() };
        let second = game.somewhere(&[]);
        game.white.push(second);
        game
    }

    /// The moves, for people.
    fn text(&self) -> String {
        let turns = self.black.iter().zip(&self.white).flat_map(|(black, white)| [black, white]);
        turns.map(|(x, y, _)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
    }

    fn is_empty(&self, place: Place) -> bool {
        let is_on = |at: i32| self.range.contains(&at);
        is_on(place.0) && is_on(place.1) && !self.black.contains(&place) && !self.white.contains(&place)
    }

    /// A reply of White: one of those that are listed, one near a stone of either side, or any.
    fn somewhere(&mut self, listed: &[Place]) -> Place {
        loop {
            let near = |place: Place, random: &mut SplitMix64| {
                let mut step = || random.below(9) as i32 - 4;
                (place.0 + step(), place.1 + step(), 0)
            };
            let place = match self.random.below(8) {
                0..=3 if !listed.is_empty() => listed[self.random.below(listed.len())],
                4 => near(self.black[self.random.below(self.black.len())], self.random),
                5 | 6 if !self.white.is_empty() => near(self.white[self.random.below(self.white.len())], self.random),
                _ => {
                    let mut at = || self.range.start + self.random.below(self.range.len()) as i32;
                    (at(), at(), 0)
                }
            };
            if self.is_empty(place) {
                return place;
            }
        }
    }

    fn play(&mut self, roots: &Roots<'_>, table: &mut Table<'_>) -> Result<(), Failed> {
        // Positions that are won by a move and its zone, one after another; then a tree, to its end.
        loop {
            let position = Position { black: self.black.clone(), white: self.white.clone() };
            let way = roots.way(&position).ok_or(Failed::NoAnswer(0))?;
            let Some((m, zone)) = &way.first else { return self.follow(table, &way) };
            self.put(*m)?;
            let zone: Vec<Place> = zone.iter().copied().filter(|&place| self.is_empty(place)).collect();
            let reply = self.somewhere(&zone);
            self.white.push(reply);
            if has_five(&self.white, self.exact) {
                return Err(Failed::Beaten);
            }
            if !zone.contains(&reply) {
                return self.follow(table, &way);
            }
        }
    }

    /// Plays by a tree to its end.
    fn follow(&mut self, table: &mut Table<'_>, way: &Way) -> Result<(), Failed> {
        let tree = table.tree(way.lemma).ok_or(Failed::NoAnswer(way.lemma))?;
        let mut node = tree.root().and_then(|at| tree.nodes.get(at as usize)).ok_or(Failed::NoAnswer(way.lemma))?;
        loop {
            let m = way.place(node.m);
            // Beyond the edge, and where there is a black stone already, Black may play anywhere.
            let is_spared = !self.range.contains(&m.0) || !self.range.contains(&m.1) || self.black.contains(&m);
            let m = if is_spared { self.somewhere(&[]) } else { m };
            self.put(m)?;
            if has_five(&self.black, self.exact) {
                return Ok(());
            }
            let replies: Vec<(Place, u32)> = node.replies.iter().map(|&(reply, at)| (way.place(reply), at)).collect();
            let wins = wins(&self.black, self.exact, |place| self.is_empty(place));
            let listed: Vec<Place> = replies.iter().map(|&(reply, _)| reply).chain(wins.iter().copied()).collect();
            let reply = self.somewhere(&listed);
            self.white.push(reply);
            if has_five(&self.white, self.exact) {
                return Err(Failed::Beaten);
            }
            if let Some(&win) = wins.iter().find(|&&win| win != reply) {
                return self.put(win);
            }
            let after = replies.iter().find(|&&(place, _)| place == reply).map(|&(_, at)| at).or(node.pass);
            node = after.and_then(|at| tree.nodes.get(at as usize)).ok_or(Failed::NoAnswer(way.lemma))?;
        }
    }

    fn put(&mut self, place: Place) -> Result<(), Failed> {
        if !self.is_empty(place) {
            return Err(Failed::Taken);
        }
        self.black.push(place);
        Ok(())
    }
}

/// Whether the last of these stones (column, row, sheet 0) makes a five, with `exact` no more than that.
pub fn has_five(stones: &[Place], exact: bool) -> bool {
    let Some(&(x, y, _)) = stones.last() else { return false };
    DIRECTIONS.into_iter().any(|(dx, dy)| {
        let walk =
            |sign: i32| (1..).take_while(|&n| stones.contains(&(x + sign * n * dx, y + sign * n * dy, 0))).count();
        let run = 1 + walk(1) + walk(-1);
        if exact { run == 5 } else { run >= 5 }
    })
}

/// Where one more of these stones makes a five.
pub(super) fn wins(stones: &[Place], exact: bool, is_empty: impl Fn(Place) -> bool) -> Vec<Place> {
    let beside = stones.iter().flat_map(|&(x, y, _)| {
        DIRECTIONS.into_iter().flat_map(move |(dx, dy)| [-1, 1].map(|n| (x + n * dx, y + n * dy, 0)))
    });
    let mut places: Vec<Place> = beside.filter(|&place| is_empty(place)).collect();
    places.sort_unstable();
    places.dedup();
    places.retain(|&place| has_five(&[stones, &[place]].concat(), exact));
    places
}
