//! The search against a plain one: same values with every sound technique, same proofs with all of them.

use manyply::face::Game;
use manyply::game::{MoveList, Notation, Played, Position, Variant};
use manyply::games::gomoku::Gomoku;
use manyply::games::hop::Hop;
use manyply::games::minichess::Minichess;
use manyply::games::threechess::Threechess;
use manyply::search::hooks::State as _;
use manyply::search::{Bound, EngineOf, Limits, Model, Options, Score, Techniques};
use manyply::zobrist::SplitMix64;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const WIN: i32 = 1_000_000;

/// Negamax without any cut: the value for the side to move, the static evaluation at the horizon.
fn plain<G: Game>(position: &mut G, depth: u32, ply: i32) -> i32 {
    if let Some(outcome) = position.outcome() {
        return i32::from(outcome.payoff(position.side_to_move())) * (WIN - ply);
    }
    if G::State::new(position).winning_move(position).is_some() {
        return WIN - ply - 1;
    }
    if depth == 0 {
        return position.evaluate(position.side_to_move());
    }
    let mut list = G::Moves::default();
    position.moves(&mut list);
    let side = position.side_to_move();
    let mut best = -WIN;
    for &m in list.as_slice() {
        let undo = position.make(m);
        let value = plain(position, depth - 1, ply + 1);
        best = best.max(if position.side_to_move() == side { value } else { -value });
        position.unmake(m, undo);
    }
    best
}

/// The exact value of a position whose game ends soon: 1, 0 or −1 for the side to move.
fn exact<G: Game>(position: &mut G) -> i8 {
    if let Some(outcome) = position.outcome() {
        return outcome.payoff(position.side_to_move());
    }
    let mut list = G::Moves::default();
    position.moves(&mut list);
    let side = position.side_to_move();
    let mut best = -1;
    for &m in list.as_slice() {
        let undo = position.make(m);
        let value = exact(position);
        best = best.max(if position.side_to_move() == side { value } else { -value });
        position.unmake(m, undo);
        if best == 1 {
            break;
        }
    }
    best
}

/// A position after so many random moves, in which the game goes on.
fn random_position_after<G: Game>(rules: &G::Rules, random: &mut SplitMix64, plies: usize) -> G {
    loop {
        let mut game = Played::new(G::start(rules));
        for _ in 0..plies {
            let moves = game.legal_moves();
            if let Some(&m) = moves.get(random.below(moves.len())) {
                game.play(m);
            }
        }
        if game.outcome().is_none() {
            return game.position().clone();
        }
    }
}

fn find<G: Game>(position: &G, depth: u32, techniques: Techniques) -> Score {
    find_with(Options { hash_mib: 1, techniques, ..Options::default() }, position, depth)
}

fn find_with<G: Game>(options: Options, position: &G, depth: u32) -> Score {
    let found = EngineOf::<G>::new(options).search(
        &Played::new(position.clone()),
        &Limits::depth(depth),
        &AtomicBool::new(false),
        &mut |_| (),
    );
    found.score.expect("the game goes on")
}

/// Techniques that change no value at the same depth.
fn sound() -> Vec<(String, Techniques)> {
    let names = ["aspiration", "null_windows", "table", "mate_distance", "killers", "history", "exchange_ordering"];
    let set = |names: &[&str]| {
        let mut techniques = Techniques::NONE;
        for name in names {
            *techniques.switch(name).expect("a technique") = true;
        }
        (names.join("+"), techniques)
    };
    let mut sets: Vec<_> = names.iter().map(|name| set(&[name])).collect();
    sets.push(set(&names));
    sets.push(set(&[]));
    sets
}

/// Plain values and the search's must agree: exactly where proven, up to the 0 that is no evaluation otherwise.
fn agrees(plain: i32, score: Score) -> bool {
    match score {
        Score::Win(plies) => plain == WIN - plies as i32,
        Score::Loss(plies) => plain == -WIN + plies as i32,
        Score::Draw => plain == 0,
        Score::Cp(cp) => plain == cp || (plain.abs() <= 1 && cp.abs() <= 1),
    }
}

