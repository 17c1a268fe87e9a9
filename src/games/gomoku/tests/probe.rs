//! What the exact probe of the search says, played out move by move.

use super::*;
use crate::game::Exact;
use crate::search::hooks::State as _;

fn with(position: &Gomoku, m: Square) -> Gomoku {
    let mut after = position.clone();
    after.make(m);
    after
}

fn wins(position: &Gomoku, plies: u32) -> bool {
    if position.winning_square(position.side_to_move()).is_some() {
        return true;
    }
    plies > 1 && legal(position).into_iter().any(|m| loses(&with(position, m), plies - 1))
}

fn loses(position: &Gomoku, plies: u32) -> bool {
    let (own, other) = (position.side_to_move(), position.side_to_move().other());
    if position.outcome().is_some() || position.winning_square(own).is_some() {
        return false;
    }
    if plies <= 2 && position.winning_square(other).is_none() {
        // No single stone of the other side wins, wherever this one goes.
        return false;
    }
    legal(position).into_iter().all(|m| wins(&with(position, m), plies - 1))
}

/// In games of random moves on small boards, also where a side does not win at once.
#[test]
fn what_the_probe_claims_is_so() {
    let mut claims = [0; 6];
    for (seed, options) in (0..1000).zip(["size=7", "size=8,rule=standard"].into_iter().cycle()) {
        let mut random = SplitMix64::new(seed);
        let mut position = after("", options);
        while position.outcome().is_none() {
            let claim = match GomokuState::new(&position).probe(&position) {
                Some(Exact::Win(plies)) => Some((plies, wins(&position, plies))),
                Some(Exact::Loss(plies)) => Some((plies, loses(&position, plies))),
                _ => None,
            };
            if let Some((plies, holds)) = claim {
                assert!(holds, "{plies} plies: {}", position.position_text());
                claims[plies as usize] += 1;
            }
            let moves = legal(&position);
            position.make(moves[random.below(moves.len())]);
        }
    }
    assert!(claims[2..].iter().all(|&count| count >= 50), "{claims:?}");
}
