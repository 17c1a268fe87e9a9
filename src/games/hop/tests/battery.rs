//! The proofs that every game gives, under several rules.

use super::Hop;
use crate::check::battery;
use crate::game::Notation;

#[test]
fn every_promise_is_kept() {
    for rules in
        ["", "revisit=never", "pass=always,plies=30", "empty=ends", "revisit=never,pass=always,empty=ends,plies=50"]
    {
        let rules = Hop::parse_rules(rules).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(battery::<Hop>(&rules, 10, 7), Ok(()));
    }
}
