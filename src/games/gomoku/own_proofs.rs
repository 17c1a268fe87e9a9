//! The certificates inside the program, in use wherever those of the user's directory are.

use super::proofs::is_of;
use super::verify::{Book, Certificate, Format, ROOTS_PER_MOVE, unpack};
use super::{Gomoku, Square};
use crate::game::Side;
use once_cell::sync::OnceCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes that a certificate takes while it is unpacked; half of them stay.
pub(super) const MEMORY: u64 = 80 << 20;
/// How often is looked whether it is.
const PATIENCE: Duration = Duration::from_millis(2);

/// Bytes that one may take.
static MOST_MEMORY: AtomicU64 = AtomicU64::new(u64::MAX);

/// Allows so many bytes for a certificate from now on.
pub(super) fn limit_memory(most: u64) {
    MOST_MEMORY.store(most, Relaxed);
}

/// A certificate that Black wins from the empty board, where Black's first move is the centre.
struct Own {
    format: Format,
    packed: &'static [u8],
    roots: u64,
    /// Moves of Black in the longest line of a tree, as the checkers say.
    longest: u32,
    book: OnceCell<Option<Book<'static>>>,
    /// Whether somebody unpacks it, or has.
    has_begun: AtomicBool,
}

/// Freestyle and standard.
static OWN: [Own; 2] = [
    Own {
        format: Format { width: 15, height: 15, connect: 5, exact: false, plane: false },
        packed: include_bytes!("../../../docs/proofs/gomoku-freestyle-15.proof.zst"),
        roots: 92_822,
        longest: 32,
        book: OnceCell::new(),
        has_begun: AtomicBool::new(false),
    },
    Own {
        format: Format { width: 15, height: 15, connect: 5, exact: true, plane: false },
        packed: include_bytes!("../../../docs/proofs/gomoku-standard-15.proof.zst"),
        roots: 64_186,
        longest: 33,
        book: OnceCell::new(),
        has_begun: AtomicBool::new(false),
    },
];

impl Own {
    /// What there is to look into: nothing until it is unpacked, and what follows of fewer stones than its roots have
    /// is worked out.
    fn read(&self) -> Option<Book<'static>> {
        // Both are right in every build that passed its tests, and it is kept until the process ends.
        let bytes = unpack(self.packed).ok()?;
        let certificate = Certificate::parse(bytes.leak(), Format::default()).ok()?;
        let book = Book::new(certificate).with_longest(self.longest);
        let centre = (self.format.height / 2 * self.format.width + self.format.width / 2).into();
        let _ = (book.known(&[], &[], u64::MAX), book.known(&[centre], &[], u64::MAX));
        Some(book)
    }

    /// Has it unpacked by a thread of its own, once.
    fn begin(&'static self) {
        if !self.has_begun.swap(true, Relaxed) {
            let read = || _ = self.book.get_or_init(|| self.read());
            if thread::Builder::new().spawn(read).is_err() {
                read();
            }
        }
    }
}

/// The certificate that may have a position.
fn of(position: &Gomoku) -> Option<&'static Own> {
    OWN.iter().find(|own| is_of(position, own.format))
}

/// The bytes that the certificate for such a board and its rules takes, or would take; 0 where there is none.
pub(super) fn memory(position: &Gomoku) -> u64 {
    of(position).map_or(0, |_| MEMORY)
}

/// Has the certificate for such a board and its rules unpacked meanwhile, if it may be.
pub(super) fn prepare(position: &Gomoku) {
    if let Some(own) = of(position).filter(|_| MOST_MEMORY.load(Relaxed) >= MEMORY) {
        own.begin();
    }
}

/// The certificate that may have a position. When it is asked for first it is unpacked, which takes some 0.2 s, for
/// which `most`, the moves that may be read, must be enough; it is waited for as long as `patience` and until `stop`.
pub(super) fn book(
    position: &Gomoku,
    most: u64,
    patience: Option<Duration>,
    stop: &AtomicBool,
) -> Option<&'static Book<'static>> {
    let (width, height) = (position.width(), position.height());
    let has_begun_elsewhere = !position.stones(Side::FIRST).contains(Square::at(width / 2, height / 2));
    if has_begun_elsewhere && position.empty_squares() < width * height {
        return None;
    }
    let own = of(position).filter(|own| most >= own.roots / ROOTS_PER_MOVE && MOST_MEMORY.load(Relaxed) >= MEMORY)?;
    own.begin();
    let asked = Instant::now();
    loop {
        if let Some(book) = own.book.get() {
            return book.as_ref();
        }
        if stop.load(Relaxed) || patience.is_some_and(|patience| asked.elapsed() >= patience) {
            return None;
        }
        thread::sleep(PATIENCE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Position, Variant};
    use crate::games::gomoku::verify::verify;

    fn position(rules: &str, text: &str) -> Gomoku {
        let mut position = Gomoku::start(&Gomoku::parse_rules(rules).expect("rules"));
        for word in text.split_whitespace() {
            let m = position.parse_move(word).expect("a move");
            position.make(m);
        }
        position
    }

    #[test]
    fn what_is_said_of_the_certificates_is_true_of_a_sample() {
        for own in &OWN {
            let bytes = unpack(own.packed).expect("packed by zstd");
            let mut certificate = Certificate::parse(&bytes, Format::default()).expect("a certificate");
            assert_eq!((certificate.format, certificate.roots.len() as u64), (own.format, own.roots));
            let centre = u16::from(own.format.height / 2 * own.format.width + own.format.width / 2);
            assert!(certificate.roots.iter().all(|root| root.stones.iter().step_by(2).any(|&square| square == centre)));
            let mut number = 0;
            certificate.roots.retain(|_| {
                number += 1;
                number % 211 == 0
            });
            let verified =
                verify(&certificate, 2, &AtomicBool::new(false), &|_| ()).expect("right").expect("not stopped");
            assert!(verified.checked.longest <= own.longest, "{verified:?}");
        }
    }

    #[test]
    fn nothing_is_unpacked_for_other_positions_and_short_searches() {
        let book = |position: &Gomoku, most| book(position, most, None, &AtomicBool::new(false));
        for rules in ["", "rule=standard"] {
            assert!(book(&position(rules, "g8 h8"), u64::MAX).is_none());
            assert!(book(&position(rules, "h8 a15"), 1_000).is_none());
            assert!(book(&position(rules, "h8 a15"), u64::MAX).is_some());
            assert!(book(&position(rules, ""), u64::MAX).is_some());
        }
        assert!(book(&position("rule=renju", "h8 a15"), u64::MAX).is_none());
    }
    /// Whoever asks first and is stopped, or has no time, goes on without.
    #[test]
    fn nobody_waits_longer_than_he_likes() {
        let start = position("rule=standard", "h8");
        let (asked, stop) = (Instant::now(), AtomicBool::new(true));
        let first = [book(&start, u64::MAX, None, &stop), book(&start, u64::MAX, Some(Duration::ZERO), &stop)];
        // Another test may have unpacked it.
        assert!(first.iter().all(Option::is_none) || OWN[1].book.get().is_some());
        assert!(asked.elapsed() < Duration::from_millis(100), "{:?}", asked.elapsed());
        assert!(book(&start, u64::MAX, None, &AtomicBool::new(false)).is_some());
    }
}
