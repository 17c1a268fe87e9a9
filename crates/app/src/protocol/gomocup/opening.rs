//! Swap2: one player puts three stones, the other chooses a colour or puts two more and lets the first one choose.
//!
//! We never put two more: who chooses the colour gets the better one, and would give that choice away.

use super::board::{Board, Owner, text};
use super::command::{Complaint, error};
use manyply::games::gomoku::Square;
use manyply::search::Score;

/// Three stones that leave neither colour much the better, Black's first: columns and rows from the centre.
const BALANCED: [(i32, i32); 3] = [(4, 6), (1, 5), (0, 3)];

/// What to say to an opening with no, three or five stones. `search` searches the board with White, us, to move, and
/// says the best move and its score. Afterwards the stones are dealt as chosen.
///
/// # Errors
/// No such opening, no room for one, or what `search` returns.
pub(super) fn choose(
    board: &mut Board,
    search: impl FnOnce(&Board) -> Result<(Option<Square>, Option<Score>), Complaint>,
) -> Result<String, Complaint> {
    match board.stones() {
        0 => {
            let stones = propose(board)?;
            for square in stones {
                board.put(square, Owner::Own)?;
            }
            // Black, unless the other player wants it.
            board.deal(Owner::Own);
            Ok(stones.map(text).join(" "))
        }
        3 | 5 => {
            board.deal(Owner::Opponent);
            let (best, score) = search(board)?;
            let is_worse = match score {
                Some(Score::Cp(cp)) => cp < 0,
                Some(Score::Loss(_)) => true,
                _ => false,
            };
            match best {
                _ if is_worse => {
                    board.deal(Owner::Own);
                    Ok("SWAP".to_owned())
                }
                Some(square) => {
                    board.put(square, Owner::Own)?;
                    Ok(text(square))
                }
                None => Err(error("no square is left to play on")),
            }
        }
        stones => Err(error(format!("SWAP2BOARD with {stones} stones: expected 0, 3 or 5"))),
    }
}

/// The opening to propose: a balanced one where the board has room for it.
fn propose(board: &Board) -> Result<[Square; 3], Complaint> {
    if let [Some(first), Some(second), Some(third)] = BALANCED.map(|(dx, dy)| board.beside_centre(dx, dy)) {
        return Ok([first, second, third]);
    }
    let squares = (0..u32::from(board.height)).flat_map(|y| (0..u32::from(board.width)).map(move |x| (x, y)));
    let squares: Vec<Square> = squares.take(3).filter_map(|point| board.square(point).ok()).collect();
    squares.try_into().map_err(|_| error("no room for three stones"))
}
