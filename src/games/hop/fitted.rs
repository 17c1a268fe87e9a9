//! The weights of the evaluation, in hundredths of the game's unit, in the form that `manyply tune hop` writes.

crate::game::tunable::weights! {
    origin =
        "Fitted to the results of self-play by a script before there was `tune` (190,000 positions of games of 1,500"
        "nodes a move from random openings), a step in mid-board being about 100; home_in_time and too_late by hand.";

    /// A piece by the columns that it has come.
    column: [_; 8] = [-192, -70, 43, 107, 230, 396, 640, 693];

    /// A piece that the enemy can take: on the enemy's turn, on the own.
    hanging: [_; 2] = [-53, -37];

    /// A piece that can hop forward.
    forward_hop: _ = 148;

    /// Two pieces side by side in a row, in a column.
    pair: [_; 2] = [41, 81];

    /// A piece with a gap and another piece before it.
    gap: _ = 33;

    /// So many pieces not home.
    under_way: [_; 10] = [0, 166, 43, -20, -76, -76, -90, -47, 38, 175];

    /// The columns that the last piece has come.
    last: [_; 8] = [-119, -130, -101, 27, 186, 250, 0, 0];

    /// Having the move.
    tempo: _ = 104;

    /// A piece that is home when the plies run out: in full at the last ply.
    home_in_time: _ = 400;

    /// A piece that can no longer be home when the plies run out: in full at the last ply.
    too_late: _ = -300;
}
