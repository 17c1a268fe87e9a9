//! Which side wins with which number of plies left, as a pair of sets, and these pairs in files.

/// The most plies left of which values are known.
pub(super) const MOST_PLIES: u32 = 40;
/// A bit for each number of plies.
pub(super) const ALL: u64 = (1 << (MOST_PLIES + 1)) - 1;

/// With which numbers of plies left the side to move wins, and with which it loses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Pattern {
    pub(super) wins: u64,
    pub(super) loses: u64,
}

impl Pattern {
    /// With no ply left: by the lead of the side to move.
    pub(super) fn counted(lead: i32) -> Self {
        Self { wins: u64::from(lead > 0), loses: u64::from(lead < 0) }
    }

    /// With a king to be taken, and this lead.
    pub(super) fn takes_king(lead: i32) -> Self {
        let counted = Self::counted(lead);
        Self { wins: counted.wins | (ALL - 1), loses: counted.loses }
    }

    /// 1, 0 or −1 for the side to move with so many plies left.
    pub(super) fn value(self, left: u32) -> i8 {
        (self.wins >> left & 1) as i8 - (self.loses >> left & 1) as i8
    }
}

/// The pairs of sets at the beginning of a file's payload, and where the blocks begin.
pub(super) fn parse_patterns(payload: &[u8]) -> Option<(Vec<Pattern>, usize)> {
    let (count, rest) = payload.split_first_chunk()?;
    let count = usize::try_from(u64::from_le_bytes(*count)).ok().filter(|&count| count <= 1 << 16)?;
    let (pairs, _) = rest.split_at_checked(16 * count)?;
    let patterns = pairs.as_chunks::<8>().0.as_chunks::<2>().0.iter().map(|pair| {
        let [wins, loses] = pair.map(u64::from_le_bytes);
        Pattern { wins, loses }
    });
    Some((patterns.collect(), 8 + 16 * count))
}
