//! Sessions with the shell and games against the engine, over a pipe.

use super::{out, run_with, scratch};

fn session(input: &str) -> String {
    let output = run_with(&["shell", "minichess", "--hash", "1"], input.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    out(&output)
}

#[test]
fn moves_are_played_taken_back_and_played_again() {
    let text =
        session("1. b2b3 d5d4\nundo 2\nredo\nline\nposition startpos moves a2a3\nline\nundo 5\nundo\nredo 3\nline\n");
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with(['a', 'b']) && line.len() < 12).collect();
    assert_eq!(lines, ["b2b3", "a2a3", "a2a3"], "{text}");
    assert!(text.contains("error: there is no move to take back"), "{text}");
}

#[test]
fn a_search_ends_by_its_limit_or_by_stop() {
    let text = session("go depth 5\ngo infinite\nstop\nmoves\n");
    assert_eq!(text.matches("best move: ").count(), 2, "{text}");
    assert!(text.contains(" 3.  5/"), "three lines of depth 5: {text}");
    // What stands behind a search is done after it.
    let text = session("go nodes 20000\nperft divide 2\nsolve 1s\n");
    assert!(text.find("best move").expect("a move") < text.find("49 lines").expect("a count"), "{text}");
    assert!(text.ends_with("unknown\n"), "{text}");
    let text = session("position k4/1Q3/1K3/5/5/5 w - - 0 1\nsolve\n");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("win in 1")), "{text}");
}

#[test]
fn mistakes_do_not_end_a_session() {
    for (line, expected) in [
        ("b2b9", "error: column 1: \"b2b9\""),
        ("go depth 0", "error: go: depth \"0\""),
        ("go fast", "error: go: \"fast\""),
        ("position x", "error: position: column"),
        ("perft 0", "error: \"0\": expected a whole number from 1"),
        ("threads 0", "error: expected 1 to 256 threads"),
        ("hash x", "error: expected 1 to"),
        ("model x", "error: "),
        ("multipv x", "error: \"x\": expected a whole number from 1"),
        ("save board.png", "error: save: expected a name"),
        ("load /nonexistent.pgn", "error: load: /nonexistent.pgn"),
        ("new plies=0", "error: rules: column 7"),
        ("redo", "error: there is no move to play again"),
    ] {
        let output = run_with(&["shell", "minichess", "--hash", "1"], format!("{line}\neval\n").as_bytes());
        let (text, is_save) = (out(&output), line.starts_with("save "));
        // Whoever sends commands by a pipe learns from the exit code that a game was not saved.
        assert_eq!(output.status.code(), Some(if is_save { 2 } else { 0 }), "{line}: {output:?}");
        assert_eq!(output.stderr.is_empty(), !is_save, "{line}: {output:?}");
        assert!(text.contains(expected) && text.contains("total"), "{line}: {text}");
    }
}

#[test]
fn games_are_saved_and_loaded() {
    let (pgn, svg) = (scratch("shell.pgn", ""), scratch("shell.svg", ""));
    let text = session(&format!("b2b3 d5d4 c2c3\nsave {pgn}\nsave {svg}\nnew plies=50\nload {pgn}\nline\nflip\n"));
    assert!(text.contains("\nb2b3 d5d4 c2c3\n") && text.contains("e d c b a\n"), "{text}");
    assert!(std::fs::read_to_string(svg).expect("a picture").starts_with("<svg "));
    for command in ["shell", "play"] {
        let output = run_with(&[command, "minichess", "--hash", "1"], b"save /nowhere/x.pgn\nsave y.txt\nquit\n");
        let message = String::from_utf8(output.stderr.clone()).expect("UTF-8");
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{command}: {output:?}");
        assert!(message.starts_with("error: ") && message.contains("/nowhere/x.pgn"), "{command}: {message}");
        assert!(out(&output).contains("/nowhere/x.pgn"), "{command}: it is said at once, too");
    }
    let again = run_with(&["play", "minichess", "--resume", &pgn, "--side", "2", "--hash", "1"], b"quit\n");
    assert!(out(&again).contains("RNBQK b - - 0 2"), "{}", out(&again));
}

#[test]
fn play_has_clocks_levels_and_both_sides() {
    let file = scratch("played.pgn", "");
    let input = format!("clock\nlevel 3\nlevel 11\neval\nb2b3\nswitch\nsave {file}\nquit\n");
    let arguments = ["play", "minichess", "--clock", "1m+2s", "--level", "1", "--hash", "1"];
    let text = out(&run_with(&arguments, input.as_bytes()));
    for expected in [
        "White 1:00.0   Black 1:00.0",
        "The engine plays at level 3.",
        "level \"11\"; expected 1 to 10, or max",
        " for White, who is to move: ",
        "Black plays ",
        "You play Black now.",
        "White plays ",
        "written to ",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(std::fs::read_to_string(file).expect("a game").contains("1. b2b3 "));
    let flagged = out(&run_with(&["play", "minichess", "--clock", "1ns+0s", "--hash", "1"], b"b2b3\nmoves\nquit\n"));
    assert!(flagged.contains("White's time is over"), "{flagged}");
}
