//! The server as a browser meets it, over a socket of its own.

mod answers;
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
