//! Files of training data and the games in them: never a panic; a game that can be played again is the same then.
//!
//! An input is a game and rules, then a file, or the JSON of a block.
#![no_main]

use libfuzzer_sys::fuzz_target;
use manyply::games::Game;
use manyply_fuzz::{Target, with_game};
use manyply_train::data::{Data, DataGame};

fuzz_target!(|data: &[u8]| with_game(data, Games));

struct Games;

impl Target for Games {
    fn run<G: Game>(self, rules: G::Rules, rest: &[u8]) {
        let file = Data::parse(rest).map(|data| data.games).unwrap_or_default();
        for game in file.into_iter().chain(DataGame::read(rest).unwrap_or_default()) {
            let Ok(played) = game.replay::<G>(0, &rules) else { continue };
            let again = DataGame::of(&played);
            let twice = again.replay::<G>(0, &rules).expect("it was just played");
            assert_eq!(DataGame::of(&twice), again);
        }
    }
}
