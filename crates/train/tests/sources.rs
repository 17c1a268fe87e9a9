//! The weights in the source of the games are in the form that `tune` writes.

use manyply::game::{Notation, Tunable};
use manyply::games::{gomoku::Gomoku, threechess::Threechess};
use manyply_train::weights::{policy_source, source};

#[test]
fn gomoku() {
    let weights = |options| Gomoku::weights(&Gomoku::parse_rules(options).unwrap());
    let policy = |options| Gomoku::policy_weights(&Gomoku::parse_rules(options).unwrap());
    for (options, text) in [
        ("rule=freestyle", include_str!("../../../src/games/gomoku/weights/freestyle.rs")),
        ("rule=renju", include_str!("../../../src/games/gomoku/weights/renju.rs")),
        ("connect=4", include_str!("../../../src/games/gomoku/weights/windows.rs")),
    ] {
        assert_eq!(source("gomoku", &weights(options)), text);
    }
    for (options, text) in [
        ("rule=freestyle", include_str!("../../../src/games/gomoku/weights/freestyle_policy.rs")),
        ("rule=renju", include_str!("../../../src/games/gomoku/weights/renju_policy.rs")),
    ] {
        assert_eq!(policy_source("gomoku", &policy(options)), text);
    }
    assert_eq!(policy("connect=4"), Default::default());
}

#[test]
fn threechess() {
    assert_eq!(
        source("threechess", &Threechess::weights(&Default::default())),
        include_str!("../../../src/games/threechess/fitted.rs")
    );
}
