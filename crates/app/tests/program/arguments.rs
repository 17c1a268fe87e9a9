//! What is typed: mistakes, help, positions and suites that come from elsewhere.

use super::{command, json, out, refused, run, run_with, success};
use serde_json::Value;
use std::io::Write;
use std::process::Stdio;

#[test]
fn bad_arguments_get_one_line() {
    for (arguments, words) in [
        (&[][..], &["--help"][..]),
        (&["nonsense"], &["nonsense"]),
        (&["perf", "minichess", "3"], &["perft"]),
        (&["perft"], &["GAME"]),
        (&["perft", "minichess"], &["DEPTH"]),
        (&["perft", "chess", "3"], &["chess", "minichess"]),
        (&["perft", "minichess", "-1"], &["-1"]),
        (&["perft", "minichess", "513"], &["513", "512"]),
        (&["perft", "minichess", "3", "--threads", "0"], &["1 to 256"]),
        (&["perft", "minichess", "3", "--threads", "257"], &["1 to 256"]),
        (&["perft", "minichess", "3", "--hash", "999999999"], &["--hash", "MiB"]),
        (&["perft", "minichess", "3", "--hash", "-5"], &["-5"]),
        (&["perft", "minichess", "3", "--suite", "x"], &["--suite"]),
        (&["perft", "minichess", "3", "--max-nodes", "5"], &["--max-nodes"]),
        (&["perft", "minichess", "--suite", "no/such/file"], &["no/such/file"]),
        (&["perft", "minichess", "--suite", "."], &["cannot be read"]),
        (&["show", "minichess", "--position", "rubbish"], &["--position", "column", "expected"]),
        (&["show", "minichess", "--position", ""], &["--position", "expected"]),
        (&["show", "minichess", "--rules", "plies=-1"], &["--rules", "column 7"]),
        (&["show", "minichess", "--rules", "colour=red"], &["--rules", "colour"]),
        (&["show", "minichess", "--moves", "a2a3 a5a4 a3a5"], &["move 3", "column 11", "a3a5", "legal moves", "b2b3"]),
        (&["show", "minichess", "--moves", "a2a3\u{1b}[2J\n!"], &["move 1", "\\u{1b}", "legal moves"]),
        (&["show", "minichess", "--svg", "no/such/folder/x.svg"], &["no/such/folder"]),
        (&["show", "minichess", "--random", "1"], &["--random"]),
        (&["show", "minichess", "--random", "1", "--position", "x"], &["--position"]),
        (&["analyze", "minichess", "--model", "maxm"], &["--model", "maxm", "paranoid, brs, opps, maxn"]),
        (
            &["trichess-client", "--url", "http://127.0.0.1:1/"],
            &["http://127.0.0.1:1/", "expected ws://HOST:PORT/PATH"],
        ),
        (&["trichess-client", "--time", "0s"], &["--time", "more than 0"]),
        (&["play", "minichess", "--side", "3"], &["--side", "1 (White)"]),
        (&["play", "minichess", "--time", "5"], &["--time", "5s, 5ms or 5m"]),
        (&["solve", "minichess", "--time", "0s"], &["--time", "more than 0"]),
        (&["solve", "minichess", "--save", "x"], &["--save"]),
        (&["analyze", "minichess", "--depth", "0"], &["--depth"]),
        (&["analyze", "minichess", "--multipv", "0"], &["--multipv"]),
        (&["analyze", "minichess", "--hash", "0"], &["--hash", "1 to"]),
        (&["analyze", "minichess", "--hash-load", "no/such/table"], &["no/such/table"]),
        (&["bench", "chess"], &["chess", "minichess"]),
        (&["tables", "threechess"], &["threechess", "no endgame tables"]),
        (&["tables", "minichess", "--men", "6"], &["--up-to", "\"6\"", "expected one of 3, 4, 5"]),
        (&["tables", "minichess", "--info", "KXK", "--dir", "x"], &["KXK", "as in KRK"]),
        (&["tables", "hop", "--up-to", "9v9"], &["--up-to", "9v9", "expected one of 1v0"]),
        (&["tune", "minichess", "--rules", "x"], &["minichess", "expected one of"]),
        (&["train", "minichess", "--out", "x", "--rules", "x"], &["--rules", "column 1"]),
    ] {
        refused(&run(arguments), words);
    }
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    for place in ["--position", "--moves", "--rules"] {
        let mut command = command(&["show", "minichess", place]);
        command.arg(std::ffi::OsStr::from_bytes(b"\xFF\xFE\x00".split(|&byte| byte == 0).next().unwrap_or(b"")));
        refused(&command.output().expect("the program runs"), &["UTF-8"]);
    }
}

