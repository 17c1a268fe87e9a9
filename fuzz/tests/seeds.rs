//! The seeds of every target, replayed without the fuzzer.
#![cfg(not(feature = "libfuzzer"))]

use std::collections::BTreeSet;
use std::fs::read_dir;
use std::panic::catch_unwind;

#[path = "../fuzz_targets/arena_texts.rs"]
mod arena_texts;
#[path = "../fuzz_targets/command_files.rs"]
mod command_files;
#[path = "../fuzz_targets/command_line.rs"]
mod command_line;
#[path = "../fuzz_targets/dialogues.rs"]
mod dialogues;
#[path = "../fuzz_targets/endgame_tables.rs"]
mod endgame_tables;
#[path = "../fuzz_targets/game_files.rs"]
mod game_files;
#[path = "../fuzz_targets/gomocup_lines.rs"]
mod gomocup_lines;
#[path = "../fuzz_targets/make_unmake.rs"]
mod make_unmake;
#[path = "../fuzz_targets/merge_parts.rs"]
mod merge_parts;
#[path = "../fuzz_targets/move_text.rs"]
mod move_text;
#[path = "../fuzz_targets/page_request.rs"]
mod page_request;
#[path = "../fuzz_targets/position_text.rs"]
mod position_text;
#[path = "../fuzz_targets/protocol_lines.rs"]
mod protocol_lines;
#[path = "../fuzz_targets/query_text.rs"]
mod query_text;
#[path = "../fuzz_targets/search_limits.rs"]
mod search_limits;
#[path = "../fuzz_targets/server_message.rs"]
mod server_message;
#[path = "../fuzz_targets/table_file.rs"]
mod table_file;
#[path = "../fuzz_targets/training_data.rs"]
mod training_data;

/// A target by its name.
type Target = (&'static str, fn(&[u8]));

/// All targets.
const TARGETS: &[Target] = &[
    ("arena_texts", arena_texts::fuzz_one),
    ("command_files", command_files::fuzz_one),
    ("command_line", command_line::fuzz_one),
    ("dialogues", dialogues::fuzz_one),
    ("endgame_tables", endgame_tables::fuzz_one),
    ("game_files", game_files::fuzz_one),
    ("gomocup_lines", gomocup_lines::fuzz_one),
    ("make_unmake", make_unmake::fuzz_one),
    ("merge_parts", merge_parts::fuzz_one),
    ("move_text", move_text::fuzz_one),
    ("page_request", page_request::fuzz_one),
    ("position_text", position_text::fuzz_one),
    ("protocol_lines", protocol_lines::fuzz_one),
    ("query_text", query_text::fuzz_one),
    ("search_limits", search_limits::fuzz_one),
    ("server_message", server_message::fuzz_one),
    ("table_file", table_file::fuzz_one),
    ("training_data", training_data::fuzz_one),
];

const SEEDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/seeds");

fn names(folder: &str) -> BTreeSet<String> {
    let entries = read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries.map(|entry| entry.file_name().into_string().expect("a name")).collect()
}

#[test]
fn seeds_do_no_harm() {
    for (target, fuzz_one) in TARGETS {
        for seed in names(&format!("{SEEDS}/{target}")) {
            let content = std::fs::read(format!("{SEEDS}/{target}/{seed}")).expect("a seed");
            assert!(catch_unwind(|| fuzz_one(&content)).is_ok(), "fuzz/seeds/{target}/{seed}");
        }
    }
}

#[test]
fn every_target_has_seeds_and_every_seed_a_target() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names(SEEDS), targets);
    let files = names(concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz_targets"));
    assert_eq!(files.iter().map(|file| file.trim_end_matches(".rs").to_owned()).collect::<BTreeSet<_>>(), targets);
}
