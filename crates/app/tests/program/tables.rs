//! Endgame tables as users meet them: made, shown, checked, found without a flag, refused when they are damaged.

use super::{command, json, out, refused, run, success};
use serde_json::json;
use std::path::{Path, PathBuf};

/// A folder with the tables of minichess up to three men.
fn tables(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    success(&["tables", "minichess", "--men", "3", "--threads", "1", "--dir", text(&folder)]);
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

const ENDING: [&str; 6] = ["analyze", "minichess", "--position", "5/5/5/5/2k2/K2R1 w - - 0 1", "--nodes", "3000"];

#[test]
fn tables_are_made_checked_and_shown() {
    let folder = tables("minichess-tables");
    let dir = text(&folder);
    assert!(success(&["tables", "minichess", "--men", "3", "--verify", "--dir", dir]).contains("are right"));
    let listed = success(&["tables", "minichess", "--dir", dir]);
    let size =
        |extension| std::fs::metadata(folder.join(format!("minichess-KRK.{extension}"))).map_or(0, |file| file.len());
    let bytes = size("table") + size("countdown");
    assert!(listed.starts_with("that can be made: 3, 4, 5\n5 are there, "), "{listed}");
    assert!(listed.lines().any(|line| line.split_whitespace().eq(["KRK", &bytes.to_string(), "bytes"])), "{listed}");
    let listed = json(&["tables", "minichess", "--dir", dir, "--json"]);
    assert!(listed.iter().any(|line| line["table"] == "KRK" && line["bytes"] == bytes), "{listed:?}");
    let infos = json(&["tables", "minichess", "--info", "KRK", "--dir", dir, "--json"]);
    super::schema::validate(&infos);
    let info = &infos[0];
    assert_eq!(info["sides"][0]["wins"], 24360);
    assert_eq!(info["sides"][1]["by_plies"]["22"], 252);
    assert_eq!((&info["longest"]["plies"], info["longest"]["line"].as_array().map(Vec::len)), (&json!(21), Some(21)));
    // The other way round White has bare king.
    let info = &json(&["tables", "minichess", "--info", "KKR", "--dir", dir, "--json"])[0];
    assert_eq!((&info["table"], &info["sides"][1]["wins"]), (&json!("KKR"), &json!(24360)));
    let shown = success(&["tables", "minichess", "--info", "KPK", "--dir", dir]);
    assert!(shown.contains("longest win: 35 plies") && shown.contains("White wins: 10, as in "), "{shown}");
}

#[test]
fn tables_are_used_where_they_are_named_or_found() {
    let folder = tables("minichess-found");
    let score = |arguments: &[&str], directory: &str| {
        let output = command(arguments).arg("--json").env("MANYPLY_TABLES", directory).output().expect("it runs");
        assert!(output.stderr.is_empty(), "{output:?}");
        let last = out(&output).lines().rev().nth(1).map(str::to_owned).expect("an iteration");
        serde_json::from_str::<serde_json::Value>(&last).expect("JSON")["score"].clone()
    };
    let named: Vec<&str> = ENDING.iter().copied().chain(["--tables", text(&folder)]).collect();
    assert_eq!(score(&named, ""), json!({"win": 21}));
    assert_eq!(score(&ENDING, text(&folder)), json!({"win": 21}));
    // Three men are known without any.
    assert_eq!(score(&ENDING, ""), json!({"win": 21}));
    // By the count: the plies that are left, if no repetition can come between.
    let mut late = ENDING.to_vec();
    late[3] = "5/5/5/5/2k2/K2R1 w - - 0 46";
    assert_eq!(score(&[&late[..], &["--rules", "repetition=0"]].concat(), text(&folder)), json!({"win": 10}));
}

#[test]
fn damaged_tables_are_refused_by_name() {
    let folder = tables("minichess-damaged");
    let file = folder.join("minichess-KRK.table");
    let mut bytes = std::fs::read(&file).expect("a table");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, &bytes).expect("written");
    let named: Vec<&str> = ENDING.iter().copied().chain(["--tables", text(&folder)]).collect();
    let again = ["tables", "minichess", "--men", "3", "--dir", text(&folder)];
    let info = ["tables", "minichess", "--info", "KRK", "--dir", text(&folder)];
    for arguments in [&named[..], &again, &info] {
        let output = super::run(arguments);
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
        assert!(message.contains("minichess-KRK.table: the table is damaged"), "{message}");
    }
    // One that nobody asked for is left out.
    let output = command(&ENDING).env("MANYPLY_TABLES", &folder).output().expect("it runs");
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(0), "{message}");
    assert!(message.starts_with("warning: ") && message.contains("minichess-KRK.table: "), "{message}");
}

/// Training data says with which tables it was made, and goes on with no others.
#[test]
fn training_data_takes_endings_from_the_tables() {
    let folder = tables("minichess-selfplay");
    let file = folder.join("data.bin");
    let play = ["selfplay", "minichess", "--games", "2", "--nodes", "20", "--out", text(&file)];
    let with = [&play[..], &["--tables", text(&folder)]].concat();
    assert!(success(&with).starts_with("2 games played"));
    assert!(success(&with).starts_with("0 games played"));
    refused(&run(&play), &["--out", "another run", "seed=1,tables=10"]);
    let found = command(&play).env("MANYPLY_TABLES", &folder).output().expect("it runs");
    assert!(out(&found).starts_with("0 games played"), "{found:?}");
}
