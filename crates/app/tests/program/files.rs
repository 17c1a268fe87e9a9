//! Files that the program writes: whole or not at all, and never what was found lost with them.

use super::{command, out, refused, run, scratch, success};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder of this test run's own, empty.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("files-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn names(folder: &PathBuf) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Runs the program where no file can grow beyond 512 or 1024 bytes.
fn run_on_a_full_disk(arguments: &[&str]) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_manyply")]);
    shell.args(arguments).output().expect("sh runs")
}

#[test]
fn a_full_disk_costs_nothing_that_was_there() {
    let folder = folder("full");
    let path = folder.join("kept");
    let kept = path.to_str().expect("UTF-8");
    let growth = r#"{"game":"hop","depth":1,"nodes":1,"seconds":0,"table_mib":0}"#;
    let growth = scratch("files-growth", growth);
    let short = ["--games", "20", "--nodes", "60", "--epochs", "2"];
    let learn = ["train", "minichess", "--games", "50", "--nodes", "100", "--epochs", "1", "--out", kept];
    for (arguments, printed) in [
        (&["show", "minichess", "--svg", kept][..], "legal moves"),
        (&["plot", &growth, "--out", kept], ""),
        (&[&["tune", "gomoku", "--out", kept], &short[..]].concat(), "\ncombination\n"),
        (&learn, "epoch"),
        (&["solve", "hexnim", "--random", "7", "--save", kept], "all best moves"),
        (&["analyze", "minichess", "--depth", "4", "--hash-save", kept], "best move"),
    ] {
        fs::write(&path, "old").expect("a file");
        let output = run_on_a_full_disk(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("kept: "), "{arguments:?}: {output:?}");
        assert!(out(&output).contains(printed), "{arguments:?}: {output:?}");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "old", "{arguments:?}");
        assert_eq!(names(&folder), ["kept"], "{arguments:?}");
    }
}

#[test]
fn a_place_that_is_none_is_refused_before_the_work() {
    let place = "no/such/folder/file";
    for (arguments, option) in [
        (&["solve", "hexnim", "--random", "7", "--save", place][..], "--save"),
        (&["show", "minichess", "--svg", place], "--svg"),
        (&["plot", "no/such/growth", "--out", place], "--out"),
        (&["analyze", "minichess", "--hash-save", place], "--hash-save"),
        (&["train", "minichess", "--out", place], "--out"),
        (&["tune", "threechess", "--out", place], "--out"),
    ] {
        refused(&run(arguments), &[option, place]);
    }
}

#[test]
fn what_is_no_file_is_written_in_place_and_links_stay() {
    let picture = success(&["show", "minichess", "--svg", "/dev/stdout"]);
    assert!(picture.contains("legal moves") && picture.ends_with("</svg>\n"), "{picture}");
    let folder = folder("special");
    let (pipe, link) = (folder.join("pipe"), folder.join("link"));
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe)
    });
    success(&["solve", "hexnim", "--random", "7", "--save", pipe.to_str().expect("UTF-8")]);
    assert!(reader.join().expect("joined").expect("read").len() > 16384);
    std::os::unix::fs::symlink("target", &link).expect("a link");
    success(&["show", "minichess", "--svg", link.to_str().expect("UTF-8")]);
    assert!(link.is_symlink());
    assert_eq!(names(&folder), ["link", "pipe", "target"]);
}

#[test]
fn tables_are_made_by_several_at_once() {
    let folder = folder("tables");
    let arguments = ["tables", "hop", "--up-to", "2v1", "--threads", "1", "--dir", folder.to_str().expect("UTF-8")];
    let children: Vec<_> = (0..4).map(|_| command(&arguments).spawn().expect("it runs")).collect();
    for child in children {
        assert!(child.wait_with_output().expect("it ends").status.success());
    }
    let tables = ["hop-1v0.table", "hop-1v1.table", "hop-2v0.table", "hop-2v1.table"];
    assert_eq!(names(&folder), tables);
}
