//! Games of a file played again, so that every move and result is checked by the rules.

use super::Record;
use crate::Playable;
use manyply::game::{Played, Side};

impl Record {
    /// The game, which must be one under `rules`.
    ///
    /// # Errors
    /// Which of the game's start and moves is none.
    pub fn replay<G: Playable>(&self, rules: &G::Rules) -> Result<Played<G>, String> {
        let start = G::parse_position(&self.start, rules).map_err(|error| self.wrong(format!("Start: {error}")))?;
        let mut game = Played::new(start);
        for (ply, text) in (1..).zip(&self.moves) {
            let parsed = game.position().parse_move(text);
            if !parsed.is_ok_and(|m| game.play(m)) {
                return Err(self.wrong(format!("move {ply}, {text:?}, is not legal")));
            }
        }
        Ok(game)
    }

    /// Plays the game again, and compares what it says of its end.
    ///
    /// # Errors
    /// It is no game under `rules`, or it did not end so.
    pub fn check<G: Playable>(&self, rules: &G::Rules) -> Result<(), String> {
        let outcome = self.replay::<G>(rules)?.outcome();
        let by_rules = || outcome.map(|outcome| Side::all(G::SIDES).map(|side| outcome.payoff(side)).collect());
        let (kind, rest) = self.ending.split_once(' ').unwrap_or((&self.ending, ""));
        let payoffs: Option<Vec<i8>> = match kind {
            "rules" => by_rules(),
            _ if outcome.is_some() => None,
            "proved" => Some(self.payoffs.clone()),
            "length" => Some(vec![0; G::SIDES]),
            "timeout" | "illegal" | "crash" => {
                let side = rest.split(' ').next().and_then(|number| number.parse::<usize>().ok());
                let others = if G::SIDES == 2 { 1 } else { 0 };
                let side = side.filter(|side| (1..=G::SIDES).contains(side));
                side.map(|loser| (1..=G::SIDES).map(|side| if side == loser { -1 } else { others }).collect())
            }
            _ => None,
        };
        if payoffs.as_ref() == Some(&self.payoffs) && self.payoffs.len() == G::SIDES {
            return Ok(());
        }
        Err(self.wrong(format!("its moves do not end it with {:?} by {:?}", self.payoffs, self.ending)))
    }

    fn wrong(&self, problem: String) -> String {
        format!("game {}: {problem}", self.number.saturating_add(1))
    }
}
