//! Portable Game Notation (S. J. Edwards, 1994), for every game.
//!
//! Moves are in the game's own notation or, where pieces have letters, in chess's (SAN). The start stands in the tag
//! `FEN`; `Variant` names the game and `Rules` its options. Players stand in tags with the names of the sides. A result
//! lists the points of the sides, White's first where two sides play and one is called White, else in the order of
//! moving: `1-0`, `1/2-1/2`, and `1-1/2-0` where three play and the third side only watched the second one lose.
//!
//! Comments (`{…}` and `;…`), glyphs (`$1`, `!?`) and variations are kept; lines that begin with `%` are skipped.

mod write;

pub(super) use write::write;

use super::scanner::Scanner;
use super::{
    FormatError, MOST_MOVES, MOST_NESTED, MOST_TAGS, Place, Ply, Recorded, Variation, payoffs, play, rewind, tidy,
};
use crate::face::pasted::without_number;
use crate::face::{AnyGame, Kind};
use crate::game::Side;

/// The tags that are written for a game in any case, before those of the players.
const ROSTER: [(&str, &str); 4] = [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
/// Suffixes of moves and the glyphs that they stand for.
const SUFFIXES: [(&str, u8); 6] = [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)];
/// What a side gets, and how a result says it.
const POINTS: [(i8, &str); 3] = [(1, "1"), (0, "1/2"), (-1, "0")];

/// The game that the first tag `Variant` names, in lower case.
pub fn variant(text: &str) -> Option<String> {
    let mut reader = Reader { scan: Scanner::new(text), moves: 0 };
    let tags = reader.tags().ok()?;
    tags.into_iter().find(|tag| tag.name == "Variant").map(|tag| tag.value.to_ascii_lowercase())
}

/// Reads the games of a text, one at a time. Those that name no `Rules` are under `rules`.
///
/// # Errors
/// The first mistake: in the form, in a text of the game, or a move that is not legal.
pub(super) fn each(kind: &Kind, text: &str, rules: &str, each: &mut dyn FnMut(Recorded)) -> Result<(), FormatError> {
    let mut reader = Reader { scan: Scanner::new(text), moves: 0 };
    while !reader.is_at_end() {
        each(reader.game(kind, rules)?);
    }
    Ok(())
}

/// The sides in the order of their points in a result.
fn seats(kind: &Kind) -> Vec<Side> {
    let mut sides: Vec<Side> = Side::all(kind.sides).collect();
    if let [first, second] = sides[..]
        && kind.side_name(second) == "White"
    {
        sides = vec![second, first];
    }
    sides
}

/// A side's name as a tag has it.
fn player_tag(kind: &Kind, side: Side) -> String {
    let (first, rest) = kind.side_name(side).split_at(1);
    first.to_ascii_uppercase() + rest
}

/// What each side gets by a result; the inner `None` stands for `*`.
fn parse_result(kind: &Kind, text: &str) -> Option<Option<Vec<i8>>> {
    if text == "*" {
        return Some(None);
    }
    // As some programs write them.
    let text = text.replace('½', "1/2").replace([':', '–'], "-");
    let points = text.split('-').map(|point| POINTS.iter().find(|(_, known)| *known == point));
    let points = points.map(|found| found.map(|&(payoff, _)| payoff)).collect::<Option<Vec<i8>>>()?;
    let mut payoffs = vec![0; kind.sides];
    for (side, &payoff) in seats(kind).into_iter().zip(&points) {
        payoffs[side.index()] = payoff;
    }
    (points.len() == kind.sides && kind.may_pay(&payoffs)).then_some(Some(payoffs))
}

/// A result as PGN has it; `*` if there is none.
fn result_text(kind: &Kind, payoffs: Option<&[i8]>) -> String {
    let Some(payoffs) = payoffs else { return "*".to_owned() };
    let point = |side: Side| {
        let payoff = payoffs.get(side.index()).copied().unwrap_or(0);
        POINTS.iter().find(|(known, _)| *known == payoff).map_or("1/2", |&(_, text)| text)
    };
    seats(kind).into_iter().map(point).collect::<Vec<_>>().join("-")
}

