//! What the rules say, in examples.

use super::*;
use crate::game::{Outcome, Played, TextErrorKind, Variant};

const START: &str = "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1";

#[test]
fn start_and_texts() {
    let start = Minichess::start(&Rules::default());
    assert_eq!(start.position_text(), START);
    assert_eq!(position(START, ""), start);
    assert_eq!(Minichess::rules_text(&start.rules()), "plies=100,limit=material,repetition=4,king=capture");
    let moved = after(start, "a2a3 b5b4 a3b4");
    assert_eq!(moved.position_text(), "kqbnr/p1ppp/1P3/5/1PPPP/RNBQK b - - 0 2");
    assert_eq!(moved.ply(), 3);
    // The half-move clock means nothing.
    assert_eq!(position("kqbnr/p1ppp/1P3/5/1PPPP/RNBQK b - - 7 2", ""), moved);
}

#[test]
fn presets_and_later_options() {
    let text = |rules| Minichess::rules_text(&Minichess::parse_rules(rules).expect("rules"));
    assert_eq!(text("2026"), text("default"));
    assert_eq!(text("2023"), "plies=50,limit=material,repetition=0,king=capture");
    assert_eq!(text("2023,plies=none, limit=draw"), "plies=none,limit=draw,repetition=0,king=capture");
    assert_eq!(text("king=royal,2023"), "plies=50,limit=material,repetition=0,king=royal");
    assert_eq!(text("king=royal,2026"), text(""));
}

#[test]
fn a_pawn_becomes_a_queen() {
    let position = position("1n2k/P3P/5/5/p3p/K2N1 w - - 0 1", "");
    assert_eq!(after(position.clone(), "a5a6q").position_text(), "Qn2k/4P/5/5/p3p/K2N1 b - - 0 1");
    assert_eq!(after(position.clone(), "a5b6"), after(position.clone(), "a5b6q"));
    assert_eq!(position.parse_move("d1e3q").map_err(|error| error.kind), Err(TextErrorKind::Illegal));
    assert_eq!(after(position, "a5a6 e2d1").position_text(), "Qn2k/4P/5/5/p4/K2q1 w - - 0 2");
}

#[test]
fn pawns_on_last_ranks_never_move() {
    for text in ["P3k/5/5/5/5/4K w - - 0 1", "4k/5/5/5/5/p3K b - - 0 1"] {
        let position = position(text, "");
        assert!(moves(&position).iter().all(|m| matches!(position.board().at(m.from()), Some((_, Kind::King)))));
    }
}

#[test]
fn taking_the_king_wins() {
    let over = after(position("4k/3QP/3N1/5/5/R3K w - - 0 1", ""), "d5e6");
    assert_eq!(over.outcome(), Some(Outcome::win(Side::FIRST)));
    assert_eq!((moves(&over), over.count_moves()), (Vec::new(), 0));
    assert_eq!(position(&over.position_text(), ""), over);
    // With the last ply too, against the count, and where the limit makes a draw.
    for rules in ["", "limit=draw"] {
        let last = position("k4/5/QQQ2/5/4r/4K b - - 0 50", rules);
        assert_eq!(last.plies_left(), Some(1));
        assert_eq!(after(last, "e2e1").outcome(), Some(Outcome::win(Side::SECOND)));
    }
}

#[test]
fn the_limit_counts_material() {
    let at = |board: &str, rules| position(&format!("{board} w - - 0 51"), rules).outcome();
    assert_eq!(at("k4/1b3/5/5/5/R3K", ""), Some(Outcome::win(Side::SECOND)));
    assert_eq!(at("k4/1n3/5/5/5/R3K", ""), Some(Outcome::win(Side::SECOND)));
    assert_eq!(at("k4/1b3/5/5/P4/R3K", ""), Some(Outcome::DRAW));
    assert_eq!(at("kqbnr/ppppp/5/5/PPPPP/RNB1K", ""), Some(Outcome::win(Side::SECOND)));
    assert_eq!(at("k4/1b3/5/5/5/R3K", "limit=draw"), Some(Outcome::DRAW));
    assert_eq!(at("k4/1b3/5/5/5/R3K", "plies=101"), None);
    assert_eq!(at("k4/1b3/5/5/5/R3K", "plies=none"), None);
    let late = position("k4/1b3/5/5/5/R3K w - - 0 50", "");
    assert_eq!((late.plies_left(), late.outcome()), (Some(2), None));
    assert_eq!(after(late, "e1e2 b5c4").plies_left(), Some(0));
    assert_eq!(position("k4/1b3/5/5/5/R3K w - - 0 900", "").plies_left(), Some(0));
}

#[test]
fn without_a_move_a_side_has_lost() {
    let text = "5/5/5/4K/pp3/kp3 b - - 0 1";
    for rules in ["", "king=royal"] {
        let walled_in = position(text, rules);
        assert_eq!((moves(&walled_in), walled_in.outcome()), (Vec::new(), Some(Outcome::win(Side::FIRST))));
    }
    // Stalemate by chess rules is lost; where kings may be taken there are moves left.
    let stalemate = "k4/2Q2/1K3/5/5/5 b - - 0 1";
    assert_eq!(position(stalemate, "king=royal").outcome(), Some(Outcome::win(Side::FIRST)));
    assert_eq!(position(stalemate, "").outcome(), None);
    // Past the limit nobody has to move any more.
    let late = "k4/2Q2/1K3/5/5/5 b - - 0 60";
    assert_eq!(position(late, "king=royal,limit=draw").outcome(), Some(Outcome::DRAW));
    assert_eq!(position(text, "plies=1,limit=draw").outcome(), Some(Outcome::DRAW));
}

#[test]
fn the_fourth_occurrence_is_a_draw() {
    let mut game = Played::new(Minichess::start(&Rules::default()));
    let round = ["b1a3", "d6e4", "a3b1", "e4d6"];
    for (ply, text) in round.iter().cycle().take(12).enumerate() {
        assert_eq!(game.outcome(), None, "ply {ply}");
        let m = game.position().parse_move(text).expect("a move");
        assert!(game.play(m));
    }
    assert_eq!(game.outcome(), Some(Outcome::DRAW));
}

#[test]
fn fits_the_lists() {
    // However the pieces stand: a side has at most its pieces' moves, and each free square can be entered from each of
    // eight directions once and by each knight around it.
    let reach = |square: Square, jumps: bool| {
        let (file, rank) = ((square % 5) as i32, (square / 5) as i32);
        let near = |a: i32, b: i32| if jumps { a * b == 2 } else { a.max(b) == 1 };
        (0..30).filter(|&to: &i32| near((to % 5 - file).abs(), (to / 5 - rank).abs())).count()
    };
    let queen = |square: Square| {
        super::super::attacks::bishop(square, 0).count_ones() + super::super::attacks::rook(square, 0).count_ones()
    };
    let mut most_from: Vec<usize> = (0..30).map(|square| (queen(square) as usize).max(reach(square, true))).collect();
    let mut most_to: Vec<usize> = (0..30).map(|square| reach(square, false) + reach(square, true)).collect();
    most_from.sort_unstable_by(|a, b| b.cmp(a));
    most_to.sort_unstable_by(|a, b| b.cmp(a));
    let most = (1..30).map(|own| most_from[..own].iter().sum::<usize>().min(most_to[..30 - own].iter().sum())).max();
    assert!(most.is_some_and(|most| most <= super::super::position::Moves::new().capacity()), "{most:?}");
}
