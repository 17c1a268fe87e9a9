//! What helps the search of Connect Four, beside the evaluation: who wins at once, which moves lose at once, and which
//! look good.

use crate::{BOARD, COLUMNS, ConnectFour, ROWS, square};
use manyply::game::{ArrayVec, Evaluate, Position, Side};
use manyply::search::Techniques;
use manyply::search::hooks::{Searchable, State};

/// Nothing is kept beside the position.
#[derive(Debug)]
pub struct Hooks;

/// The squares that, with these stones, make four.
fn completions(stones: u64) -> u64 {
    let above = stones << 1 & stones << 2 & stones << 3;
    [ROWS, ROWS + 1, ROWS + 2].into_iter().fold(above, |all, step| {
        let (two_before, two_after) = (stones << step & stones << (2 * step), stones >> step & stones >> (2 * step));
        let before = two_before & (stones << (3 * step) | stones >> step);
        all | before | two_after & (stones >> (3 * step) | stones << step)
    })
}

impl ConnectFour {
    /// The empty squares on which a side would make four.
    fn threats(&self, side: Side) -> u64 {
        completions(self.0[side.index()]) & BOARD & !self.all()
    }

    /// The square that a stone in this column falls to.
    fn target(&self, column: u8) -> u64 {
        square(column, self.height(column))
    }
}

impl State<ConnectFour> for Hooks {
    /// The order of moves by threats is better than what was good elsewhere in the tree.
    const TECHNIQUES: Techniques = Techniques { killers: false, ..Techniques::ALL };

    fn new(_: &ConnectFour) -> Self {
        Self
    }

    fn static_eval(&mut self, position: &ConnectFour, side: Side) -> i32 {
        position.evaluate(side)
    }

    fn winning_move(&self, position: &ConnectFour) -> Option<u8> {
        let threats = position.threats(position.side_to_move());
        (0..COLUMNS).find(|&column| position.target(column) & threats != 0)
    }

    fn in_check(&self, position: &ConnectFour) -> bool {
        let threats = position.threats(position.side_to_move().other());
        (0..COLUMNS).any(|column| position.target(column) & threats != 0)
    }

    /// A threat must be met, and no move may make room for another; where that cannot be, all moves lose.
    fn candidates(&self, position: &ConnectFour, list: &mut ArrayVec<u8, 7>) -> bool {
        position.moves(list);
        let threats = position.threats(position.side_to_move().other());
        let meets = |column: &u8| position.target(*column) & threats != 0;
        let must = list.iter().filter(|column| meets(column)).count();
        let holds = |column: &u8| {
            let stays_closed = position.target(*column) << 1 & threats == 0;
            stays_closed && (must == 0 || must == 1 && meets(column))
        };
        if list.iter().any(holds) {
            list.retain(|column| holds(column));
        }
        true
    }

    fn is_candidate(&self, position: &ConnectFour, column: u8) -> bool {
        let mut list = ArrayVec::new();
        self.candidates(position, &mut list);
        list.contains(&column)
    }

    /// Threats that there are afterwards, then columns near the middle.
    fn quiet_score(&self, position: &ConnectFour, column: u8) -> i32 {
        let stones = position.0[position.side_to_move().index()] | position.target(column);
        let threats = completions(stones) & BOARD & !position.all();
        100_000 * threats.count_ones() as i32 - 100 * (i32::from(column) - 3).abs()
    }
}

impl Searchable for ConnectFour {
    type State = Hooks;
}
