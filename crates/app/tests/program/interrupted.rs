//! Ctrl-C and its like: what is known is printed, and soon.

use super::{command, json, out, refused, run, scratch, success};
use serde_json::Value;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Starts the program, sends it a signal, and returns what it left, with the time it took to end.
fn interrupt(signal: &str, arguments: &[&str]) -> (Output, Duration) {
    interrupt_command(signal, command(arguments))
}

fn interrupt_command(signal: &str, mut command: Command) -> (Output, Duration) {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let started = Instant::now();
    let is_up = |child: &mut Child| catches_ctrl_c(child.id()) || !matches!(child.try_wait(), Ok(None));
    while !is_up(&mut child) && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(250));
    let sent = Instant::now();
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
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
        let (output, time) = interrupt("-INT", arguments);
        assert_eq!(output.status.code(), Some(130), "{arguments:?}: {output:?}");
        assert!(out(&output).contains(part), "{arguments:?}: {output:?}");
        // Far less where nothing else runs; the tests share the machine with one another.
        assert!(time < Duration::from_secs(5), "{arguments:?}: {time:?}");
    }
}

/// Whether a process (a number, or "self") does this with signal `number`, where the system tells.
fn signal_is(process: &str, does: &str, number: u32) -> Option<bool> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let signals = status.lines().find_map(|line| line.strip_prefix(does))?;
    Some(u64::from_str_radix(signals.trim(), 16).ok()? >> (number - 1) & 1 != 0)
}

/// Whether a program is so far that Ctrl-C does not just kill it; on a busy machine that takes a while.
fn catches_ctrl_c(child: u32) -> bool {
    signal_is(&child.to_string(), "SigCgt:", 2).unwrap_or(true)
}

/// Whether the tests were told to outlive their terminal, as by nohup: then what they start is, too.
fn hanging_up_is_ignored() -> bool {
    signal_is("self", "SigIgn:", 1).unwrap_or(false)
}

/// A terminal that goes away is an end like any other, unless the program was told to outlive it.
#[test]
fn hanging_up_ends_what_was_started_and_keeps_tables() {
    if hanging_up_is_ignored() {
        return;
    }
    let [table, number] = ["hung-up.table", "hung-up.pid"].map(|name| scratch(name, ""));
    let (output, _) = interrupt("-HUP", &["analyze", "minichess", "--hash", "1", "--hash-save", &table]);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(out(&output).contains("best move: "), "{output:?}");
    assert!(std::fs::metadata(&table).expect("a table").len() > 1 << 20);

    let program = format!("ugi:sh -c 'echo $$ > {number}; exec sleep 60'");
    let (output, _) = interrupt("-HUP", &["match", "minichess", "--a", &program, "--b", "random"]);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let number = std::fs::read_to_string(number).expect("it was started");
    assert!(!Path::new(&format!("/proc/{}", number.trim())).exists(), "{number} lives");

    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_manyply")]);
    shell.args(["analyze", "minichess", "--time", "1500ms"]);
    assert_eq!(interrupt_command("-HUP", shell).0.status.code(), Some(0));
}

/// The table is kept on a clock: whatever ends the program, the same command goes on from about there.
#[test]
fn a_killed_analysis_goes_on() {
    let path = super::absent("killed.table");
    let analyze = ["analyze", "minichess", "--hash", "1", "--json", "--checkpoint", &path];
    let mut child = command(&analyze).stdout(Stdio::piped()).spawn().expect("it runs");
    let kept = Instant::now();
    while !Path::new(&path).exists() && kept.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(50));
    }
    child.kill().expect("it was running");
    let before = out(&child.wait_with_output().expect("it ends"));
    let depth = |line: &str| serde_json::from_str::<Value>(line).ok().and_then(|line| line["depth"].as_u64());
    let reached = before.lines().filter_map(depth).max().expect("an iteration");
    let again = json(&[&analyze[..], &["--nodes", "1000"]].concat());
    let first = again[0]["depth"].as_u64().expect("a depth");
    assert!(first > 2 && first <= reached, "{first} of {reached}");

    // What ends by itself, or by Ctrl-C, is kept as it is then.
    let (stopped, _) = interrupt("-INT", &analyze);
    let said = String::from_utf8_lossy(&stopped.stderr).into_owned();
    assert!(said.starts_with("interrupted: the table is in ") && said.contains(&path), "{said}");
    let lines = out(&stopped);
    let last = lines.lines().rev().nth(1).and_then(depth).expect("an iteration");
    // The last line may be of an iteration that did not end.
    let first = json(&[&analyze[..], &["--nodes", "1000"]].concat())[0]["depth"].as_u64().expect("a depth");
    assert!((last - 1..=last).contains(&first), "{first} after {last}");
    refused(&run(&["analyze", "hop", "--checkpoint", &path]), &["--checkpoint", &path, "minichess"]);
    refused(&run(&["analyze", "hop", "--checkpoint", "/nowhere/x"]), &["--checkpoint", "/nowhere/x"]);
    refused(&run(&["analyze", "hop", "--checkpoint", &path, "--hash-save", &path]), &["--checkpoint", "--hash-save"]);
}

