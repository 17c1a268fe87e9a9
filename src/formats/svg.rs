//! Boards as SVG pictures: squares or intersections, pieces as shapes of their own (no font draws them), the last move,
//! arrows of best moves and the numbers of moves.

mod shapes;

use crate::face::AnyGame;
use crate::game::{Figure, Ink, Mark, Picture, Shade, Style, Tile};
use std::fmt::Write;

/// Pixels a tile is wide.
const SCALE: f64 = 48.0;
/// Around everything, in tile widths.
const MARGIN: f64 = 0.25;

const PAPER: &str = "#fbf8f1";
const TEXT: &str = "#6d5f4b";
const LIGHT: &str = "#f1e2c4";
const DARK: &str = "#b98a5e";
const BLOCKED: &str = "#e4ded2";
const SEAM: &str = "#8a6844";
const WOOD: &str = "#e6bd7c";
const GRID: &str = "#7a5a2e";
const LAST: &str = "#ffcf33";
const FORBIDDEN: &str = "#c8102e";
/// Of arrows, the best move first.
const ARROWS: [&str; 4] = ["#1a7f4b", "#2f6fb3", "#8a5bb0", "#77787b"];

/// What is drawn over a board.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Overlay {
    /// The tiles of the last move.
    pub last: Vec<usize>,
    /// The tiles of moves, in the order in which each touches them; the best move first.
    pub arrows: Vec<Vec<usize>>,
    /// Tiles and the number of the move that was played there.
    pub numbers: Vec<(usize, usize)>,
    /// What the picture shows, for those who cannot see it.
    pub title: String,
}

/// The last move, the numbers of all of them, and a title.
pub fn overlay(game: &dyn AnyGame) -> Overlay {
    let (mut before, mut numbers, mut last) = (game.boxed(), Vec::<(usize, usize)>::new(), None);
    while before.ply() > 0 {
        let number = before.ply();
        let Some(played) = before.take_back() else { break };
        let tiles = before.move_tiles(&played).unwrap_or_default();
        // Where a figure arrives, or all that the move fills.
        let has_figure = |tile: usize| before.picture().tiles.get(tile).is_some_and(|tile| tile.figure.is_some());
        let moves = tiles.len() > 1 && has_figure(tiles[0]);
        let filled = if moves { &tiles[tiles.len() - 1..] } else { &tiles[..] };
        for &tile in filled {
            if numbers.iter().all(|(known, _)| *known != tile) {
                numbers.push((tile, number));
            }
        }
        last.get_or_insert(tiles);
    }
    let state = game.result().unwrap_or_else(|| format!("{} to move", game.side_name()));
    let title = format!("{}: {}, {state}", game.kind().name, game.position_text());
    Overlay { last: last.unwrap_or_default(), arrows: Vec::new(), numbers, title }
}

/// The shapes of the pieces that pictures are drawn with: the glyph of each, what is filled, and the lines on it, as
/// SVG paths in a box from −50 to 50.
pub fn shapes() -> impl Iterator<Item = (char, String, &'static str)> {
    "♟♞♝♜♛♚".chars().filter_map(|glyph| shapes::shape(glyph).map(|(filled, lines)| (glyph, filled, lines)))
}

/// The board as a picture. Tiles that are not there are skipped.
pub fn write(picture: &Picture, overlay: &Overlay) -> String {
    let mut svg = frame(picture, &overlay.title);
    match picture.style {
        Style::Squares => squares(&mut svg, picture, overlay),
        Style::Intersections => intersections(&mut svg, picture),
    }
    let marked = |tile: &&(usize, Mark)| tile.1 == Mark::Forbidden;
    for (x, y) in picture.marks.iter().filter(marked).filter_map(|&(tile, _)| centre(picture, tile)) {
        let (x, y, arm) = (x * SCALE, y * SCALE, 0.17 * SCALE);
        let (left, right, top, bottom) = (x - arm, x + arm, y - arm, y + arm);
        let cross = format!("M{left:.1} {top:.1}L{right:.1} {bottom:.1}M{left:.1} {bottom:.1}L{right:.1} {top:.1}");
        line(&mut svg, format_args!("<path d=\"{cross}\" stroke=\"{FORBIDDEN}\" stroke-width=\"3\" fill=\"none\"/>"));
    }
    for tile in &picture.tiles {
        if let Some(figure) = tile.figure {
            line(&mut svg, format_args!("{}", shapes::figure(figure, middle(tile), SCALE)));
        }
    }
    numbers(&mut svg, picture, overlay);
    // The best move is drawn last, over the others.
    for (rank, arrow) in overlay.arrows.iter().enumerate().rev() {
        draw_arrow(&mut svg, picture, arrow, rank);
    }
    svg + "</svg>\n"
}

