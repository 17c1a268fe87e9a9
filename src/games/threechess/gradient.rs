//! The gradient of the evaluation by each of its weights, counted piece by piece: a second, slow and plain version of
//! the evaluation, for tuning. The probability that the others end the game between them is not linear in the weights
//! and is taken as a constant factor.

use super::attacks::{self, Boards, KING, KNIGHT, PAWN_FROM};
use super::board::{Board, Kind};
use super::evaluate::is_sooner;
use super::fitted::{TABLE, Table, weights};
use super::geometry::{SQUARES, Square, column, row, section};
use super::position::Threechess;
use super::weights::{ATTACKER, IDLE, IDLE_HANGS, MOST_IDLE, TWO_ATTACKERS, central, steps_gone};
use crate::bits::BitSet;
use crate::game::{Position, Side, Tunable, Weights};

/// How many squares around a king knights, bishops, rooks and queens attack.
type KingAttack = [u32; 4];

impl Tunable for Threechess {
    fn weights(_: &Self::Rules) -> Weights {
        weights()
    }

    fn gradient(&self, side: Side) -> Vec<f64> {
        let (board, turn) = (self.board(), self.side_to_move());
        let mut sums: [Table<f64>; 3] = std::array::from_fn(|_| Table::default());
        for square in 0..SQUARES {
            if let Some((owner, kind)) = board.at(square) {
                piece_square(&mut sums[owner.index()], owner.index(), kind, square);
                mobility(&mut sums[owner.index()], board, owner, kind, square);
                threats(&mut sums, board, square, turn);
            }
        }
        sums[turn.index()].tempo += 1.0;
        let idle = [0, 1, 2]
            .map(|king| kings(&mut sums, board, king, turn))
            .iter()
            .fold([0; 3], |sum, idle| [sum[0] + idle[0], sum[1] + idle[1], sum[2] + idle[2]]);
        // Against the average of the others.
        let busy = f64::from(100 - idle[side.index()].min(MOST_IDLE)) / 100.0;
        let [own, one, other] = [side, side.next(3), side.next(3).next(3)].map(|side| sums[side.index()].flat());
        let against = |index: usize| (own[index] - (one[index] + other[index]) / 2.0) * busy;
        (0..own.len()).map(against).collect()
    }
}

/// Counts the material and piece-square weights of a piece.
fn piece_square(sum: &mut Table<f64>, owner: usize, kind: Kind, square: Square) {
    let (home, row, column) = (section(square) == owner, row(square), column(square));
    let once = |condition: bool| if condition { 1.0 } else { 0.0 };
    if kind != Kind::King {
        sum.material[kind as usize] += 1.0;
    }
    match kind {
        Kind::Pawn => {
            sum.pawn_gone[steps_gone(home, row)] += 1.0;
            sum.pawn_column[column] += once(home) * row as f64;
        }
        Kind::Knight => sum.knight_reach += f64::from(KNIGHT[square].len()) - 6.0,
        Kind::Bishop => {
            sum.bishop[0] += f64::from(central(column, row));
            sum.bishop[1] += once(home && row == 0);
        }
        Kind::Rook => {
            sum.rook[0] += once(!home);
            sum.rook[1] += once(!home && row < 2);
        }
        Kind::Queen => {
            sum.queen[0] += f64::from(central(column, row));
            sum.queen[1] += once(home);
        }
        Kind::King if home => {
            sum.king_row[row] += 1.0;
            sum.king_column[column] += once(row == 0);
        }
        Kind::King => sum.king_away += 1.0,
    }
}

/// The squares that a piece other than a pawn attacks.
fn attacks(board: &Board, kind: Kind, square: Square) -> u128 {
    let boards = Boards::new(board.occupied());
    match kind {
        Kind::Pawn => 0,
        Kind::Knight => KNIGHT[square],
        Kind::Bishop => attacks::bishop(square, &boards),
        Kind::Rook => attacks::rook(square, &boards),
        Kind::Queen => attacks::queen(square, &boards),
        Kind::King => KING[square],
    }
}

/// The index of a knight, bishop, rook or queen in tables of these four.
fn weight_index(kind: Kind) -> Option<usize> {
    (kind as usize).checked_sub(1).filter(|&index| index < 4)
}