#[test]
fn help_is_there_with_an_example() {
    for name in ["games", "show", "perft", "analyze", "bench", "eval", "solve", "play", "match", "tournament"] {
        let help = success(&[name, "--help"]);
        assert!(help.contains("Usage: manyply") && help.contains("Example"), "{help}");
        assert!(help.contains(&format!("manyply {name}")), "{help}");
    }
    assert!(success(&["--version"]).starts_with("manyply "));
}

#[test]
fn games_are_listed() {
    assert!(success(&["games"]).lines().any(|line| line.starts_with("minichess ") && line.contains("plies=100")));
    let games = json(&["games", "--json"]);
    assert!(games.iter().all(|game| game["game"].is_string() && game["options"].is_array()));
}

#[test]
fn a_game_explains_its_rules() {
    let text = success(&["games", "minichess"]);
    assert!(text.contains("sides: White, Black\n") && text.contains("\nGOAL\n"), "{text}");
    assert!(
        text.contains("\n  plies       100, a number, none        the plies after which the game is over\n"),
        "{text}"
    );
    assert!(
        !text.contains("svg") && text.lines().all(|line| line.chars().count() <= 100 || line.starts_with("  ")),
        "{text}"
    );
    // The page names every option and every value that is a word.
    for game in json(&["games", "--json"]) {
        let name = game["game"].as_str().expect("a name");
        let text = success(&["games", name]);
        for option in game["options"].as_array().expect("options") {
            let option = option.as_str().expect("a text").split([':', ',']).next().unwrap_or_default();
            let words = option.split(['=', '|']).filter(|word| word.chars().all(|c| c.is_ascii_lowercase()));
            words.for_each(|word| assert!(text.contains(word), "{name}: {option}: {word}\n{text}"));
        }
    }
    refused(&run(&["games", "chess"]), &["chess", "minichess"]);
}

#[test]
fn numbers_below_zero_are_told_what_fits() {
    for (arguments, words) in [
        (&["analyze", "minichess", "--time", "-2s"][..], &["--time", "10s or 2m"][..]),
        (&["play", "minichess", "--time", "-1s"], &["--time", "10s or 2m"]),
        (&["analyze", "minichess", "--depth", "-3"], &["--depth", "-3", "from 1 to 120"]),
        (&["analyze", "minichess", "--threads", "-1"], &["--threads", "1 to 256"]),
        (&["solve", "minichess", "--method", "foo"], &["--method foo", "expected none"]),
        (&["solve", "gomoku", "--method", "foo"], &["--method foo", "vcf", "vct"]),
        (
            &["analyze", "hop", "--tables", "/nonexistent/tables", "--depth", "2"],
            &["--tables: /nonexistent/tables", "folder"],
        ),
    ] {
        refused(&run(arguments), words);
    }
}

