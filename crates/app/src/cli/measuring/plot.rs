//! `manyply plot`: the costs that `bench --growth --json` printed, drawn as an SVG picture.

use crate::cli::common::{Result, Session, check_place, input};
use crate::cli::measuring::growth::Line;
use manyply::formats::Content;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Draw what 'bench --growth --json' printed, as SVG
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  manyply bench --growth --json > growth.json\n  manyply plot growth.json --out growth.svg"
)]
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
/// Tell games apart, also for most who see colours differently.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
/// Pixels: a panel with its margins, and the part of it that is drawn on.
const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 330.0;
const LEFT: f64 = 50.0;
const TOP: f64 = 30.0;
const RIGHT: f64 = 330.0;
const BOTTOM: f64 = 280.0;

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
        Some(path) => session.write_file("--out", path, picture(&lines).as_bytes()),
        None => Ok(write!(session.out, "{}", picture(&lines))?),
    }
}

/// The panels side by side, and below them which colour is which game.
fn picture(lines: &[Line]) -> String {
    let mut games: Vec<&str> = lines.iter().map(|line| line.game.as_str()).collect();
    games.dedup();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        WIDTH * PANELS.len() as f64
    );
    for (index, (title, value)) in PANELS.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<g transform=\"translate({},0)\">", WIDTH * index as f64);
        panel(&mut svg, lines, &games, title, *value);
        svg += "</g>\n";
    }
    for (index, game) in games.iter().enumerate() {
        let (x, colour) = (LEFT + 120.0 * index as f64, COLOURS[index % COLOURS.len()]);
        text(&mut svg, (x, HEIGHT - 8.0), "start", colour, game);
    }
    svg + "</svg>\n"
}

/// One panel: a line a game, depth to the right, the value upwards in powers of ten.
fn panel(svg: &mut String, lines: &[Line], games: &[&str], title: &str, value: fn(&Line) -> f64) {
    let shown = || lines.iter().filter(|line| value(line) > 0.0);
    let deepest = f64::from(lines.iter().map(|line| line.depth).max().unwrap_or(1).max(1));
    let low = shown().map(|line| value(line).log10()).fold(f64::INFINITY, f64::min).floor();
    let high = shown().map(|line| value(line).log10()).fold(f64::NEG_INFINITY, f64::max).ceil();
    // Where nothing is shown, or all is the same, there is still a panel.
    let (low, high) = if low < high {
        (low, high)
    } else if low.is_finite() {
        (low, low + 1.0)
    } else {
        (0.0, 1.0)
    };
    let x = |depth: f64| LEFT + (RIGHT - LEFT) * depth / deepest;
    let y = |logarithm: f64| BOTTOM - (BOTTOM - TOP) * (logarithm - low) / (high - low);
    text(svg, ((LEFT + RIGHT) / 2.0, TOP - 12.0), "middle", "black", title);
    text(svg, ((LEFT + RIGHT) / 2.0, BOTTOM + 30.0), "middle", "black", "depth in plies");
    for power in low as i32..=high as i32 {
        let y = y(f64::from(power));
        let _ = writeln!(svg, "<path d=\"M{LEFT:.1} {y:.1}H{RIGHT:.1}\" stroke=\"#ddd\"/>");
        text(
            svg,
            (LEFT - 6.0, y + 4.0),
            "end",
            "black",
            &format!("10<tspan dy=\"-4\" font-size=\"8\">{power}</tspan>"),
        );
    }
    for depth in (0..=deepest as u32).step_by((deepest as usize / 6).max(1)) {
        text(svg, (x(f64::from(depth)), BOTTOM + 14.0), "middle", "black", &depth.to_string());
    }
    for (index, game) in games.iter().enumerate() {
        let points = shown().filter(|line| line.game == *game);
        let points: Vec<String> =
            points.map(|line| format!("{:.1},{:.1}", x(f64::from(line.depth)), y(value(line).log10()))).collect();
        let colour = COLOURS[index % COLOURS.len()];
        let points = points.join(" ");
        let _ = writeln!(svg, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>");
    }
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, colour: &str, content: &str) {
    let _ =
        writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{content}</text>");
}