/// Every command that works for long says after Ctrl-C what is kept, and where.
#[test]
fn ctrl_c_says_what_is_kept() {
    const SUITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/hop.epd");
    let file = |name: &str| super::absent(&format!("says-{name}"));
    let (games, results, data, spsa, perft) =
        (file("games"), file("results"), file("data"), file("spsa"), file("perft"));
    let (tables, proof, net) = (file("tables"), file("proof"), file("net"));
    let positions = scratch("says-positions", &"startpos\n".repeat(20_000));
    for (arguments, words) in [
        (&["analyze", "minichess"][..], &["the table is not kept", "--checkpoint FILE"][..]),
        (
            &["analyze", "minichess", "--file", &positions, "--nodes", "5000", "--out", &results],
            &[&results, "--resume"],
        ),
        (&["analyze", "minichess", "--file", &positions, "--nodes", "5000"], &["printed", "--out FILE"]),
        (&["perft", "minichess", "40", "--checkpoint", &perft], &["parts of the count", &perft, "same command"]),
        (&["perft", "minichess", "40"], &["nothing is kept", "--checkpoint FILE"]),
        (&["solve", "minichess", "--hash", "1"], &["nothing is kept", "--checkpoint FILE"]),
        (&["tables", "minichess", "--men", "5", "--dir", &tables], &["finished tables are in", &tables]),
        (&["prove", "gomoku", "--checkpoint", &proof], &["proved positions are in", &proof, "same command"]),
        (&["prove", "gomoku"], &["nothing is kept", "--checkpoint FILE"]),
        (&["match", "minichess", "--a", "random", "--b", "engine:depth=30", "--out", &games], &[&games, "--resume"]),
        (&["match", "minichess", "--a", "random", "--b", "engine:depth=30"], &["not kept", "--out FILE"]),
        (&["tournament", "minichess", "--agent", "random", "--agent", "engine:depth=30"], &["--out FILE"]),
        (&["selfplay", "minichess", "--out", &data], &["games are in", &data]),
        (&["train", "minichess", "--out", &net], &["nothing is kept"]),
        (&["tune", "gomoku", "--games", "100000"], &["nothing is kept", "--keep FILE"]),
        (&["tune", "minichess", "--search", "--checkpoint", &spsa], &["steps are in", &spsa]),
        (&["bench"], &["nothing is kept but what is printed"]),
        (&["suite", "hop", "--file", SUITE, "--time", "10s"], &["positions are printed"]),
        (&["play", "minichess"], &["save FILE"]),
    ] {
        let (output, _) = interrupt("-INT", arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.lines().count()), (Some(130), 1), "{arguments:?}: {output:?}");
        assert!(said.starts_with("interrupted: "), "{arguments:?}: {said}");
        words.iter().for_each(|word| assert!(said.contains(word), "{arguments:?}: no {word:?} in {said}"));
    }
    // What serves others until they want no more has nothing to say.
    for arguments in [&["ugi", "hop"][..], &["query"], &["shell", "minichess"]] {
        assert!(interrupt("-INT", arguments).0.stderr.is_empty(), "{arguments:?}");
    }
}

/// What the runner of 2023 writes for its players: the side, and the board of each.
const STATE: &str = "1\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 1 0 0 0\n1 0 1 1 1\n2 3 4 5 6\n\n\
    6 5 4 3 2\n1 1 1 1 1\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n";

/// A pipe whose other end nobody opens holds up no end.
#[test]
fn one_signal_ends_what_waits_for_a_pipe() {
    let pipe = format!("{}/interrupted.pipe", env!("CARGO_TARGET_TMPDIR"));
    // That of an earlier run.
    let _ = std::fs::remove_file(&pipe);
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let game = format!("{pipe}:1");
    let [data, state] = ["interrupted.data", "interrupted.state"].map(|name| scratch(name, ""));
    std::fs::remove_file(&data).expect("a file");
    success(&["selfplay", "minichess", "--games", "1", "--nodes", "50", "--out", &data]);
    std::fs::write(&state, STATE).expect("a file");
    for arguments in [
        &["plot", &pipe][..],
        &["merge", &pipe],
        &["perft", "minichess", "--suite", &pipe],
        &["match", "minichess", "--a", "random", "--b", "random", "--book", &pipe],
        &["tune", "threechess", "--from", &pipe],
        &["show", "--game", &game],
        &["show", "minichess", "--svg", &pipe],
        &["solve", "hexnim", "--random", "7", "--save", &pipe],
        &["analyze", "minichess", "--depth", "2", "--hash", "1", "--hash-save", &pipe],
        &["data", "filter", &data, "--out", &pipe],
        &["minichess-file", &state, &pipe],
    ] {
        let (output, time) = interrupt("-TERM", arguments);
        assert_eq!(output.status.code(), Some(130), "{arguments:?}: {output:?}");
        assert!(time < Duration::from_secs(5), "{arguments:?}: {time:?}");
    }
    for arguments in [
        &["match", "--resume", &pipe][..],
        &["solve", "hexnim", "--random", "7", "--load", &pipe],
        &["analyze", "minichess", "--hash-load", &pipe],
    ] {
        super::refused(&super::run(arguments), &[&pipe, "not a file"]);
    }
}

