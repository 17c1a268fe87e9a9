//! The static evaluation and the other hooks of the search: bounds, signs, and agreement with the rules.

use super::{Game, Verdict, ensure, legal_moves};
use crate::game::{MoveList, Position, Side};
use crate::nnue::NetworkRef;
use crate::search::State;
use crate::zobrist::SplitMix64;
use std::collections::BTreeMap;

/// The largest evaluation, either way.
pub(super) const LARGEST_EVAL: i32 = 20_000;
/// What the score of a reply may be at most, either way.
const LARGEST_REPLY: i32 = 1_000_000;
/// Moves that are made one after the other without an evaluation in between.
const WALK: usize = 6;

pub(super) fn all<P: Position, S: State<P>>(position: &P) -> Verdict {
    split::<P, S>(position)?;
    if position.outcome().is_some() {
        return Ok(());
    }
    static_eval::<P, S>(position)?;
    candidates::<P, S>(position)?;
    quiet_checks::<P, S>(position)?;
    images::<P, S>(position)?;
    followed::<P, S>(position, None)?;
    walked::<P, S>(position, None)?;
    null_move::<P, S>(position)?;
    if let Some(m) = S::new(position).winning_move(position) {
        ensure(position.is_legal(m), || format!("the winning move {m:?} is not legal"))?;
        let mut now = position.clone();
        now.make(m);
        let payoff = now.outcome().map(|outcome| outcome.payoff(position.side_to_move()));
        ensure(payoff == Some(1), || format!("the winning move {m:?} does not win at once"))?;
    }
    Ok(())
}

/// Noisy and quiet moves are the moves, each once.
fn split<P: Position, S: State<P>>(position: &P) -> Verdict {
    let state = S::new(position);
    let (mut noisy, mut quiet) = (P::Moves::default(), P::Moves::default());
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
            let text = || format!("{m:?}");
            ensure(state.is_noisy(position, m) == is_noisy, || format!("{} is listed as noisy: {is_noisy}", text()))?;
            let index = state.history_index(position, m);
            ensure(index < S::HISTORY_SIZE, || format!("{} has history index {index}", text()))?;
            let reply = if is_noisy { 0 } else { state.reply_score(position, m) };
            ensure((-LARGEST_REPLY..=LARGEST_REPLY).contains(&reply), || {
                format!("{} has reply score {reply}", text())
            })?;
            let wins: Vec<bool> = [-LARGEST_EVAL, -100, 0, 1, 100, LARGEST_EVAL]
                .map(|threshold| state.see_ge(position, m, threshold))
                .to_vec();
            ensure(wins.is_sorted_by(|easier, harder| easier >= harder), || {
                format!("see_ge of {} holds for a higher threshold but not for a lower one", text())
            })?;
        }
    }
    Ok(())
}

/// Candidates are quiet moves, listed once, with all those for which `is_candidate` holds; and some move is noisy or a
/// candidate.
fn candidates<P: Position, S: State<P>>(position: &P) -> Verdict {
    let state = S::new(position);
    let (mut noisy, mut quiet, mut candidates) = (P::Moves::default(), P::Moves::default(), P::Moves::default());
    state.noisy(position, &mut noisy);
    state.quiet(position, &mut quiet);
    state.candidates(position, &mut candidates);
    let mut listed = candidates.as_slice().to_vec();
    listed.sort_unstable();
    ensure(listed.windows(2).all(|pair| pair[0] != pair[1]), || "a candidate is listed twice".into())?;
    let stray = listed.iter().find(|m| !quiet.as_slice().contains(m));
    ensure(stray.is_none(), || format!("the candidate {stray:?} is no quiet move"))?;
    let is_asked = S::TECHNIQUES.killers;
    let missing =
        quiet.as_slice().iter().find(|m| is_asked && state.is_candidate(position, **m) && !listed.contains(m));
    ensure(missing.is_none(), || format!("{missing:?} is not listed, though it is a candidate"))?;
    ensure(listed.len() + noisy.as_slice().len() > 0, || "no move is noisy or a candidate".into())
}

/// Quiet checks are quiet moves, listed once, and the next side is in check after them.
fn quiet_checks<P: Position, S: State<P>>(position: &P) -> Verdict {
    let state = S::new(position);
    if state.winning_move(position).is_some() {
        return Ok(());
    }
    let (mut quiet, mut checks) = (P::Moves::default(), P::Moves::default());
    state.quiet(position, &mut quiet);
    state.quiet_checks(position, &mut checks);
    let mut listed = checks.as_slice().to_vec();
    listed.sort_unstable();
    ensure(listed.windows(2).all(|pair| pair[0] != pair[1]), || "a quiet check is listed twice".into())?;
    let mut now = position.clone();
    for m in listed {
        ensure(quiet.as_slice().contains(&m), || format!("the quiet check {m:?} is no quiet move"))?;
        let undo = now.make(m);
        let in_check = S::new(&now).in_check(&now);
        now.unmake(m, undo);
        ensure(in_check, || format!("the quiet check {m:?} gives no check"))?;
    }
    Ok(())
}

