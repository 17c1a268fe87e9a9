//! Small boards: certificates exist exactly where every line of play, tried out, is won.

use super::super::board::{BLACK, Board, MOST_CONNECT, WHITE, Zone};
use super::super::tree::Reader;
use super::super::{Book, Certificate, Format, owner, play_games, rules_text, verify};
use super::unlimited;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

/// A side's stone.
type Stone = usize;

const EMPTY: Option<Stone> = None;

/// A slow and obvious game: squares, runs by walking.
#[derive(Clone)]
struct Slow {
    format: Format,
    squares: Vec<Option<Stone>>,
    known: HashMap<(Vec<Option<Stone>>, bool), bool>,
}

impl Slow {
    fn wins_at(&self, square: usize, stone: Stone) -> bool {
        let (width, height) = (i32::from(self.format.width), i32::from(self.format.height));
        let has = |x: i32, y: i32| {
            (0..width).contains(&x) && (0..height).contains(&y) && self.squares[(y * width + x) as usize] == Some(stone)
        };
        let (x, y) = (square as i32 % width, square as i32 / width);
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            let walk = |sign: i32| (1..).take_while(|&n| has(x + sign * n * dx, y + sign * n * dy)).count();
            let run = 1 + walk(1) + walk(-1);
            let needed = usize::from(self.format.connect);
            if self.format.exact { run == needed } else { run >= needed }
        })
    }

    /// Whether the attacker wins, whoever is to move.
    fn attacker_wins(&mut self, attacks: bool) -> bool {
        let key = (self.squares.clone(), attacks);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let stone = if attacks { BLACK } else { WHITE };
        let empty: Vec<usize> = (0..self.squares.len()).filter(|&square| self.squares[square] == EMPTY).collect();
        // With a full board nobody has won.
        let mut wins = !attacks && !empty.is_empty();
        for square in empty {
            self.squares[square] = Some(stone);
            let after = if self.wins_at(square, stone) { attacks } else { self.attacker_wins(!attacks) };
            self.squares[square] = EMPTY;
            if after == attacks {
                wins = attacks;
                break;
            }
        }
        self.known.insert(key, wins);
        wins
    }
}

type Tree = (Vec<u16>, [Zone; MOST_CONNECT - 1]);

/// A prover that tries every move of the attacker, by the rules of certificates alone.
struct Naive {
    board: Board,
    format: Format,
    stones: Vec<Option<Stone>>,
    known: HashMap<Vec<Option<Stone>>, Option<Tree>>,
}

impl Naive {
    fn new(format: Format) -> Self {
        let mut board = Board::new();
        board.clear(format, None);
        Self { board, format, stones: vec![None; format.squares()], known: HashMap::new() }
    }

    fn on_sheet(&self, square: usize) -> u16 {
        self.format.on_sheet(square as u16).expect("a square")
    }

    fn put(&mut self, square: usize, stone: Stone) {
        self.board.put(self.on_sheet(square), stone);
        self.stones[square] = Some(stone);
    }

    fn take(&mut self, square: usize, stone: Stone) {
        self.board.take(self.on_sheet(square), stone);
        self.stones[square] = None;
    }

    fn tree(&mut self) -> Option<Tree> {
        if let Some(known) = self.known.get(&self.stones) {
            return known.clone();
        }
        let found =
            (0..self.stones.len()).filter(|&m| self.stones[m].is_none()).collect::<Vec<_>>().into_iter().find_map(
                |m| {
                    self.put(m, BLACK);
                    let found = self.after(m);
                    self.take(m, BLACK);
                    found
                },
            );
        self.known.insert(self.stones.clone(), found.clone());
        found
    }

