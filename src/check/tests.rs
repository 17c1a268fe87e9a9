//! The battery accepts a sound game and catches every broken promise: a game of matches with one fault at a time.

use super::*;
use crate::game::{
    Baselines, Evaluate, Figure, Ink, Notation, Outcome, Picture, Shade, Side, TextError, TextErrorKind, Variant,
    number, options,
};
use crate::nnue::{Accumulator, GameNetwork, NetworkRef};
use crate::search::hooks::{Searchable, State};
use arrayvec::ArrayVec;
use std::collections::BTreeMap;

/// Two sides take one to three matches in turn; whoever takes the last one wins. `fault` says what is broken: a number,
/// so that the battery is compiled once for all of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Pile {
    fault: usize,
    matches: u8,
    side: usize,
    key: u64,
}

/// What is broken, and a part of the complaint.
const FAULTS: [&str; 34] = [
    "",
    "counted",
    "another order",
    "listed twice",
    "legal: true",
    "unpacks",
    "does not restore",
    "the key of another position",
    "read back with another key",
    "goes on without a legal move",
    "the game is over, with",
    "plies left",
    "not opposite",
    "terms add up",
    "together are not the moves",
    "not win at once",
    "said to be in column",
    "history index",
    "the picture is empty",
    "the state has",
    "the game's",
    "reply score",
    "which stands for none",
    "do not add up to 0",
    "is not found as one in a list",
    "with a network from a file: the search's evaluations",
    "no network changes an evaluation",
    "with a network from a file: after 1: the state's evaluation",
    "active features",
    "the feature Some(",
    "with a network from a file: evaluations are not opposite",
    "made at once, and 0 of them taken back: the state's evaluation",
    "by features, bucket and network_base it is",
    "is not the one that was said before",
];

const START: u8 = 40;

impl Pile {
    fn new(fault: usize, matches: u8, side: usize) -> Self {
        let key = if fault == 7 { 5 } else { zobrist_of(matches, side) };
        Self { fault, matches, side, key }
    }
}

fn zobrist_of(matches: u8, side: usize) -> u64 {
    crate::zobrist::count_key(side as u64, matches.into())
}

impl Position for Pile {
    type Move = u8;
    type Undo = ();
    type Moves = ArrayVec<u8, 4>;
    const SIDES: usize = 2;

    fn side_to_move(&self) -> Side {
        Side::new(self.side)
    }
    fn outcome(&self) -> Option<Outcome> {
        let over = self.matches == 0 && self.fault != 9 || self.fault == 10 && self.matches == 1;
        let outcome = if self.fault == 23 { Outcome::of([1, 1]) } else { Outcome::win(self.side_to_move().other()) };
        over.then_some(outcome)
    }
    fn moves(&self, list: &mut Self::Moves) {
        list.extend(1..=self.matches.min(3));
        if self.fault == 3 && self.matches > 0 {
            list.push(1);
        }
        if self.fault == 2 && list.len() > 1 {
            // An order that depends on when one asks.
            static CALLS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
            list.rotate_left(CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 2);
        }
    }
    fn count_moves(&self) -> u64 {
        u64::from(self.matches.min(3)) + u64::from(self.fault == 1 || self.fault == 3 && self.matches > 0)
    }
    fn is_legal(&self, m: u8) -> bool {
        (1..=if self.fault == 4 { 3 } else { self.matches.min(3) }).contains(&m)
    }
    fn make(&mut self, m: u8) {
        *self = if self.fault == 8 {
            Self { key: self.key ^ u64::from(m), ..Self::new(self.fault, self.matches - m, 1 - self.side) }
        } else {
            Self::new(self.fault, self.matches - m, 1 - self.side)
        };
    }
    fn unmake(&mut self, m: u8, (): ()) {
        let back = if self.fault == 6 { self.side } else { 1 - self.side };
        *self = Self::new(self.fault, self.matches + m, back);
    }
    fn key(&self) -> u64 {
        self.key
    }
    fn pack(&self, m: u8) -> u16 {
        if self.fault == 22 && m == 3 { u16::MAX } else { m.into() }
    }
    fn unpack(&self, bits: u16) -> Option<u8> {
        let m = bits as u8;
        (self.fault == 5 || u16::from(m) == bits && self.is_legal(m)).then_some(m)
    }
    fn plies_left(&self) -> Option<u32> {
        Some(if self.fault == 11 { 7 } else { self.matches.into() })
    }
    fn validate(&self) -> Result<(), String> {
        Ok(())
    }
}

