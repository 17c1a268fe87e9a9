//! Line codes: what the evaluation tells apart in one direction. That is the line pattern, and of an open two or three
//! also how many squares make more of it: a three with a gap has one, one without a gap two.

use super::line_pattern::LinePattern;

/// A line pattern with its number of ways on, in four bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LineCode(u8);

/// The line patterns by code. What is below [`SCORED`] has a score in the evaluation.
const PATTERNS: [LinePattern; 16] = [
    LinePattern::Dead,
    LinePattern::BlockedOne,
    LinePattern::OpenOne,
    LinePattern::BlockedTwo,
    LinePattern::OpenTwo,
    LinePattern::OpenTwo,
    LinePattern::OpenTwo,
    LinePattern::BlockedThree,
    LinePattern::OpenThree,
    LinePattern::OpenThree,
    LinePattern::BlockedFour,
    LinePattern::OpenFour,
    LinePattern::Five,
    LinePattern::DoubleFour,
    LinePattern::Overline,
    LinePattern::Dead,
];

/// Codes from this one on, of fives and of what is forbidden, have no score: they end the game or are not played.
const SCORED: u32 = 12;

/// The number of combinations of four codes with a score, whichever direction each is in.
pub(in super::super) const COMBINATIONS: usize = 1365;

impl LineCode {
    pub(super) const DEAD: Self = Self(0);

    /// The code of a pattern that one more stone turns into the next better one on so many squares.
    pub(super) fn new(pattern: LinePattern, ways: u32) -> Self {
        let first = PATTERNS.iter().position(|&other| other == pattern).unwrap_or_default() as u8;
        let extra = match pattern {
            LinePattern::OpenTwo => ways.clamp(1, 3) - 1,
            LinePattern::OpenThree => ways.clamp(1, 2) - 1,
            _ => 0,
        };
        Self(first + extra as u8)
    }

    /// The code in the lowest four bits.
    #[inline]
    pub(super) fn from_bits(bits: u32) -> Self {
        Self((bits & 15) as u8)
    }

    #[inline]
    pub(super) fn bits(self) -> u8 {
        self.0
    }

    #[inline]
    pub(super) fn pattern(self) -> LinePattern {
        PATTERNS[usize::from(self.0 & 15)]
    }
}

/// The number, below [`COMBINATIONS`], of the combination of the four codes in the lowest 16 bits; none if one of them
/// has no score, or if all are dead.
pub(in super::super) fn combination(codes: u32) -> Option<usize> {
    let mut sorted = [0, 4, 8, 12].map(|shift| codes >> shift & 15);
    sorted.sort_unstable();
    let [a, b, c, d] = sorted;
    // The combinatorial number system, with repetition.
    let (pairs, triples, quadruples) =
        (b * (b + 1) / 2, c * (c + 1) * (c + 2) / 6, d * (d + 1) * (d + 2) * (d + 3) / 24);
    (d > 0 && d < SCORED).then_some((a + pairs + triples + quadruples) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Equal numbers are equal codes in another order, and all numbers but that of dead squares are in use.
    #[test]
    fn combinations_are_numbered_without_gaps() {
        let mut numbers = HashMap::new();
        for codes in 0..1u32 << 16 {
            let mut sorted = [0, 4, 8, 12].map(|shift| codes >> shift & 15);
            sorted.sort_unstable();
            if let Some(number) = combination(codes) {
                assert_eq!(*numbers.entry(number).or_insert(sorted), sorted);
                assert!(number < COMBINATIONS && sorted[3] < SCORED);
            } else {
                assert!(codes == 0 || sorted[3] >= SCORED);
            }
        }
        assert_eq!(numbers.len(), COMBINATIONS - 1);
    }

    #[test]
    fn codes_keep_their_patterns() {
        for (bits, pattern) in (0..15).zip(PATTERNS) {
            assert_eq!(LineCode::from_bits(bits).pattern(), pattern);
            assert_eq!(LineCode::new(pattern, 1).pattern(), pattern);
            assert_eq!(LineCode::new(pattern, 7).pattern(), pattern);
        }
    }
}
