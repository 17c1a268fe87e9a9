//! `solve`: proofs, and the parts of a proof.

use super::{json, refused, run, scratch, success};
use serde_json::Value;

#[test]
fn solve_proves_or_says_unknown() {
    // White's queen stands beside Black's king, and White is to move: the king is taken.
    let arguments = ["solve", "minichess", "--json", "--position", "k4/Q4/5/5/5/4K w - - 0 1"];
    let answer = &json(&arguments)[0];
    assert_eq!((&answer["value"], &answer["plies"]), (&"win".into(), &1.into()));
    assert_eq!((&answer["best"], &answer["line"]), (&serde_json::json!(["a5a6"]), &serde_json::json!(["a5a6"])));
    assert!(answer["nodes"].is_u64() && answer["seconds"].is_f64());
    let unknown = &json(&["solve", "minichess", "--json", "--time", "50ms"])[0];
    assert_eq!((&unknown["value"], &unknown["plies"]), (&"unknown".into(), &Value::Null));
    assert!(success(&["solve", "minichess", "--time", "50ms"]).contains("unknown"));
}

/// What a position is worth, wherever its moves were looked at: as the whole says, and every move that keeps it.
#[test]
fn shards_of_a_solution_are_merged() {
    let hop = "......../.X.....O/..X...../....X.../......O./...O..../......../.O....X. b 392";
    for (name, of, arguments) in [
        ("hexnim", 3, &["hexnim", "--random", "3"][..]),
        ("minichess", 2, &["minichess", "--position", "k4/2Q2/1K3/5/5/5 b - - 0 1"]),
        ("minichess-win", 4, &["minichess", "--position", "k4/5/QK3/5/5/5 w - - 0 40"]),
        ("hop", 5, &["hop", "--position", hop]),
        // Moves that do not win here are never proven anything.
        ("threechess", 2, &["threechess", "--position", "8/8/8/7bK|8/8/8/5bQ1gK|8/8/8/7rK b 0", "--time", "1s"]),
        ("gomoku", 2, &["gomoku", "--rules", "size=7", "--position", "7/7/3o3/1xxx3/3o3/7/7 x", "--time", "1s"]),
    ] {
        let arguments = [&["solve", "--threads", "1", "--hash", "16"], arguments].concat();
        let parts: Vec<String> = (1..=of)
            .map(|part| {
                let shard = format!("{part}/{of}");
                let result = success(&[&arguments[..], &["--shard", &shard]].concat());
                scratch(&format!("solve-{name}-{part}"), &result)
            })
            .collect();
        let files: Vec<&str> = parts.iter().map(String::as_str).collect();
        let merged = &json(&[&["merge", "--json"], &files[..]].concat())[0];
        let whole = &json(&[&arguments[..], &["--json"]].concat())[0];
        assert_ne!(whole["value"], "unknown", "{name}");
        for field in ["game", "position", "value", "plies"] {
            assert_eq!(merged[field], whole[field], "{name}: {merged} {whole}");
        }
        let best = |answer: &Value| answer["best"].as_array().cloned().unwrap_or_default();
        assert!(best(whole).iter().all(|m| best(merged).contains(m)), "{name}: {merged} {whole}");
        if name == "hexnim" {
            assert_eq!(best(merged), best(whole));
            assert!(
                success(&[&["merge"], &files[..]].concat()).contains("to move: win\nall best moves: 7,3,1,1 6,6,1,1")
            );
        }
    }
}

#[test]
fn what_has_no_parts_is_refused() {
    let gomoku = ["solve", "gomoku", "--vct", "--shard", "1/2"];
    refused(&run(&gomoku), &["--shard", "wins of the side to move only", "--any"]);
    refused(&run(&["solve", "hexnim", "--shard", "1/2", "--save", "x"]), &["--shard", "--save"]);
    let over = ["solve", "minichess", "--position", "k4/5/5/5/5/4K b - - 0 51", "--shard", "1/2"];
    refused(&run(&over), &["--shard", "the game is over"]);
}