fn mobility(sum: &mut Table<f64>, board: &Board, owner: Side, kind: Kind, square: Square) {
    if let Some(index) = weight_index(kind) {
        sum.mobility[index] += f64::from(attacks(board, kind, square).minus(board.of(owner)).len());
    }
}

/// The kinds of pieces of an army that attack a square.
fn attackers(board: &Board, army: Side, square: Square) -> Vec<Kind> {
    let attacks = |from: Square| match board.at(from) {
        Some((owner, Kind::Pawn)) if owner == army => {
            PAWN_FROM[army.index()][square].contains(from).then_some(Kind::Pawn)
        }
        Some((owner, kind)) if owner == army => attacks(board, kind, from).contains(square).then_some(kind),
        _ => None,
    };
    (0..SQUARES).filter_map(attacks).collect()
}

/// Counts the threats on the piece on a square.
fn threats(sums: &mut [Table<f64>; 3], board: &Board, square: Square, turn: Side) {
    let Some((owner, kind)) = board.at(square).filter(|&(_, kind)| kind != Kind::King) else { return };
    let sum = &mut sums[owner.index()];
    let is_defended = !attackers(board, owner, square).is_empty();
    for enemy in [owner.next(3), owner.next(3).next(3)] {
        let by = attackers(board, enemy, square);
        let any = |kinds: &[Kind]| kinds.iter().any(|kind| by.contains(kind));
        let (by_pawn, by_minor, by_rook) = (any(&[Kind::Pawn]), any(&[Kind::Knight, Kind::Bishop]), any(&[Kind::Rook]));
        let later = usize::from(!is_sooner(turn, enemy.index(), owner.index()));
        let (class, threats) = match kind {
            Kind::Pawn => (0, &[][..]),
            Kind::Knight | Kind::Bishop => (1, &[(by_pawn, 0)][..]),
            Kind::Rook => (2, &[(by_pawn, 1), (by_minor, 3)][..]),
            _ => (3, &[(by_pawn, 2), (by_minor, 4), (by_rook, 5)][..]),
        };
        for &(is_threat, index) in threats {
            sum.threats[later][index] -= f64::from(u8::from(is_threat));
        }
        if !is_defended && !by.is_empty() {
            sum.hanging[later][class] -= 1.0;
        }
    }
}

/// Counts the king safety and threat weights at the king of `side`. Returns for each side the probability in percent
/// that the others end the game between them.
fn kings(sums: &mut [Table<f64>; 3], board: &Board, side: usize, turn: Side) -> [i32; 3] {
    let mut idle = [0; 3];
    let Some(king) = board.king(Side::new(side)) else { return idle };
    let pawns = board.kind(Kind::Pawn);
    sums[side].shield += f64::from((KING[king] & board.of(Side::new(side)) & pawns).len());
    let enemies = [(side + 1) % 3, (side + 2) % 3];
    let king_attacks = enemies.map(|enemy| king_attack(board, Side::new(enemy), king));
    let score =
        |attack: &KingAttack| attack.iter().zip(TABLE.siege).map(|(&count, weight)| count as i32 * weight).sum();
    let scores: [i32; 2] = [score(&king_attacks[0]), score(&king_attacks[1])];
    let percent = if scores.iter().all(|&score| score > 0) { TWO_ATTACKERS } else { 100 };
    for ((enemy, attack), score) in enemies.into_iter().zip(king_attacks).zip(scores) {
        for (index, count) in attack.into_iter().map(f64::from).enumerate() {
            sums[side].siege[index] -= count * f64::from(percent) / 100.0;
            sums[enemy].siege[index] += count * f64::from(ATTACKER) / 100.0;
        }
        let third = 3 - side - enemy;
        idle[third] += score * IDLE / 100;
        if !attackers(board, Side::new(enemy), king).is_empty() {
            if is_sooner(turn, enemy, side) {
                sums[side].king_hangs -= 1.0;
                sums[enemy].king_hangs += 1.0;
                idle[third] += IDLE_HANGS;
            } else {
                sums[side].king_attacked -= 1.0;
            }
        }
    }
    idle
}

/// The king attack of an army on a king.
fn king_attack(board: &Board, army: Side, king: Square) -> KingAttack {
    let mut attack = [0; 4];
    for square in board.of(army).members() {
        if let Some((_, kind)) = board.at(square)
            && let Some(index) = weight_index(kind)
        {
            attack[index] += (attacks(board, kind, square) & KING[king]).len();
        }
    }
    attack
}
