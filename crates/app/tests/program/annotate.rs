//! `annotate`: games looked at again.

use super::schema::validate;
use super::{absent, json, refused, run, scratch, success};

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

/// What players said in a match stands in its file, and beside what is found later.
#[test]
fn what_players_said_is_kept() {
    let games = scratch("annotate-said", "");
    std::fs::remove_file(&games).expect("a file");
    let agents = ["--a", "engine:nodes=200,hash=1", "--b", "random", "--games", "1", "--random-plies", "2"];
    success(&[&["match", "minichess", "--out", &games][..], &agents].concat());
    let recorded = format!("{games}:1");
    let lines = json(&["annotate", "--game", &recorded, "--nodes", "100", "--hash", "1", "--json"]);
    validate(&lines);
    let said: Vec<_> = lines.iter().filter_map(|line| line.get("said")).collect();
    assert!(lines[0].get("said").is_none() && said.len() == lines.len() - 3, "{lines:?}");
    assert!(said[0]["score"]["cp"].is_i64() && said[0]["nodes"].as_u64() > Some(100), "{said:?}");
    assert!(said[1]["score"].is_null() && said[1]["nodes"] == 0, "{said:?}");
    let pgn = success(&["convert", &games, "-", "--to", "pgn"]);
    let tight = pgn.replace('\n', " ");
    assert!(tight.contains("n}") && tight.contains("s}"), "{pgn}");
    let file = scratch("annotate-said.pgn", &pgn);
    let notes = |text: &str| text.lines().last().unwrap_or_default().to_owned();
    let back = success(&["convert", &file, "-", "--to", "txt"]);
    assert_eq!(notes(back.trim_end()), notes(std::fs::read_to_string(&games).expect("games").trim_end()));
}

#[test]
fn there_must_be_a_game() {
    refused(&run(&["annotate", "minichess"]), &["--moves", "no moves"]);
    refused(&run(&["annotate", "minichess", "--moves", "e2e9"]), &["move 1", "e2e9"]);
    refused(&run(&["annotate", "--game", "no/such/file:1"]), &["--game", "no/such/file"]);
    refused(&run(&["annotate"]), &["GAME"]);
}

#[test]
fn all_games_of_a_file_are_annotated() {
    let games = absent("annotate-all");
    let agents = ["--a", "random", "--b", "random", "--games", "2", "--most-plies", "6", "--random-plies", "2"];
    success(&[&["match", "minichess", "--out", &games][..], &agents].concat());
    let pgn = absent("annotate-all.pgn");
    let limits = ["--nodes", "100", "--hash", "1"];
    let lines = json(&[&["annotate", "--game", &games, "--out", &pgn, "--json"][..], &limits].concat());
    validate(&lines);
    let numbers = |kind: &str| {
        let those = lines.iter().filter(move |line| line["type"] == kind);
        those.filter_map(|line| line["number"].as_u64()).collect::<Vec<_>>()
    };
    assert_eq!(numbers("annotated"), [1, 2]);
    assert_eq!(numbers("annotation").iter().filter(|number| **number == 2).count(), 6);
    // Each game by itself says the same.
    let second = json(&[&["annotate", "--game", &format!("{games}:2"), "--json"][..], &limits].concat());
    assert_eq!(lines[lines.len() - second.len()..], second);
    let written = std::fs::read_to_string(&pgn).expect("games");
    assert_eq!(written.matches("[Annotator ").count(), 2, "{written}");
    let text = success(&[&["annotate", "--game", &pgn][..], &limits].concat());
    assert!(text.contains("game 1\n") && text.contains("game 2\n"), "{text}");
    let svg = absent("annotate-all.svg");
    refused(&run(&["annotate", "--game", &games, "--svg", &svg]), &["--svg", "2 games", "FILE:1"]);
}
