//! `--engine`: which of the two searches a command plays or analyses by, and what the one from the rules alone refuses.

use super::{absent, command, json, out, refused, run, run_with, scratch, success};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

/// The last line of an analysis.
fn analysed(arguments: &[&str]) -> Value {
    json(&[&["analyze"], arguments, &["--hash", "1", "--json"]].concat()).pop().expect("a line")
}

#[test]
fn analyses_are_by_the_search_that_is_named() {
    let search = |named: &[&str]| analysed(&[&["minichess", "--nodes", "3000"], named].concat());
    let usual = search(&[]);
    assert_eq!(usual["engine"], "alphabeta");
    let alpha_beta = search(&["--engine", "alphabeta"]);
    assert_eq!((&alpha_beta["pv"], &alpha_beta["nodes"]), (&usual["pv"], &usual["nodes"]));
    let mcts = search(&["--engine", "mcts", "--multipv", "3"]);
    assert_eq!((&mcts["engine"], mcts["lines"].as_array().map(Vec::len)), (&"mcts".into(), Some(3)), "{mcts}");
    // The simulation that reaches the limit is brought to its end.
    assert!(mcts["score"]["cp"].is_i64() && mcts["nodes"].as_u64() < Some(6000), "{mcts}");
    // What a solver knows is not from the rules alone, and what the tree proves is told as proven.
    let one_move = ["gomoku", "--position", "15/15/15/15/15/15/15/6xxxx5/15/15/15/15/15/15/ooo12 x"];
    let solved = analysed(&[&one_move[..], &["--nodes", "50000"]].concat());
    let proven = analysed(&[&one_move[..], &["--engine", "mcts", "--nodes", "50000"]].concat());
    assert!(solved["solved_by"].is_string() && solved["engine"].is_null(), "{solved}");
    assert!(proven["solved_by"].is_null() && proven["engine"] == "mcts", "{proven}");
    assert_eq!(proven["score"]["win"], 1, "{proven}");
    // A model is assumed by alpha-beta alone.
    let three = analysed(&["threechess", "--engine", "mcts", "--nodes", "2000"]);
    assert!(three["model"].is_null() && analysed(&["threechess", "--depth", "2"])["model"] == "brs", "{three}");
    let said = success(&["analyze", "threechess", "--engine", "mcts", "--nodes", "2000", "--hash", "1"]);
    assert!(!said.contains("model:") && said.contains("best move: "), "{said}");
}

#[test]
fn what_it_does_not_have_is_refused() {
    let table = absent("engines.table");
    let analyses: [(&[&str], &str); 7] = [
        (&["--threads", "2"], "--engine: Monte Carlo tree search has no threads"),
        (&["--exact"], "--engine: Monte Carlo tree search has no exact distances"),
        (&["--model", "maxn"], "--engine: Monte Carlo tree search has no model of the other sides"),
        (&["--hash-save", &table], "--hash-save: Monte Carlo tree search has no table to keep"),
        (&["--checkpoint", &table], "--checkpoint: Monte Carlo tree search has no table to keep"),
        (&["--hash-load", &table], "--hash-load: Monte Carlo tree search has no table to keep"),
        (&["--engine", "minimax"], "expected alphabeta or mcts"),
    ];
    for (arguments, problem) in analyses {
        let named: &[&str] = if arguments[0] == "--engine" { &[] } else { &["--engine", "mcts"] };
        refused(&run(&[&["analyze", "hop", "--nodes", "100"], named, arguments].concat()), &[problem]);
    }
    for command in [
        &["play", "hop", "--level", "3", "--engine", "mcts"][..],
        &["query", "--threads", "2", "--engine", "mcts"],
        &["shell", "hop", "--threads", "2", "--engine", "mcts"],
        &["ugi", "hop", "--threads", "2", "--engine", "mcts"],
        &["suite", "threechess", "--file", "-", "--model", "maxn", "--engine", "mcts"],
        &["analyze", "threechess", "--file", "-", "--nodes", "9", "--model", "maxn", "--engine", "mcts"],
    ] {
        refused(&run(command), &["--engine: Monte Carlo tree search has no "]);
    }
    assert!(!std::path::Path::new(&table).exists());
}

