//! What `bench` searches: the start and openings that leave neither colour much the better. All depths together take
//! about half a second.

pub(super) const SAMPLES: &[(&str, u32)] = &[
    ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x", 11),
    ("15/15/15/15/15/15/6o1o1x4/7x7/15/10x4/15/15/15/15/15 o", 12),
    ("15/15/15/15/8x6/15/7o1o5/7x7/9x5/15/15/15/15/15/15 o", 12),
    ("15/15/15/15/10x4/7x1o5/7o7/7x7/15/15/15/15/15/15/15 o", 12),
    ("15/15/15/15/15/15/15/15/15/10x2x1/15/9oxoo2/15/13x1/15 o", 12),
    ("15/15/15/15/15/15/15/12o2/10ox1x1/8x5o/10o3x/10x2o1/12x2/15/15 o", 12),
];
