//! Step 1 of every node: the end of the game, repetition, exact probes, and what else needs no search.

use super::hooks::State;
use super::value::{DECIDED, MAX_PLY, UNPROVEN_DRAW, Value, WIN, from_exact, won_by};
use super::worker::Worker;
use crate::game::{Exact, Outcome, Position};

impl<G: Position, S: State<G>> Worker<'_, G, S> {
    /// Counts the node at `ply`; its value if it needs no search.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) -> Option<Value> {
        if self.visit(ply) {
            return Some(0);
        }
        if let Some(outcome) = self.position.outcome() {
            return Some(self.payoff(outcome, ply));
        }
        if let Some(value) = self.repetition(ply) {
            return Some(value);
        }
        if self.context.has_probe
            && let Some(exact) = self.exact()
        {
            return Some(from_exact(exact, ply));
        }
        if !G::POINTS
            && let Some(m) = self.data.state.winning_move(&self.position)
            && self.wins_for_team(m)
        {
            self.data.pvs[ply].push(m);
            return Some(WIN - ply as Value - 1);
        }
        if self.takes_third() {
            return Some(self.third_party_finish());
        }
        (ply + 1 >= MAX_PLY).then(|| self.static_eval())
    }

    /// The game's exact probe of the position.
    #[inline]
    fn exact(&self) -> Option<Exact> {
        let exact = if self.context.limit_is_certain {
            self.data.state.probe_to_limit(&self.position)
        } else {
            self.data.state.probe(&self.position)
        };
        exact.filter(|&exact| self.context.holds(exact, self.position.side_to_move()))
    }

    /// What a finished game is worth to the team to move.
    fn payoff(&self, outcome: Outcome, ply: usize) -> Value {
        let payoff = Value::from(outcome.payoff(self.context.root));
        let payoff = if self.team() { payoff } else { -payoff };
        let by_limit = self.position.plies_left() == Some(0);
        match (payoff, by_limit && !self.context.limit_is_certain) {
            (0, _) if self.context.opponents.third_party != 0 && !outcome.is_draw() => self.third_party_finish(),
            (0, true) => self.unproven_draw(),
            (_, true) => payoff * DECIDED,
            (_, false) if G::POINTS => payoff * won_by(outcome.points()),
            (_, false) => payoff * (WIN - ply as Value),
        }
    }

    /// The value of a position that has stood on the board before, where that decides it.
    #[inline]
    pub(super) fn repetition(&self, ply: usize) -> Option<Value> {
        // At most nodes a capture or the like is too recent for anything to have come back.
        let possible = self.data.history.reaches(G::SHORTEST_CYCLE) || !self.context.exhausted.is_empty();
        if self.context.repetition_limit == 0 || !possible { None } else { self.repetition_in_line(ply) }
    }

    #[inline(never)]
    fn repetition_in_line(&self, ply: usize) -> Option<Value> {
        // Asked first: behind a pass the history does not show.
        if !self.context.exhausted.is_empty() && self.context.exhausted.contains(&self.position.repetition_key()) {
            return Some(0);
        }
        let mut cycle = None;
        let mut earlier = 0;
        for ago in self.data.history.repeats() {
            earlier += 1;
            if cycle.is_none() && ago as usize <= ply {
                cycle = Some(ago);
            }
        }
        if earlier == 0 {
            return None;
        }
        let missing = self.context.repetition_limit.saturating_sub(earlier + 1);
        if missing == 0 {
            // Only in this line: no proof for others.
            return Some(self.unproven_draw());
        }
        // Who repeats once can repeat until the rule ends the game, if its length allows: most likely a draw.
        let cycle = cycle?;
        self.position.plies_left().is_none_or(|left| left > missing * cycle).then(|| self.unproven_draw())
    }

    /// What most likely ends as a draw is worth to the team to move.
    pub(super) fn unproven_draw(&self) -> Value {
        self.draw_worse_by(self.context.contempt)
    }

    /// What it is worth to the team to move that one of the sides against the root's loses to the other.
    pub(super) fn third_party_finish(&self) -> Value {
        self.draw_worse_by(self.context.opponents.third_party)
    }

    /// To the team to move, a draw that is worse than an even position for the root's side by `contempt`.
    #[inline]
    fn draw_worse_by(&self, contempt: Value) -> Value {
        match contempt {
            0 => UNPROVEN_DRAW,
            contempt if self.team() => -contempt,
            contempt => contempt,
        }
    }
}
