//! Reliability diagrams: of positions where an evaluation expects so much, how much came of it.

use crate::cli::analysis::annotate_svg::escape;
use manyply::harmless::one_line;
use manyply_train::calibration::{Comparison, Quality};
use serde::Serialize;
use std::fmt::Write as _;

/// Tell the two evaluations apart, also for most who see colours differently.
const COLOURS: [&str; 2] = ["#0072b2", "#d55e00"];
/// Panels side by side.
const COLUMNS: usize = 3;
/// Pixels: a panel with its margins, the square in it, and what stands above all panels.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 50.0;
const TOP: f64 = 40.0;
const SIDE: f64 = 230.0;
const HEADING: f64 = 60.0;

/// A phase for programs.
#[derive(Serialize)]
#[serde(tag = "type", rename = "calibration")]
pub(crate) struct Line<'a> {
    pub(crate) game: &'a str,
    /// Whether it is all phases together.
    pub(crate) whole: bool,
    pub(crate) by: &'static str,
    /// The least and the greatest number of those in it.
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// What the evaluations are called.
    pub(crate) names: &'a [String],
    #[serde(flatten)]
    pub(crate) comparison: Comparison,
}

/// A panel for each phase, the last for all.
pub(crate) fn picture(lines: &[Line<'_>]) -> String {
    let columns = lines.len().clamp(1, COLUMNS);
    let (width, height) =
        (WIDTH * columns as f64 + 20.0, HEADING + HEIGHT * lines.len().div_ceil(columns).max(1) as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    if let Some(Line { names, .. }) = lines.last() {
        for (index, (name, colour)) in names.iter().zip(COLOURS).enumerate() {
            let letter = ["a", "b"][index.min(1)];
            text(&mut svg, (LEFT, 22.0 + 18.0 * index as f64), "start", colour, &format!("{letter}: {name}"));
        }
    }
    for (index, line) in lines.iter().enumerate() {
        let (column, row) = (index % columns, index / columns);
        let (x, y) = (WIDTH * column as f64, HEADING + HEIGHT * row as f64);
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<g transform=\"translate({x},{y})\">");
        panel(&mut svg, line);
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

/// Expected results to the right, those that happened upwards; on the diagonal both agree.
fn panel(svg: &mut String, line: &Line<'_>) {
    let Line { whole, by, from, to, comparison, .. } = line;
    let title = if *whole { "all".to_owned() } else { format!("{from} to {to} {by}") };
    text(svg, (LEFT, TOP - 24.0), "start", "black", &format!("{title}: {} positions", comparison.positions));
    let losses = comparison.evaluations.each_ref().map(|one| format!("{:.4}", one.log_loss));
    text(svg, (LEFT, TOP - 10.0), "start", "#555", &format!("log loss {}, {}", losses[0], losses[1]));
    for percent in (0..=100).step_by(25) {
        let (x, y) = (at(f64::from(percent) / 100.0, 0.0).0, at(0.0, f64::from(percent) / 100.0).1);
        let (right, bottom) = (LEFT + SIDE, TOP + SIDE);
        let _ = writeln!(svg, "<path d=\"M{x:.1} {TOP:.1}V{bottom:.1}M{LEFT:.1} {y:.1}H{right:.1}\" stroke=\"#ddd\"/>");
        text(svg, (x, bottom + 14.0), "middle", "black", &percent.to_string());
        text(svg, (LEFT - 6.0, y + 4.0), "end", "black", &percent.to_string());
    }
    let ((x, y), (right, top)) = (at(0.0, 0.0), at(1.0, 1.0));
    let _ = writeln!(svg, "<path d=\"M{x:.1} {y:.1}L{right:.1} {top:.1}\" stroke=\"#888\" stroke-dasharray=\"4 4\"/>");
    text(svg, (LEFT + SIDE / 2.0, TOP + SIDE + 30.0), "middle", "black", "expected, %; upwards what happened");
    for (quality, colour) in comparison.evaluations.iter().zip(COLOURS) {
        curve(svg, quality, colour);
    }
}

/// A point a bin, as large as its part of the positions.
fn curve(svg: &mut String, quality: &Quality, colour: &str) {
    let all: usize = quality.bins.iter().map(|bin| bin.positions).sum();
    let bins = || quality.bins.iter().filter(|bin| bin.positions > 0);
    let points: Vec<String> = bins()
        .map(|bin| {
            let (x, y) = at(bin.expected, bin.happened);
            format!("{x:.1},{y:.1}")
        })
        .collect();
    let points = points.join(" ");
    let _ = writeln!(svg, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>");
    for bin in bins() {
        let (x, y) = at(bin.expected, bin.happened);
        let radius = 1.5 + 6.0 * (bin.positions as f64 / all.max(1) as f64).sqrt();
        let _ =
            writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{colour}\" opacity=\"0.6\"/>");
    }
}

/// Where a pair of results is.
fn at(expected: f64, happened: f64) -> (f64, f64) {
    (LEFT + SIDE * expected, TOP + SIDE * (1.0 - happened))
}

/// Writes text, made harmless.
pub(crate) fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, colour: &str, content: &str) {
    let content = escape(&one_line(content));
    let _ =
        writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{content}</text>");
}
