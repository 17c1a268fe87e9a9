//! `manyply plot`: the costs that `bench --growth --json` printed, drawn as an SVG picture.

use crate::cli::common::drawing::{COLOURS, Drawing, Frame};
use crate::cli::common::{Result, Session, check_place, input};
use crate::cli::measuring::growth::Line;
use manyply::formats::Content;
use std::path::PathBuf;

/// Draw what 'bench --growth --json' printed, as SVG
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What 'bench --growth --json' printed ('-' reads standard input)
    file: PathBuf,
    /// Write the picture to this file; what is there is replaced [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A panel: its title and what of a line it shows.
type Panel = (&'static str, fn(&Line) -> f64);

const PANELS: [Panel; 3] = [
    ("nodes", |line| line.nodes as f64),
    ("seconds of processor time", |line| line.seconds),
    ("MiB of the table", |line| line.table_mib),
];
/// Pixels of a panel with its margins, and the part of it that is drawn on.
const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 330.0;
const FRAME: Frame = Frame { left: 50.0, right: 330.0, top: 30.0, bottom: 280.0 };

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    check_place("--out", arguments.out.as_deref())?;
    let name = arguments.file.display();
    let content = session.read_file("plot", &arguments.file, &[Content::Json])?;
    let parse = |(number, line): (usize, &str)| {
        let line = serde_json::from_str::<Line>(line).map_err(|error| format!("line {number}: {error}"))?;
        session.games.kind(&line.game).map_err(|error| format!("line {number}: {error}"))?;
        let sensible = [line.seconds, line.table_mib].iter().all(|value| value.is_finite());
        if sensible { Ok(line) } else { Err(format!("line {number}: no numbers")) }
    };
    let lines: Result<Vec<Line>, String> = (1..).zip(content.lines()).map(parse).collect();
    let lines = lines.and_then(|lines| if lines.is_empty() { Err("is empty".into()) } else { Ok(lines) });
    let expected = "expected what 'bench --growth --json' prints";
    let lines = lines.map_err(|problem| input!("{name}: {problem}; {expected}"))?;
    match &arguments.out {
        Some(path) => session.write_file("--out", path, &picture(&lines)),
        None => Ok(session.out.write_all(&picture(&lines))?),
    }
}

/// The panels side by side, and below them which colour is which game.
fn picture(lines: &[Line]) -> Vec<u8> {
    let mut games: Vec<&str> = lines.iter().map(|line| line.game.as_str()).collect();
    games.dedup();
    let mut svg = Drawing::new(WIDTH * PANELS.len() as f64, HEIGHT);
    for (index, (title, value)) in PANELS.iter().enumerate() {
        svg.moved((WIDTH * index as f64, 0.0), |svg| panel(svg, lines, &games, title, *value));
    }
    for (index, game) in games.iter().enumerate() {
        let at = (FRAME.left + 120.0 * index as f64, HEIGHT - 8.0);
        svg.text(at, "start", COLOURS[index % COLOURS.len()], game);
    }
    svg.finish()
}

/// One panel: a line a game, depth to the right, the value upwards in powers of ten.
fn panel(svg: &mut Drawing, lines: &[Line], games: &[&str], title: &str, value: fn(&Line) -> f64) {
    let shown = || lines.iter().filter(|line| value(line) > 0.0);
    let deepest = f64::from(lines.iter().map(|line| line.depth).max().unwrap_or(1).max(1));
    let low = shown().map(|line| value(line).log10()).fold(f64::INFINITY, f64::min).floor();
    let high = shown().map(|line| value(line).log10()).fold(f64::NEG_INFINITY, f64::max).ceil();
    // Where nothing is shown, or all is the same, there is still a panel.
    let (low, high) = match low < high {
        true => (low, high),
        false if low.is_finite() => (low, low + 1.0),
        false => (0.0, 1.0),
    };
    let x = |depth: u32| FRAME.x(f64::from(depth) / deepest);
    let y = |logarithm: f64| FRAME.y((logarithm - low) / (high - low));
    svg.text((FRAME.x(0.5), FRAME.top - 12.0), "middle", "black", title);
    svg.text((FRAME.x(0.5), FRAME.bottom + 30.0), "middle", "black", "depth in plies");
    for power in low as i32..=high as i32 {
        let y = y(f64::from(power));
        svg.rule(&FRAME, y);
        let (x, y) = (FRAME.left - 6.0, y + 4.0);
        let power = format_args!(r#"10<tspan dy="-4" font-size="8">{power}</tspan>"#);
        svg.add(format_args!(r#"<text x="{x:.1}" y="{y:.1}" text-anchor="end">{power}</text>"#));
    }
    for depth in (0..=deepest as u32).step_by((deepest as usize / 6).max(1)) {
        svg.label_x(&FRAME, x(depth), &depth.to_string());
    }
    for (game, colour) in games.iter().zip(COLOURS.iter().cycle()) {
        let points = shown().filter(|line| line.game == *game);
        svg.curve(points.map(|line| (x(line.depth), y(value(line).log10()))), colour, 1.5);
    }
}
