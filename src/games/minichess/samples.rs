//! What `bench` searches: openings, open fights, endings, and games close to their last ply. The positions come from
//! the perft suite and from games of the engine against itself; the depths take a few tenths of a second each.

pub(super) const SAMPLES: &[(&str, u32)] = &[
    ("kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1", 18),
    ("kqbnr/p1p1p/1p1p1/P1P2/1P1PP/RNBQK b - - 0 3", 16),
    ("kqb1r/pp1pp/2p1n/P3P/1PPP1/RNBQK w - - 0 3", 16),
    ("kqbn1/pNppr/1p3/P3p/1PPPP/R1BQK b - - 0 4", 14),
    ("1kb1r/1q1pN/4n/Q1P1P/PP2P/R1B1K b - - 0 9", 14),
    ("R1b2/2Nrp/1k1p1/1P1P1/1n2P/2B1K b - - 0 20", 15),
    ("k2n1/4r/3pp/Bb1P1/PPN1P/R3K w - - 0 30", 15),
    ("k4/1b3/2p2/B1P1Q/3KP/1r3 w - - 0 35", 14),
    ("5/2P2/4p/1p2P/1P3/1kBNK w - - 0 40", 16),
    ("k2Nr/1bn2/2pp1/1RB2/P3P/4K w - - 0 44", 14),
    ("k3r/p1n2/1p1p1/1P1P1/P2R1/1N2K b - - 0 46", 14),
];
