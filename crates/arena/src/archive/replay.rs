//! Games of a file played again, so that every move and result is checked by the rules.

use super::Record;
use manyply::face::{AnyGame, Kind, Setup, SetupError};
use manyply::game::Side;

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
        let by_rules = || outcome.map(|outcome| Side::all(sides).map(|side| outcome.payoff(side)).collect());
        let (kind, rest) = self.ending.split_once(' ').unwrap_or((&self.ending, ""));
        let payoffs: Option<Vec<i8>> = match kind {
            "rules" => by_rules(),
            _ if outcome.is_some() => None,
            "proved" | "scores" => Some(self.payoffs.clone()),
            "length" => Some(vec![0; sides]),
            "timeout" | "illegal" | "crash" => {
                let side = rest.split(' ').next().and_then(|number| number.parse::<usize>().ok());
                let others = if sides == 2 { 1 } else { 0 };
                let side = side.filter(|side| (1..=sides).contains(side));
                side.map(|loser| (1..=sides).map(|side| if side == loser { -1 } else { others }).collect())
            }
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
