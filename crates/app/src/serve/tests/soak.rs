//! Many pages at once: every question is answered. `tests/browser/soak.mjs` asks for ten minutes and looks at the
//! memory.

use super::*;
use manyply::zobrist::SplitMix64;
use std::time::Instant;

/// Pages that ask at once.
const PAGES: u64 = 50;
/// For so long.
const TIME: Duration = Duration::from_secs(3);

/// A page that does what people do, until `end`: looks at positions, plays, searches, and goes away in the middle.
/// Says how many questions were answered.
fn page(server: &Running, seed: u64, end: Instant) -> u64 {
    let mut random = SplitMix64::new(seed);
    let mut below = |bound: u64| random.next_u64() % bound;
    let games = ["minichess", "threechess", "hop", "gomoku", "hexnim"];
    let (mut answered, mut moves, mut game) = (0, Vec::new(), games[0]);
    while Instant::now() < end {
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
                continue;
            }
            _ => moves.push(legal[below(legal.len() as u64) as usize]["move"].clone()),
        }
        answered += 1;
    }
    answered
}

#[test]
fn fifty_pages_are_answered() {
    let server = Running::start();
    let end = Instant::now() + TIME;
    let answered: u64 = std::thread::scope(|scope| {
        let server = &server;
        let pages: Vec<_> = (0..PAGES).map(|seed| scope.spawn(move || page(server, seed, end))).collect();
        pages.into_iter().map(|page| page.join().expect("no page fails")).sum()
    });
    // Nothing waits any more, and the next one is answered at once.
    assert_eq!(server.query(&json!({ "game": "minichess", "nodes": 100 })).len(), 1);
    assert!(answered > PAGES, "{answered}");
}
