//! The battery of proofs that every game must pass: what the contracts in [`crate::game`] promise, checked at positions
//! of random games. What a game's rules say beyond that, its own tests prove.

mod hooks;
mod moves;
mod networks;
mod repetition;
mod texts;

use crate::game::{Baselines, Evaluate, MAX_SIDES, MoveList, Notation, Outcome, Position, Side};
use crate::search::hooks::{Searchable, State};
use crate::zobrist::SplitMix64;
use std::cell::Cell;

/// What the battery looks at of a game.
pub trait Game: Notation + Searchable + Evaluate + Baselines {}

impl<G: Notation + Searchable + Evaluate + Baselines> Game for G {}

/// The result of a check: the promise that is broken, if one is.
type Verdict = Result<(), String>;

/// The most plies of a random game, where the rules do not end it earlier.
const PLIES: usize = 400;
/// Moves of earlier positions that are tried where they may be illegal.
const FOREIGN_MOVES: usize = 256;

/// Plays `games` random games from `start`, the same for the same `seed`, and checks at each position what
/// [`Position`] promises. Nothing but the rules is needed: [`battery`] also checks texts, evaluation and search.
///
/// # Errors
/// The first broken promise, with the position at which it shows.
pub fn rules<P: Position>(start: &P, games: u64, seed: u64) -> Result<(), String> {
    sizes::<P>()?;
    let mut random = SplitMix64::new(seed);
    let mut foreign = Vec::new();
    (0..games).try_for_each(|_| playout(start.clone(), &mut random, &mut foreign, &rules_at))
}

/// Plays `games` random games from `start` and checks at each position what a search [`State`] promises.
///
/// # Errors
/// The first broken promise, with the position at which it shows.
pub fn state<P: Position, S: State<P>>(start: &P, games: u64, seed: u64) -> Result<(), String> {
    ensure(S::HISTORY_SIZE >= 1, || "HISTORY_SIZE is 0".into())?;
    let mut random = SplitMix64::new(seed);
    let mut foreign = Vec::new();
    (0..games).try_for_each(|_| playout(start.clone(), &mut random, &mut foreign, &|at, _, _| hooks::all::<P, S>(at)))
}

/// Plays `games` random games under `rules`, the same for the same `seed`, and checks every promise at each position.
/// Of a game with [networks](Evaluate::NETWORK) one of random numbers is read as if from a file: whatever a search has
/// made and taken back, it must evaluate with it as the game does from scratch.
///
/// ```
/// # use manyply::check::Game;
/// # fn prove<MyGame: Game>() -> Result<(), String> {
/// manyply::check::battery::<MyGame>(&Default::default(), 100, 1)
/// # }
/// ```
///
/// # Errors
/// The first broken promise, with the position at which it shows.
pub fn battery<G: Game>(rules: &G::Rules, games: u64, seed: u64) -> Result<(), String> {
    let named = |problem| format!("{}: {problem}", G::NAME);
    sizes::<G>().and_then(|()| constants::<G>()).and_then(|()| texts::rules::<G>(rules)).map_err(named)?;
    let network = networks::drawn::<G>().map_err(named)?;
    let (is_used, returns) = (Cell::new(false), repetition::Returns::default());
    let checks = |at: &G, foreign: &[G::Move], random: &mut SplitMix64| {
        position(at, foreign, random)?;
        returns.look(at).map_err(|problem| placed(at, problem))?;
        let Some(network) = network else { return Ok(()) };
        is_used.set(networks::all(at, network).map_err(|problem| placed(at, problem))? || is_used.get());
        Ok(())
    };
    let mut random = SplitMix64::new(seed);
    let mut foreign = Vec::new();
    for game in 0..games {
        let random_start = if game % 2 == 1 { G::random_start(rules, random.next_u64()) } else { None };
        let start = random_start.unwrap_or_else(|| G::start(rules));
        playout(start, &mut random, &mut foreign, &checks)?;
    }
    ensure(network.is_none() || is_used.get() || games == 0, || named("no network changes an evaluation".into()))
}

/// Checks everything that the contracts promise about one position. `foreign` are moves that may or may not be legal.
///
/// # Errors
/// The first broken promise, with the position.
pub fn position<G: Game>(position: &G, foreign: &[G::Move], random: &mut SplitMix64) -> Result<(), String> {
    let mut checks = || -> Verdict {
        rules_at(position, foreign, random)?;
        hooks::all::<G, G::State>(position)?;
        hooks::explained(position)?;
        baselines(position, random)?;
        texts::all(position, random)
    };
    checks().map_err(|problem| placed(position, problem))
}

