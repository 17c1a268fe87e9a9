//! Certificates in use: played by and walked to the five.

use super::super::own_proofs::tests::played as position;
use super::super::verify::{Book, Certificate, Format, plane};
use super::*;
use crate::game::{Baselines, Notation};

const PROOF: &str = include_str!("../../../../tests/data/gomoku-proof-freestyle.txt");

fn book() -> Book<'static> {
    Book::new(Certificate::parse(PROOF.as_bytes(), Format::default()).expect("a certificate"))
}

#[test]
fn a_proved_position_is_won_with_a_line_to_its_end() {
    let book = book();
    // As in the file, turned by a quarter, and with its moves in another order.
    for moves in ["h8 k11 g9 l1", "h8 e11 g7 o12", "g9 l1 h8 k11"] {
        let start = position(moves, "");
        let won = proved(&start, in_book(&book, &start, u64::MAX).expect(moves));
        assert!(won.wins && won.line.len() as u32 <= won.plies, "{won:?}");
        let mut end = start.clone();
        for &m in &won.line {
            assert!(end.is_legal(m), "{moves}: {}", end.move_text(m));
            end.make(m);
        }
        assert_eq!(end.outcome().map(|outcome| outcome.payoff(Side::FIRST)), Some(1), "{moves}");
        let mut after = start.clone();
        after.make(won.line[0]);
        let lost = proved(&after, in_book(&book, &after, u64::MAX).expect(moves));
        assert!(!lost.wins && lost.plies < won.plies, "{lost:?}");
    }
}

/// Walks to the five; `reply` chooses White's stone among those that are listed and all empty squares.
fn walked(
    mut position: Gomoku,
    walk: &dyn Fn(&Gomoku) -> Option<Walk<Square>>,
    reply: &mut dyn FnMut(&[Square], &[Square]) -> Square,
) -> u32 {
    let (mut made, mut plies, mut moves) = (0, u32::MAX, u64::MAX);
    while position.outcome().is_none() {
        let step = walk(&position).unwrap_or_else(|| panic!("no proof of {}", position.position_text()));
        let now = step.solution.plies.expect("a bound");
        assert!(now < plies, "{now} after {plies}: {}", position.position_text());
        plies = now;
        let is_black = position.side_to_move() == Side::FIRST;
        assert_eq!(step.solution.value, if is_black { Value::Win } else { Value::Loss });
        if let Some(left) = step.moves {
            assert!(left <= moves, "{left} after {moves}");
            moves = left;
        }
        assert!(step.replies.iter().all(|&reply| !is_black && position.is_empty(reply)));
        let empty: Vec<Square> = position.empty().collect();
        let m = if is_black { step.solution.line[0] } else { reply(&step.replies, &empty) };
        position.make(m);
        made += 1;
    }
    assert_eq!(position.outcome().map(|outcome| outcome.payoff(Side::FIRST)), Some(1));
    made
}

#[test]
fn a_proof_is_walked_to_the_five() {
    let book = book();
    let walk = |position: &Gomoku| match position.winning_square(position.side_to_move()) {
        Some(_) => super::walk(position, None, &AtomicBool::new(false)),
        None => in_book(&book, position, u64::MAX).map(|known| step(position, known)),
    };
    for moves in ["h8 k11 g9 l1", "h8 e11 g7 o12"] {
        let start = || position(moves, "");
        // Far from everything, as if White had passed.
        let far = walked(start(), &walk, &mut |listed, empty| {
            *empty.iter().find(|square| !listed.contains(square)).unwrap_or(&empty[0])
        });
        let near = walked(start(), &walk, &mut |listed, empty| *listed.first().unwrap_or(&empty[0]));
        assert!(far <= near, "{far}, {near}");
        let mut turn = 0;
        for _ in 0..50 {
            walked(start(), &walk, &mut |listed, empty| {
                turn += 1;
                let all = if turn % 3 == 0 || listed.is_empty() { empty } else { listed };
                all[turn * 7919 % all.len()]
            });
        }
    }
    let turn = walk(&position("h8 k11 g9 l1 h9", "")).map(|step| (step.others, step.lines.is_some()));
    assert!(turn.is_none_or(|(others, counted)| others.is_some() && counted));
}

