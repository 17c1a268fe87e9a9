//! The option by which commands evaluate with another network than the game's own.

use crate::cli::common::failure::{Blame, Result, file_failure};
use manyply::face::{Kind, Registry};
use manyply::formats::Content;
use manyply::nnue::{NetworkHead, NetworkRef};
use std::path::{Path, PathBuf};

/// Of commands of one game.
#[derive(clap::Args)]
pub(crate) struct NetworkArgument {
    /// Evaluate with the network in this file, as 'manyply train' writes it, instead of the game's own
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
}

impl NetworkArgument {
    /// The network that is asked for, if any.
    pub(crate) fn load(&self, kind: &Kind) -> Result<Option<NetworkRef>> {
        self.network.as_deref().map(|path| read(kind, path)).transpose()
    }

    /// None, where the command line lacks what says which game the network is of.
    pub(crate) fn refused(&self, lacking: &str) -> Result<Option<NetworkRef>> {
        match &self.network {
            None => Ok(None),
            Some(path) => Err(file_failure("--network", path, format!("of which game? expected {lacking}"))),
        }
    }

    /// The description of an agent that evaluates with the network that is asked for, unless it names one itself.
    pub(crate) fn agent(&self, text: &str) -> Result<String> {
        let Some(path) = &self.network else { return Ok(text.to_owned()) };
        let (kind, options) = text.split_once(':').unwrap_or((text, ""));
        let names_one = options.split(',').any(|option| option.trim_start().starts_with("network="));
        if kind != "engine" || names_one {
            return Ok(text.to_owned());
        }
        let Some(name) = path.to_str().filter(|name| !name.contains(',') && name.trim() == *name) else {
            return Err(file_failure("--network", path, "expected a name without commas and outer spaces"));
        };
        let comma = if options.is_empty() { "" } else { "," };
        Ok(format!("engine:{options}{comma}network={name}"))
    }
}

/// Of commands of all games.
#[derive(clap::Args)]
pub(crate) struct NetworksArgument {
    /// Evaluate with the network in this file, as 'manyply train' writes it, instead of that of its game; may be given
    /// for several games
    #[arg(long = "network", value_name = "FILE")]
    networks: Vec<PathBuf>,
}

impl NetworksArgument {
    /// The networks that are asked for, at most one of each game.
    pub(crate) fn load(&self, games: &Registry) -> Result<Vec<NetworkRef>> {
        let mut networks: Vec<NetworkRef> = Vec::new();
        for path in &self.networks {
            let network = read(kind_of(games, path)?, path)?;
            let game = &network.head().game;
            if networks.iter().any(|other| other.head().game == *game) {
                let problem = format!("another network of {game}; expected at most one of each game");
                return Err(file_failure("--network", path, problem));
            }
            networks.push(network);
        }
        Ok(networks)
    }
}

/// The game whose network a file says it is.
fn kind_of(games: &Registry, path: &Path) -> Result<&'static Kind> {
    games.kind(&contents("--network", path)?.1.game).of_file("--network", path)
}

/// What is in a file of a network, and what it says of itself.
pub(crate) fn contents(option: &str, path: &Path) -> Result<(Vec<u8>, NetworkHead)> {
    let read = NetworkHead::content(path).and_then(|content| {
        let (head, _) = NetworkHead::parse(&content)?;
        Ok((content, head))
    });
    read.of_content(option, path, &[Content::Network])
}

fn read(kind: &Kind, path: &Path) -> Result<NetworkRef> {
    kind.read_network(path).of_content("--network", path, &[Content::Network])
}
