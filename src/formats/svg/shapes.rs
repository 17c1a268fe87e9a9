//! The figures of pictures as shapes: chess pieces and stones. Drawn for this program, in a box from −50 to 50.

use crate::game::{Figure, Ink};

/// The shades of stones, once a picture.
pub(super) const STONES: &str = "<defs>\
<radialGradient id=\"black-stone\" cx=\"0.36\" cy=\"0.32\" r=\"0.75\"><stop offset=\"0\" stop-color=\"#767676\"/>\
<stop offset=\"0.45\" stop-color=\"#2e2e2e\"/><stop offset=\"1\" stop-color=\"#0c0c0c\"/></radialGradient>\
<radialGradient id=\"white-stone\" cx=\"0.36\" cy=\"0.32\" r=\"0.8\"><stop offset=\"0\" stop-color=\"#ffffff\"/>\
<stop offset=\"0.6\" stop-color=\"#f1f0ec\"/><stop offset=\"1\" stop-color=\"#c9c6bd\"/></radialGradient></defs>\n";

/// What pieces stand on.
const BASE: &str = "M-27,40 V33 Q-27,28 -20,28 H20 Q27,28 27,33 V40 Z";

/// A piece: what is filled, and the lines on it.
struct Shape {
    filled: &'static str,
    lines: &'static str,
}

const PAWN: Shape = Shape {
    filled: "M0,-34 A14,14 0 0 1 9.5,-9.7 Q17,-6 18,1 H9 Q10,17 20,28 H-20 Q-10,17 -9,1 H-18 Q-17,-6 -9.5,-9.7 \
             A14,14 0 0 1 0,-34 Z",
    lines: "",
};
const ROOK: Shape = Shape {
    filled: "M-26,-36 H-14 V-28 H-6 V-36 H6 V-28 H14 V-36 H26 V-19 L16,-10 V16 L22,28 H-22 L-16,16 V-10 L-26,-19 Z",
    lines: "M-16,-10 H16 M-16,16 H16",
};
const BISHOP: Shape = Shape {
    filled: "M0,-40 A5.5,5.5 0 0 1 4,-30.5 C15,-22 21,-11 20,-1 C19,8 14,12 10,15 L14,28 H-14 L-10,15 \
             C-14,12 -19,8 -20,-1 C-21,-11 -15,-22 -4,-30.5 A5.5,5.5 0 0 1 0,-40 Z",
    lines: "M0,-16 V2 M-8,-8 H8 M-10,15 H10",
};
const KNIGHT: Shape = Shape {
    filled: "M22,28 H-20 C-19,17 -9,12 -4,1 C-9,3 -13,5 -16,9 C-19,12 -25,11 -27,6 C-29,2 -27,-2 -24,-6 \
             C-20,-11 -19,-15 -16,-21 C-14,-25 -14,-30 -14,-37 L-5,-30 L1,-38 L6,-29 C21,-22 27,-4 26,12 \
             C26,19 24,24 22,28 Z",
    lines: "M-22,3 L-20,1 M6,-29 C15,-20 18,-6 17,8",
};
const QUEEN: Shape = Shape {
    filled: "M-20,28 L-22,14 L-34,-17 A4.5,4.5 0 1 1 -28,-20 L-16,-1 L-17,-27 A4.5,4.5 0 1 1 -12,-28 L-3,-3 L-2,-31 \
             A4.5,4.5 0 1 1 2,-31 L3,-3 L12,-28 A4.5,4.5 0 1 1 17,-27 L16,-1 L28,-20 A4.5,4.5 0 1 1 34,-17 L22,14 \
             L20,28 Z",
    lines: "M-22,14 Q0,7 22,14",
};
const KING: Shape = Shape {
    filled: "M-3.5,-43 H3.5 V-38 H9 V-31 H3.5 V-22 C10,-29 33,-27 32,-8 C31,2 24,8 21,15 L20,28 H-20 L-21,15 \
             C-24,8 -31,2 -32,-8 C-33,-27 -10,-29 -3.5,-22 V-31 H-9 V-38 H-3.5 Z",
    lines: "M0,-17 V10 M-21,15 Q0,6 21,15",
};

/// The shape of a piece, if `glyph` is one: what is filled, and the lines on it, as paths in a box from −50 to 50.
pub(super) fn shape(glyph: char) -> Option<(String, &'static str)> {
    let Shape { filled, lines } = piece(glyph)?;
    Some((format!("{filled} {BASE}"), lines))
}

fn piece(glyph: char) -> Option<Shape> {
    Some(match glyph {
        '♟' => PAWN,
        '♜' => ROOK,
        '♝' => BISHOP,
        '♞' => KNIGHT,
        '♛' => QUEEN,
        '♚' => KING,
        _ => return None,
    })
}

/// A figure with its middle at (`x`, `y`), in tile widths of `scale` pixels.
pub(super) fn figure(figure: Figure, (x, y): (f64, f64), scale: f64) -> String {
    let (x, y) = (x * scale, y * scale);
    let (fill, rim, detail) = match figure.ink {
        Ink::White => ("#fffdf7", "#2a2a2a", "#2a2a2a"),
        Ink::Black => ("#2c2c2e", "#0d0d0d", "#e9e6df"),
        Ink::Red => ("#c03a3a", "#5e1212", "#ffe9e6"),
        Ink::Green => ("#2f8f55", "#0f4426", "#e4fbeb"),
        Ink::Blue => ("#3d6fc4", "#15305f", "#e6eeff"),
    };
    if figure.glyph == '●' {
        return stone(figure.ink, (x, y), scale, fill, rim);
    }
    let Some(Shape { filled, lines }) = piece(figure.glyph) else {
        let (size, text) = (0.7 * scale, super::escape(&figure.glyph.to_string()));
        return format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" dy=\"0.36em\" font-size=\"{size:.0}\" fill=\"{fill}\" \
             stroke=\"{rim}\" stroke-width=\"0.6\">{text}</text>"
        );
    };
    let eye = if figure.glyph == '♞' {
        format!("<circle cx=\"-8\" cy=\"-17\" r=\"3\" fill=\"{detail}\"/>")
    } else {
        String::new()
    };
    let lines = if lines.is_empty() {
        String::new()
    } else {
        format!("<path d=\"{lines}\" fill=\"none\" stroke=\"{detail}\" stroke-width=\"3\"/>")
    };
    // 100 units of a shape are a tile.
    let zoom = scale / 100.0;
    format!(
        "<g transform=\"translate({x:.1} {y:.1}) scale({zoom:.3})\"><path d=\"{filled} {BASE}\" fill=\"{fill}\" \
         stroke=\"{rim}\" stroke-width=\"3.5\"/>{lines}{eye}</g>"
    )
}

fn stone(ink: Ink, (x, y): (f64, f64), scale: f64, fill: &str, rim: &str) -> String {
    let (fill, rim) = match ink {
        Ink::White => ("url(#white-stone)", "#9a958a"),
        Ink::Black => ("url(#black-stone)", "#000000"),
        _ => (fill, rim),
    };
    let (radius, down) = (0.45 * scale, 0.03 * scale);
    format!(
        "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"#3b2a10\" fill-opacity=\"0.28\"/>\
         <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"0.8\"/>",
        x + down,
        y + 1.5 * down
    )
}
