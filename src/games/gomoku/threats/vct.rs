//! VCT, victory by continuous threats: every move of the attacker is a four, or threatens a VCF if the defender passes.
//! A proof-number search (df-pn) with the VCF search at its leaf nodes.
//!
//! A win it finds is proven: after a threat it tries every reply that can refute one line of the threatened VCF
//! ([`VctProblem::replies`]). That it finds none proves only that no VCT of this kind exists, not that there is no win.

use super::board::{Board, squares};
use super::vcf::{NO_LIMIT, Vcf, VcfResult};
use crate::bits::BitSet;
use crate::game::Side;
use crate::games::gomoku::Square;
use crate::games::gomoku::patterns::Squares;
use crate::games::gomoku::patterns::pattern4::Pattern4;
use crate::solve::dfpn::{Child, Entry, Node, Problem, Search, Table};

/// Nodes between two checks of the stop condition.
const BATCH: u64 = 64;

/// Nodes for a position of a proof that the table has forgotten, or that only a certificate asks for.
const AGAIN: u64 = 20_000;

/// The most memory for the table of a search; more does not help.
const MOST_MEMORY: u64 = 1 << 28;

/// What a VCT search tries first: the heuristic initialization of df-pn.
#[derive(Clone, Copy)]
pub(in crate::games::gomoku) struct Guess {
    /// Nodes of a VCF search at a node.
    vcf_nodes: u64,
    /// The initial proof number of a move that the attacker chooses, by its combined pattern: not chosen are those
    /// weaker than a blocked two; a forced move has 1.
    prior: [u32; 16],
}

impl Guess {
    /// Finds most wins in the same time.
    pub(in crate::games::gomoku) const WINS: Self =
        Self { vcf_nodes: 12, prior: [1, 1, 1, 600, 400, 80, 40, 30, 12, 4, 50, 7, 1, 1, 1, 1] };
    /// Finds shorter ones, for certificates.
    pub(in crate::games::gomoku) const PROOFS: Self =
        Self { vcf_nodes: 250, prior: [1, 1, 1, 200, 150, 40, 30, 20, 8, 3, 10, 5, 1, 1, 1, 1] };
}

/// The problem that df-pn solves: at OR nodes the attacker is to move, at AND nodes the defender.
pub(in crate::games::gomoku) struct VctProblem {
    attacker: Side,
    /// The key of a position in which all moves of the defender are tried although there is no threat: the root.
    open: Option<u64>,
    vcf: Vcf,
    guess: Guess,
}

/// A VCT search for one side.
pub(in crate::games::gomoku) struct Vct<'a> {
    pub(super) problem: VctProblem,
    search: Search,
    is_over: &'a dyn Fn() -> bool,
}

impl<'a> Vct<'a> {
    /// A search for a VCT of `attacker`, in `memory` bytes, which searches about `nodes` nodes at most.
    pub(in crate::games::gomoku) fn new(
        attacker: Side,
        memory: u64,
        nodes: u64,
        guess: Guess,
        is_over: &'a dyn Fn() -> bool,
    ) -> Self {
        let problem = VctProblem { attacker, open: None, vcf: Vcf::new(memory / 2).at_most(nodes), guess };
        Self { problem, search: Search::new((memory / 2).min(MOST_MEMORY)), is_over }
    }

    /// Nodes searched, those of the VCF search included.
    pub(in crate::games::gomoku) fn nodes(&self) -> u64 {
        self.search.nodes() + self.problem.vcf.nodes()
    }

    /// Whether the caller wants an end.
    pub(in crate::games::gomoku) fn is_over(&self) -> bool {
        (self.is_over)()
    }

    /// Whether the attacker wins by VCT (if the defender is to move, against every first move), and if so within how
    /// many plies; `None` if about so many nodes did not decide it.
    pub(in crate::games::gomoku) fn wins(&mut self, board: &mut Board<'_>, nodes: u64) -> Option<Option<u32>> {
        let attacks = board.side() == self.problem.attacker;
        self.problem.open = (!attacks).then(|| board.key());
        let is_over = |nodes: u64| nodes.is_multiple_of(BATCH) && (self.is_over)();
        let (gets, plies) = self.search.prove(&mut self.problem, board, nodes, &is_over)?;
        Some((gets == attacks).then_some(plies))
    }

    /// A short VCF of the side to move, the attacker, as a line to its five; empty if none was found.
    pub(in crate::games::gomoku) fn vcf(&mut self, board: &mut Board<'_>) -> Vec<Square> {
        self.problem.short_vcf(board)
    }

    /// A line of play in which the attacker, whose win is proven, follows the proof.
    pub(in crate::games::gomoku) fn line(&mut self, board: &mut Board<'_>) -> Vec<Square> {
        let mut line = Vec::new();
        loop {
            let attacks = board.side() == self.problem.attacker;
            if attacks && let VcfResult::Win(_) = self.problem.vcf.wins(board, NO_LIMIT, self.problem.guess.vcf_nodes) {
                let fours = self.problem.vcf.line(board, NO_LIMIT);
                fours.iter().for_each(|&m| board.make(m));
                line.extend(fours);
                break;
            }
            let Some(m) = self.proven_move(board) else { break };
            line.push(m);
            board.make(m);
        }
        line.iter().rev().for_each(|&m| board.unmake(m));
        line
    }

