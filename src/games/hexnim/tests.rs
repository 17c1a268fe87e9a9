//! The rules against a second, slow generator, the suite of counts, and the texts.

use super::grid::{self, Cells};
use super::symmetry::{SYMMETRIES, Shape};
use super::*;
use crate::bits::BitSet;
use crate::game::{Baselines, Notation, Outcome, Position, Side, Variant};
use crate::zobrist::SplitMix64;
use quickcheck::{Arbitrary, Gen, quickcheck};
use std::collections::BTreeSet;

/// A board of any size, dense or sparse.
#[derive(Clone, Debug)]
struct Board(Hexnim);

impl Arbitrary for Board {
    fn arbitrary(g: &mut Gen) -> Self {
        let mut random = SplitMix64::new(u64::arbitrary(g));
        let (width, height, density) = (1 + random.below(16), 1 + random.below(16), random.below(11));
        let winner = if random.below(2) == 0 { Winner::Misere } else { Winner::Normal };
        let free = grid::rectangle(16, 16).members().filter(|_| random.below(10) < density);
        Self(Hexnim::new(width, height, free.fold(Cells::EMPTY, Cells::with), Rules { winner }))
    }
}

fn position(text: &str) -> Hexnim {
    Hexnim::parse_position(text, &Rules::default()).expect("a position")
}

fn moves(position: &Hexnim) -> Vec<Line> {
    let mut list = <Hexnim as Position>::Moves::default();
    position.moves(&mut list);
    list.as_slice().to_vec()
}

/// The rules word by word: every start, length and direction, walked cell by cell; the sets of cells crossed out.
fn slow_moves(position: &Hexnim) -> BTreeSet<BTreeSet<(i32, i32)>> {
    let (width, height) = (position.width() as i32, position.height() as i32);
    let free = |x: i32, y: i32| {
        (0..width).contains(&x)
            && (0..height).contains(&y)
            && position.free().contains(grid::cell(x as usize, y as usize))
    };
    let step = |(x, y): (i32, i32), direction| match (direction, y % 2 == 1) {
        (1, true) | (2, false) => (x, y - 1),
        (1, false) => (x - 1, y - 1),
        (2, true) => (x + 1, y - 1),
        (3, _) => (x - 1, y),
        (4, _) => (x + 1, y),
        (5, true) | (6, false) => (x, y + 1),
        (5, false) => (x - 1, y + 1),
        _ => (x + 1, y + 1),
    };
    let mut all = BTreeSet::new();
    for start in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        for direction in 1..=6 {
            let mut line = BTreeSet::new();
            let mut at = start;
            while line.len() < 3 && free(at.0, at.1) {
                line.insert(at);
                all.insert(line.clone());
                at = step(at, direction);
            }
        }
    }
    all
}

fn cells_of(line: Line) -> BTreeSet<(i32, i32)> {
    line.set().members().map(grid::place).map(|(x, y)| (x as i32, y as i32)).collect()
}

fn perft(position: &mut Hexnim, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => moves(position)
            .into_iter()
            .map(|line| {
                position.make(line);
                let count = perft(position, depth - 1);
                position.unmake(line, ());
                count
            })
            .sum(),
    }
}

quickcheck! {
    fn generator_agrees_with_the_rules(board: Board) -> bool {
        let fast = moves(&board.0);
        let sets: BTreeSet<_> = fast.iter().map(|&line| cells_of(line)).collect();
        fast.is_sorted()
            && sets.len() == fast.len()
            && sets == slow_moves(&board.0)
            && board.0.count_moves() == fast.len() as u64
    }

    fn legal_is_generated(board: Board) -> bool {
        let generated: BTreeSet<Line> = moves(&board.0).into_iter().collect();
        (0..=u16::MAX).map(Line::from_index).all(|line| board.0.is_legal(line) == generated.contains(&line))
            && generated.iter().all(|&line| board.0.unpack(board.0.pack(line)) == Some(line))
    }

    fn make_and_unmake(board: Board) -> bool {
        let mut position = board.0.clone();
        let mut keys = BTreeSet::from([position.key()]);
        moves(&board.0).into_iter().all(|line| {
            position.make(line);
            let made = position.validate().is_ok()
                && keys.insert(position.key())
                && position.side_to_move() == Side::SECOND
                && position.free() == board.0.free().minus(line.set());
            position.unmake(line, ());
            made && position == board.0 && position.validate().is_ok() && position.side_to_move() == Side::FIRST
        })
    }

    fn texts_round_trip(board: Board) -> bool {
        let rules = board.0.rules();
        let again = Hexnim::parse_position(&board.0.position_text(), &rules);
        again.is_ok_and(|again| again == board.0 && again.key() == board.0.key())
            && Hexnim::parse_rules(&Hexnim::rules_text(&rules)) == Ok(rules)
            && moves(&board.0).into_iter().all(|line| board.0.parse_move(&board.0.move_text(line)) == Ok(line))
    }

    fn every_spelling_is_read(board: Board) -> bool {
        let (width, height) = (board.0.width(), board.0.height());
        let mut spelt = BTreeSet::new();
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            for (length, direction) in (1..=3).flat_map(|length| (1..=6).map(move |direction| (length, direction))) {
                if let Ok(line) = board.0.parse_move(&format!("{x},{y},{length},{direction}")) {
                    if line.length() != length || !line.set().contains(grid::cell(x, y)) {
                        return false;
                    }
                    spelt.insert(line);
                }
            }
        }
        spelt.into_iter().eq(moves(&board.0))
    }

    fn rotated_and_mirrored_boards_have_equal_perft(board: Board, index: usize) -> bool {
        let Some(cells) = Shape::of(board.0.free(), index % SYMMETRIES).cells() else { return true };
        let image = Hexnim::new(16, 16, cells, board.0.rules());
        let alike = |line: Line| Shape::canonical(image.free().minus(line.set()));
        image.count_moves() == board.0.count_moves()
            && (image.free().len() > 40 || {
                let mut ours: Vec<_> = moves(&board.0)
                    .into_iter()
                    .map(|line| Shape::canonical(board.0.free().minus(line.set())))
                    .collect();
                let mut theirs: Vec<_> = moves(&image).into_iter().map(alike).collect();
                ours.sort_unstable();
                theirs.sort_unstable();
                ours == theirs
            })
    }

    fn invalid_moves_are_refused(board: Board, text: String) -> bool {
        board.0.parse_move(&text).is_err() || text.contains(',')
    }
}

