//! The battery of checks, under several rules.

use super::Hop;
use crate::check::battery;
use crate::game::Notation;

#[test]
fn passes_the_battery() {
    for rules in
        ["", "revisit=never", "pass=always,plies=30", "empty=ends", "revisit=never,pass=always,empty=ends,plies=50"]
    {
        let rules = Hop::parse_rules(rules).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(battery::<Hop>(&rules, 10, 7), Ok(()));
    }
}
