//! Tuned weights of the evaluation, in hundredths of the game's unit, as `manyply tune gomoku` writes them.

crate::game::tunable::weights! {
    origin =
        "Patterns fitted to the results of 26000 positions of fast games against and among public engines, freestyle on"
        "15x15; windows set by hand.";

    /// The score of a line pattern in one direction, in the order of `LinePattern`: for the side to move, for the other
    /// one.
    shape: [[_; 12]; 2] = [
        [   0,    0,    0,    3,    2,   10,   29,   60, 1596,    0,    0,    0],
        [   0,    0,    0,    2,    1,   11,   18,   49,  180,    0,    0,    0],
    ];

    /// The score of a combined pattern, in the order of `Pattern4`, beyond those of its line patterns.
    threat: [[_; 16]; 2] = [
        [   0,    0,    0,    0,    0,    0,   13,   24,   72,  168,   41,  201, 1596, 3192, 1596,    0],
        [   0,    0,    0,    0,    0,    0,   11,   16,   53,  103,   44,  175,  456,  230,  190,    0],
    ];

    /// Tempo.
    tempo: _ = 136;

    /// With `connect` other than 5: a window in which one side alone has stones, by the number that it lacks, from
    /// none.
    lacking: [_; 5] = [0, 90, 25, 6, 1];

    /// Tempo with `connect` other than 5.
    tempo_in_windows: _ = 20;
}
