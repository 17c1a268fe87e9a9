//! Small files that would take all memory, and files without an end: one line, exit code 2, within a bound of memory.

use super::{absent, out, refused, scratch, success};
use manyply::checksum::Chain;
use manyply::records::block;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Output};

/// Runs the program with so much address space, in MiB. Beyond it memory cannot be had, and the program aborts.
fn run_within(mib: u32, arguments: &[&str]) -> Output {
    let mut shell = Command::new("sh");
    let limit = format!("ulimit -v {}; exec \"$0\" \"$@\"", mib << 10);
    shell.args(["-c", &limit, env!("CARGO_BIN_EXE_manyply")]).args(arguments);
    shell.env("MANYPLY_TABLES", "").env("MALLOC_ARENA_MAX", "1").output().expect("sh runs")
}

/// So many bytes of `of`, compressed.
fn packed(head: &[u8], of: u8, bytes: u64) -> Vec<u8> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 3).expect("an encoder");
    encoder.write_all(head).expect("compressed");
    std::io::copy(&mut std::io::repeat(of).take(bytes), &mut encoder).expect("compressed");
    encoder.finish().expect("compressed")
}

fn file(name: &str, content: &[u8]) -> String {
    let path = absent(name);
    std::fs::write(&path, content).expect("a file");
    path
}

#[test]
fn compressed_bombs_are_refused() {
    let proof = packed(b"# rules: rule=freestyle,connect=5,size=15x15\nh8|", b'0', 1 << 30);
    assert!(proof.len() < 100_000);
    let proof = file("bomb.proof.zst", &proof);
    refused(&run_within(400, &["verify", &proof, "--threads", "1"]), &["bomb.proof.zst", "unpacked", "at most"]);
    refused(&run_within(400, &["merge", &proof, "--out", &absent("bomb-out")]), &["bomb.proof.zst", "unpacked"]);

    let mut data = b"manyply data 2\n{\"game\":\"hop\",\"rules\":\"\",\"settings\":\"\"}\n".to_vec();
    let mut chain = Chain::default();
    let content = packed(b"", b' ', 1 << 26);
    for _ in 0..50 {
        data.extend(block(0, &content, &mut chain).expect("a block"));
    }
    assert!(data.len() < 250_000);
    let data = file("bomb.bin", &data);
    for arguments in [&["data", "stats", &data][..], &["train", "hop", "--data", &data, "--out", "no-network"]] {
        refused(&run_within(600, arguments), &["bomb.bin", "block 1, at byte", "at most 16777216 bytes"]);
    }
}

/// Blocks at the bound, one after the other: one is in memory at a time.
#[test]
fn training_data_is_read_block_by_block() {
    let scores = "0,".repeat(1 << 20);
    let text = format!(
        r#"{{"start":"","moves":"","opening":0,"scores":[{}],"payoffs":[0,0],"ending":"rules"}}"#,
        scores.trim_end_matches(',')
    );
    let content = zstd::bulk::compress(text.as_bytes(), 1).expect("compressed");
    let mut data = b"manyply data 2\n{\"game\":\"hop\",\"rules\":\"\",\"settings\":\"\"}\n".to_vec();
    let mut chain = Chain::default();
    for _ in 0..100 {
        data.extend(block(1, &content, &mut chain).expect("a block"));
    }
    let data = file("long.bin", &data);
    let output = run_within(400, &["data", "stats", &data]);
    assert!(out(&output).contains("104857600 positions"), "{output:?}");
    let network = absent("long-network");
    refused(&run_within(600, &["train", "hop", "--data", &data, "--out", &network]), &["--data", "game 1"]);
}

#[test]
fn what_has_no_end_is_read_to_a_bound() {
    let (zero, checkpoint) = ("/dev/zero", absent("bounds-checkpoint"));
    refused(&run_within(400, &["show", "--game", "/dev/zero:1"]), &["--game: /dev/zero: line 1: no whole head"]);
    for (arguments, words) in [
        (&["convert", zero, "-", "--to", "pgn"][..], &["FROM: /dev/zero", "expected 67108864 at most"][..]),
        (&["plot", zero], &["/dev/zero", "expected 67108864 at most"]),
        (&["suite", "hop", "--file", zero], &["--file: /dev/zero", "expected 67108864 at most"]),
        (&["analyze", "hop", "--nodes", "1", "--file", zero], &["--file: /dev/zero", "expected 67108864 at most"]),
        (&["merge", zero], &["merge: /dev/zero", "expected 67108864 at most"]),
        (&["match", "hop", "--a", "random", "--b", "random", "--book", zero], &["--book: /dev/zero", "67108864"]),
        (&["verify", zero], &["verify: /dev/zero: not a file"]),
        (&["data", "stats", zero], &["/dev/zero: not a file"]),
        (&["perft", "hop", "1", "--checkpoint", zero], &["--checkpoint: /dev/zero", "no file"]),
        (&["prove", "gomoku", "--checkpoint", zero], &["--checkpoint: /dev/zero", "not a file"]),
        (&["match", "--resume", zero], &["--resume: /dev/zero", "not a file"]),
        (&["play", "hop", "--book", zero], &["--book: /dev/zero", "67108864"]),
        (&["network", "info", zero], &["/dev/zero", "not a file"]),
        (&["solve", "hexnim", "--random", "7", "--checkpoint", &checkpoint, "--load", zero], &["not a file"]),
    ] {
        refused(&run_within(600, arguments), words);
    }
}

