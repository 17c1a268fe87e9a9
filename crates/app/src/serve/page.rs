//! The page: its files are inside the program.

use super::http::{Body, Refusal, Response, typed};
use hyper::StatusCode;
use hyper::body::Bytes;
use std::sync::LazyLock;

/// The path of each file, its type, and its content.
pub(super) const FILES: &[(&str, &str, &str)] = &[
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/style.css", "text/css; charset=utf-8", include_str!("page/style.css")),
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("/main.js", SCRIPT, include_str!("page/main.js")),
    ("/analysis.js", SCRIPT, include_str!("page/analysis.js")),
    ("/annotate.js", SCRIPT, include_str!("page/annotate.js")),
    ("/answers.js", SCRIPT, include_str!("page/answers.js")),
    ("/api.js", SCRIPT, include_str!("page/api.js")),
    ("/asks.js", SCRIPT, include_str!("page/asks.js")),
    ("/board.js", SCRIPT, include_str!("page/board.js")),
    ("/choice.js", SCRIPT, include_str!("page/choice.js")),
    ("/figures.js", SCRIPT, include_str!("page/figures.js")),
    ("/files.js", SCRIPT, include_str!("page/files.js")),
    ("/gauge.js", SCRIPT, include_str!("page/gauge.js")),
    ("/graph.js", SCRIPT, include_str!("page/graph.js")),
    ("/hand.js", SCRIPT, include_str!("page/hand.js")),
    ("/keep.js", SCRIPT, include_str!("page/keep.js")),
    ("/keys.js", SCRIPT, include_str!("page/keys.js")),
    ("/moves.js", SCRIPT, include_str!("page/moves.js")),
    ("/names.js", SCRIPT, include_str!("page/names.js")),
    ("/notice.js", SCRIPT, include_str!("page/notice.js")),
    ("/play.js", SCRIPT, include_str!("page/play.js")),
    ("/rules.js", SCRIPT, include_str!("page/rules.js")),
    ("/score.js", SCRIPT, include_str!("page/score.js")),
    ("/session.js", SCRIPT, include_str!("page/session.js")),
    ("/setup.js", SCRIPT, include_str!("page/setup.js")),
    ("/state.js", SCRIPT, include_str!("page/state.js")),
    ("/teach.js", SCRIPT, include_str!("page/teach.js")),
    ("/theme.js", SCRIPT, include_str!("page/theme.js")),
    ("/tree.js", SCRIPT, include_str!("page/tree.js")),
    ("/watch.js", SCRIPT, include_str!("page/watch.js")),
];

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// What is sent of each file.
pub(super) fn sent() -> &'static [Bytes] {
    &SENT
}

static SENT: LazyLock<Vec<Bytes>> =
    LazyLock::new(|| FILES.iter().map(|&(_, kind, content)| Bytes::from(lean(content, kind == SCRIPT))).collect());

/// A text without indentation and, of scripts, comments on lines of their own, which are for those who work on it: a
/// fifth of all. Lines keep their numbers.
pub(super) fn lean(text: &str, is_script: bool) -> String {
    let kept = text.lines().map(str::trim).map(|line| if is_script && line.starts_with("//") { "" } else { line });
    kept.collect::<Vec<_>>().join("\n")
}

/// A file of the page.
pub(super) fn file(path: &str) -> Result<Response, Refusal> {
    let none = || Refusal::new(StatusCode::NOT_FOUND, "there is no such page; expected /");
    let (&(_, kind, _), sent) = FILES.iter().zip(&*SENT).find(|((name, ..), _)| *name == path).ok_or_else(none)?;
    Ok(typed(kind, Body::Whole(sent.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_for_readers_is_not_sent() {
        assert_eq!(lean("// A.\nconst a = 1; // b\n\n  f(`x`);\n", true), "\nconst a = 1; // b\n\nf(`x`);");
        assert_eq!(lean("  <a href=x>\n    //</a>\n", false), "<a href=x>\n//</a>");
        // Nothing that is left out stands in a text of several lines.
        for (name, kind, content) in FILES.iter().filter(|(_, kind, _)| *kind == SCRIPT) {
            let is_even = |line: &str| line.matches('`').count().is_multiple_of(2);
            assert!(content.lines().all(is_even), "{name}, {kind}: a text of several lines");
        }
    }
}
