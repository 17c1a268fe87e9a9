//! Games of gomoku on the unbounded board, and on square boards larger than the engine's: what certificates know of
//! them.

use manyply::games::gomoku::known_on_plane;
use manyply::games::gomoku::verify::plane::has_five;
use manyply::games::gomoku::verify::{Format, Known};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Coordinates are no further from 0.
const MOST: i32 = 1_000_000;
/// Columns of the largest board of the engine, and of the largest one here.
const ENGINE_SIDE: i32 = 20;
const MOST_SIDE: i32 = 999;
/// Columns, and rows, of a drawing.
const MOST_DRAWN: i32 = 35;
/// Empty columns and rows around the stones that are drawn.
const MARGIN: i32 = 2;

/// Column and row, on a board from its middle.
pub(crate) type Square = (i32, i32);

/// The unbounded board, or a large square one, in whose middle Black begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// Whether six stones do not win.
    exact: bool,
    /// Its columns, if it has edges.
    side: Option<i32>,
}

impl Board {
    /// The board that a game's rules name; nothing if it is one of the engine's.
    pub(crate) fn of(game: &str, rules: Option<&str>) -> Option<Result<Self, String>> {
        let rules = rules.filter(|_| game == "gomoku")?;
        let options = || rules.split(',').map(str::trim);
        let size = options().find_map(|option| option.strip_prefix("size="))?;
        let square = size.split_once('x').map_or(Some(size), |(width, height)| (width == height).then_some(width));
        let side = match size {
            "plane" => None,
            _ => Some(square?.parse::<i32>().ok().filter(|&side| side > ENGINE_SIDE)?),
        };
        if side.is_some_and(|side| side > MOST_SIDE) {
            return Some(Err(format!("rules: size={size}; expected at most {MOST_SIDE}, or size=plane")));
        }
        let others: Vec<&str> = options().filter(|option| !option.starts_with("size=")).chain(["size=plane"]).collect();
        Some(Format::parse(&others.join(",")).map(|Format { exact, .. }| Self { exact, side }))
    }

    pub(crate) fn has_edges(self) -> bool {
        self.side.is_some()
    }

    /// The first and last column, and row.
    fn edges(self) -> (i32, i32) {
        self.side.map_or((-MOST, MOST), |side| (-((side - 1) / 2), side / 2))
    }
}

/// A game there.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    board: Board,
    pub(crate) moves: Vec<Square>,
    /// Whether the last one made a five.
    pub(crate) is_over: bool,
}

impl Game {
    pub(crate) fn new(board: Board) -> Self {
        Self { board, moves: Vec::new(), is_over: false }
    }

    /// The game with these moves.
    pub(crate) fn parse(board: Board, text: &str) -> Result<Self, String> {
        let mut game = Self::new(board);
        for (number, word) in (1..).zip(text.split_whitespace()) {
            game.play(word).map_err(|problem| format!("move {number}, {word:?}: {problem}"))?;
        }
        Ok(game)
    }

    /// Plays a move, written as column and row.
    pub(crate) fn play(&mut self, word: &str) -> Result<(), String> {
        let (first, last) = self.board.edges();
        let coordinate = |text: &str| text.trim().parse().ok().filter(|at| (first..=last).contains(at));
        let square = word.split_once(',').and_then(|(x, y)| Some((coordinate(x)?, coordinate(y)?)));
        let expected = || match self.board.side {
            None => "expected column and row, each up to a million, as in 3,-2".to_owned(),
            Some(_) => format!("expected column and row from the middle, {first} to {last}, as in 3,-2"),
        };
        let square = square.ok_or_else(expected)?;
        if self.is_over {
            return Err("the game is over already".into());
        }
        if self.moves.contains(&square) {
            return Err("has a stone already; expected an empty square".into());
        }
        if self.board.side.is_some() && self.moves.is_empty() && square != (0, 0) {
            return Err("expected 0,0: certificates begin in the middle of a board".into());
        }
        self.moves.push(square);
        let own = self.moves.iter().rev().step_by(2).rev();
        self.is_over = has_five(&own.map(|&(x, y)| (x, y, 0)).collect::<Vec<_>>(), self.board.exact);
        Ok(())
    }

