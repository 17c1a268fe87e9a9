//! Threat searches against problems with known results, against every reply, and against themselves.

use super::board::{Board, squares};
use super::vcf::{NO_LIMIT, Vcf, VcfResult};
use super::vct::{Guess, Vct, line_wins};
use crate::bits::BitSet;
use crate::game::{Notation, Outcome, Position, Side, Variant};
use crate::games::gomoku::patterns::Patterns;
use crate::games::gomoku::{Gomoku, Square};
use crate::solve::{Solution, Solve, Task, Value};
use crate::zobrist::SplitMix64;
use quickcheck::quickcheck;
use serde_json::Value as Json;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const MEMORY: u64 = 32 << 20;

fn problems() -> Vec<Json> {
    let text = include_str!("../../../../tests/data/gomoku-problems.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text<'a>(problem: &'a Json, field: &str) -> &'a str {
    problem[field].as_str().unwrap()
}

fn position(problem: &Json) -> Gomoku {
    let rules = Gomoku::parse_rules(text(problem, "rules")).unwrap();
    Gomoku::parse_position(text(problem, "position"), &rules).unwrap()
}

fn solve(game: &Gomoku, method: &'static str, seconds: u64) -> Solution<Square> {
    let deadline = Some(Instant::now() + Duration::from_secs(seconds));
    let stop = AtomicBool::new(false);
    game.solve(&Task { deadline, method: Some(method), ..Task::new(&stop, 1, MEMORY) }).unwrap()
}

/// The line is playable and ends with the win that is claimed.
fn check_line(game: &Gomoku, solution: &Solution<Square>) {
    let mut now = game.clone();
    for &m in &solution.line {
        assert!(now.is_legal(m), "{}", game.position_text());
        now.make(m);
    }
    let winner = if solution.value == Value::Win { game.side_to_move() } else { game.side_to_move().other() };
    assert_eq!(now.outcome().and_then(Outcome::winner), Some(winner), "{}", game.position_text());
    assert!(solution.line.len() as u32 <= solution.plies.unwrap());
}

#[test]
fn vcf_is_the_shortest_with_all_first_moves() {
    for problem in problems() {
        let (kind, game) = (text(&problem, "kind"), position(&problem));
        if !matches!(kind, "vcf" | "no-vcf") {
            continue;
        }
        let solution = solve(&game, "vcf", 60);
        let name = text(&problem, "id");
        if kind == "no-vcf" {
            assert_eq!(solution.value, Value::Unknown, "{name}");
            assert_eq!(solution.method, "there is no win by fours", "{name}");
            continue;
        }
        assert_eq!(solution.value, Value::Win, "{name}");
        assert!(solution.all_best);
        check_line(&game, &solution);
        // For renju the file has one winning move from elsewhere, not all.
        if let Some(plies) = problem["vcf_plies"].as_u64() {
            assert_eq!(solution.plies.map(u64::from), Some(plies), "{name}");
            let mut expected: Vec<&str> =
                problem["first_moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
            let mut found: Vec<String> = solution.best.iter().map(|&m| game.move_text(m)).collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{name}");
        }
    }
}

/// Solves the problems of some kinds, each within some seconds: how many were proven, and of how many.
fn count_proven(kinds: &[&str], method: &'static str, seconds: u64, wanted: impl Fn(&Json) -> bool) -> (usize, usize) {
    let (mut proved, mut all) = (0, 0);
    for problem in problems().iter().filter(|problem| kinds.contains(&text(problem, "kind")) && wanted(problem)) {
        let game = position(problem);
        let solution = solve(&game, method, seconds);
        all += 1;
        if solution.value != Value::Unknown {
            let value = if solution.value == Value::Win { "win" } else { "loss" };
            let known = text(problem, "result");
            assert!(known == value || known == "unknown", "{}: {value}", text(problem, "id"));
            check_line(&game, &solution);
            proved += 1;
        }
    }
    (proved, all)
}

#[test]
fn short_vct_wins_and_losses() {
    let is_short = |problem: &Json| {
        problem["plies"].as_u64().is_some_and(|plies| plies <= 10) && text(problem, "rules") != "rule=renju"
    };
    let (proved, all) = count_proven(&["vct", "mate"], "any", 20, is_short);
    assert!(all > 20);
    assert_eq!(proved, all);
}

/// Before a move only wins help: they are found in fewer nodes, and losses are left to the search.
#[test]
fn losses_take_no_nodes_where_only_wins_are_wanted() {
    let stop = AtomicBool::new(false);
    let nodes = Some(100_000);
    let (mut wins, mut losses, mut spent) = (0, 0, [0, 0]);
    for problem in problems().iter().filter(|problem| text(problem, "kind") == "mate") {
        let game = position(problem);
        let [both, own] = [false, true]
            .map(|wins_only| game.solve(&Task { nodes, wins_only, ..Task::new(&stop, 1, MEMORY) }).unwrap());
        assert_ne!(own.value, Value::Loss, "{}", text(problem, "id"));
        losses += u32::from(both.value == Value::Loss);
        if both.value == Value::Win {
            assert_eq!(own.value, Value::Win, "{}", text(problem, "id"));
            wins += 1;
            [&both, &own].into_iter().zip(&mut spent).for_each(|(solution, spent)| *spent += solution.nodes);
        }
    }
    assert!(wins > 20 && losses > 20, "{wins} wins, {losses} losses");
    assert!(spent[1] < spent[0], "{spent:?}");
}

#[test]
#[ignore = "minutes"]
fn vct_wins_and_losses() {
    let (proved, all) = count_proven(&["vct"], "vct", 10, |_| true);
    println!("vct: {proved} of {all}");
    let (proved, all) = count_proven(&["mate"], "any", 10, |_| true);
    println!("mate: {proved} of {all}");
    // Of the others the search of the engine proves some.
    assert!(proved * 100 >= all * 85);
}

/// A game of random moves near other stones, on a small board.
fn random_game(random: &mut SplitMix64, size: usize) -> Gomoku {
    let rule = ["freestyle", "standard", "renju"][random.below(3)];
    let rules = Gomoku::parse_rules(&format!("rule={rule},size={size}")).unwrap();
    let mut game = Gomoku::start(&rules);
    for _ in 0..random.below(size * size * 2 / 3) {
        let mut list = <Gomoku as Position>::Moves::default();
        game.moves(&mut list);
        if list.is_empty() {
            break;
        }
        let m = list[random.below(list.len())];
        let mut next = game.clone();
        next.make(m);
        if next.outcome().is_some() || game.wins_at(game.side_to_move().other(), m) {
            continue;
        }
        game = next;
    }
    game
}

/// Whether the side to move has a VCF within so many moves, by the rules alone.
fn slow_vcf(game: &Gomoku, moves: u32) -> bool {
    let mut list = <Gomoku as Position>::Moves::default();
    game.moves(&mut list);
    let own = game.side_to_move();
    list.iter().any(|&m| {
        let mut next = game.clone();
        next.make(m);
        if next.outcome().is_some() {
            return next.outcome().and_then(Outcome::winner) == Some(own);
        }
        let is_four = next.empty().any(|square| next.wins_at(own, square));
        if moves < 2 || !is_four {
            return false;
        }
        let mut replies = <Gomoku as Position>::Moves::default();
        next.moves(&mut replies);
        replies.iter().all(|&reply| {
            let mut after = next.clone();
            after.make(reply);
            after.outcome().is_none() && slow_vcf(&after, moves - 1)
        })
    })
}

quickcheck! {
    fn vcf_agrees_with_a_search_by_the_rules(seed: u64) -> bool {
        let mut random = SplitMix64::new(seed);
        let game = random_game(&mut random, 7);
        if game.outcome().is_some() {
            return true;
        }
        let (mut played, mut patterns) = (game.clone(), Patterns::of(&game));
        let mut board = Board::new(&mut played, &mut patterns);
        let found = Vcf::new(MEMORY >> 10).shortest(&mut board, &|| false);
        (1..=3).all(|moves| slow_vcf(&game, moves) == matches!(found, VcfResult::Win(fewest) if fewest <= moves))
    }

    fn only_the_replies_tried_can_refute_a_threat(seed: u64) -> bool {
        let mut random = SplitMix64::new(seed);
        let size = 9 + random.below(4);
        let game = random_game(&mut random, size);
        let (mut played, mut patterns) = (game.clone(), Patterns::of(&game));
        let mut board = Board::new(&mut played, &mut patterns);
        let (own, other) = (board.side(), board.side().other());
        if game.outcome().is_some() || !board.fives(own).is_empty() || !board.fives(other).is_empty() {
            return true;
        }
        let never = || false;
        let mut vct = Vct::new(other, MEMORY >> 10, u64::MAX, Guess::WINS, &never);
        let line = vct.problem.threatened_vcf(&mut board);
        if line.is_empty() {
            return true;
        }
        let replies = vct.problem.replies(&mut board, &line);
        let others: Vec<Square> =
            game.empty().filter(|&m| game.is_legal(m) && !replies.contains(m.index())).collect();
        others.into_iter().all(|m| {
            board.make(m);
            let still_wins = line_wins(&mut board, &line)
                && matches!(Vcf::new(MEMORY >> 10).wins(&mut board, NO_LIMIT, u64::MAX), VcfResult::Win(_));
            board.unmake(m);
            still_wins
        }) && *board.game() == game && board.game().validate().is_ok()
    }

    fn vct_proofs_hold_against_every_reply(seed: u64) -> bool {
        let mut random = SplitMix64::new(seed);
        let game = random_game(&mut random, 7);
        if game.outcome().is_some() {
            return true;
        }
        let (mut played, mut patterns) = (game.clone(), Patterns::of(&game));
        let mut board = Board::new(&mut played, &mut patterns);
        let never = || false;
        let attacker = Side::new(random.below(2));
        let mut vct = Vct::new(attacker, MEMORY >> 6, u64::MAX, Guess::WINS, &never);
        !matches!(vct.wins(&mut board, 300), Some(Some(_))) || holds(&game, attacker, 2)
    }
}

/// A won position of a game. It took 3.5 million nodes when a move that is forced by a four was thought as unlikely as
/// a free one of its pattern.
#[test]
fn forced_moves_cost_nothing() {
    let moves = "h8 h7 i5 j7 j9 i6 g7 f6 g8 f8 g6 g9 h5 g5 f7 e8 e7 d7 k8 i10 i9 g10 h11 j10 h10 h9 i8 j8 j5 d8 \
                 f9 k5 l7 i4 d9 k9 j4 l10 m11 k12 h6 k3 m10";
    let mut game = Gomoku::start(&Default::default());
    for text in moves.split_whitespace() {
        let m = game.parse_move(text).unwrap();
        game.make(m);
    }
    let solution = solve(&game, "vct", 60);
    assert_eq!(solution.value, Value::Win);
    assert!(solution.nodes < 200_000, "{}", solution.nodes);
    check_line(&game, &solution);
}

/// Whether the attacker's win is proven again after each of its moves and every reply to them, for some plies.
fn holds(game: &Gomoku, attacker: Side, depth: u32) -> bool {
    if let Some(outcome) = game.outcome() {
        return outcome.winner() == Some(attacker);
    }
    let never = || false;
    let (mut played, mut patterns) = (game.clone(), Patterns::of(game));
    let mut board = Board::new(&mut played, &mut patterns);
    let mut vct = Vct::new(attacker, MEMORY >> 6, u64::MAX, Guess::WINS, &never);
    if !matches!(vct.wins(&mut board, 20_000), Some(Some(_))) {
        return false;
    }
    if depth == 0 {
        return true;
    }
    let moves: Vec<Square> = if game.side_to_move() == attacker {
        vct.line(&mut board).first().copied().into_iter().collect()
    } else {
        game.empty().filter(|&m| game.is_legal(m)).collect()
    };
    !moves.is_empty()
        && moves.into_iter().all(|m| {
            let mut next = game.clone();
            next.make(m);
            holds(&next, attacker, depth - 1)
        })
}

#[test]
fn squares_of_a_set_are_in_order() {
    let set = [3usize, 77, 399]
        .into_iter()
        .fold(Default::default(), |set: crate::games::gomoku::patterns::Squares, index| set.with(index));
    assert_eq!(squares(set).map(Square::index).collect::<Vec<_>>(), [3, 77, 399]);
}

/// Where nothing helps there is a move all the same, and the line goes to its end.
#[test]
fn who_is_lost_at_once_has_a_move() {
    for rule in ["freestyle", "standard", "renju"] {
        // Whoever is to move faces an open four; in renju one of its ends is no five, once it is Black's.
        for moves in ["h8 a1 i8 a3 j8 a5 k8", "a1 h8 a3 i8 a5 j8 o15 k8", "h8 a1 i8 a3 k8 a5"] {
            let mut game = Gomoku::start(&Gomoku::parse_rules(&format!("rule={rule}")).unwrap());
            for text in moves.split(' ') {
                let m = game.parse_move(text).unwrap();
                game.make(m);
            }
            let stop = AtomicBool::new(false);
            let solution = game.solve(&Task::new(&stop, 1, MEMORY)).unwrap();
            assert_ne!(solution.value, Value::Unknown, "{rule} {moves}");
            assert_eq!(solution.best.first(), solution.line.first(), "{rule} {moves}");
            assert_eq!(solution.line.len() as u32, solution.plies.unwrap(), "{rule} {moves}");
            check_line(&game, &solution);
        }
    }
}

/// Where a table has no room left, what is settled makes way for what is being worked on.
#[test]
fn a_small_table_is_enough() {
    let moves = "h8 h7 i5 j7 j9 i6 g7 f6 g8 f8 g6 g9 h5 g5 f7 e8 e7 h9 k8 l7 k7 k6 i8 j8 j5 j6 l6 k5 i11 k11 j4 \
                 j3 i10 i9 k10 h6 i7 j10 f9 l11 i12 g12 g11 m11 n11 l12 m13 j13 f11 h11 m10 j11 k13 k3 f10 j12 \
                 j14 i13 l10 h14 g15 f13 h10 e10 e11 m3 l3";
    let mut game = Gomoku::start(&Default::default());
    for text in moves.split_whitespace() {
        let m = game.parse_move(text).unwrap();
        game.make(m);
    }
    let (mut played, mut patterns) = (game.clone(), Patterns::of(&game));
    let mut board = Board::new(&mut played, &mut patterns);
    let (attacker, never) = (board.side(), || false);
    let mut vct = Vct::new(attacker, 1 << 19, u64::MAX, Guess::WINS, &never);
    let plies = vct.wins(&mut board, 300_000).flatten();
    assert!(plies.is_some(), "{} nodes", vct.nodes());
    let line = vct.line(&mut board);
    check_line(&game, &Solution { value: Value::Win, plies, line, ..Solution::unknown() });
}
