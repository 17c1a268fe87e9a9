//! Smart Game Format (FF 4, A. Hollosi), for gomoku (GM 4): squares are two letters, column from the left and row from
//! the top.
//!
//! Comments, variations and the marks of good and bad moves are kept. Of the rest a game's node may hold, what says
//! where and when it was played is kept as tags; drawings, times and the like are skipped. Squares as people write them
//! (`h8`) are read too. Comments keep their lines.

mod write;

pub(super) use write::write;

use super::scanner::Scanner;
use super::{
    FormatError, MOST_MOVES, MOST_NESTED, MOST_TAGS, Place, Ply, Recorded, Variation, payoffs, rewind, stones, tidy,
    tidy_lines,
};
use crate::face::{AnyGame, Kind};
use crate::game::Side;

/// Tags and the properties of a root that hold the same.
const TAGS: [(&str, &str); 4] = [("Event", "EV"), ("Site", "PC"), ("Date", "DT"), ("Round", "RO")];
/// Other texts of a root, kept under their own names.
const TEXTS: [&str; 10] = ["AN", "BR", "BT", "CP", "GC", "GN", "SO", "US", "WR", "WT"];
/// The properties of the players, in the order of the sides.
const PLAYERS: [&str; 2] = ["PB", "PW"];
/// Glyphs and the properties that mark such moves.
const MARKS: [(u8, &str, &str); 6] =
    [(1, "TE", "1"), (2, "BM", "1"), (3, "TE", "2"), (4, "BM", "2"), (5, "IT", ""), (6, "DO", "")];
const SQUARE: &str = "a square of two letters, column and row from the top left, such as B[hh]";

/// Reads the games of a text, one at a time; `rules` hold for what they do not say. Other text before, between and
/// behind them is passed, as in archives of letters: [`text_outside`] finds it.
///
/// # Errors
/// The first mistake: in the form, another game, or a move that is not legal.
pub(super) fn each(kind: &Kind, text: &str, rules: &str, each: &mut dyn FnMut(Recorded)) -> Result<(), FormatError> {
    let mut reader = Reader { scan: Scanner::new(text), moves: 0 };
    reader.scan.skip_space();
    let (begin, mut has_game) = (reader.scan.place(), false);
    while !reader.pass_to_game().1 {
        has_game = true;
        each(reader.game(kind, rules)?);
    }
    let is_empty = text.trim_start_matches('\u{feff}').trim().is_empty();
    if has_game || is_empty { Ok(()) } else { Err(FormatError::at(begin, "no game", "`(;`")) }
}

/// The line on which the first text stands that belongs to no game.
pub fn text_outside(text: &str) -> Option<usize> {
    let mut reader = Reader { scan: Scanner::new(text), moves: 0 };
    loop {
        match reader.pass_to_game() {
            (None, false) => reader.pass_game(),
            (place, _) => return place.map(|(line, _)| line),
        }
    }
}

/// Whether a text has a game, whatever else it has.
pub fn has_game(text: &str) -> bool {
    !Reader { scan: Scanner::new(text), moves: 0 }.pass_to_game().1
}

/// A property of a node.
struct Property {
    name: String,
    place: Place,
    /// The values as they stand, escapes included, each with its place.
    values: Vec<(String, Place)>,
}

impl Property {
    /// The first value.
    fn value(&self) -> (&str, Place) {
        self.values.first().map_or(("", self.place), |(value, place)| (value, *place))
    }
}

struct Reader<'a> {
    scan: Scanner<'a>,
    /// Moves read of this game.
    moves: usize,
}

