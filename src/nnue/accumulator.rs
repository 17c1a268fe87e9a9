//! The accumulator: the output of the feature transformer, the sum of the weights of all active features.

/// How many neurons the hidden layer has for each perspective.
pub const HIDDEN: usize = 64;

/// One number for each neuron of the hidden layer.
pub(super) type Row = [i16; HIDDEN];

/// The hidden layer before its activation, from the perspective of each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Accumulator<const VIEWS: usize>(pub(super) [Row; VIEWS]);
