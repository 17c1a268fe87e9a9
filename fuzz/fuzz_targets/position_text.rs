//! Any text as a position: refused with a column inside the text, or a position that keeps every promise.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply::check;
use manyply::face::Game;
use manyply::zobrist::SplitMix64;
use manyply_fuzz::{Target, fuzz_target, with_game};

struct Parse;

impl Target for Parse {
    fn run<G: Game>(self, rules: G::Rules, rest: &[u8]) {
        let Ok(text) = std::str::from_utf8(rest) else { return };
        match G::parse_position(text, &rules) {
            Ok(position) => {
                check::position(&position, &[], &mut SplitMix64::new(1)).unwrap_or_else(|problem| panic!("{problem}"));
            }
            Err(error) => assert!((1..=text.chars().count() + 1).contains(&error.column), "{text:?}: {error}"),
        }
    }
}

fuzz_target!(|data: &[u8]| with_game(data, Parse));
