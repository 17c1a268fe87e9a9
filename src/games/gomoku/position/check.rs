//! Whether a position is sound, and whether its board can be the end of a game.

use super::{Gomoku, RULES_SEED, STONE_KEYS, WHITE_TO_MOVE};
use crate::game::Side;
use crate::games::gomoku::rules::Rules;
use crate::games::gomoku::square::{Direction, Square};
use crate::games::gomoku::stones::{Stones, board};
use crate::zobrist;

impl Gomoku {
    /// The squares where stones have won for the side that moved last, if the board can be the end of a game: all its
    /// winning runs go through one stone, and the side to move has none.
    pub(in crate::games::gomoku) fn looks_won(&self) -> bool {
        let last = self.side.other();
        !self.has_run(self.side)
            && self.winning_stones(last).any(|stone| {
                let mut without = self.stones[last.index()];
                without.toggle(stone);
                let before = Self { stones: [without; 2], ..self.clone() };
                !before.has_run(last)
            })
    }

    /// The stones of `side` that are part of a winning run.
    fn winning_stones(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        let (runs, stones) = (self.rules.winning_runs(side), self.stones(side));
        let wins = move |&square: &Square| {
            Direction::ALL.into_iter().any(|direction| runs.contain(stones.run(square, direction)))
        };
        stones.squares().filter(wins)
    }

    /// Whether `side` has a winning run anywhere, whichever its last stone.
    pub(in crate::games::gomoku) fn has_run(&self, side: Side) -> bool {
        self.winning_stones(side).next().is_some()
    }

    /// The key from scratch.
    pub(super) fn fresh_key(&self) -> u64 {
        let Rules { rule, connect, width, height } = self.rules;
        let numbers = [rule as u8, connect, width, height];
        let mut key = zobrist::count_key(RULES_SEED, u32::from_le_bytes(numbers));
        for (stones, keys) in self.stones.iter().zip(&STONE_KEYS) {
            key = stones.squares().fold(key, |key, square| key ^ keys[square.index()]);
        }
        if self.side == Side::FIRST { key } else { key ^ WHITE_TO_MOVE }
    }

    /// Whether all that a position keeps agrees; if not, what does not.
    pub(super) fn check(&self) -> Result<(), String> {
        let all = board(self.width(), self.height());
        for stones in &self.stones {
            let mut fresh = Stones::default();
            stones.squares().for_each(|square| fresh.toggle(square));
            if fresh != *stones {
                return Err("the lines of the four directions have different stones".into());
            }
            if stones.lines().iter().zip(all.lines()).any(|(stones, all)| stones & !all != 0) {
                return Err("a stone off the board".into());
            }
        }
        if self.stones[0].squares().any(|square| self.stones[1].contains(square)) {
            return Err("two stones on one square".into());
        }
        let empty = self.empty().count();
        if empty != self.empty_squares() {
            return Err(format!("{empty} squares are empty, {} counted", self.empty));
        }
        if self.won && !self.has_run(self.side.other()) {
            return Err("won without a run".into());
        }
        if self.key != self.fresh_key() {
            return Err(format!("the key is {:x}, not {:x}", self.key, self.fresh_key()));
        }
        Ok(())
    }
}
