//! Games by a certificate of the plane, on a large board: whatever White plays, near, far, in pairs or in two places,
//! Black makes a five.

use super::super::Refusal;
use super::super::board::Board;
use super::super::file::Certificate;
use super::super::play::{Failed, Games};
use super::super::strategy::Strategy;
use super::cover::NOTHING;
use super::edges::Sides;
use super::lemma::Lemma;
use super::places::{Place, Position};
use super::roots::{Maps, Roots, Way};
use super::{Stones, VerifiedPlane, keep_on};
use crate::zobrist::SplitMix64;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// From which all games' random numbers come.
const SEED: u64 = 0x7072_6F6F_6606;
/// The board reaches so far to either side of Black's first stone, one less to the other.
const HALF: i32 = 30;
/// The ways in which a run can lie.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// Second stones that are not answered, before the search for others is given up.
const MOST_SKIPPED: u64 = 1_000;
/// Games that are played at once (they take some 200 MB): each tree is read once for all of them.
const MOST_AT_ONCE: u64 = 500_000;
/// What an agent plays for White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Column and row.
    At(i32, i32),
    /// Chance plays for it.
    Chance,
    /// It gives up.
    None,
}

/// Chooses White's replies: by the stones in the order in which they came, and the columns and rows of the board.
pub type Defender<'a> = dyn FnMut(&Stones, Range<i32>) -> Reply + 'a;

impl VerifiedPlane {
    /// Plays so many games by the certificate that was checked, on a board of 60x60, in whose middle Black begins;
    /// White's second stone is one that is answered. Every second game is on a board of `side` squares, if that is
    /// known to be enough ([`super::Cover::board`]). Nothing if `stop` was set.
    ///
    /// # Errors
    /// The first game that was not won.
    pub fn play(
        &self,
        certificate: &Certificate<'_>,
        games: u64,
        side: Option<i32>,
        defender: &mut Defender<'_>,
        stop: &AtomicBool,
        progress: &dyn Fn(f64),
    ) -> Result<Option<Games>, Refusal> {
        let lemmas = &self.lemmas;
        let (maps, exact, mut board) = (Maps::new(lemmas), certificate.format.exact, Board::new());
        let roots = [None, side.map(Sides::new)].map(|sides| Roots::new(lemmas, &maps, NOTHING, sides));
        let ranges = [Some(-HALF..HALF), side.map(|side| -((side - 1) / 2)..side / 2 + 1)];
        let (mut sum, mut tries, most) = (Games::default(), 0, MOST_SKIPPED.saturating_add(games.saturating_mul(2)));
        // In vain where hardly any second stone is answered.
        while sum.games < games && tries < most {
            let mut begun = Vec::new();
            while (begun.len() as u64) < MOST_AT_ONCE.min(games - sum.games) && tries < most {
                if stop.load(Relaxed) {
                    return Ok(None);
                }
                let small = usize::from(side.is_some() && tries % 2 == 1);
                let range = ranges[small].clone().unwrap_or_default();
                let mut game =
                    Game { random: SplitMix64::new(SEED ^ tries), exact, range, black: Vec::new(), white: Vec::new() };
                tries += 1;
                match game.begin(&roots[small], defender) {
                    Ok(way) => begun.push((way, game)),
                    // The second stone is one that nobody says is answered.
                    Err(Failed::NoAnswer(_)) if game.white.len() == 1 => {}
                    Err(failed) => return Err(game.refusal(failed)),
                }
                progress((sum.games + begun.len() as u64) as f64 / games as f64);
            }
            begun.sort_by_key(|(way, _)| way.lemma);
            let mut tree = None;
            for (way, mut game) in begun {
                if stop.load(Relaxed) {
                    return Ok(None);
                }
                if tree.as_ref().is_none_or(|&(number, _)| number != way.lemma) {
                    tree = Some((way.lemma, keep_on(&mut board, certificate, &certificate.roots[way.lemma])?.1));
                }
                let Some((_, tree)) = &tree else { continue };
                let played = game.follow(&way, &lemmas[way.lemma], tree, defender);
                played.map_err(|failed| game.refusal(failed))?;
                let plies = (game.black.len() + game.white.len()) as u32;
                sum.games += 1;
                sum.plies += u64::from(plies);
                sum.longest = sum.longest.max(plies);
            }
        }
        Ok(Some(sum))
    }
}

/// A game on the board.
struct Game {
    random: SplitMix64,
    exact: bool,
    /// The columns and rows.
    range: Range<i32>,
    black: Vec<Place>,
    white: Vec<Place>,
}

