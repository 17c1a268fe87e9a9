//! States, actions and the counter, checked against what the runner writes and reads.

use super::*;
use manyply::game::Variant;
use manyply::search::Options;
use std::fs;

/// The start as the runner writes it.
const START: &str = "0\n0 0 0 0 0 \n0 0 0 0 0 \n0 0 0 0 0 \n0 0 0 0 0 \n1 1 1 1 1 \n2 3 4 5 6 \n\n\
    6 5 4 3 2 \n1 1 1 1 1 \n0 0 0 0 0 \n0 0 0 0 0 \n0 0 0 0 0 \n0 0 0 0 0 \n\n";

/// A position as the runner writes it.
fn text(position: &Minichess) -> String {
    let mut text = format!("{}\n", position.side_to_move().index());
    for side in 0..2 {
        for row in 0..RANKS {
            for column in 0..FILES {
                let piece = position.board().at(FILES * (RANKS - 1 - row) + column);
                let number = piece
                    .filter(|(owner, _)| owner.index() == side)
                    .map_or(0, |(_, kind)| PIECES.iter().position(|&letter| letter == kind.letter()).unwrap());
                text += &format!("{number} ");
            }
            text.push('\n');
        }
        text.push('\n');
    }
    text
}

/// A file of this test's own.
fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("manyply-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn states_are_read() {
    let rules = Rules::default();
    let start = Minichess::start(&rules);
    assert_eq!(text(&start), START);
    let state = State::parse(START).unwrap();
    assert_eq!(state.position(Some(0), &rules), Ok(start));
    assert!(state.position(Some(1), &rules).is_err());
    let mut game = Played::new(Minichess::start(&rules));
    for step in 0..60 {
        let moves = game.legal_moves();
        if moves.is_empty() || !game.play(moves[step * 7 % moves.len()]) {
            break;
        }
        let position = game.position();
        if position.board().has_both_kings() {
            assert_eq!(
                State::parse(&text(position)).unwrap().position(Some(position.ply()), &rules).as_ref(),
                Ok(position)
            );
        }
    }
}

#[test]
fn what_is_no_state_is_refused() {
    for (text, words) in [
        ("", "too early"),
        ("2 0 0", "line 1, number 1"),
        ("0\n0 0 9", "line 2, number 3"),
        ("0\n0 -1", "line 2, number 2"),
        ("0\n0 é", "line 2, number 2"),
        (&START[..START.len() - 4], "too early"),
        (&format!("{START}0"), "after the end"),
        (&START.replacen("0 0 0 0 0", "0 3 0 0 0", 1), "both sides have a piece in row 0, column 1"),
    ] {
        let problem = State::parse(text).unwrap_err();
        assert!(problem.contains(words), "{text:?}: {problem}");
    }
    let without_king = State::parse(&START.replacen('6', "0", 1)).unwrap();
    assert!(without_king.game(None, &Rules::default()).is_err());
}

#[test]
fn moves_are_written_as_rows_and_columns() {
    let position = Minichess::start(&Rules::default());
    for (text, action) in [("a2a3", "4 0 3 0\n"), ("b1c3", "5 1 3 2\n")] {
        assert_eq!(line(&position, position.parse_move(text).unwrap()), action);
    }
    let corner = Minichess::parse_position("k3R/5/5/5/5/K4 w - - 0 1", &Rules::default()).unwrap();
    assert_eq!(line(&corner, corner.parse_move("e6b6").unwrap()), "0 4 0 1\n");
}

#[test]
fn plies_are_counted_over_games() {
    let rules = Minichess::parse_rules(RULES).unwrap();
    let counter = Counter::new(file("counter"));
    // Both sides ask, then only Black, then only White; the counter is never told that a new game begins.
    for sides in [&[0, 1][..], &[1], &[0]] {
        let mut game = Played::new(Minichess::start(&rules));
        while game.outcome().is_none() {
            let position = game.position();
            if sides.contains(&(position.ply() % 2)) {
                let state = State::parse(&text(position)).unwrap();
                assert_eq!(counter.count(&state).unwrap(), Some(position.ply()));
                // Asking twice changes nothing.
                assert_eq!(counter.count(&state).unwrap(), Some(position.ply()));
            }
            let moves = game.legal_moves();
            let quiet = moves.iter().find(|&&m| game.position().board().at(m.to()).is_none());
            game.play(*quiet.unwrap_or(&moves[0]));
        }
    }
    // A position from nowhere has no number, and does not disturb.
    let other = Minichess::parse_position("k4/5/5/5/5/K4 w - - 0 9", &rules).unwrap();
    assert_eq!(counter.count(&State::parse(&text(&other)).unwrap()).unwrap(), None);
    fs::write(&counter.0, "nonsense").unwrap();
    assert_eq!(counter.count(&State::parse(START).unwrap()).unwrap(), Some(0));
    fs::remove_file(&counter.0).unwrap();
    assert!(Counter::new("/nowhere/at/all").count(&State::parse(START).unwrap()).is_err());
}

#[test]
fn the_limit_counts_where_the_plies_are_known() {
    let rules = Minichess::parse_rules(RULES).unwrap();
    let state = State::parse(START).unwrap();
    let left = |ply| state.game(ply, &rules).unwrap().position().plies_left();
    assert_eq!([left(Some(0)), left(Some(48)), left(Some(50)), left(None)], [Some(50), Some(2), None, None]);
}

#[test]
fn each_depth_writes_a_line_and_the_last_is_the_move() {
    let path = file("action");
    fs::write(&path, "what an earlier player left\n").unwrap();
    let game = State::parse(START).unwrap().game(Some(0), &Rules::default()).unwrap();
    let mut searcher = EngineOf::new(Options { hash_mib: 1, ..Options::default() });
    let lines = play(&game, &mut searcher, &Limits::depth(5), &path, &AtomicBool::new(false)).unwrap();
    let written = fs::read_to_string(&path).unwrap();
    assert_eq!((lines, written.lines().count()), (5, 5));
    let legal: Vec<String> = game.legal_moves().into_iter().map(|m| line(game.position(), m)).collect();
    assert!(written.split_inclusive('\n').all(|line| legal.iter().any(|legal| legal == line)), "{written}");
    // A runner that stops at once gets a move all the same.
    let stopped = AtomicBool::new(true);
    assert!(play(&game, &mut searcher, &Limits::default(), &path, &stopped).unwrap() >= 1);
    fs::remove_file(&path).unwrap();
}
