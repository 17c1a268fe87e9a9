//! Agents as users describe them: `engine:time=1s`, `baseline:NAME`, `random`, and how they are made.

use super::agent::Agent;
use super::clock::Pace;
use super::{engine, outside, simple};
use crate::game::{Game, TextError, TextErrorKind};
use std::time::Duration;

/// A described agent, of which any number can be made.
pub struct Contender<G: Game> {
    /// The description.
    pub text: String,
    /// Whose clock it plays by.
    pub timing: Timing,
    /// The memory that an agent's table takes, in MiB; 0 where that is not ours to know.
    pub hash_mib: usize,
    build: Box<Builder<G>>,
}

/// Makes an agent, or says why that cannot be.
pub(super) type Builder<G> = dyn Fn() -> Result<Box<dyn Agent<G>>, String> + Send + Sync;

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

impl<G: Game> Contender<G> {
    /// Parses a description.
    ///
    /// # Errors
    /// What is wrong with it, where, and what was expected.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let column = kind.chars().count() + 2;
        let parsed = match kind {
            "engine" => engine::parse(rest),
            "baseline" => simple::parse_baseline(rest),
            "random" => simple::parse_random(rest),
            _ => outside::parse(kind, rest).ok_or_else(|| {
                let outside = outside::kinds::<G>().join(":COMMAND, ");
                let expected = format!("engine, baseline:NAME, random, {outside}:COMMAND");
                let problem = format!("{} has no agent {kind:?}", G::NAME);
                TextError::new(TextErrorKind::Symbol, 1, problem, expected)
            })?,
        };
        // What is missed altogether is missed behind the end.
        let end = text.chars().count() + 1;
        let placed = |error: TextError| TextError { column: (error.column + column - 1).min(end), ..error };
        parsed.map(|contender| Self { text: text.to_owned(), ..contender }).map_err(placed)
    }

    /// A contender whose agents `build` makes.
    pub fn new(
        text: impl Into<String>,
        timing: Timing,
        build: impl Fn() -> Result<Box<dyn Agent<G>>, String> + Send + Sync + 'static,
    ) -> Self {
        Self { text: text.into(), timing, hash_mib: 0, build: Box::new(build) }
    }

    /// Makes an agent.
    ///
    /// # Errors
    /// Why it cannot be made, in one line.
    pub fn build(&self) -> Result<Box<dyn Agent<G>>, String> {
        (self.build)()
    }
}

/// Whether the agent that a description means is a program, which anybody who chooses the description chooses too.
pub fn is_program(text: &str) -> bool {
    !matches!(text.split(':').next(), Some("engine" | "baseline" | "random"))
}

/// Parses a number option, which lies between `least` and `most`.
pub(super) fn number<T>(value: &str, name: &str, least: T, most: T) -> Result<T, TextError>
where
    T: std::str::FromStr + PartialOrd + Copy + std::fmt::Display,
{
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        let problem = format!("{name}={value:?} is no such number");
        TextError::new(TextErrorKind::Number, name.chars().count() + 2, problem, format!("{least} to {most}"))
    })
}

/// Parses a time option, such as `100ms`.
pub(super) fn time(value: &str, name: &str) -> Result<Duration, TextError> {
    let time = humantime::parse_duration(value).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| {
        let problem = format!("{name}={value:?} is no time");
        TextError::new(TextErrorKind::Number, name.chars().count() + 2, problem, "a time such as 500ms or 2s")
    })
}

/// An option that an agent does not have.
pub(super) fn unknown(name: &str, expected: impl Into<String>) -> TextError {
    TextError::new(TextErrorKind::Option, 1, format!("no option is called {name:?}"), expected)
}
