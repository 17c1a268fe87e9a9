//! Iterative deepening: the root's moves, searched ever deeper inside aspiration windows, and what is reported of them.

use super::best::Best;
use super::hooks::State;
use super::limits::Limits;
use super::pvs::Child;
use super::report::{Report, hit_rate};
use super::root_move::RootMove;
use super::table::Bound;
use super::time_manager::TimeManager;
use super::value::{
    INFINITE, MAX_PLY, MIN_UNPROVEN_WIN, PROVEN, Score, UNPROVEN_DRAW, Value, WIN, from_exact, is_decisive, is_proven,
    points,
};
use super::worker::Worker;
use crate::clock::Instant;
use crate::game::{Exact, MoveList, Position};
use std::sync::atomic::Ordering::Relaxed;

/// The deepest iteration, in plies.
pub const MAX_DEPTH: u32 = 120;

/// Aspiration windows: a bound further from 0 than this gives way to none.
const ASPIRATION_MAX_BOUND: Value = 4000;

/// What reductions take off the longest lines, about.
const PRUNED_PLIES: u32 = 4;

impl<G: Position, S: State<G>> Worker<'_, G, S> {
    /// Searches `moves`, the best first when it returns, until a limit is reached; `multipv` of them get exact values.
    /// They may be those of a search that has `finished` some depth. Returns the depth of the last finished iteration.
    pub(super) fn iterate(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        mut finished: u32,
        limits: &Limits,
        multipv: usize,
    ) -> u32 {
        let multipv = multipv.min(moves.len());
        let last = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut time_manager = TimeManager::new();
        if finished > 0 {
            self.report(moves, multipv);
            if self.is_solved(&moves[..multipv], finished) {
                self.relay = None;
                return finished;
            }
        }
        while finished < last {
            let mut depth = self.relay.map_or(finished + 1, |relay| relay.begin(self.thread, finished, last));
            self.root_depth = depth as i32;
            // Pruned lines too have seen the end of the game: going deeper shows no more, looking at everything does.
            self.exhaustive = self.context.exact && !G::POINTS
                || self.context.limit_is_certain
                    && self.position.plies_left().is_some_and(|left| depth > left + PRUNED_PLIES);
            // Several lines are always those of one iteration.
            let whole = (multipv > 1 && finished > 0).then(|| moves.to_vec());
            self.search_lines(moves, multipv, depth);
            if !self.stopped {
                if let Some(relay) = self.relay {
                    relay.hand_over(depth, moves);
                }
            } else if let Some(others) = self.relay.and_then(|relay| relay.take_over(depth, moves)) {
                self.stopped = false;
                depth = others;
            } else {
                if let Some(whole) = whole {
                    moves.clone_from_slice(&whole);
                } else if moves[0].depth == depth {
                    self.report(moves, 1);
                }
                break;
            }
            finished = depth;
            self.report(moves, multipv);
            let enough = limits.soft_time.is_some_and(|soft| {
                let soft = time_manager.soft_time(soft, moves, self.context.margins.aspiration);
                self.stop_condition.started.elapsed() >= soft
            });
            if self.is_solved(&moves[..multipv], depth) || enough || self.stop_condition.look() {
                break;
            }
        }
        self.relay = None;
        finished
    }

    /// One iteration: finds the best `multipv` of `moves`, one after the other. A proved one is searched no more.
    fn search_lines(&mut self, moves: &mut [RootMove<G::Move>], multipv: usize, depth: u32) {
        let proved = moves.iter().position(|root| root.is_proved);
        if let Some(place) = proved {
            moves[..=place].rotate_right(1);
            moves[0].depth = depth;
        }
        moves.iter_mut().for_each(|root| root.nodes = 0);
        if self.plays_maxn() {
            self.maxn_root(moves, multipv, depth as i32);
            return;
        }
        for first in usize::from(proved.is_some())..multipv {
            self.seldepth = 0;
            self.aspire(moves, first, depth as i32);
            if self.stopped {
                break;
            }
            // A later line can turn out better than an earlier one.
            moves[..=first].sort_by_key(|root| -root.value);
        }
    }

    /// Whether no iteration after that of `depth` can say more of `moves`.
    fn is_solved(&self, moves: &[RootMove<G::Move>], depth: u32) -> bool {
        moves.iter().all(|root| match root.value {
            _ if root.is_proved => true,
            // Within other models what looks decided changes with what their sides are thought to do.
            value if !self.proves() => value == WIN - 1,
            0 => true,
            value if G::POINTS => is_decisive(value) && self.exhaustive,
            value => is_decisive(value) && WIN - value.abs() <= depth as i32,
        })
    }

    /// Finds the best of `moves[first..]`, which comes to `first`, with a window around its last value.
    fn aspire(&mut self, moves: &mut [RootMove<G::Move>], first: usize, depth: i32) {
        let guess = moves[first].value;
        let margins = &self.context.margins;
        let mut width = margins.aspiration;
        let is_deep = depth >= margins.aspiration_min_depth;
        let narrow = self.uses(|t| t.aspiration) && width > 0 && is_deep && !is_proven(guess);
        let (mut alpha, mut beta) = if narrow { (guess - width, guess + width) } else { (-INFINITE, INFINITE) };
        loop {
            let value = self.search_root(moves, first, alpha, beta, depth);
            if self.stopped || (alpha < value && value < beta) {
                return;
            }
            if value <= alpha {
                beta = if alpha > -INFINITE { (alpha + beta) / 2 } else { beta };
                alpha = widen(value, -width);
            } else {
                beta = widen(value, width);
            }
            width += width;
        }
    }

    /// Marks the moves that the game thinks useless, so that the iterations may leave them out.
    pub(super) fn mark_useless(&mut self, moves: &mut [RootMove<G::Move>]) {
        let mut useful = G::Moves::default();
        let complete = self.data.state.candidates(&self.position, &mut useful);
        self.data.state.noisy(&self.position, &mut useful);
        for root in moves {
            root.left_out = !complete && !useful.as_slice().contains(&root.line[0]);
        }
    }

    /// One search of `moves[first..]`; a move that beats alpha comes to `first` at once.
    pub(super) fn search_root(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        first: usize,
        alpha: Value,
        beta: Value,
        depth: i32,
    ) -> Value {
        let team = self.team();
        let mut best = Best::new(alpha, beta, true);
        self.nodes += 1;
        self.data.pvs[0].clear();
        self.data.stack[0].static_eval =
            if self.data.state.in_check(&self.position) { None } else { Some(self.static_eval()) };
        for index in first..moves.len() {
            // What the game thinks useless only where nothing else holds.
            if moves[index].left_out && !self.exhaustive && best.value > -MIN_UNPROVEN_WIN {
                best.all_proven = false;
                continue;
            }
            let m = moves[index].line[0];
            let number = index - first + 1;
            self.begin_root_move(m, index, moves.len());
            let quiet = !self.data.state.is_noisy(&self.position, m);
            self.data.stack[0].index = quiet.then(|| self.data.state.history_index(&self.position, m));
            let reducible = number > 1 && quiet && self.reduces(depth - 1);
            let reduced = reducible.then(|| self.reduced_root_depth(depth, number));
            let (is_first, prefetched) = (number == 1, false);
            let child = Child { ply: 0, team, cut_node: false, is_first, depth: depth - 1, reduced, prefetched };
            let before = self.nodes;
            let undo = self.make(m);
            let value = self.search_child::<true>(&child, best.alpha, beta);
            self.unmake(m, undo);
            moves[index].nodes += self.nodes - before;
            if self.stopped {
                best.all_proven = false;
                break;
            }
            if best.raise(m, value) {
                // A win that was found is proved, even if there is a shorter one.
                let bound = if value >= beta && value < PROVEN { Bound::Lower } else { Bound::Exact };
                moves[index].found(value, bound, &self.data.pvs[1], depth, self.seldepth);
                moves[first..=index].rotate_right(1);
                // No move is better than one that wins at once.
                if value >= beta || value == WIN - 1 {
                    best.all_proven = false;
                    break;
                }
            }
        }
        // As in step 17 of the search: a draw is proven only if nothing can be better. The value of a further line is
        // its move's alone.
        if moves[first].value == 0 && !best.all_proven && (first == 0 || self.stopped || best.value >= beta) {
            moves[first].value = -UNPROVEN_DRAW;
        }
        best.value
    }

    /// Reports the best `count` of `moves`.
    pub(super) fn report(&mut self, moves: &[RootMove<G::Move>], count: usize) {
        let Some(mut teller) = self.teller.take() else { return };
        for (index, root) in moves[..count].iter().enumerate() {
            teller.line(&Report {
                depth: root.depth,
                seldepth: root.seldepth as u32,
                multipv: index as u32 + 1,
                score: self.score(root.value),
                points: if G::POINTS { points(root.value) } else { None },
                bound: root.bound,
                values: root.values.map(|values| {
                    values[..G::SIDES].iter().map(|&v| self.context.opponents.model.score::<G>(v)).collect()
                }),
                nodes: self.nodes + self.context.helper_nodes.load(Relaxed),
                hashfull: self.context.table.hashfull(),
                hitrate: hit_rate(self.hits, self.probes),
                elapsed: Instant::now() - self.stop_condition.started,
                line: self.completed(root),
            });
        }
        self.teller = Some(teller);
    }

    /// The score that a value at the root stands for.
    fn score(&self, value: Value) -> Score {
        // Points say nothing of plies: it takes no more than the game allows.
        let most = || self.position.plies_left().unwrap_or(MAX_PLY as u32);
        match self.context.opponents.model.score::<G>(value) {
            Score::Win(_) if G::POINTS => Score::Win(most()),
            Score::Loss(_) if G::POINTS => Score::Loss(most()),
            score => score,
        }
    }

    /// The line, with what the table knows of its rest: of a proven value to the end, as the search may have cut it
    /// short; of a move that has just failed high, the expected reply.
    pub(super) fn completed(&self, root: &RootMove<G::Move>) -> Vec<G::Move> {
        let mut line = root.line.clone();
        let (decisive, failed_high) = (is_decisive(root.value), root.bound == Bound::Lower && line.len() == 1);
        if !(decisive || failed_high) || G::POINTS || !self.proves() || !self.uses(|t| t.table) {
            return line;
        }
        let mut position = self.position.clone();
        for &m in &line {
            position.make(m);
        }
        if !decisive {
            if position.outcome().is_none() {
                let (key, symmetry) = self.shared_key(&position, line.len());
                let best = self.context.table.probe(key, 0).and_then(|entry| entry.best);
                line.extend(best.and_then(|best| S::unpack_image(&position, best, symmetry)));
            }
            return line;
        }
        let mut state = None;
        while position.outcome().is_none() && line.len() < (WIN - root.value.abs()) as usize {
            let (key, symmetry) = self.shared_key(&position, line.len());
            let proof = self
                .context
                .table
                .probe(key, 0)
                .or_else(|| self.data.qsearch_table.probe(key, 0))
                .filter(|entry| is_decisive(entry.value) && (entry.bound == Bound::Exact || entry.is_proof()));
            let known = || proof.and_then(|entry| S::unpack_image(&position, entry.best?, symmetry));
            let state = state.get_or_insert_with(|| S::new(&position));
            let next = state.winning_move(&position).or_else(known).or_else(|| self.probed_move(&position, state));
            let Some(m) = next else { break };
            state.make(&position, m);
            position.make(m);
            line.push(m);
        }
        line
    }
}

