//! The problem that df-pn solves to prove a position: the attacker's moves threaten to win by threats if the defender
//! passes, and the defender's replies are those in the zone of that win.

use super::threats::Threats;
use super::tree::{Tree, in_order};
use super::windows::Windows;
use crate::bits::BitSet;
use crate::game::{Position, Side};
use crate::games::gomoku::patterns::pattern4::Pattern4;
use crate::games::gomoku::square::SQUARES;
use crate::games::gomoku::threats::{Board, squares};
use crate::games::gomoku::{Gomoku, Square};
use crate::solve::dfpn::{Child, Entry, Node, Problem, Search, Table};
use std::collections::HashMap;
use std::rc::Rc;

/// What orders the attacker's moves: a search of a position with about so many nodes. It gives some of the moves, the
/// best first; the others follow by their patterns.
pub type Order<'a> = dyn FnMut(&Gomoku, u64) -> Vec<Square> + 'a;

/// By how much each of the attacker's moves is thought harder to prove than the one before it: about as many replies as
/// a threat search leaves open. With less, all moves are tried before the best one is looked into.
const RANK: u32 = 8;
/// So many replies without a win by threats are looked for at once: each takes a whole threat search, and a move that
/// leaves more of them is a bad one as a rule.
const MOST_REFUTATIONS: usize = 10;
/// How hard the other replies are thought to be: harder than those.
const UNTRIED: u32 = 64;

/// How much work is spent on a position of a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Nodes of df-pn in the round.
    pub(super) nodes: u64,
    /// Nodes of all VCT searches in the round.
    pub(super) all: u64,
    /// Nodes of the VCT search for a win of the attacker at its turn.
    pub(super) win: u64,
    /// The same after a pass of the defender.
    pub(super) pass: u64,
    /// Nodes of the search that orders the attacker's moves.
    pub(super) order: u64,
    /// Moves of the attacker that are tried.
    pub(super) width: usize,
}

/// The problem, with what was found out about positions.
pub(super) struct Strategy<'a, 'o> {
    attacker: Side,
    pub(super) windows: Windows,
    threats: &'o mut Threats<'a>,
    order: &'o mut Order<'o>,
    pub(super) budget: Budget,
    /// The attacker's moves in the order in which they are tried, and the nodes that this took.
    orders: HashMap<u64, (u64, Vec<Square>)>,
    /// The children of a position.
    children: HashMap<u64, Vec<Child<Square>>>,
    /// The trees after a pass, by the key of the position before it.
    passes: HashMap<u64, Rc<Tree>>,
    /// Trees that are whole.
    trees: HashMap<u64, Rc<Tree>>,
    /// How often a reply left no win by threats, by its square (history heuristic): those are tried first.
    refutations: Vec<u32>,
}

impl<'a, 'o> Strategy<'a, 'o> {
    pub(super) fn new(
        game: &Gomoku,
        attacker: Side,
        threats: &'o mut Threats<'a>,
        order: &'o mut Order<'o>,
        budget: Budget,
    ) -> Self {
        Self {
            attacker,
            windows: Windows::new(game, attacker.other()),
            threats,
            order,
            budget,
            orders: HashMap::new(),
            children: HashMap::new(),
            passes: HashMap::new(),
            trees: HashMap::new(),
            refutations: vec![0; SQUARES],
        }
    }

    /// Goes on with more work for every position.
    pub(super) fn widen(&mut self, budget: Budget) {
        self.budget = budget;
        self.children.clear();
        self.allow(budget.all);
    }

    /// Nodes of VCT searches.
    pub(super) fn nodes(&self) -> u64 {
        self.threats.nodes()
    }