    fn after(&mut self, m: usize) -> Option<Tree> {
        let ks = usize::from(self.format.connect) - 1;
        let mut zones = [const { Zone::new() }; MOST_CONNECT - 1];
        zones.iter_mut().for_each(|zone| zone.insert(self.on_sheet(m)));
        let mut moves = vec![m as u16];
        if self.board.has_run(BLACK) {
            return Some((moves, zones));
        }
        if self.board.threatens(WHITE) {
            return None;
        }
        let wins = self.board.wins();
        for (zone, least) in zones.iter_mut().zip((0..ks).rev()) {
            for window in self.board.all_live(WHITE) {
                let has_stone = |&square: &u16| !self.board.is_empty(square);
                if window.squares().filter(has_stone).count() >= least {
                    window.squares().for_each(|square| zone.insert(square));
                }
            }
            wins.iter().for_each(|&square| zone.insert(square));
        }
        let replies = match wins[..] {
            [] => {
                let (pass, passed) = self.tree()?;
                moves.extend(pass);
                (1..ks).for_each(|k| zones[k - 1].unite(&passed[k]));
                (0..self.stones.len()).for_each(|square| zones[ks - 1].insert(self.on_sheet(square)));
                let zone = passed[0].squares().expect("of a board");
                let is_reply = |&r: &usize| self.stones[r].is_none() && zone.contains(&self.on_sheet(r));
                (0..self.stones.len()).filter(is_reply).collect()
            }
            [reply] => vec![usize::from(self.format.of_sheet(reply))],
            _ => Vec::new(),
        };
        for reply in replies {
            self.put(reply, WHITE);
            let tree = self.tree();
            self.take(reply, WHITE);
            let (tree, others) = tree?;
            moves.extend(tree);
            zones.iter_mut().zip(&others).for_each(|(zone, other)| zone.unite(other));
        }
        Some((moves, zones))
    }
}

/// Compares a position's certificate, if there is one, with all lines of play; whether the attacker wins.
fn compare(format: Format, stones: &[Option<Stone>]) -> Option<bool> {
    let mut naive = Naive::new(format);
    for (square, stone) in stones.iter().enumerate() {
        stone.iter().for_each(|&stone| naive.put(square, stone));
    }
    if [BLACK, WHITE].into_iter().any(|side| naive.board.has_run(side)) {
        return None;
    }
    let mut slow = Slow { format, squares: stones.to_vec(), known: HashMap::new() };
    let wins = slow.attacker_wins(true);
    let tree = naive.tree();
    assert_eq!(tree.is_some(), wins, "{format:?} {stones:?}");
    if let Some((moves, _)) = tree {
        let on_sheet: Vec<u16> = moves.iter().map(|&m| naive.on_sheet(m.into())).collect();
        let mut reader = Reader::new(&mut naive.board, &on_sheet);
        let checked =
            reader.check().map(|facts| facts.checked).unwrap_or_else(|flaw| panic!("{flaw}: {format:?} {stones:?}"));
        assert_eq!(checked.moves, moves.len() as u64);
    }
    Some(wins)
}

/// The tree of a position with the attacker to move, its stones in turn, the attacker's first.
fn tree_of(format: Format, stones: &[u16]) -> Option<Vec<u16>> {
    let mut naive = Naive::new(format);
    for (turn, &square) in stones.iter().enumerate() {
        naive.put(usize::from(square), owner(turn, stones.len()));
    }
    naive.tree().map(|(moves, _)| moves)
}

