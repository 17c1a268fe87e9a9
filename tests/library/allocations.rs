//! The hot paths never ask for heap memory: perft and evaluation not at all, a search only between iterations.

// Only counts; every request goes on to the system's allocator as it is.
#![allow(unsafe_code)]

use manyply::face::Game;
use manyply::game::{MoveList, Notation, Played, Side, Variant};
use manyply::games::{gomoku::Gomoku, hexnim::Hexnim, hop::Hop, minichess::Minichess, threechess::Threechess};
use manyply::mcts::Mcts;
use manyply::perft::{Mode, count};
use manyply::search::{EngineOf, Limits, Options, State};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::AtomicBool;

thread_local! {
    // Without a destructor and const, so that the allocator may use it at any time.
    static REQUESTS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is handed to `System` unchanged, which keeps the promises of the trait.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.set(REQUESTS.get() + 1);
        // SAFETY: the caller keeps the promises that `System` asks for.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often `work` asks for memory on this thread.
fn requests<T>(work: impl FnOnce() -> T) -> u64 {
    let before = REQUESTS.get();
    let result = work();
    let after = REQUESTS.get();
    drop(result);
    after - before
}

fn perft_asks_for_nothing<G: Game>(rules: &str, depth: u32) {
    let rules = G::parse_rules(rules).expect("options of the game");
    let game = Played::new(G::start(&rules));
    // Tables that are made on first use are made now.
    count(&game, 1, Mode::Full);
    for mode in [Mode::Bulk, Mode::Full] {
        assert_eq!(requests(|| count(&game, depth, mode)), 0, "{} {mode:?}", G::NAME);
    }
}

/// Moves, results and evaluations along a game from the start.
fn a_game_asks_for_nothing<G: Game>(rules: &str) {
    let rules = G::parse_rules(rules).expect("options of the game");
    let start = || (G::start(&rules), G::State::new(&G::start(&rules)));
    let walk = |(mut position, mut state): (G, G::State)| {
        let mut sum = 0;
        for ply in 0..40 {
            let mut list = G::Moves::default();
            position.moves(&mut list);
            let moves = list.as_slice();
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            let m = moves[(7 * ply) % moves.len()];
            state.make(&position, m);
            position.make(m);
            sum += Side::all(G::SIDES).map(|side| state.static_eval(&position, side)).sum::<i32>();
        }
        sum
    };
    // Tables that are made on first use are made now.
    walk(start());
    let again = start();
    assert_eq!(requests(|| walk(again)), 0, "{}", G::NAME);
}

/// Requests may grow with the moves at the root and the iterations of a search, never with its nodes.
fn search_asks_seldom<G: Game>(nodes: u64) {
    search_of_asks_seldom(G::start(&G::Rules::default()), nodes);
}

fn search_of_asks_seldom<G: Game>(position: G, nodes: u64) {
    let game = Played::new(position);
    let mut searcher = EngineOf::<G>::new(Options { hash_mib: 1, ..Options::default() });
    let never = AtomicBool::new(false);
    // Tables that are made on first use are made now.
    searcher.search(&game, &Limits::nodes(1), &never, &mut |_| ());
    let (roots, mut iterations) = (game.legal_moves().len() as u64, 0);
    let asked = requests(|| searcher.search(&game, &Limits::nodes(nodes), &never, &mut |_| iterations += 1));
    assert!(asked < 100 + roots + 50 * iterations, "{}: {asked} requests in {iterations} iterations", G::NAME);
}

/// The same of Monte Carlo tree search: requests grow with the reports, never with the simulations.
fn simulations_ask_seldom<G: Game>(nodes: u64) {
    let game = Played::new(G::start(&G::Rules::default()));
    let mut player = Mcts::<G>::new(Options { hash_mib: 8, ..Options::default() });
    let never = AtomicBool::new(false);
    player.search(&game, &Limits::nodes(1), &never, &mut |_| ());
    let mut reports = 0;
    let asked = requests(|| player.search(&game, &Limits::nodes(nodes), &never, &mut |_| reports += 1));
    assert!(asked < 100 + 50 * reports, "{}: {asked} requests, {reports} reports", G::NAME);
}

#[test]
fn mcts_allocates_seldom() {
    simulations_ask_seldom::<Minichess>(300_000);
    simulations_ask_seldom::<Threechess>(200_000);
    simulations_ask_seldom::<Hop>(100_000);
    simulations_ask_seldom::<Gomoku>(300_000);
    simulations_ask_seldom::<Hexnim>(300_000);
}

#[test]
fn minichess() {
    perft_asks_for_nothing::<Minichess>("default", 5);
    perft_asks_for_nothing::<Minichess>("king=royal", 4);
    a_game_asks_for_nothing::<Minichess>("default");
    a_game_asks_for_nothing::<Minichess>("king=royal");
    search_asks_seldom::<Minichess>(300_000);
}

#[test]
fn threechess() {
    perft_asks_for_nothing::<Threechess>("default", 4);
    perft_asks_for_nothing::<Threechess>("promotion=choice,castling=history", 3);
    a_game_asks_for_nothing::<Threechess>("default");
    search_asks_seldom::<Threechess>(200_000);
}

#[test]
fn hop() {
    perft_asks_for_nothing::<Hop>("default", 3);
    a_game_asks_for_nothing::<Hop>("default");
    search_asks_seldom::<Hop>(50_000);
}

#[test]
fn gomoku() {
    perft_asks_for_nothing::<Gomoku>("default", 2);
    perft_asks_for_nothing::<Gomoku>("rule=renju", 2);
    a_game_asks_for_nothing::<Gomoku>("default");
    a_game_asks_for_nothing::<Gomoku>("rule=renju");
    search_asks_seldom::<Gomoku>(50_000);
}

/// To extend the line of a proven win, all replies share one search state.
#[test]
fn a_proven_line_takes_one_state() {
    let text = "15/15/15/15/15/15/15/5xxx7/15/15/15/15/15/o13o/14o x";
    let position = Gomoku::parse_position(text, &Default::default()).expect("an open three");
    search_of_asks_seldom(position, 1_000);
}

#[test]
fn hexnim() {
    perft_asks_for_nothing::<Hexnim>("default", 2);
    a_game_asks_for_nothing::<Hexnim>("default");
    search_asks_seldom::<Hexnim>(50_000);
}

#[test]
fn counting_repetitions_takes_one_list() {
    let rules = Minichess::parse_rules("repetition=2").expect("options of the game");
    let game = Played::new(Minichess::start(&rules));
    let [shallow, deep] = [5, 6].map(|depth| requests(|| count(&game, depth, Mode::Bulk)));
    assert!(shallow == deep && deep <= 2, "{shallow}, {deep}");
}
