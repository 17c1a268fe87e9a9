//! `query`: what other programs ask, many things at once, some of it nonsense.

use super::schema::validate;
use super::{command, json, out, run_with};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

fn answers(arguments: &[&str], queries: &[Value]) -> Vec<Value> {
    let text: String = queries.iter().map(|query| format!("{query}\n")).collect();
    let output = run_with(&[&["query", "--hash", "1"], arguments].concat(), text.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let lines: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    validate(&lines);
    lines
}

#[test]
fn answers_are_those_of_analyze() {
    let query = json!({"id": "x", "game": "minichess", "moves": "c2c3 c5c4", "analyzeTurns": [2, 0], "depth": 5,
        "multipv": 2});
    for line in answers(&["--fresh", "--jobs", "2"], &[query]) {
        let moves = if line["turn"] == 0 { "" } else { "c2c3 c5c4" };
        let alone = json(&[
            "analyze",
            "minichess",
            "--moves",
            moves,
            "--depth",
            "5",
            "--multipv",
            "2",
            "--json",
            "--hash",
            "1",
        ]);
        let alone = alone.last().expect("a line");
        for field in ["bestmove", "score", "depth", "nodes", "pv", "lines", "position", "rules", "final"] {
            assert_eq!(line[field], alone[field], "{field}");
        }
    }
}

/// Names of several words are written either way.
#[test]
fn queries_are_written_as_answers_are() {
    let old = json!({"id": "x", "game": "minichess", "moves": "c2c3", "analyzeTurns": [0], "depth": 3,
        "rootMoves": "a2a3", "hashMib": 1, "reportEvery": 60.0});
    let new = json!({"id": "x", "game": "minichess", "moves": "c2c3", "analyze_turns": [0], "depth": 3,
        "root_moves": "a2a3", "hash_mib": 1, "report_every": 60.0});
    let found = [old, new].map(|query| answers(&[], &[query]).pop().expect("an answer"));
    assert_eq!((&found[0]["bestmove"], &found[0]["turn"]), (&"a2a3".into(), &0.into()));
    assert_eq!((&found[0]["pv"], &found[0]["nodes"]), (&found[1]["pv"], &found[1]["nodes"]));
    let numbers =
        [json!({"id": 7, "game": "minichess", "depth": 1}), json!({"id": 8, "action": "terminate", "terminateId": 7})];
    let found = answers(&[], &numbers);
    assert!(found.iter().any(|line| line["id"] == 7 && line["type"] == "analysis"), "{found:?}");
    assert!(found.iter().any(|line| line["id"] == 8 && line["terminateId"] == 7), "{found:?}");
    assert_eq!(answers(&[], &[json!({"id": 0.5, "game": "hop"})])[0]["field"], "id");
    let both = json!({"id": "x", "game": "minichess", "hashMib": 1, "hash_mib": 1});
    assert_eq!(answers(&[], &[both])[0]["type"], "error");
}

#[test]
fn a_proof_is_walked() {
    let line = answers(&[], &[json!({"id": 1, "action": "walk", "game": "gomoku", "moves": "h8 g9 i9 a1"})]);
    assert_eq!((&line[0]["type"], &line[0]["value"], &line[0]["id"]), (&json!("walk"), &json!("win"), &json!(1)));
    let solved = json!({"id": 2, "action": "walk", "game": "hexnim", "position": ".../..."});
    let line = answers(&[], &[solved]);
    assert!(line[0]["value"] != "unknown" && line[0]["replies"] == json!([]), "{line:?}");
}

/// By the certificates in docs/proofs, from the start: those of the plane hold on 19x19, and 15x15 has its own.
#[test]
fn a_proof_of_the_plane_is_walked_on_a_board() {
    let walked = |rules: &str, moves: &[&str]| {
        let query = |(id, moves): (usize, &&str)| {
            json!({"id": id, "action": "walk", "game": "gomoku",
            "rules": rules, "moves": moves})
        };
        let queries: Vec<Value> = moves.iter().enumerate().map(query).collect();
        answers(&["--tables", "docs/proofs", "--jobs", "1"], &queries)
    };
    let lines = walked("size=19", &["", "j10", "j10 m12", "j10 m12 k11", "j10 m12 k11 a1"]);
    let of = |field: &str| lines.iter().map(|line| line[field].clone()).collect::<Vec<_>>();
    assert_eq!(of("value"), ["win", "loss", "win", "loss", "win"]);
    assert_eq!(of("others"), [json!(null), json!(null), json!(null), json!("pass"), json!(null)]);
    let replies: Vec<usize> = lines.iter().map(|line| line["replies"].as_array().map_or(0, Vec::len)).collect();
    assert!(replies[0] == 0 && replies[1] == 360 && (100..250).contains(&replies[3]), "{replies:?}");
    let numbers = |field: &str| lines.iter().map(|line| line[field].as_u64().expect("a number")).collect::<Vec<_>>();
    assert!(numbers("plies").is_sorted_by(|before, after| before > after), "{lines:?}");
    assert!(numbers("moves").is_sorted_by(|before, after| before >= after), "{lines:?}");
    assert!(lines[4]["lines"].as_f64() > Some(1000.0) && lines[3]["lines"].is_null(), "{lines:?}");
    assert_eq!((&lines[0]["line"][0], &lines[2]["line"][0]), (&json!("j10"), &json!("k11")));
    let standard = walked("size=19,rule=standard", &["", "j10 m12"]);
    assert_eq!((&standard[0]["value"], &standard[1]["value"]), (&json!("win"), &json!("win")));
    let own = walked("rule=standard", &[""]);
    assert_eq!((&own[0]["value"], &own[0]["plies"]), (&json!("win"), &json!(91)));
}

#[test]
fn a_bad_query_is_answered_by_an_error_and_nothing_else() {
    for (query, field, word) in [
        (json!({"id": "a"}), json!("game"), "missing"),
        (json!({"id": "a", "game": "chess"}), json!("game"), "minichess"),
        (json!({"id": "a", "game": "minichess", "moves": ["c2c3", "e2e9"]}), json!("moves"), "move 2"),
        (json!({"id": "a", "game": "minichess", "rules": "x=1"}), json!("rules"), "column"),
        (json!({"id": "a", "game": "minichess", "position": "x"}), json!("position"), "column"),
        (json!({"id": "a", "game": "minichess", "analyzeTurns": [1]}), json!("analyzeTurns"), "beyond"),
        (json!({"id": "a", "game": "minichess", "analyzeTurns": []}), json!("analyzeTurns"), "at least one"),
        (json!({"id": "a", "game": "minichess", "depth": 0}), json!("depth"), "1 to"),
        (json!({"id": "a", "game": "minichess", "nodes": 0}), json!("nodes"), "at least 1"),
        (json!({"id": "a", "game": "minichess", "seconds": -1}), json!("seconds"), "more than 0"),
        (json!({"id": "a", "game": "minichess", "multipv": 0}), json!("multipv"), "1 to"),
        (json!({"id": "a", "game": "minichess", "level": 0}), json!("level"), "1 to 10"),
        (json!({"id": "a", "game": "minichess", "level": 11}), json!("level"), "1 to 10"),
        (json!({"id": "a", "game": "minichess", "model": "x"}), json!("model"), ""),
        (json!({"id": "a", "game": "minichess", "rootMoves": ["e2e9"]}), json!("rootMoves"), "legal"),
        (json!({"id": "a", "game": "minichess", "visits": 5}), json!("visits"), "unknown field"),
        (json!({"id": "a", "game": "minichess", "depth": "3"}), json!("depth"), "invalid type"),
        (json!({"id": "a", "game": "minichess", "moves": 3}), json!("moves"), ""),
        (json!({"id": "a", "action": "play"}), json!("action"), "unknown variant"),
        (json!({"id": "a", "action": "terminate"}), json!("terminateId"), "missing"),
    ] {
        let lines = answers(&[], std::slice::from_ref(&query));
        assert_eq!(lines.len(), 1, "{query}: {lines:?}");
        assert_eq!((&lines[0]["type"], &lines[0]["id"], &lines[0]["field"]), (&json!("error"), &json!("a"), &field));
        assert!(lines[0]["error"].as_str().is_some_and(|error| error.contains(word)), "{lines:?}");
    }
}

/// A level bounds the nodes, within other limits, and uses neither a solver nor what was found before.
#[test]
fn levels_bound_what_is_found() {
    let ask = |level: u32| json!({"id": "x", "game": "minichess", "level": level, "seconds": 60});
    let deep = json!({"id": "d", "game": "minichess", "depth": 9, "priority": 1});
    let [alone, after] = [vec![ask(3)], vec![deep, ask(3)]].map(|queries| {
        answers(&["--threads", "2"], &queries).into_iter().find(|line| line["id"] == "x").expect("an answer")
    });
    for field in ["bestmove", "pv", "nodes", "depth", "score"] {
        assert_eq!(alone[field], after[field], "{field}");
    }
    assert!(alone["nodes"].as_u64() <= Some(300), "{alone}");
    let small = json!({"id": "x", "game": "hexnim", "position": "..../..../..../....", "level": 1, "seconds": 60});
    let found = answers(&[], &[small]);
    assert!(found[0]["solved_by"].is_null() && found[0]["score"]["cp"].is_i64(), "{found:?}");
}

/// Of a game that is over the result is known, with a solver and without.
#[test]
fn a_finished_game_is_solved() {
    let five = "h8 a1 i8 a3 j8 a5 k8 a7 l8";
    for (query, value) in [
        (json!({"id": "a", "action": "solve", "game": "gomoku", "moves": five}), "loss"),
        (json!({"id": "a", "action": "solve", "game": "hexnim", "position": "#"}), "win"),
        (json!({"id": "a", "action": "solve", "game": "minichess", "position": "k4/5/5/5/5/4K w - - 0 51"}), "draw"),
    ] {
        let lines = answers(&[], std::slice::from_ref(&query));
        assert_eq!((&lines[0]["value"], &lines[0]["plies"]), (&json!(value), &json!(0)), "{query}: {lines:?}");
    }
}

/// What a game's own solver leaves open is searched for, within what it left of the limits.
#[test]
fn what_a_solver_does_not_know_is_searched_for() {
    let draw = |limit: &str, most: u64| {
        let mut query = json!({"id": "a", "action": "solve", "game": "gomoku", "rules": "size=4,connect=4",
            "position": "xox1/4/1ox1/1x1o o"});
        query[limit] = most.into();
        answers(&["--jobs", "1"], &[query]).pop().expect("an answer")
    };
    for answer in [draw("nodes", 500_000), draw("seconds", 600)] {
        assert_eq!((&answer["value"], &answer["plies"]), (&json!("draw"), &Value::Null), "{answer}");
        assert!(answer["best"].as_array().is_some_and(|best| !best.is_empty()), "{answer}");
    }
    let answer = draw("nodes", 50);
    assert!(answer["value"] == "unknown" && answer["nodes"].as_u64() <= Some(100), "{answer}");
}

#[test]
fn urgent_queries_come_first() {
    let query =
        |id: &str, priority: i64| json!({"id": id, "game": "minichess", "nodes": 500_000, "priority": priority});
    let lines = answers(&[], &[query("first", 0), query("late", 1), query("soon", 5), query("later", 1)]);
    let mut order = lines.iter().map(|line| line["id"].as_str().unwrap_or_default());
    // The first is worked on before the others come, unless some come at once: then it is the most urgent of those.
    let begun = order.next().unwrap_or_default();
    assert_ne!(begun, "later", "the one before it is as urgent");
    let rest: Vec<_> = ["soon", "late", "later", "first"].into_iter().filter(|&id| id != begun).collect();
    assert_eq!(order.collect::<Vec<_>>(), rest, "after {begun}");
}

/// Numbers that look random, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// The most memory that a process has had, in KiB.
#[cfg(target_os = "linux")]
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
}

