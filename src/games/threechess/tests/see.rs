//! Static exchange evaluation against a search of the captures on one square, both others together against the mover.

use super::super::movegen;
use super::*;
use crate::bits::BitSet;
use crate::search::hooks::State;
use quickcheck::quickcheck;

fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 100,
        Kind::Knight => 310,
        Kind::Bishop => 350,
        Kind::Rook => 490,
        Kind::Queen => 950,
        Kind::King => 10_000,
    }
}

/// What `mover` has more than both others.
fn material(board: &Board, mover: Side) -> i32 {
    let pieces = (0..96).filter_map(|square| board.at(square));
    pieces.map(|(owner, kind)| if owner == mover { value(kind) } else { -value(kind) }).sum()
}

/// The material when `movers_turn` or the others may take on `target` with their cheapest piece, or not, in turn.
fn captures(position: &Threechess, target: Square, mover: Side, movers_turn: bool) -> i32 {
    let board = position.board();
    let stand_pat = material(board, mover);
    if !board.has_all_kings() {
        return stand_pat;
    }
    let takers = (0..96).filter_map(|from| {
        let (owner, kind) = board.at(from)?;
        let theirs = (owner == mover) == movers_turn && movegen::targets(position, owner, from).contains(target);
        // Of several equal ones the first from the mover's section on.
        theirs.then_some((kind, (from + 96 - 32 * mover.index()) % 96, from, owner))
    });
    let Some((_, _, from, owner)) = takers.min() else { return stand_pat };
    let mut next = Threechess::new(*board, owner, 1, 0, Rules::default());
    next.make(Move::new(from, target));
    let taken = captures(&next, target, mover, !movers_turn);
    if movers_turn { stand_pat.max(taken) } else { stand_pat.min(taken) }
}

quickcheck! {
    fn see_agrees_with_a_search_of_captures(any: Any) -> bool {
        let rules = Rules { plies: None, castling_history: false, promotion_choice: false, pass_always: false };
        let position = Threechess::new(*any.0.board(), any.0.turn(), 1, 0, rules);
        let mover = position.turn();
        moves(&position).into_iter().filter(|&m| m != Move::PASS).all(|m| {
            let castles = position.board().at(m.from()).map(|(_, kind)| kind) == Some(Kind::King)
                && super::super::castling::of_king(mover, m.from(), m.to()).is_some();
            if castles {
                return true;
            }
            let mut next = position.clone();
            next.make(m);
            let won = captures(&next, m.to(), mover, false) - material(position.board(), mover);
            let exact = hooks().see_ge(&position, m, won) && !hooks().see_ge(&position, m, won + 1);
            assert!(exact, "{m} wins {won} in {}", position.position_text());
            true
        })
    }
}

#[test]
fn either_of_the_others_recaptures() {
    let wins = |text: &str, least| {
        let position = position(text, "");
        hooks().see_ge(&position, position.parse_move("BA1GH1").expect("a move"), least)
    };
    // Blue's rook takes Green's pawn; Red's rook on the same row protects it unless Green's king stands between.
    assert!(wins("8/8/8/bR3bK3|8/8/8/4gK2gP|8/8/8/4rK3 b 0", 100));
    assert!(wins("8/8/8/bR3bK3|8/8/8/rR3gK2gP|8/8/8/4rK3 b 0", 100));
    assert!(!wins("8/8/8/bR3bK3|8/8/4gK3/4rR2gP|8/8/8/4rK3 b 0", 0));
}
