//! `manyply tune` as users meet it: the same seed gives the same table, kept games give it again, mistakes are one
//! line.

use super::schema::validate;
use manyply_app::cli::{Session, run};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A file of this test run's own, which is not there yet.
fn scratch(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tune-{name}"));
    let _ = std::fs::remove_file(&path);
    path.to_str().expect("a path in UTF-8").to_owned()
}

/// Runs the program in this process: exit code, standard output, standard error.
fn command_with(arguments: &[&str], stop: bool) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut session = Session {
        input: Box::new(std::io::empty()),
        out: &mut out,
        err: &mut err,
        stop: Arc::new(AtomicBool::new(stop)),
        has_terminal: false,
        games: manyply::games::registry(),
        name: "manyply",
        json: false,
        kept: None,
    };
    let code = run(["manyply", "tune"].iter().chain(arguments).map(Into::into), &mut session);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (code, text(out), text(err))
}

fn success(arguments: &[&str]) -> String {
    let (code, out, err) = command_with(arguments, false);
    assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
    out
}

/// One clear line, exit code 2, nothing else.
fn refused(arguments: &[&str], words: &str) {
    let (code, out, err) = command_with(arguments, false);
    assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
    assert!(err.starts_with("error: ") && err.lines().count() == 1 && err.contains(words), "{arguments:?}: {err}");
}

const SHORT: [&str; 6] = ["--games", "20", "--nodes", "60", "--epochs", "60"];

#[test]
fn a_seed_gives_its_table_again_however_many_threads() {
    let table = |seed: &str, threads: &str| {
        success(&[&["threechess", "--seed", seed, "--threads", threads], &SHORT[..]].concat())
    };
    let first = table("1", "1");
    assert!(first.contains("# manyply tune threechess --games 20 ") && first.contains("\n\nmaterial\n"), "{first}");
    assert_eq!(first, table("1", "2"));
    assert_ne!(first, table("2", "1"));
}

