//! The program as its users meet it: exit codes, JSON fields, messages, pipes.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manyply"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program runs")
}

fn run_with(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = command(arguments);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    // The program may end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("it ends")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn success(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    out(&output)
}

fn json(arguments: &[&str]) -> Vec<Value> {
    success(arguments).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// One clear line, exit code 2, nothing else.
fn refused(output: &Output, words: &[&str]) {
    let message = String::from_utf8(output.stderr.clone()).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    assert!(message.starts_with("error: ") && message.ends_with('\n') && message.lines().count() == 1, "{message:?}");
    for word in words {
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    }
}

/// A file of this test run's own.
fn scratch(name: &str, content: &str) -> String {
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, content).expect("a file");
    path
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

    refused(&merge(&[a, b]), &["part 2 of 3 is missing"]);
    refused(&merge(&[a, b, c, a]), &["both part 3 of 3"]);
    refused(&merge(&[a, b, &shard("2/3", &[])]), &["has other first moves"]);
    refused(&merge(&[a, &shard("1/2", &["--divide"])]), &["another run", "2 parts", "3 parts"]);
    refused(&merge(&[a, b, &shard("2/3", &["--divide", "--full"])]), &["another depth or mode"]);
    refused(&merge(&[a, b, &shard("2/3", &["--divide", "--rules", "2023"])]), &["another run", "plies=50"]);
    for (content, words) in [
        ("", &["is empty"][..]),
        ("{", &["line 1"]),
        ("{}", &["shard", "expected"]),
        (r#"{"shard":{"command":"perft","part":0,"of":3,"rules":""}}"#, &["no part 0 of 3"]),
        (r#"{"shard":{"command":"x","part":1,"of":1,"rules":""}}"#, &["no command"]),
        (r#"{"shard":{"command":"perft","part":1,"of":1,"rules":""}}"#, &["last line", "game"]),
    ] {
        refused(&merge(&[&scratch("forged", content)]), words);
    }
    refused(&run(&["perft", "minichess", "5", "--shard", "4/3"]), &["--shard", "i/n"]);
    refused(&merge(&["/nowhere/1.json"]), &["/nowhere/1.json"]);
}

#[test]
fn bad_arguments_get_one_line() {
    for (arguments, words) in [
        (&[][..], &["--help"][..]),
        (&["nonsense"], &["nonsense"]),
        (&["perf", "minichess", "3"], &["perft"]),
        (&["perft"], &["GAME"]),
        (&["perft", "minichess"], &["DEPTH"]),
        (&["perft", "chess", "3"], &["chess", "minichess"]),
        (&["perft", "minichess", "-1"], &["-1"]),
        (&["perft", "minichess", "513"], &["513", "512"]),
        (&["perft", "minichess", "3", "--threads", "0"], &["1 to 256"]),
        (&["perft", "minichess", "3", "--threads", "257"], &["1 to 256"]),
        (&["perft", "minichess", "3", "--hash", "999999999"], &["--hash", "MiB"]),
        (&["perft", "minichess", "3", "--hash", "-5"], &["-5"]),
        (&["perft", "minichess", "3", "--suite", "x"], &["--suite"]),
        (&["perft", "minichess", "3", "--max-nodes", "5"], &["--max-nodes"]),
        (&["perft", "minichess", "--suite", "no/such/file"], &["no/such/file"]),
        (&["perft", "minichess", "--suite", "."], &["cannot be read"]),
        (&["show", "minichess", "--position", "rubbish"], &["--position", "column", "expected"]),
        (&["show", "minichess", "--position", ""], &["--position", "expected"]),
        (&["show", "minichess", "--rules", "plies=-1"], &["--rules", "column 7"]),
        (&["show", "minichess", "--rules", "colour=red"], &["--rules", "colour"]),
        (&["show", "minichess", "--moves", "a2a3 a5a4 a3a5"], &["move 3", "column 11", "a3a5", "legal moves", "b2b3"]),
        (&["show", "minichess", "--moves", "a2a3\u{1b}[2J\n!"], &["move 1", "\\u{1b}", "legal moves"]),
        (&["show", "minichess", "--svg", "no/such/folder/x.svg"], &["no/such/folder"]),
        (&["show", "minichess", "--random", "1"], &["--random"]),
        (&["show", "minichess", "--random", "1", "--position", "x"], &["--position"]),
        (&["analyze", "minichess", "--model", "maxm"], &["--model", "maxm", "paranoid, brs, opps, maxn"]),
        (
            &["trichess-client", "--url", "http://127.0.0.1:1/"],
            &["http://127.0.0.1:1/", "expected ws://HOST:PORT/PATH"],
        ),
        (&["trichess-client", "--time", "0s"], &["--time", "more than 0"]),
        (&["play", "minichess", "--side", "3"], &["--side", "1 (White)"]),
        (&["play", "minichess", "--time", "5"], &["--time", "10s"]),
        (&["solve", "minichess", "--time", "0s"], &["--time", "more than 0"]),
        (&["solve", "minichess", "--save", "x"], &["--save"]),
        (&["analyze", "minichess", "--depth", "0"], &["--depth"]),
        (&["analyze", "minichess", "--multipv", "0"], &["--multipv"]),
        (&["analyze", "minichess", "--hash", "0"], &["--hash", "1 to"]),
        (&["analyze", "minichess", "--hash-load", "no/such/table"], &["no/such/table"]),
        (&["bench", "chess"], &["chess", "minichess"]),
    ] {
        refused(&run(arguments), words);
    }
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    for place in ["--position", "--moves", "--rules"] {
        let mut command = command(&["show", "minichess", place]);
        command.arg(std::ffi::OsStr::from_bytes(b"\xFF\xFE\x00".split(|&byte| byte == 0).next().unwrap_or(b"")));
        refused(&command.output().expect("the program runs"), &["UTF-8"]);
    }
}

#[test]
fn help_is_there_with_an_example() {
    for name in ["games", "show", "perft", "analyze", "bench", "eval", "solve", "play", "match", "tournament"] {
        let help = success(&[name, "--help"]);
        assert!(help.contains("Usage: manyply") && help.contains("Example"), "{help}");
        assert!(help.contains(&format!("manyply {name}")), "{help}");
    }
    assert!(success(&["--version"]).starts_with("manyply "));
}

#[test]
fn games_are_listed() {
    assert!(success(&["games"]).lines().any(|line| line.starts_with("minichess ") && line.contains("plies=100")));
    let games = json(&["games", "--json"]);
    assert!(games.iter().all(|game| game["game"].is_string() && game["options"].is_array()));
}

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
        assert_eq!(lines[0].as_object().map(serde_json::Map::len), Some(7));
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
    assert_eq!(lines[2], serde_json::json!({"checked": 2, "failed": 1}));

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
fn positions_come_from_standard_input() {
    let output = run_with(&["show", "minichess", "--position", "-", "--json"], b"k4/5/5/5/5/4K b - - 0 3\nmore\n");
    let shown: Value = serde_json::from_str(&out(&output)).expect("JSON");
    assert_eq!(shown["position"], "k4/5/5/5/5/4K b - - 0 3");
    refused(&run_with(&["show", "minichess", "--position", "-"], b""), &["--position"]);
    refused(&run_with(&["show", "minichess", "--position", "-"], b"\xFF\n"), &["UTF-8"]);
    refused(&run_with(&["show", "minichess", "--position", "-"], &[b'k'; 100_000]), &["longer than"]);
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

#[test]
fn train_makes_a_network() {
    let path = scratch("network.bin", "");
    let arguments = ["--games", "50", "--nodes", "100", "--epochs", "2", "--threads", "2", "--json", "--out", &path];
    let lines = json(&[&["train", "minichess"], &arguments[..]].concat());
    assert_eq!(lines.len(), 3);
    assert_eq!((lines[0]["epoch"].as_u64(), lines[1]["epoch"].as_u64()), (Some(1), Some(2)));
    assert_eq!(lines[2]["games"], 50);
    assert_eq!(std::fs::metadata(&path).expect("a network").len(), 46_466);
    refused(&run(&["train", "hop", "--out", &path]), &["hop", "minichess"]);
    refused(&run(&["train", "minichess", "--games", "2", "--nodes", "10", "--out", &path]), &["too few", "1000"]);
    refused(&run(&["train", "minichess", "--out", "no/such/folder/network.bin"]), &["--out", "no/such/folder"]);
}

#[test]
fn analyze_reports_iterations() {
    let lines = json(&["analyze", "minichess", "--depth", "4", "--multipv", "2", "--hash", "1", "--json"]);
    let (best, iterations) = lines.split_last().expect("lines");
    assert_eq!(iterations.len(), 8, "two lines for each of four depths");
    for (index, line) in iterations.iter().enumerate() {
        assert_eq!((&line["depth"], &line["multipv"]), (&(index / 2 + 1).into(), &(index % 2 + 1).into()));
        assert!(line["score"].is_object() && line["pv"][0].is_string(), "{line}");
        for field in ["seldepth", "nodes", "nps", "hashfull", "hitrate", "time_ms"] {
            assert!(line[field].is_u64(), "{field}: {line}");
        }
    }
    assert_eq!(best["bestmove"], iterations[6]["pv"][0]);
    let text = success(&["analyze", "minichess", "--nodes", "5000", "--hash", "1"]);
    assert!(text.contains("White to move") && text.contains("\nbest move: "), "{text}");
}

#[test]
fn analyze_knows_the_end() {
    let over = ["analyze", "minichess", "--json", "--position", "k4/5/5/5/5/4K w - - 0 51"];
    assert_eq!(json(&over), [serde_json::json!({"bestmove": null})]);
    let win = ["analyze", "minichess", "--json", "--depth", "3", "--position", "k4/Q4/5/5/5/4K w - - 0 1"];
    let lines = json(&win);
    assert_eq!(lines[lines.len() - 2]["score"], serde_json::json!({"win": 1}));
}

#[test]
fn analyze_considers_only_root_moves() {
    let only = ["analyze", "minichess", "--json", "--depth", "3", "--hash", "1", "--root-moves", "e2e3"];
    assert_eq!(json(&only).last().expect("a line")["bestmove"], "e2e3");
    refused(&run(&["analyze", "minichess", "--root-moves", "e2e4"]), &["--root-moves", "column 1", "e2e4"]);
}

#[test]
fn bench_prints_fingerprints() {
    let lines = json(&["bench", "minichess", "--json"]);
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["game"], "minichess");
    assert_eq!(lines[0]["nodes"], lines[1]["total"]["nodes"]);
    assert!(lines[0]["seconds"].is_f64() && lines[0]["nps"].is_u64() && lines[0]["hitrate"].is_u64());
}

#[test]
fn bench_compares_threads() {
    let lines = json(&["bench", "minichess", "--threads", "2", "--runs", "1", "--hash", "1", "--json"]);
    assert_eq!(
        (&lines[1]["game"], &lines[1]["threads"], &lines[1]["runs"]),
        (&"minichess".into(), &2.into(), &1.into())
    );
    assert!(lines[1]["perft"].is_f64() && lines[1]["positions"].is_u64());
    assert_eq!(lines[1]["nps"].is_f64(), lines[1]["positions"] != 0);
    assert_eq!(lines[0]["nodes"], lines[2]["total"]["nodes"]);
    refused(&run(&["bench", "minichess", "--hash", "0"]), &["--hash", "1 to"]);
    refused(&run(&["bench", "minichess", "--threads", "0"]), &["--threads", "1 to 256"]);
}

#[test]
fn solve_proves_or_says_unknown() {
    // White's queen stands beside Black's king, and White is to move: the king is taken.
    let arguments = ["solve", "minichess", "--json", "--position", "k4/Q4/5/5/5/4K w - - 0 1"];
    let answer = &json(&arguments)[0];
    assert_eq!((&answer["value"], &answer["plies"]), (&"win".into(), &1.into()));
    assert_eq!((&answer["best"], &answer["line"]), (&serde_json::json!(["a5a6"]), &serde_json::json!(["a5a6"])));
    assert!(answer["nodes"].is_u64() && answer["seconds"].is_f64());
    let unknown = &json(&["solve", "minichess", "--json", "--time", "50ms"])[0];
    assert_eq!((&unknown["value"], &unknown["plies"]), (&"unknown".into(), &Value::Null));
    assert!(success(&["solve", "minichess", "--time", "50ms"]).contains("unknown"));
}

#[test]
fn bench_measures_techniques_and_depths() {
    let lines = json(&["bench", "gomoku", "--ablate", "--json"]);
    assert!(lines[0]["without"].is_null() && lines[0]["node_ratio"] == 1.0 && lines[0]["time_ratio"] == 1.0);
    assert_eq!(lines[0]["nodes"], json(&["bench", "gomoku", "--json"])[0]["nodes"]);
    assert_eq!(lines[1]["without"], "aspiration");
    assert!(lines.len() > 15 && lines.iter().all(|line| line["node_ratio"].as_f64() > Some(0.0)));
    assert!(lines.iter().any(|line| line["without"] == "table" && line["node_ratio"].as_f64() > Some(1.0)));

    let growth = success(&["bench", "hop", "--growth", "--time", "1s", "--json"]);
    let depths: Vec<Value> = growth.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(!depths.is_empty() && depths.iter().zip(1..).all(|(line, depth)| line["depth"] == depth));
    assert!(depths.windows(2).all(|pair| pair[0]["nodes"].as_u64() < pair[1]["nodes"].as_u64()));
    let svg = success(&["plot", &scratch("growth.json", &growth)]);
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
    assert_eq!((svg.matches("<polyline").count(), svg.matches(">hop<").count()), (3, 1));
}

#[test]
fn plots_of_anything_else_are_refused() {
    let line = r#"{"game":"<&>","depth":1,"nodes":1,"seconds":0,"table_mib":0}"#;
    assert!(success(&["plot", &scratch("plot-least", line)]).contains("&lt;&amp;&gt;"));
    for (content, words) in [
        ("", &["is empty"][..]),
        ("{", &["line 1", "bench --growth --json"]),
        (&format!("{line}\n{{\"depth\":2}}"), &["line 2", "game"]),
        (&line.replace(":1,", ":-1,"), &["line 1"]),
    ] {
        refused(&run(&["plot", &scratch("plot-forged", content)]), words);
    }
    refused(&run(&["bench", "--ablate", "--growth"]), &["--ablate", "--growth"]);
    refused(&run(&["bench", "--time", "1s"]), &["--growth"]);
}

/// What a position is worth, wherever its moves were looked at: as the whole says, and every move that keeps it.
#[test]
fn shards_of_a_solution_are_merged() {
    let hop = "......../.X.....O/..X...../....X.../......O./...O..../......../.O....X. b 392";
    for (name, of, arguments) in [
        ("hexnim", 3, &["hexnim", "--random", "3"][..]),
        ("minichess", 2, &["minichess", "--position", "k4/2Q2/1K3/5/5/5 b - - 0 1"]),
        ("minichess-win", 4, &["minichess", "--position", "k4/5/QK3/5/5/5 w - - 0 40"]),
        ("hop", 5, &["hop", "--position", hop]),
        // Moves that do not win here are never proven anything.
        ("threechess", 2, &["threechess", "--position", "8/8/8/7bK|8/8/8/5bQ1gK|8/8/8/7rK b 0", "--time", "2s"]),
        ("gomoku", 2, &["gomoku", "--rules", "size=7", "--position", "7/7/3o3/1xxx3/3o3/7/7 x", "--time", "6s"]),
    ] {
        let arguments = [&["solve", "--threads", "1", "--hash", "16"], arguments].concat();
        let parts: Vec<String> = (1..=of)
            .map(|part| {
                let shard = format!("{part}/{of}");
                let result = success(&[&arguments[..], &["--shard", &shard]].concat());
                scratch(&format!("solve-{name}-{part}"), &result)
            })
            .collect();
        let files: Vec<&str> = parts.iter().map(String::as_str).collect();
        let merged = &json(&[&["merge", "--json"], &files[..]].concat())[0];
        let whole = &json(&[&arguments[..], &["--json"]].concat())[0];
        assert_ne!(whole["value"], "unknown", "{name}");
        for field in ["game", "position", "value", "plies"] {
            assert_eq!(merged[field], whole[field], "{name}: {merged} {whole}");
        }
        let best = |answer: &Value| answer["best"].as_array().cloned().unwrap_or_default();
        assert!(best(whole).iter().all(|m| best(merged).contains(m)), "{name}: {merged} {whole}");
        if name == "hexnim" {
            assert_eq!(best(merged), best(whole));
            assert!(
                success(&[&["merge"], &files[..]].concat()).contains("to move: win\nall best moves: 7,3,1,1 6,6,1,1")
            );
        }
    }
}

#[test]
fn shards_of_a_solution_must_fit() {
    let position = ["--position", "k4/5/QK3/5/5/5 w - - 0 40"];
    let shard = |part: &str, name: &str| {
        let arguments = [&["solve", "minichess", "--shard", part], &position[..]].concat();
        scratch(&format!("fit-{name}"), &success(&arguments))
    };
    let (a, b, half) = (shard("1/2", "1"), shard("2/2", "2"), shard("1/3", "half"));
    let merge = |files: &[&str]| run(&[&["merge"], files].concat());
    refused(&merge(&[&a]), &["part 2 of 2 is missing"]);
    refused(&merge(&[&a, &b, &b]), &["both part 2 of 2"]);
    refused(&merge(&[&a, &half]), &["another run", "3 parts"]);
    let content = std::fs::read_to_string(&a).expect("a file");
    let lines: Vec<&str> = content.lines().collect();
    refused(&merge(&[&b, &scratch("fit-torn", &content[..content.len() - 20])]), &["fit-torn: line "]);
    refused(&merge(&[&b, &scratch("fit-open", &lines[..3].join("\n"))]), &["no field \"shard\""]);
    refused(&merge(&[&b, &scratch("fit-short", &lines[1..].join("\n"))]), &["line 1", "expected"]);
    let short = [&lines[..lines.len() - 2], &lines[lines.len() - 1..]].concat().join("\n");
    refused(&merge(&[&b, &scratch("fit-less", &short)]), &["moves; expected a part that was solved to its end"]);
    let other = content.replace("0 40\"", "0 41\"");
    refused(&merge(&[&b, &scratch("fit-other", &other)]), &["has another position than"]);
    let foreign = content.replace("\"game\":\"minichess\"", "\"game\":\"hop\"");
    refused(&merge(&[&scratch("fit-foreign", &foreign), &b]), &["fit-foreign: last line"]);

    let gomoku = ["solve", "gomoku", "--vct", "--shard", "1/2"];
    refused(&run(&gomoku), &["--shard", "wins of the side to move only", "--any"]);
    refused(&run(&["solve", "hexnim", "--shard", "1/2", "--save", "x"]), &["--shard", "--save"]);
    let over = ["solve", "minichess", "--position", "k4/5/5/5/5/4K b - - 0 51", "--shard", "1/2"];
    refused(&run(&over), &["--shard", "the game is over"]);
}

#[test]
fn play_follows_commands() {
    let script = b"help\nmoves\na1a6\n\nb1c3\nboard\nundo\nundo\nhint\nquit\n";
    let output = run_with(&["play", "minichess", "--time", "20ms", "--hash", "1"], script);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = out(&output);
    for part in ["You play White", "take back", "a2a3 b2b3", "a1a6", "legal moves", "Black plays ", "nothing of yours"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn play_lets_the_engine_begin_and_end() {
    let output = run_with(&["play", "minichess", "--side", "black", "--time", "20ms", "--hash", "1"], b"");
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).contains("White plays "));
    let win = ["play", "minichess", "--position", "k4/Q4/5/5/5/4K w - - 0 1", "--time", "20ms", "--hash", "1"];
    let output = run_with(&win, b"a5a6\nmoves\na5a6\nhint\n\xFF\xFF\nundo\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).contains("The game is over: White wins") && out(&output).contains("after the end"));
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let mut command = command(&["perft", "minichess", "--suite", "-", "--json"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    let suite = "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1 ;D1 7\n".repeat(1000);
    child.stdin.take().expect("a pipe").write_all(suite.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[cfg(unix)]
mod interrupted {
    use super::*;
    use std::time::{Duration, Instant};

    /// Starts the program, sends it what Ctrl-C sends, and returns what it left, with the time it took to end.
    fn interrupt(arguments: &[&str]) -> (Output, Duration) {
        let mut command = command(arguments);
        let child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        std::thread::sleep(Duration::from_millis(500));
        let sent = Instant::now();
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
        assert!(kill.success());
        let output = child.wait_with_output().expect("it ends");
        (output, sent.elapsed())
    }

    #[test]
    fn ctrl_c_prints_what_is_known() {
        for (arguments, part) in [
            (&["perft", "minichess", "40"][..], "so far (interrupted)"),
            (&["perft", "minichess", "40", "--json", "--threads", "2", "--hash", "1"], "\"complete\":false"),
            (&["solve", "minichess", "--hash", "1"], "unknown"),
            (&["analyze", "minichess"], "best move: "),
            (&["analyze", "minichess", "--json", "--threads", "2"], "bestmove"),
            (&["bench"], ""),
            (&["play", "minichess"], "> "),
        ] {
            let (output, time) = interrupt(arguments);
            assert_eq!(output.status.code(), Some(130), "{arguments:?}: {output:?}");
            assert!(out(&output).contains(part), "{arguments:?}: {output:?}");
            // Far less where nothing else runs; the tests share the machine with one another.
            assert!(time < Duration::from_secs(5), "{arguments:?}: {time:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_that_the_system_refuses_is_no_panic() {
    // Under a limit on the address space, as batch systems set it.
    for (command, hash) in [
        ("analyze minichess --depth 2", 4000),
        ("solve minichess --time 1s", 4000),
        ("play minichess", 4000),
        // One such table is given, but not two.
        ("bench hexnim --threads 2", 900),
    ] {
        let script = format!("ulimit -v 1500000; exec {} {command} --hash {hash}", env!("CARGO_BIN_EXE_manyply"));
        let output = std::process::Command::new("sh").args(["-c", &script]).stdin(std::process::Stdio::null()).output();
        let output = output.expect("a shell");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{command}: {error}");
        assert!(error.contains("--hash"), "{command}: {error}");
    }
}
