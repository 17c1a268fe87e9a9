//! Evaluation and hints for the search: bounds, signs, and that no hint claims what is not so.

use super::{Verdict, ensure, legal_moves};
use crate::game::{Game, MoveList, Side};
use std::collections::BTreeMap;

/// The largest estimate, either way.
const LARGEST_ESTIMATE: i32 = 20_000;

pub(super) fn all<G: Game>(position: &G) -> Verdict {
    split(position)?;
    for root in Side::all(G::SIDES) {
        ensure(G::team(root, root), || "the root's side is not on its own team".into())?;
        ensure(Side::all(G::SIDES).any(|side| !G::team(side, root)), || "everyone is on the root's team".into())?;
    }
    if position.outcome().is_some() {
        return Ok(());
    }
    estimate(position)?;
    candidates(position)?;
    images(position)?;
    prepared(position)?;
    pass(position)?;
    if let Some(m) = position.winning_move() {
        ensure(position.is_legal(m), || format!("the winning move {m:?} is not legal"))?;
        let mut now = position.clone();
        now.make(m);
        let payoff = now.outcome().map(|outcome| outcome.payoff(position.side_to_move()));
        ensure(payoff == Some(1), || format!("the winning move {} does not win at once", position.move_text(m)))?;
    }
    Ok(())
}

/// Noisy and quiet moves are the moves, each once.
fn split<G: Game>(position: &G) -> Verdict {
    let (mut noisy, mut quiet) = (G::Moves::default(), G::Moves::default());
    position.noisy(&mut noisy);
    position.quiet(&mut quiet);
    let mut parts = [noisy.as_slice(), quiet.as_slice()].concat();
    let all = legal_moves(position);
    let mut all = all.as_slice().to_vec();
    parts.sort_unstable();
    all.sort_unstable();
    ensure(parts == all, || "noisy and quiet moves together are not the moves".into())?;
    for (list, is_noisy) in [(&noisy, true), (&quiet, false)] {
        for &m in list.as_slice() {
            let text = || position.move_text(m);
            ensure(position.is_noisy(m) == is_noisy, || format!("{} is listed as noisy: {is_noisy}", text()))?;
            let slot = position.history_slot(m);
            ensure(slot < G::HISTORY_SLOTS, || format!("{} has history slot {slot}", text()))?;
            let wins: Vec<bool> = [-LARGEST_ESTIMATE, -100, 0, 1, 100, LARGEST_ESTIMATE]
                .map(|threshold| position.exchange_wins(m, threshold))
                .to_vec();
            ensure(wins.is_sorted_by(|easier, harder| easier >= harder), || {
                format!("the exchange {} wins more but not less", text())
            })?;
        }
    }
    Ok(())
}

/// Candidates are quiet moves, each once, all that are sure to be some among them, and with the noisy ones there is
/// something to play.
fn candidates<G: Game>(position: &G) -> Verdict {
    let (mut noisy, mut quiet, mut candidates) = (G::Moves::default(), G::Moves::default(), G::Moves::default());
    position.noisy(&mut noisy);
    position.quiet(&mut quiet);
    position.candidates(&mut candidates);
    let mut listed = candidates.as_slice().to_vec();
    listed.sort_unstable();
    ensure(listed.windows(2).all(|pair| pair[0] != pair[1]), || "a candidate is listed twice".into())?;
    let stray = listed.iter().find(|m| !quiet.as_slice().contains(m));
    ensure(stray.is_none(), || format!("the candidate {stray:?} is no quiet move"))?;
    let missing = quiet.as_slice().iter().find(|m| position.is_candidate(**m) && !listed.contains(m));
    ensure(missing.is_none(), || format!("{missing:?} is not listed, though it is a candidate"))?;
    ensure(listed.len() + noisy.as_slice().len() > 0, || "no move is noisy or a candidate".into())
}

/// Moves are found again in images of the position, and images of one position are worth the same.
fn images<G: Game>(position: &G) -> Verdict {
    let (_, symmetry) = position.canonical();
    let mut now = position.clone();
    let mut classes: BTreeMap<u64, (Vec<i32>, u64)> = BTreeMap::new();
    for &m in legal_moves(position).as_slice() {
        let text = || position.move_text(m);
        let bits = position.pack_image(m, symmetry);
        let again = position.unpack_image(bits, symmetry).map(|m| position.pack_image(m, symmetry));
        ensure(again == Some(bits), || format!("of {} in the image there remains {again:?}", text()))?;
        let undo = now.make(m);
        let worth = (Side::all(G::SIDES).map(|side| now.evaluate(side)).collect(), now.count_moves());
        let first = classes.entry(now.canonical().0).or_insert_with(|| worth.clone());
        ensure(*first == worth, || format!("{} leads to an image of another position, yet not to its worth", text()))?;
        now.unmake(m, undo);
    }
    Ok(())
}

/// A prepared position is the same position, with the same estimate.
fn prepared<G: Game>(position: &G) -> Verdict {
    let mut prepared = position.clone();
    prepared.prepare();
    prepared.validate()?;
    ensure(prepared == *position && prepared.key() == position.key(), || "preparing makes another position".into())?;
    let values = |position: &G| Side::all(G::SIDES).map(|side| position.evaluate(side)).collect::<Vec<_>>();
    ensure(values(&prepared) == values(position), || "preparing changes the estimate".into())?;
    let kept: Vec<_> = Side::all(G::SIDES).map(|side| prepared.estimate(side)).collect();
    ensure(kept == values(position), || "what is kept makes another estimate".into())?;
    prepared.validate()
}

fn estimate<G: Game>(position: &G) -> Verdict {
    let values: Vec<i32> = Side::all(G::SIDES).map(|side| position.evaluate(side)).collect();
    let bounded = values.iter().all(|value| (-LARGEST_ESTIMATE..=LARGEST_ESTIMATE).contains(value));
    ensure(bounded, || format!("estimates out of bounds: {values:?}"))?;
    ensure(G::SIDES != 2 || values[0] == -values[1], || format!("estimates are not opposite: {values:?}"))?;
    let mut sums = vec![0; G::SIDES];
    for term in position.explain() {
        ensure(term.values.len() == G::SIDES, || format!("the term {:?} has no value for some side", term.name))?;
        sums.iter_mut().zip(&term.values).for_each(|(sum, value)| *sum += value);
    }
    ensure(sums == values, || format!("the terms add up to {sums:?}, the estimates are {values:?}"))
}

fn pass<G: Game>(position: &G) -> Verdict {
    if !position.may_pass() {
        return Ok(());
    }
    let mut now = position.clone();
    let undo = now.make_pass();
    let after = |problem| format!("after a pass: {problem}");
    now.validate().map_err(after)?;
    ensure(now.key() != position.key(), || after("the same key".into()))?;
    super::texts::position(&now).map_err(after)?;
    now.unmake_pass(undo);
    ensure(now == *position && now.key() == position.key(), || "taking back a pass does not restore it".into())?;
    now.validate()
}
