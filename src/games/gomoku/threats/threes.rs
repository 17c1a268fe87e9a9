//! Victory by continuous threats: every move of the attacker is a four, or threatens to win by fours if the defender
//! does nothing. A proof-number search (df-pn) with the search for wins by fours at its leaves.
//!
//! What it proves is proven: after a threat, every reply is considered that can make a difference to one line of fours
//! that the threat consists of ([`Threats::replies`]). What it refutes is only that there is such a win by threats.

use super::board::{Board, squares};
use super::fours::{Found, Fours, MANY};
use crate::bits::BitSet;
use crate::game::Side;
use crate::games::gomoku::Square;
use crate::games::gomoku::patterns::Squares;
use crate::games::gomoku::patterns::threat::Threat;
use crate::solve::dfpn::{Child, Entry, Node, Problem, Search, Table};

/// Positions that a search for fours may take at a node of this search.
const FOURS: u64 = 2000;
/// Nodes between two questions whether to stop.
const BATCH: u64 = 64;

/// More memory than a search needs.
const MOST_MEMORY: u64 = 1 << 28;

/// What a stone of the attacker leaves to be proved, as a first guess, by what it threatens.
const PRIOR: [u32; 16] = [0, 0, 0, 12, 8, 8, 6, 4, 2, 1, 2, 1, 1, 1, 1, 1];

/// What is asked of a position: the attacker wants to win, the defender not to lose.
pub(super) struct Threats {
    attacker: Side,
    /// A position in which every reply is considered, threat or not.
    open: Option<u64>,
    fours: Fours,
}

/// A search for one side's wins.
pub(super) struct Threes<'a> {
    pub(super) threats: Threats,
    search: Search,
    is_over: &'a dyn Fn() -> bool,
}

impl<'a> Threes<'a> {
    /// A search for wins of `attacker` in `memory` bytes, which looks at about `nodes` positions at most.
    pub(super) fn new(attacker: Side, memory: u64, nodes: u64, is_over: &'a dyn Fn() -> bool) -> Self {
        let threats = Threats { attacker, open: None, fours: Fours::new(memory / 2).at_most(nodes) };
        Self { threats, search: Search::new((memory / 2).min(MOST_MEMORY)), is_over }
    }

    /// Positions looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.search.nodes() + self.threats.fours.nodes()
    }

    /// Whether the attacker wins by threats, whatever the first reply is if the defender is to move: if so, in how many
    /// plies at most; `None` if it was not found out in about so many nodes.
    pub(super) fn wins(&mut self, board: &mut Board<'_>, nodes: u64) -> Option<Option<u32>> {
        let attacks = board.side() == self.threats.attacker;
        self.threats.open = (!attacks).then(|| board.key());
        let is_over = |nodes: u64| nodes.is_multiple_of(BATCH) && (self.is_over)();
        let (gets, plies) = self.search.prove(&mut self.threats, board, nodes, &is_over)?;
        Some((gets == attacks).then_some(plies))
    }

    /// A line of play in which the attacker, who has been found to win, follows the proof.
    pub(super) fn line(&mut self, board: &mut Board<'_>) -> Vec<Square> {
        let mut line = Vec::new();
        loop {
            let attacks = board.side() == self.threats.attacker;
            if attacks && let Found::Win(_) = self.threats.fours.wins(board, MANY, FOURS) {
                let fours = self.threats.fours.line(board, MANY);
                fours.iter().for_each(|&m| board.make(m));
                line.extend(fours);
                break;
            }
            let Node::Open(moves, _) = self.threats.node(board, &mut self.search.table) else { break };
            let proven = moves.iter().filter_map(|&Child { m, key, .. }| {
                let entry = self.search.table.look(key).filter(|entry| entry.gets() == Some(!attacks))?;
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
}

impl Problem<Board<'_>, Square> for Threats {
    const EPSILON: u32 = 31;

    fn key(&self, board: &Board<'_>) -> u64 {
        board.key()
    }

    fn node(&mut self, board: &mut Board<'_>, table: &mut Table) -> Node<Square> {
        if board.side() == self.attacker { self.attack(board) } else { self.defence(board, table) }
    }

    fn make(&self, board: &mut Board<'_>, child: Child<Square>) {
        board.make(child.m);
    }

    fn unmake(&self, board: &mut Board<'_>, child: Child<Square>) {
        board.unmake(child.m);
    }
}

impl Threats {
    /// The attacker's moves: those that leave something for more fours.
    fn attack(&mut self, board: &mut Board<'_>) -> Node<Square> {
        if let Found::Win(moves) = self.fours.wins(board, MANY, FOURS) {
            return Node::Settled(Entry::settled(true, 2 * moves - 1));
        }
        let (own, other) = (board.side(), board.side().other());
        let mut moves = board.patterns().at_least([own], Threat::Two).minus(board.at_least(own, Threat::FourFour));
        let threatened = board.fives(other);
        if !threatened.is_empty() {
            moves = if threatened.without_first().is_empty() { threatened } else { Squares::EMPTY };
        }
        let moves: Vec<_> = squares(moves)
            .filter(|&m| board.allows(own, m))
            .map(|m| Child { key: board.key_after(m), prior: PRIOR[board.threat(m) as usize].max(1), m })
            .collect();
        if moves.is_empty() { Node::Settled(Entry::settled(false, 0)) } else { Node::Open(moves, 0) }
    }

    /// The defender's replies.
    fn defence(&mut self, board: &mut Board<'_>, table: &mut Table) -> Node<Square> {
        let key = board.key();
        let (own, other) = (board.side(), board.side().other());
        let escapes = Node::Settled(Entry::settled(true, 0));
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
        let replies: Vec<_> = squares(replies)
            .filter(|&m| board.allows(own, m))
            .map(|m| Child { key: board.key_after(m), prior: 1, m })
            .collect();
        // What loses to fours is better known at once: it tells how much work the others leave.
        for &Child { m, key, .. } in &replies {
            if table.look(key).is_none() {
                board.make(m);
                if let Found::Win(moves) = self.fours.wins(board, MANY, FOURS) {
                    table.remember(key, Entry::settled(true, 2 * moves - 1));
                }
                board.unmake(m);
            }
        }
        if replies.is_empty() {
            return Node::Settled(Entry::settled(false, otherwise + 1));
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
