//! Certificates in use: positions that they prove are played by their trees, without a search.
//!
//! They lie among the tables, as files `gomoku….proof`, `.proof.zst` or `.proof.txt` that `manyply prove` wrote; with
//! those that nobody named, the program's own are used, too.

#[cfg(feature = "proofs")]
use super::own_proofs;
use super::verify::{self, Book, Certificate, Format};
use super::{Gomoku, Rule, Square};
use crate::files;
use crate::game::{Position, Side, Variant};
use crate::solve::Warn;
use once_cell::sync::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Moves of trees that can be read in a millisecond, on a slow machine.
const MOVES_PER_MILLI: u64 = 100;

/// Nodes of a search in the time in which one move of a tree is read, at least.
const NODES_PER_MOVE: u64 = 16;

/// How names of certificates end.
const ENDINGS: [&str; 3] = [".proof", ".proof.zst", ".proof.txt"];

/// Certificates that were asked for, and others, which those replace.
static ASKED_FOR: OnceCell<Vec<Book<'static>>> = OnceCell::new();
static FOUND: OnceCell<Vec<Book<'static>>> = OnceCell::new();

/// What a certificate says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Proved {
    /// Whether the side to move wins; else it loses.
    pub(super) wins: bool,
    /// Plies to the end, at most.
    pub(super) plies: u32,
    /// A long line: to the end of the game but where a whole opening is proved, then only the move.
    pub(super) line: Vec<Square>,
}

/// Loads the certificates in a directory, once a process; returns how many there were.
pub(super) fn load(directory: &Path, warn: Option<Warn>) -> Result<usize, String> {
    let mut books = Vec::new();
    for path in paths(directory) {
        match (read(&path), warn) {
            (Ok(book), _) => books.extend(book),
            (Err(problem), Some(warn)) => warn(&problem),
            (Err(problem), None) => return Err(problem),
        }
    }
    let count = books.len();
    let place = if warn.is_some() { &FOUND } else { &ASKED_FOR };
    place.set(books).map_err(|_| "proofs are loaded already".to_owned())?;
    Ok(count)
}

/// The files of certificates in a directory; none where there is no such directory.
fn paths(directory: &Path) -> Vec<PathBuf> {
    let is_proof = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("gomoku") && ENDINGS.iter().any(|ending| name.ends_with(ending))
    };
    let entries = directory.read_dir().into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_proof).collect();
    paths.sort();
    paths
}

/// The book of a file; none of one about the plane, on which nobody plays.
fn read(path: &Path) -> Result<Option<Book<'static>>, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = files::open(path).and_then(verify::read_file).map_err(|error| wrong(&error))?;
    // It is used until the process ends.
    let certificate = Certificate::parse(bytes.leak(), Format::default()).map_err(|error| wrong(&error))?;
    Ok((!certificate.format.plane).then(|| Book::new(certificate)))
}

/// The bytes that the program's own certificate for such a board and its rules takes while it is unpacked; 0 where
/// there is none.
pub fn own_proof_memory(_position: &Gomoku) -> u64 {
    #[cfg(feature = "proofs")]
    return own_proofs::memory(_position);
    #[cfg(not(feature = "proofs"))]
    0
}

/// From now on this process uses certificates of its own only if they take no more bytes than that.
pub fn limit_own_proofs(_most: u64) {
    #[cfg(feature = "proofs")]
    own_proofs::limit_memory(_most);
}

/// Has the program's own certificate for such a board and its rules unpacked meanwhile, so that nobody need wait for
/// it later.
pub fn prepare_own_proof(_position: &Gomoku) {
    #[cfg(feature = "proofs")]
    own_proofs::prepare(_position);
}

/// What the certificates that are loaded say of a position, read within the time of so many nodes and this time, and
/// until `stop`.
pub(super) fn known(
    position: &Gomoku,
    nodes: Option<u64>,
    time: Option<Duration>,
    stop: &AtomicBool,
) -> Option<Proved> {
    let most = most_moves(nodes, time);
    if let Some(books) = ASKED_FOR.get() {
        return books.iter().find_map(|book| in_book(book, position, most));
    }
    let found = FOUND.get()?.iter().find_map(|book| in_book(book, position, most));
    #[cfg(not(feature = "proofs"))]
    let _ = stop;
    #[cfg(feature = "proofs")]
    let found =
        found.or_else(|| in_book(own_proofs::book(position, most, time.map(|time| time / 4), stop)?, position, most));
    found
}

/// The moves of trees that are read in the time of so many nodes, and in this time.
fn most_moves(nodes: Option<u64>, time: Option<Duration>) -> u64 {
    let in_time = time.map_or(u64::MAX, |time| (time.as_millis() as u64).saturating_mul(MOVES_PER_MILLI));
    nodes.map_or(u64::MAX, |nodes| nodes / NODES_PER_MOVE).min(in_time)
}

