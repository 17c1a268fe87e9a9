//! The search state: whatever a search keeps incrementally beside the position.

use super::{ExactProbe, Margins, NullMove, Ordering, Qsearch, Symmetric, Teams};
use crate::game::{Evaluate, Position, Side};
use crate::nnue::NetworkRef;
use crate::search::Techniques;
use std::fmt::Debug;

/// What a search keeps beside a position and brings up to date with every move: accumulators of a network, patterns,
/// threats. Each thread of a search has one, pushed and popped together with its position (as Stockfish's accumulator
/// stack and Rapfi's evaluator are); perft, matches, solvers and protocols never see it.
///
/// The traits that it extends are what the parts of the search ask of it; those with nothing to say are one empty line
/// each.
///
/// ```
/// use manyply::game::{Position, Side, Variant};
/// use manyply::games::minichess::Minichess;
/// use manyply::search::hooks::{ExactProbe, NullMove, Ordering, Qsearch, State, Symmetric, Teams};
///
/// /// Keeps the number of plies left: the side that makes the last one is a little better.
/// #[derive(Debug)]
/// struct LastPly {
///     left: u32,
/// }
///
/// impl<P: Position> Ordering<P> for LastPly {}
/// impl<P: Position> Qsearch<P> for LastPly {}
/// impl<P: Position> NullMove<P> for LastPly {}
/// impl<P: Position> Symmetric<P> for LastPly {}
/// impl<P: Position> ExactProbe<P> for LastPly {}
/// impl<P: Position> Teams<P> for LastPly {}
///
/// impl<P: Position> State<P> for LastPly {
///     fn new(position: &P) -> Self {
///         Self { left: position.plies_left().unwrap_or(0) }
///     }
///     fn make(&mut self, _: &P, _: P::Move) {
///         self.left = self.left.saturating_sub(1);
///     }
///     fn unmake(&mut self, position: &P, _: P::Move) {
///         *self = Self::new(position);
///     }
///     fn static_eval(&mut self, position: &P, side: Side) -> i32 {
///         let is_last = self.left % 2 == 1;
///         if is_last == (side == position.side_to_move()) { 10 } else { -10 }
///     }
/// }
///
/// // A state that was made and unmade agrees with a fresh one at each position of random games.
/// let start = Minichess::start(&Default::default());
/// assert_eq!(manyply::check::state::<Minichess, LastPly>(&start, 10, 1), Ok(()));
/// ```
pub trait State<P: Position>:
    Ordering<P> + Qsearch<P> + NullMove<P> + Symmetric<P> + ExactProbe<P> + Teams<P> + Debug + Send + Sized
{
    /// The numbers of the search that are in this game's unit.
    const MARGINS: Margins = Margins::NONE;
    /// The techniques that pay in this game, as matches say; a search uses no others.
    const TECHNIQUES: Techniques = Techniques::ALL;

    /// The state of a position, from scratch.
    fn new(position: &P) -> Self;

    /// Becomes the state of `position`, the root of another search, in the memory that it has. What may be asked of it
    /// afterwards is the same as of a new one.
    fn reset(&mut self, position: &P) {
        *self = Self::new(position);
    }

    /// Evaluates with another network than the game's own from now on. One of another game changes nothing.
    fn use_network(&mut self, _network: NetworkRef) {}

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
///
/// ```
/// use manyply::game::{Played, Variant};
/// use manyply::games::hop::Hop;
/// use manyply::search::hooks::Searchable;
/// use manyply::search::{EngineOf, Limits, Options};
/// use std::sync::atomic::AtomicBool;
///
/// /// The best move of any game with a search state of its own, one ply deep.
/// fn best<G: Searchable>(game: &Played<G>) -> Option<G::Move> {
///     let mut engine = EngineOf::<G>::new(Options { hash_mib: 1, ..Options::default() });
///     engine.search(game, &Limits::depth(1), &AtomicBool::new(false), &mut |_| ()).best
/// }
///
/// assert!(best(&Played::new(Hop::start(&Default::default()))).is_some());
/// ```
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
///
/// ```
/// use manyply::game::{Played, Variant};
/// use manyply::games::minichess::Minichess;
/// use manyply::search::{Engine, Plain, Limits, Options};
/// use std::sync::atomic::AtomicBool;
///
/// let game = Played::new(Minichess::start(&Default::default()));
/// let mut engine = Engine::<Minichess, Plain>::new(Options { hash_mib: 1, ..Options::default() });
/// let found = engine.search(&game, &Limits::depth(3), &AtomicBool::new(false), &mut |_| ());
/// assert_eq!((found.depth, found.best.is_some()), (3, true));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Plain;

defaults!(Plain: Position);

impl<P: Position> State<P> for Plain {
    fn new(_: &P) -> Self {
        Self
    }
}

/// The state of a game that has a static evaluation, made anew at every leaf, and nothing else to tell.
///
/// ```
/// use manyply::game::{Played, Variant};
/// use manyply::games::minichess::Minichess;
/// use manyply::search::{Engine, Evaluated, Limits, Options};
/// use std::sync::atomic::AtomicBool;
///
/// let game = Played::new(Minichess::start(&Default::default()));
/// let mut engine = Engine::<Minichess, Evaluated>::new(Options { hash_mib: 1, ..Options::default() });
/// let found = engine.search(&game, &Limits::depth(3), &AtomicBool::new(false), &mut |_| ());
/// assert_eq!((found.depth, found.best.is_some()), (3, true));
/// ```
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
