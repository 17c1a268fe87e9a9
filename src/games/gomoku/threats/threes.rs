//! Victory by continuous threats: every move of the attacker is a four, or threatens to win by fours if the defender
//! does nothing. A proof-number search (df-pn) with the search for wins by fours at its leaves.
//!
//! What it proves is proven: after a threat, every reply is considered that can make a difference to one line of fours
//! that the threat consists of ([`Threes::replies`]). What it refutes is only that there is such a win by threats.

use super::board::{Board, squares};
use super::fours::{Found, Fours, MANY};
use crate::bits::BitSet;
use crate::game::Side;
use crate::games::gomoku::Square;
use crate::games::gomoku::patterns::Squares;
use crate::games::gomoku::patterns::threat::Threat;

/// Proof numbers from here on stand for "impossible".
const INFINITE: u32 = 1 << 30;
/// Entries that are looked at for one position.
const WAYS: usize = 4;
/// Positions that a search for fours may take at a node of this search.
const FOURS: u64 = 2000;
/// Nodes between two questions whether to stop.
const BATCH: u64 = 64;

/// What a stone of the attacker leaves to be proved, as a first guess, by what it threatens.
const PRIOR: [u32; 16] = [0, 0, 0, 12, 8, 8, 6, 4, 2, 1, 2, 1, 1, 1, 1, 1];

/// What is known of a position: the work left to prove that the side to move gets what it wants (`phi`), and that it does
/// not (`delta`). The attacker wants to win, the defender not to lose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    phi: u32,
    delta: u32,
    /// Plies to the end, at most, where the attacker wins.
    plies: u16,
}

impl Entry {
    const FREE: Self = Self { key: 0, phi: 1, delta: 1, plies: 0 };

    /// The side to move gets what it wants, or does not.
    fn settled(key: u64, gets: bool, plies: u32) -> Self {
        let (phi, delta) = if gets { (0, INFINITE) } else { (INFINITE, 0) };
        Self { key, phi, delta, plies: plies.min(u32::from(u16::MAX)) as u16 }
    }

    fn is_settled(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// What there is to try at a position.
enum Node {
    /// Nothing: it is settled.
    Settled(Entry),
    /// Moves with the key of the position after each and the first guess of its `delta`; and how long the attacker's win
    /// takes at most after any other move.
    Open(Vec<(Square, u64, u32)>, u32),
}

/// A search for one side's wins.
pub(super) struct Threes<'a> {
    attacker: Side,
    /// A position in which every reply is considered, threat or not.
    open: Option<u64>,
    fours: Fours,
    table: Vec<Entry>,
    nodes: u64,
    is_over: &'a dyn Fn() -> bool,
    stopped: bool,
}

impl<'a> Threes<'a> {
    /// A search for wins of `attacker` in `memory` bytes.
    pub(super) fn new(attacker: Side, memory: u64, is_over: &'a dyn Fn() -> bool) -> Self {
        let entries = 1usize << (memory / 2 / size_of::<Entry>() as u64).clamp(1 << 10, 1 << 24).ilog2();
        let fours = Fours::new(memory / 2);
        Self { attacker, open: None, fours, table: vec![Entry::FREE; entries], nodes: 0, is_over, stopped: false }
    }

    /// Positions looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.fours.nodes()
    }

    /// Whether the attacker wins by threats, whatever the first reply is if the defender is to move: if so, in how many plies at most; `None` if it was not found out in about so
    /// many nodes.
    pub(super) fn wins(&mut self, board: &mut Board<'_>, nodes: u64) -> Option<Option<u32>> {
        self.stopped = false;
        self.open = (board.side() != self.attacker).then(|| board.key());
        let end = self.nodes.saturating_add(nodes);
        loop {
            let entry = self.look(board.key());
            if let Some(entry) = entry.filter(|entry| entry.is_settled()) {
                let attacker_wins = (entry.phi == 0) == (board.side() == self.attacker);
                return Some(attacker_wins.then_some(u32::from(entry.plies)));
            }
            if self.stopped || self.nodes >= end {
                return None;
            }
            self.expand(board, INFINITE - 1, INFINITE - 1, end);
        }
    }

