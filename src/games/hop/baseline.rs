//! The simple players: the tournament agent `team52`, and a plain alpha-beta search with its heuristic.

use super::board::{COLUMNS, TARGETS, Way, singles};
use super::moves::Move;
use super::{Hop, Moves};
use crate::bits::BitSet;
use crate::game::{Baselines, Position, Side};

/// The score of a piece at home in `team52`.
const HOME: i32 = 15;
/// The fewest pieces that `team52` looks at.
const CHOSEN: usize = 3;
/// The default depth of `alphabeta`.
const DEPTH: u32 = 5;
/// More than any heuristic value.
const DECIDED: i32 = 10_000;

impl Baselines for Hop {
    const BASELINES: &'static [&'static str] = &["team52", "alphabeta"];

    fn baseline(&self, name: &str, _seed: u64, depth: Option<u32>) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        match name {
            "team52" => Some(self.team52()),
            "alphabeta" => Some(self.plain_alpha_beta(depth.unwrap_or(DEPTH).max(1))),
            _ => None,
        }
    }
}

impl Hop {
    /// The two-ply search of `team52` over the routes that it finds worth trying.
    fn team52(&self) -> Move {
        let root = self.side_to_move();
        let mut best = None;
        for m in self.team52_moves() {
            let mut after = self.clone();
            let _ = after.make(m);
            // The agent as it was played chose the opponent's pieces with its own colour's geometry; here each side
            // looks ahead in its own direction. Nor does the opponent reply here once the game is over.
            let replies = if after.is_over() { Vec::new() } else { after.team52_moves() };
            let mut worst = if replies.is_empty() { after.team52_value(root) } else { i32::MAX };
            for reply in replies {
                let undo = after.make(reply);
                worst = worst.min(after.team52_value(root));
                after.unmake(reply, undo);
                if best.is_some_and(|(value, _)| worst <= value) {
                    break;
                }
            }
            if best.is_none_or(|(value, _)| worst > value) {
                best = Some((worst, m));
            }
        }
        best.map_or_else(|| self.first_move(), |(_, m)| m)
    }

    /// Without a route the agent passes; where that is not legal, because only ways back are left, it takes the
    /// first move of the list.
    fn first_move(&self) -> Move {
        let mut first = Move::PASS;
        if !self.is_turn(first) {
            let mut list = Moves::new();
            self.moves(&mut list);
            first = list[0];
        }
        first
    }

    /// The heuristic H from the view of `root`: the own pieces on their way count double.
    fn team52_value(&self, root: Side) -> i32 {
        let weigh = |side: Side| {
            let men = self.men(side);
            let home = (men & TARGETS[side.index()]).len() as i32;
            let under_way = columns_come(men.minus(TARGETS[side.index()]), side);
            (under_way, home)
        };
        let ((own, own_home), (enemy, enemy_home)) = (weigh(root), weigh(root.other()));
        2 * own + HOME * own_home - enemy - HOME * enemy_home
    }

    fn team52_moves(&self) -> Vec<Move> {
        self.team52_choice().into_iter().filter_map(|from| self.team52_route(from)).collect()
    }

    /// The pieces that `team52` considers.
    fn team52_choice(&self) -> Vec<u64> {
        const INNER: u64 = 0x007E_7E7E_7E7E_7E00;
        let (own, enemy, empty) = (self.own(), self.enemy(), self.empty());
        let [ahead, down, up, _] = self.ways();
        let target = TARGETS[usize::from(self.to_move)];
        let near_enemy = [ahead, down, up].iter().fold(0, |near, way| near | way.back().step(enemy));
        let mut chosen: Vec<u64> = singles(own & INNER & near_enemy).collect();
        if chosen.len() >= CHOSEN {
            return chosen;
        }
        let score = |piece: u64| {
            if piece.meets(target) {
                return -7;
            }
            if ahead.step(piece).meets(target & empty) {
                return 50;
            }
            let neighbours = [ahead, down, up].iter().filter(|way| way.step(piece).meets(!empty)).count() as i32;
            let diagonals = [ahead, ahead.back()].map(|across| across.step(down.step(piece) | up.step(piece)));
            neighbours - ((diagonals[0] | diagonals[1]) & enemy).len() as i32
        };
        let mut rest: Vec<(i32, u64)> =
            singles(own).filter(|piece| !chosen.contains(piece)).map(|piece| (score(piece), piece)).collect();
        rest.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        for group in rest.chunk_by(|a, b| a.0 == b.0) {
            if chosen.len() >= CHOSEN {
                break;
            }
            chosen.extend(group.iter().map(|&(_, piece)| piece));
        }
        chosen
    }

    /// Where `team52` would send the piece on `from`: greedily as far as possible, captures first, never back.
    fn team52_route(&self, from: u64) -> Option<Move> {
        let [ahead, down, up, _] = self.ways();
        let (mut at, mut captured, mut visited) = (from, 0, from);
        loop {
            let landing = |way: Way, over: u64| {
                let goes = way.step(at).meets(over) && way.hop(at).meets(self.empty().minus(visited));
                goes.then(|| (way.step(at), way.hop(at)))
            };
            let prey = [ahead, down, up].into_iter().find_map(|way| landing(way, self.enemy().minus(captured)));
            let friend = || [ahead, down, up].into_iter().find_map(|way| landing(way, self.own().minus(from)));
            let Some((over, to)) = prey.or_else(friend) else { break };
            captured |= over & self.enemy();
            (at, visited) = (to, visited | to);
        }
        if at != from {
            return Some(Move::of(from | at | captured));
        }
        [ahead, down, up]
            .into_iter()
            .map(|way| way.step(from) & self.empty())
            .find(|&to| to != 0)
            .map(|to| Move::of(from | to))
    }

    /// The best move of a full-width search with the heuristic of `team52` and nothing else.
    fn plain_alpha_beta(&self, depth: u32) -> Move {
        let root = self.side_to_move();
        let mut list = Moves::new();
        self.moves(&mut list);
        let mut position = self.clone();
        let mut best = (i32::MIN, list[0]);
        for &m in &list {
            let undo = position.make(m);
            let value = position.plain_value(root, depth - 1, best.0, i32::MAX);
            position.unmake(m, undo);
            if value > best.0 {
                best = (value, m);
            }
        }
        best.1
    }

    /// The minimax value for `root`, exact between `alpha` and `beta`.
    fn plain_value(&mut self, root: Side, depth: u32, mut alpha: i32, mut beta: i32) -> i32 {
        if let Some(outcome) = self.outcome() {
            return DECIDED * i32::from(outcome.payoff(root)) + self.team52_value(root);
        }
        if depth == 0 {
            return self.team52_value(root);
        }
        let maximizes = self.side_to_move() == root;
        let mut list = Moves::new();
        self.moves(&mut list);
        for &m in &list {
            let undo = self.make(m);
            let value = self.plain_value(root, depth - 1, alpha, beta);
            self.unmake(m, undo);
            if maximizes {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        if maximizes { alpha } else { beta }
    }
}

/// The sum over pieces of the columns that they have come, counted from 1.
fn columns_come(men: u64, side: Side) -> i32 {
    let come = |column: usize| if side == Side::FIRST { column + 1 } else { COLUMNS.len() - column };
    (0..COLUMNS.len()).map(|column| come(column) as i32 * (men & COLUMNS[column]).len() as i32).sum()
}
