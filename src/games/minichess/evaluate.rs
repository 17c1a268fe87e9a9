//! The estimate of who is better.

use super::position::Minichess;
use super::weights::FULL_PHASE;
use crate::game::{Evaluate, Side};

impl Evaluate for Minichess {
    fn evaluate(&self, side: Side) -> i32 {
        let tally = self.tally();
        let phase = tally.phase().min(FULL_PHASE);
        let estimate = (tally.middle() * phase + tally.end() * (FULL_PHASE - phase)) / FULL_PHASE;
        let estimate = estimate.clamp(-20_000, 20_000);
        if side == Side::FIRST { estimate } else { -estimate }
    }
}
