//! Counts of move sequences against independent programs.

use super::position;
use crate::games::tests::{bulk, count, full};

#[test]
fn suite() {
    for line in include_str!("../../../../perft/threechess.epd").lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split(';').map(str::trim);
        let mut position = position(parts.next().expect("a position"), "");
        for text in parts {
            let (depth, nodes) = count(text);
            if nodes <= 20_000_000 {
                assert_eq!(bulk(&mut position, depth), nodes, "{line}, depth {depth}");
            }
            if nodes <= 30_000 {
                assert_eq!(full(&mut position, depth), nodes, "{line}, depth {depth}, every move made");
            }
        }
    }
}
