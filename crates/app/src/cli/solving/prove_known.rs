//! What a run of `prove` begins with: the positions that its checkpoint has, and those that certificates have.

use crate::cli::common::{Bar, Failure, Result, Session, misread};
use crate::cli::solving::prove_certificate::moves_of;
use crate::cli::solving::prove_journal::Journal;
use crate::cli::solving::verify;
use manyply::formats::Content;
use manyply::game::Position;
use manyply::games::gomoku::prover::job_key;
use manyply::games::gomoku::verify::{Certificate, Format, plane, rules_text, verify as check};
use manyply::games::gomoku::{Gomoku, Square};
use std::collections::HashMap;
use std::path::Path;

/// The positions that a journal has proved, found by their stones however the board is turned, with the moves by which
/// the journal names them.
pub(crate) struct Known<'a> {
    start: &'a Gomoku,
    moves: HashMap<u64, Vec<Square>>,
}

impl<'a> Known<'a> {
    /// All that are proved from the empty board `start`. Lines without legal moves are for the checker to refuse.
    pub(crate) fn new(start: &'a Gomoku, journal: &Journal) -> Self {
        let all = journal.proved().filter_map(|text| moves_of(start, text).ok());
        Self { start, moves: all.map(|moves| (job_key(&after(start, &moves)), moves)).collect() }
    }

    /// Whether this position is proved.
    pub(crate) fn has(&self, position: &Gomoku) -> bool {
        self.moves.contains_key(&job_key(position))
    }

    /// A job by the moves under which it is proved, if it is.
    pub(crate) fn named(&self, job: Vec<Square>) -> Vec<Square> {
        self.moves.get(&job_key(&after(self.start, &job))).cloned().unwrap_or(job)
    }
}

fn after(start: &Gomoku, moves: &[Square]) -> Gomoku {
    let mut position = start.clone();
    moves.iter().for_each(|&m| position.make(m));
    position
}

/// Adds what a certificate proves to a journal, once it is checked, and the winner's moves on the way there, where the
/// journal has no others.
pub(crate) fn take_over(
    path: &Path,
    format: Format,
    threads: usize,
    journal: &mut Journal,
    session: &mut Session<'_>,
) -> Result {
    let wrong = |error: &dyn std::fmt::Display| misread("--from", path, &[Content::Certificate], error);
    let bytes = verify::read(path, session).map_err(|error| wrong(&error))?;
    let mut certificate = Certificate::parse(&bytes, Format::default()).map_err(|error| wrong(&error))?;
    if certificate.format != format {
        return Err(wrong(&format!("is about {}; expected {}", certificate.rules(), rules_text(format))));
    }
    let mut roots = std::mem::take(&mut certificate.roots);
    roots.retain(|root| !journal.has(&certificate.moves_text(root)));
    certificate.roots = roots;
    if certificate.roots.is_empty() {
        return Ok(());
    }
    let bar = Bar::new(session.has_terminal);
    let show = |part| bar.show("checked", part);
    let checked = match format.plane {
        true => plane::check(&certificate, threads, &session.stop, &show).map(|found| found.is_some()),
        false => check(&certificate, threads, &session.stop, &show).map(|found| found.is_some()),
    };
    if !checked.map_err(|refusal| wrong(&refusal))? {
        return Err(Failure::Interrupted);
    }
    // On the plane there are several ways.
    for root in certificate.roots.iter().filter(|_| !format.plane) {
        let moves = certificate.moves_text(root);
        let ends: Vec<usize> = moves.match_indices(' ').map(|(end, _)| end).chain([moves.len()]).collect();
        // The winner is to move after all of them, so every second one before is the winner's.
        for &end in ends.iter().rev().skip(1).step_by(2) {
            let (before, _) = moves[..end].rsplit_once(' ').unwrap_or_default();
            if journal.answer_to(before).is_none() {
                journal.answer(&moves[..end])?;
            }
        }
    }
    let text =
        certificate.to_text(false).map_err(|(root, at)| wrong(&format!("{}: digit {at}", certificate.place(&root))))?;
    for (moves, tree) in text.lines().filter_map(|line| line.split_once('|')) {
        journal.prove(moves, tree.to_owned())?;
    }
    Ok(())
}
