//! A second, obvious move generator: square by square on an array, every chain walked hop by hop.

use super::{Hop, crowded, list, played, rule_sets};
use crate::game::{Notation, Position, Side, Variant};
use quickcheck::quickcheck;
use std::collections::{BTreeSet, HashSet};

type Board = [[char; 8]; 8];

fn board(position: &Hop) -> Board {
    let text = position.position_text();
    let rows: Vec<Vec<char>> =
        text.split(' ').next().unwrap_or("").split('/').map(|row| row.chars().collect()).collect();
    std::array::from_fn(|row| std::array::from_fn(|column| rows[row][column]))
}

struct Walk {
    own: char,
    revisit: bool,
    results: BTreeSet<Board>,
    /// Where squares may be visited again: what has been looked at.
    seen: HashSet<(usize, usize, Board)>,
}

impl Walk {
    fn hop_on(&mut self, board: &Board, row: usize, column: usize, visited: &[(usize, usize)]) {
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let square = |hops: isize| {
                let (row, column) = (row.checked_add_signed(hops * down)?, column.checked_add_signed(hops * right)?);
                (row < 8 && column < 8).then_some((row, column))
            };
            let (Some((over_row, over_column)), Some((to_row, to_column))) = (square(1), square(2)) else { continue };
            let over = board[over_row][over_column];
            if over == '.'
                || board[to_row][to_column] != '.'
                || (!self.revisit && visited.contains(&(to_row, to_column)))
            {
                continue;
            }
            let mut after = *board;
            after[row][column] = '.';
            after[to_row][to_column] = self.own;
            if over != self.own {
                after[over_row][over_column] = '.';
            }
            if self.revisit && !self.seen.insert((to_row, to_column, after)) {
                continue;
            }
            self.results.insert(after);
            let visited: Vec<_> = visited.iter().copied().chain([(to_row, to_column)]).collect();
            self.hop_on(&after, to_row, to_column, &visited);
        }
    }
}

/// The boards that turns lead to.
fn results(position: &Hop) -> BTreeSet<Board> {
    let before = board(position);
    let own = if position.side_to_move() == Side::FIRST { 'X' } else { 'O' };
    let mut walk = Walk { own, revisit: position.rules().revisit, results: BTreeSet::new(), seen: HashSet::new() };
    for row in 0..8 {
        for column in 0..8 {
            if before[row][column] != own {
                continue;
            }
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let (Some(to_row), Some(to_column)) = (row.checked_add_signed(down), column.checked_add_signed(right))
                else {
                    continue;
                };
                if to_row < 8 && to_column < 8 && before[to_row][to_column] == '.' {
                    let mut after = before;
                    after[row][column] = '.';
                    after[to_row][to_column] = own;
                    walk.results.insert(after);
                }
            }
            walk.seen.clear();
            walk.hop_on(&before, row, column, &[(row, column)]);
        }
    }
    walk.results.remove(&before);
    if walk.results.is_empty() {
        walk.results.insert(before);
    }
    walk.results
}

fn agrees(position: &Hop) -> bool {
    if position.outcome().is_some() {
        return list(position).is_empty() && position.count_moves() == 0;
    }
    let moves = list(position);
    let reached: BTreeSet<Board> = moves
        .iter()
        .map(|&m| {
            let mut after = position.clone();
            let _ = after.make(m);
            board(&after)
        })
        .collect();
    reached.len() == moves.len() && moves.len() as u64 == position.count_moves() && reached == results(position)
}

quickcheck! {
    fn crowded_boards_agree(seed: u64) -> bool {
        rule_sets().into_iter().all(|rules| agrees(&crowded(seed, rules)))
    }

    fn played_boards_agree(seed: u64) -> bool {
        rule_sets().into_iter().all(|rules| agrees(&played(seed, rules)))
    }
}

#[test]
fn the_boards_with_most_turns_agree() {
    for text in super::rules::MOST_TURNS {
        let position = super::position(text);
        assert!(agrees(&position), "{text}");
    }
}
