//! Tests of rules, texts, evaluation and search hooks. One file a subject.

mod baseline;
mod evaluation;
mod invalid_texts;
mod mailbox;
mod perft;
mod quiet_checks;
mod rules;
mod see;

use super::*;
use crate::game::{Notation, Position, Side, Variant};
use crate::games::tests::moves;
use crate::search::hooks::State;
use crate::zobrist::SplitMix64;
use quickcheck::{Arbitrary, Gen};

/// The search state of a position.
fn state(position: &Minichess) -> MinichessState {
    MinichessState::new(position)
}

/// The position with this text; panics on a bad one.
fn position(text: &str, rules: &str) -> Minichess {
    let rules = Minichess::parse_rules(rules).expect("rules");
    Minichess::parse_position(text, &rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position after these moves; panics on an illegal one.
fn after(mut position: Minichess, moves: &str) -> Minichess {
    for text in moves.split_whitespace() {
        let m = position.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.make(m);
    }
    position
}

/// The same position with the colours of everything exchanged, half a move later.
fn swapped(position: &Minichess) -> Minichess {
    let text = position.position_text();
    let fields: Vec<&str> = text.split(' ').collect();
    let ranks: Vec<&str> = fields[0].split('/').rev().collect();
    let board: String = ranks.join("/").chars().map(change_case).collect();
    let (side, number) =
        if fields[1] == "w" { ("b", fields[5].into()) } else { ("w", (position.ply() / 2 + 2).to_string()) };
    let rules = Rules { plies: position.rules().plies.and_then(|plies| plies.checked_add(1)), ..position.rules() };
    Minichess::parse_position(&format!("{board} {side} - - 0 {number}"), &rules).expect("a mirrored position")
}

fn change_case(letter: char) -> char {
    if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

/// The square of a name.
fn square(name: &str) -> Square {
    usize::from(name.as_bytes()[0] - b'a') + 5 * usize::from(name.as_bytes()[1] - b'1')
}

/// A position of a random game, or with a random army, under random rules; it may be over.
#[derive(Clone, Debug)]
struct Any(Minichess);

impl Arbitrary for Any {
    fn arbitrary(g: &mut Gen) -> Self {
        let mut random = SplitMix64::new(u64::arbitrary(g));
        let plies = [None, Some(100), Some(50), Some(1 + random.below(60) as u32)][random.below(4)];
        let rules = Rules {
            plies: plies.and_then(std::num::NonZeroU32::new),
            limit: [Limit::Material, Limit::Draw][random.below(2)],
            repetition: 4,
            king: [King::Capture, King::Royal][random.below(2)],
        };
        let mut position = if random.below(2) == 0 { Minichess::start(&rules) } else { scattered(&rules, &mut random) };
        for _ in 0..random.below(60) {
            let moves = moves(&position);
            // King captures are left out most times, or few games would last.
            let Some(&m) = moves.get(random.below(moves.len())) else { break };
            let takes_king = position.board().at(m.to()).is_some_and(|(_, kind)| kind == Kind::King);
            if !takes_king || random.below(8) == 0 {
                position.make(m);
            }
        }
        Self(position)
    }
}

/// Any pieces anywhere, with one king a side.
fn scattered(rules: &Rules, random: &mut SplitMix64) -> Minichess {
    loop {
        let mut board = Board::default();
        let men = 2 + random.below(12);
        for man in 0..men {
            let square = random.below(30);
            let kind = if man < 2 { Kind::King } else { Kind::ALL[random.below(5)] };
            if board.at(square).is_none() {
                board.put(square, Side::new(man % 2), kind);
            }
        }
        let text = Minichess::new(board, random.below(30) as u32, *rules).position_text();
        if let Ok(position) = Minichess::parse_position(&text, rules) {
            return position;
        }
    }
}

#[test]
fn scattered_men_pass_the_battery() {
    let mut random = SplitMix64::new(2);
    for king in ["king=capture", "king=royal"] {
        let rules = Minichess::parse_rules(king).expect("rules");
        for _ in 0..200 {
            crate::check::position(&scattered(&rules, &mut random), &[], &mut random).unwrap();
        }
    }
}
