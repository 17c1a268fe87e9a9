//! Trees of the chart with their branches: the moves alone say which reply is answered where only by the rules.

use crate::bits::BitSet;
use crate::games::gomoku::patterns::{Patterns, Squares};
use crate::games::gomoku::prover::tree::{Zones, in_order, own_zones, unite};
use crate::games::gomoku::prover::windows::Windows;
use crate::games::gomoku::threats::{Board, squares};
use crate::games::gomoku::{Gomoku, Square};
use std::collections::HashMap;
use std::rc::Rc;

/// A move of the attacker, and what follows.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) m: Square,
    /// What follows a pass, where the defender may play anywhere.
    pub(super) pass: Option<Rc<Node>>,
    /// What follows the replies that are listed.
    pub(super) replies: HashMap<Square, Rc<Node>>,
}

/// The tree with these moves.
pub(super) fn read(game: &Gomoku, moves: &[Square]) -> Option<Rc<Node>> {
    use crate::game::Position;
    let (mut position, mut patterns) = (game.clone(), Patterns::of(game));
    let windows = Windows::new(game, game.side_to_move().other());
    let mut reader = Reader { windows, board: Board::new(&mut position, &mut patterns), moves: moves.iter() };
    reader.tree().map(|(node, _)| node)
}

struct Reader<'a, 'b> {
    windows: Windows,
    board: Board<'a>,
    moves: std::slice::Iter<'b, Square>,
}

impl Reader<'_, '_> {
    fn tree(&mut self) -> Option<(Rc<Node>, Zones)> {
        let &m = self.moves.next()?;
        let attacker = self.board.side();
        let mut node = Node { m, pass: None, replies: HashMap::new() };
        if self.board.fives(attacker).contains(m.index()) {
            return Some((Rc::new(node), [Squares::of(m.index()); 4]));
        }
        self.board.make(m);
        let fives = self.board.fives(attacker);
        let mut zones = own_zones(&self.windows, self.board.game(), m, fives);
        let mut replies: Vec<Square> = squares(fives).collect();
        if fives.is_empty() {
            self.board.pass();
            let (pass, after) = self.tree()?;
            self.board.pass();
            replies = in_order(self.board.game(), after[0]);
            zones.iter_mut().zip(&after[1..]).for_each(|(zone, &later)| *zone |= later);
            zones[3] = self.windows.all();
            node.pass = Some(pass);
        } else if replies.len() > 1 {
            replies.clear();
        }
        for reply in replies {
            self.board.make(reply);
            let (child, after) = self.tree()?;
            self.board.unmake(reply);
            unite(&mut zones, &after);
            node.replies.insert(reply, child);
        }
        self.board.unmake(m);
        Some((Rc::new(node), zones))
    }
}