#[test]
fn kept_games_are_fitted_again() {
    let (games, one, other) = (scratch("games.txt"), scratch("one.weights"), scratch("other.weights"));
    success(&[&["threechess", "--keep", &games, "--out", &one], &SHORT[..]].concat());
    success(&["threechess", "--from", &games, "--out", &other, "--epochs", "60"]);
    let numbers = |path: &str| {
        let text = std::fs::read_to_string(path).expect("a table");
        text.lines().skip_while(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(numbers(&one), numbers(&other));
    refused(&["gomoku", "--from", &games], "games of threechess; expected gomoku");
    refused(&["threechess", "--from", &games, "--keep", &one], "cannot be used with");
    refused(&[&["threechess", "--keep", &games], &SHORT[..]].concat(), "there is such a file already");
    let text = std::fs::read_to_string(&games).expect("games");
    let torn = scratch("torn.txt");
    let from = text.find("[OpeningPlies").and_then(|at| text[at..].find("\n\n").map(|end| at + end)).expect("a game");
    std::fs::write(&torn, format!("{} a1a1{}", &text[..from], &text[from..])).expect("a file");
    refused(&["threechess", "--from", &torn], "\"a1a1\", is not legal");
    for path in [games, one, other, torn] {
        std::fs::remove_file(path).expect("it was there");
    }
}

#[test]
fn programs_get_an_object_for_each_epoch_and_one_for_the_result() {
    let out = success(&[&["threechess", "--json"], &SHORT[..]].concat());
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    validate(&lines);
    let (result, epochs) = lines.split_last().expect("a result");
    assert!(!epochs.is_empty() && epochs.iter().zip(1..).all(|(line, epoch)| line["epoch"] == epoch), "{out}");
    assert_eq!(result["games"], 20);
    assert!(result["after"]["held_out"].as_f64() <= result["before"]["held_out"].as_f64(), "{result}");
    assert_eq!(result["weights"]["material"].as_array().map(Vec::len), Some(5));
}

/// How many numbers a group of weights has.
fn numbers(table: &str, group: &str) -> usize {
    let lines = table.lines().skip_while(|line| *line != group).skip(1).take_while(|line| !line.is_empty());
    lines.flat_map(str::split_whitespace).count()
}

/// A policy learns from the moves that were played, and leaves the weights of the evaluation alone.
#[test]
fn a_move_ordering_is_tuned() {
    let (data, table) = (scratch("policy.bin"), scratch("policy.weights"));
    super::success(&["selfplay", "gomoku", "--games", "40", "--nodes", "60", "--out", &data]);
    let tune = ["gomoku", "--policy", "--data", &data, "--positions", "100", "--epochs", "30"];
    let out = success(&[&tune[..], &["--json"]].concat());
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    validate(&lines);
    let result = lines.last().expect("a result");
    assert!(result["after"]["held_out"].as_f64() < result["before"]["held_out"].as_f64(), "{result}");
    assert!(result["origin"].as_str().expect("a text").starts_with("manyply tune gomoku --policy --data"));
    success(&[&tune[..], &["--out", &table]].concat());
    let old = include_str!("../../../../src/games/gomoku/weights/freestyle_policy.weights");
    let new = std::fs::read_to_string(&table).expect("a table");
    assert!(new != old && numbers(&new, "order") == 2730 && numbers(old, "order") == 2730);
    refused(
        &["hop", "--policy", "--data", &data],
        "hop has no weights of its move ordering to fit; expected one of gomoku",
    );
    refused(&["gomoku", "--policy"], "--data");
    refused(&["gomoku", "--policy", "--data", &data, "--wdl-lambda", "5"], "cannot be used with");
    for path in [data, table] {
        std::fs::remove_file(path).expect("it was there");
    }
}

/// Games tune the weights of their own rules.
#[test]
fn renju_and_other_runs_have_their_own_weights() {
    let (renju, freestyle, data) = (scratch("renju.txt"), scratch("freestyle.txt"), scratch("connect-4.bin"));
    let few = ["--games", "10", "--nodes", "30", "--epochs", "1"];
    let table = success(&[&["gomoku", "--rules", "rule=renju,size=8", "--keep", &renju], &few[..]].concat());
    assert_eq!(numbers(&table, "threats"), 4096, "{table}");
    let table = success(&[&["gomoku", "--rules", "size=8", "--keep", &freestyle], &few[..]].concat());
    assert_eq!(numbers(&table, "threats"), 2048, "{table}");
    refused(
        &["gomoku", "--from", &freestyle, "--from", &renju],
        "games under rule=renju,connect=5,size=8, whose weights are others than those before",
    );
    super::success(&["selfplay", "gomoku", "--rules", "connect=4", "--games", "80", "--nodes", "60", "--out", &data]);
    assert!(success(&["gomoku", "--data", &data, "--positions", "100"]).contains("\ntempo\n"));
    refused(
        &["gomoku", "--policy", "--data", &data],
        "there are no weights to fit under rule=freestyle,connect=4,size=15",
    );
    for path in [renju, freestyle, data] {
        std::fs::remove_file(path).expect("it was there");
    }
}

#[test]
fn mistakes_are_explained() {
    refused(&["minichess"], "minichess has no weights to fit; expected one of threechess, gomoku");
    refused(&["chess"], "no game is called");
    refused(&["threechess", "--games", "1", "--nodes", "50"], "too few; expected at least 100");
    refused(&["threechess", "--games", "0"], "--games");
    refused(&["threechess", "--prior", "0"], "--prior");
    refused(&["threechess", "--rules", "plies=x"], "--rules: column 7");
    refused(&["threechess", "--from", "no/such/file"], "--from: no/such/file");
    refused(&["threechess", "--from", "x", "--games", "5"], "cannot be used with");
    refused(&["threechess", "--out", "no/such/place/table.rs"], "--out: no/such/place/table.rs");
    refused(&["threechess", "--keep", "no/such/place/games.txt"], "--keep: no/such/place/games.txt");
}

#[test]
fn an_end_is_heard() {
    let (code, out, err) = command_with(&["threechess", "--games", "1000000"], true);
    let said = "interrupted: nothing is kept; --keep FILE keeps the games\n";
    assert_eq!((code, out.as_str(), err.as_str()), (130, "", said));
}

/// The margins of a search are fitted, kept, gone on with, and judged by a match.
#[test]
fn margins_are_fitted_by_games() {
    let checkpoint = scratch("spsa.json");
    let fit = ["minichess", "--search", "--games", "32", "--nodes", "30", "--random-plies", "0", "--threads", "1"];
    let kept = [&fit[..], &["--checkpoint", &checkpoint]].concat();
    let first = success(&kept);
    assert!(first.contains("new: engine:nodes=30,hash=8,aspiration=") && first.contains("old: "), "{first}");
    // All is known by now: nothing is played again.
    let known = success(&kept);
    let news = |text: &str| text.lines().find(|line| line.starts_with("new: ")).map(str::to_owned);
    assert_eq!(news(&known), news(&first));
    let judged = success(&[&fit[..], &["--accept", "4", "--json"]].concat());
    let lines: Vec<Value> = judged.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    validate(&lines);
    let last = lines.last().expect("a line");
    assert_eq!(last["games"], 4);
    assert!(last["llr"].is_number());
    let other = [&kept[..], &["--seed", "2"]].concat();
    refused(&other, "is of another run: run seed 1; expected 2");
    refused(&["minichess", "--search", "bla"], "no margin in use");
    refused(&["hop", "--search", "futility,futility"], "named twice");
    refused(&["hop", "--search", "--out", "x"], "cannot be used with");
}
