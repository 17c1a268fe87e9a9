//! The search state: whatever a search keeps incrementally beside the position.

use super::{ExactProbe, Margins, NullMove, Ordering, Qsearch, Symmetric, Teams};
use crate::game::{Evaluate, Position, Side};
use std::fmt::Debug;

/// What a search keeps beside a position and brings up to date with every move: accumulators of a network, patterns,
/// threats. Each thread of a search has one, pushed and popped together with its position (as Stockfish's accumulator
/// stack and Rapfi's evaluator are); perft, matches, solvers and protocols never see it.
///
/// The traits that it extends are what the parts of the search ask of it; those with nothing to say are one empty line
/// each.
pub trait State<P: Position>:
    Ordering<P> + Qsearch<P> + NullMove<P> + Symmetric<P> + ExactProbe<P> + Teams<P> + Debug + Send + Sized
{
    /// The numbers of the search that are in this game's unit.
    const MARGINS: Margins = Margins::NONE;

    /// The state of a position, from scratch.
    fn new(position: &P) -> Self;

    /// Becomes the state of `position`, the root of another search, in the memory that it has. What may be asked of it
    /// afterwards is the same as of a new one.
    fn reset(&mut self, position: &P) {
        *self = Self::new(position);
    }

    /// Follows `m`, a legal move of `position`, which has not been made yet.
    #[inline]
    fn make(&mut self, _position: &P, _m: P::Move) {}

    /// Takes back `m`, the last move made. `position` is as it was before that move.
    #[inline]
    fn unmake(&mut self, _position: &P, _m: P::Move) {}

    /// The static evaluation in hundredths of the game's unit (a pawn, a step), from `side`'s view: more is better.
    /// Between −20000 and 20000, and with two sides one side's is minus the other's.
    #[inline]
    fn static_eval(&mut self, _position: &P, _side: Side) -> i32 {
        0
    }

    /// Compares what is kept with a fresh state. Debug builds ask at every node.
    ///
    /// # Errors
    /// The first disagreement, in words for the game's developer.
    fn validate(&self, _position: &P) -> Result<(), String> {
        Ok(())
    }
}

/// A game with a search state of its own.
pub trait Searchable: Position {
    /// What a search of this game keeps.
    type State: State<Self>;
}

macro_rules! defaults {
    ($state:ident: $($bound:tt)*) => {
        impl<P: $($bound)*> Ordering<P> for $state {}
        impl<P: $($bound)*> Qsearch<P> for $state {}
        impl<P: $($bound)*> NullMove<P> for $state {}
        impl<P: $($bound)*> Symmetric<P> for $state {}
        impl<P: $($bound)*> ExactProbe<P> for $state {}
        impl<P: $($bound)*> Teams<P> for $state {}
    };
}

/// The state of a game that tells the search nothing but its rules.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

defaults!(Plain: Position);

impl<P: Position> State<P> for Plain {
    fn new(_: &P) -> Self {
        Self
    }
}

/// The state of a game that has a static evaluation, made anew at every leaf, and nothing else to tell.
#[derive(Clone, Copy, Debug)]
pub struct Evaluated;

defaults!(Evaluated: Evaluate);

impl<P: Evaluate> State<P> for Evaluated {
    fn new(_: &P) -> Self {
        Self
    }

    #[inline]
    fn static_eval(&mut self, position: &P, side: Side) -> i32 {
        position.evaluate(side)
    }
}
