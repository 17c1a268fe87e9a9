//! The network against a slow second implementation: in floating point, from the definition, square by square.

use super::*;
use crate::game::{Position, Side, Variant};
use crate::games::gomoku::square::{Direction, Square};
use crate::games::gomoku::tests::random_board;
use crate::zobrist::SplitMix64;

const BYTES: &[u8] = include_bytes!("freestyle.bin");
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
    let numbers: Vec<f32> = BYTES.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
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

#[test]
fn value_and_policy_are_those_of_the_definition() {
    let mut random = SplitMix64::new(12);
    let mut most = [0.0f32; 2];
    for _ in 0..40 {
        let board = random_board(&mut random, "rule=freestyle");
        let rules = Rules { width: 15, height: 15, ..board.rules() };
        let position = Gomoku::new(rules, *board.all_stones(), board.side_to_move(), false);
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
