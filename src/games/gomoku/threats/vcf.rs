//! VCF, victory by continuous fours: every move of the attacker is a four, so that the defender has at most one reply.
//! The search is complete: where it finds none, there is none.

use super::board::{Board, squares};
use crate::bits::BitSet;
use crate::games::gomoku::Square;
use crate::games::gomoku::patterns::pattern4::Pattern4;
use arrayvec::ArrayVec;

/// A limit above the length of every VCF, in moves.
pub(super) const NO_LIMIT: u32 = 255;
/// The fours of a node, strongest first.
type FourList = ArrayVec<(Pattern4, Square), 128>;

/// The result of a VCF search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum VcfResult {
    /// A VCF in so many moves of the attacker, the five counted.
    Win(u32),
    /// None within the limit; a longer one may exist.
    TooLong,
    /// There is none.
    NoWin,
    /// The search was stopped.
    Unknown,
}

/// The table's entry for a position.
#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    key: u64,
    /// There is a VCF in so many moves; 0 if none was found.
    win: u8,
    /// There is none in so many moves or fewer; [`NO_LIMIT`] if there is none at all.
    none: u8,
}

/// The VCF search with its transposition table.
#[derive(Clone, Debug)]
pub(in crate::games::gomoku) struct Vcf {
    /// The weakest combined pattern that is played when no five has to be stopped.
    least: Pattern4,
    table: Vec<Entry>,
    nodes: u64,
    /// Stop at so many nodes.
    end: u64,
    /// No search goes beyond so many nodes of all searches together.
    most: u64,
}

impl Vcf {
    /// A complete search. Its table takes at most `memory` bytes, but always 1,024 entries and never more than 2^20.
    pub(super) fn new(memory: u64) -> Self {
        Self::only(Pattern4::BlockedFour, memory)
    }

    /// The same with at most so many nodes in all.
    pub(super) fn at_most(self, nodes: u64) -> Self {
        Self { most: nodes, ..self }
    }

    /// A search of fours that are at least `least`: complete only if that is [`Pattern4::BlockedFour`].
    pub(super) fn only(least: Pattern4, memory: u64) -> Self {
        let entries = 1usize << (memory / size_of::<Entry>() as u64).clamp(1 << 10, 1 << 20).ilog2();
        Self { least, table: vec![Entry::default(); entries], nodes: 0, end: u64::MAX, most: u64::MAX }
    }

    /// Clears the table.
    pub(in crate::games::gomoku) fn clear(&mut self) {
        self.table.fill(Entry::default());
        self.nodes = 0;
    }

    /// Nodes searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move has a VCF within `limit` moves; stopped after `nodes` nodes.
    pub(super) fn wins(&mut self, board: &mut Board<'_>, limit: u32, nodes: u64) -> VcfResult {
        self.end = self.nodes.saturating_add(nodes).min(self.most);
        self.search(board, limit)
    }

    /// The shortest VCF of the side to move; `is_over` is the stop condition.
    ///
    /// Iterative deepening. For long wins the limit grows by more than one at a time, since the next limit costs hardly
    /// more nodes; then the least sufficient limit is found by bisection.
    pub(super) fn shortest(&mut self, board: &mut Board<'_>, is_over: &dyn Fn() -> bool) -> VcfResult {
        let (mut none, mut limit) = (0, 1);
        let mut most = loop {
            match self.within(board, limit, is_over) {
                VcfResult::TooLong if limit < NO_LIMIT => {
                    (none, limit) = (limit, (limit + 1 + limit / 8).min(NO_LIMIT));
                }
                VcfResult::TooLong => return VcfResult::NoWin,
                VcfResult::Win(moves) => break moves,
                found => return found,
            }
        };
        while none + 1 < most {
            let middle = (none + most) / 2;
            match self.within(board, middle, is_over) {
                VcfResult::Win(moves) => most = moves,
                VcfResult::TooLong => none = middle,
                found => return found,
            }
        }
        VcfResult::Win(most)
    }

    /// Whether the side to move has a VCF within `limit` moves.
    pub(super) fn within(&mut self, board: &mut Board<'_>, limit: u32, is_over: &dyn Fn() -> bool) -> VcfResult {
        const BATCH: u64 = 1 << 14;
        loop {
            self.end = (self.nodes + BATCH).min(self.most);
            // The table keeps what has been refuted: the next batch goes on from there.
            let found = self.search(board, limit);
            if found != VcfResult::Unknown || self.nodes >= self.most || is_over() {
                return found;
            }
        }
    }

