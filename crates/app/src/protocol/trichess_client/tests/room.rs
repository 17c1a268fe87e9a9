//! A small server of the same protocol: a room in which clients and random players meet.

use super::super::message::kind_name;
use super::accept;
use manyply::game::{Outcome, Played, Position, Side};
use manyply::games::threechess::{Move, SQUARES, Threechess, square_name};
use serde_json::{Value, json};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;
use tungstenite::{Message as Frame, WebSocket};

/// The room, as the public server has it.
pub(super) struct Room {
    pub(super) listener: TcpListener,
    pub(super) position: Threechess,
    /// The clients by side; none where a random player sits.
    pub(super) clients: [Option<WebSocket<TcpStream>>; 3],
    /// What a pawn's move waits for.
    arrived: Option<Move>,
    random: u64,
    pub(super) plies_left: u32,
    /// Refuses every move that hashes to this many of seven, although it lists it.
    pub(super) refuses: usize,
    pub(super) requests: Vec<Value>,
}

impl Room {
    pub(super) fn new(position: Threechess, listener: TcpListener, seats: &[usize]) -> Self {
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

    pub(super) fn say(&mut self, seat: usize, text: impl Into<String>) {
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
    pub(super) fn serve(&mut self) -> Option<Outcome> {
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

    pub(super) fn asked(&self, command: &str) -> usize {
        self.requests.iter().filter(|request| request["Command"] == command).count()
    }
}
