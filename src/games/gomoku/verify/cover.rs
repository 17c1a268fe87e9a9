//! What proved positions add up to: a position is proved, too, if the attacker has a move after which every reply leads
//! to a proved one. Positions that a symmetry of the board maps onto each other, and orders of moves, count as one.
//!
//! They are told apart by Zobrist keys of 128 bits from numbers that are drawn anew in every process: whatever a
//! certificate contains, two positions have the same key with a probability of 2^-128. (Carter and Wegman, "Universal
//! classes of hash functions", 1979.)

use super::format::Format;
use ahash::RandomState;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::BuildHasher;

/// Roots of more stones prove themselves only: whole games are proved from positions of few stones.
const MOST_STONES: usize = 32;
/// Open replies that are counted in a position.
const MOST_OPEN: usize = 32;
/// Symmetries of a square board.
const MOST_SYMMETRIES: usize = 8;

/// The number of the attacker's stones among the [`Symmetries`]' keys, and of the defender's.
const ATTACKER: usize = 0;
const DEFENDER: usize = 1;

/// The stones of both sides.
#[derive(Clone, Debug, Default)]
pub(super) struct Stones {
    pub(super) attacker: Vec<u16>,
    pub(super) defender: Vec<u16>,
}

impl Stones {
    fn count(&self) -> usize {
        self.attacker.len() + self.defender.len()
    }
}

/// The key of a position: the least of those of its images.
pub(super) type Key = u128;

/// A set of positions, by their keys.
pub(super) type Positions = HashSet<Key, RandomState>;

/// Keys are random already: how they are hashed decides nothing.
pub(super) fn hasher() -> RandomState {
    RandomState::with_seeds(0, 0, 0, 0)
}

/// The keys of a position under each symmetry of the board, from which those of the positions with one stone more or
/// less follow.
#[derive(Clone, Copy)]
pub(super) struct Keys {
    keys: [Key; MOST_SYMMETRIES],
    count: usize,
}

impl Keys {
    /// The position's key.
    pub(super) fn key(&self) -> Key {
        self.keys[..self.count].iter().copied().min().unwrap_or_default()
    }
}

/// Where each symmetry of the board takes each square, and the keys of stones.
pub(super) struct Symmetries {
    images: Vec<Vec<u16>>,
    /// By side and square.
    stones: [Vec<Key>; 2],
}

impl Symmetries {
    pub(super) fn new(format: Format) -> Self {
        let (width, height) = (u16::from(format.width), u16::from(format.height));
        let images = if width == height { MOST_SYMMETRIES as u16 } else { 4 };
        let image = |symmetry: u16, square: u16| {
            let (x, y) = (square % width, square / width);
            let x = if symmetry & 1 != 0 { width - 1 - x } else { x };
            let y = if symmetry & 2 != 0 { height - 1 - y } else { y };
            if symmetry & 4 != 0 { x * width + y } else { y * width + x }
        };
        let squares = || 0..width * height;
        let images = (0..images).map(|symmetry| squares().map(|square| image(symmetry, square)).collect()).collect();
        // The hasher of the standard library has a seed of the system's.
        let random = std::collections::hash_map::RandomState::new();
        let half = |side: usize, square: u16, half: u8| Key::from(random.hash_one((side, square, half)));
        let key = |side: usize, square: u16| half(side, square, 0) << 64 | half(side, square, 1);
        Self { images, stones: [ATTACKER, DEFENDER].map(|side| squares().map(|square| key(side, square)).collect()) }
    }

    pub(super) fn count(&self) -> usize {
        self.images.len()
    }

    /// Where a symmetry takes each square.
    pub(super) fn image(&self, symmetry: usize) -> &[u16] {
        &self.images[symmetry]
    }

    /// The keys of a position.
    pub(super) fn keys(&self, stones: &Stones) -> Keys {
        let mut keys = Keys { keys: [0; MOST_SYMMETRIES], count: self.count() };
        for (side, squares) in [(ATTACKER, &stones.attacker), (DEFENDER, &stones.defender)] {
            for &square in squares {
                keys = self.toggled(&keys, side, square);
            }
        }
        keys
    }

    /// The keys with one of the attacker's stones more, or less.
    pub(super) fn with_move(&self, keys: &Keys, square: u16) -> Keys {
        self.toggled(keys, ATTACKER, square)
    }