impl<G: Position, S: State<G>> Worker<'_, G, S> {
    /// The move of best play in a position, whose state is given, that exact probes know to be won or lost: then they
    /// know what follows too.
    fn probed_move(&self, position: &G, state: &mut S) -> Option<G::Move> {
        if !self.context.has_probe {
            return None;
        }
        let exact = state.probe(position).filter(|&exact| exact != Exact::Draw)?;
        if !self.context.holds(exact, position.side_to_move()) {
            return None;
        }
        let mut moves = G::Moves::default();
        position.moves(&mut moves);
        let mut value = |m| {
            let mut after = position.clone();
            after.make(m);
            if let Some(outcome) = after.outcome() {
                return Some(WIN * Value::from(outcome.payoff(position.side_to_move())));
            }
            state.make(position, m);
            let value = match state.winning_move(&after) {
                Some(_) => Some(1 - WIN),
                None => state.probe(&after).map(|exact| -from_exact(exact, 1)),
            };
            state.unmake(position, m);
            value
        };
        // The first of the best: of equal ones the last is the greatest.
        let valued = moves.as_slice().iter().rev().filter_map(|&m| Some((value(m)?, m)));
        valued.max_by_key(|&(value, _)| value).map(|(_, m)| m)
    }
}

/// A bound beyond `value`; without limit once it is far out.
fn widen(value: Value, by: Value) -> Value {
    let bound = value.saturating_add(by);
    if bound.abs() > ASPIRATION_MAX_BOUND || by == 0 { if by < 0 { -INFINITE } else { INFINITE } } else { bound }
}
