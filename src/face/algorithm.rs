//! The two searches by which any game is played, and what each can do.

use crate::search::{Level, Options, Techniques};
use std::fmt;
use std::str::FromStr;

/// How a player searches: as [`Engine`](crate::search::Engine) or as [`Mcts`](crate::mcts::Mcts). Where nobody
/// names one, [`Kind::algorithm`](super::Kind::algorithm) chooses.
///
/// ```
/// use manyply::face::Algorithm;
/// use manyply::search::{Level, Options};
///
/// assert_eq!("mcts".parse(), Ok(Algorithm::Mcts));
/// let options = Options { threads: 2, ..Options::default() };
/// assert_eq!(Algorithm::AlphaBeta.check(&options, Level::MAX), Ok(()));
/// let error = Algorithm::Mcts.check(&options, Level::MAX).unwrap_err();
/// assert_eq!(error, "Monte Carlo tree search has no threads");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[non_exhaustive]
pub enum Algorithm {
    /// Alpha-beta with the game's evaluation and hooks.
    AlphaBeta,
    /// Monte Carlo tree search from the rules alone.
    Mcts,
}

impl Algorithm {
    /// Both.
    pub const ALL: [Self; 2] = [Self::AlphaBeta, Self::Mcts];

    /// The name by which it is asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alphabeta",
            Self::Mcts => "mcts",
        }
    }

    /// Whether it does all that the options and the level ask for.
    ///
    /// # Errors
    /// What it does not have.
    pub fn check(self, options: &Options, level: Level) -> Result<(), String> {
        // Memory and lines both have.
        let Options { threads, hash_mib: _, multipv: _, model, techniques, contempt, exact, margins, network } =
            *options;
        let usual = Options::default();
        let asked = [
            (threads != usual.threads, "threads"),
            (network.is_some(), "network"),
            (exact, "exact distances"),
            (level < Level::MAX, "levels"),
            (model != usual.model, "model of the other sides"),
            (contempt != usual.contempt, "contempt"),
            (techniques != Techniques::ALL, "techniques to leave out"),
            (margins.is_some(), "margins"),
        ];
        match asked.into_iter().find(|(is_asked, _)| *is_asked) {
            Some((_, what)) if self == Self::Mcts => Err(format!("Monte Carlo tree search has no {what}")),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|algorithm| algorithm.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| format!("expected {}", Self::ALL.map(Self::name).join(" or ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever else the options have, memory and lines are all that Monte Carlo tree search knows.
    #[test]
    fn what_passes_is_what_options_say_of_mcts() {
        let usual = Options { hash_mib: 3, multipv: 2, ..Options::default() };
        for options in [
            usual,
            Options { threads: 2, ..usual },
            Options { exact: true, ..usual },
            Options { contempt: 1, ..usual },
            Options { techniques: Techniques::NONE, ..usual },
            Options { model: crate::search::Model::MaxN, ..usual },
            Options { margins: Some(crate::search::Margins::NONE), ..usual },
        ] {
            assert_eq!(Algorithm::Mcts.check(&options, Level::MAX).is_ok(), options.is_of_mcts(), "{options:?}");
            assert_eq!(Algorithm::AlphaBeta.check(&options, Level::MIN), Ok(()));
        }
        assert!(Algorithm::Mcts.check(&usual, Level::MIN).is_err());
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
        assert_eq!("minimax".parse::<Algorithm>(), Err("expected alphabeta or mcts".into()));
    }
}
