//! Boards for the eye: text with colours for terminals, SVG for paper.

use crate::game::{Figure, Ink, Picture, Shade, Tile};
use anstyle::{Ansi256Color, Style};
use std::fmt::Write;

/// Pixels a tile is wide on paper.
const SCALE: f64 = 48.0;

/// The board in characters, with colours.
pub(super) fn terminal(picture: &Picture) -> String {
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

/// The board as an SVG picture.
pub(super) fn svg(picture: &Picture) -> String {
    let corners = picture.tiles.iter().flat_map(|tile| tile.outline.iter().copied());
    let writings = || picture.writings.iter().filter_map(|writing| Some((writing.place?, &writing.text)));
    let places = writings().flat_map(|((x, y), text)| {
        let half = 0.3 * text.chars().count() as f64;
        [(x - half, y - 0.5), (x + half, y + 0.5)]
    });
    let (mut left, mut top, mut right, mut bottom) = (0.0f64, 0.0f64, 0.0f64, 0.0f64);
    for (x, y) in corners.chain(places) {
        (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x), bottom.max(y));
    }
    let margin = 0.25;
    let (x, y) = ((left - margin) * SCALE, (top - margin) * SCALE);
    let (width, height) = ((right - left + 2.0 * margin) * SCALE, (bottom - top + 2.0 * margin) * SCALE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x:.1} {y:.1} {width:.1} {height:.1}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n"
    );
    for tile in &picture.tiles {
        let points: Vec<String> =
            tile.outline.iter().map(|(x, y)| format!("{:.1},{:.1}", x * SCALE, y * SCALE)).collect();
        let fill = match tile.shade {
            Shade::Light => "#eed9b6",
            Shade::Dark => "#b58863",
            Shade::Blocked => "#555555",
        };
        push(&mut svg, format_args!("<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#333\"/>", points.join(" ")));
        if let Some(figure) = tile.figure {
            push(&mut svg, format_args!("{}", svg_figure(tile, figure)));
        }
    }
    for ((x, y), text) in writings() {
        let (x, y, size, text) = (x * SCALE, y * SCALE, 0.4 * SCALE, escape(text));
        push(
            &mut svg,
            format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" dy=\"0.36em\" font-size=\"{size:.0}\">{text}</text>"),
        );
    }
    svg + "</svg>\n"
}

fn svg_figure(tile: &Tile, figure: Figure) -> String {
    let corners = tile.outline.len().max(1) as f64;
    let (x, y) = tile.outline.iter().fold((0.0, 0.0), |(x, y), corner| (x + corner.0, y + corner.1));
    let (x, y, size) = (x / corners * SCALE, y / corners * SCALE, 0.75 * SCALE);
    let (fill, stroke) = match figure.ink {
        Ink::White => ("#ffffff", "#000000"),
        Ink::Black => ("#000000", "#ffffff"),
        Ink::Red => ("#b00020", "#ffffff"),
        Ink::Green => ("#006b2d", "#ffffff"),
        Ink::Blue => ("#0b3fb5", "#ffffff"),
    };
    let glyph = escape(&figure.glyph.to_string());
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" dy=\"0.36em\" font-size=\"{size:.0}\" fill=\"{fill}\" stroke=\"{stroke}\" \
         stroke-width=\"0.6\">{glyph}</text>"
    )
}

/// Appends a line; writing to a string cannot fail.
fn push(svg: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(svg, "{line}");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Writing;

    fn board() -> Picture {
        let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let figure = Figure { ink: Ink::Black, owner: None, letter: 'k', glyph: '&' };
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
    fn owners_are_told_without_colours() {
        let figure = Figure { ink: Ink::Green, owner: Some('g'), letter: 'K', glyph: '♚' };
        let names = ["a", "bb"].map(String::from);
        let board = Picture::grid(&names, &["1".into()], |column, _| (Shade::Light, (column == 0).then_some(figure)));
        let plain = anstream::adapter::strip_str(&terminal(&board)).to_string();
        assert_eq!(plain, "1 gK  . \n  a  bb\n");
    }

    #[test]
    fn a_text_for_terminals_alone_is_not_on_paper() {
        let mut board = board();
        board.writings.push(Writing { column: 0, line: 3, place: None, text: "below".into() });
        assert!(terminal(&board).ends_with("below\n") && !svg(&board).contains("below"));
    }

    #[test]
    fn a_picture_is_well_formed() {
        let svg = svg(&board());
        assert_eq!(svg.matches("<polygon").count(), 4);
        assert_eq!(svg.matches("<text").count(), 5);
        assert!(svg.contains("&amp;") && svg.ends_with("</svg>\n"));
    }
}
