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

/// This program as another generator, with what a wrong one lacks: moves into check.
#[test]
fn the_first_difference_of_another_generator_is_found() {
    let program = env!("CARGO_BIN_EXE_manyply");
    let against =
        |command: &str, more: &[&str]| run(&[&["perft", "minichess", "4", "--against", command][..], more].concat());
    let command = format!("'{program}' perft minichess {{depth}} --divide --position {{position}}");
    for right in [&format!("ugi:'{program}' ugi minichess"), &command] {
        let output = against(right, &[]);
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{output:?}");
        assert!(out(&output).ends_with("perft 4: 4230, the same\nno difference up to depth 4\n"), "{output:?}");
    }
    let engine = format!("ugi:'{program}' ugi minichess;Rules=king=royal");
    for wrong in [&engine, &format!("{command} --rules king=royal")] {
        let output = against(wrong, &[]);
        assert_eq!((output.status.code(), &*output.stderr), (Some(1), &b""[..]), "{output:?}");
        let text = out(&output);
        assert!(text.starts_with("perft 1: 7, the same\nperft 2: 49, the same\nperft 3: 452, differs\n"), "{text}");
        assert!(text.ends_with("moves:    d2d3 d6c4\nthe other program lacks: e1d2\n"), "{text}");
        let output = against(wrong, &["--json", "--moves", "d2d3"]);
        let lines: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        super::schema::validate(&lines);
        assert_eq!(lines.len(), 1);
        assert_eq!((&lines[0]["moves"], &lines[0]["agree"]), (&serde_json::json!(["d6c4"]), &false.into()));
        assert_eq!(lines[0]["only_here"], serde_json::json!(["e1d2"]));
    }
    // The other way round.
    let output = against(&command, &["--rules", "king=royal"]);
    assert!(out(&output).ends_with("only the other program has: e1d2\n"), "{output:?}");
}

#[test]
fn other_generators_that_fail_are_one_line() {
    let against = |command: &str| run(&["perft", "minichess", "2", "--against", command]);
    refused(&against(""), &["--against", "no command"]);
    refused(&run(&["perft", "minichess", "2", "--against", "x", "--divide"]), &["--divide"]);
    let failed = |command: &str, words: &[&str]| {
        let output = against(command);
        refused(&output, &[&["--against", "perft 1 of"], words].concat());
    };
    failed("no/such/program", &["no/such/program"]);
    failed("ugi:no/such/program", &["No such file"]);
    failed("false", &["the program ended", "1"]);
    failed("ugi:true", &["the program ended"]);
}

/// What another program says is looked at as it is: illegal moves, moves said twice, counts that do not add up.
#[cfg(unix)]
#[test]
fn odd_answers_of_other_generators_are_found() {
    let program = env!("CARGO_BIN_EXE_manyply");
    for (filter, found) in [
        ("$ i a1a9: 5", "only the other program has: a1a9\n"),
        ("/^a2a3/p", "only the other program has: a2a3\n"),
        ("s/^a2a3: 7/a2a3: 8/", "a2a3: 7 here, 8 there\none ply later both say the same"),
    ] {
        let script = format!("'{program}' perft minichess $1 --divide --position \"$2\" | sed '{filter}'");
        let script = scratch(&format!("generator-{}", filter.len()), &script);
        let output = run(&["perft", "minichess", "2", "--against", &format!("sh '{script}'")]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(out(&output).contains(found), "{output:?}");
    }
}

#[test]
fn a_division_is_a_table() {
    let output = run(&["perft", "minichess", "3", "--divide", "--csv"]);
    let text = out(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines.len()), ("move,nodes", 8), "{text}");
    assert!(lines.contains(&"c2c3,63"), "{text}");
    assert!(output.stderr.starts_with(b"perft 3: 452"), "{output:?}");
}
