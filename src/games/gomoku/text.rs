//! Texts and pictures: options, positions, moves.
//!
//! A position's text does not say which stone was played last. A board that can be the end of a game is read as one
//! (all winning runs of the side that moved last go through one stone, and the side to move has none); any other goes
//! on. Where that is not what happened, because the board was set up with runs on it, a third field says so: `won` or
//! `open`.

use super::foreign;
use super::patterns::Patterns;
use super::patterns::pattern4::Pattern4;
use super::position::Gomoku;
use super::rules::{CONNECT, Rule, Rules, SIZE};
use super::square::{Direction, MAX_SIZE, Square};
use super::stones::Stones;
use crate::game::TextErrorKind::{Illegal, Impossible, Number, Option as UnknownOption, Shape, Symbol};
use crate::game::{
    Ending, Figure, Foreign, Ink, Mark, Notation, Picture, Position, Shade, Side, Style, TextError, Threat, Variant,
    edited_rows, options, rows_text, words,
};
use std::ops::RangeInclusive;

const LETTERS: [char; 2] = ['x', 'o'];
const INKS: [Ink; 2] = [Ink::Black, Ink::White];
const RULES: [(&str, Rule); 3] = [("freestyle", Rule::Freestyle), ("standard", Rule::Standard), ("renju", Rule::Renju)];
/// What the third field of a position says: whether the side that moved last has won.
const ENDINGS: [(&str, bool); 2] = [("won", true), ("open", false)];
const ROWS: &str = "1 to 20 rows of 1 to 20 squares (x, o, numbers of empty ones), all equally long, joined by '/'";
const SQUARE: &str = "a square: column letter from the left, row number from the bottom";

