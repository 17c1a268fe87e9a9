//! Exact values and winning moves against the reference file, and the tools against each other.

use super::*;
use crate::game::{Notation, Position};
use crate::games::hexnim::Rules;
use crate::solve::Value;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

fn with_task<T>(options: &str, memory: u64, run: impl FnOnce(&Task<'_>) -> T) -> T {
    let stop = AtomicBool::new(false);
    run(&Task {
        deadline: None,
        stop: &stop,
        threads: 2,
        memory,
        save: None,
        load: None,
        options,
        progress: &|_, _| (),
    })
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
            let moves = entry[format!("{winner}_winning_moves")].as_array();
            if let Some(moves) = moves.filter(|_| expected && solution.all_best) {
                let moves: BTreeSet<&str> = moves.iter().filter_map(Json::as_str).collect();
                let ours: Vec<String> = solution.best.iter().map(|&line| position.move_text(line)).collect();
                assert_eq!(ours.iter().map(String::as_str).collect::<BTreeSet<_>>(), moves, "{text}");
                assert_eq!(ours.len(), moves.len());
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
