//! Whole sessions with the engine, over a pipe that the test writes to.

mod levels;

use super::*;
use crate::protocol::{ubgi, ugi};
use manyply::games::minichess::Minichess;
use std::io::{Cursor, PipeReader, PipeWriter, pipe};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

fn settings() -> Settings {
    let options = Options { hash_mib: 1, ..Options::default() };
    Settings { options, algorithm: None, most_threads: 2, most_hash_mib: 4 }
}

/// A client of an engine that runs in a thread.
struct Client {
    input: PipeWriter,
    output: io::BufReader<PipeReader>,
    engine: JoinHandle<io::Result<End>>,
    stop: Arc<AtomicBool>,
}

impl Client {
    fn new(dialect: fn() -> Dialect) -> Self {
        let (reader, input) = pipe().unwrap();
        let (output, mut writer) = pipe().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let engine = std::thread::spawn(move || {
            let input = Box::new(io::BufReader::new(reader));
            run(&dialect(), settings(), "", input, &mut writer, &stopped)
        });
        Self { input, output: io::BufReader::new(output), engine, stop }
    }

    fn send(&mut self, lines: &str) {
        writeln!(self.input, "{lines}").unwrap();
    }

    /// Lines up to one that begins with `end`.
    fn hear(&mut self, end: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "ends without {end:?}: {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(end) {
                return lines;
            }
        }
    }

    /// The line that begins with `end` alone.
    fn answer(&mut self, end: &str) -> String {
        self.hear(end).pop().unwrap_or_default()
    }

    fn end(self) -> (End, String) {
        drop(self.input);
        let mut rest = String::new();
        let mut output = self.output;
        while output.read_line(&mut rest).unwrap() > 0 {}
        (self.engine.join().unwrap().unwrap(), rest)
    }
}

fn minichess() -> Client {
    Client::new(ubgi::dialect)
}

