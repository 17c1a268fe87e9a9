//! Any bytes as a table kept on disk: refused, or used without doing harm. An input that begins with `!` becomes a file
//! with a right header and checksum, so that its content reaches the search.
#![no_main]

use libfuzzer_sys::fuzz_target;
use manyply::games::Game;
use manyply::search::{EngineOf, Limits, Options};
use manyply::zobrist::mix;
use manyply_fuzz::{Target, position, with_game};
use std::sync::atomic::AtomicBool;

const BUCKET: usize = 64;

struct Load;

impl Target for Load {
    fn run<G: Game>(self, rules: G::Rules, rest: &[u8]) {
        let Some((position, content)) = position::<G>(&rules, rest) else { return };
        let path = std::env::temp_dir().join(format!("manyply-fuzz-{}", std::process::id()));
        let (bytes, is_forged) = match content.strip_prefix(b"!") {
            Some(words) => (forge(words, &format!("{} {}", G::NAME, G::rules_text(&rules))), true),
            None => (content.to_vec(), false),
        };
        std::fs::write(&path, bytes).expect("a file for a moment");
        match EngineOf::<G>::with_table(Options::default(), &path, &rules) {
            Ok(mut searcher) => {
                let game = manyply::game::Played::new(position);
                let limits = Limits { depth: Some(4), nodes: Some(2000), ..Limits::default() };
                let found = searcher.search(&game, &limits, &AtomicBool::new(false), &mut |_| ());
                assert_eq!(found.best.is_none(), game.outcome().is_some());
                let mut line = game.clone();
                assert!(found.line.iter().all(|&m| line.play(m)), "{found:?}");
            }
            Err(error) => assert!(!is_forged, "a good file is refused: {error}"),
        }
    }
}

/// A table file that holds `words`, at least one bucket of them.
fn forge(words: &[u8], tag: &str) -> Vec<u8> {
    let mut content = words.to_vec();
    content.resize(words.len().div_ceil(BUCKET).max(1) * BUCKET, 0);
    let mut file = b"manyply table 1\n".to_vec();
    for text in ["0.1.0", tag] {
        file.extend((text.len() as u64).to_le_bytes());
        file.extend(text.as_bytes());
    }
    let head = [(content.len() / BUCKET) as u64, u64::from(words.first().copied().unwrap_or(0))];
    let words = content.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")));
    let sum = head.into_iter().chain(words).fold(0u64, |sum, word| mix(sum.rotate_left(1) ^ word));
    for word in [head[0], head[1], sum] {
        file.extend(word.to_le_bytes());
    }
    file.extend(content);
    file
}

fuzz_target!(|data: &[u8]| with_game(data, Load));
