//! Whole games of the program against itself over pipes, as a manager has them played.

use manyply::game::{Notation, Position, Variant};
use manyply::games::gomoku::{Gomoku, Square};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Beyond the time for a move: this is no test of a busy machine's scheduler.
const PATIENCE: Duration = Duration::from_secs(10);

struct Player {
    program: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Player {
    fn new(first_lines: &str) -> Self {
        Self::with(&["gomocup", "--hash", "4"], first_lines)
    }

    fn with(arguments: &[&str], first_lines: &str) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_manyply"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = program.stdin.take().expect("a pipe");
        let output = BufReader::new(program.stdout.take().expect("a pipe"));
        let mut player = Self { program, input, output };
        assert_eq!(player.ask(first_lines), "OK");
        player
    }

    /// Says something and waits for the answer behind any messages.
    fn ask(&mut self, line: &str) -> String {
        self.ask_all(line).0
    }

    /// The answer, and the messages before it.
    fn ask_all(&mut self, line: &str) -> (String, String) {
        writeln!(self.input, "{line}").expect("listening");
        let mut messages = String::new();
        loop {
            let mut answer = String::new();
            self.output.read_line(&mut answer).expect("text");
            assert!(!answer.is_empty(), "no answer to {line:?}");
            if !answer.starts_with("MESSAGE ") {
                return (answer.trim_end().to_owned(), messages);
            }
            messages += &answer;
        }
    }

    fn end(mut self) {
        writeln!(self.input, "END").expect("listening");
        assert!(self.program.wait().expect("an end").success());
    }
}

/// Plays a game by `rules` in which both are told `start` and `rule`; how many plies it took.
fn play(rules: &str, start: &str, rule: u32) -> u32 {
    let mut position = Gomoku::start(&Gomoku::parse_rules(rules).expect("options"));
    let mut players = [(); 2].map(|()| Player::new(start));
    for player in &mut players {
        writeln!(player.input, "INFO rule {rule}\nINFO timeout_turn 15\nINFO timeout_match 60000").expect("listening");
    }
    let mut request = "BEGIN".to_owned();
    let mut plies = 0;
    while position.outcome().is_none() {
        let player = &mut players[position.side_to_move().index()];
        let asked = Instant::now();
        let answer = player.ask(&format!("INFO time_left {}\n{request}", 60_000 - 20 * plies));
        assert!(asked.elapsed() < PATIENCE);
        let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("no square: {answer:?}"));
        let square = Square::at(x.parse().expect("a column"), y.parse().expect("a row"));
        assert!(position.is_legal(square), "{answer} in {:?}", position.position_text());
        position.make(square);
        request = format!("TURN {answer}");
        plies += 1;
    }
    players.into_iter().for_each(Player::end);
    plies
}

#[test]
fn freestyle() {
    assert!(play("default", "START 15", 0) >= 9);
}

#[test]
fn standard_on_a_large_board() {
    assert!(play("rule=standard,size=20", "START 20", 1) >= 9);
}

#[test]
fn renju() {
    assert!(play("rule=renju", "START 15", 4) >= 9);
}

#[test]
fn an_oblong_board() {
    assert!(play("size=7x5", "RECTSTART 7,5", 0) >= 9);
}

/// The most memory that the program has had, in KiB.
#[cfg(target_os = "linux")]
fn peak(player: &Player) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", player.program.id())).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("its peak");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// A manager's limit holds for all that the program has, its proofs included, from the first line on.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_kept_within_the_limit() {
    const BOARD: &str = "BOARD\n7,7,1\n0,0,2\nDONE";
    for (mib, time, is_proved) in [(80, 1000, false), (200, 60_000, true)] {
        let mut player = Player::with(&["gomocup"], "START 15");
        let told = format!("INFO max_memory {}\nINFO timeout_turn {time}\nINFO rule 0", mib << 20);
        writeln!(player.input, "{told}").expect("listening");
        let (_, messages) = player.ask_all(BOARD);
        assert_eq!(messages.contains("score win in "), is_proved, "{mib} MiB: {messages}");
        let peak = peak(&player) >> 10;
        assert!(peak <= mib, "{peak} MiB of {mib}");
        player.end();
    }
}
