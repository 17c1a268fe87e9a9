//! The certificates inside the program, in use wherever those of the user's directory are.

use super::proofs::is_of;
use super::verify::{Book, Certificate, Format, ROOTS_PER_MOVE, unpack};
use super::{Gomoku, Square};
use crate::game::Side;
use once_cell::sync::OnceCell;

/// A certificate that Black wins from the empty board, where Black's first move is the centre.
struct Own {
    format: Format,
    packed: &'static [u8],
    roots: u64,
    /// Moves of Black in the longest line of a tree, as the checkers say.
    longest: u32,
    book: OnceCell<Option<Book<'static>>>,
}

/// Freestyle and standard.
static OWN: [Own; 2] = [
    Own {
        format: Format { width: 15, height: 15, connect: 5, exact: false },
        packed: include_bytes!("../../../docs/proofs/gomoku-freestyle-15.proof.zst"),
        roots: 92_822,
        longest: 32,
        book: OnceCell::new(),
    },
    Own {
        format: Format { width: 15, height: 15, connect: 5, exact: true },
        packed: include_bytes!("../../../docs/proofs/gomoku-standard-15.proof.zst"),
        roots: 64_186,
        longest: 33,
        book: OnceCell::new(),
    },
];

/// The certificate that may have a position. When it is asked for first it is unpacked, and what follows of fewer
/// stones than its roots have is worked out: some 0.2 s, for which `most`, the moves that may be read, must be enough.
pub(super) fn book(position: &Gomoku, most: u64) -> Option<&'static Book<'static>> {
    let (width, height) = (position.width(), position.height());
    let has_begun_elsewhere = !position.stones(Side::FIRST).contains(Square::at(width / 2, height / 2));
    if has_begun_elsewhere && position.empty_squares() < width * height {
        return None;
    }
    let own = OWN.iter().find(|own| is_of(position, own.format) && most >= own.roots / ROOTS_PER_MOVE)?;
    let read = || {
        // Both are right in every build that passed its tests, and it is kept until the process ends.
        let bytes = unpack(own.packed).ok()?;
        let certificate = Certificate::parse(bytes.leak(), Format::default()).ok()?;
        Some(Book::new(certificate).with_longest(own.longest))
    };
    own.book.get_or_init(read).as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Position, Variant};
    use crate::games::gomoku::verify::verify;
    use std::sync::atomic::AtomicBool;

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
        for rules in ["", "rule=standard"] {
            assert!(book(&position(rules, "g8 h8"), u64::MAX).is_none());
            assert!(book(&position(rules, "h8 a15"), 1_000).is_none());
            assert!(book(&position(rules, "h8 a15"), u64::MAX).is_some());
            assert!(book(&position(rules, ""), u64::MAX).is_some());
        }
        assert!(book(&position("rule=renju", "h8 a15"), u64::MAX).is_none());
    }
}
