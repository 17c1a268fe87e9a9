//! The work on bits: how losing subsets make others winning, 512 at a time. Knows no order of blocks and no threads.
//!
//! Words are kept as bytes, lowest first, so that a table in a file is the same on every machine; on a little-endian
//! one the conversions are nothing.

use super::plan::{Link, Plan, WORD_CELLS};

/// The subsets that differ in the nine lowest cells: eight words of 64.
pub(super) type Group = [u8; 64];
/// The subsets that differ in the fifteen lowest cells: 4 KiB.
pub(super) type Tile = [Group; 64];

type Lanes = [u64; 8];

#[inline(always)]
fn load(group: &Group) -> Lanes {
    let (words, _) = group.as_chunks::<8>();
    std::array::from_fn(|lane| u64::from_le_bytes(words[lane]))
}

#[inline(always)]
fn store(lanes: &Lanes, group: &mut Group) {
    let (words, _) = group.as_chunks_mut::<8>();
    for (word, lane) in words.iter_mut().zip(lanes) {
        *word = lane.to_le_bytes();
    }
}

/// What a link whose part among the lane cells is `LANES` brings into `to` from `from`.
#[inline(always)]
fn link_group<const LANES: usize>(link: &Link, from: &Group, to: &mut Group) {
    let from = load(from);
    let from: Lanes = std::array::from_fn(|lane| if lane & LANES == LANES { from[lane ^ LANES] } else { 0 });
    let mut wins = load(to);
    for shift in &link.shifts {
        for lane in 0..8 {
            wins[lane] |= (from[lane] & shift.keep) << shift.by;
        }
    }
    store(&wins, to);
}

macro_rules! by_lanes {
    ($lanes:expr, $call:ident ( $($argument:expr),* )) => {
        match $lanes {
            0 => $call::<0>($($argument),*),
            1 => $call::<1>($($argument),*),
            2 => $call::<2>($($argument),*),
            3 => $call::<3>($($argument),*),
            4 => $call::<4>($($argument),*),
            5 => $call::<5>($($argument),*),
            6 => $call::<6>($($argument),*),
            _ => $call::<7>($($argument),*),
        }
    };
}

/// Sets `to` to what all of `sources` together hold, group by group.
pub(super) fn unite(sources: &[&Tile], to: &mut Tile) {
    for (at, group) in to.iter_mut().enumerate() {
        let mut wins = [0; 8];
        for source in sources {
            for (win, word) in wins.iter_mut().zip(load(&source[at])) {
                *win |= word;
            }
        }
        store(&wins, group);
    }
}

/// Adds what `link` brings from the tile `from` into the tile `to`.
pub(super) fn link_tiles(link: &Link, from: &Tile, to: &mut Tile) {
    by_lanes!(link.lanes, link_tiles_by(link, from, to));
}

fn link_tiles_by<const LANES: usize>(link: &Link, from: &Tile, to: &mut Tile) {
    // All groups that have the link's cells: the supersets of a mask in rising order.
    let mut at = link.groups;
    while at < to.len() {
        link_group::<LANES>(link, &from[at ^ link.groups], &mut to[at]);
        at = (at + 1) | link.groups;
    }
}

/// Turns the wins that a tile has from outside into its losing subsets.
///
/// Groups are taken by the number of their cells: those of one number do not depend on each other, so that the
/// processor works on several at once.
pub(super) fn resolve(plan: &Plan, tile: &mut Tile) {
    for layer in &plan.layers {
        for (link, pairs) in &layer.links {
            by_lanes!(link.lanes, link_pairs(link, pairs, tile));
        }
        for &group in &layer.groups {
            resolve_group(plan, &mut tile[group]);
        }
    }
}

fn link_pairs<const LANES: usize>(link: &Link, pairs: &[(usize, usize)], tile: &mut Tile) {
    for &(from, to) in pairs {
        let from = tile[from];
        link_group::<LANES>(link, &from, &mut tile[to]);
    }
}

#[inline(never)]
fn resolve_group(plan: &Plan, group: &mut Group) {
    let (words, _) = group.as_chunks_mut::<8>();
    for lane in 0..8 {
        let mut wins = u64::from_le_bytes(words[lane]);
        for &(from, shift) in &plan.lanes[lane] {
            wins |= (u64::from_le_bytes(words[from & 7]) & shift.keep) << shift.by;
        }
        words[lane] = resolve_word(&plan.wins, wins).to_le_bytes();
    }
}

/// The losing subsets of a word whose wins from outside are known. Bytes are settled in the order of the number of
/// their cells, each by one look into a table of what it makes winning in itself and in later bytes.
#[inline(always)]
fn resolve_word(table: &[[u64; 256]; 8], mut wins: u64) -> u64 {
    let after = |byte: usize, wins: u64| table[byte][usize::from((wins >> (8 * byte)) as u8)];
    wins |= after(0, wins);
    wins |= after(1, wins) | after(2, wins) | after(4, wins);
    wins |= after(3, wins) | after(5, wins) | after(6, wins);
    wins |= after(7, wins);
    !wins
}

/// Whether the subset `index` of a block is marked.
#[inline]
pub(super) fn is_marked(bytes: &[u8], index: u64) -> bool {
    bytes[(index >> 3) as usize] >> (index & 7) & 1 != 0
}

const _: () = assert!(1 << WORD_CELLS == 64);
