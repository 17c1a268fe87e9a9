//! The scale on which the search compares positions: evaluations in the middle, proven values (mate scores, draws) at
//! the ends and at 0.
//!
//! - `WIN − n`: proven win, at most `n` plies from the root; `−WIN + n`: proven loss. In games for points instead
//!   `PROVEN + n`: a win by at least `n` points.
//! - 0: a proven draw. An evaluation is never 0, so that the two cannot be mixed up.
//! - everything else: an evaluation, in hundredths of the game's unit.

use crate::game::{Exact, MAX_SIDES, Outcome};

/// A score inside the search, from the view of the team to move.
pub(crate) type Value = i32;

/// In max^n: a value for each side, in the order of the sides; 0 for those that do not play.
pub(crate) type Values = [Value; MAX_SIDES];

/// A win now.
pub(crate) const WIN: Value = 32_000;
/// Values at least this far from 0 are proven.
pub(crate) const PROVEN: Value = 29_000;
/// Unproven mate scores: this less the plies to the win or loss, where some moves were pruned.
pub(crate) const UNPROVEN_WIN: Value = 28_900;
/// Values from here to [`UNPROVEN_WIN`] count plies as proven ones do.
pub(crate) const MIN_UNPROVEN_WIN: Value = 28_400;
/// A game decided by its ply limit where a repetition may still come between: as good as won, but no proof.
pub(crate) const DECIDED: Value = 25_000;
/// No static evaluation is further from 0.
pub(crate) const MAX_EVAL: Value = 20_000;
/// The depth of what nothing was left out of: no search is as deep.
pub(crate) const WHOLE: i32 = MAX_PLY as i32 + 10;
/// Beyond every value.
pub(crate) const INFINITE: Value = 32_001;
/// The deepest line that the search follows.
pub(crate) const MAX_PLY: usize = 240;

/// A repeated position: most likely a draw, but proven only where the rules end the game.
pub(crate) const UNPROVEN_DRAW: Value = 1;

/// Whether `value` is proven to be at least, or at most, what it says (which of them, the bound tells).
#[inline]
pub(crate) const fn is_proven(value: Value) -> bool {
    value == 0 || is_decisive(value)
}

/// Whether `value` is a proven win or loss.
#[inline]
pub(crate) const fn is_decisive(value: Value) -> bool {
    value >= PROVEN || value <= -PROVEN
}

/// Makes any value an unproven one: no mate score, never 0.
#[inline]
pub(crate) fn unproven(value: Value) -> Value {
    if value == 0 { UNPROVEN_DRAW } else { value.clamp(1 - PROVEN, PROVEN - 1) }
}

/// The mean of an evaluation above `beta`, which counts for the `depth` of its search, and `beta`, which counts for
/// `plies`; a win or a proven value as it is (fail-soft blending, as in Stockfish).
#[inline]
pub(crate) fn blended(value: Value, depth: i32, beta: Value, plies: i32) -> Value {
    let are_evaluations = value != 0 && beta != 0 && value.abs().max(beta.abs()) <= MAX_EVAL;
    if are_evaluations { unproven((value * depth + beta * plies) / (depth + plies)) } else { value }
}

/// Whether `value` is a win or loss that was found, proven or not.
#[inline]
pub(crate) const fn is_counted(value: Value) -> bool {
    let distance = value.abs();
    distance >= PROVEN || (distance >= MIN_UNPROVEN_WIN && distance <= UNPROVEN_WIN)
}

/// Whether a move of this value is proven to be no better than a draw.
#[inline]
pub(crate) const fn no_better_than_draw(value: Value) -> bool {
    value == 0 || value <= -PROVEN
}

/// The value of a node whose best move has `value`. It is proven to be a draw only if all other moves are proven to be
/// no better, and proven to be lost, not an unproven mate score, only if no move that may hold was `left_out`.
#[inline]
pub(crate) fn concluded(value: Value, beta: Value, all_proven: bool, left_out: bool) -> Value {
    if value == 0 && value < beta && (!all_proven || left_out) {
        -UNPROVEN_DRAW
    } else if value <= -PROVEN && left_out {
        (value + WIN).min(UNPROVEN_WIN - MIN_UNPROVEN_WIN - MAX_PLY as Value) - UNPROVEN_WIN
    } else {
        value
    }
}

/// The value of a win by a number of points, at any ply.
#[inline]
pub(crate) fn won_by(points: u16) -> Value {
    PROVEN + Value::from(points.min(Outcome::MOST_POINTS))
}

/// By how many points a proven win, a draw or, negative, a loss is one at least, in a game for points.
pub(crate) fn points(value: Value) -> Option<i32> {
    is_proven(value).then(|| value - value.signum() * PROVEN)
}

