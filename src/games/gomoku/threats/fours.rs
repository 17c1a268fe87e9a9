//! Victory by continuous fours: every move of the attacker is a four, so that the defender has at most one reply. The
//! search is complete: what it refutes has no such win.

use super::board::{Board, squares};
use crate::bits::BitSet;
use crate::games::gomoku::Square;
use crate::games::gomoku::patterns::threat::Threat;
use arrayvec::ArrayVec;

/// More moves than a win by fours can have.
pub(super) const MANY: u32 = 255;
/// Fours that a side can have a choice of, at most.
type Choice = ArrayVec<(Threat, Square), 128>;

/// What a search for a win by fours says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// A win in so many moves of the attacker, the five counted.
    Win(u32),
    /// None within the limit, but perhaps a longer one.
    TooLong,
    /// There is none.
    Nothing,
    /// The search was broken off.
    Unknown,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    key: u64,
    /// There is a win in so many moves; 0 for none known.
    win: u8,
    /// There is none in so many moves or fewer; [`MANY`] for none at all.
    none: u8,
}

/// The search for wins by fours, with a table of what it has found out.
#[derive(Clone, Debug)]
pub(in crate::games::gomoku) struct Fours {
    /// The weakest fours that are played without need.
    least: Threat,
    table: Vec<Entry>,
    nodes: u64,
    /// Break off at so many nodes.
    end: u64,
    /// No search of all goes beyond so many nodes.
    most: u64,
}

impl Fours {
    /// A search whose table takes at most `memory` bytes, within reason.
    pub(super) fn new(memory: u64) -> Self {
        Self::only(Threat::Four, memory)
    }

    /// The same, which looks at no more than so many positions in all.
    pub(super) fn at_most(self, nodes: u64) -> Self {
        Self { most: nodes, ..self }
    }

    /// A search among fours that are at least `least`: complete only if that is [`Threat::Four`].
    pub(super) fn only(least: Threat, memory: u64) -> Self {
        let entries = 1usize << (memory / size_of::<Entry>() as u64).clamp(1 << 10, 1 << 20).ilog2();
        Self { least, table: vec![Entry::default(); entries], nodes: 0, end: u64::MAX, most: u64::MAX }
    }

    /// Forgets what was found out.
    pub(in crate::games::gomoku) fn clear(&mut self) {
        self.table.fill(Entry::default());
        self.nodes = 0;
    }

    /// Positions looked at so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move wins by fours within `limit` moves; broken off after `nodes` positions.
    pub(super) fn wins(&mut self, board: &mut Board<'_>, limit: u32, nodes: u64) -> Found {
        self.end = self.nodes.saturating_add(nodes).min(self.most);
        self.search(board, limit)
    }

    /// The shortest win by fours of the side to move; `is_over` says when to give up.
    ///
    /// Limits of long wins rise by more than one, since there are no more positions to look at with one than with the
    /// next; then the limit that is just enough is looked for between the last two.
    pub(super) fn shortest(&mut self, board: &mut Board<'_>, is_over: &dyn Fn() -> bool) -> Found {
        let (mut none, mut limit) = (0, 1);
        let mut most = loop {
            match self.within(board, limit, is_over) {
                Found::TooLong if limit < MANY => (none, limit) = (limit, (limit + 1 + limit / 8).min(MANY)),
                Found::TooLong => return Found::Nothing,
                Found::Win(moves) => break moves,
                found => return found,
            }
        };
        while none + 1 < most {
            let middle = (none + most) / 2;
            match self.within(board, middle, is_over) {
                Found::Win(moves) => most = moves,
                Found::TooLong => none = middle,
                found => return found,
            }
        }
        Found::Win(most)
    }

    /// Whether the side to move wins by fours within `limit` moves.
    pub(super) fn within(&mut self, board: &mut Board<'_>, limit: u32, is_over: &dyn Fn() -> bool) -> Found {
        const BATCH: u64 = 1 << 14;
        loop {
            self.end = (self.nodes + BATCH).min(self.most);
            // What has been refuted so far is in the table: the next batch goes on from there.
            let found = self.search(board, limit);
            if found != Found::Unknown || self.nodes >= self.most || is_over() {
                return found;
            }
        }
    }

