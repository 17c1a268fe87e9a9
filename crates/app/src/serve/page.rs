//! The page: its files are inside the program.

use super::http::{Body, Refusal, Response, typed};
use super::plane;
use hyper::StatusCode;
use hyper::body::Bytes;
use std::sync::LazyLock;

/// The path of each file, its type, and its content.
pub(super) const FILES: &[(&str, &str, &str)] = &[
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/style.css", STYLE, include_str!("page/style.css")),
    ("/later.css", STYLE, include_str!("page/later.css")),
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("/main.js", SCRIPT, include_str!("page/main.js")),
    ("/analysis.js", SCRIPT, include_str!("page/analysis.js")),
    ("/annotate.js", SCRIPT, include_str!("page/annotate.js")),
    ("/answers.js", SCRIPT, include_str!("page/answers.js")),
    ("/api.js", SCRIPT, include_str!("page/api.js")),
    ("/asks.js", SCRIPT, include_str!("page/asks.js")),
    ("/board.js", SCRIPT, include_str!("page/board.js")),
    ("/choice.js", SCRIPT, include_str!("page/choice.js")),
    ("/choices.js", SCRIPT, include_str!("page/choices.js")),
    ("/controls.js", SCRIPT, include_str!("page/controls.js")),
    ("/figures.js", SCRIPT, include_str!("page/figures.js")),
    ("/dom.js", SCRIPT, include_str!("page/dom.js")),
    ("/film.js", SCRIPT, include_str!("page/film.js")),
    ("/files.js", SCRIPT, include_str!("page/files.js")),
    ("/games.js", SCRIPT, include_str!("page/games.js")),
    ("/gauge.js", SCRIPT, include_str!("page/gauge.js")),
    ("/graph.js", SCRIPT, include_str!("page/graph.js")),
    ("/hand.js", SCRIPT, include_str!("page/hand.js")),
    ("/help.js", SCRIPT, include_str!("page/help.js")),
    ("/keep.js", SCRIPT, include_str!("page/keep.js")),
    ("/keys.js", SCRIPT, include_str!("page/keys.js")),
    ("/lesson.js", SCRIPT, include_str!("page/lesson.js")),
    ("/moves.js", SCRIPT, include_str!("page/moves.js")),
    ("/names.js", SCRIPT, include_str!("page/names.js")),
    ("/notice.js", SCRIPT, include_str!("page/notice.js")),
    ("/play.js", SCRIPT, include_str!("page/play.js")),
    ("/review.js", SCRIPT, include_str!("page/review.js")),
    ("/rules.js", SCRIPT, include_str!("page/rules.js")),
    ("/score.js", SCRIPT, include_str!("page/score.js")),
    ("/session.js", SCRIPT, include_str!("page/session.js")),
    ("/setup.js", SCRIPT, include_str!("page/setup.js")),
    ("/spell.js", SCRIPT, include_str!("page/spell.js")),
    ("/state.js", SCRIPT, include_str!("page/state.js")),
    ("/store.js", SCRIPT, include_str!("page/store.js")),
    ("/tabs.js", SCRIPT, include_str!("page/tabs.js")),
    ("/teach.js", SCRIPT, include_str!("page/teach.js")),
    ("/theme.js", SCRIPT, include_str!("page/theme.js")),
    ("/tree.js", SCRIPT, include_str!("page/tree.js")),
    ("/walk.js", SCRIPT, include_str!("page/walk.js")),
    ("/watch.js", SCRIPT, include_str!("page/watch.js")),
];

pub(super) const SCRIPT: &str = "text/javascript; charset=utf-8";
pub(super) const STYLE: &str = "text/css; charset=utf-8";

/// What is sent of each file.
pub(super) fn sent() -> &'static [Bytes] {
    &SENT
}

static SENT: LazyLock<Vec<Bytes>> =
    LazyLock::new(|| FILES.iter().map(|&(_, kind, content)| Bytes::from(lean(content, kind))).collect());

/// A text without indentation and empty lines, which are for those who work on it, as are comments of scripts on lines
/// of their own and spaces between the parts of a style: a fifth of all.
pub(super) fn lean(text: &str, kind: &str) -> String {
    let lines =
        text.lines().map(str::trim).filter(|line| !(line.is_empty() || kind == SCRIPT && line.starts_with("//")));
    let lines = lines.collect::<Vec<_>>().join("\n");
    let parts =
        [(": ", ":"), ("; ", ";"), (" {", "{"), ("{ ", "{"), (" }", "}"), ("} ", "}"), (", ", ","), (";}", "}")];
    let parts = if kind == STYLE { &parts[..] } else { &[] };
    parts.iter().fold(lines, |text, (long, short)| text.replace(long, short))
}

/// The page's own file with a link to that of the unbounded board.
static LINKED: LazyLock<Bytes> = LazyLock::new(|| {
    let own = String::from_utf8_lossy(&SENT[0]);
    Bytes::from(own.replacen("</nav>", &format!("</nav>\n{}", plane::LINK), 1))
});

/// A file of the page, or of that of the unbounded board, to which there is a link if somebody knows something of it.
pub(super) fn file(path: &str, has_plane: bool) -> Result<Response, Refusal> {
    let of_page = || FILES.iter().zip(&*SENT).find(|((name, ..), _)| *name == path);
    let (kind, content) = if let Some((&(_, kind, _), sent)) = of_page() {
        (kind, if has_plane && path == "/" { LINKED.clone() } else { sent.clone() })
    } else {
        let none = || Refusal::new(StatusCode::NOT_FOUND, "there is no such page; expected /");
        let &(_, kind, content) = plane::FILES.iter().find(|(name, ..)| *name == path).ok_or_else(none)?;
        (kind, Bytes::from(lean(content, kind)))
    };
    Ok(typed(kind, Body::Whole(content)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_for_readers_is_not_sent() {
        assert_eq!(lean("// A.\nconst a = 1; // b\n\n  f(`x`);\n", SCRIPT), "const a = 1; // b\nf(`x`);");
        assert_eq!(lean("  <a href=x>\n    //</a>\n", "text/html"), "<a href=x>\n//</a>");
        let style = ".a :focus, b { margin: 0 .5rem; inset: 0; }\n@media (width > 9px) { i { color: red; } }";
        let lean_style = ".a :focus,b{margin:0 .5rem;inset:0}\n@media (width > 9px){i{color:red}}";
        assert_eq!(lean(style, STYLE), lean_style);
        // Nothing that is left out stands in a text of several lines.
        for (name, kind, content) in FILES.iter().filter(|(_, kind, _)| *kind == SCRIPT) {
            let is_even = |line: &str| line.matches('`').count().is_multiple_of(2);
            assert!(content.lines().all(is_even), "{name}, {kind}: a text of several lines");
        }
    }
}
