//! The rules of a game for the page: its own page of the documents, and its first lesson.

use super::State as Server;
use super::api::kind_of;
use super::http::{Refusal, Response, answer, parse};
use crate::markdown::{Block, Style, blocks, spans};
use manyply::face::{Described, Kind};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Sections that are folded up: one can play without them.
const FOLDED: [&str; 3] = ["Notation", "Options", "Where it comes from"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    game: String,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "rules")]
struct Rules {
    /// Elements of the page: a list of a name and of what is in it, texts and elements. Texts are no HTML.
    page: Vec<Value>,
    lesson: Vec<Problem>,
}

/// A position to be solved.
#[derive(Serialize)]
struct Problem {
    position: String,
    /// What is asked.
    task: String,
    /// What is said once it is found.
    told: String,
    /// All right moves.
    best: Vec<String>,
}

/// What a comment before a picture says of it.
#[derive(Default, Serialize)]
struct Picture<'a> {
    caption: &'a str,
    rules: &'a str,
    position: Option<&'a str>,
    random: Option<u64>,
    moves: Vec<String>,
    arrows: Vec<String>,
    numbers: bool,
}

/// What one must know of a game to play it.
pub(super) fn rules(server: &Server, body: &[u8]) -> Result<Response, Refusal> {
    let kind = kind_of(&server.games, &parse::<Question>(body)?.game)?;
    Ok(answer(&Rules { page: page(kind), lesson: lesson(kind) }))
}

fn page(kind: &Kind) -> Vec<Value> {
    // The rest is for programmers.
    let rules = kind.rules_page.split("\n## For programmers").next().unwrap_or_default();
    let (mut page, mut section) = (Vec::new(), Vec::new());
    for block in blocks(rules) {
        let element = match block {
            Block::Title(_) | Block::Gap => continue,
            Block::Heading(words) => {
                close(&mut page, std::mem::take(&mut section));
                element("h3", words)
            }
            Block::Paragraph(words) => element("p", &words),
            Block::Code(lines) => vec!["pre".into(), lines.join("\n").into()],
            Block::Table(rows) => {
                let row = |(at, cells): (usize, &Vec<&str>)| {
                    let cells = cells.iter().map(|cell| element(if at == 0 { "th" } else { "td" }, cell).into());
                    Value::Array([Value::from("tr")].into_iter().chain(cells).collect())
                };
                [Value::from("table")].into_iter().chain(rows.iter().enumerate().map(row)).collect()
            }
            Block::Item(mark, words) => {
                let list = Value::from(if mark == "- " { "ul" } else { "ol" });
                let before = section.pop_if(|last| last[0] == list);
                let item = Value::from(element("li", &words));
                before.unwrap_or_else(|| vec![list]).into_iter().chain([item]).collect()
            }
            Block::Picture(caption, command) => match picture(kind, caption, &command) {
                Some(picture) => vec!["figure".into(), json!(picture)],
                None => continue,
            },
        };
        section.push(element);
    }
    close(&mut page, section);
    page
}

/// Adds a section to the page, folded up if it is not needed to play.
fn close(page: &mut Vec<Value>, mut section: Vec<Vec<Value>>) {
    let is_folded =
        section.first().and_then(|head| head.get(1)).is_some_and(|name| FOLDED.iter().any(|one| name == one));
    if is_folded {
        section[0][0] = "summary".into();
        page.push([Value::from("details")].into_iter().chain(section.into_iter().map(Value::Array)).collect());
    } else {
        page.extend(section.into_iter().map(Value::Array));
    }
}

/// Words in an element, with those that stand out.
fn element(name: &str, words: &str) -> Vec<Value> {
    let words = spans(words).into_iter().map(|(style, words)| match style {
        Style::Plain => words.into(),
        Style::Bold => json!(["b", words]),
        Style::Code => json!(["code", words]),
    });
    [Value::from(name)].into_iter().chain(words).collect()
}

/// A board that `manyply show` draws.
fn picture<'a>(kind: &Kind, caption: &'a str, command: &[&'a str]) -> Option<Picture<'a>> {
    let (["manyply", "show", name], options) = command.split_at_checked(3)? else { return None };
    let moves = |text: &str| kind.split_moves(text).into_iter().map(|(_, text)| text).collect();
    let mut picture = Picture { caption, ..Picture::default() };
    let mut options = options.iter().copied();
    while let Some(option) = options.next() {
        match option {
            "--numbers" => picture.numbers = true,
            "--rules" => picture.rules = options.next()?,
            "--position" => picture.position = options.next(),
            "--random" => picture.random = options.next()?.parse().ok(),
            "--moves" => picture.moves = moves(options.next()?),
            "--arrows" => picture.arrows = moves(options.next()?),
            _ => return None,
        }
    }
    (*name == kind.name).then_some(picture)
}

/// What a game is about: how its page begins, or else its summary.
pub(super) fn about(kind: &Kind) -> String {
    let first = blocks(kind.rules_page).into_iter().find_map(|block| match block {
        Block::Paragraph(words) => Some(spans(&words).into_iter().map(|(_, words)| words).collect()),
        _ => None,
    });
    first.unwrap_or_else(|| kind.summary.to_owned())
}

fn lesson(kind: &Kind) -> Vec<Problem> {
    let mut problems = Vec::new();
    // A test reads those of all games.
    let _ = kind.read_positions(kind.lesson, "", &mut |Described { game, operations, .. }| {
        let all = |name| operations.iter().find(|(known, _)| known == name).map(|(_, operands)| operands.clone());
        let words = |name| all(name).unwrap_or_default().join(" ");
        let (position, best) = (game.position_text(), all("bm").unwrap_or_default());
        problems.push(Problem { position, task: words("c0"), told: words("c1"), best });
    });
    problems
}
