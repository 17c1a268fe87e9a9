//! The search, for every game: iterative deepening alpha-beta over a shared transposition table.
//!
//! [`Searcher`] is the way in. The parts, from the outside: `root` iterates, `alphabeta` and `quiescence` search,
//! `picker` and `quiet_history` order moves, [`Table`] remembers, `limits` watches the clock, [`Score`] says what is
//! proven and what estimated. Threads go on together by `relay` (Lazy SMP).
//!
//! With one thread and a limit of depth or nodes the same search gives the same nodes, score and line on every machine.

mod alphabeta;
mod context;
mod leaves;
mod limits;
mod maxn;
mod memory;
mod model;
mod picker;
mod prefetch;
mod quiescence;
mod quiet_history;
mod ranking;
mod relay;
mod replies;
mod report;
mod root;
mod table;
mod table_file;
mod techniques;
mod value;
mod worker;

pub mod bench;

pub use limits::Limits;
pub use model::Model;
pub use report::{Found, Report, hit_rate, nodes_per_second};
pub use table::{Bound, Entry, Table};
pub use table_file::{TableFileError, check_place};
pub use techniques::Techniques;
pub use value::Score;

use crate::game::{Game, Margins, Played};
use context::Context;
use limits::Watch;
use relay::Relay;
pub use root::MAX_DEPTH;
use root::RootMove;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;
use worker::Worker;

/// How a search works; none of it changes what it may find, given time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Threads, at least 1. More than one search the same tree over one table (Lazy SMP), to different depths.
    pub threads: usize,
    /// The table's size in MiB, at least 1.
    pub hash_mib: usize,
    /// How many lines get exact values, at least 1.
    pub multipv: usize,
    /// What the other sides are assumed to do, where three play.
    pub model: Model,
    /// The techniques in use.
    pub techniques: Techniques,
    /// By how many hundredths of a unit a likely draw is worse than an even position for the side to move at the root:
    /// to play on against weaker opponents. 0 for analysis.
    pub contempt: i32,
    /// The game's margins, or others on trial.
    pub margins: Option<Margins>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mib: 64,
            multipv: 1,
            model: Model::default(),
            techniques: Techniques::ALL,
            contempt: 0,
            margins: None,
        }
    }
}

/// A search with its memory: what one search learns, the next ones use.
#[derive(Debug)]
pub struct Searcher<G> {
    options: Options,
    table: Table,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Game> Searcher<G> {
    /// A searcher with an empty table.
    ///
    /// # Panics
    /// If there is no memory for the table; [`Self::try_new`] says so instead.
    pub fn new(options: Options) -> Self {
        Self::try_new(options).expect("memory for the table")
    }

    /// A searcher with an empty table; none if there is no memory for it.
    pub fn try_new(options: Options) -> Option<Self> {
        Some(Self { options, table: Table::try_new(options.hash_mib)?, game: std::marker::PhantomData })
    }

    /// A searcher that goes on with a table kept by [`Self::save_table`] of the same game and rules. The table has the
    /// size that it was kept with.
    ///
    /// # Errors
    /// The file cannot be read, or is not such a table.
    pub fn with_table(options: Options, path: &Path, rules: &G::Rules) -> Result<Self, TableFileError> {
        let table = table_file::load(path, &tag::<G>(rules))?;
        Ok(Self { options, table, game: std::marker::PhantomData })
    }

    /// Keeps the table in a file. The file appears only when it is whole.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save_table(&self, path: &Path, rules: &G::Rules) -> Result<(), TableFileError> {
        table_file::save(&self.table, path, &tag::<G>(rules))
    }

    /// Forgets what was learned.
    pub fn clear(&mut self) {
        self.table.clear(self.options.threads);
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Searches until a limit is reached or `stop` is set, telling `report` of each finished iteration.
    pub fn search(
        &mut self,
        game: &Played<G>,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Found<G::Move> {
        self.search_moves(game, &game.legal_moves(), limits, stop, report)
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
        let started = Instant::now();
        let legal = game.legal_moves();
        let mut roots: Vec<_> = legal.into_iter().filter(|m| moves.contains(m)).map(RootMove::new).collect();
        if roots.is_empty() {
            return Found {
                best: None,
                score: None,
                line: Vec::new(),
                depth: 0,
                nodes: 0,
                probes: 0,
                hits: 0,
                elapsed: started.elapsed(),
            };
        }

        let mut prepared = game.position().clone();
        prepared.prepare();
        roots.sort_by_key(|root| -prepared.promise(root.line[0]));

        self.table.new_search();
        let helper_nodes = AtomicU64::new(0);
        let context = Context::new(game, &self.table, &self.options, &helper_nodes);
        let threads = self.options.threads.max(1);
        let halt = AtomicBool::new(false);
        let watch = Watch::new(started, limits, threads, [stop, &halt]);
        let multipv = self.options.multipv.max(1);
        let relay = Relay::new(threads);
        let mut worker = Worker::new(game, &context, watch.clone(), 0);
        worker.relay = (threads > 1).then_some(&relay);
        if self.options.multipv <= 1 && G::SIDES == 2 && self.options.techniques.candidates {
            worker.mark_useless(&mut roots);
        }
        let depth = std::thread::scope(|scope| {
            for helper in 1..threads {
                let (context, watch, relay, mut roots) = (&context, watch.clone(), &relay, roots.clone());
                scope.spawn(move || {
                    let mut worker = Worker::new(game, context, watch, helper);
                    worker.relay = Some(relay);
                    worker.iterate(&mut roots, limits, multipv, &mut |_| ());
                    worker.tell();
                });
            }
            let depth = worker.iterate(&mut roots, limits, multipv, report);
            halt.store(true, Relaxed);
            depth
        });
        let best = &roots[0];
        Found {
            best: Some(best.line[0]),
            score: Some(self.options.model.score::<G>(best.value)),
            line: worker.completed(best),
            depth,
            nodes: worker.nodes + helper_nodes.load(Relaxed),
            probes: worker.probes,
            hits: worker.hits,
            elapsed: started.elapsed(),
        }
    }
}

/// What a table file belongs to.
fn tag<G: Game>(rules: &G::Rules) -> String {
    format!("{} {}", G::NAME, G::rules_text(rules))
}
