//! The page: its files are inside the program.

use super::http::{Body, Refusal, Response, typed};
use hyper::StatusCode;
use hyper::body::Bytes;

/// The path of each file, its type, and its content.
pub(super) const FILES: &[(&str, &str, &str)] = &[
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/style.css", "text/css; charset=utf-8", include_str!("page/style.css")),
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("/main.js", SCRIPT, include_str!("page/main.js")),
    ("/api.js", SCRIPT, include_str!("page/api.js")),
    ("/analysis.js", SCRIPT, include_str!("page/analysis.js")),
    ("/board.js", SCRIPT, include_str!("page/board.js")),
    ("/graph.js", SCRIPT, include_str!("page/graph.js")),
    ("/play.js", SCRIPT, include_str!("page/play.js")),
    ("/score.js", SCRIPT, include_str!("page/score.js")),
    ("/tree.js", SCRIPT, include_str!("page/tree.js")),
    ("/watch.js", SCRIPT, include_str!("page/watch.js")),
];

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// A file of the page.
pub(super) fn file(path: &str) -> Result<Response, Refusal> {
    let none = || Refusal::new(StatusCode::NOT_FOUND, None, "there is no such page; expected /");
    let &(_, kind, content) = FILES.iter().find(|(name, ..)| *name == path).ok_or_else(none)?;
    Ok(typed(kind, Body::Whole(Bytes::from_static(content.as_bytes()))))
}
