//! What a game may tell the search, so that it looks at less: small traits, one for each part of the search that reads
//! it.
//!
//! All of them are implemented by the game's search [`State`], which the search keeps beside the position and makes and
//! unmakes together with it. Every default is right for every game, and a game of one's own needs none of this:
//! [`Plain`] is a state of any position that knows nothing, [`Evaluated`] one that knows the position's [static
//! evaluation](crate::game::Evaluate). Nothing here may change the value of a position; only how fast it is found.

mod margins;
mod null_move;
mod ordering;
mod probe;
mod qsearch;
mod state;
mod symmetry;
mod teams;

pub use margins::Margins;
pub use null_move::NullMove;
pub use ordering::Ordering;
pub use probe::ExactProbe;
pub use qsearch::Qsearch;
pub use state::{Evaluated, Plain, Searchable, State};
pub use symmetry::{Symmetric, Symmetry};
pub use teams::Teams;
