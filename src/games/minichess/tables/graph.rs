//! The positions of a class as a graph: where moves lead from each, and where they come from.
//!
//! A position whose mover can take the king is won in one ply and has no value in a table: that is seen at once.
//! Promotions and captures lead to other classes, whose tables must be there.

use super::super::attacks::PAWN;
use super::super::board::Kind;
use super::super::movegen::attacks_of;
use super::super::square::{FILES, RANKS, SQUARES};
use super::class::{Class, Squares, flipped};
use super::material::{MOST_MEN, Material};
use crate::bits::BitSet;
use crate::game::{Exact, Side};
use crate::solve::retrograde::{Exits, FirstLook, Graph, Scale};

/// How values are held: with a king to be taken, the winner has the last move.
pub(super) const SCALE: Scale = Scale::OddWins;

/// The values of a class, in memory.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) class: Class,
    /// A byte for each number, first with White to move.
    pub(super) values: Vec<u8>,
}

/// What is known of the boards of a class.
pub(super) trait Known {
    /// Of one board.
    type Value: Copy;

    /// The class.
    fn class(&self) -> &Class;

    /// What is known of a board of the class whose mover cannot take the king.
    fn get(&self, turn: Side, squares: &Squares) -> Self::Value;
}

impl Known for Table {
    type Value = Option<Exact>;

    fn class(&self) -> &Class {
        &self.class
    }

    #[inline]
    fn get(&self, turn: Side, squares: &Squares) -> Option<Exact> {
        SCALE.known(self.values[turn.index() * self.class.boards + self.class.number(squares)])
    }
}

/// Where a capture, a promotion, or both lead.
#[derive(Debug)]
struct Exit<'a, T> {
    /// None: bare kings.
    table: Option<&'a T>,
    /// Whether colours are swapped there.
    swapped: bool,
    /// Where each of its men comes from.
    from: [u8; MOST_MEN],
}

impl<T: Known> Exit<'_, T> {
    /// What is known with `turn` to move after the move; nothing of bare kings.
    #[inline]
    fn value(&self, turn: Side, squares: &Squares) -> Option<T::Value> {
        let table = self.table?;
        let mut there = [0; MOST_MEN];
        for (square, &from) in there.iter_mut().zip(&self.from) {
            let stood = squares[usize::from(from) % MOST_MEN];
            *square = if self.swapped { flipped(stood) } else { stood };
        }
        Some(table.get(if self.swapped { turn.other() } else { turn }, &there))
    }
}

/// A move, by what it leads to.
pub(super) enum After<'a, V> {
    /// The own king can be taken.
    Exposed,
    /// Another class, of which this is known for the other side; nothing of bare kings.
    Left(Option<V>),
    /// Another board of the class.
    Within(&'a Squares),
}

/// The positions of a class.
#[derive(Debug)]
pub(super) struct Positions<'a, T = Table> {
    pub(super) class: &'a Class,
    /// By the man that moves, what it takes (the man that moves itself: nothing) and whether it becomes a queen.
    exits: Vec<Option<Exit<'a, T>>>,
}

fn exit_index(mover: usize, taken: usize, promotes: bool) -> usize {
    (mover * MOST_MEN + taken) * 2 + usize::from(promotes)
}

