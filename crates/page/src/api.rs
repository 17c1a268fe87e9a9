//! Questions with one answer: which games there are, and what a position is.

use crate::question::{Question, answer, kind_of, parse};
use manyply::face::{Kind, Registry, Setup};
use manyply::formats;
use manyply::game::{Ending, Figure, Picture, Side, Threat};
use manyply::solve::OwnProof;
use manyply_arena::service::QueryError;
use manyply_arena::service::annotation::MARKS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    /// What a move must cost of the expected result to be marked so, the worst first.
    marks: [(f64, &'static str); 3],
    /// Whether a match is played, to be looked at.
    watched: bool,
}

#[derive(Serialize)]
struct GameAbout {
    name: &'static str,
    summary: String,
    sides: Vec<&'static str>,
    options: &'static [&'static str],
    formats: Vec<&'static str>,
    /// From scores to chances to win.
    #[serde(rename = "chanceScale")]
    chance_scale: f64,
    /// What can be put on the board by hand.
    figures: Vec<Palette>,
    /// Whether a position says whose turn it is.
    turns: bool,
    /// Whether there are boards drawn at random.
    random: bool,
    /// Whether there is a first lesson.
    lesson: bool,
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

/// What a search may use at most.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// Threads.
    pub threads: usize,
    /// The table, in MiB.
    pub hash_mib: usize,
    /// The time.
    pub seconds: f64,
    /// Searches at once: more wait.
    pub searches: usize,
}

/// These games, what searches may use, where pages may search, and whether there is a match to be looked at.
pub fn games(games: &Registry, limits: Option<Limits>, watched: bool) -> String {
    let about = |kind: &'static Kind| GameAbout {
        name: kind.name,
        summary: crate::rules::about(kind),
        sides: kind.side_names(),
        options: kind.options,
        formats: crate::games::formats(kind),
        chance_scale: kind.chance_scale,
        figures: kind.figures.iter().map(|&(token, figure)| Palette { token, figure }).collect(),
        turns: !turns(kind).is_empty(),
        random: kind.begin(&Setup { random: Some(0), ..Setup::default() }).is_ok(),
        lesson: !kind.lesson.is_empty(),
    };
    let shapes = formats::svg::shapes().map(|(glyph, filled, lines)| (glyph, Shape { filled, lines }));
    answer(&Games {
        release: env!("CARGO_PKG_VERSION"),
        games: games.all().map(about).collect(),
        shapes: shapes.collect(),
        limits,
        marks: MARKS,
        watched,
    })
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
    /// The tiles of those before it that came since the side to move had its turn: of three sides, one.
    earlier: Vec<Vec<usize>>,
    /// The number of the side to move; none once the game is over.
    to_move: Option<usize>,
    result: Option<String>,
    /// Why the game is over.
    ending: Option<Ending>,
    /// What each side gets, once the game is over.
    payoffs: Option<Vec<i8>>,
    legal: Vec<Legal>,
    picture: Picture,
    /// What the sides threaten with moves to empty tiles.
    threats: Vec<Threatened>,
    /// At the start of a game that is proved: what is proved of it.
    proved: Option<Proved>,
}

/// Who wins, by its number, in so many plies at most.
#[derive(Serialize)]
struct Proved {
    side: usize,
    plies: u32,
    /// The file of the proof, where the program was built without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'static str>,
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
pub(crate) fn position(games: &Registry, body: &[u8]) -> Result<String, QueryError> {
    let game = parse::<Question>(body)?.load(games)?;
    let outcome = game.outcome();
    let mut before = game.clone();
    let last = before.take_back().and_then(|text| before.move_tiles(&text).ok());
    let earlier = (2..game.kind().sides).map_while(|_| {
        let text = before.take_back().filter(|_| before.side_to_move() != game.side_to_move())?;
        before.move_tiles(&text).ok()
    });
    let earlier = earlier.collect();
    Ok(answer(&Board {
        game: game.kind().name,
        rules: game.rules_text(),
        position: game.position_text(),
        moves: game.moves(),
        last,
        earlier,
        to_move: outcome.is_none().then(|| game.side_to_move().index()),
        result: game.result(),
        ending: game.ending(),
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
        proved: game.own_proof().and_then(|OwnProof { missing, winner, plies }| {
            Some(Proved { side: winner.index(), plies: plies?, file: missing })
        }),
    }))
}

/// A change of a board that is being set up.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    game: String,
    #[serde(default)]
    rules: String,
    /// A text that need not be one of a position.
    position: String,
    /// Takes everything away first.
    #[serde(default)]
    clear: bool,
    /// Where `figure` is put, or without one whatever stands there is taken away.
    tile: Option<usize>,
    figure: Option<String>,
    /// The number of the side that is to move.
    turn: Option<usize>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "edited")]
struct Edited {
    position: String,
    /// The board, where that is a position.
    picture: Option<Picture>,
    /// Why it is none.
    problem: Option<String>,
}

/// More tiles than any board has.
const MOST_TILES: usize = 1000;

/// What stands for each side where a position says whose turn it is: its second word. Empty where it does not say.
fn turns(kind: &Kind) -> Vec<String> {
    let second = |text: String| text.split(' ').nth(1).map(str::to_owned);
    let Ok(mut game) = kind.begin(&Setup::default()) else { return Vec::new() };
    let mut words = vec![None; kind.sides];
    for _ in 0..kind.sides {
        words[game.side_to_move().index()] = second(game.position_text());
        if let Some(first) = game.legal_moves().first() {
            let _ = game.play(first);
        }
    }
    words.into_iter().collect::<Option<_>>().unwrap_or_default()
}

/// A position with one figure more, less or changed, or another side to move. It may be none as yet: then the page is
/// told why.
pub(crate) fn edit(games: &Registry, body: &[u8]) -> Result<String, QueryError> {
    let Edit { game, rules, mut position, clear, tile, figure, turn } = parse(body)?;
    let kind = kind_of(games, &game)?;
    if clear {
        for tile in 0..MOST_TILES {
            let Some(text) = kind.edited(&position, tile, None) else { break };
            position = text;
        }
    }
    if let Some(tile) = tile {
        let text = kind.edited(&position, tile, figure.as_deref());
        position = text.ok_or_else(|| QueryError::of("figure", "cannot be put there"))?;
    }
    if let Some(turn) = turn {
        let word = turns(kind).into_iter().nth(turn).ok_or_else(|| QueryError::of("turn", "there is no such side"))?;
        let mut words: Vec<&str> = position.split_whitespace().collect();
        *words.get_mut(1).ok_or_else(|| QueryError::of("position", "ends too early"))? = &word;
        position = words.join(" ");
    }
    let begun = |text: String| kind.begin(&Setup { rules: rules.clone(), position: Some(text), ..Setup::default() });
    let whole = begun(position.clone());
    // Rights to castle, or that a game is won: what else a text may say need not hold any more.
    let words: Vec<&str> = position.split_whitespace().collect();
    let less = [
        [&words[..words.len().min(2)], &["-"], words.get(3..).unwrap_or_default()].concat(),
        words[..words.len().min(2)].to_vec(),
    ];
    let other = || less.into_iter().find_map(|words| begun(words.join(" ")).ok());
    Ok(answer(&match whole.map_err(|error| error.to_string()).or_else(|error| other().ok_or(error)) {
        Ok(game) => Edited { position: game.position_text(), picture: Some(game.picture()), problem: None },
        Err(problem) => Edited { position, picture: None, problem: Some(problem) },
    }))
}
