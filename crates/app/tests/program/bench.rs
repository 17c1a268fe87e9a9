//! `bench` and `plot`: measurements and their pictures.

use super::schema::validate;
use super::{json, refused, run, scratch, success};
use serde_json::Value;

#[test]
fn bench_prints_fingerprints() {
    let lines = json(&["bench", "minichess", "--json"]);
    validate(&lines);
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["game"], "minichess");
    assert_eq!(lines[0]["nodes"], lines[1]["total"]["nodes"]);
    assert!(lines[0]["seconds"].is_f64() && lines[0]["nps"].is_u64() && lines[0]["hitrate"].is_u64());
}

#[test]
fn bench_compares_threads() {
    let lines = json(&["bench", "hop", "--threads", "2", "--runs", "1", "--hash", "1", "--json"]);
    validate(&lines);
    assert_eq!((&lines[1]["game"], &lines[1]["threads"], &lines[1]["runs"]), (&"hop".into(), &2.into(), &1.into()));
    assert!(lines[1]["perft"].is_f64() && lines[1]["positions"].is_u64());
    assert_eq!(lines[1]["nps"].is_f64(), lines[1]["positions"] != 0);
    assert_eq!(lines[0]["nodes"], lines[2]["total"]["nodes"]);
    refused(&run(&["bench", "minichess", "--hash", "0"]), &["--hash", "1 to"]);
    refused(&run(&["bench", "minichess", "--threads", "0"]), &["--threads", "1 to 256"]);
}

#[test]
fn bench_measures_techniques_and_depths() {
    let lines = json(&["bench", "hexnim", "--ablate", "--json"]);
    validate(&lines);
    assert!(lines[0]["without"].is_null() && lines[0]["node_ratio"] == 1.0 && lines[0]["time_ratio"] == 1.0);
    assert_eq!(lines[0]["nodes"], json(&["bench", "hexnim", "--json"])[0]["nodes"]);
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
    let line = r#"{"game":"hop","depth":1,"nodes":1,"seconds":0,"table_mib":0}"#;
    assert!(success(&["plot", &scratch("plot-least", line)]).contains(">hop<"));
    for (content, words) in [
        ("", &["is empty"][..]),
        ("{", &["line 1", "bench --growth --json"]),
        (&format!("{line}\n{{\"depth\":2}}"), &["line 2", "game"]),
        (&line.replace(":1,", ":-1,"), &["line 1"]),
        (&line.replace("hop", "chess"), &["line 1", "no game is called \"chess\""]),
    ] {
        refused(&run(&["plot", &scratch("plot-forged", content)]), words);
    }
    refused(&run(&["bench", "--ablate", "--growth"]), &["--ablate", "--growth"]);
    refused(&run(&["bench", "--time", "1s"]), &["--growth"]);
}
