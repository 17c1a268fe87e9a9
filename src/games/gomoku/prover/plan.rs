//! The jobs that prove a position of few stones: at each of the attacker's turns one answer is chosen, and every reply
//! is followed up to symmetry, until there are so many stones that a pass of the defender loses to threats. A position
//! of more stones is followed in the same way where an answer is known.

use crate::game::Position;
use crate::games::gomoku::{Gomoku, Square};
use std::collections::HashSet;

/// Positions with so many stones are jobs, if no answer to them is known.
pub const JOB_STONES: usize = 4;

/// The jobs below a position with the attacker to move, as the moves that lead to them from the empty board; positions
/// that symmetries or other orders of moves make alike once. `moves` lead to `game`. `answer` chooses the attacker's
/// move; nothing if it does not for one of fewer stones than [`JOB_STONES`].
///
/// For several machines to share the work, the positions of `shared` stones, which are at least [`JOB_STONES`], or of
/// one more, are numbered, and followed if `takes` says so: these are the same whatever is answered after them.
pub fn plan(
    game: &Gomoku,
    moves: &[Square],
    shared: usize,
    takes: &dyn Fn(usize) -> bool,
    answer: &mut dyn FnMut(&Gomoku, &[Square]) -> Option<Square>,
) -> Option<Vec<Vec<Square>>> {
    let mut plan = Plan { seen: HashSet::new(), jobs: Vec::new(), shared, count: 0, takes, answer };
    plan.expand(&mut game.clone(), &mut moves.to_vec())?;
    Some(plan.jobs)
}

/// What a position has in common with those that symmetries or other orders of moves make of it.
pub fn job_key(game: &Gomoku) -> u64 {
    game.least_key().0
}

struct Plan<'a> {
    seen: HashSet<u64>,
    jobs: Vec<Vec<Square>>,
    /// Positions of so many stones are numbered, or earlier ones that are jobs.
    shared: usize,
    count: usize,
    takes: &'a dyn Fn(usize) -> bool,
    answer: &'a mut dyn FnMut(&Gomoku, &[Square]) -> Option<Square>,
}

impl Plan<'_> {
    fn expand(&mut self, game: &mut Gomoku, moves: &mut Vec<Square>) -> Option<()> {
        if !self.seen.insert(job_key(game)) {
            return Some(());
        }
        // The attacker is to move at every second number of stones.
        let is_shared = (self.shared..self.shared + 2).contains(&moves.len());
        if is_shared && !self.takes_next() {
            return Some(());
        }
        let is_won = game.winning_square(game.side_to_move()).is_some();
        let answer = if is_won { None } else { (self.answer)(game, moves).filter(|&m| game.is_legal(m)) };
        let Some(m) = answer else {
            if moves.len() < JOB_STONES {
                return None;
            }
            if moves.len() >= self.shared || self.takes_next() {
                self.jobs.push(moves.clone());
            }
            return Some(());
        };
        game.make(m);
        moves.push(m);
        let replies: Vec<Square> = game.empty().collect();
        for reply in replies {
            game.make(reply);
            moves.push(reply);
            let expanded = self.expand(game, moves);
            moves.pop();
            game.unmake(reply, ());
            expanded?;
        }
        moves.pop();
        game.unmake(m, ());
        Some(())
    }

    fn takes_next(&mut self) -> bool {
        self.count += 1;
        (self.takes)(self.count - 1)
    }
}