impl Notation for Gomoku {
    const NAME: &'static str = "gomoku";
    const SUMMARY: &'static str = "five stones in a row win: freestyle, standard or renju, any board up to 20x20";
    const OPTIONS: &'static [&'static str] =
        &["rule=freestyle|standard|renju", "connect=5|3..19", "size=15|N|WxH, each 1..20"];
    const RULES_PAGE: &'static str = include_str!("../../../docs/reference/rules/gomoku.md");
    const LESSON: &'static str = include_str!("../../../docs/reference/rules/gomoku.epd");

    const SAMPLES: &'static [(&'static str, u32)] = super::samples::SAMPLES;

    fn parse_rules(text: &str) -> Result<Rules, TextError> {
        let mut rules = Rules::default();
        options(text, &mut |name, value| {
            let at = name.len() + 2;
            match name {
                "rule" => {
                    let known = RULES.iter().find(|(text, _)| *text == value);
                    let problem = || TextError::new(UnknownOption, at, format!("no rule '{value}'"), rule_names());
                    rules.rule = known.ok_or_else(problem)?.1;
                }
                "connect" => rules.connect = number(value, CONNECT).map_err(|error| error.at(at))?,
                "size" => (rules.width, rules.height) = size(value).map_err(|error| error.at(at))?,
                _ => {
                    let problem = format!("gomoku has no option '{name}'");
                    return Err(TextError::new(UnknownOption, 1, problem, "rule, connect or size"));
                }
            }
            Ok(())
        })?;
        if rules.rule == Rule::Renju && rules.connect != Rules::default().connect {
            let problem = format!("renju with connect={}", rules.connect);
            return Err(TextError::new(UnknownOption, 1, problem, "connect=5: renju forbids threes and fours"));
        }
        Ok(rules)
    }

    fn rules_text(rules: &Rules) -> String {
        let Rules { rule, connect, width, height } = *rules;
        let rule = RULES.iter().find(|(_, known)| *known == rule).map_or("", |(name, _)| name);
        let size = if width == height { width.to_string() } else { format!("{width}x{height}") };
        format!("rule={rule},connect={connect},size={size}")
    }

    fn parse_position(text: &str, rules: &Rules) -> Result<Self, TextError> {
        let end = text.chars().count() + 1;
        let mut fields = words(text);
        let mut field = |expected: &'static str| {
            fields.next().ok_or_else(|| TextError::new(Shape, end, "the text ends too early", expected))
        };
        let (column, board) = field(ROWS)?;
        let (stones, width, height) = parse_board(board).map_err(|error| error.at(column))?;
        let (column, side) = field("the side to move, x or o")?;
        let side = match side {
            "x" => Side::FIRST,
            "o" => Side::SECOND,
            _ => return Err(TextError::new(Symbol, column, format!("no side '{side}'"), "x or o")),
        };
        let rules = Rules { width, height, ..*rules };
        let position = Self::new(rules, stones, side, false);
        let won = match fields.next() {
            None => position.looks_won(),
            Some((column, text)) => {
                let error = |kind, problem| TextError::new(kind, column, problem, "'won', 'open' or nothing more");
                let known = ENDINGS.iter().find(|(name, _)| *name == text);
                let &(_, won) = known.ok_or_else(|| error(Shape, format!("'{text}' after the side to move")))?;
                if won && !position.has_run(side.other()) {
                    return Err(error(
                        Impossible,
                        format!("won, but {} has no winning run", Self::side_name(side.other())),
                    ));
                }
                won
            }
        };
        if let Some((column, rest)) = fields.next() {
            return Err(TextError::new(Shape, column, format!("'{rest}' after the position"), "nothing more"));
        }
        Ok(Self::new(rules, stones, side, won))
    }

    fn position_text(&self) -> String {
        let letter = |x, y| self.stone(Square::at(x, y)).map(|side| LETTERS[side.index()]);
        let rows = (0..self.height()).map(|y| (0..self.width()).map(move |x| letter(x, y)));
        let mut text = format!("{} {}", rows_text(rows), LETTERS[self.side_to_move().index()]);
        if self.is_won() != self.looks_won() {
            let ending = ENDINGS.iter().find(|(_, won)| *won == self.is_won()).map_or("", |(name, _)| name);
            text = format!("{text} {ending}");
        }
        text
    }

    fn parse_move(&self, text: &str) -> Result<Square, TextError> {
        let error = |kind, column, problem: String| Err(TextError::new(kind, column, problem, SQUARE));
        let mut letters = text.chars();
        let x = match letters.next() {
            Some(letter) if letter.is_ascii_alphabetic() => usize::from(letter.to_ascii_lowercase() as u8 - b'a'),
            Some(letter) => return error(Symbol, 1, format!("'{}' is no column", letter.escape_default())),
            None => return error(Shape, 1, "no square".to_owned()),
        };
        if x >= self.width() {
            return error(Number, 1, format!("column '{}' is not on the board", &text[..1]));
        }
        let row = number(letters.as_str(), 1..=self.rules().height).map_err(|error| error.at(2))?;
        let square = Square::at(x, self.height() - usize::from(row));
        if self.is_legal(square) {
            return Ok(square);
        }
        let why = if self.outcome().is_some() {
            "the game is over"
        } else if self.is_empty(square) {
            "forbidden to Black"
        } else {
            "there is a stone"
        };
        Err(TextError::new(Illegal, 1, format!("{text} is not legal: {why}"), "an empty square"))
    }

    fn move_text(&self, m: Square) -> String {
        format!("{}{}", file(m.x()), self.height() - m.y())
    }

    /// Words, and in each of them every letter begins a move: `h8h9 i8`.
    fn split_moves(text: &str) -> Vec<(usize, &str)> {
        let mut moves = Vec::new();
        for (column, word) in words(text) {
            let mut begin = (0, 0);
            for (count, (at, letter)) in word.char_indices().enumerate() {
                if letter.is_alphabetic() && count > 0 {
                    moves.push((column + begin.0, &word[begin.1..at]));
                    begin = (count, at);
                }
            }
            moves.push((column + begin.0, &word[begin.1..]));
        }
        moves
    }

    const PROTOCOLS: &'static [Foreign] = foreign::PROTOCOLS;

    fn foreign_position_text(&self, _protocol: Foreign) -> String {
        foreign::position_text(self)
    }

    fn foreign_move_text(&self, m: Square, _protocol: Foreign) -> String {
        foreign::move_text(m)
    }

    fn parse_foreign_move(&self, text: &str, _protocol: Foreign) -> Result<Square, TextError> {
        foreign::parse_move(self, text)
    }

    fn side_name(side: Side) -> &'static str {
        ["Black", "White"][side.index()]
    }

    fn move_tiles(&self, m: Square) -> Vec<usize> {
        vec![self.width() * m.y() + m.x()]
    }

    fn ending(&self, last: Option<Square>) -> Option<Ending> {
        if !self.is_won() {
            let why = if self.empty_squares() == 0 { "the board is full" } else { "every empty square is forbidden" };
            return Some(Ending::new(why, []));
        }
        let side = self.side_to_move().other();
        let (stones, runs) = (self.stones(side), self.rules().winning_runs(side));
        let all = stones.squares().filter(|&square| last.is_none_or(|last| last == square));
        let ways = all.flat_map(|square| Direction::ALL.map(|direction| (square, direction)));
        let (square, direction) = ways.into_iter().find(|&(square, way)| runs.contain(stones.run(square, way)))?;
        let to = |steps: i32| square.step(direction, steps, self.width(), self.height());
        let along = |way: i32| (1..).map_while(move |steps| to(way * steps)).take_while(|&at| stones.contains(at));
        let mut run: Vec<usize> =
            along(-1).chain([square]).chain(along(1)).flat_map(|at| self.move_tiles(at)).collect();
        run.sort_unstable();
        let count = run.len();
        let words = ["three", "four", "five", "six"].get(count.wrapping_sub(3));
        let why = format!("{} in a row", words.map_or(count.to_string(), |&word| word.to_owned()));
        Some(Ending::new(why, run))
    }

    const FIGURES: &'static [(&'static str, Figure)] = &[
        ("x", Figure { ink: INKS[0], owner: None, letter: LETTERS[0], glyph: '●' }),
        ("o", Figure { ink: INKS[1], owner: None, letter: LETTERS[1], glyph: '●' }),
    ];

    fn edited(text: &str, tile: usize, figure: Option<&str>) -> Option<String> {
        edited_rows(text, tile, 1, figure)
    }

    fn picture(&self) -> Picture {
        let files: Vec<String> = (0..self.width()).map(|x| file(x).to_string()).collect();
        let ranks: Vec<String> = (1..=self.height()).rev().map(|rank| rank.to_string()).collect();
        let mut picture = Picture::grid(&files, &ranks, |x, y| {
            let stone = self.stone(Square::at(x, y));
            let figure = stone.map(|side| Figure {
                ink: INKS[side.index()],
                letter: LETTERS[side.index()],
                glyph: '●',
                owner: None,
            });
            (Shade::Light, figure)
        });
        picture.style = Style::Intersections;
        for (x, y) in (0..self.height()).flat_map(|y| (0..self.width()).map(move |x| (x, y))) {
            let (square, tile) = (Square::at(x, y), self.width() * y + x);
            if is_star(x, y, self.width(), self.height()) {
                picture.marks.push((tile, Mark::Star));
            }
            let may_be = self.outcome().is_none() && self.side_to_move() == Side::FIRST && self.is_empty(square);
            if may_be && self.is_forbidden(square) {
                picture.marks.push((tile, Mark::Forbidden));
            }
        }
        picture
    }

    /// Fives, and fours that no single stone stops.
    fn threats(&self) -> Vec<(usize, Side, Threat)> {
        if !self.has_patterns() || self.outcome().is_some() {
            return Vec::new();
        }
        let patterns = Patterns::of(self);
        let mut threats = Vec::new();
        for square in (0..self.height()).flat_map(|y| (0..self.width()).map(move |x| Square::at(x, y))) {
            for side in Side::all(2).filter(|_| self.is_empty(square)) {
                let threat = match patterns.pattern4(side, square) {
                    Pattern4::Five => Threat::Wins,
                    Pattern4::OpenFour | Pattern4::DoubleFour => Threat::Decides,
                    _ => continue,
                };
                threats.push((self.width() * square.y() + square.x(), side, threat));
            }
        }
        threats
    }
}

