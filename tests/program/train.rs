//! `train`: networks from games of the engine.

use super::schema::validate;
use super::{json, refused, run, scratch};

#[test]
fn train_makes_a_network() {
    let path = scratch("network.bin", "");
    let arguments = ["--games", "50", "--nodes", "100", "--epochs", "2", "--threads", "2", "--json", "--out", &path];
    let lines = json(&[&["train", "minichess"], &arguments[..]].concat());
    validate(&lines);
    assert_eq!(lines.len(), 3);
    assert_eq!((lines[0]["epoch"].as_u64(), lines[1]["epoch"].as_u64()), (Some(1), Some(2)));
    assert_eq!(lines[2]["games"], 50);
    let own = include_bytes!("../../src/games/minichess/network.bin").len() as u64;
    assert_eq!(std::fs::metadata(&path).expect("a network").len(), own);
    refused(&run(&["train", "gomoku", "--out", &path]), &["gomoku", "minichess, threechess, hop"]);
    refused(&run(&["train", "minichess", "--games", "2", "--nodes", "10", "--out", &path]), &["too few", "1000"]);
    refused(&run(&["train", "minichess", "--out", "no/such/folder/network.bin"]), &["--out", "no/such/folder"]);
}