    /// A line of play in which the attacker, who has been found to win, follows the proof.
    pub(super) fn line(&mut self, board: &mut Board<'_>) -> Vec<Square> {
        let mut line = Vec::new();
        loop {
            let attacks = board.side() == self.attacker;
            if attacks && let Found::Win(_) = self.fours.wins(board, MANY, FOURS) {
                let fours = self.fours.line(board, MANY);
                fours.iter().for_each(|&m| board.make(m));
                line.extend(fours);
                break;
            }
            let Node::Open(moves, _) = self.node(board) else { break };
            let proven = moves.iter().filter_map(|&(m, key, _)| {
                let entry = self.look(key).filter(|entry| entry.is_settled() && (entry.delta == 0) == attacks)?;
                Some((entry.plies, m))
            });
            let next = if attacks { proven.min() } else { proven.max() };
            let Some((_, m)) = next else { break };
            line.push(m);
            board.make(m);
        }
        line.iter().rev().for_each(|&m| board.unmake(m));
        line
    }

    fn look(&self, key: u64) -> Option<Entry> {
        let at = self.place(key);
        self.table[at..at + WAYS].iter().find(|entry| entry.key == key).copied()
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.table.len() - WAYS)
    }

    /// Remembers an entry in the place of its own older one, or of the one with the least work in it.
    fn remember(&mut self, entry: Entry) {
        let at = self.place(entry.key);
        let work = |old: &Entry| match (old.key == entry.key, old.key == 0) {
            (true, _) => 0,
            (_, true) => 1,
            _ if old.is_settled() => u32::MAX,
            _ => old.phi.max(old.delta).max(2),
        };
        if let Some(way) = self.table[at..at + WAYS].iter_mut().min_by_key(|old| work(old)) {
            *way = entry;
        }
    }

    /// Works below a position until its numbers reach a threshold.
    fn expand(&mut self, board: &mut Board<'_>, most_phi: u32, most_delta: u32, end: u64) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BATCH) && (self.is_over)() {
            self.stopped = true;
        }
        let key = board.key();
        let (mut moves, mut longest) = match self.node(board) {
            Node::Settled(entry) => return self.remember(entry),
            Node::Open(moves, longest) => (moves, longest),
        };
        loop {
            let (mut best, mut least, mut second, mut largest, mut shortest) = (0, INFINITE, INFINITE, 0, u16::MAX);
            let mut index = 0;
            while index < moves.len() {
                let (_, key, prior) = moves[index];
                let entry = self.look(key).unwrap_or(Entry { key, delta: prior, ..Entry::FREE });
                if entry.phi == 0 {
                    longest = longest.max(u32::from(entry.plies));
                    moves.swap_remove(index);
                    continue;
                }
                if entry.delta == 0 {
                    shortest = shortest.min(entry.plies);
                }
                if entry.delta < least {
                    (best, second, least) = (index, least, entry.delta);
                } else {
                    second = second.min(entry.delta);
                }
                largest = largest.max(entry.phi);
                index += 1;
            }
            if moves.is_empty() {
                return self.remember(Entry::settled(key, false, longest + 1));
            }
            if least == 0 {
                return self.remember(Entry::settled(key, true, u32::from(shortest) + 1));
            }
            let others = moves.len() as u32 - 1;
            let (phi, delta) = (least, (largest + others).min(INFINITE - 1));
            if phi >= most_phi || delta >= most_delta || self.stopped || self.nodes >= end {
                return self.remember(Entry { key, phi, delta, plies: 0 });
            }
            let child_delta = most_phi.min(second.saturating_add(1));
            let child_phi = most_delta - others;
            let (m, ..) = moves[best];
            board.make(m);
            self.expand(board, child_phi, child_delta, end);
            board.unmake(m);
        }
    }

    /// What there is to try.
    fn node(&mut self, board: &mut Board<'_>) -> Node {
        if board.side() == self.attacker { self.attack(board) } else { self.defence(board) }
    }

    /// The attacker's moves: those that leave something for more fours.
    fn attack(&mut self, board: &mut Board<'_>) -> Node {
        let key = board.key();
        if let Found::Win(moves) = self.fours.wins(board, MANY, FOURS) {
            return Node::Settled(Entry::settled(key, true, 2 * moves - 1));
        }
        let (own, other) = (board.side(), board.side().other());
        let mut moves = board.patterns().at_least([own], Threat::Two).minus(board.at_least(own, Threat::FourFour));
        let threatened = board.fives(other);
        if !threatened.is_empty() {
            moves = if threatened.without_first().is_empty() { threatened } else { Squares::EMPTY };
        }
        let moves: Vec<_> = squares(moves)
            .filter(|&m| board.allows(own, m))
            .map(|m| (m, board.key_after(m), PRIOR[board.threat(m) as usize].max(1)))
            .collect();
        if moves.is_empty() { Node::Settled(Entry::settled(key, false, 0)) } else { Node::Open(moves, 0) }
    }

    /// The defender's replies.
    fn defence(&mut self, board: &mut Board<'_>) -> Node {
        let key = board.key();
        let (own, other) = (board.side(), board.side().other());
        let escapes = Node::Settled(Entry::settled(key, true, 0));
        if !board.fives(own).is_empty() {
            return escapes;
        }
        let fives = board.fives(other);
        let (replies, otherwise) = if !fives.is_empty() {
            (if fives.without_first().is_empty() { fives } else { Squares::EMPTY }, 1)
        } else {
            if let Found::Win(_) = self.fours.wins(board, MANY, FOURS) {
                return escapes;
            }
            let line = self.threat(board);
            if !line.is_empty() {
                (self.replies(board, &line), line.len() as u32)
            } else if self.open == Some(key) {
                (board.game().empty().fold(Squares::EMPTY, |all, square| all | Squares::of(square.index())), 0)
            } else {
                return escapes;
            }
        };
        let replies: Vec<_> =
            squares(replies).filter(|&m| board.allows(own, m)).map(|m| (m, board.key_after(m), 1)).collect();
        // What loses to fours is better known at once: it tells how much work the others leave.
        for &(m, key, _) in &replies {
            if self.look(key).is_none() {
                board.make(m);
                if let Found::Win(moves) = self.fours.wins(board, MANY, FOURS) {
                    self.remember(Entry::settled(key, true, 2 * moves - 1));
                }
                board.unmake(m);
            }
        }
        if replies.is_empty() {
            return Node::Settled(Entry::settled(key, false, otherwise + 1));
        }
        Node::Open(replies, otherwise)
    }

    /// A short line of fours by which the attacker wins if the defender passes; empty if there is none.
    pub(super) fn threat(&mut self, board: &mut Board<'_>) -> Vec<Square> {
        board.pass();
        let mut line = Vec::new();
        for limit in [2, 3, MANY] {
            if let Found::Win(moves) = self.fours.wins(board, limit, FOURS) {
                line = self.fours.line(board, moves);
                break;
            }
        }
        board.pass();
        line
    }

    /// The replies that may refute the attacker's `line` of fours; after any other the line still wins.
    ///
    /// A stone that is on none of the squares that the line needs can only matter if it helps the defender to a four, now
    /// or after some of the replies that the line forces: then it makes a four there and then.
    pub(super) fn replies(&mut self, board: &mut Board<'_>, line: &[Square]) -> Squares {
        let defender = self.attacker.other();
        if board.forbids(Side::FIRST) {
            return self.replies_by_trial(board, line);
        }
        let mut replies = board.fours(defender);
        board.pass();
        for (ply, &m) in line.iter().enumerate() {
            replies |= Squares::of(m.index());
            board.make(m);
            if ply % 2 == 0 {
                replies |= board.fives(self.attacker);
            } else {
                replies |= board.fours(defender);
            }
        }
        line.iter().rev().for_each(|&m| board.unmake(m));
        board.pass();
        replies
    }

    /// The same by trying every reply: where squares can be forbidden, any stone may change what is.
    fn replies_by_trial(&mut self, board: &mut Board<'_>, line: &[Square]) -> Squares {
        let empty: Vec<Square> = board.game().empty().collect();
        let refuting = empty.into_iter().filter(|&reply| {
            board.allows(board.side(), reply) && {
                board.make(reply);
                let holds = line_wins(board, line);
                board.unmake(reply);
                !holds
            }
        });
        refuting.fold(Squares::EMPTY, |set, reply| set | Squares::of(reply.index()))
    }
}

/// Whether the side to move still wins by the fours of `line`, reply by reply.
pub(super) fn line_wins(board: &mut Board<'_>, line: &[Square]) -> bool {
    let (own, other) = (board.side(), board.side().other());
    let mut made = 0;
    let mut wins = false;
    for (ply, &m) in line.iter().enumerate() {
        let (fives, threatened) = (board.fives(own), board.fives(other));
        let goes_on = if ply % 2 == 0 {
            wins = !fives.is_empty();
            let parries = threatened.is_empty() || threatened == Squares::of(m.index());
            !wins && parries && board.fours(own).contains(m.index()) && board.allows(own, m)
        } else {
            // The four before has parried; one stone stops one five, if it is allowed there.
            wins = !fives.without_first().is_empty() || squares(fives).any(|five| !board.allows(other, five));
            !wins && fives == Squares::of(m.index())
        };
        if !goes_on {
            break;
        }
        board.make(m);
        made += 1;
    }
    line[..made].iter().rev().for_each(|&m| board.unmake(m));
    wins
}
