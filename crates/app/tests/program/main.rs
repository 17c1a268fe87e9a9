//! The program as its users and other programs meet it: exit codes, JSON fields, messages, pipes, whole games.

mod analyze;
mod analyze_limits;
mod annotate;
mod arguments;
mod batch;
mod bench;
#[cfg(target_os = "linux")]
mod bounds;
mod contests;
mod data;
mod documents;
mod engines;
#[cfg(unix)]
mod files;
mod formats;
mod gomocup;
#[cfg(unix)]
mod guides;
#[cfg(unix)]
mod interrupted;
mod matches;
mod network;
mod outside;
mod parts;
mod perft;
mod protocols;
mod prove;
mod prove_plane;
mod python;
mod query;
#[cfg(unix)]
mod regression;
mod repetitions;
mod schema;
#[cfg(target_os = "linux")]
mod serve;
mod shell;
mod show;
mod site;
mod slips;
mod solve;
mod solve_plane;
mod suites;
mod tables;
#[cfg(unix)]
mod terminal;
#[cfg(target_os = "linux")]
mod threads;
mod train;
mod tune;

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The folder of the whole project: files in arguments are named from here.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manyply"));
    command.current_dir(ROOT);
    // Whatever tables there may be on this machine.
    command.args(arguments).stdin(Stdio::null()).env("MANYPLY_TABLES", "");
    command
}

/// Whether another program is installed, by a command of it that succeeds; in CI it must be.
fn has(program: &str, arguments: &[&str]) -> bool {
    let is_there = Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success());
    assert!(is_there || std::env::var_os("CI").is_none(), "{program} is missing");
    is_there
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program runs")
}

fn run_with(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = command(arguments);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    // The program may end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("it ends")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn success(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    out(&output)
}

fn json(arguments: &[&str]) -> Vec<Value> {
    success(arguments).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// One clear line, exit code 2, nothing else.
fn refused(output: &Output, words: &[&str]) {
    let message = String::from_utf8(output.stderr.clone()).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    assert!(message.starts_with("error: ") && message.ends_with('\n') && message.lines().count() == 1, "{message:?}");
    for word in words {
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    }
}

/// A file of this test run's own.
fn scratch(name: &str, content: &str) -> String {
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, content).expect("a file");
    path
}

/// A file of this test run's own that is not there yet.
fn absent(name: &str) -> String {
    // An earlier run may have left a folder there.
    let _ = std::fs::remove_dir_all(format!("{}/{name}", env!("CARGO_TARGET_TMPDIR")));
    let path = scratch(name, "");
    std::fs::remove_file(&path).expect("a file");
    path
}
