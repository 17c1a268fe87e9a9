//! Tuning finds known weights again, its gradient agrees with finite differences, and tables are written in one form.

use super::*;
use manyply::game::{Group, Weights, sigmoid};
use manyply::zobrist::SplitMix64;
use std::ops::ControlFlow;

const SETTINGS: Settings = Settings { epochs: 400, prior: 1000.0, games: 1_000_000, scale: None };

/// Positions with random gradients, whose results are drawn with the probability that these weights give.
fn drawn(weights: &[f64], scale: f64, count: usize, seed: u64) -> Vec<Sample> {
    let mut random = SplitMix64::new(seed);
    let mut uniform = move || random.below(1 << 30) as f64 / f64::from(1 << 30);
    let mut sample = || {
        let gradient = (0..weights.len() as u32).map(|weight| (weight, (4.0 * uniform()).round() as f32 - 2.0));
        let mut sample = Sample { gradient: gradient.collect(), rest: 0.0, points: 0.0 };
        let expected = sigmoid(sample.evaluation(weights) / scale);
        sample.points = if uniform() < expected { 1.0 } else { 0.0 };
        sample
    };
    (0..count).map(|_| sample()).collect()
}

fn tune(weights: &[i32], settings: &Settings, truth: &[f64]) -> Tuned {
    let (training, held_out) = (drawn(truth, 200.0, 40_000, 1), drawn(truth, 200.0, 10_000, 2));
    Tuned::new(weights, &training, &held_out, settings, &mut |_, _| ControlFlow::Continue(()))
}

#[test]
fn known_weights_are_found() {
    let truth = [100.0, 300.0, -50.0, 0.0, 20.0, 150.0];
    let found = tune(&[150, 200, 0, 50, 0, 150], &SETTINGS, &truth);
    // Results determine weights only in relation to the scale of the sigmoid.
    for (weight, truth) in found.weights.iter().zip(truth) {
        let weight = f64::from(*weight) * 200.0 / found.scale;
        assert!((weight - truth).abs() < 12.0, "{weight} for {truth}: {found:?}");
    }
    assert!(found.after.training < found.before.training && found.after.held_out < found.before.held_out, "{found:?}");
}

#[test]
fn the_gradient_agrees_with_finite_differences() {
    let weights = [100.0, 300.0, -50.0, 20.0];
    let samples = drawn(&weights, 200.0, 500, 4);
    let mut gradient = [0.0; 4];
    loss_gradient(&samples, &weights, 150.0, &mut gradient);
    for index in 0..weights.len() {
        let loss_at = |change: f64| {
            let mut changed = weights;
            changed[index] += change;
            loss(&samples, &changed, 150.0)
        };
        let difference = (loss_at(1e-3) - loss_at(-1e-3)) / 2e-3;
        assert!((gradient[index] - difference).abs() < 1e-9, "{index}: {} and {difference}", gradient[index]);
    }
}

#[test]
fn a_strong_prior_holds_weights_where_they_were() {
    let settings = Settings { prior: 0.01, games: 1, ..SETTINGS };
    // A single step is as long whatever holds a weight.
    let found = tune(&[150, 200], &settings, &[100.0, 300.0]);
    assert!(
        found.weights.iter().zip([150, 200]).all(|(weight, old): (&i32, i32)| weight.abs_diff(old) <= 5),
        "{found:?}"
    );
}

#[test]
fn the_same_again_is_the_same() {
    let again = || tune(&[10, 20, 30], &SETTINGS, &[100.0, 300.0, -50.0]);
    assert_eq!(again(), again());
}

#[test]
fn right_weights_are_kept_and_an_end_is_heard() {
    let truth = [100.0, 300.0];
    let samples = drawn(&truth, 200.0, 1000, 3);
    let mut epochs = 0;
    let found = Tuned::new(&[100, 300], &samples, &samples, &SETTINGS, &mut |_, _| {
        epochs += 1;
        ControlFlow::Break(())
    });
    assert_eq!(epochs, 1);
    assert!(found.weights.iter().zip([100, 300]).all(|(weight, old): (&i32, i32)| weight.abs_diff(old) <= 2));
    let empty = Tuned::new::<Sample>(&[5], &[], &[], &SETTINGS, &mut |_, _| ControlFlow::Continue(()));
    assert_eq!((empty.weights, empty.epoch), (vec![5], 0));
}

