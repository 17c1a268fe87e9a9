//! The integers against a plain computation.

use super::*;
use crate::zobrist::SplitMix64;

const FEATURES: usize = 12;

/// The layers as they are written down, one number at a time.
#[test]
fn evaluations_are_what_the_layers_say() {
    let mut random = SplitMix64::new(5);
    let bytes: Vec<u8> = (0..size(FEATURES) / 2)
        .flat_map(|index| {
            let most = if index < (FEATURES + 1) * HIDDEN { 200 } else { 127 };
            (random.below(2 * most + 1) as i16 - most as i16).to_le_bytes()
        })
        .collect();
    let number = |index: usize| i64::from(i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]]));
    let network = Network::<FEATURES>::from_bytes(&bytes);
    for _ in 0..200 {
        let mut feature = || random.below(FEATURES) as u16;
        let features: Vec<_> = (0..feature() % 8).map(|_| (feature(), feature())).collect();
        let mut sum = 0;
        for view in 0..2 {
            for column in 0..HIDDEN {
                let rows = features.iter().map(|&(mine, theirs)| usize::from(if view == 0 { mine } else { theirs }));
                let hidden =
                    rows.map(|row| number(row * HIDDEN + column)).sum::<i64>() + number(FEATURES * HIDDEN + column);
                sum += hidden.clamp(0, 255).pow(2) * number((FEATURES + 1 + view) * HIDDEN + column);
            }
        }
        let expected = (sum / 255 + number(size(FEATURES) / 2 - 1)) * 150 / (255 * 64);
        // The halves are summed apart, and rounded once.
        let accumulator = network.refresh(features.iter().copied());
        assert_eq!(i64::from(network.evaluate(&accumulator, false)), expected);
        let swapped = network.refresh(features.iter().map(|&(mine, theirs)| (theirs, mine)));
        assert_eq!(i64::from(network.evaluate(&swapped, true)), expected);
        let emptied = network.update(accumulator, features.iter().copied(), std::iter::empty());
        assert_eq!(emptied, network.empty());
    }
}
