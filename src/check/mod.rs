//! The battery of proofs that every game must pass: what the contracts in [`crate::game`] promise, checked at positions
//! of random games. What a game's rules say beyond that, its own tests prove.

mod hooks;
mod moves;
mod texts;

use crate::game::{Baselines, Evaluate, MoveList, Notation, Position};
use crate::search::hooks::{Ordering as _, Searchable};
use crate::zobrist::SplitMix64;

/// What the battery looks at of a game.
pub trait Game: Notation + Searchable + Evaluate + Baselines {}

impl<G: Notation + Searchable + Evaluate + Baselines> Game for G {}

/// What a check says: nothing, or the promise that is broken.
type Verdict = Result<(), String>;

/// A random game is broken off after so many plies, where the rules do not end it earlier.
const PLIES: usize = 400;
/// Moves of earlier positions that are tried where they may be illegal.
const FOREIGN_MOVES: usize = 256;

/// Plays `games` random games under `rules`, the same for the same `seed`, and checks every promise at each position.
///
/// ```
/// # use manyply::games::Game;
/// # fn prove<MyGame: Game>() -> Result<(), String> {
/// manyply::check::battery::<MyGame>(&Default::default(), 100, 1)
/// # }
/// ```
///
/// # Errors
/// The first broken promise, with the position at which it shows.
pub fn battery<G: Game>(rules: &G::Rules, games: u64, seed: u64) -> Result<(), String> {
    constants::<G>().map_err(|problem| format!("{}: {problem}", G::NAME))?;
    texts::rules::<G>(rules).map_err(|problem| format!("{}: {problem}", G::NAME))?;
    let mut random = SplitMix64::new(seed);
    let mut foreign = Vec::new();
    for game in 0..games {
        let random_start = if game % 2 == 1 { G::random_start(rules, random.next_u64()) } else { None };
        let start = random_start.unwrap_or_else(|| G::start(rules));
        playout(start, &mut random, &mut foreign)?;
    }
    Ok(())
}

/// Checks everything that the contracts promise about one position. `foreign` are moves that may or may not be legal.
///
/// # Errors
/// The first broken promise, with the position.
pub fn position<G: Game>(position: &G, foreign: &[G::Move], random: &mut SplitMix64) -> Result<(), String> {
    let mut checks = || -> Verdict {
        position.validate()?;
        ending(position)?;
        moves::generated(position, foreign)?;
        moves::packed(position, random)?;
        moves::made(position, random)?;
        hooks::all(position)?;
        hooks::explained(position)?;
        baselines(position, random)?;
        texts::all(position, random)
    };
    checks().map_err(|problem| describe(position, &problem))
}

fn playout<G: Game>(mut at: G, random: &mut SplitMix64, foreign: &mut Vec<G::Move>) -> Verdict {
    // Keys of positions, and the first of them that may still come back.
    let (mut keys, mut since) = (Vec::new(), 0);
    for ply in 0..PLIES {
        position(&at, foreign, random)?;
        let key = at.repetition_key();
        if let Some(before) = keys.iter().rposition(|&earlier| earlier == key) {
            let cycle = ply - before;
            ensure(before >= since, || "a position came back after an irreversible move".into())
                .and(ensure(cycle >= G::SHORTEST_CYCLE as usize, || format!("a position came back in {cycle} plies")))
                .map_err(|problem| describe(&at, &problem))?;
        }
        keys.push(key);
        let list = legal_moves(&at);
        let Some(&m) = list.as_slice().get(random.below(list.as_slice().len())) else { break };
        if foreign.len() < FOREIGN_MOVES {
            foreign.push(m);
        } else {
            foreign[random.below(FOREIGN_MOVES)] = m;
        }
        if at.is_irreversible(m) {
            since = keys.len();
        }
        at.make(m);
    }
    Ok(())
}

fn constants<G: Game>() -> Verdict {
    ensure((2..=3).contains(&G::SIDES), || format!("{} sides", G::SIDES))?;
    ensure(size_of::<G::Move>() <= 8, || format!("a move of {} bytes", size_of::<G::Move>()))?;
    ensure(G::SHORTEST_CYCLE >= 1, || "SHORTEST_CYCLE is 0".into())?;
    ensure(G::State::HISTORY_SIZE >= 1, || "HISTORY_SIZE is 0".into())?;
    let word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    ensure(word(G::NAME), || "NAME is not one word in lower case".into())
}

/// The result, the moves and the plies left must tell the same story.
fn ending<G: Game>(position: &G) -> Verdict {
    let list = legal_moves(position);
    let moves = list.as_slice().len();
    ensure(position.side_to_move().index() < G::SIDES, || "a side to move that does not play".into())?;
    match position.outcome() {
        None => {
            ensure(moves > 0, || "the game goes on without a legal move".into())?;
            ensure(position.plies_left() != Some(0), || "no plies left, yet the game goes on".into())
        }
        Some(outcome) => {
            ensure(moves == 0, || format!("the game is over, with {moves} legal moves"))?;
            let payoffs: Vec<_> = crate::game::Side::all(G::SIDES).map(|side| outcome.payoff(side)).collect();
            let fair = payoffs.iter().map(|&payoff| i32::from(payoff)).sum::<i32>() == 0;
            ensure(fair, || format!("payoffs {payoffs:?} do not add up to 0"))
        }
    }
}

/// The simple players play legally; seldom asked, since they may be slow.
fn baselines<G: Game>(position: &G, random: &mut SplitMix64) -> Verdict {
    ensure(position.baseline("no such player", 0, None).is_none(), || "an unknown baseline plays".into())?;
    if random.below(16) > 0 {
        return Ok(());
    }
    let seed = random.next_u64();
    for name in G::BASELINES {
        let chosen = position.baseline(name, seed, Some(1));
        ensure(position.baseline(name, seed, Some(1)) == chosen, || format!("{name} plays this way and that"))?;
        match (position.outcome(), chosen) {
            (None, Some(m)) => ensure(position.is_legal(m), || format!("{name} plays {m:?}, which is not legal"))?,
            (Some(_), None) => {}
            _ => return Err(format!("{name} plays {chosen:?}, the result is {:?}", position.outcome())),
        }
    }
    Ok(())
}

fn legal_moves<P: Position>(position: &P) -> P::Moves {
    let mut list = P::Moves::default();
    position.moves(&mut list);
    list
}

fn ensure(holds: bool, problem: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(problem()) }
}

fn describe<G: Game>(position: &G, problem: &str) -> String {
    let rules = G::rules_text(&position.rules());
    format!("{}: {problem}; position {:?}, rules {rules:?}", G::NAME, position.position_text())
}

#[cfg(test)]
mod tests;
