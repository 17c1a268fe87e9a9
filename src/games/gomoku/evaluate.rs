//! The static evaluation: with `connect=5` the scores of the line codes on the empty squares and of the threats
//! ([`super::patterns`]), in freestyle on 15x15 corrected by the network ([`super::network`]); otherwise of windows
//! that can still become a winning run.

use super::network;
use super::patterns::Patterns;
use super::position::Gomoku;
use super::stones::{LINES, extent};
use super::weights::windows::TABLE;
use crate::game::{Evaluate, Position, Side, Variant};
use crate::nnue::{GameNetwork, NetworkRef};

/// Windows that lack more stones than this score nothing.
const MOST_LACKING: usize = 4;
/// The bound of the evaluation.
const MAX_EVAL: i32 = 19_000;

impl Evaluate for Gomoku {
    const CHANCE_SCALE: f64 = 655.0;
    const LEVEL_ELO: &'static [i32] = &[1000, 1079, 1222, 1413, 1604, 1845, 2013, 2263, 2361];

    const NETWORK: Option<GameNetwork> = Some(network::OWN);

    fn features(&self, view: Side) -> impl Iterator<Item = u16> {
        network::features(self, view)
    }

    fn network_base(&self, side: Side) -> i32 {
        from_view(self.by_hand(), self.side_to_move(), side)
    }

    fn evaluate(&self, side: Side) -> i32 {
        self.evaluate_with(None, side)
    }

    fn evaluate_with(&self, network: Option<NetworkRef>, side: Side) -> i32 {
        let network = network::given_or_own(network, &self.rules()).map_or(0, |network| network.evaluate(self));
        from_view(self.by_hand() + network, self.side_to_move(), side)
    }
}

/// What the tables say of the side to move: the scores of the empty squares for it, less those for the other side, and
/// the score of the threats that there are.
#[inline]
pub(super) fn by_tables(patterns: &Patterns, mover: Side) -> i32 {
    let ([own, _], [_, other]) = (patterns.scores(mover), patterns.scores(mover.other()));
    own - other + patterns.threat_score(mover)
}

/// The mover's evaluation, in bounds, from `side`'s view.
#[inline]
pub(super) fn from_view(eval: i32, mover: Side, side: Side) -> i32 {
    let eval = eval.clamp(-MAX_EVAL, MAX_EVAL);
    if side == mover { eval } else { -eval }
}

impl Gomoku {
    /// What is said of the side to move without a network.
    fn by_hand(&self) -> i32 {
        let mover = self.side_to_move();
        match self.has_patterns() {
            true => by_tables(&Patterns::of(self), mover),
            false => self.potential(mover) - self.potential(mover.other()) + TABLE.tempo,
        }
    }

    /// The score of all windows in which `side` alone may still make a run.
    fn potential(&self, side: Side) -> i32 {
        self.windows(side).into_iter().zip(TABLE.lacking).map(|(count, score)| count * score).sum()
    }

    /// How many windows there are in which `side` alone may still make a run, by how many stones they lack.
    pub(super) fn windows(&self, side: Side) -> [i32; MOST_LACKING + 1] {
        let (own, other) = (self.stones(side).lines(), self.stones(side.other()).lines());
        let connect = u32::from(self.rules().connect);
        let mut counts = [0; MOST_LACKING + 1];
        for line in (0..LINES).filter(|&line| own[line] != 0) {
            let free = extent(line, self.width(), self.height()) & !other[line];
            // One bit a window, at its first square: whether it is free, and the number of lacking stones in binary.
            let (mut open, mut ones, mut twos, mut fours) = (u32::MAX, 0, 0, 0);
            for place in 0..connect {
                open &= free >> place;
                let lacking = !(own[line] >> place);
                let to_twos = ones & lacking;
                let to_fours = twos & to_twos;
                ones ^= lacking;
                twos ^= to_twos;
                // The counter has three bits: a window that lacks eight or more is dropped.
                open &= !(fours & to_fours);
                fours ^= to_fours;
            }
            let few = open & !fours;
            let windows = [0, few & ones & !twos, few & twos & !ones, few & ones & twos, open & fours & !ones & !twos];
            for (count, windows) in counts.iter_mut().zip(windows) {
                *count += windows.count_ones() as i32;
            }
        }
        counts
    }
}
