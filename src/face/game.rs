//! A game in progress, whatever its type: rules, position and moves as texts.

use super::{Game, Kind, Learn, pasted};
use crate::game::{
    Ending, Foreign, Outcome, Picture, Played, Position, Side, Term, TextError, Threat, limit_is_certain,
};
use crate::nnue::NetworkRef;
use crate::perft::{self, Branch, Counts, NoMemory, Progress};
use crate::search::Level;
use crate::solve::{OwnProof, Solution, Task, Value, Walk};
use crate::spelling::distance;
use std::any::Any;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// A position with the moves that led to it, of a game that is known when the program runs. Moves are texts in the
/// game's notation: given in any spelling that it knows, returned in the canonical one.
pub trait AnyGame: Learn + Send + Sync {
    /// Which game it is.
    fn kind(&self) -> &'static Kind;

    /// The rules, all of them, as [`Setup::rules`](super::Setup::rules) takes them.
    fn rules_text(&self) -> String;

    /// The position, as [`Setup::position`](super::Setup::position) takes it.
    fn position_text(&self) -> String;

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// The result if the game is over, by the position or by repetition.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the game is over by repetition alone.
    fn is_repetition(&self) -> bool;

    /// Why the game is over, where that can be said.
    fn ending(&self) -> Option<Ending>;

    /// How many plies the rules still allow, where they bound the game's length.
    fn plies_left(&self) -> Option<u32>;

    /// The legal moves in the generator's order; none if the game is over.
    fn legal_moves(&self) -> Vec<String>;

    /// How many moves were played.
    fn ply(&self) -> usize;

    /// The canonical spelling of a move that `text` stands for.
    ///
    /// # Errors
    /// There is no such legal move.
    fn parse_move(&self, text: &str) -> Result<String, MoveError>;

    /// Plays the move that `text` stands for.
    ///
    /// # Errors
    /// There is no such legal move.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;

    /// Takes the last move back and returns it.
    fn take_back(&mut self) -> Option<String>;

    /// The moves played after the first `ply` of them.
    fn moves_from(&self, ply: usize) -> Vec<String>;

    /// The position as `protocol`, one of [`Kind::protocols`], has it.
    fn foreign_position_text(&self, protocol: Foreign) -> String;

    /// The move that `text` stands for as `protocol` has it.
    ///
    /// # Errors
    /// There is no such legal move.
    fn foreign_move_text(&self, text: &str, protocol: Foreign) -> Result<String, MoveError>;

    /// The legal move that `text` stands for in `protocol`.
    ///
    /// # Errors
    /// There is no such legal move.
    fn parse_foreign_move(&self, text: &str, protocol: Foreign) -> Result<String, MoveError>;

    /// The move of the simple player `name`, one of [`Kind::baselines`]:
    /// [`Baselines::baseline`](crate::game::Baselines::baseline).
    fn baseline(&self, name: &str, seed: u64, depth: Option<u32>) -> Option<String>;

    /// The board, for terminals and pictures.
    fn picture(&self) -> Picture;

    /// The tiles of the picture that a legal move touches: [`Notation::move_tiles`](crate::game::Notation::move_tiles).
    ///
    /// # Errors
    /// There is no such legal move.
    fn move_tiles(&self, text: &str) -> Result<Vec<usize>, MoveError>;

    /// [`Self::move_tiles`] of all of [`Self::legal_moves`].
    fn legal_tiles(&self) -> Vec<Vec<usize>>;

    /// [`Notation::threats`](crate::game::Notation::threats).
    fn threats(&self) -> Vec<(usize, Side, Threat)>;

    /// The static evaluation from `side`'s view, in hundredths of the game's unit, by a network, if not by the game's
    /// own; of a game that is not over.
    fn evaluate(&self, network: Option<NetworkRef>, side: Side) -> i32;

    /// The static evaluation taken apart; of a game that is not over.
    fn explain(&self, network: Option<NetworkRef>) -> Vec<Term>;

    /// [`Solve::most_plies`](crate::solve::Solve::most_plies).
    fn most_plies(&self, value: Value) -> Option<u32>;

