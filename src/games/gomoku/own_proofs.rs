//! The program's own certificates, in use wherever those of the user's directory are: that Black wins from the empty
//! board. A program that has them inside says so at its start; to others they are given when they are asked for.

use super::verify::{Book, Certificate, Format, ROOTS_PER_MOVE, unpack};
use super::{Gomoku, Square};
use crate::clock::Instant;
use crate::game::{Side, Variant};
use crate::solve::OwnProof;
use once_cell::sync::OnceCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

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

/// Whether a position's rules and board are these.
pub(super) fn is_of(position: &Gomoku, format: Format) -> bool {
    let size = (usize::from(format.width), usize::from(format.height));
    position.rules().are(format.exact, format.connect) && (position.width(), position.height()) == size
}

/// A certificate that Black wins from the empty board, where Black's first move is the centre.
struct Own {
    format: Format,
    name: &'static str,
    /// The content, where the program has it.
    packed: OnceCell<&'static [u8]>,
    roots: u64,
    /// The checksum of the unpacked file.
    sum: u64,
    /// Moves of Black in the longest line of a tree, as the checkers say.
    longest: u32,
    /// Moves of Black before its trees begin, at most.
    before: u32,
    book: OnceCell<Option<Book<'static>>>,
    /// Whether somebody unpacks it, or has.
    has_begun: AtomicBool,
}

/// Freestyle and standard.
static OWN: [Own; 2] = [
    Own {
        format: Format { width: 15, height: 15, connect: 5, exact: false, plane: false },
        name: "gomoku-freestyle-15.proof.zst",
        packed: OnceCell::new(),
        roots: 92_822,
        sum: 0xC20E_F444_843C_5EBD,
        longest: 32,
        before: 12,
        book: OnceCell::new(),
        has_begun: AtomicBool::new(false),
    },
    Own {
        format: Format { width: 15, height: 15, connect: 5, exact: true, plane: false },
        name: "gomoku-standard-15.proof.zst",
        packed: OnceCell::new(),
        roots: 64_186,
        sum: 0x32C8_0930_79DB_BEE1,
        longest: 33,
        before: 13,
        book: OnceCell::new(),
        has_begun: AtomicBool::new(false),
    },
];

impl Own {
    /// What there is to look into: nothing until it is unpacked, and what follows of fewer stones than its roots have
    /// is worked out.
    fn read(&self, packed: &[u8]) -> Option<Book<'static>> {
        let bytes = unpack(packed).ok()?;
        // It is kept until the process ends.
        let certificate = Certificate::parse(bytes.leak(), Format::default()).ok()?;
        let longest = longest(&certificate).filter(|_| certificate.format == self.format)?;
        let book = Book::new(certificate).with_longest(Some(longest));
        let centre = (self.format.height / 2 * self.format.width + self.format.width / 2).into();
        let _ = (book.known(&[], &[], u64::MAX), book.known(&[centre], &[], u64::MAX));
        Some(book)
    }

    fn is_here(&self) -> bool {
        self.packed.get().is_some() || self.book.get().is_some_and(Option::is_some)
    }

    /// Has it unpacked by a thread of its own, once.
    fn begin(&'static self) {
        if !self.has_begun.swap(true, Relaxed) {
            let read = || _ = self.book.get_or_init(|| self.read(self.packed.get()?));
            if thread::Builder::new().spawn(read).is_err() {
                read();
            }
        }
    }
}

/// Moves of Black in the longest line of a tree of a certificate that is the program's own, wherever it comes from.
pub(super) fn longest(certificate: &Certificate<'_>) -> Option<u32> {
    let mut own = OWN.iter().filter(|own| own.roots == certificate.roots.len() as u64);
    own.find(|own| own.sum == certificate.sum()).map(|own| own.longest)
}

/// The certificate for such a board and its rules, where it is here.
fn of(position: &Gomoku) -> Option<&'static Own> {
    OWN.iter().find(|own| is_of(position, own.format)).filter(|own| own.is_here())
}

