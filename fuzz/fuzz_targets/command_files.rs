//! Any bytes as the file that a command reads: games to go on with or to learn from, openings, growth data, suites,
//! checkpoints, tables, and what another program answers. What the exit code and the message promise holds, what is
//! printed steers no terminal, and no program is started that only a file names.
//!
//! An input is the name of a case, then the file. Behind `!` the file is sealed; behind `=` come a kind of table, its
//! tag, its length and its content, each on a line of its own, and become a file with a right head and checksum; behind
//! `*` and `~` a number and a text, which stands in the file so many times, with `~` compressed.
//! `$FOLDER` in a text is where a program that ought not to be started would leave a file called `started`.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply::games::minichess;
use manyply::search::TABLE_KIND;
use manyply::solve::subsets;
use manyply::table_file::{self, Kind};
use manyply_fuzz::{command, fuzz_target, line, repeated, scratch, sealed};
use std::path::Path;
use std::time::Duration;

/// The arguments for one game of a program, as `@` says what it answers.
macro_rules! one_game {
    ($game:literal, $program:literal) => {
        &["match", $game, "--a", $program, "--b", "random", "--random-plies", "0", "--games", "1"]
    };
}

/// The cases, with their arguments: `@` is the file, `%` the folder in which it lies, `$` the folder of the players.
const CASES: &[(&str, &[&str])] = &[
    ("plot", &["plot", "@"]),
    ("data", &["data", "stats", "@"]),
    ("data-show", &["data", "show", "@", "--json"]),
    ("data-filter", &["data", "filter", "@", "@", "--out", "%/filtered"]),
    ("data-compare", &["network", "compare", "hop", "hop", "hop", "--positions", "10", "--data", "@"]),
    ("selfplay", &["selfplay", "hop", "--games", "2", "--nodes", "10", "--threads", "1", "--out", "@"]),
    ("batch", &["analyze", "minichess", "--file", "@", "--nodes", "5", "--hash", "1"]),
    (
        "batch-resume",
        &["analyze", "minichess", "--file", "$/positions", "--nodes", "5", "--hash", "1", "--out", "@", "--resume"],
    ),
    ("epd", &["suite", "minichess", "--file", "@", "--nodes", "10", "--hash", "1"]),
    ("match", &["match", "--resume", "@"]),
    ("match-json", &["match", "--resume", "@", "--json", "--concurrency", "2"]),
    ("tournament", &["tournament", "--resume", "@"]),
    ("tune-minichess", &["tune", "minichess", "--epochs", "2", "--from", "@"]),
    ("tune-threechess", &["tune", "threechess", "--epochs", "2", "--from", "@", "--json"]),
    ("tune-gomoku", &["tune", "gomoku", "--epochs", "2", "--from", "@"]),
    ("show", &["show", "--game", "@:1"]),
    ("convert", &["convert", "@", "-", "--to", "pgn"]),
    ("convert-hop", &["convert", "@", "-", "--to", "pgn", "--game", "hop"]),
    ("convert-sgf", &["convert", "@", "-", "--to", "sgf"]),
    ("convert-archive", &["convert", "@", "-", "--to", "txt"]),
    ("book-show", &["book", "show", "@"]),
    ("book-minichess", &["match", "minichess", "--a", "random", "--b", "random", "--games", "2", "--book", "@"]),
    ("book-hexnim", &["match", "hexnim", "--a", "random", "--b", "random", "--games", "2", "--book", "@"]),
    ("suite", &["perft", "minichess", "--suite", "@", "--max-nodes", "1000", "--json"]),
    ("perft", &["perft", "minichess", "2", "--checkpoint", "@"]),
    ("solve", &["solve", "minichess", "--position", "k4/2Q2/1K3/5/5/5 b - - 0 1", "--hash", "1", "--checkpoint", "@"]),
    ("hexnim-table", &["solve", "hexnim", "--position", ".../...", "--load", "@"]),
    ("hop-tables", &["tables", "hop", "--up-to", "1v1", "--threads", "1", "--dir", "%"]),
    ("hash", &["analyze", "minichess", "--depth", "4", "--nodes", "2000", "--hash-load", "@"]),
    ("site", &["site", "--out", "%/site", "--engine", "@"]),
    ("verify", &["verify", "@"]),
    ("network", &["network", "info", "@"]),
    ("network-eval", &["eval", "hop", "--network", "@", "--json"]),
    ("network-compare", &["network", "compare", "hop", "@", "--positions", "10"]),
    ("verify-json", &["verify", "@", "--json", "--rules", "rule=standard,connect=4,size=7", "--threads", "2"]),
    ("merge-proofs", &["merge", "@", "@", "--out", "%/merged"]),
    ("prove", &["prove", "gomoku", "--moves", "h8 h1 g9 a15", "--checkpoint", "@", "--text", "--threads", "1"]),
    ("prove-list", &["prove", "gomoku", "--moves", "h8 h1", "--checkpoint", "@", "--list"]),
    ("ugi", one_game!("hop", "ugi:sh $/lines.sh ugi @;time=1s")),
    ("ubgi", one_game!("minichess", "ubgi:sh $/lines.sh ubgi @;time=1s")),
    ("uci", one_game!("minichess", "uci:sh $/lines.sh uci @;time=1s")),
    ("gomocup", one_game!("gomoku", "gomocup:sh $/lines.sh gomocup @;time=1s")),
    ("file", one_game!("minichess", "file:sh $/file.sh @;time=1s")),
];
/// What the file is called: a name by which a folder is searched for tables, too.
const NAME: &str = "hop-1v0.table";
const KINDS: [Kind; 4] = [minichess::ENDINGS, minichess::COUNTDOWNS, subsets::KIND, TABLE_KIND];
/// The longest content of a table.
const LONGEST: usize = 1 << 16;
/// Long enough for what the seeds do, and for programs to start.
const PATIENCE: Duration = Duration::from_millis(60);

