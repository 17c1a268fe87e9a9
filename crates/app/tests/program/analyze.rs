//! `analyze` and `play`: searches that tell what they find.

use super::{json, out, refused, run, run_with, success};
use serde_json::Value;

#[test]
fn analyze_reports_iterations() {
    let lines = json(&["analyze", "minichess", "--depth", "4", "--multipv", "2", "--hash", "1", "--json"]);
    let (best, iterations) = lines.split_last().expect("lines");
    assert_eq!(iterations.len(), 8, "two lines for each of four depths");
    for (index, line) in iterations.iter().enumerate() {
        assert_eq!((&line["depth"], &line["multipv"]), (&(index / 2 + 1).into(), &(index % 2 + 1).into()));
        assert!(line["score"].is_object() && line["pv"][0].is_string(), "{line}");
        for field in ["seldepth", "nodes", "nps", "hashfull", "hitrate", "time_ms"] {
            assert!(line[field].is_u64(), "{field}: {line}");
        }
    }
    assert_eq!(best["bestmove"], iterations[6]["pv"][0]);
    let text = success(&["analyze", "minichess", "--nodes", "5000", "--hash", "1"]);
    assert!(text.contains("White to move") && text.contains("\nbest move: "), "{text}");
}

#[test]
fn analyze_knows_the_end() {
    let over = ["analyze", "minichess", "--json", "--position", "k4/5/5/5/5/4K w - - 0 51"];
    let lines = json(&over);
    assert_eq!((lines.len(), &lines[0]["bestmove"], &lines[0]["score"]), (1, &Value::Null, &Value::Null));
    assert_eq!(lines[0]["result"], "draw");
    let win = ["analyze", "minichess", "--json", "--depth", "3", "--position", "k4/Q4/5/5/5/4K w - - 0 1"];
    let lines = json(&win);
    assert_eq!(lines[lines.len() - 2]["score"], serde_json::json!({"win": 1}));
}

#[test]
fn analyze_considers_only_root_moves() {
    let only = ["analyze", "minichess", "--json", "--depth", "3", "--hash", "1", "--root-moves", "e2e3"];
    assert_eq!(json(&only).last().expect("a line")["bestmove"], "e2e3");
    refused(&run(&["analyze", "minichess", "--root-moves", "e2e4"]), &["--root-moves", "column 1", "e2e4"]);
}

#[test]
fn play_follows_commands() {
    let script = b"help\nmoves\na1a6\n\nb1c3\nboard\nundo\nundo\nhint\nquit\n";
    let output = run_with(&["play", "minichess", "--time", "20ms", "--hash", "1"], script);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = out(&output);
    for part in ["You play White", "take back", "a2a3 b2b3", "a1a6", "legal moves", "Black plays ", "nothing of yours"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn play_lets_the_engine_begin_and_end() {
    let output = run_with(&["play", "minichess", "--side", "black", "--time", "20ms", "--hash", "1"], b"");
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).contains("White plays "));
    let win = ["play", "minichess", "--position", "k4/Q4/5/5/5/4K w - - 0 1", "--time", "20ms", "--hash", "1"];
    let output = run_with(&win, b"a5a6\nmoves\na5a6\nhint\n\xFF\xFF\nundo\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).contains("The game is over: White wins") && out(&output).contains("after the end"));
}
