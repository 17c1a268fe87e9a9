//! What the tests of several games share.

use crate::game::{MoveList, Position};
use std::path::PathBuf;

/// The legal moves.
pub(super) fn moves<G: Position>(position: &G) -> Vec<G::Move> {
    let mut list = G::Moves::default();
    position.moves(&mut list);
    list.as_slice().to_vec()
}

/// Counts sequences of moves, each of which is made, and taken back without a trace.
pub(super) fn full<G: Position>(position: &mut G, depth: u32) -> u64 {
    position.validate().unwrap_or_else(|error| panic!("{position:?}: {error}"));
    if depth == 0 {
        return 1;
    }
    let moves = moves(position);
    assert_eq!(position.count_moves(), moves.len() as u64, "{position:?}");
    let mut nodes = 0;
    for m in moves {
        let before = position.clone();
        let undo = position.make(m);
        nodes += full(position, depth - 1);
        position.unmake(m, undo);
        assert_eq!(*position, before);
    }
    nodes
}

/// Counts them with the moves of the last ply counted, not made.
pub(super) fn bulk<G: Position>(position: &mut G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => moves(position).into_iter().fold(0, |nodes, m| {
            let undo = position.make(m);
            let below = bulk(position, depth - 1);
            position.unmake(m, undo);
            nodes + below
        }),
    }
}

/// The depth and the count in `D3 8`.
pub(super) fn count(text: &str) -> (u32, u64) {
    let (depth, nodes) = text.trim().split_once(' ').expect("D1 7");
    (depth[1..].parse().expect("a depth"), nodes.parse().expect("a number"))
}

/// A folder that goes when it is dropped.
pub(super) struct Directory(pub(super) PathBuf);

impl Directory {
    pub(super) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("manyply-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory");
        Self(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