/// Moves are found again in images of the position, and images of one position have the same static evaluation.
fn images<P: Position, S: State<P>>(position: &P) -> Verdict {
    let (_, symmetry) = S::canonical(position);
    let mut now = position.clone();
    let mut classes: BTreeMap<u64, (Vec<i32>, u64)> = BTreeMap::new();
    for &m in legal_moves(position).as_slice() {
        let text = || format!("{m:?}");
        let bits = S::pack_image(position, m, symmetry);
        let again = S::unpack_image(position, bits, symmetry).map(|m| S::pack_image(position, m, symmetry));
        ensure(again == Some(bits), || format!("of {} in the image there remains {again:?}", text()))?;
        let undo = now.make(m);
        let mut state = S::new(&now);
        let value = (Side::all(P::SIDES).map(|side| state.static_eval(&now, side)).collect(), now.count_moves());
        let first = classes.entry(S::canonical(&now).0).or_insert_with(|| value.clone());
        ensure(*first == value, || {
            format!("{} leads to an image of another position, but not to its evaluation", text())
        })?;
        now.unmake(m, undo);
    }
    Ok(())
}

/// A state from scratch that evaluates with this network, if not with the game's own.
pub(super) fn fresh<P: Position, S: State<P>>(position: &P, network: Option<NetworkRef>) -> S {
    let mut state = S::new(position);
    if let Some(network) = network {
        state.use_network(network);
    }
    state
}

/// A state after make and unmake, a null move, or a reset, agrees with a fresh one of the same position.
pub(super) fn followed<P: Position, S: State<P>>(position: &P, network: Option<NetworkRef>) -> Verdict {
    let fresh = |position: &P| fresh::<P, S>(position, network);
    let same_state = |state: &mut S, position: &P| same_state(state, position, &mut fresh(position));
    let mut state = fresh(position);
    let mut now = position.clone();
    let mut other: Option<S> = None;
    same_state(&mut state, &now)?;
    for &m in legal_moves(position).as_slice() {
        let after = |problem| format!("after {m:?}: {problem}");
        state.make(&now, m);
        let undo = now.make(m);
        same_state(&mut state, &now).map_err(after)?;
        other.get_or_insert_with(|| fresh(&now));
        now.unmake(m, undo);
        state.unmake(&now, m);
    }
    if state.null_move_allowed(&now) {
        let undo = S::make_null(&mut now);
        same_state(&mut state, &now).map_err(|problem| format!("after a null move: {problem}"))?;
        S::unmake_null(&mut now, undo);
    }
    same_state(&mut state, &now)?;
    other.map_or(Ok(()), |mut other| {
        other.reset(position);
        network.into_iter().for_each(|network| other.use_network(network));
        same_state(&mut other, position).map_err(|problem| format!("after a reset: {problem}"))
    })
}

/// After moves that are drawn at random, made one after the other without an evaluation in between, a state agrees with
/// a fresh one; and so it does after each of them is taken back.
pub(super) fn walked<P: Position, S: State<P>>(position: &P, network: Option<NetworkRef>) -> Verdict {
    let mut random = SplitMix64::new(position.key());
    let (mut state, mut now, mut made) = (fresh::<P, S>(position, network), position.clone(), Vec::new());
    while made.len() < WALK && now.outcome().is_none() {
        let list = legal_moves(&now);
        let Some(&m) = list.as_slice().get(random.below(list.as_slice().len())) else { break };
        let key = S::key_after(&now, m);
        state.make(&now, m);
        made.push((m, now.make(m)));
        let agrees = key.is_none_or(|key| key == now.key() || now.outcome().is_some());
        ensure(agrees, || format!("the key after {m:?} is not the one that was said before"))?;
    }
    let moves: Vec<P::Move> = made.iter().map(|&(m, _)| m).collect();
    let same = |state: &mut S, now: &P, left: usize| {
        same_state(state, now, &mut fresh(now, network)).map_err(|problem| {
            format!("after {moves:?}, made at once, and {} of them taken back: {problem}", moves.len() - left)
        })
    };
    same(&mut state, &now, moves.len())?;
    while let Some((m, undo)) = made.pop() {
        now.unmake(m, undo);
        state.unmake(&now, m);
        same(&mut state, &now, made.len())?;
    }
    Ok(())
}

fn same_state<P: Position, S: State<P>>(state: &mut S, position: &P, fresh: &mut S) -> Verdict {
    state.validate(position)?;
    if position.outcome().is_some() {
        return Ok(());
    }
    let evals = |state: &mut S| Side::all(P::SIDES).map(|side| state.static_eval(position, side)).collect::<Vec<_>>();
    let (kept, fresh) = (evals(state), evals(fresh));
    ensure(kept == fresh, || format!("the state's evaluation is {kept:?}, a fresh one's {fresh:?}"))?;
    state.validate(position)
}

fn static_eval<P: Position, S: State<P>>(position: &P) -> Verdict {
    let mut state = S::new(position);
    let values: Vec<i32> = Side::all(P::SIDES).map(|side| state.static_eval(position, side)).collect();
    let bounded = values.iter().all(|value| (-LARGEST_EVAL..=LARGEST_EVAL).contains(value));
    ensure(bounded, || format!("evaluations out of bounds: {values:?}"))?;
    ensure(P::SIDES != 2 || values[0] == -values[1], || format!("evaluations are not opposite: {values:?}"))
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

fn null_move<P: Position, S: State<P>>(position: &P) -> Verdict {
    if !S::new(position).null_move_allowed(position) {
        return Ok(());
    }
    let mut now = position.clone();
    let undo = S::make_null(&mut now);
    let after = |problem| format!("after a null move: {problem}");
    now.validate().map_err(after)?;
    ensure(now.key() != position.key(), || after("the same key".into()))?;
    S::unmake_null(&mut now, undo);
    ensure(now == *position && now.key() == position.key(), || "taking back a null move does not restore it".into())?;
    now.validate()
}
