//! A game that goes in circles, sound and with one fault in its repetition key at a time.

use crate::check::battery;
use crate::check::tests::fault_of;
use crate::game::{
    ArrayVec, Baselines, Evaluate, Notation, Outcome, Position, Side, TextError, TextErrorKind, Variant, board_text,
    number, read_board,
};
use crate::search::hooks::{Plain, Searchable};
use crate::zobrist::mix;

/// Two kings walk on a board of two rows of three squares, each to a free square beside its own, or stay. Whoever
/// stands in the last corner wins, a third occurrence of a position and the last ply are draws. The rules are the
/// number of the fault, so that the battery is compiled once.
#[derive(Clone, Debug)]
struct Kings {
    fault: usize,
    at: [u8; 2],
    ply: u8,
    /// Kept as moves are made.
    repetition_key: u64,
}

/// What is broken, and a part of the complaint.
const FAULTS: [(&str, &str); 5] = [
    ("nothing", ""),
    ("plies are counted", "it must not count plies"),
    ("a king is forgotten", "the repetition key of a position with another side to move, or other moves"),
    ("the side to move is forgotten", "the repetition key of a position with another side to move, or other moves"),
    ("it is not taken back", "changes the repetition key"),
];

const PLIES: u8 = 40;
const CORNER: u8 = 5;

impl Kings {
    fn new(fault: usize, at: [u8; 2], ply: u8) -> Self {
        let mut kings = Self { fault, at, ply, repetition_key: 0 };
        kings.repetition_key = kings.fresh_key();
        kings
    }

    fn fresh_key(&self) -> u64 {
        let [first, second] = self.at.map(u64::from);
        match self.fault {
            1 => self.key(),
            2 => mix(1 + first * 2 + u64::from(self.ply % 2)),
            3 => mix(1 + first * 6 + second),
            _ => mix(1 + (first * 6 + second) * 2 + u64::from(self.ply % 2)),
        }
    }
}

/// All but what is kept as moves are made.
impl PartialEq for Kings {
    fn eq(&self, other: &Self) -> bool {
        (self.at, self.ply) == (other.at, other.ply)
    }
}

impl Eq for Kings {}

impl std::hash::Hash for Kings {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.at, self.ply).hash(state);
    }
}

impl Position for Kings {
    type Move = u8;
    type Undo = u8;
    type Moves = ArrayVec<u8, 6>;
    const SHORTEST_CYCLE: u32 = 1;

    fn side_to_move(&self) -> Side {
        Side::new(usize::from(self.ply % 2))
    }
    fn outcome(&self) -> Option<Outcome> {
        let winner = Side::all(2).find(|side| self.at[side.index()] == CORNER);
        winner.map(Outcome::win).or((self.ply >= PLIES).then_some(Outcome::DRAW))
    }
    fn moves(&self, list: &mut Self::Moves) {
        let own = self.at[self.side_to_move().index()];
        if self.outcome().is_none() {
            let beside = |to: u8| (own / 3).abs_diff(to / 3) + (own % 3).abs_diff(to % 3) == 1;
            list.extend((0..6).filter(|&to| to == own || beside(to) && !self.at.contains(&to)));
        }
    }
    fn make(&mut self, to: u8) -> u8 {
        let from = std::mem::replace(&mut self.at[self.side_to_move().index()], to);
        self.ply += 1;
        self.repetition_key = self.fresh_key();
        from
    }
    fn unmake(&mut self, _: u8, from: u8) {
        self.ply -= 1;
        self.at[self.side_to_move().index()] = from;
        if self.fault != 4 {
            self.repetition_key = self.fresh_key();
        }
    }
    fn plies_left(&self) -> Option<u32> {
        Some(if self.outcome().is_some() { 0 } else { (PLIES - self.ply).into() })
    }
    fn repetition_limit(&self) -> u32 {
        3
    }
    fn repetition_key(&self) -> u64 {
        self.repetition_key
    }
}

impl Variant for Kings {
    type Rules = usize;

    fn start(&fault: &usize) -> Self {
        Self::new(fault, [0, 1], 0)
    }
    fn rules(&self) -> usize {
        self.fault
    }
}

impl Notation for Kings {
    const NAME: &'static str = "kings";
    const SUMMARY: &'static str = "two kings walk to the corner";

    fn parse_rules(text: &str) -> Result<usize, TextError> {
        fault_of(text, FAULTS.len())
    }
    fn rules_text(fault: &usize) -> String {
        format!("fault={fault}")
    }
    fn parse_position(text: &str, &fault: &usize) -> Result<Self, TextError> {
        let (squares, [(column, ply)]) = read_board(text, 3, 2, |c| "xo".find(c))?;
        let ply = number(ply, column, 0..=PLIES.into(), "")? as u8;
        let places = |side| squares.iter().zip(0..).filter(move |(king, _)| **king == Some(side)).map(|(_, at)| at);
        let at = [0, 1].map(|side| places(side).collect::<Vec<u8>>());
        let ([first], [second]) = (&at[0][..], &at[1][..]) else {
            return Err(TextError::new(TextErrorKind::Impossible, 1, "not one king each", "an x and an o"));
        };
        Ok(Self::new(fault, [*first, *second], ply))
    }
    fn position_text(&self) -> String {
        let king = |at| self.at.iter().position(|&king| king == at).map(|side| ['x', 'o'][side]);
        format!("{} {}", board_text(3, (0..6).map(king)), self.ply)
    }
    fn move_text(&self, to: u8) -> String {
        format!("{}{}", char::from(b'a' + to % 3), 2 - to / 3)
    }
    fn side_name(side: Side) -> &'static str {
        ["x", "o"][side.index()]
    }
}

impl Searchable for Kings {
    type State = Plain;
}

impl Evaluate for Kings {}
impl Baselines for Kings {}

#[test]
fn faults_of_the_repetition_key_are_caught() {
    for (fault, (what, part)) in FAULTS.into_iter().enumerate() {
        let complaint = battery::<Kings>(&fault, 30, 1).err();
        let is_caught = complaint.as_ref().map_or(part.is_empty(), |said| !part.is_empty() && said.contains(part));
        assert!(is_caught, "{what}: {complaint:?}");
    }
}
