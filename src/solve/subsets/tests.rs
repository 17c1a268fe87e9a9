//! Tables against the definition, and their files against damage.

use super::half::Half;
use super::*;
use crate::solve::removal::tests::slow_losses;
use crate::zobrist::SplitMix64;
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult, quickcheck};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

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
        assert_eq!(*table.memory, *one_by_one.memory);
    }
}

/// A game of more cells than fit a tile, with few lines for each.
#[derive(Clone, Debug)]
struct Sparse(Removal);

impl Arbitrary for Sparse {
    fn arbitrary(g: &mut Gen) -> Self {
        let cells = TILE_CELLS + 1 + usize::arbitrary(g) % 4;
        let mut lines: Vec<u64> = (0..cells).map(|cell| 1 << cell).collect();
        for size in 2..=3 {
            for _ in 0..usize::arbitrary(g) % (2 * cells) {
                lines.push((0..size).fold(0, |line, _| line | 1 << (usize::arbitrary(g) % cells)));
            }
        }
        lines.sort_unstable();
        lines.dedup();
        Self(Removal { cells, lines, last_wins: bool::arbitrary(g) })
    }
}

/// Whether `answer` is right, if `loses` knows it all.
fn is_right(answer: &Answer, game: &Removal, loses: impl Fn(u64) -> bool) -> bool {
    let winning: Vec<u64> = game.winning_lines(game.full(), &loses).collect();
    let mut left = game.full();
    let is_perfect = answer.line.iter().all(|line| {
        let (is_legal, after) = (line & left == *line, left & !line);
        let keeps = loses(left) || loses(after);
        left = after;
        is_legal && keeps
    });
    answer.loses == loses(game.full()) && answer.winning_lines == winning && is_perfect && left == 0
}

#[test]
fn halves_agree_with_the_definition() {
    fn agrees(Sparse(game): Sparse) -> TestResult {
        // The smallest blocks there are: the cells above them, up to three, and the one that makes the halves.
        let Ok(half) = Half::fill(&game, TILE_CELLS, 2, &|| false, &|_| ()) else { return TestResult::discard() };
        let half = half.expect("not stopped");
        let slow = slow_losses(&game);
        let is_known = |set: u64| set & half.cell() != 0 || game.lines.iter().any(|line| game.full() & !line == set);
        let all_agree = (0..1 << game.cells).all(|set| match half.loses(set) {
            Some(loses) => loses == slow[set as usize],
            None => !is_known(set),
        });
        let answer = Answer::find_by(&game, TILE_CELLS, 2, &|| false, &|_| ()).expect("memory").expect("not stopped");
        TestResult::from_bool(all_agree && is_right(&answer, &game, |set| slow[set as usize]))
    }
    QuickCheck::new().tests(20).min_tests_passed(20).quickcheck(agrees as fn(Sparse) -> TestResult);
}

#[test]
fn halves_of_many_blocks_agree_with_tables() {
    for last_wins in [false, true] {
        let game = ring(25, last_wins);
        let table = fill(&game, 2);
        for (block_cells, threads) in [(BLOCK_CELLS, 1), (17, 3)] {
            let answer = Answer::find_by(&game, block_cells, threads, &|| false, &|_| ()).expect("memory");
            assert!(is_right(&answer.expect("not stopped"), &game, |set| table.loses(set)));
            let half = Half::fill(&game, block_cells, threads, &|| false, &|_| ()).expect("memory");
            let half = half.expect("not stopped");
            let mut random = SplitMix64::new(25);
            for _ in 0..200_000 {
                let set = random.next_u64() & game.full() | half.cell();
                assert_eq!(half.loses(set), Some(table.loses(set)));
            }
        }
    }
}

#[test]
fn halves_need_a_cell_whose_lines_stay_within_a_block() {
    let pairs = (0..24).flat_map(|one| (0..=one).map(move |other| 1 << one | 1 << other));
    let game = Removal { cells: 24, lines: pairs.collect(), last_wins: true };
    assert!(Answer::find(&game, 1, &|| false, &|_| ()).is_err_and(|problem| problem.contains("no cell")));
    assert!(Answer::find(&ring(22, true), 1, &|| false, &|_| ()).is_err());
}

#[test]
fn stops_when_told() {
    let game = ring(24, true);
    assert_eq!(Answer::find(&game, 2, &|| true, &|_| ()), Ok(None));
    // In the second half, and when a table for the rest of the line is wanted.
    let stopped_after = |most| {
        let asked = AtomicUsize::new(0);
        Answer::find(&game, 2, &|| asked.fetch_add(1, Ordering::Relaxed) >= most, &|_| ()).expect("memory")
    };
    assert_eq!(stopped_after(3), None);
    let (part, whole) = (stopped_after(4).expect("an answer"), stopped_after(usize::MAX).expect("an answer"));
    assert_eq!((part.loses, &part.winning_lines), (whole.loses, &whole.winning_lines));
    assert!(whole.line.starts_with(&part.line) && part.line.len() < whole.line.len());
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
    assert_eq!((&*again.memory, again.game(), label.as_str()), (&*table.memory, &game, "a ring"));
    assert!((0..1000).all(|set| again.loses(set) == table.loses(set)));
    drop(again);
    let whole = fs::read(&path).expect("read");
    let refused = |bytes: &[u8], why: &str| {
        fs::write(&path, bytes).expect("written");
        let problem = Table::load(&path).map(|_| ()).expect_err(why);
        assert!(problem.contains(why), "{problem}");
    };
    refused(&whole[..whole.len() - 1], "truncated");
    refused(&whole[..100], "truncated");
    refused(b"", "not a table");
    for (place, why) in [(0, "not a table"), (20, "kind"), (60, "checksum"), (20_000, "checksum")] {
        let mut damaged = whole.clone();
        damaged[place] ^= 4;
        refused(&damaged, why);
    }
    fs::remove_file(&path).expect("removed");
    assert!(Table::load(&path).is_err());
    assert!(table.save(std::path::Path::new("/nonexistent/table"), "").is_err());
}
