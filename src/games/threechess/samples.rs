//! What `bench` searches: openings, open fights, endings. The positions come from the perft suite.

pub(super) const SAMPLES: &[(&str, u32)] = &[];
