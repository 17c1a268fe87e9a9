//! A game by its name: what can be said of it without a position, how one begins, and how an engine is made.

mod functions;

use self::functions::{Functions, Of};
use super::{Algorithm, AnyEngine, AnyGame, Game, Setup, SetupError, pasted};
use crate::game::{Figure, Foreign, Side, TextError, TextErrorKind, Weights};
use crate::nnue::{GameNetwork, NetworkError, NetworkRef};
use crate::perft;
use crate::perft::suite::{Check, Entry, SuiteError, Summary};
use crate::search::bench::{self, Fingerprint};
use crate::search::{Level, Margins, Options, TableFileError, Techniques};
use crate::solve::{Method, TableInfo, Task, Warn};
use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A game that can be served. There is one of each.
pub struct Kind {
    /// Its name on the command line, in files and protocols.
    pub name: &'static str,
    /// One line for people who do not know the game.
    pub summary: &'static str,
    /// The options of its rules and their values, the default first.
    pub options: &'static [&'static str],
    /// The rules for people who want to play it: a page in Markdown, or nothing.
    pub rules_page: &'static str,
    /// A first lesson: [`Notation::LESSON`](crate::game::Notation::LESSON), lines for [`Self::read_positions`].
    pub lesson: &'static str,
    /// How many sides play: 2 to [`MAX_SIDES`](crate::game::MAX_SIDES).
    pub sides: usize,
    /// Whether what the sides get adds up to 0: [`Position::ZERO_SUM`](crate::game::Position::ZERO_SUM).
    pub zero_sum: bool,
    /// How many moves a position may have.
    pub most_moves: usize,
    /// How its own solver works, if it has one.
    pub solver: Option<&'static str>,
    /// The part of a move's time, one in so many, that its solver gets before a search.
    pub solver_share: u32,
    /// Whether an analysis lets its solver and the search take turns.
    pub solver_turns: bool,
    /// The methods of its solver, where there are several.
    pub methods: &'static [Method],
    /// Its endgame tables, each after those that it needs.
    pub tables: &'static [&'static str],
    /// Whether [`Self::load_tables`] may find something.
    pub loads_tables: bool,
    /// The techniques that its search uses.
    pub techniques: Techniques,
    /// The margins of its search.
    pub margins: Margins,
    /// Whether its search knows the rules and nothing else: [`State::RULES_ALONE`](crate::search::State::RULES_ALONE).
    pub rules_alone: bool,
    /// The network of its static evaluation, if it has one.
    pub network: Option<GameNetwork>,
    /// From scores to chances to win: hundredths of the game's unit for each unit of log-odds.
    pub chance_scale: f64,
    /// The Elo of the levels that bound the nodes, where measured: [`LEVEL_ELO`](crate::game::Evaluate::LEVEL_ELO).
    pub level_elo: &'static [i32],
    /// Moves in a hundred that the lowest levels see: [`LEVEL_SIGHT`](crate::game::Evaluate::LEVEL_SIGHT).
    pub level_sight: &'static [u8],
    /// Its simple players.
    pub baselines: &'static [&'static str],
    /// The figures that may be put on a board by hand: [`Notation::FIGURES`](crate::game::Notation::FIGURES).
    pub figures: &'static [(&'static str, Figure)],
    /// The protocols in which programs of other authors play it.
    pub protocols: &'static [Foreign],
    functions: Functions,
}

