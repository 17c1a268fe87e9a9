//! What `bench` searches: the start, openings and middle games.

pub(super) const SAMPLES: &[(&str, u32)] = &[("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x", 3)];
