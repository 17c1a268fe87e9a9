//! The accumulator: the output of the feature transformer, the sum of the weights of all active features.

/// The hidden layer before its activation, from the perspective of each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Accumulator<const HIDDEN: usize, const VIEWS: usize>(pub(super) [[i16; HIDDEN]; VIEWS]);