/// A problem with the position at which it shows.
fn placed<G: Game>(position: &G, problem: String) -> String {
    let rules = G::rules_text(&position.rules());
    format!("{}: {problem}; position {:?}, rules {rules:?}", G::NAME, position.position_text())
}

/// What [`Position`] promises, at one position.
fn rules_at<P: Position>(position: &P, foreign: &[P::Move], random: &mut SplitMix64) -> Verdict {
    position.validate()?;
    ending(position)?;
    moves::generated(position, foreign)?;
    moves::packed(position, random)?;
    moves::made(position)
}

/// What is checked at each position of a random game.
type Checks<'a, P> = dyn Fn(&P, &[<P as Position>::Move], &mut SplitMix64) -> Verdict + 'a;

fn playout<P: Position>(
    mut at: P,
    random: &mut SplitMix64,
    foreign: &mut Vec<P::Move>,
    checks: &Checks<'_, P>,
) -> Verdict {
    let (start, mut played) = (at.clone(), Vec::new());
    let describe = |at: &P, played: &[P::Move], problem: String| {
        let moves = if played.is_empty() { String::new() } else { format!(", after {played:?} from {start:?}") };
        format!("{problem}; at {at:?}{moves}")
    };
    // Positions by their repetition keys, and the first of them that may still come back.
    let (mut met, mut since) = (Vec::<(u64, P)>::new(), 0);
    for ply in 0..PLIES {
        checks(&at, foreign, random).map_err(|problem| describe(&at, &played, problem))?;
        let key = at.repetition_key();
        if let Some(before) = met.iter().rposition(|(earlier, _)| *earlier == key) {
            let cycle = ply - before;
            ensure(before >= since, || "a position came back after an irreversible move".into())
                .and(ensure(cycle >= P::SHORTEST_CYCLE as usize, || format!("a position came back in {cycle} plies")))
                .and(repetition::are_one(&met[before].1, &at))
                .map_err(|problem| describe(&at, &played, problem))?;
        }
        met.push((key, at.clone()));
        let list = legal_moves(&at);
        let Some(&m) = list.as_slice().get(random.below(list.as_slice().len())) else { break };
        if foreign.len() < FOREIGN_MOVES {
            foreign.push(m);
        } else {
            foreign[random.below(FOREIGN_MOVES)] = m;
        }
        if at.is_irreversible(m) {
            since = met.len();
        }
        at.make(m);
        played.push(m);
    }
    Ok(())
}

fn sizes<P: Position>() -> Verdict {
    ensure((2..=MAX_SIDES).contains(&P::SIDES), || format!("{} sides", P::SIDES))?;
    ensure(P::ZERO_SUM || P::SIDES > 2, || "two sides whose payoffs are no ZERO_SUM".into())?;
    ensure(size_of::<P::Move>() <= 8, || format!("a move of {} bytes", size_of::<P::Move>()))?;
    ensure(!P::POINTS || P::SIDES == 2, || "POINTS are for two sides".into())?;
    ensure(P::SHORTEST_CYCLE >= 1, || "SHORTEST_CYCLE is 0".into())
}

fn constants<G: Game>() -> Verdict {
    ensure(G::State::HISTORY_SIZE >= 1, || "HISTORY_SIZE is 0".into())?;
    let word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    ensure(word(G::NAME), || "NAME is not one word in lower case".into())
}

/// The result, the moves and the plies left must agree.
fn ending<P: Position>(position: &P) -> Verdict {
    let list = legal_moves(position);
    let moves = list.as_slice().len();
    ensure(position.side_to_move().index() < P::SIDES, || "a side to move that does not play".into())?;
    match position.outcome() {
        None => {
            ensure(moves > 0, || "the game goes on without a legal move".into())?;
            ensure(!P::POINTS || position.plies_left().is_some(), || "a game for POINTS without a last ply".into())?;
            ensure(position.plies_left() != Some(0), || "no plies left, yet the game goes on".into())
        }
        Some(outcome) => {
            ensure(moves == 0, || format!("the game is over, with {moves} legal moves"))?;
            let payoff = |sides| Side::all(sides).map(|side| outcome.payoff(side)).collect::<Vec<_>>();
            let extra = || payoff(MAX_SIDES).into_iter().skip(P::SIDES);
            ensure(extra().all(|payoff| payoff == 0), || "a side is paid that does not play".into())?;
            ensure(!P::ZERO_SUM || outcome.is_zero_sum(), || {
                format!("payoffs {:?} do not add up to 0, with ZERO_SUM = true", payoff(P::SIDES))
            })?;
            let points = outcome.points();
            let is_told = if P::POINTS { points <= Outcome::MOST_POINTS } else { points <= 1 };
            ensure(is_told, || format!("won by {points} points, with POINTS = {}", P::POINTS))
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

#[cfg(test)]
mod tests;
