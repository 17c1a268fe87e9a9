//! The combined pattern: what a stone threatens in its four directions together (Rapfi: `Pattern4`), and its scores in
//! the evaluation.

use super::line_code::{COMBINATIONS, LineCode, combination};
use super::line_pattern::LinePattern;
use crate::game::Side;
use crate::games::gomoku::rules::Rule;
use crate::games::gomoku::weights;
use once_cell::sync::Lazy;

/// The combined pattern of a stone on an empty point, weakest first. Rapfi's names are in brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Pattern4 {
    /// A forbidden point of renju whatever else it threatens: an overline or a double four (FORBID).
    Forbidden,
    /// No five is possible (NONE).
    Dead,
    /// A one, blocked or open.
    One,
    /// A blocked two.
    BlockedTwo,
    /// An open two (L_FLEX2).
    OpenTwo,
    /// A blocked three: a four with one more stone (K_BLOCK3).
    BlockedThree,
    /// Two directions with an open two or a blocked three (J_FLEX2_2X, I_BLOCK3_PLUS).
    DoubleTwo,
    /// An open three: an open four with one more stone (H_FLEX3).
    OpenThree,
    /// An open three with an open two or a blocked three in another direction (G_FLEX3_PLUS).
    OpenThreePlus,
    /// A double three: open threes in two directions (F_FLEX3_2X).
    DoubleThree,
    /// A four that one stone stops, at the point that makes five (E_BLOCK4).
    BlockedFour,
    /// Such a four with an open two or a blocked three in another direction (D_BLOCK4_PLUS).
    BlockedFourPlus,
    /// A four-three: a blocked four and an open three (C_BLOCK4_FLEX3).
    FourThree,
    /// A double four: fours in two directions, which no single stone stops (with open fours B_FLEX4).
    DoubleFour,
    /// An open four, which no single stone stops (B_FLEX4).
    OpenFour,
    /// A five (A_FIVE).
    Five,
}

impl Pattern4 {
    /// The weakest pattern whose squares are kept in sets. All fours are stronger.
    pub const STRONG: Self = Self::OpenThreePlus;
    /// How many combined patterns there are.
    pub(super) const COUNT: usize = 16;
    /// All, weakest first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Forbidden,
        Self::Dead,
        Self::One,
        Self::BlockedTwo,
        Self::OpenTwo,
        Self::BlockedThree,
        Self::DoubleTwo,
        Self::OpenThree,
        Self::OpenThreePlus,
        Self::DoubleThree,
        Self::BlockedFour,
        Self::BlockedFourPlus,
        Self::FourThree,
        Self::DoubleFour,
        Self::OpenFour,
        Self::Five,
    ];

    fn of(line_patterns: [LinePattern; 4], double_four_forbidden: bool) -> Self {
        // How often each line pattern occurs, four bits each.
        let counts = line_patterns.iter().fold(0u64, |counts, &pattern| counts + (1 << (4 * pattern as u32)));
        let count = |pattern: LinePattern| counts >> (4 * pattern as u32) & 15;
        let (fours, threes) =
            (count(LinePattern::BlockedFour) + count(LinePattern::OpenFour), count(LinePattern::OpenThree));
        let small = count(LinePattern::BlockedThree) + count(LinePattern::OpenTwo);
        if count(LinePattern::Five) > 0 {
            return Self::Five;
        }
        if count(LinePattern::Overline) + count(LinePattern::DoubleFour) > 0 || (double_four_forbidden && fours > 1) {
            return Self::Forbidden;
        }
        if count(LinePattern::OpenFour) > 0 {
            return Self::OpenFour;
        }
        match (fours, threes, small) {
            (2.., _, _) => Self::DoubleFour,
            (1, 1.., _) => Self::FourThree,
            (1, 0, 1..) => Self::BlockedFourPlus,
            (1, 0, 0) => Self::BlockedFour,
            (0, 2.., _) => Self::DoubleThree,
            (0, 1, 1..) => Self::OpenThreePlus,
            (0, 1, 0) => Self::OpenThree,
            (0, 0, 2..) => Self::DoubleTwo,
            (0, 0, 1) if count(LinePattern::BlockedThree) > 0 => Self::BlockedThree,
            (0, 0, 1) => Self::OpenTwo,
            _ if count(LinePattern::BlockedTwo) > 0 => Self::BlockedTwo,
            _ if count(LinePattern::BlockedOne) + count(LinePattern::OpenOne) > 0 => Self::One,
            _ => Self::Dead,
        }
    }
}

/// The scores of an empty point for a side: if it is to move, and if it is not.
pub type Scores = [i16; 2];

/// No score is larger, so that those of all squares of a board fit into [`ScoreSum`].
const MAX_SCORE: i32 = 1300;
/// Where the fields of [`Scored`] begin. The numbers of the patterns of a whole board add up to less than 2^13.
const OPEN_THREE: u32 = 13;
const WAITING: u32 = 24;
const MOVING: u32 = 44;

/// A combined pattern and its scores packed into one number, so that one addition sums all of it: from bit 44 the score
/// of a side to move, from bit 24 that of a side not to move, from bit 13 whether the pattern is an open three, and
/// below that its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scored(u64);