/// The value of `known` at `ply` plies from the root.
#[inline]
pub(crate) fn from_exact(exact: Exact, ply: usize) -> Value {
    let horizon = (WIN - PROVEN - MAX_PLY as Value) as u32;
    match exact {
        Exact::Win(plies) => WIN - ply as Value - plies.min(horizon) as Value,
        Exact::Loss(plies) => -WIN + ply as Value + plies.min(horizon) as Value,
        Exact::Draw => 0,
    }
}

/// What the search says of a position, from the view of the side to move.
///
/// ```
/// use manyply::search::Score;
///
/// assert_eq!(Score::Win(5).to_string(), "win in 5 plies");
/// assert_eq!(Score::Cp(-35).to_string(), "-0.35");
/// assert!(Score::Draw.is_proven() && !Score::Cp(0).is_proven());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "score"))]
pub enum Score {
    /// An evaluation, in hundredths of the game's unit.
    Cp(i32),
    /// A mate score: a proven win in at most so many plies.
    ///
    /// There may be a faster one that reductions have passed by, unless the search is
    /// [exact](super::Options::exact).
    Win(u32),
    /// A mate score: a proven loss (with two sides) in at most so many plies, however the loser plays.
    ///
    /// The winner may have a faster way that reductions have passed by, unless the search is
    /// [exact](super::Options::exact).
    Loss(u32),
    /// A proven draw (with two sides).
    #[cfg_attr(feature = "face", serde(serialize_with = "draw", deserialize_with = "drawn"))]
    #[cfg_attr(feature = "schema", schemars(schema_with = "always"))]
    Draw,
}

/// `{"draw":true}`: a unit variant would be a bare word.
#[cfg(feature = "face")]
fn draw<S: serde::Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(true)
}

#[cfg(feature = "face")]
fn drawn<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    <bool as serde::Deserialize>::deserialize(deserializer).map(drop)
}

/// The schema of that `true`.
#[cfg(feature = "schema")]
fn always(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"const": true})
}

impl Score {
    /// The score that a value at the root stands for.
    pub(crate) const fn of(value: Value) -> Self {
        match value {
            0 => Self::Draw,
            PROVEN.. => Self::Win((WIN - value) as u32),
            ..=-29_000 => Self::Loss((WIN + value) as u32),
            _ => Self::Cp(value),
        }
    }

    /// Whether this is a mate score or a proven draw.
    pub const fn is_proven(self) -> bool {
        !matches!(self, Self::Cp(_))
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Cp(cp) => {
                let sign = if cp < 0 { '-' } else { '+' };
                f.pad(&format!("{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100))
            }
            Self::Win(plies) => f.pad(&format!("win in {plies} {}", ply(plies))),
            Self::Loss(plies) => f.pad(&format!("loss in {plies} {}", ply(plies))),
            Self::Draw => f.pad("draw"),
        }
    }
}

/// One ply, two plies.
const fn ply(number: u32) -> &'static str {
    if number == 1 { "ply" } else { "plies" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_never_proven() {
        for value in -INFINITE..=INFINITE {
            assert!(!is_proven(unproven(value)), "{value}");
            assert_eq!(Score::of(value).is_proven(), is_proven(value), "{value}");
        }
    }

    #[test]
    fn a_blend_is_an_evaluation_between() {
        for beta in [-INFINITE, -MAX_EVAL, -35, -1, 0, 1, 40, MAX_EVAL, PROVEN] {
            for value in beta..=beta.saturating_add(120).min(INFINITE) {
                for (depth, plies) in [(1, 1), (7, 2), (MAX_PLY as i32, 1)] {
                    let blend = blended(value, depth, beta, plies);
                    assert!((beta..=value).contains(&blend), "{value} {depth} {beta} {plies}: {blend}");
                    assert_eq!(is_proven(blend), is_proven(value), "{value} {depth} {beta} {plies}: {blend}");
                }
            }
        }
        assert_eq!((blended(300, 3, 100, 1), blended(300, 1, 100, 1)), (250, 200));
        assert_eq!((blended(WIN, 3, 100, 1), blended(DECIDED, 3, 100, 1)), (WIN, DECIDED));
    }

    #[test]
    fn known_values_stay_proven_at_any_depth() {
        for plies in [0, 1, 400, u32::MAX] {
            for ply in [0, MAX_PLY] {
                assert!(is_decisive(from_exact(Exact::Win(plies), ply)));
                assert!(is_decisive(from_exact(Exact::Loss(plies), ply)));
            }
        }
        assert_eq!(from_exact(Exact::Draw, 3), 0);
    }
}
