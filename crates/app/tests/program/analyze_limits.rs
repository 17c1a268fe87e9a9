//! Limits of `analyze`: they bound everything that the command does, solvers included.

use super::json;
use serde_json::Value;

/// The nodes that the last report of an analysis says.
fn nodes(arguments: &[&str]) -> u64 {
    let lines = json(&[&["analyze"], arguments, &["--json"]].concat());
    let last = lines.iter().rev().find_map(|line| line["nodes"].as_u64());
    assert!(lines.last().is_some_and(|line| line["bestmove"] != Value::Null), "{lines:?}");
    last.expect("a report with nodes")
}

#[test]
fn nodes_bound_searches_and_solvers() {
    // A sharp position of gomoku, in which the solver looks for wins by threats.
    let sharp = "h8 i8 h7 i7 i9 g7 h9 h10 j10 g8";
    for limit in [1000, 20_000, 100_000] {
        for game in ["minichess", "threechess", "hop", "gomoku", "hexnim"] {
            assert!(nodes(&[game, "--nodes", &limit.to_string()]) <= limit, "{game}, {limit}");
        }
        let found = nodes(&["gomoku", "--moves", sharp, "--nodes", &limit.to_string()]);
        assert!(found <= limit, "{found} of {limit}");
    }
}
