//! A game of one's own: tic-tac-toe in sixty lines of rules, proved by the generic battery, counted and searched.
//! Run it with `cargo run --release --example own_game`.

use arrayvec::ArrayVec;
use manyply::game::{Outcome, Played, Position, Side};
use manyply::search::{Engine, Limits, Options, Plain, Score};
use manyply::{check, perft, zobrist};
use std::sync::atomic::AtomicBool;

/// The squares of each side, bit 0 in the top left corner.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct TicTacToe([u16; 2]);

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Position for TicTacToe {
    type Move = u8;
    type Undo = ();
    type Moves = ArrayVec<u8, 9>;

    fn side_to_move(&self) -> Side {
        Side::new((self.0[0] | self.0[1]).count_ones() as usize % 2)
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_line = |side: &Side| LINES.iter().any(|&line| self.0[side.index()] & line == line);
        let full = self.0[0] | self.0[1] == 0o777;
        Side::all(2).find(has_line).map(Outcome::win).or(full.then_some(Outcome::DRAW))
    }

    fn moves(&self, list: &mut Self::Moves) {
        if self.outcome().is_none() {
            list.extend((0..9).filter(|square| (self.0[0] | self.0[1]) >> square & 1 == 0));
        }
    }

    fn make(&mut self, square: u8) {
        self.0[self.side_to_move().index()] |= 1 << square;
    }

    fn unmake(&mut self, square: u8, (): ()) {
        self.0 = self.0.map(|squares| squares & !(1 << square));
    }

    fn key(&self) -> u64 {
        zobrist::mix(1 + u64::from(self.0[0]) + (u64::from(self.0[1]) << 9))
    }
}

fn main() {
    let start = TicTacToe::default();
    check::rules(&start, 100, 1).expect("the rules hold together");

    let game = Played::new(start);
    let counts: Vec<u64> = (0..=9).map(|depth| perft::count(&game, depth, perft::Mode::Bulk)).collect();
    assert_eq!(counts, [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    println!("lines of 0 to 9 plies: {counts:?}");

    // X in the corner and the middle, O beside them: what now?
    let mut game = game;
    assert!([0, 1, 4].into_iter().all(|square| game.play(square)));
    let mut engine = Engine::<_, Plain>::new(Options { hash_mib: 1, ..Options::default() });
    let never = AtomicBool::new(false);
    let found = engine.search(&game, &Limits::depth(9), &never, &mut |report| {
        println!("depth {}: {} by {:?}", report.depth, report.score, report.line);
    });
    assert_eq!((found.best, found.score), (Some(8), Some(Score::Loss(4))));
}
