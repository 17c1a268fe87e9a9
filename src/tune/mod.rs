//! Fitting the weights of an evaluation to the results of games, for every game that is [`Tunable`].
//!
//! From games to numbers: [`SelfPlay`] plays them, [`samples`] draws quiet positions from them with what their sides got
//! in the end, [`Fit`] finds the weights under which the estimates foretell these results best (logistic regression),
//! [`source`] writes them in the form of the game's own source.
//!
//! The same games and settings give the same weights; between machines the last bit of an exponential may differ.

mod fit;
mod sample;
mod self_play;
mod source;

pub use fit::{Fit, Losses, Settings};
pub use sample::{Sample, samples};
pub use self_play::SelfPlay;
pub use source::source;

#[cfg(doc)]
use crate::game::Tunable;
#[cfg(test)]
mod tests;
