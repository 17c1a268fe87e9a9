//! `analyze` and `play`: searches that tell what they find.

use super::{command, json, out, refused, run, run_with, success};
use serde_json::Value;
use std::io::Write;
use std::process::Stdio;

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

/// Within an iteration something is said about once a second, if that is wanted, and nothing else is different.
#[test]
fn analyze_gives_signs_of_life() {
    let arguments = ["analyze", "threechess", "--time", "4s", "--hash", "1", "--json", "--heartbeat"];
    let lines = json(&arguments);
    super::schema::validate(&lines);
    let beats: Vec<&Value> = lines.iter().filter(|line| line["type"] == "heartbeat").collect();
    assert!((1..=4).contains(&beats.len()), "{lines:#?}");
    for beat in beats {
        assert!(beat["depth"].as_u64() > Some(1) && beat["nodes"].as_u64() > Some(0), "{beat}");
        assert!(beat["move"].is_string() && beat["number"].as_u64() <= beat["count"].as_u64(), "{beat}");
    }
    refused(&run(&["analyze", "minichess", "--heartbeat"]), &["--json"]);
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

/// Lost at once, and still there is a move, whoever asks.
#[test]
fn there_is_always_a_move() {
    let lost = "h8 a1 i8 a3 j8 a5 k8";
    for rules in ["rule=freestyle", "rule=standard", "rule=renju"] {
        for more in [&["--depth", "5"][..], &["--time", "200ms", "--multipv", "3"], &["--nodes", "9000"]] {
            let arguments = ["analyze", "gomoku", "--rules", rules, "--moves", lost, "--json", "--hash", "1"];
            let lines = json(&[&arguments[..], more].concat());
            let last = lines.last().expect("a line");
            assert_eq!((&last["bestmove"], &last["score"]["loss"]), (&last["pv"][0], &2.into()), "{rules} {more:?}");
            let best = last["bestmove"].as_str().expect("a move");
            let is_searched = last["solved_by"].is_null();
            assert!(is_searched || ["g8", "l8"].contains(&best), "{rules} {more:?}: {last}");
            assert_eq!(last["lines"].as_array().map(Vec::len), Some(if more.len() > 2 { 3 } else { 1 }), "{last}");
        }
        let solved = &json(&["solve", "gomoku", "--rules", rules, "--moves", lost, "--json", "--hash", "1"])[0];
        assert_eq!((&solved["value"], &solved["line"].as_array().map(Vec::len)), (&"loss".into(), &Some(2)));
        let query = format!("{{\"id\":\"1\",\"game\":\"gomoku\",\"rules\":\"{rules}\",\"moves\":\"{lost}\"}}\n");
        let answer: Value = serde_json::from_str(&out(&run_with(&["query", "--hash", "1"], query.as_bytes()))).unwrap();
        assert!(answer["bestmove"].is_string(), "{answer}");
    }
}

/// What the program says where it has its own proofs, and no other tables.
fn with_proofs(arguments: &[&str], input: &[u8]) -> String {
    let folder = format!("{}/no-tables", env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut program = command(arguments);
    program.env("MANYPLY_TABLES", folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = program.spawn().expect("it runs");
    child.stdin.take().expect("a pipe").write_all(input).expect("it listens");
    out(&child.wait_with_output().expect("it ends"))
}

/// What is proved of the start of gomoku holds for one line and for several.
#[test]
fn several_lines_keep_what_is_proved() {
    // A proof of the program's own, and one of the solver that the search at this depth does not see.
    for (moves, best) in [("", "h8"), ("h8 a1 i8 a3 i9 a5", "")] {
        for lines in ["1", "2", "5"] {
            let arguments = ["analyze", "gomoku", "--depth", "3", "--moves", moves, "--multipv", lines];
            let said = with_proofs(&[&arguments[..], &["--json", "--hash", "1"]].concat(), b"");
            let last: Value = serde_json::from_str(said.lines().last().expect("a line")).expect("JSON");
            let found = last["lines"].as_array().expect("lines");
            assert_eq!(found.len().to_string(), lines, "{last}");
            assert!(found[0]["score"]["win"].is_u64(), "{last}");
            assert!(found[0]["pv"][0] == best || best.is_empty(), "{last}");
            assert_eq!(last["solved_by"].is_null(), !best.is_empty(), "{last}");
            for field in ["score", "depth", "pv"] {
                assert_eq!(last[field], found[0][field], "{last}");
            }
            let firsts: std::collections::HashSet<_> = found.iter().map(|line| line["pv"][0].to_string()).collect();
            assert_eq!(firsts.len(), found.len(), "{last}");
        }
    }
    let session = b"setoption name MultiPV value 2\ngo depth 3\n";
    let said = with_proofs(&["ugi", "gomoku", "--hash", "1"], session);
    assert!(said.contains("info depth 3 seldepth 1 multipv 1 score mate 44 "), "{said}");
    assert!(said.contains("multipv 2 ") && said.ends_with("bestmove h8\n"), "{said}");
}

/// Whoever wins by the last cell wins with an odd number of plies.
#[test]
fn wins_take_as_many_plies_as_they_can() {
    for (rules, position, result, plies) in [
        ("winner=normal", "..", "win", 1),
        ("winner=normal", "..../..../..../....", "win", 15),
        ("winner=misere", "..../..../..../....", "win", 16),
        ("winner=misere", ".../...", "win", 6),
    ] {
        let arguments = ["analyze", "hexnim", "--rules", rules, "--position", position, "--json", "--time", "1s"];
        let last = json(&arguments).pop().expect("a line");
        assert_eq!(last["score"][result], plies, "{rules} {position}: {last}");
    }
}