/// Whether a position's rules and board are these.
pub(super) fn is_of(position: &Gomoku, format: Format) -> bool {
    let rules = position.rules();
    let is_same_rule = match rules.rule {
        Rule::Freestyle => !format.exact,
        Rule::Standard => format.exact,
        Rule::Renju => false,
    };
    let size = (usize::from(format.width), usize::from(format.height));
    is_same_rule && rules.connect == format.connect && (position.width(), position.height()) == size
}

fn in_book(book: &Book<'_>, position: &Gomoku, most: u64) -> Option<Proved> {
    let own = position.side_to_move();
    // A five that can be made is seen by every search, and no tree goes on from it.
    if !is_of(position, book.format()) || position.outcome().is_some() || position.winning_square(own).is_some() {
        return None;
    }
    // Rows are counted from the bottom there.
    let (width, height) = (position.width(), position.height());
    let number = |square: Square| ((height - 1 - square.y()) * width + square.x()) as u16;
    let square = |number: u16| {
        let number = usize::from(number);
        Square::at(number % width, height - 1 - number / width)
    };
    let [black, white] =
        [Side::FIRST, Side::SECOND].map(|side| position.stones(side).squares().map(number).collect::<Vec<u16>>());
    let is_black = own == Side::FIRST;
    if black.len() != white.len() + usize::from(!is_black) {
        return None;
    }
    let known = book.known(&black, &white, most)?;
    let line = to_end(position, known.line.into_iter().map(square).collect());
    Some(Proved { wins: known.attacks, plies: 2 * known.moves - u32::from(known.attacks), line })
}

/// The line, with the fives that end the game behind its last moves.
fn to_end(position: &Gomoku, mut line: Vec<Square>) -> Vec<Square> {
    let mut position = position.clone();
    for &m in &line {
        position.make(m);
    }
    while position.outcome().is_none() {
        let own = position.side_to_move();
        let five = position.winning_square(own).or_else(|| position.winning_square(own.other()));
        let Some(five) = five else { break };
        position.make(five);
        line.push(five);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    const PROOF: &str = include_str!("../../../tests/data/gomoku-proof-freestyle.txt");

    fn book() -> Book<'static> {
        Book::new(Certificate::parse(PROOF.as_bytes(), Format::default()).expect("a certificate"))
    }

    fn position(text: &str, rules: &str) -> Gomoku {
        let mut position = Gomoku::start(&Gomoku::parse_rules(rules).expect("rules"));
        for word in text.split_whitespace() {
            let m = position.parse_move(word).expect("a move");
            position.make(m);
        }
        position
    }

    #[test]
    fn a_proved_position_is_won_with_a_line_to_its_end() {
        let book = book();
        // As in the file, turned by a quarter, and with its moves in another order.
        for moves in ["h8 k11 g9 l1", "h8 e11 g7 o12", "g9 l1 h8 k11"] {
            let start = position(moves, "");
            let proved = in_book(&book, &start, u64::MAX).expect(moves);
            assert!(proved.wins && proved.line.len() as u32 <= proved.plies, "{proved:?}");
            let mut end = start.clone();
            for &m in &proved.line {
                assert!(end.is_legal(m), "{moves}: {}", end.move_text(m));
                end.make(m);
            }
            assert_eq!(end.outcome().map(|outcome| outcome.payoff(Side::FIRST)), Some(1), "{moves}");
            let mut after = start.clone();
            after.make(proved.line[0]);
            let lost = in_book(&book, &after, u64::MAX).expect(moves);
            assert!(!lost.wins && lost.plies < proved.plies, "{lost:?}");
        }
    }

    /// A search of 300,000 nodes takes 0.3 s, and read trees for half a minute when a node was as much as a move.
    #[test]
    fn reading_takes_no_longer_than_the_search() {
        assert_eq!(most_moves(Some(300_000), None), 18_750);
        assert_eq!(most_moves(Some(300_000), Some(Duration::from_millis(100))), 10_000);
        assert_eq!(most_moves(None, None), u64::MAX);
    }

    #[test]
    fn a_root_with_a_stone_twice_is_no_position() {
        let certificate = Certificate::parse(b"h8 k11 h8 k11|00\n", Format::default()).expect("a certificate");
        assert_eq!(in_book(&Book::new(certificate), &position("h8 k11", ""), u64::MAX), None);
    }

    #[test]
    fn nothing_is_known_of_other_positions_and_rules() {
        let book = book();
        for (moves, rules) in [
            ("h8 k11 g9 l2", ""),
            ("h8 k11 g9", ""),
            ("", ""),
            ("h8 k11 g9 l1", "rule=standard"),
            ("h8 k11 g9 l1", "rule=renju"),
            ("h8 k11 g9 l1", "size=16"),
            ("h8 k11 g9 l1", "connect=6"),
        ] {
            assert_eq!(in_book(&book, &position(moves, rules), u64::MAX), None, "{moves} {rules}");
        }
        assert_eq!(in_book(&book, &position("h8 k11 g9 l1", ""), 100), None, "no time");
    }
}
