//! Values by the plies that are left before material is counted: for each position, whether it is won, drawn or lost
//! with 0, 1, … [`MOST_PLIES`] plies to play. For `limit=material,repetition=0`.
//!
//! A position's values are two sets of bits. With one more ply to play a position is won if a move leads to one that
//! the other side has lost, and lost if all moves lead to ones that it has won: every look at all positions makes one
//! more bit right, or two where the sides are looked at in turn. Of the few thousand different pairs of sets in a
//! class, a position keeps the number of its own, in two bytes.

use super::class::{Class, Squares};
use super::graph::{After, Known, Positions};
use super::make::Made;
use super::pattern::{ALL, MOST_PLIES, Pattern, parse_patterns};
use super::store::What;
use crate::game::Side;
use crate::solve::Task;
use crate::solve::blocks::{self, Blocks};
use crate::solve::retrograde::for_each_index;
use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The values of a class.
#[derive(Debug)]
pub(super) struct Countdown {
    pub(super) class: Class,
    /// The pairs of sets.
    pub(super) patterns: Vec<Pattern>,
    /// Which of them each position has, first with White to move.
    pub(super) codes: Vec<u16>,
}

impl Known for Countdown {
    type Value = Pattern;

    fn class(&self) -> &Class {
        &self.class
    }

    #[inline]
    fn get(&self, turn: Side, squares: &Squares) -> Pattern {
        let code = self.codes[turn.index() * self.class.boards + self.class.number(squares)];
        self.patterns[usize::from(code)]
    }
}

/// The board with a number, if it has values: the mover cannot take the king.
fn quiet(positions: &Positions<'_, Countdown>, turn: Side, number: usize) -> Option<Squares> {
    positions.class.squares(number).filter(|squares| !positions.takes_king(turn, squares))
}

/// What all moves of a position come to whose mover cannot take the king.
fn look(
    positions: &Positions<'_, Countdown>,
    turn: Side,
    squares: &Squares,
    lead: i32,
    known: impl Fn(Side, usize) -> Pattern,
) -> Pattern {
    let (mut wins, mut loses) = (0, ALL);
    positions.for_each_move(turn, squares, |after, gain| {
        // From the other side's view.
        let after = match after {
            After::Exposed => Pattern::takes_king(-lead - gain),
            After::Left(known) => known.unwrap_or_default(),
            After::Within(squares) => known(turn.other(), positions.class.number(squares)),
        };
        wins |= after.loses;
        loses &= after.wins;
    });
    let counted = Pattern::counted(lead);
    Pattern { wins: (wins << 1 | counted.wins) & ALL, loses: (loses << 1 | counted.loses) & ALL }
}

impl Made for Countdown {
    const WHAT: What = What::Countdown;
    // Two sets and the code.
    const BYTES: usize = 18;
    const COST: f64 = 10.0;
    const MAKING: f64 = 0.95;

    fn make(class: Class, after: &[&Self], name: &str, task: &Task<'_>) -> Result<Option<Self>, String> {
        let positions =
            Positions::new(&class, after).map_err(|missing| format!("{name}: there is no table {missing}"))?;
        let (boards, lead) = (class.boards, class.lead());
        let mut sets: Vec<[AtomicU64; 2]> = Vec::new();
        sets.try_reserve_exact(2 * boards).map_err(|_| format!("{name}: the system does not give the memory"))?;
        sets.resize_with(2 * boards, Default::default);
        let known = |turn: Side, number: usize| {
            let [wins, loses] = &sets[turn.index() * boards + number];
            Pattern { wins: wins.load(Relaxed), loses: loses.load(Relaxed) }
        };
        // The side looked at in round n is right with up to n plies left.
        for round in 0..=MOST_PLIES + 1 {
            let turn = Side::new((round % 2) as usize);
            let lead = if turn == Side::FIRST { lead } else { -lead };
            let work = |number: usize| {
                let Some(squares) = quiet(&positions, turn, number) else { return };
                let pattern = look(&positions, turn, &squares, lead, known);
                let [wins, loses] = &sets[turn.index() * boards + number];
                wins.store(pattern.wins, Relaxed);
                loses.store(pattern.loses, Relaxed);
            };
            let progress = |part: f64| {
                let part = (f64::from(round) + part) / f64::from(MOST_PLIES + 2);
                (task.progress)(&format!("{name}: {round} plies left"), part);
            };
            for_each_index(boards, task.threads, task.stop, work, &progress);
        }
        if task.stop.load(Relaxed) {
            return Ok(None);
        }
        encode(&positions, known)
            .map(|(patterns, codes)| Some(Countdown { class: class.clone(), patterns, codes }))
            .ok_or_else(|| format!("{name}: more different values than two bytes hold"))
    }

