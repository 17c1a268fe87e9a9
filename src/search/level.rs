//! Levels: how well the engine plays, for people and programs that want a weaker opponent.

use super::{Limits, Options};
use crate::zobrist::mix;
use std::fmt;
use std::str::FromStr;

/// How well the engine plays: from 1, a beginner, to 10, as well as it can in its time. The levels below the last bound
/// the nodes of a move, so that a level plays the same on every machine; where a game says so, the lowest
/// [see](crate::game::Evaluate::LEVEL_SIGHT) a part of the moves alone. What they are worth is
/// [measured](crate::game::Evaluate::LEVEL_ELO) for each game.
///
/// ```
/// use manyply::search::{Level, Limits};
///
/// let level: Level = "3".parse().expect("a level");
/// assert_eq!(level.limits(Limits::depth(30)).nodes, level.nodes());
/// assert_eq!(Level::MAX.nodes(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// Nodes of a move at the levels from 1 on.
const NODES: [u64; Level::BOUNDED] = [30, 120, 300, 700, 1_500, 3_500, 8_000, 18_000, 40_000];

impl Level {
    /// How many levels bound the nodes: all but the last.
    pub const BOUNDED: usize = 9;
    /// The lowest.
    pub const MIN: Self = Self(1);
    /// As well as the engine can.
    pub const MAX: Self = Self(Self::BOUNDED as u8 + 1);

    /// The level of this number, from 1 to 10.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::MIN.0 && number <= Self::MAX.0 { Some(Self(number)) } else { None }
    }

    /// All of them, the lowest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::MIN.0..=Self::MAX.0).map(Self)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Nodes of a move; none at the last level.
    pub fn nodes(self) -> Option<u64> {
        NODES.get(usize::from(self.0) - 1).copied()
    }

    /// How many moves in a hundred it sees, of a game that says so of the levels from 1 on.
    pub fn sight(self, known: &[u8]) -> u8 {
        known.get(usize::from(self.0) - 1).map_or(100, |&sight| sight.min(100))
    }

    /// Those of a position's moves that it sees, always the same and at least one; none said where it sees all.
    pub fn seen(self, position: &str, moves: Vec<String>, known: &[u8]) -> Option<Vec<String>> {
        let sight = u64::from(self.sight(known));
        if sight >= 100 || moves.is_empty() {
            return None;
        }
        let key = position.bytes().fold(u64::from(self.0), |key, byte| mix(key.rotate_left(8) ^ u64::from(byte)));
        let one = moves[(key % moves.len() as u64) as usize].clone();
        let is_seen = |place: u64| mix(key.wrapping_add(mix(place + 1))) % 100 < sight;
        let seen: Vec<_> = (0..).zip(moves).filter(|&(place, _)| is_seen(place)).map(|(_, text)| text).collect();
        Some(if seen.is_empty() { vec![one] } else { seen })
    }

    /// The limits of a search at this level, within other limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Limits {
        Limits { nodes: limits.nodes.into_iter().chain(self.nodes()).min(), ..limits }
    }

    /// The options of an engine for this level: below the last a single thread, and no larger a table than it can use.
    #[must_use]
    pub fn options(self, options: Options) -> Options {
        self.nodes().map_or(options, |nodes| Options { threads: 1, ..options }.with_table_for(nodes))
    }

    /// The level whose Elo, of those of the levels from 1 on, is nearest to this; the last level where none is known.
    pub fn of_elo(elo: i32, known: &[i32]) -> Self {
        let known = Self::all().zip(known);
        known.min_by_key(|(_, known)| known.abs_diff(elo)).map_or(Self::MAX, |(level, _)| level)
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::MAX
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = if text == "max" { Some(Self::MAX) } else { text.parse().ok().and_then(Self::new) };
        level.ok_or_else(|| format!("expected {} to {}", Self::MIN, Self::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise() {
        let nodes: Vec<_> = Level::all().filter_map(Level::nodes).collect();
        assert!(nodes.len() == Level::BOUNDED && nodes.is_sorted_by(|low, high| low < high));
        assert_eq!((Level::new(0), Level::new(11), Level::MAX.nodes()), (None, None, None));
        assert_eq!(["7", "max"].map(str::parse), [Level::new(7).ok_or_else(String::new), Ok(Level::MAX)]);
        for text in ["0", "11", "-1", "3.5", ""] {
            assert_eq!(text.parse::<Level>(), Err("expected 1 to 10".into()), "{text}");
        }
        let options = Level::MIN.options(Options { threads: 4, ..Options::default() });
        assert_eq!((options.threads, options.hash_mib), (1, 1));
        assert_eq!(Level::MAX.options(Options::default()), Options::default());
        assert_eq!(Level::MIN.limits(Limits::nodes(7)).nodes, Some(7));
    }

    /// A part of the moves, about as large as was said, another one of another position, and never none.
    #[test]
    fn the_lowest_levels_see_a_part_of_the_moves() {
        let moves: Vec<String> = (0..1000).map(|number| number.to_string()).collect();
        let known = [20, 60];
        let seen =
            |level: u8, position: &str| Level::new(level).and_then(|level| level.seen(position, moves.clone(), &known));
        for (level, sight) in (1..).zip(known) {
            let part = seen(level, "a board").expect("a part");
            assert!(part.len().abs_diff(usize::from(sight) * 10) < 50, "{}", part.len());
            assert_eq!(seen(level, "a board"), Some(part.clone()));
            assert_ne!(seen(level, "another"), Some(part));
        }
        assert_eq!((seen(3, "a board"), Level::MIN.seen("", Vec::new(), &known)), (None, None));
        for position in 0..100 {
            let one = Level::MIN.seen(&position.to_string(), vec!["a".into(), "b".into()], &known);
            assert!(one.is_some_and(|seen| !seen.is_empty()));
        }
    }

    #[test]
    fn the_level_of_an_elo_is_the_nearest() {
        let known = [1000, 1100, 1150, 1250, 1350, 1450, 1550, 1650, 1750];
        let of = |elo| Level::of_elo(elo, &known).number();
        assert_eq!([of(0), of(1049), of(1051), of(1130), of(1699), of(9999)], [1, 1, 2, 3, 8, 9]);
        assert_eq!(Level::of_elo(1000, &[]), Level::MAX);
    }
}
