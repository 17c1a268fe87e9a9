//! Games against strategies: whatever the defender plays, within the zones or outside, it loses.

use super::board::{BLACK, Board, WHITE};
use super::file::{Certificate, Root};
use super::format::Format;
use super::strategy::{Node, Strategy};
use super::{Refusal, for_roots, read};
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
    let (format, roots) = (certificate.format, certificate.roots.len() as u64);
    let worker = || {
        let (mut own, mut board) = (defender(), Board::new());
        move |number: usize, root: &Root| {
            // Evenly among the roots, where these are more than the games.
            let until = |number: u64| (u128::from(number) * u128::from(games) / u128::from(roots)) as u64;
            let mut sum = Games { games: until(number as u64 + 1) - until(number as u64), ..Games::default() };
            if sum.games > 0 {
                let strategy = read(certificate, root, &mut board, |reader| Ok(reader.strategy()?.1))?;
                let mut random = SplitMix64::new(SEED ^ number as u64);
                for _ in 0..sum.games {
                    let plies = match &mut own {
                        None => play(&mut board, &strategy, &mut at_random(&mut |bound| random.below(bound))),
                        Some(defender) => play(&mut board, &strategy, &mut by(defender, &root.stones, format)),
                    };
                    let plies = plies.map_err(|failed| {
                        let failed = match failed {
                            Failed::NoAnswer(reply) => Failed::NoAnswer(format.of_sheet(reply as u16).into()),
                            other => other,
                        };
                        Refusal::Game { place: certificate.place(root), failed }
                    })?;
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
    board: &'a Board,
    /// Where the attacker makes a run.
    wins: &'a [u16],
    /// The moves since the root.
    played: &'a [(u16, usize)],
}

/// In two of three turns a reply that the strategy lists, else any empty square; `random` gives numbers below a bound.
pub(super) fn at_random(random: &mut impl FnMut(usize) -> usize) -> impl FnMut(&Turn<'_>) -> Option<u16> {
    |turn| {
        let empty: Vec<u16> = turn.board.squares().filter(|&square| turn.board.is_empty(square)).collect();
        let listed = match turn.node.replies.len() {
            0 => turn.wins.first().or(empty.first()).copied()?,
            count => turn.node.replies[random(count)].0,
        };
        let takes_listed = random(3) > 0 && turn.board.is_empty(listed);
        Some(if takes_listed { listed } else { empty[random(empty.len())] })
    }
}

/// What a defender says, after a root's stones, in numbers of the board.
fn by<'a>(
    defender: &'a mut Defender<'_>,
    root: &'a [u16],
    format: Format,
) -> impl FnMut(&Turn<'_>) -> Option<u16> + 'a {
    move |turn| {
        let played = turn.played.iter().map(|&(square, _)| format.of_sheet(square));
        let moves: Vec<u16> = root.iter().copied().chain(played).collect();
        format.on_sheet(defender(&moves)?).filter(|&reply| turn.board.is_empty(reply))
    }
}

/// Plays a game from the position on the board, which is that of the strategy's root, and takes it back; returns its
/// plies. The defender makes a run where it can.
///
/// # Errors
/// The defender has not lost.
pub(super) fn play(
    board: &mut Board,
    strategy: &Strategy,
    defender: &mut dyn FnMut(&Turn<'_>) -> Option<u16>,
) -> Result<u32, Failed> {
    let mut played = Vec::new();
    let result = game(board, strategy, defender, &mut played);
    let plies = played.len() as u32;
    played.into_iter().rev().for_each(|(square, side)| board.take(square, side));
    result.map(|()| plies)
}

fn game(
    board: &mut Board,
    strategy: &Strategy,
    defender: &mut dyn FnMut(&Turn<'_>) -> Option<u16>,
    played: &mut Vec<(u16, usize)>,
) -> Result<(), Failed> {
    let put = |board: &mut Board, played: &mut Vec<(u16, usize)>, square: u16, side: usize| {
        board.put(square, side);
        played.push((square, side));
    };
    let mut at = strategy.root().ok_or(Failed::NoAnswer(0))?;
    loop {
        let node = &strategy.nodes[at as usize];
        if !board.is_empty(node.m) {
            return Err(Failed::Taken);
        }
        put(board, played, node.m, BLACK);
        if board.has_run(BLACK) {
            return Ok(());
        }
        if board.threatens(WHITE) {
            return Err(Failed::Beaten);
        }
        let wins = board.wins();
        let turn = Turn { node, board, wins: &wins, played };
        let reply = defender(&turn).ok_or(Failed::GaveUp)?;
        put(board, played, reply, WHITE);
        // A run that was not stopped ends the game.
        if let Some(&win) = wins.iter().find(|&&win| win != reply) {
            put(board, played, win, BLACK);
            return Ok(());
        }
        let after = node.replies.iter().find(|&&(square, _)| square == reply).map(|&(_, after)| after);
        at = after.or(node.pass).ok_or(Failed::NoAnswer(reply.into()))?;
    }
}