#[test]
fn tables_are_written_in_one_form() {
    let group = |name, shape: &[usize], values: &[i32]| Group {
        name,
        says: vec!["One.", "Two."],
        shape: shape.to_vec(),
        values: values.to_vec(),
    };
    let groups = vec![group("a", &[], &[-1]), group("b", &[2], &[1, -10]), group("c", &[2, 3], &[1, 2, 3, 4, 5, -6])];
    let weights = Weights { origin: format!("\"x\" {}", "word ".repeat(30)), groups };
    let text = source(&weights.with_values(&[-1, 1, -10, 1, 2, 3, 4, 5, -7]));
    assert!(text.ends_with("\n\na\n-1\n\nb\n1 -10\n\nc\n1 2 3\n4 5 -7\n"), "{text}");
    let long = Weights { origin: String::new(), groups: vec![group("d", &[90], &[-7; 90])] };
    let row = source(&long);
    assert!(row.contains("\nd\n-7 -7 ") && row.ends_with(" -7\n"), "{row}");
    assert!(row.lines().all(|line| line.len() <= 120), "{row}");
    assert!(text.starts_with("# \"x\" word word") && text.lines().all(|line| line.len() <= 120));
}

/// Choices between five moves with random gradients, drawn with the probabilities that these weights give.
fn chosen(weights: &[f64], scale: f64, count: usize, seed: u64) -> Vec<Choice> {
    let mut random = SplitMix64::new(seed);
    let mut choice = || {
        let mut gradient = || {
            let slopes = (0..weights.len() as u32).map(|weight| (weight, random.below(5) as f32 - 2.0));
            slopes.filter(|&(_, slope)| slope != 0.0).collect::<Vec<_>>()
        };
        let gradients: Vec<_> = (0..5).map(|_| gradient()).collect();
        let mut left = random.below(1 << 30) as f64 / f64::from(1 << 30);
        let likelihood = |number| (-Choice::new(&gradients, number).loss(weights, scale)).exp();
        let number = (0..4).find(|&number| {
            left -= likelihood(number);
            left < 0.0
        });
        Choice::new(&gradients, number.unwrap_or(4))
    };
    (0..count).map(|_| choice()).collect()
}

#[test]
fn a_known_policy_is_found() {
    let truth = [100.0, -60.0, 0.0, 30.0];
    let (training, held_out) = (chosen(&truth, 100.0, 20_000, 1), chosen(&truth, 100.0, 5_000, 2));
    let settings = Settings { scale: Some(100.0), ..SETTINGS };
    let found = Tuned::new(&[0, 0, 50, 0], &training, &held_out, &settings, &mut |_, _| ControlFlow::Continue(()));
    for (weight, truth) in found.weights.iter().zip(truth) {
        assert!((f64::from(*weight) - truth).abs() < 5.0, "{found:?}");
    }
    assert!(found.after.held_out < found.before.held_out && found.scale == 100.0, "{found:?}");
}

#[test]
fn the_gradient_of_choices_agrees_with_finite_differences() {
    let weights = [100.0, 300.0, -50.0, 20.0];
    let choices = chosen(&weights, 100.0, 300, 4);
    let mut gradient = [0.0; 4];
    loss_gradient(&choices, &weights, 150.0, &mut gradient);
    for index in 0..weights.len() {
        let loss_at = |change: f64| {
            let mut changed = weights;
            changed[index] += change;
            loss(&choices, &changed, 150.0)
        };
        let difference = (loss_at(1e-3) - loss_at(-1e-3)) / 2e-3;
        assert!((gradient[index] - difference).abs() < 1e-8, "{index}: {} and {difference}", gradient[index]);
    }
}