/// Whether a square has a point by which eyes find their way: the middle and, on boards that are large enough, the
/// fourth (on small ones the third) from two edges.
fn is_star(x: usize, y: usize, width: usize, height: usize) -> bool {
    let near = |size: usize| if size >= 13 { 3 } else { 2 };
    let at = |place: usize, size: usize| size >= 9 && (place == near(size) || place + near(size) + 1 == size);
    let middle = |place: usize, size: usize| size % 2 == 1 && size >= 5 && place == size / 2;
    at(x, width) && at(y, height) || middle(x, width) && middle(y, height)
}

impl Gomoku {
    fn stone(&self, square: Square) -> Option<Side> {
        Side::all(2).find(|&side| self.stones(side).contains(square))
    }
}

/// The letter of a column.
fn file(x: usize) -> char {
    char::from(b'a' + x as u8)
}

fn rule_names() -> String {
    RULES.map(|(name, _)| name).join(" or ")
}

/// A number in `range`, written in plain digits without leading zeros.
fn number(text: &str, range: RangeInclusive<u8>) -> Result<u8, TextError> {
    let plain = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| plain && range.contains(number)).ok_or_else(|| {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        TextError::new(Number, 1, format!("'{}' is out of range or no number", text.escape_default()), expected)
    })
}

/// `N` or `WxH`.
fn size(text: &str) -> Result<(u8, u8), TextError> {
    match text.split_once('x') {
        None => number(text, SIZE).map(|size| (size, size)),
        Some((width, height)) => {
            let height = number(height, SIZE).map_err(|error| error.at(width.chars().count() + 2));
            Ok((number(width, SIZE)?, height?))
        }
    }
}

