//! Threads that search together: all that they do is told, and as one thread would tell it.

use manyply::face::Game;
use manyply::game::Played;
use manyply::games::{gomoku::Gomoku, hexnim::Hexnim, hop::Hop, minichess::Minichess, threechess::Threechess};
use manyply::search::{EngineOf, Found, Limits, Model, Options, Report, Score};
use manyply::zobrist::SplitMix64;
use std::mem::discriminant;
use std::sync::atomic::AtomicBool;

/// A search from the start, and all its reports.
fn search<G: Game>(options: Options, limits: Limits) -> (Found<G::Move>, Vec<Report<G::Move>>) {
    let options = Options { hash_mib: 1, ..options };
    let game = Played::new(G::start(&G::Rules::default()));
    let mut reports = Vec::new();
    let stop = AtomicBool::new(false);
    let found = EngineOf::<G>::new(options).search(&game, &limits, &stop, &mut |report| reports.push(report.clone()));
    (found, reports)
}

/// However few there are: less than a thread tells of at once.
#[test]
fn nodes_of_all_threads_count() {
    let nodes = |threads| {
        let options = Options { threads, ..Options::default() };
        search::<Minichess>(options, Limits::nodes(100 * threads as u64)).0.nodes
    };
    assert!(nodes(4) > nodes(1));
}

/// Whoever ends an iteration: it is reported with all its lines, different ones, after those less deep, and the last
/// one is what is found.
fn check_iterations<G: Game>(depth: u32, model: Model) {
    for (threads, multipv) in [(2, 1), (2, 3), (3, 1), (3, 3)] {
        let options = Options { threads, multipv, model, ..Options::default() };
        let (found, reports) = search::<G>(options, Limits::depth(depth));
        let place = format!("{}, {threads} threads, {multipv} lines", G::NAME);
        let iterations: Vec<_> = reports.chunk_by(|a, b| a.depth == b.depth).collect();
        assert!(iterations.is_sorted_by(|a, b| a[0].depth < b[0].depth), "{place}: {reports:?}");
        for iteration in &iterations {
            let lines: Vec<_> = iteration.iter().map(|report| report.multipv as usize).collect();
            assert_eq!(lines, (1..=multipv).collect::<Vec<_>>(), "{place}: {iteration:?}");
            let different =
                iteration.iter().enumerate().all(|(i, a)| iteration[..i].iter().all(|b| a.line[0] != b.line[0]));
            assert!(different, "{place}: {iteration:?}");
        }
        let last = iterations.last().expect("an iteration")[0].clone();
        assert_eq!((last.depth, Some(last.score), last.line), (depth, found.score, found.line.clone()), "{place}");
        assert_eq!((found.depth, found.best), (depth, found.line.first().copied()), "{place}");
    }
}

#[test]
fn every_iteration_is_reported_whole() {
    check_iterations::<Minichess>(8, Model::default());
    check_iterations::<Gomoku>(5, Model::default());
    check_iterations::<Threechess>(5, Model::default());
    check_iterations::<Threechess>(3, Model::MaxN);
}

/// A game of random moves, so many plies before its end.
fn almost_over<G: Game>(rules: &G::Rules, plies_left: usize, random: &mut SplitMix64) -> Played<G> {
    let mut game = Played::new(G::start(rules));
    while game.outcome().is_none() {
        let moves = game.legal_moves();
        assert!(game.play(moves[random.below(moves.len())]));
    }
    for _ in 0..plies_left {
        game.take_back();
    }
    game
}

/// Many threads that share a table far too small, kept from one position to the next: what they prove is what one
/// thread with a table of its own proves.
fn check_proofs<G: Game>(rules: &str, model: Model, depth: u32) {
    let rules = G::parse_rules(rules).expect("rules");
    let options = Options { hash_mib: 1, model, ..Options::default() };
    let mut many = EngineOf::<G>::new(Options { threads: 8, ..options });
    let mut random = SplitMix64::new(7);
    let mut proven = 0;
    for number in 0..40 {
        let game = almost_over::<G>(&rules, 1 + number % 8, &mut random);
        let score = |engine: &mut EngineOf<G>| {
            let limits = Limits { nodes: Some(200_000), ..Limits::depth(depth) };
            engine.search(&game, &limits, &AtomicBool::new(false), &mut |_| ()).score.expect("a move")
        };
        let (found, expected) = (score(&mut many), score(&mut EngineOf::<G>::new(options)));
        if found.is_proven() && expected.is_proven() {
            let place = format!("{} {number}: {}", G::NAME, game.position().position_text());
            assert_eq!(discriminant::<Score>(&found), discriminant(&expected), "{found} and {expected}, {place}");
            proven += 1;
        }
    }
    assert!(proven >= 10, "{}: only {proven} proofs of 40", G::NAME);
}

#[test]
fn many_threads_prove_what_one_proves() {
    check_proofs::<Minichess>("default", Model::default(), 9);
    check_proofs::<Hop>("default", Model::default(), 7);
    check_proofs::<Gomoku>("size=7,connect=4", Model::default(), 6);
    check_proofs::<Hexnim>("default", Model::default(), 8);
    check_proofs::<Threechess>("default", Model::Paranoid, 5);
}
