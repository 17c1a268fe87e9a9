//! The state of a series: what everybody has won, and how.

use super::repeats::Repeats;
use super::samples::Samples;
use crate::Record;
use crate::referee::fault_in;
use manyply::zobrist::mix;
use std::collections::HashMap;

/// Results of one player.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games neither won nor lost.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Games that a player lost by its own fault, not by the rules.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Faults {
    /// Games lost on time.
    pub timeouts: u64,
    /// Games lost by an answer that is no legal move.
    pub illegal: u64,
    /// Games lost since the program ended or hung.
    pub crashes: u64,
}

/// Results so far.
#[derive(Clone, Debug)]
pub struct Standing {
    tallies: Vec<Tally>,
    faults: Vec<Faults>,
    /// Whether each contender has ever answered with anything.
    answered: Vec<bool>,
    points: Vec<Vec<f64>>,
    samples: Samples,
    open: HashMap<u64, Group>,
    group_size: u64,
    games: u64,
    /// The games that were there before, by seats and payoffs, and the groups, by half points.
    repeated_games: Repeats<Seated>,
    repeated_groups: Repeats<usize>,
    /// What everybody has won in games that count.
    counted: Vec<Tally>,
    /// How many games count, and how many of the last ones do not.
    different: u64,
    repeated_last: u64,
}

/// Who sat where in a game, and what each side got.
type Seated = (Vec<usize>, Vec<i8>);

/// Games of one opening of which others are to come.
#[derive(Clone, Default, Debug)]
struct Group {
    games: u64,
    half_points: usize,
    /// Of how its games began and went on, in whatever order they came.
    identity: (u64, u64),
}

/// When so many games one after the other were all played before, the openings are used up.
const SPENT: u64 = 200;

impl Tally {
    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The mean score, 0 to 1; one half if there are no games.
    pub fn score(&self) -> f64 {
        let half_points = (2 * self.wins + self.draws) as f64;
        if self.games() == 0 { 0.5 } else { half_points / (2 * self.games()) as f64 }
    }

    fn add(&mut self, payoff: i8, times: u64) {
        match payoff {
            1.. => self.wins += times,
            0 => self.draws += times,
            _ => self.losses += times,
        }
    }
}

impl Standing {
    /// The state before the first game, with so many contenders and so many games in a group.
    pub fn new(contenders: usize, group_size: u64) -> Self {
        Self {
            tallies: vec![Tally::default(); contenders],
            faults: vec![Faults::default(); contenders],
            answered: vec![false; contenders],
            points: vec![vec![0.0; contenders]; contenders],
            samples: Samples::new(group_size as usize),
            open: HashMap::new(),
            group_size,
            games: 0,
            repeated_games: Repeats::new(),
            repeated_groups: Repeats::new(),
            counted: vec![Tally::default(); contenders],
            different: 0,
            repeated_last: 0,
        }
    }

    /// Adds a game. One that was played before, move for move by the same players on the same sides, counts for
    /// [`Self::tally`] and [`Self::faults`] alone, unless their games from this opening have been seen to vary.
    pub fn add(&mut self, record: &Record) {
        self.games += 1;
        for (side, (&seat, &payoff)) in record.seats.iter().zip(&record.payoffs).enumerate() {
            self.tallies[seat].add(payoff, 1);
            self.faults[seat].add(side, &record.ending);
            self.answered[seat] |= has_answered(record, side);
        }
        let (beginning, rest) = record.identity();
        let seated = |seats: &[usize]| seats.iter().fold(beginning, |hash, &seat| mix(hash ^ seat as u64));
        let mut lineup = record.seats.clone();
        lineup.sort_unstable();
        let (seats, lineup) = (seated(&record.seats), seated(&lineup));
        let Self { points, counted, different, repeated_last, .. } = self;
        *repeated_last += 1;
        self.repeated_games.add(
            seats,
            rest,
            (record.seats.clone(), record.payoffs.clone()),
            |(seats, payoffs), times| {
                *different += times;
                *repeated_last = 0;
                for (&seat, &payoff) in seats.iter().zip(payoffs) {
                    counted[seat].add(payoff, times);
                    for (&other, &theirs) in seats.iter().zip(payoffs).filter(|&(&other, _)| other != seat) {
                        points[seat][other] += times as f64 * f64::from((payoff - theirs).signum() + 1) / 2.0;
                    }
                }
            },
        );
        self.add_to_group(record, (lineup, mix(rest ^ seats)));
    }

    /// A contender that has played so many games or more and answered in none: it timed out or crashed before its first
    /// move in all of them, and what the others won of it says nothing.
    pub fn mute(&self, games: u64) -> Option<usize> {
        (0..self.tallies.len()).find(|&contender| !self.answered[contender] && self.tallies[contender].games() >= games)
    }

    /// Adds what the first contender scored to its group, and the group, once it is whole, to the samples.
    fn add_to_group(&mut self, record: &Record, (beginning, rest): (u64, u64)) {
        let Some(seat) = record.seats.iter().position(|&seat| seat == 0) else { return };
        let number = record.number / self.group_size;
        let group = self.open.entry(number).or_default();
        group.games += 1;
        group.half_points += (record.payoffs[seat] + 1) as usize;
        // All begin alike; they may come in any order.
        group.identity = (beginning, group.identity.1.wrapping_add(rest));
        if group.games == self.group_size {
            let Group { half_points, identity: (beginning, rest), .. } = group.clone();
            self.open.remove(&number);
            self.repeated_groups.add(beginning, rest, half_points, |&half_points, times| {
                (0..times).for_each(|_| self.samples.add(half_points));
            });
        }
    }

    /// How many games there were.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many of the games count: not those that were played before.
    pub fn different(&self) -> u64 {
        self.different
    }

