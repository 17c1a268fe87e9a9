//! Who wins, and nothing else: an exhaustive search with a null window for each of two questions.
//!
//! A search that looks ever deeper answers them too, but late: of what it has found to be good enough it asks how
//! good, and how soon.

use super::context::Context;
use super::engine::Engine;
use super::hooks::State;
use super::limits::{Limits, StopCondition};
use super::root_move::RootMove;
use super::thread_data::ThreadData;
use super::value::{MAX_PLY, PROVEN, UNPROVEN_DRAW};
use super::worker::Worker;
use crate::clock::Instant;
use crate::game::{Played, Position};
use crate::solve::{Solution, Value};
use std::sync::atomic::{AtomicBool, AtomicU64};

impl<G: Position, S: State<G>> Engine<G, S> {
    /// Who wins if both of two sides play well, by a search of everything to the end of the game: much sooner than
    /// [`Self::search`] would know, but with no word of how soon, or by how many points. Nothing is found where the
    /// length of the game is not bounded ([`Position::plies_left`]) or a repetition may end it before, nor where a
    /// limit does not suffice.
    ///
    /// It helps if the state knows [winning moves](State::winning_move), leaves out moves that lose at once
    /// ([`State::candidates`]) and ranks the others ([`State::quiet_score`]); where that is most of what there is to
    /// know, it is better [without killers](State::TECHNIQUES).
    ///
    /// ```
    /// use manyply::game::{Notation, Played};
    /// use manyply::games::hexnim::Hexnim;
    /// use manyply::search::{EngineOf, Limits, Options};
    /// use manyply::solve::Value;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let game = Played::new(Hexnim::parse_position("..../..../....", &Default::default())?);
    /// let mut engine = EngineOf::<Hexnim>::new(Options { hash_mib: 4, ..Options::default() });
    /// let found = engine.outcome(&game, &Limits::default(), &AtomicBool::new(false));
    /// assert!(found.value == Value::Loss || found.best.len() == 1);
    /// # assert_ne!(found.value, Value::Unknown);
    /// # Ok::<(), manyply::game::TextError>(())
    /// ```
    pub fn outcome(&mut self, game: &Played<G>, limits: &Limits, stop: &AtomicBool) -> Solution<G::Move> {
        self.outcome_of(game, &game.legal_moves(), limits, stop)
    }

    /// [`Self::outcome`] of a game in which the side to move may only play one of `roots`.
    pub(crate) fn outcome_of(
        &mut self,
        game: &Played<G>,
        roots: &[G::Move],
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Solution<G::Move> {
        let started = Instant::now();
        if let Some(outcome) = game.outcome() {
            return Solution::over(outcome.payoff(game.position().side_to_move()));
        }
        let left = game.position().plies_left().filter(|&left| G::SIDES == 2 && left < MAX_PLY as u32);
        let Some(left) = left.filter(|_| !roots.is_empty()) else { return Solution::unknown() };
        let (network, helper_nodes) = (self.options.network, AtomicU64::new(0));
        let kept = self.threads.pop();
        let data = kept.map_or_else(|| ThreadData::new(game, network), |data| data.for_search(game));
        self.table.new_search();
        let context = Context::new(game, &self.table, &self.options, &helper_nodes, &data.state);
        let never = AtomicBool::new(false);
        let stop_condition = StopCondition::new(started, limits, 1, [stop, &never]);
        let mut moves: Vec<_> = roots.iter().copied().map(RootMove::new).collect();
        let mut worker = Worker::new(data, game, &context, stop_condition, 0);
        moves.sort_by_key(|root| -worker.data.state.quiet_score(game.position(), root.line[0]));
        let value = if context.limit_is_certain { worker.outcome(&mut moves, left as i32) } else { Value::Unknown };
        let Worker { data, nodes, .. } = worker;
        // Where all is lost it does not matter which.
        let best = if value == Value::Unknown { None } else { moves.first().map(|root| root.line[0]) };
        self.threads.push(data);
        let method = "search of everything".into();
        Solution { value, best: best.into_iter().collect(), nodes, method, ..Solution::unknown() }
    }
}

impl<G: Position, S: State<G>> Worker<'_, G, S> {
    /// Who wins, by searches of `left` plies, which lead to the end of the game in every line. A move that keeps a win
    /// or draw comes to the front.
    fn outcome(&mut self, moves: &mut [RootMove<G::Move>], left: i32) -> Value {
        // One more than there are, since at least one iteration is always finished, past any limit: the first.
        let depth = left + 1;
        (self.exhaustive, self.root_depth) = (true, depth);
        let wins = self.search_root(moves, 0, 0, UNPROVEN_DRAW, depth);
        if self.stopped || wins > 0 {
            return if !self.stopped && wins >= PROVEN { Value::Win } else { Value::Unknown };
        }
        match self.search_root(moves, 0, -UNPROVEN_DRAW, 0, depth) {
            _ if self.stopped => Value::Unknown,
            0 => Value::Draw,
            value if value <= -PROVEN => Value::Loss,
            _ => Value::Unknown,
        }
    }
}