struct Tag {
    name: String,
    value: String,
    /// Where the name and the value are.
    places: (Place, Place),
}

struct Reader<'a> {
    scan: Scanner<'a>,
    /// Moves read of this game.
    moves: usize,
}

/// How a line of moves ended.
enum End {
    /// By a result, a new game, or the end of the text.
    Game(Option<(String, Place)>),
    /// By the parenthesis of a variation.
    Variation,
}

impl<'a> Reader<'a> {
    fn is_at_end(&mut self) -> bool {
        self.skip_filler();
        self.scan.peek().is_none()
    }

    /// Passes white space and the lines that are for other programs.
    fn skip_filler(&mut self) {
        loop {
            self.scan.skip_space();
            if self.scan.peek() != Some('%') || self.scan.place().1 != 1 {
                return;
            }
            self.scan.take_while(|c| c != '\n');
        }
    }

    /// Reads the tags of a game. One that is there already, or the first of the roster behind an empty line, begins
    /// another game.
    fn tags(&mut self) -> Result<Vec<Tag>, FormatError> {
        let (mut tags, mut last) = (Vec::<Tag>::new(), usize::MAX);
        self.skip_filler();
        loop {
            let is_apart = self.scan.place().0 > last.saturating_add(1);
            let before = self.scan.clone();
            if !self.scan.take('[') {
                break;
            }
            self.scan.skip_space();
            let named = self.scan.place();
            let name = self.scan.take_while(|c| c.is_alphanumeric() || c == '_').to_owned();
            let is_next_game = tags.iter().any(|tag| tag.name == name) || (name == ROSTER[0].0 && is_apart);
            if is_next_game {
                self.scan = before;
                break;
            }
            self.scan.skip_space();
            if name.is_empty() || !self.scan.take('"') {
                return Err(FormatError::at(self.scan.place(), "a tag of another form", "[Name \"value\"]"));
            }
            let begun = self.scan.place();
            let mut value = String::new();
            loop {
                match self.scan.next() {
                    Some('"') => break,
                    Some('\\') => value.extend(self.scan.next()),
                    Some('\n') | None => {
                        return Err(FormatError::at(begun, "a value that does not end", "`\"` on the same line"));
                    }
                    Some(c) => value.push(c),
                }
            }
            self.scan.skip_space();
            if !self.scan.take(']') {
                return Err(FormatError::at(self.scan.place(), "a tag that does not end", "`]`"));
            }
            if tags.len() == MOST_TAGS {
                return Err(FormatError::at(named, format!("more than {MOST_TAGS} tags of a game"), "fewer"));
            }
            tags.push(Tag { name, value: tidy(&value), places: (named, begun) });
            last = self.scan.place().0;
            self.skip_filler();
        }
        Ok(tags)
    }

