//! By how much the estimate grows with each of its weights, counted piece by piece: the evaluation a second time, slow
//! and plain, for those who fit the weights.

use super::attacks::{self, KING, KNIGHT, PAWN};
use super::board::{Board, FILES, Kind, RANKS, SQUARES, Square};
use super::fitted::{Table, weights};
use super::position::Minichess;
use super::weights::{FULL_PHASE, SWITCH_PLIES};
use crate::bits::BitSet;
use crate::game::{Position, Side, Tunable, Weights};

/// The rates of one position, while they are counted.
struct Rates {
    table: Table<f64>,
    /// What a weight of the middle game and one of the endgame count for White.
    parts: [f64; 2],
}

impl Tunable for Minichess {
    fn weights() -> Weights {
        weights()
    }

    fn rates(&self, side: Side) -> Vec<f64> {
        let (board, sign) = (self.board(), if side == Side::FIRST { 1.0 } else { -1.0 });
        let left = self.plies_left().map_or(SWITCH_PLIES, |left| left.min(SWITCH_PLIES as u32) as i32);
        let left = sign * f64::from(left) / f64::from(SWITCH_PLIES);
        let middle = f64::from(self.tally().phase().min(FULL_PHASE)) / f64::from(FULL_PHASE);
        let parts = [left * middle, left * (1.0 - middle)];
        let mut rates = Rates { table: Table::default(), parts };
        for square in 0..SQUARES {
            if let Some((owner, kind)) = board.at(square) {
                let rank = square / FILES;
                let row = if owner == Side::FIRST { RANKS - 1 - rank } else { rank };
                rates.place(owner, kind, row, square % FILES);
                rates.piece(board, owner, kind, square);
            }
        }
        let to_move = if self.turn() == Side::FIRST { 1.0 } else { -1.0 };
        rates.table.tempo = to_move * left;
        if self.is_decided_by_material() {
            let lead = self.tally().count();
            rates.table.lead = [lead.signum(), lead].map(|lead| f64::from(lead) * (sign - left));
        }
        rates.table.flat()
    }
}

impl Rates {
    /// What a weight counts in the middle game and the endgame, if it counts `times` for `owner`.
    fn parts(&self, owner: Side, times: u32) -> [f64; 2] {
        let times = if owner == Side::FIRST { f64::from(times) } else { -f64::from(times) };
        self.parts.map(|part| part * times)
    }

    /// A piece for where it stands: on this row from the far end.
    fn place(&mut self, owner: Side, kind: Kind, row: usize, file: usize) {
        let [middle, end] = self.parts(owner, 1);
        let table = &mut self.table;
        let (middles, ends) = match kind {
            Kind::Pawn => (&mut table.pawn_middle, &mut table.pawn_end),
            Kind::Knight => (&mut table.knight_middle, &mut table.knight_end),
            Kind::Bishop => (&mut table.bishop_middle, &mut table.bishop_end),
            Kind::Rook => (&mut table.rook_middle, &mut table.rook_end),
            Kind::Queen => (&mut table.queen_middle, &mut table.queen_end),
            Kind::King => (&mut table.king_middle, &mut table.king_end),
        };
        middles[row][file] += middle;
        ends[row][file] += end;
    }

    /// A piece for what it is and does.
    fn piece(&mut self, board: &Board, owner: Side, kind: Kind, square: Square) {
        let (own, enemy) = (board.of(owner), board.of(owner.other()));
        let (pawns, occupied) = (board.kind(Kind::Pawn), board.occupied());
        let index = match kind {
            Kind::Pawn => 0,
            Kind::Knight => 1,
            Kind::Bishop => 2,
            Kind::Rook => 3,
            Kind::Queen => 4,
            Kind::King => {
                let shield = self.parts(owner, (KING[square] & own & pawns).len());
                return add(&mut self.table.shield, shield);
            }
        };
        let once = self.parts(owner, 1);
        add(&mut self.table.material[index], once);
        let attacks = match kind {
            Kind::Knight => KNIGHT[square],
            Kind::Bishop => attacks::bishop(square, occupied),
            Kind::Rook => attacks::rook(square, occupied),
            Kind::Queen => attacks::bishop(square, occupied) | attacks::rook(square, occupied),
            Kind::Pawn | Kind::King => return self.pawn(board, owner, square),
        };
        let feared = |square: &Square| PAWN[owner.index()][*square].meets(enemy & pawns);
        let free = attacks.members().filter(|to| !own.contains(*to) && !feared(to)).count() as u32;
        let ring = board.king(owner.other()).map_or(0, |king| KING[king]);
        let (mobility, siege) = (self.parts(owner, free), self.parts(owner, (attacks & ring).len()));
        add(&mut self.table.mobility[index - 1], mobility);
        add(&mut self.table.siege[index - 1], siege);
    }

    /// A pawn for what stands around it.
    fn pawn(&mut self, board: &Board, owner: Side, square: Square) {
        let (own, enemy, pawns) = (board.of(owner), board.of(owner.other()), board.kind(Kind::Pawn));
        let (forward, back) = (PAWN[owner.index()][square], PAWN[owner.other().index()][square]);
        let rank_of = |square: Square| if owner == Side::FIRST { square / FILES } else { RANKS - 1 - square / FILES };
        let (file, rank) = (square % FILES, rank_of(square));
        let others = |army: u32, is_there: &dyn Fn(usize, usize) -> bool| {
            (pawns & army).members().any(|other| other != square && is_there(other % FILES, rank_of(other)))
        };
        let passed =
            (1..=4).contains(&rank) && !others(enemy, &|other, ahead| file.abs_diff(other) <= 1 && ahead > rank);
        let once = self.parts(owner, 1);
        let table = &mut self.table;
        if others(own, &|other, ahead| other == file && ahead > rank) {
            add(&mut table.doubled, once);
        }
        if !others(own, &|other, _| file.abs_diff(other) == 1) {
            add(&mut table.isolated, once);
        }
        if (back & own & pawns) != 0 {
            add(&mut table.protected, once);
        }
        if passed {
            add(&mut table.passed[rank - 1], once);
        }
        // A piece that two pawns attack is threatened once: by the first of them.
        let officers = enemy.minus(pawns | board.kind(Kind::King));
        let earlier = |target: Square| {
            (PAWN[owner.other().index()][target] & own & pawns).first().is_some_and(|first| first < square)
        };
        let threats = (forward & officers).members().filter(|&target| !earlier(target)).count() as u32;
        let threats = self.parts(owner, threats);
        add(&mut self.table.pawn_threat, threats);
    }
}

fn add(sum: &mut [f64; 2], parts: [f64; 2]) {
    sum[0] += parts[0];
    sum[1] += parts[1];
}
