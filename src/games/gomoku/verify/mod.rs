//! The checker of certificates that a side wins: apart from the game's rules, patterns and threat searches, so that it
//! shares no mistake with the prover. `docs/proof.md` has the rules and the argument why they prove anything.
//!
//! [`Certificate`] is a file, [`verify`] checks all of it.

mod board;
mod cover;
mod file;
#[cfg(test)]
mod tests;
mod tree;
mod write;

pub use board::Format;
pub use cover::Cover;
pub use file::{Certificate, FileError, Root, header, rules_text, square_bytes};
pub use tree::{Checked, Flaw};

use board::{Board, Geometry, Stone};
use cover::Stones;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

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
    let geometry = Geometry::new(certificate.format);
    let (next, sum) = (AtomicUsize::new(0), Mutex::new(Checked::default()));
    let refused: Mutex<Option<(usize, Refusal)>> = Mutex::new(None);
    let halt = AtomicBool::new(false);
    let work = || {
        let mut own = Checked::default();
        while !stop.load(Relaxed) && !halt.load(Relaxed) {
            let number = next.fetch_add(1, Relaxed);
            let Some(root) = certificate.roots.get(number) else { break };
            match check_root(certificate, &geometry, root) {
                Ok(checked) => own.add(&checked),
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
            sum.add(&own);
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
    let cover_of = |side: usize| {
        let mut roots = certificate.roots.iter().filter(|root| root.stones.len() % 2 == side).peekable();
        roots.peek()?;
        Some(cover::cover(certificate.format, roots.map(stones_of)))
    };
    Ok(Some(Verified { checked: sum.into_inner().unwrap_or_default(), covers: [cover_of(0), cover_of(1)] }))
}

/// Who put the stone with this number, from 0, of so many: the attacker is to move after the last.
fn owner(number: usize, count: usize) -> Stone {
    if number % 2 == count % 2 { Stone::Attacker } else { Stone::Defender }
}

fn stones_of(root: &Root) -> Stones {
    let mut stones = Stones::default();
    for (number, &square) in root.stones.iter().enumerate() {
        match owner(number, root.stones.len()) {
            Stone::Attacker => stones.attacker.push(square),
            Stone::Defender => stones.defender.push(square),
        }
    }
    stones
}

/// Checks one root.
fn check_root(certificate: &Certificate<'_>, geometry: &Geometry, root: &Root) -> Result<Checked, Refusal> {
    let wrong = |problem: String| Refusal::Root { place: certificate.place(root), problem };
    let mut board = Board::new(geometry);
    for (number, &square) in root.stones.iter().enumerate() {
        if !board.is_empty(usize::from(square)) {
            let problem = format!("stone {}: {square} is no empty square of the board", number + 1);
            return Err(wrong(problem));
        }
        board.put(usize::from(square), owner(number, root.stones.len()));
    }
    if [Stone::Attacker, Stone::Defender].into_iter().any(|stone| board.has_run(stone)) {
        return Err(wrong("the game is over already; expected a position without a winning run".into()));
    }
    let tree = certificate
        .tree(root)
        .map_err(|at| wrong(format!("digit {} of the tree: expected pairs of hexadecimal digits", at + 1)))?;
    let mut reader = tree::Reader::new(&mut board, tree.into_iter().map(usize::from));
    let found = reader.check();
    // A move that is not there comes after the last one.
    let beyond = |flaw| u64::from(matches!(flaw, Flaw::End | Flaw::Rest));
    found.map_err(|flaw| Refusal::Tree { place: certificate.place(root), at: reader.at + beyond(flaw), flaw })
}
