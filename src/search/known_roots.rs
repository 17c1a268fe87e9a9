//! What finished searches know of their roots: a later search of the same position under the same conditions goes on
//! where the last one ended, also from a table that was kept in a file.
//!
//! The table alone does not do that: it has bounds, and the principal variation is searched again at every depth.

use super::options::Options;
use super::root_move::RootMove;
use super::table::Bound;
use super::value::{INFINITE, MAX_PLY, Value, Values};
use crate::game::{Played, Position, stable_hash};
use crate::zobrist::mix;
use std::collections::VecDeque;

/// Roots that are remembered, the last ones.
const MOST: usize = 64;

/// The roots of an engine's finished searches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct KnownRoots(VecDeque<KnownRoot>);

/// What is known of a root.
#[derive(Clone, PartialEq, Eq, Debug)]
struct KnownRoot {
    /// Of the position, what may be repeated, and how it was searched.
    identity: u64,
    /// The last finished depth, in plies.
    depth: u32,
    /// How many of the moves have exact values.
    multipv: u32,
    /// The root's moves, the best first.
    moves: Vec<KnownMove>,
    /// Their lines, one behind the other, packed.
    lines: Vec<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct KnownMove {
    value: Value,
    values: Option<Values>,
    /// The depth of the iteration that found this, which may have been stopped.
    depth: u32,
    /// Whether the value is a lower bound.
    is_bound: bool,
    seldepth: u32,
    /// The length of its line.
    length: u32,
}

/// What a search is about. Another position, other positions that may be repeated, other moves to choose from or other
/// options are another search; more threads, lines or memory are not.
pub(super) fn identity<G: Position>(game: &Played<G>, roots: &[RootMove<G::Move>], options: &Options) -> u64 {
    let position = game.position();
    let mut identity = mix(position.key());
    let mut add = |word: u64| identity = mix(identity ^ word);
    if position.repetition_limit() > 0 {
        game.history().live_keys().for_each(&mut add);
    }
    // In whatever order they are.
    add(roots.iter().map(|root| mix(1 + u64::from(position.pack(root.line[0])))).fold(0, u64::wrapping_add));
    let Options { threads: _, hash_mib: _, multipv: _, model, techniques, contempt, exact, margins, network } =
        *options;
    let network = network.map(|network| network.head().checksum);
    add(stable_hash(&(model, techniques, contempt, margins, network)));
    if exact {
        add(1);
    }
    identity
}

impl KnownRoots {
    /// Restores `roots` of the root of `game` if at least as many lines are kept: the depth that is finished, else 0
    /// and nothing is changed.
    pub(super) fn recall<G: Position>(
        &self,
        identity: u64,
        multipv: usize,
        game: &Played<G>,
        roots: &mut [RootMove<G::Move>],
    ) -> u32 {
        let wanted = multipv.min(roots.len());
        let fits = |known: &&KnownRoot| known.identity == identity && known.multipv as usize >= wanted;
        let Some(known) = self.0.iter().rev().find(fits).filter(|known| known.is_of(game, roots)) else { return 0 };
        let mut lines = known.lines.as_slice();
        for (index, m) in known.moves.iter().enumerate() {
            let (line, rest) = lines.split_at(m.length as usize);
            lines = rest;
            let mut line = unpacked(game, line);
            let first = line.next().flatten();
            let Some(place) = (index..roots.len()).find(|&place| Some(roots[place].line[0]) == first) else { return 0 };
            roots[index..=place].rotate_right(1);
            let root = &mut roots[index];
            root.line.truncate(1);
            root.line.extend(line.flatten());
            (root.value, root.values, root.seldepth) = (m.value, m.values, m.seldepth as usize);
            (root.depth, root.bound) = (m.depth, if m.is_bound { Bound::Lower } else { Bound::Exact });
        }
        known.depth
    }

