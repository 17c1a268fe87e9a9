//! The page: its files are inside the program.

use super::http::{Body, Refusal, Response, SCRIPT, STYLE, typed};
use super::plane;
use hyper::StatusCode;
use hyper::body::Bytes;
use std::sync::LazyLock;

/// Files of the folder `page`, each with its path and its type.
macro_rules! files {
    ($($kind:expr => $($name:literal)*;)*) => {
        &[$($((concat!("/", $name), $kind, include_str!(concat!("page/", $name)))),*),*]
    };
}

/// The path of each file, its type, and its content; the first is the page itself.
pub(super) const FILES: &[(&str, &str, &str)] = files! {
    "text/html; charset=utf-8" => "index.html";
    "image/svg+xml" => "icon.svg";
    STYLE => "style.css" "later.css";
    SCRIPT => "main.js" "analysis.js" "annotate.js" "answers.js" "api.js" "asks.js" "board.js" "choice.js"
        "choices.js" "controls.js" "figures.js" "dom.js" "film.js" "files.js" "games.js" "gauge.js" "graph.js"
        "hand.js" "help.js" "keep.js" "keys.js" "lesson.js" "moves.js" "names.js" "notice.js" "play.js" "review.js"
        "rules.js" "score.js" "session.js" "setup.js" "spell.js" "state.js" "store.js" "tabs.js" "teach.js"
        "theme.js" "tree.js" "walk.js" "watch.js";
};

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
    let own = if path == "/" { FILES[0].0 } else { path };
    let of_page = || FILES.iter().zip(&*SENT).find(|((name, ..), _)| *name == own);
    let (kind, content) = if let Some((&(_, kind, _), sent)) = of_page() {
        (kind, if has_plane && own == FILES[0].0 { LINKED.clone() } else { sent.clone() })
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
