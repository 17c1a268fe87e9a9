//! Processor time, which, unlike wall time, says the same beside other work.

use std::time::Duration;

/// The processor time that this thread has used so far.
#[cfg(target_os = "linux")]
pub(crate) fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// The time since this was first asked for: what comes nearest where no such clock is known.
#[cfg(not(target_os = "linux"))]
pub(crate) fn thread_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}
