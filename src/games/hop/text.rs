//! Texts and pictures: options, positions, moves.

use super::board::{SIZE, TARGETS, square_text};
use super::moves::Move;
use super::{Hop, MAX_PIECES, Rules};
use crate::bits::BitSet;
use crate::game::TextErrorKind::{Impossible, Number, Option as UnknownOption, Shape, Symbol};
use crate::game::{Ending, Figure, Ink, Notation, Picture, Shade, Side, TextError, edited_rows, options, words};

const LETTERS: [char; 2] = ['X', 'O'];
const INKS: [Ink; 2] = [Ink::Black, Ink::White];
const PASS: &str = "pass";

impl Notation for Hop {
    const NAME: &'static str = "hop";
    const SUMMARY: &'static str = "8x8 race of nine pieces a side that step, hop over all and capture enemies";
    const OPTIONS: &'static [&'static str] =
        &["revisit=allow|never", "pass=stuck|always", "empty=play|ends", "plies=400|N"];
    const RULES_PAGE: &'static str = include_str!("../../../docs/reference/rules/hop.md");
    const LESSON: &'static str = include_str!("../../../docs/reference/rules/hop.epd");

    const SAMPLES: &'static [(&'static str, u32)] = super::samples::SAMPLES;

    fn parse_rules(text: &str) -> Result<Rules, TextError> {
        let mut rules = Rules::default();
        options(text, &mut |name, value| {
            match name {
                "revisit" => rules.revisit = choice(name, value, "allow", "never")?,
                "pass" => rules.pass_always = !choice(name, value, "stuck", "always")?,
                "empty" => rules.empty_ends = !choice(name, value, "play", "ends")?,
                "plies" => {
                    rules.plies = number(value, 1..=u16::MAX).map_err(|error| error.at(name.len() + 2))?;
                }
                _ => {
                    let problem = format!("hop has no option '{name}'");
                    return Err(TextError::new(UnknownOption, 1, problem, "revisit, pass, empty or plies"));
                }
            }
            Ok(())
        })?;
        Ok(rules)
    }

    fn rules_text(rules: &Rules) -> String {
        let revisit = if rules.revisit { "allow" } else { "never" };
        let pass = if rules.pass_always { "always" } else { "stuck" };
        let empty = if rules.empty_ends { "ends" } else { "play" };
        format!("revisit={revisit},pass={pass},empty={empty},plies={}", rules.plies)
    }

    fn parse_position(text: &str, rules: &Rules) -> Result<Self, TextError> {
        let end = text.chars().count() + 1;
        let mut fields = words(text);
        let mut field = |expected: &'static str| {
            fields.next().ok_or_else(|| TextError::new(Shape, end, "the text ends too early", expected))
        };
        let (column, board) = field("eight rows joined by '/'")?;
        let men = parse_board(board).map_err(|error| error.at(column))?;
        let (column, side) = field("the side to move, b or w")?;
        let to_move = match side {
            "b" => Side::FIRST,
            "w" => Side::SECOND,
            _ => return Err(TextError::new(Symbol, column, format!("no side '{side}'"), "b or w")),
        };
        let (column, ply) = field("the number of plies played")?;
        let ply = number(ply, 0..=rules.plies).map_err(|error| error.at(column))?;
        if let Some((column, rest)) = fields.next() {
            return Err(TextError::new(Shape, column, format!("'{rest}' after the position"), "nothing more"));
        }
        Ok(Self::new(men, to_move, ply, *rules))
    }

    fn position_text(&self) -> String {
        let rows: Vec<String> =
            (0..SIZE).map(|row| (0..SIZE).map(|column| self.letter(SIZE * row + column)).collect()).collect();
        format!("{} {} {}", rows.join("/"), if self.to_move == 0 { 'b' } else { 'w' }, self.ply)
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        if self.is_over() {
            return Err(TextError::new(crate::game::TextErrorKind::Illegal, 1, "the game is over", "no move"));
        }
        if text == PASS { self.parse_pass() } else { self.parse_route(text) }
    }

    fn move_text(&self, m: Move) -> String {
        if m == Move::PASS {
            return PASS.to_owned();
        }
        let squares: Vec<String> = self.route(m).into_iter().map(square_text).collect();
        squares.join("-")
    }

    fn side_name(side: Side) -> &'static str {
        ["Black", "White"][side.index()]
    }

    fn move_tiles(&self, m: Move) -> Vec<usize> {
        self.route(m)
    }

    const FIGURES: &'static [(&'static str, Figure)] = &[
        ("X", Figure { ink: INKS[0], owner: None, letter: LETTERS[0], glyph: '●' }),
        ("O", Figure { ink: INKS[1], owner: None, letter: LETTERS[1], glyph: '●' }),
    ];

    fn edited(text: &str, tile: usize, figure: Option<&str>) -> Option<String> {
        edited_rows(text, tile, 1, figure)
    }

    fn ending(&self, _last: Option<Move>) -> Option<Ending> {
        let home = Side::all(2).find(|&side| self.is_home(side));
        let lone = Side::all(2).find(|&side| self.men(side) == 0);
        let why = match (home, lone) {
            (Some(side), _) => format!("{}'s pieces are all home", Self::side_name(side)),
            (None, Some(side)) if self.rules.empty_ends => format!("{} has no pieces", Self::side_name(side)),
            _ => format!("{} plies are played", self.ply),
        };
        let [black, white] = [Side::FIRST, Side::SECOND].map(|side| self.score(side));
        let at_home = Side::all(2).fold(0, |set, side| set | self.men(side) & TARGETS[side.index()]);
        Some(Ending::new(format!("{why}, Black has {black} there, White {white}"), at_home.members()))
    }

    fn picture(&self) -> Picture {
        let digits: Vec<String> = (0..SIZE).map(|digit| digit.to_string()).collect();
        let mut picture = Picture::grid(&digits, &digits, |column, row| {
            let square = SIZE * row + column;
            let figure = Side::all(2).find(|&side| self.men(side).contains(square)).map(|side| Figure {
                ink: INKS[side.index()],
                owner: None,
                letter: LETTERS[side.index()],
                glyph: '●',
            });
            (if (row + column) % 2 == 0 { Shade::Light } else { Shade::Dark }, figure)
        });
        // Moves name the row first.
        for (square, tile) in picture.tiles.iter_mut().enumerate() {
            tile.name = square_text(square);
        }
        picture
    }
}

