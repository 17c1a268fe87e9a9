//! The search does what it did: the fingerprints that `bench` prints are those in `fingerprints.txt`.
//!
//! After a change that is meant to alter the search, `MANYPLY_BLESS=1 cargo test --release --test library
//! fingerprints` writes the new ones.

use manyply::face::Kind;
use manyply::games::registry;
use manyply::search::bench::Settings;
use std::sync::atomic::AtomicBool;

fn fingerprints() -> String {
    let settings = Settings::default();
    let line = |kind: &Kind| {
        let result = kind.fingerprint(&settings, &AtomicBool::new(false));
        format!("{} {} {:016x}\n", kind.name, result.nodes, result.hash)
    };
    registry().all().map(line).collect()
}

#[test]
fn the_search_does_what_it_did() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fingerprints.txt");
    let found = fingerprints();
    if std::env::var_os("MANYPLY_BLESS").is_some() {
        std::fs::write(path, &found).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap();
    assert_eq!(found, expected, "run with MANYPLY_BLESS=1 if the change is meant");
    assert_eq!(found, fingerprints(), "twice in one process");
}
