//! Agents that are programs of their own, started by the arena and spoken to through pipes or files.

mod complaints;
mod description;
mod divide;
mod file_player;
mod generator;
mod gomocup;
mod info;
mod process;
mod transcript;
mod uci;

pub use divide::Count;
pub use generator::Generator;

use super::contender::Contender;
use manyply::face::Kind;
use manyply::game::{Foreign, TextError};

/// The kinds of outside agents that can play a game, by name.
pub(super) fn kinds(kind: &Kind) -> Vec<&'static str> {
    std::iter::once("ugi").chain(kind.protocols.iter().map(|protocol| protocol.name())).collect()
}

/// Parses what comes behind `AGENT:`; none if there is no such kind of outside agent for this game.
pub(super) fn parse(kind: &'static Kind, agent: &str, text: &str) -> Option<Result<Contender, TextError>> {
    if agent == "ugi" {
        return Some(uci::parse(uci::Dialect::Ugi, text));
    }
    let protocol = kind.protocols.iter().find(|protocol| protocol.name() == agent)?;
    Some(match protocol {
        Foreign::Uci => uci::parse(uci::Dialect::Uci, text),
        Foreign::Ubgi => uci::parse(uci::Dialect::Ubgi, text),
        Foreign::Gomocup => gomocup::parse(text),
        Foreign::File => file_player::parse(text),
    })
}