    /// [`Solve::solve`](crate::solve::Solve::solve), with moves as texts; of a game that is over, its result. Where all
    /// is lost there is a move, too. No win or loss is told where the rules end repetitions and positions were played
    /// that can still come back too often: a solver does not know of them.
    ///
    /// # Errors
    /// What stops the solver from even trying.
    fn solve(&self, task: &Task<'_>) -> Result<Solution<String>, String>;

    /// [`Solve::walk`](crate::solve::Solve::walk), with moves as texts; nothing once the game is over.
    fn walk(&self, task: &Task<'_>) -> Option<Walk<String>>;

    /// The legal moves that a level sees; none said where it sees all: [`Level::seen`].
    fn seen(&self, level: Level) -> Option<Vec<String>>;

    /// [`Solve::own_proof`](crate::solve::Solve::own_proof).
    fn own_proof(&self) -> Option<OwnProof>;

    /// [`perft::resume`], with moves as texts.
    ///
    /// # Errors
    /// There is no memory for the table.
    fn perft(
        &self,
        depth: u32,
        settings: &perft::Settings,
        known: &[Option<u64>],
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Counts<String>, NoMemory>;

    /// The same game once more.
    fn boxed(&self) -> Box<dyn AnyGame>;

    /// For whoever knows the type: a [`Played`] of the game.
    fn as_any(&self) -> &dyn Any;
}

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

impl<'a> dyn AnyGame + 'a {
    /// The moves so far.
    pub fn moves(&self) -> Vec<String> {
        self.moves_from(0)
    }

    /// The game as it stood after its first `ply` moves.
    pub fn at(&self, ply: usize) -> Box<dyn AnyGame> {
        let mut before = self.boxed();
        while before.ply() > ply && before.take_back().is_some() {}
        before
    }

    /// The name of the side to move.
    pub fn side_name(&self) -> &'static str {
        self.kind().side_name(self.side_to_move())
    }

    /// The result in words, if the game is over: `White wins`, `draw`.
    pub fn result(&self) -> Option<String> {
        self.outcome().map(|outcome| result_text(self.kind(), outcome))
    }
}

impl fmt::Debug for dyn AnyGame + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind().name, self.position_text())
    }
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// A result in words.
pub fn result_text(kind: &Kind, outcome: Outcome) -> String {
    if outcome.points() > 1
        && let Some(winner) = outcome.winner()
    {
        return format!("{} wins by {}", kind.side_name(winner), outcome.points());
    }
    let payoffs: Vec<_> = Side::all(kind.sides).map(|side| outcome.payoff(side)).collect();
    payoffs_text(&payoffs, |side| kind.side_name(Side::new(side)))
}

/// What each of some sides gets, in words; of two only who wins is said, if one does.
pub fn payoffs_text<'a>(payoffs: &[i8], name: impl Fn(usize) -> &'a str) -> String {
    let clause = |sign: i8, one: &str, many: &str| {
        let names: Vec<_> = (0..payoffs.len()).filter(|&side| payoffs[side].signum() == sign).map(&name).collect();
        names.split_last().map(|(last, others)| match others {
            [] => format!("{last} {one}"),
            others => format!("{} and {last} {many}", others.join(", ")),
        })
    };
    match (clause(1, "wins", "win"), clause(-1, "loses", "lose")) {
        (Some(won), Some(lost)) if payoffs.len() > 2 => format!("{won}, {lost}"),
        (Some(text), _) | (None, Some(text)) => text,
        (None, None) => "draw".to_owned(),
    }
}

/// Characters for the legal moves in the text of an error.
const ROOM: usize = 100;

/// A text that is no legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MoveError {
    /// The text.
    pub text: String,
    /// Why it is none.
    pub why: MoveProblem,
    /// The legal moves; none once the game is over.
    pub legal: Vec<String>,
}

/// Why a text is no legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveProblem {
    /// The game is over, with this result.
    Over(String),
    /// It is a move, but no legal one.
    Illegal,
    /// It cannot be read as a move.
    Text(TextError),
}

impl std::error::Error for MoveError {}

impl MoveError {
    /// The legal moves, those first that are written nearly like the text, as many as there is room for, and how many
    /// others there are.
    pub fn nearest(&self) -> (Vec<&str>, usize) {
        let mut legal: Vec<&str> = self.legal.iter().map(String::as_str).collect();
        legal.sort_by_cached_key(|text| distance(text, &self.text));
        let mut room = ROOM;
        let fits = |text: &&str| {
            room = room.saturating_sub(text.len() + 1);
            room > 0
        };
        let shown = legal.iter().copied().take_while(fits).count();
        let more = legal.len() - shown;
        legal.truncate(shown);
        (legal, more)
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            MoveProblem::Over(result) => {
                return write!(f, "{:?} comes after the end of the game: {result}", self.text);
            }
            MoveProblem::Illegal => write!(f, "{:?} is not legal", self.text)?,
            MoveProblem::Text(error) => write!(f, "{:?}: {}", self.text, error.problem)?,
        }
        let (legal, more) = self.nearest();
        write!(f, "; legal moves: {}", legal.join(" "))?;
        if more > 0 { write!(f, " and {more} more") } else { Ok(()) }
    }
}
