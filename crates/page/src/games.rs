//! Games from files and into files, and boards as pictures.

use crate::question::{Question, answer, kind_of, parse};
use manyply::face::{AnyGame, Kind, Registry};
use manyply::formats::{Format, Note, Ply, Recorded, Variation, svg};
use manyply::search::Score;
use manyply_arena::service::QueryError;
use manyply_arena::{Archive, Head, Record};
use serde::{Deserialize, Serialize};

/// What a board is saved as.
const PICTURE: &str = "svg";

/// What a game can be saved as: files of games, and a picture of the board.
pub(crate) fn formats(kind: &Kind) -> Vec<&'static str> {
    let written = Format::ALL.into_iter().filter(|&format| format == Format::Archive || kind.writes(format));
    written.map(Format::name).chain([PICTURE]).collect()
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
    /// Which game of the file, from 1.
    number: Option<usize>,
}

/// A game that is shown move by move.
#[derive(Serialize)]
#[serde(tag = "type", rename = "game")]
struct Shown {
    game: &'static str,
    rules: String,
    start: String,
    line: Vec<Step>,
    #[serde(flatten)]
    about: About,
    /// How many games the file has.
    games: usize,
}

/// What a file says of a whole game.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct About {
    tags: Vec<(String, String)>,
    players: Vec<String>,
    /// A comment on the start.
    comment: String,
    /// What each side gets, if the game is over.
    payoffs: Option<Vec<i8>>,
}

/// A move, what is said of it, and what could have been played instead.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    #[serde(rename = "move")]
    text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<u8>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default)]
    variations: Vec<Line>,
    /// The value of the position before it, from the view of the side that moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<Score>,
    /// The depth of that value; 0 if it is not known.
    #[serde(default, skip_serializing_if = "is_zero")]
    depth: u32,
    /// The number of the side that moved, where something is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mover: Option<usize>,
}

/// A line that was not played.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// A comment before its first move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    line: Vec<Step>,
}

fn is_zero(depth: &u32) -> bool {
    *depth == 0
}

/// The longest note at the beginning of a comment, and what else it says: whoever annotates a game of programs writes
/// behind their notes.
fn noted(comment: &str) -> (Option<Note>, &str) {
    let ends = comment.match_indices(' ').map(|(at, _)| at).chain([comment.len()]).take(3);
    let notes = ends.filter_map(|end| Some((comment[..end].parse().ok()?, end)));
    notes.last().map_or((None, comment), |(note, end)| (Some(note), comment[end..].trim_start()))
}

/// The moves of a line that begins where `game` stands, which stands there again afterwards.
fn steps(game: &mut dyn AnyGame, line: &[Ply]) -> Vec<Step> {
    let mut steps = Vec::with_capacity(line.len());
    for Ply { played, glyphs, comment, variations } in line {
        let (note, comment) = noted(comment);
        let score = note.and_then(|note| note.score);
        let variations = variations
            .iter()
            .map(|variation| Line { comment: variation.comment.clone(), line: self::steps(game, &variation.line) });
        steps.push(Step {
            text: played.clone(),
            glyphs: glyphs.clone(),
            comment: comment.to_owned(),
            variations: variations.collect(),
            score,
            depth: note.map_or(0, |note| note.depth),
            mover: score.map(|_| game.side_to_move().index()),
        });
        if game.play(played).is_err() {
            break;
        }
    }
    // The last may not have been played.
    let before = game.ply() - steps.len().min(game.ply());
    while game.ply() > before && game.take_back().is_some() {}
    steps
}

/// The same the other way; every move is checked.
fn plies(game: &mut dyn AnyGame, steps: &[Step]) -> Result<Vec<Ply>, QueryError> {
    let (mut line, before) = (Vec::with_capacity(steps.len()), game.ply());
    for step in steps {
        let variations =
            step.variations.iter().filter(|variation| !variation.line.is_empty()).map(|variation| {
                Ok(Variation { comment: variation.comment.clone(), line: plies(game, &variation.line)? })
            });
        let variations = variations.collect::<Result<_, QueryError>>()?;
        let problem = |error| QueryError::of("line", format!("move {}: {error}", game.ply() + 1));
        let played = game.parse_move(&step.text).map_err(problem)?;
        let note =
            step.score.map(|score| Note { score: Some(score), depth: step.depth, ..Note::default() }.to_string());
        let comment = note.into_iter().chain([step.comment.clone()]).filter(|text| !text.is_empty());
        let comment = comment.collect::<Vec<_>>().join(" ");
        let _ = game.play(&played);
        line.push(Ply { played, glyphs: step.glyphs.clone(), comment, variations });
    }
    while game.ply() > before && game.take_back().is_some() {}
    Ok(line)
}

