//! Threads, as many as the system gives: with fewer the same work is done, later; without the one that is needed there
//! is an error instead of an end of the program.

use std::fmt;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};
use std::time::Duration;

/// How often a thread that waits for something looks whether an end is wanted.
pub const PATIENCE: Duration = Duration::from_millis(20);

/// That the system gives no thread, inside the [`io::Error`] that says so.
#[derive(Debug)]
pub struct NoThread(io::Error);

impl std::error::Error for NoThread {}

impl fmt::Display for NoThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the system gives no more threads: {}", self.0)
    }
}

fn no_thread(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), NoThread(error))
}

/// Starts a thread.
///
/// # Errors
/// The system gives none.
pub fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<JoinHandle<T>> {
    Builder::new().spawn(work).map_err(no_thread)
}

/// Starts a thread in a scope.
///
/// # Errors
/// The system gives none.
pub fn spawn_in<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().spawn_scoped(scope, work).map_err(no_thread)
}

/// Starts a thread for each of some workers, who share the work among them: the first ones where not all get one.
///
/// # Errors
/// The system gives none for the first.
pub fn crew<'scope, W: FnOnce() + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    workers: impl IntoIterator<Item = W>,
) -> io::Result<()> {
    let mut workers = workers.into_iter();
    workers.next().map_or(Ok(()), |first| spawn_in(scope, first).map(drop))?;
    // Those for whom there is no room are not missed.
    let _ = workers.try_for_each(|worker| spawn_in(scope, worker).map(drop));
    Ok(())
}

/// Runs `work`, which takes what is left of something until nothing is, in `count` threads, the calling one among them.
pub fn share(count: usize, work: impl Fn() + Sync) {
    scope(|scope| {
        let _ = (1..count).try_for_each(|_| spawn_in(scope, &work).map(drop));
        work();
    });
}

/// What a mutex guards, in whatever state a thread that panicked left it.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does `work` on every one of `items`, in `count` threads, the calling one among them.
pub fn for_each<T: Send>(count: usize, items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    let items = Mutex::new(items);
    // Nobody panics while it is locked.
    let next = || lock(&items).next();
    share(count, || std::iter::from_fn(next).for_each(&work));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn everything_is_done_once() {
        let sum = AtomicUsize::new(0);
        for threads in [0, 1, 3] {
            for_each(threads, 1..=100, |number| {
                sum.fetch_add(number, Relaxed);
            });
        }
        assert_eq!(sum.into_inner(), 3 * 5050);
    }

    #[test]
    fn a_crew_is_started_as_far_as_it_goes() {
        let (done, work) = (AtomicUsize::new(0), |_| || ());
        scope(|scope| {
            let done = &done;
            crew(scope, (0..4).map(|_| move || assert!(done.fetch_add(1, Relaxed) < 4))).expect("threads");
            crew(scope, (0..0).map(work)).expect("nobody is needed");
        });
        assert_eq!(done.into_inner(), 4);
    }
}
