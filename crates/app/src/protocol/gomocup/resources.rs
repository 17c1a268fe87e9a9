//! What a move may cost: time, nodes and memory, as the manager has said with `INFO`.

use super::command::{Complaint, number};
use manyply::search::Limits;
use std::time::{Duration, Instant};

/// What a program takes beside its table, in MiB: code, stacks, small tables, and what the system adds.
const BESIDE_TABLE: u64 = 32;
/// The least that a table gets where there is room for a proof, too, in MiB.
const LEAST_TABLE: u64 = 32;
/// Part of a memory limit that the table may fill, in percent.
const TABLE_PERCENT: u64 = 75;
/// Time kept back for the way of a move to the manager: so much, and so many percent of the move's time. On a machine
/// that runs several games a core each of the four changes of process on that way takes a slice of time.
const LAG: Duration = Duration::from_millis(20);
const LAG_PERCENT: u32 = 1;
/// The time for a move when it shall be as fast as possible.
const FASTEST: Duration = Duration::from_millis(10);
/// How many more moves of ours a game is expected to take, and how many times a move's share one move may take.
const MOVES_TO_GO: u32 = 22;
const LONGEST_SHARE: u32 = 4;

/// The limits in force.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resources {
    turn: Duration,
    game: Option<Duration>,
    /// Whether the manager has said that a game may take any time, whatever is left of it.
    unlimited: bool,
    left: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    memory_mib: Option<u64>,
    memory_told: bool,
    hash_mib: u64,
    pub(super) threads: usize,
}

impl Resources {
    /// Nothing said yet: a time for each move, a table and threads.
    pub(super) fn new(turn: Duration, hash_mib: usize, threads: usize) -> Self {
        Self {
            turn,
            game: None,
            unlimited: false,
            left: None,
            depth: None,
            nodes: None,
            memory_mib: None,
            memory_told: false,
            hash_mib: hash_mib as u64,
            threads,
        }
    }

