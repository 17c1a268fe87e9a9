//! The graph of a game: the chances of all sides from the first move to the last, with the moves that changed them.

use crate::cli::common::drawing::{Drawing, Frame, escape, joined};
use manyply_arena::service::annotation::{Annotated, Annotation};

/// The picture, in pixels, and the frame of the curves in it.
const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 520.0;
const FRAME: Frame = Frame { left: 64.0, right: 1168.0, top: 92.0, bottom: 452.0 };
/// The least distance of two labels, in pixels.
const APART: f64 = 46.0;

const INK: &str = "#2b2a33";
const FAINT: &str = "#8d8a99";

/// The graph as SVG.
pub(crate) fn svg(game: &Annotated, players: &[String]) -> Vec<u8> {
    let font = format!(r#"font-family="Georgia, 'Times New Roman', serif" font-size="13" fill="{INK}""#);
    let mut svg = Drawing::on("#faf7f0", &font, WIDTH, HEIGHT);
    let result = game.result.as_deref().unwrap_or("goes on");
    let (x, title) = (FRAME.left, escape(&format!("{}, {} moves: {result}", game.game, game.plies)));
    svg.add(format_args!(r#"<text x="{x}" y="42" font-size="24">{title}</text>"#));
    axes(&mut svg, game);
    if game.sides.len() == 2 {
        two_sides(&mut svg, game);
    } else {
        for side in 0..game.sides.len() {
            svg.curve(points(game, side), colour(game.sides[side]), 3.0);
        }
    }
    decided(&mut svg, game);
    marks(&mut svg, game);
    legend(&mut svg, game, players);
    svg.finish()
}

/// Where a ply is, from left to right; 0 is the beginning.
fn x(game: &Annotated, ply: usize) -> f64 {
    FRAME.x(ply as f64 / game.plies.max(1) as f64)
}

/// The curve of a side's chances, from the beginning on.
fn points(game: &Annotated, side: usize) -> impl Iterator<Item = (f64, f64)> + '_ {
    let all = std::iter::once(&game.chances).chain(game.moves.iter().map(|m| &m.chances)).enumerate();
    all.map(move |(ply, chances)| (x(game, ply), FRAME.y(chances.get(side).copied().unwrap_or(0.5))))
}

fn axes(svg: &mut Drawing, game: &Annotated) {
    let Frame { left, right, top, bottom } = FRAME;
    let (width, height) = (right - left, bottom - top);
    svg.add(format_args!(r##"<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="#fffdf8"/>"##));
    for percent in [0, 25, 50, 75, 100] {
        let y = FRAME.y(f64::from(percent) / 100.0);
        let dash = if percent == 50 { "none" } else { "2 5" };
        let line = format_args!(r#"x1="{left}" x2="{right}" y1="{y:.1}" y2="{y:.1}""#);
        svg.add(format_args!(r##"<line {line} stroke="#cfc9bb" stroke-dasharray="{dash}"/>"##));
        svg.text((left - 10.0, y + 4.0), "end", FAINT, &format!("{percent} %"));
    }
    let step = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(|step| game.plies / step <= 20).unwrap_or(1000);
    for ply in (0..=game.plies).step_by(step) {
        svg.text((x(game, ply), bottom + 22.0), "middle", FAINT, &ply.to_string());
    }
}

/// One curve, below which is the first side's part of the picture and above which the second's.
fn two_sides(svg: &mut Drawing, game: &Annotated) {
    let Frame { left, right, top, bottom } = FRAME;
    for (edge, side, opacity) in [(top, 1, 0.88), (bottom, 0, 1.0)] {
        let (curve, colour) = (joined(points(game, 0)), fill(game.sides[side]));
        let area = format_args!("{left},{edge} {curve} {right},{edge}");
        svg.add(format_args!(r#"<polygon points="{area}" fill="{colour}" fill-opacity="{opacity}"/>"#));
    }
    svg.curve(points(game, 0), "#c0392b", 2.5);
    let middle = FRAME.y(0.5);
    let style = format_args!(r#"stroke="{FAINT}" stroke-dasharray="6 6" stroke-opacity="0.7""#);
    svg.add(format_args!(r#"<path d="M{left} {middle}H{right}" {style}/>"#));
    let style = format_args!(r#"fill="none" stroke="{INK}" stroke-opacity="0.5""#);
    svg.add(format_args!(r#"<path d="M{left} {top}H{right}V{bottom}H{left}Z" {style}/>"#));
}

/// Where the game was decided.
fn decided(svg: &mut Drawing, game: &Annotated) {
    let Some(ply) = game.decided else { return };
    let (x, top, bottom) = (x(game, ply), FRAME.top - 12.0, FRAME.bottom);
    let (anchor, shift) = if x > FRAME.x(0.5) { ("end", -6.0) } else { ("start", 6.0) };
    let style = r##"stroke="#1f6f8b" stroke-width="1.5" stroke-dasharray="5 4""##;
    svg.add(format_args!(r#"<path d="M{x:.1} {top}V{bottom}" {style}/>"#));
    let style = format_args!(r##"font-size="14" font-style="italic" text-anchor="{anchor}" fill="#1f6f8b""##);
    let (x, y, played) = (x + shift, top - 4.0, escape(&game.moves[ply - 1].played));
    svg.add(format_args!(r#"<text x="{x:.1}" y="{y}" {style}>decided: {ply}. {played}</text>"#));
}

/// The moves with marks, each a dot on the curve; the worst ones are named where there is room.
fn marks(svg: &mut Drawing, game: &Annotated) {
    let mut marked: Vec<&Annotation> = game.moves.iter().filter(|m| m.mark.is_some()).collect();
    marked.sort_by(|a, b| (b.chance - b.chance_after).total_cmp(&(a.chance - a.chance_after)));
    let mut named: Vec<f64> = Vec::new();
    for m in marked {
        let (mark, played) = (m.mark.unwrap_or_default(), escape(&m.played));
        let of_own = game.sides.iter().position(|side| *side == m.side).filter(|_| game.sides.len() > 2);
        let side = of_own.unwrap_or(0);
        let (x, y) = (x(game, m.ply), FRAME.y(m.chances.get(side).copied().unwrap_or(0.5)));
        let fill = match mark {
            "!" => "#2e8b57",
            "?!" => "#e6b800",
            "?" => "#e67e22",
            _ => "#c0392b",
        };
        let radius = if mark == "??" { 6.5 } else { 5.0 };
        let dot = format_args!(r##"cx="{x:.1}" cy="{y:.1}" r="{radius}" stroke="#fffdf8" stroke-width="1.5""##);
        let title = format!("{}. {} {played}{mark}, better {}", m.ply, m.side, escape(&m.bestmove));
        svg.add(format_args!(r#"<circle {dot} fill="{fill}"><title>{title}</title></circle>"#));
        let place = x.clamp(FRAME.left + 24.0, FRAME.right - 24.0);
        if matches!(mark, "?" | "??") && named.iter().all(|other| (other - place).abs() >= APART) {
            named.push(place);
            let y = if y - 14.0 < FRAME.top + 12.0 { y + 24.0 } else { y - 12.0 };
            let style = r##"text-anchor="middle" stroke="#fffdf8" stroke-width="3" paint-order="stroke""##;
            svg.add(format_args!(r#"<text x="{place:.1}" y="{y:.1}" fill="{fill}" {style}>{played}{mark}</text>"#));
        }
    }
}

/// Who is who, and what each side's moves cost it.
fn legend(svg: &mut Drawing, game: &Annotated, players: &[String]) {
    for (side, name) in game.sides.iter().enumerate() {
        let colour = if game.sides.len() == 2 { fill(name) } else { colour(name) };
        let name = players.get(side).map_or((*name).to_owned(), |player| format!("{name}: {player}"));
        let name = escape(&name.chars().take(48).collect::<String>());
        let loss = game.mean_loss[side].map_or(String::new(), |loss| format!(", {:.1} % lost a move", 100.0 * loss));
        let x = FRAME.x(side as f64 / game.sides.len() as f64);
        let (text, y, baseline) = (x + 24.0, HEIGHT - 34.0, HEIGHT - 21.0);
        let square = format_args!(r#"x="{x:.1}" y="{y}" width="16" height="16" rx="3""#);
        svg.add(format_args!(r#"<rect {square} fill="{colour}" stroke="{INK}"/>"#));
        svg.add(format_args!(r#"<text x="{text:.1}" y="{baseline}" font-size="15">{name}{loss}</text>"#));
    }
}

/// The colour of a side whose name is one.
fn colour(side: &str) -> &'static str {
    match side {
        "Red" => "#b3273a",
        "Green" => "#1e7f4f",
        "Blue" => "#2458b3",
        "White" | "first" => "#d9b98a",
        _ => "#3d3b47",
    }
}

/// What is filled for one of two sides.
fn fill(side: &str) -> &'static str {
    match side {
        "White" | "second" => "#f3e3c3",
        _ => "#3d3b47",
    }
}
