//! Which moves a proof tries first: those of a search, and in hard jobs that of an agent. They are guesses, which the
//! proof does not rest on.

use crate::cli::playing::adviser::Adviser;
use manyply::games::gomoku::prover::order_by_search;
use manyply::games::gomoku::{Gomoku, Square};
use manyply::search::{EngineOf, Limits, Options};
use manyply_arena::Contender;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The table of the search, in MiB.
const ENGINE_MIB: usize = 16;
/// An agent is asked for its move where the search has at least so many nodes: in hard jobs.
const ASKED_FROM: u64 = 100_000;
/// Nodes of a search for the answer by which a job is split.
const SPLIT_NODES: u64 = 5_000_000;

/// A search, and an agent.
pub(crate) struct Guide<'a> {
    engine: EngineOf<Gomoku>,
    asked: Option<Adviser<'a>>,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
}

impl<'a> Guide<'a> {
    /// Without an agent; no search goes on after the deadline.
    pub(crate) fn new(deadline: Option<Instant>, stop: &'a AtomicBool) -> Self {
        let engine = EngineOf::new(Options { hash_mib: ENGINE_MIB, ..Options::default() });
        Self { engine, asked: None, deadline, stop }
    }

    /// With an agent, if there is one.
    ///
    /// # Errors
    /// It does not begin.
    pub(crate) fn asking(mut self, contender: Option<&'a Contender>) -> Result<Self, String> {
        self.asked = contender.map(|contender| Adviser::new(contender, self.stop)).transpose()?;
        Ok(self)
    }

    /// Moves that are worth trying: what the agent says, if there are many nodes, then the best move of a search of so
    /// many, then those of its earlier iterations.
    ///
    /// # Errors
    /// The agent has failed, or was not waited for.
    pub(crate) fn order(&mut self, game: &Gomoku, nodes: u64) -> Result<Vec<Square>, String> {
        let asked = self.asked.as_mut().filter(|_| nodes >= ASKED_FROM);
        let asked = asked.map(|asked| asked.choose(game)).transpose()?;
        let searched = self.search(game, nodes);
        Ok(asked.into_iter().chain(searched).collect())
    }

    /// The move by which a job is split, first: what the agent says, or else a long search.
    ///
    /// # Errors
    /// The agent has failed, or was not waited for.
    pub(crate) fn answer(&mut self, game: &Gomoku) -> Result<Vec<Square>, String> {
        match &mut self.asked {
            Some(asked) => Ok(vec![asked.choose(game)?]),
            None => Ok(self.search(game, SPLIT_NODES)),
        }
    }

    /// The best move of a search of so many nodes, then those of its earlier iterations.
    pub(crate) fn search(&mut self, game: &Gomoku, nodes: u64) -> Vec<Square> {
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let limits = Limits { time: left, ..Limits::nodes(nodes) };
        order_by_search(&mut self.engine, game, &limits, self.stop).0
    }
}
