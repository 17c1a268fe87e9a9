//! The seeds of every target, replayed without the fuzzer.
#![cfg(not(feature = "libfuzzer"))]

use std::collections::BTreeSet;
use std::fs::read_dir;
use std::panic::catch_unwind;

const SEEDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/seeds");

/// One test a target, so that they share the processors.
macro_rules! targets {
    ($($name:ident $path:literal)*) => {
        /// The names of all targets.
        const TARGETS: &[&str] = &[$(stringify!($name)),*];

        $(
            #[path = $path]
            mod $name;

            #[test]
            fn $name() {
                seeds_do_no_harm(stringify!($name), $name::fuzz_one);
            }
        )*
    };
}

targets! {
    arena_texts "../fuzz_targets/arena_texts.rs"
    command_files "../fuzz_targets/command_files.rs"
    command_line "../fuzz_targets/command_line.rs"
    dialogues "../fuzz_targets/dialogues.rs"
    endgame_tables "../fuzz_targets/endgame_tables.rs"
    game_files "../fuzz_targets/game_files.rs"
    gomocup_lines "../fuzz_targets/gomocup_lines.rs"
    make_unmake "../fuzz_targets/make_unmake.rs"
    merge_parts "../fuzz_targets/merge_parts.rs"
    move_text "../fuzz_targets/move_text.rs"
    page_request "../fuzz_targets/page_request.rs"
    position_text "../fuzz_targets/position_text.rs"
    protocol_lines "../fuzz_targets/protocol_lines.rs"
    query_text "../fuzz_targets/query_text.rs"
    search_limits "../fuzz_targets/search_limits.rs"
    server_message "../fuzz_targets/server_message.rs"
    table_file "../fuzz_targets/table_file.rs"
    training_data "../fuzz_targets/training_data.rs"
}

fn names(folder: &str) -> BTreeSet<String> {
    let entries = read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries.map(|entry| entry.file_name().into_string().expect("a name")).collect()
}

fn seeds_do_no_harm(target: &str, fuzz_one: fn(&[u8])) {
    for seed in names(&format!("{SEEDS}/{target}")) {
        let content = std::fs::read(format!("{SEEDS}/{target}/{seed}")).expect("a seed");
        assert!(catch_unwind(|| fuzz_one(&content)).is_ok(), "fuzz/seeds/{target}/{seed}");
    }
}

#[test]
fn every_target_has_seeds_and_every_seed_a_target() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(names(SEEDS), targets);
    let files = names(concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz_targets"));
    assert_eq!(files.iter().map(|file| file.trim_end_matches(".rs").to_owned()).collect::<BTreeSet<_>>(), targets);
}
