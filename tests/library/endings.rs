//! Proven scores against endings solved exhaustively: distances are right, wins are wins, and nothing else is claimed.

use manyply::game::{Notation, Played, Position};
use manyply::games::minichess::Minichess;
use manyply::search::{EngineOf, Limits, Options, Score, Techniques};
use manyply::zobrist::SplitMix64;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

const SQUARES: usize = 30;

/// Every position with these pieces (letters of the notation), either side to move.
pub(super) fn positions(pieces: &str) -> Vec<Minichess> {
    let rules = Minichess::parse_rules("plies=none,repetition=0").unwrap();
    let pieces: Vec<char> = pieces.chars().collect();
    let mut found = Vec::new();
    for code in 0..SQUARES.pow(pieces.len() as u32) {
        let squares: Vec<usize> = (0..pieces.len()).map(|at| code / SQUARES.pow(at as u32) % SQUARES).collect();
        let mut board = ['1'; SQUARES];
        for (&square, &piece) in squares.iter().zip(&pieces) {
            board[square] = piece;
        }
        if board.iter().filter(|&&c| c != '1').count() < pieces.len() {
            continue;
        }
        let rows: Vec<String> = board.chunks(5).map(runs).collect();
        for side in ["w", "b"] {
            // Some arrangements are no positions: pawns on the last ranks.
            found.extend(Minichess::parse_position(&format!("{} {side} - - 0 1", rows.join("/")), &rules));
        }
    }
    found
}

/// A row with its empty squares counted.
fn runs(row: &[char]) -> String {
    let count = |run: &[char]| if run[0] == '1' { run.len().to_string() } else { run.iter().collect() };
    row.chunk_by(|a, b| a == b).map(count).collect()
}

/// Plies to the end for each position that can be won or lost by force, by key: negative where the mover loses.
pub(super) fn distances(positions: &[Minichess]) -> HashMap<u64, i32> {
    let mut known: HashMap<u64, i32> = HashMap::new();
    for plies in 1.. {
        let mut fresh = Vec::new();
        for position in positions.iter().filter(|position| !known.contains_key(&position.key())) {
            let mut list = <Minichess as Position>::Moves::default();
            position.moves(&mut list);
            // From the mover's view after each move; none where it is not decided yet.
            let values = list.as_slice().iter().map(|&m| {
                let mut next = position.clone();
                next.make(m);
                match next.outcome() {
                    Some(outcome) => (outcome.payoff(position.side_to_move()) > 0).then_some(1),
                    None => known.get(&next.key()).map(|&distance| -distance),
                }
            });
            let values: Vec<Option<i32>> = values.collect();
            if values.iter().any(|value| value.is_some_and(|value| value > 0)) {
                fresh.push((position.key(), plies));
            } else if values.iter().all(|value| value.is_some_and(|value| value < 0)) {
                fresh.push((position.key(), -plies));
            }
        }
        if fresh.is_empty() {
            return known;
        }
        known.extend(fresh);
    }
    known
}

fn score(position: &Minichess, depth: u32, techniques: Techniques) -> Score {
    let options = Options { hash_mib: 1, techniques, ..Options::default() };
    let game = Played::new(position.clone());
    let found =
        EngineOf::<Minichess>::new(options).search(&game, &Limits::depth(depth), &AtomicBool::new(false), &mut |_| ());
    found.score.expect("the game goes on")
}

#[test]
fn three_piece_endings() {
    let mut full_width = Techniques::NONE;
    for name in ["table", "null_windows", "mate_distance", "history", "killers"] {
        *full_width.switch(name).expect("a technique") = true;
    }
    let mut random = SplitMix64::new(5);
    for (pieces, simpler) in [("KQk", &["Kk"][..]), ("KRk", &["Kk"]), ("KPk", &["Kk", "KQk"])] {
        let ending = positions(pieces);
        let all: Vec<_> = simpler.iter().flat_map(|pieces| positions(pieces)).chain(ending.iter().cloned()).collect();
        let truth = distances(&all);
        for _ in 0..150 {
            let position = &ending[random.below(ending.len())];
            let expected = truth.get(&position.key()).copied();
            let text = position.position_text();
            match score(position, 12, Techniques::ALL) {
                Score::Win(plies) => assert!(expected.is_some_and(|n| n > 0 && n as u32 <= plies), "{text} {plies}"),
                Score::Loss(plies) => assert!(expected.is_some_and(|n| n < 0), "{text} {plies}"),
                Score::Draw => assert!(expected.is_none(), "{text}"),
                Score::Cp(_) => {}
            }
            let Some(distance) = expected.filter(|n| n.abs() <= 8) else { continue };
            let exact = if distance > 0 { Score::Win(distance as u32) } else { Score::Loss(distance.unsigned_abs()) };
            assert_eq!(score(position, distance.unsigned_abs(), full_width), exact, "{text}");
        }
    }
}
