//! Reliability diagrams: of positions where an evaluation expects so much, how much came of it.

use crate::cli::common::drawing::{COLOURS, Drawing, Frame};
use manyply_train::calibration::{Comparison, Quality};
use serde::Serialize;

/// Panels side by side.
const COLUMNS: usize = 3;
/// Pixels: a panel with its margins, the square in it, and what stands above all panels.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 320.0;
const FRAME: Frame = Frame { left: 50.0, right: 280.0, top: 40.0, bottom: 270.0 };
const HEADING: f64 = 60.0;

/// How well two evaluations predict the results of games: in a phase, or in all.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "calibration")]
pub(crate) struct Line<'a> {
    pub(crate) game: &'a str,
    /// Whether it is all phases together.
    pub(crate) whole: bool,
    /// What phases are told apart by.
    #[cfg_attr(test, schemars(extend("enum" = ["men", "plies"])))]
    pub(crate) by: &'static str,
    /// The least number of those in the phase.
    pub(crate) from: u32,
    /// The greatest.
    pub(crate) to: u32,
    /// What the evaluations are called: own, score, or a network's file.
    pub(crate) names: &'a [String],
    #[serde(flatten)]
    pub(crate) comparison: Comparison,
}

/// A panel for each phase, the last for all.
pub(crate) fn picture(lines: &[Line<'_>]) -> Vec<u8> {
    let columns = lines.len().clamp(1, COLUMNS);
    let rows = lines.len().div_ceil(columns).max(1);
    let mut svg = Drawing::new(WIDTH * columns as f64 + 20.0, HEADING + HEIGHT * rows as f64);
    let names = lines.last().map_or(&[][..], |line| line.names);
    for (index, (name, letter)) in names.iter().zip(["a", "b"]).enumerate() {
        let at = (FRAME.left, 22.0 + 18.0 * index as f64);
        svg.text(at, "start", COLOURS[index], &format!("{letter}: {name}"));
    }
    for (index, line) in lines.iter().enumerate() {
        let (column, row) = (index % columns, index / columns);
        svg.moved((WIDTH * column as f64, HEADING + HEIGHT * row as f64), |svg| panel(svg, line));
    }
    svg.finish()
}

/// Expected results to the right, those that happened upwards; on the diagonal both agree.
fn panel(svg: &mut Drawing, line: &Line<'_>) {
    let Line { whole, by, from, to, comparison, .. } = line;
    let title = if *whole { "all".to_owned() } else { format!("{from} to {to} {by}") };
    let Frame { left, right, top, bottom } = FRAME;
    svg.text((left, top - 24.0), "start", "black", &format!("{title}: {} positions", comparison.positions));
    let losses = comparison.evaluations.each_ref().map(|one| format!("{:.4}", one.log_loss));
    svg.text((left, top - 10.0), "start", "#555", &format!("log loss {}, {}", losses[0], losses[1]));
    for percent in (0..=100).step_by(25) {
        let (x, y) = (FRAME.x(f64::from(percent) / 100.0), FRAME.y(f64::from(percent) / 100.0));
        svg.rule(&FRAME, y);
        svg.add(format_args!(r##"<path d="M{x:.1} {top:.1}V{bottom:.1}" stroke="#ddd"/>"##));
        svg.label_x(&FRAME, x, &percent.to_string());
        svg.label_y(&FRAME, y, &percent.to_string());
    }
    let diagonal = format_args!("M{left:.1} {bottom:.1}L{right:.1} {top:.1}");
    svg.add(format_args!(r##"<path d="{diagonal}" stroke="#888" stroke-dasharray="4 4"/>"##));
    svg.text((FRAME.x(0.5), bottom + 30.0), "middle", "black", "expected, %; upwards what happened");
    for (quality, colour) in comparison.evaluations.iter().zip(COLOURS) {
        curve(svg, quality, colour);
    }
}

/// A point a bin, as large as its part of the positions.
fn curve(svg: &mut Drawing, quality: &Quality, colour: &str) {
    let all: usize = quality.bins.iter().map(|bin| bin.positions).sum();
    let bins = || quality.bins.iter().filter(|bin| bin.positions > 0);
    svg.curve(bins().map(|bin| (FRAME.x(bin.expected), FRAME.y(bin.happened))), colour, 1.5);
    for bin in bins() {
        let (x, y) = (FRAME.x(bin.expected), FRAME.y(bin.happened));
        let radius = 1.5 + 6.0 * (bin.positions as f64 / all.max(1) as f64).sqrt();
        let place = format_args!(r#"cx="{x:.1}" cy="{y:.1}" r="{radius:.1}""#);
        svg.add(format_args!(r#"<circle {place} fill="{colour}" opacity="0.6"/>"#));
    }
}
