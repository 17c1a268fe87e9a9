//! A game in progress of a known type, as one whose type is known only when the program runs.

use super::{AnyGame, Game, Kind, MoveError, MoveProblem, pasted, result_text};
use crate::game::{
    Ending, Foreign, Outcome, Picture, Played, Position, Side, Term, TextError, Threat, limit_is_certain,
};
use crate::nnue::NetworkRef;
use crate::perft::{self, Branch, Counts, NoMemory, Progress};
use crate::search::Level;
use crate::solve::{OwnProof, Solution, Task, Value, Walk};
use std::any::Any;
use std::sync::atomic::AtomicBool;

impl<G: Game> AnyGame for Played<G> {
    fn kind(&self) -> &'static Kind {
        Kind::of::<G>()
    }

    fn rules_text(&self) -> String {
        G::rules_text(&self.position().rules())
    }

    fn position_text(&self) -> String {
        self.position().position_text()
    }

    fn side_to_move(&self) -> Side {
        self.position().side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        Played::outcome(self)
    }

    fn is_repetition(&self) -> bool {
        self.position().outcome().is_none() && Played::outcome(self).is_some()
    }

    fn ending(&self) -> Option<Ending> {
        if self.is_repetition() {
            return Some(Ending::new("the position has occurred too often", []));
        }
        self.position().outcome()?;
        self.position().ending(self.moves().last())
    }

    fn plies_left(&self) -> Option<u32> {
        self.position().plies_left()
    }

    fn legal_moves(&self) -> Vec<String> {
        let moves = Played::legal_moves(self).into_iter();
        moves.map(|m| self.position().move_text(m)).collect()
    }

    fn ply(&self) -> usize {
        self.moves().len()
    }

    fn parse_move(&self, text: &str) -> Result<String, MoveError> {
        parse(self, text).map(|m| self.position().move_text(m))
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        parse(self, text).map(|m| {
            Played::play(self, m);
        })
    }

    fn take_back(&mut self) -> Option<String> {
        Played::take_back(self).map(|m| self.position().move_text(m))
    }

    fn moves_from(&self, ply: usize) -> Vec<String> {
        let mut before = self.clone();
        while before.moves().len() > ply && Played::take_back(&mut before).is_some() {}
        let moves: Vec<G::Move> = self.moves().skip(ply).collect();
        line_text(&before, &moves)
    }

    fn foreign_position_text(&self, protocol: Foreign) -> String {
        self.position().foreign_position_text(protocol)
    }

    fn foreign_move_text(&self, text: &str, protocol: Foreign) -> Result<String, MoveError> {
        parse(self, text).map(|m| self.position().foreign_move_text(m, protocol))
    }

    fn parse_foreign_move(&self, text: &str, protocol: Foreign) -> Result<String, MoveError> {
        let parsed = self.position().parse_foreign_move(text, protocol);
        legal(self, text, parsed).map(|m| self.position().move_text(m))
    }

    fn baseline(&self, name: &str, seed: u64, depth: Option<u32>) -> Option<String> {
        self.position().baseline(name, seed, depth).map(|m| self.position().move_text(m))
    }

    fn picture(&self) -> Picture {
        self.position().picture()
    }

    fn legal_tiles(&self) -> Vec<Vec<usize>> {
        Played::legal_moves(self).into_iter().map(|m| self.position().move_tiles(m)).collect()
    }

    fn move_tiles(&self, text: &str) -> Result<Vec<usize>, MoveError> {
        parse(self, text).map(|m| self.position().move_tiles(m))
    }

    fn threats(&self) -> Vec<(usize, Side, Threat)> {
        self.position().threats()
    }

    fn evaluate(&self, network: Option<NetworkRef>, side: Side) -> i32 {
        self.position().evaluate_with(network, side)
    }

    fn explain(&self, network: Option<NetworkRef>) -> Vec<Term> {
        self.position().explain_with(network)
    }

    fn most_plies(&self, value: Value) -> Option<u32> {
        self.position().most_plies(value)
    }

    fn solve(&self, task: &Task<'_>) -> Result<Solution<String>, String> {
        if let Some(outcome) = Played::outcome(self) {
            return Ok(Solution::over(outcome.payoff(self.position().side_to_move())));
        }
        let mut found = self.position().solve(task)?;
        if matches!(found.value, Value::Win | Value::Loss) && may_repeat(self) {
            return Ok(Solution { nodes: found.nodes, method: found.method, ..Solution::unknown() });
        }
        if found.value != Value::Unknown && found.line.is_empty() {
            // Where all is lost, whatever is played loses just as surely.
            let any = || Played::legal_moves(self).first().copied().filter(|_| found.value == Value::Loss);
            found.line.extend(found.best.first().copied().or_else(any));
        }
        if found.best.is_empty() {
            found.best.extend(found.line.first());
        }
        Ok(Solution {
            value: found.value,
            plies: found.plies,
            best: found.best.iter().map(|&m| self.position().move_text(m)).collect(),
            all_best: found.all_best,
            line: line_text(self, &found.line),
            nodes: found.nodes,
            method: found.method,
        })
    }

    fn walk(&self, task: &Task<'_>) -> Option<Walk<String>> {
        if Played::outcome(self).is_some() {
            return None;
        }
        let walk = self.position().walk(task)?;
        let line = line_text(self, &walk.solution.line);
        Some(walk.told(line, |m| self.position().move_text(m)))
    }

    fn seen(&self, level: Level) -> Option<Vec<String>> {
        let known = self.kind().level_sight;
        if level.sight(known) < 100 {
            level.seen(&self.position_text(), AnyGame::legal_moves(self), known)
        } else {
            None
        }
    }

    fn own_proof(&self) -> Option<OwnProof> {
        self.position().own_proof()
    }

    fn perft(
        &self,
        depth: u32,
        settings: &perft::Settings,
        known: &[Option<u64>],
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Counts<String>, NoMemory> {
        let Counts { nodes, branches, complete } = perft::resume(self, depth, settings, known, stop, progress)?;
        let text = |branch: Branch<G::Move>| Branch {
            first: self.position().move_text(branch.first),
            nodes: branch.nodes,
            complete: branch.complete,
        };
        Ok(Counts { nodes, branches: branches.into_iter().map(text).collect(), complete })
    }

    fn boxed(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Whether what was played may end the game by a repetition that does not follow from the position alone. A win that
/// is proved of the position alone comes back to none on its way.
fn may_repeat<P: Position>(game: &Played<P>) -> bool {
    let (position, history) = (game.position(), game.history());
    match position.repetition_limit() {
        0 => false,
        _ if position.plies_left().is_some() => history.live_keys().count() > 1 && !limit_is_certain(position, history),
        limit => history.repeated(limit.max(2) - 1).iter().any(|&key| key != position.repetition_key()),
    }
}

/// The legal move that `text` stands for.
fn parse<G: Game>(game: &Played<G>, text: &str) -> Result<G::Move, MoveError> {
    legal(game, text, pasted::parse_move(game.position(), text))
}

/// What `text` was read as, if that is a legal move.
fn legal<G: Game>(game: &Played<G>, text: &str, parsed: Result<G::Move, TextError>) -> Result<G::Move, MoveError> {
    let why = match (Played::outcome(game), parsed) {
        (Some(outcome), _) => MoveProblem::Over(result_text(Kind::of::<G>(), outcome)),
        (None, Ok(m)) if game.position().is_legal(m) => return Ok(m),
        (None, Ok(_)) => MoveProblem::Illegal,
        (None, Err(error)) => MoveProblem::Text(error),
    };
    Err(MoveError { text: text.to_owned(), why, legal: AnyGame::legal_moves(game) })
}

/// A line of moves from the present position.
pub(super) fn line_text<G: Game>(game: &Played<G>, line: &[G::Move]) -> Vec<String> {
    let mut position = game.position().clone();
    let text = |&m: &G::Move| {
        let text = position.move_text(m);
        position.make(m);
        text
    };
    line.iter().map(text).collect()
}
