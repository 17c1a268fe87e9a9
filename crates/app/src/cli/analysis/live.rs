//! A view of a running search that refreshes in place on a terminal, a line for each of its best moves.

use manyply::search::{Current, Heartbeat, Report};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How often the view is drawn at most.
const PAUSE: Duration = Duration::from_millis(80);
/// Characters of a line, and lines, where the terminal does not say.
const USUAL_SIZE: (usize, usize) = (100, 24);

/// The lines of a search, the best first.
pub(crate) struct Live {
    lines: Vec<String>,
    /// What goes on, below the lines.
    status: Option<String>,
    /// Lines on the terminal now.
    shown: usize,
    drawn: Option<Instant>,
}

impl Live {
    pub(crate) const fn new() -> Self {
        Self { lines: Vec::new(), status: None, shown: 0, drawn: None }
    }

    /// Takes note of a line that a search has found, from 1, the best.
    pub(crate) fn set(&mut self, number: u32, line: String) {
        let index = number.saturating_sub(1) as usize;
        if self.lines.len() <= index {
            self.lines.resize(index + 1, String::new());
        }
        self.lines[index] = line;
        self.status = None;
    }

    /// Takes note of what goes on, until there is a new line.
    pub(crate) fn set_status(&mut self, text: String) {
        self.status = Some(text);
    }

    /// Draws the lines over those that were drawn before, not too often. What is below the terminal's height could not
    /// be drawn over, and is left out.
    pub(crate) fn draw(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.drawn.is_some_and(|drawn| drawn.elapsed() < PAUSE) {
            return Ok(());
        }
        let (_, height) = size();
        self.draw_some(out, height.saturating_sub(1).max(1))
    }

    /// Draws all lines, leaves them where they are, and begins again below them.
    pub(crate) fn keep(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.status = None;
        self.draw_some(out, usize::MAX)?;
        *self = Self::new();
        Ok(())
    }

    /// Draws so many lines at most.
    fn draw_some(&mut self, out: &mut dyn Write, most: usize) -> io::Result<()> {
        let (width, _) = size();
        if self.shown > 0 {
            write!(out, "\x1b[{}A", self.shown)?;
        }
        let lines = self.lines.iter().chain(&self.status).take(most);
        let before = std::mem::replace(&mut self.shown, lines.clone().count());
        for line in lines {
            writeln!(out, "\r\x1b[K{}", shortened(line, width))?;
        }
        if self.shown < before {
            write!(out, "\x1b[J")?;
        }
        self.drawn = Some(Instant::now());
        out.flush()
    }
}

/// Columns and rows of the terminal.
fn size() -> (usize, usize) {
    let known = terminal_size::terminal_size();
    known.map_or(USUAL_SIZE, |(width, height)| (width.0.into(), height.0.into()))
}

/// A report in one line.
pub(crate) fn text(report: &Report<String>) -> String {
    format!(
        "{:>2}. {:>2}/{:<3} {:>16} {:>9.2} M nodes {:>6.2} M/s {:>7.2} s  {}",
        report.multipv,
        report.depth,
        report.seldepth,
        report.score_text(),
        report.nodes as f64 / 1e6,
        report.nps() as f64 / 1e6,
        report.elapsed.as_secs_f64(),
        report.line_text()
    )
}

/// What a search is doing, in one line.
pub(crate) fn status(heartbeat: &Heartbeat<String>) -> String {
    let current = heartbeat
        .current
        .as_ref()
        .map_or(String::new(), |Current { m, number, count, .. }| format!(", {m} ({number} of {count} moves)"));
    format!(
        "depth {}{current}, {:.2} M nodes, {:.2} M/s, {:.0} s",
        heartbeat.depth,
        heartbeat.nodes as f64 / 1e6,
        heartbeat.nps() as f64 / 1e6,
        heartbeat.elapsed.as_secs_f64()
    )
}

/// As much of a line as fits, with an ellipsis where something is missing. The last column stays free: a terminal would
/// begin another line there.
pub(crate) fn shortened(line: &str, width: usize) -> String {
    let room = width.saturating_sub(1).max(1);
    if line.chars().count() <= room {
        return line.to_owned();
    }
    line.chars().take(room - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyply::search::Score;

    fn report(multipv: u32, depth: u32) -> Report<String> {
        let mut report = Report::new(Score::Cp(12), vec!["b2b3".into(); 100]);
        (report.multipv, report.depth, report.seldepth) = (multipv, depth, depth);
        (report.nodes, report.elapsed) = (1000, Duration::from_millis(10));
        report
    }

    #[test]
    fn lines_fit_the_terminal() {
        assert_eq!(shortened("abcdef", 7), "abcdef");
        assert_eq!(shortened("abcdef", 6), "abcd…");
        assert_eq!(shortened("äöüß", 1), "…");
        assert_eq!(shortened("", 0), "");
    }

    #[test]
    fn the_view_is_drawn_over_itself() -> io::Result<()> {
        let (mut live, mut out) = (Live::new(), Vec::new());
        live.set(2, text(&report(2, 5)));
        live.set(1, text(&report(1, 6)));
        live.draw(&mut out)?;
        live.set(1, text(&report(1, 7)));
        live.draw(&mut out)?;
        live.keep(&mut out)?;
        let drawn = String::from_utf8_lossy(&out).into_owned();
        live.set(1, "below".into());
        live.draw(&mut out)?;
        assert!(String::from_utf8_lossy(&out).ends_with("\n\r\x1b[Kbelow\n"), "nothing is drawn over");
        let text = drawn;
        assert_eq!(text.matches("\x1b[2A").count(), 1, "{text}");
        assert_eq!(text.matches('\n').count(), 4, "{text}");
        assert!(text.contains(" 1.  7/7") && text.contains('…'), "{text}");
        Ok(())
    }
}
