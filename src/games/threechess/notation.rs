//! Texts: positions section by section, moves as two squares.

use super::board::{Board, Kind, MOST_PIECES, Move, Piece, SECTIONS, square_name};
use super::castling::CASTLINGS;
use super::geometry::{COLUMNS, ROWS, Square, column, row, section, square};
use super::picture;
use super::position::Threechess;
use super::rules::Rules;
use super::samples::SAMPLES;
use crate::bits::BitSet;
use crate::game::{
    Ending, Figure, Notation, Picture, Position, Side, TextError, TextErrorKind, Variant, edited_rows, number,
    rows_text, words,
};

/// The greatest number of plies that a text may have.
const MOST_PLIES: u32 = 1_000_000;
/// The letters of the sides.
const SIDES: [char; 3] = ['b', 'g', 'r'];
const SECTION_SHAPE: &str = "three sections divided by |, each of four rows of eight squares, divided by /";

impl Notation for Threechess {
    const NAME: &'static str = "threechess";
    const SUMMARY: &'static str = "chess of three sides on 96 squares: whoever takes a king wins, its owner loses";
    const SAMPLES: &'static [(&'static str, u32)] = SAMPLES;
    const OPTIONS: &'static [&'static str] = Rules::OPTIONS;
    const RULES_PAGE: &'static str = include_str!("../../../docs/reference/rules/threechess.md");
    const LESSON: &'static str = include_str!("../../../docs/reference/rules/threechess.epd");

    fn parse_rules(text: &str) -> Result<Rules, TextError> {
        Rules::parse(text)
    }

    fn rules_text(rules: &Rules) -> String {
        rules.text()
    }

    fn parse_position(text: &str, rules: &Rules) -> Result<Self, TextError> {
        let fields: Vec<(usize, &str)> = words(text).collect();
        let (board, side, rights, ply) = match fields[..] {
            [board, side, rights, ply] if rules.castling_history => (board, side, Some(rights), ply),
            [board, side, ply] if !rules.castling_history => (board, side, None, ply),
            _ => {
                let expected = if rules.castling_history {
                    "four fields: board, side (b g r), rights to castle (KbQbKgQgKrQr or -), plies played"
                } else {
                    "three fields: board, side (b g r), plies played"
                };
                let most = if rules.castling_history { 4 } else { 3 };
                let column = fields.get(most).map_or(text.chars().count() + 1, |&(column, _)| column);
                let problem = format!("the number of fields is {}", fields.len());
                return Err(TextError::new(TextErrorKind::Shape, column, problem, expected));
            }
        };
        let pieces = parse_board(board.1).map_err(|error| error.at(board.0))?;
        let turn = parse_side(side.1).ok_or_else(|| symbol(side.0, side.1, "b, g or r, the side to move"))?;
        let rights = rights.map_or(Ok(0), |(column, text)| parse_rights(text).map_err(|error| error.at(column)))?;
        let ply = number(ply.1, ply.0, 0..=MOST_PLIES, "")?;
        let position = Self::new(pieces, turn, ply, rights, *rules);
        position.check_army(board.0)?;
        position.check_rights().map_err(|(square, kind)| {
            let problem = format!("a right to castle, but no {} on {}", kind.name(), square_name(square));
            let expected = "rights of kings and rooks that stand where they began";
            TextError::new(TextErrorKind::Impossible, fields[2].0, problem, expected)
        })?;
        Ok(position)
    }

    fn position_text(&self) -> String {
        let sections: Vec<String> = (0..3).map(|section| self.section_text(section)).collect();
        let mut text = format!("{} {} ", sections.join("|"), SIDES[self.turn().index()]);
        if self.rules().castling_history {
            text += &self.rights_text();
            text.push(' ');
        }
        text + &self.ply().to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let mut found = words(text);
        let (Some((column, word)), None) = (found.next(), found.next()) else {
            return Err(TextError::new(TextErrorKind::Shape, 1, "not one move", "two squares, BB2BB4, or pass"));
        };
        let illegal =
            |column, problem: String| Err(TextError::new(TextErrorKind::Illegal, column, problem, "a legal move"));
        if word == "pass" {
            return if self.is_legal(Move::PASS) {
                Ok(Move::PASS)
            } else {
                illegal(column, self.outcome().map_or("there are other moves", |_| "the game is over").into())
            };
        }
        let castles = [("O-O", 'K'), ("0-0", 'K'), ("O-O-O", 'Q'), ("0-0-0", 'Q')];
        if let Some((_, letter)) = castles.iter().find(|(text, _)| *text == word) {
            let ways = CASTLINGS[self.turn().index()].iter().filter(|way| way.letter == *letter);
            let is_king = |m: &Move| self.board().kind(Kind::King).contains(m.from());
            let m = ways.map(|way| Move::new(way.king.0, way.king.1)).find(|m| is_king(m) && self.is_legal(*m));
            return m.map_or_else(|| illegal(column, "the king does not castle there now".into()), Ok);
        }
        let letters: Vec<char> = word.chars().collect();
        if letters.len() != 6 && letters.len() != 8 {
            let problem = format!("the number of characters is {}", letters.len());
            let expected = "two squares, BB2BB4, with =Q, =R, =B or =N if a pawn promotes; or pass";
            return Err(TextError::new(TextErrorKind::Shape, column, problem, expected));
        }
        let m = Move::new(parse_square(&letters[..3], column)?, parse_square(&letters[3..6], column + 3)?);
        let suffix = letters.get(6..8).map(|suffix| parse_promotion(suffix, column + 6)).transpose()?;
        if !self.is_legal(m) {
            return illegal(column, self.objection(m));
        }
        match (suffix, self.promotes(m)) {
            (Some(_), false) => illegal(column + 6, format!("{m} promotes nothing")),
            (Some(promotion), true) if !self.is_legal(m.promoting(promotion)) => {
                illegal(column + 7, "pawns become queens under promotion=queen".into())
            }
            (None, true) if self.chooses_promotion() => {
                let expected = "=Q, =R, =B or =N, what the pawn becomes";
                Err(TextError::new(TextErrorKind::Shape, column + 6, format!("{m} promotes a pawn"), expected))
            }
            (promotion, _) => Ok(m.promoting(promotion.unwrap_or(0))),
        }
    }

    fn move_text(&self, m: Move) -> String {
        if self.chooses_promotion() && self.promotes(m) {
            format!("{m}={}", Move::PROMOTIONS[m.promotion()].letter())
        } else {
            m.to_string()
        }
    }

    fn side_name(side: Side) -> &'static str {
        ["Blue", "Green", "Red"][side.index()]
    }

    fn move_tiles(&self, m: Move) -> Vec<usize> {
        if m == Move::PASS { Vec::new() } else { vec![m.from(), m.to()] }
    }

    const FIGURES: &'static [(&'static str, Figure)] = picture::FIGURES;

    fn edited(text: &str, tile: usize, figure: Option<&str>) -> Option<String> {
        // The text has the rows of each section from the centre of the board.
        let place = COLUMNS * (ROWS * section(tile) + ROWS - 1 - row(tile)) + column(tile);
        edited_rows(text, place, 2, figure)
    }

    fn ending(&self, last: Option<Move>) -> Option<Ending> {
        let taken = Side::all(3).find(|&side| self.board().king(side).is_none());
        let place = last.filter(|_| taken.is_some()).map(Move::to);
        let why = match taken {
            Some(side) => format!("{} takes {}'s king", Self::side_name(self.mover()), Self::side_name(side)),
            None => format!("{} plies are played", self.ply()),
        };
        Some(Ending::new(why, place))
    }

    fn picture(&self) -> Picture {
        picture::picture(|square| self.board().at(square))
    }
}

