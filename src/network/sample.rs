//! What networks learn from: quiet positions of games that the engine plays against itself, with what the search thought
//! of them and what the game came to.

use super::MOST_PRESENT;
use crate::game::{Played, Side};
use crate::games::Game;
use crate::search::hooks::{Qsearch as _, State as _};
use crate::search::{EngineOf, Limits, Options, Score};
use crate::zobrist::{SplitMix64, mix};
use arrayvec::ArrayVec;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A position as a network sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The features present, as the side to move and as the other one sees them.
    views: [ArrayVec<u16, MOST_PRESENT>; 2],
    /// What a search thought, in hundredths, for the side to move.
    pub score: i16,
    /// What the game came to for the side to move: 1 won, 0 drawn, -1 lost.
    pub result: i8,
}

impl Sample {
    /// A position with its score and result for the side to move. Features beyond [`MOST_PRESENT`] are left out.
    pub fn new(features: impl Iterator<Item = (u16, u16)>, score: i16, result: i8) -> Self {
        let mut views = [ArrayVec::new(), ArrayVec::new()];
        for (mine, theirs) in features.take(MOST_PRESENT) {
            views[0].push(mine);
            views[1].push(theirs);
        }
        Self { views, score, result }
    }

    /// The features present as the side to move (0) or the other one (1) sees them.
    pub(super) fn features(&self, view: usize) -> &[u16] {
        &self.views[view]
    }
}

/// Games that the engine plays against itself.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay<G: Game> {
    /// The rules.
    pub rules: G::Rules,
    /// Nodes a move.
    pub nodes: u64,
    /// A game begins with up to so many random moves.
    pub random_plies: usize,
    /// What these follow from.
    pub seed: u64,
}

/// A game that begins with one side better by more than so many hundredths teaches nothing.
const UNBALANCED: i32 = 500;
/// Nor do positions that are decided.
const DECIDED: i32 = 3000;
/// So few plies before the end of the game by its limit, the estimate is about the limit.
const LEAST_PLIES: u32 = 32;
/// The engine's table, in MiB.
const TABLE: usize = 4;

impl<G: Game> SelfPlay<G> {
    /// The samples of game number `index`: always the same. None if the game was over, unbalanced, or stopped.
    pub fn game(&self, index: u64, stop: &AtomicBool) -> Vec<Sample> {
        let mut random = SplitMix64::new(mix(self.seed ^ mix(index)));
        let mut game = Played::new(G::start(&self.rules));
        for _ in 0..random.below(self.random_plies + 1) {
            let moves = game.legal_moves();
            if moves.is_empty() {
                return Vec::new();
            }
            game.play(moves[random.below(moves.len())]);
        }
        let mut searcher = EngineOf::<G>::new(Options { hash_mib: TABLE, ..Options::default() });
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let mut seen: Vec<(Sample, Side)> = Vec::new();
        let mut first = true;
        let result = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.payoff(Side::FIRST);
            }
            let side = game.position().side_to_move();
            let found = searcher.search(&game, &limits, stop, &mut |_| ());
            let (Some(best), Some(score)) = (found.best, found.score) else { return Vec::new() };
            match score {
                _ if stop.load(Relaxed) => return Vec::new(),
                Score::Cp(cp) if first && cp.abs() > UNBALANCED => return Vec::new(),
                Score::Cp(cp) => seen.extend(sample(game.position(), best, cp).map(|sample| (sample, side))),
                Score::Draw => {}
                Score::Win(_) | Score::Loss(_) if first => return Vec::new(),
                Score::Win(_) | Score::Loss(_) => {
                    break if matches!(score, Score::Win(_)) == (side == Side::FIRST) { 1 } else { -1 };
                }
            }
            first = false;
            game.play(best);
        };
        let of = |side| if side == Side::FIRST { result } else { -result };
        seen.into_iter().map(|(sample, side)| Sample { result: of(side), ..sample }).collect()
    }
}

/// The position as a sample, if it is one to learn from.
fn sample<G: Game>(position: &G, best: G::Move, score: i32) -> Option<Sample> {
    let late = position.plies_left().is_some_and(|left| left < LEAST_PLIES);
    let state = G::State::new(position);
    let quiet = !state.in_check(position) && !state.is_noisy(position, best);
    (quiet && !late && score.abs() < DECIDED).then(|| Sample::new(position.features(), score as i16, 0))
}
