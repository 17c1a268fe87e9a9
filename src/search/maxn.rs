//! max^n: three sides or more, each playing for itself, so that a value is one number a side.
//!
//! Evaluations are made to add up to 0. Where a game's payoffs do, too, and three play, that allows pruning without
//! changing what is found (Sturtevant, "Last-branch and speculative pruning algorithms for max^n", IJCAI 2003): when
//! what three sides in a row have found for themselves adds up to 0 or more, nothing below can please all three, so
//! either the second turns it down or the first turns the second's position down. Only if the first would not is it
//! searched again. Which of several values a side likes equally it takes is open in max^n; here it is the first one
//! found.

use super::histories::HistoryIndex;
use super::hooks::State;
use super::picker::Picker;
use super::root_move::RootMove;
use super::table::{Bound, Entry, from_node, to_node};
use super::value::{INFINITE, MAX_EVAL, MAX_PLY, PROVEN, Value, Values, WIN, is_decisive};
use super::worker::Worker;
use crate::game::{MAX_SIDES, Outcome, Position, Side};
use arrayvec::ArrayVec;

/// Plies below the horizon down to which noisy moves are followed.
const QUIESCENCE_PLIES: i32 = 6;

/// What a side on the way to a node has found for itself so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    side: Side,
    best: Value,
}

/// What the search of a node comes to.
#[derive(Clone, Copy, Debug)]
enum Reached {
    /// Its values.
    Values(Values),
    /// The side that moved here has something at least as good.
    TurnedDown,
    /// Either that, or the side that moved before it has.
    Pruned,
}

