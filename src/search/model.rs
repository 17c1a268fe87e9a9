//! What a search assumes of the other sides, where there are more than one: the models of three-sided search.
//!
//! - *Paranoid*: the others play together against the root's side (Sturtevant and Korf, "On pruning techniques for
//!   multi-player games", AAAI 2000). Two teams: alpha-beta in full.
//! - *BRS+*: between two moves of the root's side one other side plays any move, the rest the first of their ordering
//!   (Esser, Gras, Winands, Schadd and Lanctot, "Improving best-reply search", CG 2013).
//! - *OPPS*, which has both as special cases: some others play any move, the rest one of the first few of their
//!   ordering (Baier and Kaisers, "Opponent-pruning paranoid search", FDG 2020).
//! - *max^n*: every side plays for itself (Luckhardt and Irani, "An algorithmic solution of n-person games", AAAI
//!   1986).
//!
//! BRS+ and OPPS are paranoid alpha-beta over fewer moves: the file `opponents` says which. They also trust no side to
//! give itself up to its ally, which paranoid sides do to end any game they are losing. With two sides all four are
//! the same by definition, and alpha-beta does the work.

use super::hooks::Margins;
use super::value::{DECIDED, MAX_EVAL, MAX_PLY, Score};
use crate::game::Position;
use crate::zobrist::mix;
use std::fmt;
use std::str::FromStr;

/// Below the value of every game that is won within the deepest line.
const DECIDED_LEAST: i32 = DECIDED - MAX_PLY as i32 - 1;

/// What the other sides are assumed to do. With two sides every model is the same.
///
/// ```
/// use manyply::search::Model;
///
/// assert_eq!("maxn".parse(), Ok(Model::MaxN));
/// assert_eq!((Model::default(), Model::Brs.name()), (Model::Brs, "brs"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub enum Model {
    /// The others play together against the root's side.
    Paranoid,
    /// One of the others plays any move, the rest the first of their ordering (BRS+). The default: it won the matches.
    #[default]
    Brs,
    /// Some of the others play any move, the rest one of the first few of their ordering.
    Opps,
    /// Every side plays for itself.
    MaxN,
}

impl Model {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Paranoid, Self::Brs, Self::Opps, Self::MaxN];

    /// The name by which it is asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paranoid => "paranoid",
            Self::Brs => "brs",
            Self::Opps => "opps",
            Self::MaxN => "maxn",
        }
    }

    /// What it assumes, in words.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Paranoid => "the others play together",
            Self::Brs => "one of the others plays any move, the other the first of its ordering",
            Self::Opps => "one of the others plays any move, the other one of the first of its ordering",
            Self::MaxN => "every side plays for itself",
        }
    }

    /// How the model restricts the others, if it does.
    pub(super) fn restriction(self, margins: &Margins) -> Option<Restriction> {
        let restriction = |free, replies| Restriction { free: free as u8, replies: replies as usize };
        match self {
            Self::Paranoid | Self::MaxN => None,
            Self::Brs => Some(restriction(1, 1)),
            Self::Opps => Some(restriction(margins.opps_free.clamp(0, 2), margins.opps_replies.clamp(1, 8))),
        }
    }

    /// Makes keys of positions different where their values are not those of paranoid search.
    pub(super) fn salt(self, margins: &Margins) -> u64 {
        match (self, self.restriction(margins)) {
            (Self::Paranoid, _) => 0,
            (_, None) => mix(100 + self as u64),
            (_, Some(Restriction { free, replies })) => mix(1000 + 100 * u64::from(free) + replies as u64),
        }
    }

    /// The score that a value at the root stands for. With three sides only what holds whatever the others do is
    /// proven: a win against both together, or at once. A loss or draw against both together need not come about, and
    /// a model that leaves out moves, or trusts the others to play for themselves, proves nothing of what they may do.
    pub(super) fn score<G: Position>(self, value: i32) -> Score {
        let score = Score::of(value);
        if G::SIDES == 2 {
            return score;
        }
        match score {
            Score::Win(plies) if self == Self::Paranoid || plies <= 1 => score,
            Score::Win(plies) => Score::Cp(DECIDED - plies as i32),
            Score::Loss(plies) => Score::Cp(plies as i32 - DECIDED),
            Score::Draw => Score::Cp(0),
            // What was decided in the searched moves only is less than that.
            Score::Cp(value) => Score::Cp(value.clamp(-DECIDED_LEAST, DECIDED_LEAST)),
        }
    }
}

