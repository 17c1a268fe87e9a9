//! The program of a game of one's own: rules and evaluation hold together, and commands, UGI and the page work for it.

use connect_four::ConnectFour;
use manyply::check;
use manyply::game::Played;
use manyply::search::hooks::{Plain, State};
use manyply::search::{Engine, EngineOf, Evaluated, Limits, Options, Score};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::AtomicBool;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_connect-four"));
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).stdin(Stdio::null()).output().expect("it runs")
}

fn out(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn it_passes_the_battery() {
    assert_eq!(check::battery::<ConnectFour>(&(), 40, 1), Ok(()));
}

#[test]
fn lines_of_play_are_as_many_as_others_count() {
    // The counts of John Tromp's tables of Connect Four, by lines instead of positions, up to the first wins.
    let counts = out(&["perft", "connect4", "7", "--json"]);
    let last: Value = serde_json::from_str(counts.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["nodes"], 823_536, "{counts}");
}

/// Values by Pascal Pons's solver of Connect Four.
#[test]
fn outcomes_are_those_of_another_solver() {
    let mut engine = EngineOf::<ConnectFour>::new(Options { hash_mib: 16, ..Options::default() });
    for (columns, value) in [
        ("541627437645675", -1),
        ("3314453572655273553", 1),
        ("642626145462465434", -1),
        ("61444667711325", 1),
        ("172734523133657757", -1),
        ("17556446743522664", 1),
        ("7276161354611763", 1),
        ("675555144624622", 0),
    ] {
        let mut game = Played::new(ConnectFour::default());
        assert!(columns.bytes().all(|column| game.play(column - b'1')));
        let found = engine.outcome(&game, &Limits::default(), &AtomicBool::new(false));
        assert_eq!(found.value, manyply::solve::Value::of(value), "{columns}");
    }
}

/// Lost in 12 plies, as Pons's solver and brute force say: a search that reduces may tell more, an exact one none.
#[test]
fn a_distance_is_a_bound_or_exact() {
    let mut game = Played::new(ConnectFour::default());
    assert!("3444667644411726".bytes().all(|column| game.play(column - b'1')));
    fn told<S: State<ConnectFour>>(game: &Played<ConnectFour>, exact: bool) -> Option<Score> {
        let mut engine = Engine::<_, S>::new(Options { hash_mib: 16, exact, ..Options::default() });
        engine.search(game, &Limits::default(), &AtomicBool::new(false), &mut |_| ()).score
    }
    for score in [told::<Plain>(&game, false), told::<Evaluated>(&game, false)] {
        assert!(matches!(score, Some(Score::Loss(12..))), "{score:?}");
    }
    assert_eq!([told::<Plain>(&game, true), told::<Evaluated>(&game, true)], [Some(Score::Loss(12)); 2]);
}

/// Without a solver of its own, by the search: soon won with a distance, else who wins. The moves by letters.
#[test]
fn it_is_solved() {
    let solve = |columns: &str, more: &[&str]| {
        let moves: Vec<_> = columns.bytes().map(|column| char::from(b'a' + column - b'1').to_string()).collect();
        let arguments = ["solve", "connect4", "--threads", "1", "--hash", "16", "--json", "--moves", &moves.join(" ")];
        let answer = out(&[&arguments[..], more].concat());
        serde_json::from_str::<Value>(&answer).expect("one line of JSON")
    };
    let soon = solve("4455", &[]);
    assert_eq!((&soon["value"], &soon["plies"]), (&"win".into(), &3.into()), "{soon}");
    let late = solve("61444667711325", &[]);
    assert_eq!((&late["value"], late["best"].as_array().map(Vec::len)), (&"win".into(), Some(1)), "{late}");
    let lost = solve("541627437645675", &[]);
    assert_eq!(lost["value"], "loss", "{lost}");
    let unknown = solve("", &["--time", "300ms"]);
    assert_eq!((&unknown["value"], &unknown["plies"]), (&"unknown".into(), &Value::Null), "{unknown}");
    assert!(unknown["seconds"].as_f64().is_some_and(|seconds| seconds < 3.0), "{unknown}");
}

#[test]
fn commands_know_it_and_no_other() {
    assert!(out(&["games"]).starts_with("connect4  four stones in a row win"));
    let shown = out(&["show", "connect4", "--moves", "d d e"]);
    assert!(shown.contains("1 . . . x x . .") && shown.contains("7/7/7/7/3o3/3xx2"), "{shown}");
    let refused = run(&["show", "minichess"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("there are connect4"));
    let refused = run(&["show", "connect4", "--moves", "d q"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("`q` is no legal move; legal moves: a b c d e f g"));
    let help = out(&["--help"]);
    assert!(help.contains("analyze") && !help.contains("hexnim") && !help.contains("gomocup"), "{help}");
}

#[test]
fn it_is_analysed_and_played() {
    // Three in a row with both ends open: X wins with the next move but one, whatever O does.
    let found = out(&["analyze", "connect4", "--moves", "d d e e", "--depth", "6", "--json"]);
    let last: Value = serde_json::from_str(found.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["score"]["win"], 3, "{last}");
    let won = out(&[
        "match",
        "connect4",
        "--a",
        "engine:nodes=2000",
        "--b",
        "random",
        "--games",
        "10",
        "--random-plies",
        "2",
    ]);
    assert!(won.contains("a: 100.0 %"), "{won}");
}

#[test]
fn a_referee_plays_it_by_ugi() {
    let mut child = command(&["ugi", "connect4"]);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let (mut to, from) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let mut lines = BufReader::new(from).lines();
    let mut ask = |question: &str, answer: &str| {
        writeln!(to, "{question}").expect("it listens");
        let said = lines.by_ref().map_while(Result::ok).find(|line| line.starts_with(answer));
        said.unwrap_or_else(|| panic!("no {answer} to {question}"))
    };
    ask("ugi", "ugiok");
    ask("isready", "readyok");
    let mut moves = String::new();
    for _ in 0..42 {
        let best = ask(&format!("position startpos moves{moves}\ngo nodes 500"), "bestmove");
        let best = best.split_whitespace().nth(1).expect("a move").to_owned();
        moves += &format!(" {best}");
        let over = ask(&format!("position startpos moves{moves}\nquery gameover"), "response");
        if over.ends_with("true") {
            break;
        }
    }
    assert!(moves.len() >= 14, "a game: {moves}");
    assert!(ask("query result", "response").starts_with("response "));
    drop(child.kill());
    drop(child.wait());
}

#[test]
fn the_page_shows_it() {
    let mut child = command(&["serve", "--port", "0"]);
    let mut child = child.stdout(Stdio::piped()).spawn().expect("it runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("an address");
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let mut stream = TcpStream::connect(&address).expect("it listens");
    let body = r#"{"game":"connect4","moves":"d d"}"#;
    let length = body.len();
    write!(
        stream,
        "POST /api/position HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
    .expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("7/7/7/7/3o3/3x3"), "{answer}");
    drop(child.kill());
    drop(child.wait());
}
