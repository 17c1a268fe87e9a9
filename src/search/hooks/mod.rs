//! What a game may tell the search, so that it looks at less.
//!
//! It tells it by its search [`State`], which the search keeps beside the position and makes and unmakes together with
//! it. A game of one's own needs none of this: [`Plain`] is a state of any position that knows nothing, [`Evaluated`]
//! one that knows the position's [static evaluation](crate::game::Evaluate).

mod given;
mod margins;
mod state;

pub use given::{Evaluated, Plain, Searchable};
pub use margins::Margins;
pub use state::{State, Symmetry};
