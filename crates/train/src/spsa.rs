//! Simultaneous perturbation stochastic approximation (SPSA): the margins of a search fitted together on games.
//!
//! Each step moves all margins at once, up or down at random, plays the two searches that come of it against each
//! other, and goes a little towards the one that won (Spall, "An overview of the simultaneous perturbation method",
//! 1998; <https://www.chessprogramming.org/SPSA>). Two games are as much about thirty margins as about one.

use manyply::face::{AnyGame, Kind};
use manyply::game::{MAX_SIDES, Side, TextError};
use manyply::search::Margins;
use manyply::threads;
use manyply::zobrist::{SplitMix64, mix};
use manyply_arena::referee::{self, Terms};
use manyply_arena::{Agent, Contender, Openings, Pace};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Steps whose games are played before any of them counts, so that the result does not depend on how many are played at
/// once.
const BATCH: u64 = 16;
/// Spall's exponents: how fast the steps, and the perturbations, become smaller.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// This part of all steps keeps the first ones from being too large.
const STABILITY: f64 = 0.1;
/// At the last step a won pair of games moves a margin by so much of its perturbation.
const LAST_RATE: f64 = 0.004;
/// The last perturbation of a margin: this part of what it was at first, and no less than [`LEAST_PERTURBATION`].
const PERTURBATION: f64 = 0.12;
const LEAST_PERTURBATION: f64 = 0.5;
/// No margin becomes larger than so many times what it was at first.
const LARGEST: f64 = 3.0;
/// The table of a search, in MiB.
const HASH_MIB: usize = 8;

/// What is fitted, and how.
pub struct Spsa {
    /// The margins by name, each above 0 at first.
    pub names: Vec<String>,
    /// What the fit begins with.
    pub start: Margins,
    /// Where the games begin: those of a step begin with the opening of its number.
    pub openings: Openings,
    /// How many steps there are in all; a step is a game with the one search in each seat.
    pub steps: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// What the perturbations follow from.
    pub seed: u64,
    /// How many games are played at once, at least 1. The result does not depend on it.
    pub threads: usize,
}

/// How far a fit has come: all that is needed to go on.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Progress {
    /// Steps that have counted.
    pub steps: u64,
    /// The margins in the order of their names, fractions included.
    pub values: Vec<f64>,
}

impl Spsa {
    /// The margins that a fit changes unless others are named: those that are not 0, those of models for three sides
    /// only there. Not among them are depth limits, for which one step is too large a perturbation, and what a
    /// third-party finish is worth, which self-play does not measure.
    pub fn in_use(kind: &Kind) -> Vec<String> {
        let mut margins = kind.margins;
        let names = Margins::NAMES.iter().copied();
        let names = names.filter(|&name| name != "third_party" && (kind.sides > 2 || !name.starts_with("opps")));
        let names = names.filter(|name| !name.ends_with("_min_depth") && !name.ends_with("_max_depth"));
        names.filter(|name| margins.number(name).is_some_and(|value| *value > 0)).map(str::to_owned).collect()
    }

    /// What a fit begins with.
    pub fn begin(&self) -> Progress {
        Progress { steps: 0, values: self.names.iter().map(|name| self.first(name)).collect() }
    }

    /// Whether `progress` can be one of this fit.
    pub fn accepts(&self, progress: &Progress) -> bool {
        progress.values.len() == self.names.len() && progress.values.iter().all(|value| value.is_finite())
    }

    /// The margins of `values`, rounded.
    pub fn margins(&self, values: &[f64]) -> Margins {
        self.with(values, f64::round)
    }

    /// The agent with the margins of `values`, as matches name it.
    pub fn agent(&self, margins: &Margins) -> String {
        let mut margins = *margins;
        let mut settings = String::new();
        for name in &self.names {
            let value = margins.number(name).map_or(0, |value| *value);
            settings += &format!(",{name}={value}");
        }
        format!("engine:nodes={},hash={HASH_MIB}{settings}", self.nodes)
    }

