//! How a network learns: what training asks of each architecture.

use crate::zobrist::SplitMix64;

/// A position that a network learns from.
#[derive(Clone, Copy, Debug)]
pub struct Lesson<'a> {
    /// The active features, as the side sees them that the position is judged for, then as the others do: equally many
    /// each. A network of a game's [own architecture](super::Architecture::Own) is given what the side to move sees.
    pub features: &'a [u16],
    /// How many sides these are.
    pub views: usize,
    /// The output bucket.
    pub bucket: usize,
    /// What the output is added to, in log-odds units.
    pub base: f32,
    /// The expected result for the side, 0 to 1.
    pub target: f32,
    /// The best move, as [`Position::pack`](crate::game::Position::pack) writes it, where it is known.
    pub best: Option<u16>,
}

/// The errors of a network in a lesson.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Errors {
    /// The squared error of the expected result.
    pub value: f64,
    /// The cross-entropy of the policy head, in nats, where there is such a head and the best move is known.
    pub policy: Option<f64>,
}

/// A network in training: real weights, in the order of its file.
pub trait Model: Send + Sync {
    /// The first weights.
    fn random_weights(&self, random: &mut SplitMix64) -> Vec<f32>;

    /// The errors of the network of these weights, lesson by lesson.
    fn errors(&self, weights: &[f32], lessons: &[Lesson<'_>]) -> Vec<Errors>;

    /// The same, and adds to `gradient` the derivatives of what is made less, times `share`.
    fn learn(&self, weights: &[f32], lessons: &[Lesson<'_>], share: f32, gradient: &mut [f32]) -> Vec<Errors>;
}
