//! `suite`: known solutions, and whether the search finds them.

use super::schema::validate;
use super::{json, out, refused, run, run_with, scratch};

const SUITE: &str = "# a suite\n\nk4/Q4/5/5/5/4K w - - 0 1 bm a5a6; dm 1; id \"take\";\n\
    k4/Q4/5/5/5/4K w - - 0 1 am a5a6; id \"leave\";\nk4/5/5/5/5/4K w - - 0 30 ce 0;\n";

#[test]
fn solutions_are_found_and_compared() {
    let file = scratch("suite.epd", SUITE);
    let command = ["suite", "minichess", "--file", &file, "--depth", "3", "--hash", "1", "--json"];
    let lines = json(&command);
    validate(&lines);
    assert_eq!(lines.len(), 4);
    let solved: Vec<_> = lines[..3].iter().map(|line| line["solved"].as_bool()).collect();
    assert_eq!(solved, [Some(true), Some(false), Some(true)]);
    assert_eq!((&lines[0]["id"], &lines[2]["id"]), (&"take".into(), &"line 5".into()));
    assert!(lines[0]["solved_depth"] == 1 && lines[1]["solved_depth"].is_null(), "{lines:?}");
    assert_eq!((&lines[3]["solved"], &lines[3]["positions"]), (&2.into(), &3.into()));
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let earlier = scratch("suite.jsonl", &text.replace("\"solved\":false", "\"solved\":true"));
    let compared = run(&["suite", "minichess", "--file", &file, "--depth", "3", "--hash", "1", "--compare", &earlier]);
    let compared = out(&compared);
    assert!(compared.contains("no longer solved: leave") && compared.contains("2 are solved, 3 before"), "{compared}");
    assert!(compared.contains("2 solutions of both: 1.00 times"), "{compared}");
}

#[test]
fn a_suite_is_a_table() {
    let output =
        run_with(&["suite", "minichess", "--file", "-", "--depth", "3", "--hash", "1", "--csv"], SUITE.as_bytes());
    let text = out(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "id,position,bestmove,solved,solved_depth,solved_nodes,solved_seconds");
    assert!(lines[1].starts_with("take,k4/Q4/5/5/5/4K w - - 0 1,a5a6,true,1,"), "{text}");
    assert!(lines[2].starts_with("leave,") && lines[2].ends_with(",false,,,"), "{text}");
    assert!(output.stderr.starts_with(b"2 of 3 solved"), "{output:?}");
}

#[test]
fn the_suites_are_readable() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites");
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("a file").path();
        let game = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let file = path.to_str().expect("a path");
        let lines = json(&["suite", game, "--file", file, "--nodes", "1", "--hash", "1", "--json"]);
        validate(&lines);
        assert!(lines.len() > 10, "{file}");
    }
}

#[test]
fn a_position_must_ask_for_something() {
    let nothing = run_with(&["suite", "minichess", "--file", "-"], b"k4/Q4/5/5/5/4K w - - 0 1 id \"x\";\n");
    refused(&nothing, &["line 1", "bm, am, dm or ce"]);
    refused(&run_with(&["suite", "minichess", "--file", "-"], b"\n"), &["no position"]);
    refused(
        &run_with(&["suite", "minichess", "--file", "-"], b"k4/Q4/5/5/5/4K w - - 0 1 bm e2e9;\n"),
        &["line 1", "e2e9"],
    );
}

/// A sum of nothing is 0, and has no sign.
#[test]
fn nothing_takes_no_time() {
    let wrong = b"k4/Q4/5/5/5/4K w - - 0 1 am a5a6;\n";
    let output = run_with(&["suite", "minichess", "--file", "-", "--depth", "1", "--hash", "1"], wrong);
    let text = super::out(&output);
    assert!(text.ends_with("0 of 1 solved, 0 nodes and 0.000 s to their solutions\n"), "{text}");
}
