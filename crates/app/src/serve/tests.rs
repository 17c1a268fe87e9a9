//! The server as a browser meets it, over a socket of its own.

mod files;
mod slow;
mod soak;

use super::http::LARGEST_BODY;
use super::*;
use manyply_arena::service::Means;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

const WORKERS: usize = 2;

/// A server that ends with the test.
struct Running {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Running {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("its address");
        let stop = Arc::new(AtomicBool::new(false));
        let means = Means {
            jobs: WORKERS,
            threads: 1,
            hash_mib: 1,
            memory: 1 << 24,
            is_fresh: false,
            engine: None,
            networks: Vec::new(),
        };
        let settings = Settings { means, longest: Duration::from_secs(60) };
        let told = stop.clone();
        let thread = Some(std::thread::spawn(move || serve(listener, crate::all_games(), settings, &told)));
        Self { address, stop, thread }
    }

    fn send(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time-out");
        stream.write_all(request.as_bytes()).expect("a request");
        stream
    }

    /// The status and the body of an answer.
    fn ask(&self, request: &str) -> (u16, String) {
        let mut text = String::new();
        self.send(request).read_to_string(&mut text).expect("an answer");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, body.to_owned())
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address))
    }

    fn head(&self, path: &str, body: &str) -> String {
        let Self { address, .. } = self;
        format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, text) = self.ask(&self.head(path, &body.to_string()));
        (status, serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text:?}")))
    }

    /// The lines of a search.
    fn query(&self, query: &Value) -> Vec<Value> {
        let (status, text) = self.ask(&self.head("/api/query", &query.to_string()));
        assert_eq!(status, 200, "{text}");
        // Between the lines are those of the transfer coding.
        text.lines()
            .filter(|line| line.starts_with('{'))
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            assert!(matches!(ended, Some(Ok(Ok(())))), "the server ends when it is told to");
        }
    }
}

#[test]
fn the_page_is_there_and_nothing_else() {
    let server = Running::start();
    for (path, ..) in page::FILES {
        let (status, body) = server.get(path);
        assert!(status == 200 && !body.is_empty(), "{path}");
    }
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/page/main.js", "/api", "/api/none"] {
        assert_eq!(server.get(path).0, 404, "{path}");
    }
    // Together small enough to be there at once, as they are sent; some scripts come when they are asked for.
    let later = |path: &str| page::FILES.iter().any(|(.., content)| content.contains(&format!("later(\".{path}\"")));
    let later = |path: &str| path == "/later.css" || later(path);
    let files = page::FILES.iter().zip(page::sent());
    let sent: usize = files.filter(|((path, ..), _)| !later(path)).map(|(_, sent)| sent.len()).sum();
    assert!(sent < 115_000, "{sent} bytes");
    // Scripts ask for no other file than these.
    for (path, _, content) in page::FILES.iter().filter(|(path, ..)| path.ends_with(".js")) {
        let named = |begin| content.lines().filter_map(move |line| line.split(begin).nth(1)?.split('"').next());
        for name in named(" from \"./").chain(named(" later(\"./")) {
            assert!(page::FILES.iter().any(|(other, ..)| other[1..] == *name), "{path}: {name}");
        }
    }
}

