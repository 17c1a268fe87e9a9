//! A game of four sides of whom one loses, in a crate of a hundred lines: players against a plain search of everything,
//! and commands, UGI, a referee, the page and files.

use manyply::check;
use manyply::face::{AnyEngine, Kind, Setup};
use manyply::game::{Outcome, Played, Position, Side};
use manyply::mcts::Mcts;
use manyply::search::{EngineOf, Level, Limits, Model, Options, Score};
use pile::Pile;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::sync::atomic::AtomicBool;

fn run(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pile"));
    let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn out(arguments: &[&str]) -> String {
    let output = run(arguments, "");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What `side` gets if all others play against it.
fn paranoid(position: &Pile, side: Side) -> i8 {
    if let Some(outcome) = position.outcome() {
        return outcome.payoff(side);
    }
    let values = after_all(position).map(|after| paranoid(&after, side));
    if position.side_to_move() == side { values.max() } else { values.min() }.expect("a move")
}

/// All that may come about if every side plays for itself.
fn max_n(position: &Pile) -> BTreeSet<[i8; 4]> {
    if let Some(outcome) = position.outcome() {
        return BTreeSet::from([std::array::from_fn(|side| outcome.payoff(Side::new(side)))]);
    }
    let own = position.side_to_move().index();
    let moves: Vec<_> = after_all(position).map(|after| max_n(&after)).collect();
    // The least that it can be held to elsewhere.
    let bar = moves.iter().filter_map(|values| values.iter().map(|value| value[own]).min()).max();
    moves.into_iter().flatten().filter(|value| Some(value[own]) >= bar).collect()
}

fn after_all(position: &Pile) -> impl Iterator<Item = Pile> + '_ {
    let mut moves = <Pile as Position>::Moves::default();
    position.moves(&mut moves);
    moves.into_iter().map(|m| {
        let mut after = position.clone();
        after.make(m);
        after
    })
}

#[test]
fn it_passes_the_battery() {
    assert_eq!(check::battery::<Pile>(&(), 100, 1), Ok(()));
}

#[test]
fn a_hundred_lines_are_enough() {
    let lines = [include_str!("../src/lib.rs"), include_str!("../src/main.rs")].map(|text| text.lines().count());
    assert!(lines.iter().sum::<usize>() <= 110, "{lines:?}");
}

#[test]
fn perft_counts_sequences_of_moves() {
    // Of three matches two plies take 1 and 1, 1 and 2, or 2 and 1.
    for (moves, depth, count) in [("", "5", 243), ("3 3 3 3 3 3", "2", 3), ("3 3 3 3 3 3", "3", 1)] {
        let said = out(&["perft", "pile", "--moves", moves, depth, "--json"]);
        let said: Value = serde_json::from_str(&said).expect("JSON");
        assert_eq!(said["nodes"], count, "{moves:?}: {said}");
    }
}

#[test]
fn the_page_shows_it() {
    let mut server = Running::start(&["serve", "--port", "0"]);
    let line = server.line("http");
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let ask = |path: &str, body: &str| {
        let mut stream = TcpStream::connect(&address).expect("it listens");
        let length = body.len();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nConnection: close\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        answer
    };
    let position = ask("/api/position", r#"{"game":"pile","moves":"3 2"}"#);
    assert!(position.contains("\"16 3\"") && position.contains("\"letter\":\"i\""), "{position}");
    let found = ask("/api/query", r#"{"game":"pile","position":"6 1","nodes":2000}"#);
    assert!(found.contains("\"engine\":\"mcts\"") && found.contains("\"bestmove\""), "{found}");
}

/// Four programs, one a side, and somebody who knows UGI alone.
#[test]
fn a_referee_plays_it_by_ugi() {
    let mut players: Vec<_> = Side::all(4).map(|_| Running::start(&["ugi", "pile"])).collect();
    for player in &mut players {
        player.ask("ugi", "ugiok");
        player.ask("isready", "readyok");
    }
    let mut moves = String::new();
    for turn in 0.. {
        let player = &mut players[turn % 4];
        let line = format!("position startpos moves{moves}\n");
        if player.ask(&format!("{line}query gameover"), "response").ends_with("true") {
            break;
        }
        let side = player.ask(&format!("{line}query p1turn"), "response").ends_with("true");
        assert_eq!(side, turn % 4 == 0, "{moves}");
        let best = player.ask(&format!("{line}go nodes 500"), "bestmove");
        moves += &format!(" {}", best.split_whitespace().nth(1).expect("a move"));
    }
    let taken: u32 = moves.split_whitespace().map(|m| m.parse::<u32>().expect("a number")).sum();
    let (last, result) = (moves.split_whitespace().count() % 4, players[0].ask("query result", "response"));
    let last = if last == 0 { 4 } else { last };
    assert_eq!((taken, result.contains(&format!("p{last}win"))), (21, false), "{moves}: {result}");
}

/// A program that goes on until the test ends.
struct Running(Child, Lines<BufReader<ChildStdout>>);

impl Running {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pile"));
        let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Self(child, lines)
    }

    /// The next line that begins so.
    fn line(&mut self, begin: &str) -> String {
        let line = self.1.by_ref().map_while(Result::ok).find(|line| line.starts_with(begin));
        line.unwrap_or_else(|| panic!("no {begin}"))
    }

    fn ask(&mut self, question: &str, answer: &str) -> String {
        writeln!(self.0.stdin.as_ref().expect("a pipe"), "{question}").expect("it listens");
        self.line(answer)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop((self.0.kill(), self.0.wait()));
    }
}

#[test]
fn the_last_one_loses_and_three_win() {
    let mut won = Pile::new(1, Side::THIRD);
    won.make(1);
    assert_eq!(won.outcome(), Some(Outcome::of([1, 1, -1, 1])));
    let shown = out(&["show", "pile", "--position", "1 3", "--moves", "1"]);
    assert!(shown.contains("North, East and West win, South loses"), "{shown}");
}

/// The engine's values under two models, and moves of both players.
#[test]
fn players_find_what_there_is() {
    let never = AtomicBool::new(false);
    let (mut wins, mut found_wins) = (0, 0);
    for (matches, side) in (1..=11).flat_map(|matches| Side::all(4).map(move |side| (matches, side))) {
        let position = Pile::new(matches, side);
        let game = Played::new(position.clone());
        let search = |model| {
            let mut values = None;
            let mut engine = EngineOf::<Pile>::new(Options { hash_mib: 1, model, ..Options::default() });
            let found = engine.search(&game, &Limits::depth(16), &never, &mut |report| {
                values = report.values.clone();
            });
            (found, values)
        };
        let forced = paranoid(&position, side);
        let (found, _) = search(Model::Paranoid);
        assert_eq!(matches!(found.score, Some(Score::Win(_))), forced > 0, "{position:?}: {found:?}");
        let (_, values) = search(Model::MaxN);
        let values = values.expect("values of all sides");
        let payoffs = std::array::from_fn(|side| match values[side] {
            Score::Win(_) => 1,
            Score::Loss(_) => -1,
            Score::Cp(cp) => cp.signum() as i8,
            Score::Draw => 0,
        });
        let possible = max_n(&position);
        assert!(possible.contains(&payoffs), "{position:?}: {values:?} not in {possible:?}");
        let mut mcts = Mcts::<Pile>::new(Options { hash_mib: 1, ..Options::default() });
        let found = mcts.search(&game, &Limits::nodes(20_000), &never, &mut |_| ());
        let mut after = position.clone();
        after.make(found.best.expect("a move"));
        // It looks for what the others do for themselves: what it tells as won is won against all of them.
        let is_told = matches!(found.score, Some(Score::Win(_)));
        assert!(!is_told || paranoid(&after, side) > 0, "{position:?}: {found:?}");
        wins += u32::from(forced > 0);
        found_wins += u32::from(is_told);
    }
    assert!(wins >= 20 && 2 * found_wins > wins, "{found_wins} of {wins}");
}

#[test]
fn four_play_matches_and_their_games_are_read_again() {
    let file = std::env::temp_dir().join(format!("manyply-pile-{}.txt", std::process::id()));
    let place = file.to_str().expect("UTF-8");
    let agents = ["--a", "engine:nodes=2000", "--b", "random", "--c", "engine:mcts,nodes=2000", "--d", "random"];
    let games = ["--games", "24", "--random-plies", "2", "--out", place, "--json"];
    let played = out(&[&["match", "pile"], &agents[..], &games].concat());
    let lines: Vec<Value> = played.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let games: Vec<_> = lines.iter().filter(|line| line["type"] == "played").collect();
    assert_eq!(games.len(), 24);
    for game in &games {
        let payoffs: Vec<_> = game["payoffs"].as_array().expect("a list").iter().map(Value::as_i64).collect();
        let count = |payoff| payoffs.iter().filter(|&&other| other == Some(payoff)).count();
        assert_eq!((payoffs.len(), count(1), count(-1)), (4, 3, 1), "{game}");
    }
    let a = lines.last().expect("a result");
    assert_eq!(a["wins"].as_u64().zip(a["losses"].as_u64()).map(|(won, lost)| won + lost), Some(24), "{a}");
    let shown = out(&["show", "--game", &format!("{place}:24")]);
    assert!(shown.contains(" win, ") && shown.contains(" loses"), "{shown}");
    let pgn = file.with_extension("pgn");
    let to = pgn.to_str().expect("UTF-8");
    out(&["convert", place, to]);
    let written = std::fs::read_to_string(&pgn).expect("a file");
    assert_eq!(written.matches("[West \"").count(), 24, "{written}");
    assert!(written.contains("1-1-1-0") || written.contains("0-1-1-1") || written.contains("1-0-1-1"), "{written}");
    drop((std::fs::remove_file(&file), std::fs::remove_file(&pgn)));
}

/// Monte Carlo tree search keeps no table; what only alpha-beta has is asked of alpha-beta.
#[test]
fn the_rules_alone_are_played_by_monte_carlo_tree_search() {
    let (kind, options) = (Kind::of::<Pile>(), Options { hash_mib: 1, ..Options::default() });
    let game = kind.begin(&Setup::default()).expect("a game");
    let file = std::env::temp_dir().join(format!("manyply-pile-{}.table", std::process::id()));
    let has_table = |player: Option<Box<dyn AnyEngine>>| player.expect("memory").save_table(&file, &*game).is_ok();
    assert!(kind.rules_alone && !has_table(kind.player(options, Level::MAX)));
    assert!(!has_table(kind.player(Options { multipv: 2, ..options }, Level::MAX)));
    assert!(has_table(kind.player(Options { threads: 2, ..options }, Level::MAX)));
    assert!(has_table(kind.player(Options { model: Model::MaxN, ..options }, Level::MAX)));
    assert!(has_table(kind.player(options, Level::MIN)) && has_table(kind.engine(options)));
    drop(std::fs::remove_file(&file));

    let play = |agent: &str| run(&["match", "pile", "--a", agent, "--b", "random", "--games", "2"], "");
    for agent in ["engine:nodes=500", "engine:alphabeta,nodes=500", "engine:level=2"] {
        assert!(play(agent).status.success(), "{agent}");
    }
    let refused = play("engine:mcts,alphabeta");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("expected mcts or alphabeta"), "{refused:?}");
}

/// A level is of alpha-beta; whoever goes back to the last one has the other player again, also where both take the
/// same memory.
#[test]
fn a_client_that_leaves_a_level_has_the_usual_player_again() {
    let last = |lines: &str| {
        let said = run(&["ugi", "pile", "--hash", "1"], &format!("{lines}go nodes 3000\n"));
        let said = String::from_utf8(said.stdout).expect("UTF-8");
        let line = said.lines().rev().find(|line| line.contains(" pv ")).expect("a line").to_owned();
        let behind = |word: &str| line.split_once(word).map(|(_, rest)| rest.to_owned()).expect("a field");
        (behind(" score ").split(" nps").next().map(str::to_owned), behind(" pv "))
    };
    let (usual, alpha_beta) = (last(""), last("setoption name Engine value alphabeta\n"));
    assert_ne!(usual, alpha_beta);
    let level = "setoption name Skill Level value 2\ngo nodes 50\nisready\n";
    assert_eq!(last(&format!("{level}setoption name Skill Level value 10\n")), usual);
    assert_eq!(last("setoption name Threads value 2\ngo nodes 50\nsetoption name Threads value 1\n"), usual);
    // Servers have more threads for whoever asks for them.
    let query = |more: &str| {
        let query = format!("{{\"id\":1,\"game\":\"pile\",\"nodes\":500{more}}}\n");
        let answer = run(&["query", "--threads", "2", "--hash", "1"], &query);
        serde_json::from_slice::<Value>(&answer.stdout).expect("one line of JSON")["engine"].clone()
    };
    assert_eq!((query(""), query(",\"threads\":2")), ("mcts".into(), "alphabeta".into()));
}

#[test]
fn commands_know_four_sides() {
    let found = out(&["analyze", "pile", "--position", "6 2", "--model", "maxn", "--depth", "8", "--json"]);
    let last: Value = serde_json::from_str(found.lines().last().expect("a line")).expect("JSON");
    assert!(found.contains("\"values\":[{"), "{found}");
    assert!(last["pv"].is_array(), "{last}");
    let two = run(&["match", "pile", "--a", "random", "--b", "random", "--games", "3"], "");
    assert!(two.status.success(), "{two:?}");
    let asked = "ugi\nposition fen 1 3 moves 1\nquery result\nposition startpos\ngo p4time 1000 p1time 100 nodes 100\n\
                 isready\nquit\n";
    let said = run(&["ugi", "pile"], asked);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.contains("response p1win p2win p4win") && !said.contains("no field is called"), "{said}");
}