impl Shown {
    /// A game of `kind`, one of `games`.
    fn new(kind: &'static Kind, recorded: Recorded, games: usize) -> Self {
        let begun = recorded.begin(kind);
        let Recorded { rules, start, line, tags, players, comment, payoffs } = recorded;
        let line = begun.map(|mut game| steps(&mut *game, &line)).unwrap_or_default();
        Self { game: kind.name, rules, start, line, about: About { tags, players, comment, payoffs }, games }
    }
}

/// A game of a match, move by move.
///
/// # Errors
/// There is no such game.
pub fn shown(games: &Registry, game: &str, recorded: Recorded) -> Result<String, QueryError> {
    Ok(answer(&Shown::new(kind_of(games, game)?, recorded, 1)))
}

/// A game of a file.
pub(crate) fn import(games: &Registry, body: &[u8]) -> Result<String, QueryError> {
    let File { text, name, game, number } = parse(body)?;
    let format = name.as_deref().and_then(|name| Format::of_path(name.as_ref()));
    let told = Format::of_content(&text);
    let format = format.filter(|_| told != Format::Archive).unwrap_or(told);
    let (kind, games) = match format {
        Format::Archive => archived(games, &text)?,
        _ => read(games, format, &text, kind_of(games, &game)?)?,
    };
    let (count, number) = (games.len(), number.unwrap_or(1));
    let recorded = number.checked_sub(1).and_then(|index| games.into_iter().nth(index));
    let problem = || match count {
        0 => QueryError::of("text", "there is no game in it"),
        _ => QueryError::of("number", format!("{number}; expected 1 to {count}, the games of the file")),
    };
    Ok(answer(&Shown::new(kind, recorded.ok_or_else(problem)?, count)))
}

/// The games of a match, in their order.
fn archived(games: &Registry, text: &str) -> Result<(&'static Kind, Vec<Recorded>), QueryError> {
    let (head, mut records, _) = Archive::parse(text.as_bytes()).map_err(|error| QueryError::of("text", error))?;
    let kind = kind_of(games, &head.game)?;
    records.sort_by_key(|record| record.number);
    Ok((kind, records.iter().map(|record| record.recorded(&head)).collect()))
}

/// The games of a text: of `kind`, the game on the board, if they can be, else of any other.
fn read(
    games: &Registry,
    format: Format,
    text: &str,
    kind: &'static Kind,
) -> Result<(&'static Kind, Vec<Recorded>), QueryError> {
    let others = games.all().filter(|other| *other != kind);
    let holds = |kind: &&Kind| kind.writes(format);
    let mut first = None;
    for kind in std::iter::once(kind).chain(others).filter(holds) {
        match kind.read_games(format, text, "") {
            Ok(games) if games.is_empty() => {}
            Ok(games) => return Ok((kind, games)),
            Err(error) => first = first.or(Some(error.to_string())),
        }
    }
    Err(QueryError::of("text", first.unwrap_or_else(|| "there is no game in it".into())))
}

/// A game to be written.
#[derive(Deserialize)]
struct Export {
    #[serde(flatten)]
    question: Question,
    format: String,
    /// The game with its side lines and all that is said of it, from the position on; the moves of the question are
    /// those of a picture.
    line: Option<Vec<Step>>,
    #[serde(flatten)]
    about: About,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "file")]
struct Exported {
    name: String,
    text: String,
}

/// A game that begins as `start`, with all that is said of it.
fn told(start: &dyn AnyGame, line: &[Step], about: About) -> Result<Recorded, QueryError> {
    let mut game = start.boxed();
    let line = plies(&mut *game, line)?;
    for ply in &line {
        game.play(&ply.played).map_err(|error| QueryError::of("line", error))?;
    }
    let About { tags, players, comment, payoffs } = about;
    let sides = game.kind().sides;
    let payoffs = payoffs.filter(|payoffs| payoffs.len() == sides);
    let recorded = game.recorded();
    Ok(Recorded { tags, players, comment, line, payoffs: recorded.payoffs.clone().or(payoffs), ..recorded })
}

/// A game as a file, or the board as a picture.
pub(crate) fn export(games: &Registry, body: &[u8]) -> Result<String, QueryError> {
    let Export { question, format, line, about } = parse(body)?;
    let game = question.load(games)?;
    let kind = game.kind();
    let recorded = match &line {
        None => game.recorded(),
        Some(line) => told(&*game.at(0), line, about)?,
    };
    let text = match Format::of_name(&format) {
        _ if format.eq_ignore_ascii_case(PICTURE) => Ok(svg::write(&game.picture(), &svg::overlay(&*game))),
        Some(Format::Archive) => {
            let (head, records) = Head::of_recorded(kind.name, &[recorded], kind.sides);
            Ok(head.text() + &records.iter().map(Record::text).collect::<String>())
        }
        Some(format) => kind.write_game(format, &recorded),
        None => Err(format!("{format:?}; expected {}", formats(kind).join(", "))),
    };
    let text = text.map_err(|error| QueryError::of("format", error))?;
    Ok(answer(&Exported { name: format!("{}.{}", kind.name, format.to_ascii_lowercase()), text }))
}
