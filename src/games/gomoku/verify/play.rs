//! Games against strategies: whatever the defender plays, within the zones or outside, it loses.

use super::board::{Board, Geometry, Stone};
use super::file::{Certificate, Root};
use super::strategy::{Node, Strategy};
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
    /// The defender plays no more, which is no fault of the strategy.
    #[error("the defender gave up")]
    GaveUp,
}

/// Chooses the defender's replies: the moves from the empty board, Black's first, as numbers of squares, and an empty
/// square after them; nothing if it gives up.
pub type Defender<'a> = dyn FnMut(&[u16]) -> Option<u16> + 'a;

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

/// Plays so many games from the roots of a certificate, about as many from each; the attacker plays by the trees, which
/// are checked first. Every thread has what `defender` makes as its own; without one replies are random: in
/// two of three turns one that the tree lists, else any empty square. Nothing if `stop` was set on the way.
///
/// # Errors
/// The first root that is not proved, or from which a game was not won.
pub fn play_games<'d>(
    certificate: &Certificate<'_>,
    games: u64,
    threads: usize,
    defender: &(dyn Fn() -> Option<Box<Defender<'d>>> + Sync),
    stop: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Option<Games>, Refusal> {
    let geometry = Geometry::new(certificate.format);
    let roots = certificate.roots.len() as u64;
    let worker = || {
        let mut own = defender();
        let geometry = &geometry;
        move |number: usize, root: &Root| {
            // Evenly among the roots, where these are more than the games.
            let until = |number: u64| (u128::from(number) * u128::from(games) / u128::from(roots)) as u64;
            let mut sum = Games { games: until(number as u64 + 1) - until(number as u64), ..Games::default() };
            if sum.games > 0 {
                let mut board = set_up(certificate, geometry, root)?;
                let (_, strategy) = read(certificate, root, &mut board, true)?;
                let mut random = SplitMix64::new(SEED ^ number as u64);
                for _ in 0..sum.games {
                    let plies = match &mut own {
                        None => play(&mut board, &strategy, &mut at_random(&mut |bound| random.below(bound))),
                        Some(defender) => play(&mut board, &strategy, &mut by(defender, &root.stones)),
                    };
                    let plies = plies.map_err(|failed| Refusal::Game { place: certificate.place(root), failed })?;
                    sum.plies += u64::from(plies);
                    sum.longest = sum.longest.max(plies);
                }
            }
            Ok(sum)
        }
    };
    for_roots(certificate, threads, stop, progress, &worker, |sum, more| {
        sum.games += more.games;
        sum.plies += more.plies;
        sum.longest = sum.longest.max(more.longest);
    })
}

/// The defender's turn.
pub(super) struct Turn<'a> {
    /// The attacker's last move, with the replies that the tree lists.
    node: &'a Node,
    board: &'a Board<'a>,
    /// Where the attacker makes a run.
    wins: &'a [usize],
    /// The moves since the root.
    played: &'a [(usize, Stone)],
}

/// In two of three turns a reply that the strategy lists, else any empty square; `random` gives numbers below a bound.
pub(super) fn at_random(random: &mut impl FnMut(usize) -> usize) -> impl FnMut(&Turn<'_>) -> Option<usize> {
    |turn| {
        let squares = 0..turn.board.geometry.format.squares();
        let empty: Vec<usize> = squares.filter(|&square| turn.board.is_empty(square)).collect();
        let listed = match turn.node.replies.len() {
            0 => turn.wins.first().or(empty.first()).copied()?,
            count => usize::from(turn.node.replies[random(count)].0),
        };
        let takes_listed = random(3) > 0 && turn.board.is_empty(listed);
        Some(if takes_listed { listed } else { empty[random(empty.len())] })
    }
}

/// What a defender says, after a root's stones.
fn by<'a>(defender: &'a mut Defender<'_>, root: &'a [u16]) -> impl FnMut(&Turn<'_>) -> Option<usize> + 'a {
    move |turn| {
        let played = turn.played.iter().map(|&(square, _)| square as u16);
        let moves: Vec<u16> = root.iter().copied().chain(played).collect();
        let reply = usize::from(defender(&moves)?);
        (reply < turn.board.geometry.format.squares() && turn.board.is_empty(reply)).then_some(reply)
    }
}

/// Plays a game from the position on the board, which is that of the strategy's root, and takes it back; returns its
/// plies. The defender makes a run where it can.
///
/// # Errors
/// The defender has not lost.
pub(super) fn play(
    board: &mut Board<'_>,
    strategy: &Strategy,
    defender: &mut dyn FnMut(&Turn<'_>) -> Option<usize>,
) -> Result<u32, Failed> {
    let mut played = Vec::new();
    let result = game(board, strategy, defender, &mut played);
    let plies = played.len() as u32;
    played.into_iter().rev().for_each(|(square, stone)| board.take(square, stone));
    result.map(|()| plies)
}

fn game(
    board: &mut Board<'_>,
    strategy: &Strategy,
    defender: &mut dyn FnMut(&Turn<'_>) -> Option<usize>,
    played: &mut Vec<(usize, Stone)>,
) -> Result<(), Failed> {
    let put = |board: &mut Board<'_>, played: &mut Vec<(usize, Stone)>, square: usize, stone: Stone| {
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
        put(board, played, m, Stone::Attacker);
        if board.has_run_through(Stone::Attacker, m) {
            return Ok(());
        }
        if board.defender_wins() {
            return Err(Failed::Beaten);
        }
        let wins = board.wins();
        let turn = Turn { node, board, wins: &wins, played };
        let reply = defender(&turn).ok_or(Failed::GaveUp)?;
        put(board, played, reply, Stone::Defender);
        // A run that was not stopped ends the game.
        if let Some(&win) = wins.iter().find(|&&win| win != reply) {
            put(board, played, win, Stone::Attacker);
            return Ok(());
        }
        let after = node.replies.iter().find(|&&(square, _)| usize::from(square) == reply).map(|&(_, after)| after);
        at = after.or(node.pass).ok_or(Failed::NoAnswer(reply))?;
    }
}