#[test]
fn the_board_without_an_edge_has_a_page_of_its_own() {
    let server = Running::start();
    for (path, ..) in plane::FILES {
        assert!(server.get(path).0 == 200 && !page::FILES.iter().any(|(other, ..)| other == path), "{path}");
    }
    assert!(!server.get("/").1.contains(plane::LINK), "no certificates are loaded");
    let ask = |rules: &str, moves: &str| server.post("/api/plane", &json!({ "rules": rules, "moves": moves }));
    let wrong = |rules: &str, moves: &str, field: &str, expected: &str| {
        let (status, answer) = ask(rules, moves);
        assert_eq!((status, &answer["field"]), (422, &field.into()), "{answer}");
        assert!(answer["error"].as_str().is_some_and(|error| error.contains(expected)), "{answer}");
    };
    wrong("size=plane", "", "rules", "no certificate of the plane, freestyle");
    wrong("size=15", "", "rules", "expected size=plane");
    wrong("size=1000", "", "rules", "at most 999");
    wrong("size=plane", "0,0 1;0", "moves", "move 2");
    wrong("size=plane", &"0,0 ".repeat(201), "moves", "at most 200 moves");
    let (_, over) = ask("size=plane", "0,0 0,9 1,0 1,9 2,0 2,9 3,0 3,9 -1,0");
    assert_eq!((&over["winner"], &over["proved"]), (&"Black".into(), &true.into()), "{over}");
    assert_eq!(server.post("/api/plane", &json!({ "moves": "" })).0, 400);
}

#[test]
fn the_rules_of_a_game_are_told() {
    let server = Running::start();
    let (status, rules) = server.post("/api/rules", &json!({ "game": "hop" }));
    assert_eq!((status, rules["lesson"].as_array().map(Vec::len)), (200, Some(5)));
    assert!(rules["page"].as_array().is_some_and(|page| page.iter().any(|part| part[0] == "figure")));
    assert_eq!(server.post("/api/rules", &json!({ "game": "chess" })).0, 422);
    let over = json!({ "game": "gomoku", "rules": "size=3,connect=3", "moves": "a1 a2 b1 b2 c1" });
    let (_, board) = server.post("/api/position", &over);
    assert_eq!(board["ending"], json!({ "why": "three in a row", "tiles": [6, 7, 8] }));
}

