//! `train`: networks from games of the engine.

use super::schema::validate;
use super::{absent, json, out, refused, run, scratch, success};
use serde_json::Value;

/// A network in the program, as a file.
fn own(name: &str) -> String {
    format!("{}/../../src/games/minichess/{name}.bin", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn train_makes_a_network() {
    let path = scratch("network.bin", "");
    let arguments = ["--games", "50", "--nodes", "100", "--epochs", "2", "--threads", "2", "--json", "--out", &path];
    let lines = json(&[&["train", "minichess"], &arguments[..]].concat());
    validate(&lines);
    assert_eq!(lines.len(), 3);
    assert_eq!((lines[0]["epoch"].as_u64(), lines[1]["epoch"].as_u64()), (Some(1), Some(2)));
    assert_eq!((&lines[2]["games"], &lines[2]["warning"]), (&50.into(), &Value::Null));
    let positions =
        |line: &Value| [&line["positions"], &line["held_out"]].iter().filter_map(|n| n.as_u64()).sum::<u64>();
    let late = |line: &Value| line["left_out"]["late"].as_u64().expect("a number");
    let all = json(&[&["train", "minichess", "--least-plies", "0"], &arguments[..]].concat());
    assert!(late(&lines[2]) > 0 && late(&all[2]) == 0 && positions(&all[2]) > positions(&lines[2]), "{all:?}");
    let size = include_bytes!("../../../../src/games/minichess/network.bin").len() as u64;
    assert_eq!(std::fs::metadata(&path).expect("a network").len(), size);

    // So slow a training leaves the weights that it begins with, which are those for the rules of the games.
    let still = ["--epochs", "1", "--learning-rate", "1", "--games", "50", "--nodes", "100", "--out", &path];
    for (from, rules, network) in [
        ("minichess", "plies=100", "network"),
        ("minichess", "plies=none", "network_no_limit"),
        (&own("network_no_limit"), "plies=100", "network_no_limit"),
    ] {
        let trained = run(&[&["train", "minichess", "--from", from, "--rules", rules], &still[..]].concat());
        let (said, warned) = (out(&trained), String::from_utf8(trained.stderr).expect("UTF-8"));
        assert!(trained.status.success() && said.contains(" plies left (--least-plies), "), "{said}");
        assert!(warned.starts_with("warning: the training has not helped: the error held out is 0.0"), "{warned}");
        let compared = json(&["network", "compare", &own(network), &path, "--json"]);
        assert!(compared[0]["mean_absolute_difference"].as_f64() < Some(2.0), "{from} {rules} {compared:?}");
    }
    let hop = own("../hop/network");
    refused(&run(&["train", "minichess", "--from", &hop, "--out", &path]), &["--from", "hop", "minichess"]);
    refused(&run(&["train", "gomoku", "--out", &path]), &["gomoku", "minichess, threechess, hop"]);
    refused(&run(&["train", "minichess", "--games", "2", "--nodes", "10", "--out", &path]), &["too few", "1000"]);
    refused(&run(&["train", "minichess", "--out", "no/such/folder/network.bin"]), &["--out", "no/such/folder"]);
}

#[test]
fn a_training_is_kept_drawn_and_gone_on_with() {
    let [data, kept, path, svg] = ["trained.bin", "training.json", "trained-network.bin", "errors.svg"].map(absent);
    success(&["selfplay", "minichess", "--games", "50", "--nodes", "100", "--out", &data]);
    let train = |more: &[&str]| {
        let always = ["train", "minichess", "--data", &data, "--threads", "1", "--json", "--out", &path];
        json(&[&always[..], more].concat())
    };
    let lines = train(&["--epochs", "3", "--checkpoint", &kept, "--svg", &svg]);
    validate(&lines);
    assert_eq!((lines.len(), lines[2]["epoch"].as_u64()), (4, Some(3)));
    assert!(lines[0]["positions_per_second"].as_f64() > Some(0.0));
    let picture = std::fs::read_to_string(&svg).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.matches("<polyline").count() == 2, "{picture}");
    let network = std::fs::read(&path).expect("a network");

    // What has ended is only written again; what is kept of another training is refused.
    let again = train(&["--epochs", "3", "--checkpoint", &kept]);
    assert_eq!((again.len(), std::fs::read(&path).expect("a network")), (1, network.clone()));
    assert_eq!(train(&["--epochs", "3"])[3], again[0]);
    assert_eq!(std::fs::read(&path).expect("a network"), network);
    let other = ["train", "minichess", "--data", &data, "--epochs", "3", "--seed", "2", "--checkpoint", &kept];
    refused(&run(&[&other[..], &["--out", &path]].concat()), &["--checkpoint", "another run", "seed"]);
    refused(&run(&["train", "minichess", "--checkpoint", &kept, "--out", &path]), &["--data"]);
    refused(
        &run(&["train", "minichess", "--svg", "no/such/folder/e.svg", "--out", &path]),
        &["--svg", "no/such/folder"],
    );

    // At so high a rate the errors soon go up and down.
    let patient = ["--epochs", "200", "--learning-rate", "1000000", "--patience", "2"];
    let lines = train(&patient);
    let errors: Vec<f64> = lines.iter().filter_map(|line| line["held_out"].as_f64()).collect();
    assert!(errors.len() < 200, "{}", errors.len());
}
