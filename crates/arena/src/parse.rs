//! Agents as users describe them: `engine:time=1s`, `baseline:NAME`, `random`, or a program of another kind.

use super::contender::Contender;
use super::{engine, outside, simple};
use manyply::face::Kind;
use manyply::game::{TextError, TextErrorKind};

impl Contender {
    /// Parses the description of an agent that plays the game `kind`.
    ///
    /// # Errors
    /// What is wrong with it, where, and what was expected.
    pub fn parse(kind: &'static Kind, text: &str) -> Result<Self, TextError> {
        let (agent, rest) = text.split_once(':').unwrap_or((text, ""));
        let column = agent.chars().count() + 2;
        let parsed = match agent {
            "engine" => engine::parse(kind, rest),
            "baseline" => simple::parse_baseline(kind, rest),
            "random" => simple::parse_random(rest),
            _ => outside::parse(kind, agent, rest).ok_or_else(|| {
                let outside = outside::kinds(kind).join(":COMMAND, ");
                let expected = format!("engine, baseline:NAME, random, {outside}:COMMAND");
                let problem = format!("{} has no agent {agent:?}", kind.name);
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