impl Variant for Pile {
    /// The fault.
    type Rules = usize;

    fn start(&fault: &usize) -> Self {
        // So near the end an evaluation may be another one than the network's.
        Self::new(fault, if fault == 26 { 31 } else { START }, 0)
    }

    fn rules(&self) -> usize {
        self.fault
    }
}

/// The number of a fault from rules such as `fault=3`.
pub(in crate::check) fn fault_of(text: &str, faults: usize) -> Result<usize, TextError> {
    let mut fault = 0;
    options(text, &mut |name, value| {
        fault = number(value, 7, 0..=faults as u32, "")? as usize;
        if name == "fault" { Ok(()) } else { Err(TextError::new(TextErrorKind::Option, 1, name, "fault")) }
    })?;
    Ok(fault)
}

impl Notation for Pile {
    const NAME: &'static str = "pile";
    const SUMMARY: &'static str = "takes matches";
    const OPTIONS: &'static [&'static str] = &["fault=N"];

    fn parse_rules(text: &str) -> Result<usize, TextError> {
        fault_of(text, FAULTS.len())
    }
    fn rules_text(fault: &usize) -> String {
        format!("fault={fault}")
    }
    fn parse_position(text: &str, &fault: &usize) -> Result<Self, TextError> {
        let parsed = text.split_once('/').and_then(|(matches, side)| {
            let matches = matches.parse().ok().filter(|&matches| matches <= START)?;
            let side = side.parse().ok().filter(|&side| side < 2)?;
            Some(Self::new(fault, matches, side))
        });
        let column = if fault == 16 { 0 } else { 1 };
        parsed
            .filter(|position| position.position_text() == text)
            .ok_or_else(|| TextError::new(TextErrorKind::Shape, column, "not a pile", "matches/side"))
    }
    fn position_text(&self) -> String {
        format!("{}/{}", self.matches, self.side)
    }
    fn parse_move(&self, text: &str) -> Result<u8, TextError> {
        let text = if self.fault == 24 { text.strip_suffix("-0").unwrap_or(text) } else { text };
        let m = text.parse().ok().filter(|&m| self.is_legal(m));
        m.ok_or_else(|| TextError::new(TextErrorKind::Illegal, 1, "no move", "1 to 3"))
    }
    fn move_text(&self, m: u8) -> String {
        // That is how a game ends.
        if self.fault == 24 { format!("{m}-0") } else { m.to_string() }
    }
    fn side_name(_: Side) -> &'static str {
        "player"
    }
    fn picture(&self) -> Picture {
        let size = if self.fault == 18 { 0 } else { 1 };
        let names = vec![String::new(); size];
        Picture::grid(&names, &names, |_, _| {
            (Shade::Light, Some(Figure { ink: Ink::White, owner: None, letter: 'i', glyph: 'i' }))
        })
    }
}

impl Evaluate for Pile {
    fn evaluate(&self, side: Side) -> i32 {
        if self.fault == 12 || side.index() == 0 { 5 } else { -5 }
    }
    const NETWORK: Option<GameNetwork> = Some(GameNetwork::new::<FEATURES, 2, 2, 1>("matches", 100, &[]));

    fn features(&self, view: Side) -> impl Iterator<Item = u16> {
        // As many features as matches, of the own side or the other.
        let own = if view.index() == self.side { 0 } else { u16::from(START) };
        let fewer = if self.fault == 28 { view.index() as u8 } else { 0 };
        (0..u16::from(self.matches.saturating_sub(fewer)))
            .map(move |number| if self.fault == 29 { number + 2 * u16::from(START) } else { number + own })
    }
    fn evaluate_with(&self, network: Option<NetworkRef>, side: Side) -> i32 {
        let Some(network) = network.filter(|_| self.fault != 26) else { return self.evaluate(side) };
        let mover = self.output(network, &self.accumulator(network));
        if self.fault == 30 || side == self.side_to_move() { mover } else { -mover }
    }
    fn explain_with(&self, network: Option<NetworkRef>) -> Vec<crate::game::Term> {
        let wrong = i32::from(self.fault == 13);
        let values = Side::all(2).map(|side| self.evaluate_with(network, side)).collect::<Vec<_>>();
        vec![crate::game::Term { name: "all", values: vec![values[0] + wrong, values[1]] }]
    }
}

const FEATURES: usize = 2 * START as usize;

type PileAccumulator = Accumulator<2, 2>;

