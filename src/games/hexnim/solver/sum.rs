//! Sums of small connected parts, whose genus decides them (see `genus`): as in Nim, without a search.

use super::by_theory;
use crate::games::hexnim::genus::Parts;
use crate::games::hexnim::{Hexnim, Line};
use crate::solve::Solution;

/// The solution of a position whose parts are all small and, under misère play, tame.
pub(super) fn solve(position: &Hexnim) -> Option<Solution<Line>> {
    let solution = by_theory(position, |cells| Parts::of(cells).sum()?.is_lost(position.winner()))?;
    Some(Solution { method: "genus of connected parts".into(), ..solution })
}
