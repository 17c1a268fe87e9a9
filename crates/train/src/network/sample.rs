//! Training samples of networks: quiet positions of self-play games, with the search's score and the game's result.

use crate::{Leaf, SelfGame};
use manyply::face::AnyGame;
use manyply::game::Side;
use manyply::nnue::{Architecture, Lesson, MAX_ACTIVE, Shape};
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
    /// The search's score in hundredths, for the side; none if there is none, or if an NNUE learns and it is decided.
    pub score: Option<i16>,
    /// The game's result for the side: 1 won, 0 drawn, -1 lost; none if the position was in no game.
    pub result: Option<i8>,
    /// The best move, in the game's packed form, for networks that learn it.
    pub best: Option<u16>,
}

impl Sample {
    /// A position with its score and result for a side. `views` has the active features, as that side and the next ones
    /// see them: equally many each, of which those beyond [`MAX_ACTIVE`] are left out.
    pub fn new(views: &[Vec<u16>], bucket: usize, score: Option<i16>, result: i8) -> Self {
        let features = views.iter().flat_map(|view| view.iter().take(MAX_ACTIVE).copied()).collect();
        let (views, bucket, result) = (views.len() as u8, bucket as u8, Some(result));
        Self { features, views, bucket, base: 0, score, result, best: None }
    }

    /// What `side` sees of a position that a game of these payoffs went through, or none.
    fn of(position: &dyn AnyGame, side: Side, score: Option<i16>, payoffs: Option<&[i8]>) -> Self {
        let sides = position.kind().sides;
        let views = std::iter::successors(Some(side), |side| Some(side.next(sides))).take(sides);
        let views: Vec<Vec<u16>> = views.map(|side| position.features(side)).collect();
        let result = payoffs.map(|payoffs| payoffs[side.index()]);
        Self { base: base(position, side), result, ..Self::new(&views, position.bucket(side), score, 0) }
    }

    /// What a network of the game's own architecture learns from a position: the search's score and the best move.
    fn of_own(position: &dyn AnyGame, score: Score, best: &str, payoffs: Option<&[i8]>) -> Self {
        let side = position.side_to_move();
        let score = match score {
            Score::Cp(score) => score.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            Score::Win(_) => i16::MAX,
            Score::Loss(_) => i16::MIN,
            Score::Draw => 0,
        };
        Self {
            features: position.features(side).into(),
            views: 1,
            bucket: position.bucket(side) as u8,
            base: base(position, side),
            score: Some(score),
            result: payoffs.map(|payoffs| payoffs[side.index()]),
            best: position.packed(best),
        }
    }

    /// What a network sees; what it is to learn of that stands elsewhere.
    #[inline]
    pub(super) fn lesson(&self) -> Lesson<'_> {
        let Self { features, views, bucket, best, .. } = self;
        let (views, bucket) = (usize::from(*views), usize::from(*bucket));
        Lesson { features, views, bucket, base: 0.0, target: 0.0, best: *best }
    }
}

/// What the network's output is added to for `side`.
fn base(position: &dyn AnyGame, side: Side) -> i16 {
    position.network_base(side).clamp(i16::MIN.into(), i16::MAX.into()) as i16
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
/// left out, and counted; so are those of the [leaves](SelfGame::leaves). A network of the game's own architecture
/// learns from decided positions, too, and moves that are captures or threats: from all where there is no threat to
/// answer, and no move that wins at once.
pub fn samples(played: &SelfGame, shape: Shape, least_plies: u32) -> (Vec<Sample>, LeftOut) {
    let Finished { game, payoffs, .. } = &played.finished;
    let before = game.ply() - played.scores.len();
    let mut position = game.at(before);
    let mut all = Samples { shape, least_plies, samples: Vec::new(), left_out: LeftOut::default() };
    for (number, best) in game.moves_from(before).iter().enumerate() {
        all.add(&*position, best, &played.scores[number..], Some(payoffs));
        // The moves were legal when they were played.
        let _ = position.play(best);
    }
    for Leaf { position, best, score } in &played.leaves {
        all.add(&**position, best, &[*score], None);
    }
    (all.samples, all.left_out)
}

/// The samples so far.
struct Samples {
    shape: Shape,
    least_plies: u32,
    samples: Vec<Sample>,
    left_out: LeftOut,
}

impl Samples {
    /// Adds the samples of a position, with the scores of its search and of those at the next turns, and the payoffs of
    /// its game.
    fn add(&mut self, position: &dyn AnyGame, best: &str, scores: &[Score], payoffs: Option<&[i8]>) {
        let undecided = |score: &Score| match *score {
            Score::Cp(score) if score.abs() < DECIDED * self.shape.scale => Some(score as i16),
            _ => None,
        };
        let is_own = self.shape.architecture != Architecture::Nnue;
        let is_noisy = || match is_own {
            true => position.has_forced_move(),
            false => !position.is_quiet(best),
        };
        if position.plies_left().is_some_and(|left| left < self.least_plies) {
            self.left_out.late += 1;
        } else if !is_own && undecided(&scores[0]).is_none() {
            self.left_out.decided += 1;
        } else if is_noisy() {
            self.left_out.noisy += 1;
        } else if is_own {
            self.samples.push(Sample::of_own(position, scores[0], best, payoffs));
        } else {
            let sides = position.kind().sides;
            let turns = std::iter::successors(Some(position.side_to_move()), |side| Some(side.next(sides)));
            // Of a position that is in no game nobody has asked how the others stand.
            let views = if sides > 2 && payoffs.is_some() { sides } else { 1 };
            let samples = turns
                .take(views)
                .zip(0..)
                .map(|(side, turn)| Sample::of(position, side, scores.get(turn).and_then(undecided), payoffs));
            self.samples.extend(samples);
        }
    }
}
