//! Tuned weights of the evaluation, in hundredths of the game's unit, as `manyply tune gomoku` writes them.

crate::game::tunable::weights! {
    file = "renju.weights";

    /// The score of an empty square by the combination of its four line codes, in the order of their numbers: first
    /// with Black to move, for Black, then for White; then with White to move, for White, then for Black.
    combination: [_; 5460];

    /// The score of the threats on the board for the side to move, by their set as a number: first with
    /// Black to move.
    threats: [_; 4096];
}
