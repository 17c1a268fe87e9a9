//! Systems that give no threads, few, or little memory: with fewer the work is done, without any there is one line.

use super::{command, out, refused};
use std::process::{Command, Output};

/// Runs the program where each thread would have a stack larger than any memory: the system gives none.
fn alone(arguments: &[&str]) -> Output {
    command(arguments).env("RUST_MIN_STACK", (1_u64 << 45).to_string()).output().expect("the program runs")
}

/// Runs the program where there is memory for a few threads.
fn with_few(arguments: &[&str]) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v 1500000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_manyply")]).args(arguments);
    shell.env("MANYPLY_TABLES", "").env("RUST_MIN_STACK", (200_u64 << 20).to_string());
    shell.output().expect("the program runs")
}

fn answered(output: &Output, part: &str) {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(out(output).contains(part), "{output:?}");
}

#[test]
fn work_is_done_by_the_threads_that_there_are() {
    for (arguments, part) in [
        (&["perft", "minichess", "4", "--threads", "64"][..], ": 4230"),
        (&["analyze", "minichess", "--depth", "5", "--threads", "64", "--hash", "1"], "best move: "),
        (&["solve", "hexnim", "--random", "7", "--threads", "64"], "best"),
    ] {
        answered(&alone(arguments), part);
        answered(&with_few(arguments), part);
    }
    // Others play the games, those that there are.
    let games = ["match", "hexnim", "--a", "random", "--b", "random", "--games", "20", "--concurrency", "64"];
    answered(&with_few(&games), "20");
}

#[test]
fn without_the_thread_that_is_needed_there_is_a_line() {
    let position = super::scratch("threads.positions", "startpos\nstartpos moves b2b3\n");
    let data = super::absent("threads.data");
    for arguments in [
        &["match", "hexnim", "--a", "random", "--b", "random"][..],
        &["query"],
        &["analyze", "minichess", "--file", &position, "--depth", "2"],
        &["ugi", "minichess"],
        &["gomocup"],
        &["plot", "-"],
        &["suite", "minichess", "--file", "suites/minichess.epd", "--nodes", "10"],
        &["shell", "minichess"],
        &["selfplay", "minichess", "--games", "1", "--nodes", "10", "--out", &data],
    ] {
        refused(&alone(arguments), &["the system gives no more threads"]);
    }
    // Its address is told before.
    let server = alone(&["serve", "--port", "0"]);
    assert_eq!(server.status.code(), Some(2), "{server:?}");
    assert!(
        String::from_utf8_lossy(&server.stderr).starts_with("error: the system gives no more threads"),
        "{server:?}"
    );
}
