//! An engine, whatever its game: searches of games in progress, told as plain data.

use super::played::line_text;
use super::{Algorithm, AnyGame, Game, Kind};
use crate::game::Played;
use crate::mcts::Mcts;
use crate::search::{Current, EngineOf, Found, Heartbeat, Limits, Options, Report, TableFileError, Told};
use crate::solve::Solution;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The search of a game that is known when the program runs, with its memory: what one search learns, the next ones of
/// the same rules use. After other rules call [`Self::new_game`].
pub trait AnyEngine: Send {
    /// Its game.
    fn kind(&self) -> &'static Kind;

    /// The options.
    fn options(&self) -> &Options;

    /// How it searches.
    fn algorithm(&self) -> Algorithm {
        Algorithm::AlphaBeta
    }

    /// Forgets what was learned.
    fn new_game(&mut self);

    /// Searches until a limit is reached or `stop` is set, telling `report` of each finished iteration. With `moves`,
    /// in their canonical spelling, only these are considered at the root. A game of another kind is searched like one
    /// that is over: nothing is found.
    fn search(
        &mut self,
        game: &dyn AnyGame,
        moves: Option<&[String]>,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Found<String> {
        self.watch(game, moves, limits, stop, &mut |told| {
            if let Told::Line(line) = told {
                report(line);
            }
        })
    }

    /// [`Self::search`] for whoever wants to hear also within an iteration that the search goes on.
    fn watch(
        &mut self,
        game: &dyn AnyGame,
        moves: Option<&[String]>,
        limits: &Limits,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Told<'_, String>),
    ) -> Found<String>;

    /// Who wins, with no word of how soon: [`Engine::outcome`], with the choice of moves that [`Self::search`] has. An
    /// engine that cannot tell says that it is unknown, after no nodes.
    ///
    /// [`Engine::outcome`]: crate::search::Engine::outcome
    fn outcome(
        &mut self,
        _game: &dyn AnyGame,
        _moves: Option<&[String]>,
        _limits: &Limits,
        _stop: &AtomicBool,
    ) -> Solution<String> {
        Solution::unknown()
    }

    /// Keeps the table in a file for [`Kind::engine_with_table`], under the rules of `game`. The file appears only when
    /// it is whole.
    ///
    /// # Errors
    /// The file cannot be written.
    fn save_table(&self, path: &Path, game: &dyn AnyGame) -> Result<(), TableFileError>;

    /// From now on keeps the table in a file while a search goes on: [`Engine::keep_table`]. An engine without a table
    /// keeps none.
    ///
    /// [`Engine::keep_table`]: crate::search::Engine::keep_table
    fn keep_table(&mut self, path: &Path, game: &dyn AnyGame, unsaved: Unsaved);
}

/// Hears what went wrong with a table that was to be kept.
pub type Unsaved = Box<dyn Fn(&TableFileError) + Send + Sync>;

impl<G: Game> AnyEngine for EngineOf<G> {
    fn kind(&self) -> &'static Kind {
        Kind::of::<G>()
    }

    fn options(&self) -> &Options {
        EngineOf::<G>::options(self)
    }

    fn new_game(&mut self) {
        EngineOf::<G>::new_game(self);
    }

    fn watch(
        &mut self,
        game: &dyn AnyGame,
        moves: Option<&[String]>,
        limits: &Limits,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Told<'_, String>),
    ) -> Found<String> {
        in_texts(game, moves, tell, |game, roots, tell| EngineOf::<G>::watch(self, game, roots, limits, stop, tell))
    }

