//! What the tree says of its root: the order of the moves, lines and scores.

use super::proof::Proof;
use super::tree::{Node, ROOT, Tree};
use crate::game::{Position, Side};
use crate::search::Score;
use std::cmp::Reverse;

/// Estimates are not further from 0.
const MAX_EVAL: f64 = 20_000.0;

/// A move at the root, with what may follow it.
pub(super) struct Line<M> {
    pub(super) moves: Vec<M>,
    pub(super) score: Score,
    /// Whether nothing can be added to the line: the game is over, or decided.
    pub(super) is_complete: bool,
}

/// The moves of `side` at a node, the best first: wins, the quickest first; then those that most simulations followed
/// (*robust child*), losses last, the slowest of them first. What is certain to hold a draw comes before moves that
/// look worse, or can be no better.
fn ranked<G: Position>(moves: &[Node<G::Move>], side: Side) -> Vec<usize> {
    let has_draw = moves.iter().any(|node| node.proof.least(side) == 0);
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_key(|&index| {
        let node = &moves[index];
        let (class, merit) = if node.proof.wins(side) {
            (4, Reverse(node.proof.plies()))
        } else if node.proof.most::<G>(side) < 0 {
            (0, Reverse(u32::MAX - node.proof.plies()))
        } else {
            let is_poor = has_draw && node.proof.least(side) < 0 && (node.sum < 0 || node.proof.most::<G>(side) == 0);
            (if is_poor { 1 } else { 2 }, Reverse(u32::MAX - node.visits))
        };
        Reverse((class, merit, node.sum, Reverse(index)))
    });
    order
}

/// The best `count` lines from the root, at which `position` is.
pub(super) fn lines<G: Position>(tree: &Tree<G::Move>, position: &G, count: usize, scale: f64) -> Vec<Line<G::Move>> {
    let side = position.side_to_move();
    let order = ranked::<G>(tree.children(ROOT), side);
    let first = tree.node(ROOT).children().start;
    let lines = order.into_iter().take(count.max(1)).map(|index| {
        let place = first + index;
        let (moves, is_complete) = line(tree, position, place);
        Line { moves, score: score::<G>(tree.node(place), side, scale), is_complete }
    });
    let mut lines: Vec<_> = lines.collect();
    // A draw in hand is not the value as long as something else may win.
    if lines[0].score == Score::Draw && !tree.node(ROOT).proof.is_settled() {
        lines[0].score = Score::Cp(0);
    }
    lines
}

/// The best moves from a node at the root on, as far as simulations have followed them or something is proven.
fn line<G: Position>(tree: &Tree<G::Move>, position: &G, mut place: usize) -> (Vec<G::Move>, bool) {
    let mut position = position.clone();
    let mut moves = Vec::new();
    loop {
        let node = tree.node(place);
        moves.push(node.m);
        position.make(node.m);
        let best = ranked::<G>(tree.children(place), position.side_to_move()).first().copied();
        let Some(best) = best.map(|index| node.children().start + index) else { break };
        let next = tree.node(best);
        if next.visits == 0 && next.proof == Proof::nothing::<G>() {
            break;
        }
        place = best;
    }
    (moves, tree.node(place).proof.is_settled())
}

/// The value of a move of `side`. With more than two sides only a win that nobody can prevent is proven.
fn score<G: Position>(node: &Node<G::Move>, side: Side, scale: f64) -> Score {
    let plies = node.proof.plies() + 1;
    match node.proof.least(side) {
        1 => Score::Win(plies),
        0 if G::SIDES == 2 && node.proof.is_settled() => Score::Draw,
        -1 if G::SIDES == 2 && node.proof.is_settled() => Score::Loss(plies),
        _ => Score::Cp(evaluation(node, scale)),
    }
}

/// The mean payoff as an evaluation, in hundredths of a unit: `scale` of them multiply the odds of a win by e.
fn evaluation<M>(node: &Node<M>, scale: f64) -> i32 {
    // As if there were one more win and one more loss, so that nothing is certain.
    let simulations = f64::from(node.visits) + 2.0;
    let chance = (f64::from(node.sum) / simulations + 1.0) / 2.0;
    (scale * (chance / (1.0 - chance)).ln()).clamp(-MAX_EVAL, MAX_EVAL).round() as i32
}
