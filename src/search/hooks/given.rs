//! A game with a search state, and the two states that every game has already.

use super::{Margins, State};
use crate::game::{Evaluate, Position, Side};
use crate::nnue::NetworkRef;

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

/// The state of a game that tells the search nothing but its rules. [`Mcts`](crate::mcts::Mcts) plays most such
/// games better.
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

impl<P: Position> State<P> for Plain {
    const RULES_ALONE: bool = true;
    /// It knows of no noisy moves.
    const NOISY_PLIES: u32 = 0;

    fn new(_: &P) -> Self {
        Self
    }
}

/// The state of a game that has a static evaluation, made anew at every leaf, and nothing else to tell. Networks of the
/// game work with it ([`Evaluate::evaluate_with`]).
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
pub struct Evaluated {
    /// Another network than the game's own.
    network: Option<NetworkRef>,
}

impl<P: Evaluate> State<P> for Evaluated {
    /// Where nothing else is pruned late moves may be reduced by more: docs/lab/strength.md has the matches.
    const MARGINS: Margins = Margins { reduction_scale: 55, ..Margins::NONE };
    /// It knows of no noisy moves.
    const NOISY_PLIES: u32 = 0;

    fn new(_: &P) -> Self {
        Self { network: None }
    }

    fn use_network(&mut self, network: NetworkRef) {
        self.network = Some(network);
    }

    #[inline]
    fn static_eval(&mut self, position: &P, side: Side) -> i32 {
        position.evaluate_with(self.network, side)
    }
}
