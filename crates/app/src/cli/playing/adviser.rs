//! An agent that is asked for single moves outside of games: where a proof is hard, or against its strategy.

use manyply::game::{Notation, Played};
use manyply::games::gomoku::{Gomoku, Square};
use manyply_arena::{Contender, Evaluator};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The agent, and how to begin it anew.
pub(crate) struct Adviser<'a> {
    agent: Evaluator,
    contender: &'a Contender,
    stop: &'a AtomicBool,
}

impl<'a> Adviser<'a> {
    /// # Errors
    /// It does not begin.
    pub(crate) fn new(contender: &'a Contender, stop: &'a AtomicBool) -> Result<Self, String> {
        Ok(Self { agent: Evaluator::new(contender)?, contender, stop })
    }

    /// Its move in a position that is not over. After a fault, as a late answer on a machine that is busy, it is begun
    /// anew and asked once more, for what it says ends no long run that could go on.
    ///
    /// # Errors
    /// Its second fault, or none is waited for since `stop` was set.
    pub(crate) fn choose(&mut self, game: &Gomoku) -> Result<Square, String> {
        self.ask(game).or_else(|fault| {
            if self.stop.load(Relaxed) {
                return Err(fault);
            }
            self.agent = Evaluator::new(self.contender)?;
            self.ask(game)
        })
    }

    fn ask(&mut self, game: &Gomoku) -> Result<Square, String> {
        let start = Played::new(game.clone());
        let choice = self.agent.new_game(&start, self.stop).and_then(|()| self.agent.ask(&start, self.stop));
        let best = choice.map_err(|fault| fault.to_string())?.best;
        game.parse_move(&best).map_err(|error| format!("{best:?}: {error}"))
    }
}
