//! The search state of hexnim: what is known of the connected parts.

use super::genus::Parts;
use super::grid::MAX_SIZE;
use super::line::{LINES, Line};
use super::position::Hexnim;
use crate::game::{Exact, Side};
use crate::search::hooks::{Searchable, State};
use arrayvec::ArrayVec;

/// The search state of hexnim: the parts of each position from the root on. Every ply takes a cell.
#[derive(Clone, Debug)]
pub struct HexnimState {
    parts: ArrayVec<Parts, { MAX_SIZE * MAX_SIZE + 1 }>,
}

impl HexnimState {
    fn parts(&self) -> Parts {
        self.parts[self.parts.len() - 1]
    }
}

impl Searchable for Hexnim {
    type State = HexnimState;
}

impl State<Hexnim> for HexnimState {
    /// No move is noisy.
    const NOISY_PLIES: u32 = 0;
    const HISTORY_SIZE: usize = LINES;

    const QUICK_MOVES: bool = true;

    fn new(position: &Hexnim) -> Self {
        Self { parts: ArrayVec::from_iter([Parts::of(position.free())]) }
    }

    fn make(&mut self, position: &Hexnim, line: Line) {
        self.parts.push(self.parts().after(position.free(), line));
    }

    fn unmake(&mut self, _: &Hexnim, _: Line) {
        self.parts.pop();
    }

    #[inline]
    fn static_eval(&mut self, position: &Hexnim, side: Side) -> i32 {
        position.evaluate_parts(self.parts(), side)
    }

    fn validate(&self, position: &Hexnim) -> Result<(), String> {
        match self.parts() {
            parts if parts.are_of(position.free()) => Ok(()),
            parts => Err(format!("{parts:?}, from scratch {:?}", Parts::of(position.free()))),
        }
    }

    fn has_probe(&self, _: &Hexnim) -> bool {
        true
    }

    #[inline]
    fn probe(&self, position: &Hexnim) -> Option<Exact> {
        let is_lost = self.parts().sum()?.is_lost(position.winner())?;
        let plies = position.most_plies_to(!is_lost);
        Some(if is_lost { Exact::Loss(plies) } else { Exact::Win(plies) })
    }

    /// By the line.
    #[inline]
    fn history_index(&self, _: &Hexnim, line: Line) -> usize {
        line.index().into()
    }
}
