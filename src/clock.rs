//! The clock: the system's, and where there is none, as in WebAssembly, one that the host gives.

use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::{Instant, set};

/// When a long run saves what it has found.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Due {
    started: Instant,
    /// When it was last saved.
    saved: Instant,
    /// How long that took.
    took: Duration,
}

impl Due {
    /// The time between two savings of a long run.
    const LONGEST: Duration = Duration::from_secs(60);
    /// A run that has just begun is saved more often: what may be lost is at most about half of it.
    const SHORTEST: Duration = Duration::from_secs(1);
    /// What takes long to save is saved less often: that takes a part in so many of the time.
    const PART: u32 = 10;

    /// For a run that begins now.
    #[expect(clippy::new_without_default, reason = "it is about this moment")]
    pub fn new() -> Self {
        let now = Instant::now();
        Self { started: now, saved: now, took: Duration::ZERO }
    }

    /// Whether it is time to save again.
    pub fn is_now(&self) -> bool {
        let usual = (self.started.elapsed() / 2).clamp(Self::SHORTEST, Self::LONGEST);
        self.saved.elapsed() > usual.max(self.took * Self::PART)
    }

    /// It has been saved, which `began` at that moment.
    pub fn done(&mut self, began: Instant) {
        self.saved = Instant::now();
        self.took = self.saved - began;
    }
}

/// A moment that does not come, for searches without a deadline: none where others can stop them. A host without
/// threads can do so only as it is asked for the time.
#[inline]
pub(crate) fn never() -> Option<Instant> {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    let never = None;
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    let never = Some(Instant::NEVER);
    never
}

/// The host's clock. Until it is [set] no time passes.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod host {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> f64> = OnceLock::new();

    /// Takes the host's clock: milliseconds since any moment, which never become fewer. The first one given counts.
    pub fn set(milliseconds: fn() -> f64) {
        let _ = CLOCK.set(milliseconds);
    }

    /// A moment, with as much of [`std::time::Instant`] as is used here.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        pub(super) const NEVER: Self = Self(Duration::MAX);

        /// This moment.
        pub fn now() -> Self {
            let milliseconds = CLOCK.get().map_or(0.0, |clock| clock());
            Self(Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default())
        }

        /// The time since then.
        pub fn elapsed(&self) -> Duration {
            Self::now() - *self
        }

        /// A moment so much later, if there is one.
        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }

        /// The time between two moments, none if `earlier` is the later one.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0 + time)
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }
}