/// The head of the file, the paper and the coordinates.
fn frame(picture: &Picture, title: &str) -> String {
    let corners = picture.tiles.iter().flat_map(|tile| tile.outline.iter().copied());
    let writings = || picture.writings.iter().filter_map(|writing| Some((writing.place?, &writing.text)));
    let places = writings().flat_map(|((x, y), text)| {
        let half = 0.3 * text.chars().count() as f64;
        [(x - half, y - 0.4), (x + half, y + 0.4)]
    });
    let (mut left, mut top, mut right, mut bottom) = (f64::MAX, f64::MAX, f64::MIN, f64::MIN);
    for (x, y) in corners.chain(places) {
        (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x), bottom.max(y));
    }
    if left > right {
        (left, top, right, bottom) = (0.0, 0.0, 1.0, 1.0);
    }
    let (x, y) = ((left - MARGIN) * SCALE, (top - MARGIN) * SCALE);
    let (width, height) = ((right - left + 2.0 * MARGIN) * SCALE, (bottom - top + 2.0 * MARGIN) * SCALE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x:.1} {y:.1} {width:.1} {height:.1}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"Helvetica, Arial, sans-serif\" \
         text-anchor=\"middle\" stroke-linecap=\"round\" stroke-linejoin=\"round\" role=\"img\">\n"
    );
    if !title.is_empty() {
        line(&mut svg, format_args!("<title>{}</title>", escape(title)));
    }
    svg += shapes::STONES;
    line(
        &mut svg,
        format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"8\" fill=\"{PAPER}\"/>"
        ),
    );
    for ((x, y), text) in writings() {
        let (x, y, size, text) = (x * SCALE, y * SCALE, 0.3 * SCALE, escape(text));
        line(
            &mut svg,
            format_args!(
                "<text x=\"{x:.1}\" y=\"{y:.1}\" dy=\"0.36em\" font-size=\"{size:.0}\" fill=\"{TEXT}\">{text}</text>"
            ),
        );
    }
    svg
}

/// Tiles as areas; those of the last move are lit.
fn squares(svg: &mut String, picture: &Picture, overlay: &Overlay) {
    // The seams of the game's own tiles lie over those of what is no part of it.
    let is_blocked = |tile: &Tile| tile.shade == Shade::Blocked;
    let (blocked, own): (Vec<_>, Vec<_>) = picture.tiles.iter().enumerate().partition(|(_, tile)| is_blocked(tile));
    for (index, tile) in blocked.into_iter().chain(own) {
        let fill = match tile.shade {
            Shade::Light => LIGHT,
            Shade::Dark => DARK,
            Shade::Blocked => BLOCKED,
        };
        let points: Vec<String> =
            tile.outline.iter().map(|(x, y)| format!("{:.1},{:.1}", x * SCALE, y * SCALE)).collect();
        let points = points.join(" ");
        let seam = if tile.shade == Shade::Blocked { PAPER } else { SEAM };
        line(svg, format_args!("<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"{seam}\" stroke-width=\"1\"/>"));
        if overlay.last.contains(&index) {
            line(svg, format_args!("<polygon points=\"{points}\" fill=\"{LAST}\" fill-opacity=\"0.6\"/>"));
        }
    }
}

