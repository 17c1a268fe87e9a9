//! A board as plain data: what a game draws, and terminals and picture files render.

/// A board, with a place for everything both on a grid of characters and on paper.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Picture {
    /// The squares or cells.
    pub tiles: Vec<Tile>,
    /// Coordinates and captions.
    pub writings: Vec<Writing>,
    /// What tiles are on paper.
    pub style: Style,
    /// Marks on tiles, by their numbers, for paper.
    pub marks: Vec<(usize, Mark)>,
}

/// What tiles are on paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Style {
    /// Areas that figures stand in.
    #[default]
    Squares,
    /// Where lines cross, one through the middle of each row and column.
    Intersections,
}

/// A mark on an empty tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Mark {
    /// One of the points by which eyes find their way on a board.
    Star,
    /// Nothing may be played here.
    Forbidden,
}

/// What a side threatens with a move to an empty tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Threat {
    /// It wins at once.
    Wins,
    /// It wins with the next move, whatever a single move does against it.
    Decides,
}

/// A square or cell.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Tile {
    /// The name of the square or cell, as moves write it.
    pub name: String,
    /// Leftmost character on a terminal; a tile is as wide as the distance to its neighbour.
    pub column: usize,
    /// Line on a terminal, from the top.
    pub line: usize,
    /// Corners on paper, in tile widths from the top left.
    pub outline: Vec<(f64, f64)>,
    /// How it is filled.
    pub shade: Shade,
    /// What stands on it.
    pub figure: Option<Figure>,
}

/// How a tile is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Shade {
    /// A light square, or a free cell.
    Light,
    /// A dark square.
    Dark,
    /// Not part of the game.
    Blocked,
}

/// What stands on a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Figure {
    /// What it is painted with.
    pub ink: Ink,
    /// The letter of its owner, where neither `letter` nor its case tells whose it is.
    pub owner: Option<char>,
    /// The letter of the notation, for terminals.
    pub letter: char,
    /// A figure, for paper: a filled one, whatever the ink.
    pub glyph: char,
}

/// What a figure is painted with: the colours that the game's sides are called by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Ink {
    /// White, with a dark rim.
    White,
    /// Black, with a light rim.
    Black,
    /// Red, with a light rim.
    Red,
    /// Green, with a light rim.
    Green,
    /// Blue, with a light rim.
    Blue,
}

/// A text beside the tiles.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Writing {
    /// Leftmost character on a terminal.
    pub column: usize,
    /// Line on a terminal, from the top.
    pub line: usize,
    /// Middle on paper, in tile widths from the top left; none if only a terminal needs the text.
    pub place: Option<(f64, f64)>,
    /// The text.
    pub text: String,
}

impl Picture {
    /// A rectangular board in the usual drawing: `files` along the bottom, `ranks` down the left side (top first),
    /// and `tile` telling what is in (column, row), row 0 on top. The tiles are row by row, each named by its file and
    /// rank.
    pub fn grid(files: &[String], ranks: &[String], tile: impl Fn(usize, usize) -> (Shade, Option<Figure>)) -> Self {
        let margin = ranks.iter().map(|rank| rank.chars().count()).max().unwrap_or(0) + 1;
        let step = files.iter().map(|file| file.chars().count()).max().unwrap_or(1) + 1;
        let mut picture = Self::default();
        for (row, rank) in ranks.iter().enumerate() {
            let y = row as f64;
            picture.writings.push(Writing { column: 0, line: row, place: Some((0.5, y + 0.5)), text: rank.clone() });
            for (column, file) in files.iter().enumerate() {
                let x = column as f64 + 1.0;
                let (shade, figure) = tile(column, row);
                let outline = vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)];
                picture.tiles.push(Tile {
                    name: format!("{file}{rank}"),
                    column: margin + step * column,
                    line: row,
                    outline,
                    shade,
                    figure,
                });
            }
        }
        for (column, file) in files.iter().enumerate() {
            picture.writings.push(Writing {
                column: margin + step * column,
                line: ranks.len(),
                place: Some((column as f64 + 1.5, ranks.len() as f64 + 0.5)),
                text: file.clone(),
            });
        }
        picture
    }
}
