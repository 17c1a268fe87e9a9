//! The page of gomoku's unbounded board: a proof that certificates of the plane hold is walked there, and White plays
//! anywhere.

use super::State;
use super::http::{self, Refusal, Response};
use super::page::{SCRIPT, STYLE};
use crate::plane::{Board, Game, Square};
use hyper::StatusCode;
use manyply::games::gomoku::verify::Known;
use manyply::solve::Others;
use manyply_arena::service::{QueryError, json};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Its files, as those of the page.
pub(super) const FILES: &[(&str, &str, &str)] = &[
    ("/plane", "text/html; charset=utf-8", include_str!("plane/plane.html")),
    ("/plane.css", STYLE, include_str!("plane/plane.css")),
    ("/plane.js", SCRIPT, include_str!("plane/plane.js")),
];

/// What the page's own file has behind its list of games where there are such certificates.
pub(super) const LINK: &str = "<a class=\"chip\" href=\"plane\">Unbounded board</a>";

/// Trees are read no longer: the server answers nothing else meanwhile.
const LONGEST: Duration = Duration::from_secs(1);
/// Moves of a game.
const MOST_MOVES: usize = 1000;

/// A position that is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// As in `size=plane,rule=standard`.
    rules: String,
    /// Columns and rows, as in `0,0 3,-2`.
    #[serde(default)]
    moves: String,
}

/// What is known of it.
#[derive(Default, Serialize)]
#[serde(tag = "type", rename = "plane")]
struct Answer {
    /// The stones in the order in which they came: columns and rows.
    moves: Vec<Square>,
    /// The side whose five ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    /// Whether Black wins, by a certificate; else nothing is known.
    proved: bool,
    /// To its five, at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    /// Black's move.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<Square>,
    /// White's replies that have an answer of their own.
    replies: Vec<Square>,
    /// Whether all others are answered as if White had passed; else Black wins at once after them.
    pass: bool,
    /// Moves of Black that the certificate still has, at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<u64>,
    /// Lines of play that these answer, about.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<f64>,
}

/// Whether there are certificates of the plane.
pub(super) fn is_known() -> bool {
    let is_known = |rules: &str| {
        let board = Board::of("gomoku", Some(rules))?.ok()?;
        Game::new(board).known(Some(Duration::ZERO), &AtomicBool::new(false)).ok()
    };
    ["size=plane", "size=plane,rule=standard"].into_iter().any(|rules| is_known(rules).is_some())
}

/// What certificates say of a position.
pub(super) fn ask(state: &State, body: &[u8]) -> Result<Response, Refusal> {
    if state.searches.is_none() {
        return Err(Refusal::new(StatusCode::FORBIDDEN, "a match is shown here; nothing is searched"));
    }
    let Question { rules, moves } = manyply_page::parse(body)?;
    let board = Board::of("gomoku", Some(&rules)).unwrap_or_else(|| Err("expected size=plane".into()));
    let board = board.map_err(|error| QueryError::of("rules", error))?;
    if moves.split_whitespace().nth(MOST_MOVES).is_some() {
        return Err(QueryError::of("moves", format!("expected at most {MOST_MOVES} moves")).into());
    }
    let game = Game::parse(board, &moves).map_err(|error| QueryError::of("moves", error))?;
    let answer = answer(game).map_err(|error| QueryError::of("rules", error))?;
    // Numbers and texts are JSON.
    Ok(http::json(json::line(&answer).unwrap_or_default()))
}

fn answer(game: Game) -> Result<Answer, String> {
    if game.is_over {
        let winner = Some(if game.attacks() { "White" } else { "Black" });
        return Ok(Answer { proved: !game.attacks(), moves: game.moves, winner, ..Answer::default() });
    }
    let known = game.known(Some(LONGEST), &AtomicBool::new(false))?;
    let Some(Known { attacks, moves, line, rest }) = known else {
        return Ok(Answer { moves: game.moves, ..Answer::default() });
    };
    let plies = moves.checked_mul(2).map(|plies| plies.saturating_sub(u32::from(attacks)));
    Ok(Answer {
        moves: game.moves,
        winner: None,
        proved: true,
        plies,
        best: line.first().copied().filter(|_| attacks),
        replies: if attacks { Vec::new() } else { rest.replies },
        pass: rest.others == Some(Others::Pass),
        left: Some(rest.moves),
        lines: rest.lines,
    })
}
