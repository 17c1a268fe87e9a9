//! An agent that plays against the strategies of a certificate.

use crate::cli::common::{Result, input};
use crate::cli::playing::adviser::Adviser;
use manyply::game::{Notation, Played, Variant};
use manyply::games::gomoku::verify::plane::{Reply, Stones};
use manyply::games::gomoku::verify::{Defender, Games};
use manyply::games::gomoku::{Gomoku, Square};
use manyply::zobrist::SplitMix64;
use manyply_arena::Contender;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// How far from Black's first stone White's first two are on the plane, at most: they are random, that games differ.
const NEAR: i32 = 9;
/// Where their random numbers come from.
const SEED: u64 = 0x7072_6F6F_660B;

/// An agent that plays against the strategies of a certificate, and the first of its faults.
pub(crate) struct Opponent<'a> {
    contender: &'a Contender,
    empty: Gomoku,
    stop: &'a AtomicBool,
    problem: Mutex<Option<String>>,
}

impl<'a> Opponent<'a> {
    /// # Errors
    /// The game is not played by such rules, or on no such board.
    pub(crate) fn new(contender: &'a Contender, rules: &str, stop: &'a AtomicBool) -> Result<Self> {
        let rules = Gomoku::parse_rules(rules).map_err(|error| input!("--against: {rules}: {error}"))?;
        Ok(Self { contender, empty: Gomoku::start(&rules), stop, problem: Mutex::new(None) })
    }

    /// The first of its faults.
    pub(crate) fn problem(&self) -> Option<String> {
        self.problem.lock().ok()?.clone()
    }

    /// A square by its number in certificates, which count from the top row.
    fn square(&self, number: u16) -> Square {
        let (width, height) = (self.empty.width(), self.empty.height());
        let (row, column) = (usize::from(number) / width, usize::from(number) % width);
        Square::at(column, height - 1 - row)
    }

    fn number(&self, square: Square) -> u16 {
        let (width, height) = (self.empty.width(), self.empty.height());
        ((height - 1 - square.y()) * width + square.x()) as u16
    }

    /// One of its kind, for a thread.
    pub(crate) fn defender(&self) -> Box<Defender<'_>> {
        let mut adviser = Adviser::new(self.contender, self.stop);
        Box::new(move |moves| {
            let reply = adviser.as_mut().map_err(|problem| problem.clone()).and_then(|adviser| {
                let mut game = Played::new(self.empty.clone());
                let is_legal = moves.iter().all(|&square| game.play(self.square(square)));
                if !is_legal || game.outcome().is_some() {
                    return Err("the position is no position of a game".to_owned());
                }
                adviser.choose(game.position())
            });
            match reply {
                Ok(m) => Some(self.number(m)),
                Err(fault) => {
                    // What fails because all is over is no fault. Nobody panics while it is locked.
                    if let (false, Ok(mut problem)) = (self.stop.load(Relaxed), self.problem.lock()) {
                        problem.get_or_insert(fault);
                    }
                    None
                }
            }
        })
    }
}

/// A part of the plane that an agent sees as a board.
pub(crate) struct Part<'a> {
    side: i32,
    defender: Box<Defender<'a>>,
}

impl<'a> Part<'a> {
    /// A square one of so many columns.
    pub(crate) fn new(opponent: &'a Opponent<'a>) -> Self {
        Self { side: opponent.empty.width() as i32, defender: opponent.defender() }
    }

    /// Its reply where the board has these columns and rows; chance plays for it where stones lie too far apart.
    fn reply(&mut self, [black, white]: &Stones, range: &Range<i32>) -> Reply {
        let from = |at: fn(&(i32, i32)) -> i32| {
            let stones = || black.iter().chain(white).map(at);
            let (least, most) = (stones().min()?, stones().max()?);
            let from = ((least + most - self.side) / 2 + 1).clamp(range.start, range.end - self.side);
            (from <= least && most < from + self.side).then_some(from)
        };
        let (Some(left), Some(low)) = (from(|at| at.0), from(|at| at.1)) else { return Reply::Chance };
        let turns = (0..black.len() + white.len()).map(|turn| [black, white][turn % 2][turn / 2]);
        let moves: Vec<u16> = turns.map(|(x, y)| ((y - low) * self.side + x - left) as u16).collect();
        let square = |number: u16| (i32::from(number) % self.side + left, i32::from(number) / self.side + low);
        (self.defender)(&moves).map(square).map_or(Reply::None, |(x, y)| Reply::At(x, y))
    }
}