#[test]
fn the_programs_own_proofs_are_walked_from_the_start() {
    own_proofs::tests::provide();
    for rules in ["", "rule=standard"] {
        let walk = |position: &Gomoku| super::walk(position, None, &AtomicBool::new(false));
        let start = position("", rules);
        let first = walk(&start).expect("a proof");
        assert_eq!(first.solution.plies, own_proofs::about(&start).and_then(|proof| proof.plies));
        assert!(first.moves.is_some_and(|moves| moves > 30_000_000), "{:?}", first.moves);
        let second = walk(&position("h8", rules)).expect("a proof");
        assert_eq!((second.replies.len(), second.others), (224, None));
        walked(start, &walk, &mut |listed, empty| {
            let far = |square: &&Square| empty.len() == 224 || !listed.contains(square);
            *empty.iter().find(far).unwrap_or(&empty[0])
        });
    }
}

/// Its two positions are won on these boards, however they are turned, whatever White plays.
#[test]
fn a_certificate_of_the_plane_is_played_by_on_boards() {
    const PLANE: &[u8] = include_bytes!("../../../../tests/data/gomoku-proof-plane-near.txt");
    let certificate = Certificate::parse(PLANE, Format::default()).expect("a certificate");
    let book = plane::Book::new(certificate, None).expect("no index");
    let known = |position: &Gomoku| in_plane(&book, position, u64::MAX, &AtomicBool::new(false));
    // The second is the first one turned by a half, from another of the four squares in the middle.
    for (moves, rules) in [
        ("j10 i6 k11 f18", "size=19"),
        ("j10 i6 k11 f18", "size=20"),
        ("k11 l15 j10 o3", "size=20"),
        ("j10 k14 i9 n2", "size=18"),
    ] {
        let start = position(moves, rules);
        for seed in 1..=12 {
            let (mut position, mut bound, mut moves_left, mut turns) = (start.clone(), u32::MAX, u64::MAX, 0);
            while position.outcome().is_none() {
                let is_black = position.side_to_move() == Side::FIRST;
                let five = position.winning_square(position.side_to_move());
                let m = five.unwrap_or_else(|| {
                    let known = known(&position).unwrap_or_else(|| panic!("{}", position.position_text()));
                    assert_eq!((known.attacks, known.rest.others.is_none()), (is_black, is_black));
                    let (now, lines) = (known.rest.moves, known.rest.lines.expect("counted"));
                    assert!(now <= moves_left && lines >= 1.0, "{now} after {moves_left}, {lines}");
                    moves_left = now;
                    let proved = proved(&position, known.clone());
                    assert!(proved.plies < bound, "{} after {bound}", proved.plies);
                    bound = proved.plies;
                    turns += 1;
                    let listed = known.rest.replies;
                    match (is_black, listed.get(seed as usize * 31 % (turns + listed.len())).copied()) {
                        (true, _) => known.line[0],
                        (false, Some(reply)) if seed % 2 == 0 => reply,
                        _ => position.baseline("vacancy", seed, None).expect("a move"),
                    }
                });
                assert!(position.is_legal(m));
                position.make(m);
            }
            assert_eq!(position.outcome().map(|outcome| outcome.payoff(Side::FIRST)), Some(1), "{moves}");
        }
    }
    for (moves, rules) in [
        ("j10 i6 k11 f18", "size=19,rule=standard"),
        ("j10 i6 k11 f18", "size=19x20"),
        ("j10 i6 k11 e18", "size=19"),
        ("k10 j6 l11 g18", "size=19"),
        ("", "size=19"),
    ] {
        assert_eq!(known(&position(moves, rules)), None, "{moves} {rules}");
    }
}

/// A search of 300,000 nodes takes 0.3 s, and read trees for half a minute when a node was as much as a move.
#[test]
fn reading_takes_no_longer_than_the_search() {
    assert_eq!(most_moves(Some(300_000), None), 18_750);
    assert_eq!(most_moves(Some(300_000), Some(Duration::from_millis(100))), 10_000);
    assert_eq!(most_moves(None, None), u64::MAX);
}

#[test]
fn a_root_with_a_stone_twice_is_no_position() {
    let certificate = Certificate::parse(b"h8 k11 h8 k11|00\n", Format::default()).expect("a certificate");
    assert_eq!(in_book(&Book::new(certificate), &position("h8 k11", ""), u64::MAX), None);
}

#[test]
fn nothing_is_known_of_other_positions_and_rules() {
    let book = book();
    for (moves, rules) in [
        ("h8 k11 g9 l2", ""),
        ("h8 k11 g9", ""),
        ("", ""),
        ("h8 k11 g9 l1", "rule=standard"),
        ("h8 k11 g9 l1", "rule=renju"),
        ("h8 k11 g9 l1", "size=16"),
        ("h8 k11 g9 l1", "connect=6"),
    ] {
        assert_eq!(in_book(&book, &position(moves, rules), u64::MAX), None, "{moves} {rules}");
    }
    assert_eq!(in_book(&book, &position("h8 k11 g9 l1", ""), 100), None, "no time");
}
