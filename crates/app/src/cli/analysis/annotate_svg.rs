//! The graph of a game: the chances of all sides from the first move to the last, with the moves that changed them.

use manyply_arena::service::annotation::{Annotated, Annotation};
use std::fmt::Write as _;

/// The picture, in pixels, and the frame of the curves in it.
const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 1168.0;
const TOP: f64 = 92.0;
const BOTTOM: f64 = 452.0;
/// The least distance of two labels, in pixels.
const APART: f64 = 46.0;

const INK: &str = "#2b2a33";
const FAINT: &str = "#8d8a99";

/// The graph as SVG.
pub(crate) fn svg(game: &Annotated, players: &[String]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" font-family=\"Georgia, 'Times New Roman', serif\" fill=\"{INK}\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#faf7f0\"/>\n"
    );
    let names: Vec<String> = game
        .sides
        .iter()
        .enumerate()
        .map(|(side, name)| match players.get(side) {
            Some(player) => format!("{name}: {player}"),
            None => (*name).to_owned(),
        })
        .collect();
    let title = format!("{}, {} moves: {}", game.game, game.plies, game.result.as_deref().unwrap_or("goes on"));
    push(&mut svg, format_args!("<text x=\"{LEFT}\" y=\"42\" font-size=\"24\">{}</text>", escape(&title)));
    axes(&mut svg, game);
    if game.sides.len() == 2 {
        two_sides(&mut svg, game);
    } else {
        for side in 0..game.sides.len() {
            line(&mut svg, game, side, colour(game.sides[side]));
        }
    }
    decided(&mut svg, game);
    marks(&mut svg, game);
    legend(&mut svg, game, &names);
    svg + "</svg>\n"
}

/// Where a ply is, from left to right; 0 is the beginning.
fn x(game: &Annotated, ply: usize) -> f64 {
    LEFT + (RIGHT - LEFT) * ply as f64 / game.plies.max(1) as f64
}

/// Where a chance is, from the bottom up.
fn y(chance: f64) -> f64 {
    BOTTOM - (BOTTOM - TOP) * chance
}

/// The chances of a side, from the beginning on.
fn chances(game: &Annotated, side: usize) -> impl Iterator<Item = f64> + '_ {
    let rest = game.moves.iter().map(move |m| &m.chances);
    std::iter::once(&game.chances).chain(rest).map(move |chances| chances.get(side).copied().unwrap_or(0.5))
}

fn points(game: &Annotated, side: usize) -> String {
    let points = chances(game, side).enumerate().map(|(ply, chance)| format!("{:.1},{:.1}", x(game, ply), y(chance)));
    points.collect::<Vec<_>>().join(" ")
}

fn axes(svg: &mut String, game: &Annotated) {
    let (width, height) = (RIGHT - LEFT, BOTTOM - TOP);
    push(svg, format_args!("<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\" fill=\"#fffdf8\"/>"));
    for percent in [0, 25, 50, 75, 100] {
        let y = y(f64::from(percent) / 100.0);
        let dash = if percent == 50 { "" } else { " stroke-dasharray=\"2 5\"" };
        push(
            svg,
            format_args!(
                "<line x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#cfc9bb\"{dash}/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" text-anchor=\"end\" \
                 fill=\"{FAINT}\">{percent} %</text>",
                LEFT - 10.0,
                y + 4.0
            ),
        );
    }
    let step = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(|step| game.plies / step <= 20).unwrap_or(1000);
    for ply in (0..=game.plies).step_by(step) {
        push(
            svg,
            format_args!(
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" text-anchor=\"middle\" fill=\"{FAINT}\">{ply}</text>",
                x(game, ply),
                BOTTOM + 22.0
            ),
        );
    }
}

/// One curve, below which is the first side's part of the picture and above which the second's.
fn two_sides(svg: &mut String, game: &Annotated) {
    let points = points(game, 0);
    let (light, dark) = (fill(game.sides[0]), fill(game.sides[1]));
    push(
        svg,
        format_args!(
            "<polygon points=\"{LEFT},{TOP} {points} {RIGHT},{TOP}\" fill=\"{dark}\" fill-opacity=\"0.88\"/>\n\
             <polygon points=\"{LEFT},{BOTTOM} {points} {RIGHT},{BOTTOM}\" fill=\"{light}\"/>\n\
             <polyline points=\"{points}\" fill=\"none\" stroke=\"#c0392b\" stroke-width=\"2.5\" \
             stroke-linejoin=\"round\"/>\n\
             <line x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{0:.1}\" y2=\"{0:.1}\" stroke=\"{FAINT}\" \
             stroke-dasharray=\"6 6\" stroke-opacity=\"0.7\"/>\n\
             <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{1}\" height=\"{2}\" fill=\"none\" stroke=\"{INK}\" \
             stroke-opacity=\"0.5\"/>",
            y(0.5),
            RIGHT - LEFT,
            BOTTOM - TOP
        ),
    );
}

