//! Wins by threats as trees: the VCT search finds them, and here they are written out by the rules of certificates.

use super::tree::{Tree, in_order};
use super::windows::Windows;
use crate::bits::BitSet;
use crate::game::Side;
use crate::games::gomoku::Square;
use crate::games::gomoku::threats::{Board, Guess, Vct, squares};
use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

/// The longest tree of a win by threats that is worth having, in moves.
const LONGEST: usize = 200_000;

/// Moves in trees that are kept, two bytes each; what is forgotten is written again when it is needed.
const MOST_MOVES: usize = 1 << 26;

/// The search for wins by threats of one side.
pub(super) struct Threats<'a> {
    vct: Vct<'a>,
    /// Trees that were written, by the key of the position.
    trees: HashMap<u64, Rc<Tree>>,
    /// The moves in all these trees.
    moves: usize,
    /// Positions without a known win, with the nodes that were spent on them.
    open: HashMap<u64, u64>,
    /// No search begins any more when so many nodes have been searched.
    end: u64,
    /// Set when one should have begun, or it is over.
    spent: &'a Cell<bool>,
}

impl<'a> Threats<'a> {
    /// Searches with tables of `memory` bytes; `spent` is set when they need more nodes than they have.
    pub(super) fn new(attacker: Side, memory: u64, spent: &'a Cell<bool>, is_over: &'a dyn Fn() -> bool) -> Self {
        Self {
            vct: Vct::new(attacker, memory, u64::MAX, Guess::PROOFS, is_over),
            trees: HashMap::new(),
            moves: 0,
            open: HashMap::new(),
            end: u64::MAX,
            spent,
        }
    }

    /// Allows so many nodes more.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.end = self.nodes().saturating_add(nodes);
        self.spent.set(false);
    }

    /// Nodes searched.
    pub(super) fn nodes(&self) -> u64 {
        self.vct.nodes()
    }

    /// The tree of a win of the attacker, which is to move, if one is found with about so many nodes of the VCT search.
    pub(super) fn win(&mut self, windows: &Windows, board: &mut Board<'_>, nodes: u64) -> Option<Rc<Tree>> {
        let key = board.key();
        if let Some(tree) = self.trees.get(&key) {
            return Some(tree.clone());
        }
        if self.open.get(&key).is_some_and(|&spent| spent >= nodes) {
            return None;
        }
        if self.nodes() >= self.end || self.vct.is_over() {
            self.spent.set(true);
            return None;
        }
        if self.moves > MOST_MOVES {
            self.trees.clear();
            self.moves = 0;
        }
        let found = match self.vct.wins(board, nodes) {
            Some(Some(_)) => self.attack(windows, board),
            _ => None,
        };
        if found.is_none() {
            self.open.insert(key, nodes);
        }
        found
    }

    /// The tree of a position with the attacker to move whose win the search has found, or finds now.
    fn attack(&mut self, windows: &Windows, board: &mut Board<'_>) -> Option<Rc<Tree>> {
        let key = board.key();
        if let Some(tree) = self.trees.get(&key) {
            return Some(tree.clone());
        }
        let line = self.vct.vcf(board);
        let tree = if line.is_empty() {
            let m = self.vct.proven_move(board)?;
            board.make(m);
            let tree = self.defence(windows, board, m);
            board.unmake(m);
            tree?
        } else {
            fours(windows, board, &line)?
        };
        let tree = Rc::new(tree);
        self.moves += tree.moves.len();
        self.trees.insert(key, tree.clone());
        Some(tree)
    }

    /// The tree of the attacker's move `m`, which has been made.
    fn defence(&mut self, windows: &Windows, board: &mut Board<'_>, m: Square) -> Option<Tree> {
        let attacker = board.side().other();
        let fives = board.fives(attacker);
        if !fives.is_empty() {
            let mut after = None;
            if fives.without_first().is_empty() {
                let reply = squares(fives).next()?;
                board.make(reply);
                after = self.attack(windows, board);
                board.unmake(reply);
                after.as_ref()?;
            }
            return Some(Tree::four(windows, board.game(), m, fives, after.as_deref()));
        }
        board.pass();
        let line = self.vct.vcf(board);
        let pass = if line.is_empty() { None } else { fours(windows, board, &line) };
        board.pass();
        let pass = pass?;
        let mut replies = Vec::new();
        let mut length = 0;
        for reply in in_order(board.game(), pass.zones[0]) {
            board.make(reply);
            let tree = self.attack(windows, board);
            board.unmake(reply);
            let tree = tree?;
            length += tree.moves.len();
            replies.push(tree);
            if length > LONGEST {
                return None;
            }
        }
        Some(Tree::quiet(windows, board.game(), m, &pass, replies.iter().map(|tree| &**tree)))
    }
}

/// The tree of a VCF, a line of fours and replies to its five.
fn fours(windows: &Windows, board: &mut Board<'_>, line: &[Square]) -> Option<Tree> {
    let &[m, ref rest @ ..] = line else { return None };
    let attacker = board.side();
    if board.fives(attacker).contains(m.index()) {
        return Some(Tree::five(m));
    }
    board.make(m);
    let fives = board.fives(attacker);
    let tree = match rest {
        [] => None,
        _ if !fives.without_first().is_empty() => Some(Tree::four(windows, board.game(), m, fives, None)),
        &[reply, ref rest @ ..] => {
            board.make(reply);
            let after = fours(windows, board, rest);
            board.unmake(reply);
            after.map(|after| Tree::four(windows, board.game(), m, fives, Some(&after)))
        }
    };
    board.unmake(m);
    tree
}