    /// The keys with one of the defender's stones more, or less.
    pub(super) fn with_reply(&self, keys: &Keys, square: u16) -> Keys {
        self.toggled(keys, DEFENDER, square)
    }

    #[inline]
    fn toggled(&self, keys: &Keys, side: usize, square: u16) -> Keys {
        let mut keys = *keys;
        for (key, image) in keys.keys.iter_mut().zip(&self.images) {
            *key ^= self.stones[side][usize::from(image[usize::from(square)])];
        }
        keys
    }
}

/// What roots add up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cover {
    /// Different positions among the roots, symmetric ones counted once.
    pub roots: usize,
    /// Positions of fewer stones that are proved by them.
    pub derived: usize,
    /// The fewest stones of a proved position; 0: the whole game is won from the empty board.
    pub fewest: usize,
    /// The fewest replies that are open, of how many, in a position with the defender to move that is not proved; none
    /// where more are open than were counted.
    pub nearest: Option<(usize, usize)>,
}

/// How many proved positions are one reply after a position, which is the one of this number without this reply.
struct Leads {
    count: usize,
    after: usize,
    reply: usize,
}

/// Adds roots up, which have the attacker to move; and the positions with the defender to move in which every reply
/// leads to a proved one.
pub(super) fn cover(
    format: Format,
    symmetries: &Symmetries,
    roots: impl Iterator<Item = Stones>,
) -> (Cover, Positions) {
    let mut proved = HashSet::with_hasher(hasher());
    let mut covered = HashSet::with_hasher(hasher());
    let mut by_count: BTreeMap<usize, Vec<Stones>> = BTreeMap::new();
    for stones in roots {
        if proved.insert(symmetries.keys(&stones).key()) && stones.count() <= MOST_STONES {
            by_count.entry(stones.count()).or_default().push(stones);
        }
    }
    let mut result = Cover { roots: proved.len(), nearest: None, ..Cover::default() };
    result.fewest = by_count.first_key_value().map_or(usize::MAX, |(&count, _)| count);
    for count in (2..=by_count.last_key_value().map_or(0, |(&count, _)| count)).rev() {
        let positions = by_count.remove(&count).unwrap_or_default();
        // In the order of their keys, which are random, nothing would be the same again.
        let mut order = Vec::new();
        let mut leads: HashMap<Key, Leads, _> = HashMap::with_hasher(hasher());
        for (after, stones) in positions.iter().enumerate() {
            let keys = symmetries.keys(stones);
            for (reply, &square) in stones.defender.iter().enumerate() {
                let before = symmetries.with_reply(&keys, square).key();
                let leads = leads.entry(before).or_insert_with(|| {
                    order.push(before);
                    Leads { count: 0, after, reply }
                });
                leads.count += 1;
            }
        }
        for key in order {
            let Some(&Leads { count: leads, after, reply }) = leads.get(&key) else { continue };
            // A proved position stands for as many replies as there are symmetries, at most.
            let empty = format.squares().saturating_sub(count - 1);
            if leads * symmetries.count() + MOST_OPEN <= empty {
                continue;
            }
            let mut before = positions[after].clone();
            before.defender.remove(reply);
            let keys = symmetries.keys(&before);
            let is_taken = |square: &u16| before.attacker.contains(square) || before.defender.contains(square);
            let replies: Vec<u16> = (0..format.squares() as u16).filter(|square| !is_taken(square)).collect();
            let is_open = |&&reply: &&u16| !proved.contains(&symmetries.with_reply(&keys, reply).key());
            let open = replies.iter().filter(is_open).take(MOST_OPEN).count();
            if open > 0 {
                let fewer = open < MOST_OPEN && result.nearest.is_none_or(|(fewest, _)| open < fewest);
                result.nearest = if fewer { Some((open, replies.len())) } else { result.nearest };
                continue;
            }
            covered.insert(key);
            for m in 0..before.attacker.len() {
                let mut parent = before.clone();
                let square = parent.attacker.remove(m);
                if proved.insert(symmetries.with_move(&keys, square).key()) {
                    result.derived += 1;
                    result.fewest = result.fewest.min(parent.count());
                    by_count.entry(parent.count()).or_default().push(parent);
                }
            }
        }
    }
    (result, covered)
}
