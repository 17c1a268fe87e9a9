//! The integers against a plain computation.

use super::*;
use crate::zobrist::SplitMix64;

const FEATURES: usize = 12;
const HIDDEN: usize = 48;
const VIEWS: usize = 3;
const BUCKETS: usize = 2;
const SCALE: i32 = 150;

/// The layers as they are written down, one number at a time.
#[test]
fn evaluations_are_what_the_layers_say() {
    let mut random = SplitMix64::new(5);
    let size = Network::<FEATURES, HIDDEN, VIEWS, BUCKETS>::shape("any", SCALE).size();
    let bytes: Vec<u8> = (0..size / 2)
        .flat_map(|index| {
            let most = if index < (FEATURES + 1) * HIDDEN { 200 } else { 127 };
            (random.below(2 * most + 1) as i16 - most as i16).to_le_bytes()
        })
        .collect();
    let number = |index: usize| i64::from(i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]]));
    let network = Network::<FEATURES, HIDDEN, VIEWS, BUCKETS>::from_bytes(&bytes, SCALE);
    for round in 0..200 {
        let (first, bucket) = (round % VIEWS, round % BUCKETS);
        let mut feature = || random.below(FEATURES) as u16;
        let features: Vec<[u16; VIEWS]> = (0..feature() % 8).map(|_| [feature(), feature(), feature()]).collect();
        let mut sum = 0;
        for view in 0..VIEWS {
            for column in 0..HIDDEN {
                let rows = features.iter().map(|views| usize::from(views[(first + view) % VIEWS]));
                let hidden =
                    rows.map(|row| number(row * HIDDEN + column)).sum::<i64>() + number(FEATURES * HIDDEN + column);
                let weights = FEATURES + 1 + bucket * VIEWS + view;
                sum += hidden.clamp(0, 255).pow(2) * number(weights * HIDDEN + column);
            }
        }
        let bias = number((FEATURES + 1 + VIEWS * BUCKETS) * HIDDEN + bucket);
        let expected = (sum / 255 + bias) * i64::from(SCALE) / (255 * 64);
        // The perspectives are summed apart, and rounded once.
        let accumulator = network.refresh(features.iter().copied());
        assert_eq!(i64::from(network.evaluate(&accumulator, first, bucket)), expected);
        let emptied = network.update(accumulator, features.iter().copied(), std::iter::empty());
        assert_eq!(emptied, network.empty());
    }
}