fn line(svg: &mut String, game: &Annotated, side: usize, colour: &str) {
    push(
        svg,
        format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\" stroke-linejoin=\"round\"/>",
            points(game, side)
        ),
    );
}

/// Where the game was decided.
fn decided(svg: &mut String, game: &Annotated) {
    let Some(ply) = game.decided else { return };
    let x = x(game, ply);
    let (anchor, shift) = if x > (LEFT + RIGHT) / 2.0 { ("end", -6.0) } else { ("start", 6.0) };
    push(
        svg,
        format_args!(
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.1}\" y2=\"{BOTTOM}\" stroke=\"#1f6f8b\" stroke-width=\"1.5\" \
             stroke-dasharray=\"5 4\"/>\n<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"14\" font-style=\"italic\" \
             text-anchor=\"{anchor}\" fill=\"#1f6f8b\">decided: {ply}. {}</text>",
            TOP - 12.0,
            x + shift,
            TOP - 16.0,
            escape(&game.moves[ply - 1].played)
        ),
    );
}

/// The moves with marks, each a dot on the curve; the worst ones are named where there is room.
fn marks(svg: &mut String, game: &Annotated) {
    let mut marked: Vec<&Annotation> = game.moves.iter().filter(|m| m.mark.is_some()).collect();
    marked.sort_by(|a, b| (b.chance - b.chance_after).total_cmp(&(a.chance - a.chance_after)));
    let mut named: Vec<f64> = Vec::new();
    for m in marked {
        let mark = m.mark.unwrap_or_default();
        let side =
            if game.sides.len() == 2 { 0 } else { game.sides.iter().position(|side| *side == m.side).unwrap_or(0) };
        let chance = m.chances.get(side).copied().unwrap_or(0.5);
        let (x, y) = (x(game, m.ply), y(chance));
        let fill = match mark {
            "!" => "#2e8b57",
            "?!" => "#e6b800",
            "?" => "#e67e22",
            _ => "#c0392b",
        };
        let radius = if mark == "??" { 6.5 } else { 5.0 };
        push(
            svg,
            format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#fffdf8\" \
                 stroke-width=\"1.5\"><title>{}. {} {}{mark}, better {}</title></circle>",
                m.ply,
                m.side,
                escape(&m.played),
                escape(&m.bestmove)
            ),
        );
        let place = x.clamp(LEFT + 24.0, RIGHT - 24.0);
        if matches!(mark, "?" | "??") && named.iter().all(|other| (other - place).abs() >= APART) {
            named.push(place);
            let above = if y - 14.0 < TOP + 12.0 { y + 24.0 } else { y - 12.0 };
            push(
                svg,
                format_args!(
                    "<text x=\"{place:.1}\" y=\"{above:.1}\" font-size=\"13\" text-anchor=\"middle\" \
                     fill=\"{fill}\" stroke=\"#fffdf8\" stroke-width=\"3\" paint-order=\"stroke\">{}{mark}</text>",
                    escape(&m.played)
                ),
            );
        }
    }
}

/// Who is who, and what each side's moves cost it.
fn legend(svg: &mut String, game: &Annotated, names: &[String]) {
    let step = (RIGHT - LEFT) / names.len() as f64;
    for (side, name) in names.iter().enumerate() {
        let x = LEFT + step * side as f64;
        let loss = game.mean_loss[side].map_or(String::new(), |loss| format!(", {:.1} % lost a move", 100.0 * loss));
        let name: String = name.chars().take(48).collect();
        push(
            svg,
            format_args!(
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"16\" height=\"16\" rx=\"3\" fill=\"{}\" stroke=\"{INK}\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"15\">{}{loss}</text>",
                HEIGHT - 34.0,
                if names.len() == 2 { fill(game.sides[side]) } else { colour(game.sides[side]) },
                x + 24.0,
                HEIGHT - 21.0,
                escape(&name)
            ),
        );
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

/// Appends a line; writing to a string cannot fail.
fn push(svg: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(svg, "{line}");
}

pub(crate) fn escape(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
