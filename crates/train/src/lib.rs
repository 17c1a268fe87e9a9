//! Training: from games of the engine against itself to the numbers of an evaluation.
//!
//! [`SelfPlay`] plays the games, [`data`] keeps them. [`weights`] tunes the hand-written terms of a [`Tunable`] game to
//! their results (Texel's tuning method), [`network`] trains a network of [`manyply::nnue`] on the search's scores of
//! their positions and their results. [`spsa`] fits the margins of the search by games between searches that differ in
//! them. [`calibration`] says which of two evaluations predicts results better.
//!
//! The same games and settings give the same numbers; between machines the last bit of an exponential may differ.

pub mod calibration;
pub mod data;
pub mod network;
mod self_play;
pub mod spsa;
mod varied;
pub mod weights;

#[cfg(doc)]
use manyply::game::Tunable;
pub use self_play::{SelfGame, SelfPlay, UNBALANCED};
pub use varied::Varied;

/// The log loss (cross-entropy), in nats, of an evaluation in log-odds units where the result was `result`, 0 to 1. Of
/// a result between them it is the mean of both, by their parts.
#[inline]
fn log_loss(log_odds: f64, result: f64) -> f64 {
    // ln(1 + exp(x)) written so that the exponential never overflows.
    log_odds.max(0.0) + (-log_odds.abs()).exp().ln_1p() - result * log_odds
}