impl<'a, T: Known> Positions<'a, T> {
    /// The positions of `class`. All tables to which its moves lead must be among `tables`.
    ///
    /// # Errors
    /// The name of one that is not.
    pub(super) fn new(class: &'a Class, tables: &[&'a T]) -> Result<Self, String> {
        let mut exits: Vec<Option<Exit<'a, T>>> = Vec::new();
        exits.resize_with(MOST_MEN * MOST_MEN * 2, || None);
        let men = &class.men;
        for (mover, &(side, kind)) in men.iter().enumerate() {
            for (taken, &(owner, victim)) in men.iter().enumerate() {
                let captures = owner != side;
                if victim == Kind::King && captures || !captures && taken != mover {
                    continue;
                }
                for promotes in [false, true] {
                    if promotes && kind != Kind::Pawn || !promotes && !captures {
                        continue;
                    }
                    let left = men.iter().enumerate().filter(|&(man, _)| !captures || man != taken);
                    let left = left.map(|(man, &(side, kind))| {
                        (man, side, if promotes && man == mover { Kind::Queen } else { kind })
                    });
                    let left: Vec<(usize, Side, Kind)> = left.collect();
                    exits[exit_index(mover, taken, promotes)] = Some(exit(&left, tables)?);
                }
            }
        }
        Ok(Self { class, exits })
    }

    /// The positions of `class`, of whose moves nothing is asked.
    pub(super) fn without_exits(class: &'a Class) -> Self {
        Self { class, exits: Vec::new() }
    }

    /// Whether a man of `by` attacks a square; `without` is one that does not count.
    #[inline]
    fn attacks(&self, by: Side, square: u8, squares: &Squares, occupied: u32, without: usize) -> bool {
        self.class.men.iter().zip(squares).enumerate().any(|(man, (&(side, kind), &from))| {
            side == by && man != without && {
                let from = usize::from(from) & 31;
                let targets = match kind {
                    Kind::Pawn => PAWN[side.index()][from],
                    kind => attacks_of(kind, from, occupied),
                };
                targets >> square & 1 != 0
            }
        })
    }

    /// Whether the side to move can take the king.
    #[inline]
    pub(super) fn takes_king(&self, turn: Side, squares: &Squares) -> bool {
        let king = squares[turn.other().index()];
        self.attacks(turn, king, squares, self.occupied(squares), MOST_MEN)
    }

    #[inline]
    fn occupied(&self, squares: &Squares) -> u32 {
        squares[..self.class.men.len()].iter().fold(0, |set, &square| set | 1 << square)
    }

    /// Visits all moves of a position whose mover cannot take the king, with what each gains by the final count.
    #[inline]
    pub(super) fn for_each_move(&self, turn: Side, squares: &Squares, mut visit: impl FnMut(After<'_, T::Value>, i32)) {
        let occupied = self.occupied(squares);
        let men = &self.class.men;
        let enemy = men.iter().zip(squares).filter(|((side, _), _)| *side != turn);
        let enemy = enemy.fold(0_u32, |set, (_, &square)| set | 1 << square);
        for (mover, &(side, kind)) in men.iter().enumerate() {
            if side != turn {
                continue;
            }
            let from = usize::from(squares[mover]) & 31;
            let targets = match kind {
                Kind::Pawn => PAWN[side.index()][from] & enemy | pawn_step(side, from).minus(occupied),
                kind => attacks_of(kind, from, occupied).minus(occupied ^ enemy),
            };
            for to in targets.members() {
                let taken = if enemy.contains(to) {
                    (0..men.len()).find(|&man| usize::from(squares[man]) == to).unwrap_or(mover)
                } else {
                    mover
                };
                let mut after = *squares;
                after[mover] = to as u8;
                let occupied = occupied ^ 1 << from | 1 << to;
                let promotes = kind == Kind::Pawn && is_last_rank(side, to);
                let captured = if taken == mover { 0 } else { men[taken].1.count() };
                let gain = captured + if promotes { Kind::Queen.count() - Kind::Pawn.count() } else { 0 };
                let king = after[turn.index()];
                if self.attacks(turn.other(), king, &after, occupied, if taken == mover { MOST_MEN } else { taken }) {
                    visit(After::Exposed, gain);
                } else if let Some(exit) = &self.exits[exit_index(mover, taken, promotes)] {
                    visit(After::Left(exit.value(turn.other(), &after)), gain);
                } else {
                    visit(After::Within(&after), gain);
                }
            }
        }
    }

    /// The side to move and the number of the board.
    #[inline]
    pub(super) fn split(&self, index: usize) -> (Side, usize) {
        let side = usize::from(index >= self.class.boards);
        (Side::new(side), index - side * self.class.boards)
    }
}

