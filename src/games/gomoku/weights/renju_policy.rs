//! Tuned weights of the move ordering, in hundredths of a log-odds unit, as `manyply tune gomoku --policy` writes them.

crate::game::tunable::weights! {
    file = "renju_policy.weights";

    /// The move ordering score of an empty square by the combination of its four line codes: with Black to
    /// move of those of Black, then of White, with White to move of those of White, then of Black, in hundredths of a
    /// log-odds unit.
    order: [_; 5460];
}
