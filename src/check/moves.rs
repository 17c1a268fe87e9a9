//! Moves: generating, recognising, packing, making and taking back.

use super::{Verdict, ensure, legal_moves};
use crate::game::{MoveList, Position};
use crate::zobrist::SplitMix64;
use std::collections::BTreeMap;

/// The list of moves, its length and `is_legal` agree, for own moves and for those of other positions.
pub(super) fn generated<P: Position>(position: &P, foreign: &[P::Move]) -> Verdict {
    let list = legal_moves(position);
    let list = list.as_slice();
    let counted = position.count_moves();
    ensure(counted == list.len() as u64, || format!("{} moves are listed, {counted} counted", list.len()))?;
    ensure(legal_moves(position).as_slice() == list, || "the moves come in another order the second time".into())?;
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    ensure(sorted.windows(2).all(|pair| pair[0] != pair[1]), || "a move is listed twice".into())?;
    for &m in list.iter().chain(foreign) {
        let (listed, legal) = (sorted.binary_search(&m).is_ok(), position.is_legal(m));
        ensure(listed == legal, || format!("{m:?} is listed: {listed}, legal: {legal}"))?;
    }
    Ok(())
}

/// `unpack` finds a legal move for exactly those bits that a legal move packs to.
pub(super) fn packed<P: Position>(position: &P, random: &mut SplitMix64) -> Verdict {
    let list = legal_moves(position);
    let own = list.as_slice().iter().map(|&m| position.pack(m));
    let own: Vec<u16> = own.collect();
    ensure(!own.contains(&u16::MAX), || format!("a move packs to {:#06x}, which stands for none", u16::MAX))?;
    let any = std::iter::repeat_with(|| random.next_u64() as u16).take(32);
    for bits in own.iter().copied().chain([0, u16::MAX]).chain(any) {
        match position.unpack(bits) {
            None => ensure(!own.contains(&bits), || format!("{bits:#06x} is a legal move's, yet does not unpack"))?,
            Some(m) => {
                ensure(position.is_legal(m), || format!("{bits:#06x} unpacks to {m:?}, which is not legal"))?;
                ensure(position.pack(m) == bits, || format!("{bits:#06x} unpacks to {m:?}, which packs otherwise"))?;
            }
        }
    }
    Ok(())
}

/// Making a move keeps everything in order, and taking it back restores it; siblings have keys of their own.
pub(super) fn made<P: Position>(position: &P) -> Verdict {
    let list = legal_moves(position);
    let list = list.as_slice();
    let mut now = position.clone();
    let mut siblings: BTreeMap<u64, P> = BTreeMap::new();
    for &m in list {
        let undo = now.make(m);
        let after = |problem: String| format!("after {m:?}: {problem}");
        now.validate().map_err(after)?;
        if let (Some(left), Some(before)) = (now.plies_left(), position.plies_left()) {
            ensure(left < before, || after(format!("{left} plies left, {before} before")))?;
        }
        let key = now.key();
        let same_key = (key == position.key()).then_some(position).or(siblings.get(&key));
        if let Some(other) = same_key {
            ensure(*other == now, || after(format!("the key of another position, {other:?}")))?;
        }
        siblings.insert(key, now.clone());
        now.unmake(m, undo);
        ensure(now == *position, || format!("taking back {m:?} does not restore the position"))?;
        ensure(now.key() == position.key(), || format!("taking back {m:?} changes the key"))?;
        let same = now.repetition_key() == position.repetition_key();
        ensure(same, || format!("taking back {m:?} changes the repetition key"))?;
    }
    now.validate()
}
