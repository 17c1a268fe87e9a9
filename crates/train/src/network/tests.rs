//! Training lowers the error, and the same games give the same samples.

use super::*;
use crate::{SelfPlay, UNBALANCED};
use manyply::face::Setup;
use manyply::games::kind;
use manyply::nnue::Network;
use manyply::zobrist::SplitMix64;
use manyply_arena::Openings;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

const FEATURES: usize = 12;
const HIDDEN: usize = 32;
const SHAPE: Shape = Network::<FEATURES, HIDDEN, 2, 1>::shape("any", 150);

fn schedule(epochs: u32, threads: usize) -> Schedule {
    Schedule { epochs, learning_rate: 2e-3, wdl_lambda: (0.1, 0.1), weight_decay: 0.0, patience: 0, threads }
}

/// Random active features, as both sides see them.
fn active(random: &mut SplitMix64) -> Vec<[u16; 2]> {
    (0..random.below(8)).map(|_| [random.below(FEATURES) as u16, random.below(FEATURES) as u16]).collect()
}

/// The evaluation to learn: the mover's even features are good, the other's bad.
fn evaluation(features: &[[u16; 2]]) -> i16 {
    let good = |feature: u16| if feature.is_multiple_of(2) { 60 } else { -20 };
    features.iter().map(|&[mine, theirs]| good(mine) - good(theirs)).sum()
}

/// A position with these features.
fn sample(features: &[[u16; 2]]) -> Sample {
    let score = evaluation(features);
    let views = [0, 1].map(|view| features.iter().map(|feature| feature[view]).collect());
    Sample::new(&views, 0, Some(score), score.signum() as i8)
}

fn drawn(count: usize, seed: u64) -> Vec<Sample> {
    let mut random = SplitMix64::new(seed);
    (0..count).map(|_| sample(&active(&mut random))).collect()
}

fn trained(seed: u64, threads: usize) -> (Trainer, Vec<Losses>) {
    let mut trainer = Trainer::new(SHAPE, schedule(12, threads), seed);
    trainer.train(&mut drawn(40_000, 1), &drawn(2000, 2), &mut |_| true);
    let losses = trainer.losses().to_vec();
    (trainer, losses)
}

#[test]
fn training_learns_and_integers_keep_it() {
    let (trainer, losses) = trained(3, 1);
    assert_eq!(losses.len(), 12);
    assert!(losses[11].held_out < losses[0].held_out / 2.0, "{losses:?}");
    let bytes = trainer.bytes();
    assert_eq!(bytes.len(), SHAPE.size());
    let network = Network::<FEATURES, HIDDEN, 2, 1>::from_bytes(&bytes, SHAPE.scale);
    let mut random = SplitMix64::new(4);
    let mut agree = 0;
    for _ in 0..1000 {
        let features = active(&mut random);
        let evaluated = network.evaluate(&network.refresh(features.iter().copied()), 0, 0);
        agree += u32::from((evaluated - i32::from(evaluation(&features))).abs() < 60);
        let [float, integer] = [trainer.forward(&sample(&features)).0, evaluated as f32 / SHAPE.scale as f32];
        assert!((float - integer).abs() < 0.2, "{float} in floating point, {integer} in integers");
    }
    assert!(agree > 900, "{agree}");
    assert_eq!(trained(3, 3).0.bytes(), bytes, "the same seed, the same network, for any number of threads");
}

#[test]
fn a_training_goes_on_from_a_network() {
    let (trainer, losses) = trained(3, 1);
    let gentle = Schedule { learning_rate: 1e-4, ..schedule(1, 1) };
    let mut other = Trainer::new(SHAPE, gentle, 9).with_weights(&trainer.bytes());
    assert_eq!(other.bytes(), trainer.bytes());
    other.train(&mut drawn(40_000, 1), &drawn(2000, 2), &mut |_| true);
    let held_out = other.losses()[0].held_out;
    assert!(held_out < 1.1 * losses[11].held_out, "{held_out}");
    assert_ne!(other.bytes(), trainer.bytes());
}

