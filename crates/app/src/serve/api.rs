//! Questions with one answer: which games there are, and what a position is.

use super::State as Server;
use super::http::{Refusal, Response, answer, parse};
use manyply::face::{AnyGame, Kind, Registry, Setup, SetupError};
use manyply::formats;
use manyply::game::{Figure, Picture, Side, Threat};
use manyply_arena::service::{MOST_MOVES, Moves};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub(super) fn kind_of(games: &Registry, name: &str) -> Result<&'static Kind, Refusal> {
    games.kind(name).map_err(|error| Refusal::of("game", error))
}

/// What there is.
#[derive(Serialize)]
#[serde(tag = "type", rename = "games")]
struct Games {
    release: &'static str,
    games: Vec<GameAbout>,
    /// The paths that pieces are drawn with.
    shapes: BTreeMap<char, Shape>,
    /// What a search may use, where pages may search.
    limits: Option<Limits>,
    /// Whether a match is played, to be looked at.
    watched: bool,
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
pub(super) fn games(server: &Server) -> Response {
    let about = |kind: &'static Kind| GameAbout {
        name: kind.name,
        summary: kind.summary,
        sides: kind.side_names(),
        options: kind.options,
        solver: kind.solver,
        formats: super::games::formats(kind),
        chance_scale: kind.chance_scale,
        figures: kind.figures.iter().map(|&(token, figure)| Palette { token, figure }).collect(),
    };
    let shapes = formats::svg::shapes().map(|(glyph, filled, lines)| (glyph, Shape { filled, lines }));
    let limits = server.searches.as_ref().map(|searches| {
        let means = &searches.settings.means;
        let seconds = searches.settings.longest.as_secs_f64();
        Limits { threads: means.threads, hash_mib: means.hash_mib, seconds, searches: means.jobs }
    });
    answer(&Games {
        release: env!("CARGO_PKG_VERSION"),
        games: server.games.all().map(about).collect(),
        shapes: shapes.collect(),
        limits,
        watched: server.watched.is_some(),
    })
}

/// A game in progress.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    game: String,
    #[serde(default)]
    rules: String,
    position: Option<String>,
    #[serde(default)]
    moves: Moves,
}

impl Question {
    pub(super) fn load(&self, games: &Registry) -> Result<Box<dyn AnyGame>, Refusal> {
        let kind = kind_of(games, &self.game)?;
        let setup = Setup { rules: self.rules.clone(), position: self.position.clone(), ..Setup::default() };
        let mut game = kind.begin(&setup).map_err(|error| match error {
            SetupError::Rules(error) => Refusal::of("rules", error),
            error => Refusal::of("position", error),
        })?;
        let moves = self.moves.split(kind);
        if moves.len() > MOST_MOVES {
            return Err(Refusal::of("moves", format!("{} moves; expected at most {MOST_MOVES}", moves.len())));
        }
        for (number, text) in (1..).zip(moves) {
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
    /// What the sides threaten with moves to empty tiles.
    threats: Vec<Threatened>,
}

/// A threat: the number of the side, and whether it wins at once.
#[derive(Serialize)]
struct Threatened {
    tile: usize,
    side: usize,
    threat: Threat,
}

/// A legal move, and the tiles that it touches.
#[derive(Serialize)]
struct Legal {
    #[serde(rename = "move")]
    text: String,
    tiles: Vec<usize>,
}

/// A position: its picture and its moves.
pub(super) fn position(server: &Server, body: &[u8]) -> Result<Response, Refusal> {
    let game = parse::<Question>(body)?.load(&server.games)?;
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
        threats: game
            .threats()
            .into_iter()
            .map(|(tile, side, threat)| Threatened { tile, side: side.index(), threat })
            .collect(),
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
pub(super) fn edit(server: &Server, body: &[u8]) -> Result<Response, Refusal> {
    let Edit { game, rules, position, tile, figure } = parse(body)?;
    let kind = kind_of(&server.games, &game)?;
    let setup = Setup { rules, position: Some(position), ..Setup::default() };
    let before = kind.begin(&setup).map_err(|error| Refusal::of("position", error))?;
    let text = before.edited(tile, figure.as_deref());
    let text = text.ok_or_else(|| Refusal::of("figure", "cannot be put there"))?;
    let after = kind.begin(&Setup { position: Some(text), ..setup });
    let after = after.map_err(|error| Refusal::of("position", error))?;
    Ok(answer(&Edited { position: after.position_text() }))
}