    fn outcome(
        &mut self,
        game: &dyn AnyGame,
        moves: Option<&[String]>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Solution<String> {
        let Some(game) = played::<G>(game) else { return Solution::unknown() };
        let found = self.outcome_of(game, &roots(game, moves), limits, stop);
        let best: Vec<_> = found.best.iter().map(|&m| game.position().move_text(m)).collect();
        let Solution { value, plies, all_best, nodes, method, .. } = found;
        Solution { value, plies, line: best.clone(), best, all_best, nodes, method }
    }

    fn save_table(&self, path: &Path, game: &dyn AnyGame) -> Result<(), TableFileError> {
        let rules = played::<G>(game).map(|game| game.position().rules()).unwrap_or_default();
        EngineOf::<G>::save_table(self, path, &rules)
    }

    fn keep_table(&mut self, path: &Path, game: &dyn AnyGame, unsaved: Unsaved) {
        let rules = played::<G>(game).map(|game| game.position().rules()).unwrap_or_default();
        EngineOf::<G>::keep_table(self, path, &rules, unsaved);
    }
}

/// What Monte Carlo tree search finds, as texts. It keeps no table.
impl<G: Game> AnyEngine for Mcts<G> {
    fn kind(&self) -> &'static Kind {
        Kind::of::<G>()
    }

    fn options(&self) -> &Options {
        Mcts::<G>::options(self)
    }

    fn algorithm(&self) -> Algorithm {
        Algorithm::Mcts
    }

    fn new_game(&mut self) {
        Mcts::<G>::new_game(self);
    }

    fn watch(
        &mut self,
        game: &dyn AnyGame,
        moves: Option<&[String]>,
        limits: &Limits,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Told<'_, String>),
    ) -> Found<String> {
        in_texts(game, moves, tell, |game, roots, tell| Mcts::<G>::watch(self, game, roots, limits, stop, tell))
    }

    fn save_table(&self, _: &Path, _: &dyn AnyGame) -> Result<(), TableFileError> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "Monte Carlo tree search has no table to keep").into())
    }

    fn keep_table(&mut self, _: &Path, _: &dyn AnyGame, _: Unsaved) {}
}

/// The legal moves, of those that `moves` names if there is a choice.
fn roots<G: Game>(game: &Played<G>, moves: Option<&[String]>) -> Vec<G::Move> {
    let mut roots = game.legal_moves();
    if let Some(moves) = moves {
        roots.retain(|&m| moves.contains(&game.position().move_text(m)));
    }
    roots
}

/// A search of the moves at the root, of those that `moves` names if there is a choice, told as texts.
fn in_texts<G: Game>(
    game: &dyn AnyGame,
    moves: Option<&[String]>,
    tell: &mut dyn FnMut(Told<'_, String>),
    search: impl FnOnce(&Played<G>, &[G::Move], &mut dyn FnMut(Told<'_, G::Move>)) -> Found<G::Move>,
) -> Found<String> {
    let Some(game) = played::<G>(game) else { return Found::nothing(Duration::ZERO) };
    let found = search(game, &roots(game, moves), &mut |told| match told {
        Told::Line(found) => tell(Told::Line(&Report {
            depth: found.depth,
            seldepth: found.seldepth,
            multipv: found.multipv,
            score: found.score,
            points: found.points,
            bound: found.bound,
            values: found.values.clone(),
            nodes: found.nodes,
            hashfull: found.hashfull,
            hitrate: found.hitrate,
            elapsed: found.elapsed,
            line: line_text(game, &found.line),
        })),
        Told::Heartbeat(&Heartbeat { depth, seldepth, current, nodes, hashfull, elapsed }) => {
            let text = |Current { m, number, count }| Current { m: game.position().move_text(m), number, count };
            let current = current.map(text);
            tell(Told::Heartbeat(&Heartbeat { depth, seldepth, current, nodes, hashfull, elapsed }));
        }
    });
    Found {
        best: found.best.map(|m| game.position().move_text(m)),
        score: found.score,
        points: found.points,
        bound: found.bound,
        line: line_text(game, &found.line),
        depth: found.depth,
        nodes: found.nodes,
        probes: found.probes,
        hits: found.hits,
        elapsed: found.elapsed,
    }
}

/// The game with its type, which an engine of the same kind knows.
pub(super) fn played<G: Game>(game: &dyn AnyGame) -> Option<&Played<G>> {
    let played = game.as_any().downcast_ref();
    debug_assert!(played.is_some(), "a game of {} for an engine of {}", game.kind().name, G::NAME);
    played
}
