//! The rules once more, slow and plain: a grid of letters, windows of squares, definitions word by word.

use super::*;
use crate::game::Variant;
use std::collections::BTreeSet;

const WAYS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

#[derive(Clone)]
struct Grid {
    rows: Vec<Vec<char>>,
    connect: usize,
    rule: Rule,
}

impl Grid {
    fn of(position: &Gomoku) -> Self {
        let letter = |x, y| {
            let square = Square::at(x, y);
            match () {
                () if position.stones(Side::FIRST).contains(square) => 'x',
                () if position.stones(Side::SECOND).contains(square) => 'o',
                () => '.',
            }
        };
        let row = |y| (0..position.width()).map(|x| letter(x, y)).collect();
        let Rules { connect, rule, .. } = position.rules();
        Self { rows: (0..position.height()).map(row).collect(), connect: connect.into(), rule }
    }

    /// What is on a square; `#` beyond the board.
    fn at(&self, (x, y): (i32, i32)) -> char {
        let row = usize::try_from(y).ok().and_then(|y| self.rows.get(y));
        row.and_then(|row| row.get(usize::try_from(x).ok()?)).copied().unwrap_or('#')
    }

    fn with(&self, (x, y): (i32, i32), letter: char) -> Self {
        let mut grid = self.clone();
        grid.rows[y as usize][x as usize] = letter;
        grid
    }

    /// Stones in a row through a square, in each way.
    fn runs(&self, (x, y): (i32, i32)) -> Vec<usize> {
        let letter = self.at((x, y));
        let arm = |dx: i32, dy: i32| (1..).take_while(|n| self.at((x + dx * n, y + dy * n)) == letter).count();
        WAYS.iter().map(|&(dx, dy)| 1 + arm(dx, dy) + arm(-dx, -dy)).collect()
    }

    fn wins(&self, at: (i32, i32)) -> bool {
        let exact = match self.rule {
            Rule::Freestyle => false,
            Rule::Standard => true,
            Rule::Renju => self.at(at) == 'x',
        };
        self.runs(at).into_iter().any(|run| if exact { run == self.connect } else { run >= self.connect })
    }

    /// All rows of `length` squares in one way that contain a square.
    fn windows(at: (i32, i32), (dx, dy): (i32, i32), length: i32) -> impl Iterator<Item = Vec<(i32, i32)>> {
        let square = move |n: i32| (at.0 + dx * n, at.1 + dy * n);
        (1 - length..=0).map(move |first| (first..first + length).map(square).collect())
    }

    /// The squares just outside of a window.
    fn beyond(window: &[(i32, i32)]) -> [(i32, i32); 2] {
        let (first, second, last) = (window[0], window[1], window[window.len() - 1]);
        let (dx, dy) = (second.0 - first.0, second.1 - first.1);
        [(first.0 - dx, first.1 - dy), (last.0 + dx, last.1 + dy)]
    }

    /// The sets of four black stones, one of them on `at`, that lack one stone to be exactly five.
    fn fours(&self, at: (i32, i32)) -> usize {
        let mut sets = BTreeSet::new();
        for way in WAYS {
            for window in Self::windows(at, way, 5) {
                let black: BTreeSet<_> = window.iter().copied().filter(|&at| self.at(at) == 'x').collect();
                let empty = window.iter().filter(|&&at| self.at(at) == '.').count();
                let is_bounded = Self::beyond(&window).iter().all(|&at| self.at(at) != 'x');
                if black.len() == 4 && empty == 1 && is_bounded {
                    sets.insert(black);
                }
            }
        }
        sets.len()
    }

    /// Whether the black stone on `at` is part of an open three in `way`: it can become a straight four by an allowed
    /// stone.
    fn has_three(&self, at: (i32, i32), way: (i32, i32)) -> bool {
        Self::windows(at, way, 4).any(|window| {
            let empty: Vec<_> = window.iter().copied().filter(|&at| self.at(at) == '.').collect();
            let black = window.iter().filter(|&&at| self.at(at) == 'x').count();
            let ends = Self::beyond(&window);
            // Both ends must make exactly five.
            let open = ends.iter().all(|&end| self.at(end) == '.');
            let further = [
                [ends[0], window[0], window[1], window[2], window[3]],
                [window[0], window[1], window[2], window[3], ends[1]],
            ];
            let exact = further.iter().all(|five| Self::beyond(five).iter().all(|&at| self.at(at) != 'x'));
            black == 3 && empty.len() == 1 && open && exact && {
                let next = self.with(empty[0], 'x');
                !next.runs(empty[0]).contains(&5) && !self.forbids(empty[0])
            }
        })
    }

