//! The weights of the games are in the form that `tune` writes.

use manyply::game::{Notation, Tunable};
use manyply::games::{gomoku::Gomoku, threechess::Threechess};
use manyply_train::weights::source;

#[test]
fn gomoku() {
    let weights = |options| Gomoku::weights(&Gomoku::parse_rules(options).unwrap());
    let policy = |options| Gomoku::policy_weights(&Gomoku::parse_rules(options).unwrap());
    for (weights, text) in [
        (weights("rule=freestyle"), include_str!("../../../src/games/gomoku/weights/freestyle.weights")),
        (weights("rule=renju"), include_str!("../../../src/games/gomoku/weights/renju.weights")),
        (weights("connect=4"), include_str!("../../../src/games/gomoku/weights/windows.weights")),
        (policy("rule=freestyle"), include_str!("../../../src/games/gomoku/weights/freestyle_policy.weights")),
        (policy("rule=renju"), include_str!("../../../src/games/gomoku/weights/renju_policy.weights")),
    ] {
        assert_eq!(source(&weights), text);
    }
    assert_eq!(policy("connect=4"), Default::default());
}

#[test]
fn threechess() {
    let text = include_str!("../../../src/games/threechess/fitted.weights");
    assert_eq!(source(&Threechess::weights(&Default::default())), text);
}