impl<G: Position, S: State<G>> Worker<'_, G, S> {
    /// One iteration over the moves at the root: the best `multipv` of them come first, with exact values.
    pub(super) fn maxn_root(&mut self, moves: &mut [RootMove<G::Move>], multipv: usize, depth: i32) {
        let side = self.position.side_to_move();
        self.nodes += 1;
        self.data.pvs[0].clear();
        for index in 0..moves.len() {
            let m = moves[index].line[0];
            self.begin_root_move(m, index, moves.len());
            // The last of the best so far is what others must beat.
            let found = index.min(multipv);
            let best = if found == multipv { moves[found - 1].value } else { -INFINITE };
            self.seldepth = 0;
            self.step(0, m, !self.data.state.is_noisy(&self.position, m));
            let undo = self.make(m);
            let reached = self.maxn(depth - 1, 1, [Some(Claim { side, best }), None]);
            self.unmake(m, undo);
            if self.stopped {
                return;
            }
            if let Reached::Values(values) = reached
                && values[side.index()] > best
            {
                let root = &mut moves[index];
                root.found(values[side.index()], Bound::Exact, &self.data.pvs[1], depth, self.seldepth);
                root.values = Some(values);
                let place = moves[..found].partition_point(|root| root.value >= values[side.index()]);
                moves[place..=index].rotate_right(1);
            }
        }
    }

    /// Searches the position at `ply`, `depth` plies deep. `above`: what the side that moved here has found, then the
    /// side that moved before it; none where nothing may be concluded from it.
    fn maxn(&mut self, mut depth: i32, ply: usize, above: [Option<Claim>; 2]) -> Reached {
        // Step 1. Check extension: a threat must be answered, one ply more.
        let techniques = self.context.techniques;
        let extensible = techniques.check_extension && depth >= 0 && ply < 2 * self.root_depth as usize;
        if extensible && self.data.state.in_check(&self.position) {
            depth += 1;
        }

        // Step 2. The end of the game, repetition, limits, the table.
        if let Some(values) = self.maxn_end(ply) {
            return Reached::Values(values);
        }
        let key = self.key();
        let entry = self.probe(key, 0);
        if let Some(entry) = entry
            && i32::from(entry.depth) >= depth
            && let Some(values) = unfold::<G>(entry, ply)
        {
            return Reached::Values(values);
        }

        // Step 3. Quiescence search: stand pat, or stand pat after the next side's captures.
        let side = self.position.side_to_move();
        let own = side.index();
        let soonest = WIN - ply as Value - 1;
        let mut best = [-INFINITE; MAX_SIDES];
        let mut best_move = None;
        if depth <= 0 {
            best = self.maxn_eval();
            if !techniques.quiescence || self.overdue || depth <= -QUIESCENCE_PLIES {
                return Reached::Values(best);
            }
            if !self.data.stack[ply - 1].passed && self.data.state.null_move_allowed(&self.position) {
                self.data.stack[ply].index = None;
                self.data.stack[ply].passed = true;
                let undo = self.make_pass();
                let reached = self.maxn(depth - 1, ply + 1, [None; 2]);
                self.unmake_pass(undo);
                if let Reached::Values(values) = reached
                    && values[own] > best[own]
                {
                    best = values;
                }
            }
        }

        // Step 4. The moves. `above` and this side, if all three differ, may prune.
        let [parent, grandparent] = above;
        let rows = self.continuation_rows(ply);
        let table_move = entry.and_then(|entry| self.position.unpack(entry.best?));
        let table_move = table_move.filter(|&m| depth > 0 || self.data.state.is_noisy(&self.position, m));
        let mut pruned: ArrayVec<G::Move, 256> = ArrayVec::new();
        let mut picker = Picker::new(self, table_move, [None; 2], rows, depth <= 0);
        loop {
            // Step 5. Nothing is better than to win at once. Of three whose payoffs add up to 0 none gets more than 0
            // where another wins, and they cannot have more than 0 together.
            if self.stopped || best[own] >= soonest {
                break;
            }
            if let Some(parent) = parent.filter(|parent| prunes::<G>() && parent.side != side) {
                if best[own] >= PROVEN && parent.best >= 0 {
                    self.data.moves.truncate(picker.start);
                    return Reached::TurnedDown;
                }
                if let Some(grandparent) = grandparent
                    && grandparent.side != side
                    && grandparent.side != parent.side
                    && grandparent.best + parent.best + best[own] >= 0
                {
                    self.data.moves.truncate(picker.start);
                    return Reached::Pruned;
                }
            }

            let Some(m) = picker.next(self) else { break };
            let quiet = !picker.noisy;
            let below = [Some(Claim { side, best: best[own] }), parent.filter(|_| !pruned.is_full())];
            match self.maxn_child(m, depth, ply, quiet, below) {
                Reached::Values(values) if values[own] > best[own] => {
                    best = values;
                    best_move = Some((m, quiet));
                    self.update_pv(ply, m);
                }
                Reached::Values(_) | Reached::TurnedDown => {}
                Reached::Pruned => pruned.push(m),
            }
        }
        self.data.moves.truncate(picker.start);

        // Step 6. What was pruned below is not chosen here, or it makes the side that moved here turn this down. If
        // that has no reason to turn down the best, it must be looked at.
        if !pruned.is_empty() && best[own] < soonest {
            if parent.is_some_and(|parent| best[parent.side.index()] <= parent.best) {
                return Reached::TurnedDown;
            }
            for m in pruned {
                if self.stopped {
                    break;
                }
                let quiet = !self.data.state.is_noisy(&self.position, m);
                let below = [Some(Claim { side, best: best[own] }), None];
                if let Reached::Values(values) = self.maxn_child(m, depth, ply, quiet, below)
                    && values[own] > best[own]
                {
                    best = values;
                    best_move = Some((m, quiet));
                    self.update_pv(ply, m);
                }
            }
        }
        if self.stopped {
            return Reached::TurnedDown;
        }
        if best[own] == -INFINITE {
            best = self.maxn_eval();
        }

        // Step 7. Remember.
        if let Some((m, true)) = best_move
            && depth > 0
        {
            self.data.quiet_history.update(self.data.state.history_index(&self.position, m), rows, depth, true);
        }
        if techniques.table && depth >= 0 {
            let best_move = best_move.map(|(m, _)| self.position.pack(m));
            self.context.table.store(key, 0, fold(best, best_move, depth, ply));
        }
        Reached::Values(best)
    }

    fn maxn_child(&mut self, m: G::Move, depth: i32, ply: usize, quiet: bool, below: [Option<Claim>; 2]) -> Reached {
        self.step(ply, m, quiet);
        let undo = self.make(m);
        self.prefetch(false);
        let reached = self.maxn(depth - 1, ply + 1, below);
        self.unmake(m, undo);
        reached
    }

    /// Notes the move under way at `ply`.
    fn step(&mut self, ply: usize, m: G::Move, quiet: bool) {
        let index: HistoryIndex = quiet.then(|| self.data.state.history_index(&self.position, m));
        self.data.stack[ply].index = index;
        self.data.stack[ply].passed = false;
    }

    /// Counts the node at `ply`; its values if it needs no search.
    fn maxn_end(&mut self, ply: usize) -> Option<Values> {
        if self.visit(ply) {
            return Some([0; MAX_SIDES]);
        }
        if let Some(outcome) = self.position.outcome() {
            return Some(payoffs(outcome, ply));
        }
        if self.repetition(ply).is_some() {
            return Some([0; MAX_SIDES]);
        }
        if let Some(m) = self.data.state.winning_move(&self.position) {
            self.data.pvs[ply].push(m);
            let undo = self.position.make(m);
            let outcome = self.position.outcome();
            self.position.unmake(m, undo);
            return outcome.map(|outcome| payoffs(outcome, ply + 1));
        }
        (ply + 1 >= MAX_PLY).then(|| self.maxn_eval())
    }

    /// The game's static evaluations, made to add up to 0.
    fn maxn_eval(&mut self) -> Values {
        // Less their mean, those of four sides must not look proven, either.
        let most = if G::SIDES > 3 { MAX_EVAL / 2 } else { MAX_EVAL };
        let mut values = [0; MAX_SIDES];
        for (value, side) in values.iter_mut().zip(Side::all(G::SIDES)) {
            *value = self.data.state.static_eval(&self.position, side).clamp(-most, most);
        }
        let mean = values.iter().sum::<Value>().div_euclid(G::SIDES as Value);
        let (last, others) = values[..G::SIDES].split_last_mut().expect("two sides or more");
        others.iter_mut().for_each(|value| *value -= mean);
        *last = -others.iter().sum::<Value>();
        values
    }
}