    /// Whether Black may not play on the empty square `at`.
    fn forbids(&self, at: (i32, i32)) -> bool {
        let played = self.with(at, 'x');
        let runs = played.runs(at);
        !runs.contains(&5)
            && (runs.iter().any(|&run| run > 5)
                || played.fours(at) >= 2
                || WAYS.iter().filter(|&&way| played.has_three(at, way)).count() >= 2)
    }

    /// The legal moves of `letter`, row by row.
    fn moves(&self, letter: char) -> Vec<(i32, i32)> {
        let columns = self.rows[0].len() as i32;
        let squares = (0..self.rows.len() as i32).flat_map(|y| (0..columns).map(move |x| (x, y)));
        let forbids = self.rule == Rule::Renju && letter == 'x';
        squares.filter(|&at| self.at(at) == '.' && !(forbids && self.forbids(at))).collect()
    }
}

fn place(square: Square) -> (i32, i32) {
    (square.x() as i32, square.y() as i32)
}

/// Moves and results agree through whole random games.
fn play(options: &str, games: u64) {
    for seed in 0..games {
        let mut random = SplitMix64::new(seed);
        let mut position = Gomoku::start(&rules(options));
        loop {
            let grid = Grid::of(&position);
            let side = position.side_to_move();
            let letter = ['x', 'o'][side.index()];
            let moves = legal(&position);
            let expected = grid.moves(letter);
            assert_eq!(moves.iter().map(|&m| place(m)).collect::<Vec<_>>(), expected, "{}", position.position_text());
            assert_eq!(position.count_moves(), expected.len() as u64);
            if expected.is_empty() {
                assert_eq!(position.outcome(), Some(Outcome::DRAW));
                break;
            }
            assert_eq!(position.outcome(), None);
            let m = moves[random.below(moves.len())];
            position.make(m);
            let won = grid.with(place(m), letter).wins(place(m));
            assert_eq!(position.outcome() == Some(Outcome::win(side)), won, "{}", position.position_text());
            if won {
                assert!(legal(&position).is_empty());
                break;
            }
        }
    }
}

#[test]
fn random_games() {
    for rule in ["freestyle", "standard"] {
        for (connect, size) in
            [(3, "3"), (3, "4x3"), (4, "5x4"), (5, "9x6"), (5, "15"), (6, "20"), (3, "1x20"), (19, "20")]
        {
            play(&format!("rule={rule},connect={connect},size={size}"), 6);
        }
    }
    for size in ["5", "7x6", "15", "20x5"] {
        play(&format!("rule=renju,size={size}"), 6);
    }
}

/// Random boards are full of what games rarely have: fours and threes in all ways, squares forbidden in turn.
#[test]
fn forbidden_squares_of_random_boards() {
    let mut random = SplitMix64::new(1);
    let mut forbidden = 0;
    for _ in 0..1500 {
        let position = random_board(&mut random, "rule=renju");
        let grid = Grid::of(&position);
        for square in position.empty() {
            let expected = grid.forbids(place(square));
            assert_eq!(position.is_forbidden(square), expected, "{}: {square:?}", position.position_text());
            forbidden += u32::from(expected);
        }
    }
    assert!(forbidden > 1000, "{forbidden} forbidden squares");
}

#[test]
fn winning_squares_of_random_boards() {
    let mut random = SplitMix64::new(2);
    for round in 0..600 {
        let rule = ["freestyle", "standard", "renju"][round % 3];
        let connect = if rule == "renju" { 5 } else { 3 + random.below(5) };
        let position = random_board(&mut random, &format!("rule={rule},connect={connect}"));
        let grid = Grid::of(&position);
        for (side, letter) in [(Side::FIRST, 'x'), (Side::SECOND, 'o')] {
            let expected: Vec<_> =
                position.empty().filter(|&at| grid.with(place(at), letter).wins(place(at))).collect();
            let found: Vec<_> = position.empty().filter(|&square| position.wins_at(side, square)).collect();
            assert_eq!(found, expected, "{}", position.position_text());
            match position.winning_square(side) {
                Some(square) => assert!(expected.contains(&square)),
                None => assert!(expected.is_empty()),
            }
        }
    }
}
