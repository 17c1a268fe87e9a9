//! What contests have for daily use: games that scores end, games for other programs, gauntlets, tests as they go.

use super::matches::{Scratch, command};
use super::{absent, json, refused, run, success};

const ENGINES: [&str; 4] = ["--a", "engine:nodes=3000,hash=1", "--b", "engine:nodes=100,hash=1"];

#[test]
fn scores_end_games() {
    let games = Scratch::new("by-scores");
    let rules = ["--games", "4", "--resign", "500,2", "--draw", "20,3,30"];
    let played = [&["match", "minichess"][..], &ENGINES, &rules, &["--out", games.text(), "--json"]].concat();
    let lines = json(&played);
    let ended: Vec<_> = lines.iter().filter(|line| line["ending"] == "scores").collect();
    assert!(!ended.is_empty() && ended.iter().any(|line| line["payoffs"] != serde_json::json!([0, 0])), "{lines:?}");
    let said = std::fs::read_to_string(&games.0).expect("games");
    assert!(said.contains("[Ending \"scores\"]") && said.contains("\\\"resign\\\":{\\\"score\\\":500,"), "{said}");
    // Such a file is checked, and gone on with.
    let (code, again, _) = command(&["match", "--resume", games.text(), "--json"]);
    assert_eq!((code, again.lines().count()), (0, 1), "{again}");
    // Settings from elsewhere may say anything.
    std::fs::write(&games.0, said.replace("\\\"moves\\\":2}", "\\\"moves\\\":0}")).expect("games");
    refused(&run(&["match", "--resume", games.text()]), &["--resume", "out of range"]);
}

#[test]
fn scores_that_make_no_sense_are_refused() {
    let play = |options: &[&str]| {
        refused(&run(&[&["match", "minichess"][..], &ENGINES, options].concat()), &[options[0], "expected"]);
    };
    for text in ["500", "500,0", "-5,3", "500,3,4", "x,y", "500,1000000"] {
        play(&["--resign", text]);
    }
    play(&["--draw", "10,8"]);
    let three = ["match", "threechess", "--a", "random", "--b", "random", "--resign", "500,3"];
    refused(&run(&three), &["--resign", "3 sides"]);
}

#[test]
fn games_are_written_for_other_programs() {
    let (pgn, sgf) = (absent("contest.pgn"), absent("contest.sgf"));
    let random = ["--a", "random", "--b", "random:seed=3", "--games", "3"];
    success(&[&["match", "minichess", "--out", &pgn][..], &random].concat());
    let text = std::fs::read_to_string(&pgn).expect("games");
    assert_eq!(text.matches("[White \"random\"]").count(), 2, "{text}");
    assert_eq!(text.matches("[Result ").count(), 3, "{text}");
    let replayed = success(&["convert", &pgn, "-", "--to", "txt"]);
    assert_eq!(replayed.matches("[Game ").count(), 3, "{replayed}");
    refused(&run(&["match", "--resume", &pgn]), &["--resume", "this is a PGN file", "a file of a match"]);
    success(&[&["match", "gomoku", "--rules", "size=7", "--out", &sgf][..], &random].concat());
    assert_eq!(std::fs::read_to_string(&sgf).expect("games").matches("(;").count(), 3);
    let wrong = run(&[&["match", "hop", "--out", &absent("contest-hop.sgf")][..], &random].concat());
    refused(&wrong, &["--out", "hop has no such files"]);
}

#[test]
fn a_gauntlet_is_of_the_first_agent() {
    let agents = ["--agent", "random", "--agent", "random:seed=2", "--agent", "random:seed=3"];
    let games = Scratch::new("gauntlet");
    let options = ["--openings", "1", "--gauntlet", "--out", games.text(), "--json"];
    let lines = json(&[&["tournament", "minichess"][..], &agents, &options].concat());
    let (table, played) = lines.split_last().expect("lines");
    assert_eq!((played.len(), &table["games"]), (4, &4.into()));
    assert!(played.iter().all(|game| game["seats"].as_array().is_some_and(|seats| seats.contains(&"1".into()))));
    let (code, again, _) = command(&["tournament", "--resume", games.text(), "--json"]);
    assert_eq!((code, again.lines().count()), (0, 1), "{again}");
}

#[test]
fn a_test_shows_how_far_it_is() {
    let (_, out, _) = command(&["match", "hop", "--a", "random", "--b", "random", "--sprt", "0,50", "--games", "2"]);
    let line = out.lines().next().unwrap_or_default();
    assert!(line.contains("  LLR ") && line.ends_with(" [-2.94, 2.94]"), "{out}");
}
