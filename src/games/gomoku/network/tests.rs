//! The network against a slow second implementation: in floating point, from the definition, square by square.

use super::learning::Learner;
use super::*;
use crate::game::{Evaluate, Position, Side, sigmoid};
use crate::games::gomoku::patterns::Patterns;
use crate::games::gomoku::square::{Direction, Square};
use crate::games::gomoku::tests::random_board;
use crate::nnue::{Lesson, Model};
use crate::zobrist::SplitMix64;

const NEURONS: usize = 64;
const HIDDEN: usize = 16;

/// The number of the half that begins next to `square`, in steps of `sign` along `direction`.
fn half(position: &Gomoku, square: Square, direction: Direction, sign: i32) -> usize {
    let mover = position.side_to_move();
    let next = |steps| square.step(direction, sign * steps, position.width(), position.height());
    let cells: Vec<usize> = (1..=4)
        .map_while(next)
        .map(|at| match Side::all(2).find(|&side| position.stones(side).contains(at)) {
            None => 0,
            Some(side) => 1 + usize::from(side != mover),
        })
        .collect();
    let fewer: usize = (0..cells.len()).map(|count| 3usize.pow(count as u32)).sum();
    fewer + cells.iter().rev().fold(0, |number, cell| 3 * number + cell)
}

/// The value in log-odds units beside the tables', whose factor is the second number, and what the policy head makes
/// of each square, with the factor of the tables' score.
fn slow(position: &Gomoku) -> (f32, f32, Vec<(Square, f32)>, f32) {
    let numbers: Vec<f32> = OWN.numbers(0).as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    let mut rest = &numbers[..];
    let mut take = |rows: usize, columns: usize| -> Vec<Vec<f32>> {
        let (head, tail) = rest.split_at(rows * columns);
        rest = tail;
        head.chunks(columns).map(<[f32]>::to_vec).collect()
    };
    let (halves, mix, bias) = (take(121, NEURONS), take(NEURONS, CHANNELS), take(1, CHANNELS).remove(0));
    let layers = [(take(CHANNELS, HIDDEN), take(1, HIDDEN)), (take(HIDDEN, HIDDEN), take(1, HIDDEN))];
    let (last, end) = (take(1, HIDDEN).remove(0), take(1, 2).remove(0));
    let (policy_bias, policy, tables) = (take(1, CHANNELS).remove(0), take(CHANNELS, CHANNELS), take(1, 1)[0][0]);
    let features = |square: Square| -> Vec<f32> {
        let mut sums = bias.clone();
        for direction in Direction::ALL {
            let [before, behind] = [-1, 1].map(|sign| &halves[half(position, square, direction, sign)]);
            for neuron in 0..NEURONS {
                let seen = (before[neuron] + behind[neuron]).max(0.0);
                (0..CHANNELS).for_each(|channel| sums[channel] += seen * mix[neuron][channel]);
            }
        }
        sums.into_iter().map(|sum| sum.max(0.0)).collect()
    };
    let squares: Vec<_> = position.empty().map(|square| (square, features(square))).collect();
    let pool: Vec<f32> = (0..CHANNELS)
        .map(|channel| squares.iter().map(|(_, features)| features[channel]).sum::<f32>() / 32.0)
        .collect();
    let times = |input: &[f32], weights: &[Vec<f32>], bias: &[f32]| -> Vec<f32> {
        let sum = |to: usize| bias[to] + input.iter().zip(weights).map(|(input, row)| input * row[to]).sum::<f32>();
        (0..bias.len()).map(sum).collect()
    };
    let hidden = layers.iter().fold(pool.clone(), |input, (weights, bias)| {
        times(&input, weights, &bias[0]).into_iter().map(|sum| sum.max(0.0)).collect()
    });
    let value = end[0] + hidden.iter().zip(&last).map(|(neuron, weight)| neuron * weight).sum::<f32>();
    let weights = times(&pool, &policy, &policy_bias);
    let score = |features: &[f32]| weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
    (value, end[1], squares.iter().map(|(square, features)| (*square, score(features))).collect(), tables)
}

/// Stones on the board that the network has learned on, one of whose sides has a five more often than not.
fn random_position(random: &mut SplitMix64) -> Gomoku {
    let board = random_board(random, "rule=freestyle");
    Gomoku::new(LEARNED, *board.all_stones(), board.side_to_move(), false)
}