/// The gradient is the change of the error by a small change of each weight, in every bucket and for every side.
#[test]
fn the_gradient_is_that_of_finite_differences() {
    const SHAPE: Shape = Network::<FEATURES, HIDDEN, 3, 2>::shape("any", 150);
    let mut random = SplitMix64::new(8);
    let mut trainer = Trainer::new(SHAPE, schedule(1, 1), 6);
    for bucket in 0..2 {
        let views = [(); 3].map(|()| (0..5).map(|_| random.below(FEATURES) as u16).collect());
        let sample = Sample::new(&views, bucket, Some(70), -1);
        let mut gradient = vec![0.0; SHAPE.size() / 2];
        let _ = trainer.add_gradient(&sample, 0.1, 1, &mut gradient);
        for _ in 0..300 {
            let index = random.below(gradient.len());
            let [more, less] = [1e-2, -1e-2].map(|change| {
                trainer.weights[index] += change;
                let error = trainer.error(std::slice::from_ref(&sample));
                trainer.weights[index] -= change;
                error
            });
            let difference = (more - less) / 2e-2;
            assert!((difference - f64::from(gradient[index])).abs() < 2e-3, "{difference} {}", gradient[index]);
        }
    }
}

#[test]
fn a_report_ends_the_training_and_the_best_epoch_remains() {
    let mut trainer = Trainer::new(SHAPE, schedule(10, 1), 1);
    let held_out = drawn(100, 2);
    trainer.train(&mut drawn(100, 1), &held_out, &mut |trainer| trainer.losses().len() < 3);
    assert_eq!(trainer.losses().iter().map(|one| one.epoch).collect::<Vec<_>>(), [1, 2, 3]);
    let least = trainer.losses().iter().map(|one| one.held_out).fold(f64::INFINITY, f64::min);
    assert_eq!(trainer.error(&held_out), least);
}

#[test]
fn a_training_that_was_stopped_goes_on_where_it_was() {
    let (samples, held_out) = (drawn(5000, 1), drawn(300, 2));
    let trainer = || Trainer::new(SHAPE, schedule(6, 1), 5);
    let mut whole = trainer();
    whole.train(&mut samples.clone(), &held_out, &mut |_| true);
    for stop in 1..=6 {
        let mut kept = String::new();
        trainer().train(&mut samples.clone(), &held_out, &mut |trainer| {
            kept = serde_json::to_string(&trainer.progress()).expect("JSON");
            trainer.losses().len() < stop
        });
        let progress: Progress = serde_json::from_str(&kept).expect("JSON");
        let mut resumed = trainer().resumed(&progress).expect("the same shape");
        resumed.train(&mut samples.clone(), &held_out, &mut |_| true);
        assert_eq!((resumed.bytes(), resumed.losses()), (whole.bytes(), whole.losses()), "{stop}");
    }
    const OTHER: Shape = Network::<FEATURES, HIDDEN, 2, 2>::shape("other", 150);
    assert!(Trainer::new(OTHER, schedule(6, 1), 5).resumed(&whole.progress()).is_none());
    assert!(Trainer::new(SHAPE, schedule(5, 1), 5).resumed(&whole.progress()).is_none());
    assert!(trainer().resumed(&Progress::default()).is_none());
}

/// Of samples whose results are chance, what is learned soon makes others worse.
#[test]
fn patience_ends_a_training_that_gets_no_better() {
    let mut random = SplitMix64::new(4);
    let mut chance = |count: usize| -> Vec<Sample> {
        let features = (0..count).map(|_| active(&mut random)).collect::<Vec<_>>();
        let result = |features: &Vec<[u16; 2]>| {
            let views = [0, 1].map(|view| features.iter().map(|feature| feature[view]).collect());
            Sample::new(&views, 0, None, random.below(3) as i8 - 1)
        };
        features.iter().map(result).collect()
    };
    let (mut samples, held_out) = (chance(300), chance(300));
    let patient = Schedule { patience: 3, learning_rate: 0.02, ..schedule(200, 1) };
    let mut trainer = Trainer::new(SHAPE, patient, 1);
    trainer.train(&mut samples, &held_out, &mut |_| true);
    let errors: Vec<f64> = trainer.losses().iter().map(|one| one.held_out).collect();
    let least = errors.iter().copied().fold(f64::INFINITY, f64::min);
    let best = errors.iter().position(|&error| error == least).expect("an epoch");
    assert_eq!(errors.len(), best + 1 + 3, "{errors:?}");
    assert_eq!(trainer.error(&held_out), least);
}

/// From results alone in the first epoch to scores alone in the last: what is held out is judged by scores throughout.
#[test]
fn wdl_lambda_changes_evenly_from_the_first_epoch_to_the_last() {
    let falling = Schedule { wdl_lambda: (1.0, 0.0), ..schedule(5, 1) };
    assert_eq!([1, 2, 3, 4, 5].map(|epoch| falling.lambda(epoch)), [1.0, 0.75, 0.5, 0.25, 0.0]);
    assert_eq!(Schedule { epochs: 1, ..falling }.lambda(1), 1.0);
    let trainer = Trainer::new(SHAPE, falling, 1);
    let mut won = sample(&[[0, 1]]);
    (won.score, won.result) = (Some(-150), 1);
    let by_score = expected(-1.0);
    assert_eq!([1.0, 0.5, 0.0].map(|lambda| trainer.target(&won, lambda)), [1.0, 0.5 + by_score / 2.0, by_score]);
    let error = f64::from(expected(trainer.forward(&won).0) - by_score).powi(2);
    assert_eq!(trainer.error(&[won]), error);
}