#[test]
fn sound_techniques_change_no_value() {
    // Repetition and the ply limit have tests of their own.
    let rules = Minichess::parse_rules("repetition=0").unwrap();
    let mut random = SplitMix64::new(1);
    let sets = sound();
    for round in 0..1000 {
        let position: Minichess = {
            let plies = random.below(60);
            random_position_after(&rules, &mut random, plies)
        };
        let depth = if round % 10 == 0 { 4 } else { 1 + round % 3 };
        let expected = plain(&mut position.clone(), depth as u32, 0);
        for (name, techniques) in &sets {
            let score = find(&position, depth as u32, *techniques);
            assert!(
                agrees(expected, score),
                "{name} at depth {depth}: {score} for {expected} in {}",
                position.position_text()
            );
        }
    }
}

#[test]
fn images_of_a_position_are_searched_once() {
    for moves in ["", "d4", "d4 d5", "c3 e5"] {
        let mut position = Gomoku::start(&Gomoku::parse_rules("size=7").unwrap());
        for text in moves.split_whitespace() {
            position.make(position.parse_move(text).unwrap());
        }
        let game = Played::new(position);
        let find = |symmetry| {
            let techniques = Techniques { table: true, symmetry, ..Techniques::NONE };
            let mut searcher = EngineOf::new(Options { hash_mib: 16, techniques, ..Options::default() });
            let found = searcher.search(&game, &Limits::depth(4), &AtomicBool::new(false), &mut |_| ());
            (found.score, found.nodes)
        };
        let ((score, nodes), (expected, all)) = (find(true), find(false));
        assert_eq!(score, expected, "{moves}");
        assert!(nodes < all, "{moves}: {nodes} nodes, {all} without images");
    }
}

#[test]
fn every_technique_keeps_proofs_true() {
    let mut random = SplitMix64::new(2);
    let mut sets: Vec<(String, Techniques)> = Techniques::NAMES
        .iter()
        .map(|name| {
            let mut techniques = Techniques::ALL;
            *techniques.switch(name).expect("a technique") = false;
            (format!("without {name}"), techniques)
        })
        .collect();
    sets.push(("all".to_owned(), Techniques::ALL));
    for round in 0..1000usize {
        // Close to the ply limit, so that the game can be searched to its end.
        let left = 1 + round % 4;
        let plies = 6 + round % 30;
        let rules = Minichess::parse_rules(&format!("plies={}", plies + left)).unwrap();
        let position = random_position_after::<Minichess>(&rules, &mut random, plies);
        let truth = exact(&mut position.clone());
        let (name, techniques) = &sets[round % sets.len()];
        let threads = 1 + round / sets.len() % 3;
        let options = Options { threads, hash_mib: 1, techniques: *techniques, ..Options::default() };
        let score = find_with(options, &position, 12);
        let right = match score {
            Score::Win(_) => truth == 1,
            Score::Loss(_) => truth == -1,
            Score::Draw => truth == 0,
            Score::Cp(_) => false,
        };
        let text = position.position_text();
        assert!(right, "{name}, {threads} threads: {score} for {truth} in {text} with {left} plies left");
    }
}

/// The exact value of a game in progress, repetitions counted: 1, 0 or −1 for the side to move.
pub(super) fn exact_played<P: Position>(game: &mut Played<P>) -> i8 {
    let side = game.position().side_to_move();
    if let Some(outcome) = game.outcome() {
        return outcome.payoff(side);
    }
    let mut best = -1;
    for m in game.legal_moves() {
        game.play(m);
        let value = exact_played(game);
        best = best.max(if game.position().side_to_move() == side { value } else { -value });
        game.take_back();
        if best == 1 {
            break;
        }
    }
    best
}