impl Hop {
    fn letter(&self, square: usize) -> char {
        Side::all(2).find(|&side| self.men(side).contains(square)).map_or('.', |side| LETTERS[side.index()])
    }
}

/// Whether `value` is `yes` rather than `no`.
fn choice(name: &str, value: &str, yes: &str, no: &str) -> Result<bool, TextError> {
    match value {
        _ if value == yes => Ok(true),
        _ if value == no => Ok(false),
        _ => {
            let problem = format!("'{value}' is no value of {name}");
            Err(TextError::new(UnknownOption, name.len() + 2, problem, format!("{yes} or {no}")))
        }
    }
}

/// A number in `range`, written in plain digits.
fn number(text: &str, range: std::ops::RangeInclusive<u16>) -> Result<u16, TextError> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| plain && range.contains(number)).ok_or_else(|| {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        TextError::new(Number, 1, format!("'{text}' is out of range or no number"), expected)
    })
}

/// The pieces of both sides from eight rows joined by `/`.
fn parse_board(text: &str) -> Result<[u64; 2], TextError> {
    let mut men = [0; 2];
    let (mut row, mut column) = (0, 0);
    for (index, letter) in text.chars().enumerate() {
        let error = |kind, problem: String, expected: &str| Err(TextError::new(kind, index + 1, problem, expected));
        let side = match letter {
            '/' if column < SIZE => return error(Shape, format!("row {row} has {column} squares"), "8 squares"),
            '/' if row + 1 == SIZE => return error(Shape, "a ninth row".to_owned(), "8 rows"),
            '/' => {
                (row, column) = (row + 1, 0);
                continue;
            }
            '.' | 'X' | 'O' if column == SIZE => {
                return error(Shape, format!("row {row} has more than 8 squares"), "'/' or the end of the board");
            }
            '.' => None,
            'X' => Some(0),
            'O' => Some(1),
            _ => return error(Symbol, format!("'{letter}' is no square"), "'.', 'X' or 'O'"),
        };
        if let Some(side) = side {
            if men[side].len() == MAX_PIECES {
                let problem = format!("a tenth '{letter}'");
                return error(Impossible, problem, "at most 9 pieces a side, as at the start");
            }
            men[side] = men[side].with(SIZE * row + column);
        }
        column += 1;
    }
    if row + 1 < SIZE || column < SIZE {
        let problem = format!("the board ends in row {row} after {column} squares");
        return Err(TextError::new(Shape, text.chars().count() + 1, problem, "8 rows of 8 squares joined by '/'"));
    }
    if men == [0; 2] {
        return Err(TextError::new(
            Impossible,
            1,
            "a board without pieces",
            "a piece: who captures the last enemy is left",
        ));
    }
    Ok(men)
}
