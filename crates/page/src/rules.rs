//! The rules of a game for the page: its own page of the documents, and its first lesson.

use crate::markdown::{Block, Style, blocks, spans};
use crate::question::{answer, kind_of, parse};
use manyply::face::{Kind, Registry};
use manyply::formats::epd::Described;
use manyply_arena::service::QueryError;
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
pub(super) fn rules(games: &Registry, body: &[u8]) -> Result<String, QueryError> {
    let kind = kind_of(games, &parse::<Question>(body)?.game)?;
    Ok(answer(&Rules { page: page(kind), lesson: lesson(kind) }))
}

fn page(kind: &Kind) -> Vec<Value> {
    // The rest is for programmers.
    let rules = kind.rules_page.split("\n## For programmers").next().unwrap_or_default();
    let (mut page, mut section) = (Vec::new(), Vec::new());
    if rules.is_empty() {
        let options = kind.options.iter().map(|option| json!(["li", option]));
        section = vec![vec!["p".into(), kind.summary.into()], [Value::from("ul")].into_iter().chain(options).collect()];
    }
    for block in blocks(rules) {
        let element = match block {
            Block::Title(_) | Block::Gap => continue,
            Block::Heading(words) => {
                close(&mut page, std::mem::take(&mut section));
                element("h3", words)
            }
            Block::Paragraph(words) => element("p", &words),
            // The commands of examples: pictures play the games.
            Block::Code(lines) if lines.iter().all(|line| line.starts_with("manyply ")) => continue,
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

/// What a game is about: the first sentence of its page, or else its summary.
pub(super) fn about(kind: &Kind) -> String {
    let first = blocks(kind.rules_page).into_iter().find_map(|block| match block {
        Block::Paragraph(words) => Some(spans(&words).into_iter().map(|(_, words)| words).collect::<String>()),
        _ => None,
    });
    let sentence = first.as_deref().and_then(|words| words.split_inclusive(". ").next());
    sentence.unwrap_or(kind.summary).trim_end().to_owned()
}

fn lesson(kind: &Kind) -> Vec<Problem> {
    let mut problems = Vec::new();
    // A test reads those of all games.
    let _ = kind.read_positions(kind.lesson, "", &mut |described: Described| {
        let all = |name| described.operands(name).unwrap_or_default();
        let [task, told] = ["c0", "c1"].map(|name| all(name).join(" "));
        problems.push(Problem { position: described.game.position_text(), task, told, best: all("bm").to_vec() });
    });
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyply::face::Setup;
    use manyply::games::registry;

    const NAMES: [&str; 15] =
        ["h3", "p", "ul", "ol", "li", "table", "tr", "th", "td", "pre", "b", "code", "figure", "details", "summary"];

    /// Calls `each` with all elements.
    fn visit(element: &Value, each: &mut dyn FnMut(&[Value])) {
        if let Value::Array(parts) = element {
            each(parts);
            parts.iter().for_each(|part| visit(part, each));
        }
    }

    #[test]
    fn pages_are_elements_with_boards_that_can_be_shown() {
        for kind in registry().all() {
            let (mut boards, mut played) = (0, 0);
            for element in page(kind) {
                visit(&element, &mut |parts| {
                    let name = parts[0].as_str().filter(|name| NAMES.contains(name));
                    if name.is_none() && !parts.iter().all(Value::is_string) {
                        panic!("{}: {parts:?}", kind.name);
                    }
                    let Some("figure") = name else { return };
                    let text = |name: &str| parts[1][name].as_str().map(str::to_owned);
                    let words = |name: &str| -> Vec<String> {
                        let all = parts[1][name].as_array().expect("moves").iter();
                        all.filter_map(|text| text.as_str().map(str::to_owned)).collect()
                    };
                    let setup = Setup {
                        rules: text("rules").unwrap_or_default(),
                        position: text("position"),
                        random: parts[1]["random"].as_u64(),
                        moves: words("moves").join(" "),
                    };
                    let game = kind.begin(&setup).unwrap_or_else(|error| panic!("{}: {error}", kind.name));
                    assert!(words("arrows").iter().all(|text| game.legal_moves().contains(text)), "{parts:?}");
                    boards += 1;
                    played += usize::from(game.ply() > 0);
                });
            }
            assert!(boards >= 2 && played >= 2, "{}: {boards} boards, {played} played", kind.name);
            assert!(!about(kind).is_empty() && lesson(kind).len() == 5);
        }
    }

    #[test]
    fn a_page_cannot_name_its_elements() {
        assert_eq!(
            element("p", "a <b> `<i>` **c**"),
            [json!("p"), json!("a <b> "), json!(["code", "<i>"]), json!(" "), json!(["b", "c"])]
        );
        assert!(picture(Kind::of::<manyply::games::hop::Hop>(), "x", &["manyply", "show", "chess"]).is_none());
        assert!(picture(Kind::of::<manyply::games::hop::Hop>(), "x", &["rm", "-r", "hop"]).is_none());
    }
}
