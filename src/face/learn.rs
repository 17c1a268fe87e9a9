//! What openings, self-play and training ask of a position, whatever its game: which moves are candidates, whether it
//! is quiet, and what its evaluation's weights and network see of it.

use super::Game;
use crate::game::{MoveList, Played, Side};
use crate::search::hooks::State as _;

/// The gradients of the ordering scores of some moves: for each move the policy's weights, by number, with a derivative
/// other than 0, and that derivative.
pub type MoveGradients = Vec<Vec<(u32, f32)>>;

/// A position seen by those who learn from it. Moves are given in their canonical spelling; of a move that is not legal
/// nothing is said.
pub trait Learn {
    /// The legal moves that the search thinks of, where it does not think of all: with stones far from all others a
    /// short search cannot tell who is better.
    fn candidates(&self) -> Vec<String>;

    /// Whether there is no threat to answer, and `m` is no capture or threat either.
    fn is_quiet(&self, m: &str) -> bool;

    /// Whether a move ends the game at once with a win.
    fn has_winning_move(&self) -> bool;

    /// The number of `played` among the quiet candidates; none if it is not one of several, or if a capture or threat
    /// decides the position.
    fn quiet_choice(&self, played: &str) -> Option<usize>;

    /// The gradients of the quiet candidates, in the order of [`Self::quiet_choice`]:
    /// [`Tunable::move_gradients`](crate::game::Tunable::move_gradients).
    fn move_gradients(&self) -> MoveGradients;

    /// [`Tunable::gradient`](crate::game::Tunable::gradient).
    fn gradient(&self, side: Side) -> Vec<f64>;

    /// The active features of the network's input as `side` sees them.
    fn features(&self, side: Side) -> Vec<u16>;

    /// The network's output bucket for `side`.
    fn bucket(&self, side: Side) -> usize;

    /// What the network's output is added to, in hundredths, for `side`.
    fn network_base(&self, side: Side) -> i32;

    /// The number of the network in the program for these rules.
    fn own_network(&self) -> usize;
}

/// The legal move with this canonical spelling.
fn legal<G: Game>(position: &G, text: &str) -> Option<G::Move> {
    position.parse_move(text).ok().filter(|&m| position.is_legal(m))
}

fn quiet_candidates<G: Game>(position: &G, state: &G::State) -> G::Moves {
    let mut list = G::Moves::default();
    state.candidates(position, &mut list);
    list
}

impl<G: Game> Learn for Played<G> {
    fn candidates(&self) -> Vec<String> {
        let (position, mut useful) = (self.position(), G::Moves::default());
        let state = G::State::new(position);
        state.noisy(position, &mut useful);
        state.candidates(position, &mut useful);
        let mut moves = self.legal_moves();
        moves.retain(|m| useful.as_slice().contains(m));
        moves.into_iter().map(|m| position.move_text(m)).collect()
    }

    fn is_quiet(&self, m: &str) -> bool {
        let position = self.position();
        let state = G::State::new(position);
        !state.in_check(position) && legal(position, m).is_some_and(|m| !state.is_noisy(position, m))
    }

    fn has_winning_move(&self) -> bool {
        G::State::new(self.position()).winning_move(self.position()).is_some()
    }

    fn quiet_choice(&self, played: &str) -> Option<usize> {
        let position = self.position();
        let (m, state) = (legal(position, played)?, G::State::new(position));
        if state.is_noisy(position, m) || state.winning_move(position).is_some() {
            return None;
        }
        let candidates = quiet_candidates(position, &state);
        let number = candidates.as_slice().iter().position(|&other| other == m)?;
        (candidates.as_slice().len() > 1).then_some(number)
    }

    fn move_gradients(&self) -> MoveGradients {
        let position = self.position();
        position.move_gradients(quiet_candidates(position, &G::State::new(position)).as_slice())
    }

    fn gradient(&self, side: Side) -> Vec<f64> {
        self.position().gradient(side)
    }

    fn features(&self, side: Side) -> Vec<u16> {
        self.position().features(side).collect()
    }

    fn bucket(&self, side: Side) -> usize {
        self.position().bucket(side)
    }

    fn network_base(&self, side: Side) -> i32 {
        self.position().network_base(side)
    }

    fn own_network(&self) -> usize {
        self.position().own_network()
    }
}
