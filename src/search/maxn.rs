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

/// A node, and the best that the side to move has found there.
struct MaxnNode<M> {
    depth: i32,
    ply: usize,
    side: Side,
    /// What the side that moved here has found, then the side that moved before it.
    above: [Option<Claim>; 2],
    best: Values,
    /// The move that leads to it, and whether that is quiet.
    best_move: Option<(M, bool)>,
    /// Moves that somebody above has no use for, as far as is known.
    pruned: ArrayVec<M, 256>,
}

impl<M> MaxnNode<M> {
    fn new(depth: i32, ply: usize, side: Side, above: [Option<Claim>; 2]) -> Self {
        let best = [-INFINITE; MAX_SIDES];
        Self { depth, ply, side, above, best, best_move: None, pruned: ArrayVec::new() }
    }

    /// What the side to move has found for itself.
    const fn own(&self) -> Value {
        self.best[self.side.index()]
    }

    /// Whether it has found a win by its next move.
    const fn wins_at_once(&self) -> bool {
        self.own() >= WIN - self.ply as Value - 1
    }

    /// What the node comes to without its other moves, if that is known. Of three whose payoffs add up to 0 none gets
    /// more than 0 where another wins, and they cannot have more than 0 together.
    fn cut<G: Position>(&self) -> Option<Reached> {
        let [parent, grandparent] = self.above;
        let parent = parent.filter(|parent| prunes::<G>() && parent.side != self.side)?;
        if self.own() >= PROVEN && parent.best >= 0 {
            return Some(Reached::TurnedDown);
        }
        let grandparent = grandparent.filter(|claim| claim.side != self.side && claim.side != parent.side)?;
        (grandparent.best + parent.best + self.own() >= 0).then_some(Reached::Pruned)
    }
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
        let extensible = self.uses(|t| t.check_extension) && depth >= 0 && self.may_extend(ply);
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
        let mut node = MaxnNode::new(depth, ply, self.position.side_to_move(), above);
        if depth <= 0 && self.maxn_stands_pat(&mut node) {
            return Reached::Values(node.best);
        }

        // Steps 4 and 5. The moves.
        let start = self.data.moves.len();
        let cut = self.maxn_each(&mut node, entry);
        self.data.moves.truncate(start);
        if let Some(reached) = cut {
            return reached;
        }

        // Step 6. What was pruned below is not chosen here, or it makes the side that moved here turn this down. If
        // that has no reason to turn down the best, it must be looked at.
        if !node.pruned.is_empty() && !node.wins_at_once() {
            if above[0].is_some_and(|parent| node.best[parent.side.index()] <= parent.best) {
                return Reached::TurnedDown;
            }
            for index in 0..node.pruned.len() {
                if self.stopped {
                    break;
                }
                let m = node.pruned[index];
                let quiet = !self.data.state.is_noisy(&self.position, m);
                self.maxn_child(&mut node, m, quiet, None);
            }
        }
        if self.stopped {
            return Reached::TurnedDown;
        }
        if node.own() == -INFINITE {
            node.best = self.maxn_eval();
        }

        // Step 7. Remember.
        if let Some((m, true)) = node.best_move
            && depth > 0
        {
            let (index, rows) = (self.data.state.history_index(&self.position, m), self.continuation_rows(ply));
            self.data.quiet_history.update(index, rows, depth, true);
        }
        if self.uses(|t| t.table) && depth >= 0 {
            let best_move = node.best_move.map(|(m, _)| self.position.pack(m));
            self.context.table.store(key, 0, fold(node.best, best_move, depth, ply));
        }
        Reached::Values(node.best)
    }

    /// Takes in what the side to move has without a move of its own; whether no move is searched.
    fn maxn_stands_pat(&mut self, node: &mut MaxnNode<G::Move>) -> bool {
        let &mut MaxnNode { depth, ply, .. } = node;
        node.best = self.maxn_eval();
        if !self.uses(|t| t.quiescence) || self.overdue || depth <= -QUIESCENCE_PLIES {
            return true;
        }
        if !self.data.stack[ply - 1].passed && self.data.state.null_move_allowed(&self.position) {
            self.data.stack[ply].index = None;
            self.data.stack[ply].passed = true;
            let undo = self.make_pass();
            let reached = self.maxn(depth - 1, ply + 1, [None; 2]);
            self.unmake_pass(undo);
            if let Reached::Values(values) = reached
                && values[node.side.index()] > node.own()
            {
                node.best = values;
            }
        }
        false
    }

    /// Searches the moves of a node, below the horizon the noisy ones. What it comes to if that is known without all
    /// of them.
    fn maxn_each(&mut self, node: &mut MaxnNode<G::Move>, entry: Option<Entry>) -> Option<Reached> {
        // Step 4. The move picker.
        let noisy_only = node.depth <= 0;
        let rows = self.continuation_rows(node.ply);
        let table_move = entry.and_then(|entry| self.position.unpack(entry.best?));
        let table_move = table_move.filter(|&m| !noisy_only || self.data.state.is_noisy(&self.position, m));
        let mut picker = Picker::new(self, table_move, [None; 2], rows, noisy_only);

        // Step 5. The moves, until nothing can be better, or somebody above turns this down.
        while !self.stopped && !node.wins_at_once() {
            let cut = node.cut::<G>();
            if cut.is_some() {
                return cut;
            }
            let Some(m) = picker.next(self) else { break };
            let parent = node.above[0].filter(|_| !node.pruned.is_full());
            if self.maxn_child(node, m, !picker.noisy, parent) {
                node.pruned.push(m);
            }
        }
        None
    }

    /// Searches the position after `m`, and takes in its values if the side to move likes them better; whether it was
    /// pruned, for which `parent` may be taken into account.
    fn maxn_child(&mut self, node: &mut MaxnNode<G::Move>, m: G::Move, quiet: bool, parent: Option<Claim>) -> bool {
        let &mut MaxnNode { depth, ply, side, .. } = node;
        let claim = Claim { side, best: node.own() };
        self.step(ply, m, quiet);
        let undo = self.make(m);
        self.prefetch(self.position.key(), false);
        let reached = self.maxn(depth - 1, ply + 1, [Some(claim), parent]);
        self.unmake(m, undo);
        if let Reached::Values(values) = reached
            && values[side.index()] > claim.best
        {
            node.best = values;
            node.best_move = Some((m, quiet));
            self.update_pv(ply, m);
        }
        matches!(reached, Reached::Pruned)
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
