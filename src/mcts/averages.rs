//! What the simulations say of moves, wherever they are played: the mean payoff of each, and which were played in the
//! present simulation.
//!
//! The first is the move-average sampling technique, MAST (Finnsson and Björnsson, "Simulation-based approach to
//! general game playing", AAAI 2008); the second is what all-moves-as-first statistics, AMAF, are gathered from (Gelly
//! and Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", Artificial Intelligence 175,
//! 2011).

use super::proof::Payoffs;
use crate::game::{Position, Side};

/// How many moves of a side are told apart. Names of moves that are folded together share their averages.
const NAMES: usize = 1 << 12;
/// Simulations that a mean of 0 counts for beside those that there were.
const PRIOR: f32 = 4.0;
/// What of an average is left in the next search.
const KEPT: f32 = 0.5;
/// Above the plies of any simulation.
pub(super) const MOST_PLIES: usize = 1024;

/// The name of a move, by which averages know it: two moves may share one.
#[inline]
pub(super) fn name<G: Position>(position: &G, m: G::Move) -> u16 {
    let bits = position.pack(m);
    (bits ^ bits >> 12) & (NAMES as u16 - 1)
}

/// Payoffs for the side that made a move, added up, and in how many simulations.
#[derive(Clone, Copy, Default, Debug)]
struct Average {
    sum: f32,
    count: f32,
}

/// A move of a simulation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) side: Side,
    pub(super) name: u16,
}

/// The averages of all moves of all sides, and the moves of the present simulation.
pub(super) struct Averages {
    averages: Vec<Average>,
    /// For each move, the first number of the last simulation that played it, plus the last ply at which it did.
    last: Vec<u32>,
    /// The first number of the present simulation.
    base: u32,
    /// The moves of the present simulation, in order.
    steps: Vec<Step>,
}

impl Averages {
    pub(super) fn new(sides: usize) -> Self {
        let size = sides * NAMES;
        let base = MOST_PLIES as u32;
        let steps = Vec::with_capacity(MOST_PLIES);
        Self { averages: vec![Average::default(); size], last: vec![0; size], base, steps }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.averages.fill(Average::default());
    }

    /// Another search begins: what earlier ones say counts for less.
    pub(super) fn new_search(&mut self) {
        for average in &mut self.averages {
            average.sum *= KEPT;
            average.count *= KEPT;
        }
    }

    #[inline]
    fn index(step: Step) -> usize {
        step.side.index() * NAMES + usize::from(step.name)
    }

    /// Another simulation begins.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.steps.clear();
        self.base = self.base.wrapping_add(MOST_PLIES as u32);
        if self.base == 0 {
            self.last.fill(0);
            self.base = MOST_PLIES as u32;
        }
    }

    /// A move was played.
    #[inline]
    pub(super) fn play(&mut self, step: Step) {
        self.last[Self::index(step)] = self.base + self.steps.len() as u32;
        self.steps.push(step);
    }

    /// The moves of the present simulation.
    #[inline]
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether a move was played at `ply` of the present simulation or later.
    #[inline]
    pub(super) fn is_played_from(&self, step: Step, ply: usize) -> bool {
        self.last[Self::index(step)] >= self.base + ply as u32
    }

    /// The mean payoff of a move for the side that makes it, −1 to 1, nearer to 0 the less it was played.
    #[inline]
    pub(super) fn mean(&self, step: Step) -> f32 {
        let average = self.averages[Self::index(step)];
        average.sum / (average.count + PRIOR)
    }

    /// The present simulation ended with these payoffs.
    pub(super) fn finish(&mut self, payoffs: Payoffs) {
        for &step in &self.steps {
            let average = &mut self.averages[Self::index(step)];
            average.sum += f32::from(payoffs[step.side.index()]);
            average.count += 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_known_by_side_and_ply() {
        let mut averages = Averages::new(2);
        let step = |side, name| Step { side, name };
        let (first, second) = (step(Side::FIRST, 7), step(Side::SECOND, 7));
        averages.begin();
        averages.play(first);
        averages.play(second);
        assert!(averages.is_played_from(first, 0) && !averages.is_played_from(first, 1));
        assert!(averages.is_played_from(second, 1) && !averages.is_played_from(step(Side::SECOND, 8), 0));
        averages.finish([1, -1, 0, 0]);
        assert!(averages.mean(first) > 0.0 && averages.mean(second) < 0.0);
        averages.begin();
        assert!(!averages.is_played_from(first, 0));
    }
}