#[test]
fn repetitions_and_the_ply_limit_never_make_a_false_proof() {
    let starts = ["k4/5/5/5/5/R3K w - - 0 1", "k4/p4/5/5/P4/4K w - - 0 1", "kn3/5/5/5/5/3BK w - - 0 1"];
    let mut random = SplitMix64::new(3);
    let mut proofs = 0;
    for round in 0..600 {
        let played = 2 + random.below(9);
        let left = 1 + round % 5;
        let repetition = 2 + round % 3;
        let rules = Minichess::parse_rules(&format!("repetition={repetition},plies={}", played + left)).unwrap();
        let start = Minichess::parse_position(starts[round % starts.len()], &rules).unwrap();
        let mut game = Played::new(start);
        // Shuffling to and fro, so that positions come back.
        for ply in 0..played {
            let moves = game.legal_moves();
            let back = game.moves().len().checked_sub(2).and_then(|at| game.moves().nth(at));
            let back = back.and_then(|m| moves.iter().copied().find(|n| (n.from(), n.to()) == (m.to(), m.from())));
            let m = back.filter(|_| ply % 5 > 0).or_else(|| moves.get(random.below(moves.len())).copied());
            m.map(|m| game.play(m));
        }
        if game.outcome().is_some() {
            continue;
        }
        let truth = exact_played(&mut game);
        let options = Options { hash_mib: 1, ..Options::default() };
        let mut searcher = EngineOf::<Minichess>::new(options);
        // The second search has what the first left in the table.
        for depth in [3, 14] {
            let found = searcher.search(&game, &Limits::depth(depth), &AtomicBool::new(false), &mut |_| ());
            let value = match found.score.expect("the game goes on") {
                Score::Win(_) => 1,
                Score::Loss(_) => -1,
                Score::Draw => 0,
                Score::Cp(_) => continue,
            };
            let moves: Vec<_> = game.moves().collect();
            assert_eq!(value, truth, "{found:?} after {moves:?} under repetition={repetition}, {left} plies left");
            proofs += 1;
        }
    }
    assert!(proofs > 300, "{proofs}");
}

