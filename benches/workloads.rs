//! What both benches run: the same work, prepared before anything is measured.

use manyply::face::Game;
use manyply::game::{MoveList, Played};
use manyply::perft::{self, Mode};
use manyply::search::bench::samples;
use manyply::search::hooks::State as _;
use manyply::search::{Bound, EngineOf, Entry, Limits, Options, Table};
use manyply::zobrist::SplitMix64;
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

/// Work that is ready to be done, any number of times; it returns something that depends on all of it.
pub type Workload = Box<dyn FnMut() -> u64>;

/// How deep a game's perft and search go: some ten milliseconds each.
#[derive(Clone, Copy)]
pub struct Depths {
    /// Of perft with bulk counting.
    pub bulk: u32,
    /// Of perft that makes every move.
    pub full: u32,
    /// Of the search.
    pub search: u32,
}

/// Counts lines of play from the start.
pub fn perft<G: Game>(depth: u32, mode: Mode) -> Workload {
    let game = Played::new(G::start(&G::Rules::default()));
    Box::new(move || perft::count(&game, black_box(depth), mode))
}

/// Lists the moves of every position.
pub fn moves<G: Game>() -> Workload {
    over_positions::<G>(|position| {
        let mut list = G::Moves::default();
        position.moves(&mut list);
        black_box(list.as_slice()).len() as u64
    })
}

/// Makes and takes back every move of every position; the lists are made before.
pub fn make_unmake<G: Game>() -> Workload {
    let listed = |position: G| {
        let mut list = G::Moves::default();
        position.moves(&mut list);
        (position, list.as_slice().to_vec())
    };
    let mut positions: Vec<_> = positions::<G>().into_iter().map(listed).collect();
    Box::new(move || {
        let mut keys = 0;
        for (position, moves) in &mut positions {
            for &m in moves.iter() {
                let undo = position.make(m);
                keys ^= black_box(&*position).key();
                position.unmake(m, undo);
            }
        }
        keys
    })
}

/// Plays random games, whose moves are drawn before, and asks for the result after every move; how many moves that is.
pub fn playouts<G: Game>() -> Workload {
    let start = G::start(&G::Rules::default());
    let mut random = SplitMix64::new(5);
    let mut drawn = || {
        let mut game = Played::new(start.clone());
        while game.outcome().is_none() {
            let moves = game.legal_moves();
            game.play(moves[random.below(moves.len())]);
        }
        game.moves().collect::<Vec<_>>()
    };
    let games: Vec<Vec<G::Move>> = std::iter::repeat_with(&mut drawn).take(100).collect();
    Box::new(move || {
        let mut made = 0;
        for moves in &games {
            let mut position = start.clone();
            for &m in moves {
                position.make(m);
                made += 1 + u64::from(black_box(&position).outcome().is_some());
            }
        }
        made - games.len() as u64
    })
}

/// Makes and takes back every move of every position as a search does, with its state beside the position, and
/// evaluates each: accumulators and patterns at work.
pub fn state<G: Game>() -> Workload {
    over_games::<G>(|position, state, m| {
        state.make(position, m);
        let undo = position.make(m);
        let side = position.side_to_move();
        let eval = if position.outcome().is_none() { state.static_eval(position, side) } else { 0 };
        position.unmake(m, undo);
        state.unmake(position, m);
        u64::from(eval.unsigned_abs())
    })
}

/// Asks of every position along games what a node of the search asks: check, wins at once, exact probes, noisy moves
/// and candidates with their scores.
pub fn hooks<G: Game>() -> Workload {
    let mut list = G::Moves::default();
    over_games::<G>(move |position, state, m| {
        let mut sum = u64::from(state.in_check(position)) + u64::from(state.winning_move(position).is_some());
        sum += u64::from(state.probe(position).is_some()) + u64::from(state.is_noisy(position, m));
        list.clear();
        state.noisy(position, &mut list);
        sum += list.as_slice().iter().map(|&m| u64::from(state.see_ge(position, m, 0))).sum::<u64>();
        list.clear();
        state.candidates(position, &mut list);
        sum + list.as_slice().iter().map(|&m| state.quiet_score(position, m) as u64 & 7).sum::<u64>()
    })
}

/// Searches a position of the middle game to a fixed depth with an empty table.
pub fn search<G: Game>(depth: u32) -> Workload {
    let game = samples::<G>().swap_remove(1).0;
    make_tables(game.position());
    let mut searcher = EngineOf::<G>::new(Options { hash_mib: 1, ..Options::default() });
    let never = AtomicBool::new(false);
    Box::new(move || {
        searcher.new_game();
        searcher.search(&game, &Limits::depth(depth), &never, &mut |_| ()).nodes
    })
}

/// Stores and probes a table of 1 MiB with more positions than it holds.
pub fn table() -> Workload {
    let table = Table::new(1);
    Box::new(move || {
        let mut random = SplitMix64::new(1);
        let mut found = 0;
        for depth in 0..100_000u32 {
            let key = random.next_u64();
            let entry = Entry { best: Some(1), value: 5, static_eval: None, depth: depth as u8, bound: Bound::Lower };
            table.store(key, 0, entry);
            found += u64::from(table.probe(black_box(key ^ u64::from(depth % 2)), 0).is_some());
        }
        found
    })
}

/// Tables that a process makes once, when it first needs them, are made before anything is measured.
fn make_tables<G: Game>(position: &G) {
    black_box(G::State::new(position).static_eval(position, position.side_to_move()));
}

/// Does `work` at every position of a few random games, with the state that has followed them, for its first legal move
/// and the one that was played.
fn over_games<G: Game>(mut work: impl FnMut(&mut G, &mut G::State, G::Move) -> u64 + 'static) -> Workload {
    let start = G::start(&G::Rules::default());
    make_tables(&start);
    let mut random = SplitMix64::new(7);
    let mut drawn = || {
        let mut game = Played::new(start.clone());
        while game.outcome().is_none() && game.moves().len() < 60 {
            let moves = game.legal_moves();
            game.play(moves[random.below(moves.len())]);
        }
        game.moves().collect::<Vec<_>>()
    };
    let games: Vec<Vec<G::Move>> = std::iter::repeat_with(&mut drawn).take(8).collect();
    Box::new(move || {
        let mut sum = 0;
        for moves in &games {
            let mut position = start.clone();
            let mut state = G::State::new(&position);
            for &m in moves {
                let mut list = G::Moves::default();
                position.moves(&mut list);
                for m in list.as_slice().first().copied().into_iter().chain([m]) {
                    sum += black_box(work(&mut position, &mut state, m));
                }
                state.make(&position, m);
                position.make(m);
            }
        }
        sum
    })
}

fn over_positions<G: Game>(work: impl Fn(&G) -> u64 + 'static) -> Workload {
    let positions = positions::<G>();
    Box::new(move || positions.iter().map(|position| work(black_box(position))).sum())
}

/// Positions of random games that are not over, the same on every run.
fn positions<G: Game>() -> Vec<G> {
    let mut random = SplitMix64::new(7);
    let mut positions = Vec::new();
    while positions.len() < 500 {
        let mut game = Played::new(G::start(&G::Rules::default()));
        loop {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            positions.push(game.position().clone());
            game.play(moves[random.below(moves.len())]);
        }
    }
    positions.truncate(500);
    positions
}
