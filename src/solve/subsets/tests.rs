//! Tables against the definition, and their files against damage.

use super::*;
use crate::solve::removal::tests::slow_losses;
use crate::zobrist::SplitMix64;
use quickcheck::quickcheck;
use std::fs;
use std::path::PathBuf;

fn fill(game: &Removal, threads: usize) -> Table {
    Table::fill(game, threads, &|| false, &|_| ()).expect("memory").expect("not stopped")
}

/// A game whose lines are `width` neighbours or fewer on a ring, and some chords.
fn ring(cells: usize, last_wins: bool) -> Removal {
    let mut lines = Vec::new();
    for cell in 0..cells {
        let cells_of = |steps: &[usize]| steps.iter().fold(0, |line, step| line | 1u64 << ((cell + step) % cells));
        lines.extend([cells_of(&[0]), cells_of(&[0, 1]), cells_of(&[0, 1, 2]), cells_of(&[0, 7])]);
    }
    lines.sort_unstable();
    lines.dedup();
    Removal { cells, lines, last_wins }
}

quickcheck! {
    fn agrees_with_the_definition(game: Removal) -> bool {
        let table = fill(&game, 2);
        let slow = slow_losses(&game);
        slow.iter().enumerate().all(|(set, &loses)| table.loses(set as u64) == loses)
    }
}

#[test]
fn blocks_and_threads_agree_with_the_definition() {
    // 25 cells are eight blocks; every entry is checked by its successors' entries, at random.
    for last_wins in [false, true] {
        let game = ring(25, last_wins);
        let table = fill(&game, 3);
        let mut random = SplitMix64::new(25);
        for _ in 0..200_000 {
            let set = random.next_u64() & game.full();
            let lost = if set == 0 { last_wins } else { table.winning_lines(set).next().is_none() };
            assert_eq!(table.loses(set), lost);
        }
        let one_by_one = fill(&game, 1);
        assert_eq!(table.bytes(), one_by_one.bytes());
    }
}

#[test]
fn stops_when_told() {
    assert!(Table::fill(&ring(24, true), 2, &|| true, &|_| ()).expect("memory").is_none());
    let too_large = Removal { cells: 60, ..ring(20, true) };
    assert!(Table::fill(&too_large, 1, &|| false, &|_| ()).is_err());
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("manyply-{}-{name}", std::process::id()))
}

#[test]
fn files_come_back_whole_or_not_at_all() {
    let game = ring(18, false);
    let path = scratch("table");
    let table = fill(&game, 1);
    table.save(&path, "a ring").expect("saved");
    let (again, label) = Table::load(&path).expect("loaded");
    assert_eq!((again.bytes(), again.game(), label.as_str()), (table.bytes(), &game, "a ring"));
    assert!((0..1000).all(|set| again.loses(set) == table.loses(set)));
    drop(again);
    let whole = fs::read(&path).expect("read");
    let refused = |bytes: &[u8], why: &str| {
        fs::write(&path, bytes).expect("written");
        let problem = Table::load(&path).map(|_| ()).expect_err(why);
        assert!(problem.contains(why), "{problem}");
    };
    refused(&whole[..whole.len() - 1], "cut short");
    refused(&whole[..100], "too short");
    refused(b"", "too short");
    for (place, why) in
        [(0, "not a table"), (30, "checksum of the head"), (16_330, "checksum"), (20_000, "of the table")]
    {
        let mut damaged = whole.clone();
        damaged[place] ^= 4;
        refused(&damaged, why);
    }
    fs::remove_file(&path).expect("removed");
    assert!(Table::load(&path).is_err());
    assert!(table.save(std::path::Path::new("/nonexistent/table"), "").is_err());
}
