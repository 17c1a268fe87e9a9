//! Any bytes as an endgame table of minichess: refused, or its values shown or found wrong without doing harm.
//!
//! The first byte of an input says how it becomes a file: `.` as it is; `e` and `c` as the content of endings or of a
//! countdown, with a right head and checksum. Whatever it is, it is also read as compressed blocks.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply::games::minichess::{COUNTDOWNS, ENDINGS, Minichess};
use manyply::solve::blocks::Blocks;
use manyply::solve::{Solve, Task};
use manyply::table_file;
use manyply_fuzz::{fuzz_target, scratch};
use std::sync::atomic::AtomicBool;

fuzz_target!(|data: &[u8]| {
    let Some((&how, content)) = data.split_first() else { return };
    if let Some(blocks) = Blocks::parse(content) {
        let all = blocks.read_all(content);
        assert!(all.is_none_or(|all| all.len() == blocks.len()));
    }
    let folder = scratch("endgame-tables");
    std::fs::create_dir_all(&folder).expect("a folder for a moment");
    let (endings, countdown) = (folder.join("minichess-KQK.table"), folder.join("minichess-KQK.countdown"));
    let _ = std::fs::remove_file(&countdown);
    let length = content.len() as u64;
    match how {
        b'e' => {
            let tag = "minichess KQK, plies=none, repetition=0";
            table_file::save(&endings, ENDINGS, tag, length, [content]).expect("a file for a moment");
        }
        b'c' => {
            let tag = "minichess KQK, limit=material, repetition=0, king=capture";
            table_file::save(&countdown, COUNTDOWNS, tag, length, [content]).expect("a file for a moment");
        }
        b'.' => std::fs::write(&endings, content).expect("a file for a moment"),
        _ => return,
    }
    let stop = AtomicBool::new(false);
    let task = Task::new(&stop, 1, 1 << 26);
    // Never all of three men are there.
    assert!(Minichess::verify_tables("3", &folder, &task).is_err());
    let _ = Minichess::table_info("KQK", &folder);
    let _ = std::fs::remove_file(&endings);
});
