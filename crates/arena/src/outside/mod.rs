//! Agents that are programs of their own, started by the arena and spoken to through pipes or files.

mod description;
mod file_player;
mod gomocup;
mod info;
mod process;
mod transcript;
mod uci;

use super::contender::Contender;
use crate::Playable;
use manyply::game::{Foreign, TextError};

/// The kinds of outside agents that can play a game, by name.
pub(super) fn kinds<G: Playable>() -> Vec<&'static str> {
    std::iter::once("ugi").chain(G::PROTOCOLS.iter().map(|protocol| protocol.name())).collect()
}

/// Parses what comes behind `KIND:`; none if there is no such kind of outside agent for this game.
pub(super) fn parse<G: Playable>(kind: &str, text: &str) -> Option<Result<Contender<G>, TextError>> {
    if kind == "ugi" {
        return Some(uci::parse(uci::Dialect::Ugi, text));
    }
    let protocol = G::PROTOCOLS.iter().find(|protocol| protocol.name() == kind)?;
    Some(match protocol {
        Foreign::Uci => uci::parse(uci::Dialect::Uci, text),
        Foreign::Ubgi => uci::parse(uci::Dialect::Ubgi, text),
        Foreign::Gomocup => gomocup::parse(text),
        Foreign::File => file_player::parse(text),
    })
}
