//! Time management: how much of its soft limit a search under a clock takes. A best move that has stood for some
//! iterations and took most of the nodes needs no more thought; one that has just changed, or whose value falls, does.

use super::root_move::RootMove;
use super::value::Value;
use std::time::Duration;

/// The factor of a best move that has always been the best; a new one has this and [`NEW_BEST`].
const STABLE_BEST: f64 = 0.7;
/// What is added for a new best move, and by halves, thirds and so on for one that has stood for one, two iterations.
const NEW_BEST: f64 = 0.9;
/// The factor of a best move that took none of an iteration's nodes; all of them take 1 off.
const NO_EFFORT: f64 = 1.6;
/// What is added for each width of the aspiration window by which the value fell.
const FALL: f64 = 0.15;
/// The least and the most that is added for it.
const FALL_RANGE: (f64, f64) = (-0.15, 0.6);

/// What the last iterations of a search say of how much time it needs.
#[derive(Debug)]
pub(super) struct TimeManager<M> {
    best: Option<M>,
    /// Iterations since the best move changed.
    stable: u32,
    /// Of the values so far, the later the heavier.
    average: Option<f64>,
}

impl<M: Copy + PartialEq> TimeManager<M> {
    pub(super) fn new() -> Self {
        Self { best: None, stable: 0, average: None }
    }

    /// `soft`, the time after which no iteration begins, as an iteration that ended with `moves`, the best first,
    /// changes it: from none for an only move to about four times as much. `window` is half the width of the first
    /// aspiration window, 0 if there is none.
    pub(super) fn soft_time(&mut self, soft: Duration, moves: &[RootMove<M>], window: Value) -> Duration {
        let [root, _, ..] = moves else { return Duration::ZERO };
        let best = Some(root.line[0]);
        self.stable = if self.best == best { self.stable + 1 } else { 0 };
        self.best = best;
        let stability = STABLE_BEST + NEW_BEST / f64::from(1 + self.stable);
        let nodes = moves.iter().map(|root| root.nodes).sum::<u64>();
        let effort = if nodes == 0 { 1.0 } else { NO_EFFORT - root.nodes as f64 / nodes as f64 };
        let value = f64::from(root.value);
        let average = self.average.replace(self.average.map_or(value, |average| (average + value) / 2.0));
        let fall = match average {
            Some(average) if window > 0 => (average - value) / f64::from(window) * FALL,
            _ => 0.0,
        };
        let factor = stability * effort * (1.0 + fall.clamp(FALL_RANGE.0, FALL_RANGE.1));
        Duration::try_from_secs_f64(soft.as_secs_f64() * factor).unwrap_or(Duration::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Three moves at the root: the best, its value, and how many of 100 nodes it took.
    fn moves(best: u8, value: Value, nodes: u64) -> Vec<RootMove<u8>> {
        let others = (1..4).filter(|&m| m != best);
        let mut moves: Vec<_> = [best].into_iter().chain(others).map(RootMove::new).collect();
        (moves[0].value, moves[0].nodes, moves[1].nodes) = (value, nodes, 100 - nodes);
        moves
    }

    #[test]
    fn a_stable_best_move_takes_less() {
        let mut manager = TimeManager::new();
        let times: Vec<_> = (0..6).map(|_| manager.soft_time(SECOND, &moves(1, 10, 60), 30)).collect();
        assert!(times.is_sorted_by(|earlier, later| earlier > later) && times[5] < SECOND, "{times:?}");
        assert!(manager.soft_time(SECOND, &moves(2, 10, 60), 30) > SECOND, "it has changed");
    }

    #[test]
    fn a_falling_value_takes_more_and_effort_less() {
        let after = |value, nodes| {
            let mut manager = TimeManager::new();
            manager.soft_time(SECOND, &moves(1, 0, 60), 30);
            manager.soft_time(SECOND, &moves(1, value, nodes), 30)
        };
        assert!(after(-60, 60) > after(0, 60) && after(0, 60) > after(60, 60));
        assert!(after(0, 30) > after(0, 60) && after(0, 60) > after(0, 95));
        assert_eq!(after(-10_000, 60), after(-1_000, 60), "in bounds");
    }

    #[test]
    fn an_only_move_takes_none() {
        let only = [RootMove::new(7)];
        assert_eq!(TimeManager::new().soft_time(SECOND, &only, 30), Duration::ZERO);
    }

    #[test]
    fn no_time_is_too_long() {
        assert_eq!(TimeManager::new().soft_time(Duration::MAX, &moves(1, 0, 0), 30), Duration::MAX);
    }
}
