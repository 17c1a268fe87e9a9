//! Whole games at a small server of the same protocol, and what happens when it misbehaves.

use super::connection::Connection;
use super::message::kind_name;
use super::*;
use crate::game::{Outcome, Position};
use crate::games::threechess::{SQUARES, square_name};
use crate::search::Options;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use tungstenite::{Message as Frame, WebSocket};

const TIME: Duration = Duration::from_millis(20);

/// A client in a thread: how its game ended, and what it reported.
fn client(port: u16) -> JoinHandle<(Result<Ending, String>, Vec<String>)> {
    thread::spawn(move || {
        let mut searcher = Searcher::new(Options { hash_mib: 1, ..Options::default() });
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

/// A room in which clients and random players meet, as the public server has it.
struct Room {
    listener: TcpListener,
    position: Threechess,
    /// The clients by side; none where a random player sits.
    clients: [Option<WebSocket<TcpStream>>; 3],
    /// What a pawn's move waits for.
    arrived: Option<Move>,
    random: u64,
    plies_left: u32,
    /// Refuses every move that hashes to this many of seven, although it lists it.
    refuses: usize,
    requests: Vec<Value>,
}

impl Room {
    fn new(position: Threechess, listener: TcpListener, seats: &[usize]) -> Self {
        let mut clients = [None, None, None];
        for &seat in seats {
            let mut client = accept(&listener);
            let seat_text = format!(
                r#"{{"Status":"Success","Message":"You're Player {0}! ","Player": "Player{0}","Password": {1}}}"#,
                seat + 1,
                100_000 + seat
            );
            client.send(Frame::text(seat_text)).expect("sent");
            clients[seat] = Some(client);
        }
        Self {
            listener,
            position,
            clients,
            arrived: None,
            random: 1,
            plies_left: 400,
            refuses: 0,
            requests: Vec::new(),
        }
    }

    fn say(&mut self, seat: usize, text: impl Into<String>) {
        if let Some(client) = &mut self.clients[seat] {
            client.send(Frame::text(text.into())).expect("sent");
        }
    }

    fn turn(&self) -> usize {
        self.position.side_to_move().index()
    }

    fn board_text(&self) -> String {
        let pieces = (0..SQUARES).filter_map(|square| {
            let (owner, kind) = self.position.board().at(square)?;
            let (name, kind, owner) = (square_name(square), kind_name(kind), owner.index() + 1);
            Some(format!(r#"{{"Field": "{name}", "Piece": "{kind}", "Owner": "Player{owner}"}}"#))
        });
        let pieces: Vec<_> = pieces.collect();
        format!(
            r#"{{"Status":"Success","Message":"Now is your turn","YourTurn": True,"Board": [{}]}}"#,
            pieces.join(",")
        )
    }

    fn make(&mut self, m: Move) {
        assert!(self.position.is_legal(m), "{m:?}");
        self.position.make(m);
        self.plies_left -= 1;
        if !self.is_over() {
            let text = self.board_text();
            self.say(self.turn(), text);
        }
    }

    fn is_over(&self) -> bool {
        self.position.outcome().is_some() || self.plies_left == 0
    }

    fn legal_moves(&self) -> Vec<Move> {
        Played::new(self.position.clone()).legal_moves()
    }

    /// Plays the game to its end.
    fn serve(&mut self) -> Option<Outcome> {
        for seat in 0..3 {
            self.say(seat, r#"{"Status":"Started","Message":"The game have been started!"}"#);
        }
        let text = self.board_text();
        self.say(self.turn(), text);
        while !self.is_over() {
            if self.clients[self.turn()].is_none() {
                self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let moves = self.legal_moves();
                self.make(moves[(self.random >> 33) as usize % moves.len()]);
            } else {
                for seat in 0..3 {
                    self.listen_to(seat);
                }
            }
        }
        let outcome = self.position.outcome();
        for seat in 0..3 {
            let value = outcome.map_or(0, |outcome| outcome.payoff(Side::new(seat)));
            let words = match value {
                1 => "You're the winner. ",
                -1 => "You're defeated. ",
                _ => "You aren't win either lose. ",
            };
            self.say(seat, format!(r#"{{"Status":"GameEnd","Message":"The game is ended, {words}"}}"#));
        }
        outcome
    }

    fn listen_to(&mut self, seat: usize) {
        let Some(client) = &mut self.clients[seat] else { return };
        client.get_ref().set_read_timeout(Some(Duration::from_millis(1))).expect("set");
        match client.read() {
            Ok(Frame::Text(text)) => {
                let request: Value = serde_json::from_str(&text).expect("JSON");
                assert_eq!(request["Password"], (100_000 + seat).to_string());
                let answer = self.answer(seat, &request);
                self.requests.push(request);
                self.say(seat, answer);
            }
            Ok(_) => {}
            Err(tungstenite::Error::Io(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }

    fn answer(&mut self, seat: usize, request: &Value) -> String {
        let plain = |status: &str, words: &str| json!({"Status": status, "Message": words}).to_string();
        let square = |name: &Value| (0..SQUARES).find(|&at| Some(square_name(at).as_str()) == name.as_str());
        let command = request["Command"].as_str().expect("a command");
        if command == "CheckTurn" {
            let not_yours = r#"{"Status":"Success","Message":"This is not your turn! ","YourTurn": False}"#;
            return if self.turn() == seat { self.board_text() } else { not_yours.into() };
        }
        if self.turn() != seat {
            return plain("Fail", "This is not your turn! ");
        }
        match command {
            "CheckKing" => r#"{"Status":"Success","Message":"","KingInCheck": True,"KingMovableField": []}"#.into(),
            "Movable" => {
                let from = square(&request["Field"]).expect("a square");
                let moves = self.legal_moves();
                let moves = moves.iter().filter(|&&m| m != Move::PASS && m.from() == from && m.promotion() == 0);
                let fields: Vec<_> = moves.map(|m| json!({"Field": square_name(m.to())})).collect();
                if fields.is_empty() {
                    return plain("Success", "There're no movable field for your piece. ");
                }
                json!({"Status": "Success", "Message": "Look. ", "MovableFields": fields}).to_string()
            }
            "Move" => {
                let step = &request["Move"];
                let m = Move::new(square(&step["From"]).expect("a square"), square(&step["To"]).expect("a square"));
                if !self.position.is_legal(m) || (m.from() + m.to()) % 7 < self.refuses {
                    return plain("Fail", "That field is not movable for your piece. ");
                }
                if self.position.is_legal(m.promoting(1)) {
                    self.arrived = Some(m);
                    self.say(seat, json!({"Status": "RequirePromotion", "NeedPromotion": "here"}).to_string());
                } else {
                    self.make(m);
                }
                plain("Success", "Your piece have moved! ")
            }
            "Promote" => {
                let Some(m) = self.arrived.take() else { return plain("Fail", "There're no promotion right now. ") };
                let kind = request["Promotion"].as_str().expect("a piece");
                let code = Move::PROMOTIONS.iter().position(|&promotion| kind_name(promotion) == kind);
                self.make(m.promoting(code.expect("a promotion")));
                plain("Success", "You're successfully promote pawn into new piece. ")
            }
            "PassTurn" => {
                self.make(Move::PASS);
                plain("Success", "You're passing your turn. ")
            }
            _ => plain("Error", "Invalid command. "),
        }
    }

    fn asked(&self, command: &str) -> usize {
        self.requests.iter().filter(|request| request["Command"] == command).count()
    }
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
const TRANSCRIPT: &str = include_str!("../../../tests/data/trichess-transcript.txt");

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