impl Kind {
    /// The kind of a game whose type is known.
    // Kept whole, so that callers in other crates use the library's copy of all that a game's kind leads to.
    #[inline(never)]
    pub fn of<G: Game>() -> &'static Self {
        &Of::<G>::KIND
    }

    /// Whether a game of these sides can end so: with a payoff for each that the rules can give; of more than two, one
    /// may also be at fault and lose alone.
    pub fn may_pay(&self, payoffs: &[i8]) -> bool {
        let adds_up = payoffs.iter().map(|&payoff| i32::from(payoff)).sum::<i32>() == 0;
        let is_fault = || payoffs.iter().filter(|&&payoff| payoff != 0).eq([&-1]);
        payoffs.len() == self.sides && (adds_up || self.sides > 2 && (!self.zero_sum || is_fault()))
    }

    /// What people call a side.
    pub fn side_name(&self, side: Side) -> &'static str {
        (self.functions.side_name)(side)
    }

    /// The names of all sides, in the order in which they first move.
    pub fn side_names(&self) -> Vec<&'static str> {
        Side::all(self.sides).map(|side| self.side_name(side)).collect()
    }

    /// Whether its moves are written as numbers alone.
    pub(crate) fn has_number_moves(&self) -> bool {
        (self.functions.has_number_moves)()
    }

    /// Cuts a list of moves into single ones, with the column (from 1) where each begins.
    pub fn split_moves(&self, text: &str) -> Vec<(usize, String)> {
        (self.functions.split_moves)(text)
    }

    /// The text of a position with a figure of [`Self::figures`] on a tile of the picture, or with none there. Neither
    /// text need be one of a position. None if the game's boards are not set up so, or there is no such tile.
    pub fn edited(&self, text: &str, tile: usize, figure: Option<&str>) -> Option<String> {
        (self.functions.edited)(text, tile, figure)
    }

    /// The rules that `text` stands for, written out.
    ///
    /// # Errors
    /// Names the unknown option or the value out of range.
    pub fn rules(&self, text: &str) -> Result<String, TextError> {
        (self.functions.rules)(text)
    }

    /// The tunable weights of its evaluation under these rules; none if it has no such weights.
    ///
    /// # Errors
    /// As [`Self::rules`].
    pub fn weights(&self, rules: &str) -> Result<Weights, TextError> {
        (self.functions.weights)(rules, false)
    }

    /// The tunable weights of its move ordering (policy) under these rules; none if it has no such weights.
    ///
    /// # Errors
    /// As [`Self::rules`].
    pub fn policy_weights(&self, rules: &str) -> Result<Weights, TextError> {
        (self.functions.weights)(rules, true)
    }

    /// The game in progress that `setup` describes.
    ///
    /// # Errors
    /// What of it is wrong, and where.
    pub fn begin(&self, setup: &Setup) -> Result<Box<dyn AnyGame>, SetupError> {
        let Some(text) = &setup.position else { return self.begin_with(setup, 1, &setup.moves) };
        let ((column, position), (behind, moves)) = pasted::split_position(text);
        let setup = Setup { position: Some(position.to_owned()), ..setup.clone() };
        let game = self.begin_with(&setup, behind, moves).map_err(|error| match error {
            SetupError::Position(error) => SetupError::Position(error.at(column)),
            SetupError::Move { number, column, error } => {
                let problem = format!("move {number}: {error}");
                SetupError::Position(TextError::new(TextErrorKind::Illegal, column, problem, "legal moves"))
            }
            error => error,
        })?;
        self.go_on(game, 1, &setup.moves)
    }

    /// The game that begins with a position, or where games begin.
    pub(crate) fn start(&self, rules: &str, position: Option<&str>) -> Result<Box<dyn AnyGame>, TextError> {
        let setup = Setup { rules: rules.to_owned(), position: position.map(str::to_owned), ..Setup::default() };
        (self.functions.start)(&setup).map_err(|error| match error {
            SetupError::Rules(error) | SetupError::Position(error) => error,
            error => TextError::new(TextErrorKind::Shape, 1, error.to_string(), "a position"),
        })
    }

    fn begin_with(&self, setup: &Setup, column: usize, moves: &str) -> Result<Box<dyn AnyGame>, SetupError> {
        self.go_on((self.functions.start)(setup)?, column, moves)
    }

    /// Plays moves that begin at `column` of what the user gave.
    fn go_on(&self, mut game: Box<dyn AnyGame>, begin: usize, moves: &str) -> Result<Box<dyn AnyGame>, SetupError> {
        for (number, (column, text)) in (1..).zip(self.split_moves(moves)) {
            let column = begin + column - 1;
            game.play(&text).map_err(|error| SetupError::Move { number, column, error: Box::new(error) })?;
        }
        Ok(game)
    }

    /// The positions that benches search, with their depths.
    #[doc(hidden)]
    pub fn samples(&self) -> Vec<(Box<dyn AnyGame>, u32)> {
        (self.functions.samples)()
    }

    /// The fingerprint of the search: [`bench::measure`].
    #[doc(hidden)]
    pub fn fingerprint(&self, settings: &bench::Settings, stop: &AtomicBool) -> Fingerprint {
        (self.functions.fingerprint)(settings, stop)
    }

    /// [`suite::check`](crate::perft::suite::check) under `rules`, if given.
    ///
    /// # Errors
    /// As there; an error of `rules` has the line 0.
    pub fn check_suite(
        &self,
        entries: &[Entry],
        rules: Option<&str>,
        max_nodes: u64,
        settings: &perft::Settings,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Check<'_>),
    ) -> Result<Summary, SuiteError> {
        (self.functions.check_suite)(entries, rules, max_nodes, settings, stop, report)
    }

    /// An engine with an empty table; none if there is no memory for it.
    pub fn engine(&self, options: Options) -> Option<Box<dyn AnyEngine>> {
        (self.functions.engine)(options)
    }

    /// A player by Monte Carlo tree search, from the rules alone; none if there is no memory for its tree.
    pub fn mcts(&self, options: Options) -> Option<Box<dyn AnyEngine>> {
        (self.functions.mcts)(options)
    }

    /// The search that plays it at this level with these options where nobody names one: alpha-beta or, of a game from
    /// the [rules alone](Self::rules_alone), Monte Carlo tree search, unless the level or the options are of
    /// alpha-beta.
    pub fn algorithm(&self, options: &Options, level: Level) -> Algorithm {
        let is_mcts = self.rules_alone && Algorithm::Mcts.check(options, level).is_ok();
        if is_mcts { Algorithm::Mcts } else { Algorithm::AlphaBeta }
    }

    /// A player by this search: an [engine](Self::engine), or [Monte Carlo tree search](Self::mcts), of which nothing
    /// may be asked that it does not have ([`Algorithm::check`]). None if there is no memory for it.
    pub fn player_by(&self, algorithm: Algorithm, options: Options) -> Option<Box<dyn AnyEngine>> {
        match algorithm {
            Algorithm::AlphaBeta => self.engine(options),
            Algorithm::Mcts => self.mcts(options),
        }
    }

    /// What plays it at this level with these options where nobody names a search: [`Self::player_by`] that of
    /// [`Self::algorithm`].
    ///
    /// ```
    /// use manyply::face::Kind;
    /// use manyply::games::hop::Hop;
    /// use manyply::search::{Level, Options};
    ///
    /// let player = Kind::of::<Hop>().player(Options { hash_mib: 1, ..Options::default() }, Level::MAX);
    /// assert!(player.is_some_and(|player| player.kind().name == "hop"));
    /// ```
    pub fn player(&self, options: Options, level: Level) -> Option<Box<dyn AnyEngine>> {
        self.player_by(self.algorithm(&options, level), options)
    }

    /// The method of its solver that tries all others, where there are several: for those who want a value rather than
    /// a move.
    pub fn any_method(&self) -> Option<&'static str> {
        self.methods.iter().map(|method| method.name).find(|&name| name == Method::ANY)
    }

    /// An engine that goes on with a table kept by [`AnyEngine::save_table`], under the rules of `game`.
    ///
    /// # Errors
    /// The file cannot be read, or is not such a table.
    pub fn engine_with_table(
        &self,
        options: Options,
        path: &Path,
        game: &dyn AnyGame,
    ) -> Result<Box<dyn AnyEngine>, TableFileError> {
        (self.functions.load)(options, path, game)
    }

    /// Reads a network of this game from a file.
    ///
    /// # Errors
    /// The game has none, the system refuses the file, or it is no such network.
    pub fn read_network(&self, path: &Path) -> Result<NetworkRef, NetworkError> {
        self.network.ok_or(NetworkError::NoNetwork(self.name))?.read(self.name, path)
    }

    /// [`Solve::make_tables`](crate::solve::Solve::make_tables).
    ///
    /// # Errors
    /// As there.
    pub fn make_tables(&self, last: &str, directory: &Path, task: &Task<'_>) -> Result<bool, String> {
        (self.functions.make_tables)(last, directory, task)
    }

    /// [`Solve::load_tables`](crate::solve::Solve::load_tables).
    ///
    /// # Errors
    /// As there.
    pub fn load_tables(&self, directory: &Path, warn: Option<Warn>) -> Result<usize, String> {
        (self.functions.load_tables)(directory, warn)
    }

    /// [`Solve::own_proofs`](crate::solve::Solve::own_proofs).
    pub fn own_proofs(&self) -> Vec<(&'static str, &'static [u8])> {
        (self.functions.own_proofs)()
    }

    /// [`Solve::load_proof`](crate::solve::Solve::load_proof).
    ///
    /// # Errors
    /// As there.
    pub fn load_proof(&self, name: &str, content: &[u8]) -> Result<(), String> {
        (self.functions.load_proof)(name, content)
    }

    /// [`Solve::verify_tables`](crate::solve::Solve::verify_tables).
    ///
    /// # Errors
    /// As there.
    pub fn verify_tables(&self, last: &str, directory: &Path, task: &Task<'_>) -> Result<bool, String> {
        (self.functions.verify_tables)(last, directory, task)
    }

    /// [`Solve::table_info`](crate::solve::Solve::table_info).
    ///
    /// # Errors
    /// As there.
    pub fn table_info(&self, name: &str, directory: &Path) -> Result<TableInfo, String> {
        (self.functions.table_info)(name, directory)
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kind").field(&self.name).finish()
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Kind {}
