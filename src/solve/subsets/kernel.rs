//! The work on bits: how losing subsets make others winning, 512 at a time. Knows no order of blocks and no threads.
//!
//! Words are kept as bytes, lowest first, so that a table in a file is the same on every machine; on a little-endian
//! one the conversions are nothing.

use super::plan::{Link, Plan, Shift, TOGETHER, WORD_CELLS};

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

/// What lines whose part among the lane cells is `LANES` and whose part in a word is `shift` bring into `to` from
/// `from`.
#[inline(always)]
fn link_group<const LANES: usize>(shift: Shift, from: &Group, to: &mut Group) {
    let from = load(from);
    let mut wins = load(to);
    for lane in 0..8 {
        if lane & LANES == LANES {
            wins[lane] |= (from[lane ^ LANES] & shift.keep) << shift.by;
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
    by_lanes!(link.lanes, link_tiles_by(link.shift, link.groups, from, to));
}

fn link_tiles_by<const LANES: usize>(shift: Shift, groups: usize, from: &Tile, to: &mut Tile) {
    // All groups that have the link's cells: the supersets of a mask in rising order.
    let mut at = groups;
    while at < to.len() {
        link_group::<LANES>(shift, &from[at ^ groups], &mut to[at]);
        at = (at + 1) | groups;
    }
}

/// Turns the wins that a tile has from outside into its losing subsets.
///
/// Groups are taken by the number of their cells: those of one number do not depend on each other, so that the
/// processor works on several at once.
pub(super) fn resolve(plan: &Plan, tile: &mut Tile) {
    let only_single = plan.lanes.iter().all(Vec::is_empty);
    for layer in &plan.layers {
        for link in &layer.links {
            by_lanes!(link.lanes, link_pairs(link.shift, &link.pairs, tile));
        }
        for several in &layer.groups {
            let wins = several.each_ref().map(|(group, sources)| united(tile, *group, sources));
            let losses =
                if only_single { resolve_groups::<true>(plan, wins) } else { resolve_groups::<false>(plan, wins) };
            for ((group, _), losses) in several.iter().zip(&losses) {
                store(losses, &mut tile[usize::from(group & 63)]);
            }
        }
    }
}

/// What a group and others of its tile together hold.
#[inline(always)]
fn united(tile: &Tile, group: u8, sources: &[u8]) -> Lanes {
    let mut wins = load(&tile[usize::from(group & 63)]);
    for source in sources {
        for (win, word) in wins.iter_mut().zip(load(&tile[usize::from(source & 63)])) {
            *win |= word;
        }
    }
    wins
}

fn link_pairs<const LANES: usize>(shift: Shift, pairs: &[(u8, u8)], tile: &mut Tile) {
    for (from, to) in pairs {
        let from = tile[usize::from(from & 63)];
        link_group::<LANES>(shift, &from, &mut tile[usize::from(to & 63)]);
    }
}

/// The losing subsets of some groups that do not depend on each other: word by word, each after those with fewer lane
/// cells. Taking a lane cell alone is always a line; other lines between the words are the exception, and cost a
/// version of their own.
#[inline(always)]
fn resolve_groups<const ONLY_SINGLE: bool>(plan: &Plan, mut groups: [Lanes; TOGETHER]) -> [Lanes; TOGETHER] {
    macro_rules! settle {
        ($lane:literal after $($from:literal)*) => {
            for words in &mut groups {
                let mut wins = words[$lane] $(| words[$from])*;
                if !ONLY_SINGLE {
                    for &(from, shift) in &plan.lanes[$lane] {
                        wins |= (words[from & 7] & shift.keep) << shift.by;
                    }
                }
                words[$lane] = resolve_word(&plan.wins, wins);
            }
        };
    }
    settle!(0 after);
    settle!(1 after 0);
    settle!(2 after 0);
    settle!(4 after 0);
    settle!(3 after 1 2);
    settle!(5 after 1 4);
    settle!(6 after 2 4);
    settle!(7 after 3 5 6);
    groups
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
