//! Tuned weights of the evaluation, in hundredths of the game's unit, as `manyply tune gomoku` writes them.

crate::game::tunable::weights! {
    file = "windows.weights";

    /// A window in which one side alone has stones, by the number that it lacks, from none.
    lacking: [_; 5];

    /// Tempo.
    tempo: _;
}
