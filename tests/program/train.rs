//! `train`: networks from games of the engine.

use super::schema::validate;
use super::{json, refused, run, scratch, success};

/// A network in the program, as a file.
fn own(name: &str) -> String {
    format!("{}/src/games/minichess/{name}.bin", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn train_makes_a_network() {
    let path = scratch("network.bin", "");
    let arguments = ["--games", "50", "--nodes", "100", "--epochs", "2", "--threads", "2", "--json", "--out", &path];
    let lines = json(&[&["train", "minichess"], &arguments[..]].concat());
    validate(&lines);
    assert_eq!(lines.len(), 3);
    assert_eq!((lines[0]["epoch"].as_u64(), lines[1]["epoch"].as_u64()), (Some(1), Some(2)));
    assert_eq!(lines[2]["games"], 50);
    let size = include_bytes!("../../src/games/minichess/network.bin").len() as u64;
    assert_eq!(std::fs::metadata(&path).expect("a network").len(), size);

    // So slow a training leaves the weights that it begins with, which are those for the rules of the games.
    let still = ["--epochs", "1", "--learning-rate", "1", "--games", "50", "--nodes", "100", "--out", &path];
    for (from, rules, network) in [
        ("minichess", "plies=100", "network"),
        ("minichess", "plies=none", "network_no_limit"),
        (&own("network_no_limit"), "plies=100", "network_no_limit"),
    ] {
        success(&[&["train", "minichess", "--from", from, "--rules", rules], &still[..]].concat());
        let compared = json(&["network", "compare", &own(network), &path, "--json"]);
        assert!(compared[0]["mean_absolute_difference"].as_f64() < Some(2.0), "{from} {rules} {compared:?}");
    }
    let hop = own("../hop/network");
    refused(&run(&["train", "minichess", "--from", &hop, "--out", &path]), &["--from", "hop", "minichess"]);
    refused(&run(&["train", "gomoku", "--out", &path]), &["gomoku", "minichess, threechess, hop"]);
    refused(&run(&["train", "minichess", "--games", "2", "--nodes", "10", "--out", &path]), &["too few", "1000"]);
    refused(&run(&["train", "minichess", "--out", "no/such/folder/network.bin"]), &["--out", "no/such/folder"]);
}
