//! Networks: integers against a plain computation, and training that learns.

use super::*;
use crate::game::Evaluate;
use crate::games::minichess::Minichess;
use crate::zobrist::SplitMix64;
use std::sync::atomic::AtomicBool;

const FEATURES: usize = 12;

/// Some features of each side.
fn present(random: &mut SplitMix64) -> Vec<(u16, u16)> {
    (0..random.below(8)).map(|_| (random.below(FEATURES) as u16, random.below(FEATURES) as u16)).collect()
}

/// A rule to learn: the mover's even features are good, the other's bad.
fn worth(features: &[(u16, u16)]) -> i16 {
    let good = |feature: u16| if feature.is_multiple_of(2) { 60 } else { -20 };
    features.iter().map(|&(mine, theirs)| good(mine) - good(theirs)).sum()
}

fn samples(count: usize, seed: u64) -> Vec<Sample> {
    let mut random = SplitMix64::new(seed);
    let mut sample = || {
        let features = present(&mut random);
        let score = worth(&features);
        Sample::new(features.into_iter(), score, score.signum() as i8)
    };
    (0..count).map(|_| sample()).collect()
}

fn trained(seed: u64) -> (Trainer, Vec<Losses>) {
    let mut losses = Vec::new();
    let mut trainer = Trainer::new(FEATURES, seed);
    trainer.train(&mut samples(40_000, 1), &samples(2000, 2), 12, &mut |loss| {
        losses.push(loss);
        true
    });
    (trainer, losses)
}

#[test]
fn training_learns_and_integers_keep_it() {
    let (trainer, losses) = trained(3);
    assert_eq!(losses.len(), 12);
    assert!(losses[11].held_out < losses[0].held_out / 2.0, "{losses:?}");
    let bytes = trainer.bytes();
    assert_eq!(bytes.len(), size(FEATURES));
    let network = Network::<FEATURES>::from_bytes(&bytes);
    let mut random = SplitMix64::new(4);
    let mut agree = 0;
    for _ in 0..1000 {
        let features = present(&mut random);
        let estimate = network.estimate(features.iter().copied());
        agree += u32::from((estimate - i32::from(worth(&features))).abs() < 60);
    }
    assert!(agree > 900, "{agree}");
    assert_eq!(trained(3).0.bytes(), bytes, "the same seed, the same network");
}

#[test]
fn a_report_ends_the_training() {
    let mut epochs = 0;
    Trainer::new(FEATURES, 1).train(&mut samples(100, 1), &[], 10, &mut |loss| {
        epochs = loss.epoch;
        loss.epoch < 3
    });
    assert_eq!(epochs, 3);
}

/// The layers as they are written down, one number at a time.
#[test]
fn estimates_are_what_the_layers_say() {
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
        let features = present(&mut random);
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
        let found = network.estimate(features.iter().copied());
        // The halves are summed apart, and rounded once.
        assert_eq!(i64::from(found), expected);
    }
}

#[test]
fn games_give_the_same_samples_again() {
    let play = SelfPlay::<Minichess> { rules: Default::default(), nodes: 200, random_plies: 6, seed: 9 };
    let stop = AtomicBool::new(false);
    let games: Vec<_> = (0..4).map(|number| play.game(number, &stop)).collect();
    assert!(games.iter().any(|game| !game.is_empty()));
    assert_eq!(games, (0..4).map(|number| play.game(number, &stop)).collect::<Vec<_>>());
    for sample in games.iter().flatten() {
        assert!((-1..=1).contains(&sample.result));
        assert!(sample.features(0).iter().chain(sample.features(1)).all(|&at| usize::from(at) < Minichess::FEATURES));
    }
}