impl Positions<'_> {
    /// What all moves of a position come to, with the value of each board of the class by `known`.
    pub(super) fn all_moves(
        &self,
        turn: Side,
        squares: &Squares,
        known: impl Fn(Side, usize) -> Option<Exact>,
    ) -> Exits {
        let mut exits = Exits::default();
        self.for_each_move(turn, squares, |after, _| {
            exits.add(match after {
                After::Exposed => Some(Exact::Win(1)),
                After::Left(value) => value.flatten(),
                After::Within(squares) => known(turn.other(), self.class.number(squares)),
            });
        });
        exits
    }
}

fn exit<'a, T: Known>(left: &[(usize, Side, Kind)], tables: &[&'a T]) -> Result<Exit<'a, T>, String> {
    let (material, swapped) = Material::of_men(left.iter().map(|&(_, side, kind)| (side, kind))).canonical();
    if left.len() == 2 {
        return Ok(Exit { table: None, swapped, from: [0; MOST_MEN] });
    }
    let table = tables.iter().find(|table| table.class().material == material);
    let table = table.ok_or_else(|| material.name())?;
    let mut from = [0; MOST_MEN];
    let mut left = left.to_vec();
    for (place, &(side, kind)) in table.class().men.iter().enumerate() {
        let side = if swapped { side.other() } else { side };
        let found = left.iter().position(|&(_, owner, other)| (owner, other) == (side, kind));
        let found = found.ok_or_else(|| material.name())?;
        from[place] = left.swap_remove(found).0 as u8;
    }
    Ok(Exit { table: Some(table), swapped, from })
}

/// The square before a pawn, as a set; empty behind the board.
#[inline]
fn pawn_step(side: Side, from: usize) -> u32 {
    let square = 1_u32 << from;
    if side == Side::FIRST { square << FILES & ((1 << SQUARES) - 1) } else { square >> FILES }
}

#[inline]
fn is_last_rank(side: Side, square: usize) -> bool {
    square / FILES == if side == Side::FIRST { RANKS - 1 } else { 0 }
}

impl Graph for Positions<'_> {
    const SCALE: Scale = SCALE;

    fn len(&self) -> usize {
        2 * self.class.boards
    }

    fn first_look(&self, index: usize) -> FirstLook {
        let (turn, number) = self.split(index);
        // Neither what is no position nor what is won at once has a value here.
        let Some(squares) = self.class.squares(number).filter(|squares| !self.takes_king(turn, squares)) else {
            return FirstLook::Over(0);
        };
        let (mut moves, mut exits, mut any) = (0, Exits::default(), false);
        self.for_each_move(turn, &squares, |after, _| {
            any = true;
            match after {
                After::Exposed => exits.add(Some(Exact::Win(1))),
                After::Left(value) => exits.add(value.flatten()),
                After::Within(_) => moves += 1,
            }
        });
        if any { FirstLook::Open { moves, exits } } else { FirstLook::Over(-1) }
    }

    fn before(&self, index: usize, mut visit: impl FnMut(usize)) {
        let (turn, number) = self.split(index);
        let Some(squares) = self.class.squares(number) else { return };
        let (occupied, twin, first) = (self.occupied(&squares), Class::has_twin(&squares), turn.other());
        let start = first.index() * self.class.boards;
        for (mover, &(side, kind)) in self.class.men.iter().enumerate() {
            if side == turn {
                continue;
            }
            let to = usize::from(squares[mover]) & 31;
            let sources = match kind {
                // Nor does one come from the last rank.
                Kind::Pawn if is_last_rank(side.other(), to) => 0,
                Kind::Pawn => pawn_step(side.other(), to).minus(occupied),
                kind => attacks_of(kind, to, occupied).minus(occupied),
            };
            for from in sources.members() {
                let mut before = squares;
                before[mover] = from as u8;
                // Boards with twins are as they are, all others mirrored: a move between them leads from both twins
                // to one board, and from one board to the one twin that its own image gives.
                match (twin, Class::has_twin(&before)) {
                    (false, true) => {
                        visit(start + self.class.number(&before));
                        visit(start + self.class.number(&before.map(super::class::mirrored)));
                    }
                    (true, false) if Class::is_mirrored(&before) => {}
                    _ => visit(start + self.class.number(&before)),
                }
            }
        }
    }
}
