//! The mean over the moves that a side may play by chance, some of which end the game: alpha-beta goes on through it, since
//! a bound of the mean is a bound of what the others are worth.

use super::value::{INFINITE, Value};

/// The mean of a value that is yet to be found, and of one that is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mean {
    /// How many moves there are in all, at least 1.
    all: Value,
    /// How many have the value to be found, at least 1.
    open: Value,
    /// The sum of the values of the others.
    known: Value,
}

impl Mean {
    /// `ends` of `all` moves have the value `end`; not all of them.
    pub(super) fn new(all: usize, ends: usize, end: Value) -> Self {
        debug_assert!(ends < all);
        Self { all: all as Value, open: (all - ends) as Value, known: ends as Value * end }
    }

    /// The mean, rounded up, if the others have this value.
    pub(super) fn of(self, value: Value) -> Value {
        -(-(self.open * value + self.known)).div_euclid(self.all)
    }

    /// What the others must exceed for the mean to exceed `bound`.
    pub(super) fn bound(self, bound: Value) -> Value {
        (self.all * bound - self.known).div_euclid(self.open).clamp(-INFINITE, INFINITE - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_exceeds_a_bound_where_the_open_value_exceeds_the_bounds_own() {
        for (all, ends, end) in [(1, 0, 7), (16, 1, -1500), (16, 3, 1500), (5, 4, -1), (40, 39, 1500)] {
            let mean = Mean::new(all, ends, end);
            for bound in (-INFINITE..INFINITE).step_by(77) {
                let own = mean.bound(bound);
                assert!(mean.of(own) <= bound || own == -INFINITE, "{mean:?} {bound}");
                assert!(mean.of(own + 1) > bound || own == INFINITE - 1, "{mean:?} {bound}");
            }
        }
    }
}
