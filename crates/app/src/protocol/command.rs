//! Commands of the protocols that descend from UCI: one line of text taken apart, nothing carried out.

use super::go::Go;
use manyply::game::words;

/// A line that a client may send.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command<'a> {
    /// Nothing at all: an empty line, or one that needs no answer.
    Nothing,
    /// `uci`, `ugi`, `ubgi`: who are you, and what can be set?
    Hello(&'a str),
    IsReady,
    NewGame,
    SetOption {
        name: &'a str,
        value: &'a str,
    },
    Position {
        start: Start<'a>,
        moves: &'a str,
    },
    Go(Box<Go>, Vec<String>),
    Stop,
    /// The opponent has played the expected move: the clock runs.
    PonderHit,
    /// `query`: a question about the position.
    Query(&'a str),
    /// `d`: show the position.
    Show,
    Quit,
}

/// Where a position begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start<'a> {
    /// `startpos`
    Game,
    /// `fen TEXT`: a text in the game's notation.
    Text(&'a str),
    /// `board TEXT`: a text in the protocol's own notation.
    Board(&'a str),
}

impl<'a> Command<'a> {
    /// Takes a line apart.
    ///
    /// # Errors
    /// What is wrong with it, for people.
    pub(super) fn parse(line: &'a str) -> Result<Self, String> {
        let (word, rest) = first_word(line);
        Ok(match word {
            "" | "debug" => Self::Nothing,
            "ponderhit" => Self::PonderHit,
            "uci" | "ugi" | "ubgi" => Self::Hello(word),
            "isready" => Self::IsReady,
            "ucinewgame" | "uginewgame" | "ubginewgame" => Self::NewGame,
            "setoption" => {
                let (before, named) = split_at_word(rest, "name");
                let named = named.filter(|_| before.is_empty()).ok_or("setoption: expected name NAME value VALUE")?;
                let (name, value) = split_at_word(named, "value");
                Self::SetOption { name, value: value.unwrap_or_default() }
            }
            "position" => {
                let (start, moves) = split_at_word(rest, "moves");
                let start = match first_word(start) {
                    ("startpos", "") => Start::Game,
                    ("fen", text) => Start::Text(text),
                    ("board", text) => Start::Board(text),
                    _ => return Err("position: expected startpos, fen TEXT or board TEXT, and then moves …".into()),
                };
                Self::Position { start, moves: moves.unwrap_or_default() }
            }
            "go" => {
                let (go, unknown) = Go::parse(rest)?;
                Self::Go(Box::new(go), unknown)
            }
            "stop" => Self::Stop,
            "query" => Self::Query(rest),
            "d" => Self::Show,
            "quit" | "exit" => Self::Quit,
            _ => return Err(format!("no command is called {word:?}")),
        })
    }
}

/// The first word of a text and what follows it.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

/// What stands before `word` and, if it is there, behind it.
fn split_at_word<'a>(text: &'a str, word: &str) -> (&'a str, Option<&'a str>) {
    match words(text).find(|(_, found)| *found == word) {
        Some((_, found)) => {
            let at = found.as_ptr() as usize - text.as_ptr() as usize;
            (text[..at].trim(), Some(text[at + word.len()..].trim()))
        }
        None => (text.trim(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart() {
        for (line, command) in [
            (" \r\n", Command::Nothing),
            ("ubgi\r\n", Command::Hello("ubgi")),
            ("  isready ", Command::IsReady),
            ("setoption name Move Overhead value 5 x", Command::SetOption { name: "Move Overhead", value: "5 x" }),
            ("setoption name Clear", Command::SetOption { name: "Clear", value: "" }),
            ("position startpos", Command::Position { start: Start::Game, moves: "" }),
            ("position startpos moves", Command::Position { start: Start::Game, moves: "" }),
            ("position\tstartpos  moves a2a3  b5b4\n", Command::Position { start: Start::Game, moves: "a2a3  b5b4" }),
            ("position fen k4 w 1 moves a b", Command::Position { start: Start::Text("k4 w 1"), moves: "a b" }),
            ("position board ab/cd 1", Command::Position { start: Start::Board("ab/cd 1"), moves: "" }),
            ("go infinite", Command::Go(Box::new(Go { infinite: true, ..Go::default() }), vec![])),
            ("ponderhit", Command::PonderHit),
            ("query p1turn", Command::Query("p1turn")),
            ("quit", Command::Quit),
        ] {
            assert_eq!(Command::parse(line), Ok(command), "{line:?}");
        }
        for line in [
            "hello",
            "position",
            "position k4 w 1",
            "position startpos a2a3",
            "setoption Hash 5",
            "go depth x",
            "\u{0}",
        ] {
            assert!(Command::parse(line).is_err(), "{line:?}");
        }
    }
}