    /// Takes the last move back, if there is one.
    pub(crate) fn take_back(&mut self) -> Option<Square> {
        self.is_over = false;
        self.moves.pop()
    }

    /// Whether Black is to move.
    pub(crate) fn attacks(&self) -> bool {
        self.moves.len().is_multiple_of(2)
    }

    /// What the certificates in use say.
    pub(crate) fn known(&self, time: Option<Duration>, stop: &AtomicBool) -> Result<Option<Known<Square>>, String> {
        let from = self.moves.first().copied().unwrap_or_default();
        let of = |side: usize| -> Vec<Square> {
            self.moves.iter().skip(side).step_by(2).map(|&(x, y)| (x - from.0, y - from.1)).collect()
        };
        let Board { exact, side } = self.board;
        let known = known_on_plane(exact, [&of(0), &of(1)], side, time, stop)?;
        Ok(known.map(|known| known.map(|(x, y)| (x + from.0, y + from.1))))
    }

    /// The moves, as they are read.
    pub(crate) fn text(&self) -> String {
        self.moves.iter().map(|&square| name(square)).collect::<Vec<_>>().join(" ")
    }

    /// The part of the board around Black's first stone; stones elsewhere are named below.
    pub(crate) fn draw(&self) -> String {
        let (first, last) = self.board.edges();
        let middle = self.moves.first().copied().unwrap_or_default();
        let shown = |&&(x, y): &&Square| (x - middle.0).abs().max((y - middle.1).abs()) <= MOST_DRAWN / 2;
        let range = |pick: fn(&Square) -> i32| {
            let drawn = || self.moves.iter().filter(shown).map(pick);
            let (from, to) = (drawn().min().unwrap_or_default(), drawn().max().unwrap_or_default());
            (from - MARGIN).max(first)..=(to + MARGIN).min(last)
        };
        let (columns, rows) = (range(|square| square.0), range(|square| square.1));
        let stone = |square: Square| match self.moves.iter().position(|&m| m == square) {
            None => '.',
            Some(number) => ['x', 'o'][number % 2],
        };
        let mut lines: Vec<String> = Vec::new();
        for row in rows.clone().rev() {
            let cells = columns.clone().map(|column| format!(" {}", stone((column, row))));
            lines.push(format!("{row:>8} {}", cells.collect::<String>()));
        }
        // Every tenth column is named, below a stroke.
        let (mut strokes, mut names) = (String::from("  column "), String::new());
        for column in columns.clone() {
            let is_named = column % 10 == 0;
            strokes += if is_named { " |" } else { "  " };
            if is_named {
                let name = column.to_string();
                names += &format!("{name:>0$}", strokes.len().saturating_sub(names.len()).max(name.len() + 1));
            }
        }
        lines.extend([strokes, names].map(|line| line.trim_end().to_owned()));
        let far: Vec<String> = self.moves.iter().filter(|square| !shown(square)).map(|&square| name(square)).collect();
        if !far.is_empty() {
            lines.push(format!("stones elsewhere: {}", far.join(" ")));
        }
        lines.join("\n") + "\n"
    }
}

/// Plies to Black's five, at most, where a certificate bounds them.
pub(crate) fn plies(known: &Known<Square>) -> Option<u32> {
    known.moves.checked_mul(2).map(|plies| plies.saturating_sub(u32::from(known.attacks)))
}

/// A square as it is written.
pub(crate) fn name((x, y): Square) -> String {
    format!("{x},{y}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_the_first_stone_is_drawn() {
        let board = Board::of("gomoku", Some("size=plane")).expect("the plane").expect("rules");
        let game = Game::parse(board, "100,7 98,8 102,7 -500,90 -499,90 100,-8").expect("moves");
        let text = game.draw();
        for line in ["       8  . . o . . . . . .", "       7  . . . . x . x . .", "      -8  . . . . o . . . ."] {
            assert!(text.lines().any(|other| other == line), "{line:?}: {text}");
        }
        let lines: Vec<&str> = text.lines().rev().collect();
        assert_eq!(lines[0], "stones elsewhere: -500,90 -499,90");
        assert_eq!((lines[1].trim(), lines[1].len(), lines[2].len()), ("100", 19, 19), "{text}");
        assert!(Game::new(board).draw().contains("       0  . . . . ."));
    }
}
