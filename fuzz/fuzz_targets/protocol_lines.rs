//! Any lines from a client, and any STATE file of the 2023 minichess runner: answers of the known kinds only, at most
//! one move for each `go`, and an end.
//!
//! An input is the name of a game (for UGI), its rules, then the client's lines; or `ubgi` and the lines; or `state`
//! and the file.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply::face::Game;
use manyply::face::Kind;
use manyply::game::Position;
use manyply::games::minichess::Rules;
use manyply::search::Options;
use manyply_app::protocol::engine::{Dialect, Settings, run};
use manyply_app::protocol::minichess_file::State;
use manyply_app::protocol::{ubgi, ugi};
use manyply_fuzz::{Target, fuzz_target, line, with_game, with_patience};
use std::io::Cursor;
use std::time::Duration;

/// How every line of an engine begins.
const ANSWERS: [&str; 8] = ["id ", "option ", "uciok", "ugiok", "ubgiok", "readyok", "response ", "info "];

fuzz_target!(|data: &[u8]| match line(data) {
    (b"ubgi", lines) => serve(&ubgi::dialect(), "", lines),
    (b"state", text) => read_state(text),
    _ => with_game(data, Serve),
});

struct Serve;

impl Target for Serve {
    fn run<G: Game>(self, rules: G::Rules, lines: &[u8]) {
        serve(&ugi::dialect(Kind::of::<G>()), &G::rules_text(&rules), lines);
    }
}

fn serve(dialect: &Dialect, rules: &str, lines: &[u8]) {
    let options = Options { hash_mib: 1, ..Options::default() };
    let settings = Settings { options, algorithm: None, most_threads: 2, most_hash_mib: 2 };
    let (input, mut out) = (Box::new(Cursor::new(lines.to_vec())), Vec::new());
    // Whoever lets it think for long soon presses Ctrl-C.
    with_patience(Duration::from_millis(5), |stop| run(dialect, settings, rules, input, &mut out, stop))
        .expect("memory takes it all");
    let out = String::from_utf8(out).expect("answers are text");
    let mut moves = 0;
    for answer in out.lines() {
        if let Some(text) = answer.strip_prefix("bestmove ") {
            assert!(!text.is_empty() && !text.contains(char::is_whitespace), "{answer:?}");
            moves += 1;
        } else {
            assert!(ANSWERS.iter().any(|begin| answer.starts_with(begin)), "{answer:?}");
        }
        assert!(!answer.contains(char::is_control), "{answer:?}");
    }
    let asked = lines.split(|&byte| byte == b'\n').filter(|line| line.windows(2).any(|pair| pair == b"go")).count();
    assert!(moves <= asked, "{moves} moves for {asked} questions");
}

fn read_state(text: &[u8]) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    let Ok(state) = State::parse(text) else { return };
    for ply in [None, Some(0), Some(1), Some(49)] {
        if let Ok(game) = state.game(ply, &Rules::default()) {
            assert_eq!(game.position().validate(), Ok(()));
        }
    }
}
