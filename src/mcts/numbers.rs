//! The numbers of Monte Carlo tree search: how simulations choose moves. The documentation of [`super`] has the words.

/// How much a move that was tried seldom attracts, against payoffs from −1 to 1.
pub(super) const EXPLORATION: f32 = 0.8;
/// How many simulations the all-moves-as-first value of a move (RAVE) counts for.
pub(super) const RAVE: f32 = 30.0;
/// How many simulations the mean payoff of a move wherever it was played (MAST) counts for.
pub(super) const HISTORY: f32 = 5.0;
/// In playouts, how many moves are drawn: the one with the best mean payoff is played.
pub(super) const TOURNAMENT: u32 = 2;
/// In playouts, decisive moves (that win at once) are looked for while at least one in this many earlier looks found
/// one.
pub(super) const DECISIVE: u32 = 32;
/// In playouts that look for such moves, how many other moves are tried where the next side could win at once after the
/// one drawn.
pub(super) const EVASIONS: usize = 8;
