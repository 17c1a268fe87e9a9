//! Tuned weights of the evaluation, in hundredths of the game's unit, as `manyply tune hop` writes them.

crate::game::tunable::weights! {
    origin =
        "manyply tune hop --games 1421 --nodes 2000 --random-plies 6 --positions 12 --seed 1 --epochs 500 --prior 150,"
        "beginning with the weights before: 17052 positions of 1421 games.";

    /// Piece-square score: a piece by the columns that it has advanced.
    column: [_; 8] = [-219, -55, 63, 162, 250, 430, 633, 666];

    /// A hanging piece: on the enemy's turn, on the own turn.
    hanging: [_; 2] = [-7, -48];

    /// A piece that can hop forward.
    forward_hop: _ = 122;

    /// Two pieces side by side in a row, in a column.
    pair: [_; 2] = [52, 75];

    /// A piece with a gap and another piece before it.
    gap: _ = 16;

    /// By the number of pieces that are not home.
    under_way: [_; 10] = [-1, 143, 67, -43, -118, -115, -86, -48, 98, 179];

    /// By the columns that the last piece has advanced.
    last: [_; 8] = [-113, -102, -98, 5, 202, 199, 0, 0];

    /// Tempo.
    tempo: _ = 92;

    /// A piece that is home when the plies run out: in full at the last ply.
    home_in_time: _ = 403;

    /// A piece that can no longer be home when the plies run out: in full at the last ply.
    too_late: _ = -297;
}
