//! What proved positions add up to: a position is proved, too, if the attacker has a move after which every reply leads
//! to a proved one. Positions that a symmetry of the board maps onto each other, and orders of moves, count as one.

use super::board::Format;
use ahash::RandomState;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Roots of more stones prove themselves only: whole games are proved from positions of few stones.
const MOST_STONES: usize = 32;
/// Open replies that are counted in a position.
const MOST_OPEN: usize = 32;

/// The stones of both sides, sorted.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(super) struct Stones {
    pub(super) attacker: Vec<u16>,
    pub(super) defender: Vec<u16>,
}

impl Stones {
    fn count(&self) -> usize {
        self.attacker.len() + self.defender.len()
    }

    pub(super) fn with_reply(&self, square: u16) -> Self {
        let mut stones = self.clone();
        stones.defender.push(square);
        stones
    }
}

/// Where each symmetry of the board takes each square.
pub(super) struct Symmetries(Vec<Vec<u16>>);

impl Symmetries {
    pub(super) fn new(format: Format) -> Self {
        let (width, height) = (u16::from(format.width), u16::from(format.height));
        let images = if width == height { 8 } else { 4 };
        let image = |symmetry: u16, square: u16| {
            let (x, y) = (square % width, square / width);
            let x = if symmetry & 1 != 0 { width - 1 - x } else { x };
            let y = if symmetry & 2 != 0 { height - 1 - y } else { y };
            if symmetry & 4 != 0 { x * width + y } else { y * width + x }
        };
        Self((0..images).map(|symmetry| (0..width * height).map(|square| image(symmetry, square)).collect()).collect())
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Where a symmetry takes each square.
    pub(super) fn image(&self, symmetry: usize) -> &[u16] {
        &self.0[symmetry]
    }

    /// The least image of a position.
    pub(super) fn canonical(&self, stones: &Stones) -> Stones {
        let mut best = Stones::default();
        let mut next = Stones::default();
        for (symmetry, image) in self.0.iter().enumerate() {
            for (mapped, squares) in [(&mut next.attacker, &stones.attacker), (&mut next.defender, &stones.defender)] {
                mapped.clear();
                mapped.extend(squares.iter().map(|&square| image[usize::from(square)]));
                mapped.sort_unstable();
            }
            if symmetry == 0 || next < best {
                std::mem::swap(&mut best, &mut next);
            }
        }
        best
    }
}

/// A set of positions.
pub(super) type Positions = HashSet<Stones, RandomState>;

/// An empty set of positions.
fn no_positions() -> Positions {
    HashSet::with_hasher(RandomState::with_seeds(0, 0, 0, 0))
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

/// Adds roots up, which have the attacker to move; and the positions with the defender to move in which every reply
/// leads to a proved one, as least images.
pub(super) fn cover(format: Format, roots: impl Iterator<Item = Stones>) -> (Cover, Positions) {
    let symmetries = Symmetries::new(format);
    let mut proved = no_positions();
    proved.extend(roots.map(|stones| symmetries.canonical(&stones)));
    let mut covered = no_positions();
    let mut result = Cover { roots: proved.len(), nearest: None, ..Cover::default() };
    let mut by_count: BTreeMap<usize, Vec<Stones>> = BTreeMap::new();
    for stones in proved.iter().filter(|stones| stones.count() <= MOST_STONES) {
        by_count.entry(stones.count()).or_default().push(stones.clone());
    }
    result.fewest = by_count.first_key_value().map_or(usize::MAX, |(&count, _)| count);
    for count in (2..=by_count.last_key_value().map_or(0, |(&count, _)| count)).rev() {
        let mut leads: HashMap<Stones, usize, _> = HashMap::with_hasher(proved.hasher().clone());
        for stones in by_count.remove(&count).unwrap_or_default() {
            for reply in 0..stones.defender.len() {
                let mut before = stones.clone();
                before.defender.remove(reply);
                *leads.entry(symmetries.canonical(&before)).or_default() += 1;
            }
        }
        for (before, leads) in leads {
            // A proved position stands for as many replies as there are symmetries, at most.
            let empty = format.squares() - before.count();
            if leads * symmetries.count() + MOST_OPEN <= empty {
                continue;
            }
            let is_taken = |square: &u16| before.attacker.contains(square) || before.defender.contains(square);
            let replies: Vec<u16> = (0..format.squares() as u16).filter(|square| !is_taken(square)).collect();
            let is_open = |&&reply: &&u16| !proved.contains(&symmetries.canonical(&before.with_reply(reply)));
            let open = replies.iter().filter(is_open).take(MOST_OPEN).count();
            if open > 0 {
                let fewer = open < MOST_OPEN && result.nearest.is_none_or(|(fewest, _)| open < fewest);
                result.nearest = if fewer { Some((open, replies.len())) } else { result.nearest };
                continue;
            }
            covered.insert(before.clone());
            for m in 0..before.attacker.len() {
                let mut parent = before.clone();
                parent.attacker.remove(m);
                let parent = symmetries.canonical(&parent);
                if proved.insert(parent.clone()) {
                    result.derived += 1;
                    result.fewest = result.fewest.min(parent.count());
                    by_count.entry(parent.count()).or_default().push(parent);
                }
            }
        }
    }
    (result, covered)
}
