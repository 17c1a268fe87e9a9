//! Questions with one answer: which games there are, what a position is, games from files and into files.

use super::State as Server;
use crate::formats::{self, Format, Ply, Recorded};
use crate::game::{Figure, Picture, Side};
use crate::service::{AnyGame, Kind, Moves, Origin, QueryError, Setup, SetupError, all, json, kind};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Why there is no answer: for programs the field that is wrong, for people what is wrong with it.
pub(super) struct Refusal {
    status: StatusCode,
    error: QueryError,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, field: Option<&'static str>, error: impl ToString) -> Self {
        Self { status, error: QueryError { id: None, field, error: error.to_string() } }
    }

    fn of(field: &'static str, error: impl ToString) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, Some(field), error)
    }
}

impl From<QueryError> for Refusal {
    fn from(error: QueryError) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, error: QueryError { id: None, ..error } }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, answer(&self.error)).into_response()
    }
}

/// JSON as an answer.
fn answer(object: &impl Serialize) -> Response {
    match json::line(object) {
        Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// The body of a request.
pub(super) fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body).map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, None, error))
}

fn kind_of(name: &str) -> Result<&'static Kind, Refusal> {
    kind(name).map_err(|error| Refusal::of("game", error))
}

/// What there is.
#[derive(Serialize)]
#[serde(tag = "type", rename = "games")]
struct Games {
    release: &'static str,
    games: Vec<GameAbout>,
    /// The paths that pieces are drawn with.
    shapes: BTreeMap<char, Shape>,
    limits: Limits,
}

#[derive(Serialize)]
struct GameAbout {
    name: &'static str,
    summary: &'static str,
    sides: Vec<&'static str>,
    options: &'static [&'static str],
    solver: Option<&'static str>,
    formats: Vec<&'static str>,
    /// From scores to chances to win.
    #[serde(rename = "chanceScale")]
    chance_scale: f64,
    /// What can be put on the board by hand.
    figures: Vec<Palette>,
}

#[derive(Serialize)]
struct Palette {
    token: &'static str,
    #[serde(flatten)]
    figure: Figure,
}

#[derive(Serialize)]
struct Shape {
    filled: String,
    lines: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Limits {
    threads: usize,
    hash_mib: usize,
    seconds: f64,
    searches: usize,
}

/// The games, and what searches may use.
pub(super) async fn games(State(server): State<Arc<Server>>) -> Response {
    let about = |kind: &'static Kind| GameAbout {
        name: kind.name,
        summary: kind.summary,
        sides: kind.side_names(),
        options: kind.options,
        solver: kind.solver,
        formats: Format::ALL.into_iter().filter(|&format| kind.writes(format)).map(Format::name).collect(),
        chance_scale: kind.chance_scale,
        figures: kind.figures.iter().map(|&(token, figure)| Palette { token, figure }).collect(),
    };
    let shapes = formats::svg::shapes().map(|(glyph, filled, lines)| (glyph, Shape { filled, lines }));
    let means = server.settings.means;
    answer(&Games {
        release: env!("CARGO_PKG_VERSION"),
        games: all().map(about).collect(),
        shapes: shapes.collect(),
        limits: Limits {
            threads: means.threads,
            hash_mib: means.hash_mib,
            seconds: server.settings.longest.as_secs_f64(),
            searches: means.jobs,
        },
    })
}

/// A game in progress.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    game: String,
    #[serde(default)]
    rules: String,
    position: Option<String>,
    #[serde(default)]
    moves: Moves,
}

impl Question {
    fn load(&self) -> Result<Box<dyn AnyGame>, Refusal> {
        let kind = kind_of(&self.game)?;
        let setup = Setup { rules: self.rules.clone(), position: self.position.clone(), ..Setup::default() };
        let mut game = kind.begin(&setup).map_err(|error| match error {
            SetupError::Rules(error) => Refusal::of("rules", error),
            error => Refusal::of("position", error),
        })?;
        for (number, text) in (1..).zip(self.moves.split(kind)) {
            game.play(&text).map_err(|error| Refusal::of("moves", format!("move {number}: {error}")))?;
        }
        Ok(game)
    }
}

/// A position as the page shows it.
#[derive(Serialize)]
#[serde(tag = "type", rename = "board", rename_all = "camelCase")]
struct Board {
    game: &'static str,
    rules: String,
    position: String,
    /// The moves so far, in their canonical spelling.
    moves: Vec<String>,
    /// The tiles of the last one.
    last: Option<Vec<usize>>,
    /// The number of the side to move; none once the game is over.
    to_move: Option<usize>,
    result: Option<String>,
    /// What each side gets, once the game is over.
    payoffs: Option<Vec<i8>>,
    legal: Vec<Legal>,
    picture: Picture,
}

/// A legal move, and the tiles that it touches.
#[derive(Serialize)]
struct Legal {
    #[serde(rename = "move")]
    text: String,
    tiles: Vec<usize>,
}

