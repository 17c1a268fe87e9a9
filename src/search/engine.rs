//! The engine: what lives from one search to the next, and how a search borrows it.

use super::context::Context;
use super::crew::Crew;
use super::hooks::{Searchable, State};
use super::known_roots::{KnownRoots, identity};
use super::lazy_smp::Relay;
use super::limits::{Limits, StopCondition};
use super::options::Options;
use super::report::{Found, Report, Told};
use super::root_move::RootMove;
use super::saving::Saving;
use super::table::{Bound, Table};
use super::table_file::{self, TableFileError};
use super::teller::Teller;
use super::thread_data::ThreadData;
use super::value::{Score, Value, WIN};
use super::worker::Worker;
use crate::clock::Instant;
use crate::game::{Notation, Played, Position};
use crate::nnue::NetworkRef;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The engine of a game with a search state of its own.
///
/// ```
/// use manyply::games::hop::Hop;
/// use manyply::search::{EngineOf, Options};
///
/// let engine = EngineOf::<Hop>::try_new(Options { hash_mib: 1, threads: 2, ..Options::default() });
/// assert_eq!(engine.map(|engine| engine.options().threads), Some(2));
/// ```
pub type EngineOf<G> = Engine<G, <G as Searchable>::State>;

/// The search of a game with its memory: the transposition table, and a state, histories and stacks for each thread.
/// What one search learns, the next ones use.
///
/// `S` is what the game tells the search: [`Plain`](super::Plain) where that is nothing but its rules.
///
/// ```
/// use manyply::game::{Played, Variant};
/// use manyply::games::minichess::Minichess;
/// use manyply::search::{EngineOf, Limits, Options};
/// use std::sync::atomic::AtomicBool;
///
/// let game = Played::new(Minichess::start(&Default::default()));
/// let mut engine = EngineOf::<Minichess>::new(Options { hash_mib: 1, ..Options::default() });
/// let stop = AtomicBool::new(false);
/// let found = engine.search(&game, &Limits::depth(4), &stop, &mut |report| {
///     println!("depth {}: {} {:?}", report.depth, report.score, report.line);
/// });
/// assert_eq!(found.depth, 4);
/// assert_eq!(found.best, found.line.first().copied());
///
/// // The next search of the game goes on with the same table and histories; another game clears them.
/// engine.search(&game, &Limits::nodes(1000), &stop, &mut |_| ());
/// engine.new_game();
/// ```
pub struct Engine<G: Position, S> {
    pub(super) options: Options,
    pub(super) table: Table,
    known: KnownRoots,
    /// The memory of the threads that searched last, the reporting one's first.
    pub(super) threads: Vec<ThreadData<G, S>>,
    /// Where the table is kept while a search goes on.
    saving: Option<Saving>,
}

impl<G: Position, S: State<G>> Engine<G, S> {
    /// An engine with an empty table.
    ///
    /// # Panics
    /// If there is no memory for the table; [`Self::try_new`] says so instead.
    pub fn new(options: Options) -> Self {
        Self::try_new(options).expect("memory for the table")
    }

    /// An engine with an empty table; none if there is no memory for it.
    pub fn try_new(options: Options) -> Option<Self> {
        Some(Self::with(options, Table::try_new(options.hash_mib)?, KnownRoots::default()))
    }

    fn with(options: Options, table: Table, known: KnownRoots) -> Self {
        Self { options, table, known, threads: Vec::new(), saving: None }
    }