/// Whether the game has begun elsewhere than with Black in the centre, of which the certificates say nothing.
fn has_begun_elsewhere(position: &Gomoku) -> bool {
    let (width, height) = (position.width(), position.height());
    position.empty_squares() < width * height
        && !position.stones(Side::FIRST).contains(Square::at(width / 2, height / 2))
}

/// What is said of the certificate of games that begin like this one.
pub(super) fn about(position: &Gomoku) -> Option<OwnProof> {
    let own = OWN.iter().find(|own| is_of(position, own.format) && !has_begun_elsewhere(position))?;
    let is_start = position.empty_squares() == position.width() * position.height();
    let plies = is_start.then_some(2 * (own.longest + own.before) - 1);
    Some(OwnProof { missing: (!own.is_here()).then_some(own.name), winner: Side::FIRST, plies })
}

/// Takes those that are part of the program, by their names; they are read when they are needed.
///
/// # Panics
///
/// If there is no certificate of such a name.
pub fn provide_proofs(proofs: &[(&str, &'static [u8])]) {
    for &(name, packed) in proofs {
        let own = OWN.iter().find(|own| own.name == name).expect("the name of a proof");
        // Whoever says it again says the same.
        let _ = own.packed.set(packed);
    }
}

/// The names and contents of those that are part of the program.
pub(super) fn all() -> Vec<(&'static str, &'static [u8])> {
    OWN.iter().filter_map(|own| Some((own.name, *own.packed.get()?))).collect()
}

/// Takes one that is not.
pub(super) fn load(name: &str, content: &[u8]) -> Result<(), String> {
    let own = OWN.iter().find(|own| own.name == name).ok_or_else(|| format!("there is no proof {name:?}"))?;
    if own.is_here() {
        return Ok(());
    }
    let book = own.read(content).ok_or_else(|| format!("{name}: expected a certificate of {} roots", own.roots))?;
    // Whoever was faster has the same.
    let _ = own.book.set(Some(book));
    Ok(())
}

/// Whether the certificate for such a board and its rules was loaded, being no part of the program.
pub(super) fn is_loaded(position: &Gomoku) -> bool {
    of(position).is_some_and(|own| own.packed.get().is_none())
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
    if has_begun_elsewhere(position) {
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
pub(super) mod tests {
    use super::*;
    use crate::game::{Notation, Position, Variant};
    use crate::games::gomoku::verify::verify;

    /// Has them in this process.
    pub(in crate::games::gomoku) fn provide() {
        provide_proofs(&manyply_proofs::GOMOKU);
    }

    fn position(rules: &str, text: &str) -> Gomoku {
        provide();
        played(text, rules)
    }

    /// The position after these moves.
    pub(in crate::games::gomoku) fn played(text: &str, rules: &str) -> Gomoku {
        let mut position = Gomoku::start(&Gomoku::parse_rules(rules).expect("rules"));
        for word in text.split_whitespace() {
            let m = position.parse_move(word).expect("a move");
            position.make(m);
        }
        position
    }

    #[test]
    fn what_is_said_of_the_certificates_is_true_of_a_sample() {
        provide();
        for own in &OWN {
            let bytes = unpack(own.packed.get().expect("provided")).expect("packed by zstd");
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

    #[test]
    fn only_the_right_file_is_taken() {
        provide();
        assert!(load("gomoku-renju-15.proof.zst", &[]).is_err());
        assert!(
            OWN[0].read(OWN[1].packed.get().expect("provided")).is_none() && OWN[0].read(b"no certificate").is_none()
        );
        assert!(load(OWN[0].name, &[]).is_ok(), "it is here already");
        assert_eq!(all().len(), 2);
        let about = |moves, rules| about(&position(rules, moves)).map(|proof| (proof.missing, proof.plies));
        assert_eq!(about("", ""), Some((None, Some(87))));
        assert_eq!(about("h8 a1", "rule=standard"), Some((None, None)));
        assert_eq!(about("a1", ""), None);
        assert_eq!(about("", "rule=renju"), None);
    }
}
