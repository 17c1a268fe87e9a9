//! The search does what it did: the fingerprints that `bench` prints are those in `fingerprints.txt`.
//!
//! After a change that is meant to alter the search, `MANYPLY_BLESS=1 cargo test --release --test library
//! fingerprints` writes the new ones.

use manyply::games::Game;
use manyply::games::registry::{self, Visitor};
use manyply::search::bench::fingerprint;
use std::sync::atomic::AtomicBool;

struct Line;

impl Visitor for Line {
    type Out = String;

    fn visit<G: Game>(self) -> String {
        let result = fingerprint::<G>(&AtomicBool::new(false));
        format!("{} {} {:016x}\n", G::NAME, result.nodes, result.hash)
    }
}

fn fingerprints() -> String {
    registry::NAMES.iter().map(|name| registry::dispatch(name, Line).expect("a game")).collect()
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
