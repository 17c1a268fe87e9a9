//! The rules once more, slow and obvious: letters of directions walked square by square over an array; the tables must
//! agree with them.

use super::*;
use crate::game::{Outcome, Variant};
use crate::search::hooks::State;
use quickcheck::quickcheck;
use std::collections::{BTreeMap, BTreeSet};

/// Section, column, row, all from 0.
type Place = (usize, usize, usize);
type Mailbox = BTreeMap<Place, (usize, Kind)>;

const ROOK: &str = "F B L R";
const BISHOP: &str = "FL LF FR RF BL LB BR RB";
const KNIGHT: &str = "FFL FFR FLL FRR BBL BBR BLL BRR LLF LLB LFF LBB RRF RRB RFF RBB";

fn place(square: Square) -> Place {
    (section(square), column(square), row(square))
}

fn mailbox(position: &Threechess) -> Mailbox {
    let pieces = (0..96).filter_map(|at| position.board().at(at).map(|(side, kind)| (place(at), (side.index(), kind))));
    pieces.collect()
}

fn unit((section, column, row): Place, direction: char) -> Option<Place> {
    match direction {
        'F' if row < 3 => Some((section, column, row + 1)),
        'F' if column < 4 => Some(((section + 1) % 3, 7 - column, 3)),
        'F' => Some(((section + 2) % 3, 7 - column, 3)),
        'B' => Some((section, column, row.checked_sub(1)?)),
        'L' => Some((section, column.checked_sub(1)?, row)),
        _ => (column < 7).then_some((section, column + 1, row)),
    }
}

fn reverse(direction: char) -> char {
    match direction {
        'F' => 'B',
        'B' => 'F',
        'L' => 'R',
        _ => 'L',
    }
}

/// Where a step leads; the flag is on from the start if `flag`. `pawn_of` turns directions round outside a section.
fn step(from: Place, directions: &str, mut flag: bool, pawn_of: Option<usize>) -> Option<Place> {
    let mut at = from;
    for mut direction in directions.chars() {
        if flag {
            direction = reverse(direction);
        }
        if pawn_of.is_some_and(|owner| owner != at.0) {
            direction = reverse(direction);
        }
        let next = unit(at, direction)?;
        flag |= next.0 != at.0;
        at = next;
    }
    Some(at)
}

/// All places that a side's pieces go to, castling included; passes are not.
fn targets(board: &Mailbox, side: usize, castles: impl Fn(usize) -> bool) -> BTreeSet<(Place, Place)> {
    let mut found = BTreeSet::new();
    for (&from, &(owner, kind)) in board {
        if owner != side {
            continue;
        }
        let enters = |to: &Place| board.get(to).is_none_or(|&(other, _)| other != side);
        let enemy = |to: &Place| board.get(to).is_some_and(|&(other, _)| other != side);
        let once = |steps: &str| -> Vec<Place> {
            steps.split(' ').filter_map(|word| step(from, word, false, None)).filter(enters).collect()
        };
        let slide = |steps: &str| {
            let mut ends = Vec::new();
            for word in steps.split(' ') {
                let mut at = step(from, word, false, None);
                while let Some(to) = at {
                    if enters(&to) {
                        ends.push(to);
                    }
                    if board.contains_key(&to) {
                        break;
                    }
                    at = step(to, word, to.0 != from.0, None);
                }
            }
            ends
        };
        let ends = match kind {
            Kind::Rook => slide(ROOK),
            Kind::Bishop => slide(BISHOP),
            Kind::Queen => [slide(ROOK), slide(BISHOP)].concat(),
            Kind::Knight => once(KNIGHT),
            Kind::King => {
                let mut ends = [once(ROOK), once(BISHOP)].concat();
                let free = |columns: &[usize]| columns.iter().all(|&column| !board.contains_key(&(side, column, 0)));
                let rook = |column| board.get(&(side, column, 0)) == Some(&(side, Kind::Rook));
                if from == (side, 4, 0) {
                    if rook(7) && free(&[5, 6]) && castles(0) {
                        ends.push((side, 6, 0));
                    }
                    if rook(0) && free(&[1, 2, 3]) && castles(1) {
                        ends.push((side, 2, 0));
                    }
                }
                ends
            }
            Kind::Pawn => {
                let mut ends: Vec<Place> = ["FL", "LF", "FR", "RF"]
                    .iter()
                    .filter_map(|word| step(from, word, false, Some(side)))
                    .filter(enemy)
                    .collect();
                if let Some(one) = step(from, "F", false, Some(side)).filter(|to| !board.contains_key(to)) {
                    ends.push(one);
                    if from.0 == side && from.2 == 1 {
                        ends.extend(step(from, "FF", false, Some(side)).filter(|to| !board.contains_key(to)));
                    }
                }
                ends
            }
        };
        found.extend(ends.into_iter().map(|to| (from, to)));
    }
    found
}