    /// All first moves of a VCF within `limit` moves.
    pub(super) fn first_moves(
        &mut self,
        board: &mut Board<'_>,
        limit: u32,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Vec<Square>> {
        let fives = board.fives(board.side());
        if !fives.is_empty() {
            return Some(squares(fives).collect());
        }
        let mut best = Vec::new();
        for (_, m) in self.fours(board) {
            match self.after(board, m, limit, |vcf, board| vcf.within(board, limit - 1, is_over)) {
                VcfResult::Win(_) => best.push(m),
                VcfResult::Unknown => return None,
                VcfResult::TooLong | VcfResult::NoWin => {}
            }
        }
        best.sort_unstable();
        Some(best)
    }

    /// The line of a VCF within `limit` moves, for a side to move that has one: fours and replies in turn.
    pub(super) fn line(&mut self, board: &mut Board<'_>, limit: u32) -> Vec<Square> {
        let mut line = Vec::new();
        let mut left = limit;
        while let VcfResult::Win(moves) = self.wins_within(board, left) {
            left = moves;
            let five = squares(board.fives(board.side())).next();
            let m = five.or_else(|| self.first_of(board, left));
            let Some(m) = m else { break };
            line.push(m);
            board.make(m);
            if five.is_some() {
                break;
            }
            // Where the forced reply is forbidden, any other move completes the line.
            let side = board.side();
            let mut replies = squares(board.fives(side.other())).chain(board.game().empty());
            let Some(reply) = replies.find(|&reply| board.allows(side, reply)) else { break };
            drop(replies);
            line.push(reply);
            board.make(reply);
            left -= 1;
        }
        line.iter().rev().for_each(|&m| board.unmake(m));
        line
    }

    fn wins_within(&mut self, board: &mut Board<'_>, limit: u32) -> VcfResult {
        self.end = u64::MAX;
        self.search(board, limit)
    }

    /// A first move of a VCF that is proven to exist.
    fn first_of(&mut self, board: &mut Board<'_>, limit: u32) -> Option<Square> {
        self.fours(board).into_iter().map(|(_, m)| m).find(|&m| {
            let found = self.after(board, m, limit, |vcf, board| vcf.wins_within(board, limit - 1));
            matches!(found, VcfResult::Win(_))
        })
    }

    /// The fours of the side to move, which has no five, forbidden ones included.
    fn fours(&self, board: &Board<'_>) -> FourList {
        let (own, other) = (board.side(), board.side().other());
        let threatened = board.fives(other);
        let fours = match (threatened.is_empty(), threatened.without_first().is_empty()) {
            (true, _) => board.at_least(own, self.least),
            (_, true) => board.fours(own) & threatened,
            _ => Default::default(),
        };
        let mut list = FourList::new();
        for square in squares(fours) {
            if !list.is_full() {
                list.push((board.pattern4(square), square));
            }
        }
        list.sort_unstable_by_key(|&(pattern4, square)| (std::cmp::Reverse(pattern4), square));
        list
    }

    /// The result after the four `m`; `search` gives that of the position after the forced reply.
    fn after(
        &mut self,
        board: &mut Board<'_>,
        m: Square,
        limit: u32,
        search: impl FnOnce(&mut Self, &mut Board<'_>) -> VcfResult,
    ) -> VcfResult {
        let other = board.side().other();
        if !board.allows(other.other(), m) {
            return VcfResult::NoWin;
        }
        if board.pattern4(m) >= Pattern4::DoubleFour {
            return if limit >= 2 { VcfResult::Win(2) } else { VcfResult::TooLong };
        }
        // A blocked four wins at once only if the reply is a forbidden point.
        if limit <= 2 && !board.forbids(other) {
            return VcfResult::TooLong;
        }
        let Some(reply) = board.reply_to(m) else { return VcfResult::NoWin };
        // Most positions after the reply are in the table: probing it by key saves make and unmake.
        let hit = if board.forbids(other) { None } else { self.probe(board.key_after_both(m, reply), limit - 1) };
        let found = hit.inspect(|_| self.nodes += 1).unwrap_or_else(|| {
            board.make(m);
            let found = if !board.allows(other, reply) {
                VcfResult::Win(1)
            } else if limit <= 2 {
                VcfResult::TooLong
            } else {
                board.make(reply);
                let found = search(self, board);
                board.unmake(reply);
                found
            };
            board.unmake(m);
            found
        });
        if let VcfResult::Win(moves) = found { VcfResult::Win(moves + 1) } else { found }
    }

    fn search(&mut self, board: &mut Board<'_>, limit: u32) -> VcfResult {
        self.nodes += 1;
        if !board.fives(board.side()).is_empty() {
            return VcfResult::Win(1);
        }
        let key = board.key();
        if let Some(found) = self.probe(key, limit) {
            return found;
        }
        let fours = self.fours(board);
        if fours.is_empty() {
            return VcfResult::NoWin;
        }
        if limit <= 1 {
            return VcfResult::TooLong;
        }
        if self.nodes >= self.end {
            return VcfResult::Unknown;
        }
        let entry = self.entry(key);
        let mut result = VcfResult::NoWin;
        for (_, m) in fours {
            match self.after(board, m, limit, |vcf, board| vcf.search(board, limit.saturating_sub(1))) {
                VcfResult::NoWin => {}
                VcfResult::TooLong => result = VcfResult::TooLong,
                found => {
                    result = found;
                    break;
                }
            }
        }
        let entry = match result {
            VcfResult::Win(moves) => Entry { win: moves as u8, ..entry },
            VcfResult::TooLong => Entry { none: limit as u8, ..entry },
            VcfResult::NoWin => Entry { none: NO_LIMIT as u8, ..entry },
            VcfResult::Unknown => return result,
        };
        let slot = self.slot(key);
        self.table[slot] = Entry { key, ..entry };
        result
    }

    /// A table probe for a VCF within `limit` moves.
    #[inline]
    fn probe(&self, key: u64, limit: u32) -> Option<VcfResult> {
        let Entry { win, none, .. } = self.entry(key);
        let (win, none) = (u32::from(win), u32::from(none));
        if win > 0 && win <= limit {
            Some(VcfResult::Win(win))
        } else if none == NO_LIMIT {
            Some(VcfResult::NoWin)
        } else {
            (none >= limit).then_some(VcfResult::TooLong)
        }
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.table.len() - 1)
    }

    #[inline]
    fn entry(&self, key: u64) -> Entry {
        let entry = self.table[self.slot(key)];
        if entry.key == key { entry } else { Entry::default() }
    }
}