/// What the engine answers to lines that are all there from the start.
fn answers(dialect: &Dialect, lines: &str) -> Vec<String> {
    let (mut out, stop) = (Vec::new(), AtomicBool::new(false));
    let input = Box::new(Cursor::new(lines.to_owned()));
    let end = run(dialect, settings(), "", input, &mut out, &stop);
    assert_eq!(end.unwrap(), End::Quit);
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn the_handshake_names_every_option_with_its_range() {
    let mut client = minichess();
    for protocol in ["ubgi", "uci"] {
        client.send(protocol);
        let lines = client.hear(&format!("{protocol}ok"));
        assert!(lines[0].starts_with("id name manyply "));
        for option in [
            "option name GameName type string default MiniChess",
            "option name BoardWidth type spin default 5 min 1 max 26",
            "option name BoardHeight type spin default 6 min 1 max 26",
            "option name Algorithm type combo default pvs var pvs",
            "option name Hash type spin default 1 min 1 max 4",
            "option name Threads type spin default 1 min 1 max 2",
            "option name MultiPV type spin default 1 min 1 max 500",
            "option name MoveOverhead type spin default 20 min 0 max 5000",
            "option name Rules type string default plies=100,limit=material,repetition=4,king=capture",
        ] {
            assert!(lines.iter().any(|line| line == option), "{option}: {lines:?}");
        }
        // A client may send back all that it has read.
        for line in lines.iter().filter_map(|line| line.strip_prefix("option name ")) {
            let (name, rest) = line.split_once(" type ").unwrap();
            // A button has no value.
            let value = rest.split_once("default ").map_or("", |(_, rest)| rest.split(' ').next().unwrap());
            client.send(&format!("setoption name {name} value {value}"));
        }
        client.send("isready");
        assert_eq!(client.hear("readyok"), ["readyok"]);
    }
    client.send("quit");
    assert_eq!(client.end(), (End::Quit, String::new()));
}

#[test]
fn commands_are_heard_while_the_engine_thinks() {
    let mut client = minichess();
    client.send("position startpos moves b2b3\ngo infinite");
    client.hear("info depth 3 ");
    client.send("isready\nnonsense\nquery p1turn\nposition startpos");
    client.hear("readyok");
    client.hear("info string error: no command is called \"nonsense\"");
    client.hear("response false");
    client.send("stop");
    let best = client.hear("bestmove").pop().unwrap();
    let position = {
        use manyply::game::{Notation, Position, Variant};
        let mut position = Minichess::start(&Default::default());
        position.make(position.parse_move("b2b3").unwrap());
        position.parse_move(best.strip_prefix("bestmove ").unwrap())
    };
    assert!(position.is_ok(), "{best}");
    // Nothing is searched now, so nothing is to be stopped.
    client.send("stop\nisready");
    assert_eq!(client.hear("readyok"), ["readyok"]);
    client.send("go depth 2");
    assert_eq!(client.hear("bestmove").iter().filter(|line| line.contains("bestmove")).count(), 1);
    assert_eq!(client.end(), (End::Quit, String::new()));
}

#[test]
fn a_new_go_makes_the_old_one_void() {
    let mut client = minichess();
    for _ in 0..20 {
        client.send("go infinite");
    }
    client.send("go depth 1\nisready");
    let lines = client.hear("bestmove");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    client.send("go infinite\nubginewgame\nisready");
    assert!(!client.hear("readyok").iter().any(|line| line.starts_with("bestmove")));
    client.send("go infinite\nquit");
    let (end, rest) = client.end();
    assert!(end == End::Quit && !rest.contains("bestmove"), "{rest}");
}

#[test]
fn an_infinite_search_that_is_over_waits_for_stop() {
    let mut client = minichess();
    client.send("position board k..../...../.Q.../K..../...../..... 0\ngo infinite");
    let mate = |line: &String| line.contains(" score mate ");
    while !client.hear("info depth ").iter().any(mate) {}
    std::thread::sleep(Duration::from_millis(50));
    client.send("isready");
    let lines = client.hear("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    client.send("stop");
    client.hear("bestmove");
    client.send("quit");
    assert_eq!(client.end().0, End::Quit);
}

#[test]
fn ctrl_c_ends_a_search_with_its_answer() {
    let mut client = minichess();
    client.send("go infinite");
    client.hear("info depth 2 ");
    client.stop.store(true, Relaxed);
    client.hear("bestmove");
    assert_eq!(client.end().0, End::Interrupted);
}

#[test]
fn the_end_of_the_input_waits_for_a_search_that_ends() {
    let lines = answers(&ubgi::dialect(), "go depth 4");
    assert!(lines.len() >= 5 && lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    for unbounded in ["go infinite", "go infinite depth 3"] {
        let lines = answers(&ubgi::dialect(), unbounded);
        assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    }
    // A bare go has the depth that the protocol says.
    let lines = answers(&ubgi::dialect(), "go");
    assert!(lines[lines.len() - 2].starts_with("info depth 6 "), "{lines:?}");
    assert_eq!(answers(&ubgi::dialect(), ""), [""; 0]);
}

#[test]
fn limits_are_kept() {
    for (go, last) in
        [("depth 3", "info depth 3 "), ("depth 3 movetime 100000", "info depth 3 "), ("nodes 1", "info depth 1 ")]
    {
        let lines = answers(&ubgi::dialect(), &format!("go {go}\n"));
        assert!(lines[lines.len() - 2].starts_with(last), "{go}: {lines:?}");
    }
    for go in ["movetime 60", "wtime 200 btime 1", "p1time 200 p2time 1 p1inc 0 p2inc 0"] {
        let started = Instant::now();
        assert!(answers(&ubgi::dialect(), &format!("go {go}\n")).last().unwrap().starts_with("bestmove "));
        assert!(started.elapsed() < Duration::from_secs(5), "{go}");
    }
}

#[test]
fn what_cannot_be_done_is_said_and_changes_nothing() {
    let lines = answers(
        &ubgi::dialect(),
        "position startpos moves b2b3\nposition startpos moves b2b3 b2b3\nposition startpos moves b2b3 xyz\n\
         position fen nonsense\nposition board x 0\nposition\nsetoption name Hash value 5\n\
         setoption name Hash value x\nsetoption name Nonsense value 1\nsetoption name Algorithm value minimax\n\
         setoption\nsetoption name\nsetoption name Rules value plies=x\n\
         query\nquery x\n\u{1b}[31m\ngo depth\nd\nquit\nnot read any more",
    );
    let errors = lines.iter().filter(|line| line.starts_with("info string error: ")).count();
    assert_eq!(errors, 16, "{lines:#?}");
    assert!(
        lines.iter().any(|line| line == "info string position: kqbnr/ppppp/5/1P3/P1PPP/RNBQK b - - 0 1"),
        "{lines:#?}"
    );
    assert!(!lines.iter().any(|line| line.contains('\u{1b}')));
}

#[test]
fn options_are_used() {
    let lines = answers(
        &ugi::dialect(Kind::of::<Minichess>()),
        "setoption name hash value 2\nsetoption name THREADS value 2\nsetoption name MultiPV value 3\n\
         setoption name Move Overhead value 0\nsetoption name Rules value 2023\nisready\n\
         position fen kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 26\nquery gameover\nposition startpos\ngo depth 3\n",
    );
    assert_eq!(lines[..2], ["readyok", "response true"]);
    for multipv in 1..=3 {
        assert!(
            lines.iter().any(|line| line.starts_with("info depth 3 ") && line.contains(&format!("multipv {multipv} ")))
        );
    }
}

#[test]
fn games_that_are_over_have_no_move() {
    // Both sides shuffle their knights until the start has stood four times.
    let moves = "b1a3 d6e4 a3b1 e4d6 ".repeat(3);
    let lines = answers(
        &ugi::dialect(Kind::of::<Minichess>()),
        &format!("position startpos moves {moves}\nquery gameover\nquery result\nquery p1turn\ngo infinite\nstop\n"),
    );
    assert_eq!(lines, ["response true", "response draw", "response true", "bestmove 0000"]);
    let taken = "position fen 1q3/5/5/5/5/K4 b - - 0 9\nquery result\ngo depth 5\n";
    assert_eq!(answers(&ugi::dialect(Kind::of::<Minichess>()), taken), ["response p1win", "bestmove 0000"]);
}

#[test]
fn the_referee_gets_a_move_where_its_rules_go_on() {
    let over = [
        // Stalemate, a fourth occurrence, and what comes after it; a king left in danger.
        "board k..../..Q../.K.../...../...../..... 1".to_owned(),
        format!("startpos moves {}", "b1a3 d6e4 a3b1 e4d6 ".repeat(3)),
        format!("startpos moves {}", "b1a3 d6e4 a3b1 e4d6 ".repeat(4)),
        "fen kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 51".to_owned(),
        "board k...R/...../...../...../...../K.... 0".to_owned(),
    ];
    for position in over {
        let royal = format!("setoption name Rules value {}\n", ubgi::RULES);
        let lines = answers(&ubgi::dialect(), &format!("{royal}go depth 2\nposition {position}\ngo depth 2\n"));
        let best = lines.last().unwrap();
        assert!(best.starts_with("bestmove ") && best != "bestmove 0000", "{position}: {lines:?}");
        assert!(!lines.iter().any(|line| line.contains("error")), "{position}: {lines:?}");
    }
    let taken = "position fen 1q3/5/5/5/5/K4 b - - 0 9\ngo depth 5\n";
    assert_eq!(answers(&ubgi::dialect(), taken), ["bestmove 0000"]);
}

#[test]
fn every_game_has_the_interface() {
    for kind in crate::all_games().all() {
        let mut moves = String::new();
        let mut lines = vec!["ugi".to_owned(), "isready".into(), "uginewgame".into()];
        for _ in 0..3 {
            lines.push(format!("position startpos{moves}\nquery gameover\ngo depth 1"));
            let said = answers(&ugi::dialect(kind), &lines.join("\n"));
            let best = said.last().unwrap().strip_prefix("bestmove ").expect("a move");
            assert!(!best.contains(' ') && said.iter().any(|line| line == "ugiok"), "{kind:?}: {said:?}");
            moves = if moves.is_empty() { format!(" moves {best}") } else { format!("{moves} {best}") };
        }
        let text = kind.begin(&Setup::default()).unwrap().position_text();
        let said = answers(&ugi::dialect(kind), &format!("position fen {text}{moves}\nquery result\n"));
        assert_eq!(said, ["response none"], "{kind:?}");
    }
}

#[test]
fn a_search_keeps_to_the_moves_named() {
    let mut client = Client::new(|| ugi::dialect(manyply::games::kind("minichess").unwrap()));
    client.send("position startpos\ngo searchmoves a2a3 depth 3");
    let lines = client.hear("bestmove");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove a2a3"));
    assert!(lines.iter().filter(|line| line.starts_with("info depth")).all(|line| line.contains(" pv a2a3")));
    client.send("go searchmoves a2a9 depth 3\nisready");
    let lines = client.hear("readyok");
    assert!(lines.len() == 2 && lines[0].contains("error: go: \"a2a9\""), "{lines:?}");
    client.end();
}

#[test]
fn numbers_without_sense_start_nothing() {
    let mut client = Client::new(|| ugi::dialect(manyply::games::kind("minichess").unwrap()));
    for go in ["go depth 0", "go depth -3", "go nodes x", "go movetime -1", "go mate", "go perft 9999", "go perft 0"] {
        client.send(&format!("{go}\nisready"));
        let lines = client.hear("readyok");
        assert!(lines.len() == 2 && lines[0].starts_with("info string error: go: "), "{go}: {lines:?}");
    }
    client.end();
}

#[test]
fn lines_are_counted() {
    let mut client = Client::new(|| ugi::dialect(manyply::games::kind("minichess").unwrap()));
    client.send("position startpos\ngo perft 3");
    let lines = client.hear("Nodes searched");
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 452"));
    let counts = lines.iter().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok());
    assert_eq!(counts.sum::<u64>(), 2 * 452, "the branches and their sum");
    client.send("go perft 60\nstop\nisready");
    assert!(client.hear("readyok").iter().any(|line| line.contains("stopped")));
    client.end();
}

#[test]
fn a_mate_is_looked_for() {
    let mut client = Client::new(|| ugi::dialect(manyply::games::kind("minichess").unwrap()));
    client.send("position fen k4/2Q2/1K3/5/5/5 w - - 0 1\ngo mate 3");
    let lines = client.hear("bestmove");
    let mate = lines.iter().rev().find_map(|line| line.split_once("mate ")).map(|(_, rest)| rest.split(' ').next());
    assert!(mate.flatten().and_then(|moves| moves.parse::<u32>().ok()).is_some_and(|moves| moves <= 3), "{lines:?}");
    client.end();
}

#[test]
fn the_opponents_time_is_used() {
    let mut client = Client::new(|| ugi::dialect(manyply::games::kind("minichess").unwrap()));
    client.send("setoption name Ponder value true\nposition startpos moves b2b3 d5d4\ngo ponder movetime 60");
    std::thread::sleep(Duration::from_millis(150));
    client.send("isready");
    assert!(client.hear("readyok").iter().all(|line| !line.starts_with("bestmove")), "it waits for ponderhit");
    let begun = Instant::now();
    client.send("ponderhit");
    client.answer("bestmove");
    let elapsed = begun.elapsed();
    assert!(elapsed > Duration::from_millis(15) && elapsed < Duration::from_secs(5), "{elapsed:?}");
    // A search that ends by itself knows what it expects; one that the clock ends at a fail high may not.
    client.send("position startpos moves b2b3 d5d4\ngo depth 6");
    let answer = client.answer("bestmove");
    assert!(answer.contains(" ponder "), "{answer}");
    // A search that is over before the move comes answers at once; one that is not wanted answers to stop.
    client.send("position startpos\ngo ponder depth 1");
    std::thread::sleep(Duration::from_millis(100));
    client.send("ponderhit");
    client.hear("bestmove");
    client.send("go ponder wtime 1000 btime 1000\nstop");
    client.hear("bestmove");
    client.send("ponderhit\nisready");
    assert_eq!(client.hear("readyok").len(), 1, "there is nothing to hit");
    client.end();
}

#[test]
fn options_of_the_search_are_set() {
    let mut client = Client::new(|| ugi::dialect(manyply::games::kind("threechess").unwrap()));
    client.send("ugi");
    let lines = client.hear("ugiok");
    for name in ["Contempt", "Clear Hash", "Ponder", "Model", "Book"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {name} type "))), "{name}: {lines:?}");
    }
    client.send(
        "setoption name Model value paranoid\nsetoption name Contempt value -20\nsetoption name Clear Hash\nisready",
    );
    assert_eq!(client.hear("readyok").len(), 1);
    for (option, expected) in [
        ("Model value x", "expected paranoid, brs, opps, maxn"),
        ("Contempt value 10001", "expected -10000 to 10000"),
        ("Ponder value maybe", "expected true or false"),
        ("Book value /nonexistent/book", "No such file"),
        ("Tables value x", "no such option"),
    ] {
        client.send(&format!("setoption name {option}\nisready"));
        let lines = client.hear("readyok");
        assert!(lines.len() == 2 && lines[0].contains(expected), "{option}: {lines:?}");
    }
    client.end();
}
