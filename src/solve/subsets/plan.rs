//! What has to be done, worked out once before the table is filled: which lines lead from where to where.
//!
//! A subset's number has its cells in classes: the 6 word cells choose the bit in a word, the 3 lane cells the word in
//! a group, the 6 tile cells the group in a tile, the others the tile in a block and the block. The part of a line
//! above the word cells says from which word wins come; lines with the same such part are one [`Link`].

use crate::solve::removal::Removal;
use std::collections::BTreeMap;

/// Cells whose subsets are the bits of a word.
pub(super) const WORD_CELLS: usize = 6;
/// These and the cells whose subsets are the words of a group.
pub(super) const GROUP_CELLS: usize = 9;
/// These and the cells whose subsets are the groups of a tile.
pub(super) const TILE_CELLS: usize = 15;

/// The part of a line among the word cells, as a step within a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shift {
    /// The subsets without these cells: only they can be what is left after the move.
    pub(super) keep: u64,
    /// How far the subset before the move is from the one after it.
    pub(super) by: u32,
}

impl Shift {
    fn new(cells: u64) -> Self {
        let keep = (0..64).filter(|subset| subset & cells == 0).fold(0, |keep, subset| keep | 1 << subset);
        Self { keep, by: cells as u32 }
    }
}

/// Lines that lead from one word to another.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// Their cells among those that choose the block.
    pub(super) blocks: usize,
    /// Their cells among those that choose the tile in a block.
    pub(super) tiles: usize,
    /// Their cells among those that choose the group in a tile.
    pub(super) groups: usize,
    /// Their cells among those that choose the word in a group.
    pub(super) lanes: usize,
    /// Their different parts within the word.
    pub(super) shifts: Vec<Shift>,
}

impl Link {
    /// Whether whole tiles are united, bit by bit.
    pub(super) fn is_plain(&self) -> bool {
        self.groups == 0 && self.lanes == 0 && self.shifts.iter().all(|shift| shift.by == 0)
    }
}

/// The groups of a tile that have the same number of cells.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) groups: Vec<usize>,
    /// What comes from smaller groups of the tile: from where to where.
    pub(super) links: Vec<(Link, Vec<(usize, usize)>)>,
}

/// How to fill a table.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Cells whose subsets make a block.
    pub(super) block_cells: usize,
    /// Cells whose subsets choose the block.
    pub(super) top_cells: usize,
    /// Links between tiles.
    pub(super) links: Vec<Link>,
    /// Links within a tile.
    pub(super) layers: Vec<Layer>,
    /// Links within a group: for each word the words that it depends on.
    pub(super) lanes: [Vec<(usize, Shift)>; 8],
    /// For each byte of a word and each set of wins in it: the wins that follow, in it and in later bytes.
    pub(super) wins: Box<[[u64; 256]; 8]>,
}

impl Plan {
    /// The plan for a game whose cells are numbered as the table's bits are, in blocks of `block_cells` cells.
    pub(super) fn new(game: &Removal, block_cells: usize) -> Self {
        let block_cells = block_cells.clamp(TILE_CELLS, game.cells.max(TILE_CELLS));
        let within_block = (1 << (block_cells - WORD_CELLS)) - 1;
        let mut lanes: [Vec<(usize, Shift)>; 8] = Default::default();
        let (mut links, mut inner) = (Vec::new(), Vec::new());
        for (high, lows) in by_high_part(&game.lines) {
            let shifts: Vec<Shift> = lows.into_iter().map(Shift::new).collect();
            let link = Link {
                blocks: high >> (block_cells - WORD_CELLS),
                tiles: (high & within_block) >> (TILE_CELLS - WORD_CELLS),
                groups: (high >> (GROUP_CELLS - WORD_CELLS)) & 63,
                lanes: high & 7,
                shifts,
            };
            if link.blocks != 0 || link.tiles != 0 {
                links.push(link);
            } else if link.groups != 0 {
                inner.push(link);
            } else if link.lanes != 0 {
                for lane in (0..8).filter(|lane| lane & link.lanes == link.lanes) {
                    lanes[lane].extend(link.shifts.iter().map(|&shift| (lane ^ link.lanes, shift)));
                }
            }
        }
        let layer = |size| {
            let groups: Vec<usize> = (0..64usize).filter(|group| group.count_ones() == size).collect();
            let pairs = |link: &Link| -> Vec<(usize, usize)> {
                let reached = groups.iter().filter(|&&group| group & link.groups == link.groups);
                reached.map(|&group| (group ^ link.groups, group)).collect()
            };
            let links = inner.iter().map(|link| (link.clone(), pairs(link))).filter(|(_, pairs)| !pairs.is_empty());
            Layer { links: links.collect(), groups }
        };
        let layers = (0..=6).map(layer).collect();
        let top_cells = game.cells.saturating_sub(block_cells);
        Self { block_cells, top_cells, links, layers, lanes, wins: wins_that_follow(&game.lines) }
    }
}

/// The lines that are not within a word, by their part above the word cells; their parts within.
pub(super) fn by_high_part(lines: &[u64]) -> BTreeMap<usize, Vec<u64>> {
    let mut parts: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
    for &line in lines.iter().filter(|&&line| line >> WORD_CELLS != 0) {
        parts.entry((line >> WORD_CELLS) as usize).or_default().push(line & ((1 << WORD_CELLS) - 1));
    }
    parts
}

fn wins_that_follow(lines: &[u64]) -> Box<[[u64; 256]; 8]> {
    let within: Vec<u64> = lines.iter().copied().filter(|line| line >> WORD_CELLS == 0).collect();
    let mut table = Box::new([[0; 256]; 8]);
    for (byte, row) in table.iter_mut().enumerate() {
        for (known, entry) in row.iter_mut().enumerate() {
            let known = (known as u64) << (8 * byte);
            let mut wins = known;
            for subset in 8 * byte as u64..8 * byte as u64 + 8 {
                if wins >> subset & 1 == 0 {
                    let before = within.iter().filter(|&&line| line & subset == 0);
                    wins = before.fold(wins, |wins, line| wins | 1 << (subset | line));
                }
            }
            *entry = wins & !known;
        }
    }
    table
}
