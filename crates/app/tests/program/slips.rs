//! What people type who mean something else, and what they are told: `slips/table.txt` has a command line, and below it
//! the exit code with the first line of the answer. With MANYPLY_BLESS=1 the answers are written anew.

use super::{ROOT, run_with};
use std::fmt::Write;
use std::path::Path;
use std::process::Output;

/// The words of a command line, and what stands behind `<` as standard input.
fn words(line: &str) -> (Vec<String>, Vec<u8>) {
    let (line, input) = line.split_once(" < ").unwrap_or((line, ""));
    // Quotes hold words together.
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        1 => vec![part.to_owned()],
        _ => part.split_whitespace().map(str::to_owned).collect(),
    });
    (words.collect(), (input.replace("\\n", "\n") + "\n").into_bytes())
}

/// The exit code and the first line of what was wrong, or else of what was found; of a session, its last line.
fn answer(output: &Output, in_shell: bool) -> String {
    let text = if output.status.code() == Some(2) { &output.stderr } else { &output.stdout };
    let text = String::from_utf8_lossy(text).into_owned();
    let mut lines = text.lines().map(|line| line.trim_start_matches("> ").trim_end()).filter(|line| !line.is_empty());
    let line = if in_shell { lines.rfind(|line| *line != ">") } else { lines.next() };
    let line = line.unwrap_or_default();
    // How much memory there is depends on the machine.
    let line = match line.split_once(" MiB, half of the memory") {
        Some((before, after)) => {
            format!("{}… MiB, half of the memory{after}", before.trim_end_matches(|c: char| c.is_ascii_digit()))
        }
        None => line.to_owned(),
    };
    format!("{} {line}", output.status.code().unwrap_or(-1))
}

#[test]
fn slips_are_told_what_was_meant() {
    let path = Path::new(ROOT).join("crates/app/tests/program/slips/table.txt");
    let table = std::fs::read_to_string(&path).expect("the table");
    let (mut written, mut count, mut wrong) = (String::new(), 0, Vec::new());
    let mut lines = table.lines().peekable();
    while let Some(line) = lines.next() {
        if line.is_empty() || line.starts_with('#') {
            let _ = writeln!(written, "{line}");
            continue;
        }
        let expected = lines.next_if(|line| line.starts_with("    ")).unwrap_or_default().trim();
        let (words, input) = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = run_with(&words, &input);
        let found = answer(&output, words.first() == Some(&"shell") || words.first() == Some(&"play"));
        count += 1;
        let _ = writeln!(written, "{line}\n    {found}");
        if found != expected {
            wrong.push(format!("{line}\n    {found}\n    expected {expected}"));
        }
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() != Some(2) || error.lines().count() == 1 && error.len() < 500, "{line}: {error}");
    }
    if std::env::var_os("MANYPLY_BLESS").is_some() {
        std::fs::write(&path, written).expect("a table");
        return;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 142, "{count} slips");
}