/// Lines through the middles of tiles, on wood.
fn intersections(svg: &mut String, picture: &Picture) {
    let places: Vec<(f64, f64)> = picture.tiles.iter().map(middle).collect();
    let bound =
        |of: fn(&(f64, f64)) -> f64, best: fn(f64, f64) -> f64| places.iter().map(of).reduce(best).unwrap_or(0.0);
    let (left, right) = (bound(|p| p.0, f64::min), bound(|p| p.0, f64::max));
    let (top, bottom) = (bound(|p| p.1, f64::min), bound(|p| p.1, f64::max));
    let (x, y) = ((left - 0.5) * SCALE, (top - 0.5) * SCALE);
    let (width, height) = ((right - left + 1.0) * SCALE, (bottom - top + 1.0) * SCALE);
    line(
        svg,
        format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"4\" fill=\"{WOOD}\" \
             stroke=\"{SEAM}\" stroke-width=\"1.5\"/>"
        ),
    );
    let mut path = String::new();
    for (x, y) in places.iter().filter(|(x, y)| *x == left || *y == top) {
        // Writing to a string cannot fail.
        if *x == left {
            let _ = write!(path, "M{:.1} {:.1}H{:.1}", left * SCALE, y * SCALE, right * SCALE);
        }
        if *y == top {
            let _ = write!(path, "M{:.1} {:.1}V{:.1}", x * SCALE, top * SCALE, bottom * SCALE);
        }
    }
    line(svg, format_args!("<path d=\"{path}\" stroke=\"{GRID}\" stroke-width=\"1.2\" fill=\"none\"/>"));
    let stars = picture.marks.iter().filter(|(_, mark)| *mark == Mark::Star);
    for (x, y) in stars.filter_map(|&(tile, _)| centre(picture, tile)) {
        circle(svg, (x, y), 0.09, &format!("fill=\"{GRID}\""));
    }
}

/// The numbers of moves, in the middle of a stone or an empty tile, else in a corner; and the last move where tiles
/// cannot be lit.
fn numbers(svg: &mut String, picture: &Picture, overlay: &Overlay) {
    for &(index, number) in &overlay.numbers {
        let Some(tile) = picture.tiles.get(index) else { continue };
        let (x, y) = middle(tile);
        let is_last = overlay.last.contains(&index);
        let (x, y, fill, size) = match tile.figure {
            Some(Figure { glyph: '●', ink: Ink::White, .. }) => {
                (x, y, if is_last { FORBIDDEN } else { "#222" }, 0.36)
            }
            Some(Figure { glyph: '●', .. }) => (x, y, if is_last { LAST } else { "#fff" }, 0.36),
            Some(_) => (x + 0.33, y - 0.33, "#222", 0.24),
            None => (x, y, TEXT, 0.36),
        };
        let (x, y, size) = (x * SCALE, y * SCALE, size * SCALE);
        let text = format!("x=\"{x:.1}\" y=\"{y:.1}\" dy=\"0.36em\" font-size=\"{size:.0}\" font-weight=\"bold\"");
        line(svg, format_args!("<text {text} fill=\"{fill}\">{number}</text>"));
    }
    if picture.style == Style::Intersections {
        let plain = |index: &&usize| overlay.numbers.iter().all(|(tile, _)| tile != *index);
        for place in overlay.last.iter().filter(plain).filter_map(|&index| centre(picture, index)) {
            circle(svg, place, 0.12, &format!("fill=\"{FORBIDDEN}\""));
        }
    }
}

/// A move of rank `rank` (0 is the best): a ring around one tile, an arrow of a figure that moves, else a bar.
fn draw_arrow(svg: &mut String, picture: &Picture, tiles: &[usize], rank: usize) {
    let colour = ARROWS[rank.min(ARROWS.len() - 1)];
    let places: Vec<(f64, f64)> = tiles.iter().filter_map(|&tile| centre(picture, tile)).collect();
    let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return };
    if places.iter().all(|&place| place == first) {
        circle(
            svg,
            first,
            0.36,
            &format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"5\" stroke-opacity=\"0.9\""),
        );
        if rank > 0 {
            let (x, y, size) = (first.0 * SCALE, first.1 * SCALE, 0.34 * SCALE);
            let text = format!("x=\"{x:.1}\" y=\"{y:.1}\" dy=\"0.36em\" font-size=\"{size:.0}\" font-weight=\"bold\"");
            line(svg, format_args!("<text {text} fill=\"{colour}\">{}</text>", rank + 1));
        }
        return;
    }
    let moves = tiles.first().and_then(|&tile| picture.tiles.get(tile)).is_some_and(|tile| tile.figure.is_some());
    let width = SCALE * if rank == 0 { 0.17 } else { 0.12 };
    let before = places[..places.len() - 1].iter().rev().find(|&&place| place != last).copied().unwrap_or(first);
    let (dx, dy) = (last.0 - before.0, last.1 - before.1);
    let length = dx.hypot(dy).max(1e-9);
    let (ux, uy) = (dx / length, dy / length);
    // The shaft of an arrow ends where its head begins.
    let head = if moves { 0.36 } else { 0.0 };
    let mut path = String::new();
    for (index, &(x, y)) in places.iter().enumerate() {
        let is_end = index + 1 == places.len();
        let (x, y) = if is_end { (x - ux * head, y - uy * head) } else { (x, y) };
        // Writing to a string cannot fail.
        let _ = write!(path, "{}{:.1} {:.1}", if index == 0 { 'M' } else { 'L' }, x * SCALE, y * SCALE);
    }
    let mut drawn = format!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.1}\"/>");
    if moves {
        let side = 0.21;
        let corner = |along: f64, across: f64| {
            let (x, y) = (last.0 - ux * along - uy * across, last.1 - uy * along + ux * across);
            format!("{:.1},{:.1}", x * SCALE, y * SCALE)
        };
        let points = [corner(0.0, 0.0), corner(head + 0.06, side), corner(head + 0.06, -side)].join(" ");
        drawn += &format!("<polygon points=\"{points}\" fill=\"{colour}\"/>");
    }
    line(svg, format_args!("<g opacity=\"0.82\">{drawn}</g>"));
}

