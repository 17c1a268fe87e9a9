//! The errors of a training as a picture: epochs to the right, errors upwards on a logarithmic scale, without which the
//! first epochs would flatten all others.

use crate::cli::common::drawing::{COLOURS, Drawing, Frame};
use manyply_train::network::Losses;

/// What is drawn of an epoch.
type Curve = (&'static str, fn(&Losses) -> f64);

const CURVES: [Curve; 2] = [("trained", |losses| losses.trained), ("held out", |losses| losses.held_out)];
const FRAME: Frame = Frame { left: 60.0, right: 540.0, top: 40.0, bottom: 290.0 };
/// Lines across.
const STEPS: u32 = 4;

/// A curve for the samples trained on and one for those held out.
pub(crate) fn picture(losses: &[Losses]) -> Vec<u8> {
    let mut svg = Drawing::new(560.0, 340.0);
    let is_shown = |error: f64| error.is_finite() && error > 0.0;
    let errors = || losses.iter().flat_map(|one| CURVES.map(|(_, of)| of(one))).filter(|&error| is_shown(error));
    let (low, high) = (errors().fold(f64::INFINITY, f64::min), errors().fold(0.0, f64::max));
    // Where nothing is shown, or all is the same, there is still a picture.
    let (low, high) = if low < high { (low, high) } else { (1e-6, 1.0) };
    let last = losses.iter().map(|one| one.epoch).max().unwrap_or(1);
    let x = |epoch: u32| FRAME.x((f64::from(epoch) - 1.0) / (f64::from(last) - 1.0).max(1.0));
    let y = |error: f64| FRAME.y((error / low).ln() / (high / low).ln());
    for step in 0..=STEPS {
        let error = low * (high / low).powf(f64::from(step) / f64::from(STEPS));
        svg.rule(&FRAME, y(error));
        svg.label_y(&FRAME, y(error), &format!("{error:.5}"));
    }
    for epoch in (1..=last).step_by((last as usize / 10).max(1)) {
        svg.label_x(&FRAME, x(epoch), &epoch.to_string());
    }
    svg.text((FRAME.x(0.5), FRAME.bottom + 32.0), "middle", "black", "epoch; upwards the squared error");
    for (index, ((name, of), colour)) in CURVES.iter().zip(COLOURS).enumerate() {
        svg.text((FRAME.left + 100.0 * index as f64, FRAME.top - 18.0), "start", colour, name);
        let shown = losses.iter().filter(|one| is_shown(of(one)));
        svg.curve(shown.map(|one| (x(one.epoch), y(of(one)))), colour, 1.5);
    }
    svg.finish()
}
