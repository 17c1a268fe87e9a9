//! The page of gomoku's unbounded board: a proof that certificates of the plane hold is walked there, and White plays
//! anywhere.

use super::State;
use super::http::{self, Refusal, Response, SCRIPT, STYLE};
use crate::plane::{Board, Game, Square, plies};
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

/// The time of the largest trees that are read, on a slow machine: the server answers nothing else meanwhile.
const LONGEST: Duration = Duration::from_secs(4);
/// Moves of a game: Black wins in half as many.
const MOST_MOVES: usize = 200;

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
    /// What answers all others: a `pass`, as if White had passed, or a `win` at once; where it is left out, each has an
    /// answer of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    others: Option<&'static str>,
    /// Moves of Black that the certificate still has, at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<u64>,
    /// Lines of play that these answer, about.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<f64>,
}

/// Whether Black wins on the plane, by certificates that are here.
pub(super) fn is_known() -> bool {
    let is_known = |rules: &str| {
        let board = Board::of("gomoku", Some(rules))?.ok()?;
        Game::new(board).known(Some(LONGEST), &AtomicBool::new(false)).ok()?
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
    if board.has_edges() {
        return Err(QueryError::of("rules", "expected size=plane").into());
    }
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
    let Some(known) = known else { return Ok(Answer { moves: game.moves, ..Answer::default() }) };
    let plies = plies(&known);
    let Known { attacks, line, rest, .. } = known;
    Ok(Answer {
        moves: game.moves,
        winner: None,
        proved: true,
        plies,
        best: line.first().copied().filter(|_| attacks),
        replies: if attacks { Vec::new() } else { rest.replies },
        others: rest.others.map(|others| match others {
            Others::Pass => "pass",
            Others::Win => "win",
        }),
        left: Some(rest.moves),
        lines: rest.lines,
    })
}

#[cfg(test)]
mod tests {
    use super::LONGEST;
    use manyply::games::gomoku::verify::{Certificate, Format, unpack};

    /// No proved position is unknown to the page for want of time: a millisecond is for a hundred moves.
    #[test]
    fn there_is_time_for_every_tree() {
        for name in ["freestyle", "standard"] {
            let path = format!("{}/../../docs/proofs/gomoku-{name}-plane.proof.zst", env!("CARGO_MANIFEST_DIR"));
            let bytes = unpack(&std::fs::read(path).expect("a file")).expect("packed by zstd");
            let certificate = Certificate::parse(&bytes, Format::default()).expect("a certificate");
            let largest =
                certificate.roots.iter().map(|root| certificate.tree(root).map_or(0, |tree| tree.len())).max();
            assert!(largest.is_some_and(|largest| (100_000..200_000).contains(&largest)), "{largest:?}");
            assert!(largest.is_some_and(|largest| 2 * largest as u128 <= 100 * LONGEST.as_millis()));
        }
    }
}
