//! What results say about strength: pure functions of counts.

mod elo;
mod normal;
mod ratings;
mod repeats;
mod samples;
mod sprt;
mod standing;
mod wilson;

pub use elo::{Estimate, elo, los, score};
pub use ratings::{Rating, ratings};
pub use samples::Samples;
pub use sprt::{Sprt, Verdict};
pub use standing::{Faults, Standing, Tally};
pub use wilson::wilson;

/// How many standard deviations around a mean hold 95 % of a normal distribution.
pub const CONFIDENT: f64 = 1.959_964;