#[test]
fn shells_and_the_manual_know_all_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = success(&["completions", shell]);
        assert!(script.contains("analyze"), "{shell}");
        // Not every shell is told what may stand where.
        assert!(["powershell", "elvish"].contains(&shell) || script.contains("threechess"), "{shell}");
    }
    refused(&run(&["completions", "tcsh"]), &["tcsh", "bash"]);
    assert!(success(&["man"]).contains(".TH manyply 1"));
    assert!(success(&["man", "analyze"]).contains("multipv"));
    refused(&run(&["man", "nothing"]), &["nothing"]);
    let dir = format!("{}/manual", env!("CARGO_TARGET_TMPDIR"));
    success(&["man", "--dir", &dir]);
    let pages = std::fs::read_dir(dir).expect("a folder").count();
    assert!(pages > 20, "{pages}");
}

#[test]
fn an_evaluation_has_one_total() {
    for game in ["minichess", "threechess", "hop", "gomoku", "hexnim"] {
        assert_eq!(success(&["eval", game]).matches("total").count(), 1, "{game}");
    }
}

#[test]
fn positions_come_from_standard_input() {
    let output = run_with(&["show", "minichess", "--position", "-", "--json"], b"k4/5/5/5/5/4K b - - 0 3\nmore\n");
    let shown: Value = serde_json::from_str(&out(&output)).expect("JSON");
    assert_eq!(shown["position"], "k4/5/5/5/5/4K b - - 0 3");
    refused(&run_with(&["show", "minichess", "--position", "-"], b""), &["--position"]);
    refused(&run_with(&["show", "minichess", "--position", "-"], b"\xFF\n"), &["UTF-8"]);
    refused(&run_with(&["show", "minichess", "--position", "-"], &[b'k'; 100_000]), &["longer than"]);
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let mut command = command(&["perft", "minichess", "--suite", "-", "--json"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    let suite = "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1 ;D1 7\n".repeat(1000);
    child.stdin.take().expect("a pipe").write_all(suite.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_that_the_system_refuses_is_no_panic() {
    // Under a limit on the address space, as batch systems set it.
    for (command, hash) in [
        ("analyze minichess --depth 2", 4000),
        ("solve minichess --time 1s", 4000),
        ("play minichess", 4000),
        // One such table is given, but not two.
        ("bench hexnim --threads 2", 900),
    ] {
        let script = format!("ulimit -v 1500000; exec {} {command} --hash {hash}", env!("CARGO_BIN_EXE_manyply"));
        let output = std::process::Command::new("sh").args(["-c", &script]).stdin(std::process::Stdio::null()).output();
        let output = output.expect("a shell");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{command}: {error}");
        assert!(error.contains("--hash"), "{command}: {error}");
    }
}

#[test]
fn a_message_does_not_quote_all() {
    let output = run(&["show", "minichess", "--moves", &"a".repeat(100_000)]);
    refused(&output, &["move 1", "aaa … ", "legal moves"]);
    assert!(output.stderr.len() < 5000);
}

#[test]
fn tables_are_listed() {
    let tables = json(&["tables", "hop", "--json"]);
    assert_eq!(
        (&tables[0]["game"], &tables[0]["table"], &tables[0]["dir"]),
        (&"hop".into(), &"1v0".into(), &Value::Null)
    );
    let listed = success(&["tables", "hop"]);
    let names: Vec<&str> = tables.iter().filter_map(|line| line["table"].as_str()).collect();
    assert_eq!(listed, format!("that can be made: {}\n", names.join(", ")));
    let dir = format!("{}/tables", env!("CARGO_TARGET_TMPDIR"));
    let made = json(&["tables", "hop", "--up-to", "1v0", "--dir", &dir, "--json"]);
    assert_eq!((made.len(), &made[0]["table"], &made[0]["dir"]), (1, &"1v0".into(), &dir.into()));
}

/// No time is too long to be added to a clock.
#[test]
fn a_thousand_million_years_are_no_panic() {
    let output = run_with(&["gomocup", "--time", "584542046090y"], b"START 15\nINFO max_depth 1\nTURN 7,7\n");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(out(&output).lines().count() >= 2, "{output:?}");
}