impl Threechess {
    /// Rows 4 to 1 of a section.
    fn section_text(&self, section: usize) -> String {
        let piece = |(side, kind): (Side, Kind)| format!("{}{}", SIDES[side.index()], kind.letter());
        let at = |row, column| self.board().at(square(section, column, row)).map(piece);
        rows_text((0..ROWS).rev().map(|row| (0..COLUMNS).map(move |column| at(row, column))))
    }

    fn rights_text(&self) -> String {
        let all = CASTLINGS.iter().zip(SIDES).flat_map(|(ways, side)| ways.iter().map(move |way| (way, side)));
        let text: String = all
            .filter(|(castling, _)| self.rights() & castling.right != 0)
            .flat_map(|(castling, side)| [castling.letter, side])
            .collect();
        if text.is_empty() { "-".into() } else { text }
    }

    /// Refuses armies that cannot be: too large, or with two kings or none. One king may be missing, but not that of
    /// the side that has just moved: it has just been taken, and the game is over.
    fn check_army(&self, column: usize) -> Result<(), TextError> {
        let impossible =
            |problem: String, expected| Err(TextError::new(TextErrorKind::Impossible, column, problem, expected));
        let mut missing = 0;
        for side in Side::all(3) {
            let (name, army) = (Self::side_name(side), self.board().of(side));
            if army.len() > MOST_PIECES {
                return impossible(format!("{name} has {} pieces", army.len()), "16 pieces a side at most");
            }
            match (self.board().kind(Kind::King) & army).len() {
                1 => {}
                0 if side != self.mover() && self.ply() > 0 && missing == 0 => missing += 1,
                kings => return impossible(format!("the number of {name}'s kings is {kings}"), "one king a side"),
            }
        }
        Ok(())
    }

    /// Why a move between two squares of the board is not legal.
    fn objection(&self, m: Move) -> String {
        let (own, from, to) = (self.board().of(self.turn()), square_name(m.from()), square_name(m.to()));
        let us = Self::side_name(self.turn());
        if self.outcome().is_some() {
            "the game is over".into()
        } else if self.board().piece(m.from()) == Piece::NONE {
            format!("there is nothing on {from}")
        } else if !own.contains(m.from()) {
            format!("it is {us}'s turn, and the piece on {from} is not {us}'s")
        } else if own.contains(m.to()) {
            format!("{us}'s own piece stands on {to}")
        } else {
            format!("the piece on {from} does not move to {to}")
        }
    }
}

