//! The network's inputs: both sides see the board alike.

use super::{crowded, rule_sets};
use crate::game::{Evaluate, Position, Side};
use crate::games::hop::Hop;
use quickcheck::quickcheck;

quickcheck! {
    fn both_sides_see_the_same(seed: u64) -> bool {
        let position = crowded(seed, rule_sets()[0]);
        let men = [1, 0].map(|side: usize| position.men[side].reverse_bits().swap_bytes());
        let swapped = Hop::new(men, position.side_to_move().other(), position.ply, position.rules);
        let features = |position: &Hop, side| {
            let mut features: Vec<u16> = position.features(side).collect();
            features.sort_unstable();
            features
        };
        Side::all(2).all(|side| {
            features(&position, side) == features(&swapped, side.other())
                && position.evaluate(side) == swapped.evaluate(side.other())
        })
    }
}
