//! Counts of move sequences against independent programs.

use super::{Threechess, moves, position};
use crate::game::Position;

fn full(position: &mut Threechess, depth: u32) -> u64 {
    position.validate().unwrap_or_else(|error| panic!("{position:?}: {error}"));
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    for m in moves(position) {
        let before = position.clone();
        let undo = position.make(m);
        nodes += full(position, depth - 1);
        position.unmake(m, undo);
        assert_eq!(*position, before);
    }
    nodes
}

fn bulk(position: &mut Threechess, depth: u32) -> u64 {
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

#[test]
fn suite() {
    for line in include_str!("../../../../perft/threechess.epd").lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split(';').map(str::trim);
        let mut position = position(parts.next().expect("a position"), "");
        for count in parts {
            let (depth, nodes) = count.split_once(' ').expect("D1 7");
            let (depth, nodes) = (depth[1..].parse().expect("a depth"), nodes.parse::<u64>().expect("a number"));
            if nodes <= 20_000_000 {
                assert_eq!(bulk(&mut position, depth), nodes, "{line}, depth {depth}");
            }
            if nodes <= 30_000 {
                assert_eq!(full(&mut position, depth), nodes, "{line}, depth {depth}, every move made");
            }
        }
    }
}