fn symbol(column: usize, found: &str, expected: &str) -> TextError {
    TextError::new(TextErrorKind::Symbol, column, format!("`{found}` means nothing here"), expected)
}

fn parse_side(text: &str) -> Option<Side> {
    let mut letters = text.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    SIDES.iter().position(|&side| side == letter).map(Side::new)
}

/// Reads three characters that name a square.
fn parse_square(letters: &[char], column: usize) -> Result<Square, TextError> {
    let index = |at: usize, names: &[char], expected: &str| {
        let found = names.iter().position(|&name| name == letters[at]);
        found.ok_or_else(|| symbol(column + at, &letters[at].to_string(), expected))
    };
    let section = index(0, &SECTIONS, "B, G or R, a section")?;
    let file = index(1, &['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'], "A to H, a column")?;
    Ok(square(section, file, index(2, &['1', '2', '3', '4'], "1 to 4, a row")?))
}

/// Reads `=Q` and its like: an index into [`Move::PROMOTIONS`].
fn parse_promotion(letters: &[char], column: usize) -> Result<usize, TextError> {
    if letters[0] != '=' {
        return Err(symbol(column, &letters[0].to_string(), "=, before what the pawn becomes"));
    }
    let found = Move::PROMOTIONS.iter().position(|kind| kind.letter() == letters[1]);
    found.ok_or_else(|| symbol(column + 1, &letters[1].to_string(), "Q, R, B or N"))
}

/// Reads rights to castle: `Kb`, `Qb`, `Kg` and so on, each once, or `-`.
fn parse_rights(text: &str) -> Result<u8, TextError> {
    const EXPECTED: &str = "-, or some of Kb Qb Kg Qg Kr Qr, each once";
    if text == "-" {
        return Ok(0);
    }
    let letters: Vec<char> = text.chars().collect();
    let mut rights = 0_u8;
    for (index, pair) in letters.chunks(2).enumerate() {
        let way = CASTLINGS.iter().zip(SIDES).find_map(|(ways, side)| {
            ways.iter().find(|castling| *pair == [castling.letter, side]).map(|castling| castling.right)
        });
        match way {
            Some(right) if rights & right == 0 => rights |= right,
            _ => return Err(symbol(2 * index + 1, &pair.iter().collect::<String>(), EXPECTED)),
        }
    }
    Ok(rights)
}

/// Reads the three sections. Pawns may stand on any row; one on the back rank of another section never moves again.
fn parse_board(text: &str) -> Result<Board, TextError> {
    let mut board = Board::default();
    let letters: Vec<char> = text.chars().collect();
    let shape =
        |index: usize, problem: String| Err(TextError::new(TextErrorKind::Shape, index + 1, problem, SECTION_SHAPE));
    // Rows are read from the rim to the back rank.
    let (mut section, mut row, mut column, mut after_number) = (0, ROWS - 1, 0, false);
    let mut index = 0;
    while let Some(&letter) = letters.get(index) {
        let here = index;
        index += 1;
        if letter == '/' || letter == '|' {
            if column < COLUMNS {
                return shape(
                    here,
                    format!("row {} of section {} has only {column} squares", row + 1, SECTIONS[section]),
                );
            }
            match (letter, row) {
                ('/', 0) => return shape(here, format!("section {} has a fifth row", SECTIONS[section])),
                ('/', _) => row -= 1,
                (_, 0) if section < 2 => (section, row) = (section + 1, ROWS - 1),
                (_, 0) => return shape(here, "there is a fourth section".into()),
                _ => return shape(here, format!("section {} has only {} rows", SECTIONS[section], ROWS - row)),
            }
            (column, after_number) = (0, false);
            continue;
        }
        let digit = letter.to_digit(10).filter(|digit| (1..=8).contains(digit));
        if let Some(empty) = digit.filter(|_| !after_number) {
            column += empty as usize;
        } else {
            let Some(side) = SIDES.iter().position(|&side| side == letter) else {
                return Err(symbol(here + 1, &letter.to_string(), "b, g or r with PNBRQK, 1 to 8, / or |"));
            };
            let kind =
                letters.get(index).and_then(|&letter| Kind::ALL.into_iter().find(|kind| kind.letter() == letter));
            let Some(kind) = kind else {
                let found = letters.get(index).map_or(String::new(), char::to_string);
                return Err(symbol(index + 1, &found, "a piece behind its owner's letter: P N B R Q K"));
            };
            index += 1;
            if column < COLUMNS {
                board.put(square(section, column, row), Side::new(side), kind);
            }
            column += 1;
        }
        after_number = digit.is_some();
        if column > COLUMNS {
            return shape(here, format!("row {} of section {} has more than 8 squares", row + 1, SECTIONS[section]));
        }
    }
    if column < COLUMNS {
        return shape(index, format!("row {} of section {} has only {column} squares", row + 1, SECTIONS[section]));
    }
    if row > 0 || section < 2 {
        return shape(index, format!("the text ends in row {} of section {}", row + 1, SECTIONS[section]));
    }
    Ok(board)
}