#[test]
fn each_game_can_be_begun_and_edited() {
    let server = Running::start();
    let (status, games) =
        server.ask(&format!("GET /api/games HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address));
    let games: Value = serde_json::from_str(&games).expect("JSON");
    assert_eq!((status, games["games"].as_array().map(Vec::len)), (200, Some(5)));
    for about in games["games"].as_array().expect("games") {
        let (game, figures) = (&about["name"], about["figures"].as_array().expect("figures"));
        let (status, board) = server.post("/api/position", &json!({ "game": game }));
        assert_eq!(status, 200, "{board}");
        let (tiles, legal) = (&board["picture"]["tiles"], board["legal"].as_array().expect("moves"));
        assert!(legal.iter().all(|m| m["tiles"].as_array().is_some_and(|touched| !touched.is_empty())), "{game}");
        let first = &legal[0]["move"];
        let (_, next) = server.post("/api/position", &json!({ "game": game, "moves": [first] }));
        assert_eq!(next["last"], legal[0]["tiles"], "{game}");
        // What stands on a tile can be taken away and put there again.
        let stands = (0..tiles.as_array().map_or(0, Vec::len)).find(|&tile| !tiles[tile]["figure"].is_null());
        let position = board["position"].as_str().expect("a text");
        let edit = |position: &str, tile: usize, figure: &Value| {
            let edit = json!({ "game": game, "position": position, "tile": tile, "figure": figure });
            server.post("/api/edit", &edit)
        };
        let put = |tile: usize, figure: &Value| {
            let (status, edited) = edit(position, tile, &figure["token"]);
            assert_eq!(status, 200, "{game}: {edited}");
            let edited = edited["position"].as_str().expect("a text");
            let (_, there) = server.post("/api/position", &json!({ "game": game, "position": edited }));
            (edited.to_owned(), there["picture"]["tiles"][tile].clone())
        };
        match stands {
            // A pawn of the first side: any board may lack it, or have it elsewhere.
            Some(_) => {
                let letter = &figures[0]["letter"];
                let tile = (0..).find(|&tile| tiles[tile]["figure"]["glyph"] == figures[0]["glyph"]).expect("one");
                let (without, empty) = put(tile, &Value::Null);
                assert!(empty["figure"].is_null(), "{game}: {without}");
                let (status, again) = edit(
                    &without,
                    tile,
                    &figures
                        .iter()
                        .find(|figure| {
                            figure["letter"] == tiles[tile]["figure"]["letter"]
                                && figure["ink"] == tiles[tile]["figure"]["ink"]
                        })
                        .expect("a figure")["token"],
                );
                assert_eq!((status, again["position"].as_str()), (200, Some(position)), "{game} {letter}");
            }
            None => {
                let (edited, tile) = put(5, &figures[0]);
                assert!(tile != tiles[5], "{game}: {edited}");
                let (status, again) = edit(&edited, 5, &Value::Null);
                assert_eq!((status, again["position"].as_str()), (200, Some(position)), "{game}");
            }
        }
        assert_eq!(edit(position, 100_000, &Value::Null).0, 422);
    }
}

#[test]
fn mistakes_are_told_with_their_field() {
    let server = Running::start();
    for (path, body, status, field) in [
        ("/api/position", json!({ "game": "chess" }), 422, "game"),
        ("/api/position", json!({ "game": "minichess", "moves": ["e2e9"] }), 422, "moves"),
        ("/api/position", json!({ "game": "minichess", "position": "x" }), 422, "position"),
        ("/api/position", json!({ "game": "minichess", "rules": "plies=x" }), 422, "rules"),
        ("/api/export", json!({ "game": "minichess", "format": "doc" }), 422, "format"),
        ("/api/export", json!({ "game": "minichess", "format": "sgf" }), 422, "format"),
        ("/api/import", json!({ "game": "minichess", "text": "1. c2c3 *", "number": 2 }), 422, "number"),
        ("/api/position", json!({ "game": "gomoku", "moves": vec!["h8"; 20_000] }), 422, "moves"),
        ("/api/import", json!({ "game": "minichess", "text": "(((" }), 422, "text"),
        ("/api/query", json!({ "game": "minichess", "depth": 0 }), 422, "depth"),
        ("/api/query", json!({ "game": "minichess", "action": "terminate_all" }), 422, "action"),
    ] {
        let (found, answer) = server.post(path, &body);
        assert_eq!(
            (found, &answer["field"], &answer["type"]),
            (status, &json!(field), &json!("error")),
            "{body}: {answer}"
        );
    }
    assert_eq!(server.post("/api/position", &json!([])).0, 400);
    assert_eq!(server.ask(&server.head("/api/position", "{")).0, 400);
    assert_eq!(server.get("/api/position").0, 405);
    let large = format!("{{\"game\":\"{}\"}}", "x".repeat(LARGEST_BODY));
    assert_eq!(server.ask(&server.head("/api/position", &large)).0, 413);
    let foreign = server.head("/api/position", "{}").replace("Origin: http://", "Origin: http://evil.");
    assert_eq!(server.ask(&foreign).0, 403);
    // A file of another game than that on the board: what is wrong is wrong for the game that it can be.
    let file = json!({ "game": "hop", "text": "Piskvork 15x15, 11:11, 0\n", "name": "x.psq" });
    let (_, answer) = server.post("/api/import", &file);
    assert!(answer["error"].as_str().is_some_and(|error| error.contains("Piskvorky WIDTHxHEIGHT")), "{answer}");
}

#[test]
fn searches_are_answered_as_they_go() {
    let server = Running::start();
    let lines = server.query(&json!({ "game": "minichess", "depth": 7, "multipv": 2, "reportEvery": 0.05 }));
    let last = lines.last().expect("an answer");
    assert_eq!(
        (&last["final"], &last["depth"], last["lines"].as_array().map(Vec::len)),
        (&json!(true), &json!(7), Some(2))
    );
    // All positions of a game, each once.
    let moves = ["c2c3", "c5c4"];
    let lines = server.query(&json!({ "game": "minichess", "moves": moves, "analyzeTurns": [0, 1, 2], "nodes": 500 }));
    let mut turns: Vec<_> = lines.iter().map(|line| line["turn"].as_u64()).collect();
    turns.sort_unstable();
    assert_eq!(turns, [Some(0), Some(1), Some(2)]);
    let solution = &server
        .query(&json!({ "game": "hexnim", "action": "solve", "position": "..../..../..../....", "seconds": 20 }))[0];
    assert_eq!((&solution["type"], &solution["value"]), (&json!("solution"), &json!("win")));
    // Where a game has no solver a search proves what it can.
    let ending = json!({
        "game": "minichess", "action": "solve", "position": "k4/2Q2/1K3/5/5/5 b - - 0 1", "seconds": 20
    });
    let solution = &server.query(&ending)[0];
    assert_eq!((&solution["value"], &solution["plies"]), (&json!("loss"), &json!(2)));
}

/// A proof is walked from the start of the game; where there is none, what is solved is.
#[test]
fn proofs_are_walked() {
    let server = Running::start();
    let start = server.post("/api/position", &json!({ "game": "gomoku" })).1;
    assert_eq!(start["proved"], json!({ "side": 0, "plies": 87 }));
    assert_eq!(server.post("/api/position", &json!({ "game": "gomoku", "moves": "h8" })).1["proved"], json!(null));
    let walk = |moves: &str| server.query(&json!({ "game": "gomoku", "action": "walk", "moves": moves }))[0].clone();
    let first = walk("");
    assert_eq!((&first["value"], &first["line"][0], &first["plies"]), (&json!("win"), &json!("h8"), &json!(87)));
    // Every second move has an answer of its own; after the fourth stone White has a zone.
    let second = walk("h8");
    assert_eq!((second["replies"].as_array().map(Vec::len), &second["others"]), (Some(224), &json!(null)));
    let answer = walk("h8 a1")["line"][0].as_str().expect("a move").to_owned();
    let third = walk(&format!("h8 a1 {answer} o15"))["line"][0].as_str().expect("a move").to_owned();
    let fourth = walk(&format!("h8 a1 {answer} o15 {third}"));
    assert_eq!(
        (&fourth["value"], &fourth["others"], &fourth["to_move"]),
        (&json!("loss"), &json!("pass"), &json!("White"))
    );
    assert!(fourth["replies"].as_array().is_some_and(|replies| (1..150).contains(&replies.len())), "{fourth}");
    assert!(fourth["moves"].as_u64() > Some(100) && fourth["lines"].as_f64() > Some(100.0), "{fourth}");
    let ending =
        json!({ "game": "minichess", "action": "walk", "position": "k4/5/QK3/5/5/5 w - - 0 40", "seconds": 20 });
    let ending = &server.query(&ending)[0];
    assert_eq!((&ending["type"], &ending["value"], &ending["missing"]), (&json!("walk"), &json!("win"), &json!(null)));
    assert_eq!(ending["line"].as_array().map(Vec::len), ending["plies"].as_u64().map(|plies| plies as usize));
}

/// As many searches without an end as there are workers, and their pages gone: the next one is answered at once.
#[test]
fn a_search_ends_with_its_page() {
    let server = Running::start();
    for _ in 0..3 {
        let endless = json!({ "game": "gomoku", "reportEvery": 0.05 }).to_string();
        let pages: Vec<_> = (0..WORKERS).map(|_| server.send(&server.head("/api/query", &endless))).collect();
        for page in &pages {
            // They are really searching.
            assert!(BufReader::new(page).lines().map_while(Result::ok).any(|line| line.starts_with("{\"")));
        }
        drop(pages);
        let answered = server.query(&json!({ "game": "minichess", "nodes": 100 }));
        assert_eq!(answered.len(), 1);
    }
}

/// Connections that say nothing, or half of something, are no burden.
#[test]
fn many_broken_connections_leave_nothing_behind() {
    let server = Running::start();
    for round in 0..1000 {
        let stream = TcpStream::connect(server.address).expect("a connection");
        if round % 3 == 0 {
            // The other end may be gone already.
            let _ = (&stream).write_all(b"POST /api/query HTTP/1.1\r\nHost: localh");
        } else if round % 3 == 1 {
            let _ = (&stream).write_all(b"\0\xff\n\n\r\n");
        }
    }
    assert_eq!(server.get("/").0, 200);
    assert_eq!(server.query(&json!({ "game": "hop", "nodes": 100 })).len(), 1);
}

/// A board may be none while it is set up; whoever is to move can be chosen.
#[test]
fn boards_are_set_up_by_hand() {
    let server = Running::start();
    for (game, turn, word) in [("minichess", 1, "b"), ("threechess", 2, "r"), ("hop", 1, "w"), ("gomoku", 1, "o")] {
        let (_, board) = server.post("/api/position", &json!({ "game": game }));
        let edit = json!({ "game": game, "position": board["position"], "clear": true, "turn": turn });
        let (status, edited) = server.post("/api/edit", &edit);
        let text = edited["position"].as_str().expect("a text");
        assert_eq!((status, text.split(' ').nth(1)), (200, Some(word)), "{game}: {edited}");
        // An empty board is a position of gomoku alone.
        let is_one = game == "gomoku";
        assert_eq!((edited["problem"].is_null(), edited["picture"].is_null()), (is_one, !is_one), "{edited}");
        let put = json!({ "game": game, "position": text, "tile": 3, "figure": null });
        assert_eq!(server.post("/api/edit", &put).1["position"], text, "{game}");
    }
    let (_, about) = server.post("/api/edit", &json!({ "game": "hexnim", "position": "#./..", "clear": true }));
    assert_eq!(about["position"], "../..");
    assert_eq!(server.post("/api/edit", &json!({ "game": "hexnim", "position": "#./..", "turn": 1 })).0, 422);
    let (_, one) = server.post("/api/position", &json!({ "game": "hexnim", "random": 1 }));
    let (_, other) = server.post("/api/position", &json!({ "game": "hexnim", "random": 2 }));
    assert!(one["position"].is_string() && one["position"] != other["position"]);
}

/// Whoever waits hears so.
#[test]
fn a_search_that_waits_says_so() {
    let server = Running::start();
    let endless = json!({ "game": "gomoku", "reportEvery": 0.05 }).to_string();
    let pages: Vec<_> = (0..WORKERS + 1).map(|_| server.send(&server.head("/api/query", &endless))).collect();
    let last = BufReader::new(&pages[WORKERS]).lines().map_while(Result::ok).find(|line| line.starts_with("{\""));
    let heard: Value = serde_json::from_str(&last.expect("a line")).expect("JSON");
    assert_eq!((&heard["type"], &heard["waiting"]), (&json!("heartbeat"), &json!(true)));
}

/// All may be lost: there is a move in any case.
#[test]
fn who_has_lost_gets_a_move() {
    let server = Running::start();
    let lost = json!({ "game": "gomoku", "moves": "h8 a1 i8 a3 j8 a5 k8", "depth": 5, "multipv": 3 });
    let answer = &server.query(&lost)[0];
    assert!(answer["bestmove"].is_string() && answer["score"]["loss"].is_u64(), "{answer}");
}

#[test]
fn threats_are_told() {
    let server = Running::start();
    let position = json!({ "game": "gomoku", "position": "15/15/15/15/15/4oxxx7/15/6oooo5/15/15/15/15/15/15/15 x" });
    let (_, board) = server.post("/api/position", &position);
    let name = |threat: &Value| {
        let tile = threat["tile"].as_u64().expect("a tile") as usize;
        let name = board["picture"]["tiles"][tile]["name"].as_str().expect("a name");
        format!("{name} {} {}", threat["side"], threat["threat"].as_str().expect("a threat"))
    };
    let mut told: Vec<String> = board["threats"].as_array().expect("threats").iter().map(name).collect();
    told.sort_unstable();
    assert_eq!(told, ["f8 1 wins", "k8 1 wins"], "White has an open four, Black a three that is shut in");
    let (_, start) = server.post("/api/position", &json!({ "game": "minichess" }));
    assert_eq!(start["threats"], json!([]));
}

/// Whoever looks at a match sees it, and can neither search nor change anything.
#[test]
fn a_match_is_watched() {
    use manyply_arena::statistics::Standing;
    use manyply_arena::{Archive, UNFINISHED};
    let text = "[Match \"minichess\"]\n[Rules \"plies=100\"]\n[Contender \"x\"]\n[Contender \"y\"]\n[Settings \"\"]\n\n\
        [Game \"1\"]\n[Seats \"1 2\"]\n[Opening \"1\"]\n[Start \"kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1\"]\n\
        [OpeningPlies \"0\"]\n[Result \"1 -1\"]\n[Ending \"rules\"]\nc2c3 {+0.15/9 0.034s 1000n} c5c4\n\n";
    let (head, records, _) = Archive::parse(text.as_bytes()).expect("an archive");
    let watched = Arc::new(Watched::new(head, vec!["a".into(), "b".into()], 2));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address");
    let stop = Arc::new(AtomicBool::new(false));
    let (shown, told) = (watched.clone(), stop.clone());
    let server = Running {
        address,
        stop,
        thread: Some(std::thread::spawn(move || show(listener, crate::all_games(), shown, &told))),
    };
    let page = server.send(&format!("GET /api/match HTTP/1.1\r\nHost: {address}\r\n\r\n"));
    let lines = BufReader::new(page).lines().map_while(Result::ok).filter(|line| line.starts_with('{'));
    let mut lines = lines.map(|line| serde_json::from_str::<Value>(&line).expect("JSON"));
    let first = lines.next().expect("a line");
    assert_eq!((&first["games"], &first["played"], &first["agents"][1]["text"]), (&json!(2), &json!(0), &json!("y")));
    let mut live = records[0].clone();
    (live.ending, live.number) = (UNFINISHED.into(), 1);
    watched.playing(live);
    let next = lines.next().expect("a line");
    assert_eq!(next["live"], json!([{ "number": 2, "seats": [0, 1], "plies": 2 }]));
    let mut standing = Standing::new(2, 2);
    standing.add(&records[0]);
    watched.played(&records[0], &standing);
    let next = lines.next().expect("a line");
    assert_eq!((&next["finished"][0]["payoffs"], &next["agents"][0]["wins"]), (&json!([1, -1]), &json!(1)));
    let (status, game) = server.post("/api/match/game", &json!({ "number": 1 }));
    assert_eq!(
        (status, &game["line"][0]["score"], &game["line"][1]["move"]),
        (200, &json!({ "cp": 15 }), &json!("c5c4"))
    );
    assert_eq!(server.post("/api/match/game", &json!({ "number": 7 })).0, 422);
    let (status, refused) = server.post("/api/query", &json!({ "game": "minichess", "nodes": 10 }));
    assert_eq!((status, &refused["type"]), (403, &json!("error")));
    let foreign = server.head("/api/match/game", "{}").replace("Origin: http://", "Origin: http://evil.");
    assert_eq!(server.ask(&foreign).0, 403);
    assert_eq!(server.ask("GET /api/match HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n").0, 403);
    // A page that is slow to show the last game is waited for, until it leaves.
    let ended = watched.clone();
    let end = std::thread::spawn(move || ended.end(&AtomicBool::new(false)));
    assert_eq!(lines.next().expect("a line")["over"], true);
    std::thread::sleep(Duration::from_millis(1500));
    assert!(!end.is_finished());
    assert_eq!(server.post("/api/match/game", &json!({ "number": 1 })).0, 200);
    let left = Instant::now();
    drop(lines);
    end.join().expect("no panic");
    assert!(left.elapsed() < Duration::from_secs(8), "left after {:?}", left.elapsed());
    // Where no match is played there is none to be seen.
    assert_eq!(Running::start().get("/api/match").0, 404);
}
