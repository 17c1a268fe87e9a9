//! The tuned weights of the static evaluation and of the move ordering (the policy). Freestyle and standard share
//! theirs; in renju, where only Black has forbidden points, there is a part for either side to move.

mod freestyle;
mod freestyle_policy;
mod renju;
mod renju_policy;
pub(super) mod windows;

use super::patterns::line_code::COMBINATIONS;
use super::rules::{Rule, Rules};
use crate::game::{Side, Weights};

/// Sets of [threats](super::patterns::Patterns::threats).
const THREATS: usize = 2048;

/// A score for each combination of line codes: of those of the side to move, then of those of the other one.
pub(super) type Combinations = [[i32; COMBINATIONS]; 2];
/// A score for each set of threats.
pub(super) type Threats = [i32; THREATS];

/// The weights of the evaluation: those of windows unless five in a row win.
pub(super) fn evaluation(rules: &Rules) -> Weights {
    match (rules.connect, rules.rule) {
        (5, Rule::Freestyle | Rule::Standard) => freestyle::weights(),
        (5, Rule::Renju) => renju::weights(),
        _ => windows::weights(),
    }
}

/// The weights of the move ordering: none unless five in a row win.
pub(super) fn policy(rules: &Rules) -> Weights {
    match (rules.connect, rules.rule) {
        (5, Rule::Freestyle | Rule::Standard) => freestyle_policy::weights(),
        (5, Rule::Renju) => renju_policy::weights(),
        _ => Weights::default(),
    }
}

/// How many weights the evaluation has under `rule`.
pub(super) fn count(rule: Rule) -> usize {
    combinations(rule).len() * 2 * COMBINATIONS + threats(rule).len() * THREATS
}

/// The number of the first weight of a combination that counts with `mover` to move.
pub(super) fn first_combination(rule: Rule, mover: Side) -> usize {
    part(rule, mover) * 2 * COMBINATIONS
}

/// The number of the first weight of the evaluation for threats that counts with `mover` to move.
pub(super) fn first_threat(rule: Rule, mover: Side) -> usize {
    combinations(rule).len() * 2 * COMBINATIONS + part(rule, mover) * THREATS
}

/// Which part of a rule's weights counts with `mover` to move.
pub(super) fn part(rule: Rule, mover: Side) -> usize {
    match rule {
        Rule::Freestyle | Rule::Standard => 0,
        Rule::Renju => mover.index(),
    }
}

/// The scores of combinations in the evaluation, by [part].
pub(super) fn combinations(rule: Rule) -> &'static [Combinations] {
    let numbers = match rule {
        Rule::Freestyle | Rule::Standard => &freestyle::TABLE.combination[..],
        Rule::Renju => &renju::TABLE.combination[..],
    };
    numbers.as_chunks().0.as_chunks().0
}

/// The scores of sets of threats, by [part].
pub(super) fn threats(rule: Rule) -> &'static [Threats] {
    let numbers = match rule {
        Rule::Freestyle | Rule::Standard => &freestyle::TABLE.threats[..],
        Rule::Renju => &renju::TABLE.threats[..],
    };
    numbers.as_chunks().0
}

/// The scores of combinations in the move ordering, by [part].
pub(super) fn order(rule: Rule) -> &'static [Combinations] {
    let numbers = match rule {
        Rule::Freestyle | Rule::Standard => &freestyle_policy::TABLE.order[..],
        Rule::Renju => &renju_policy::TABLE.order[..],
    };
    numbers.as_chunks().0.as_chunks().0
}
