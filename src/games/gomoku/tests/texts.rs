//! Positions, moves and options as texts.

use super::*;
use crate::game::Variant;

#[test]
fn positions_are_written_as_they_are_read() {
    for text in ["15/15/15/15/15/15/15/7x7/6o8/15/15/15/15/15/15 x", "3x/4/o3 o", "20 x", "1/1/1 x", "x1o10x6 o"] {
        assert_eq!(position(text, "default").position_text(), text);
    }
    let oblong = Gomoku::start(&rules("size=7x3"));
    assert_eq!(oblong.position_text(), "7/7/7 x");
}

#[test]
fn squares_are_counted_from_the_bottom_left() {
    let board = after("a1 o1 a15", "default");
    assert_eq!(board.position_text(), "x14/15/15/15/15/15/15/15/15/15/15/15/15/15/x13o o");
    assert_eq!(board.move_text(Square::at(7, 7)), "h8");
    assert_eq!(Gomoku::start(&rules("size=20")).move_text(Square::at(19, 0)), "t20");
    assert_eq!(board.parse_move("H8"), Ok(Square::at(7, 7)));
}

#[test]
fn moves_may_be_written_together() {
    let columns = |text| Gomoku::split_moves(text);
    assert_eq!(columns("h8h9 i8"), [(1, "h8"), (3, "h9"), (6, "i8")]);
    assert_eq!(columns(" h10 i1j2"), [(2, "h10"), (6, "i1"), (8, "j2")]);
    assert_eq!(columns("8h8"), [(1, "8"), (2, "h8")]);
    assert_eq!(columns("é8hé"), [(1, "é8"), (3, "h"), (4, "é")]);
    assert_eq!(after("h8h9i8", "default"), after("h8 h9 i8", "default"));
}

#[test]
fn options() {
    assert_eq!(Gomoku::rules_text(&Rules::default()), "rule=freestyle,connect=5,size=15");
    let text = "rule=standard,connect=19,size=20x1";
    assert_eq!(Gomoku::rules_text(&rules(text)), text);
    assert_eq!(rules("size=20x20"), rules("size=20"));
    assert_eq!(rules("connect=5,rule=renju").rule, Rule::Renju);
}

/// A game that is over is read as over, one that goes on as going on, also with runs on the board.
#[test]
fn endings_survive_the_text() {
    let won = after("a1 a2 b1 b2 c1 c2 d1 d2 e1", "size=6");
    assert_eq!(won.outcome(), Some(Outcome::win(Side::FIRST)));
    assert_eq!(won.position_text(), "6/6/6/6/oooo2/xxxxx1 o");
    assert_eq!(position(&won.position_text(), "default"), won);
    assert_eq!(position("6/6/6/6/oooo2/xxxxx1 o", "rule=standard").outcome(), won.outcome());
    // Longer runs do not win in standard gomoku; another colour's run does not end the game.
    assert_eq!(position("6/xxxxxx o", "rule=standard").outcome(), None);
    assert_eq!(position("6/xxxxxx o", "default").outcome(), Some(Outcome::win(Side::FIRST)));
    assert_eq!(position("6/xxxxx1 x", "default").outcome(), None);
    // Two runs that no one stone completes were there before the last stone.
    assert_eq!(position("xxxxx1/xxxxx1 o", "default").outcome(), None);
    assert_eq!(position("xxxxx/ooooo o", "default").outcome(), Some(Outcome::DRAW));
    // What the board alone does not show, a word behind it does.
    let open = position("6/xxxxx1 o open", "default");
    assert_eq!((open.outcome(), open.position_text().as_str()), (None, "6/xxxxx1 o open"));
    let won = position("xxxxx1/xxxxx1 o won", "default");
    assert_eq!(won.outcome(), Some(Outcome::win(Side::FIRST)));
    assert_eq!(won.position_text(), "xxxxx1/xxxxx1 o won");
    assert_eq!(position("6/xxxxx1 o won", "default").position_text(), "6/xxxxx1 o");
}

#[test]
fn runs_beside_the_last_stone_do_not_win() {
    let mut position = position("xxxxx1/6/ooooo1 x", "default");
    assert_eq!(position.outcome(), None);
    position.make(position.parse_move("a2").expect("a move"));
    assert_eq!(position.outcome(), None);
    position.make(position.parse_move("b2").expect("a move"));
    assert_eq!(position.outcome(), None);
    position.make(position.parse_move("f3").expect("a move"));
    assert_eq!(position.outcome(), Some(Outcome::win(Side::FIRST)));
}

#[test]
fn a_full_board_is_a_draw() {
    assert_eq!(position("xo/ox x", "default").outcome(), Some(Outcome::DRAW));
    assert_eq!(after("a1 b1 c1", "size=3x1,connect=3").outcome(), Some(Outcome::DRAW));
}
