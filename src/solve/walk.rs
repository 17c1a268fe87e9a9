//! Proofs that can be walked: what they say of a position, and what answers whatever may be played there.

use super::Solution;
use crate::game::Side;

/// Where a walk through a proof stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Walk<M> {
    /// What is proved: the value, the plies to the end at most, and a line.
    pub solution: Solution<M>,
    /// Where the loser is to move: the replies that have an answer of their own.
    pub replies: Vec<M>,
    /// What answers every other reply; nothing where the winner is to move, or all replies are listed.
    pub others: Option<Others>,
    /// Moves of the winner that the proof has from here on, where they are counted.
    pub moves: Option<u64>,
    /// Lines of play that it answers from here on, about, where they are counted.
    pub lines: Option<f64>,
}

/// What answers the replies that a proof does not list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub enum Others {
    /// The winner goes on as if the loser had passed.
    Pass,
    /// The winner wins at once.
    Win,
}

impl<M> Walk<M> {
    /// A proof of which no more is known than its solution.
    pub fn of(solution: Solution<M>) -> Self {
        Self { solution, replies: Vec::new(), others: None, moves: None, lines: None }
    }

    /// The same with moves as `text` has them, and this line.
    pub fn told<N>(self, line: Vec<N>, text: impl Fn(M) -> N) -> Walk<N> {
        let Self { solution, replies, others, moves, lines } = self;
        let Solution { value, plies, best, all_best, nodes, method, .. } = solution;
        let best = best.into_iter().map(&text).collect();
        let solution = Solution { value, plies, best, all_best, line, nodes, method };
        Walk { solution, replies: replies.into_iter().map(text).collect(), others, moves, lines }
    }
}

/// A proof that a game is won from its start, which comes with the program or is among the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnProof {
    /// The name of the file to load it from, if it is not here.
    pub missing: Option<&'static str>,
    /// Who wins.
    pub winner: Side,
    /// At the start: plies to the end, at most.
    pub plies: Option<u32>,
}