impl Game {
    /// The same, as the reason why a certificate is refused.
    fn refusal(&self, failed: Failed) -> Refusal {
        let turns = self.black.iter().zip(&self.white).flat_map(|(black, white)| [black, white]);
        let moves: Vec<String> = turns.map(|(x, y, _)| format!("{x},{y}")).collect();
        Refusal::Game { place: format!("the game {}", moves.join(" ")), failed }
    }

    fn is_empty(&self, place: Place) -> bool {
        let is_on = |at: i32| self.range.contains(&at);
        is_on(place.0) && is_on(place.1) && !self.black.contains(&place) && !self.white.contains(&place)
    }

    /// An empty square: one of those that are listed, one near a stone of either side, or any.
    fn somewhere(&mut self, listed: &[Place]) -> Place {
        loop {
            let near = |place: Place, random: &mut SplitMix64| {
                let mut step = || random.below(9) as i32 - 4;
                (place.0 + step(), place.1 + step(), 0)
            };
            let place = match self.random.below(8) {
                0..=3 if !listed.is_empty() => listed[self.random.below(listed.len())],
                4 => near(self.black[self.random.below(self.black.len())], &mut self.random),
                5 | 6 if !self.white.is_empty() => {
                    near(self.white[self.random.below(self.white.len())], &mut self.random)
                }
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

    /// White's turn.
    fn reply(&mut self, listed: &[Place], defender: &mut Defender<'_>) -> Result<Place, Failed> {
        let flat = |places: &Vec<Place>| places.iter().map(|&(x, y, _)| (x, y)).collect::<Vec<(i32, i32)>>();
        let place = match defender(&[&self.black, &self.white].map(flat), self.range.clone()) {
            Reply::At(x, y) => (x, y, 0),
            Reply::Chance => self.somewhere(listed),
            Reply::None => return Err(Failed::GaveUp),
        };
        if !self.is_empty(place) {
            return Err(Failed::GaveUp);
        }
        self.white.push(place);
        if has_five(&self.white, self.exact) { Err(Failed::Beaten) } else { Ok(place) }
    }

    /// Plays positions that are won by a move and its zone, one after another, until a tree is reached.
    fn begin(&mut self, roots: &Roots<'_>, defender: &mut Defender<'_>) -> Result<Way, Failed> {
        self.put((0, 0, 0))?;
        self.reply(&[], defender)?;
        loop {
            let position = Position { black: self.black.clone(), white: self.white.clone() };
            let way = roots.way(&position).ok_or(Failed::NoAnswer(0))?;
            let Some((m, zone)) = &way.first else { return Ok(way) };
            self.put(*m)?;
            let zone: Vec<Place> = zone.iter().copied().filter(|&place| self.is_empty(place)).collect();
            let reply = self.reply(&zone, defender)?;
            if !zone.contains(&reply) {
                return Ok(way);
            }
        }
    }

    /// Plays by a tree to its end.
    fn follow(&mut self, way: &Way, lemma: &Lemma, tree: &Strategy, defender: &mut Defender<'_>) -> Result<(), Failed> {
        let node = |at: Option<u32>| at.and_then(|at| tree.nodes.get(at as usize)).ok_or(Failed::NoAnswer(way.lemma));
        let mut now = node(tree.root())?;
        loop {
            let m = way.place(now.m);
            // Beyond the edge, and where there is a black stone already, Black may play anywhere.
            let is_spared = !self.range.contains(&m.0) || !self.range.contains(&m.1) || self.black.contains(&m);
            let m = if is_spared { self.aside(way, lemma)? } else { m };
            self.put(m)?;
            if has_five(&self.black, self.exact) {
                return Ok(());
            }
            let replies: Vec<(Place, u32)> = now.replies.iter().map(|&(reply, at)| (way.place(reply), at)).collect();
            let wins = wins(&self.black, self.exact, |place| self.is_empty(place));
            let listed: Vec<Place> = replies.iter().map(|&(reply, _)| reply).chain(wins.iter().copied()).collect();
            let reply = self.reply(&listed, defender)?;
            if let Some(&win) = wins.iter().find(|&&win| win != reply) {
                return self.put(win);
            }
            now = node(replies.iter().find(|&&(place, _)| place == reply).map(|&(_, at)| at).or(now.pass))?;
        }
    }

    /// Where a black stone makes no difference: anywhere but just beyond the fives of the tree, if six do not win.
    fn aside(&mut self, way: &Way, lemma: &Lemma) -> Result<Place, Failed> {
        let ends: Vec<Place> =
            lemma.told().iter().flat_map(|told| &told.ends).map(|&place| way.carried(place)).collect();
        let places = self.range.clone().flat_map(|x| self.range.clone().map(move |y| (x, y, 0)));
        let places: Vec<Place> = places.filter(|place| self.is_empty(*place) && !ends.contains(place)).collect();
        places.get(self.random.below(places.len())).copied().ok_or(Failed::NoAnswer(way.lemma))
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