    /// Allows so many nodes of VCT searches from here on.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.threats.allow(nodes);
    }

    /// The attacker's turn.
    fn attack(&mut self, board: &mut Board<'_>) -> Node<Square> {
        let key = board.key();
        if self.trees.contains_key(&key) {
            return Node::Settled(Entry::settled(true, 1));
        }
        if let Some(children) = self.children.get(&key) {
            return Node::Open(children.clone(), 0);
        }
        if let Some(tree) = self.threats.win(&self.windows, board, self.budget.win) {
            self.trees.insert(key, tree);
            return Node::Settled(Entry::settled(true, 1));
        }
        let threatened = board.fives(board.side().other());
        let moves = if threatened.is_empty() {
            self.ordered(board)
        } else if threatened.without_first().is_empty() {
            squares(threatened).collect()
        } else {
            return Node::Settled(Entry::settled(false, 0));
        };
        let child = |(rank, m): (usize, Square)| Child { key: board.key_after(m), prior: 1 + RANK * rank as u32, m };
        let children: Vec<_> = moves.into_iter().take(self.budget.width).enumerate().map(child).collect();
        if children.is_empty() {
            return Node::Settled(Entry::settled(false, 0));
        }
        self.children.insert(key, children.clone());
        Node::Open(children, 0)
    }

    /// The attacker's moves, the most promising first.
    fn ordered(&mut self, board: &Board<'_>) -> Vec<Square> {
        let key = board.key();
        if let Some((nodes, moves)) = self.orders.get(&key)
            && *nodes >= self.budget.order
        {
            return moves.clone();
        }
        let mut moves: Vec<Square> = Vec::new();
        for m in (self.order)(board.game(), self.budget.order) {
            if !moves.contains(&m) && board.game().is_legal(m) {
                moves.push(m);
            }
        }
        // Then by pattern scores.
        let (side, patterns) = (board.side(), board.patterns());
        let mut others: Vec<Square> = squares(patterns.at_least([side, side.other()], Pattern4::BlockedTwo)).collect();
        others.retain(|m| !moves.contains(m));
        others.sort_by_key(|&m| std::cmp::Reverse(patterns.move_score(side, m)));
        moves.extend(others);
        self.orders.insert(key, (self.budget.order, moves.clone()));
        moves
    }

    /// The defender's turn.
    fn defence(&mut self, board: &mut Board<'_>, table: &mut Table) -> Node<Square> {
        let key = board.key();
        if let Some(children) = self.children.get(&key) {
            return Node::Open(children.clone(), 0);
        }
        let (own, other) = (board.side(), board.side().other());
        if !board.fives(own).is_empty() {
            return Node::Settled(Entry::settled(true, 0));
        }
        let fives = board.fives(other);
        let replies: Vec<Square> = if !fives.is_empty() {
            if !fives.without_first().is_empty() {
                return Node::Settled(Entry::settled(false, 1));
            }
            squares(fives).collect()
        } else {
            let pass = match self.passes.get(&key) {
                Some(pass) => pass.clone(),
                None => {
                    board.pass();
                    let pass = self.threats.win(&self.windows, board, self.budget.pass);
                    board.pass();
                    let Some(pass) = pass else { return Node::Settled(Entry::settled(true, 0)) };
                    self.passes.insert(key, pass.clone());
                    pass
                }
            };
            in_order(board.game(), pass.zones[0])
        };
        let child = |m: Square| Child { key: board.key_after(m), prior: 1, m };
        let mut children: Vec<_> = replies.into_iter().map(child).collect();
        children.sort_by_key(|child| std::cmp::Reverse(self.refutations[child.m.index()]));
        // Replies that lose to threats are settled now: the proof numbers then count the remaining ones only.
        let mut found = 0;
        for Child { m, key, prior } in &mut children {
            if table.look(*key).is_some() {
                continue;
            }
            if found == MOST_REFUTATIONS {
                *prior = UNTRIED;
                continue;
            }
            board.make(*m);
            if let Some(tree) = self.threats.win(&self.windows, board, self.budget.win) {
                self.trees.insert(*key, tree);
                table.remember(*key, Entry::settled(true, 1));
            } else {
                found += 1;
                self.refutations[m.index()] += 1;
            }
            board.unmake(*m);
        }
        self.children.insert(key, children.clone());
        Node::Open(children, 0)
    }

    /// The tree of a position with the attacker to move that is proved.
    pub(super) fn tree(&mut self, search: &mut Search, board: &mut Board<'_>) -> Option<Rc<Tree>> {
        let key = board.key();
        if let Some(tree) = self.trees.get(&key) {
            return Some(tree.clone());
        }
        let mut proven = self.proven(search, board);
        if proven.is_none() {
            // The table has lost it.
            let nodes = self.budget.nodes;
            search.prove(self, board, nodes, &|_| false)?;
            if let Some(tree) = self.trees.get(&key) {
                return Some(tree.clone());
            }
            proven = self.proven(search, board);
        }
        let m = proven?;
        board.make(m);
        let tree = self.tree_after(search, board, m);
        board.unmake(m);
        let tree = Rc::new(tree?);
        self.trees.insert(key, tree.clone());
        Some(tree)
    }

    /// A move that is proved to win.
    fn proven(&mut self, search: &mut Search, board: &mut Board<'_>) -> Option<Square> {
        let Node::Open(children, _) = self.attack(board) else { return None };
        let wins = |child: &&Child<Square>| search.table.look(child.key).and_then(Entry::gets) == Some(false);
        children.iter().find(wins).map(|child| child.m)
    }

    /// The tree of the attacker's move `m`, which has been made and is proved.
    fn tree_after(&mut self, search: &mut Search, board: &mut Board<'_>, m: Square) -> Option<Tree> {
        let fives = board.fives(self.attacker);
        let mut trees = Vec::new();
        let pass = self.passes.get(&board.key()).cloned();
        let replies = match &pass {
            _ if !fives.without_first().is_empty() => Vec::new(),
            _ if !fives.is_empty() => squares(fives).collect(),
            Some(pass) => in_order(board.game(), pass.zones[0]),
            None => return None,
        };
        for reply in replies {
            board.make(reply);
            let tree = self.tree(search, board);
            board.unmake(reply);
            trees.push(tree?);
        }
        let trees = trees.iter().map(|tree| &**tree);
        Some(match pass.filter(|_| fives.is_empty()) {
            Some(pass) => Tree::quiet(&self.windows, board.game(), m, &pass, trees),
            None => Tree::four(&self.windows, board.game(), m, fives, trees.clone().next()),
        })
    }
}

impl Problem<Board<'_>, Square> for Strategy<'_, '_> {
    const EPSILON: u32 = 2;

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
