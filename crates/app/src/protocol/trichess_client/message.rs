//! What the server and a client say to each other: one JSON object a message.

use manyply::game::Side;
use manyply::games::threechess::{Kind, SQUARES, Square, square_name};
use serde::Deserialize;
use serde_json::{Value, json};

/// What the client asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Request {
    /// Whether it is the client's turn, and then the board.
    CheckTurn,
    /// Whether the client's king is in check.
    CheckKing,
    /// Where the piece on a square may go.
    Movable(Square),
    /// To move a piece.
    Move(Square, Square),
    /// To make something of the pawn that has just arrived.
    Promote(Kind),
    /// To leave the turn to the next side.
    PassTurn,
    /// To sit down again where a lost connection was.
    Reconnect,
}

impl Request {
    /// The message, from the client who was given `password`.
    pub(super) fn text(self, password: &str) -> String {
        let (command, key, value) = match self {
            Self::CheckTurn => ("CheckTurn", "", Value::Null),
            Self::CheckKing => ("CheckKing", "", Value::Null),
            Self::Movable(square) => ("Movable", "Field", json!(square_name(square))),
            Self::Move(from, to) => ("Move", "Move", json!({"From": square_name(from), "To": square_name(to)})),
            Self::Promote(kind) => ("Promote", "Promotion", json!(kind_name(kind))),
            Self::PassTurn => ("PassTurn", "", Value::Null),
            Self::Reconnect => ("Reconnect", "", Value::Null),
        };
        let mut message = json!({"Command": command, "Password": password});
        if !key.is_empty() {
            message[key] = value;
        }
        message.to_string()
    }
}

/// A piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where it stands.
    pub square: Square,
    /// Whose it is.
    pub owner: Side,
    /// What it is.
    pub kind: Kind,
}

/// What the server says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// The client plays `side`, and shows with `password` that it does.
    Seat {
        /// The client's side.
        side: Side,
        /// Goes with all requests.
        password: String,
    },
    /// All sides are there.
    Started,
    /// It is the client's turn, with this board; or it is not.
    Turn(Option<Vec<Piece>>),
    /// Whether the client's king is in check.
    King {
        /// Whether it is.
        in_check: bool,
    },
    /// Where the piece asked about may go.
    Movable(Vec<Square>),
    /// A pawn of the client has arrived and waits for what it is to become.
    NeedPromotion,
    /// The game is over.
    End(Ending),
    /// The request was carried out, or the answer is empty.
    Done,
    /// What was asked for is not done.
    Refused(String),
}

/// What a game was for the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Another side lost against a third one.
    Neither,
}

/// Reads what a server says. The public server writes truth values as `True` and `False`, which no JSON reader takes.
///
/// # Errors
/// What is wrong, and with which text.
pub fn parse(text: &str) -> Result<Message, String> {
    let raw: Result<Raw, _> = serde_json::from_str(&lower_truth_values(text));
    let message = raw.map_err(|error| error.to_string()).and_then(Raw::message);
    message.map_err(|problem| format!("{problem:.300}, in {}", excerpt(text)))
}

/// The beginning of a text, for error messages.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 160;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// The text with `True` and `False` outside of strings in small letters.
fn lower_truth_values(text: &str) -> String {
    let (mut is_string, mut is_escaped) = (false, false);
    let lower = |(at, letter): (usize, char)| {
        if is_string {
            is_string = is_escaped || letter != '"';
            is_escaped = !is_escaped && letter == '\\';
        } else if letter == '"' {
            is_string = true;
        } else if text[at..].starts_with("True") || text[at..].starts_with("False") {
            return letter.to_ascii_lowercase();
        }
        letter
    };
    text.char_indices().map(lower).collect()
}

/// A message as it is written. What does not apply is left out or an empty text.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Raw {
    status: String,
    #[serde(default)]
    message: String,
    #[serde(default)]
    player: String,
    password: Option<Password>,
    your_turn: Option<bool>,
    board: Option<List<RawPiece>>,
    movable_fields: Option<List<RawField>>,
    king_in_check: Option<bool>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Password {
    Number(u64),
    Text(String),
}

/// A list; none is an empty text.
#[derive(Deserialize)]
#[serde(untagged)]
enum List<T> {
    Items(Vec<T>),
    Text(String),
}

