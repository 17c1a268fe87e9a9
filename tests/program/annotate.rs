//! `annotate`: games looked at again.

use super::schema::validate;
use super::{json, refused, run, scratch, success};

const GAME: &str = "b1c3 d6c4 c3e4 c4e3 a1b1 e3c2";

#[test]
fn every_move_has_its_value_and_the_worst_are_marked() {
    let game = ["annotate", "minichess", "--moves", GAME, "--nodes", "20000", "--hash", "1", "--json"];
    let lines = json(&game);
    validate(&lines);
    let (last, moves) = lines.split_last().expect("lines");
    assert_eq!((moves.len(), &last["plies"], &last["result"]), (6, &6.into(), &serde_json::Value::Null));
    for (index, m) in moves.iter().enumerate() {
        assert_eq!((&m["ply"], &m["side"]), (&(index + 1).into(), &["White", "Black"][index % 2].into()));
        let chances: f64 = m["chances"].as_array().expect("chances").iter().filter_map(serde_json::Value::as_f64).sum();
        assert!((chances - 1.0).abs() < 1e-9, "{m}");
        assert!(m["chance"].as_f64() >= m["chance_after"].as_f64(), "{m}");
    }
    // The rook leaves the knight, and the knight does not take the queen.
    assert_eq!((&moves[4]["mark"], &moves[5]["mark"]), (&"??".into(), &"??".into()));
    assert_eq!(moves[5]["bestmove"], "e3d1");
    let text = success(&game[..game.len() - 1]);
    assert!(text.contains("e3c2 ??") && text.contains("better: e3d1") && text.contains("The game goes on."), "{text}");
    assert_eq!(json(&game), lines, "with a limit of nodes it is always the same");
}

#[test]
fn recorded_games_of_three_sides_have_three_curves() {
    let games = scratch("annotate-games", "");
    std::fs::remove_file(&games).expect("a file");
    success(&[
        "match",
        "threechess",
        "--a",
        "random",
        "--b",
        "random",
        "--games",
        "1",
        "--most-plies",
        "12",
        "--out",
        &games,
    ]);
    let svg = scratch("annotate.svg", "");
    let recorded = format!("{games}:1");
    let lines = json(&["annotate", "--game", &recorded, "--depth", "1", "--hash", "1", "--svg", &svg, "--json"]);
    validate(&lines);
    assert!(lines[0]["chances"].as_array().is_some_and(|chances| chances.len() == 3), "{lines:?}");
    let picture = std::fs::read_to_string(&svg).expect("a picture");
    assert_eq!(picture.matches("<polyline").count(), 3);
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n") && picture.contains("Blue: random"));
}

#[test]
fn there_must_be_a_game() {
    refused(&run(&["annotate", "minichess"]), &["--moves", "no moves"]);
    refused(&run(&["annotate", "minichess", "--moves", "e2e9"]), &["move 1", "e2e9"]);
    refused(&run(&["annotate", "--game", "no/such/file:1"]), &["--game", "no/such/file"]);
    refused(&run(&["annotate"]), &["GAME"]);
}
