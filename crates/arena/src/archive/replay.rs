//! Games of a file played again, so that every move and result is checked by the rules.

use super::Record;
use crate::referee::{fault_in, forfeit, payoffs};
use manyply::face::{AnyGame, Kind, Setup, SetupError};

impl Record {
    /// The game, which must be one of this kind under `rules`.
    ///
    /// # Errors
    /// Which of the game's start and moves is none.
    pub fn replay(&self, kind: &Kind, rules: &str) -> Result<Box<dyn AnyGame>, String> {
        let setup = Setup { rules: rules.to_owned(), position: Some(self.start.clone()), ..Setup::default() };
        let mut game = kind.begin(&setup).map_err(|error| match error {
            SetupError::Position(error) => self.wrong(format!("Start: {error}")),
            error => self.wrong(error.to_string()),
        })?;
        for (ply, text) in (1..).zip(&self.moves) {
            game.play(text).map_err(|_| self.wrong(format!("move {ply}, {text:?}, is not legal")))?;
        }
        Ok(game)
    }

    /// Plays the game again, and compares what it says of its end.
    ///
    /// # Errors
    /// It is no game under `rules`, or it did not end so.
    pub fn check(&self, kind: &Kind, rules: &str) -> Result<(), String> {
        let sides = kind.sides;
        let outcome = self.replay(kind, rules)?.outcome();
        let kind = self.ending.split(' ').next().unwrap_or_default();
        let payoffs = match (kind, fault_in(&self.ending)) {
            ("rules", _) => outcome.map(|outcome| payoffs(outcome, sides)),
            _ if outcome.is_some() => None,
            // By what their engines proved, or said again and again: that is not said again here.
            ("proved" | "scores", _) => Some(self.payoffs.clone()),
            ("length", _) => Some(vec![0; sides]),
            (_, Some((_, loser))) if loser.index() < sides => Some(forfeit(loser, sides)),
            _ => None,
        };
        if payoffs.as_ref() == Some(&self.payoffs) && self.payoffs.len() == sides {
            return Ok(());
        }
        Err(self.wrong(format!("its moves do not end it with {:?} by {:?}", self.payoffs, self.ending)))
    }

    fn wrong(&self, problem: String) -> String {
        format!("game {}: {problem}", self.number.saturating_add(1))
    }
}