/// A file of many games or positions takes about its size.
#[test]
fn games_and_positions_take_about_their_size() {
    let games = "b2b3 *\n".repeat(40_000);
    let pgn = scratch("many.pgn", &games);
    let into = absent("many.txt");
    let output = run_within(52, &["convert", &pgn, &into, "--game", "minichess"]);
    assert_eq!(out(&output), format!("40000 games written to {into}\n"), "{output:?}");
    let output = run_within(56, &["convert", &into, &absent("many-again.pgn")]);
    assert!(out(&output).starts_with("40000 games written"), "{output:?}");
    let output = run_within(52, &["show", "--game", &format!("{into}:40000")]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");

    let one = format!("{}*\n", "b2b3 d5d4 ".repeat(1_000_000));
    let output = run_within(256, &["convert", &scratch("long.pgn", &one), "-", "--to", "txt", "--game", "minichess"]);
    refused(&output, &["long.pgn: line 1, column"]);
    let mut tags = String::new();
    for number in 0..1_000_000 {
        let _ = writeln!(tags, "[T{number} \"\"]");
    }
    let output = run_within(128, &["convert", &scratch("tags.pgn", &tags), "-", "--to", "txt", "--game", "hop"]);
    refused(&output, &["more than 10000 tags of a game"]);
    let values = format!("(;C{})", "[]".repeat(2_000_000));
    let output = run_within(128, &["convert", &scratch("values.sgf", &values), "-", "--to", "pgn"]);
    refused(&output, &["more than 10000 values of a node"]);

    let positions = "a1b1\n".repeat(400_000) + "x";
    let file = scratch("many-positions", &positions);
    let output = run_within(128, &["analyze", "hop", "--nodes", "1", "--hash", "1", "--file", &file]);
    refused(&output, &["many-positions: line"]);
    let output = run_within(400, &["match", "hop", "--a", "random", "--b", "random", "--book", &file]);
    refused(&output, &["--book"]);
}

/// Whoever writes to a file that somebody adds to is told so, and before the work.
#[test]
fn files_in_progress_are_not_replaced() {
    let (games, data) = (absent("in-progress.txt"), absent("in-progress.bin"));
    let pgn = scratch("in-progress.pgn", "b2b3 *\n");
    success(&["selfplay", "hop", "--games", "2", "--nodes", "20", "--out", &data]);
    let other = absent("in-progress-other.bin");
    success(&["data", "filter", &data, "--out", &other]);
    success(&["convert", &pgn, &games, "--game", "minichess"]);
    let held = [&games, &data].map(|path| {
        let file = File::options().append(true).open(path).expect("a file");
        file.lock().expect("a lock");
        (file, std::fs::read(path).expect("a file"))
    });
    let said = "another program is writing this file";
    refused(&super::run(&["convert", &pgn, &games, "--game", "minichess"]), &["INTO", &games, said]);
    refused(&super::run(&["data", "filter", &other, "--out", &data]), &["--out", &data, said]);
    let book = ["book", "make", "hop", "--plies", "1", "--nodes", "10", "--out", &games];
    refused(&super::run(&book), &["--out", &games, said]);
    for ((_, before), path) in held.iter().zip([&games, &data]) {
        assert!(std::fs::read(path).expect("a file") == *before, "{path}");
    }
    drop(held);
    success(&["convert", &pgn, &games, "--game", "minichess"]);
}

/// Characters that turn the order of writing come from no file to a terminal.
#[test]
fn conversions_steer_no_terminal() {
    let pgn = scratch("turning.pgn", "[White \"a\u{202e}b\"]\n\n1. b2b3 {x\u{2066}y} *\n");
    let txt = absent("turning.txt");
    for format in ["pgn", "txt"] {
        let text = success(&["convert", &pgn, "-", "--to", format, "--game", "minichess"]);
        assert!(text.contains("b2b3") && !text.contains(['\u{202e}', '\u{2066}']), "{text:?}");
    }
    // An archive keeps what its players are called, and escapes it.
    success(&["convert", &pgn, &txt, "--game", "minichess"]);
    let named = std::fs::read_to_string(&txt).expect("a file").replace("a b", "a\u{202e}b");
    std::fs::write(&txt, named).expect("a file");
    let text = success(&["convert", &txt, "-", "--to", "txt"]);
    assert!(text.contains("a\\u202eb") && !text.contains('\u{202e}'), "{text:?}");
}
