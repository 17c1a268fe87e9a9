//! `manyply perft --suite`: checking known counts.

use crate::cli::common::{Blame, Failure, Report, Result, Session, input};
use crate::cli::solving::perft::Arguments;
use manyply::face::Kind;
use manyply::formats::Content;
use manyply::harmless::one_line;
use manyply::perft::suite::{self, Check};
use serde::Serialize;
use std::path::Path;

/// A count of a perft suite.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "check")]
pub(crate) struct CheckLine<'a> {
    position: &'a str,
    /// The plies of each line.
    depth: u32,
    /// The count that the suite says.
    expected: u64,
    /// The lines that were counted.
    nodes: u64,
    /// Whether the count is as expected.
    ok: bool,
}

/// The end of a perft suite.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "suite")]
pub(crate) struct SummaryLine {
    /// The counts that were compared.
    checked: u64,
    /// The counts that differ.
    failed: u64,
}

pub(crate) fn run(kind: &Kind, arguments: &Arguments, path: &Path, session: &mut Session<'_>) -> Result {
    let text = session.read_file("--suite", path, &[Content::Positions])?;
    let name = path.display();
    let wrong = |error| input!("--suite: {name}: {error}");
    let entries = suite::parse(&text).map_err(wrong)?;
    if entries.is_empty() {
        return Err(input!("--suite: {name}: no position; expected POSITION ;D1 n ;D2 n …"));
    }
    let rules = arguments.position.rules.as_deref();
    let rules = rules.map(|text| kind.rules(text)).transpose().of("--rules")?;
    let stop = session.stop.clone();
    let (most, settings) = (arguments.max_nodes, arguments.settings());
    let (mut line, mut printed) = (0, Ok(()));
    let summary = kind.check_suite(&entries, rules.as_deref(), most, &settings, &stop, &mut |check| {
        if printed.is_ok() {
            printed = print(check, &mut line, session);
        }
    });
    printed?;
    if line > 0 {
        writeln!(session.out)?;
    }
    let summary = summary.map_err(wrong)?;
    let (checked, failed, skipped) = (summary.checked, summary.failed, summary.skipped);
    let text = format_args!("{checked} counts checked, {failed} failed, {skipped} skipped");
    Report::new(None, session).last(&SummaryLine { checked, failed }, text, session)?;
    match summary {
        _ if !summary.complete => {
            session.keeps(format!("{checked} checks are printed"));
            Err(Failure::Interrupted)
        }
        _ if summary.failed > 0 => Err(Failure::Check),
        _ => Ok(()),
    }
}

/// Prints a check: an object as JSON, else behind those of the same position, that of `line` of the suite.
fn print(check: &Check<'_>, line: &mut usize, session: &mut Session<'_>) -> Result {
    let Check { entry, depth, expected, nodes, .. } = *check;
    let (position, ok) = (entry.position.trim(), check.is_ok());
    session.report(&CheckLine { position, depth, expected, nodes, ok }, |out| {
        let before = std::mem::replace(line, entry.line);
        if before != entry.line {
            let end = if before > 0 { "\n" } else { "" };
            write!(out, "{end}line {} {}:", entry.line, one_line(position))?;
        }
        match ok {
            true => write!(out, " D{depth} ok"),
            false => write!(out, " D{depth} WRONG (expected {expected}, counted {nodes})"),
        }
    })?;
    Ok(session.out.flush()?)
}
