//! The page as a site: whole, or not at all.

use super::{out, refused, run, scratch};
use std::fs;
use std::path::Path;

#[test]
fn a_site_is_written_whole_or_not_at_all() {
    let folder = format!("{}/site", env!("CARGO_TARGET_TMPDIR"));
    let _ = fs::remove_dir_all(&folder);
    let write = |engine: &str| run(&["site", "--out", &folder, "--engine", engine]);
    for engine in [scratch("text.wasm", "text"), "/none.wasm".into(), env!("CARGO_TARGET_TMPDIR").into()] {
        refused(&write(&engine), &["--engine", &engine, "WebAssembly"]);
        assert!(!Path::new(&folder).exists());
    }
    let engine = scratch("engine.wasm", "\0asm");
    let output = write(&engine);
    assert!(output.status.success() && out(&output).contains("files"), "{output:?}");
    let size = |name: &str| fs::metadata(format!("{folder}/{name}")).map_or(0, |file| file.len());
    assert!(
        ["index.html", "main.js", "engine.js", "sw.js", "manifest.webmanifest"].iter().all(|name| size(name) > 100)
    );
    assert_eq!(size("engine.wasm"), 4);
    // What is there stays as it is, and nothing is left beside it.
    refused(&write(&engine), &["--out", &folder, "is there already"]);
    refused(&run(&["site", "--out", "/none/site", "--engine", &engine]), &["--out", "/none/site"]);
    let beside = fs::read_dir(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    assert!(beside.flatten().all(|entry| !entry.file_name().to_string_lossy().contains("draft-")));
}
