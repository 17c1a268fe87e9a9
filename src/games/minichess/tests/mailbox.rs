//! The rules once more, slow and obvious, on an array of squares; the bitboards must agree with them.

use super::*;
use crate::game::Variant;

use quickcheck::quickcheck;

type Mailbox = [[Option<(Side, Kind)>; 5]; 6];

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(i32, i32); 8] = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

fn mailbox(position: &Minichess) -> Mailbox {
    std::array::from_fn(|rank| std::array::from_fn(|file| position.board().at(5 * rank + file)))
}

fn look(board: &Mailbox, (file, rank): (i32, i32)) -> Option<Option<(Side, Kind)>> {
    board.get(usize::try_from(rank).ok()?)?.get(usize::try_from(file).ok()?).copied()
}

/// All moves that are legal where kings may be taken.
fn free_moves(board: &Mailbox, side: Side) -> Vec<((i32, i32), (i32, i32))> {
    let mut moves = Vec::new();
    let squares = (0..6).flat_map(|rank| (0..5).map(move |file| (file, rank)));
    for from in squares {
        let Some(Some((owner, kind))) = look(board, from) else { continue };
        if owner != side {
            continue;
        }
        let step = |(file, rank): (i32, i32), times: i32| (from.0 + times * file, from.1 + times * rank);
        let can_enter = |to| matches!(look(board, to), Some(found) if found.is_none_or(|(other, _)| other != side));
        let mut slide = |directions: &[(i32, i32)], reach: i32| {
            for &direction in directions {
                for times in 1..=reach {
                    let to = step(direction, times);
                    if can_enter(to) {
                        moves.push((from, to));
                    }
                    if look(board, to) != Some(None) {
                        break;
                    }
                }
            }
        };
        match kind {
            Kind::Rook => slide(&STRAIGHT, 5),
            Kind::Bishop => slide(&DIAGONAL, 5),
            Kind::Queen => slide(&[STRAIGHT, DIAGONAL].concat(), 5),
            Kind::King => slide(&[STRAIGHT, DIAGONAL].concat(), 1),
            Kind::Knight => slide(&JUMPS, 1),
            Kind::Pawn => {
                let forward = if side == Side::FIRST { 1 } else { -1 };
                if look(board, step((0, forward), 1)) == Some(None) {
                    moves.push((from, step((0, forward), 1)));
                }
                for file in [-1, 1] {
                    let to = step((file, forward), 1);
                    if can_enter(to) && look(board, to) != Some(None) {
                        moves.push((from, to));
                    }
                }
            }
        }
    }
    moves
}

fn make(board: &Mailbox, (from, to): ((i32, i32), (i32, i32))) -> Mailbox {
    let mut next = *board;
    let mut piece = next[from.1 as usize][from.0 as usize].take();
    if let Some((side, Kind::Pawn)) = piece
        && (to.1 == 0 || to.1 == 5)
    {
        piece = Some((side, Kind::Queen));
    }
    next[to.1 as usize][to.0 as usize] = piece;
    next
}

fn has_king(board: &Mailbox, side: Side) -> bool {
    board.iter().flatten().any(|&square| square == Some((side, Kind::King)))
}

fn can_take_king(board: &Mailbox, side: Side) -> bool {
    free_moves(board, side).into_iter().any(|m| !has_king(&make(board, m), side.other()))
}

fn legal_moves(position: &Minichess) -> Vec<(Move, Mailbox)> {
    let (board, side) = (mailbox(position), position.side_to_move());
    if position.plies_left() == Some(0) || !has_king(&board, side) || !has_king(&board, side.other()) {
        return Vec::new();
    }
    let mut moves: Vec<(Move, Mailbox)> = free_moves(&board, side)
        .into_iter()
        .map(|m| (Move::new((m.0.0 + 5 * m.0.1) as usize, (m.1.0 + 5 * m.1.1) as usize), make(&board, m)))
        .filter(|(_, next)| position.rules().king == King::Capture || !can_take_king(next, side.other()))
        .collect();
    moves.sort_by_key(|&(m, _)| m);
    moves
}

