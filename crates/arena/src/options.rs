//! What the options of different agents have in common: numbers, times, and names that are not known.

use crate::amount;
use manyply::game::{TextError, TextErrorKind};
use std::time::Duration;

/// Parses a number option, which lies between `least` and `most`.
pub(super) fn number<T>(value: &str, name: &str, least: T, most: T) -> Result<T, TextError>
where
    T: TryFrom<u64> + TryFrom<i64> + PartialOrd + Copy + std::fmt::Display,
{
    amount::count(value, least..=most).map_err(|expected| refused(value, name, "no such number", &expected))
}

/// Parses a time option, such as `100ms`.
pub(super) fn time(value: &str, name: &str) -> Result<Duration, TextError> {
    amount::some_time(value).map_err(|expected| refused(value, name, "no time", &expected))
}

fn refused(value: &str, name: &str, kind: &str, expected: &str) -> TextError {
    // A unit that is missing is asked for.
    let expected = expected.rsplit("expected ").next().unwrap_or_default();
    let problem = format!("{name}={value:?} is {kind}");
    TextError::new(TextErrorKind::Number, name.chars().count() + 2, problem, expected)
}

/// An option that an agent does not have.
pub(super) fn unknown(name: &str, expected: impl Into<String>) -> TextError {
    TextError::new(TextErrorKind::Option, 1, format!("no option is called {name:?}"), expected)
}
