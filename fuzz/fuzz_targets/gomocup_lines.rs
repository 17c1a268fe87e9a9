//! Any lines from a gomoku manager: every answer is one that the protocol knows, and every conversation ends.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply_app::protocol::gomocup::{Settings, run};
use manyply_fuzz::{fuzz_target, with_patience};
use std::io::Cursor;
use std::time::Duration;

/// How answers begin, beside squares.
const WORDS: [&str; 7] = ["OK", "SWAP", "ERROR ", "UNKNOWN ", "MESSAGE ", "DEBUG ", "name="];

fuzz_target!(|data: &[u8]| {
    let input = Box::new(Cursor::new(data.to_vec()));
    let time = Duration::from_millis(1);
    let settings = Settings { time, hash_mib: 1, threads: 1, most_threads: 2, most_hash_mib: 2, is_yixin: false };
    let mut out = Vec::new();
    // Whoever allows a long time soon presses Ctrl-C.
    with_patience(Duration::from_millis(20), |stop| run(input, &mut out, &settings, stop)).expect("answered");
    for line in String::from_utf8(out).expect("text").lines() {
        let is_square = |part: &str| {
            part.split(',').count() == 2 && part.split(',').all(|number| number.parse::<u8>().is_ok_and(|n| n < 20))
        };
        let is_known = WORDS.iter().any(|word| line.starts_with(word)) || line.split(' ').all(is_square);
        assert!(is_known && !line.contains(char::is_control), "{line:?}");
    }
});
