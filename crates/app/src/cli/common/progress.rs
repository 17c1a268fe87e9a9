//! A progress bar for long work, on a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Steps of a whole bar.
const STEPS: f64 = 1000.0;
/// Shorter work needs no bar.
const DELAY: Duration = Duration::from_secs(1);

/// A bar that appears on standard error once the work has taken a second.
pub(in crate::cli) struct Bar {
    wanted: bool,
    started: Instant,
    bar: OnceLock<ProgressBar>,
}

impl Bar {
    /// A bar for work that begins now; it never appears unless `wanted`.
    pub(in crate::cli) fn new(wanted: bool) -> Self {
        Self { wanted, started: Instant::now(), bar: OnceLock::new() }
    }

    /// Shows how far the work has come, 0 to 1.
    pub(in crate::cli) fn show(&self, message: &str, part: f64) {
        if self.wanted && self.started.elapsed() > DELAY {
            let bar = self.bar.get_or_init(|| {
                let style = ProgressStyle::with_template("{wide_bar} {percent} %  {msg}  {elapsed}, {eta} left");
                let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
                ProgressBar::new(STEPS as u64).with_style(style).with_elapsed(self.started.elapsed())
            });
            bar.set_position((part * STEPS) as u64);
            bar.set_message(message.to_owned());
        }
    }
}

impl Bar {
    /// Does what prints to the terminal while the bar is away.
    pub(in crate::cli) fn aside<T>(&self, prints: impl FnOnce() -> T) -> T {
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
