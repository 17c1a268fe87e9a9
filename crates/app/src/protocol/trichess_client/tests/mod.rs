//! Whole games at a server of the tests, and what happens when it misbehaves.

mod room;

use super::connection::Connection;
use super::*;
use manyply::game::{Outcome, Variant};
use manyply::games::threechess::square_name;
use manyply::search::Options;
use room::Room;
use serde_json::Value;
use std::collections::BTreeSet;
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use tungstenite::{Message as Frame, WebSocket};

const TIME: Duration = Duration::from_millis(20);

/// A client in a thread: how its game ended, and what it reported.
fn client(port: u16) -> JoinHandle<(Result<Ending, String>, Vec<String>)> {
    thread::spawn(move || {
        let mut searcher = EngineOf::new(Options { hash_mib: 1, ..Options::default() });
        let mut said = Vec::new();
        let url = format!("ws://127.0.0.1:{port}/game");
        let result = run(&url, TIME, &mut searcher, &mut |line| said.push(line.to_owned()));
        (result, said)
    })
}

fn listen() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    (listener, port)
}

fn accept(listener: &TcpListener) -> WebSocket<TcpStream> {
    let (stream, _) = listener.accept().expect("a client");
    tungstenite::accept(stream).expect("a websocket")
}

fn position(text: &str) -> Threechess {
    Threechess::parse_position(text, &seen::RULES).expect("a position")
}

fn ending(outcome: Option<Outcome>, seat: usize) -> Ending {
    match outcome.map_or(0, |outcome| outcome.payoff(Side::new(seat))) {
        1 => Ending::Won,
        -1 => Ending::Lost,
        _ => Ending::Neither,
    }
}

#[test]
fn wins_whole_games_against_random_players() {
    for seat in 0..3 {
        let (listener, port) = listen();
        let client = client(port);
        let mut room = Room::new(Threechess::start(&seen::RULES), listener, &[seat]);
        let outcome = room.serve();
        let (result, said) = client.join().expect("joined");
        assert_eq!(result, Ok(ending(outcome, seat)), "{said:?}");
        assert_ne!(result, Ok(Ending::Lost), "{said:?}");
        assert_eq!(said[0], format!("plays {}", Threechess::side_name(Side::new(seat))));
        assert_eq!(room.asked("CheckKing"), room.asked("Move") + room.asked("PassTurn"), "one check a turn");
    }
}

#[test]
fn three_clients_play_each_other() {
    let (listener, port) = listen();
    let mut clients = Vec::new();
    // One after the other: the order of joining is that of the seats.
    let joined = [0, 1, 2].map(|seat| {
        clients.push(client(port));
        let mut room = Room::new(Threechess::start(&seen::RULES), listener.try_clone().expect("cloned"), &[seat]);
        room.clients[seat].take()
    });
    let mut room = Room::new(Threechess::start(&seen::RULES), listener, &[]);
    room.clients = joined;
    room.plies_left = 40;
    let outcome = room.serve();
    for (seat, client) in clients.into_iter().enumerate() {
        let (result, said) = client.join().expect("joined");
        assert_eq!(result, Ok(ending(outcome, seat)), "{said:?}");
    }
}

#[test]
fn a_pawn_becomes_what_the_client_says() {
    // Blue has a pawn that is one step from Green's back rank.
    let (listener, port) = listen();
    let client = client(port);
    let start = position("8/8/8/bK7|8/8/bP7/4gK3|8/8/8/4rK3 b - 0");
    let mut room = Room::new(start, listener, &[0]);
    room.plies_left = 60;
    let outcome = room.serve();
    let (result, said) = client.join().expect("joined");
    assert_eq!(result, Ok(ending(outcome, 0)), "{said:?}");
    assert!(room.asked("Promote") > 0, "{said:?}");
    let promotions = room.requests.iter().filter(|request| request["Command"] == "Promote");
    assert!(promotions.into_iter().all(|request| request["Promotion"] == "Queen" || request["Promotion"] == "Knight"));
}

#[test]
fn a_refused_move_is_followed_by_another() {
    let (listener, port) = listen();
    let client = client(port);
    let mut room = Room::new(Threechess::start(&seen::RULES), listener, &[1]);
    (room.refuses, room.plies_left) = (5, 60);
    let outcome = room.serve();
    let (result, said) = client.join().expect("joined");
    assert_eq!(result, Ok(ending(outcome, 1)), "{said:?}");
    assert!(said.iter().any(|line| line.starts_with("refused: That field is not movable")), "{said:?}");
}

