//! Runs, results and squares that win, against boards as plain arrays.

use super::*;

#[test]
fn tmp() {
    let p = position("3/3/3 x", "connect=3,size=3");
    assert_eq!(p.count_moves(), 9);
}
