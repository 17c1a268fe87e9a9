//! Games of the engine against itself, with the search's score of each position.

use super::varied::{LINES, Lines, Varied};
use manyply::face::AnyEngine;
use manyply::game::{Outcome, Side};
use manyply::nnue::NetworkRef;
use manyply::search::{Limits, Options, Score};
use manyply::threads;
use manyply::zobrist::{SplitMix64, mix};
use manyply_arena::referee::{Ending, Finished};
use manyply_arena::{Openings, Record, Task, Terms};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::channel;

/// A table's size in MiB: more than such short searches fill.
const HASH_MIB: usize = 4;
/// In hundredths: what [`SelfPlay::brief`] games are given up beyond where nothing else is wanted.
pub const UNBALANCED: u32 = 500;

/// How the engine plays itself.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The openings: game number n begins with opening number n.
    pub openings: Openings,
    /// The number of the first game.
    pub first: u64,
    /// From one game's number to the next one's, at least 1: parts of a run take turns.
    pub step: u64,
    /// The number behind that of the last game.
    pub games: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// How many games are played at once, at least 1. The games do not depend on it.
    pub threads: usize,
    /// Moves by chance, so that games that begin alike differ.
    pub varied: Varied,
    /// Brief games: all sides share one table, and a game of two sides ends as soon as a win or loss is proven, or at
    /// once if the score of its first search is larger than so many hundredths. Otherwise sides have tables of their
    /// own and games are played to their ends, as in a match.
    pub brief: Option<u32>,
    /// Another network than the game's own.
    pub network: Option<NetworkRef>,
}

/// A game of the engine against itself.
#[derive(Clone)]
pub struct SelfGame {
    /// Its number, from 0.
    pub number: u64,
    /// How many of the moves are its opening's.
    pub opening_plies: usize,
    /// The search's score before each move after the opening, from the view of the side to move.
    pub scores: Vec<Score>,
    /// The moves, and how it ended: by [`Ending::Length`] if it began out of balance.
    pub finished: Finished,
}

impl SelfGame {
    /// The game as archives hold it.
    pub fn record(&self) -> Record {
        let (number, seats) = (self.number, vec![0; self.finished.payoffs.len()]);
        self.finished.record(&Task { number, group: number, opening: number, seats }, self.opening_plies)
    }
}

impl SelfPlay {
    /// So many games from these openings, from the first one on, each played to its end with the game's own network.
    pub fn new(openings: Openings, games: u64, nodes: u64, threads: usize) -> Self {
        let (first, step, varied) = (0, 1, Varied::default());
        Self { openings, first, step, games, nodes, threads, varied, brief: None, network: None }
    }

    /// The engine as an agent.
    pub fn agent(&self) -> String {
        format!("engine:nodes={},hash={HASH_MIB}", self.nodes)
    }

    /// Plays, giving each game to `each` when it ends, until that breaks or `stop` is set: games in progress are
    /// dropped.
    ///
    /// # Errors
    /// There is no memory for the tables, or no thread.
    pub fn play(&self, stop: &AtomicBool, each: &mut dyn FnMut(SelfGame) -> ControlFlow<()>) -> Result<(), String> {
        let kind = self.openings.kind();
        let tables = if self.brief.is_some() { 1 } else { kind.sides };
        let options = Options { hash_mib: HASH_MIB, network: self.network, ..Options::default() };
        let multipv = Options { multipv: LINES, ..options };
        let engines = || {
            let own: Option<Vec<_>> = (0..tables).map(|_| kind.engine(options)).collect();
            Some(Engines { own: own?, multipv: kind.engine(multipv)? })
        };
        let workers: Option<Vec<_>> = (0..self.threads.max(1)).map(|_| engines()).collect();
        let workers = workers.ok_or("the system does not give memory for the engine's tables")?;
        let next = &AtomicU64::new(self.first);
        std::thread::scope(|scope| {
            let (sender, games) = channel();
            let workers = workers.into_iter().map(|mut engines| {
                let sender = sender.clone();
                move || {
                    let numbers = std::iter::from_fn(|| Some(next.fetch_add(self.step.max(1), Relaxed)));
                    let games = numbers
                        .take_while(|&number| number < self.games)
                        .map_while(|number| self.game(number, &mut engines, stop));
                    for game in games {
                        // The receiver is gone: the caller needs no more games.
                        if sender.send(game).is_err() {
                            break;
                        }
                    }
                }
            });
            threads::crew(scope, workers).map_err(|error| error.to_string())?;
            drop(sender);
            let _ = games.into_iter().try_for_each(each);
            Ok(())
        })
    }

