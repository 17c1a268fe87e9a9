//! The checker of certificates that a side wins: apart from the game's rules, patterns and threat searches, so that it
//! shares no mistake with the prover. `docs/reference/proof.md` has the rules and the argument why they prove anything.
//!
//! [`Certificate`] is a file, [`verify`] checks all of it.

mod board;
mod book;
mod cover;
mod derived;
mod file;
mod format;
mod kept;
mod packed;
pub mod plane;
mod play;
mod strategy;
#[cfg(test)]
mod tests;
mod tree;
mod write;

pub use book::{Book, ROOTS_PER_MOVE};
pub use cover::Cover;
pub use file::{Certificate, FileError, PASS, Root, header, rules_text, square_bytes};
pub use format::Format;
pub use packed::{pack, read_file, unpack};
pub use play::{Defender, Failed, Games, play_games};
pub use strategy::{Known, Rest};
pub use tree::{Checked, Flaw};
pub(super) use write::of_root;

use board::{BLACK, Board, WHITE};
use cover::Stones;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use tree::Reader;

/// The number of no square.
const NOWHERE: u16 = u16::MAX;
/// The stack of a thread that checks: a call for every square of the largest board.
const STACK: usize = 64 << 20;

/// Why a certificate is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The stones of a root are no position to go on from.
    #[error("{place}: {problem}")]
    Root {
        /// Where.
        place: String,
        /// What.
        problem: String,
    },
    /// A tree proves nothing.
    #[error("{place}: move {at} of the tree: {flaw}")]
    Tree {
        /// Which root.
        place: String,
        /// The number of the move, from 1.
        at: u64,
        /// What is wrong.
        flaw: Flaw,
    },
    /// A game was not won.
    #[error("{place}: a game: {failed}")]
    Game {
        /// Which root.
        place: String,
        /// What went wrong.
        failed: Failed,
    },
}

/// What a checked file says.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Verified {
    /// All trees together.
    pub checked: Checked,
    /// What the roots add up to where Black is the attacker, and where White is.
    pub covers: [Option<Cover>; 2],
}

