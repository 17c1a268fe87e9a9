//! The program of two games: their rules hold together, are as others count, and the search plays them.

use manyply::check;
use std::process::Command;
use two_games::{Breakthrough, Othello};

fn out(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_two-games")).args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn they_pass_the_battery() {
    assert_eq!(check::battery::<Othello>(&(), 20, 1), Ok(()));
    assert_eq!(check::battery::<Breakthrough>(&(), 20, 1), Ok(()));
}

#[test]
fn lines_of_play_are_as_many_as_others_count() {
    // OEIS A124004, and Breakthrough's by its symmetry.
    for (game, depth, nodes) in [("othello", "7", 55_092), ("breakthrough", "3", 11_132)] {
        let counted = out(&["perft", game, depth, "--json"]);
        assert!(counted.contains(&format!("\"nodes\":{nodes}")), "{counted}");
    }
}

#[test]
fn both_are_played_and_no_other() {
    assert_eq!(out(&["games"]).lines().filter(|line| !line.starts_with(' ')).count(), 2);
    for game in ["othello", "breakthrough"] {
        let played = out(&["match", game, "--a", "engine:nodes=2000", "--b", "random", "--games", "6"]);
        assert!(played.contains("a: 100.0 %"), "{played}");
        let player = out(&["match", game, "--a", "engine:mcts,nodes=20000", "--b", "random", "--games", "4"]);
        assert!(player.contains("a: 100.0 %"), "{player}");
    }
    let found = out(&["analyze", "breakthrough", "--position", "8/7o/3x4/8/8/8/8/8 x", "--depth", "6", "--json"]);
    assert!(found.contains("\"win\":3"), "{found}");
}
