//! What the options of different agents have in common: numbers, times, and names that are not known.

use manyply::game::{TextError, TextErrorKind};
use std::time::Duration;

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
