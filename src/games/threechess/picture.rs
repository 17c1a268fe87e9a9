//! The board as a picture: a hexagon of three sections on paper, the sections side by side on a terminal.
//!
//! On paper each section lies along every other side of a hexagon, its owner's back rank on the rim: the halves A–D and
//! E–H are the quadrilaterals between a corner of the hexagon, the middles of the two sides that meet there, and the
//! centre. Six squares D4 and E4 meet in the centre. Squares that a rook steps between share an edge, and no others.

use super::board::{Kind, SECTIONS};
use super::geometry::{COLUMNS, Direction, ROWS, SQUARES, Square, column, row, section, square, unit};
use crate::game::{Figure, Ink, Picture, Shade, Side, Tile, Writing};
use std::f64::consts::TAU;

/// The columns of half a section, which are as many tile widths on its rim.
const HALF: f64 = COLUMNS as f64 / 2.0;
/// From the centre of the hexagon, whose sides are as long as a section has columns, to the middle of a side; √3.
const APOTHEM: f64 = HALF * 1.732_050_807_568_877_2;
/// The centre on paper.
const CENTRE: (f64, f64) = (2.0 * HALF + 2.0 * OFFSET, APOTHEM + 2.0 * OFFSET);

/// What the pieces of the sides are painted with, and drawn as.
const INKS: [Ink; 3] = [Ink::Blue, Ink::Green, Ink::Red];
const GLYPHS: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];

/// What may be put on the board by hand.
pub(super) const FIGURES: &[(&str, Figure)] = &[
    ("bP", Figure { ink: INKS[0], owner: Some('b'), letter: 'P', glyph: '♟' }),
    ("bR", Figure { ink: INKS[0], owner: Some('b'), letter: 'R', glyph: '♜' }),
    ("bN", Figure { ink: INKS[0], owner: Some('b'), letter: 'N', glyph: '♞' }),
    ("bB", Figure { ink: INKS[0], owner: Some('b'), letter: 'B', glyph: '♝' }),
    ("bQ", Figure { ink: INKS[0], owner: Some('b'), letter: 'Q', glyph: '♛' }),
    ("bK", Figure { ink: INKS[0], owner: Some('b'), letter: 'K', glyph: '♚' }),
    ("gP", Figure { ink: INKS[1], owner: Some('g'), letter: 'P', glyph: '♟' }),
    ("gR", Figure { ink: INKS[1], owner: Some('g'), letter: 'R', glyph: '♜' }),
    ("gN", Figure { ink: INKS[1], owner: Some('g'), letter: 'N', glyph: '♞' }),
    ("gB", Figure { ink: INKS[1], owner: Some('g'), letter: 'B', glyph: '♝' }),
    ("gQ", Figure { ink: INKS[1], owner: Some('g'), letter: 'Q', glyph: '♛' }),
    ("gK", Figure { ink: INKS[1], owner: Some('g'), letter: 'K', glyph: '♚' }),
    ("rP", Figure { ink: INKS[2], owner: Some('r'), letter: 'P', glyph: '♟' }),
    ("rR", Figure { ink: INKS[2], owner: Some('r'), letter: 'R', glyph: '♜' }),
    ("rN", Figure { ink: INKS[2], owner: Some('r'), letter: 'N', glyph: '♞' }),
    ("rB", Figure { ink: INKS[2], owner: Some('r'), letter: 'B', glyph: '♝' }),
    ("rQ", Figure { ink: INKS[2], owner: Some('r'), letter: 'Q', glyph: '♛' }),
    ("rK", Figure { ink: INKS[2], owner: Some('r'), letter: 'K', glyph: '♚' }),
];

/// How far from the rim the coordinates stand on paper, in tile widths.
const OFFSET: f64 = 0.5;
/// Characters a tile is wide, those left of a section's tiles, and the leftmost of each section on a terminal.
const WIDTH: usize = 3;
const MARGIN: usize = 5;
const LEFTS: [usize; 3] = [17, 0, 34];
/// Lines that a section takes on a terminal: its rows, its own coordinates, and those of the squares it faces.
const LINES: usize = ROWS + 2;

