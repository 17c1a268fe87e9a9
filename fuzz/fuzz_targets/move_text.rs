//! Any text as moves: what is accepted is legal, and prints to something that is accepted as the same. The same bytes
//! as packed moves: what unpacks is legal.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply::face::Game;
use manyply::game::Played;
use manyply_fuzz::{Target, fuzz_target, position, with_game};

struct Parse;

impl Target for Parse {
    fn run<G: Game>(self, rules: G::Rules, rest: &[u8]) {
        let Some((position, rest)) = position::<G>(&rules, rest) else { return };
        for pair in rest.chunks_exact(2) {
            let bits = u16::from_le_bytes([pair[0], pair[1]]);
            if let Some(m) = position.unpack(bits) {
                assert!(position.is_legal(m) && position.pack(m) == bits, "{bits:#06x} unpacks to {m:?}");
            }
        }
        let Ok(text) = std::str::from_utf8(rest) else { return };
        let mut game = Played::new(position);
        for (_, text) in G::split_moves(text) {
            let position = game.position();
            match position.parse_move(text) {
                Ok(m) => {
                    assert!(position.is_legal(m), "{text:?} is accepted as {m:?}");
                    assert!(game.legal_moves().contains(&m) || game.outcome().is_some());
                    assert_eq!(position.parse_move(&position.move_text(m)), Ok(m));
                    game.play(m);
                }
                Err(error) => assert!((1..=text.chars().count() + 1).contains(&error.column), "{text:?}: {error}"),
            }
        }
    }
}

fuzz_target!(|data: &[u8]| with_game(data, Parse));
