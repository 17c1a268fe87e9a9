//! Counts of move sequences against independent programs.

use super::position;
use crate::games::tests::{bulk, count, full};

fn suite(text: &str, most_full: u64) {
    let rules = text.lines().find_map(|line| line.strip_prefix("# rules: ")).expect("rules");
    for line in text.lines().filter(|line| !line.starts_with("# ") && !line.is_empty()) {
        let mut parts = line.split(';').map(str::trim);
        let mut position = position(parts.next().expect("a position"), rules);
        for text in parts {
            let (depth, nodes) = count(text);
            assert_eq!(bulk(&mut position, depth), nodes, "{line}, depth {depth}");
            if nodes <= most_full {
                assert_eq!(full(&mut position, depth), nodes, "{line}, depth {depth}, every move made");
            }
        }
    }
}

#[test]
fn suite_default() {
    suite(include_str!("../../../../perft/minichess.epd"), 600_000);
}

#[test]
fn suite_royal() {
    suite(include_str!("../../../../perft/minichess-legal.epd"), 600_000);
}
