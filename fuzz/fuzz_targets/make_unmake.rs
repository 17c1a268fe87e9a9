//! Any line of play: everything that is kept incrementally agrees with a fresh start at every step, and taking the
//! moves back leads through the same positions.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply::face::Game;
use manyply::game::MoveList;
use manyply_fuzz::{Target, fuzz_target, position, with_game};

struct Walk;

impl Target for Walk {
    fn run<G: Game>(self, rules: G::Rules, rest: &[u8]) {
        let Some((mut now, choices)) = position::<G>(&rules, rest) else { return };
        let mut line = Vec::new();
        for &choice in choices {
            let mut list = G::Moves::default();
            now.moves(&mut list);
            assert_eq!(now.count_moves(), list.as_slice().len() as u64);
            let Some(&m) = list.as_slice().get(usize::from(choice) % list.as_slice().len().max(1)) else { break };
            line.push((now.clone(), m, now.make(m)));
            now.validate().unwrap_or_else(|problem| panic!("{problem}: {now:?}"));
            let text = now.position_text();
            let fresh = G::parse_position(&text, &rules).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert_eq!(fresh, now);
            assert_eq!((fresh.key(), fresh.repetition_key()), (now.key(), now.repetition_key()), "{text}");
        }
        for (before, m, undo) in line.into_iter().rev() {
            now.unmake(m, undo);
            assert_eq!(now, before);
        }
    }
}

fuzz_target!(|data: &[u8]| with_game(data, Walk));
