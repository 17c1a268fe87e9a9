//! The errors of a training as a picture: epochs to the right, errors upwards on a logarithmic scale, without which the
//! first epochs would flatten all others.

use crate::cli::analysis::eval_compare_svg::text;
use manyply_train::network::Losses;
use std::fmt::Write as _;

/// What is drawn of an epoch, and its colour: also for most who see colours differently.
type Curve = (&'static str, &'static str, fn(&Losses) -> f64);

const CURVES: [Curve; 2] = [
    ("trained", "#0072b2", |losses| losses.trained), //
    ("held out", "#d55e00", |losses| losses.held_out),
];
/// Pixels: the whole, and the part of it that is drawn on.
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 540.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 290.0;
/// Lines across.
const STEPS: u32 = 4;

/// A curve for the samples trained on and one for those held out.
pub(crate) fn picture(losses: &[Losses]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let is_shown = |error: f64| error.is_finite() && error > 0.0;
    let errors = || losses.iter().flat_map(|one| CURVES.map(|(_, _, of)| of(one))).filter(|&error| is_shown(error));
    let (low, high) = (errors().fold(f64::INFINITY, f64::min), errors().fold(0.0, f64::max));
    // Where nothing is shown, or all is the same, there is still a picture.
    let (low, high) = if low < high { (low, high) } else { (1e-6, 1.0) };
    let last = f64::from(losses.iter().map(|one| one.epoch).max().unwrap_or(1));
    let x = |epoch: u32| LEFT + (RIGHT - LEFT) * (f64::from(epoch) - 1.0) / (last - 1.0).max(1.0);
    let y = |error: f64| BOTTOM - (BOTTOM - TOP) * (error / low).ln() / (high / low).ln();
    for step in 0..=STEPS {
        let error = low * (high / low).powf(f64::from(step) / f64::from(STEPS));
        let y = y(error);
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<path d=\"M{LEFT:.1} {y:.1}H{RIGHT:.1}\" stroke=\"#ddd\"/>");
        text(&mut svg, (LEFT - 6.0, y + 4.0), "end", "black", &format!("{error:.5}"));
    }
    for epoch in (1..=last as u32).step_by((last as usize / 10).max(1)) {
        text(&mut svg, (x(epoch), BOTTOM + 14.0), "middle", "black", &epoch.to_string());
    }
    text(&mut svg, (f64::midpoint(LEFT, RIGHT), BOTTOM + 32.0), "middle", "black", "epoch; upwards the squared error");
    for (index, (name, colour, of)) in CURVES.iter().enumerate() {
        text(&mut svg, (LEFT + 100.0 * index as f64, TOP - 18.0), "start", colour, name);
        let shown = losses.iter().filter(|one| is_shown(of(one)));
        let points: Vec<String> = shown.map(|one| format!("{:.1},{:.1}", x(one.epoch), y(of(one)))).collect();
        let points = points.join(" ");
        let _ = writeln!(svg, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>");
    }
    svg + "</svg>\n"
}