#[test]
fn thousands_of_queries_are_answered_once_each() {
    const QUERIES: usize = 5000;
    let mut child = command(&["query", "--hash", "1", "--jobs", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || {
        let mut numbers = Numbers(7);
        let (mut nonsense, mut terminations) = (0, 0);
        for id in 0..QUERIES {
            let game = ["minichess", "hop", "threechess", "gomoku", "hexnim"][numbers.below(5) as usize];
            let (nodes, priority) = (1 + numbers.below(400), numbers.below(3));
            let query = json!({"id": id.to_string(), "game": game, "nodes": nodes, "priority": priority});
            writeln!(input, "{query}").expect("it listens");
            if numbers.below(4) == 0 {
                let line = ["{", "[]", "{\"id\":7}", "\u{0}", "{\"id\":\"a\",\"id\":\"b\"}"][numbers.below(5) as usize];
                writeln!(input, "{line}").expect("it listens");
                nonsense += 1;
            }
            if numbers.below(5) == 0 {
                let which = numbers.below(id as u64 + 1).to_string();
                let query = json!({"id": format!("t{id}"), "action": "terminate", "terminateId": which});
                writeln!(input, "{query}").expect("it listens");
                terminations += 1;
            }
        }
        (nonsense, terminations)
    });
    let (mut found, mut errors) = (HashMap::<String, usize>::new(), 0);
    let process = child.id();
    let mut memory = 0;
    for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
        let line: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        match line["id"].as_str() {
            Some(id) => *found.entry(id.to_owned()).or_default() += 1,
            None => errors += 1,
        }
        #[cfg(target_os = "linux")]
        if found.len() % 500 == 0 {
            memory = peak(process);
        }
    }
    let (nonsense, terminations) = writer.join().expect("it writes");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert!(found.values().all(|&times| times == 1));
    assert_eq!((found.len(), errors), (QUERIES + terminations, nonsense));
    assert!(memory < 200 << 10, "{memory} KiB at {process}");
}

#[test]
fn a_closed_pipe_ends_it() {
    let mut child = command(&["query", "--hash", "1", "--jobs", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    for id in 0..300 {
        let query = json!({"id": id.to_string(), "game": "minichess", "seconds": 0.01, "reportEvery": 1e-6});
        writeln!(input, "{query}").expect("it listens");
    }
    drop(child.stdout.take());
    let started = Instant::now();
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert!(started.elapsed() < Duration::from_secs(20));
}
