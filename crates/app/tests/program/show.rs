//! `show` and `eval`: one position and what is to be said of it.

use super::{json, refused, run, success};
use serde_json::Value;

#[test]
fn show_describes_a_position() {
    let text = success(&["show", "minichess"]);
    assert!(
        text.contains("6 k q b n r") && text.contains("White to move") && text.contains("7 legal moves: "),
        "{text}"
    );
    let shown = &json(&["show", "minichess", "--moves", "a2a3", "--json"])[0];
    assert_eq!(shown["to_move"], "Black");
    assert_eq!(shown["moves"].as_array().map(Vec::len), Some(7));
    assert_eq!(shown["result"], Value::Null);
}

#[test]
fn show_knows_repetitions_from_the_moves() {
    let there_and_back = "b1c3 d6c4 c3b1 c4d6 ".repeat(3);
    let shown = &json(&["show", "minichess", "--moves", &there_and_back, "--json"])[0];
    assert_eq!((&shown["result"], &shown["to_move"]), (&"draw".into(), &Value::Null));
    assert!(success(&["show", "minichess", "--moves", &there_and_back]).contains("draw by repetition"));
    let more = there_and_back + "a2a3";
    refused(&run(&["show", "minichess", "--moves", &more]), &["move 13", "after the end"]);
}

#[test]
fn show_draws_a_picture() {
    let path = std::env::temp_dir().join(format!("manyply-{}.svg", std::process::id()));
    success(&["show", "minichess", "--svg", path.to_str().expect("UTF-8")]);
    let svg = std::fs::read_to_string(&path).expect("the picture");
    std::fs::remove_file(&path).expect("it can be removed");
    assert!(svg.starts_with("<svg ") && svg.matches("<polygon").count() == 30);
}

#[test]
fn colours_stay_out_of_pipes() {
    assert!(!success(&["show", "minichess"]).contains('\u{1b}'));
}

#[test]
fn eval_explains_itself() {
    let evaluation = &json(&["eval", "minichess", "--json"])[0];
    assert_eq!(evaluation["sides"], serde_json::json!(["White", "Black"]));
    let terms = evaluation["terms"].as_array().expect("terms");
    let sum: i64 = terms.iter().map(|term| term["values"][0].as_i64().expect("a number")).sum();
    assert_eq!(Some(sum), evaluation["total"][0].as_i64());
    assert!(success(&["eval", "minichess"]).contains("total"));
}