fuzz_target!(|data: &[u8]| {
    let (name, content) = line(data);
    let Some((_, arguments)) = CASES.iter().find(|(case, _)| case.as_bytes() == name) else { return };
    let folder = scratch("files");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).expect("a folder for a moment");
    let file = folder.join(NAME);
    if write(&file, content, &folder).is_some() {
        let text = |path: &Path| path.to_str().expect("a plain path").to_owned();
        let players = concat!(env!("CARGO_MANIFEST_DIR"), "/players");
        let fill =
            |argument: &&str| argument.replace('$', players).replace('%', &text(&folder)).replace('@', &text(&file));
        let (_, out) = command(arguments.iter().map(fill), b"", Some(PATIENCE));
        let plain = without_colours(&out);
        assert!(!plain.contains(|c: char| c.is_control() && c != '\n'), "{out:?}");
        assert!(!folder.join("started").exists(), "a program was started that only the file names");
    }
    let _ = std::fs::remove_dir_all(&folder);
});

/// The text without the colours of boards: `ESC [ numbers m`.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').strip_prefix('m') {
            Some(rest) => plain.push_str(rest),
            None => plain.extend(["\x1b[", part]),
        }
    }
    plain
}

/// Writes the file; nothing if the bytes describe none.
fn write(path: &Path, content: &[u8], folder: &Path) -> Option<()> {
    match content.split_first() {
        Some((b'!', text)) => std::fs::write(path, sealed(std::str::from_utf8(text).ok()?)).ok(),
        Some((b'~', text)) => std::fs::write(path, repeated(text)?).ok(),
        Some((b'*', text)) => {
            let (times, text) = line(text);
            let times = std::str::from_utf8(times).ok()?.parse::<usize>().ok()?;
            text.len().checked_mul(times).filter(|&bytes| bytes <= 1 << 22)?;
            std::fs::write(path, text.repeat(times)).ok()
        }
        Some((b'=', table)) => {
            let (kind, rest) = line(table);
            let (tag, rest) = line(rest);
            let (length, payload) = line(rest);
            let kind = KINDS.into_iter().find(|known| known.name.as_bytes() == kind)?;
            let length = std::str::from_utf8(length).ok()?.parse::<usize>().ok().filter(|&bytes| bytes <= LONGEST)?;
            let mut payload = payload.to_vec();
            payload.resize(length, 0);
            let tag = std::str::from_utf8(tag).ok()?;
            table_file::save(path, kind, tag, length as u64, [&payload]).ok()
        }
        _ => match std::str::from_utf8(content) {
            Ok(text) => std::fs::write(path, text.replace("$FOLDER", folder.to_str()?)).ok(),
            Err(_) => std::fs::write(path, content).ok(),
        },
    }
}
