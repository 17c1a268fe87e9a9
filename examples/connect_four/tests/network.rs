//! From rules to a network: the commands of the guide, in its order, with less to do; and what they make.

use connect_four::ConnectFour;
use manyply::game::{Evaluate, Notation, Played, Position};
use manyply::search::{EngineOf, Limits, Options};
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::AtomicBool;

const GUIDE: &str = include_str!("../../../docs/guide/own-game.md");
/// What the commands of this game begin with in the guide.
const PROGRAM: &str = "cargo run --release --package connect-four -- ";

fn run(folder: &PathBuf, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_connect-four"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null()).output().expect("it runs")
}

fn json(folder: &PathBuf, arguments: &[&str]) -> Value {
    let output = run(folder, &[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    serde_json::from_str(text.lines().last().expect("a line")).expect("JSON")
}

/// The same with less to do.
fn smaller(line: &str) -> Vec<String> {
    let is_learning = line.starts_with("selfplay");
    let mut words: Vec<String> = Vec::new();
    // What is between quotes is one word.
    let parts = line.split('"').enumerate();
    let parts = parts.flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() });
    for word in parts {
        words.push(match words.last().map_or("", String::as_str) {
            "--games" => if is_learning { "600" } else { "4" }.into(),
            "--nodes" => "60".into(),
            _ => word.replace("nodes=1000", "nodes=100"),
        });
    }
    words
}

#[test]
fn the_guide_goes_from_rules_to_a_network() {
    let folder = std::env::temp_dir().join(format!("manyply-connect-four-{}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (_, part) = GUIDE.split_once("\n## From rules to a network\n").expect("the part of the guide");
    let part = part.split("\n## ").next().expect("the part alone");
    let lines: Vec<&str> = part.lines().filter_map(|line| line.strip_prefix(PROGRAM)).collect();
    for command in ["selfplay", "train", "match"] {
        assert!(lines.iter().any(|line| line.starts_with(command)), "{command} is not in the guide");
    }
    for line in lines {
        let smaller = smaller(line);
        let output = run(&folder, &smaller.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(output.status.success(), "{line}, as {smaller:?}: {output:?}");
    }
    let info = json(&folder, &["network", "info", "network.bin"]);
    assert_eq!((&info["features"], &info["own"], &info["problem"]), (&84.into(), &false.into(), &Value::Null));
    // Another evaluation than that by hand, and its opposite for the other side.
    let evaluate =
        |more: &[&str]| json(&folder, &[&["eval", "connect4", "--moves", "d d c"], more].concat())["total"].clone();
    let (by_hand, by_network) = (evaluate(&[]), evaluate(&["--network", "network.bin"]));
    assert_ne!(by_hand, by_network);
    assert_eq!(by_network[0].as_i64(), by_network[1].as_i64().map(|value| -value));
    drop(std::fs::remove_dir_all(&folder));
}

/// Six hundred games of sixty nodes a move are enough to learn something, and the traps are told.
#[test]
fn what_is_learned_and_left_out_is_said() {
    let folder = std::env::temp_dir().join(format!("manyply-connect-four-learned-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let games = ["selfplay", "connect4", "--games", "600", "--nodes", "60", "--out", "games.bin"];
    assert!(run(&folder, &games).status.success());
    let train = |more: &[&str]| {
        json(&folder, &[&["train", "connect4", "--data", "games.bin", "--out", "network.bin"], more].concat())
    };
    let all = train(&["--least-plies", "0"]);
    assert_eq!((&all["warning"], &all["left_out"]["late"]), (&Value::Null, &0.into()), "{all}");
    // Of a board with 42 squares few positions have 32 plies left.
    let few = train(&["--epochs", "1"]);
    let late = few["left_out"]["late"].as_u64().expect("a number");
    assert!(late > few["positions"].as_u64().expect("a number"), "{few}");
    let own = run(&folder, &["train", "connect4", "--data", "games.bin", "--from", "connect4", "--out", "n.bin"]);
    assert!(String::from_utf8_lossy(&own.stderr).contains("connect4 has no network in the program"), "{own:?}");
    let info = run(&folder, &["network", "info", "connect4"]);
    assert!(String::from_utf8_lossy(&info.stderr).contains("no network in the program; expected a file"), "{info:?}");
    drop(std::fs::remove_dir_all(&folder));
}

/// The search's state is made anew for each search, and keeps the network that the engine was given.
#[test]
fn the_second_search_evaluates_by_the_network_too() {
    let own = ConnectFour::NETWORK.expect("a network");
    let numbers: Vec<u8> =
        (0..own.shape.size() / 2).flat_map(|at| ((at * 37 % 101) as i16 - 50).to_le_bytes()).collect();
    let network = own.parse(ConnectFour::NAME, &own.shape.file(ConnectFour::NAME, &numbers)).expect("a network");
    let engine = |network| EngineOf::<ConnectFour>::new(Options { hash_mib: 1, network, ..Options::default() });
    let after = |moves: &[u8]| {
        let mut game = Played::new(ConnectFour::default());
        assert!(moves.iter().all(|&m| game.position().is_legal(m) && game.play(m)));
        game
    };
    let score = |engine: &mut EngineOf<ConnectFour>, game: &Played<ConnectFour>| {
        engine.search(game, &Limits::depth(1), &AtomicBool::new(false), &mut |_| ()).score
    };
    let (first, second) = (after(&[3]), after(&[3, 2, 0, 6]));
    let mut kept = engine(Some(network));
    score(&mut kept, &first);
    let by_network = score(&mut engine(Some(network)), &second);
    assert_eq!(score(&mut kept, &second), by_network);
    assert_ne!(score(&mut engine(None), &second), by_network);
}
