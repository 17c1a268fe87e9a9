//! Routes: the squares that a turn leads over, as texts have them. Many routes may lead to the same turn.

use super::Hop;
use super::board::{SIZE, Way, square_text};
use super::moves::{Move, Parts};
use crate::bits::BitSet;
use crate::game::TextErrorKind::{Illegal, Shape, Symbol};
use crate::game::{Notation, TextError};

/// The most hops that a chain may have. No turn needs as many: between two of at most 9 captures a shortest route
/// hops over each of 8 friends at most once.
const MAX_HOPS: usize = 99;

/// A chain in progress.
#[derive(Clone, Copy)]
struct Stage {
    at: u64,
    captured: u64,
    /// The squares that may not be visited (again).
    closed: u64,
    /// The index of the stage before; the first is its own.
    before: usize,
}

impl Hop {
    /// The squares of a shortest route for the legal turn `m`, start and end included; among equal ones always the
    /// same. Empty for a pass.
    pub(super) fn route(&self, m: Move) -> Vec<usize> {
        let square = |set: u64| set.trailing_zeros() as usize;
        let parts @ Parts { mut from, mut to, captured } = self.parts(m);
        if parts.is_step() && captured == 0 {
            return vec![square(from), square(to)];
        }
        if from == 0 {
            let Some(looper) = self.looper(captured) else { return Vec::new() };
            (from, to) = (looper, looper);
        }
        let mut stages =
            vec![Stage { at: from, captured: 0, closed: if self.rules.revisit { 0 } else { from }, before: 0 }];
        let mut next = 0;
        let mut last = None;
        while let (Some(&stage), None) = (stages.get(next), last) {
            for way in self.ways() {
                let Some(mut stage) = self.hop(stage, from, way) else { continue };
                stage.before = next;
                // Captures that the turn does not make lead nowhere.
                let known = |other: &Stage| {
                    (other.at, other.captured, other.closed) == (stage.at, stage.captured, stage.closed)
                };
                if stage.captured.within(captured) && !stages.iter().any(known) {
                    stages.push(stage);
                    if (stage.at, stage.captured) == (to, captured) {
                        last = Some(stages.len() - 1);
                        break;
                    }
                }
            }
            next += 1;
        }
        let mut route = Vec::new();
        let mut index = last.unwrap_or(0);
        while index != 0 {
            route.push(square(stages[index].at));
            index = stages[index].before;
        }
        route.push(square(from));
        route.reverse();
        route
    }

    /// One hop further, if it is possible.
    fn hop(&self, stage: Stage, from: u64, way: Way) -> Option<Stage> {
        let over = way.step(stage.at);
        let landing = way.step(over);
        let free = self.empty() | from;
        let hops = over.meets((self.own() ^ from) | (self.enemy() & !stage.captured));
        (hops && landing.meets(free & !stage.closed)).then(|| Stage {
            at: landing,
            captured: stage.captured | over & self.enemy(),
            closed: if self.rules.revisit { 0 } else { stage.closed | landing },
            before: stage.before,
        })
    }

    /// The pass, where it is legal.
    pub(super) fn parse_pass(&self) -> Result<Move, TextError> {
        if self.is_turn(Move::PASS) {
            Ok(Move::PASS)
        } else {
            Err(TextError::new(Illegal, 1, "there are other turns", "a pass only where there is no other turn"))
        }
    }

    /// The turn that leads over the squares of `text`, `rc-rc-…`.
    pub(super) fn parse_route(&self, text: &str) -> Result<Move, TextError> {
        let squares = parse_squares(text)?;
        let from = squares[0];
        // Each square takes two digits and a hyphen.
        let illegal = |index: usize, problem: String, expected: &str| {
            Err(TextError::new(Illegal, 3 * index + 1, problem, expected))
        };
        if !self.own().meets(from) {
            let problem = format!("no own piece on {}", name(from));
            return illegal(
                0,
                problem,
                &format!("a piece of {}", Self::side_name(crate::game::Position::side_to_move(self))),
            );
        }
        if let [_, to] = squares[..]
            && Way::ALL.iter().any(|way| way.step(from) == to)
        {
            return match self.empty().meets(to) {
                true => Ok(Move::of(from | to)),
                false => illegal(1, format!("{} is not empty", name(to)), "a step to an empty square"),
            };
        }
        let mut stage = Stage { at: from, captured: 0, closed: if self.rules.revisit { 0 } else { from }, before: 0 };
        for (index, &to) in squares.iter().enumerate().skip(1) {
            let Some(way) = Way::ALL.into_iter().find(|way| way.hop(stage.at) == to) else {
                let problem = format!("{} is no hop from {}", name(to), name(stage.at));
                return illegal(index, problem, "a single step, or hops of two squares along a row or column");
            };
            stage = match self.hop(stage, from, way) {
                Some(stage) => stage,
                None if stage.closed.meets(to) => {
                    return illegal(index, format!("{} is visited twice", name(to)), "no square twice: revisit=never");
                }
                None if !(self.empty() | from).meets(to) => {
                    return illegal(index, format!("{} is not empty", name(to)), "a hop to an empty square");
                }
                None => {
                    let over = name(way.step(stage.at));
                    return illegal(index, format!("no piece to hop over on {over}"), "a hop over one piece");
                }
            };
        }
        if stage.at == from && stage.captured == 0 {
            return illegal(
                squares.len() - 1,
                "back at the start without a capture".to_owned(),
                "a turn that changes something",
            );
        }
        Ok(Move::of((from ^ stage.at) | stage.captured))
    }
}

/// The squares of `rc-rc-…`, at least two of them, as sets.
fn parse_squares(text: &str) -> Result<Vec<u64>, TextError> {
    let mut squares = Vec::new();
    let mut column = 1;
    for part in text.split('-') {
        let digits: Vec<u32> = part.chars().map_while(|c| c.to_digit(SIZE as u32)).collect();
        let length = part.chars().count();
        if digits.len() < length {
            let problem = format!("'{part}' is no square");
            return Err(TextError::new(Symbol, column + digits.len(), problem, "digits 0 to 7, or pass"));
        }
        let [row, file] = digits[..] else {
            let problem = format!("'{part}' has {length} digits");
            return Err(TextError::new(Shape, column, problem, "a square as two digits: row, column"));
        };
        if squares.len() == MAX_HOPS + 1 {
            return Err(TextError::new(Shape, column, "more than 99 hops", "a chain of 1 to 99 hops"));
        }
        squares.push(u64::of(SIZE * row as usize + file as usize));
        column += length + 1;
    }
    if squares.len() < 2 {
        return Err(TextError::new(Shape, column - 1, "a turn needs two squares", "'-' and a second square"));
    }
    Ok(squares)
}

/// A square of a set of one, for messages.
fn name(set: u64) -> String {
    square_text(set.trailing_zeros() as usize)
}
