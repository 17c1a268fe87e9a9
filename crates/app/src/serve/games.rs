//! Games from files and into files, and boards as pictures.

use super::State as Server;
use super::api::{Question, kind_of};
use super::http::{Refusal, Response, answer, parse};
use manyply::face::{Kind, Registry, Setup, overlay};
use manyply::formats::{Format, Note, Ply, Recorded, svg};
use manyply::search::Score;
use manyply_arena::{Archive, Head, Record};
use serde::{Deserialize, Serialize};

/// What a board is saved as.
const PICTURE: &str = "svg";

/// What a game can be saved as: files of games, and a picture of the board.
pub(super) fn formats(kind: &Kind) -> Vec<&'static str> {
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
pub(super) struct Shown {
    game: &'static str,
    rules: String,
    start: String,
    line: Vec<Step>,
    /// How many games the file has.
    games: usize,
}

/// A move, and what could have been played instead.
#[derive(Serialize)]
struct Step {
    #[serde(rename = "move")]
    text: String,
    variations: Vec<Vec<Step>>,
    /// What its player said of the position before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Score>,
    /// The number of the side that moved, where something is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    mover: Option<usize>,
}

fn steps(line: &[Ply<String>]) -> Vec<Step> {
    let step = |ply: &Ply<String>| Step {
        text: ply.played.clone(),
        variations: ply.variations.iter().map(|variation| steps(&variation.line)).collect(),
        score: ply.comment.parse().ok().and_then(|note: Note| note.score),
        mover: None,
    };
    line.iter().map(step).collect()
}

impl Shown {
    /// A game of `kind`, one of `games`.
    pub(super) fn new(kind: &'static Kind, recorded: Recorded, games: usize) -> Self {
        let Recorded { rules, start, line, .. } = recorded;
        let mut line = steps(&line);
        let setup = Setup { rules: rules.clone(), position: Some(start.clone()), ..Setup::default() };
        if let Ok(mut game) = kind.begin(&setup) {
            for step in &mut line {
                step.mover = step.score.map(|_| game.side_to_move().index());
                if game.play(&step.text).is_err() {
                    break;
                }
            }
        }
        Self { game: kind.name, rules, start, line, games }
    }
}

/// A game of a file.
pub(super) fn import(server: &Server, body: &[u8]) -> Result<Response, Refusal> {
    let File { text, name, game, number } = parse(body)?;
    let format = name.as_deref().and_then(|name| Format::of_path(name.as_ref()));
    let told = Format::of_content(&text);
    let format = format.filter(|_| told != Format::Archive).unwrap_or(told);
    let (kind, games) = match format {
        Format::Archive => archived(&server.games, &text)?,
        _ => read(&server.games, format, &text, kind_of(&server.games, &game)?)?,
    };
    let (count, number) = (games.len(), number.unwrap_or(1));
    let recorded = number.checked_sub(1).and_then(|index| games.into_iter().nth(index));
    let problem = || match count {
        0 => Refusal::of("text", "there is no game in it"),
        _ => Refusal::of("number", format!("{number}; expected 1 to {count}, the games of the file")),
    };
    Ok(answer(&Shown::new(kind, recorded.ok_or_else(problem)?, count)))
}

/// The games of a match, in their order.
fn archived(games: &Registry, text: &str) -> Result<(&'static Kind, Vec<Recorded>), Refusal> {
    let (head, mut records, _) = Archive::parse(text.as_bytes()).map_err(|error| Refusal::of("text", error))?;
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
) -> Result<(&'static Kind, Vec<Recorded>), Refusal> {
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

/// A game as a file, or the board as a picture.
pub(super) fn export(server: &Server, body: &[u8]) -> Result<Response, Refusal> {
    let Export { question, format } = parse(body)?;
    let game = question.load(&server.games)?;
    let kind = game.kind();
    let text = match Format::of_name(&format) {
        _ if format.eq_ignore_ascii_case(PICTURE) => Ok(svg::write(&game.picture(), &overlay(&*game))),
        Some(Format::Archive) => {
            let (head, records) = Head::of_recorded(kind.name, &[game.recorded()], kind.sides);
            Ok(head.text() + &records.iter().map(Record::text).collect::<String>())
        }
        Some(format) => kind.write_game(format, &game.recorded()),
        None => Err(format!("{format:?}; expected {}", formats(kind).join(", "))),
    };
    let text = text.map_err(|error| Refusal::of("format", error))?;
    Ok(answer(&Exported { name: format!("{}.{}", kind.name, format.to_ascii_lowercase()), text }))
}
