//! The games that a program knows, by name: a value, made once where the program begins.

use super::{Game, Kind};
use crate::spelling::nearest;
use std::fmt;

/// The games of a program.
///
/// ```
/// use manyply::face::Registry;
/// use manyply::games::{hop::Hop, minichess::Minichess};
///
/// let games = Registry::new().with::<Minichess>().with::<Hop>();
/// assert_eq!(games.kind("hop")?.sides, 2);
/// let error = games.kind("chess").unwrap_err();
/// assert_eq!(error.to_string(), "no game is called \"chess\"; there are minichess, hop");
/// # Ok::<(), manyply::face::UnknownGame>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Registry(Vec<&'static Kind>);

impl Registry {
    /// No games.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// With one more game, which takes the place of another one of its name.
    #[must_use]
    pub fn with<G: Game>(mut self) -> Self {
        let kind = Kind::of::<G>();
        match self.0.iter_mut().find(|other| other.name == kind.name) {
            Some(other) => *other = kind,
            None => self.0.push(kind),
        }
        self
    }

    /// The game of this name, in any case.
    ///
    /// # Errors
    /// There is no such game.
    pub fn kind(&self, name: &str) -> Result<&'static Kind, UnknownGame> {
        let known = || self.all().map(|kind| kind.name).collect();
        self.all()
            .find(|kind| kind.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownGame { name: name.to_owned(), known: known() })
    }

    /// All games, in the order in which they were added.
    pub fn all(&self) -> impl Iterator<Item = &'static Kind> + Clone + use<'_> {
        self.0.iter().copied()
    }

    /// The names of the games of which `has` says yes, with commas.
    pub fn names(&self, has: impl Fn(&Kind) -> bool) -> String {
        self.all().filter(|kind| has(kind)).map(|kind| kind.name).collect::<Vec<_>>().join(", ")
    }
}

/// There is no game of this name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownGame {
    /// The name.
    pub name: String,
    /// Those that there are.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let near = nearest(&self.name, self.known.iter().copied());
        let meant = near.map_or("there".to_owned(), |name| format!("did you mean {name}? There"));
        write!(f, "no game is called {:?}; {meant} are {}", self.name, self.known.join(", "))
    }
}

impl std::error::Error for UnknownGame {}
