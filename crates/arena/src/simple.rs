//! Agents that need no clock: the simple players that games came with, and one that moves at random.

use super::agent::{Agent, Choice, Fault};
use super::clock::{Clock, Pace};
use super::contender::{Contender, Timing};
use super::options::{number, unknown};
use manyply::face::{AnyGame, Kind};
use manyply::game::{TextError, TextErrorKind, options};
use manyply::search::MAX_DEPTH;
use manyply::threads::{self, PATIENCE};
use manyply::zobrist::{SplitMix64, mix};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};

/// Parses what comes behind `baseline:`.
pub(super) fn parse_baseline(kind: &Kind, text: &str) -> Result<Contender, TextError> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let Some(&name) = kind.baselines.iter().find(|&&baseline| baseline == name) else {
        let problem = format!("{} has no baseline {name:?}", kind.name);
        let names = kind.baselines.join(" or ");
        let expected = if names.is_empty() { "another agent: it has none".to_owned() } else { names };
        return Err(TextError::new(TextErrorKind::Symbol, 1, problem, expected));
    };
    let (mut seed, mut depth) = (0, None);
    options(rest, &mut |option, value| {
        match option {
            "seed" => seed = number(value, option, 0, u64::MAX)?,
            "depth" => depth = Some(number(value, option, 1, MAX_DEPTH)?),
            _ => return Err(unknown(option, "seed or depth")),
        }
        Ok(())
    })
    .map_err(|error| error.at(name.chars().count() + 2))?;
    Ok(Contender::new("", Timing::Own(Pace::Untimed), move || {
        Ok(Box::new(Baseline { name, own_seed: seed, seed: 0, depth }))
    }))
}

/// Parses what comes behind `random:`.
pub(super) fn parse_random(text: &str) -> Result<Contender, TextError> {
    let mut seed = 0;
    options(text, &mut |option, value| match option {
        "seed" => number(value, option, 0, u64::MAX).map(|number| seed = number),
        _ => Err(unknown(option, "seed")),
    })?;
    Ok(Contender::new("", Timing::Own(Pace::Untimed), move || Ok(Box::new(Random { own_seed: seed, seed: 0 }))))
}

struct Baseline {
    name: &'static str,
    own_seed: u64,
    seed: u64,
    depth: Option<u32>,
}

impl Agent for Baseline {
    fn new_game(&mut self, _start: &dyn AnyGame, seed: u64, _stop: &AtomicBool) -> Result<(), Fault> {
        self.seed = mix(seed ^ mix(self.own_seed));
        Ok(())
    }

    fn choose(&mut self, game: &dyn AnyGame, _clock: &Clock, stop: &AtomicBool) -> Result<Choice, Fault> {
        let seed = self.seed.wrapping_add(game.ply() as u64);
        let (name, depth) = (self.name, self.depth);
        // Simple players have no stop flag: one runs in a thread of its own, which is abandoned on stop.
        let (sender, chosen) = channel();
        let own = game.boxed();
        let abandonable = threads::spawn(move || sender.send(own.baseline(name, seed, depth)));
        if abandonable.is_err() {
            let best = game.baseline(name, seed, depth);
            return best.map(Choice::plain).ok_or_else(|| Fault::Crash("no move was found".into()));
        }
        loop {
            match chosen.recv_timeout(PATIENCE) {
                Ok(Some(best)) => return Ok(Choice::plain(best)),
                Ok(None) | Err(RecvTimeoutError::Disconnected) => return Err(Fault::Crash("no move was found".into())),
                Err(RecvTimeoutError::Timeout) if stop.load(Relaxed) => return Err(Fault::Timeout),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

struct Random {
    own_seed: u64,
    seed: u64,
}

impl Agent for Random {
    fn new_game(&mut self, _start: &dyn AnyGame, seed: u64, _stop: &AtomicBool) -> Result<(), Fault> {
        self.seed = mix(seed ^ mix(self.own_seed));
        Ok(())
    }

    fn choose(&mut self, game: &dyn AnyGame, _clock: &Clock, _stop: &AtomicBool) -> Result<Choice, Fault> {
        let moves = game.legal_moves();
        let mut random = SplitMix64::new(self.seed.wrapping_add(game.ply() as u64));
        let chosen = moves.get(random.below(moves.len())).cloned();
        chosen.map(Choice::plain).ok_or_else(|| Fault::Crash("no move was found".into()))
    }
}