    /// Forgets what was learned: for a new game.
    pub fn new_game(&mut self) {
        self.table.clear(self.options.threads);
        self.known.clear();
        self.threads.iter_mut().for_each(ThreadData::clear);
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Searches until a limit is reached or `stop` is set, telling `report` of each finished iteration. Where the last
    /// search of the same position ended, also one kept by [`Self::save_table`], this one goes on.
    pub fn search(
        &mut self,
        game: &Played<G>,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Found<G::Move> {
        self.search_moves(game, &game.legal_moves(), limits, stop, report)
    }

    /// The best move that is found in this time; none if the game is over.
    ///
    /// ```
    /// use manyply::game::{Played, Variant};
    /// use manyply::games::hop::Hop;
    /// use manyply::search::{EngineOf, Options};
    /// use std::time::Duration;
    ///
    /// let mut game = Played::new(Hop::start(&Default::default()));
    /// let mut engine = EngineOf::<Hop>::new(Options { hash_mib: 1, ..Options::default() });
    /// let best = engine.best_move(&game, Duration::from_millis(10)).expect("a move");
    /// assert!(game.play(best));
    /// ```
    pub fn best_move(&mut self, game: &Played<G>, time: Duration) -> Option<G::Move> {
        self.search(game, &Limits::time(time), &AtomicBool::new(false), &mut |_| ()).best
    }

    /// [`Self::search`] with only some of the legal moves at the root; moves that are not legal are left out.
    pub fn search_moves(
        &mut self,
        game: &Played<G>,
        moves: &[G::Move],
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Found<G::Move> {
        self.watch(game, moves, limits, stop, &mut |told| {
            if let Told::Line(line) = told {
                report(line);
            }
        })
    }

    /// [`Self::search_moves`] with heartbeats: about once a second within an iteration, if there is nothing else to
    /// tell.
    ///
    /// ```
    /// use manyply::game::{Played, Variant};
    /// use manyply::games::hop::Hop;
    /// use manyply::search::{EngineOf, Limits, Options, Told};
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let game = Played::new(Hop::start(&Default::default()));
    /// let mut engine = EngineOf::<Hop>::new(Options { hash_mib: 1, ..Options::default() });
    /// let stop = AtomicBool::new(false);
    /// engine.watch(&game, &game.legal_moves(), &Limits::depth(4), &stop, &mut |told| match told {
    ///     Told::Line(report) => println!("depth {}: {}", report.depth, report.score),
    ///     Told::Heartbeat(heartbeat) => println!("depth {}: {} nodes/s", heartbeat.depth, heartbeat.nps()),
    /// });
    /// ```
    // Kept whole, so that callers in other crates use the library's copy of the search.
    #[inline(never)]
    pub fn watch(
        &mut self,
        game: &Played<G>,
        moves: &[G::Move],
        limits: &Limits,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Told<'_, G::Move>),
    ) -> Found<G::Move> {
        let started = Instant::now();
        let legal = game.legal_moves();
        let roots: Vec<_> = legal.into_iter().filter(|m| moves.contains(m)).map(RootMove::new).collect();
        if roots.is_empty() {
            return Found::nothing(started.elapsed());
        }

        let proved =
            if self.options.exact || G::POINTS { None } else { proved::<G, S>(game, &roots, limits, stop, started) };
        if let Some(found) = proved.as_ref().filter(|_| self.options.multipv <= 1) {
            found.as_report().iter().for_each(|report| tell(Told::Line(report)));
            return found.clone();
        }

        let halt = AtomicBool::new(false);
        let stop_condition = StopCondition::new(started, limits, self.options.threads.max(1), [stop, &halt]);
        self.search_roots(game, roots, proved, limits, &stop_condition, tell)
    }

    /// The search of [`Self::watch`]. A win may be `proved` already.
    fn search_roots(
        &mut self,
        game: &Played<G>,
        mut roots: Vec<RootMove<G::Move>>,
        proved: Option<Found<G::Move>>,
        limits: &Limits,
        stop_condition: &StopCondition<'_>,
        tell: &mut dyn FnMut(Told<'_, G::Move>),
    ) -> Found<G::Move> {
        let Options { network, threads, multipv, .. } = self.options;
        let (threads, multipv) = (threads.max(1), multipv.max(1));
        let mut kept = std::mem::take(&mut self.threads).into_iter();
        let own = kept.next().map_or_else(|| ThreadData::new(game, network), |data| data.for_search(game));
        sort_roots(game, &own.state, &mut roots);
        self.table.new_search();
        let helper_nodes = AtomicU64::new(0);
        let context = Context::new(game, &self.table, &self.options, &helper_nodes, &own.state);
        let relay = Relay::new(threads);
        let mut worker = Worker::new(own, game, &context, stop_condition.clone(), 0);
        // Alone there is nobody to run with, but what is kept on the way is handed over, too.
        worker.relay = (threads > 1 || self.saving.is_some()).then_some(&relay);
        if multipv == 1 && G::SIDES == 2 && worker.uses(|t| t.candidates) {
            worker.mark_useless(&mut roots);
        }
        let identity = identity(game, &roots, &self.options);
        let known = self.known.recall(identity, multipv, game, &mut roots);
        mark_proved(&mut roots, proved.as_ref(), known);
        let mut last = None;
        let mut tell = |told: Told<'_, G::Move>| {
            if let Told::Line(line) = told
                && line.multipv == 1
            {
                last = Some(line.clone());
            }
            tell(told);
        };
        worker.teller = Some(Teller::new(&mut tell));

        let (table, known_roots) = (&self.table, &self.known);
        let known_by_now = || {
            let mut roots = known_roots.clone();
            if let Some((depth, moves)) = relay.finished() {
                roots.remember(identity, multipv, depth, game, &moves);
            }
            roots
        };
        let save = self.saving.as_ref().map(|saving| || saving.run(table, &known_by_now, stop_condition.halt()));
        let (context, relay) = (&context, &relay);
        let crew = Crew { game, context, network, limits, multipv, known, threads, relay, stop_condition };
        let (depth, helpers) = crew.iterate(&mut worker, &mut roots, kept, save);

        let Worker { data, nodes, probes, hits, .. } = worker;
        let nodes = nodes + helper_nodes.load(Relaxed);
        let elapsed = stop_condition.started.elapsed();
        let found = Found { best: Some(roots[0].line[0]), nodes, probes, hits, ..Found::told(last.as_ref(), elapsed) };
        // The expected reply to a move that failed high is in the table alone: the root keeps it, too.
        if roots[0].line.len() == 1 {
            roots[0].line.extend(found.line.get(1));
        }
        self.known.remember(identity, multipv, depth, game, &roots);
        self.threads.push(data);
        self.threads.extend(helpers);
        found
    }
}

/// Orders the moves at the root for the first iteration. A move that wins at once comes first, and ends each.
fn sort_roots<G: Position, S: State<G>>(game: &Played<G>, state: &S, roots: &mut [RootMove<G::Move>]) {
    let win = state.winning_move(game.position());
    roots.sort_by_key(|root| {
        let m = root.line[0];
        (Some(m) != win, -state.quiet_score(game.position(), m))
    });
}

/// Marks the move that begins a win that is `proved`, with its line; as deep as what is `known` of the others.
fn mark_proved<M: Copy + PartialEq>(roots: &mut [RootMove<M>], proved: Option<&Found<M>>, known: u32) {
    if let Some(proved) = proved
        && let Some(root) = roots.iter_mut().find(|root| Some(root.line[0]) == proved.best)
    {
        root.found(WIN - proved.depth as Value, Bound::Exact, &proved.line[1..], known as i32, proved.line.len());
        root.is_proved = true;
    }
}

/// A win that begins with one of `roots` and needs no search: [`State::proved_win`].
fn proved<G: Position, S: State<G>>(
    game: &Played<G>,
    roots: &[RootMove<G::Move>],
    limits: &Limits,
    stop: &AtomicBool,
    started: Instant,
) -> Option<Found<G::Move>> {
    let (plies, line) = S::proved_win(game.position(), limits, stop)?;
    let best = *line.first().filter(|&&m| roots.iter().any(|root| root.line[0] == m))?;
    let elapsed = started.elapsed();
    Some(Found { best: Some(best), score: Some(Score::Win(plies)), line, depth: plies, ..Found::nothing(elapsed) })
}

impl<G: Position, S> std::fmt::Debug for Engine<G, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<G: Notation, S: State<G>> Engine<G, S> {
    /// An engine that goes on with a table kept by [`Self::save_table`] of the same game and rules. The table has the
    /// size that it was kept with.
    ///
    /// # Errors
    /// The file cannot be read, or is not such a table.
    pub fn with_table(options: Options, path: &Path, rules: &G::Rules) -> Result<Self, TableFileError> {
        let (table, known) = table_file::load(path, &tag::<G>(rules, options.network))?;
        Ok(Self::with(options, table, known))
    }

    /// Keeps the table in a file. The file appears only when it is whole.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save_table(&self, path: &Path, rules: &G::Rules) -> Result<(), TableFileError> {
        table_file::save(&self.table, &self.known, path, &tag::<G>(rules, self.options.network), &|| true)
    }

    /// From now on keeps the table in this file while a search goes on, as [`Self::save_table`] would: about every
    /// minute, more often in the first, so that whatever ends the program costs no more. `unsaved` hears what went
    /// wrong. The end of a search is not kept by itself.
    pub fn keep_table(
        &mut self,
        path: &Path,
        rules: &G::Rules,
        unsaved: impl Fn(&TableFileError) + Send + Sync + 'static,
    ) {
        let tag = tag::<G>(rules, self.options.network);
        self.saving = Some(Saving { path: path.to_owned(), tag, unsaved: Box::new(unsaved) });
    }
}

/// What a table file belongs to.
fn tag<G: Notation>(rules: &G::Rules, network: Option<NetworkRef>) -> String {
    let network = network.map_or_else(String::new, |network| format!(" network={:016x}", network.head().checksum));
    format!("{} {}{network}", G::NAME, G::rules_text(rules))
}
