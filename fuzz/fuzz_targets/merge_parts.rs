//! Any bytes as the parts of a run: merged, or refused with one line, never more. Parts are separated by empty lines; one
//! that begins with `!` is sealed, so that its content gets past the checksums.
#![no_main]

use libfuzzer_sys::fuzz_target;
use manyply::cli::{Session, run};
use manyply::shard::Seal;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// More parts than that say nothing new.
const MOST: usize = 4;

fn sealed(part: &str) -> String {
    let mut seal = Seal::default();
    part.lines().map(|line| seal.close(line) + "\n").collect()
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let parts = text.split("\n\n").take(MOST);
    let parts: Vec<String> = parts.map(|part| part.strip_prefix('!').map_or(part.to_owned(), sealed)).collect();
    let path = |number| std::env::temp_dir().join(format!("manyply-fuzz-part-{}-{number}", std::process::id()));
    let paths: Vec<PathBuf> = (0..parts.len()).map(path).collect();
    for (path, part) in paths.iter().zip(&parts) {
        std::fs::write(path, part).expect("a file for a moment");
    }
    for json in [None, Some("--json")] {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut session = Session {
            input: Box::new(std::io::empty()),
            out: &mut out,
            err: &mut err,
            stop: Arc::new(AtomicBool::new(false)),
            has_terminal: false,
        };
        let options = ["manyply", "merge"].into_iter().chain(json).map(OsString::from);
        let code = run(options.chain(paths.iter().map(OsString::from)), &mut session);
        let message = String::from_utf8(err).expect("the message is text");
        match code {
            0 => assert_eq!(message, ""),
            2 => assert!(message.starts_with("error: ") && message.lines().count() == 1, "{message:?}"),
            _ => panic!("exit code {code}"),
        }
    }
    for path in paths {
        let _ = std::fs::remove_file(path);
    }
});
