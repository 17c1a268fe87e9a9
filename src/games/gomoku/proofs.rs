//! Certificates in use: positions that they prove are played by their trees, without a search.
//!
//! They lie among the tables, as files `gomoku….proof`, `.proof.zst` or `.proof.txt` that `manyply prove` wrote; with
//! those that nobody named, the program's own are used, too.

use super::verify::{self, Book, Certificate, Format, Known};
use super::{Gomoku, Rule, Square, own_proofs};
use crate::files;
use crate::game::{Position, Side, Variant};
use crate::solve::{Others, Solution, Value, Walk, Warn};
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

impl From<Proved> for Solution<Square> {
    fn from(Proved { wins, plies, line }: Proved) -> Self {
        let value = if wins { Value::Win } else { Value::Loss };
        let best = line.first().copied().into_iter().collect();
        let method = "proved by a certificate; a shorter win may exist".into();
        Self { value, plies: Some(plies), best, line, method, ..Self::unknown() }
    }
}

/// The bytes that the program's own certificate for such a board and its rules takes while it is unpacked; 0 where
/// there is none.
pub fn own_proof_memory(position: &Gomoku) -> u64 {
    own_proofs::memory(position)
}

/// From now on this process uses certificates of its own only if they take no more bytes than that.
pub fn limit_own_proofs(most: u64) {
    own_proofs::limit_memory(most);
}

/// Has the program's own certificate for such a board and its rules unpacked meanwhile, so that nobody need wait for
/// it later.
pub fn prepare_own_proof(position: &Gomoku) {
    own_proofs::prepare(position);
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
    // Certificates are used by searches once somebody has looked for tables, or loaded one.
    let are_in_use = ASKED_FOR.get().is_some() || FOUND.get().is_some() || own_proofs::is_loaded(position);
    let found = are_in_use.then(|| found(position, most, time.map(|time| time / 4), stop))??;
    Some(proved(position, &found.1))
}

/// Where a walk through the certificates stands that has come to this position.
pub(super) fn walk(position: &Gomoku, time: Option<Duration>, stop: &AtomicBool) -> Option<Walk<Square>> {
    if let Some(five) = position.winning_square(position.side_to_move()) {
        // White did not stop it, and no tree goes on.
        return Some(Walk::of(Proved { wins: true, plies: 1, line: vec![five] }.into()));
    }
    // It is the proof that is wanted: there is time to wait for it.
    let (book, known) = found(position, most_moves(None, time), time, stop)?;
    Some(step(book, position, known))
}

/// What a walk shows that stands where a certificate knows so much.
fn step(book: &Book<'_>, position: &Gomoku, known: Known) -> Walk<Square> {
    let solution = proved(position, &known).into();
    let numbers = Numbers::of(position);
    let Some(rest) = known.rest else {
        let [black, white] = numbers.stones(position);
        let moves = Some(book.moves_ahead(&black, &white));
        let replies = position.empty().filter(|_| !known.attacks).collect();
        return Walk { moves, replies, ..Walk::of(solution) };
    };
    let others = if rest.may_pass { Others::Pass } else { Others::Win };
    Walk {
        solution,
        replies: rest.replies.into_iter().map(|number| numbers.square(number)).collect(),
        others: (!known.attacks).then_some(others),
        moves: Some(rest.moves),
        lines: Some(rest.lines),
    }
}