/// Weights of features that no sample has only decay.
#[test]
fn weight_decay_takes_what_nothing_needs() {
    let unused = |weight_decay: f32| {
        let mut trainer = Trainer::new(SHAPE, Schedule { weight_decay, ..schedule(5, 1) }, 1);
        let mut samples: Vec<Sample> = (0..20_000).map(|_| sample(&[[0, 1]])).collect();
        trainer.train(&mut samples, &[], &mut |_| true);
        trainer.weights[2 * HIDDEN..FEATURES * HIDDEN].iter().map(|weight| weight.abs()).sum::<f32>()
    };
    let (kept, decayed) = (unused(0.0), unused(10.0));
    assert!(decayed > 0.0 && decayed < 0.8 * kept, "{decayed} of {kept}");
}

/// A training says nothing if it has learned, and what is wrong if it has not: it never moved, or what is to be learned
/// has nothing to do with the positions.
#[test]
fn an_error_that_does_not_fall_is_said() {
    let held_out = drawn(2000, 2);
    let train = |schedule: Schedule, mut samples: Vec<Sample>, held_out: &[Sample]| {
        let mut trainer = Trainer::new(SHAPE, schedule, 3);
        let before = trainer.error(held_out);
        trainer.train(&mut samples, held_out, &mut |_| true);
        trainer.doubt(before, held_out)
    };
    assert_eq!(train(schedule(2, 1), drawn(40_000, 1), &held_out), None);
    let still = train(Schedule { learning_rate: 1e-9, ..schedule(2, 1) }, drawn(4_000, 1), &held_out);
    assert!(still.as_ref().is_some_and(|text| text.ends_with(" before the training")), "{still:?}");
    let by_chance = |count, seed| {
        let mut random = SplitMix64::new(seed);
        let mut samples = drawn(count, seed);
        samples.iter_mut().for_each(|sample| {
            let result = random.below(3) as i8 - 1;
            (sample.result, sample.score) = (result, Some(200 * i16::from(result)));
        });
        samples
    };
    let chance = train(schedule(3, 1), by_chance(10_000, 1), &by_chance(2000, 2));
    assert!(chance.as_ref().is_some_and(|text| text.contains(" at best, ")), "{chance:?}");
    assert_eq!(train(schedule(1, 1), drawn(100, 1), &[]), None);
}

/// Every position of a game makes a sample, or is counted as left out for a reason.
#[test]
fn what_is_left_out_is_counted() {
    let minichess = kind("minichess").unwrap();
    let openings = Openings::unbalanced(minichess.begin(&Setup::default()).unwrap(), 6, 9);
    let shape = minichess.network.unwrap().shape;
    let play = SelfPlay { brief: Some(UNBALANCED), ..SelfPlay::new(openings, 4, 200, 1) };
    let mut all = [LeftOut::default(); 3];
    let played = play.play(&AtomicBool::new(false), &mut |game| {
        for (least, sum) in [0, LEAST_PLIES, 1000].into_iter().zip(&mut all) {
            let (samples, left_out) = samples(&game, shape, least);
            assert_eq!(samples.len() + left_out.count(), game.scores.len());
            *sum += left_out;
        }
        ControlFlow::Continue(())
    });
    assert_eq!(played, Ok(()));
    let [none, _, every] = all;
    assert!(none.late == 0 && none.decided + none.noisy > 0, "{none:?}");
    assert!(every.late > 0 && every.decided + every.noisy == 0, "{every:?}");
}

#[test]
fn games_give_the_same_samples_again() {
    let minichess = kind("minichess").unwrap();
    let openings = Openings::unbalanced(minichess.begin(&Setup::default()).unwrap(), 6, 9);
    let shape = minichess.network.unwrap().shape;
    let play = |threads| {
        let play = SelfPlay { brief: Some(UNBALANCED), ..SelfPlay::new(openings.clone(), 4, 200, threads) };
        let mut games = Vec::new();
        let played = play.play(&AtomicBool::new(false), &mut |game| {
            games.push((game.number, samples(&game, shape, LEAST_PLIES).0));
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
        assert!(sample.views().flatten().all(|&feature| usize::from(feature) < shape.features));
    }
}
