//! Training samples of networks: quiet positions of self-play games, with the search's score and the game's result.

use crate::SelfGame;
use manyply::face::AnyGame;
use manyply::game::Side;
use manyply::nnue::{MAX_ACTIVE, Shape};
use manyply::search::Score;
use manyply_arena::referee::Finished;
use serde::Serialize;
use std::ops::AddAssign;

/// A position as a network sees it, and what is known of it for one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The active features: as the side sees them, then as the next ones do, equally many each.
    features: Box<[u16]>,
    /// How many sides see them.
    views: u8,
    /// The output bucket.
    pub bucket: u8,
    /// What the output is added to, in hundredths.
    pub base: i16,
    /// The search's score in hundredths, for the side; none if there is none, or if it is decided.
    pub score: Option<i16>,
    /// The game's result for the side: 1 won, 0 drawn, -1 lost.
    pub result: i8,
}

impl Sample {
    /// A position with its score and result for a side. `views` has the active features, as that side and the next ones
    /// see them: equally many each, of which those beyond [`MAX_ACTIVE`] are left out.
    pub fn new(views: &[Vec<u16>], bucket: usize, score: Option<i16>, result: i8) -> Self {
        let features = views.iter().flat_map(|view| view.iter().take(MAX_ACTIVE).copied()).collect();
        Self { features, views: views.len() as u8, bucket: bucket as u8, base: 0, score, result }
    }

    /// What `side` sees of a position that a game of these payoffs went through.
    fn of(position: &dyn AnyGame, side: Side, score: Option<i16>, payoffs: &[i8]) -> Self {
        let sides = position.kind().sides;
        let views = std::iter::successors(Some(side), |side| Some(side.next(sides))).take(sides);
        let views: Vec<Vec<u16>> = views.map(|side| position.features(side)).collect();
        let base = position.network_base(side).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        Self { base, ..Self::new(&views, position.bucket(side), score, payoffs[side.index()]) }
    }

    /// The active features as the sides see them, the sample's own first.
    #[inline]
    pub(super) fn views(&self) -> impl Iterator<Item = &[u16]> {
        let count = self.features.len() / usize::from(self.views);
        (0..usize::from(self.views)).map(move |view| &self.features[view * count..][..count])
    }
}

/// Positions with larger scores, in log-odds units, are decided and left out.
const DECIDED: i32 = 20;
/// Where nobody says another: with fewer plies left before a limit on plies the score depends on the limit.
pub const LEAST_PLIES: u32 = 32;

/// Positions of games that make no samples, by the first reason that holds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct LeftOut {
    /// Fewer plies could follow than asked for, before the game must end.
    pub late: usize,
    /// Their score is proven, or as good as decided.
    pub decided: usize,
    /// There is a threat to answer, or the best move is a capture or a threat.
    pub noisy: usize,
}

impl LeftOut {
    /// All of them.
    pub fn count(&self) -> usize {
        self.late + self.decided + self.noisy
    }
}

impl AddAssign for LeftOut {
    fn add_assign(&mut self, other: Self) {
        self.late += other.late;
        self.decided += other.decided;
        self.noisy += other.noisy;
    }
}

/// The samples of a game for a network of this shape: each position as the side to move sees it; with three sides as
/// the others see it, too, with the scores of their own searches at their next turns. Positions that are decided, not
/// quiet, or of a game that must end within fewer than `least_plies`, [`LEAST_PLIES`] where nothing else is wanted, are
/// left out, and counted.
pub fn samples(played: &SelfGame, shape: Shape, least_plies: u32) -> (Vec<Sample>, LeftOut) {
    let Finished { game, payoffs, .. } = &played.finished;
    let sides = game.kind().sides;
    let before = game.ply() - played.scores.len();
    let mut position = game.at(before);
    let (mut samples, mut left_out) = (Vec::new(), LeftOut::default());
    let undecided = |score: &Score| match *score {
        Score::Cp(score) if score.abs() < DECIDED * shape.scale => Some(score as i16),
        _ => None,
    };
    for (number, best) in game.moves_from(before).iter().enumerate() {
        if position.plies_left().is_some_and(|left| left < least_plies) {
            left_out.late += 1;
        } else if undecided(&played.scores[number]).is_none() {
            left_out.decided += 1;
        } else if !position.is_quiet(best) {
            left_out.noisy += 1;
        } else {
            let turns = std::iter::successors(Some(position.side_to_move()), |side| Some(side.next(sides)));
            let views = if sides > 2 { sides } else { 1 };
            samples.extend(turns.take(views).zip(number..).map(|(side, turn)| {
                Sample::of(&*position, side, played.scores.get(turn).and_then(undecided), payoffs)
            }));
        }
        // The moves were legal when they were played.
        let _ = position.play(best);
    }
    (samples, left_out)
}
