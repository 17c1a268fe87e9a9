//! A board as plain data: what a game draws, and terminals and picture files render.

/// A board, with a place for everything both on a grid of characters and on paper.
///
/// ```
/// use manyply::game::{Notation, Variant};
/// use manyply::games::minichess::Minichess;
///
/// let picture = Minichess::start(&Default::default()).picture();
/// let mut lines = [[' '; 11]; 7];
/// for tile in &picture.tiles {
///     lines[tile.line][tile.column] = tile.figure.map_or('.', |figure| figure.letter);
/// }
/// for writing in &picture.writings {
///     lines[writing.line][writing.column] = writing.text.chars().next().unwrap_or(' ');
/// }
/// let lines = lines.map(|line| line.iter().collect::<String>());
/// assert_eq!((lines[0].as_str(), lines[3].as_str()), ("6 k q b n r", "3 . . . . ."));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "face", derive(serde::Serialize))]
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
///
/// ```
/// use manyply::game::{Notation, Style, Variant};
/// use manyply::games::{gomoku::Gomoku, minichess::Minichess};
///
/// assert_eq!(Minichess::start(&Default::default()).picture().style, Style::Squares);
/// assert_eq!(Gomoku::start(&Default::default()).picture().style, Style::Intersections);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "face", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Style {
    /// Areas that figures stand in.
    #[default]
    Squares,
    /// Where lines cross, one through the middle of each row and column.
    Intersections,
}

/// A mark on an empty tile.
///
/// ```
/// use manyply::game::{Mark, Notation, Variant};
/// use manyply::games::gomoku::Gomoku;
///
/// let picture = Gomoku::start(&Default::default()).picture();
/// let stars = picture.marks.iter().filter(|(_, mark)| *mark == Mark::Star);
/// let names: Vec<&str> = stars.map(|&(tile, _)| picture.tiles[tile].name.as_str()).collect();
/// assert_eq!(names, ["d12", "l12", "h8", "d4", "l4"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Mark {
    /// One of the points by which eyes find their way on a board.
    Star,
    /// Nothing may be played here.
    Forbidden,
}

/// What a side threatens with a move to an empty tile.
///
/// ```
/// use manyply::game::{Notation, Side, Threat};
/// use manyply::games::gomoku::Gomoku;
///
/// // Four in a row, with an empty tile at both ends.
/// let text = "15/15/15/15/15/15/15/4xxxx7/15/15/15/15/15/15/15 o";
/// let position = Gomoku::parse_position(text, &Default::default())?;
/// let tiles = position.picture().tiles;
/// let threats = position.threats().into_iter().filter(|&(_, _, threat)| threat == Threat::Wins);
/// let wins: Vec<(&str, Side)> = threats.map(|(tile, side, _)| (tiles[tile].name.as_str(), side)).collect();
/// assert_eq!(wins, [("d8", Side::FIRST), ("i8", Side::FIRST)]);
/// # Ok::<(), manyply::game::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Threat {
    /// It wins at once.
    Wins,
    /// It wins with the next move, whatever a single move does against it.
    Decides,
}

/// A square or cell.
///
/// ```
/// use manyply::game::{Notation, Variant};
/// use manyply::games::minichess::Minichess;
///
/// let start = Minichess::start(&Default::default());
/// let (tiles, m) = (start.picture().tiles, start.parse_move("b2b3")?);
/// let touched: Vec<&str> = start.move_tiles(m).into_iter().map(|tile| tiles[tile].name.as_str()).collect();
/// assert_eq!(touched, ["b2", "b3"]);
/// # Ok::<(), manyply::game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize))]
pub struct Tile {
    /// The name of the square or cell, as moves write it.
    pub name: String,
    /// Leftmost character on a terminal; a tile is as wide as the distance to its neighbour.
    #[cfg_attr(feature = "face", serde(skip))]
    pub column: usize,
    /// Line on a terminal, from the top.
    #[cfg_attr(feature = "face", serde(skip))]
    pub line: usize,
    /// Corners on paper, in tile widths from the top left.
    #[cfg_attr(feature = "face", serde(serialize_with = "corners"))]
    pub outline: Vec<(f64, f64)>,
    /// How it is filled.
    pub shade: Shade,
    /// What stands on it.
    pub figure: Option<Figure>,
}

/// How a tile is filled.
///
/// ```
/// use manyply::game::{Notation, Shade};
/// use manyply::games::hexnim::Hexnim;
///
/// let tiles = Hexnim::parse_position("..#/...", &Default::default())?.picture().tiles;
/// assert_eq!((tiles[0].shade, tiles[2].shade), (Shade::Light, Shade::Blocked));
/// # Ok::<(), manyply::game::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Shade {
    /// A light square, or a free cell.
    Light,
    /// A dark square.
    Dark,
    /// Not part of the game.
    Blocked,
}

/// What stands on a tile.
///
/// ```
/// use manyply::game::{Figure, Ink, Picture, Shade};
///
/// let (files, ranks) = (["a", "b", "c"].map(String::from), ["3", "2", "1"].map(String::from));
/// let picture = Picture::grid(&files, &ranks, |column, row| {
///     let cross = Figure { ink: Ink::Black, owner: None, letter: 'x', glyph: '●' };
///     (Shade::Light, (column == row).then_some(cross))
/// });
/// let crosses = picture.tiles.iter().filter(|tile| tile.figure.is_some_and(|figure| figure.letter == 'x'));
/// assert_eq!(crosses.map(|tile| tile.name.as_str()).collect::<Vec<_>>(), ["a3", "b2", "c1"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize))]
pub struct Figure {
    /// What it is painted with.
    pub ink: Ink,
    /// The letter of its owner, where neither `letter` nor its case tells whose it is.
    #[cfg_attr(feature = "face", serde(skip))]
    pub owner: Option<char>,
    /// The letter of the notation, for terminals.
    pub letter: char,
    /// A figure, for paper: a filled one, whatever the ink.
    pub glyph: char,
}

/// What a figure is painted with: the colours that the game's sides are called by.
///
/// ```
/// use manyply::game::{Notation, Side};
/// use manyply::games::hop::Hop;
///
/// for (side, (_, figure)) in Side::all(2).zip(Hop::FIGURES) {
///     assert_eq!(format!("{:?}", figure.ink), Hop::side_name(side));
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize), serde(rename_all = "lowercase"))]
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
///
/// ```
/// use manyply::game::{Notation, Variant};
/// use manyply::games::minichess::Minichess;
///
/// let picture = Minichess::start(&Default::default()).picture();
/// let below = picture.writings.iter().filter(|writing| writing.line == 6);
/// assert_eq!(below.map(|writing| writing.text.as_str()).collect::<String>(), "abcde");
/// ```
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize))]
pub struct Writing {
    /// Leftmost character on a terminal.
    #[cfg_attr(feature = "face", serde(skip))]
    pub column: usize,
    /// Line on a terminal, from the top.
    #[cfg_attr(feature = "face", serde(skip))]
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

/// Rounds corners to thousandths of a tile's width, and writes whole numbers as integers: corners are most of a board
/// in JSON.
#[cfg(feature = "face")]
fn corners<S: serde::Serializer>(outline: &[(f64, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(serde::Serialize)]
    #[serde(untagged)]
    enum Place {
        Whole(i64),
        Part(f64),
    }
    let place = |x: f64| match (1000.0 * x).round() / 1000.0 {
        x if x.fract() == 0.0 => Place::Whole(x as i64),
        x => Place::Part(x),
    };
    serializer.collect_seq(outline.iter().map(|&(x, y)| [place(x), place(y)]))
}
