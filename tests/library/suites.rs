//! Every perft suite in `perft/`, up to a node count that keeps the tests short; `.ci/run` checks the rest.

use manyply::face::Kind;
use manyply::games::{kind, registry};
use manyply::perft::{Mode, Settings, suite};
use std::sync::atomic::AtomicBool;

/// Larger counts are left to the release build.
const MOST_NODES: u64 = 2_000_000;

/// The suites of a game are called by its name, alone or with the rules behind a hyphen.
fn check_all(settings: Settings) {
    let mut seen = Vec::new();
    for file in std::fs::read_dir("perft").expect("the suites") {
        let path = file.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "epd") {
            continue;
        }
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let game = name.split('-').next().expect("a game");
        let text = std::fs::read_to_string(&path).expect("a suite");
        let kind = kind(game).expect("a known game");
        let checked = suite::parse(&text).and_then(|entries| {
            let never = AtomicBool::new(false);
            kind.check_suite(&entries, None, MOST_NODES, &settings, &never, &mut |check| {
                assert!(check.is_ok(), "{check:?}");
            })
        });
        let summary = checked.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(summary.checked > 0 && summary.failed == 0 && summary.complete, "{name}: {summary:?}");
        seen.push(game.to_owned());
    }
    for Kind { name, .. } in registry().all() {
        assert!(seen.iter().any(|game| game == name), "{name} has no suite");
    }
}

#[test]
fn suites_with_bulk_counting() {
    check_all(Settings::default());
}

#[test]
fn suites_with_every_move_made() {
    check_all(Settings { mode: Mode::Full, ..Settings::default() });
}

#[test]
fn on_two_threads_with_a_small_table() {
    check_all(Settings { threads: 2, hash_mib: 1, ..Settings::default() });
}
