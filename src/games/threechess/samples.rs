//! What `bench` searches: openings, middle games and an ending. The positions come from games of the engine against
//! itself and from the perft suite; the depths take about a tenth of a second each.

pub(super) const SAMPLES: &[(&str, u32)] = &[
    (
        "8/8/bPbPbPbPbPbPbPbP/bRbNbBbQbKbBbNbR|\
         8/8/gPgPgPgPgPgPgPgP/gRgNgBgQgKgBgNgR|8/8/rPrPrPrPrPrPrPrP/rRrNrBrQrKrBrNrR b 0",
        10,
    ),
    (
        "5bP2/4bPbN2/bPbPbPbP2bPbP/bRbNbBbQbKbB1bR|\
         8/3gPgP2gP/gPgPgP2gPgP1/gRgNgBgQgKgBgNgR|8/2rN4rN/rPrPrPrPrPrPrPrP/rR1rBrQrKrB1rR r 8",
        9,
    ),
    (
        "5bP2/3bPbPbN2/bPbPbPbBbB1bPbP/bRbN1bQ1bRbK1|\
         1rN1gPgP3/2gN4gP/gPgPgP1gNgPgP1/gR1gBgQgKgB1gR|8/rP2rP4/1rPrP1rPrPrPrP/rRrNrBrQrKrB1rR r 20",
        8,
    ),
    (
        "5bP2/bP1bNbPbPbN1bP/bP1bPbBbB1bP1/1bR1bQ1bRbK1|\
         1rN1gPgP3/2gN3gNgP/gPgPgP1gBgPgP1/gR2gQ1gRgK1|8/rP1rNrPrP3/1rPrP1rBrPrPrP/rR1rBrQ1rRrK1 r 32",
        9,
    ),
    (
        "5bP2/bP2bPbPbN1bP/bP1bPbBbB1bP1/1bRbQbN1bRbK1|\
         1rN1gPgP3/1gPgN3gNgP/2gP1gBgPgP1/2gRgQ1gRgK1|4rP2gP/rP1rPrP1rP2/rNrP2rB1rPrP/rR1rBrQ1rRrK1 r 44",
        8,
    ),
    (
        "gB4bP1bP/bP1bPbPbPbN2/bP3bBbNbP1/1bRbQ1bBbRbK1|\
         1rB1gPgP3/2gN1gQ1gNgP/2gP2gPgP1/2gR2gRgK1|4rP2gP/rP1rPrP1rP1rN/rNrP4rPrP/rR2rQrRrBrK1 r 56",
        9,
    ),
    (
        "gB4bP1bP/bP1bPbP1bN1bN/bP2bBbB1bP1/bR1bQ2bR1bK|\
         2gPgPgN3/2gN1gQ2gP/5gPgP1/1gR4gK1|2rP4gR/rP2rP1rP1rP/rNrP1rB1rNrP1/rRrQ2rRrBrK1 r 80",
        7,
    ),
    (
        "gB4bP1bP/bP1bBbP1bNbP1/bP3bBbN2/1bRbQ2bR1bK|\
         2gPgP1gPgP1/3gNgQ3/gR3gN3/1gR5gK|2rP5/rPrP1rP1rP1rP/rR2rBrNrNrP1/1rQ1rR1rB1rK r 104",
        7,
    ),
    ("8/8/bN5rP1/4bK3|4rP3/8/8/8|4gK3/2rR5/1gN4rR1/7rK g 205", 8),
];
