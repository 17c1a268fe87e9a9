//! Options for threads, memory and time, with bounds that make sense on this machine.

use crate::cli::common::failure::{Failure, Result, input};
use manyply::face::{AnyEngine, Kind};
use manyply::search::Options;
use manyply_arena::amount;
pub(crate) use manyply_arena::amount::some_time as time;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// Most threads that one may ask for.
pub(crate) const MOST_THREADS: usize = 256;
/// The bound on tables where the size of the memory is unknown, in MiB.
const UNKNOWN_MEMORY: usize = 1 << 20;

/// An engine with an empty table, or what is wrong with the table's size.
pub(crate) fn searcher(kind: &Kind, options: Options) -> Result<Box<dyn AnyEngine>> {
    kind.engine(options).ok_or_else(|| no_memory(options.hash_mib))
}

/// That there is no table of this size.
pub(crate) fn no_memory(mib: usize) -> Failure {
    input!("--hash: the system does not give {mib} MiB; expected less")
}

/// Parses a number of threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    amount::count(text, 1..=MOST_THREADS).map_err(|_| format!("expected 1 to {MOST_THREADS} threads"))
}

/// The threads that this machine runs at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into).min(MOST_THREADS)
}

/// Parses the size of a search's table, which must be there.
pub(crate) fn hash(text: &str) -> Result<usize, String> {
    size(text, 1..=most_hash_mib(), "half of the memory")
}

/// Parses the size of a table that may be left out with 0.
pub(crate) fn hash_or_none(text: &str) -> Result<usize, String> {
    size(text, 0..=most_hash_mib(), "half of the memory")
}

/// Parses the memory that a solver may take.
pub(crate) fn memory(text: &str) -> Result<usize, String> {
    size(text, 1..=memory_mib(), "the memory that is free")
}

/// The parser of a whole number in a range.
pub(crate) fn count<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: TryFrom<u64> + TryFrom<i64> + PartialOrd + Display + Copy,
{
    move |text| amount::count(text, range.clone())
}

/// The parser of a rate, as so many `parts` of one.
pub(crate) fn rate(parts: u32, most: u32) -> impl Fn(&str) -> Result<u32, String> + Clone {
    move |text| amount::rate(text, parts, most)
}

/// A size in MiB in a range.
fn size(text: &str, range: RangeInclusive<usize>, what: &str) -> Result<usize, String> {
    let number = amount::mib(text).filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected {} to {} MiB, {what}", range.start(), range.end()))
}

/// The largest table of a search, in MiB: half of this machine's memory, or of what the control group allows. It may be
/// more than what is free.
pub(crate) fn most_hash_mib() -> usize {
    bounded("MemTotal:").map_or(UNKNOWN_MEMORY, |mib| (mib / 2).max(1))
}

/// The memory that this process may still take, in MiB.
pub(crate) fn memory_mib() -> usize {
    bounded("MemAvailable:").unwrap_or(UNKNOWN_MEMORY)
}

/// Bytes that all solvers of a command may take together: so many MiB, or half of the memory that is free.
pub(crate) fn solver_memory(mib: Option<usize>) -> u64 {
    (mib.unwrap_or_else(|| memory_mib() / 2) as u64) << 20
}

/// What the system says of its memory, or the control group's limit if that is less, in MiB.
fn bounded(entry: &str) -> Option<usize> {
    let said = std::fs::read_to_string("/proc/meminfo").ok().and_then(|info| {
        let kib = info.lines().find_map(|line| line.strip_prefix(entry))?;
        kib.trim().strip_suffix("kB")?.trim().parse::<usize>().ok().map(|kib| kib / 1024)
    });
    let allowed = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let allowed = allowed.and_then(|bytes| bytes.trim().parse::<usize>().ok()).map(|bytes| bytes >> 20);
    said.into_iter().chain(allowed).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_bounds_are_refused_with_the_bound() {
        assert_eq!(threads("2"), Ok(2));
        for text in ["0", "257", "-1", "x", "", "99999999999999999999"] {
            assert_eq!(threads(text), Err("expected 1 to 256 threads".into()));
        }
        assert!(hash("0").is_err() && hash_or_none("0") == Ok(0));
        let most = most_hash_mib();
        assert_eq!(hash(&most.to_string()), Ok(most));
        assert_eq!(hash(&(most + 1).to_string()), Err(format!("expected 1 to {most} MiB, half of the memory")));
        assert!(memory(&(1_usize << 40).to_string()).unwrap_err().ends_with("MiB, the memory that is free"));
    }
}