    /// Takes note of what `INFO` says of time, nodes or memory; whether it does. Limits of 0 are none, except a time
    /// for each move: as fast as possible.
    pub(super) fn note(&mut self, key: &str, value: &str) -> Result<bool, Complaint> {
        let number = || number(key, value);
        let limit = || number().map(|number| (number > 0).then_some(number));
        match key {
            "timeout_turn" => self.turn = Duration::from_millis(number()?),
            "timeout_match" => {
                self.game = limit()?.map(Duration::from_millis);
                self.unlimited = self.game.is_none();
            }
            "time_left" => self.left = Some(Duration::from_millis(number()?)),
            "max_memory" => {
                self.memory_mib = limit()?.map(|bytes| bytes >> 20);
                self.memory_told = true;
            }
            "max_depth" => self.depth = limit()?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            "max_node" => self.nodes = limit()?,
            "thread_num" => self.threads = usize::try_from(number()?.max(1)).unwrap_or(usize::MAX),
            "hash_size" => self.hash_mib = number()? >> 10,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A new game begins: the time left of the last one is void.
    pub(super) fn new_game(&mut self) {
        self.left = None;
    }

    /// Counts off what a move took, where the manager does not say what is left.
    pub(super) fn spend(&mut self, time: Duration) {
        if let Some(left) = self.left.or(self.game) {
            self.left = Some(left.saturating_sub(time));
        }
    }

    /// Whether the manager has said how much memory there is.
    pub(super) fn is_memory_told(&self) -> bool {
        self.memory_told
    }

    /// What is left of the memory limit, if there is one, for a proof of `proof_mib`: nothing where it has no room.
    pub(super) fn proof_mib(&self, proof_mib: u64) -> Option<u64> {
        let most = self.memory_mib?.saturating_sub(BESIDE_TABLE + LEAST_TABLE);
        Some(if proof_mib <= most { proof_mib } else { 0 })
    }

    /// The table's size in MiB, at least 1, within the memory limit beside a proof of `proof_mib`.
    pub(super) fn table_mib(&self, proof_mib: u64) -> usize {
        let beside = BESIDE_TABLE + proof_mib;
        let bound = self.memory_mib.map_or(u64::MAX, |mib| mib.saturating_sub(beside) * TABLE_PERCENT / 100);
        usize::try_from(self.hash_mib.min(bound)).unwrap_or(usize::MAX).max(1)
    }

    /// The limits of a move that was asked for at `asked`.
    pub(super) fn limits(&self, asked: Instant) -> Limits {
        let (mut hard, mut soft) = (less_lag(self.turn).max(FASTEST), None);
        // Some managers name only what is left.
        if let Some(left) = self.left.or(self.game).filter(|_| !self.unlimited) {
            let share = left / MOVES_TO_GO;
            soft = Some(share).filter(|&share| share < hard);
            hard = hard.min(less_lag(left / 2).min(share * LONGEST_SHARE)).max(Duration::from_millis(1));
        }
        let used = asked.elapsed();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: Some(hard.saturating_sub(used)),
            soft_time: soft.map(|soft| soft.saturating_sub(used)),
        }
    }
}

/// The part of `time` that may be spent on thinking.
fn less_lag(time: Duration) -> Duration {
    time.saturating_sub(LAG + time / 100 * LAG_PERCENT).max(time / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(infos: &[(&str, u64)]) -> (u128, Option<u128>) {
        let mut resources = Resources::new(Duration::from_secs(5), 64, 1);
        assert!(infos.iter().all(|&(key, value)| resources.note(key, &value.to_string()) == Ok(true)));
        let limits = resources.limits(Instant::now() + Duration::from_secs(1));
        (limits.time.expect("a limit").as_millis(), limits.soft_time.map(|time| time.as_millis()))
    }

    #[test]
    fn times_of_gomocup_become_limits() {
        assert_eq!(limits(&[]), (4930, None));
        assert_eq!(limits(&[("timeout_turn", 1000)]), (970, None));
        assert_eq!(limits(&[("timeout_turn", 30)]), (15, None));
        assert_eq!(limits(&[("timeout_turn", 0)]), (10, None));
        assert_eq!(limits(&[("timeout_turn", 1000), ("timeout_match", 0)]), (970, None));
        let (hard, soft) = limits(&[("timeout_turn", 30_000), ("timeout_match", 180_000), ("time_left", 66_000)]);
        assert_eq!((hard, soft), (12_000, Some(3000)));
        // The last second of a game lasts for more moves than one.
        let (hard, soft) = limits(&[("timeout_turn", 30_000), ("timeout_match", 180_000), ("time_left", 1000)]);
        assert!(hard <= 200 && soft.is_some_and(|soft| soft <= 50), "{hard} {soft:?}");
        assert_eq!(limits(&[("timeout_turn", 30_000), ("timeout_match", 180_000), ("time_left", 0)]).0, 1);
        let (hard, _) = limits(&[("timeout_turn", u64::MAX / 2), ("timeout_match", 0)]);
        assert!(hard > 1 << 40);
        assert!(Resources::new(Duration::MAX, 64, 1).limits(Instant::now()).time > Some(Duration::MAX / 2));
    }

    #[test]
    fn time_left_means_nothing_without_a_limit() {
        let (turn, left) = (("timeout_turn", 1000), ("time_left", 1000));
        assert_eq!(limits(&[turn, ("timeout_match", 0), left]), (970, None));
        assert_eq!(limits(&[turn, left]), (181, Some(45)));
        assert_eq!(limits(&[turn, ("time_left", 2_147_483_647)]), (970, None));
    }

    #[test]
    fn tables_fit_the_memory() {
        let note = |resources: &mut Resources, bytes: u64| {
            assert_eq!(resources.note("max_memory", &bytes.to_string()), Ok(true));
        };
        let table = |memory| {
            let mut resources = Resources::new(Duration::from_secs(5), 256, 1);
            note(&mut resources, memory);
            resources.table_mib(0)
        };
        assert_eq!(table(0), 256);
        assert_eq!(table(350 << 20), 238);
        assert_eq!(table(80 << 20), 36);
        assert_eq!(table(1), 1);
        let mut resources = Resources::new(Duration::from_secs(5), 256, 1);
        assert_eq!((resources.proof_mib(80), resources.is_memory_told()), (None, false));
        for (mib, proof, table) in [(350, 80, 178), (144, 80, 24), (143, 0, 83), (80, 0, 36), (1, 0, 1)] {
            note(&mut resources, mib << 20);
            let room = resources.proof_mib(80).expect("a limit");
            assert_eq!((room, resources.table_mib(room)), (proof, table), "{mib}");
        }
    }
}