/// White's replies on the plane: its first two stones are random, near Black's first one, and then a part of it that is
/// not larger than the board.
pub(crate) fn on_plane(parts: &mut [Part<'_>]) -> impl FnMut(&Stones, Range<i32>) -> Reply {
    let mut random = SplitMix64::new(SEED);
    move |stones, range| {
        if stones[1].len() < 2 {
            let mut at = || random.below(2 * NEAR as usize + 1) as i32 - NEAR;
            let mut near = std::iter::repeat_with(|| (at(), at()));
            let is_on = |&(x, y): &(i32, i32)| range.contains(&x) && range.contains(&y);
            let is_empty = |place: &(i32, i32)| is_on(place) && !stones.concat().contains(place);
            return near.find(is_empty).map_or(Reply::Chance, |(x, y)| Reply::At(x, y));
        }
        let part = parts.iter_mut().find(|part| part.side <= range.len() as i32);
        part.map_or(Reply::Chance, |part| part.reply(stones, &range))
    }
}

/// What games against the strategies came to, all of them won.
pub(crate) fn print_games(&Games { games, plies, longest }: &Games, kind: &str, out: &mut dyn Write) -> io::Result<()> {
    if games == 0 {
        return writeln!(out, "no games: of the second stones that were tried none is answered");
    }
    let mean = plies as f64 / games as f64;
    writeln!(out, "{games} {kind}games played, none held: {mean:.1} plies, the longest {longest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An agent sees the stones on its board as they lie on the plane, and only where they fit there.
    #[test]
    fn a_part_of_the_plane_is_a_board() {
        for (side, range) in [(20, -30..30), (18, -8..10)] {
            // It plays on the square to the right of White's last stone, or to the left of it at the edge.
            let defender = Box::new(move |moves: &[u16]| {
                let &last = moves.get(moves.len() - 2)?;
                Some(if i32::from(last + 1) % side == 0 { last - 1 } else { last + 1 })
            });
            let mut part = Part { side, defender };
            let mut reply = |white: &[(i32, i32)]| part.reply(&[vec![(0, 0), (1, 1), (2, 0)], white.to_vec()], &range);
            for (x, y) in [(3, 5), (-7, -8), (-8, 9), (8, 0)] {
                assert_eq!(reply(&[(0, 3), (x, y)]), Reply::At(x + 1, y), "{side}: {x},{y}");
            }
            assert_eq!(reply(&[(0, 3), (9, 9)]), if side == 18 { Reply::At(8, 9) } else { Reply::At(10, 9) });
            assert_eq!(reply(&[(25, 3), (9, 9)]), Reply::Chance);
            assert_eq!(reply(&[(-25, 3), (0, 9)]), Reply::Chance);
        }
    }

    #[test]
    fn the_first_two_stones_are_near_and_on_the_board() {
        let mut reply = on_plane(&mut []);
        // On 18x18 the edge is nearer to one side.
        let range = -8..NEAR + 1;
        for turn in 0..2000 {
            let black = [(0, 0), (1, 1)];
            let white = [(0, 1)];
            let Reply::At(x, y) = reply(&[black[..=turn % 2].to_vec(), white[..turn % 2].to_vec()], range.clone())
            else {
                panic!("no reply")
            };
            assert!(range.contains(&x) && range.contains(&y) && (x, y) != (0, 0), "{x},{y}");
            assert!(turn % 2 == 0 || !black.contains(&(x, y)) && !white.contains(&(x, y)));
        }
        assert_eq!(reply(&[vec![(0, 0), (1, 1), (2, 2)], vec![(0, 1), (5, 5)]], -30..30), Reply::Chance);
    }
}
