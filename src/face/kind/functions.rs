//! What a game's kind is made of, by the game's type.

use super::super::engine::played;
use super::super::{AnyEngine, AnyGame, Game, Setup, SetupError, pasted};
use super::Kind;
use crate::game::{Played, Side, TextError, Weights};
use crate::mcts::Mcts;
use crate::perft;
use crate::perft::suite::{self, Check, Entry, SuiteError, Summary};
use crate::search::bench::{self, Fingerprint};
use crate::search::hooks::State as _;
use crate::search::{EngineOf, Options, TableFileError};
use crate::solve::{TableInfo, Task, Warn};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// What needs the game's type.
pub(super) struct Functions {
    pub(super) side_name: fn(Side) -> &'static str,
    pub(super) split_moves: fn(&str) -> Vec<(usize, String)>,
    pub(super) has_number_moves: fn() -> bool,
    pub(super) edited: fn(&str, usize, Option<&str>) -> Option<String>,
    pub(super) rules: fn(&str) -> Result<String, TextError>,
    pub(super) weights: fn(&str, bool) -> Result<Weights, TextError>,
    pub(super) start: fn(&Setup) -> Result<Begun, SetupError>,
    pub(super) samples: fn() -> Vec<(Begun, u32)>,
    pub(super) fingerprint: fn(&bench::Settings, &AtomicBool) -> Fingerprint,
    pub(super) check_suite: CheckSuite,
    pub(super) engine: fn(Options) -> Option<Engine>,
    pub(super) mcts: fn(Options) -> Option<Engine>,
    pub(super) load: fn(Options, &Path, &dyn AnyGame) -> Result<Engine, TableFileError>,
    pub(super) make_tables: fn(&str, &Path, &Task<'_>) -> Result<bool, String>,
    pub(super) verify_tables: fn(&str, &Path, &Task<'_>) -> Result<bool, String>,
    pub(super) table_info: fn(&str, &Path) -> Result<TableInfo, String>,
    pub(super) load_tables: fn(&Path, Option<Warn>) -> Result<usize, String>,
    pub(super) own_proofs: fn() -> Vec<(&'static str, &'static [u8])>,
    pub(super) load_proof: fn(&str, &[u8]) -> Result<(), String>,
}

type Begun = Box<dyn AnyGame>;
type Engine = Box<dyn AnyEngine>;
type CheckSuite = fn(
    &[Entry],
    Option<&str>,
    u64,
    &perft::Settings,
    &AtomicBool,
    &mut dyn FnMut(&Check<'_>),
) -> Result<Summary, SuiteError>;

pub(super) struct Of<G>(G);

impl<G: Game> Of<G> {
    pub(super) const KIND: Kind = Kind {
        name: G::NAME,
        summary: G::SUMMARY,
        options: G::OPTIONS,
        rules_page: G::RULES_PAGE,
        lesson: G::LESSON,
        sides: G::SIDES,
        zero_sum: G::ZERO_SUM,
        most_moves: <G::Moves as crate::game::MoveList<G::Move>>::CAPACITY,
        solver: G::SOLVER,
        solver_share: G::SOLVER_SHARE,
        solver_turns: G::SOLVER_TURNS,
        methods: G::METHODS,
        tables: G::TABLES,
        loads_tables: G::LOADS_TABLES,
        techniques: G::State::TECHNIQUES,
        margins: G::State::MARGINS,
        rules_alone: G::State::RULES_ALONE,
        network: G::NETWORK,
        chance_scale: G::CHANCE_SCALE,
        level_elo: G::LEVEL_ELO,
        level_sight: G::LEVEL_SIGHT,
        baselines: G::BASELINES,
        figures: G::FIGURES,
        protocols: G::PROTOCOLS,
        functions: Functions {
            side_name: G::side_name,
            split_moves: pasted::split_moves::<G>,
            has_number_moves: pasted::has_number_moves::<G>,
            edited: G::edited,
            rules: |text| Ok(G::rules_text(&pasted::parse_rules::<G>(text)?)),
            weights: |text, policy| {
                let rules = pasted::parse_rules::<G>(text)?;
                Ok(if policy { G::policy_weights(&rules) } else { G::weights(&rules) })
            },
            start: |setup| Ok(Box::new(Played::new(start::<G>(setup)?))),
            samples: || bench::samples::<G>().into_iter().map(|(game, depth)| (game.boxed(), depth)).collect(),
            fingerprint: bench::measure::<G>,
            check_suite: |entries, rules, most, settings, stop, report| {
                let rules = rules.map(pasted::parse_rules::<G>).transpose();
                let rules = rules.map_err(|error| SuiteError::Text { line: 0, error })?;
                suite::check::<G>(entries, rules.as_ref(), most, settings, stop, report)
            },
            engine: |options| Some(Box::new(EngineOf::<G>::try_new(options)?)),
            mcts: |options| Some(Box::new(Mcts::<G>::try_new(options)?.with_chance_scale(G::CHANCE_SCALE))),
            load: |options, path, game| {
                let rules = played::<G>(game).map(|game| game.position().rules()).unwrap_or_default();
                Ok(Box::new(EngineOf::<G>::with_table(options, path, &rules)?))
            },
            make_tables: G::make_tables,
            verify_tables: G::verify_tables,
            table_info: G::table_info,
            load_tables: G::load_tables,
            own_proofs: G::own_proofs,
            load_proof: G::load_proof,
        },
    };
}

/// The position where a game begins.
fn start<G: Game>(setup: &Setup) -> Result<G, SetupError> {
    let rules = pasted::parse_rules::<G>(&setup.rules).map_err(SetupError::Rules)?;
    match (&setup.position, setup.random) {
        (Some(text), _) => pasted::parse_position(text, &rules).map_err(SetupError::Position),
        (None, Some(seed)) => G::random_start(&rules, seed).ok_or(SetupError::Random(G::NAME)),
        (None, None) => Ok(G::start(&rules)),
    }
}