/// A book of the positions after the first reply wins from the empty board, whatever is replied.
#[test]
fn a_book_wins_small_boards_from_the_empty_one() {
    let mut random = unlimited(0x7072_6F6F_6606);
    for (width, height) in [(4, 3), (4, 4), (5, 3)] {
        let format = format(width, height, 3, false);
        let squares = format.squares() as u16;
        let first = tree_of(format, &[]).expect("a win")[0];
        let mut text = format!("# rules: {}\n", rules_text(format));
        let name = |square: u16| {
            let (row, column) = (square / u16::from(width), square % u16::from(width));
            format!("{}{}", (b'a' + column as u8) as char, row + 1)
        };
        for reply in (0..squares).filter(|&reply| reply != first) {
            let tree = tree_of(format, &[first, reply]).expect("a win after every reply");
            let tree: String = tree.iter().map(|m| format!("{m:02x}")).collect();
            text += &format!("{} {}|{tree}\n", name(first), name(reply));
        }
        let certificate = Certificate::parse(text.as_bytes(), Format::default()).expect("a file");
        let verified = verify(&certificate, 1, &AtomicBool::new(false), &|_| ()).expect("it is right").expect("all");
        assert_eq!(verified.covers[0].map(|cover| cover.fewest), Some(0));
        let games = play_games(&certificate, 500, 2, &|| None, &AtomicBool::new(false), &|_| ()).expect("all are won");
        assert_eq!(games.map(|games| games.games), Some(500));
        let book = Book::new(certificate).with_longest(Some(verified.checked.longest));
        for _ in 0..200 {
            let (mut naive, mut stones) = (Naive::new(format), [Vec::new(), Vec::new()]);
            let mut bound = u32::from(squares);
            loop {
                let win = naive.board.wins().first().map(|&win| format.of_sheet(win));
                let m = win.unwrap_or_else(|| {
                    let known = book.known(&stones[0], &stones[1], u64::MAX).expect("a position of the book");
                    assert!(known.attacks && known.moves <= bound, "{stones:?}: {known:?}, {bound} moves left");
                    assert_eq!(known.rest.lines.is_some(), !stones[1].is_empty(), "roots have a stone of either side");
                    bound = known.moves;
                    known.line[0]
                });
                naive.put(m.into(), BLACK);
                stones[0].push(m);
                if naive.board.has_run(BLACK) {
                    break;
                }
                assert!(!naive.board.threatens(WHITE), "{stones:?}");
                // With as few stones as the book has no tree for, too, it knows that the defender loses.
                let known = book.known(&stones[0], &stones[1], u64::MAX).expect("a position of the book");
                assert!(!known.attacks && known.moves < bound, "{stones:?}: {known:?}, {bound} moves left");
                assert!(known.line.first().is_none_or(|&reply| naive.stones[usize::from(reply)].is_none()));
                assert!(stones[0].len() > 1 || !known.line.is_empty());
                bound = known.moves;
                let empty: Vec<u16> =
                    (0..squares).filter(|&square| naive.stones[usize::from(square)].is_none()).collect();
                let reply = empty[random(empty.len())];
                naive.put(reply.into(), WHITE);
                stones[1].push(reply);
            }
        }
    }
}

fn format(width: u8, height: u8, connect: u8, exact: bool) -> Format {
    Format { width, height, connect, exact, plane: false }
}

#[test]
fn empty_boards_have_their_known_values() {
    // Three in a row is drawn on 3x3 and won on 3x4 and larger boards; four in a row is drawn on 4x4.
    for (width, height, connect, wins) in
        [(3, 3, 3, false), (4, 3, 3, true), (3, 4, 3, true), (4, 4, 3, true), (5, 3, 3, true), (4, 4, 4, false)]
    {
        let format = format(width, height, connect, false);
        assert_eq!(compare(format, &vec![None; format.squares()]), Some(wins), "{format:?}");
    }
}

#[test]
fn random_positions_have_a_certificate_just_where_every_line_is_won() {
    let mut random = unlimited(0x7072_6F6F_6601);
    let mut counts = [0; 2];
    for round in 0..600 {
        let (width, height, connect) =
            [(5, 4, 3), (4, 5, 4), (5, 5, 4), (6, 4, 4), (5, 5, 5), (7, 3, 3), (12, 1, 4), (6, 5, 5)][round % 8];
        let format = format(width, height, connect, random(2) == 1);
        // So many empty squares as all lines can be tried out of.
        let empty = 6 + random(5);
        let mut stones = vec![None; format.squares()];
        let mut filled: Vec<usize> = (0..stones.len()).collect();
        for number in 0..stones.len().saturating_sub(empty) {
            let square = filled.swap_remove(random(filled.len()));
            stones[square] = Some(if number % 2 == 0 { BLACK } else { WHITE });
        }
        if let Some(wins) = compare(format, &stones) {
            counts[usize::from(wins)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}
