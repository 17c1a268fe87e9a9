//! The protocols as other programs drive them: recorded sessions with the public clients, played again with the
//! program.

use manyply::game::{Notation, Played, Position, Variant};
use manyply::games::minichess::Minichess;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manyply"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program runs")
}

fn data(name: &str) -> String {
    fs::read_to_string(Path::new(super::ROOT).join("tests/data").join(name)).expect("the data is there")
}

/// The parts of a file, each with its title, that lines beginning with `== ` divide.
fn parts(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("== "), parts.last_mut()) {
            (Some(title), _) => parts.push((title, Vec::new())),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    parts
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("manyply-protocols-{}-{name}", std::process::id()));
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// A session played again.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    position: Minichess,
}

impl Session {
    fn send(&mut self, line: &str) {
        if let Some(text) = line.strip_prefix("position ") {
            let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
            let fen = match start {
                "startpos" => "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1",
                _ => "k4/5/1Q3/K4/5/5 w - - 0 1",
            };
            self.position = Minichess::parse_position(fen, &Default::default()).unwrap();
            for word in moves.split_whitespace() {
                self.position.make(self.position.parse_move(word).unwrap());
            }
        }
        writeln!(self.input, "{line}").expect("the program listens");
    }

    /// Reads up to what is expected; information comes as often as it likes.
    fn hear(&mut self, expected: &str) {
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("text");
            let line = line.trim_end();
            assert!(!line.is_empty(), "the program ends, expected {expected:?}");
            let fits = match expected.strip_suffix('…') {
                Some(begin) => line.starts_with(begin),
                None => line == expected,
            };
            if let Some(best) = line.strip_prefix("bestmove ") {
                assert!(self.position.parse_move(best).is_ok(), "{best} in {:?}", self.position.position_text());
            }
            if fits {
                return;
            }
            assert!(line.starts_with("info ") && !line.starts_with("info string"), "{line:?}, expected {expected:?}");
        }
    }
}

#[test]
fn recorded_sessions_are_answered_as_then() {
    let text = data("ubgi-sessions.txt");
    let sessions = parts(&text);
    assert!(sessions.len() >= 5);
    for (title, lines) in sessions {
        let arguments: Vec<&str> = title.split('|').next().unwrap().split_whitespace().collect();
        let mut child = start(&arguments);
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut session = Session { child, input, output, position: Minichess::start(&Default::default()) };
        for line in &lines {
            match line.split_at(2) {
                ("> ", line) => session.send(line),
                ("< ", line) => session.hear(line),
                _ => panic!("{title}: {line:?}"),
            }
        }
        if lines.last() == Some(&"> quit") {
            assert_eq!(session.child.wait().unwrap().code(), Some(0), "{title}");
        } else {
            session.child.kill().unwrap();
            session.child.wait().unwrap();
        }
    }
}

#[test]
fn a_recorded_game_of_the_file_runner_is_played_again() {
    let folder = folder("game");
    let [state, action, counter] = ["state", "action", "counter"].map(|name| folder.join(name));
    let text = data("minichess-2023-game.txt");
    let states = parts(&text);
    assert_eq!(states.len(), 25);
    for (ply, lines) in states {
        fs::write(&state, lines.join("\n") + "\n").unwrap();
        let [state, action, counter] = [&state, &action, &counter].map(|path| path.to_str().unwrap());
        let child = start(&["minichess-file", "--counter", counter, "--depth", "2", state, action]);
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
        let fen = fs::read_to_string(counter).unwrap();
        let position = Minichess::parse_position(fen.trim(), &Default::default()).unwrap();
        assert_eq!(position.ply().to_string(), ply, "{fen}");
        assert_last_line_is_legal(&position, Path::new(action));
        // The runner takes the answer away.
        fs::remove_file(action).unwrap();
    }
    fs::remove_dir_all(folder).unwrap();
}

fn assert_last_line_is_legal(position: &Minichess, action: &Path) {
    let written = fs::read_to_string(action).unwrap();
    let last: Vec<u8> = written.lines().last().unwrap().split(' ').map(|number| number.parse().unwrap()).collect();
    let [from_row, from_column, to_row, to_column] = last[..] else { panic!("{written}") };
    let square = |row, column| format!("{}{}", char::from(b'a' + column), 6 - row);
    let text = square(from_row, from_column) + &square(to_row, to_column);
    assert!(position.parse_move(&text).is_ok(), "{text} in {}", position.position_text());
}

#[cfg(unix)]
#[test]
fn a_player_that_is_killed_at_the_time_limit_has_written_its_move() {
    let folder = folder("killed");
    let [state, action] = ["state", "action"].map(|name| folder.join(name));
    let text = data("minichess-2023-game.txt");
    let (_, lines) = &parts(&text)[0];
    fs::write(&state, lines.join("\n")).unwrap();
    let mut child =
        start(&["minichess-file", "--ply", "1", "--time", "1h", state.to_str().unwrap(), action.to_str().unwrap()]);
    let began = Instant::now();
    while fs::read_to_string(&action).is_ok_and(|text| text.is_empty()) || !action.exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "no move");
        std::thread::sleep(Duration::from_millis(5));
    }
    let killed = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut game = Played::new(Minichess::start(&Default::default()));
    let first = fs::read_to_string(&state).unwrap();
    // The position is whatever one ply makes of the start.
    let found = game.legal_moves().into_iter().find(|&m| {
        game.play(m);
        let matches = manyply_app::protocol::minichess_file::State::parse(&first)
            .unwrap()
            .position(Some(1), &Default::default())
            .as_ref()
            == Ok(game.position());
        game.take_back();
        matches
    });
    game.play(found.expect("a first move"));
    assert_last_line_is_legal(game.position(), &action);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn bad_files_and_arguments_get_one_line() {
    let folder = folder("bad");
    let [state, action] = ["state", "action"].map(|name| folder.join(name));
    fs::write(&state, "0\n0 0 7").unwrap();
    let (bad, action) = (state.to_str().unwrap(), action.to_str().unwrap());
    for (arguments, words) in [
        (&["minichess-file", bad, action][..], "line 2, number 3"),
        (&["minichess-file", "/nowhere", action], "/nowhere"),
        (&["minichess-file", bad], "ACTION"),
        (&["minichess-file", "--ply", "x", bad, action], "--ply"),
        (&["minichess-file", "--rules", "x", bad, action], "--rules"),
        (&["ubgi", "--rules", "x"], "--rules"),
        (&["ubgi", "--threads", "0"], "--threads"),
        (&["ugi"], "GAME"),
        (&["ugi", "chess"], "chess"),
        (&["ugi", "minichess", "--tables", "/nowhere"], "--tables"),
    ] {
        let output = start(arguments).wait_with_output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.starts_with("error: ") && message.lines().count() == 1, "{message:?}");
        assert!(message.contains(words), "{arguments:?}: {message:?} does not say {words:?}");
    }
    fs::remove_dir_all(folder).unwrap();
}
