//! Files of games and positions from other programs: PGN, SGF, psq, EPD, books, pasted moves. Never a panic; what is
//! read is written and read again as the same; mistakes have places within the text.
//!
//! An input is a game and rules, then any text.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply::face::Game;
use manyply::face::Kind;
use manyply::formats::{Format, FormatError, epd, pasted, pgn, psq, sgf};
use manyply_arena::service::book::Book;
use manyply_fuzz::{Target, fuzz_target, with_game};

fuzz_target!(|data: &[u8]| with_game(data, Files));

struct Files;

impl Target for Files {
    fn run<G: Game>(self, rules: G::Rules, rest: &[u8]) {
        let Ok(text) = std::str::from_utf8(rest) else { return };
        for game in check(text, pgn::read::<G>(text, &rules)).unwrap_or_default() {
            let again = pgn::read::<G>(&pgn::write(&game), &rules).expect("it was just written");
            assert_eq!(again, [game]);
        }
        if Format::Sgf.holds::<G>() {
            for game in check(text, sgf::read::<G>(text, &rules)).unwrap_or_default() {
                let Some(written) = sgf::write(&game) else { continue };
                assert_eq!(sgf::read::<G>(&written, &rules).expect("it was just written"), [game]);
            }
            if let Some(game) = check(text, psq::read::<G>(text, &rules)) {
                let again = psq::read::<G>(&psq::write(&game).expect("an empty board"), &rules);
                assert_eq!(again.expect("it was just written").line.len(), game.line.len());
            }
        }
        for (_, described) in check(text, epd::read::<G>(text, &rules)).unwrap_or_default() {
            let again = epd::read_line::<G>(&epd::write(&described), 1, &rules).expect("it was just written");
            assert_eq!(again.position, described.position);
        }
        if let Some(book) = check(text, Book::read(Kind::of::<G>(), text)) {
            let again = Book::read(Kind::of::<G>(), &book.text()).expect("it was just written");
            assert_eq!(again.text(), book.text());
        }
        let length = text.chars().count();
        let ((begin, _), (behind, _)) = pasted::split_position(text);
        assert!((1..=length + 1).contains(&begin) && (1..=length + 1).contains(&behind), "{text:?}");
        for (column, word) in pasted::split_moves::<G>(text) {
            assert!(!word.is_empty() && (1..=length).contains(&column), "{text:?}: {word:?}");
        }
    }
}

/// What was read; a mistake must be somewhere in the text.
fn check<T>(text: &str, read: Result<T, FormatError>) -> Option<T> {
    if let Err(FormatError { line, column, .. }) = &read {
        let longest = text.split('\n').map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(*line >= 1 && *line <= text.split('\n').count() + 1, "{text:?}: line {line}");
        assert!(*column >= 1 && *column <= longest + 2, "{text:?}: column {column}");
    }
    read.ok()
}
