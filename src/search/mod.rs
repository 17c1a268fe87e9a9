//! The search, for every game: iterative deepening alpha-beta over a shared transposition table.
//!
//! [`Engine`] is the way in. The parts, from the outside: `crew` has the threads, which go on together by Lazy SMP,
//! `root` iterates, `outcome` asks only who wins, `alphabeta` and `qsearch` search the moves of a node, `pvs` what
//! follows a move, `node_end` knows which nodes need no search, `selectivity` prunes, reduces and extends, `picker` and
//! `histories` order moves, [`Table`] remembers, `limits` watches the clock, [`Score`] says what is proven and what is
//! only evaluated. `opponents` is all that is different with more than two sides, but for `maxn`, a search of its own.
//! [`hooks`] is what a game may tell the search.
//!
//! With one thread and a limit of depth or nodes the same search gives the same nodes, score and line on every machine.

mod alphabeta;
mod best;
mod context;
mod crew;
mod engine;
mod histories;
mod known_roots;
mod lazy_smp;
mod level;
mod limits;
mod maxn;
mod memory;
mod model;
mod move_stack;
mod node;
mod node_end;
mod opponents;
mod options;
mod outcome;
mod picker;
mod prefetch;
mod pvs;
mod qsearch;
mod qsearch_table;
mod report;
mod root;
mod root_move;
mod saving;
mod selectivity;
mod table;
mod table_file;
mod techniques;
mod teller;
mod thread_data;
mod time_manager;
mod value;
mod visit;
mod worker;

#[doc(hidden)]
pub mod bench;
pub mod hooks;

pub use engine::{Engine, EngineOf};
pub use hooks::{Evaluated, Margins, Plain, Searchable, State};
pub use level::Level;
pub use limits::Limits;
pub(crate) use limits::StopCondition;
pub use model::Model;
pub use options::Options;
pub use report::{Current, Found, Heartbeat, Report, Told, hit_rate, nodes_per_second};
pub use root::MAX_DEPTH;
pub use table::{Bound, Entry, Table};
#[doc(hidden)]
pub use table_file::KIND as TABLE_KIND;
pub use table_file::TableFileError;
pub use techniques::Techniques;
pub(crate) use teller::HEARTBEAT;
pub use value::Score;