#[test]
fn people_play_against_either() {
    let played = |named: &[&str], commands: &str| {
        let arguments =
            [&["play", "hexnim", "--position", ".../...", "--time", "100ms", "--hash", "1"], named].concat();
        let output = run_with(&arguments, commands.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        out(&output)
    };
    for named in [&[][..], &["--engine", "mcts"], &["--engine", "alphabeta"]] {
        let said = played(named, "hint\nswitch\nhint\nquit\n");
        assert!(said.contains("plays ") && !said.contains("error"), "{said}");
    }
    let said = played(&["--engine", "mcts"], "level 3\nlevel 10\nquit\n");
    assert!(said.contains("level 3; --engine: Monte Carlo tree search has no levels"), "{said}");
    assert!(said.contains("The engine plays at level 10."), "{said}");
    let commands = "go nodes 3000\nengine mcts\nthreads 2\ngo nodes 3000\nengine own\ngo nodes 3000\nengine x\n";
    let output = run_with(&["shell", "minichess", "--multipv", "1", "--hash", "1"], commands.as_bytes());
    let said = out(&output);
    let best: Vec<&str> = said.lines().filter(|line| line.starts_with("best move: ")).collect();
    assert!(best.len() == 3 && best[0] == best[2] && best[0] != best[1], "{said}");
    assert!(said.contains("error: --engine: Monte Carlo tree search has no threads"), "{said}");
    assert!(said.contains("error: expected alphabeta or mcts"), "{said}");
}

#[test]
fn queries_name_it_or_have_that_of_the_command() {
    let ask = |arguments: &[&str], queries: &[Value]| {
        let text: String = queries.iter().map(|query| format!("{query}\n")).collect();
        let arguments = [&["query", "--hash", "1"], arguments].concat();
        let output = run_with(&arguments, text.as_bytes());
        let lines: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        super::schema::validate(&lines);
        lines
    };
    let query = |more: &Value| {
        let mut query = json!({"id": 1, "game": "threechess", "nodes": 1000});
        query.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
        query
    };
    let by = |arguments: &[&str], more: Value| ask(arguments, &[query(&more)])[0]["engine"].clone();
    assert_eq!(by(&[], json!({})), "alphabeta");
    assert_eq!(by(&[], json!({"engine": "mcts"})), "mcts");
    assert_eq!(by(&["--threads", "2"], json!({"engine": "mcts"})), "mcts");
    assert_eq!(by(&["--engine", "mcts"], json!({})), "mcts");
    assert_eq!(by(&["--engine", "mcts"], json!({"engine": "alphabeta"})), "alphabeta");
    // What only alpha-beta has is asked of alpha-beta, and the answer says so.
    assert_eq!(by(&["--engine", "mcts"], json!({"level": 3})), "alphabeta");
    assert_eq!(by(&["--engine", "mcts"], json!({"model": "maxn"})), "alphabeta");
    // The searches take turns, each with a table of its own.
    let turns = [json!({"engine": "mcts"}), json!({}), json!({"engine": "mcts"})];
    let answers = ask(&[], &turns.map(|more| query(&more)));
    assert_eq!([0, 1, 2].map(|at| answers[at]["engine"].as_str()), [Some("mcts"), Some("alphabeta"), Some("mcts")]);
    assert_eq!((&answers[0]["pv"], &answers[0]["nodes"]), (&answers[2]["pv"], &answers[2]["nodes"]));
    for (more, problem) in [
        (json!({"engine": "mcts", "level": 3}), "has no levels"),
        (json!({"engine": "mcts", "threads": 2}), "has no threads"),
        (json!({"engine": "mcts", "model": "opps"}), "has no model"),
        (json!({"engine": "mcts", "action": "solve"}), "only a search has one"),
        (json!({"engine": "luck"}), "expected alphabeta or mcts"),
    ] {
        let error = &ask(&[], &[query(&more)])[0];
        assert_eq!((&error["type"], &error["field"]), (&"error".into(), &"engine".into()), "{error}");
        assert!(error["error"].as_str().is_some_and(|text| text.contains(problem)), "{error}");
    }
}

#[test]
fn files_of_positions_are_searched_by_it() {
    let positions = scratch("engines.txt", "startpos\nstartpos moves c2c3\n");
    let results = absent("engines.jsonl");
    let batch = ["analyze", "minichess", "--file", &positions, "--nodes", "1000", "--hash", "1"];
    for line in json(&[&batch[..], &["--engine", "mcts", "--threads", "2", "--json"]].concat()) {
        assert_eq!(line["engine"], "mcts", "{line}");
    }
    success(&[&batch[..], &["--engine", "mcts", "--out", &results]].concat());
    let head = |path: &str| -> Value {
        let text = std::fs::read_to_string(path).expect("results");
        serde_json::from_str(text.lines().next().expect("a head")).expect("JSON")
    };
    assert!(head(&results)["engine"] == "mcts" && head(&results)["model"].is_null(), "{}", head(&results));
    let other = run(&[&batch[..], &["--out", &results, "--resume"]].concat());
    refused(&other, &["other positions, limits or options"]);
    // Named or not, it is the same search.
    let results = absent("engines-usual.jsonl");
    success(&[&batch[..], &["--out", &results]].concat());
    success(&[&batch[..], &["--engine", "alphabeta", "--out", &results, "--resume"]].concat());
    assert!(head(&results)["engine"] == "alphabeta" && head(&results)["model"] == "brs", "{}", head(&results));
    let suite = scratch("engines.epd", "4k/5/5/5/3R1/K4 w - - 0 1 dm 9; id \"rook\";\n");
    let solved = ["suite", "minichess", "--file", &suite, "--nodes", "300", "--hash", "1", "--json"];
    let nodes = |named: &[&str]| json(&[&solved[..], named].concat())[0]["solved_nodes"].clone();
    assert_eq!(nodes(&["--engine", "alphabeta"]), nodes(&[]));
    assert_ne!(nodes(&["--engine", "mcts"]), nodes(&[]));
}

/// Lines that the engine says to a session.
fn session(arguments: &[&str], lines: &str) -> Vec<String> {
    let output = run_with(&[&["ugi"], arguments, &["--hash", "1"]].concat(), lines.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    // Without times, which are never the same.
    let timeless = |line: &str| {
        let mut words = line.split(' ');
        let mut kept = Vec::new();
        while let Some(word) = words.next() {
            let is_time = matches!(word, "nps" | "time");
            let _skipped = if is_time { words.next() } else { None };
            kept.extend((!is_time).then_some(word));
        }
        kept.join(" ")
    };
    out(&output).lines().map(timeless).collect()
}

#[test]
fn clients_choose_it_as_an_option() {
    let go = "go nodes 2000\n";
    let said = session(&["minichess"], "ugi\n");
    assert!(said.contains(&"option name Engine type combo default auto var auto var alphabeta var mcts".into()));
    let alpha_beta = session(&["minichess"], go);
    let mcts = session(&["minichess", "--engine", "mcts"], go);
    assert!(alpha_beta != mcts && mcts.last().is_some_and(|line| line.starts_with("bestmove ")), "{mcts:?}");
    assert_eq!(session(&["minichess"], &format!("setoption name Engine value MCTS\n{go}")), mcts);
    // What cannot be changed follows it.
    let told = run_with(&["ubgi", "--engine", "mcts", "--hash", "1"], b"ubgi\nsetoption name Algorithm value mcts\n");
    assert!(out(&told).contains("option name Algorithm type combo default mcts var mcts\n"), "{told:?}");
    assert!(!out(&told).contains("error"), "{told:?}");
    let back = "setoption name Engine value mcts\nsetoption name Engine value auto\n";
    assert_eq!(session(&["minichess"], &format!("{back}{go}")), alpha_beta);
    // What it does not have is refused, and stays what it was.
    for (first, second, problem) in [
        ("Engine value mcts", "Threads value 2", "has no threads"),
        ("Threads value 2", "Engine value mcts", "has no threads"),
        ("Engine value mcts", "Skill Level value 3", "has no levels"),
        ("Engine value mcts", "Contempt value 30", "has no contempt"),
        ("Hash value 1", "Engine value luck", "expected alphabeta or mcts, or auto"),
    ] {
        let lines = format!("setoption name {first}\nsetoption name {second}\nsetoption name Threads value 1\n{go}");
        let said = session(&["minichess"], &lines);
        assert!(said[0].starts_with("info string error: option ") && said[0].contains(problem), "{said:?}");
        let expected = if first.starts_with("Engine") { &mcts } else { &alpha_beta };
        assert_eq!(said[1..], expected[..], "{first}, {second}");
    }
}

#[test]
fn pages_ask_for_it() {
    let mut command = command(&["serve", "--port", "0", "--hash", "1", "--threads", "2", "--engine", "mcts"]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("an address");
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    for (more, engine) in [
        ("", "mcts"),
        (r#","engine":"alphabeta""#, "alphabeta"),
        (r#","level":2"#, "alphabeta"),
        (r#","level":10,"engine":"mcts""#, "mcts"),
    ] {
        let body = format!(r#"{{"game":"minichess","nodes":500{more}}}"#);
        let mut stream = TcpStream::connect(&address).expect("it listens");
        let head = "Content-Type: application/json\r\nConnection: close";
        let length = body.len();
        write!(
            stream,
            "POST /api/query HTTP/1.1\r\nHost: {address}\r\n{head}\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        assert!(answer.contains(&format!(r#""engine":"{engine}""#)), "{more}: {answer}");
    }
    drop(child.kill());
    drop(child.wait());
}