#[test]
fn value_and_policy_are_those_of_the_definition() {
    let mut random = SplitMix64::new(12);
    let mut most = [0.0f32; 2];
    for _ in 0..40 {
        let position = random_position(&mut random);
        let (value, scale, scores, tables) = slow(&position);
        let mut network = Accumulator::of(&FREESTYLE, &position);
        let error = network.value(position.side_to_move()) as f32 - value / scale * 655.0;
        most[0] = most[0].max(error.abs());
        network.weigh_policy(position.side_to_move());
        for (square, score) in scores {
            let expected = 100.0 * (score + tables * 2.0);
            let found = network.move_score(position.side_to_move(), square, 200).expect("prepared");
            most[1] = most[1].max((found as f32 - expected).abs());
        }
    }
    assert!(most[0] < 8.0 && most[1] < 8.0, "{most:?}");
}

/// What a training sees of a position of the network's own rules.
fn lesson<'a>(position: &Gomoku, features: &'a mut Vec<u16>, target: f32) -> Lesson<'a> {
    features.extend(position.features(position.side_to_move()));
    let base = position.network_base(position.side_to_move()) as f32 / OWN.shape.scale as f32;
    let best = position.empty().nth(7).map(|square| position.pack(square));
    Lesson { features, views: 1, bucket: 0, base, target, best }
}

/// In training it has the value that the search sees, and a policy that is the softmax of the scores of moves.
#[test]
fn a_network_in_training_is_that_of_the_search() {
    let mut random = SplitMix64::new(13);
    let learner = Learner::of("").expect("a network of freestyle");
    let numbers = OWN.numbers(0).as_chunks().0;
    let weights: Vec<f32> = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    for _ in 0..10 {
        let position = random_position(&mut random);
        let mut features = Vec::new();
        let lesson = lesson(&position, &mut features, 0.0);
        let errors = learner.errors(&weights, &[lesson])[0];
        let (value, scale, scores, tables) = slow(&position);
        let expected = sigmoid((value + scale * lesson.base).into()).powi(2);
        assert!((errors.value - expected).abs() < 1e-3, "{errors:?} {expected}");
        let patterns = Patterns::of(&position);
        let score = |&(square, score): &(Square, f32)| {
            f64::from(score + tables * patterns.move_score(position.side_to_move(), square) as f32 / 100.0)
        };
        let sum: f64 = scores.iter().map(|cell| score(cell).exp()).sum();
        let expected = sum.ln() - score(&scores[7]);
        assert!(errors.policy.is_some_and(|found| (found - expected).abs() < 1e-2), "{errors:?} {expected}");
    }
}

/// The gradient is the change of what is made less by a small step along it, layer by layer.
#[test]
fn the_gradient_is_that_of_finite_differences() {
    let mut random = SplitMix64::new(14);
    let learner = Learner::of("").expect("a network of freestyle");
    let weights = learner.random_weights(&mut random);
    let position = random_position(&mut random);
    let mut features = Vec::new();
    let lesson = lesson(&position, &mut features, 0.3);
    let mut gradient = vec![0.0; weights.len()];
    learner.learn(&weights, &[lesson], 1.0, &mut gradient);
    let loss = |weights: &[f32]| {
        let errors = [0.0, 1.0].map(|target| learner.errors(weights, &[Lesson { target, ..lesson }])[0]);
        let [chance, miss] = errors.map(|errors| errors.value.sqrt());
        -f64::from(lesson.target) * chance.ln() - f64::from(1.0 - lesson.target) * miss.ln()
            + errors[0].policy.expect("a best move")
    };
    for layer in learning::LAYERS {
        let length: f64 = gradient[layer.clone()].iter().map(|&slope| f64::from(slope).powi(2)).sum();
        let step = 2e-3 / length.sqrt().max(1e-3);
        let [more, less] = [step, -step].map(|step| {
            let mut weights = weights.clone();
            for (weight, slope) in weights[layer.clone()].iter_mut().zip(&gradient[layer.clone()]) {
                *weight += step as f32 * slope;
            }
            loss(&weights)
        });
        let found = (more - less) / (2.0 * step);
        assert!((found - length).abs() < 0.03 * length + 1e-4, "{layer:?}: {found} {length}");
    }
}