    fn check(&self, after: &[&Self], name: &str, task: &Task<'_>) -> Result<bool, String> {
        let class = &self.class;
        let positions =
            Positions::new(class, after).map_err(|missing| format!("{name}: there is no table {missing}"))?;
        let wrong = AtomicU64::new(u64::MAX);
        let known =
            |turn: Side, number: usize| self.patterns[usize::from(self.codes[turn.index() * class.boards + number])];
        let work = |index: usize| {
            let (turn, number) = positions.split(index);
            let Some(squares) = quiet(&positions, turn, number) else { return };
            let lead = if turn == Side::FIRST { class.lead() } else { -class.lead() };
            if look(&positions, turn, &squares, lead, known) != known(turn, number) {
                wrong.fetch_min(index as u64, Relaxed);
            }
        };
        for_each_index(self.codes.len(), task.threads, task.stop, work, &|part| {
            (task.progress)(&format!("{name}: checking"), part);
        });
        match wrong.into_inner() {
            u64::MAX => Ok(!task.stop.load(Relaxed)),
            index => Err(format!("{name}: the values of position {index} are not what its moves come to")),
        }
    }

    /// How many pairs of sets there are, the pairs, then the codes in blocks: first all low bytes, then all high ones.
    fn payload(&self, threads: usize) -> io::Result<Vec<u8>> {
        let mut payload = (self.patterns.len() as u64).to_le_bytes().to_vec();
        for pattern in &self.patterns {
            payload.extend([pattern.wins, pattern.loses].map(u64::to_le_bytes).concat());
        }
        let bytes = self.codes.iter().map(|code| code.to_le_bytes());
        let planes: Vec<u8> = bytes.clone().map(|[low, _]| low).chain(bytes.map(|[_, high]| high)).collect();
        payload.extend(blocks::compress(&planes, threads)?);
        Ok(payload)
    }

    fn parse(class: Class, payload: &[u8]) -> Option<Self> {
        let (patterns, start) = parse_patterns(payload)?;
        let planes = Blocks::parse(&payload[start..])?.read_all(&payload[start..])?;
        let (low, high) = planes.split_at_checked(2 * class.boards)?;
        let codes: Vec<u16> = low.iter().zip(high).map(|(&low, &high)| u16::from_le_bytes([low, high])).collect();
        let fits = codes.len() == 2 * class.boards && codes.iter().all(|&code| usize::from(code) < patterns.len());
        fits.then_some(Self { class, patterns, codes })
    }
}

/// Numbers the pairs of sets, the most frequent ones first.
fn encode(
    positions: &Positions<'_, Countdown>,
    known: impl Fn(Side, usize) -> Pattern,
) -> Option<(Vec<Pattern>, Vec<u16>)> {
    let mut counts: HashMap<Pattern, usize> = HashMap::new();
    let all = || Side::all(2).flat_map(|turn| (0..positions.class.boards).map(move |number| (turn, number)));
    for (turn, number) in all() {
        if quiet(positions, turn, number).is_some() {
            *counts.entry(known(turn, number)).or_default() += 1;
        }
    }
    let mut patterns: Vec<(usize, Pattern)> = counts.into_iter().map(|(pattern, count)| (count, pattern)).collect();
    patterns.sort_unstable_by(|a, b| b.cmp(a));
    let patterns: Vec<Pattern> = patterns.into_iter().map(|(_, pattern)| pattern).collect();
    let codes: HashMap<Pattern, u16> = patterns
        .iter()
        .enumerate()
        .map(|(code, &pattern)| Some((pattern, u16::try_from(code).ok()?)))
        .collect::<Option<_>>()?;
    let mut last = 0;
    let codes = all().map(|(turn, number)| {
        // What is never asked for is as the one before it: that compresses best.
        if quiet(positions, turn, number).is_some() {
            last = codes.get(&known(turn, number)).copied().unwrap_or(last);
        }
        last
    });
    Some((patterns, codes.collect()))
}
