//! The index of a certificate of the plane: what its trees say, so that nobody need read all of them again to look a
//! position up.

use super::super::file::Certificate;
use super::super::pack;
use super::roots::{Lemma, Told};
use crate::shard::checksum;
use std::io;

/// Coordinates of its squares are no further from 0.
const MOST: i32 = 64;

/// The index of what was read; it names its certificate by a checksum.
pub(super) fn write(certificate: &Certificate<'_>, lemmas: &[Lemma]) -> io::Result<Vec<u8>> {
    // Only of a root after a pass is the zone asked for, and what is touched only where there are two sheets.
    let told = |lemma: &Lemma| {
        let Told { zone, touched, edges, longest, .. } = lemma.told().cloned().unwrap_or_default();
        let zone = zone.filter(|_| lemma.is_after_pass());
        let touched = if lemma.is_far() { touched } else { Vec::new() };
        Told { zone, touched, edges, longest, ..Told::default() }
    };
    let told: Vec<Told> = lemmas.iter().map(told).collect();
    pack(&serde_json::to_vec(&(checksum(certificate.bytes), told))?)
}

/// Reads what [`write`] made, unpacked.
pub(super) fn read(certificate: &Certificate<'_>, bytes: &[u8]) -> Result<Vec<Told>, String> {
    let wrong = |problem: &dyn std::fmt::Display| format!("{problem}; expected what 'manyply verify --index' writes");
    let (sum, told): (u64, Vec<Told>) = serde_json::from_slice(bytes).map_err(|error| wrong(&error))?;
    if (sum, told.len()) != (checksum(certificate.bytes), certificate.roots.len()) {
        return Err(wrong(&"is the index of another certificate"));
    }
    let mut places = told.iter().flat_map(|told| told.zone.iter().flatten().chain(&told.touched));
    if places.any(|&(x, y, sheet)| sheet > 1 || !(-MOST..MOST).contains(&x) || !(-MOST..MOST).contains(&y)) {
        return Err(wrong(&"a square beyond the sheets"));
    }
    Ok(told)
}