/// The middle of a tile, in tile widths.
fn middle(tile: &Tile) -> (f64, f64) {
    let corners = tile.outline.len().max(1) as f64;
    let (x, y) = tile.outline.iter().fold((0.0, 0.0), |(x, y), corner| (x + corner.0, y + corner.1));
    (x / corners, y / corners)
}

/// The middle of tile number `index`, if it is there.
fn centre(picture: &Picture, index: usize) -> Option<(f64, f64)> {
    picture.tiles.get(index).map(middle)
}

fn circle(svg: &mut String, (x, y): (f64, f64), radius: f64, style: &str) {
    let (x, y, radius) = (x * SCALE, y * SCALE, radius * SCALE);
    line(svg, format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" {style}/>"));
}

/// Appends a line; writing to a string cannot fail.
fn line(svg: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(svg, "{line}");
}

/// A text as the content of an element; what XML cannot hold is left out.
fn escape(text: &str) -> String {
    let text: String = text.chars().filter(|&c| !c.is_control()).collect();
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
    fn a_picture_is_well_formed() {
        let svg = write(&board(), &Overlay { title: "a < b\n".into(), ..Overlay::default() });
        assert_eq!(svg.matches("<polygon").count(), 4);
        assert_eq!(svg.matches("<text").count(), 5);
        assert!(svg.contains("&amp;") && svg.contains("<title>a &lt; b</title>") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn a_text_for_terminals_alone_is_not_on_paper() {
        let mut board = board();
        board.writings.push(Writing { column: 0, line: 3, place: None, text: "below".into() });
        assert!(!write(&board, &Overlay::default()).contains("below"));
    }

    #[test]
    fn what_lies_over_a_board_is_drawn() {
        let overlay = Overlay {
            last: vec![1, 99],
            arrows: vec![vec![0, 1], vec![2], vec![], vec![99], vec![1, 2]],
            numbers: vec![(0, 7), (3, 8), (99, 9)],
            title: String::new(),
        };
        let svg = write(&board(), &overlay);
        let count = |what: &str| svg.matches(what).count();
        // Four tiles, a lit one, the head of the first arrow; the last one moves no figure and has none.
        assert_eq!((count("<polygon"), count("<circle"), count("<g opacity")), (6, 1, 2));
        assert!(svg.contains(">7</text>") && svg.contains(">8</text>") && !svg.contains(">9</text>"));
    }

    #[test]
    fn intersections_have_lines_and_marks() {
        let mut board = board();
        (board.style, board.marks) = (Style::Intersections, vec![(1, Mark::Star), (2, Mark::Forbidden)]);
        let svg = write(&board, &Overlay { last: vec![3], ..Overlay::default() });
        assert!(svg.contains(GRID) && svg.contains(FORBIDDEN) && !svg.contains("<polygon"));
        assert_eq!(svg.matches("<circle").count(), 2);
    }

    #[test]
    fn a_board_without_tiles_is_a_picture() {
        assert!(write(&Picture::default(), &Overlay::default()).ends_with("</svg>\n"));
    }
}
