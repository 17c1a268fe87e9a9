//! The program of two games: their rules hold together, are as others count, and the search plays them.

use manyply::check;
use manyply::game::{Played, Position, Variant};
use manyply::search::{EngineOf, Limits, Options};
use manyply::zobrist::SplitMix64;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use two_games::{Breakthrough, Othello};

const GUIDE: &str = include_str!("../../../docs/guide/own-game.md");
/// What the commands of these games begin with in the guide.
const PROGRAM: &str = "cargo run --release --package two-games -- ";

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

/// The guide's commands for these games, in its order, with less to do.
#[test]
fn the_guide_trains_networks_of_both() {
    let folder = std::env::temp_dir().join(format!("manyply-two-games-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let lines = GUIDE.lines().filter_map(|line| line.strip_prefix(PROGRAM)).filter(|line| line.contains(".bin"));
    let mut commands = Vec::new();
    for line in lines {
        let mut words: Vec<&str> = Vec::new();
        for word in line.split_whitespace() {
            words.push(match words.last() {
                Some(&"--games") => {
                    if line.starts_with("match") {
                        "2"
                    } else {
                        "40"
                    }
                }
                Some(&"--nodes") => "60",
                _ => word,
            });
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_two-games"));
        let output = command.current_dir(&folder).args(&words).output().expect("it runs");
        assert!(output.status.success(), "{words:?}: {output:?}");
        commands.push(words[..2].join(" "));
    }
    let each = |game: &str| ["selfplay", "train", "match"].map(|command| format!("{command} {game}"));
    assert_eq!(commands, [each("othello"), each("breakthrough")].concat());
    drop(std::fs::remove_dir_all(&folder));
}

/// By how many discs the side to move wins, every line played out.
fn discs(game: &mut Played<Othello>) -> i32 {
    let side = game.position().side_to_move();
    if let Some(outcome) = game.outcome() {
        return i32::from(outcome.payoff(side)) * i32::from(outcome.points());
    }
    let moves = game.legal_moves();
    let value = |m| {
        game.play(m);
        let value = discs(game);
        game.take_back();
        -value
    };
    moves.into_iter().map(value).max().expect("a move")
}

#[test]
fn the_last_moves_of_othello_win_as_many_discs_as_can_be() {
    let mut engine = EngineOf::<Othello>::new(Options { hash_mib: 4, ..Options::default() });
    let mut random = SplitMix64::new(3);
    for _ in 0..20 {
        let mut game = Played::new(Othello::start(&()));
        while game.outcome().is_none() && game.position().plies_left() > Some(11) {
            let moves = game.legal_moves();
            game.play(moves[random.below(moves.len())]);
        }
        engine.new_game();
        let found = engine.search(&game, &Limits::default(), &AtomicBool::new(false), &mut |_| ());
        let expected = if game.outcome().is_some() { None } else { Some(discs(&mut game)) };
        assert_eq!(found.points, expected, "{:?}", game.position());
    }
    let text = "xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxo/xxxxxxxo/xxxxxx2 x";
    let shown = out(&["analyze", "othello", "--position", text]);
    assert!(shown.contains("win by "), "{shown}");
}