/// Every legal move with the board after it.
fn legal_moves(position: &Threechess) -> BTreeMap<Move, Mailbox> {
    let (board, side, rules) = (mailbox(position), position.side_to_move().index(), position.rules());
    let mut found = BTreeMap::new();
    let kings = board.values().filter(|&&(_, kind)| kind == Kind::King).count();
    if kings < 3 || position.plies_left() == Some(0) {
        return found;
    }
    let rights = position.rights();
    let castles = |way: usize| !rules.castling_history || rights & CASTLINGS[side][way].right != 0;
    for (from, to) in targets(&board, side, castles) {
        let m = Move::new(super::super::square(from.0, from.1, from.2), super::super::square(to.0, to.1, to.2));
        let kind = board[&from].1;
        let promotes = kind == Kind::Pawn && to.0 != side && to.2 == 0;
        let choices: &[Kind] = match (promotes, rules.promotion_choice) {
            (true, true) => &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight],
            (true, false) => &[Kind::Queen],
            _ => &[],
        };
        let mut next = board.clone();
        next.remove(&from);
        next.insert(to, (side, kind));
        // Through the centre a king's step may change the column by two as well.
        if kind == Kind::King && from == (side, 4, 0) && to.1.abs_diff(from.1) == 2 {
            let (rook, beside) = if to.1 == 6 { (7, 5) } else { (0, 3) };
            next.remove(&(side, rook, 0));
            next.insert((side, beside, 0), (side, Kind::Rook));
        }
        if choices.is_empty() {
            found.insert(m, next.clone());
        }
        for (choice, &piece) in choices.iter().enumerate() {
            next.insert(to, (side, piece));
            found.insert(m.promoting(choice), next.clone());
        }
    }
    if rules.pass_always || found.is_empty() {
        found.insert(Move::PASS, board);
    }
    found
}

quickcheck! {
    fn same_moves_and_boards(any: Any) -> bool {
        let mut position = any.0;
        let mut found = moves(&position);
        found.sort_unstable();
        let expected = legal_moves(&position);
        let text = position.position_text();
        assert_eq!(found, expected.keys().copied().collect::<Vec<_>>(), "{text}");
        assert_eq!(position.count_moves(), found.len() as u64, "{text}");
        assert_eq!(found.is_empty(), position.outcome().is_some(), "{text}");
        for (m, board) in expected {
            let before = position.clone();
            let undo = position.make(m);
            assert_eq!(mailbox(&position), board, "{m:?} in {text}");
            assert_eq!(position.validate(), Ok(()), "{m:?} in {text}");
            position.unmake(m, undo);
            assert_eq!(position, before, "{m:?} in {text}");
        }
        true
    }

    fn legal_are_exactly_the_generated_of_all_encodings(any: Any) -> bool {
        let legal: BTreeSet<Move> = moves(&any.0).into_iter().collect();
        (0..=u16::MAX).all(|bits| {
            let listed = legal.contains(&Move(bits));
            any.0.is_legal(Move(bits)) == listed && any.0.unpack(bits) == listed.then_some(Move(bits))
        })
    }

    fn the_game_ends_with_a_king(any: Any) -> bool {
        let position = any.0;
        let mover = position.side_to_move();
        moves(&position).into_iter().all(|m| {
            let mut next = position.clone();
            let victim = if m == Move::PASS { None } else { position.board().at(m.to()) };
            next.make(m);
            let at_limit = next.plies_left() == Some(0);
            next.outcome() == match victim {
                Some((owner, Kind::King)) => Some(Outcome::beats(mover, owner)),
                _ => at_limit.then_some(Outcome::DRAW),
            }
        })
    }

    fn attacked_kings_are_seen(any: Any) -> bool {
        let position = any.0;
        let board = mailbox(&position);
        let takes = |side: usize, victims: &[usize]| {
            targets(&board, side, |_| false).iter().any(|(_, to)| {
                board.get(to).is_some_and(|&(owner, kind)| kind == Kind::King && victims.contains(&owner))
            })
        };
        let side = position.side_to_move().index();
        let enemies = [(side + 1) % 3, (side + 2) % 3];
        let over = position.outcome().is_some();
        hooks().winning_move(&position).is_some() == (!over && takes(side, &enemies))
            && (over || hooks().in_check(&position) == enemies.iter().any(|&enemy| takes(enemy, &[side])))
    }

    fn noisy_moves_change_the_material(any: Any) -> bool {
        let (mut noisy, mut quiet) = (Default::default(), Default::default());
        hooks().noisy(&any.0, &mut noisy);
        hooks().quiet(&any.0, &mut quiet);
        let material = |position: &Threechess| {
            let board = position.board();
            Kind::ALL.map(|kind| {
                let count = |side| (board.kind(kind) & board.of(side)).count_ones();
                Side::all(3).map(count).collect::<Vec<_>>()
            })
        };
        moves(&any.0).into_iter().all(|m| {
            let mut next = any.0.clone();
            next.make(m);
            let changes = material(&next) != material(&any.0);
            noisy.contains(&m) == changes
                && quiet.contains(&m) != changes
                && hooks().is_noisy(&any.0, m) == changes
        })
    }
}
