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
    let protocol = kind.protocols.iter().find(|protocol| protocol.name() == agent);
    if protocol.is_none() && agent != "ugi" {
        return None;
    }
    Some(match protocol {
        None | Some(Foreign::Uci | Foreign::Ubgi) => uci::parse(uci::Dialect(protocol.copied()), text),
        Some(Foreign::Gomocup) => gomocup::parse(text),
        Some(Foreign::File) => file_player::parse(text),
    })
}
