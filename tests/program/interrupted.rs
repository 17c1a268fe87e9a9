//! Ctrl-C: what is known is printed, and soon.

use super::{command, out};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Starts the program, sends it what Ctrl-C sends, and returns what it left, with the time it took to end.
fn interrupt(arguments: &[&str]) -> (Output, Duration) {
    let mut command = command(arguments);
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    std::thread::sleep(Duration::from_millis(500));
    let sent = Instant::now();
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(kill.success());
    let output = child.wait_with_output().expect("it ends");
    (output, sent.elapsed())
}

#[test]
fn ctrl_c_prints_what_is_known() {
    for (arguments, part) in [
        (&["perft", "minichess", "40"][..], "so far (interrupted)"),
        (&["perft", "minichess", "40", "--json", "--threads", "2", "--hash", "1"], "\"complete\":false"),
        (&["solve", "minichess", "--hash", "1"], "unknown"),
        (&["analyze", "minichess"], "best move: "),
        (&["analyze", "minichess", "--json", "--threads", "2"], "bestmove"),
        (&["bench"], ""),
        (&["match", "minichess", "--a", "baseline:alphabeta:depth=40", "--b", "random"], ""),
        (&["match", "minichess", "--a", "uci:sleep 60;startup=60s", "--b", "random"], ""),
        (&["play", "minichess"], "> "),
    ] {
        let (output, time) = interrupt(arguments);
        assert_eq!(output.status.code(), Some(130), "{arguments:?}: {output:?}");
        assert!(out(&output).contains(part), "{arguments:?}: {output:?}");
        // Far less where nothing else runs; the tests share the machine with one another.
        assert!(time < Duration::from_secs(5), "{arguments:?}: {time:?}");
    }
}