/// A position: its picture and its moves.
pub(super) async fn position(body: Bytes) -> Result<Response, Refusal> {
    let game = parse::<Question>(&body)?.load()?;
    let outcome = game.outcome();
    let mut before = game.clone();
    let last = before.take_back().and_then(|text| before.move_tiles(&text).ok());
    Ok(answer(&Board {
        game: game.kind().name,
        rules: game.rules_text(),
        position: game.position_text(),
        moves: game.moves(),
        last,
        to_move: outcome.is_none().then(|| game.side_to_move().index()),
        result: game.result(),
        payoffs: outcome.map(|outcome| Side::all(game.kind().sides).map(|side| outcome.payoff(side)).collect()),
        legal: game
            .legal_moves()
            .into_iter()
            .zip(game.legal_tiles())
            .map(|(text, tiles)| Legal { text, tiles })
            .collect(),
        picture: game.picture(),
    }))
}

/// A figure to be put on a tile, or to be taken away.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    game: String,
    #[serde(default)]
    rules: String,
    position: String,
    tile: usize,
    figure: Option<String>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "edited")]
struct Edited {
    position: String,
}

/// A position with one figure more, less or changed.
pub(super) async fn edit(body: Bytes) -> Result<Response, Refusal> {
    let Edit { game, rules, position, tile, figure } = parse(&body)?;
    let kind = kind_of(&game)?;
    let setup = Setup { rules, position: Some(position), ..Setup::default() };
    let before = kind.begin(&setup).map_err(|error| Refusal::of("position", error))?;
    let text = before.edited(tile, figure.as_deref());
    let text = text.ok_or_else(|| Refusal::of("figure", "cannot be put there"))?;
    let after = kind.begin(&Setup { position: Some(text), ..setup });
    let after = after.map_err(|error| Refusal::of("position", error))?;
    Ok(answer(&Edited { position: after.position_text() }))
}

/// A file with a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    text: String,
    /// Its name, which may tell the format.
    name: Option<String>,
    /// The game on the board: what the file does not say otherwise.
    game: String,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "game")]
struct Imported {
    game: &'static str,
    rules: String,
    start: String,
    line: Vec<Step>,
}

/// A move, and what could have been played instead.
#[derive(Serialize)]
struct Step {
    #[serde(rename = "move")]
    text: String,
    variations: Vec<Vec<Step>>,
}

fn steps(line: &[Ply<String>]) -> Vec<Step> {
    let step = |ply: &Ply<String>| Step {
        text: ply.played.clone(),
        variations: ply.variations.iter().map(|variation| steps(&variation.line)).collect(),
    };
    line.iter().map(step).collect()
}

/// The first game of a file.
pub(super) async fn import(body: Bytes) -> Result<Response, Refusal> {
    let File { text, name, game } = parse(&body)?;
    let format = name.as_deref().and_then(|name| Format::of_path(name.as_ref()));
    let format =
        format.filter(|_| !text.trim_start().starts_with("[Match ")).unwrap_or_else(|| Format::of_content(&text));
    let kind = kind_of(&game)?;
    // The game on the board is tried first, then every other.
    let others = all().filter(|other| *other != kind);
    let mut first = None;
    for kind in std::iter::once(kind).chain(others) {
        match kind.read_games(format, &text, "") {
            Ok(games) => {
                let Some(recorded) = games.into_iter().next() else { continue };
                let Recorded { rules, start, line, .. } = recorded;
                return Ok(answer(&Imported { game: kind.name, rules, start, line: steps(&line) }));
            }
            Err(error) => first = first.or(Some(error.to_string())),
        }
    }
    Err(Refusal::of("text", first.unwrap_or_else(|| "there is no game in it".into())))
}

/// A game to be written.
#[derive(Deserialize)]
struct Export {
    #[serde(flatten)]
    question: Question,
    format: String,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "file")]
struct Exported {
    name: String,
    text: String,
}

/// A game as a file.
pub(super) async fn export(body: Bytes) -> Result<Response, Refusal> {
    let Export { question, format } = parse(&body)?;
    let game = question.load()?;
    let format = Format::of_name(&format).ok_or_else(|| Refusal::of("format", "expected pgn, sgf or psq"))?;
    let Origin { rules, start, moves } = Origin::of(&*game);
    let line = moves.into_iter().map(Ply::plain).collect();
    let payoffs = game.outcome();
    let payoffs = payoffs.map(|outcome| Side::all(game.kind().sides).map(|side| outcome.payoff(side)).collect());
    let recorded = Recorded { rules, start, line, payoffs, ..Recorded::default() };
    let text = game.kind().write_game(format, &recorded).map_err(|error| Refusal::of("format", error))?;
    Ok(answer(&Exported { name: format!("{}.{}", game.kind().name, format.name()), text }))
}
