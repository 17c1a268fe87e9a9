//! The search state of hexnim: empty, since exact values come from the solver, before a search begins.

use super::position::Hexnim;
use crate::game::{Evaluate, Side};
use crate::search::hooks::{ExactProbe, NullMove, Ordering, Qsearch, Searchable, State, Symmetric, Teams};

/// The search state of hexnim: nothing is kept.
#[derive(Clone, Copy, Debug)]
pub struct HexnimState;

impl Searchable for Hexnim {
    type State = HexnimState;
}

impl State<Hexnim> for HexnimState {
    fn new(_: &Hexnim) -> Self {
        Self
    }

    #[inline]
    fn static_eval(&mut self, position: &Hexnim, side: Side) -> i32 {
        position.evaluate(side)
    }
}

impl Qsearch<Hexnim> for HexnimState {
    /// No move is noisy.
    const NOISY_PLIES: u32 = 0;
}

impl Ordering<Hexnim> for HexnimState {}
impl NullMove<Hexnim> for HexnimState {}
impl Symmetric<Hexnim> for HexnimState {}
impl ExactProbe<Hexnim> for HexnimState {}
impl Teams<Hexnim> for HexnimState {}