/// The board with `contents` on its squares: whose piece of which kind.
pub(super) fn picture(contents: impl Fn(Square) -> Option<(Side, Kind)>) -> Picture {
    let mut picture = Picture::default();
    for at in 0..SQUARES {
        let (section, column, row) = (section(at), column(at), row(at));
        picture.tiles.push(Tile {
            name: format!("{}{}", name(section, column), row + 1),
            column: character(section, column),
            line: line(section, row + 1),
            outline: outline(section, column, row),
            shade: if (column + row).is_multiple_of(2) { Shade::Dark } else { Shade::Light },
            figure: contents(at).map(|(owner, kind)| Figure {
                ink: INKS[owner.index()],
                owner: Some(SECTIONS[owner.index()].to_ascii_lowercase()),
                letter: kind.letter(),
                glyph: GLYPHS[kind as usize],
            }),
        });
    }
    for section in 0..3 {
        write_coordinates(section, &mut picture.writings);
    }
    picture
}

/// Names beside the rim, and on a terminal also those of the squares that a section's row 4 faces.
fn write_coordinates(section: usize, writings: &mut Vec<Writing>) {
    for column in 0..COLUMNS {
        let (left, right) = (column as f64, column as f64 + 1.0);
        let place = Some(outside(corner(section, left, 0.0), corner(section, right, 0.0)));
        let at = character(section, column);
        writings.push(Writing { column: at, line: line(section, 0), place, text: name(section, column) });
        if let Some(ahead) = unit(square(section, column, ROWS - 1), Direction::Forward) {
            let text = name(super::geometry::section(ahead), super::geometry::column(ahead));
            writings.push(Writing { column: at, line: line(section, ROWS + 1), place: None, text });
        }
    }
    for row in 0..ROWS {
        // Left and right of a section seen from the centre of the board, which is how a terminal shows two of them.
        for (side, at) in [(0.0, LEFTS[section] + 3), (2.0 * HALF, LEFTS[section] + MARGIN + WIDTH * COLUMNS)] {
            let place = outside(corner(section, side, row as f64), corner(section, side, row as f64 + 1.0));
            let text = (row + 1).to_string();
            writings.push(Writing { column: at, line: line(section, row + 1), place: Some(place), text });
        }
    }
    let facing = Writing { column: LEFTS[section], line: line(section, ROWS + 1), place: None, text: "next".into() };
    writings.push(facing);
}

fn name(section: usize, column: usize) -> String {
    [SECTIONS[section], char::from(b'A' + column as u8)].into_iter().collect()
}

/// The leftmost character of a column on a terminal. Only Blue's section is seen from its owner's side.
fn character(section: usize, column: usize) -> usize {
    let column = if section == 0 { column } else { COLUMNS - 1 - column };
    LEFTS[section] + MARGIN + WIDTH * column
}

/// The line on a terminal that is `distance` lines from the owner's edge of a section.
fn line(section: usize, distance: usize) -> usize {
    if section == 0 { 2 * LINES - distance } else { distance }
}

/// The corners of a square on paper.
fn outline(section: usize, column: usize, row: usize) -> Vec<(f64, f64)> {
    let (column, row) = (column as f64, row as f64);
    [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| corner(section, column + x, row + y)).to_vec()
}

