//! Games of the engine against itself, for their results.

use crate::arena::{Contender, Openings, Record, Schedule, Series, Terms};
use crate::games::Game;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// The engine's table, in MiB: more than such short searches fill.
const HASH_MIB: usize = 4;

/// How the engine plays itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// How many games, each from an opening of its own.
    pub games: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Random moves that a game begins with, where the game has no random boards.
    pub random_plies: u32,
    /// What the openings follow from.
    pub seed: u64,
    /// How many games are played at once, at least 1. It changes nothing about the games.
    pub threads: usize,
}

impl SelfPlay {
    /// The engine as an agent.
    pub fn agent(&self) -> String {
        format!("engine:nodes={},hash={HASH_MIB}", self.nodes)
    }

    /// Plays, telling `each` of every game when it ends and how many have, until it breaks or `stop` is set, and returns
    /// the games that have ended in the order of their openings.
    ///
    /// # Errors
    /// The engine cannot be made.
    pub fn play<G: Game>(
        &self,
        rules: &G::Rules,
        stop: &AtomicBool,
        each: &mut dyn FnMut(&Record, u64) -> ControlFlow<()>,
    ) -> Result<Vec<Record>, String> {
        let contenders = [Contender::<G>::parse(&self.agent()).map_err(|error| error.to_string())?];
        let openings = Openings::Random { from: None, rules: rules.clone(), plies: self.random_plies, seed: self.seed };
        let series = Series {
            contenders: &contenders,
            schedule: &Schedule::of_match(&vec![0; G::SIDES], self.games),
            openings: &openings,
            pace: None,
            terms: Terms::default(),
            seed: self.seed,
            concurrency: self.threads,
        };
        let mut records = Vec::new();
        let played = series.play(&HashSet::new(), stop, &mut |record| {
            let verdict = each(&record, records.len() as u64 + 1);
            records.push(record);
            verdict
        });
        played.map_err(|error| error.to_string())?;
        records.sort_by_key(|record| record.number);
        Ok(records)
    }
}
