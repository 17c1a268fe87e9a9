//! What the arena reads: files of games, openings, descriptions of agents. Never a panic; a file of games that is read
//! is written the same.
//!
//! An input is a game and rules, then any text.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply::face::Game;
use manyply::face::Kind;
use manyply_arena::{Archive, Contender, Record, book};
use manyply_fuzz::{Target, fuzz_target, with_game};

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
        let kind = Kind::of::<G>();
        if let Ok(openings) = book(kind, &G::rules_text(&rules), text) {
            assert!(openings.iter().all(|opening| opening.outcome().is_none()));
        }
        for line in text.lines() {
            // Only described: nothing is started.
            if let Err(error) = Contender::parse(kind, line) {
                assert!((1..=line.chars().count() + 1).contains(&error.column), "{line:?}: {error}");
            }
        }
    }
}
