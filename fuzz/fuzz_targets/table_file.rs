//! Any bytes as a table kept on disk: refused, or used without doing harm. An input that begins with `!` becomes a file
//! with a right header and checksum, so that its content reaches the search.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply::face::Game;
use manyply::search::{EngineOf, Limits, Options, TABLE_KIND};
use manyply::table_file;
use manyply_fuzz::{Target, fuzz_target, position, with_game};
use std::sync::atomic::AtomicBool;

const BUCKET: usize = 64;

struct Load;

impl Target for Load {
    fn run<G: Game>(self, rules: G::Rules, rest: &[u8]) {
        let Some((position, content)) = position::<G>(&rules, rest) else { return };
        let path = std::env::temp_dir().join(format!("manyply-fuzz-{}", std::process::id()));
        let forged = content.strip_prefix(b"!");
        if let Some(words) = forged {
            // At least one bucket of words, then no roots, their count, and the age.
            let mut words = words.to_vec();
            words.resize(words.len().div_ceil(BUCKET).max(1) * BUCKET, 0);
            words.extend([0; 16]);
            let tag = format!("{} {}", G::NAME, G::rules_text(&rules));
            table_file::save(&path, TABLE_KIND, &tag, words.len() as u64, [&words]).expect("a file for a moment");
        } else {
            std::fs::write(&path, content).expect("a file for a moment");
        }
        match EngineOf::<G>::with_table(Options::default(), &path, &rules) {
            Ok(mut searcher) => {
                let game = manyply::game::Played::new(position);
                let limits = Limits { depth: Some(4), nodes: Some(2000), ..Limits::default() };
                let found = searcher.search(&game, &limits, &AtomicBool::new(false), &mut |_| ());
                assert_eq!(found.best.is_none(), game.outcome().is_some());
                let mut line = game.clone();
                assert!(found.line.iter().all(|&m| line.play(m)), "{found:?}");
            }
            Err(error) => assert!(forged.is_none(), "a good file is refused: {error}"),
        }
    }
}

fuzz_target!(|data: &[u8]| with_game(data, Load));
