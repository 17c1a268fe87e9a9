//! A described agent, of which any number can be made, and whose clock it plays by.

use super::agent::Agent;
use super::clock::Pace;
use std::time::Duration;

/// A described agent, of which any number can be made.
pub struct Contender {
    /// The description.
    pub text: String,
    /// Whose clock it plays by.
    pub timing: Timing,
    /// The memory that an agent's table takes, in MiB; 0 if it is unknown.
    pub hash_mib: usize,
    build: Box<Builder>,
}

/// Makes an agent, or says why that cannot be.
pub(super) type Builder = dyn Fn() -> Result<Box<dyn Agent>, String> + Send + Sync;

/// Whose clock an agent plays by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// Its own, whatever the match says.
    Own(Pace),
    /// The clock of the match, [`Self::USUAL`] if that has none.
    Match,
    /// The clock of the match if it has one; else other limits of the agent's own bound its work.
    Limited,
}

impl Timing {
    /// The time for a move where nobody says anything else.
    pub const USUAL: Duration = Duration::from_secs(1);

    /// The pace in a match played at `pace`.
    pub fn pace(self, pace: Option<Pace>) -> Pace {
        match self {
            Self::Own(pace) => pace,
            Self::Match => pace.unwrap_or(Pace::Move(Self::USUAL)),
            Self::Limited => pace.unwrap_or(Pace::Untimed),
        }
    }
}

impl Contender {
    /// A contender whose agents `build` makes.
    pub fn new(
        text: impl Into<String>,
        timing: Timing,
        build: impl Fn() -> Result<Box<dyn Agent>, String> + Send + Sync + 'static,
    ) -> Self {
        Self { text: text.into(), timing, hash_mib: 0, build: Box::new(build) }
    }

    /// Makes an agent.
    ///
    /// # Errors
    /// Why it cannot be made, in one line.
    pub fn build(&self) -> Result<Box<dyn Agent>, String> {
        (self.build)()
    }
}

/// Whether the agent that a description means is a program, which anybody who chooses the description chooses too.
pub fn is_program(text: &str) -> bool {
    !matches!(text.split(':').next(), Some("engine" | "baseline" | "random"))
}
