//! Texts: positions in FEN, moves as two squares, and the picture of the board.

use super::board::{Board, Kind, Move};
use super::foreign;
use super::movegen;
use super::position::Minichess;
use super::rules::Rules;
use super::samples::SAMPLES;
use super::square::{FILES, RANKS, SQUARES, Square, square_name};
use crate::bits::BitSet;
use crate::game::{
    Ending, Figure, Foreign, Ink, Notation, Picture, Position, Shade, Side, TextError, TextErrorKind, edited_rows,
    number, rows_text, words,
};

/// The greatest full-move number a text may have.
const MOST_FULL_MOVES: u32 = 1_000_000;
/// The greatest half-move clock a text may have; it means nothing here.
const MOST_HALF_MOVES: u32 = 1_000_000;

const FIELDS: &str = "six fields: board, w or b, -, -, half-move clock, full-move number";

impl Notation for Minichess {
    const NAME: &'static str = "minichess";
    const SUMMARY: &'static str = "5x6 chess without check: taking the king wins, after 100 plies material decides";
    const SAMPLES: &'static [(&'static str, u32)] = SAMPLES;
    const OPTIONS: &'static [&'static str] = Rules::OPTIONS;
    const RULES_PAGE: &'static str = include_str!("../../../docs/reference/rules/minichess.md");
    const LESSON: &'static str = include_str!("../../../docs/reference/rules/minichess.epd");

    fn parse_rules(text: &str) -> Result<Rules, TextError> {
        Rules::parse(text)
    }

    fn rules_text(rules: &Rules) -> String {
        rules.text()
    }

    fn parse_position(text: &str, rules: &Rules) -> Result<Self, TextError> {
        let fields: Vec<(usize, &str)> = words(text).collect();
        let [board, side, castling, en_passant, half_moves, full_moves] = fields[..] else {
            let column = fields.get(6).map_or(text.chars().count() + 1, |&(column, _)| column);
            return Err(TextError::new(
                TextErrorKind::Shape,
                column,
                format!("the number of fields is {}", fields.len()),
                FIELDS,
            ));
        };
        let squares = parse_board(board.1).map_err(|error| error.at(board.0))?;
        let black = match side.1 {
            "w" => 0,
            "b" => 1,
            other => return Err(symbol(side.0, other, "w or b, the side to move")),
        };
        for (column, text) in [castling, en_passant] {
            if text != "-" {
                return Err(symbol(column, text, "-: there is no castling and no en passant"));
            }
        }
        number(half_moves.1, half_moves.0, 0..=MOST_HALF_MOVES, "")?;
        let full_moves = number(full_moves.1, full_moves.0, 1..=MOST_FULL_MOVES, "")?;
        let position = Self::new(squares, 2 * (full_moves - 1) + black, *rules);
        position.check_kings(board.0)?;
        Ok(position)
    }

    fn position_text(&self) -> String {
        let piece = |square| self.board().at(square).map(|(side, kind)| letter(side, kind));
        let rows = (0..RANKS).rev().map(|rank| (FILES * rank..FILES * (rank + 1)).map(piece));
        let side = if self.turn() == Side::FIRST { 'w' } else { 'b' };
        format!("{} {side} - - 0 {}", rows_text(rows), self.ply() / 2 + 1)
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let mut found = words(text);
        let (Some((column, word)), None) = (found.next(), found.next()) else {
            return Err(TextError::new(TextErrorKind::Shape, 1, "not one move", "two squares: a2a3"));
        };
        let letters: Vec<char> = word.chars().collect();
        if !(4..=5).contains(&letters.len()) {
            let problem = format!("the number of characters is {}", letters.len());
            return Err(TextError::new(TextErrorKind::Shape, column, problem, "two squares: a2a3"));
        }
        let m = Move::new(square(&letters[..2], column)?, square(&letters[2..4], column + 2)?);
        if let Some(&suffix) = letters.get(4)
            && suffix != 'q'
        {
            return Err(symbol(column + 4, &suffix.to_string(), "nothing, or q: pawns become queens"));
        }
        if !self.is_legal(m) {
            return Err(TextError::new(TextErrorKind::Illegal, column, self.objection(m), "a legal move"));
        }
        if letters.len() == 5 && !self.promotes(m) {
            let problem = format!("{m} promotes nothing");
            return Err(TextError::new(TextErrorKind::Illegal, column + 4, problem, m.to_string()));
        }
        Ok(m)
    }

    fn move_text(&self, m: Move) -> String {
        m.to_string()
    }

    const PROTOCOLS: &'static [Foreign] = foreign::PROTOCOLS;

    fn foreign_position_text(&self, protocol: Foreign) -> String {
        foreign::position_text(self, protocol)
    }

    fn foreign_move_text(&self, m: Move, protocol: Foreign) -> String {
        foreign::move_text(self, m, protocol)
    }

    fn parse_foreign_move(&self, text: &str, protocol: Foreign) -> Result<Move, TextError> {
        foreign::parse_move(self, text, protocol)
    }

    fn side_name(side: Side) -> &'static str {
        ["White", "Black"][side.index()]
    }

    fn move_tiles(&self, m: Move) -> Vec<usize> {
        // Tiles are rows from the top.
        [m.from(), m.to()].map(|square| FILES * (RANKS - 1 - square / FILES) + square % FILES).to_vec()
    }

    fn ending(&self, last: Option<Move>) -> Option<Ending> {
        let name = Self::side_name;
        if let Some(side) = Side::all(2).find(|&side| self.board().king(side).is_none()) {
            let place = last.and_then(|m| self.move_tiles(m).pop());
            return Some(Ending::new(format!("{}'s king is taken", name(side)), place));
        }
        let why = match self.lead() {
            _ if !self.is_cut_off() => format!("{} has no legal move", name(self.turn())),
            _ if !self.is_decided_by_material() => format!("{} plies are played", self.ply()),
            0 => format!("{} plies are played, and material is equal", self.ply()),
            lead => {
                let ahead = if lead > 0 { Side::FIRST } else { Side::SECOND };
                format!("{} plies are played, and {} has {} points more", self.ply(), name(ahead), lead.abs())
            }
        };
        Some(Ending::new(why, []))
    }

    const FIGURES: &'static [(&'static str, Figure)] = &[
        ("P", Figure { ink: INKS[0], owner: None, letter: 'P', glyph: '♟' }),
        ("R", Figure { ink: INKS[0], owner: None, letter: 'R', glyph: '♜' }),
        ("N", Figure { ink: INKS[0], owner: None, letter: 'N', glyph: '♞' }),
        ("B", Figure { ink: INKS[0], owner: None, letter: 'B', glyph: '♝' }),
        ("Q", Figure { ink: INKS[0], owner: None, letter: 'Q', glyph: '♛' }),
        ("K", Figure { ink: INKS[0], owner: None, letter: 'K', glyph: '♚' }),
        ("p", Figure { ink: INKS[1], owner: None, letter: 'p', glyph: '♟' }),
        ("r", Figure { ink: INKS[1], owner: None, letter: 'r', glyph: '♜' }),
        ("n", Figure { ink: INKS[1], owner: None, letter: 'n', glyph: '♞' }),
        ("b", Figure { ink: INKS[1], owner: None, letter: 'b', glyph: '♝' }),
        ("q", Figure { ink: INKS[1], owner: None, letter: 'q', glyph: '♛' }),
        ("k", Figure { ink: INKS[1], owner: None, letter: 'k', glyph: '♚' }),
    ];

    fn edited(text: &str, tile: usize, figure: Option<&str>) -> Option<String> {
        edited_rows(text, tile, 1, figure)
    }

    fn picture(&self) -> Picture {
        let files: Vec<String> = ('a'..).take(FILES).map(String::from).collect();
        let ranks: Vec<String> = (1..=RANKS).rev().map(|rank| rank.to_string()).collect();
        Picture::grid(&files, &ranks, |file, row| {
            let rank = RANKS - 1 - row;
            let shade = if (file + rank).is_multiple_of(2) { Shade::Dark } else { Shade::Light };
            let figure = self.board().at(FILES * rank + file);
            (
                shade,
                figure.map(|(side, kind)| Figure {
                    ink: INKS[side.index()],
                    owner: None,
                    letter: letter(side, kind),
                    glyph: glyph(kind),
                }),
            )
        })
    }
}

