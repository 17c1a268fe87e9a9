//! Any bytes as the parts of a run: merged, or refused with one line, never more. Parts are separated by empty lines;
//! one that begins with `!` is sealed, so that its content gets past the checksums.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply_fuzz::{command, fuzz_target, scratch, sealed};
use std::ffi::OsString;
use std::path::PathBuf;

/// More parts than that say nothing new.
const MOST: usize = 4;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let parts = text.split("\n\n").take(MOST);
    let parts: Vec<String> = parts.map(|part| part.strip_prefix('!').map_or_else(|| part.to_owned(), sealed)).collect();
    let paths: Vec<PathBuf> = (0..parts.len()).map(|number| scratch(&format!("part-{number}"))).collect();
    for (path, part) in paths.iter().zip(&parts) {
        std::fs::write(path, part).expect("a file for a moment");
    }
    for json in [None, Some("--json")] {
        let options = ["merge"].into_iter().chain(json).map(OsString::from);
        let (code, _) = command(options.chain(paths.iter().map(OsString::from)), b"", None);
        assert!([0, 2].contains(&code), "exit code {code}");
    }
    for path in paths {
        let _ = std::fs::remove_file(path);
    }
});
