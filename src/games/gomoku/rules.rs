//! The options of gomoku: which runs win, how long they are, and the size of the board.

use super::square::MAX_SIZE;
use crate::game::Side;

/// Which runs win: the option `rule`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rule {
    /// Long enough or longer.
    #[default]
    Freestyle,
    /// Exactly long enough.
    Standard,
    /// White as in freestyle, Black as in standard; and Black may play neither double threes nor double fours nor
    /// longer runs, unless the same stone makes a winning one (Renju International Federation).
    Renju,
}

impl Rule {
    /// Whether longer runs do not win for `side`.
    #[inline]
    pub fn is_exact(self, side: Side) -> bool {
        match self {
            Self::Freestyle => false,
            Self::Standard => true,
            Self::Renju => side == Side::FIRST,
        }
    }
}

/// The options. `width` and `height` are those of the start; a position that is read from text has its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Which runs win.
    pub rule: Rule,
    /// How many stones in a row win, 3 to 19.
    pub connect: u8,
    /// Columns, 1 to 20.
    pub width: u8,
    /// Rows, 1 to 20.
    pub height: u8,
}

/// The shortest and the longest run that may be asked for.
pub(super) const CONNECT: std::ops::RangeInclusive<u8> = 3..=19;
/// The least and the most columns and rows.
pub(super) const SIZE: std::ops::RangeInclusive<u8> = 1..=MAX_SIZE as u8;

impl Default for Rules {
    fn default() -> Self {
        Self { rule: Rule::Freestyle, connect: 5, width: 15, height: 15 }
    }
}

impl Rules {
    /// Whether runs of `connect` win for both sides, longer ones too unless `exact`, and nothing is forbidden.
    pub(super) fn are(&self, exact: bool, connect: u8) -> bool {
        let rule = if exact { Rule::Standard } else { Rule::Freestyle };
        (self.rule, self.connect) == (rule, connect)
    }

    /// The runs that win for `side`.
    #[inline]
    pub fn winning_runs(&self, side: Side) -> Runs {
        let least = u32::from(self.connect);
        Runs { least, most: if self.rule.is_exact(side) { least } else { u32::MAX } }
    }
}

/// Lengths of runs, from `least` to `most`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Runs {
    /// The shortest.
    pub least: u32,
    /// The longest.
    pub most: u32,
}

impl Runs {
    /// Whether a run of `length` is among them.
    #[inline]
    pub fn contain(self, length: u32) -> bool {
        // One comparison, since what is too short wraps around.
        length.wrapping_sub(self.least) <= self.most - self.least
    }

    /// The places on a line where one more stone of `own` on one of `empty` makes such a run.
    #[inline]
    pub fn completions(self, own: u32, empty: u32) -> u32 {
        // All but one stone of a shortest run must be there already.
        if own.count_ones() + 1 < self.least {
            return 0;
        }
        let mut found = 0;
        let mut candidates = empty & (own << 1 | own >> 1);
        while candidates != 0 {
            let bit = candidates.trailing_zeros();
            candidates &= candidates - 1;
            if self.contain(super::stones::run(own | 1 << bit, bit)) {
                found |= 1 << bit;
            }
        }
        found
    }
}
