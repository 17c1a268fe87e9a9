//! The gate that compares instruction counts with the committed ones: it fails when it should, and says how to go on.

use std::process::Command;

const COMPILER: &str = "compiler rustc 1.0.0 (old)";

/// What `.ci/instructions --compare` says of two files of counts, and whether it lets them pass.
fn compare(name: &str, old: &str, new: &str) -> (bool, String) {
    let files = [("old", old), ("new", new)].map(|(kind, content)| {
        let path = format!("{}/{name}-{kind}.txt", env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(&path, content).expect("a file");
        path
    });
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.ci/instructions");
    let output = Command::new(script).arg("--compare").args(files).output().expect("a shell");
    (output.status.success(), String::from_utf8(output.stdout).expect("UTF-8"))
}

fn counts(compiler: &str, counts: [u64; 2]) -> String {
    format!("{compiler}\nhop/search {}\nhop/moves {}\n", counts[0], counts[1])
}

#[test]
fn two_percent_more_fail() {
    let old = counts(COMPILER, [1_000_000, 5000]);
    let (passes, report) = compare("same", &old, &old);
    assert!(passes && !report.contains("--accept"), "{report}");
    assert!(compare("within", &old, &counts(COMPILER, [1_019_999, 4901])).0);
    let (passes, report) = compare("more", &old, &counts(COMPILER, [1_020_100, 5000]));
    assert!(!passes && report.contains("+2.01 %  MORE") && report.contains(".ci/instructions --accept"), "{report}");
    let (passes, report) = compare("less", &old, &counts(COMPILER, [900_000, 5000]));
    assert!(passes && report.contains("-10.00 %  less") && report.contains("--accept"), "{report}");
}

#[test]
fn another_compiler_is_named_and_gets_ten_percent() {
    let old = counts(COMPILER, [1_000_000, 5000]);
    let (passes, report) = compare("other", &old, &counts("compiler rustc 2.0.0 (new)", [1_090_000, 5000]));
    assert!(passes && report.contains("rustc 1.0.0 (old)") && report.contains("rustc 2.0.0 (new)"), "{report}");
    assert!(!compare("other-more", &old, &counts("compiler rustc 2.0.0 (new)", [1_110_000, 5000])).0);
}

#[test]
fn every_workload_must_be_there() {
    let old = counts(COMPILER, [1_000_000, 5000]);
    let (passes, report) = compare("new", &old, &(old.clone() + "hop/nap 7\n"));
    assert!(!passes && report.contains("NOT IN THE BASELINE"), "{report}");
    let (passes, report) = compare("gone", &(old.clone() + "hop/nap 7\n"), &old);
    assert!(!passes && report.contains("GONE"), "{report}");
    assert!(!compare("nothing", &old, "").0);
}