    /// Goes on from `progress` to the last step, telling `each` after every batch, until that breaks or `stop` is set;
    /// a batch that is not finished then does not count.
    ///
    /// # Errors
    /// A search cannot be made.
    pub fn run(
        &self,
        progress: &mut Progress,
        stop: &AtomicBool,
        each: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<(), String> {
        while progress.steps < self.steps && !stop.load(Relaxed) {
            let batch: Vec<u64> = (progress.steps..self.steps).take(BATCH as usize).collect();
            let values = &progress.values;
            let results = self.play_batch(&batch, values, stop)?;
            let Some(results) = results.into_iter().collect::<Option<Vec<f64>>>() else { break };
            let mut moved = progress.values.clone();
            for (&step, result) in batch.iter().zip(results) {
                let rate = self.rate(step);
                for (index, sign) in self.signs(step).into_iter().enumerate() {
                    moved[index] += rate * self.perturbation(index, step) * result * sign;
                }
            }
            for (value, name) in moved.iter_mut().zip(&self.names) {
                *value = value.clamp(0.0, LARGEST * self.first(name).max(1.0));
            }
            progress.values = moved;
            progress.steps += batch.len() as u64;
            if each(progress).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The results of the steps of a batch, in their order; none of those that were not finished.
    fn play_batch(&self, steps: &[u64], values: &[f64], stop: &AtomicBool) -> Result<Vec<Option<f64>>, String> {
        let next = AtomicUsize::new(0);
        let workers = || {
            let indices = std::iter::from_fn(|| Some(next.fetch_add(1, Relaxed)));
            let mine = indices.take_while(|&index| index < steps.len());
            mine.map(|index| Ok((index, self.play(steps[index], values, stop)?))).collect::<Result<Vec<_>, String>>()
        };
        let results = Mutex::new(Ok(vec![None; steps.len()]));
        threads::share(self.threads, || {
            let played = workers();
            // Nobody panics while it is locked.
            let mut results = threads::lock(&results);
            match (played, &mut *results) {
                (Ok(played), Ok(results)) => {
                    played.into_iter().for_each(|(index, result)| results[index] = result);
                }
                (Err(problem), Ok(_)) => *results = Err(problem),
                (_, Err(_)) => {}
            }
        });
        results.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The result of a step, from −1 to 1: the search with the perturbation alone in each seat in turn, against the
    /// one with the opposite.
    fn play(&self, step: u64, values: &[f64], stop: &AtomicBool) -> Result<Option<f64>, String> {
        let signs = self.signs(step);
        let searcher = |direction: f64, salt: u64| -> Result<Contender, String> {
            let mut random = SplitMix64::new(mix(self.seed ^ mix(step ^ salt)));
            let mut index = 0;
            // Rounded up as often as the fraction says: small margins have perturbations below 1.
            let margins = self.with(values, |value| {
                let wanted = value + direction * signs[index] * self.perturbation(index, step);
                index += 1;
                (wanted + random.below(1 << 20) as f64 / f64::from(1 << 20)).floor().max(0.0)
            });
            Contender::parse(self.openings.kind(), &self.agent(&margins)).map_err(|error: TextError| error.to_string())
        };
        let (plus, minus) = (searcher(1.0, 1 << 62)?, searcher(-1.0, 1 << 63)?);
        let opening = self.openings.get(step, stop);
        let sides = opening.kind().sides;
        let mut sum = 0;
        for alone in Side::all(sides) {
            let agents = Side::all(sides).map(|side| if side == alone { plus.build() } else { minus.build() });
            let mut agents = agents.collect::<Result<Vec<_>, _>>()?;
            match self.game(&*opening, &mut agents, stop) {
                Some(payoffs) => sum += i32::from(payoffs[alone.index()]),
                None => return Ok(None),
            }
        }
        Ok(Some(f64::from(sum) / sides as f64))
    }

    fn game(&self, opening: &dyn AnyGame, agents: &mut [Box<dyn Agent>], stop: &AtomicBool) -> Option<Vec<i8>> {
        let terms = Terms { adjudicate: opening.kind().sides == 2, ..Terms::default() };
        referee::play(opening, agents, [Pace::Untimed; MAX_SIDES], &terms, self.seed, stop, &mut |_, _| ())
            .map(|finished| finished.payoffs)
    }

    /// Which margins a step moves up, and which down.
    fn signs(&self, step: u64) -> Vec<f64> {
        let mut random = SplitMix64::new(mix(self.seed ^ mix(step)));
        self.names.iter().map(|_| if random.below(2) == 0 { -1.0 } else { 1.0 }).collect()
    }

    /// How far a step moves a margin from where it is.
    fn perturbation(&self, index: usize, step: u64) -> f64 {
        let last = (PERTURBATION * self.first(&self.names[index])).max(LEAST_PERTURBATION);
        last * ((self.steps as f64) / (step + 1) as f64).powf(GAMMA)
    }

    /// By how much of its perturbation a won step moves a margin.
    fn rate(&self, step: u64) -> f64 {
        let (all, stability) = (self.steps as f64, STABILITY * self.steps as f64);
        let shrunk = (all / (step + 1) as f64).powf(GAMMA);
        LAST_RATE * ((stability + all) / (stability + (step + 1) as f64)).powf(ALPHA) / (shrunk * shrunk)
    }

    fn first(&self, name: &str) -> f64 {
        let mut start = self.start;
        start.number(name).map_or(0.0, |value| f64::from(*value))
    }

    fn with(&self, values: &[f64], mut round: impl FnMut(f64) -> f64) -> Margins {
        let mut margins = self.start;
        for (name, &value) in self.names.iter().zip(values) {
            if let Some(margin) = margins.number(name) {
                *margin = round(value) as i32;
            }
        }
        margins
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyply::face::Setup;
    use manyply::games::kind;

    fn spsa(game: &str, threads: usize) -> Spsa {
        let kind = kind(game).expect("a game");
        Spsa {
            names: Spsa::in_use(kind),
            start: kind.margins,
            openings: Openings::unbalanced(kind.begin(&Setup::default()).expect("a start"), 8, 3),
            steps: 40,
            nodes: 40,
            seed: 7,
            threads,
        }
    }

    #[test]
    fn what_games_do_not_tell_is_not_fitted() {
        let names = Spsa::in_use(kind("threechess").expect("a game"));
        assert!(names.iter().any(|name| name == "opps_free") && names.iter().all(|name| name != "third_party"));
        let names = Spsa::in_use(kind("minichess").expect("a game"));
        assert!(names.iter().all(|name| !name.starts_with("opps")), "{names:?}");
    }

    /// The result depends neither on threads nor on where a run was broken off.
    #[test]
    fn a_fit_can_be_gone_on_with() {
        let stop = AtomicBool::new(false);
        let (alone, shared) = (spsa("minichess", 1), spsa("minichess", 3));
        let mut whole = alone.begin();
        alone.run(&mut whole, &stop, &mut |_| ControlFlow::Continue(())).expect("games");
        let mut broken_off = shared.begin();
        shared.run(&mut broken_off, &stop, &mut |_| ControlFlow::Break(())).expect("games");
        assert_eq!(broken_off.steps, BATCH);
        assert!(shared.accepts(&broken_off) && broken_off != shared.begin());
        shared.run(&mut broken_off, &stop, &mut |_| ControlFlow::Continue(())).expect("games");
        assert_eq!(whole, broken_off);
        assert_eq!(whole.steps, 40);
    }

    #[test]
    fn what_is_stopped_does_not_count() {
        let fit = spsa("hop", 2);
        let mut progress = fit.begin();
        fit.run(&mut progress, &AtomicBool::new(true), &mut |_| ControlFlow::Continue(())).expect("games");
        assert_eq!(progress, fit.begin());
    }

    /// Over many steps each margin is moved both ways, by less and less, and never out of its range.
    #[test]
    fn perturbations_shrink_and_are_balanced() {
        let mut fit = spsa("hop", 1);
        fit.steps = 1000;
        let sums = (0..fit.steps).fold(vec![0.0; fit.names.len()], |sums, step| {
            sums.iter().zip(fit.signs(step)).map(|(sum, sign)| sum + sign).collect::<Vec<_>>()
        });
        assert!(sums.iter().all(|sum| sum.abs() < 120.0), "{sums:?}");
        assert!(fit.perturbation(0, 0) > fit.perturbation(0, 999) && fit.rate(0) > 0.0 && fit.rate(999) > 0.0);
        let values: Vec<f64> = fit.names.iter().map(|_| 2.5).collect();
        assert_eq!(*fit.margins(&values).number(&fit.names[0]).expect("a margin"), 3);
    }
}
