//! Files of games and positions from other programs: PGN, SGF, psq, EPD, books, pasted moves. Never a panic; what is
//! read is written and read again as the same; mistakes have places within the text.
//!
//! An input is a game and rules, then any text.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply::face::pasted::split_position;
use manyply::face::{Game, Kind};
use manyply::formats::{Format, FormatError, Recorded, epd};
use manyply_arena::service::book::Book;
use manyply_fuzz::{Target, fuzz_target, with_game};

fuzz_target!(|data: &[u8]| with_game(data, Files));

struct Files;

impl Target for Files {
    fn run<G: Game>(self, rules: G::Rules, rest: &[u8]) {
        let Ok(text) = std::str::from_utf8(rest) else { return };
        let (kind, rules) = (Kind::of::<G>(), G::rules_text(&rules));
        let read = |format, text: &str| kind.read_games(format, text, &rules);
        let again = |format, written: &str| read(format, written).expect("it was just written");
        let write = |format, game: &Recorded| kind.write_game(format, game);
        for game in check(text, read(Format::Pgn, text)).unwrap_or_default() {
            assert_eq!(again(Format::Pgn, &write(Format::Pgn, &game).expect("a game")), [game]);
        }
        if kind.writes(Format::Sgf) {
            for game in check(text, read(Format::Sgf, text)).unwrap_or_default() {
                let Ok(written) = write(Format::Sgf, &game) else { continue };
                assert_eq!(again(Format::Sgf, &written), [game]);
            }
            for game in check(text, read(Format::Psq, text)).unwrap_or_default() {
                let written = write(Format::Psq, &game).expect("an empty board");
                assert_eq!(again(Format::Psq, &written)[0].line.len(), game.line.len());
            }
        }
        let mut positions = Vec::new();
        if check(text, kind.read_positions(text, &rules, &mut |described| positions.push(described))).is_some() {
            for described in positions {
                let mut again = None;
                let written = epd::write(&described);
                kind.read_positions(&written, &rules, &mut |read| again = Some(read)).expect("it was just written");
                let texts = |described: &epd::Described| described.game.position_text();
                assert_eq!(again.as_ref().map(texts), Some(texts(&described)));
            }
        }
        if let Some(book) = check(text, Book::read(kind, text)) {
            let again = Book::read(kind, &book.text()).expect("it was just written");
            assert_eq!(again.text(), book.text());
        }
        let length = text.chars().count();
        let ((begin, _), (behind, _)) = split_position(text);
        assert!((1..=length + 1).contains(&begin) && (1..=length + 1).contains(&behind), "{text:?}");
        for (column, word) in kind.split_moves(text) {
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
