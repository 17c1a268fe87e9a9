//! Line patterns: what a stone makes of the line through it in one direction (Rapfi: `Pattern`).
//!
//! A pattern is defined by what one more stone of the same colour makes of it, down to the five: an open three is what
//! becomes an open four.

/// The pattern that a stone makes in one direction. Only fives through that stone count. Rapfi's names are in brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum LinePattern {
    /// No five is possible (DEAD).
    Dead,
    /// One more stone makes a [`Self::BlockedTwo`] (B1).
    BlockedOne,
    /// One more stone makes an [`Self::OpenTwo`] (F1).
    OpenOne,
    /// One more stone makes a [`Self::BlockedThree`] (B2).
    BlockedTwo,
    /// One more stone makes an [`Self::OpenThree`] (F2).
    OpenTwo,
    /// One more stone makes a [`Self::BlockedFour`] (B3).
    BlockedThree,
    /// One more stone makes an [`Self::OpenFour`] (F3).
    OpenThree,
    /// A four that one stone stops: one more stone makes a five at one point only (B4).
    BlockedFour,
    /// One more stone makes a five at any of several points (F4).
    OpenFour,
    /// A five (F5).
    Five,
    /// Two fours in one line that are no open four; only for Black in renju, whom a double four is forbidden.
    DoubleFour,
    /// Six or more in a row; only for Black in renju, whom it is forbidden (OL).
    Overline,
}

impl LinePattern {
    /// The pattern that one more stone turns into this one.
    pub(super) fn predecessor(self) -> Self {
        match self {
            Self::OpenFour => Self::OpenThree,
            Self::BlockedFour => Self::BlockedThree,
            Self::OpenThree => Self::OpenTwo,
            Self::BlockedThree => Self::BlockedTwo,
            Self::OpenTwo => Self::OpenOne,
            Self::BlockedTwo | Self::OpenOne | Self::BlockedOne => Self::BlockedOne,
            Self::Dead | Self::Five | Self::DoubleFour | Self::Overline => Self::Dead,
        }
    }
}
