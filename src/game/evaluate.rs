//! The static evaluation.

use super::{Position, Side};
use crate::nnue::{GameNetwork, NetworkRef};

/// A static evaluation, for positions that are not over.
///
/// ```
/// use manyply::game::{Evaluate, Notation, Side};
/// use manyply::games::minichess::Minichess;
///
/// let queen_up = Minichess::parse_position("k4/5/5/5/5/K3Q w - - 0 1", &Default::default())?;
/// let evaluation = queen_up.evaluate(Side::FIRST);
/// assert!(evaluation > 200 && queen_up.evaluate(Side::SECOND) == -evaluation);
/// let terms: i32 = queen_up.explain().iter().map(|term| term.values[0]).sum();
/// assert_eq!(terms, evaluation);
/// # Ok::<(), manyply::game::TextError>(())
/// ```
pub trait Evaluate: Position {
    /// The static evaluation in hundredths of the game's unit (a pawn, a step), from `side`'s view: more is better.
    /// Between −20000 and 20000, and with two sides one side's evaluation is minus the other's.
    fn evaluate(&self, _side: Side) -> i32 {
        0
    }

    /// What evaluations mean for the result: the hundredths of a unit by which the odds of a win grow by a factor of e,
    /// fitted to games of the engine against itself.
    const CHANCE_SCALE: f64 = 200.0;

    /// The Elo of [levels](crate::search::Level), from level 1 on, which has 1000, up to the last that is measured:
    /// sums of what matches of neighbours say. Empty where nobody has played them.
    const LEVEL_ELO: &'static [i32] = &[];

    /// How many moves in a hundred the lowest [levels](crate::search::Level) see, from level 1 on; the others see all.
    /// For games in which a glance is nearly perfect play, so that a bound of the nodes alone makes no beginner.
    const LEVEL_SIGHT: &'static [u8] = &[];

    /// This game's [networks](crate::nnue), all of one shape, if it has any.
    const NETWORK: Option<GameNetwork> = None;

    /// Which of the networks in the program evaluates games of these rules: its place in [`GameNetwork::embedded`].
    fn own_network(&self) -> usize {
        0
    }

    /// The active features of the network from a side's perspective: equally many from each, and at most
    /// [`MAX_ACTIVE`](crate::nnue::MAX_ACTIVE).
    fn features(&self, _view: Side) -> impl Iterator<Item = u16> {
        std::iter::empty()
    }

    /// The output bucket of the network that evaluates this position for a side.
    fn bucket(&self, _view: Side) -> usize {
        0
    }

    /// What the network's output is added to: the part of the evaluation that the game counts itself, whatever the
    /// network. A training leaves out what is counted otherwise, as near the ply limit.
    fn network_base(&self, _side: Side) -> i32 {
        0
    }

    /// [`Self::evaluate`] with another network than the game's own; the same without one, or with one of another game.
    /// For the side to move, with three sides or four for each of them, it is the network's output for that side and
    /// [`Self::network_base`], within the bounds; it may be another one where a game must end within 32 plies.
    fn evaluate_with(&self, _network: Option<NetworkRef>, side: Side) -> i32 {
        self.evaluate(side)
    }

    /// [`Self::evaluate`] taken apart, for people; the terms of a side add up to its evaluation.
    fn explain(&self) -> Vec<Term> {
        self.explain_with(None)
    }

    /// [`Self::evaluate_with`] taken apart.
    fn explain_with(&self, network: Option<NetworkRef>) -> Vec<Term> {
        let values = Side::all(Self::SIDES).map(|side| self.evaluate_with(network, side)).collect();
        vec![Term { name: "total", values }]
    }
}

/// One term of an evaluation.
///
/// ```
/// use manyply::game::{Evaluate, Variant};
/// use manyply::games::minichess::Minichess;
///
/// for term in Minichess::start(&Default::default()).explain() {
///     println!("{}: {:+} for White, {:+} for Black", term.name, term.values[0], term.values[1]);
///     assert_eq!(term.values[0], -term.values[1]);
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// Its part in each side's evaluation, in the order of the sides.
    pub values: Vec<i32>,
}

/// The sigmoid (logistic function): the expected result, 0 to 1, of an evaluation in log-odds units.
///
/// ```
/// use manyply::game::sigmoid;
///
/// assert_eq!(sigmoid(0.0), 0.5);
/// assert!((sigmoid(3_f64.ln()) - 0.75).abs() < 1e-12);
/// ```
#[inline]
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