/// Checks all trees of a certificate, and what the roots add up to; nothing if `stop` was set on the way. `progress` is
/// called now and then with the part that is done.
///
/// # Errors
/// The first root that is not proved.
pub fn verify(
    certificate: &Certificate<'_>,
    threads: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Option<Verified>, Refusal> {
    let worker = || {
        let mut board = Board::new();
        move |_: usize, root: &Root| read(certificate, root, &mut board, |reader| Ok(reader.check()?.checked))
    };
    let checked = for_roots(certificate, threads, stop, progress, &worker, Checked::add)?;
    let cover_of = |side: usize| {
        let mut roots = certificate.roots.iter().filter(|root| root.stones.len() % 2 == side).peekable();
        roots.peek()?;
        Some(cover::cover(certificate.format, &cover::Symmetries::new(certificate.format), roots.map(root_stones)).0)
    };
    Ok(checked.map(|checked| Verified { checked, covers: [cover_of(0), cover_of(1)] }))
}

/// Does something with every root, on so many threads, each with what `worker` makes for it, and adds up what comes of
/// it; nothing if `stop` was set.
fn for_roots<T: Default + Send, W: FnMut(usize, &Root) -> Result<T, Refusal>>(
    certificate: &Certificate<'_>,
    threads: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
    worker: &(impl Fn() -> W + Sync),
    add: fn(&mut T, &T),
) -> Result<Option<T>, Refusal> {
    let (next, sum) = (AtomicUsize::new(0), Mutex::new(T::default()));
    let refused: Mutex<Option<(usize, Refusal)>> = Mutex::new(None);
    let halt = AtomicBool::new(false);
    let work = || {
        let (mut work, mut own) = (worker(), T::default());
        while !stop.load(Relaxed) && !halt.load(Relaxed) {
            let number = next.fetch_add(1, Relaxed);
            let Some(root) = certificate.roots.get(number) else { break };
            match work(number, root) {
                Ok(found) => add(&mut own, &found),
                Err(refusal) => {
                    halt.store(true, Relaxed);
                    // Nobody panics while it is locked.
                    if let Ok(mut first) = refused.lock()
                        && first.as_ref().is_none_or(|(other, _)| number < *other)
                    {
                        *first = Some((number, refusal));
                    }
                }
            }
            progress(number as f64 / certificate.roots.len() as f64);
        }
        if let Ok(mut sum) = sum.lock() {
            add(&mut sum, &own);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            // Without a thread of its own, for want of memory, the others do the work.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
    });
    if let Some((_, refusal)) = refused.into_inner().unwrap_or_default() {
        return Err(refusal);
    }
    if stop.load(Relaxed) || next.load(Relaxed) < certificate.roots.len() {
        return Ok(None);
    }
    Ok(Some(sum.into_inner().unwrap_or_default()))
}

/// Who put the stone with this number, from 0, of so many: the attacker is to move after the last.
fn owner(number: usize, count: usize) -> usize {
    if number % 2 == count % 2 { BLACK } else { WHITE }
}

fn root_stones(root: &Root) -> Stones {
    let mut stones = Stones::default();
    for (number, &square) in root.stones.iter().enumerate() {
        match owner(number, root.stones.len()) {
            BLACK => stones.attacker.push(square),
            _ => stones.defender.push(square),
        }
    }
    stones
}

/// Puts the stones of a root on a board, from which others are taken off first.
fn set_up(board: &mut Board, certificate: &Certificate<'_>, root: &Root) -> Result<(), Refusal> {
    let wrong = |problem: &str| Refusal::Root { place: certificate.place(root), problem: problem.into() };
    let (format, count) = (certificate.format, root.stones.len());
    if format.plane && (count == 0 || !count.is_multiple_of(2) || root.stones[0] == PASS) {
        return Err(wrong("expected turns of Black and White in turn, passes among them, and Black to move"));
    }
    board.clear(format, root.board);
    for (number, &square) in root.stones.iter().enumerate().filter(|&(_, &square)| !format.plane || square != PASS) {
        let is_empty = |&on_sheet: &u16| board.has(on_sheet) && board.is_empty(on_sheet);
        let Some(on_sheet) = format.on_sheet(square).filter(is_empty) else {
            let of = if format.plane { "plane, or its board" } else { "board" };
            return Err(wrong(&format!("stone {}: {square} is no empty square of the {of}", number + 1)));
        };
        board.put(on_sheet, owner(number, count));
    }
    if [BLACK, WHITE].into_iter().any(|side| board.has_run(side)) {
        return Err(wrong("the game is over already; expected a position without a winning run"));
    }
    Ok(())
}

/// Reads the tree of a root on a board, where the root's stones are afterwards, by `read`.
fn read<T>(
    certificate: &Certificate<'_>,
    root: &Root,
    board: &mut Board,
    read: impl FnOnce(&mut Reader<'_>) -> Result<T, Flaw>,
) -> Result<T, Refusal> {
    set_up(board, certificate, root)?;
    let (place, format) = (|| certificate.place(root), certificate.format);
    let tree = certificate.tree(root).map_err(|at| {
        let problem = format!("digit {} of the tree: expected pairs of hexadecimal digits", at + 1);
        Refusal::Root { place: place(), problem }
    })?;
    let moves: Vec<u16> = tree.iter().map(|&m| format.on_sheet(m).unwrap_or(NOWHERE)).collect();
    let mut reader = Reader::new(board, &moves);
    let found = read(&mut reader);
    let at = reader.at();
    found.map_err(|flaw| {
        let m = || usize::from(tree[at as usize - 1]);
        let (at, flaw) = match flaw {
            _ if format.plane => (at, flaw),
            Flaw::NoSquare(..) => (at, Flaw::NoSquare(m(), format.squares())),
            Flaw::Taken(_) => (at, Flaw::Taken(m())),
            // A move that is not there comes after the last one.
            Flaw::End | Flaw::Rest => (at + 1, flaw),
            _ => (at, flaw),
        };
        Refusal::Tree { place: place(), at, flaw }
    })
}
