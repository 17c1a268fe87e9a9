//! What more threads give: their nodes per second, time to depth and perft against those of one thread.

use manyply::face::{Kind, Setup};
use manyply::perft;
use manyply::search::bench::Settings;
use manyply::search::{Limits, Options};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Positions that one thread searches in less say more about starting threads than about their work.
const LEAST_SEARCH: Duration = Duration::from_millis(20);
/// The perft is as deep as one thread needs so long for.
const LEAST_PERFT: Duration = Duration::from_millis(200);

/// Several threads against one: ratios of wall time, each more than 1 if more threads are better.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub(crate) struct Speedup {
    /// The threads compared with one.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub(crate) threads: usize,
    /// How often everything was done, with one thread and with several in turns.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub(crate) runs: u32,
    /// Positions that took long enough to count.
    pub(crate) positions: usize,
    /// Nodes per second in the search, as a geometric mean over the positions; null if no position counts.
    pub(crate) nps: Option<f64>,
    /// One thread's time to the position's depth by that of several, as a geometric mean over the positions.
    pub(crate) time_to_depth: Option<f64>,
    /// Perft from the start.
    pub(crate) perft: f64,
}

impl Speedup {
    /// What several games come to: means over all their positions, and of perft over the games.
    pub(crate) fn of_all(games: &[Self]) -> Option<Self> {
        let over_positions = |value: fn(&Self) -> Option<f64>| {
            let ratios = games.iter().flat_map(|game| std::iter::repeat_n(value(game), game.positions));
            mean(&ratios.flatten().collect::<Vec<_>>())
        };
        let perft: Vec<_> = games.iter().map(|game| game.perft).collect();
        Some(Self {
            positions: games.iter().map(|game| game.positions).sum(),
            nps: over_positions(|game| game.nps),
            time_to_depth: over_positions(|game| game.time_to_depth),
            perft: mean(&perft)?,
            ..*games.first()?
        })
    }
}

/// What the runs of one position came to.
#[derive(Clone, Copy, Default)]
struct Sum {
    nodes: u64,
    time: Duration,
}

impl Sum {
    fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Measures the search of a game's samples and its perft, until done or `stop` is set; none if there is no memory for
/// the two tables.
pub(crate) fn measure(
    kind: &Kind,
    threads: usize,
    runs: u32,
    settings: &Settings,
    stop: &AtomicBool,
) -> Option<Speedup> {
    let counts = [1, threads];
    let Settings { hash_mib, network, .. } = *settings;
    let searcher = |threads| kind.engine(Options { threads, hash_mib, network, ..Options::default() });
    let mut searchers = [searcher(1)?, searcher(threads)?];
    let (mut nps, mut time_to_depth) = (Vec::new(), Vec::new());
    for (game, depth) in kind.samples() {
        let mut sums = [Sum::default(); 2];
        for _ in 0..runs {
            for (searcher, sum) in searchers.iter_mut().zip(&mut sums) {
                searcher.new_game();
                let found = searcher.search(&*game, None, &Limits::depth(depth + settings.deeper), stop, &mut |_| ());
                sum.nodes += found.nodes;
                sum.time += found.elapsed;
            }
        }
        let [one, more] = sums;
        if one.time >= LEAST_SEARCH * runs {
            nps.push(more.speed() / one.speed());
            time_to_depth.push(one.time.as_secs_f64() / more.time.as_secs_f64().max(1e-9));
        }
    }
    let perft = perft(kind, counts, runs, stop)?;
    let positions = nps.len();
    Some(Speedup { threads, runs, positions, nps: mean(&nps), time_to_depth: mean(&time_to_depth), perft })
}

/// How much faster the second number of threads counts than the first.
fn perft(kind: &Kind, threads: [usize; 2], runs: u32, stop: &AtomicBool) -> Option<f64> {
    let start = kind.begin(&Setup::default()).ok()?;
    let time = |depth, threads| {
        let settings = perft::Settings { threads, ..perft::Settings::default() };
        let started = Instant::now();
        start.perft(depth, &settings, &[], stop, &|_| ()).ok().map(|_| started.elapsed())
    };
    let mut depth = 1;
    while depth < perft::MAX_DEPTH && time(depth, 1)? < LEAST_PERFT && !stop.load(Relaxed) {
        depth += 1;
    }
    let mut times = [Duration::ZERO; 2];
    for _ in 0..runs {
        for (sum, threads) in times.iter_mut().zip(threads) {
            *sum += time(depth, threads)?;
        }
    }
    Some(times[0].as_secs_f64() / times[1].as_secs_f64().max(1e-9))
}

/// The geometric mean.
pub(crate) fn mean(ratios: &[f64]) -> Option<f64> {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (sum / ratios.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_geometric() {
        assert_eq!(mean(&[]), None);
        assert!((mean(&[0.5, 2.0, 8.0]).unwrap() - 2.0).abs() < 1e-12);
    }

    #[test]
    fn every_position_counts_alike() {
        let none = Speedup { threads: 2, runs: 5, positions: 0, nps: None, time_to_depth: None, perft: 2.0 };
        let few = Speedup { positions: 1, nps: Some(2.0), time_to_depth: Some(0.5), ..none };
        let many = Speedup { positions: 3, nps: Some(2.0), time_to_depth: Some(2.0), ..none };
        let all = Speedup::of_all(&[few, none, many]).unwrap();
        let expected = Speedup { positions: 4, nps: all.nps, time_to_depth: all.time_to_depth, ..none };
        assert_eq!(all, expected);
        assert!((all.nps.unwrap() - 2.0).abs() < 1e-12 && (all.perft - 2.0).abs() < 1e-12);
        assert!((all.time_to_depth.unwrap() - 2.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(Speedup::of_all(&[none]), Some(none));
        assert_eq!(Speedup::of_all(&[]), None);
    }
}