/// Whether a side's value says what is left for the others.
const fn prunes<G: Position>() -> bool {
    G::SIDES == 3 && G::ZERO_SUM
}

/// What a game that ended at `ply` is worth to each side.
fn payoffs(outcome: Outcome, ply: usize) -> Values {
    Side::EVERY.map(|side| Value::from(outcome.payoff(side)) * (WIN - ply as Value))
}

/// An entry of the table for exact values. It has room for those of two sides, which say what the third's is: of a
/// game that is over as much as theirs, with the sign that stands for the bound; of evaluations what makes them add up
/// to 0. If only the third wins or loses, its value alone is kept. For four sides the table has moves, not values.
fn fold(values: Values, best: Option<u16>, depth: i32, ply: usize) -> Entry {
    let [first, second, third, _] = values.map(|value| to_node(value, ply));
    let depth = depth.clamp(0, MAX_PLY as i32) as u8;
    let bound = match third {
        _ if !is_decisive(third) => Bound::Exact,
        1.. => Bound::Lower,
        _ => Bound::Upper,
    };
    let (value, static_eval) =
        if (first, second) == (0, 0) && bound != Bound::Exact { (third, None) } else { (first, Some(second)) };
    Entry { best, value, static_eval, depth, bound }
}

/// What [`fold`] kept.
fn unfold<G: Position>(entry: Entry, ply: usize) -> Option<Values> {
    if G::SIDES > 3 {
        return None;
    }
    let first = from_node(entry.value, ply);
    let Some(second) = entry.static_eval.map(|value| from_node(value, ply)) else { return Some([0, 0, first, 0]) };
    let ended = first.abs().max(second.abs());
    let third = match entry.bound {
        Bound::Lower => ended,
        Bound::Upper => -ended,
        Bound::Exact if ended >= PROVEN => 0,
        Bound::Exact => -first - second,
    };
    Some([first, second, third, 0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::threechess::Threechess;

    #[test]
    fn values_come_back_from_entries() {
        let payoff = |code: i32| [code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1, 0];
        let ended = (0..27).flat_map(|code| [9, 30].map(|ply| payoff(code).map(|payoff| payoff * (WIN - ply))));
        for values in ended.chain([[5, -3, -2, 0], [0, 4, -4, 0], [0, 0, 0, 0]]) {
            let entry = fold(values, None, 3, 7);
            assert_eq!(unfold::<Threechess>(entry, 7), Some(values));
            let later = unfold::<Threechess>(entry, 5).expect("three sides");
            assert!(
                values.iter().zip(later).all(|(&a, b)| (b.abs() - a.abs()) == if a.abs() >= PROVEN { 2 } else { 0 })
            );
        }
    }
}