/// A server that says nothing but pings is heard no longer than the user wants.
#[test]
fn a_flood_of_pings_holds_up_no_end() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address");
    std::thread::spawn(move || {
        let mut socket = tungstenite::accept(listener.accept().expect("a client").0).expect("a websocket");
        while socket.send(tungstenite::Message::Ping("x".into())).is_ok() {}
    });
    let (output, time) = interrupt("-INT", &["trichess-client", "--url", &format!("ws://{address}/game")]);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(time < Duration::from_secs(5), "{time:?}");
}

/// Whoever stops reading what the program prints holds up no end.
#[test]
fn one_signal_ends_what_nobody_reads() {
    let mut child = command(&["query"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let mut to = child.stdin.take().expect("a pipe");
    let (asked, asking) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        // Until the program ends.
        let line = b"{\"id\":\"1\",\"game\":\"gomoku\",\"action\":\"show\"}\n";
        while std::io::Write::write_all(&mut to, line).is_ok() && asked.send(()).is_ok() {}
    });
    // Until it takes no question any more.
    while asking.recv_timeout(Duration::from_millis(300)).is_ok() {}
    let sent = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs").success());
    while child.try_wait().expect("a child").is_none() && sent.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let ended = child.try_wait().expect("a child");
    let _ = child.kill();
    assert_eq!(ended.and_then(|status| status.code()), Some(130), "after {:?}", sent.elapsed());
}

/// Commands that keep what they know go on from there: the counts and values of one that never was broken off.
#[test]
fn checkpoints_go_on() {
    let path = format!("{}/checkpoint", env!("CARGO_TARGET_TMPDIR"));
    let kept = ["--checkpoint", &path];
    for (arguments, other) in [
        (&["perft", "minichess", "9", "--full", "--divide", "--json"][..], &["--rules", "2023"][..]),
        (&["solve", "minichess", "--threads", "1", "--hash", "16", "--json"], &["--moves", "b2b3"]),
    ] {
        let _ = std::fs::remove_file(&path);
        let last = |output: &str| serde_json::from_str::<Value>(output.lines().last().expect("a line")).expect("JSON");
        let (broken, _) = interrupt("-INT", &[arguments, &kept].concat());
        assert_eq!(broken.status.code(), Some(130), "{broken:?}");
        let (again, _) = interrupt("-INT", &[arguments, &kept].concat());
        let (before, after) = (last(&out(&broken)), last(&out(&again)));
        // A move that was broken off is solved again from its beginning.
        let more = |field: &str| before[field].as_f64() <= after[field].as_f64();
        assert!(arguments[0] == "solve" || more("nodes") && more("seconds"), "{before} {after}");
        refused(&run(&[arguments, &kept, other].concat()), &["--checkpoint", "another run"]);
        refused(
            &run(&[arguments, &kept, &["--shard", "1/2"]].concat()),
            &["--checkpoint", "another run", "of 1; expected 2"],
        );
        refused(&run(&["merge", &path]), &["no command", "--checkpoint"]);
        let content = std::fs::read_to_string(&path).expect("a file");
        let digit = content.find("\"seconds\":").expect("a field") + 10;
        std::fs::write(&path, format!("{}7{}", &content[..digit], &content[digit + 1..])).expect("a file");
        refused(&run(&[arguments, &kept].concat()), &["--checkpoint", "checksum"]);
    }
    let _ = std::fs::remove_file(&path);

    let count = |more: &[&str]| {
        let lines = json(&[&["perft", "minichess", "8", "--divide", "--json"], more].concat());
        lines.into_iter().map(|line| line["nodes"].clone()).collect::<Vec<_>>()
    };
    interrupt("-INT", &["perft", "minichess", "8", "--full", "--divide", "--checkpoint", &path]);
    let whole = count(&["--threads", "2"]);
    for _ in 0..2 {
        // A count that is complete is kept, so that a repeated command has its answer at once.
        assert_eq!(count(&["--full", "--checkpoint", &path]), whole);
    }
    assert!(std::fs::read_to_string(&path).expect("a file").contains("\"parts\":["));
    let _ = std::fs::remove_file(&path);

    let solve = ["solve", "minichess", "--position", "k4/5/QK3/5/5/5 w - - 0 40", "--json"];
    for _ in 0..2 {
        assert_eq!(json(&[&solve[..], &kept].concat())[0]["value"], "win");
    }
    let of_part = format!("{path}-part");
    let part = [&solve[..4], &["--shard", "1/2", "--checkpoint", &of_part]].concat();
    let moves = |output: String| output.lines().filter(|line| line.contains("\"move\"")).map(str::to_owned).collect();
    let first: Vec<String> = moves(success(&part));
    assert_eq!((first.len(), first), (9, moves(success(&part))));
    for bad in ["/nowhere/x", "/dev/null"] {
        refused(&run(&["perft", "minichess", "3", "--checkpoint", bad]), &["--checkpoint", bad]);
    }
    for path in [&path, &of_part] {
        let _ = std::fs::remove_file(path);
    }
}
