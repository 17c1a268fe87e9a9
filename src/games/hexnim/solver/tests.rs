//! Exact values and winning moves against the reference file, and the solving methods against each other.

use super::*;
use crate::game::{Baselines, Notation, Outcome, Position, Variant};
use crate::games::hexnim::Rules;
use crate::games::hexnim::grid;
use crate::solve::Value;
use crate::zobrist::SplitMix64;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

fn with_task<T>(options: &str, memory: u64, run: impl FnOnce(&Task<'_>) -> T) -> T {
    let stop = AtomicBool::new(false);
    run(&Task { options, ..Task::new(&stop, 2, memory) })
}

fn solve(position: &Hexnim, options: &str, memory: u64) -> Solution<Line> {
    with_task(options, memory, |task| position.solve(task)).expect("a solution")
}

/// Checks all boards of the file that `wanted` picks by their free cells, both conventions.
fn check(wanted: impl Fn(u64) -> bool, options: &str, memory: u64) -> usize {
    let file: Json = serde_json::from_str(include_str!("../../../../tests/data/hexnim_values.json")).expect("JSON");
    let lists = ["small", "tournament", "rectangles"].iter().filter_map(|name| file[name].as_array());
    let mut checked = 0;
    for entry in lists.flatten().filter(|entry| entry["free"].as_u64().is_some_and(&wanted)) {
        for winner in ["misere", "normal"] {
            let rules: Rules = Hexnim::parse_rules(&format!("winner={winner}")).expect("rules");
            let position = Hexnim::parse_position(entry["pos"].as_str().expect("text"), &rules).expect("a position");
            let Some(expected) = entry[format!("{winner}_win")].as_bool() else { continue };
            let solution = solve(&position, options, memory);
            let text = position.position_text();
            assert_eq!(solution.value, if expected { Value::Win } else { Value::Loss }, "{text}");
            // Larger boards come with the number of winning moves, smaller ones with the moves.
            let moves = &entry[format!("{winner}_winning_moves")];
            let ours: Vec<String> = solution.best.iter().map(|&line| position.move_text(line)).collect();
            let ours: BTreeSet<&str> = ours.iter().map(String::as_str).collect();
            if let Some(moves) = moves.as_array().filter(|_| expected && solution.all_best) {
                assert_eq!(ours, moves.iter().filter_map(Json::as_str).collect::<BTreeSet<_>>(), "{text}");
            } else if let Some(count) = moves.as_u64().filter(|_| expected && solution.all_best) {
                assert_eq!(ours.len() as u64, count, "{text}");
            }
            is_whole_line(&position, &solution);
            checked += 1;
        }
    }
    checked
}

/// The line goes to the end, and the side that should wins.
fn is_whole_line(position: &Hexnim, solution: &Solution<Line>) {
    let mut left = position.clone();
    for &line in &solution.line {
        assert!(left.is_legal(line));
        left.make(line);
    }
    if let Some(outcome) = left.outcome() {
        let (most, length) = (position.most_plies(solution.value).expect("a bound"), solution.line.len() as u32);
        assert!(most >= length && (most - length).is_multiple_of(2), "{most}: {}", position.position_text());
        let payoff = if solution.value == Value::Win { 1 } else { -1 };
        assert_eq!(outcome.payoff(position.side_to_move()), payoff);
    } else {
        assert_eq!(solution.line.len(), 1);
    }
}

#[test]
fn values_of_small_boards() {
    assert_eq!(check(|free| free <= 22, "", 1 << 30), 2 * 230);
}

#[test]
fn values_by_search() {
    check(|free| (8..=14).contains(&free), "method=search,table=6", 1 << 24);
}

/// Octal 0.777 from its definition: from a row take one, two or three in a row, what is left is one row or two.
fn row_values(most: usize) -> Vec<u8> {
    let mut values: Vec<u8> = vec![0];
    for n in 1..=most {
        let reached: BTreeSet<u8> = (1..=3.min(n))
            .flat_map(|taken| (0..=n - taken).map(move |left| (left, n - taken - left)))
            .map(|(left, right)| values[left] ^ values[right])
            .collect();
        values.extend((0..).find(|value| !reached.contains(value)));
    }
    values
}

#[test]
fn grundy_values() {
    let of = |text: &str| {
        let position = Hexnim::parse_position(text, &Rules { winner: Winner::Normal }).expect("a position");
        with_task("", 1 << 24, |task| grundy::Values::new(1 << 24).of(position.free(), task)).expect("a value")
    };
    let rows = row_values(16);
    assert_eq!(rows[..17], [0, 1, 2, 3, 4, 1, 6, 3, 2, 1, 6, 7, 4, 5, 8, 1, 10]);
    for (n, &value) in rows.iter().enumerate().skip(1) {
        assert_eq!(of(&".".repeat(n)), value);
    }
    let file: Json = serde_json::from_str(include_str!("../../../../tests/data/hexnim_values.json")).expect("JSON");
    let small = file["small"].as_array().expect("a list");
    for entry in small.iter().filter(|entry| entry["free"].as_u64().is_some_and(|free| free <= 13)) {
        assert_eq!(
            of(entry["pos"].as_str().expect("text")),
            entry["grundy"].as_u64().expect("a value") as u8,
            "{entry}"
        );
    }
}

#[test]
fn parts_and_tables_agree() {
    let rules = Rules { winner: Winner::Normal };
    // Too little memory for a table of 23 cells: the parts must do.
    let text = "....#..../.#.##..#./.#..#...#/..##..###";
    let position = Hexnim::parse_position(text, &rules).expect("a position");
    let (parts, table) = (solve(&position, "", 1 << 19), solve(&position, "", 1 << 24));
    assert!(parts.method.contains("Grundy") && table.method.contains("table"));
    assert_eq!((parts.value, &parts.best), (table.value, &table.best));
    is_whole_line(&position, &parts);
}

#[test]
fn rectangles_are_won_by_the_half_turn_strategy() {
    for (width, height) in [(12, 12), (5, 4), (3, 6), (16, 16), (1, 2)] {
        let text = vec![".".repeat(width); height].join("/");
        let position = Hexnim::parse_position(&text, &Rules { winner: Winner::Normal }).expect("a position");
        let solution = half_turn::solve(&position).expect("decided");
        assert_eq!((solution.value, solution.best.len()), (Value::Win, 1));
        is_whole_line(&position, &solution);
        if width == 12 {
            assert_eq!(position.move_text(solution.best[0]), "6,6,2,1");
            assert_eq!(solve(&position, "", 1 << 20).method, "half-turn strategy");
        }
        if width * height <= 20 {
            assert!(solve(&position, "method=table", 1 << 20).best.contains(&solution.best[0]));
        }
    }
    // A ring around a blocked cell is lost; a rectangle of odd height has no half turn.
    for (text, value) in [("#../.#./#..", Some(Value::Loss)), ("..../..../....", None), ("...", Some(Value::Win))] {
        let position = Hexnim::parse_position(text, &Rules { winner: Winner::Normal }).expect("a position");
        let solution = half_turn::solve(&position);
        assert_eq!(solution.as_ref().map(|solution| solution.value), value);
        if let Some(solution) = solution {
            is_whole_line(&position, &solution);
            assert_eq!(solve(&position, "method=table", 1 << 20).value, solution.value);
        }
    }
}

#[test]
fn sums_and_tables_agree() {
    let mut random = SplitMix64::new(1);
    let mut decided = [0; 2];
    while decided.iter().sum::<u32>() < 12 {
        // A few cells on a large board: single ones, pairs and a few more together.
        let cells: BTreeSet<usize> = (0..26).map(|_| grid::cell(random.below(10), random.below(10))).collect();
        let free = cells.into_iter().fold(Cells::EMPTY, Cells::with);
        let winner = [Winner::Misere, Winner::Normal][random.below(2)];
        let position = Hexnim::new(10, 10, free, Rules { winner });
        let Some(sum) = sum::solve(&position) else { continue };
        let table = solve(&position, "method=table", 1 << 30);
        assert_eq!((sum.value, &sum.best), (table.value, &table.best), "{}", position.position_text());
        is_whole_line(&position, &sum);
        decided[winner as usize] += 1;
    }
    // Where a table would take a while, the theory comes first.
    let pairs = ["..#..#..#..#", "############"].repeat(4).join("/");
    let pairs = Hexnim::parse_position(&pairs, &Rules::default()).expect("a position");
    assert_eq!(solve(&pairs, "", 1 << 20).method, "genus of connected parts");
}

/// The solver in half the memory agrees with the whole table, for `boards` random boards of each convention.
fn halves_and_tables_agree(boards: usize, cells: std::ops::RangeInclusive<u32>) {
    for winner in [Winner::Misere, Winner::Normal] {
        let rules = Rules { winner };
        let wanted = (0..).filter_map(|seed| Hexnim::random_start(&rules, seed));
        for position in wanted.filter(|board| cells.contains(&board.free().len())).take(boards) {
            let half = solve(&position, "method=table", 1 << 30);
            let whole = with_task("", 1 << 30, |task| Solved::fill(&position, task)).expect("memory").expect("time");
            let whole = whole.solution(&position).expect("its own");
            let text = position.position_text();
            assert!(half.method.contains("half") && !whole.method.contains("half"));
            assert_eq!((half.value, &half.best, half.all_best), (whole.value, &whole.best, true), "{text}");
            is_whole_line(&position, &half);
        }
    }
}

#[test]
fn halves_and_tables_of_some_boards_agree() {
    halves_and_tables_agree(2, 25..=26);
}

#[test]
#[ignore = "a minute, and a GiB of memory"]
fn halves_and_tables_of_large_boards_agree() {
    halves_and_tables_agree(8, 25..=33);
}

#[test]
fn solved_boards_are_kept() {
    let path = std::env::temp_dir().join(format!("manyply-{}-hexnim", std::process::id()));
    let mut position = Hexnim::random_start(&Rules::default(), 5).expect("a board");
    let stop = AtomicBool::new(false);
    let task = |save: bool| Task {
        save: save.then(|| path.clone()),
        load: (!save).then(|| path.clone()),
        ..Task::new(&stop, 1, 1 << 31)
    };
    assert!(position.free().len() <= 26, "{}", position.free().len());
    let first = position.solve(&task(true)).expect("solved");
    assert_eq!(position.solve(&task(false)), Ok(first.clone()));
    position.make(first.line[0]);
    let second = position.solve(&task(false)).expect("solved");
    assert_eq!(second.line, first.line[1..]);
    assert_ne!(second.value, first.value);
    let other = Hexnim::random_start(&Rules::default(), 6).expect("a board");
    assert!(other.solve(&task(false)).expect_err("another board").contains("another board"));
    let normal = Hexnim::new(12, 12, position.free(), Rules { winner: Winner::Normal });
    assert!(normal.solve(&task(false)).is_err());
    std::fs::remove_file(&path).expect("removed");
    assert!(position.solve(&task(false)).is_err());
}

#[test]
fn limits_are_kept() {
    let full = Hexnim::start(&Rules::default());
    let board = Hexnim::new(6, 6, full.free(), Rules::default());
    assert!(with_task("", 1 << 20, |task| full.solve(task)).is_ok_and(|solution| solution.value == Value::Unknown));
    for (options, memory, problem) in [
        ("method=table", 1 << 20, "bytes"),
        ("method=guess", 1 << 20, "method=guess"),
        ("table=99", 1 << 20, "table=99"),
        ("", 1, "too few"),
    ] {
        assert!(with_task(options, memory, |task| board.solve(task)).is_err_and(|text| text.contains(problem)));
    }
    let stop = AtomicBool::new(true);
    assert_eq!(
        with_task("method=table", (1 << 32) - 1, |task| board.solve(task)),
        Err("a table of 36 cells takes 4294967296 bytes, 4294967295 are allowed".into())
    );
    for options in ["", "method=search,table=12"] {
        let task = Task { options, ..Task::new(&stop, 2, 1 << 33) };
        assert_eq!(board.solve(&task).map(|solution| solution.value), Ok(Value::Unknown));
    }
}

/// From won tournament boards, perfect play must win every game against the baseline agent.
fn games_against_rounds4(games: usize, cells: std::ops::RangeInclusive<u32>) {
    let boards = (0..).filter_map(|seed| Some((seed, Hexnim::random_start(&Rules::default(), seed)?)));
    let mut played = 0;
    for (seed, mut position) in boards.filter(|(_, board)| cells.contains(&board.free().len())) {
        let solved = with_task("", 1 << 31, |task| Solved::fill(&position, task)).expect("memory").expect("time");
        let side = position.side_to_move();
        // A lost board is won for the side that moves second.
        let perfect = if solved.loses(&position) == Some(true) { side.other() } else { side };
        while position.outcome().is_none() {
            let line = if position.side_to_move() == perfect {
                solved.best_move(&position)
            } else {
                position.baseline("rounds4", seed, None)
            };
            position.make(line.expect("a move"));
        }
        assert_eq!(position.outcome().and_then(Outcome::winner), Some(perfect), "seed {seed}");
        played += 1;
        if played == games {
            return;
        }
    }
}

#[test]
fn wins_won_games_against_rounds4() {
    games_against_rounds4(20, 12..=20);
}

#[test]
#[ignore = "minutes, and a GiB of memory"]
fn wins_200_won_games_against_rounds4() {
    games_against_rounds4(200, 12..=33);
}

#[test]
#[ignore = "half a minute, and a GiB of memory"]
fn values_of_large_boards() {
    assert_eq!(check(|free| (23..=33).contains(&free), "", 1 << 30), 2 * 57);
}

#[test]
#[ignore = "a minute, and 8 GiB of memory"]
fn values_of_the_largest_boards() {
    assert_eq!(check(|free| free > 33, "", 8 << 30), 2);
}