    /// All first moves of wins within `limit` moves.
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
        for (_, m) in self.choice(board) {
            match self.after(board, m, limit, |fours, board| fours.within(board, limit - 1, is_over)) {
                Found::Win(_) => best.push(m),
                Found::Unknown => return None,
                Found::TooLong | Found::Nothing => {}
            }
        }
        best.sort_unstable();
        Some(best)
    }

    /// A line that wins by fours, within `limit` moves, for a side to move that has one: attack and reply by turns.
    pub(super) fn line(&mut self, board: &mut Board<'_>, limit: u32) -> Vec<Square> {
        let mut line = Vec::new();
        let mut left = limit;
        while let Found::Win(moves) = self.wins_within(board, left) {
            left = moves;
            let five = squares(board.fives(board.side())).next();
            let m = five.or_else(|| self.first_of(board, left));
            let Some(m) = m else { break };
            line.push(m);
            board.make(m);
            if five.is_some() {
                break;
            }
            // Where the reply is forbidden, any other will do.
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

    fn wins_within(&mut self, board: &mut Board<'_>, limit: u32) -> Found {
        self.end = u64::MAX;
        self.search(board, limit)
    }

    /// The first move of a win that is known to be there.
    fn first_of(&mut self, board: &mut Board<'_>, limit: u32) -> Option<Square> {
        self.choice(board).into_iter().map(|(_, m)| m).find(|&m| {
            let found = self.after(board, m, limit, |fours, board| fours.wins_within(board, limit - 1));
            matches!(found, Found::Win(_))
        })
    }

    /// The fours of the side to move, allowed or not, strongest first; it has no five.
    fn choice(&self, board: &Board<'_>) -> Choice {
        let (own, other) = (board.side(), board.side().other());
        let threatened = board.fives(other);
        let fours = match (threatened.is_empty(), threatened.without_first().is_empty()) {
            (true, _) => board.at_least(own, self.least),
            (_, true) => board.fours(own) & threatened,
            _ => Default::default(),
        };
        let mut choice = Choice::new();
        for square in squares(fours) {
            if !choice.is_full() {
                choice.push((board.threat(square), square));
            }
        }
        choice.sort_unstable_by_key(|&(threat, square)| (std::cmp::Reverse(threat), square));
        choice
    }

    /// What comes of a four `m`, if `search` says what comes of the position after the reply.
    fn after(
        &mut self,
        board: &mut Board<'_>,
        m: Square,
        limit: u32,
        search: impl FnOnce(&mut Self, &mut Board<'_>) -> Found,
    ) -> Found {
        let other = board.side().other();
        if !board.allows(other.other(), m) {
            return Found::Nothing;
        }
        if board.threat(m) >= Threat::FourFour {
            return if limit >= 2 { Found::Win(2) } else { Found::TooLong };
        }
        // Only where a reply can be forbidden does a single four win at once.
        if limit <= 2 && !board.forbids(other) {
            return Found::TooLong;
        }
        let Some(reply) = board.reply_to(m) else { return Found::Nothing };
        // Most of what can come is in the table: the stones need not be put there.
        let known = if board.forbids(other) { None } else { self.known(board.key_after_both(m, reply), limit - 1) };
        let found = known.inspect(|_| self.nodes += 1).unwrap_or_else(|| {
            board.make(m);
            let found = if !board.allows(other, reply) {
                Found::Win(1)
            } else if limit <= 2 {
                Found::TooLong
            } else {
                board.make(reply);
                let found = search(self, board);
                board.unmake(reply);
                found
            };
            board.unmake(m);
            found
        });
        if let Found::Win(moves) = found { Found::Win(moves + 1) } else { found }
    }

    fn search(&mut self, board: &mut Board<'_>, limit: u32) -> Found {
        self.nodes += 1;
        if !board.fives(board.side()).is_empty() {
            return Found::Win(1);
        }
        let key = board.key();
        if let Some(found) = self.known(key, limit) {
            return found;
        }
        let choice = self.choice(board);
        if choice.is_empty() {
            return Found::Nothing;
        }
        if limit <= 1 {
            return Found::TooLong;
        }
        if self.nodes >= self.end {
            return Found::Unknown;
        }
        let known = self.probe(key);
        let mut result = Found::Nothing;
        for (_, m) in choice {
            match self.after(board, m, limit, |fours, board| fours.search(board, limit.saturating_sub(1))) {
                Found::Nothing => {}
                Found::TooLong => result = Found::TooLong,
                found => {
                    result = found;
                    break;
                }
            }
        }
        let entry = match result {
            Found::Win(moves) => Entry { win: moves as u8, ..known },
            Found::TooLong => Entry { none: limit as u8, ..known },
            Found::Nothing => Entry { none: MANY as u8, ..known },
            Found::Unknown => return result,
        };
        let slot = self.slot(key);
        self.table[slot] = Entry { key, ..entry };
        result
    }

    /// What the table says of wins within `limit` moves.
    #[inline]
    fn known(&self, key: u64, limit: u32) -> Option<Found> {
        let Entry { win, none, .. } = self.probe(key);
        let (win, none) = (u32::from(win), u32::from(none));
        if win > 0 && win <= limit {
            Some(Found::Win(win))
        } else if none == MANY {
            Some(Found::Nothing)
        } else {
            (none >= limit).then_some(Found::TooLong)
        }
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.table.len() - 1)
    }

    #[inline]
    fn probe(&self, key: u64) -> Entry {
        let entry = self.table[self.slot(key)];
        if entry.key == key { entry } else { Entry::default() }
    }
}
