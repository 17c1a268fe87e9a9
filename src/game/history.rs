//! The positions on the way to the present one: what a repetition rule asks for.

use super::Position;

/// Keys of the positions of a line of play, the present one last.
///
/// ```
/// use manyply::game::{Notation, Played, Variant};
/// use manyply::games::minichess::Minichess;
///
/// let mut game = Played::new(Minichess::start(&Default::default()));
/// for text in ["b1a3", "d6e4", "a3b1", "e4d6"] {
///     let m = game.position().parse_move(text)?;
///     assert!(game.play(m));
/// }
/// assert_eq!((game.history().len(), game.history().occurrences()), (5, 2));
/// # Ok::<(), manyply::game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    keys: Vec<Entry>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    key: u64,
    /// The first position, as an index, that can still come back.
    since: u32,
}

impl History {
    /// The history of a game that begins with `position`.
    pub fn new<P: Position>(position: &P) -> Self {
        let mut history = Self { keys: Vec::with_capacity(64) };
        history.keys.push(Entry { key: position.repetition_key(), since: 0 });
        history
    }

    /// Makes room for `plies` more positions, so that pushing them does not allocate.
    pub fn reserve(&mut self, plies: usize) {
        self.keys.reserve(plies);
    }

    /// Adds `position`, reached by a move that was [`Position::is_irreversible`] or not.
    #[inline]
    pub fn push<P: Position>(&mut self, position: &P, irreversible: bool) {
        let since = if irreversible { self.keys.len() as u32 } else { self.keys.last().map_or(0, |last| last.since) };
        self.keys.push(Entry { key: position.repetition_key(), since });
    }

    /// Removes the present position.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// How many positions the history holds, the present one included.
    #[inline]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is no position at all.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Whether a position at least `cycle` plies ago can still come back: if not, the present one is no repetition.
    #[inline]
    pub fn reaches(&self, cycle: u32) -> bool {
        self.keys.last().is_some_and(|last| self.keys.len() > last.since as usize + cycle as usize)
    }

    /// Where the present position stood before, latest first, as plies ago.
    #[inline]
    pub fn repeats(&self) -> impl Iterator<Item = u32> + '_ {
        let (present, earlier) = match self.keys.split_last() {
            Some((last, rest)) => (*last, &rest[(last.since as usize).min(rest.len())..]),
            None => (Entry { key: 0, since: 0 }, &[][..]),
        };
        earlier.iter().rev().zip(1..).filter(move |(entry, _)| entry.key == present.key).map(|(_, ago)| ago)
    }

    /// How often the present position has stood on the board, now included.
    pub fn occurrences(&self) -> u32 {
        1 + self.repeats().count() as u32
    }

    /// The keys of the positions that can still come back, the present one last.
    pub fn live_keys(&self) -> impl Iterator<Item = u64> + '_ {
        let since = self.keys.last().map_or(0, |last| last.since as usize);
        self.keys[since.min(self.keys.len())..].iter().map(|entry| entry.key)
    }

    /// The keys of positions that can still come back and have stood on the board at least `times` times.
    pub fn repeated(&self, times: u32) -> Vec<u64> {
        let mut keys: Vec<u64> = self.live_keys().collect();
        keys.sort_unstable();
        keys.chunk_by(|a, b| a == b).filter(|run| run.len() as u32 >= times).map(|run| run[0]).collect()
    }
}

/// Whether no position can occur often enough to end the game before its ply limit does.
pub(crate) fn limit_is_certain<P: Position>(position: &P, history: &History) -> bool {
    let (limit, Some(left)) = (position.repetition_limit(), position.plies_left()) else { return true };
    if limit == 0 {
        return true;
    }
    let most = (2..limit).take_while(|&times| !history.repeated(times).is_empty()).last().unwrap_or(1);
    // The position that has occurred most often may come back at once, and again after each cycle.
    let earliest = 1 + limit.saturating_sub(most + 1) * P::SHORTEST_CYCLE;
    earliest >= left
}
