//! What a table holds: counts, the longest win with its line, positions of mutual zugzwang.

use super::Loaded;
use super::class::{Class, Squares};
use super::graph::{Positions, SCALE, Table};
use super::make::read;
use super::material::Material;
use super::store::{What, path};
use crate::game::{Exact, Notation, Position, Side};
use crate::games::minichess::{King, Limit, Minichess, Rules, movegen};
use crate::solve::{LongestWin, TableInfo, TableSide, Zugzwang};
use std::path::Path;

/// The rules of the tables.
pub(super) const RULES: Rules = Rules { plies: None, limit: Limit::Material, repetition: 0, king: King::Capture };

/// Counts every position, mirror images too, with White having the first-named army.
pub(super) fn info(material: Material, directory: &Path) -> Result<TableInfo, String> {
    let (canonical, swapped) = material.canonical();
    let name = material.name();
    let table: Table = read(directory, canonical)?;
    let size = path(directory, canonical, What::Endings).metadata().map_or(0, |file| file.len());
    let all = Loaded::load(directory, None)?;
    let class = &table.class;
    let positions: Positions<'_> = Positions::without_exits(class);
    let colour = |turn: Side| if swapped { turn.other() } else { turn };
    let text = |turn: Side, squares: &Squares| position(class, turn, squares, swapped).position_text();
    let mut sides = [Side::FIRST, Side::SECOND].map(|turn| TableSide::new(Minichess::side_name(turn)));
    let mut longest: Option<(u32, Side, Squares)> = None;
    let mut zugzwangs = ["both sides lose", "White wins", "Black wins"].map(Zugzwang::new);
    for number in 0..class.boards {
        let Some(squares) = class.squares(number) else { continue };
        // Boards with twins have a number for each of them.
        let count = if Class::has_twin(&squares) { 1 } else { 2 };
        let values = [Side::FIRST, Side::SECOND].map(|turn| {
            if positions.takes_king(turn, &squares) {
                return Some(Exact::Win(1));
            }
            SCALE.known(table.values[turn.index() * class.boards + number])
        });
        for (turn, value) in [Side::FIRST, Side::SECOND].into_iter().zip(values) {
            sides[colour(turn).index()].add(value, count);
            if let Some(Exact::Win(plies)) = value
                && longest.is_none_or(|(most, ..)| plies > most)
            {
                longest = Some((plies, turn, squares));
            }
        }
        let found = match (values[colour(Side::FIRST).index()], values[colour(Side::SECOND).index()]) {
            (Some(Exact::Loss(_)), Some(Exact::Loss(_))) => 0,
            (None, Some(Exact::Loss(_))) => 1,
            (Some(Exact::Loss(_)), None) => 2,
            _ => continue,
        };
        zugzwangs[found].add(count, || text(colour(Side::FIRST), &squares));
    }
    let longest = longest.map(|(plies, turn, squares)| {
        let position = position(class, turn, &squares, swapped);
        LongestWin { plies, position: position.position_text(), line: line(position, plies, &all) }
    });
    Ok(TableInfo { table: name, bytes: size, sides: sides.to_vec(), longest, zugzwangs: zugzwangs.to_vec() })
}

/// A board of a class as a position, with colours swapped or as it is.
fn position(class: &Class, turn: Side, squares: &Squares, swapped: bool) -> Minichess {
    let turn = if swapped { turn.other() } else { turn };
    Minichess::new(class.board(squares, swapped), turn.index() as u32, RULES)
}

/// Best play to the end: the shortest win against the longest defence, as far as there are tables. No longer than the
/// table says, which may be anything that somebody wrote into a file.
fn line(mut position: Minichess, plies: u32, all: &Loaded) -> Vec<String> {
    let mut line = Vec::new();
    while position.outcome().is_none() && line.len() < plies as usize {
        let mut moves = <Minichess as Position>::Moves::default();
        position.moves(&mut moves);
        let distance = |m| {
            let mut after = position.clone();
            after.make(m);
            if after.outcome().is_some() {
                return Some(0);
            }
            if movegen::in_check(after.board(), position.turn()) {
                return Some(999);
            }
            match all.value_of(&after)? {
                Some(Exact::Loss(plies)) => Some(plies as i32),
                Some(Exact::Win(plies)) => Some(1000 - plies as i32),
                Some(Exact::Draw) | None => Some(500),
            }
        };
        let best = moves.as_slice().iter().filter_map(|&m| Some((distance(m)?, m))).min();
        let Some((_, m)) = best else { break };
        line.push(position.move_text(m));
        position.make(m);
    }
    line
}
