//! A game as it is sent to an outside program: its start, and the moves in the program's notation.

use crate::Playable;
use manyply::game::{Foreign, Played};

/// The moves so far, spelled as they were played.
#[derive(Clone, Debug)]
pub(super) struct Transcript<G: Playable> {
    protocol: Option<Foreign>,
    start: G,
    at: G,
    moves: Vec<String>,
}

impl<G: Playable> Transcript<G> {
    /// A game that begins from `start`; without a protocol the game's own spelling is used.
    pub(super) fn new(start: &G, protocol: Option<Foreign>) -> Self {
        Self { protocol, start: start.clone(), at: start.clone(), moves: Vec::new() }
    }

    /// Where the game began, if that is not where games under its rules begin.
    pub(super) fn start(&self) -> Option<String> {
        (self.start != G::start(&self.start.rules())).then(|| match self.protocol {
            None => self.start.position_text(),
            Some(protocol) => self.start.foreign_position_text(protocol),
        })
    }

    /// Takes over what has been played since the last time, and returns all moves.
    pub(super) fn follow(&mut self, game: &Played<G>) -> &[String] {
        for m in game.moves().skip(self.moves.len()) {
            self.moves.push(match self.protocol {
                None => self.at.move_text(m),
                Some(protocol) => self.at.foreign_move_text(m, protocol),
            });
            self.at.make(m);
        }
        &self.moves
    }

    /// The move that a program means in the present position.
    pub(super) fn parse(&self, text: &str) -> Option<G::Move> {
        match self.protocol {
            None => self.at.parse_move(text).ok(),
            Some(protocol) => self.at.parse_foreign_move(text, protocol).ok(),
        }
    }
}