impl Reader<'_> {
    /// Passes what stands before the next game, and its `(`: where anything stands there, and whether no game comes.
    fn pass_to_game(&mut self) -> (Option<Place>, bool) {
        let mut outside = None;
        loop {
            self.scan.skip_space();
            let place = self.scan.place();
            match self.scan.next() {
                None => return (outside, true),
                Some('(') => {
                    let mut ahead = self.scan.clone();
                    ahead.skip_space();
                    if ahead.take(';') {
                        return (outside, false);
                    }
                }
                Some(_) => {}
            }
            outside = outside.or(Some(place));
        }
    }

    /// Passes a game behind its `(`.
    fn pass_game(&mut self) {
        let (mut open, mut is_value) = (1_usize, false);
        while let Some(c) = if open > 0 { self.scan.next() } else { None } {
            match (c, is_value) {
                ('\\', true) => _ = self.scan.next(),
                ('[', false) => is_value = true,
                (']', true) => is_value = false,
                ('(', false) => open += 1,
                (')', false) => open -= 1,
                _ => {}
            }
        }
    }

    /// Reads what is behind `;`.
    fn node(&mut self) -> Result<Vec<Property>, FormatError> {
        let (mut properties, mut count) = (Vec::new(), 0);
        loop {
            self.scan.skip_space();
            let place = self.scan.place();
            let name = self.scan.take_while(|c| c.is_ascii_alphabetic());
            if name.is_empty() {
                return Ok(properties);
            }
            let mut values = Vec::new();
            loop {
                self.scan.skip_space();
                if !self.scan.take('[') {
                    break;
                }
                let place = self.scan.place();
                let mut value = String::new();
                loop {
                    match self.scan.next() {
                        Some(']') => break,
                        // A line that is broken there is one.
                        Some('\\') => match self.scan.next() {
                            Some('\r') => _ = self.scan.take('\n'),
                            c => value.extend(c.filter(|&c| c != '\n')),
                        },
                        Some(c) => value.push(c),
                        None => return Err(FormatError::at(place, "a value that does not end", "`]`")),
                    }
                }
                count += 1;
                if count > MOST_TAGS {
                    return Err(FormatError::at(place, format!("more than {MOST_TAGS} values of a node"), "fewer"));
                }
                values.push((value, place));
            }
            if values.is_empty() {
                return Err(FormatError::at(place, format!("the property {name} without a value"), "`[…]`"));
            }
            // Before FF[4] names could have lower case letters, which meant nothing.
            let name = name.chars().filter(char::is_ascii_uppercase).collect();
            properties.push(Property { name, place, values });
        }
    }

    /// Reads what is behind the `(` of a game, a node first.
    fn game(&mut self, kind: &Kind, given: &str) -> Result<Recorded, FormatError> {
        self.moves = 0;
        self.scan.skip_space();
        let begin = self.scan.place();
        self.scan.take(';');
        let root = self.node()?;
        let property = |name: &str| root.iter().find(|property| property.name == name);
        let text = |name: &str| property(name).map_or(String::new(), |property| tidy(property.value().0));
        if let Some((number, place)) = property("GM").map(Property::value).filter(|(value, _)| value.trim() != "4") {
            return Err(FormatError::at(place, format!("another game: GM[{}]", tidy(number)), "GM[4], gomoku"));
        }
        let rules = rules_of(kind, given, property("SZ"), property("RU"))?;
        let mut game = start_of(kind, &rules, &root, begin)?;
        let mut recorded = Recorded::beginning(&*game);
        let (mut comment, mut line) = (String::new(), Vec::new());
        self.take(&root, &mut *game, &mut comment, &mut line)?;
        self.tree(&mut *game, &mut comment, &mut line, 0)?;
        let mut players: Vec<String> = PLAYERS.iter().map(|name| text(name)).collect();
        if players.iter().all(String::is_empty) {
            players.clear();
        }
        let tags = TAGS.iter().copied().chain(TEXTS.iter().map(|&name| (name, name)));
        let tags = tags.map(|(tag, name)| (tag.to_owned(), text(name))).filter(|(_, value)| !value.is_empty());
        recorded.tags = tags.collect();
        // The end of a variation may have been read last.
        rewind(&mut *game, 0);
        line.iter().for_each(|ply| _ = game.play(&ply.played));
        let by_rules = payoffs(&*game);
        let told = property("RE").map(|property| (parse_result(property.value().0), property.value().1));
        recorded.payoffs = match (told, by_rules) {
            (Some((Some(told), place)), Some(by_rules)) if told != by_rules => {
                let expected = format!("RE[{}], by the rules of the game", result_text(&by_rules));
                return Err(FormatError::at(place, format!("the result {}", result_text(&told)), expected));
            }
            (_, Some(by_rules)) => Some(by_rules),
            (told, None) => told.and_then(|(told, _)| told),
        };
        Ok(Recorded { players, comment, line, ..recorded })
    }

    /// Reads nodes up to the `)` of a tree, which has begun: the first of several branches is the line itself, whose
    /// depth costs no stack, the others are variations.
    fn tree(
        &mut self,
        game: &mut dyn AnyGame,
        comment: &mut String,
        line: &mut Vec<Ply>,
        nested: usize,
    ) -> Result<(), FormatError> {
        let base = game.ply() - line.len();
        // Where the branches begin that the line has gone into, and, once it is at its end, the last that it left.
        let (mut branches, mut left) = (Vec::<usize>::new(), None::<usize>);
        loop {
            self.scan.skip_space();
            let place = self.scan.place();
            match (self.scan.next(), left) {
                (Some(';'), None) => {
                    let node = self.node()?;
                    self.take(&node, game, comment, line)?;
                }
                (Some('('), None) => branches.push(line.len()),
                (Some('('), Some(at)) => {
                    if nested == MOST_NESTED {
                        let problem = format!("more than {MOST_NESTED} variations inside each other");
                        return Err(FormatError::at(place, problem, "fewer"));
                    }
                    rewind(game, base + at);
                    let (mut comment, mut variation) = (String::new(), Vec::<Ply>::new());
                    self.tree(game, &mut comment, &mut variation, nested + 1)?;
                    rewind(game, base + at);
                    match line.get_mut(at) {
                        Some(ply) if !variation.is_empty() => {
                            ply.variations.push(Variation { comment, line: variation });
                        }
                        // The first branch had no moves: this one is the line.
                        None => *line = std::mem::take(line).into_iter().chain(variation).collect(),
                        Some(_) => {}
                    }
                }
                (Some(')'), _) => match branches.pop() {
                    Some(at) => left = Some(at),
                    None => return Ok(()),
                },
                (Some(c), _) => {
                    let problem = format!("`{}` where a node or a branch is expected", c.escape_default());
                    return Err(FormatError::at(place, problem, "`;`, `(` or `)`"));
                }
                (None, _) => return Err(FormatError::at(place, "a game that does not end", "`)`")),
            }
        }
    }

    /// Plays the move of a node and takes note of what is said about it.
    fn take(
        &mut self,
        node: &[Property],
        game: &mut dyn AnyGame,
        comment: &mut String,
        line: &mut Vec<Ply>,
    ) -> Result<(), FormatError> {
        for property in node {
            let Some(side) = ["B", "W"].iter().position(|name| *name == property.name) else { continue };
            let (text, place) = property.value();
            let turn = game.side_to_move();
            self.moves += 1;
            if game.outcome().is_some() || self.moves > MOST_MOVES {
                return Err(FormatError::at(place, "a move after the end of the game", "`)`"));
            }
            if side != turn.index() {
                let problem = format!("a move of {}", game.kind().side_name(Side::new(side)));
                return Err(FormatError::at(place, problem, format!("one of {}", game.side_name())));
            }
            let m = parse_square(game, text.trim()).map_err(|problem| {
                let problem = format!("move {}, {:?}: {problem}", game.ply() + 1, tidy(text));
                FormatError::at(place, problem, SQUARE)
            })?;
            // It has just been read as a legal one.
            let _ = game.play(&m);
            line.push(Ply::plain(m));
        }
        for property in node {
            let (value, place) = property.value();
            let mark = MARKS.iter().find(|(_, name, emphasis)| {
                *name == property.name && (emphasis.is_empty() || (value.trim() == "2") == (*emphasis == "2"))
            });
            match (property.name.as_str(), line.last_mut(), mark) {
                ("C", last, _) => {
                    let comment = last.map_or(&mut *comment, |ply| &mut ply.comment);
                    let text = tidy_lines(value);
                    if !comment.is_empty() && !text.is_empty() {
                        comment.push(' ');
                    }
                    *comment += &text;
                }
                (_, Some(ply), Some(&(glyph, ..))) => ply.glyphs.push(glyph),
                ("AB" | "AW" | "AE" | "PL", Some(_), _) => {
                    return Err(FormatError::at(place, "stones set up behind moves", "set up in the first node alone"));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Reads a square in either spelling as a legal move.
fn parse_square(game: &dyn AnyGame, text: &str) -> Result<String, String> {
    let letters: Vec<usize> = text.bytes().filter(u8::is_ascii_lowercase).map(|c| usize::from(c - b'a')).collect();
    let parsed = match letters[..] {
        [x, y] if text.len() == 2 => stones::parse(game, x, y),
        _ if text.is_empty() => return Err("a pass, which the game does not have".into()),
        _ => game.parse_move(text),
    };
    parsed.map_err(stones::problem)
}

/// The rules that a root tells.
fn rules_of(kind: &Kind, given: &str, size: Option<&Property>, rule: Option<&Property>) -> Result<String, FormatError> {
    let mut rules = given.to_owned();
    if let Some(property) = rule {
        let text = tidy(property.value().0).to_ascii_lowercase();
        // What is neither rules nor the name of one is somebody's remark.
        let parsed = kind.rules(&text).or_else(|_| kind.rules(&format!("rule={text}")));
        rules = parsed.unwrap_or(rules);
    }
    let Some(property) = size else { return Ok(rules) };
    let (text, place) = property.value();
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    match (width.trim().parse(), height.trim().parse()) {
        (Ok(width), Ok(height)) => stones::rules(kind, &rules, (width, height), place),
        _ => Err(FormatError::at(place, format!("the size {:?}", tidy(text)), "SZ[15] or SZ[20:15]")),
    }
}

/// The position that a root sets up.
fn start_of(kind: &Kind, rules: &str, root: &[Property], begin: Place) -> Result<Box<dyn AnyGame>, FormatError> {
    let size = stones::size(rules);
    let mut set = Vec::<(usize, usize, usize)>::new();
    for (side, name) in ["AB", "AW"].into_iter().enumerate() {
        for (text, place) in root.iter().filter(|property| property.name == name).flat_map(|property| &property.values)
        {
            let letters: Vec<usize> = text.trim().bytes().map(|c| usize::from(c.wrapping_sub(b'a'))).collect();
            match letters[..] {
                [x, y] if x < size.0 && y < size.1 && !set.iter().any(|&(a, b, _)| (a, b) == (x, y)) => {
                    set.push((x, y, side));
                }
                _ => return Err(FormatError::at(*place, format!("no free square: {:?}", tidy(text)), SQUARE)),
            }
        }
    }
    let count = |side: usize| set.iter().filter(|stone| stone.2 == side).count();
    let turn = match root.iter().find(|property| property.name == "PL").map(|property| property.value().0.trim()) {
        Some("W" | "w" | "2") => 1,
        Some(_) => 0,
        None => usize::from(count(0) > count(1)),
    };
    let is_usual = set.is_empty() && turn == 0;
    let position = (!is_usual).then(|| stones::position_text(size, &set, turn));
    kind.start(rules, position.as_deref()).map_err(|error| FormatError::at(begin, error.problem, error.expected))
}

/// What each side gets; none for a game without a result.
fn parse_result(text: &str) -> Option<Vec<i8>> {
    let text = text.trim().to_ascii_lowercase();
    match text.as_str() {
        "0" | "draw" => Some(vec![0, 0]),
        _ if text.starts_with("b+") => Some(vec![1, -1]),
        _ if text.starts_with("w+") => Some(vec![-1, 1]),
        _ => None,
    }
}

fn result_text(payoffs: &[i8]) -> &'static str {
    match payoffs {
        [1, _] => "B+",
        [_, 1] => "W+",
        _ => "0",
    }
}
