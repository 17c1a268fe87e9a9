//! Who plays whom in which seat, from which opening: numbered games in groups that are fair in themselves.

use manyply::shard::Shard;

/// A plan of games. Each opening is played by the same contenders in every different order: that is a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// For each line-up that meets: its different seatings.
    lineups: Vec<Vec<Vec<usize>>>,
    games: u64,
    shard: Shard,
}

/// One game of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The number of the game, from 0.
    pub number: u64,
    /// The group to which it belongs, from 0; the games of a group follow one another.
    pub group: u64,
    /// Which opening is played.
    pub opening: u64,
    /// The contender on each side.
    pub seats: Vec<usize>,
}

impl Schedule {
    /// A plan of `games` games for one line-up: contenders by number, one for each side, of whom several may be the
    /// same.
    pub fn of_match(lineup: &[usize], games: u64) -> Self {
        Self { lineups: vec![seatings(lineup)], games, shard: Shard::WHOLE }
    }

    /// A round robin: whoever can meet meets, with `openings` openings each.
    pub fn round_robin(contenders: usize, sides: usize, openings: u64) -> Self {
        let mut lineups: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..sides {
            let longer = |lineup: Vec<usize>| {
                let next = lineup.last().map_or(0, |last| last + 1);
                (next..contenders).map(move |other| [&lineup[..], &[other]].concat())
            };
            lineups = lineups.into_iter().flat_map(longer).collect();
        }
        let lineups: Vec<_> = lineups.iter().map(|lineup| seatings(lineup)).collect();
        let games = lineups.iter().map(|seatings| seatings.len() as u64 * openings).sum();
        Self { lineups, games, shard: Shard::WHOLE }
    }

    /// Of a round robin the games of the first contender: a gauntlet.
    pub fn gauntlet(contenders: usize, sides: usize, openings: u64) -> Self {
        let mut schedule = Self::round_robin(contenders, sides, openings);
        schedule.lineups.retain(|seatings| seatings.iter().all(|seats| seats.contains(&0)));
        schedule.games = schedule.lineups.iter().map(|seatings| seatings.len() as u64 * openings).sum();
        schedule
    }

    /// The same plan of which only a part is played: every so many-th group, each game with the number, the seats and
    /// the opening that it has in the whole.
    pub fn part(&self, shard: Shard) -> Self {
        Self { shard, ..self.clone() }
    }

    /// How many games there are, those of other parts included: their numbers are below it.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Whether the game of this number is there and to be played in this part.
    pub fn has(&self, number: u64) -> bool {
        number < self.games && self.shard.takes((number / self.group_size()) as usize)
    }

    /// How many games the part has.
    pub fn share(&self) -> u64 {
        (0..self.games).filter(|&number| self.has(number)).count() as u64
    }

    /// How many games a group has: with one line-up, or with all contenders different, they all have as many.
    pub fn group_size(&self) -> u64 {
        self.lineups.first().map_or(1, Vec::len) as u64
    }

    /// Game number `number`.
    pub fn task(&self, number: u64) -> Task {
        let group = number / self.group_size();
        let lineups = self.lineups.len() as u64;
        let seatings = &self.lineups[(group % lineups) as usize];
        let seats = seatings[(number % self.group_size()) as usize].clone();
        Task { number, group, opening: group / lineups, seats }
    }
}

/// The different orders in which a line-up can sit, in lexical order.
fn seatings(lineup: &[usize]) -> Vec<Vec<usize>> {
    if lineup.is_empty() {
        return vec![Vec::new()];
    }
    let mut first = lineup.to_vec();
    first.sort_unstable();
    first.dedup();
    let beginning = |first: usize| {
        let at = lineup.iter().position(|&other| other == first).unwrap_or_default();
        let rest = seatings(&[&lineup[..at], &lineup[at + 1..]].concat());
        rest.into_iter().map(move |rest| [&[first], &rest[..]].concat())
    };
    first.into_iter().flat_map(beginning).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_is_played_once() {
        assert_eq!(seatings(&[0, 1]), [[0, 1], [1, 0]]);
        assert_eq!(seatings(&[0, 1, 1]), [[0, 1, 1], [1, 0, 1], [1, 1, 0]]);
        let six = seatings(&[0, 1, 2]);
        assert_eq!(six.len(), 6);
        for side in 0..3 {
            for contender in 0..3 {
                assert_eq!(six.iter().filter(|order| order[side] == contender).count(), 2);
            }
        }
        assert_eq!(seatings(&[0, 0]), [[0, 0]]);
    }

    #[test]
    fn groups_share_an_opening() {
        let schedule = Schedule::of_match(&[0, 1, 2], 15);
        assert_eq!((schedule.group_size(), schedule.games()), (6, 15));
        let tasks: Vec<Task> = (0..15).map(|number| schedule.task(number)).collect();
        assert!(tasks.iter().all(|task| task.opening == task.number / 6 && task.group == task.opening));
    }

    #[test]
    fn parts_are_whole_groups_and_make_the_whole() {
        let whole = Schedule::of_match(&[0, 1], 15);
        let parts: Vec<Schedule> = (1..=3).filter_map(|part| Shard::new(part, 3)).map(|s| whole.part(s)).collect();
        for number in 0..15 {
            let having: Vec<usize> = (0..3).filter(|&part| parts[part].has(number)).collect();
            assert_eq!(having, [number as usize / 2 % 3]);
            assert_eq!(parts[having[0]].task(number), whole.task(number));
        }
        assert_eq!(parts.iter().map(Schedule::share).collect::<Vec<_>>(), [6, 5, 4]);
        assert!((15..50).all(|number| !whole.has(number)) && whole.share() == 15);
    }

    #[test]
    fn everybody_meets_everybody() {
        let schedule = Schedule::round_robin(4, 2, 5);
        assert_eq!(schedule.games(), 6 * 2 * 5);
        let mut meetings = [[0; 4]; 4];
        for number in 0..schedule.games() {
            let task = schedule.task(number);
            assert!(task.opening < 5);
            meetings[task.seats[0]][task.seats[1]] += 1;
        }
        for (first, row) in meetings.iter().enumerate() {
            assert!(row.iter().enumerate().all(|(second, &games)| games == if first == second { 0 } else { 5 }));
        }
        assert_eq!(Schedule::round_robin(4, 3, 2).games(), 4 * 6 * 2);
        let gauntlet = Schedule::gauntlet(4, 2, 5);
        assert_eq!(gauntlet.games(), 3 * 2 * 5);
        assert!((0..gauntlet.games()).all(|number| gauntlet.task(number).seats.contains(&0)));
        assert_eq!(Schedule::gauntlet(4, 3, 2).games(), 3 * 6 * 2);
    }
}
