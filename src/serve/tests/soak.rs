//! Many pages at once, for long: every question is answered, and nothing piles up.

use super::*;
use crate::zobrist::SplitMix64;
use std::time::Instant;

/// Pages that ask at once.
const PAGES: u64 = 50;

/// What pages have seen.
#[derive(Default)]
struct Seen {
    answered: u64,
    left: u64,
    slowest: Duration,
}

/// A page that does what people do, until `end`: looks at positions, plays, searches, and goes away in the middle.
fn page(server: &Running, seed: u64, end: Instant) -> Seen {
    let mut random = SplitMix64::new(seed);
    let mut below = |bound: u64| random.next_u64() % bound;
    let games = ["minichess", "threechess", "hop", "gomoku", "hexnim"];
    let (mut seen, mut moves, mut game) = (Seen::default(), Vec::new(), games[0]);
    while Instant::now() < end {
        let started = Instant::now();
        let (status, board) = server.post("/api/position", &json!({ "game": game, "moves": moves }));
        assert_eq!(status, 200, "{board}");
        let legal = board["legal"].as_array().expect("moves");
        match below(4) {
            _ if legal.is_empty() || moves.len() > 30 => {
                (moves, game) = (Vec::new(), games[below(5) as usize]);
            }
            0 => {
                let query = json!({ "game": game, "moves": moves, "nodes": 1 + below(2000), "multipv": 1 + below(3),
                    "reportEvery": 0.05, "seconds": 0.5 });
                let lines = server.query(&query);
                let (last, reports) = lines.split_last().expect("an answer");
                assert!(last["final"] == true && last["bestmove"].is_string(), "{last}");
                assert!(reports.iter().all(|report| report["final"] == false), "{reports:?}");
            }
            1 if below(4) == 0 => {
                // Its page is closed in the middle of a search.
                let query = json!({ "game": game, "moves": moves, "reportEvery": 0.05 }).to_string();
                drop(server.send(&server.head("/api/query", &query)));
                seen.left += 1;
                continue;
            }
            _ => moves.push(legal[below(legal.len() as u64) as usize]["move"].clone()),
        }
        seen.answered += 1;
        seen.slowest = seen.slowest.max(started.elapsed());
    }
    seen
}

/// The memory that the process has, in KiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Fifty pages for so long; says how the memory grew after the first tenth of the time, in KiB.
fn soak(time: Duration) -> i64 {
    let server = Running::start();
    let started = Instant::now();
    let end = started + time;
    let (seen, settled) = std::thread::scope(|scope| {
        let pages: Vec<_> = (0..PAGES)
            .map(|seed| {
                scope.spawn({
                    let server = &server;
                    move || page(server, seed, end)
                })
            })
            .collect();
        std::thread::sleep(time / 10);
        let settled = memory();
        let seen: Vec<Seen> = pages.into_iter().map(|page| page.join().expect("no page fails")).collect();
        (seen, settled)
    });
    // Nothing waits any more, and the next one is answered at once.
    assert_eq!(server.query(&json!({ "game": "minichess", "nodes": 100 })).len(), 1);
    let (answered, left) = seen.iter().fold((0, 0), |(a, b), seen| (a + seen.answered, b + seen.left));
    let slowest = seen.iter().map(|seen| seen.slowest).max().unwrap_or_default();
    let (after, seconds) = (memory(), time.as_secs());
    println!(
        "{PAGES} pages, {seconds} s: {answered} answered, {left} left in the middle, none lost; slowest {slowest:.1?}; \
         memory {settled} KiB after a tenth of the time, {after} KiB at the end"
    );
    assert!(answered > PAGES);
    after as i64 - settled as i64
}

#[test]
fn fifty_pages_are_answered() {
    soak(Duration::from_secs(3));
}

/// Ten minutes: by itself, since the memory is that of the whole process.
#[test]
#[ignore = "ten minutes: cargo test --lib serve::tests::soak -- --ignored --nocapture"]
fn fifty_pages_for_ten_minutes_leave_nothing_behind() {
    let growth = soak(Duration::from_secs(600));
    assert!(growth < 8 << 10, "{growth} KiB");
}
