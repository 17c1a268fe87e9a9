//! Training: from games of the engine against itself to the numbers of an evaluation.
//!
//! [`SelfPlay`] plays the games, [`data`] keeps them. [`weights`] tunes the hand-written terms of a [`Tunable`] game to
//! their results (Texel's tuning method), [`network`] trains a network of [`manyply::nnue`] on the search's scores of
//! their positions and their results. [`spsa`] fits the margins of the search by games between searches that differ in
//! them. [`calibration`] says which of two evaluations predicts results better.
//!
//! The same games and settings give the same numbers; between machines the last bit of an exponential may differ.
//!
//! From games to the file of a network, as `manyply selfplay` and `manyply train` do it with many more of them:
//!
//! ```
//! use manyply::face::Setup;
//! use manyply::games::kind;
//! use manyply_arena::Openings;
//! use manyply_train::SelfPlay;
//! use manyply_train::network::{LEAST_PLIES, Schedule, Trainer, samples};
//! use std::{ops::ControlFlow, sync::atomic::AtomicBool};
//!
//! let minichess = kind("minichess")?;
//! let network = minichess.network.expect("minichess has one");
//! let start = minichess.begin(&Setup::default())?;
//! let openings = Openings::Unbalanced { from: vec![start], truncate: false, plies: 6, seed: 1 };
//! let mut all = Vec::new();
//! SelfPlay::new(openings, 10, 50, 2).play(&AtomicBool::new(false), &mut |game| {
//!     all.extend(samples(&game, network.shape, LEAST_PLIES).0);
//!     ControlFlow::Continue(())
//! })?;
//!
//! let held_out = all.split_off(all.len() * 9 / 10);
//! let (wdl_lambda, weight_decay, patience) = ((0.3, 0.3), 0.01, 0);
//! let schedule = Schedule { epochs: 3, learning_rate: 0.003, wdl_lambda, weight_decay, patience, threads: 2 };
//! let mut trainer = Trainer::new(network.shape, schedule, 1);
//! trainer.train(&mut all, &held_out, &mut |trainer| {
//!     let losses = trainer.losses().last().expect("an epoch");
//!     println!("epoch {}: {:.4}, held out {:.4}", losses.epoch, losses.trained, losses.held_out);
//!     true
//! });
//! # assert_eq!(trainer.losses().len(), 3);
//! let content = network.shape.file("minichess", &trainer.bytes());
//! assert!(network.parse("minichess", &content).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
