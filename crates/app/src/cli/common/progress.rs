//! A progress bar for long work, on a terminal.

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Steps of a whole bar.
const STEPS: f64 = 1000.0;
/// Shorter work needs no bar.
const DELAY: Duration = Duration::from_secs(1);

/// A bar that appears on standard error once the work has taken a second.
pub(crate) struct Bar {
    wanted: bool,
    started: Instant,
    /// What was first said of how far the work has come: of one that goes on with earlier work, more than nothing.
    first: OnceLock<(Instant, f64)>,
    bar: OnceLock<ProgressBar>,
}

impl Bar {
    /// A bar for work that begins now; it never appears unless `wanted`.
    pub(crate) fn new(wanted: bool) -> Self {
        Self { wanted, started: Instant::now(), first: OnceLock::new(), bar: OnceLock::new() }
    }

    /// Shows how far the work has come, 0 to 1.
    pub(crate) fn show(&self, message: &str, part: f64) {
        if !self.wanted {
            return;
        }
        let &(begun, before) = self.first.get_or_init(|| (Instant::now(), part));
        if self.started.elapsed() > DELAY {
            let bar = self.bar.get_or_init(|| {
                let style = ProgressStyle::with_template("{wide_bar} {percent} %  {msg}  {elapsed}, {prefix} left");
                let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
                ProgressBar::new(STEPS as u64).with_style(style).with_elapsed(self.started.elapsed())
            });
            bar.set_position((part * STEPS) as u64);
            bar.set_message(message.to_owned());
            let left = time_left(begun.elapsed(), part - before, 1.0 - part);
            bar.set_prefix(left.map_or("?".into(), |left| HumanDuration(left).to_string()));
        }
    }
}

/// How long the `rest` of a work takes if the part that is done took so long; none if nothing is done, or too little to
/// say.
fn time_left(took: Duration, done: f64, rest: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(took.as_secs_f64() * rest.max(0.0) / done).ok()
}

impl Bar {
    /// Says what goes on where nobody knows how far it has come: a line that the next one replaces.
    pub(crate) fn say(&self, message: String) {
        if self.wanted && self.started.elapsed() > DELAY {
            let bar = self.bar.get_or_init(ProgressBar::new_spinner);
            bar.set_style(ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.set_message(message);
        }
    }

    /// Does what prints to the terminal while the bar is away.
    pub(crate) fn aside<T>(&self, prints: impl FnOnce() -> T) -> T {
        match self.bar.get() {
            Some(bar) => bar.suspend(prints),
            None => prints(),
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_follows_from_what_is_done() {
        let minute = Duration::from_secs(60);
        assert_eq!(time_left(minute, 0.25, 0.75), Some(3 * minute));
        assert_eq!(time_left(minute, 0.25, 0.0), Some(Duration::ZERO));
        for done in [0.0, -0.5] {
            assert_eq!(time_left(minute, done, 0.5), None, "{done}");
        }
    }
}
