//! Tests of rules, texts, evaluation and search hooks. One file a subject.

mod baseline;
mod evaluation;
mod geometry;
mod gradient;
mod invalid_texts;
mod mailbox;
mod perft;
mod rules;
mod see;
mod symmetry;
mod teams;

use super::board::square_name;
use super::castling::CASTLINGS;
use super::*;
use crate::game::{Notation, Position, Side, Variant};
use crate::games::tests::moves;
use crate::search::hooks::State as _;
use crate::zobrist::SplitMix64;
use quickcheck::{Arbitrary, Gen};

/// The square of a name: `BA1`.
fn square(name: &str) -> Square {
    (0..96).find(|&square| square_name(square) == name).unwrap_or_else(|| panic!("no square {name}"))
}

/// The position with this text; panics on a bad one.
fn position(text: &str, rules: &str) -> Threechess {
    let rules = Threechess::parse_rules(rules).expect("rules");
    Threechess::parse_position(text, &rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The hooks of the search, for those that need nothing of what is kept.
fn hooks() -> ThreechessState {
    ThreechessState::new(&Threechess::start(&Rules::default()))
}

/// The position after these moves; panics on an illegal one.
fn after(mut position: Threechess, moves: &str) -> Threechess {
    for text in moves.split_whitespace() {
        let m = position.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.make(m);
    }
    position
}

/// The same position seen by the next side: sections, colours and the turn go on by one.
fn rotated(position: &Threechess) -> Threechess {
    let text = position.position_text();
    let fields: Vec<&str> = text.split(' ').collect();
    let next = |text: &str| text.replace('b', "x").replace('r', "b").replace('g', "r").replace('x', "g");
    let mut sections: Vec<String> = fields[0].split('|').map(next).collect();
    sections.rotate_right(1);
    let mut fields: Vec<String> = fields.iter().map(|&field| field.to_owned()).collect();
    fields[0] = sections.join("|");
    fields[1] = next(&fields[1]);
    if fields.len() == 4 && fields[2] != "-" {
        let rights = next(&fields[2]);
        let order = ["Kb", "Qb", "Kg", "Qg", "Kr", "Qr"];
        fields[2] = order.into_iter().filter(|&right| rights.contains(right)).collect();
    }
    Threechess::parse_position(&fields.join(" "), &position.rules()).expect("a rotated position")
}

/// A position of a random game, or with random armies, under random rules; it may be over.
#[derive(Clone, Debug)]
struct Any(Threechess);

impl Arbitrary for Any {
    fn arbitrary(g: &mut Gen) -> Self {
        let mut random = SplitMix64::new(u64::arbitrary(g));
        let plies = [None, Some(1 + random.below(200) as u32)][random.below(2)];
        let rules = Rules {
            pass_always: random.below(4) == 0,
            promotion_choice: random.below(2) == 0,
            castling_history: random.below(2) == 0,
            plies: plies.and_then(std::num::NonZeroU32::new),
        };
        let mut position =
            if random.below(2) == 0 { Threechess::start(&rules) } else { scattered(&rules, &mut random) };
        for _ in 0..random.below(120) {
            let moves = moves(&position);
            // King captures are left out most times, or few games would last.
            let Some(&m) = moves.get(random.below(moves.len())) else { break };
            let takes_king = m != Move::PASS && position.board().at(m.to()).is_some_and(|(_, kind)| kind == Kind::King);
            if !takes_king || random.below(8) == 0 {
                position.make(m);
            }
        }
        Self(position)
    }
}

/// Any pieces anywhere, with one king a side, often where it may castle.
fn scattered(rules: &Rules, random: &mut SplitMix64) -> Threechess {
    let mut board = Board::default();
    let mut put = |square: Square, side: Side, kind: Kind| {
        let free = board.at(square).is_none();
        if free {
            board.put(square, side, kind);
        }
        free
    };
    let mut rights = 0;
    for side in Side::all(3) {
        let home = CASTLINGS[side.index()][0].king.0;
        if random.below(2) == 0 && put(home, side, Kind::King) {
            for castling in &CASTLINGS[side.index()] {
                if put(castling.rook.0, side, Kind::Rook) && rules.castling_history && random.below(2) == 0 {
                    rights |= castling.right;
                }
            }
        } else {
            while !put(random.below(96), side, Kind::King) {}
        }
    }
    for man in 0..random.below(3 * 13) {
        put(random.below(96), Side::new(man % 3), Kind::ALL[random.below(5)]);
    }
    Threechess::new(board, Side::new(random.below(3)), random.below(30) as u32, rights, *rules)
}

#[test]
fn scattered_men_pass_the_battery() {
    let mut random = SplitMix64::new(2);
    for text in ["", "promotion=choice,castling=history"] {
        let rules = Threechess::parse_rules(text).expect("rules");
        for _ in 0..100 {
            crate::check::position(&scattered(&rules, &mut random), &[], &mut random).unwrap();
        }
    }
}
