//! Certificates as files, and the names of positions in them.

use crate::cli::common::{Blame, Result, Session, input, misread};
use crate::cli::solving::verify;
use manyply::files;
use manyply::formats::Content;
use manyply::game::{Notation, Played, Variant};
use manyply::games::gomoku::verify::{Certificate, Format, header, pack, rules_text};
use manyply::games::gomoku::{Gomoku, Square};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A certificate as the bytes of a file. Text names its rules where they are not those of most people.
pub(crate) fn content(certificate: &Certificate<'_>, as_text: bool) -> Result<Vec<u8>> {
    let named = certificate.format != Format::default();
    let content = if as_text { certificate.to_text(named).map(String::into_bytes) } else { certificate.to_binary() };
    content.map_err(|(root, at)| input!("{}: digit {at}", certificate.place(&root)))
}

pub(crate) fn write(path: &Path, content: &[u8], session: &mut Session<'_>) -> Result {
    let _waits = session.waits_for(path);
    let packed;
    let content = if path.extension().is_some_and(|extension| extension == "zst") {
        packed = pack(content)?;
        &packed
    } else {
        content
    };
    files::write(path, |out| out.write_all(content)).of_file("--out", path)
}

/// Puts certificates together, each root once, for `manyply merge`.
pub(crate) fn merge(files: &[PathBuf], out: &Path, session: &mut Session<'_>) -> Result {
    let mut parts = Vec::new();
    for path in files {
        parts.push((path, verify::read(path, session).of_file("merge", path)?));
    }
    let mut whole: Option<Certificate<'_>> = None;
    let mut bytes = Vec::new();
    let mut known = HashSet::new();
    let mut roots = 0;
    for (path, part) in &parts {
        let wrong = |error: &dyn std::fmt::Display| misread("merge", path, &[Content::Certificate], error);
        let mut part = Certificate::parse(part, Format::default()).map_err(|error| wrong(&error))?;
        let first = whole.as_ref().map_or(part.format, |whole| whole.format);
        if part.format != first {
            return Err(wrong(&format!(
                "is about {}; expected {}, as the files before it",
                part.rules(),
                rules_text(first)
            )));
        }
        part.roots.retain(|root| known.insert((root.board, root.stones.clone())));
        roots += part.roots.len();
        bytes.extend(part.bodies().map_err(|(root, at)| wrong(&format!("{}: digit {at}", part.place(&root))))?);
        whole.get_or_insert(part);
    }
    let Some(whole) = whole else { return Ok(()) };
    let mut content = header(whole.format, roots).into_bytes();
    content.extend(bytes);
    write(out, &content, session)?;
    writeln!(session.out, "{roots} positions in {} bytes; 'manyply verify' checks them", content.len())?;
    Ok(())
}

/// Moves from the empty board.
pub(crate) fn moves_of(position: &Gomoku, text: &str) -> Result<Vec<Square>, String> {
    let mut game = Played::new(Gomoku::start(&position.rules()));
    for (_, word) in Gomoku::split_moves(text) {
        let m = game.position().parse_move(word).map_err(|error| format!("{word:?}: {}", error.problem))?;
        if !game.play(m) {
            return Err(format!("{word:?} is not legal; expected an empty square while the game goes on"));
        }
    }
    if game.moves().len() == 0 {
        Err("expected moves, the last of them the answer".into())
    } else {
        Ok(game.moves().collect())
    }
}

/// The moves as text.
pub(crate) fn names(position: &Gomoku, moves: &[Square]) -> String {
    moves.iter().map(|&m| position.move_text(m)).collect::<Vec<_>>().join(" ")
}
