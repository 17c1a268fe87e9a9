//! The weights of the evaluation, in hundredths of the game's unit, in the form that `manyply tune gomoku` writes.

crate::game::tunable::weights! {
    origin =
        "Patterns fitted to the results of 26000 positions of fast games against and among public engines, freestyle on"
        "15x15; windows set by hand.";

    /// What a stone would make of one of its lines, by the order of `Shape`: for the side to move, for the other one.
    shape: [[_; 12]; 2] = [
        [   0,    0,    0,    3,    2,   10,   29,   60, 1596,    0,    0,    0],
        [   0,    0,    0,    2,    1,   11,   18,   49,  180,    0,    0,    0],
    ];

    /// What it is worth beyond its shapes, by what it threatens in all lines together, in the order of `Threat`.
    threat: [[_; 16]; 2] = [
        [   0,    0,    0,    0,    0,    0,   13,   24,   72,  168,   41,  201, 1596, 3192, 1596,    0],
        [   0,    0,    0,    0,    0,    0,   11,   16,   53,  103,   44,  175,  456,  230,  190,    0],
    ];

    /// Having the move.
    tempo: _ = 136;

    /// Where other runs than five win: a window that only one side has stones in, by how many it lacks, from none.
    lacking: [_; 5] = [0, 90, 25, 6, 1];

    /// Having the move there.
    tempo_in_windows: _ = 20;
}
