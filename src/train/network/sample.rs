//! Training samples of networks: quiet positions of self-play games, with the search's score and the game's result.

use crate::arena::Playable;
use crate::arena::referee::Finished;
use crate::game::Tunable;
use crate::nnue::MAX_ACTIVE;
use crate::search::Score;
use crate::search::hooks::{Qsearch as _, State as _};
use crate::train::SelfGame;
use arrayvec::ArrayVec;

/// A position as a network sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The active features, as the side to move and as the other one sees them.
    views: [ArrayVec<u16, MAX_ACTIVE>; 2],
    /// The search's score in hundredths, for the side to move.
    pub score: i16,
    /// The game's result for the side to move: 1 won, 0 drawn, -1 lost.
    pub result: i8,
}

impl Sample {
    /// A position with its score and result for the side to move. Features beyond [`MAX_ACTIVE`] are left out.
    pub fn new(features: impl Iterator<Item = (u16, u16)>, score: i16, result: i8) -> Self {
        let mut views = [ArrayVec::new(), ArrayVec::new()];
        for (mine, theirs) in features.take(MAX_ACTIVE) {
            views[0].push(mine);
            views[1].push(theirs);
        }
        Self { views, score, result }
    }

    /// The active features as the side to move (0) or the other one (1) sees them.
    pub(super) fn features(&self, view: usize) -> &[u16] {
        &self.views[view]
    }
}

/// Positions with larger scores are decided and left out.
const DECIDED: i32 = 3000;
/// With fewer plies to the game's ply limit the score depends on the limit: such positions are left out.
const LEAST_PLIES: u32 = 32;

/// The samples of a game.
pub fn samples<G: Playable + Tunable>(played: &SelfGame<G>) -> Vec<Sample> {
    let Finished { game, payoffs, .. } = &played.finished;
    let mut position = played.opening.played().position().clone();
    let mut samples = Vec::new();
    for (best, &score) in game.moves().skip(game.moves().len() - played.scores.len()).zip(&played.scores) {
        let late = position.plies_left().is_some_and(|left| left < LEAST_PLIES);
        let state = G::State::new(&position);
        let quiet = !state.in_check(&position) && !state.is_noisy(&position, best);
        if let Score::Cp(score) = score
            && quiet
            && !late
            && score.abs() < DECIDED
        {
            let result = payoffs[position.side_to_move().index()];
            samples.push(Sample::new(position.features(), score as i16, result));
        }
        position.make(best);
    }
    samples
}