    /// Remembers a search of `game` that has finished `depth`, unless a deeper one is known.
    pub(super) fn remember<G: Position>(
        &mut self,
        identity: u64,
        multipv: usize,
        depth: u32,
        game: &Played<G>,
        roots: &[RootMove<G::Move>],
    ) {
        let multipv = multipv.min(roots.len()) as u32;
        let is_better = |known: &KnownRoot| known.multipv >= multipv && known.depth >= depth;
        if depth == 0 || self.0.iter().any(|known| known.identity == identity && is_better(known)) {
            return;
        }
        let is_worse = |known: &KnownRoot| known.multipv <= multipv && known.depth <= depth;
        self.0.retain(|known| !(known.identity == identity && is_worse(known)));
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        let mut lines = Vec::with_capacity(roots.iter().map(|root| root.line.len()).sum());
        for root in roots {
            let mut position = game.position().clone();
            lines.extend(root.line.iter().map(|&m| {
                let bits = position.pack(m);
                position.make(m);
                bits
            }));
        }
        let known = |root: &RootMove<_>| KnownMove {
            value: root.value,
            values: root.values,
            depth: root.depth,
            is_bound: root.bound != Bound::Exact,
            seldepth: root.seldepth as u32,
            length: root.line.len() as u32,
        };
        let moves = roots.iter().map(known).collect();
        self.0.push_back(KnownRoot { identity, depth, multipv, moves, lines });
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Everything as numbers, for a file.
    pub(super) fn words(&self) -> Vec<u32> {
        let mut words = Vec::new();
        for KnownRoot { identity, depth, multipv, moves, lines } in &self.0 {
            words.extend([*identity as u32, (identity >> 32) as u32, *depth, *multipv, moves.len() as u32]);
            for KnownMove { value, values, depth, is_bound, seldepth, length } in moves {
                let known = values.unwrap_or_default().map(|value| value as u32);
                words.extend([*value as u32, values.is_some().into()]);
                words.extend(known);
                words.extend([*depth, u32::from(*is_bound), *seldepth, *length]);
            }
            words.extend(lines.iter().map(|&bits| u32::from(bits)));
        }
        words
    }

    /// What [`Self::words`] were made of; none if they were made of nothing.
    pub(super) fn of_words(words: &[u32]) -> Option<Self> {
        let mut words = words.iter().copied();
        let mut roots = VecDeque::new();
        while let Some(low) = words.next() {
            let mut word = || words.next();
            let identity = u64::from(word()?) << 32 | u64::from(low);
            let (depth, multipv, count) = (word()?, word()?, word()?);
            let (mut moves, mut length) = (Vec::new(), 0_u64);
            for _ in 0..count {
                let (value, has_values) = (word()? as Value, word()?);
                let values = [word()?, word()?, word()?, word()?].map(|value| value as Value);
                let known = KnownMove {
                    value,
                    values: (has_values == 1).then_some(values),
                    depth: word()?,
                    is_bound: word()? == 1,
                    seldepth: word()?,
                    length: word()?,
                };
                length += u64::from(known.length);
                moves.push(known);
            }
            let lines = (0..length).map(|_| u16::try_from(word()?).ok()).collect::<Option<Vec<_>>>()?;
            roots.push_back(KnownRoot { identity, depth, multipv, moves, lines });
        }
        Some(Self(roots))
    }
}

impl KnownRoot {
    /// Whether this can be said of the `roots` of `game`: lines of legal moves, one for each of them.
    fn is_of<G: Position>(&self, game: &Played<G>, roots: &[RootMove<G::Move>]) -> bool {
        let is_value = |value: &Value| (-INFINITE..=INFINITE).contains(value);
        let mut lines = self.lines.as_slice();
        self.moves.len() == roots.len()
            && self.moves.iter().all(|m| {
                let Some((line, rest)) = lines.split_at_checked(m.length as usize) else { return false };
                lines = rest;
                (1..=MAX_PLY).contains(&line.len())
                    && is_value(&m.value)
                    && m.values.iter().flatten().all(is_value)
                    && unpacked(game, line).all(|m| m.is_some())
            })
    }
}

/// The moves of a line; none in the place of one that is not legal, and of all behind it.
fn unpacked<'a, G: Position>(
    game: &'a Played<G>,
    line: &'a [u16],
) -> impl Iterator<Item = Option<G::Move>> + use<'a, G> {
    let mut position = Some(game.position().clone());
    line.iter().map(move |&bits| {
        let mut before = position.take().filter(|position| position.outcome().is_none())?;
        let m = before.unpack(bits)?;
        before.make(m);
        position = Some(before);
        Some(m)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_and_nonsense_does_not() {
        let moves = vec![
            KnownMove { value: -5, values: Some([1, -2, 3, 0]), depth: 8, is_bound: false, seldepth: 9, length: 3 },
            KnownMove { value: INFINITE, values: None, depth: 9, is_bound: true, seldepth: 0, length: 1 },
        ];
        let root = KnownRoot { identity: u64::MAX - 5, depth: 8, multipv: 1, moves, lines: vec![1, 2, u16::MAX, 7] };
        let empty = KnownRoot { identity: 1, depth: 2, multipv: 3, moves: Vec::new(), lines: Vec::new() };
        let known = KnownRoots(VecDeque::from([root, empty]));
        let words = known.words();
        assert_eq!(KnownRoots::of_words(&words), Some(known));
        assert_eq!(KnownRoots::of_words(&[]), Some(KnownRoots::default()));
        for end in 1..words.len() {
            let part = KnownRoots::of_words(&words[..end]);
            assert!(part.is_none_or(|part| part.0.len() == 1), "{end}");
        }
        let mut long = words;
        long[14] = u32::MAX;
        assert_eq!(KnownRoots::of_words(&long), None);
    }
}