impl Minichess {
    pub(super) fn promotes(&self, m: Move) -> bool {
        let code = self.board().code(m.from());
        Self::promoted(code, m.to()) != code
    }

    /// Refuses kings that cannot be: two of a side, none, or, where they are royal, one that could be taken. One king
    /// may be missing, that of the side to move: it has just been taken, and the game is over.
    fn check_kings(&self, column: usize) -> Result<(), TextError> {
        let impossible =
            |problem: String, expected| Err(TextError::new(TextErrorKind::Impossible, column, problem, expected));
        for side in Side::all(2) {
            let (name, mine) = (Self::side_name(side), self.board().of(side));
            match (self.board().kind(Kind::King) & mine).len() {
                1 => {}
                0 if side == self.turn() && self.ply() > 0 && !self.is_royal() => {}
                kings => return impossible(format!("the number of {name}'s kings is {kings}"), "one king a side"),
            }
        }
        if self.is_royal() && movegen::in_check(self.board(), self.turn().other()) {
            let name = Self::side_name(self.turn().other());
            return impossible(format!("{name} has moved and left the king in danger"), "a king that cannot be taken");
        }
        Ok(())
    }

    /// Why a move is not legal.
    fn objection(&self, m: Move) -> String {
        let (own, from, to) = (self.board().of(self.turn()), square_name(m.from()), square_name(m.to()));
        let us = Self::side_name(self.turn());
        if self.outcome().is_some() {
            "the game is over".into()
        } else if self.board().code(m.from()) == 0 {
            format!("there is nothing on {from}")
        } else if !own.contains(m.from()) {
            format!("it is {us}'s turn, and the piece on {from} is not {us}'s")
        } else if own.contains(m.to()) {
            format!("{us}'s own piece stands on {to}")
        } else if self.is_royal() && movegen::is_pseudo_legal(self, m) {
            format!("{m} leaves the king in danger")
        } else {
            format!("the piece on {from} does not move to {to}")
        }
    }
}

