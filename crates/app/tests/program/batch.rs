//! `analyze --file`: positions in bulk, killed and gone on with.

use super::schema::validate;
use super::{absent, command, json, out, refused, run, run_with, scratch};
use serde_json::Value;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Positions of minichess after all pairs of first moves.
fn positions() -> (String, usize) {
    let shown = json(&["show", "minichess", "--json"]);
    let moves: Vec<&str> = shown[0]["moves"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
    let mut text = "# pairs of first moves\n\nstartpos\n".to_owned();
    for first in &moves {
        for second in ["a5a4", "b5b4", "c5c4", "d5d4", "e5e4", "d6c4", "d6e4"] {
            text += &format!("{first} {second}\n");
        }
    }
    text += "kqbnr/ppppp/5/2P2/PP1PP/RNBQK b - - 0 1 moves c5c4 ;D1 7\nk4/5/5/5/5/4K w - - 0 51\n";
    (text, 7 * moves.len() + 3)
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn every_position_has_its_line_in_order() {
    let (text, count) = positions();
    let batch = ["analyze", "minichess", "--file", "-", "--nodes", "500", "--threads", "2", "--json"];
    let output = run_with(&batch, text.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let found = lines(&out(&output));
    validate(&found);
    assert_eq!(found.len(), count);
    let numbers: Vec<_> = found.iter().filter_map(|line| line["line"].as_u64()).collect();
    assert_eq!(numbers, (3..3 + count as u64).collect::<Vec<_>>());
    // One thread says the same, from a file whose name says nothing, and so does an analysis alone.
    let file = scratch("positions.txt", &text);
    let one = ["analyze", "minichess", "--file", &file, "--nodes", "500", "--json"];
    let again = lines(&out(&run(&one)));
    for (a, b) in found.iter().zip(&again) {
        for field in ["position", "bestmove", "score", "depth", "nodes", "pv"] {
            assert_eq!(a[field], b[field], "{field}");
        }
    }
    let alone = json(&["analyze", "minichess", "--nodes", "500", "--moves", "a2a3 a5a4", "--json"]);
    let alone = alone.last().expect("a line");
    for field in ["position", "bestmove", "score", "depth", "nodes", "pv"] {
        assert_eq!(found[1][field], alone[field], "{field}");
    }
    assert_eq!((&found[count - 1]["bestmove"], &found[count - 1]["result"]), (&Value::Null, &"draw".into()));
}

#[test]
fn mistakes_are_told_before_anything_is_done() {
    let file = scratch("batch-wrong", "c2c3\nc2c3 e2e9\n");
    refused(&run(&["analyze", "minichess", "--file", &file, "--nodes", "5"]), &["--file", "line 2", "e2e9"]);
    refused(&run(&["analyze", "minichess", "--file", &file]), &["--file", "no limit", "--nodes"]);
    let empty = scratch("batch-empty", "# nothing\n\n");
    refused(&run(&["analyze", "minichess", "--file", &empty, "--nodes", "5"]), &["no position"]);
    let (one, two) = (scratch("batch-one", "c2c3\n"), scratch("batch-two", "d2d3\n"));
    let out = scratch("batch-out", "");
    std::fs::remove_file(&out).expect("a file");
    let run = |file: &str, nodes: &str, rest: &[&str]| {
        run(&[&["analyze", "minichess", "--file", file, "--nodes", nodes, "--out", &out], rest].concat())
    };
    assert_eq!(run(&one, "5", &[]).status.code(), Some(0));
    refused(&run(&one, "5", &[]), &["--out", "already"]);
    refused(&run(&two, "5", &["--resume"]), &["other positions"]);
    refused(&run(&one, "6", &["--resume"]), &["limits"]);
    assert_eq!(run(&one, "5", &["--resume"]).status.code(), Some(0));
    let foreign = scratch("batch-foreign", "hello\n");
    refused(
        &super::run(&["analyze", "minichess", "--file", &one, "--nodes", "5", "--out", &foreign, "--resume"]),
        &["line 1"],
    );
}

/// What is in the file of results is read, not counted: whatever is no result of its position is an error.
#[test]
fn results_are_read_when_a_run_goes_on() {
    let file = scratch("batch-read", "c2c3\n\nd2d3\nb2b3\n");
    let results = absent("batch-read-out");
    let command = ["analyze", "minichess", "--file", &file, "--nodes", "50", "--out", &results, "--resume"];
    assert_eq!(run(&command).status.code(), Some(0));
    let whole = std::fs::read_to_string(&results).expect("results");
    let lines: Vec<&str> = whole.lines().collect();
    let [head, one, two, three] = lines[..] else { panic!("{lines:?}") };
    for (text, words) in [
        (format!("{head}\ngarbage\n{two}\n"), &["line 2", "expected a result"][..]),
        (format!("{head}\n{one}\n\n{three}\n"), &["line 3", "expected a result"]),
        (format!("{head}\n{one}\n{three}\n"), &["line 3", "expected that of line 3"]),
        (format!("{head}\n{two}\n"), &["line 2", "expected that of line 1"]),
        (format!("{head}\n{one}\u{b}{two}\n{three}\n"), &["line 2", "trailing characters"]),
        (format!("{head}\n{one}\n{two}\n{three}\u{b}"), &["line 4", "trailing characters"]),
        (format!("{head}\n{one}\nRemember the third!"), &["line 3", "expected the beginning of a result"]),
        (format!("{head}\n{one}\n{two}\n{three}\n{three}\n"), &["line 5", "expected 3 at most"]),
        (format!("{head}\n{}\n", one.replace("\"analysis\"", "\"analysjs\"")), &["line 2", "another position"]),
    ] {
        std::fs::write(&results, &text).expect("results");
        refused(&run(&command), &[&["--out", "batch-read-out"], words].concat());
        assert_eq!(std::fs::read_to_string(&results).expect("results"), text);
    }
    // What a killed run has left of a line is cut off, however little is missing.
    for missing in [1, 2, 100] {
        std::fs::write(&results, &whole[..whole.len() - missing]).expect("results");
        assert_eq!(run(&command).status.code(), Some(0));
        let again = std::fs::read_to_string(&results).expect("results");
        assert!(again.starts_with(&whole[..whole.len() - three.len() - 1]) && again.lines().count() == 4, "{again}");
    }
}

#[test]
fn a_killed_run_goes_on_and_has_every_result_once() {
    let (text, count) = positions();
    let file = scratch("batch-killed", &text);
    let results = scratch("batch-killed-out", "");
    std::fs::remove_file(&results).expect("a file");
    let arguments =
        ["analyze", "minichess", "--file", &file, "--nodes", "20000", "--threads", "2", "--out", &results, "--resume"];
    for size in [4_000, 20_000] {
        let mut child = command(&arguments).stdout(Stdio::null()).spawn().expect("it runs");
        let started = Instant::now();
        while std::fs::metadata(&results).map_or(0, |file| file.len()) < size {
            assert!(started.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
    }
    // What the system may have written of a line when everything ended.
    let mut content = std::fs::read(&results).expect("results");
    content.truncate(content.len() - 7);
    std::fs::write(&results, content).expect("results");
    assert_eq!(run(&arguments).status.code(), Some(0));
    let found = lines(&std::fs::read_to_string(&results).expect("results"));
    validate(&found);
    let numbers: Vec<_> = found[1..].iter().filter_map(|line| line["line"].as_u64()).collect();
    assert_eq!(numbers, (3..3 + count as u64).collect::<Vec<_>>());
}

/// Cells of a table, of which none has a quote.
fn cells(text: &str) -> Vec<Vec<&str>> {
    text.lines().map(|line| line.split(',').collect()).collect()
}

#[test]
fn results_are_a_table() {
    let text = out(&run_with(
        &["analyze", "minichess", "--file", "-", "--nodes", "300", "--csv"],
        b"c2c3 c5c4\nk4/2Q2/1K3/5/5/5 b - - 0 1\nk4/5/5/5/5/4K w - - 0 51\n",
    ));
    let table = cells(&text);
    let column = |name: &str| table[0].iter().position(|cell| *cell == name).expect("a column");
    let get = |row: usize, name: &str| table[row][column(name)];
    assert_eq!(table.iter().map(Vec::len).collect::<Vec<_>>(), [table[0].len(); 4], "{text}");
    assert_eq!(["line", "cp", "pv"].map(column), [0, 7, table[0].len() - 1]);
    assert_eq!((get(1, "line"), get(1, "bestmove")), ("1", get(1, "pv").split(' ').next().unwrap_or_default()));
    let (chance, cp): (f64, i32) = (get(1, "chance").parse().expect("a number"), get(1, "cp").parse().expect("cp"));
    assert!(chance > 0.0 && chance < 1.0 && (chance > 0.5) == (cp > 0), "{text}");
    assert_eq!((get(2, "cp"), get(2, "loss"), get(2, "chance")), ("", "2", "0.0"));
    assert_eq!((get(3, "result"), get(3, "bestmove"), get(3, "chance")), ("draw", "", ""));
    refused(&run(&["analyze", "minichess", "--depth", "2", "--csv"]), &["--file"]);
}

#[test]
fn all_positions_of_games_are_analysed() {
    let games = absent("batch-games");
    let played = ["match", "minichess", "--a", "random", "--b", "random", "--games", "2", "--out", &games];
    super::success(&played);
    let moves: Vec<usize> = json(&["show", "--game", &format!("{games}:1"), "--json"])
        .iter()
        .map(|position| usize::from(position["result"].is_null()))
        .collect();
    let pgn = super::success(&["convert", &games, "-", "--to", "pgn"]);
    let pgn = scratch("batch-games.pgn", &pgn);
    let analyse = |file: &str| {
        let found = json(&["analyze", "minichess", "--file", file, "--nodes", "50", "--threads", "2", "--json"]);
        validate(&found);
        found
    };
    let found = analyse(&games);
    let of_first: Vec<&Value> = found.iter().filter(|line| line["number"] == 1).collect();
    assert_eq!(of_first.len(), moves.len());
    let turns: Vec<_> = of_first.iter().filter_map(|line| line["turn"].as_u64()).collect();
    assert_eq!(turns, (0..moves.len() as u64).collect::<Vec<_>>());
    assert!(found.iter().any(|line| line["number"] == 2) && found.iter().all(|line| line.get("line").is_none()));
    for (a, b) in found.iter().zip(analyse(&pgn)) {
        assert_eq!((&a["position"], &a["score"], &a["turn"]), (&b["position"], &b["score"], &b["turn"]));
    }
    // Such a run goes on, too.
    let results = absent("batch-games-out");
    let batch = ["analyze", "minichess", "--file", &pgn, "--nodes", "50", "--out", &results, "--resume"];
    super::success(&batch);
    let whole = std::fs::read_to_string(&results).expect("results");
    std::fs::write(&results, &whole[..whole.len() / 2]).expect("results");
    super::success(&batch);
    assert_eq!(lines(&std::fs::read_to_string(&results).expect("results")).len(), found.len() + 1);
    refused(&run(&["analyze", "hop", "--file", &games, "--nodes", "5"]), &["--file", "games of minichess"]);
    let broken = scratch("batch-broken.pgn", "[Variant \"minichess\"]\n\n1. c2c3 e2e9 *\n");
    refused(&run(&["analyze", "minichess", "--file", &broken, "--nodes", "5"]), &["--file", "e2e9"]);
}