/// Where two lines of a section cross on paper: the line `column` columns from the left edge, as its owner sees it, and
/// the line `row` rows from the rim.
fn corner(section: usize, column: f64, row: f64) -> (f64, f64) {
    // Blue's half A–D, the corner of the hexagon first and the centre of the board, which is 0, third. The half E–H is
    // its mirror image.
    let quadrilateral = [(-HALF, APOTHEM), (0.0, APOTHEM), (0.0, 0.0), (-1.5 * HALF, APOTHEM / 2.0)];
    let (across, deep) = (column.min(2.0 * HALF - column) / HALF, row / ROWS as f64);
    let weights = [(1.0 - across) * (1.0 - deep), across * (1.0 - deep), across * deep, (1.0 - across) * deep];
    let mean = |part: fn((f64, f64)) -> f64| -> f64 { (0..4).map(|at| weights[at] * part(quadrilateral[at])).sum() };
    let (x, y) = (mean(|(x, _)| x) * if column > HALF { -1.0 } else { 1.0 }, mean(|(_, y)| y));
    let (sin, cos) = (TAU * section as f64 / 3.0).sin_cos();
    (CENTRE.0 + x * cos - y * sin, CENTRE.1 + x * sin + y * cos)
}

/// The place of a coordinate beside an edge of the board.
fn outside(from: (f64, f64), to: (f64, f64)) -> (f64, f64) {
    let (x, y) = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    let (across, down) = (to.1 - from.1, from.0 - to.0);
    let outward = (across * (x - CENTRE.0) + down * (y - CENTRE.1)).signum();
    let length = outward * OFFSET / across.hypot(down);
    (x + across * length, y + down * length)
}

#[cfg(test)]
mod tests {
    use super::super::geometry::{STRAIGHT, walk};
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// A point that others are compared with: a thousandth of a tile width.
    fn grain((x, y): (f64, f64)) -> (i64, i64) {
        ((x * 1000.0).round() as i64, (y * 1000.0).round() as i64)
    }

    /// The pairs of squares between which a rook steps.
    fn rook_steps() -> BTreeSet<(Square, Square)> {
        let steps = |from| STRAIGHT.into_iter().filter_map(move |step| Some((from, walk(from, step, false)?)));
        (0..SQUARES).flat_map(steps).collect()
    }

    #[test]
    fn what_a_rook_steps_between_shares_an_edge() {
        let mut edges: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (square, tile) in picture(|_| None).tiles.iter().enumerate() {
            for (at, &from) in tile.outline.iter().enumerate() {
                let mut edge = [from, tile.outline[(at + 1) % tile.outline.len()]].map(grain);
                edge.sort_unstable();
                edges.entry(edge).or_default().push(square);
            }
        }
        assert!(edges.values().all(|squares| squares.len() <= 2));
        assert_eq!(edges.values().filter(|squares| squares.len() == 1).count(), 48, "the rim");
        let pairs = edges.values().filter_map(|squares| <[usize; 2]>::try_from(squares.as_slice()).ok());
        let shared: BTreeSet<_> = pairs.flat_map(|[a, b]| [(a, b), (b, a)]).collect();
        assert_eq!(shared, rook_steps());
    }

    #[test]
    fn the_squares_fill_the_hexagon() {
        let picture = picture(|_| None);
        let twice = |outline: &[(f64, f64)]| -> f64 {
            (0..outline.len())
                .map(|at| (outline[at], outline[(at + 1) % outline.len()]))
                .map(|((x, y), (right, down))| x * down - y * right)
                .sum()
        };
        let areas: Vec<f64> = picture.tiles.iter().map(|tile| -twice(&tile.outline) / 2.0).collect();
        assert!(areas.iter().all(|&area| area > 0.8), "each is on the same side of its edges");
        let hexagon = 6.0 * HALF * APOTHEM;
        assert!((areas.iter().sum::<f64>() - hexagon).abs() < 1e-9);
        let corners = picture.tiles.iter().flat_map(|tile| tile.outline.clone());
        assert!(corners.clone().all(|(x, y)| x > 0.0 && y > 0.0));
        assert_eq!(corners.filter(|&corner| grain(corner) == grain(CENTRE)).count(), 6);
    }

    #[test]
    fn neighbours_in_a_line_or_a_column_differ_in_shade() {
        let tiles = picture(|_| None).tiles;
        assert!(rook_steps().into_iter().all(|(a, b)| tiles[a].shade != tiles[b].shade));
    }
}
