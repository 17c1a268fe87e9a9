//! Monte Carlo tree search: a player from rules alone, of two sides or more.
//!
//! [`Mcts`] is the way in; it takes limits and reports as [`Engine`](crate::search::Engine) does. A simulation goes
//! down the tree by UCT, adds the moves of the position where it leaves it, plays on by chance to the end of the game,
//! and tells every node on the way what the side that moved there got (Browne et al., "A survey of Monte Carlo tree
//! search methods", IEEE Transactions on Computational Intelligence and AI in Games 4, 2012). Each side chooses for
//! itself, so that with more than two sides the tree is that of max^n (Sturtevant, "An analysis of UCT in multi-player
//! games", CG 2008). By how many [points](crate::game::Position::POINTS) a game is won is not looked at.
//!
//! - *Before a move has simulations of its own*, those count in which it was played later (RAVE), and those in which it
//!   was played anywhere (MAST): files `select`, `averages`.
//! - *Playouts* draw two moves and play the one that did better so far; moves that win at once, and
//!   those that keep the next side from it, are looked for where wins at once are common: `playout`.
//! - *What is proven* goes up the tree, as in MCTS-Solver, with draws, and a bound for each side: `proof`. Only what
//!   the tree proves is told as proven: [`Score::Win`](crate::search::Score::Win) and `Loss` have the depth of the
//!   proof, which is no less than the number of plies that best play takes. With more sides, only wins that the others
//!   together cannot prevent are. All else is an estimate: the mean payoff, as the evaluation that means the same
//!   chance.
//! - *Memory* is that of one block of nodes of `hash_mib`. The fuller it is, the more simulations a position must have
//!   before its moves are in the tree. What a move leaves is kept for the next search: `tree`.
//!
//! Nodes are positions made, in the tree and in playouts; the simulation that reaches a limit of nodes is brought to
//! its end. The same seed and limit of nodes give the same search on every machine.

mod answer;
mod averages;
mod engine;
mod numbers;
mod playout;
mod proof;
mod select;
mod simulation;
mod tree;

pub use engine::Mcts;
