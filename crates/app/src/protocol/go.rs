//! How long a `go` may think: its fields, and the limits of a search that follow from them.

use manyply::game::{MAX_SIDES, Side};
use manyply::search::Limits;
use std::time::Duration;

/// No clock of a client runs longer.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// Fields with a number behind them that is 1 or more.
const COUNTS: [&str; 4] = ["depth", "nodes", "mate", "perft"];

/// The fields of `go`. Clocks that are negative count as nothing left.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Go {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) move_time: Option<Duration>,
    pub(super) infinite: bool,
    /// Whether the opponent is still thinking: the clocks run from `ponderhit` on.
    pub(super) ponder: bool,
    /// Only a win in so many moves is looked for.
    pub(super) mate: Option<u32>,
    /// Lines of so many plies are counted, nothing is searched.
    pub(super) perft: Option<u32>,
    /// The only moves to consider, if not empty.
    pub(super) search_moves: Vec<String>,
    /// The time on each side's clock and what a move adds to it.
    pub(super) clocks: [(Option<Duration>, Duration); MAX_SIDES],
    /// The moves up to the next time control.
    pub(super) moves_to_go: Option<u32>,
}

impl Go {
    /// Reads the fields behind `go`, and says which are unknown and skipped.
    ///
    /// # Errors
    /// A number that is missing or makes no sense.
    pub(super) fn parse(text: &str) -> Result<(Self, Vec<String>), String> {
        let (mut go, mut unknown) = (Self::default(), Vec::new());
        let mut words = text.split_whitespace().peekable();
        while let Some(field) = words.next() {
            match field {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(word) = words.next_if(|word| !is_field(word)) {
                        go.search_moves.push(word.to_owned());
                    }
                    if go.search_moves.is_empty() {
                        return Err("go: searchmoves without a move".into());
                    }
                }
                _ if is_field(field) => {
                    let word = words.next().unwrap_or_default();
                    let least = i128::from(COUNTS.contains(&field));
                    let is_clock = clock(field).is_some() || field == "movestogo";
                    let number = word.parse::<i128>().ok().filter(|&number| is_clock || number >= least);
                    let problem = || format!("go: {field} {word:?}; expected a number, {least} or more");
                    go.set(field, number.ok_or_else(problem)?);
                }
                _ => unknown.push(format!("go: no field is called {field:?}")),
            }
        }
        Ok((go, unknown))
    }

    fn set(&mut self, field: &str, number: i128) {
        let count = u64::try_from(number.max(0)).unwrap_or(u64::MAX);
        let time = Duration::from_millis(count).min(LONGEST);
        let small = u32::try_from(count).unwrap_or(u32::MAX);
        match (field, clock(field)) {
            ("depth", _) => self.depth = Some(small),
            ("nodes", _) => self.nodes = Some(count),
            ("mate", _) => self.mate = Some(small),
            ("perft", _) => self.perft = Some(small),
            ("movetime", _) => self.move_time = Some(time),
            // Some clients say 0 for a game without controls.
            ("movestogo", _) => self.moves_to_go = Some(small).filter(|&moves| moves > 0),
            (_, Some((side, true))) => self.clocks[side].1 = time,
            (_, Some((side, false))) => self.clocks[side].0 = Some(time),
            _ => {}
        }
    }

    /// Whether the search ends by itself: `infinite` and a bare `go` wait for `stop`.
    pub(super) fn is_bounded(&self, side: Side) -> bool {
        let limited = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some() || self.move_time.is_some();
        !self.infinite && !self.ponder && (limited || self.clocks[side.index()].0.is_some())
    }

    /// The limits for `side` to move with at most `plies_left` to come. `overhead` is what passes between the engine's
    /// answer and the client's clock.
    pub(super) fn limits(&self, side: Side, plies_left: Option<u32>, sides: usize, overhead: Duration) -> Limits {
        // The winner's moves, and between them those of the others.
        let mate = self.mate.map(|moves| (moves - 1).saturating_mul(sides as u32).saturating_add(1));
        let depth = self.depth.into_iter().chain(mate).min();
        let unlimited = Limits { depth, nodes: self.nodes, ..Limits::default() };
        if self.infinite || self.ponder {
            return unlimited;
        }
        let spare = |time: Duration| time.saturating_sub(overhead.min(time / 2));
        let mut limits = unlimited;
        if let (Some(left), increment) = self.clocks[side.index()] {
            let own_moves = plies_left.map(|plies| plies.div_ceil(sides as u32));
            let moves = self.moves_to_go.into_iter().chain(own_moves).min();
            limits = Limits { depth, nodes: self.nodes, ..Limits::clock(spare(left), increment, moves) };
        }
        if let Some(time) = self.move_time.map(spare) {
            limits.time = Some(limits.time.map_or(time, |other| other.min(time)));
        }
        limits
    }
}

