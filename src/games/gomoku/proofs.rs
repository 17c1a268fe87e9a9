//! Certificates in use: positions that they prove are played by their trees, without a search. With those that nobody
//! named, the program's own are used, too.

use super::verify::{Book, Format, Known, plane};
use super::{Gomoku, Rule, Square, own_proofs, shelf};
use crate::game::{Position, Side, Variant};
use crate::solve::{Others, Solution, Value, Walk};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Moves of trees that can be read in a millisecond, on a slow machine.
const MOVES_PER_MILLI: u64 = 100;

/// Nodes of a search in the time in which one move of a tree is read, at least.
const NODES_PER_MOVE: u64 = 16;

/// The least square board on which certificates of the plane are used: 15x15 has its own.
const LEAST_SIDE: usize = 16;

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
    let are_in_use = shelf::in_use().next().is_some() || own_proofs::is_loaded(position);
    let (_, known) = are_in_use.then(|| found(position, most, time.map(|time| time / 4), stop))??;
    Some(proved(position, known))
}

/// What the certificates of the plane that are loaded say of a position there: the stones of Black and White, by
/// columns and rows, as many of Black's as of White's, or one more.
///
/// # Errors
/// No certificate is about this rule; `exact` if six stones do not win.
pub fn known_on_plane(
    exact: bool,
    stones: [&[(i32, i32)]; 2],
    time: Option<Duration>,
    stop: &AtomicBool,
) -> Result<Option<Known<(i32, i32)>>, String> {
    let mut books = shelf::in_use().flat_map(|shelf| &shelf.planes).filter(|book| book.is_exact() == exact).peekable();
    if books.peek().is_none() {
        let rule = if exact { "standard" } else { "freestyle" };
        return Err(format!("no certificate of the plane, {rule}; expected a folder with one, as docs/proofs"));
    }
    Ok(books.find_map(|book| book.known(stones, None, most_moves(None, time), stop)))
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
fn step(book: Option<&Book<'_>>, position: &Gomoku, known: Known<Square>) -> Walk<Square> {
    let (attacks, rest) = (known.attacks, known.rest.clone());
    let solution = proved(position, known).into();
    let Some(rest) = rest else {
        let [black, white] = Numbers::of(position).stones(position);
        let moves = book.map(|book| book.moves_ahead(&black, &white));
        let replies = position.empty().filter(|_| !attacks).collect();
        return Walk { moves, replies, ..Walk::of(solution) };
    };
    let others = if rest.may_pass { Others::Pass } else { Others::Win };
    Walk {
        solution,
        replies: rest.replies,
        others: (!attacks).then_some(others),
        moves: Some(rest.moves),
        lines: Some(rest.lines).filter(|&lines| lines > 0.0),
    }
}

/// What the first certificate says that knows a position, reading so many moves of trees at most, and its book if it is
/// about boards; whoever unpacks the program's own is waited for as long as `patience`.
fn found(
    position: &Gomoku,
    most: u64,
    patience: Option<Duration>,
    stop: &AtomicBool,
) -> Option<(Option<&'static Book<'static>>, Known<Square>)> {
    let look = |book: &'static Book<'static>| Some((Some(book), in_book(book, position, most)?));
    let plane = |book: &'static plane::Book<'static>| Some((None, in_plane(book, position, most, stop)?));
    let found = shelf::in_use()
        .find_map(|shelf| shelf.boards.iter().find_map(look).or_else(|| shelf.planes.iter().find_map(plane)));
    if found.is_some() || shelf::is_asked_for() {
        return found;
    }
    own_proofs::book(position, most, patience, stop).and_then(look)
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
fn in_book(book: &Book<'_>, position: &Gomoku, most: u64) -> Option<Known<Square>> {
    let own = position.side_to_move();
    // A five that can be made is seen by every search, and no tree goes on from it.
    if !is_of(position, book.format()) || !goes_on(position) || position.winning_square(own).is_some() {
        return None;
    }
    let numbers = Numbers::of(position);
    let [black, white] = numbers.stones(position);
    book.known(&black, &white, most).map(|known| known.map(|number| numbers.square(number)))
}

/// What a certificate of the plane knows of a position on a square board.
fn in_plane(book: &plane::Book<'_>, position: &Gomoku, most: u64, stop: &AtomicBool) -> Option<Known<Square>> {
    let (rules, side) = (position.rules(), position.width());
    let is_of = rules.rule == Rule::Freestyle && rules.connect == 5 && side == position.height() && side >= LEAST_SIDE;
    if !is_of || !goes_on(position) || position.winning_square(position.side_to_move()).is_some() {
        return None;
    }
    // Black begins in the middle, on one of four squares where the number of columns is even: the board is turned so
    // that it is the same one.
    let less = (side as i32 - 1) / 2;
    let turn = |turned: bool, at: i32| if turned { side as i32 - 1 - at } else { at };
    let flips = [[false, false], [true, false], [false, true], [true, true]];
    flips.into_iter().take(if side.is_multiple_of(2) { 4 } else { 1 }).find_map(|[columns, rows]| {
        let place = |square: Square| (turn(columns, square.x() as i32) - less, turn(rows, square.y() as i32) - less);
        let [black, white] = [Side::FIRST, Side::SECOND]
            .map(|side| position.stones(side).squares().map(place).collect::<Vec<(i32, i32)>>());
        if !black.is_empty() && !black.contains(&(0, 0)) {
            return None;
        }
        let known = book.known([&black, &white], Some(side as i32), most, stop)?;
        let square = |(x, y)| Square::at(turn(columns, x + less) as usize, turn(rows, y + less) as usize);
        Some(known.map(square))
    })
}

/// Whether a game is not over in which both sides have taken turns.
fn goes_on(position: &Gomoku) -> bool {
    let [black, white] = [Side::FIRST, Side::SECOND].map(|side| position.stones(side).squares().count());
    position.outcome().is_none() && black == white + usize::from(position.side_to_move() != Side::FIRST)
}

/// The same, and the game to its end.
fn proved(position: &Gomoku, known: Known<Square>) -> Proved {
    let most = position.empty_squares() as u32;
    let plies = known.moves.saturating_mul(2).saturating_sub(u32::from(known.attacks)).min(most);
    Proved { wins: known.attacks, plies, line: to_end(position, known.line) }
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
    use crate::game::{Baselines, Notation};
    use crate::games::gomoku::verify::Certificate;

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
            let won = proved(&start, in_book(&book, &start, u64::MAX).expect(moves));
            assert!(won.wins && won.line.len() as u32 <= won.plies, "{won:?}");
            let mut end = start.clone();
            for &m in &won.line {
                assert!(end.is_legal(m), "{moves}: {}", end.move_text(m));
                end.make(m);
            }
            assert_eq!(end.outcome().map(|outcome| outcome.payoff(Side::FIRST)), Some(1), "{moves}");
            let mut after = start.clone();
            after.make(won.line[0]);
            let lost = proved(&after, in_book(&book, &after, u64::MAX).expect(moves));
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
            None => in_book(&book, position, u64::MAX).map(|known| step(Some(&book), position, known)),
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

    /// Its two positions are won on these boards, however they are turned, whatever White plays.
    #[test]
    fn a_certificate_of_the_plane_is_played_by_on_boards() {
        const PLANE: &[u8] = include_bytes!("../../../tests/data/gomoku-proof-plane-near.txt");
        let certificate = Certificate::parse(PLANE, Format::default()).expect("a certificate");
        let book = plane::Book::new(certificate, None).expect("no index");
        let known = |position: &Gomoku| in_plane(&book, position, u64::MAX, &AtomicBool::new(false));
        // The second is the first one turned by a half, from another of the four squares in the middle.
        for (moves, rules) in [
            ("j10 i6 k11 f18", "size=19"),
            ("j10 i6 k11 f18", "size=20"),
            ("k11 l15 j10 o3", "size=20"),
            ("j10 k14 i9 n2", "size=18"),
        ] {
            let start = position(moves, rules);
            for seed in 1..=12 {
                let (mut position, mut bound, mut turns) = (start.clone(), u32::MAX, 0);
                while position.outcome().is_none() {
                    let is_black = position.side_to_move() == Side::FIRST;
                    let five = position.winning_square(position.side_to_move());
                    let m = five.unwrap_or_else(|| {
                        let known = known(&position).unwrap_or_else(|| panic!("{}", position.position_text()));
                        assert_eq!(known.attacks, is_black);
                        let proved = proved(&position, known.clone());
                        assert!(proved.plies < bound, "{} after {bound}", proved.plies);
                        bound = proved.plies;
                        turns += 1;
                        let listed = known.rest.map(|rest| rest.replies).unwrap_or_default();
                        match (is_black, listed.get(seed as usize * 31 % (turns + listed.len())).copied()) {
                            (true, _) => known.line[0],
                            (false, Some(reply)) if seed % 2 == 0 => reply,
                            _ => position.baseline("vacancy", seed, None).expect("a move"),
                        }
                    });
                    assert!(position.is_legal(m));
                    position.make(m);
                }
                assert_eq!(position.outcome().map(|outcome| outcome.payoff(Side::FIRST)), Some(1), "{moves}");
            }
        }
        for (moves, rules) in [
            ("j10 i6 k11 f18", "size=19,rule=standard"),
            ("j10 i6 k11 f18", "size=19x20"),
            ("j10 i6 k11 e18", "size=19"),
            ("k10 j6 l11 g18", "size=19"),
            ("", "size=19"),
        ] {
            assert_eq!(known(&position(moves, rules)), None, "{moves} {rules}");
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
