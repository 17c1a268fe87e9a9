//! The index of a certificate of the plane: what its trees say, so that nobody need read all of them again to look a
//! position up.

use super::super::file::Certificate;
use super::super::pack;
use super::VerifiedPlane;
use super::lemma::{Lemma, Told};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// How names of certificates end.
pub(in crate::games::gomoku) const ENDINGS: [&str; 3] = [".proof", ".proof.zst", ".proof.txt"];

/// Coordinates of its squares are no further from 0.
const MOST: i32 = 64;

/// Where the index of a certificate lies: `gomoku….index` beside `gomoku….proof`, `.proof.zst` or `.proof.txt`.
pub fn index_beside(certificate: &Path) -> PathBuf {
    let name = certificate.to_string_lossy();
    let stem = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
    PathBuf::from(format!("{stem}.index"))
}

/// What is in one.
#[derive(Serialize, Deserialize)]
pub(super) struct Index {
    /// The certificate's checksum.
    sum: u64,
    /// Whether Black wins on the plane.
    pub(super) is_whole: bool,
    /// The side of the smallest board from which on it wins on all square ones.
    pub(super) board: Option<i32>,
    /// What the trees say.
    pub(super) told: Vec<Told>,
}

/// The index of what was checked; it names its certificate by a checksum.
pub(super) fn write(certificate: &Certificate<'_>, verified: &VerifiedPlane) -> io::Result<Vec<u8>> {
    let VerifiedPlane { cover, lemmas, .. } = verified;
    // Only of a root after a pass is the zone asked for, and what is touched only where there are two sheets.
    let told = |lemma: &Lemma| {
        let Told { zone, touched, edges, longest, room, .. } = lemma.told().cloned().unwrap_or_default();
        let zone = zone.filter(|_| lemma.is_after_pass());
        let touched = if lemma.is_far() { touched } else { Vec::new() };
        Told { zone, touched, edges, longest, room, ..Told::default() }
    };
    let (sum, told) = (certificate.sum(), lemmas.iter().map(told).collect());
    let index = Index { sum, is_whole: cover.is_whole(), board: cover.board, told };
    pack(&serde_json::to_vec(&index)?)
}

/// Reads what [`write`] made, unpacked.
pub(super) fn read(certificate: &Certificate<'_>, bytes: &[u8]) -> Result<Index, String> {
    let wrong = |problem: &dyn std::fmt::Display| format!("{problem}; expected what 'manyply verify --index' writes");
    let index: Index = serde_json::from_slice(bytes).map_err(|error| wrong(&error))?;
    if (index.sum, index.told.len()) != (certificate.sum(), certificate.roots.len()) {
        return Err(wrong(&"is the index of another certificate"));
    }
    let mut places = index.told.iter().flat_map(|told| told.zone.iter().flatten().chain(&told.touched));
    if places.any(|&(x, y, sheet)| sheet > 1 || !(-MOST..MOST).contains(&x) || !(-MOST..MOST).contains(&y)) {
        return Err(wrong(&"a square beyond the sheets"));
    }
    Ok(index)
}

/// The lemmas of a certificate, none of them read, with what its index says of them.
pub(super) fn lemmas(certificate: &Certificate<'_>, told: Vec<Told>) -> Vec<Lemma> {
    certificate.roots.iter().map(Lemma::unread).zip(told).map(|(lemma, told)| lemma.with(told)).collect()
}
