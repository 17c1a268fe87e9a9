//! An agent asked what it thinks of positions, outside of any match.

use super::agent::{Agent, Choice, Fault};
use super::clock::Clock;
use super::contender::Contender;
use manyply::face::AnyGame;
use manyply::game::MAX_SIDES;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// By how much an agent may exceed its time for a position.
const GRACE: Duration = Duration::from_secs(10);

/// An agent and its clock.
pub struct Evaluator {
    agent: Box<dyn Agent>,
    clock: Clock,
}

impl Evaluator {
    /// An agent that has [`Timing::USUAL`](super::Timing::USUAL) for a position, where its description says nothing
    /// else.
    ///
    /// # Errors
    /// Why it cannot be made, in one line.
    pub fn new(contender: &Contender) -> Result<Self, String> {
        let paces = [contender.timing.pace(None); MAX_SIDES];
        Ok(Self { agent: contender.build()?, clock: Clock::new(paces, GRACE) })
    }

    /// The positions to come are of a game from `start`.
    ///
    /// # Errors
    /// The agent cannot play.
    pub fn new_game(&mut self, start: &dyn AnyGame, stop: &AtomicBool) -> Result<(), Fault> {
        self.agent.new_game(start, 0, stop)
    }

    /// What the agent says of `game`, which is not over.
    ///
    /// # Errors
    /// The agent has ended, was too late, or wants to play what is no move; or `stop` was set.
    pub fn ask(&mut self, game: &dyn AnyGame, stop: &AtomicBool) -> Result<Choice, Fault> {
        self.clock.start(game.side_to_move());
        self.agent.choose(game, &self.clock, stop)
    }
}
