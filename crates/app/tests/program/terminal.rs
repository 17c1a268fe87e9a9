//! What is drawn on a terminal: the lines of a running search, over one another.

use super::command;
use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};

/// Runs the program on a terminal of this size and returns all that it wrote there. Each text of `typed` is typed when
/// the prompt has appeared once more.
fn on_terminal(columns: u16, rows: u16, arguments: &[&str], typed: &[&str]) -> String {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&master).and_then(|()| unlockpt(&master)).expect("access to it");
    let name = ptsname(&master, Vec::new()).expect("its name");
    let slave = open(name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty()).expect("its other end");
    tcsetwinsize(&slave, Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).expect("a size");
    let mut child = {
        let mut command = command(arguments);
        let end = || slave.try_clone().expect("another handle");
        command.env("TERM", "xterm").env("HOME", env!("CARGO_TARGET_TMPDIR")).env_remove("XDG_STATE_HOME");
        command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("it runs")
    };
    drop(slave);
    let mut master = File::from(master);
    let (mut said, mut buffer, mut typed) = (Vec::new(), [0; 4096], typed.iter());
    // Where the other end is closed a read fails or ends.
    while let Ok(count @ 1..) = master.read(&mut buffer) {
        let prompts = |said: &[u8]| String::from_utf8_lossy(said).matches("> \r").count();
        let before = prompts(&said);
        said.extend_from_slice(&buffer[..count]);
        if prompts(&said) > before
            && let Some(line) = typed.next()
        {
            master.write_all(line.as_bytes()).expect("it listens");
        }
    }
    assert!(child.wait().expect("it ends").success());
    String::from_utf8(said).expect("UTF-8")
}

/// What stands on a terminal of so many columns in the end, line by line. Lines may not run into the last column, and
/// nothing above the first of `rows` lines can be drawn over.
fn screen(text: &str, columns: usize, rows: usize) -> Vec<String> {
    let (mut lines, mut row, mut column) = (vec![Vec::new()], 0, 0);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' => column = 0,
            '\n' => {
                row += 1;
                lines.resize(lines.len().max(row + 1), Vec::new());
            }
            '\x1b' => {
                assert_eq!(characters.next(), Some('['), "only such sequences are known here");
                let mut number = String::new();
                let command = loop {
                    match characters.next() {
                        Some(digit @ ('0'..='9' | ';' | '?')) => number.push(digit),
                        other => break other.expect("an end of the sequence"),
                    }
                };
                match command {
                    'A' => {
                        let up: usize = number.parse().expect("a number");
                        assert!(up < rows, "{up} lines up, on a terminal of {rows}");
                        row -= up;
                    }
                    'C' => column += number.parse().unwrap_or(1),
                    'D' => column -= number.parse().unwrap_or(1),
                    'K' => lines[row].truncate(column),
                    'J' => {
                        lines[row].truncate(column);
                        lines[row + 1..].fill(Vec::new());
                    }
                    // Colours and modes.
                    'm' | 'h' | 'l' => {}
                    other => panic!("\\x1b[{number}{other} is not known here"),
                }
            }
            _ => {
                let line: &mut Vec<char> = &mut lines[row];
                line.resize(line.len().max(column + 1), ' ');
                line[column] = character;
                column += 1;
                assert!(column < columns, "{line:?} is too long");
            }
        }
    }
    lines.into_iter().map(|line| line.into_iter().collect()).collect()
}

/// The lines of a search are drawn over one another, and the last stay.
#[test]
fn the_view_of_a_search_refreshes() {
    let analyze = ["analyze", "minichess", "--depth", "11", "--multipv", "3", "--hash", "1"];
    let text = on_terminal(72, 24, &analyze, &[]);
    assert!(text.contains("A\r\x1b[K"), "it is drawn more than once: {text:?}");
    let lines = screen(&text, 72, 24);
    let head = lines.iter().position(|line| line.starts_with("depth ")).expect("a head");
    let is_shortened = |line: &String| line.starts_with("11/") && line.ends_with('…');
    assert!(lines[head + 1..head + 4].iter().all(is_shortened), "{lines:#?}");
    assert!(lines[head + 4].starts_with("best move: "), "{lines:#?}");
}

/// While no iteration ends, a line below the others says what goes on; in the end it is gone.
#[test]
fn a_search_shows_signs_of_life() {
    let text = on_terminal(140, 24, &["analyze", "threechess", "--time", "4s", "--hash", "1"], &[]);
    assert!(text.contains(" moves), ") && text.contains(" M/s, "), "{text:?}");
    let lines = screen(&text, 140, 24);
    assert!(!lines.iter().any(|line| line.contains(" moves), ")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("best move: ")), "{lines:#?}");
}

/// More lines than the terminal has are all there in the end, each once.
#[test]
fn a_view_higher_than_the_terminal_is_kept_whole() {
    let analyze = ["analyze", "gomoku", "--depth", "3", "--multipv", "20", "--hash", "1", "--moves", "h8 h9"];
    let lines = screen(&on_terminal(80, 10, &analyze, &[]), 80, 10);
    let last: Vec<&String> = lines.iter().filter(|line| line.starts_with(" 3/")).collect();
    assert_eq!(last.len(), 20, "{lines:#?}");
    assert!(!lines.iter().any(|line| line.starts_with(" 1/") || line.starts_with(" 2/")), "{lines:#?}");
}

/// The shell's view, with an edited line and one that is completed.
#[test]
fn the_shell_draws_and_edits() {
    let typed = ["go depht\x7f\x7fth 11\r", "b2\t\r", "quit\r"];
    let text = on_terminal(70, 24, &["shell", "minichess", "--hash", "1"], &typed);
    let lines = screen(&text, 70, 24);
    for number in 1..=3 {
        let drawn: Vec<&String> = lines.iter().filter(|line| line.starts_with(&format!(" {number}. "))).collect();
        assert!(drawn.len() == 1 && drawn[0].starts_with(&format!(" {number}. 11/")), "{lines:#?}");
    }
    assert!(lines.iter().any(|line| line == "minichess> b2b3"), "{lines:#?}");
    assert!(lines.iter().any(|line| line == "kqbnr/ppppp/5/1P3/P1PPP/RNBQK b - - 0 1"), "{lines:#?}");
}
