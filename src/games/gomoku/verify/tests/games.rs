//! Games against the strategies of certificates: whatever the defender plays, within the zones or outside, it loses.

use super::super::board::{Board, WHITE};
use super::super::file::Certificate;
use super::super::play::{at_random, play};
use super::super::{Book, Format, owner, read};
use super::{PROOFS, unlimited};

#[test]
fn no_defence_holds() {
    let mut random = unlimited(0x7072_6F6F_6603);
    for text in PROOFS {
        let certificate = Certificate::parse(text.as_bytes(), Format::default()).expect("a file");
        let mut board = Board::new();
        for root in &certificate.roots {
            let found = read(&certificate, root, &mut board, |reader| {
                let (facts, strategy) = reader.strategy()?;
                Ok((facts.checked, strategy))
            });
            let (checked, strategy) = found.expect("a right tree");
            let empty = certificate.format.squares() - root.stones.len() - 1;
            let lines = strategy.lines(strategy.root().expect("a move"), empty as f64);
            assert!((lines / checked.lines - 1.0).abs() < 1e-9, "{lines} lines, {checked:?}");
            for _ in 0..5000 {
                let plies = play(&mut board, &strategy, &mut at_random(&mut random)).expect("a win");
                assert!(plies < 2 * checked.longest, "{plies} plies");
            }
        }
    }
}

/// The book knows every position of such a game by its stones alone, on a board that is turned, and its bound holds.
#[test]
fn a_book_leads_to_a_win_from_any_image() {
    let mut random = unlimited(0x7072_6F6F_6604);
    for text in PROOFS {
        let certificate = Certificate::parse(text.as_bytes(), Format::default()).expect("a file");
        let format = certificate.format;
        let roots = certificate.roots.clone();
        let book = Book::new(certificate);
        let width = u16::from(format.width);
        for round in 0..40 {
            let turn = |square: u16| {
                let (x, y) = (square % width, square / width);
                let x = if round & 1 != 0 { width - 1 - x } else { x };
                let y = if round & 2 != 0 { width - 1 - y } else { y };
                if round & 4 != 0 { x * width + y } else { y * width + x }
            };
            let root = &roots[random(roots.len())];
            let mut stones: [Vec<u16>; 2] = Default::default();
            root.stones.iter().enumerate().for_each(|(number, &square)| stones[number % 2].push(turn(square)));
            let mut bound = u32::MAX;
            loop {
                let mut board = Board::new();
                board.clear(format, None);
                let on_sheet = |square: u16| format.on_sheet(square).expect("a square");
                let attacker = root.stones.len() % 2;
                for (side, squares) in stones.iter().enumerate() {
                    let owner = owner(side, attacker);
                    squares.iter().for_each(|&square| board.put(on_sheet(square), owner));
                }
                if !board.wins().is_empty() {
                    break;
                }
                assert!(!board.threatens(WHITE), "{stones:?}");
                let known = book.known(&stones[0], &stones[1], u64::MAX).expect("a position of the strategy");
                assert!(known.attacks && known.moves < bound, "{known:?}");
                bound = known.moves;
                let m = known.line[0];
                assert!(board.is_empty(on_sheet(m)));
                assert_eq!(book.known(&stones[0], &stones[1], 0).map(|known| known.line[0]), Some(m), "it is kept");
                stones[attacker].push(m);
                let after = book.known(&stones[0], &stones[1], u64::MAX).expect("it is known before the reply, too");
                assert!(!after.attacks && after.moves < bound);
                let is_empty = |square: &u16| board.is_empty(on_sheet(*square)) && *square != m;
                let listed = after.line.first().copied().filter(|_| random(2) == 0);
                let empty: Vec<u16> = (0..format.squares() as u16).filter(is_empty).collect();
                stones[1 - attacker].push(listed.unwrap_or_else(|| empty[random(empty.len())]));
            }
        }
        let far = (vec![0, 2, 30], vec![224, 222, 190]);
        assert_eq!(book.known(&far.0, &far.1, u64::MAX), None, "another position");
    }
}

/// A damaged tree is not believed, and one that is longer than there is time for is not read.
#[test]
fn only_checked_trees_are_used() {
    let (moves, tree) = PROOFS[0].lines().find_map(|line| line.split_once('|')).expect("a root");
    let damaged = format!("{moves}|{}", &tree[..tree.len() - 2]);
    for (text, most) in [(damaged.as_str(), u64::MAX), (PROOFS[0], 10)] {
        let certificate = Certificate::parse(text.as_bytes(), Format::default()).expect("a file");
        let stones = certificate.roots[0].stones.clone();
        let side = |side: usize| stones.iter().copied().skip(side).step_by(2).collect::<Vec<u16>>();
        assert_eq!(Book::new(certificate).known(&side(0), &side(1), most), None);
    }
}
