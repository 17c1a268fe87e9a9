//! A game as it is sent to an outside program: its start, and the moves in the program's notation.

use manyply::face::{AnyGame, Setup};
use manyply::game::Foreign;

/// The moves so far, spelled as they were played.
#[derive(Clone, Debug)]
pub(super) struct Transcript {
    protocol: Option<Foreign>,
    start: Box<dyn AnyGame>,
    at: Box<dyn AnyGame>,
    moves: Vec<String>,
}

impl Transcript {
    /// A game that begins from `start`; without a protocol the game's own spelling is used.
    pub(super) fn new(start: &dyn AnyGame, protocol: Option<Foreign>) -> Self {
        Self { protocol, start: start.boxed(), at: start.boxed(), moves: Vec::new() }
    }

    /// Where the game began, if that is not where games under its rules begin.
    pub(super) fn start(&self) -> Option<String> {
        let setup = Setup { rules: self.start.rules_text(), ..Setup::default() };
        let usual = self.start.kind().begin(&setup).ok().map(|usual| usual.position_text());
        let text = self.start.position_text();
        (usual.as_ref() != Some(&text)).then(|| match self.protocol {
            None => text,
            Some(protocol) => self.start.foreign_position_text(protocol),
        })
    }

    /// Takes over what has been played since the last time, and returns all moves.
    pub(super) fn follow(&mut self, game: &dyn AnyGame) -> &[String] {
        for m in game.moves_from(self.moves.len()) {
            let spelled = self.protocol.and_then(|protocol| self.at.foreign_move_text(&m, protocol).ok());
            // The moves were legal when they were played.
            let _ = self.at.play(&m);
            self.moves.push(spelled.unwrap_or(m));
        }
        &self.moves
    }

    /// The move that a program means in the present position.
    pub(super) fn parse(&self, text: &str) -> Option<String> {
        match self.protocol {
            None => self.at.parse_move(text).ok(),
            Some(protocol) => self.at.parse_foreign_move(text, protocol).ok(),
        }
    }
}