impl<T> List<T> {
    fn items(self) -> Result<Option<Vec<T>>, String> {
        match self {
            Self::Items(items) => Ok(Some(items)),
            Self::Text(text) if text.is_empty() => Ok(None),
            Self::Text(text) => Err(format!("{text:?} where a list is expected")),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct RawField {
    field: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct RawPiece {
    field: String,
    piece: String,
    owner: String,
}

impl Raw {
    fn message(self) -> Result<Message, String> {
        let password = self.password.map(|password| match password {
            Password::Number(number) => number.to_string(),
            Password::Text(text) => text,
        });
        match (self.status.as_str(), password.filter(|password| !password.is_empty())) {
            ("Success", Some(password)) => {
                return Ok(Message::Seat { side: side(&self.player)?, password });
            }
            ("Started", _) => return Ok(Message::Started),
            ("RequirePromotion", _) => return Ok(Message::NeedPromotion),
            ("GameEnd", _) => return Ok(Message::End(ending(&self.message))),
            ("Success", None) => {}
            ("Fail" | "Error", _) => return Ok(Message::Refused(self.message)),
            (status, _) => {
                return Err(format!(
                    "no status is called {status:?}; \
                     expected Success, Fail, Error, Started, RequirePromotion or GameEnd"
                ));
            }
        }
        if let Some(is_mine) = self.your_turn {
            let board = self.board.map_or(Ok(None), List::items)?;
            return match (is_mine, board) {
                (false, _) => Ok(Message::Turn(None)),
                (true, Some(board)) => {
                    Ok(Message::Turn(Some(board.into_iter().map(RawPiece::piece).collect::<Result<_, _>>()?)))
                }
                (true, None) => Err("it is the client's turn, but there is no Board".into()),
            };
        }
        if let Some(in_check) = self.king_in_check {
            return Ok(Message::King { in_check });
        }
        if let Some(fields) = self.movable_fields.map_or(Ok(None), List::items)? {
            let squares: Result<_, _> = fields.iter().map(|field| square(&field.field)).collect();
            return Ok(Message::Movable(squares?));
        }
        Ok(Message::Done)
    }
}

impl RawPiece {
    fn piece(self) -> Result<Piece, String> {
        let kind = Kind::ALL.into_iter().find(|&kind| kind_name(kind) == self.piece);
        let kind = kind.ok_or_else(|| {
            format!("no piece is called {:?}; expected {}", self.piece, Kind::ALL.map(kind_name).join(", "))
        })?;
        Ok(Piece { square: square(&self.field)?, owner: side(&self.owner)?, kind })
    }
}

fn square(name: &str) -> Result<Square, String> {
    (0..SQUARES)
        .find(|&square| square_name(square) == name)
        .ok_or_else(|| format!("no square is called {name:?}; expected one from \"BA1\" to \"RH4\""))
}

fn side(name: &str) -> Result<Side, String> {
    let number = name.strip_prefix("Player").and_then(|number| number.parse().ok());
    number
        .and_then(|number: usize| Side::all(3).nth(number.checked_sub(1)?))
        .ok_or_else(|| format!("no player is called {name:?}; expected Player1, Player2 or Player3"))
}

/// How the server calls a piece.
pub(super) fn kind_name(kind: Kind) -> &'static str {
    ["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"][kind as usize]
}

/// What the server's words mean; it has no other sign for how a game ends.
fn ending(words: &str) -> Ending {
    match words {
        _ if words.contains("winner") => Ending::Won,
        _ if words.contains("defeated") => Ending::Lost,
        _ => Ending::Neither,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_public_server_writes_is_understood() {
        let seat = r#"{"Status":"Success","Message":"You're Player 2! ","Player": "Player2","Password": 648224}"#;
        assert_eq!(parse(seat), Ok(Message::Seat { side: Side::new(1), password: "648224".into() }));
        let turn = r#"{"Status":"Success","Message":"False \" True","YourTurn": True,
            "Board": [{"Field": "GB3", "Piece": "Rook", "Owner": "Player3"}]}"#;
        let piece = Piece { square: 32 + 8 * 2 + 1, owner: Side::new(2), kind: Kind::Rook };
        assert_eq!(parse(turn), Ok(Message::Turn(Some(vec![piece]))));
        assert_eq!(parse(r#"{"Status":"Success","Message":"","YourTurn": False}"#), Ok(Message::Turn(None)));
        let king = r#"{"Status":"Success","Message":"","KingInCheck": True,"KingMovableField": [],"Blockable": False}"#;
        assert_eq!(parse(king), Ok(Message::King { in_check: true }));
        let fields = r#"{"Status":"Success","Message":"","MovableFields": [{"Field": "BA1"},{"Field": "BB1"}]}"#;
        assert_eq!(parse(fields), Ok(Message::Movable(vec![0, 1])));
        let full =
            r#"{"Status":"Fail","Message":"The Game is full.","Player":"","Password":"","YourTurn":null,"Board":""}"#;
        assert_eq!(parse(full), Ok(Message::Refused("The Game is full.".into())));
        let end = r#"{"Status":"GameEnd","Message":"The game is ended, You're defeated. "}"#;
        assert_eq!(parse(end), Ok(Message::End(Ending::Lost)));
    }

    #[test]
    fn what_no_server_may_say_is_an_error_with_the_place() {
        for (text, problem) in [
            ("", "EOF"),
            ("hello", "expected value at line 1 column 1"),
            ("{}", "missing field `Status`"),
            (r#"{"Status":"Maybe"}"#, "no status is called \"Maybe\""),
            (r#"{"Status":"Success","YourTurn":true}"#, "no Board"),
            (r#"{"Status":"Success","YourTurn":"Trueish"}"#, "invalid type"),
            (r#"{"Status":"Success","MovableFields":[{"Field":"BI1"}]}"#, "no square is called \"BI1\""),
            (r#"{"Status":"Success","Password":1,"Player":"Player4"}"#, "no player is called \"Player4\""),
            (
                r#"{"Status":"Success","YourTurn":True,"Board":[{"Field":"BA1","Piece":"Duke","Owner":"Player1"}]}"#,
                "no piece is called \"Duke\"",
            ),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.contains(problem), "{text}: {error}");
        }
        let long = "é".repeat(10_000);
        assert!(parse(&long).is_err_and(|error| error.len() < 1000));
    }

    #[test]
    fn requests_carry_the_password() {
        let text = Request::Move(0, 95).text("12");
        assert_eq!(text, r#"{"Command":"Move","Move":{"From":"BA1","To":"RH4"},"Password":"12"}"#);
        assert_eq!(
            Request::Promote(Kind::Queen).text("x\""),
            r#"{"Command":"Promote","Password":"x\"","Promotion":"Queen"}"#
        );
    }
}