/// Whether a word is the name of a field.
fn is_field(word: &str) -> bool {
    let others = ["infinite", "ponder", "searchmoves", "movetime", "movestogo"];
    COUNTS.contains(&word) || others.contains(&word) || clock(word).is_some()
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
        "p4" => 3,
        _ => return None,
    };
    Some((side, is_increment))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn limits(text: &str, side: Side) -> Limits {
        let (go, unknown) = Go::parse(text).expect(text);
        assert!(unknown.is_empty(), "{unknown:?}");
        go.limits(side, None, 2, MS(20))
    }

    #[test]
    fn fields_become_limits() {
        assert_eq!(limits("depth 7", Side::FIRST), Limits::depth(7));
        assert_eq!(limits("nodes 500 depth 3", Side::FIRST), Limits { depth: Some(3), ..Limits::nodes(500) });
        assert_eq!(limits("movetime 1000", Side::FIRST), Limits::time(MS(980)));
        assert_eq!(limits("movetime 10", Side::FIRST), Limits::time(MS(5)));
        assert_eq!(limits("movetime 0", Side::FIRST), Limits::time(MS(0)));
        assert_eq!(limits("mate 3", Side::FIRST), Limits::depth(5));
        assert_eq!(limits("mate 3 depth 4", Side::FIRST), Limits::depth(4));
        assert_eq!(limits("ponder movetime 5 nodes 7", Side::FIRST), Limits::nodes(7));
        assert_eq!(limits("infinite movetime 5", Side::FIRST), Limits::default());
        assert_eq!(limits("", Side::FIRST), Limits::default());
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
        let last_move = Go::parse("wtime 9000").expect("a clock").0.limits(Side::FIRST, Some(1), 2, MS(20));
        assert!(last_move.time > Some(MS(6000)) && last_move.time < Some(MS(9000)), "{last_move:?}");
        for time in ["99999999999999999999", "9223372036854775807", "0"] {
            let (go, _) =
                Go::parse(&format!("p3time {time} p3inc {time} movestogo {time} movetime {time}")).expect(time);
            go.limits(Side::THIRD, Some(u32::MAX), 3, MS(5000));
        }
    }

    #[test]
    fn what_cannot_be_used_is_named() {
        let (go, unknown) = Go::parse("fast movetime 5 searchmoves a2a3 b2b3 wtime -7").expect("fields");
        assert_eq!(unknown, ["go: no field is called \"fast\""]);
        assert_eq!((go.search_moves.as_slice(), go.move_time), (&["a2a3".to_owned(), "b2b3".into()][..], Some(MS(5))));
        assert_eq!(go.clocks[0].0, Some(MS(0)), "overdrawn");
        assert!(!go.infinite && go.is_bounded(Side::FIRST) && !Go::default().is_bounded(Side::FIRST));
        for text in [
            "depth x",
            "depth",
            "depth 0",
            "depth -1",
            "nodes 0",
            "nodes 1e6",
            "movetime -3",
            "movetime x",
            "mate 0",
            "perft",
            "perft -2",
            "wtime",
            "wtime soon",
            "searchmoves",
            "searchmoves depth 3",
            "depth infinite",
        ] {
            assert!(Go::parse(text).is_err_and(|problem| problem.starts_with("go: ")), "{text}");
        }
    }
}
