//! The clock: the system's, and where there is none, as in WebAssembly, one that the host gives.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::{Instant, set};

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