    fn game(&mut self, kind: &Kind, rules: &str) -> Result<Recorded, FormatError> {
        self.moves = 0;
        let tags = self.tags()?;
        let value = |name: &str| tags.iter().find(|tag| tag.name == name);
        if let Some(tag) = value("Variant").filter(|tag| !tag.value.eq_ignore_ascii_case(kind.name)) {
            return Err(FormatError::at(tag.places.1, format!("a game of {:?}", tag.value), kind.name));
        }
        let wrong = |what: &str, tag: &Tag, error| FormatError::of_text(tag.places.1, what, error);
        let rules = match value("Rules") {
            Some(tag) => kind.rules(&tag.value).map_err(|error| wrong("Rules", tag, error))?,
            None => rules.to_owned(),
        };
        let fen = value("FEN");
        let start = kind.start(&rules, fen.map(|tag| tag.value.as_str()));
        let mut game = start.map_err(|error| match fen {
            Some(tag) => wrong("FEN", tag, error),
            None => FormatError::of_text((1, 1), "rules", error),
        })?;
        let mut recorded = Recorded::beginning(&*game);
        let names: Vec<String> = Side::all(kind.sides).map(|side| player_tag(kind, side)).collect();
        let players = names.iter().map(|name| value(name).map_or(String::new(), |tag| known(&tag.value)));
        let players: Vec<String> = players.collect();
        let mut result = value("Result").map(|tag| (tag.value.clone(), tag.places.1));
        let (mut comment, mut line, end) = self.line(&mut *game, 0)?;
        if let End::Game(Some(told)) = end {
            result = Some(told);
            // What is said behind the result is said of the end.
            self.skip_filler();
            while let Some(text) = self.comment()? {
                add_comment(line.last_mut().map_or(&mut comment, |ply| &mut ply.comment), text);
                self.skip_filler();
            }
        }
        let by_rules = payoffs(&*game);
        recorded.payoffs = match result {
            None => by_rules,
            Some((text, place)) => {
                let told = parse_result(kind, &text);
                let expected = || format!("{}, or * for a game that goes on", result_text(kind, Some(&[1, -1])));
                let told = told.ok_or_else(|| FormatError::at(place, format!("the result {text:?}"), expected()))?;
                if let (Some(told), Some(by_rules)) = (&told, &by_rules)
                    && told != by_rules
                {
                    let expected = format!("{}, by the rules of the game", result_text(kind, Some(by_rules)));
                    return Err(FormatError::at(place, format!("the result {text}"), expected));
                }
                by_rules.or(told)
            }
        };
        let is_kept = |tag: &Tag| {
            let roster = ROSTER.iter().any(|(name, _)| *name == tag.name);
            let own = ["Variant", "Rules", "FEN", "SetUp", "Result"].contains(&tag.name.as_str());
            !roster && !own && !names.contains(&tag.name)
        };
        // What is always written comes first, and once.
        let roster = ROSTER.iter().filter_map(|(name, unknown)| value(name).filter(|tag| tag.value != *unknown));
        let others = tags.iter().filter(|tag| is_kept(tag));
        recorded.tags = roster.chain(others).map(|tag| (tag.name.clone(), tag.value.clone())).collect();
        recorded.players = if players.iter().all(String::is_empty) { Vec::new() } else { players };
        Ok(Recorded { comment, line, ..recorded })
    }

    /// Reads moves from the present position on and plays them.
    fn line(&mut self, game: &mut dyn AnyGame, nested: usize) -> Result<(String, Vec<Ply>, End), FormatError> {
        let (mut before, mut line) = (String::new(), Vec::<Ply>::new());
        loop {
            self.skip_filler();
            let place = self.scan.place();
            match self.scan.peek() {
                None | Some('[') if nested == 0 => return Ok((before, line, End::Game(None))),
                None | Some('[') => return Err(FormatError::at(place, "a variation that does not end", "`)`")),
                Some('{' | ';') => {
                    let text = self.comment()?.unwrap_or_default();
                    add_comment(line.last_mut().map_or(&mut before, |ply| &mut ply.comment), text);
                }
                Some('(') => {
                    self.scan.next();
                    let Some(last) = line.last_mut() else {
                        return Err(FormatError::at(place, "a variation before any move", "a move"));
                    };
                    if nested == MOST_NESTED {
                        let problem = format!("more than {MOST_NESTED} variations inside each other");
                        return Err(FormatError::at(place, problem, "fewer"));
                    }
                    last.variations.extend(self.variation(game, nested)?);
                }
                Some(')') if nested > 0 => {
                    self.scan.next();
                    return Ok((before, line, End::Variation));
                }
                Some('$') => {
                    self.scan.next();
                    let glyph = self.scan.take_while(|c| c.is_ascii_digit()).parse();
                    match (glyph, line.last_mut()) {
                        (Ok(glyph), Some(last)) => last.glyphs.push(glyph),
                        (Ok(_), None) => return Err(FormatError::at(place, "a glyph before any move", "a move")),
                        (Err(_), _) => return Err(FormatError::at(place, "a glyph of another form", "$0 to $255")),
                    }
                }
                Some(')' | '}' | ']') => {
                    let c = self.scan.next().unwrap_or_default();
                    return Err(FormatError::at(place, format!("`{c}` that ends nothing"), "a move or a result"));
                }
                Some(_) => {
                    // A result within a variation says nothing of the game.
                    let result = self.word(game, &mut line)?.filter(|_| nested == 0);
                    if let Some(result) = result {
                        return Ok((before, line, End::Game(Some((result, place)))));
                    }
                }
            }
        }
    }