quickcheck! {
    fn same_moves_and_boards(any: Any) -> bool {
        let mut position = any.0;
        let mut found = moves(&position);
        found.sort_unstable();
        let expected = legal_moves(&position);
        found == expected.iter().map(|&(m, _)| m).collect::<Vec<_>>()
            && position.count_moves() == found.len() as u64
            && (found.is_empty() == position.outcome().is_some())
            && expected.iter().all(|&(m, board)| {
                let before = position.clone();
                let undo = position.make(m);
                let same = mailbox(&position) == board && position.validate() == Ok(());
                position.unmake(m, undo);
                same && position == before
            })
    }

    fn legal_are_exactly_the_generated_of_all_encodings(any: Any) -> bool {
        let legal = moves(&any.0);
        (0..=u16::MAX).all(|bits| {
            let listed = legal.contains(&Move(bits));
            any.0.is_legal(Move(bits)) == listed && any.0.unpack(bits) == listed.then_some(Move(bits))
        })
    }

    fn checks_and_king_captures_are_seen(any: Any) -> bool {
        let position = any.0;
        let (board, side) = (mailbox(&position), position.side_to_move());
        let over = !has_king(&board, side) || !has_king(&board, side.other());
        let takes = !over && position.plies_left() != Some(0) && can_take_king(&board, side);
        state(&position).winning_move(&position).is_some() == (takes && position.rules().king == King::Capture)
            && (over || state(&position).in_check(&position) == can_take_king(&board, side.other()))
    }

    fn noisy_moves_change_the_material(any: Any) -> bool {
        let (mut noisy, mut quiet) = (Default::default(), Default::default());
        state(&any.0).noisy(&any.0, &mut noisy);
        state(&any.0).quiet(&any.0, &mut quiet);
        let material = |position: &Minichess| {
            let board = position.board();
            Kind::ALL.map(|kind| {
                let count = |side| (board.kind(kind) & board.of(side)).count_ones();
                Side::all(2).map(count).collect::<Vec<_>>()
            })
        };
        moves(&any.0).into_iter().all(|m| {
            let mut next = any.0.clone();
            next.make(m);
            let changes = material(&next) != material(&any.0);
            noisy.contains(&m) == changes
                && quiet.contains(&m) != changes
                && state(&any.0).is_noisy(&any.0, m) == changes
        })
    }

    fn colours_swapped_have_equal_perft(any: Any) -> bool {
        let (position, mirrored) = (any.0.clone(), swapped(&any.0));
        let flip = |square: Square| 5 * (5 - square / 5) + square % 5;
        let mut flipped: Vec<Move> = moves(&position).iter().map(|m| Move::new(flip(m.from()), flip(m.to()))).collect();
        flipped.sort_unstable();
        let mut found = moves(&mirrored);
        found.sort_unstable();
        let ends_alike = match (position.outcome(), mirrored.outcome()) {
            (None, None) => true,
            (Some(a), Some(b)) => a.payoff(Side::FIRST) == b.payoff(Side::SECOND),
            _ => false,
        };
        found == flipped && ends_alike
    }

    fn siblings_and_plies_have_different_keys(any: Any) -> bool {
        let mut keys = vec![any.0.key()];
        for m in moves(&any.0) {
            let mut next = any.0.clone();
            next.make(m);
            keys.push(next.key());
        }
        let later = Minichess::new(*any.0.board(), any.0.ply() + 2, any.0.rules());
        let counted = any.0.rules().plies.is_some();
        keys.sort_unstable();
        keys.windows(2).all(|pair| pair[0] != pair[1])
            && (later.key() != any.0.key()) == counted
            && later.repetition_key() == any.0.repetition_key()
    }
}