impl Pile {
    fn accumulator(&self, network: NetworkRef) -> PileAccumulator {
        let network = network.network::<FEATURES, 2, 2, 1>().expect("a network of the game's shape");
        let [first, second] = [Side::FIRST, Side::SECOND].map(|side| self.features(side).collect::<Vec<_>>());
        // A fault: one is overlooked.
        let seen = first.into_iter().zip(second).skip(usize::from(self.fault == 32));
        network.refresh(seen.map(|(first, second)| [first, second]))
    }

    /// For the side to move.
    fn output(&self, network: NetworkRef, accumulator: &PileAccumulator) -> i32 {
        let network = network.network::<FEATURES, 2, 2, 1>().expect("a network of the game's shape");
        network.evaluate(accumulator, self.side, 0)
    }
}

/// The pile as its search last saw it, and the accumulator of another network than the game's own.
#[derive(Debug)]
struct PileState {
    fault: usize,
    matches: u8,
    network: Option<NetworkRef>,
    /// Moves since the last evaluation.
    made: u32,
    /// By the matches that there are, and the side to move.
    kept: BTreeMap<(u8, usize), PileAccumulator>,
}

impl Searchable for Pile {
    type State = PileState;
}

impl State<Pile> for PileState {
    const HISTORY_SIZE: usize = 1;

    fn new(position: &Pile) -> Self {
        Self { fault: position.fault, matches: position.matches, network: None, made: 0, kept: BTreeMap::new() }
    }
    fn make(&mut self, _: &Pile, m: u8) {
        self.matches -= if self.fault == 19 { 0 } else { m };
        self.made += 1;
    }
    fn unmake(&mut self, _: &Pile, m: u8) {
        self.matches += m;
    }
    fn key_after(position: &Pile, m: u8) -> Option<u64> {
        let side = if position.fault == 33 { position.side } else { 1 - position.side };
        matches!(position.fault, 0 | 33).then(|| zobrist_of(position.matches - m, side))
    }
    fn use_network(&mut self, network: NetworkRef) {
        self.network = Some(network).filter(|_| self.fault != 25 && self.fault != 26);
    }
    fn static_eval(&mut self, position: &Pile, side: Side) -> i32 {
        if let Some(network) = self.network {
            // A fault: it is kept for the wrong position.
            let place = if self.fault == 27 { (0, 0) } else { (position.matches, position.side) };
            let accumulator = self.kept.entry(place).or_insert_with(|| position.accumulator(network));
            // A fault: of moves that are made at once it knows the last one.
            let missed = i32::from(std::mem::take(&mut self.made) > 1 && self.fault == 31);
            let mover = position.output(network, accumulator) + missed;
            return if side.index() == position.side { mover } else { -mover };
        }
        position.evaluate(side) * if self.fault == 20 { 2 } else { 1 }
    }
    fn validate(&self, position: &Pile) -> Result<(), String> {
        ensure(self.matches == position.matches, || format!("the state has {} matches", self.matches))
    }

    fn noisy(&self, position: &Pile, list: &mut ArrayVec<u8, 4>) {
        if self.fault == 14 && position.matches > 0 {
            list.push(1);
        }
    }

    fn winning_move(&self, position: &Pile) -> Option<u8> {
        (1..=3).contains(&position.matches).then_some(if self.fault == 15 { 1 } else { position.matches })
    }

    fn history_index(&self, _: &Pile, m: u8) -> usize {
        if self.fault == 17 { m.into() } else { 0 }
    }

    fn reply_score(&self, _: &Pile, _: u8) -> i32 {
        if self.fault == 21 { i32::MIN + 1 } else { 0 }
    }
}

impl Baselines for Pile {}

#[test]
fn every_fault_is_caught() {
    let complaints: Vec<_> = (0..FAULTS.len()).map(|fault| battery::<Pile>(&fault, 50, 1).err()).collect();
    assert_eq!(complaints[0], None);
    for (fault, (complaint, part)) in complaints.iter().zip(FAULTS).enumerate().skip(1) {
        let complaint = complaint.as_ref().unwrap_or_else(|| panic!("fault {fault} ({part}) is not caught"));
        assert!(complaint.contains(part), "fault {fault}: {complaint}");
    }
    // The way to the place of the mistake is told.
    let late = complaints.iter().flatten().filter(|complaint| complaint.contains(", after ["));
    assert!(late.clone().count() > 0 && late.into_iter().all(|complaint| complaint.contains("] from Pile {")));
}
