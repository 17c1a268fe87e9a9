//! Results in words.

use super::Kind;
use crate::game::{Outcome, Side};

/// A result in words.
pub fn result_text(kind: &Kind, outcome: Outcome) -> String {
    if outcome.points() > 1
        && let Some(winner) = outcome.winner()
    {
        return format!("{} wins by {}", kind.side_name(winner), outcome.points());
    }
    let payoffs: Vec<_> = Side::all(kind.sides).map(|side| outcome.payoff(side)).collect();
    payoffs_text(&payoffs, |side| kind.side_name(Side::new(side)))
}

/// What each of some sides gets, in words; of two only who wins is said, if one does.
pub fn payoffs_text<'a>(payoffs: &[i8], name: impl Fn(usize) -> &'a str) -> String {
    let clause = |sign: i8, one: &str, many: &str| {
        let names: Vec<_> = (0..payoffs.len()).filter(|&side| payoffs[side].signum() == sign).map(&name).collect();
        names.split_last().map(|(last, others)| match others {
            [] => format!("{last} {one}"),
            others => format!("{} and {last} {many}", others.join(", ")),
        })
    };
    match (clause(1, "wins", "win"), clause(-1, "loses", "lose")) {
        (Some(won), Some(lost)) if payoffs.len() > 2 => format!("{won}, {lost}"),
        (Some(text), _) | (None, Some(text)) => text,
        (None, None) => "draw".to_owned(),
    }
}