    /// Whether nothing new is to be expected: the last games were all played before.
    pub fn is_spent(&self) -> bool {
        self.repeated_last >= SPENT
    }

    /// The results of a contender in the games that count.
    pub fn counted(&self, contender: usize) -> &Tally {
        &self.counted[contender]
    }

    /// The results of a contender.
    pub fn tally(&self, contender: usize) -> &Tally {
        &self.tallies[contender]
    }

    /// The faults of a contender.
    pub fn faults(&self, contender: usize) -> &Faults {
        &self.faults[contender]
    }

    /// What each contender scored against each other in the games that count, a win being 1. With three sides whoever
    /// gets more has won against who gets less.
    pub fn points(&self) -> &[Vec<f64>] {
        &self.points
    }

    /// What the first contender scored in each whole group that counts.
    pub fn samples(&self) -> &Samples {
        &self.samples
    }
}

/// Whether the player on `side`, from 0, has answered at least once: a side that gives no answer loses at its first
/// turn.
fn has_answered(record: &Record, side: usize) -> bool {
    let silent = fault_in(&record.ending).is_some_and(|(kind, at_fault)| at_fault.index() == side && kind != "illegal");
    !silent || record.moves.len() >= record.opening_plies + record.seats.len()
}

impl Faults {
    /// Counts a game that ended so for who sat on `side`, from 0.
    fn add(&mut self, side: usize, ending: &str) {
        match fault_in(ending).filter(|(_, at_fault)| at_fault.index() == side) {
            Some(("timeout", _)) => self.timeouts += 1,
            Some(("illegal", _)) => self.illegal += 1,
            Some(_) => self.crashes += 1,
            None => {}
        }
    }

    /// All of them.
    pub fn total(&self) -> u64 {
        self.timeouts + self.illegal + self.crashes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_that_never_moved_is_mute() {
        let mut standing = Standing::new(2, 2);
        for number in 0..3 {
            standing.add(&record(number, &[0, 1], &[1, -1], "crash 2 the program ended"));
            assert_eq!((standing.mute(number + 1), standing.mute(number + 2)), (Some(1), None));
        }
        let moves = vec!["a2a3".to_owned(); 2];
        standing.add(&Record { moves, ..record(3, &[0, 1], &[1, -1], "timeout 2") });
        assert_eq!(standing.mute(1), None, "it lost later than at its first turn");
        let mut standing = Standing::new(2, 2);
        standing.add(&record(0, &[0, 1], &[1, -1], "illegal 2 x"));
        assert_eq!(standing.mute(1), None, "it said something");
    }

    fn record(number: u64, seats: &[usize], payoffs: &[i8], ending: &str) -> Record {
        Record {
            number,
            seats: seats.to_vec(),
            opening: 0,
            start: format!("opening {}", number / 2),
            opening_plies: 0,
            payoffs: payoffs.to_vec(),
            ending: ending.into(),
            moves: Vec::new(),
            notes: Vec::new(),
        }
    }

    #[test]
    fn pairs_count_when_they_are_whole() {
        let mut standing = Standing::new(2, 2);
        standing.add(&record(0, &[0, 1], &[1, -1], "rules"));
        standing.add(&record(3, &[1, 0], &[1, -1], "timeout 2"));
        assert_eq!(standing.samples().groups(), 0);
        standing.add(&record(1, &[1, 0], &[0, 0], "rules"));
        assert_eq!(standing.samples().counts(), [0, 0, 0, 1, 0]);
        assert_eq!(*standing.tally(0), Tally { wins: 1, draws: 1, losses: 1 });
        assert_eq!(*standing.faults(0), Faults { timeouts: 1, ..Faults::default() });
        assert_eq!(standing.faults(1).total(), 0);
        assert_eq!(standing.points(), [[0.0, 1.5], [1.5, 0.0]]);
    }

    /// A book of one line, and players without any chance in them: a pair of games says as much as twenty.
    #[test]
    fn the_same_games_again_count_once() {
        let played = |number: u64, moves: &str| {
            let seats = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
            let moves = moves.split(' ').map(str::to_owned).collect();
            Record { start: "start".into(), moves, ..record(number, &seats, &[1, -1], "rules") }
        };
        let mut standing = Standing::new(2, 2);
        for number in 0..20 {
            standing.add(&played(number, ["a b c", "a b d"][number as usize % 2]));
        }
        assert_eq!((standing.games(), standing.different(), standing.is_spent()), (20, 2, false));
        assert_eq!(*standing.tally(0), Tally { wins: 10, draws: 0, losses: 10 });
        assert_eq!(*standing.counted(0), Tally { wins: 1, draws: 0, losses: 1 });
        assert_eq!(
            (standing.samples().counts(), standing.points()),
            (&[0, 0, 1, 0, 0][..], &[vec![0.0, 1.0], vec![1.0, 0.0]][..])
        );
        // As soon as one goes on otherwise, there is chance in them, and all count.
        standing.add(&played(20, "a b e"));
        assert_eq!((standing.different(), standing.counted(0).wins), (12, 11));
        standing.add(&played(21, "a b d"));
        assert_eq!((standing.different(), standing.samples().groups()), (12, 11));
        let mut standing = Standing::new(2, 2);
        (0..202).for_each(|number| standing.add(&played(number, "a b c")));
        assert!(standing.is_spent());
    }

    #[test]
    fn three_sides_compare_by_pairs() {
        let mut standing = Standing::new(2, 3);
        standing.add(&record(0, &[0, 1, 1], &[0, 1, -1], "rules"));
        assert_eq!(standing.points(), [[0.0, 1.0], [1.0, 0.0]]);
        assert_eq!(*standing.tally(1), Tally { wins: 1, draws: 0, losses: 1 });
    }
}