/// One line of a corpus of invalid texts: what is parsed, the kind of the mistake and its column, and the text.
fn refused(line: &str) {
    let mut fields = line.splitn(5, ' ');
    let [what, kind, column, text] = [(); 4].map(|()| fields.next().unwrap_or_default());
    let text = text.replace("\\s", " ");
    let error = match what {
        "rules" => Hexnim::parse_rules(&text).err(),
        "position" => Hexnim::parse_position(&text, &Rules::default()).err(),
        _ => position("..#/...").parse_move(&text).err(),
    };
    let error = error.unwrap_or_else(|| panic!("accepted: {line}"));
    assert_eq!((format!("{:?}", error.kind).as_str(), error.column.to_string().as_str()), (kind, column), "{line}");
}

#[test]
fn invalid_texts() {
    let corpus = include_str!("../../../tests/data/hexnim-invalid.txt");
    corpus.lines().filter(|line| !line.starts_with('#')).for_each(refused);
}

#[test]
fn suite() {
    for line in include_str!("../../../perft/hexnim.epd").lines().filter(|line| !line.starts_with("# ")) {
        let mut fields = line.split(" ;");
        let mut position = position(fields.next().unwrap_or_default());
        for field in fields {
            let (depth, count) = field.split_once(' ').expect("D<depth> <count>");
            let (depth, count): (u32, u64) = (depth[1..].parse().expect("depth"), count.trim().parse().expect("count"));
            if count < 3_000_000 {
                assert_eq!(perft(&mut position, depth), count, "{line}");
            }
        }
    }
}

#[test]
fn tournament_boards() {
    let counts: BTreeSet<u32> = (0..500)
        .map(|seed| {
            let board = Hexnim::random_start(&Rules::default(), seed).expect("a board");
            assert_eq!(Hexnim::random_start(&Rules::default(), seed), Some(board.clone()));
            let first = board.free().first().expect("a free cell");
            assert_eq!(grid::component(board.free(), first), board.free());
            board.free().len()
        })
        .collect();
    assert!(counts.into_iter().eq(12..=33));
}

#[test]
fn empty_boards_are_over() {
    for (rules, winner) in [("winner=misere", Side::SECOND), ("winner=normal", Side::FIRST)] {
        let rules = Hexnim::parse_rules(rules).expect("rules");
        let mut position = Hexnim::parse_position("#.#", &rules).expect("a position");
        assert_eq!((position.outcome(), position.plies_left()), (None, Some(1)));
        let line = position.parse_move("1,0,1,6").expect("a move");
        assert_eq!(position.move_text(line), "1,0,1,1");
        position.make(line);
        assert_eq!(position.outcome().and_then(Outcome::winner), Some(winner));
        assert!(moves(&position).is_empty() && position.baseline("rounds4", 1, None).is_none());
    }
}

#[test]
fn rounds4_plays_legal_moves_and_wins_short_games() {
    // A row of three is won by leaving one cell; four in a row, by leaving one or two separate pairs' worth of loss.
    let row = position("...");
    let line = row.baseline("rounds4", 0, None).expect("a move");
    assert_eq!(line.length(), 2);
    let full = Hexnim::start(&Rules::default());
    let first = full.baseline("rounds4", 7, None);
    assert_eq!(first, full.baseline("rounds4", 7, None));
    assert!(first.is_some_and(|line| full.is_legal(line)));
    assert_eq!(full.baseline("rounds5", 7, None), None);
}

#[test]
fn the_largest_board_fills_the_list() {
    let full = Hexnim::new(16, 16, grid::rectangle(16, 16), Rules::default());
    assert_eq!((moves(&full).len(), full.count_moves()), (position::MAX_MOVES, position::MAX_MOVES as u64));
    assert!(size_of::<Line>() <= 8);
}

#[test]
fn the_picture_shows_every_cell_once() {
    let board = position("..#/.../#..");
    let picture = board.picture();
    let places: BTreeSet<_> = picture.tiles.iter().map(|tile| (tile.line, tile.column)).collect();
    assert_eq!((picture.tiles.len(), places.len(), picture.writings.len()), (9, 9, 6));
}
