//! The checker of certificates of the plane, the unbounded board: roots are positions with Black to move, on two
//! sheets, of which the second is far from the first. `docs/reference/proof.md` has the rules and the argument.
//!
//! [`read`] checks a tree, [`check`] a whole file and what its roots add up to.

mod book;
mod cover;
pub(super) mod edges;
mod index;
mod lacks;
mod lemma;
pub(super) mod places;
mod play;
mod roots;
#[cfg(test)]
mod tests;

pub use super::tree::Facts;
pub use book::Book;
pub use cover::{Cover, Second};
pub use edges::Edges;
pub(in crate::games::gomoku) use index::ENDINGS;
pub use index::index_beside;
pub use play::{Defender, Reply, has_five};

use super::board::Board;
use super::file::{Certificate, Root};
use super::strategy::Strategy;
use super::{Checked, Refusal, for_roots, set_up};
use lemma::Lemma;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// What a checked file says of the plane.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct VerifiedPlane {
    /// All trees together.
    pub checked: Checked,
    /// What the roots add up to.
    pub cover: Cover,
    lemmas: Vec<Lemma>,
}

impl VerifiedPlane {
    /// The index of the certificate that was checked, with which a [`Book`] reads no tree but those that it plays by.
    ///
    /// # Errors
    /// It cannot be compressed.
    pub fn index(&self, certificate: &Certificate<'_>) -> std::io::Result<Vec<u8>> {
        index::write(certificate, self)
    }
}

/// Checks the trees of all roots, and what these add up to; nothing if `stop` was set on the way.
///
/// # Errors
/// The first root that is not proved.
pub fn check(
    certificate: &Certificate<'_>,
    threads: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Option<VerifiedPlane>, Refusal> {
    let found = lemmas(certificate, threads, stop, progress)?;
    Ok(found.map(|(checked, lemmas)| {
        let cover = cover::cover(&lemmas);
        VerifiedPlane { checked, cover, lemmas }
    }))
}

/// The same, and what each tree says.
fn lemmas(
    certificate: &Certificate<'_>,
    threads: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Option<(Checked, Vec<Lemma>)>, Refusal> {
    let lemmas: Mutex<Vec<(usize, Lemma)>> = Mutex::default();
    let worker = || {
        let mut board = Board::new();
        let lemmas = &lemmas;
        move |number: usize, root: &Root| {
            let facts = read_on(&mut board, certificate, root)?;
            let checked = facts.checked;
            // Nobody panics while it is locked.
            if let Ok(mut lemmas) = lemmas.lock() {
                lemmas.push((number, Lemma::new(root, facts)));
            }
            Ok(checked)
        }
    };
    let checked = for_roots(certificate, threads, stop, progress, &worker, Checked::add)?;
    let mut lemmas = lemmas.into_inner().unwrap_or_default();
    lemmas.sort_by_key(|&(number, _)| number);
    Ok(checked.map(|checked| (checked, lemmas.into_iter().map(|(_, lemma)| lemma).collect())))
}

/// Checked positions, to which others are added.
pub struct Known(Vec<Lemma>);

/// The squares of Black's stones and of White's, by columns and rows from the first one.
pub type Stones = [Vec<(i32, i32)>; 2];

impl Known {
    /// Checks all roots; nothing if `stop` was set on the way.
    ///
    /// # Errors
    /// The first root that is not proved.
    pub fn check(
        certificate: &Certificate<'_>,
        threads: usize,
        stop: &AtomicBool,
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Option<Self>, Refusal> {
        Ok(lemmas(certificate, threads, stop, progress)?.map(|(_, lemmas)| Self(lemmas)))
    }

    /// Takes the word of an index, unpacked, for what the roots say.
    ///
    /// # Errors
    /// It is not the index of this certificate.
    pub fn indexed(certificate: &Certificate<'_>, index: &[u8]) -> Result<Self, String> {
        // Positions that the checker refuses have no place in an index, either.
        let mut board = Board::new();
        for root in &certificate.roots {
            set_up(&mut board, certificate, root).map_err(|refusal| refusal.to_string())?;
        }
        Ok(Self(index::lemmas(certificate, index::read(certificate, index)?.told)))
    }

    /// Checks and adds the roots of another certificate.
    ///
    /// # Errors
    /// The first root that is not proved.
    pub fn add(&mut self, certificate: &Certificate<'_>) -> Result<(), Refusal> {
        let mut board = Board::new();
        for root in &certificate.roots {
            self.0.push(Lemma::new(root, read_on(&mut board, certificate, root)?));
        }
        Ok(())
    }

    /// The numbers of those that Black's win rests on, on the plane and on the square boards on which it wins, in their
    /// order; all if the plane is not won.
    pub fn needed(&self) -> Vec<usize> {
        cover::needed(&self.0).into_iter().collect()
    }

    /// The positions that need trees of their own so that Black, which begins in the middle, wins on a board of so many
    /// columns and rows, too: with Black to move, or after a pass of White. Not all are known before the first are
    /// proved; none are left when all is. `answers`: positions after a move of Black, its last stone, that is to be
    /// its answer to what was before.
    pub fn lacks(&self, side: i32, answers: &[Stones]) -> Vec<Stones> {
        let flat = |places: Vec<places::Place>| places.into_iter().map(|(x, y, _)| (x, y)).collect();
        let places = |stones: &[(i32, i32)]| stones.iter().map(|&(x, y)| (x, y, 0)).collect();
        let answer = |[black, white]: &Stones| places::Position { black: places(black), white: places(white) };
        let lacks = cover::lacks(&self.0, side, &answers.iter().map(answer).collect::<Vec<_>>());
        lacks.into_iter().map(|position| [flat(position.black), flat(position.white)]).collect()
    }
}

/// Checks the tree of a root; what it says.
///
/// # Errors
/// It proves nothing.
pub fn read(certificate: &Certificate<'_>, root: &Root) -> Result<Facts, Refusal> {
    read_on(&mut Board::new(), certificate, root)
}

/// The same on a board whose stones are taken off first.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method's name alone is of one lifetime")]
fn read_on(board: &mut Board, certificate: &Certificate<'_>, root: &Root) -> Result<Facts, Refusal> {
    super::read(certificate, root, board, |reader| reader.check())
}

/// The same, and the tree to play by.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method's name alone is of one lifetime")]
fn keep_on(board: &mut Board, certificate: &Certificate<'_>, root: &Root) -> Result<(Facts, Strategy), Refusal> {
    super::read(certificate, root, board, |reader| reader.strategy())
}