    /// Reads a comment, if one comes next.
    fn comment(&mut self) -> Result<Option<&'a str>, FormatError> {
        if self.scan.take('{') {
            self.scan.until('}', "a comment").map(Some)
        } else if self.scan.take(';') {
            Ok(Some(self.scan.take_while(|c| c != '\n')))
        } else {
            Ok(None)
        }
    }

    /// Reads an alternative to the last move; none if it has no moves.
    fn variation(&mut self, game: &mut dyn AnyGame, nested: usize) -> Result<Option<Variation>, FormatError> {
        let played = game.take_back();
        let before = game.ply();
        let (comment, line, _) = self.line(game, nested + 1)?;
        rewind(game, before);
        // It was legal there.
        let _ = played.map(|m| game.play(&m));
        Ok((!line.is_empty()).then_some(Variation { comment, line }))
    }

    /// Reads a word: a move, a move's number, a glyph, or a result, which is returned.
    fn word(&mut self, game: &mut dyn AnyGame, line: &mut Vec<Ply>) -> Result<Option<String>, FormatError> {
        let (row, column) = self.scan.place();
        // A result may stand close behind a move.
        let word = if self.scan.take('*') {
            "*"
        } else {
            self.scan.take_while(|c| !c.is_whitespace() && !"{}()[];$*".contains(c))
        };
        if parse_result(game.kind(), word).is_some() {
            return Ok(Some(word.to_owned()));
        }
        let text = without_number(word, game.kind().has_number_moves());
        let place = (row, column + word.chars().count() - text.chars().count());
        let bare = text.trim_end_matches(['!', '?']);
        let glyph = match &text[bare.len()..] {
            "" => None,
            suffix => {
                let known = SUFFIXES.iter().find(|(known, _)| *known == suffix);
                let expected = "! ? !! ?? !? or ?!";
                let problem = || FormatError::at(place, format!("the suffix {suffix:?}"), expected);
                Some(known.ok_or_else(problem)?.1)
            }
        };
        let bare = bare.trim_end_matches(['+', '#']);
        if !bare.is_empty() {
            self.moves += 1;
            if self.moves > MOST_MOVES {
                return Err(FormatError::at(place, format!("more than {MOST_MOVES} moves in a game"), "fewer"));
            }
            let what = format!("move {} of its line, {bare:?}", game.ply() + 1);
            let m = play(game, bare).map_err(|error| FormatError::of_move(place, &what, error))?;
            line.push(Ply::plain(m));
        }
        match (glyph, line.last_mut()) {
            (Some(glyph), Some(last)) => last.glyphs.push(glyph),
            (Some(_), None) => return Err(FormatError::at(place, "a glyph before any move", "a move")),
            (None, _) => {}
        }
        Ok(None)
    }
}

/// What a tag says, if that is not a question mark.
fn known(value: &str) -> String {
    if value == "?" { String::new() } else { value.to_owned() }
}

fn add_comment(comment: &mut String, text: &str) {
    let text = tidy(text);
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    *comment += &text;
}
