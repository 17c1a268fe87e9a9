//! What the arena reads: files of games, openings, descriptions of agents. Never a panic; a file of games that is read
//! is written the same.
//!
//! An input is a game and rules, then any text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use manyply::games::Game;
use manyply_arena::{Archive, Contender, Openings, Record};
use manyply_fuzz::{Target, with_game};
use std::sync::atomic::AtomicBool;

fuzz_target!(|data: &[u8]| with_game(data, Texts));

struct Texts;

impl Target for Texts {
    fn run<G: Game>(self, rules: G::Rules, rest: &[u8]) {
        if let Ok((head, records, torn)) = Archive::parse(rest) {
            let text = head.text() + &records.iter().map(Record::text).collect::<String>();
            assert_eq!(Archive::parse(text.as_bytes()).expect("it was just written").1, records);
            assert!(torn.0 <= rest.len() as u64);
        }
        let Ok(text) = std::str::from_utf8(rest) else { return };
        if let Ok(openings) = Openings::<G>::book(text, &rules) {
            assert!(openings.get(0, &AtomicBool::new(false)).played().outcome().is_none());
        }
        for line in text.lines() {
            // Only described: nothing is started.
            if let Err(error) = Contender::<G>::parse(line) {
                assert!((1..=line.chars().count() + 1).contains(&error.column), "{line:?}: {error}");
            }
        }
    }
}
