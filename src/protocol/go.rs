//! How long a `go` may think: its fields, and the limits of a search that follow from them.

use crate::game::Side;
use crate::search::Limits;
use std::time::Duration;

/// No clock of a client runs longer.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// The fields of `go`. Times that are negative or missing their number count as nothing left.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Go {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) move_time: Option<Duration>,
    pub(super) infinite: bool,
    /// The time on each side's clock and what a move adds to it.
    pub(super) clocks: [(Option<Duration>, Duration); 3],
    /// The moves up to the next time control.
    pub(super) moves_to_go: Option<u32>,
}

impl Go {
    /// Reads the fields behind `go`, and says what could not be used; unknown fields are skipped.
    pub(super) fn parse(text: &str) -> (Self, Vec<String>) {
        let (mut go, mut problems) = (Self::default(), Vec::new());
        let mut words = text.split_whitespace().peekable();
        while let Some(field) = words.next() {
            if field == "infinite" {
                go.infinite = true;
                continue;
            }
            let known = ["depth", "nodes", "movetime", "movestogo"].contains(&field) || clock(field).is_some();
            if !known {
                problems.push(format!("go: no field is called {field:?}"));
                continue;
            }
            match words.peek().and_then(|word| word.parse::<i64>().ok()) {
                Some(number) => {
                    words.next();
                    go.set(field, number);
                }
                None => problems.push(format!("go: {field} without a number")),
            }
        }
        (go, problems)
    }

    fn set(&mut self, field: &str, number: i64) {
        let count = u64::try_from(number).unwrap_or(0);
        let time = Duration::from_millis(count).min(LONGEST);
        let small = u32::try_from(count).unwrap_or(u32::MAX).max(1);
        match (field, clock(field)) {
            ("depth", _) => self.depth = Some(small),
            ("nodes", _) => self.nodes = Some(count.max(1)),
            ("movetime", _) => self.move_time = Some(time),
            ("movestogo", _) => self.moves_to_go = Some(small),
            (_, Some((side, true))) => self.clocks[side].1 = time,
            (_, Some((side, false))) => self.clocks[side].0 = Some(time),
            _ => {}
        }
    }

    /// Whether the search ends by itself: `infinite` and a bare `go` wait for `stop`.
    pub(super) fn is_bounded(&self, side: Side) -> bool {
        let limited = self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some();
        !self.infinite && (limited || self.clocks[side.index()].0.is_some())
    }

    /// The limits for `side` to move with at most `plies_left` to come. `overhead` is what passes between the engine's
    /// answer and the client's clock.
    pub(super) fn limits(&self, side: Side, plies_left: Option<u32>, sides: usize, overhead: Duration) -> Limits {
        let unlimited = Limits { depth: self.depth, nodes: self.nodes, ..Limits::default() };
        if self.infinite {
            return unlimited;
        }
        let spare = |time: Duration| time.saturating_sub(overhead.min(time / 2));
        let mut limits = unlimited;
        if let (Some(left), increment) = self.clocks[side.index()] {
            let own_moves = plies_left.map(|plies| plies.div_ceil(sides as u32));
            let moves = self.moves_to_go.into_iter().chain(own_moves).min();
            limits = Limits { depth: self.depth, nodes: self.nodes, ..Limits::clock(spare(left), increment, moves) };
        }
        if let Some(time) = self.move_time.map(spare) {
            limits.time = Some(limits.time.map_or(time, |other| other.min(time)));
        }
        limits
    }
}

/// The side whose clock a field is about, and whether it is what a move adds: `wtime`, `binc`, `p1time`, `p3inc`.
fn clock(field: &str) -> Option<(usize, bool)> {
    let (owner, is_increment) = match (field.strip_suffix("time"), field.strip_suffix("inc")) {
        (Some(owner), _) => (owner, false),
        (_, Some(owner)) => (owner, true),
        _ => return None,
    };
    let side = match owner {
        "w" | "p1" => 0,
        "b" | "p2" => 1,
        "p3" => 2,
        _ => return None,
    };
    Some((side, is_increment))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn limits(text: &str, side: Side) -> Limits {
        let (go, problems) = Go::parse(text);
        assert!(problems.is_empty(), "{problems:?}");
        go.limits(side, None, 2, MS(20))
    }

    #[test]
    fn fields_become_limits() {
        assert_eq!(limits("depth 7", Side::FIRST), Limits::depth(7));
        assert_eq!(limits("nodes 500 depth 3", Side::FIRST), Limits { depth: Some(3), ..Limits::nodes(500) });
        assert_eq!(limits("movetime 1000", Side::FIRST), Limits::time(MS(980)));
        assert_eq!(limits("movetime 10", Side::FIRST), Limits::time(MS(5)));
        assert_eq!(limits("movetime -3", Side::FIRST), Limits::time(MS(0)));
        assert_eq!(limits("infinite movetime 5", Side::FIRST), Limits::default());
        assert_eq!(limits("", Side::FIRST), Limits::default());
        assert_eq!(limits("depth -1", Side::FIRST), Limits::depth(1));
    }

    #[test]
    fn clocks_are_never_overdrawn() {
        for fields in ["wtime 60000 btime 10 winc 0 binc 0", "p1time 60000 p2time 10 p1inc 5000 p2inc 5000 movestogo 1"]
        {
            let [white, black] = [Side::FIRST, Side::SECOND].map(|side| limits(fields, side));
            assert!(white.time < Some(MS(60_000)) && white.time > Some(MS(1000)), "{white:?}");
            assert!(white.soft_time < white.time);
            assert!(black.time < Some(MS(10)), "{black:?}");
        }
        let last_move = Go::parse("wtime 9000").0.limits(Side::FIRST, Some(1), 2, MS(20));
        assert!(last_move.time > Some(MS(6000)) && last_move.time < Some(MS(9000)), "{last_move:?}");
        for time in ["99999999999999999999", "9223372036854775807", "0"] {
            let (go, _) = Go::parse(&format!("p3time {time} p3inc {time} movestogo {time} depth {time} nodes {time}"));
            go.limits(Side::THIRD, Some(u32::MAX), 3, MS(5000));
        }
    }

    #[test]
    fn what_cannot_be_used_is_named() {
        let (go, problems) = Go::parse("depth x searchmoves movetime 5 wtime");
        assert_eq!(go, Go { move_time: Some(MS(5)), ..Go::default() });
        assert_eq!(problems.len(), 4, "{problems:?}");
        assert!(!go.infinite && go.is_bounded(Side::FIRST) && !Go::default().is_bounded(Side::FIRST));
    }
}
