//! Games against the strategies of certificates: whatever the defender plays, within the zones or outside, it loses.

use super::super::board::{Board, Geometry, Stone};
use super::super::file::{Certificate, Root};
use super::super::tree::Reader;
use super::super::{Format, owner};
use super::{PROOFS, unlimited};

/// The tree of a position with the attacker to move.
struct Node {
    m: usize,
    /// The tree after a pass, and those after replies.
    pass: Option<Box<Node>>,
    replies: Vec<(usize, Node)>,
}

/// Reads a tree that is right: the zones decide which replies it has, which the checker's reader finds by reading.
fn read(board: &mut Board<'_>, moves: &[u16], at: &mut usize) -> Node {
    let m = usize::from(moves[*at]);
    *at += 1;
    board.put(m, Stone::Attacker);
    let mut node = Node { m, pass: None, replies: Vec::new() };
    let wins = board.wins();
    if !board.has_run_through(Stone::Attacker, m) && wins.len() < 2 {
        let replies = if wins.is_empty() {
            let from = *at;
            node.pass = Some(Box::new(read(board, moves, at)));
            let mut reader = Reader::new(board, moves[from..*at].iter().map(|&m| usize::from(m)));
            let zone = reader.zone().expect("a right tree");
            (0..board.geometry.format.squares()).filter(|&s| zone.contains(s) && board.is_empty(s)).collect()
        } else {
            wins
        };
        for reply in replies {
            board.put(reply, Stone::Defender);
            node.replies.push((reply, read(board, moves, at)));
            board.take(reply, Stone::Defender);
        }
    }
    board.take(m, Stone::Attacker);
    node
}

fn root_board<'a>(geometry: &'a Geometry, root: &Root) -> Board<'a> {
    let mut board = Board::new(geometry);
    for (number, &square) in root.stones.iter().enumerate() {
        board.put(usize::from(square), owner(number, root.stones.len()));
    }
    board
}

/// Plays a game; the defender takes a reply of the tree, a random square, or makes a run where it can.
fn play(board: &mut Board<'_>, root: &Node, random: &mut impl FnMut(usize) -> usize) {
    let mut node = root;
    loop {
        assert!(board.is_empty(node.m), "the strategy plays on a stone");
        let wins = board.wins();
        board.put(node.m, Stone::Attacker);
        if board.has_run_through(Stone::Attacker, node.m) {
            return;
        }
        assert!(!board.defender_wins(), "the defender makes a run");
        assert!(wins.is_empty(), "a win was missed");
        let empty: Vec<usize> = (0..board.geometry.format.squares()).filter(|&square| board.is_empty(square)).collect();
        let wins = board.wins();
        let known = match node.replies.len() {
            0 => wins[0],
            count => node.replies[random(count)].0,
        };
        let reply = if random(3) > 0 && board.is_empty(known) { known } else { empty[random(empty.len())] };
        board.put(reply, Stone::Defender);
        // A five that was not stopped ends the game.
        if wins.iter().any(|&five| five != reply) {
            return;
        }
        let expected = node.replies.iter().find(|(square, _)| *square == reply);
        node = match expected {
            Some((_, after)) => after,
            None => node.pass.as_deref().expect("a reply to a four that does not stop it loses"),
        };
    }
}

#[test]
fn no_defence_holds() {
    let mut random = unlimited(0x7072_6F6F_6603);
    for text in PROOFS {
        let certificate = Certificate::parse(text.as_bytes(), Format::default()).expect("a file");
        let geometry = Geometry::new(certificate.format);
        for root in &certificate.roots {
            let tree = certificate.tree(root).expect("digits");
            let node = read(&mut root_board(&geometry, root), &tree, &mut 0);
            for _ in 0..5000 {
                play(&mut root_board(&geometry, root), &node, &mut random);
            }
        }
    }
}