/// The first certificate that knows a position, and what it says, reading so many moves of trees at most; whoever
/// unpacks the program's own is waited for as long as `patience`.
fn found(
    position: &Gomoku,
    most: u64,
    patience: Option<Duration>,
    stop: &AtomicBool,
) -> Option<(&'static Book<'static>, Known)> {
    let look = |book: &'static Book<'static>| Some((book, in_book(book, position, most)?));
    if let Some(books) = ASKED_FOR.get() {
        return books.iter().find_map(look);
    }
    let found = FOUND.get().and_then(|books| books.iter().find_map(look));
    found.or_else(|| own_proofs::book(position, most, patience, stop).and_then(look))
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

/// Squares as certificates number them: rows are counted from the bottom there.
struct Numbers {
    width: usize,
    height: usize,
}

impl Numbers {
    fn of(position: &Gomoku) -> Self {
        Self { width: position.width(), height: position.height() }
    }

    fn number(&self, square: Square) -> u16 {
        ((self.height - 1 - square.y()) * self.width + square.x()) as u16
    }

    fn square(&self, number: u16) -> Square {
        let number = usize::from(number);
        Square::at(number % self.width, self.height - 1 - number / self.width)
    }

    /// Black's stones and White's.
    fn stones(&self, position: &Gomoku) -> [Vec<u16>; 2] {
        let numbers = |side| position.stones(side).squares().map(|square| self.number(square)).collect();
        [Side::FIRST, Side::SECOND].map(numbers)
    }
}

/// What a certificate knows of a position.
fn in_book(book: &Book<'_>, position: &Gomoku, most: u64) -> Option<Known> {
    let own = position.side_to_move();
    // A five that can be made is seen by every search, and no tree goes on from it.
    if !is_of(position, book.format()) || position.outcome().is_some() || position.winning_square(own).is_some() {
        return None;
    }
    let [black, white] = Numbers::of(position).stones(position);
    if black.len() != white.len() + usize::from(own != Side::FIRST) {
        return None;
    }
    book.known(&black, &white, most)
}

/// The same, and the game to its end.
fn proved(position: &Gomoku, known: &Known) -> Proved {
    let numbers = Numbers::of(position);
    let line = to_end(position, known.line.iter().map(|&number| numbers.square(number)).collect());
    Proved { wins: known.attacks, plies: 2 * known.moves - u32::from(known.attacks), line }
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
            let won = proved(&start, &in_book(&book, &start, u64::MAX).expect(moves));
            assert!(won.wins && won.line.len() as u32 <= won.plies, "{won:?}");
            let mut end = start.clone();
            for &m in &won.line {
                assert!(end.is_legal(m), "{moves}: {}", end.move_text(m));
                end.make(m);
            }
            assert_eq!(end.outcome().map(|outcome| outcome.payoff(Side::FIRST)), Some(1), "{moves}");
            let mut after = start.clone();
            after.make(won.line[0]);
            let lost = proved(&after, &in_book(&book, &after, u64::MAX).expect(moves));
            assert!(!lost.wins && lost.plies < won.plies, "{lost:?}");
        }
    }

    /// Walks to the five; `reply` chooses White's stone among those that are listed and all empty squares.
    fn walked(
        mut position: Gomoku,
        walk: &dyn Fn(&Gomoku) -> Option<Walk<Square>>,
        reply: &mut dyn FnMut(&[Square], &[Square]) -> Square,
    ) -> u32 {
        let (mut made, mut plies, mut moves) = (0, u32::MAX, u64::MAX);
        while position.outcome().is_none() {
            let step = walk(&position).unwrap_or_else(|| panic!("no proof of {}", position.position_text()));
            let now = step.solution.plies.expect("a bound");
            assert!(now < plies, "{now} after {plies}: {}", position.position_text());
            plies = now;
            let is_black = position.side_to_move() == Side::FIRST;
            assert_eq!(step.solution.value, if is_black { Value::Win } else { Value::Loss });
            if let Some(left) = step.moves {
                assert!(left <= moves, "{left} after {moves}");
                moves = left;
            }
            assert!(step.replies.iter().all(|&reply| !is_black && position.is_empty(reply)));
            let empty: Vec<Square> = position.empty().collect();
            let m = if is_black { step.solution.line[0] } else { reply(&step.replies, &empty) };
            position.make(m);
            made += 1;
        }
        assert_eq!(position.outcome().map(|outcome| outcome.payoff(Side::FIRST)), Some(1));
        made
    }

    #[test]
    fn a_proof_is_walked_to_the_five() {
        let book = book();
        let walk = |position: &Gomoku| match position.winning_square(position.side_to_move()) {
            Some(_) => super::walk(position, None, &AtomicBool::new(false)),
            None => in_book(&book, position, u64::MAX).map(|known| step(&book, position, known)),
        };
        for moves in ["h8 k11 g9 l1", "h8 e11 g7 o12"] {
            let start = || position(moves, "");
            // Far from everything, as if White had passed.
            let far = walked(start(), &walk, &mut |listed, empty| {
                *empty.iter().find(|square| !listed.contains(square)).unwrap_or(&empty[0])
            });
            let near = walked(start(), &walk, &mut |listed, empty| *listed.first().unwrap_or(&empty[0]));
            assert!(far <= near, "{far}, {near}");
            let mut turn = 0;
            for _ in 0..50 {
                walked(start(), &walk, &mut |listed, empty| {
                    turn += 1;
                    let all = if turn % 3 == 0 || listed.is_empty() { empty } else { listed };
                    all[turn * 7919 % all.len()]
                });
            }
        }
        let turn = walk(&position("h8 k11 g9 l1 h9", "")).map(|step| (step.others, step.lines.is_some()));
        assert!(turn.is_none_or(|(others, counted)| others.is_some() && counted));
    }

    #[test]
    fn the_programs_own_proofs_are_walked_from_the_start() {
        own_proofs::tests::provide();
        for rules in ["", "rule=standard"] {
            let walk = |position: &Gomoku| super::walk(position, None, &AtomicBool::new(false));
            let start = position("", rules);
            let first = walk(&start).expect("a proof");
            assert_eq!(first.solution.plies, own_proofs::about(&start).and_then(|proof| proof.plies));
            assert!(first.moves.is_some_and(|moves| moves > 30_000_000), "{:?}", first.moves);
            let second = walk(&position("h8", rules)).expect("a proof");
            assert_eq!((second.replies.len(), second.others), (224, None));
            walked(start, &walk, &mut |listed, empty| {
                let far = |square: &&Square| empty.len() == 224 || !listed.contains(square);
                *empty.iter().find(far).unwrap_or(&empty[0])
            });
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
