//! A game in progress, whatever its type: rules, position and moves as texts.

use super::{Kind, Learn, MoveError, result_text};
use crate::game::{Ending, Foreign, Outcome, Picture, Side, Term, Threat};
use crate::nnue::NetworkRef;
use crate::perft::{self, Counts, NoMemory, Progress};
use crate::search::Level;
use crate::solve::{OwnProof, Solution, Task, Value, Walk};
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

    /// For whoever knows the type: a [`Played`](crate::game::Played) of the game.
    fn as_any(&self) -> &dyn Any;
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
