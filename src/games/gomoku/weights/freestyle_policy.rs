//! Tuned weights of the move ordering, in hundredths of a log-odds unit, as `manyply tune gomoku --policy` writes them.

crate::game::tunable::weights! {
    file = "freestyle_policy.weights";

    /// The move ordering score of an empty square by the combination of its four line codes: of those of the side to
    /// move, then of those of the other one, in hundredths of a log-odds unit.
    order: [_; 2730];
}
