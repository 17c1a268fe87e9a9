//! What has to be done, worked out once before the table is filled: which lines lead from where to where.
//!
//! A subset's number has its cells in classes: the 6 word cells choose the bit in a word, the 3 lane cells the word in
//! a group, the 6 tile cells the group in a tile, the others the tile in a block and the block. The part of a line
//! above the word cells says from which word wins come.

use crate::solve::removal::Removal;

/// Cells whose subsets are the bits of a word.
pub(super) const WORD_CELLS: usize = 6;
/// These and the cells whose subsets are the words of a group.
pub(super) const GROUP_CELLS: usize = 9;
/// These and the cells whose subsets are the groups of a tile.
pub(super) const TILE_CELLS: usize = 15;
/// Groups that are worked on together, so that the processor need not wait for the steps of one: measured best of 1 to
/// 4.
pub(super) const TOGETHER: usize = 3;

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

/// A line that leads from one word to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// Its cells among those that choose the block.
    pub(super) blocks: usize,
    /// Its cells among those that choose the tile in a block.
    pub(super) tiles: usize,
    /// Its cells among those that choose the group in a tile.
    pub(super) groups: usize,
    /// Its cells among those that choose the word in a group.
    pub(super) lanes: usize,
    /// Its part within the word.
    pub(super) shift: Shift,
}

impl Link {
    /// Whether whole groups are united, bit by bit.
    pub(super) fn is_whole_groups(&self) -> bool {
        self.lanes == 0 && self.shift.by == 0
    }

    /// Whether whole tiles are united, bit by bit.
    pub(super) fn is_whole_tiles(&self) -> bool {
        self.groups == 0 && self.is_whole_groups()
    }
}

/// The groups of a tile that have the same number of cells.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// The groups, each with the smaller ones of the tile that are united with it bit by bit, so many at a time as are
    /// worked on together; the last ones come again to fill up.
    pub(super) groups: Vec<[(u8, Vec<u8>); TOGETHER]>,
    /// What else comes from smaller groups of the tile.
    pub(super) links: Vec<InnerLink>,
}

/// A line that leads from one group of a tile to others.
#[derive(Clone, Debug)]
pub(super) struct InnerLink {
    /// Its part among the lane cells.
    pub(super) lanes: usize,
    /// Its part within the word.
    pub(super) shift: Shift,
    /// From which group to which.
    pub(super) pairs: Vec<(u8, u8)>,
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
    /// Links within a group but for single cells: for each word the words that it depends on.
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
        for (high, low) in game.lines.iter().map(|&line| parts(line)).filter(|&(high, _)| high != 0) {
            let link = Link {
                blocks: high >> (block_cells - WORD_CELLS),
                tiles: (high & within_block) >> (TILE_CELLS - WORD_CELLS),
                groups: (high >> (GROUP_CELLS - WORD_CELLS)) & 63,
                lanes: high & 7,
                shift: Shift::new(low),
            };
            if link.blocks != 0 || link.tiles != 0 {
                links.push(link);
            } else if link.groups != 0 {
                inner.push(link);
            } else if !link.lanes.is_power_of_two() || low != 0 {
                for lane in (0..8).filter(|lane| lane & link.lanes == link.lanes) {
                    lanes[lane].push((lane ^ link.lanes, link.shift));
                }
            }
        }
        let layer = |size| {
            let groups = || (0..64u8).filter(move |group| group.count_ones() == size);
            // From where each of `links` leads to a group.
            let sources = |link: &Link, group: u8| {
                let cells = link.groups as u8;
                (group & cells == cells).then_some(group ^ cells)
            };
            let (plain, others): (Vec<&Link>, Vec<&Link>) = inner.iter().partition(|link| link.is_whole_groups());
            let united = |group| plain.iter().filter_map(|link| sources(link, group)).collect();
            let pairs = |link: &Link| groups().filter_map(|group| Some((sources(link, group)?, group))).collect();
            let inner_link = |link: &&Link| InnerLink { lanes: link.lanes, shift: link.shift, pairs: pairs(link) };
            let links = others.iter().map(inner_link).filter(|link| !link.pairs.is_empty());
            let groups: Vec<u8> = groups().collect();
            let together = |groups: &[u8]| {
                std::array::from_fn(|at| groups[at.min(groups.len() - 1)]).map(|group| (group, united(group)))
            };
            Layer { groups: groups.chunks(TOGETHER).map(together).collect(), links: links.collect() }
        };
        let layers = (0..=6).map(layer).collect();
        let top_cells = game.cells.saturating_sub(block_cells);
        Self { block_cells, top_cells, links, layers, lanes, wins: wins_that_follow(&game.lines) }
    }
}

/// The part of a line above the word cells, and the one among them.
pub(super) fn parts(line: u64) -> (usize, u64) {
    ((line >> WORD_CELLS) as usize, line & ((1 << WORD_CELLS) - 1))
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