/// The stones of both colours, and the width and the height of the board.
fn parse_board(text: &str) -> Result<([Stones; 2], u8, u8), TextError> {
    let mut stones = [Stones::default(); 2];
    let (mut width, mut height, mut column) = (0, 0, 1);
    for (y, row) in text.split('/').enumerate() {
        let error = |kind, column, problem: String| Err(TextError::new(kind, column, problem, ROWS));
        if y == MAX_SIZE {
            return error(Shape, column, "more than 20 rows".to_owned());
        }
        let mut x = 0;
        let mut rest = row;
        while let Some(letter) = rest.chars().next() {
            let at = column + row.chars().count() - rest.chars().count();
            let side = LETTERS.iter().position(|&known| known == letter);
            let (squares, used) = if side.is_some() {
                (1, 1)
            } else if letter.is_ascii_digit() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                (number(&rest[..digits], SIZE).map_err(|error| error.at(at))?, digits)
            } else {
                return error(Symbol, at, format!("'{}' is no square", letter.escape_default()));
            };
            if x + usize::from(squares) > MAX_SIZE {
                return error(Shape, at, "a row of more than 20 squares".to_owned());
            }
            if let Some(side) = side {
                stones[side].toggle(Square::at(x, y));
            }
            x += usize::from(squares);
            rest = &rest[used..];
        }
        if x == 0 {
            return error(Shape, column, "an empty row".to_owned());
        }
        if y > 0 && x != width {
            return error(Shape, column, format!("a row of {x} squares under rows of {width}"));
        }
        (width, height, column) = (x, y + 1, column + row.chars().count() + 1);
    }
    Ok((stones, width as u8, height as u8))
}