impl Scored {
    fn new(pattern4: Pattern4, scores: Scores) -> Self {
        let [moving, waiting] = scores.map(|score| i64::from(score) as u64);
        let scores = (moving << MOVING).wrapping_add(waiting << WAITING);
        Self(scores.wrapping_add(u64::from(pattern4 == Pattern4::OpenThree) << OPEN_THREE | pattern4 as u64))
    }

    /// The number of the pattern in [`Pattern4::ALL`].
    #[inline]
    fn number(self) -> u8 {
        self.0 as u8
    }

    #[cfg(test)]
    pub(super) fn scores(self) -> Scores {
        fields(self.0).map(|score| score as i16)
    }
}

/// The scores in a number that is packed as [`Scored`] is.
#[inline]
fn fields(packed: u64) -> [i32; 2] {
    // What is below a field may be negative and has borrowed from it then.
    let moving = packed.wrapping_add(1 << (MOVING - 1)) as i64 >> MOVING;
    [moving as i32, ((packed << (64 - MOVING)) as i64 >> MOVING) as i32]
}

/// The combined patterns of Black's and of White's stone on one square: numbers in [`Pattern4::ALL`], four bits each,
/// Black's lower.
pub(super) type Pair = u8;

/// The combined patterns of both colours.
#[inline]
pub(super) fn pair(black: Scored, white: Scored) -> Pair {
    black.number() | white.number() << 4
}

/// The number of one side's combined pattern.
#[inline]
pub(super) fn number(pair: Pair, side: usize) -> usize {
    usize::from(pair >> (4 * side)) % Pattern4::COUNT
}

/// Whether any pattern in pairs, which may be joined by `|`, is strong.
#[inline]
pub(super) fn any_strong(pairs: Pair) -> bool {
    // All numbers from a power of two on have that bit set.
    const { assert!(Pattern4::STRONG as usize * 2 == Pattern4::COUNT) };
    pairs & (Pattern4::STRONG as u8 * 0x11) != 0
}

/// The sum of the scores of many squares, packed as in [`Scored`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ScoreSum(u64);

impl Default for ScoreSum {
    /// Zero scores, with an offset in the bits below: where the number of a pattern gets smaller (on every square of a
    /// board, at most by one) the difference must not borrow from the scores.
    fn default() -> Self {
        Self(1 << 9)
    }
}

impl ScoreSum {
    /// The sum after the score of one square has changed.
    #[inline]
    #[must_use]
    pub(super) fn with(self, before: Scored, after: Scored) -> Self {
        Self(self.0.wrapping_add(after.0).wrapping_sub(before.0))
    }

    /// The scores of the side if it is to move, and if it is not.
    #[inline]
    pub(super) fn scores(self) -> [i32; 2] {
        fields(self.0)
    }

    /// Whether any of the squares has exactly an open three.
    #[inline]
    pub(super) fn has_open_three(self) -> bool {
        self.0 & ((1 << WAITING) - (1 << OPEN_THREE)) != 0
    }
}

/// The combined pattern and scores for every four line codes, four bits each: an index of 16 bits needs no bounds
/// check.
pub(super) type ScoreTable = [Scored; 1 << 16];
/// The scores in move ordering for every four line codes: of the side to move, and of the other one.
pub(super) type OrderTable = [Scores; 1 << 16];

/// The tables for one side under a rule.
pub(super) struct SideTables {
    pub(super) scores: Box<ScoreTable>,
    pub(super) order: Box<OrderTable>,
}

impl SideTables {
    fn new(rule: Rule, side: Side) -> Self {
        let double_four_forbidden = rule == Rule::Renju && side == Side::FIRST;
        // The weights if this side is to move, and if the other one is.
        let parts = [side, side.other()].map(|mover| weights::part(rule, mover));
        let [by_eval, by_policy] =
            [weights::combinations(rule), weights::order(rule)].map(|all| [0, 1].map(|role| &all[parts[role]][role]));
        let (mut scores, mut order) = (Vec::with_capacity(1 << 16), Vec::with_capacity(1 << 16));
        for codes in 0..1u32 << 16 {
            let line_patterns = [0, 4, 8, 12].map(|shift| LineCode::from_bits(codes >> shift).pattern());
            let pattern4 = Pattern4::of(line_patterns, double_four_forbidden);
            let combination = combination(codes).filter(|_| pattern4 != Pattern4::Forbidden);
            let of = |weights: [&[i32; COMBINATIONS]; 2], most: i32| {
                weights.map(|weights| combination.map_or(0, |number| weights[number].clamp(-most, most) as i16))
            };
            scores.push(Scored::new(pattern4, of(by_eval, MAX_SCORE)));
            order.push(of(by_policy, i16::MAX.into()));
        }
        let complete = "as many entries as indices";
        Self {
            scores: scores.into_boxed_slice().try_into().expect(complete),
            order: order.into_boxed_slice().try_into().expect(complete),
        }
    }

    /// The tables of both sides under `rule`, Black's first.
    pub(super) fn of(rule: Rule) -> [&'static Self; 2] {
        static UNRESTRICTED: Lazy<SideTables> = Lazy::new(|| SideTables::new(Rule::Freestyle, Side::FIRST));
        static RENJU: Lazy<[SideTables; 2]> =
            Lazy::new(|| [Side::FIRST, Side::SECOND].map(|side| SideTables::new(Rule::Renju, side)));
        match rule {
            Rule::Freestyle | Rule::Standard => [&UNRESTRICTED; 2],
            Rule::Renju => RENJU.each_ref(),
        }
    }
}
