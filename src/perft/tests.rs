//! Every way of counting against a plain count that keeps all positions, on a game made for repetition.

use super::*;
use crate::game::{MoveList, Outcome, Side};
use arrayvec::ArrayVec;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Each side has a token on a ring of squares and steps it either way, or burns a match, which cannot be taken back.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Ring {
    tokens: [u8; 2],
    side: usize,
    matches: u8,
    limit: u32,
}

const SIZE: u8 = 5;

impl Ring {
    fn game(limit: u32, matches: u8) -> Played<Self> {
        Played::new(Self { limit, matches, tokens: [0; 2], side: 0 })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Step {
    Left,
    Right,
    Burn,
}

impl Position for Ring {
    type Move = Step;
    type Undo = ();
    type Moves = ArrayVec<Step, 3>;
    const SIDES: usize = 2;
    const SHORTEST_CYCLE: u32 = 4;

    fn side_to_move(&self) -> Side {
        Side::new(self.side)
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn moves(&self, list: &mut Self::Moves) {
        list.extend([Step::Left, Step::Right]);
        if self.matches > 0 {
            MoveList::push(list, Step::Burn);
        }
    }
    fn make(&mut self, m: Step) {
        let token = &mut self.tokens[self.side];
        match m {
            Step::Left => *token = (*token + SIZE - 1) % SIZE,
            Step::Right => *token = (*token + 1) % SIZE,
            Step::Burn => self.matches -= 1,
        }
        self.side = 1 - self.side;
    }
    fn unmake(&mut self, m: Step, (): ()) {
        self.side = 1 - self.side;
        let token = &mut self.tokens[self.side];
        match m {
            Step::Left => *token = (*token + 1) % SIZE,
            Step::Right => *token = (*token + SIZE - 1) % SIZE,
            Step::Burn => self.matches += 1,
        }
    }
    fn key(&self) -> u64 {
        let state = [self.tokens[0], self.tokens[1], self.side as u8, self.matches];
        crate::zobrist::mix(u64::from(u32::from_le_bytes(state)) + 1)
    }
    fn pack(&self, m: Step) -> u16 {
        m as u16
    }
    fn repetition_limit(&self) -> u32 {
        self.limit
    }
    fn is_irreversible(&self, m: Step) -> bool {
        m == Step::Burn
    }
    fn validate(&self) -> Result<(), String> {
        Ok(())
    }
}

/// The same by the letter of the rules: all positions in a list, compared as wholes.
fn plain(line: &mut Vec<Ring>, depth: u32) -> u64 {
    let now = line.last().unwrap().clone();
    if depth == 0 {
        return 1;
    }
    if now.limit > 0 && line.iter().filter(|&earlier| *earlier == now).count() as u32 >= now.limit {
        return 0;
    }
    let mut list = ArrayVec::new();
    now.moves(&mut list);
    let mut nodes = 0;
    for m in list {
        let mut next = now.clone();
        next.make(m);
        line.push(next);
        nodes += plain(line, depth - 1);
        line.pop();
    }
    nodes
}

fn nodes(game: &Played<Ring>, depth: u32, mode: Mode, threads: usize, hash_mib: usize) -> u64 {
    let settings = Settings { mode, threads, hash_mib, ..Settings::default() };
    let counts = divide(game, depth, &settings, &AtomicBool::new(false), &|_| ()).unwrap();
    assert!(counts.complete);
    let sum = counts.branches.iter().fold(0u64, |sum, branch| sum.saturating_add(branch.nodes));
    assert!(depth == 0 || sum == counts.nodes);
    counts.nodes
}

#[test]
fn every_way_of_counting_agrees() {
    for (limit, matches) in [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2), (3, 0), (3, 1)] {
        let game = Ring::game(limit, matches);
        for depth in 0..=if matches > 0 { 10 } else { 14 } {
            let expected = plain(&mut vec![game.position().clone()], depth);
            for mode in [Mode::Bulk, Mode::Full] {
                assert_eq!(count(&game, depth, mode), expected, "limit {limit}, depth {depth}");
                for (threads, hash_mib) in [(1, 0), (3, 0), (1, 1), (3, 1)] {
                    let nodes = nodes(&game, depth, mode, threads, hash_mib);
                    assert_eq!(nodes, expected, "limit {limit}, depth {depth}, {threads} threads, {hash_mib} MiB");
                }
            }
        }
    }
}

#[test]
fn shards_add_up() {
    let game = Ring::game(3, 1);
    for (depth, of) in [(0, 2), (1, 2), (1, 5), (5, 3), (11, 7), (11, 400)] {
        let shard = |part| {
            let settings = Settings { shard: Shard::new(part, of).unwrap(), threads: 2, ..Settings::default() };
            divide(&game, depth, &settings, &AtomicBool::new(false), &|_| ()).unwrap().nodes
        };
        let parts: Vec<u64> = (1..=of).map(shard).collect();
        let most = parts.iter().max().unwrap();
        assert_eq!(parts.iter().sum::<u64>(), count(&game, depth, Mode::Bulk), "depth {depth}, {parts:?}");
        assert!(depth < 11 || most * u64::from(of) < 2 * parts.iter().sum::<u64>(), "uneven: {parts:?}");
    }
}

#[test]
fn positions_before_the_root_count() {
    for limit in 2..=4 {
        let mut game = Ring::game(limit, 1);
        let mut line = vec![game.position().clone()];
        for m in [Step::Left, Step::Burn, Step::Right, Step::Left, Step::Left, Step::Right, Step::Right] {
            for depth in 0..=9 {
                assert_eq!(nodes(&game, depth, Mode::Bulk, 2, 1), plain(&mut line, depth), "limit {limit}");
            }
            if !game.play(m) {
                break;
            }
            line.push(game.position().clone());
        }
    }
}

#[test]
fn a_table_that_is_too_small_is_only_slower() {
    let game = Ring::game(0, 200);
    // The bound is met to the byte: one bucket in each part of a table that has room for no more.
    let table = table::Table::new(0).unwrap();
    let stop = AtomicBool::new(false);
    let counter = Counter::new(&game, 12, Mode::Bulk, Some(&table), &stop);
    assert_eq!(counter.count(&mut game.position().clone(), game.history(), 12), 3u64.pow(12));
}

#[test]
fn a_count_beyond_64_bits_stays_at_the_top() {
    assert_eq!(nodes(&Ring::game(0, 0), 63, Mode::Bulk, 1, 1), 1 << 63);
    assert_eq!(nodes(&Ring::game(0, 0), 90, Mode::Bulk, 2, 1), u64::MAX);
}

#[test]
fn a_table_beyond_memory_is_refused() {
    let settings = Settings { hash_mib: usize::MAX, ..Settings::default() };
    let result = divide(&Ring::game(0, 0), 3, &settings, &AtomicBool::new(false), &|_| ());
    assert_eq!(result, Err(NoMemory(usize::MAX)));
}

#[test]
fn a_stopped_count_says_what_it_has() {
    let stop = AtomicBool::new(false);
    let known = std::sync::Mutex::new(Vec::new());
    let counts = divide(&Ring::game(0, 0), 16, &Settings::default(), &stop, &|progress: Progress| {
        let mut known = known.lock().unwrap();
        known.resize(progress.total, None);
        known[progress.part.0] = Some(progress.part.1);
        stop.store(progress.done * 2 > progress.total, Ordering::Relaxed);
    });
    let counts = counts.unwrap();
    assert!(!counts.complete && counts.nodes >= 1 << 15 && counts.nodes < 1 << 16);
    assert!(counts.branches[0].complete && !counts.branches[1].complete);
    assert_eq!(counts.branches[0].nodes, 1 << 15);

    let known = known.into_inner().unwrap();
    let left = known.iter().filter(|nodes| nodes.is_none()).count();
    let goes_on = |known: &[Option<u64>]| {
        let parts = AtomicUsize::new(0);
        let count = |_| {
            parts.fetch_add(1, Ordering::Relaxed);
        };
        let stop = AtomicBool::new(false);
        let counts = resume(&Ring::game(0, 0), 16, &Settings::default(), known, &stop, &count).unwrap();
        assert!(counts.complete && counts.nodes == 1 << 16 && counts.branches[1].nodes == 1 << 15);
        parts.into_inner()
    };
    assert_eq!((goes_on(&known), goes_on(&known[1..])), (left, known.len()));
}
