//! The static evaluation and what the search is told: bounds, signs, and that no hook claims what is not so.

use super::{Game, Verdict, ensure, legal_moves};
use crate::game::{MoveList, Side};
use crate::search::hooks::{ExactProbe, NullMove, Ordering, Qsearch, State, Symmetric, Teams};
use std::collections::BTreeMap;

/// The largest evaluation, either way.
const LARGEST_EVAL: i32 = 20_000;

pub(super) fn all<G: Game>(position: &G) -> Verdict {
    split(position)?;
    for root in Side::all(G::SIDES) {
        ensure(G::State::team(root, root), || "the root's side is not on its own team".into())?;
        ensure(Side::all(G::SIDES).any(|side| !G::State::team(side, root)), || {
            "everyone is on the root's team".into()
        })?;
    }
    if position.outcome().is_some() {
        return Ok(());
    }
    static_eval(position)?;
    candidates(position)?;
    images(position)?;
    followed(position)?;
    null_move(position)?;
    if let Some(m) = G::State::new(position).winning_move(position) {
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
    let state = G::State::new(position);
    let (mut noisy, mut quiet) = (G::Moves::default(), G::Moves::default());
    state.noisy(position, &mut noisy);
    state.quiet(position, &mut quiet);
    let mut parts = [noisy.as_slice(), quiet.as_slice()].concat();
    let all = legal_moves(position);
    let mut all = all.as_slice().to_vec();
    parts.sort_unstable();
    all.sort_unstable();
    ensure(parts == all, || "noisy and quiet moves together are not the moves".into())?;
    for (list, is_noisy) in [(&noisy, true), (&quiet, false)] {
        for &m in list.as_slice() {
            let text = || position.move_text(m);
            ensure(state.is_noisy(position, m) == is_noisy, || format!("{} is listed as noisy: {is_noisy}", text()))?;
            let slot = state.history_index(position, m);
            ensure(slot < G::State::HISTORY_SIZE, || format!("{} has history slot {slot}", text()))?;
            let wins: Vec<bool> = [-LARGEST_EVAL, -100, 0, 1, 100, LARGEST_EVAL]
                .map(|threshold| state.see_ge(position, m, threshold))
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
    let state = G::State::new(position);
    let (mut noisy, mut quiet, mut candidates) = (G::Moves::default(), G::Moves::default(), G::Moves::default());
    state.noisy(position, &mut noisy);
    state.quiet(position, &mut quiet);
    state.candidates(position, &mut candidates);
    let mut listed = candidates.as_slice().to_vec();
    listed.sort_unstable();
    ensure(listed.windows(2).all(|pair| pair[0] != pair[1]), || "a candidate is listed twice".into())?;
    let stray = listed.iter().find(|m| !quiet.as_slice().contains(m));
    ensure(stray.is_none(), || format!("the candidate {stray:?} is no quiet move"))?;
    let missing = quiet.as_slice().iter().find(|m| state.is_candidate(position, **m) && !listed.contains(m));
    ensure(missing.is_none(), || format!("{missing:?} is not listed, though it is a candidate"))?;
    ensure(listed.len() + noisy.as_slice().len() > 0, || "no move is noisy or a candidate".into())
}

/// Moves are found again in images of the position, and images of one position are worth the same.
fn images<G: Game>(position: &G) -> Verdict {
    let (_, symmetry) = G::State::canonical(position);
    let mut now = position.clone();
    let mut classes: BTreeMap<u64, (Vec<i32>, u64)> = BTreeMap::new();
    for &m in legal_moves(position).as_slice() {
        let text = || position.move_text(m);
        let bits = G::State::pack_image(position, m, symmetry);
        let again =
            G::State::unpack_image(position, bits, symmetry).map(|m| G::State::pack_image(position, m, symmetry));
        ensure(again == Some(bits), || format!("of {} in the image there remains {again:?}", text()))?;
        let undo = now.make(m);
        let mut state = G::State::new(&now);
        let worth = (Side::all(G::SIDES).map(|side| state.static_eval(&now, side)).collect(), now.count_moves());
        let first = classes.entry(G::State::canonical(&now).0).or_insert_with(|| worth.clone());
        ensure(*first == worth, || format!("{} leads to an image of another position, yet not to its worth", text()))?;
        now.unmake(m, undo);
    }
    Ok(())
}

/// A state that followed a move or null move, and its taking back, is that of the position, with the same evaluation.
fn followed<G: Game>(position: &G) -> Verdict {
    let mut state = G::State::new(position);
    let mut now = position.clone();
    same_state(&mut state, &now)?;
    for &m in legal_moves(position).as_slice() {
        let after = |problem| format!("after {}: {problem}", position.move_text(m));
        state.make(&now, m);
        let undo = now.make(m);
        same_state(&mut state, &now).map_err(after)?;
        now.unmake(m, undo);
        state.unmake(&now, m);
    }
    if state.null_move_allowed(&now) {
        let undo = G::State::make_null(&mut now);
        same_state(&mut state, &now).map_err(|problem| format!("after a null move: {problem}"))?;
        G::State::unmake_null(&mut now, undo);
    }
    same_state(&mut state, &now)?;
    let mut other = G::State::new(&G::start(&position.rules()));
    other.reset(position);
    same_state(&mut other, position).map_err(|problem| format!("after a reset: {problem}"))
}

fn same_state<G: Game>(state: &mut G::State, position: &G) -> Verdict {
    state.validate(position)?;
    if position.outcome().is_some() {
        return Ok(());
    }
    let evals =
        |state: &mut G::State| Side::all(G::SIDES).map(|side| state.static_eval(position, side)).collect::<Vec<_>>();
    let (kept, fresh) = (evals(state), evals(&mut G::State::new(position)));
    ensure(kept == fresh, || format!("the state's evaluation is {kept:?}, a fresh one's {fresh:?}"))?;
    state.validate(position)
}

fn static_eval<G: Game>(position: &G) -> Verdict {
    let mut state = G::State::new(position);
    let values: Vec<i32> = Side::all(G::SIDES).map(|side| state.static_eval(position, side)).collect();
    let bounded = values.iter().all(|value| (-LARGEST_EVAL..=LARGEST_EVAL).contains(value));
    ensure(bounded, || format!("evaluations out of bounds: {values:?}"))?;
    ensure(G::SIDES != 2 || values[0] == -values[1], || format!("evaluations are not opposite: {values:?}"))
}

/// The terms of the evaluation add up to it, and the search has the same.
pub(super) fn explained<G: Game>(position: &G) -> Verdict {
    if position.outcome().is_some() {
        return Ok(());
    }
    let values: Vec<i32> = Side::all(G::SIDES).map(|side| position.evaluate(side)).collect();
    let mut state = G::State::new(position);
    let searched: Vec<i32> = Side::all(G::SIDES).map(|side| state.static_eval(position, side)).collect();
    ensure(searched == values, || format!("the search's evaluations are {searched:?}, the game's {values:?}"))?;
    let mut sums = vec![0; G::SIDES];
    for term in position.explain() {
        ensure(term.values.len() == G::SIDES, || format!("the term {:?} has no value for some side", term.name))?;
        sums.iter_mut().zip(&term.values).for_each(|(sum, value)| *sum += value);
    }
    ensure(sums == values, || format!("the terms add up to {sums:?}, the evaluations are {values:?}"))
}

fn null_move<G: Game>(position: &G) -> Verdict {
    if !G::State::new(position).null_move_allowed(position) {
        return Ok(());
    }
    let mut now = position.clone();
    let undo = G::State::make_null(&mut now);
    let after = |problem| format!("after a pass: {problem}");
    now.validate().map_err(after)?;
    ensure(now.key() != position.key(), || after("the same key".into()))?;
    super::texts::position(&now).map_err(after)?;
    G::State::unmake_null(&mut now, undo);
    ensure(now == *position && now.key() == position.key(), || "taking back a pass does not restore it".into())?;
    now.validate()
}
