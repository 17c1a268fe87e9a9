//! `perft`: counts, suites, and the parts of a count.

use super::{json, out, refused, run, run_with, scratch, success};
use serde_json::Value;

#[test]
fn perft_counts() {
    let text = success(&["perft", "minichess", "5"]);
    assert!(text.starts_with("perft 5: 47102  (bulk, "), "{text}");
    for (extra, mode) in [(&[][..], "bulk"), (&["--full"], "full"), (&["--threads", "2", "--hash", "1"], "bulk")] {
        let lines = json(&[&["perft", "minichess", "5", "--json"], extra].concat());
        assert_eq!(lines.len(), 1);
        assert_eq!((&lines[0]["game"], &lines[0]["mode"]), (&"minichess".into(), &mode.into()));
        assert_eq!((&lines[0]["depth"], &lines[0]["nodes"]), (&5.into(), &47102.into()));
        assert_eq!(lines[0]["position"], "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1");
        assert!(lines[0]["seconds"].is_f64() && lines[0]["nps"].is_u64());
        assert_eq!(lines[0].as_object().map(serde_json::Map::len), Some(9));
    }
    assert_eq!(json(&["perft", "minichess", "0", "--json"])[0]["nodes"], 1);
    assert_eq!(json(&["perft", "minichess", "6", "--json", "--rules", "king=royal"])[0]["nodes"], 497_878);
}

#[test]
fn perft_divides() {
    let lines = json(&["perft", "minichess", "4", "--divide", "--json"]);
    assert_eq!(lines.len(), 8);
    let sum: u64 = lines[..7].iter().map(|line| line["nodes"].as_u64().expect("a number")).sum();
    assert_eq!((sum, &lines[7]["nodes"]), (4230, &4230.into()));
    assert!(lines[..7].iter().any(|line| line["move"] == "b1c3"));
    assert!(success(&["perft", "minichess", "4", "--divide"]).contains("\nb1c3: "));
}

#[test]
fn perft_checks_suites() {
    let suite = "# rules: king=royal\nkqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1 ;D3 450 ;D4 4167 ;D6 497878\n";
    let arguments = ["perft", "minichess", "--suite", "-", "--max-nodes", "10000"];
    let output = run_with(&arguments, suite.as_bytes());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(out(&output).contains("line 2 "));
    assert!(out(&output).contains("D3 ok D4 WRONG (expected 4167, counted 4168)"), "{output:?}");
    assert!(out(&output).contains("2 counts checked, 1 failed, 1 skipped"));

    let output = run_with(&[&arguments[..], &["--json"]].concat(), suite.as_bytes());
    let lines: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[1]["depth"], &lines[1]["expected"]), (&4.into(), &4167.into()));
    assert_eq!((&lines[1]["nodes"], &lines[1]["ok"]), (&4168.into(), &false.into()));
    assert_eq!((&lines[2]["checked"], &lines[2]["failed"]), (&2.into(), &1.into()));

    let overridden = run_with(&[&arguments[..], &["--rules", "default"]].concat(), suite.as_bytes());
    assert!(out(&overridden).contains("D3 WRONG (expected 450, counted 452)"));
    let summary = success(&["perft", "minichess", "--suite", "perft/minichess.epd", "--max-nodes", "5000"]);
    assert!(summary.contains(" 0 failed"), "{summary}");
}

#[test]
fn suites_that_cannot_be_read_are_refused() {
    let arguments = ["perft", "minichess", "--suite", "-"];
    for (suite, words) in [
        (&b"rubbish"[..], &["line 1", "column 8"][..]),
        (b"rubbish ;D1 5", &["line 1", "column"]),
        (b"x ;D600 5", &["line 1", "column 4"]),
        (b"# rules: colour=red\nkqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1 ;D1 7", &["line 1", "column 10", "colour"]),
        (b"\xFF\xFE", &["UTF-8"]),
    ] {
        refused(&run_with(&arguments, suite), words);
    }
}

#[test]
fn shards_of_a_count_are_merged() {
    let shard = |part: &str, more: &[&str]| {
        let arguments = [&["perft", "minichess", "5", "--shard", part], more].concat();
        scratch(&format!("perft-{}", part.replace('/', "-of-")), &success(&arguments))
    };
    let parts = ["3/3", "1/3", "2/3"].map(|part| shard(part, &["--divide"]));
    let merge = |files: &[&str]| run(&[&["merge", "--json"], files].concat());
    let [a, b, c] = parts.each_ref().map(String::as_str);

    let merged = out(&merge(&[a, b, c]));
    let without_time = |line: &str| {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        for field in ["seconds", "nps"] {
            line.as_object_mut().expect("an object").remove(field);
        }
        line
    };
    let whole = success(&["perft", "minichess", "5", "--divide", "--json"]);
    assert!(merged.lines().map(without_time).eq(whole.lines().map(without_time)), "{merged}\n{whole}");
    assert!(success(&["merge", a, b, c]).contains("perft 5: 47102 "));
}