    /// A move where the attacker's win is proven, searched again if the table has forgotten it: of the attacker, which
    /// has no VCF, the one that wins soonest, as far as is known, of the defender the one that holds out longest.
    pub(in crate::games::gomoku) fn proven_move(&mut self, board: &mut Board<'_>) -> Option<Square> {
        self.known_move(board).or_else(|| {
            self.search.table.forget(board.key());
            let is_over = |nodes: u64| nodes.is_multiple_of(BATCH) && (self.is_over)();
            self.search.prove(&mut self.problem, board, AGAIN, &is_over);
            self.known_move(board)
        })
    }

    /// The same as far as the table knows.
    fn known_move(&mut self, board: &mut Board<'_>) -> Option<Square> {
        let attacks = board.side() == self.problem.attacker;
        let moves = match self.problem.node(board, &mut self.search.table) {
            Node::Open(moves, _) => moves,
            Node::Settled(_) if attacks => return None,
            // No reply refutes the threat: whatever is played delays nothing.
            Node::Settled(_) => return self.problem.vain_reply(board),
        };
        let proven = moves.iter().filter_map(|&Child { m, key, .. }| {
            let entry = self.search.table.look(key).filter(|entry| entry.gets() == Some(!attacks))?;
            Some((entry.plies, m))
        });
        let next = if attacks { proven.min() } else { proven.max() };
        next.map(|(_, m)| m)
    }
}

impl Problem<Board<'_>, Square> for VctProblem {
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

impl VctProblem {
    /// An OR node: the attacker's moves that make at least a two.
    fn attack(&mut self, board: &mut Board<'_>) -> Node<Square> {
        if let VcfResult::Win(moves) = self.vcf.wins(board, NO_LIMIT, self.guess.vcf_nodes) {
            return Node::Settled(Entry::settled(true, 2 * moves - 1));
        }
        let (own, other) = (board.side(), board.side().other());
        let mut moves =
            board.patterns().at_least([own], Pattern4::BlockedTwo).minus(board.at_least(own, Pattern4::DoubleFour));
        let threatened = board.fives(other);
        let forced = !threatened.is_empty();
        if forced {
            moves = if threatened.without_first().is_empty() { threatened } else { Squares::EMPTY };
        }
        let moves: Vec<_> = squares(moves)
            .filter(|&m| board.allows(own, m))
            .map(|m| {
                let prior = if forced { 1 } else { self.guess.prior[board.pattern4(m) as usize] };
                Child { key: board.key_after(m), prior, m }
            })
            .collect();
        if moves.is_empty() { Node::Settled(Entry::settled(false, 0)) } else { Node::Open(moves, 0) }
    }

    /// An AND node: the defender's replies.
    fn defence(&mut self, board: &mut Board<'_>, table: &mut Table) -> Node<Square> {
        let key = board.key();
        let (own, other) = (board.side(), board.side().other());
        let refuted = Node::Settled(Entry::settled(true, 0));
        if !board.fives(own).is_empty() {
            return refuted;
        }
        let fives = board.fives(other);
        let (replies, otherwise) = if !fives.is_empty() {
            (if fives.without_first().is_empty() { fives } else { Squares::EMPTY }, 1)
        } else {
            if let VcfResult::Win(_) = self.vcf.wins(board, NO_LIMIT, self.guess.vcf_nodes) {
                return refuted;
            }
            let line = self.threatened_vcf(board);
            if !line.is_empty() {
                (self.replies(board, &line), line.len() as u32)
            } else if self.open == Some(key) {
                (board.game().empty().fold(Squares::EMPTY, |all, square| all | Squares::of(square.index())), 0)
            } else {
                return refuted;
            }
        };
        let replies: Vec<_> = squares(replies)
            .filter(|&m| board.allows(own, m))
            .map(|m| Child { key: board.key_after(m), prior: 1, m })
            .collect();
        // Replies that lose to a VCF are settled now: the proof numbers then count the remaining replies only.
        for &Child { m, key, .. } in &replies {
            if table.look(key).is_none() {
                board.make(m);
                if let VcfResult::Win(moves) = self.vcf.wins(board, NO_LIMIT, self.guess.vcf_nodes) {
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

    /// A move of the defender where none helps: on a square that the attacker needs, if it may.
    fn vain_reply(&mut self, board: &mut Board<'_>) -> Option<Square> {
        let (own, other) = (board.side(), board.side().other());
        let needed: Vec<Square> = match board.fives(other) {
            fives if fives.is_empty() => self.threatened_vcf(board),
            fives => squares(fives).collect(),
        };
        needed.into_iter().chain(board.game().empty()).find(|&m| board.allows(own, m))
    }

    /// A short VCF of the attacker after a null move of the defender; empty if there is none.
    pub(super) fn threatened_vcf(&mut self, board: &mut Board<'_>) -> Vec<Square> {
        board.pass();
        let line = self.short_vcf(board);
        board.pass();
        line
    }

    /// A short VCF of the side to move; empty if there is none.
    fn short_vcf(&mut self, board: &mut Board<'_>) -> Vec<Square> {
        for limit in [2, 3, NO_LIMIT] {
            if let VcfResult::Win(moves) = self.vcf.wins(board, limit, self.guess.vcf_nodes) {
                return self.vcf.line(board, moves);
            }
        }
        Vec::new()
    }

    /// The replies that may refute the VCF `line` of the attacker; after any other the line still wins.
    ///
    /// These are the squares of the line, and the squares where the defender makes a four, now or after replies that
    /// the line forces: any other stone neither changes the attacker's fours nor gives the defender one.
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

    /// The same by trying every reply: in renju any stone may change which points are forbidden.
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

/// Whether the VCF `line` of the side to move still wins, move by move.
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
            // The attacker's four stopped any five of the defender; one stone stops one five, if the point is allowed.
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
