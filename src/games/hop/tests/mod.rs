//! Tests of hop, and the boards that they share.

mod ending;
mod network;
mod notation;
mod rules;
mod slow;
mod tables;

use super::{Hop, MAX_PIECES, Moves, Rules};
use crate::bits::BitSet;
use crate::game::{Notation, Position, Side, Variant};
use crate::zobrist::SplitMix64;

/// Both variants of chains.
fn rule_sets() -> [Rules; 2] {
    [Rules::default(), Rules { revisit: false, ..Rules::default() }]
}

fn position(text: &str) -> Hop {
    Hop::parse_position(text, &Rules::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn list(position: &Hop) -> Moves {
    let mut list = Moves::new();
    position.moves(&mut list);
    list
}

/// Up to nine pieces a side, at least one in all, crowded into some of the rows so that long chains arise.
fn crowded(seed: u64, rules: Rules) -> Hop {
    let mut random = SplitMix64::new(seed);
    let (top, height) = (random.below(4), 3 + random.below(5));
    let mut men = [0u64; 2];
    for side in 0..2 {
        for _ in 0..random.below(MAX_PIECES as usize + 1).max(1 - side) {
            let row = (top + random.below(height)) % 8;
            let square = u64::of(8 * row + random.below(8));
            if !square.meets(men[0] | men[1]) {
                men[side] |= square;
            }
        }
    }
    Hop::new(men, Side::new(random.below(2)), random.below(usize::from(rules.plies) + 1) as u16, rules)
}

/// A position after up to 160 random moves from the start.
fn played(seed: u64, rules: Rules) -> Hop {
    let mut random = SplitMix64::new(seed);
    let mut position = Hop::start(&rules);
    for _ in 0..random.below(160) {
        let moves = list(&position);
        let Some(&m) = moves.get(random.below(moves.len())) else { break };
        let _ = position.make(m);
    }
    position
}
