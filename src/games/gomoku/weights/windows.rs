//! Tuned weights of the evaluation, in hundredths of the game's unit, as `manyply tune gomoku` writes them.

crate::game::tunable::weights! {
    origin =
        "Set by hand.";

    /// A window in which one side alone has stones, by the number that it lacks, from none.
    lacking: [_; 5] = [0, 90, 25, 6, 1];

    /// Tempo.
    tempo: _ = 20;
}
