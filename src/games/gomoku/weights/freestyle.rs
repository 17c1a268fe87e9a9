//! Tuned weights of the evaluation, in hundredths of the game's unit, as `manyply tune gomoku` writes them.

crate::game::tunable::weights! {
    file = "freestyle.weights";

    /// The score of an empty square by the combination of its four line codes, in the order of their numbers: first for
    /// the side to move, then for the other one.
    combination: [_; 2730];

    /// The score of the threats on the board for the side to move, by their set as a number.
    threats: [_; 2048];
}
