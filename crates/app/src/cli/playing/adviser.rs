//! An agent that is asked for single moves outside of games: where a proof is hard, or against its strategy.

use manyply::face::{Kind, Setup};
use manyply::game::{MAX_SIDES, Notation, Variant};
use manyply::games::gomoku::{Gomoku, Square};
use manyply_arena::{Agent, Clock, Contender};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// By how much an agent may exceed its time.
const GRACE: Duration = Duration::from_secs(10);

/// The agent, and how to begin it anew.
pub(crate) struct Adviser<'a> {
    agent: Box<dyn Agent>,
    contender: &'a Contender,
    stop: &'a AtomicBool,
}

impl<'a> Adviser<'a> {
    /// # Errors
    /// It does not begin.
    pub(crate) fn new(contender: &'a Contender, stop: &'a AtomicBool) -> Result<Self, String> {
        Ok(Self { agent: contender.build()?, contender, stop })
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
            self.agent = self.contender.build()?;
            self.ask(game)
        })
    }

    fn ask(&mut self, game: &Gomoku) -> Result<Square, String> {
        let rules = Gomoku::rules_text(&game.rules());
        let setup = Setup { rules, position: Some(game.position_text()), ..Setup::default() };
        let start = Kind::of::<Gomoku>().begin(&setup).map_err(|error| error.to_string())?;
        let pace = self.contender.timing.pace(None);
        let (side, paces, left) = (start.side_to_move(), [pace; MAX_SIDES], [Duration::ZERO; MAX_SIDES]);
        let begun = self.agent.new_game(&*start, 0, self.stop);
        let clock = Clock { side, paces, left, grace: GRACE, asked: Instant::now() };
        let choice = begun.and_then(|()| self.agent.choose(&*start, &clock, self.stop));
        let best = choice.map_err(|fault| fault.to_string())?.best;
        game.parse_move(&best).map_err(|error| format!("{best:?}: {error}"))
    }
}
