//! Time in a game: how much a player gets, how much is left, and how an engine shares it out.

use manyply::clock::Instant;
use manyply::game::{MAX_SIDES, Side};
use manyply::search::Limits;
use std::time::Duration;

/// How much time a player gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Pace {
    /// As much as it takes.
    Untimed,
    /// So much for every move.
    Move(Duration),
    /// So much for the game, and more with every move.
    Game {
        /// At the beginning.
        base: Duration,
        /// Added after every move.
        increment: Duration,
    },
}

/// The clocks as the side to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The side to move.
    pub side: Side,
    /// The pace of each side.
    pub paces: [Pace; MAX_SIDES],
    /// What each side has left, where it has time for the game.
    pub left: [Duration; MAX_SIDES],
    /// By how much the time may be exceeded before the game is lost.
    pub grace: Duration,
    /// When the player was asked.
    pub asked: Instant,
}

/// Time that is never planned for: the way of a move to the referee.
const RESERVE: Duration = Duration::from_millis(10);

impl Clock {
    /// Clocks at the beginning of a game.
    pub(super) fn new(paces: [Pace; MAX_SIDES], grace: Duration) -> Self {
        let left = paces.map(|pace| match pace {
            Pace::Game { base, .. } => base,
            _ => Duration::ZERO,
        });
        Self { side: Side::FIRST, paces, left, grace, asked: Instant::now() }
    }

    /// Asks `side`.
    pub(super) fn start(&mut self, side: Side) {
        (self.side, self.asked) = (side, Instant::now());
    }

    /// The time for this move, at most; none without a bound.
    pub fn limit(&self) -> Option<Duration> {
        match self.paces[self.side.index()] {
            Pace::Untimed => None,
            Pace::Move(time) => Some(time),
            Pace::Game { .. } => Some(self.left[self.side.index()]),
        }
    }

    /// When the game is lost.
    pub fn deadline(&self) -> Option<Instant> {
        self.asked.checked_add(self.limit()?.checked_add(self.grace)?)
    }

    /// Books the time that a move took, and says whether it was too much.
    pub(super) fn charge(&mut self, elapsed: Duration) -> bool {
        let late = self.limit().is_some_and(|limit| elapsed > limit.saturating_add(self.grace));
        let index = self.side.index();
        if let Pace::Game { increment, .. } = self.paces[index] {
            self.left[index] = self.left[index].saturating_sub(elapsed).saturating_add(increment);
        }
        late
    }

    /// What an engine should spend on this move, if the player has at most `moves` more to make.
    pub fn allot(&self, moves: Option<u32>) -> Limits {
        let Some(limit) = self.limit() else { return Limits::default() };
        let Pace::Game { increment, .. } = self.paces[self.side.index()] else { return Limits::time(limit) };
        Limits::clock(limit.saturating_sub(RESERVE).max(limit / 2), increment, moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn clock(pace: Pace) -> Clock {
        Clock::new([pace; MAX_SIDES], Duration::from_millis(100))
    }

    #[test]
    fn time_is_booked() {
        let mut clock = clock(Pace::Game { base: 3 * SECOND, increment: SECOND / 2 });
        assert_eq!(clock.limit(), Some(3 * SECOND));
        assert!(!clock.charge(2 * SECOND));
        assert_eq!(clock.limit(), Some(SECOND * 3 / 2));
        assert!(!clock.charge(SECOND * 3 / 2 + clock.grace), "within the grace");
        assert_eq!(clock.limit(), Some(SECOND / 2));
        assert!(clock.charge(SECOND));
    }

    #[test]
    fn an_engine_never_plans_beyond_its_time() {
        for (base, increment) in
            [(0, 0), (u64::MAX, u64::MAX), (1, 0), (50, 100), (1_000, 10), (60_000, 500), (10, 5_000)]
        {
            let [base, increment] = [base, increment].map(Duration::from_millis);
            for moves in [None, Some(0), Some(1), Some(7), Some(1000)] {
                let limits = clock(Pace::Game { base, increment }).allot(moves);
                assert!(limits.time <= Some(base) && limits.soft_time <= limits.time, "{base:?} {limits:?}");
            }
        }
        assert_eq!(clock(Pace::Move(SECOND)).allot(None), Limits::time(SECOND));
        assert_eq!(clock(Pace::Untimed).allot(None), Limits::default());
    }
}