    /// Game number `number`: always the same; none if `stop` was set before its end.
    fn game(&self, number: u64, engines: &mut Engines, stop: &AtomicBool) -> Option<SelfGame> {
        let mut game = self.openings.get(number, stop);
        let (opening_plies, sides) = (game.ply(), game.kind().sides);
        engines.new_game(self.varied);
        let mut scores = Vec::new();
        let mut random = SplitMix64::new(mix(!number));
        let (outcome, ending) = loop {
            if let Some(outcome) = game.outcome() {
                break (outcome, Ending::Rules);
            }
            if game.ply() >= Terms::default().most_plies as usize {
                break (Outcome::DRAW, Ending::Length);
            }
            let side = game.side_to_move();
            let draws = self.varied.draws(scores.len());
            let mut lines = Lines::new();
            let engine = engines.of(side, draws);
            let found = engine.search(&*game, None, &Limits::nodes(self.nodes), stop, &mut |report| lines.take(report));
            if stop.load(Relaxed) {
                return None;
            }
            let (best, score) = (found.best?, found.score?);
            match score {
                _ if self.brief.is_none() || sides != 2 => {}
                Score::Win(_) => break (Outcome::win(side), Ending::Proved),
                Score::Loss(_) => break (Outcome::win(side.other()), Ending::Proved),
                Score::Cp(cp) if scores.is_empty() && self.brief.is_some_and(|most| cp.unsigned_abs() > most) => {
                    break (Outcome::DRAW, Ending::Length);
                }
                Score::Cp(_) | Score::Draw => {}
            }
            let chosen = if draws {
                lines.draw(self.varied.temperature, &mut random)
            } else if self.varied.is_random(scores.len(), &mut random) {
                let candidates = game.candidates();
                candidates.get(random.below(candidates.len().max(1))).cloned()
            } else {
                None
            };
            scores.push(score);
            game.play(&chosen.unwrap_or(best)).ok()?;
        };
        Some(SelfGame { number, opening_plies, scores, finished: Finished::new(game, outcome, ending) })
    }
}

/// The engines of one thread.
struct Engines {
    /// One for all sides, or one for each.
    own: Vec<Box<dyn AnyEngine>>,
    /// One with several lines (MultiPV), for moves that are drawn.
    multipv: Box<dyn AnyEngine>,
}

impl Engines {
    fn new_game(&mut self, varied: Varied) {
        self.own.iter_mut().for_each(|engine| engine.new_game());
        if varied.draws(0) {
            self.multipv.new_game();
        }
    }

    fn of(&mut self, side: Side, draws: bool) -> &mut dyn AnyEngine {
        let own = side.index() % self.own.len();
        if draws { &mut *self.multipv } else { &mut *self.own[own] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyply::games::kind;
    use manyply_arena::opening;

    /// Of each game from these positions the first side's payoff, the plies and how it ended.
    fn played(texts: &[&str], unbalanced: u32) -> Vec<(i8, usize, Ending)> {
        let minichess = kind("minichess").expect("a game");
        let openings = texts.iter().map(|text| opening(minichess, "", text).expect("an opening"));
        let openings = Openings::Book(openings.collect());
        let play = SelfPlay { brief: Some(unbalanced), ..SelfPlay::new(openings, texts.len() as u64, 50, 1) };
        let mut games = Vec::new();
        let played = play.play(&AtomicBool::new(false), &mut |game| {
            let finished = &game.finished;
            games.push((finished.payoffs[0], finished.game.ply(), finished.ending.clone()));
            ControlFlow::Continue(())
        });
        assert_eq!(played, Ok(()));
        games
    }

    /// A rook more: given up at once, or played.
    #[test]
    fn games_out_of_balance_are_given_up() {
        let ahead = ["k3r/ppppp/5/5/PPPPP/KR2R w - - 0 1"];
        assert_eq!(played(&ahead, 30), [(0, 0, Ending::Length)]);
        let whole = played(&ahead, u32::MAX);
        assert!(whole[0].1 > 0, "{whole:?}");
    }

    #[test]
    fn endings_end_as_their_tables_say() {
        // Too long for so few nodes, but for the tables that are part of the program: won by either side.
        let texts = ["1N3/1k3/5/5/5/K4 w - - 0 1", "k4/5/5/5/1K3/1n3 b - - 0 1"];
        let games = played(&texts, UNBALANCED);
        assert_eq!(games, [(1, 0, Ending::Proved), (-1, 0, Ending::Proved)]);
    }
}
