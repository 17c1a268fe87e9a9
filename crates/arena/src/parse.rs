//! Agents as users describe them: `engine:time=1s`, `baseline:NAME`, `random`, or a program of another kind.

use super::contender::Contender;
use super::{engine, outside, simple};
use crate::Playable;
use manyply::game::{TextError, TextErrorKind};

impl<G: Playable> Contender<G> {
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
        let mut contender: Self = parsed.map_err(placed)?;
        text.clone_into(&mut contender.text);
        Ok(contender)
    }
}
