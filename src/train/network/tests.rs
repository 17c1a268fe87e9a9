//! Training lowers the error, and the same games give the same samples.

use super::*;
use crate::arena::Openings;
use crate::game::Evaluate;
use crate::games::minichess::Minichess;
use crate::nnue::{Network, size};
use crate::train::SelfPlay;
use crate::zobrist::SplitMix64;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

const FEATURES: usize = 12;

/// Random active features, as both sides see them.
fn active(random: &mut SplitMix64) -> Vec<(u16, u16)> {
    (0..random.below(8)).map(|_| (random.below(FEATURES) as u16, random.below(FEATURES) as u16)).collect()
}

/// The evaluation to learn: the mover's even features are good, the other's bad.
fn evaluation(features: &[(u16, u16)]) -> i16 {
    let good = |feature: u16| if feature.is_multiple_of(2) { 60 } else { -20 };
    features.iter().map(|&(mine, theirs)| good(mine) - good(theirs)).sum()
}

fn drawn(count: usize, seed: u64) -> Vec<Sample> {
    let mut random = SplitMix64::new(seed);
    let mut sample = || {
        let features = active(&mut random);
        let score = evaluation(&features);
        Sample::new(features.into_iter(), score, score.signum() as i8)
    };
    (0..count).map(|_| sample()).collect()
}

fn trained(seed: u64) -> (Trainer, Vec<Losses>) {
    let mut losses = Vec::new();
    let mut trainer = Trainer::new(FEATURES, seed);
    trainer.train(&mut drawn(40_000, 1), &drawn(2000, 2), 12, &mut |loss| {
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
        let features = active(&mut random);
        let evaluated = network.evaluate(&network.refresh(features.iter().copied()), false);
        agree += u32::from((evaluated - i32::from(evaluation(&features))).abs() < 60);
    }
    assert!(agree > 900, "{agree}");
    assert_eq!(trained(3).0.bytes(), bytes, "the same seed, the same network");
}

#[test]
fn a_report_ends_the_training() {
    let mut epochs = 0;
    Trainer::new(FEATURES, 1).train(&mut drawn(100, 1), &[], 10, &mut |loss| {
        epochs = loss.epoch;
        loss.epoch < 3
    });
    assert_eq!(epochs, 3);
}

#[test]
fn games_give_the_same_samples_again() {
    let openings = Openings::Unbalanced { rules: Default::default(), plies: 6, seed: 9 };
    let play = |threads| {
        let play = SelfPlay::<Minichess> {
            openings: openings.clone(),
            first: 0,
            games: 4,
            nodes: 200,
            threads,
            random: 0,
            is_brief: true,
        };
        let mut games = Vec::new();
        let played = play.play(&AtomicBool::new(false), &mut |game| {
            games.push((game.number, samples(&game)));
            ControlFlow::Continue(())
        });
        assert_eq!((played, games.len()), (Ok(()), 4));
        games.sort_by_key(|&(number, _)| number);
        games
    };
    let games = play(1);
    assert!(games.iter().any(|(_, game)| !game.is_empty()));
    assert_eq!(games, play(2));
    for sample in games.iter().flat_map(|(_, game)| game) {
        assert!((-1..=1).contains(&sample.result));
        assert!(sample.features(0).iter().chain(sample.features(1)).all(|&at| usize::from(at) < Minichess::FEATURES));
    }
}
