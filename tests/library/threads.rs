//! Threads that search together: all that they do is told, and as one thread would tell it.

use manyply::game::Played;
use manyply::games::Game;
use manyply::games::{gomoku::Gomoku, minichess::Minichess, threechess::Threechess};
use manyply::search::{EngineOf, Found, Limits, Model, Options, Report};
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

/// Whoever ends an iteration: it is reported with all its lines, different ones, after those less deep, and the last one
/// is what is found.
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
