//! Searches, walks through proofs and matches, as they are watched.

use super::*;

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
