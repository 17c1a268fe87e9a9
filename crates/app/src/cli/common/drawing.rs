//! Charts as SVG: text, curves and whatever else is drawn on a sheet.

use manyply::harmless::one_line;
use std::fmt::{Arguments, Write};

/// Tell curves apart, also for most who see colours differently.
pub(crate) const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// The part of a picture that curves are drawn in: its edges, in pixels.
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
}

impl Frame {
    /// Where a part of the width is, from the left.
    pub(crate) fn x(&self, part: f64) -> f64 {
        self.left + (self.right - self.left) * part
    }

    /// Where a part of the height is, from the bottom up.
    pub(crate) fn y(&self, part: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * part
    }
}

/// A picture that is being drawn.
pub(crate) struct Drawing(String);

impl Drawing {
    /// A white sheet of so many pixels.
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self::on("white", r#"font-family="sans-serif" font-size="11""#, width, height)
    }

    /// A sheet of this colour, `font` in the attributes of SVG.
    pub(crate) fn on(paper: &str, font: &str, width: f64, height: f64) -> Self {
        let size = format!(r#"viewBox="0 0 {width} {height}" width="{width}" height="{height}""#);
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {size} {font}>\n");
        Self(svg + &format!("<rect width=\"100%\" height=\"100%\" fill=\"{paper}\"/>\n"))
    }

    /// Draws an element of SVG.
    pub(crate) fn add(&mut self, element: Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{element}");
    }

    /// Writes text, made harmless; `anchor` is start, middle or end.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), anchor: &str, colour: &str, content: &str) {
        let content = escape(content);
        self.add(format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" fill="{colour}">{content}</text>"#
        ));
    }

    /// Draws a line through points, `width` pixels wide.
    pub(crate) fn curve(&mut self, points: impl Iterator<Item = (f64, f64)>, colour: &str, width: f64) {
        let points = joined(points);
        let style = format_args!(r#"fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round""#);
        self.add(format_args!(r#"<polyline points="{points}" {style}/>"#));
    }

    /// Rules a line across a frame, without a label.
    pub(crate) fn rule(&mut self, &Frame { left, right, .. }: &Frame, y: f64) {
        self.add(format_args!(r##"<path d="M{left:.1} {y:.1}H{right:.1}" stroke="#ddd"/>"##));
    }

    /// Labels a place on the left edge of a frame.
    pub(crate) fn label_y(&mut self, frame: &Frame, y: f64, label: &str) {
        self.text((frame.left - 6.0, y + 4.0), "end", "black", label);
    }

    /// Labels a place on the lower edge of a frame.
    pub(crate) fn label_x(&mut self, frame: &Frame, x: f64, label: &str) {
        self.text((x, frame.bottom + 14.0), "middle", "black", label);
    }

    /// Draws a part of the picture, moved to a place.
    pub(crate) fn moved(&mut self, (x, y): (f64, f64), draw: impl FnOnce(&mut Self)) {
        self.add(format_args!(r#"<g transform="translate({x},{y})">"#));
        draw(self);
        self.add(format_args!("</g>"));
    }

    /// The picture, in the bytes of a file.
    pub(crate) fn finish(self) -> Vec<u8> {
        (self.0 + "</svg>\n").into_bytes()
    }
}

/// Points as SVG has them.
pub(crate) fn joined(points: impl Iterator<Item = (f64, f64)>) -> String {
    points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

/// Text that says nothing to readers of SVG, nor to terminals.
pub(crate) fn escape(text: &str) -> String {
    one_line(text).to_string().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