/// What a search assumes of the sides against the root's. Of a single one nothing: any model is paranoid.
#[derive(Debug)]
pub(super) struct Opponents {
    pub(super) model: Model,
    /// How the model restricts them.
    pub(super) restriction: Option<Restriction>,
    /// By how much a finish between them is worse than an even position for the root's side, in models where none gives
    /// itself up; otherwise 0.
    pub(super) third_party: i32,
}

impl Opponents {
    pub(super) fn new<G: Position>(model: Model, margins: &Margins, contempt: i32) -> Self {
        let model = if G::SIDES == 2 { Model::Paranoid } else { model };
        let restriction = model.restriction(margins);
        let third_party = restriction.map_or(0, |_| contempt.saturating_add(margins.third_party));
        Self { model, restriction, third_party: third_party.clamp(-MAX_EVAL, MAX_EVAL) }
    }

    /// How many free replies they have between two moves of the root's side.
    pub(super) fn free(&self) -> u8 {
        self.restriction.map_or(0, |restriction| restriction.free)
    }
}

/// How a model restricts the sides against the root's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Restriction {
    /// How many of them, between two moves of the root's side, may play beyond the first of their ordering.
    pub(super) free: u8,
    /// How many moves the first of the ordering are.
    pub(super) replies: usize,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Model {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|model| model.name() == text).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("no model is called {text:?}; expected one of {names}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_models() {
        for model in Model::ALL {
            assert_eq!(model.to_string().parse(), Ok(model));
        }
        assert!("".parse::<Model>().is_err() && "Paranoid".parse::<Model>().is_err());
    }

    #[test]
    fn no_two_models_share_table_entries() {
        let mut margins = Margins::NONE;
        let mut salts: Vec<u64> = Model::ALL.map(|model| model.salt(&margins)).to_vec();
        margins.opps_replies += 1;
        salts.push(Model::Opps.salt(&margins));
        salts.sort_unstable();
        salts.dedup();
        assert_eq!(salts.len(), 5);
    }
    /// What is worth more looks like more.
    #[cfg(feature = "games")]
    #[test]
    fn scores_are_in_the_order_of_values() {
        use super::super::value::{MAX_EVAL, MIN_UNPROVEN_WIN, PROVEN, WIN};
        use crate::games::threechess::Threechess;
        let lost = -WIN..=MAX_PLY as i32 + 1 - WIN;
        let unproven = 1 - PROVEN..=-MIN_UNPROVEN_WIN;
        let below = lost.chain(unproven).chain([-DECIDED]).chain(-MAX_EVAL..=0);
        let values: Vec<i32> = below.clone().chain(below.map(|value| -value).rev()).collect();
        let place = |score: Score| match score {
            Score::Win(plies) => 2 * WIN - plies as i32,
            Score::Loss(plies) => plies as i32 - 2 * WIN,
            Score::Draw => 0,
            Score::Cp(value) => value,
        };
        for model in Model::ALL {
            let scores: Vec<Score> = values.iter().map(|&value| model.score::<Threechess>(value)).collect();
            assert!(scores.iter().is_sorted_by_key(|&score| place(score)), "{model}");
            assert!(scores.iter().all(|score| !matches!(score, Score::Cp(value) if value.abs() > DECIDED)), "{model}");
        }
    }
}