#[test]
fn a_lost_connection_is_taken_up_again() {
    let (listener, port) = listen();
    let client = client(port);
    let mut room = Room::new(Threechess::start(&seen::RULES), listener, &[2]);
    room.say(2, r#"{"Status":"Started","Message":""}"#);
    room.clients[2] = None;
    let mut again = accept(&room.listener);
    let request = again.read().expect("a request").into_text().expect("a text");
    assert_eq!(request.as_str(), Request::Reconnect.text("100002"));
    again.send(Frame::text(r#"{"Status":"Success","Message":"You're now rejoined to this game."}"#)).expect("sent");
    room.clients[2] = Some(again);
    room.plies_left = 30;
    let outcome = room.serve();
    let (result, said) = client.join().expect("joined");
    assert_eq!(result, Ok(ending(outcome, 2)), "{said:?}");
    assert!(said[1].ends_with("connects again"), "{said:?}");
}

/// A server that hangs up whenever the client comes back is left alone, ever longer and then for good.
#[test]
fn a_server_that_always_hangs_up_is_given_up() {
    let (listener, port) = listen();
    let client = client(port);
    let mut room = Room::new(Threechess::start(&seen::RULES), listener, &[0]);
    room.say(0, r#"{"Status":"Started","Message":""}"#);
    room.clients[0] = None;
    let begun = Instant::now();
    let mut came = Vec::new();
    while came.len() < 5 {
        let mut again = accept(&room.listener);
        came.push(begun.elapsed());
        let _ = again.read();
        again.send(Frame::text(r#"{"Status":"Success","Message":"You're now rejoined to this game."}"#)).expect("sent");
    }
    assert!(came[4] >= PAUSE * 31, "{came:?}");
    drop(room);
    let (result, said) = client.join().expect("joined");
    assert!(result.is_err() && said.len() >= 6, "{result:?} {said:?}");
}

/// What a client says of a server that sends these messages and closes the connection.
fn hears(frames: &[Frame]) -> String {
    let (listener, port) = listen();
    let client = client(port);
    let mut socket = accept(&listener);
    // A client that has heard enough may go before all is said.
    let _ = frames.iter().try_for_each(|frame| socket.send(frame.clone()));
    // Whatever the client asks for, up to its end: what is left unread would make the system drop what was sent.
    let _ = socket.read();
    let _ = socket.close(None);
    while socket.read().is_ok() {}
    drop((socket, listener));
    client.join().expect("joined").0.expect_err("no game")
}

#[test]
fn bad_servers_are_told_so() {
    let seat = Frame::text(r#"{"Status":"Success","Message":"","Player": "Player1","Password": 1}"#);
    let board = |pieces: &str| {
        Frame::text(format!(r#"{{"Status":"Success","Message":"","YourTurn": True,"Board": [{pieces}]}}"#))
    };
    let pawn = r#"{"Field": "BA2", "Piece": "Pawn", "Owner": "Player1"}"#;
    for (frames, problem) in [
        (
            vec![Frame::text(r#"{"Status":"Fail","Message":"The Game is full.","Player":""}"#)],
            "no seat: The Game is full.",
        ),
        (vec![Frame::text("welcome")], "no seat: expected value at line 1 column 1, in \"welcome\""),
        (vec![Frame::text(r#"{"Status":"Started"}"#)], "expected a player and a password"),
        (vec![Frame::binary(vec![1, 2, 3])], "bytes that are no text"),
        (vec![seat.clone()], "closes the connection"),
        (vec![seat.clone(), Frame::text("[")], "EOF while parsing"),
        (vec![seat.clone(), board("")], "the board of the server is no position"),
        (vec![seat.clone(), board(&format!("{pawn},{pawn}"))], "two pieces are on one square"),
        (vec![seat, Frame::text("a".repeat(2 << 20))], "too long"),
    ] {
        let error = hears(&frames);
        assert!(error.starts_with("ws://127.0.0.1:") && error.contains(problem), "{problem}: {error}");
        assert!(!error.contains('\n') && error.len() < 2000, "{error}");
    }
}

#[test]
fn what_is_no_address_of_a_websocket_is_refused() {
    for url in
        ["", "ws://", "http://127.0.0.1:1/", "wss://127.0.0.1:1/game", "ws:// x", "127.0.0.1:8181", "ws://\u{e9}:x/"]
    {
        let error = Connection::open(url).err().expect(url);
        assert!(error.contains("expected ws://HOST:PORT/PATH"), "{url}: {error}");
    }
}

/// What the client and the public server said to each other in a game, `>` and `<` before each message.
const TRANSCRIPT: &str = include_str!("../../../../../../tests/data/trichess-transcript.txt");

#[test]
fn the_public_server_knows_the_same_moves() {
    let (mut seen, mut side) = (Seen::default(), Side::FIRST);
    let (mut position, mut asked, mut in_check) = (None, None, false);
    let (mut compared, mut ended) = (0, false);
    for line in TRANSCRIPT.lines() {
        let Some(text) = line.strip_prefix("< ") else {
            let request: Value = serde_json::from_str(&line[2..]).expect("a request");
            asked = request["Field"].as_str().map(str::to_owned);
            continue;
        };
        match parse(text).expect("a message") {
            Message::Seat { side: seat, .. } => side = seat,
            Message::Turn(Some(pieces)) => position = Some(seen.position(&pieces, side).expect("a position")),
            Message::King { in_check: is_in_check } => in_check = is_in_check,
            Message::Movable(squares) => {
                let position: &Threechess = position.as_ref().expect("a board before moves");
                let from = asked.as_ref().expect("a square");
                let moves = Played::new(position.clone()).legal_moves();
                let targets = moves.into_iter().filter(|&m| m != Move::PASS && square_name(m.from()) == *from);
                let targets: BTreeSet<_> = targets.map(Move::to).collect();
                let squares: BTreeSet<_> = squares.into_iter().collect();
                // It also heeds check, and keeps pieces where leaving would open their king to one.
                assert!(squares.is_subset(&targets) || in_check, "{from}: {squares:?}, not among {targets:?}");
                compared += usize::from(squares == targets);
            }
            Message::End(_) => ended = true,
            _ => {}
        }
    }
    assert!(compared > 50 && ended, "{compared} pieces with the same moves");
}