fn symbol(column: usize, found: &str, expected: &str) -> TextError {
    TextError::new(TextErrorKind::Symbol, column, format!("`{found}` means nothing here"), expected)
}

/// Reads two characters that name a square.
fn square(letters: &[char], column: usize) -> Result<Square, TextError> {
    let index = |at: usize, first: char, last: char| {
        let letter = letters[at];
        let found = (first..=last).contains(&letter).then(|| letter as usize - first as usize);
        found.ok_or_else(|| symbol(column + at, &letter.to_string(), &format!("{first} to {last}")))
    };
    Ok(index(0, 'a', 'e')? + FILES * index(1, '1', '6')?)
}

/// Reads the board field of a FEN. Pawns may stand on any rank, though none gets to its first or last one by moves: a
/// pawn on its last rank never moves again.
fn parse_board(text: &str) -> Result<Board, TextError> {
    let shape = |column, problem: String| {
        Err(TextError::new(TextErrorKind::Shape, column, problem, "six ranks of five squares, divided by /"))
    };
    let ranks = text.split('/').count();
    if ranks != RANKS {
        return shape(1, format!("the number of ranks is {ranks}"));
    }
    let (mut board, mut column) = (Board::default(), 1);
    for (rank_text, rank) in text.split('/').zip((1..=RANKS).rev()) {
        let (mut file, mut after_number) = (0, false);
        for letter in rank_text.chars() {
            let number = letter.to_digit(10).map(|digit| digit as usize);
            match (number, piece(letter)) {
                (Some(1..=5), _) if after_number => return Err(symbol(column, &letter.to_string(), "a piece or /")),
                (Some(empty @ 1..=5), _) => file += empty,
                (_, Some((side, kind))) if file < FILES => {
                    board.put(FILES * (rank - 1) + file, side, kind);
                    file += 1;
                }
                (_, Some(_)) => file += 1,
                _ => return Err(symbol(column, &letter.to_string(), "PNBRQK, pnbrqk, 1 to 5 or /")),
            }
            after_number = number.is_some();
            if file > FILES {
                return shape(column, format!("rank {rank} has more than {FILES} squares"));
            }
            column += 1;
        }
        if file < FILES {
            return shape(column, format!("rank {rank} has only {file} squares"));
        }
        column += 1;
    }
    debug_assert!(board.occupied() < 1 << SQUARES);
    Ok(board)
}

fn piece(letter: char) -> Option<(Side, Kind)> {
    let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())?;
    Some((if letter.is_ascii_uppercase() { Side::FIRST } else { Side::SECOND }, kind))
}

fn letter(side: Side, kind: Kind) -> char {
    if side == Side::FIRST { kind.letter() } else { kind.letter().to_ascii_lowercase() }
}

const INKS: [Ink; 2] = [Ink::White, Ink::Black];

fn glyph(kind: Kind) -> char {
    let at = Kind::ALL.iter().position(|&other| other == kind).unwrap_or(0);
    ['♟', '♞', '♝', '♜', '♛', '♚'][at]
}