#[test]
fn a_search_of_any_position_ends_in_time() {
    let rules = Minichess::parse_rules("king=royal").unwrap();
    let text = "kqqqq/qqqqq/qqqqq/QQQQQ/QQQQQ/QQQQK w - - 0 1";
    let game = Played::new(Minichess::parse_position(text, &rules).unwrap());
    let mut searcher = EngineOf::<Minichess>::new(Options { hash_mib: 1, ..Options::default() });
    let started = Instant::now();
    for limits in [Limits::nodes(1), Limits::nodes(5000), Limits::time(Duration::from_millis(50))] {
        let found = searcher.search(&game, &limits, &AtomicBool::new(false), &mut |_| ());
        assert!(found.best.is_some());
    }
    assert!(searcher.search(&game, &Limits::default(), &AtomicBool::new(true), &mut |_| ()).best.is_some());
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_search_that_is_stopped_claims_no_draw() {
    // White wins; repetition makes a draw of the first moves that are looked at.
    let rules = Minichess::parse_rules("plies=40,king=royal").unwrap();
    let mut game = Played::new(Minichess::parse_position("4K/2r2/2N2/3k1/5/5 w - - 0 7", &rules).unwrap());
    for text in
        "c4e3 d3e4 e3c4 e4d3 c4a5 d3e4 a5c4 e4d3 c4a5 c5c1 a5c4 c1c2 c4a5 c2c1 a5c4 c1c2 c4a5 c2c1 a5b3 c1c2 b3a5"
            .split(' ')
    {
        let m = game.position().parse_move(text).unwrap();
        assert!(game.play(m), "{text}");
    }
    let truth = exact_played(&mut game.clone());
    for nodes in (1..4000).step_by(13) {
        let mut searcher = EngineOf::<Minichess>::new(Options { hash_mib: 1, ..Options::default() });
        let found = searcher.search(&game, &Limits::nodes(nodes), &AtomicBool::new(false), &mut |_| ());
        let right = match found.score.expect("the game goes on") {
            Score::Win(_) => truth == 1,
            Score::Loss(_) => truth == -1,
            Score::Draw => truth == 0,
            Score::Cp(_) => true,
        };
        assert!(right, "{found:?} for {truth} with {nodes} nodes");
    }
}

#[test]
fn a_search_that_is_stopped_after_a_move_failed_high_expects_a_reply() {
    let mut game = Played::new(Gomoku::start(&Default::default()));
    for text in ["h8", "i9"] {
        let m = game.position().parse_move(text).unwrap();
        assert!(game.play(m), "{text}");
    }
    for nodes in (2600..5000).step_by(200) {
        let mut searcher = EngineOf::<Gomoku>::new(Options { hash_mib: 1, ..Options::default() });
        let found = searcher.search(&game, &Limits::nodes(nodes), &AtomicBool::new(false), &mut |_| ());
        assert!(found.line.len() >= 2, "{found:?} with {nodes} nodes");
        let mut played = game.clone();
        assert!(found.line.iter().all(|&m| played.play(m)), "{found:?} with {nodes} nodes");
        // Whoever asks again and is answered at once is told the reply, too.
        let again = searcher.search(&game, &Limits::depth(1), &AtomicBool::new(false), &mut |_| ());
        assert_eq!((again.nodes, &again.line[..2]), (0, &found.line[..2]), "with {nodes} nodes");
    }
}

/// A search that was stopped anywhere: what it found is its last report, each line of one iteration, the best first.
fn check_agreement<G: Game>(model: Model) {
    let game = Played::new(G::start(&G::Rules::default()));
    for (nodes, multipv) in (1..25).flat_map(|n| [(n * n * 90, 1), (n * n * 90, 3)]) {
        let options = Options { hash_mib: 1, multipv, model, ..Options::default() };
        let mut reports = Vec::new();
        let mut engine = EngineOf::<G>::new(options);
        let found = engine.search(&game, &Limits::nodes(nodes), &AtomicBool::new(false), &mut |report| {
            if report.multipv == 1 {
                reports.clear();
            }
            reports.push(report.clone());
        });
        let place = format!("{}, {nodes} nodes, {multipv} lines: {reports:?}", G::NAME);
        let best = &reports[0];
        assert_eq!((Some(best.score), best.bound, best.depth), (found.score, found.bound, found.depth), "{place}");
        assert_eq!((&best.line, found.best), (&found.line, best.line.first().copied()), "{place}");
        assert!(best.bound == Bound::Exact || multipv == 1, "{place}");
        assert_eq!(reports.len(), multipv, "{place}");
        assert!(reports.iter().all(|report| report.depth == best.depth), "{place}");
        let value = |score: Score| match score {
            Score::Win(plies) => WIN - plies as i32,
            Score::Loss(plies) => plies as i32 - WIN,
            Score::Draw => 0,
            Score::Cp(cp) => cp,
        };
        assert!(reports.is_sorted_by(|a, b| value(a.score) >= value(b.score)), "{place}");
        // A search that goes on from there begins with the same.
        let mut first = None;
        engine.search(&game, &Limits::nodes(1), &AtomicBool::new(false), &mut |report| {
            first.get_or_insert_with(|| report.clone());
        });
        let first = first.expect("a report");
        assert_eq!((first.score, first.bound, first.depth), (best.score, best.bound, best.depth), "{place}");
    }
}

#[test]
fn what_is_found_is_what_was_reported_last() {
    check_agreement::<Minichess>(Model::default());
    check_agreement::<Gomoku>(Model::default());
    check_agreement::<Hop>(Model::default());
    check_agreement::<Threechess>(Model::Brs);
    check_agreement::<Threechess>(Model::MaxN);
}
