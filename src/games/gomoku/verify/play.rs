//! Games against strategies: whatever the defender plays, within the zones or outside, it loses.

use super::board::{Board, Geometry, Stone};
use super::file::{Certificate, Root};
use super::strategy::Strategy;
use super::{Refusal, for_roots, read, set_up};
use crate::zobrist::SplitMix64;
use std::sync::atomic::AtomicBool;

/// From which all games' random numbers come.
const SEED: u64 = 0x7072_6F6F_6605;

/// How a strategy has failed, which the checker says it cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failed {
    /// There is no such move.
    #[error("the strategy plays on a stone")]
    Taken,
    /// The defender was faster.
    #[error("the defender makes a run")]
    Beaten,
    /// There is no answer.
    #[error("the strategy has no answer to {0}")]
    NoAnswer(usize),
}

/// Games that were played, and won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Games {
    /// How many.
    pub games: u64,
    /// Their plies, all together.
    pub plies: u64,
    /// Plies of the longest.
    pub longest: u32,
}

/// Plays so many random games from the roots of a certificate, about as many from each; the attacker plays by the
/// trees, which are checked first. Nothing if `stop` was set on the way.
///
/// # Errors
/// The first root that is not proved, or from which a game was not won.
pub fn play_games(
    certificate: &Certificate<'_>,
    games: u64,
    threads: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Option<Games>, Refusal> {
    let geometry = Geometry::new(certificate.format);
    let roots = certificate.roots.len() as u64;
    let of_root = |number: usize, root: &Root| {
        let mut sum = Games { games: games / roots + u64::from((number as u64) < games % roots), ..Games::default() };
        if sum.games > 0 {
            let mut board = set_up(certificate, &geometry, root)?;
            let (_, strategy) = read(certificate, root, &mut board, true)?;
            let mut random = SplitMix64::new(SEED ^ number as u64);
            for _ in 0..sum.games {
                let plies = play(&mut board, &strategy, &mut |bound| random.below(bound))
                    .map_err(|failed| Refusal::Game { place: certificate.place(root), failed })?;
                sum.plies += u64::from(plies);
                sum.longest = sum.longest.max(plies);
            }
        }
        Ok(sum)
    };
    for_roots(certificate, threads, stop, progress, &of_root, |sum, more| {
        sum.games += more.games;
        sum.plies += more.plies;
        sum.longest = sum.longest.max(more.longest);
    })
}

/// Plays a game from the position on the board, which is that of the strategy's root, and takes it back; returns its
/// plies. In two of three turns the defender takes a reply that the strategy lists, else any empty square; a run it
/// makes where it can. `random` gives numbers below a bound.
///
/// # Errors
/// The defender has not lost.
pub(super) fn play(
    board: &mut Board<'_>,
    strategy: &Strategy,
    random: &mut impl FnMut(usize) -> usize,
) -> Result<u32, Failed> {
    let mut played = Vec::new();
    let result = game(board, strategy, random, &mut played);
    let plies = played.len() as u32;
    played.into_iter().rev().for_each(|(square, stone)| board.take(square, stone));
    result.map(|()| plies)
}

fn game(
    board: &mut Board<'_>,
    strategy: &Strategy,
    random: &mut impl FnMut(usize) -> usize,
    played: &mut Vec<(usize, Stone)>,
) -> Result<(), Failed> {
    let mut put = |board: &mut Board<'_>, square: usize, stone: Stone| {
        board.put(square, stone);
        played.push((square, stone));
    };
    let mut at = strategy.root().ok_or(Failed::NoAnswer(0))?;
    loop {
        let node = &strategy.nodes[at as usize];
        let m = usize::from(node.m);
        if !board.is_empty(m) {
            return Err(Failed::Taken);
        }
        put(board, m, Stone::Attacker);
        if board.has_run_through(Stone::Attacker, m) {
            return Ok(());
        }
        if board.defender_wins() {
            return Err(Failed::Beaten);
        }
        let empty: Vec<usize> = (0..board.geometry.format.squares()).filter(|&square| board.is_empty(square)).collect();
        if empty.is_empty() {
            return Err(Failed::Beaten);
        }
        let wins = board.wins();
        let listed = match node.replies.len() {
            0 => wins.first().copied().unwrap_or(empty[0]),
            count => usize::from(node.replies[random(count)].0),
        };
        let reply = if random(3) > 0 && board.is_empty(listed) { listed } else { empty[random(empty.len())] };
        put(board, reply, Stone::Defender);
        // A run that was not stopped ends the game.
        if let Some(&win) = wins.iter().find(|&&win| win != reply) {
            put(board, win, Stone::Attacker);
            return Ok(());
        }
        let after = node.replies.iter().find(|&&(square, _)| usize::from(square) == reply).map(|&(_, after)| after);
        at = after.or(node.pass).ok_or(Failed::NoAnswer(reply))?;
    }
}
