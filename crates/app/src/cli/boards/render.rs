//! Boards in characters, with colours, for terminals.

use anstyle::{Ansi256Color, Style};
use manyply::face::AnyGame;
use manyply::game::{Ink, Picture, Shade, Tile, Writing};
use std::io::{self, Write};

/// The board, the position's text, and whose turn it is or how the game ended.
pub(crate) fn print_board(game: &dyn AnyGame, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}\n{}\n{}", terminal(&game.picture()), game.position_text(), state_text(game))
}

/// Whose turn it is, or how the game ended.
pub(crate) fn state_text(game: &dyn AnyGame) -> String {
    match (game.result(), game.is_repetition()) {
        (None, _) => format!("{} to move", game.side_name()),
        (Some(result), false) => format!("The game is over: {result}"),
        (Some(result), true) => format!("The game is over: {result} by repetition"),
    }
}

/// The board in characters, with colours.
pub(crate) fn terminal(picture: &Picture) -> String {
    let mut lines: Vec<Vec<(usize, usize, String)>> = Vec::new();
    let mut place = |line: usize, column: usize, width: usize, text: String| {
        if lines.len() <= line {
            lines.resize(line + 1, Vec::new());
        }
        lines[line].push((column, width, text));
    };
    for tile in &picture.tiles {
        let width = width(picture, tile);
        let style = style(tile);
        let letters = letters(tile);
        let free = width.saturating_sub(letters.chars().count());
        let (before, after) = (free / 2, free - free / 2);
        let text = format!("{style}{:before$}{letters}{:after$}{style:#}", "", "");
        place(tile.line, tile.column, width, text);
    }
    for writing in &picture.writings {
        place(writing.line, writing.column, writing.text.chars().count(), writing.text.clone());
    }
    let mut board = String::new();
    for mut line in lines {
        line.sort_by_key(|&(column, ..)| column);
        let mut at = 0;
        for (column, width, text) in line {
            board.extend(std::iter::repeat_n(' ', column.saturating_sub(at)));
            board.push_str(&text);
            at = at.max(column) + width;
        }
        board.push('\n');
    }
    board
}

/// Turns a board round, for the eyes of who sits on the other side.
pub(crate) fn turn(picture: &mut Picture) {
    let ends = picture.tiles.iter().map(|tile| tile.column + width(picture, tile));
    // Coordinates stand above the first letter of a tile.
    let step = picture.tiles.iter().map(|tile| width(picture, tile)).min().unwrap_or(1);
    let room = |writing: &Writing| writing.text.chars().count().max(step);
    let ends = ends.chain(picture.writings.iter().map(|writing| writing.column + room(writing)));
    let right = ends.max().unwrap_or(0);
    let lines = picture.tiles.iter().map(|tile| tile.line).chain(picture.writings.iter().map(|writing| writing.line));
    let bottom = lines.max().unwrap_or(0);
    let widths: Vec<usize> = picture.tiles.iter().map(|tile| width(picture, tile)).collect();
    for (tile, width) in picture.tiles.iter_mut().zip(widths) {
        (tile.column, tile.line) = (right - tile.column - width, bottom - tile.line);
    }
    for writing in &mut picture.writings {
        writing.column = right - writing.column - room(writing);
        writing.line = bottom - writing.line;
    }
}

/// The distance to the nearest neighbour in the same line, 1 if there is none.
fn width(picture: &Picture, tile: &Tile) -> usize {
    let others = picture.tiles.iter().filter(|other| other.line == tile.line);
    others.map(|other| other.column.abs_diff(tile.column)).filter(|&distance| distance > 0).min().unwrap_or(1)
}

fn letters(tile: &Tile) -> String {
    match (tile.figure, tile.shade) {
        (Some(figure), _) => figure.owner.into_iter().chain([figure.letter]).collect(),
        (None, Shade::Blocked) => "#".into(),
        (None, _) => ".".into(),
    }
}

fn style(tile: &Tile) -> Style {
    let ground = Ansi256Color(match tile.shade {
        Shade::Light => 180,
        Shade::Dark => 137,
        Shade::Blocked => 238,
    });
    let style = Style::new().bg_color(Some(ground.into()));
    match (tile.figure, tile.shade) {
        (Some(figure), _) => {
            let ink = Ansi256Color(match figure.ink {
                Ink::White => 231,
                Ink::Black => 16,
                Ink::Red => 88,
                Ink::Green => 22,
                Ink::Blue => 18,
            });
            style.fg_color(Some(ink.into())).bold()
        }
        (None, Shade::Blocked) => style.fg_color(Some(Ansi256Color(242).into())),
        (None, _) => style.fg_color(Some(Ansi256Color(101).into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyply::game::Figure;

    fn board() -> Picture {
        let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let figure = Figure { ink: Ink::Black, owner: None, letter: 'k', glyph: '♚' };
        Picture::grid(&names("a b"), &names("2 1"), |column, row| match (column, row) {
            (0, 0) => (Shade::Light, Some(figure)),
            (1, 1) => (Shade::Blocked, None),
            _ => (Shade::Dark, None),
        })
    }

    #[test]
    fn a_board_reads_well_without_colours() {
        let plain = anstream::adapter::strip_str(&terminal(&board())).to_string();
        assert_eq!(plain, "2 k . \n1 . # \n  a b\n");
    }

    #[test]
    fn a_board_can_be_turned() {
        let mut board = board();
        turn(&mut board);
        let plain = anstream::adapter::strip_str(&terminal(&board)).to_string();
        assert_eq!(plain, "b a\n# . 1\n. k 2\n");
    }

    #[test]
    fn owners_are_told_without_colours() {
        let figure = Figure { ink: Ink::Green, owner: Some('g'), letter: 'K', glyph: '♚' };
        let names = ["a", "bb"].map(String::from);
        let board = Picture::grid(&names, &["1".into()], |column, _| (Shade::Light, (column == 0).then_some(figure)));
        let plain = anstream::adapter::strip_str(&terminal(&board)).to_string();
        assert_eq!(plain, "1 gK  . \n  a  bb\n");
    }

    #[test]
    fn a_text_for_terminals_is_shown() {
        let mut board = board();
        board.writings.push(Writing { column: 0, line: 3, place: None, text: "below".into() });
        assert!(terminal(&board).ends_with("below\n"));
    }
}
