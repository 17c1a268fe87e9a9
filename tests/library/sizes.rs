//! Positions are plain and small: what a clone of one copies. The documentation of `manyply::game::Position` has the
//! numbers.

use manyply::games::{gomoku::Gomoku, hexnim::Hexnim, hop::Hop, minichess::Minichess, threechess::Threechess};

#[test]
fn positions_are_small() {
    let sizes =
        [size_of::<Minichess>(), size_of::<Threechess>(), size_of::<Hop>(), size_of::<Gomoku>(), size_of::<Hexnim>()];
    assert_eq!(sizes, [40, 352, 40, 960, 48]);
}
