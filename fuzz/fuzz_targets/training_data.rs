//! Files of training data and the games in them: never a panic; a game that can be played again is the same then.
//!
//! An input is a game and rules, then a file, or the JSON of a block. Behind `!` stands the content of a block, which
//! gets a right head and right checksums; behind `=`, on lines of their own, how often, and a text: what a block
//! unpacks to.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply::checksum::Chain;
use manyply::face::Game;
use manyply::face::Kind;
use manyply::records::block;
use manyply_fuzz::{Target, fuzz_target, repeated, with_game};
use manyply_train::data::{DataGame, DataReader};

fuzz_target!(|data: &[u8]| with_game(data, Games));

struct Games;

impl Target for Games {
    fn run<G: Game>(self, rules: G::Rules, rest: &[u8]) {
        let content = match rest.split_first() {
            Some((b'!', content)) => Some(content.to_vec()),
            Some((b'=', text)) => repeated(text),
            _ => None,
        };
        let file = content.map(|content| {
            let head = b"manyply data 2\n{\"game\":\"\",\"rules\":\"\",\"settings\":\"\"}\n".to_vec();
            let mut chain = Chain::default();
            let blocks = [0, 1, 2].map(|items| block(items, &content, &mut chain).expect("a block"));
            head.into_iter().chain(blocks.concat()).collect()
        });
        let file: Vec<u8> = file.unwrap_or_else(|| rest.to_vec());
        let games = DataReader::new(&file[..]).map(|data| data.map_while(Result::ok).take(1000).collect());
        let games: Vec<DataGame> = games.unwrap_or_default();
        let (kind, rules) = (Kind::of::<G>(), G::rules_text(&rules));
        for game in games.into_iter().chain(DataGame::read(rest).unwrap_or_default()) {
            let Ok(played) = game.replay(0, kind, &rules) else { continue };
            let again = DataGame::of(&played);
            let twice = again.replay(0, kind, &rules).expect("it was just played");
            assert_eq!(DataGame::of(&twice), again);
        }
    }
}
