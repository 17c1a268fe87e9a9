//! Texts: round trips, routes, and what must be refused.

use super::{Hop, Rules, crowded, list, position, rule_sets};
use crate::game::{Notation, TextError, TextErrorKind, Variant};
use crate::games::hop::moves::Move;
use quickcheck::quickcheck;
use std::collections::BTreeSet;

/// Every route of up to `hops` hops from `squares` on, legal or not, as long as it stays on the board.
fn routes(squares: &[(usize, usize)], hops: usize, visit: &mut impl FnMut(&str)) {
    let &(row, column) = squares.last().unwrap_or(&(0, 0));
    for (down, right) in [(0, 2), (2, 0), (0, -2), (-2, 0)] {
        let next = (row.checked_add_signed(down), column.checked_add_signed(right));
        let (Some(row @ 0..8), Some(column @ 0..8)) = next else { continue };
        let squares: Vec<_> = squares.iter().copied().chain([(row, column)]).collect();
        let text: Vec<String> = squares.iter().map(|(row, column)| format!("{row}{column}")).collect();
        visit(&text.join("-"));
        if hops > 1 {
            routes(&squares, hops - 1, visit);
        }
    }
}

fn is_step(changed: u64) -> bool {
    changed.count_ones() == 2 && (changed >> changed.trailing_zeros() & (1 << 1 | 1 << 8)) != 0
}

quickcheck! {
    fn positions_survive_their_text(seed: u64) -> bool {
        rule_sets().into_iter().all(|rules| {
            let position = crowded(seed, rules);
            Hop::parse_position(&position.position_text(), &rules).as_ref() == Ok(&position)
        })
    }

    fn moves_survive_their_text(seed: u64) -> bool {
        rule_sets().into_iter().all(|rules| {
            let position = crowded(seed, rules);
            list(&position).iter().all(|&m| position.parse_move(&position.move_text(m)) == Ok(m))
        })
    }

    fn routes_are_turns_and_turns_have_routes(seed: u64) -> bool {
        const HOPS: usize = 4;
        rule_sets().into_iter().all(|rules| {
            let position = crowded(seed, rules);
            let moves = list(&position);
            let mut reached = BTreeSet::new();
            for square in 0..64 {
                routes(&[(square / 8, square % 8)], HOPS, &mut |text| reached.extend(position.parse_move(text)));
            }
            let short = |&m: &Move| {
                let (text, changed) = (position.move_text(m), m.squares());
                text != "pass" && text.len() <= 3 * HOPS + 2 && !is_step(changed)
            };
            reached.iter().all(|m| moves.contains(m)) && moves.iter().filter(|&m| short(m)).all(|m| reached.contains(m))
        })
    }

    fn no_text_panics(text: String) -> bool {
        let start = Hop::start(&Rules::default());
        let _ = (Hop::parse_rules(&text), Hop::parse_position(&text, &Rules::default()), start.parse_move(&text));
        true
    }
}

#[test]
fn rules_survive_their_text() {
    for text in ["revisit=never,pass=always,empty=ends,plies=7", "revisit=allow,pass=stuck,empty=play,plies=400"] {
        assert_eq!(Hop::parse_rules(text).map(|rules| Hop::rules_text(&rules)).as_deref(), Ok(text));
    }
    assert_eq!(Hop::parse_rules(""), Ok(Rules::default()));
    assert_eq!(Hop::parse_rules("default"), Ok(Rules::default()));
}

#[test]
fn the_start_is_written_as_in_the_rules() {
    let text = "X......./.X.....O/X.X...O./.X...O.O/X.X...O./.X...O.O/X.....O./.......O b 0";
    assert_eq!(Hop::start(&Rules::default()).position_text(), text);
    assert_eq!(Hop::start(&Rules::default()), position(text));
}

#[test]
fn coinciding_routes_are_one_turn() {
    let board = position("......../.XX...../.X.X..../..X...../......../......../......../.......O b 40");
    let routes =
        ["11-31-33", "11-13-33", "11-31-33-13-33"].map(|route| board.parse_move(route).map_err(|error| error.problem));
    assert!(routes[0].is_ok() && routes.iter().all(|route| *route == routes[0]), "{routes:?}");
}

#[test]
fn a_chain_may_have_99_hops_and_no_more() {
    let board = position("......../.X.X..../......../......../......../......../......../.......O b 0");
    let route =
        |hops: usize| (0..=hops).map(|hop| if hop % 2 == 0 { "11" } else { "15" }).collect::<Vec<_>>().join("-");
    assert!(board.parse_move(&route(1)).is_err(), "four squares are no hop");
    let board = position("......../.XX...../......../......../......../......../......../.......O b 0");
    let route =
        |hops: usize| (0..=hops).map(|hop| if hop % 2 == 0 { "11" } else { "13" }).collect::<Vec<_>>().join("-");
    assert_eq!(board.parse_move(&route(99)), board.parse_move("11-13"));
    assert_eq!(board.parse_move(&route(101)).map_err(|error| error.kind), Err(TextErrorKind::Shape));
    assert_eq!(board.parse_move(&route(98)).map_err(|error| error.kind), Err(TextErrorKind::Illegal), "a way back");
}

/// Each line: what is parsed (`rules`, `position`, `move POSITION`), the kind of the error, its column, the text.
#[test]
fn the_invalid_corpus_is_refused() {
    let corpus = include_str!("../../../../tests/data/hop-invalid.txt");
    let (mut checked, mut wrong) = (0, Vec::new());
    for line in corpus.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.splitn(4, '|').collect();
        let [what, kind, column, text] = fields[..] else { panic!("{line}") };
        let error: TextError = match what.split_once(' ') {
            Some(("move", board)) => position(board).parse_move(text).expect_err(line),
            _ if what == "rules" => Hop::parse_rules(text).expect_err(line),
            _ => Hop::parse_position(text, &Rules::default()).expect_err(line),
        };
        if (format!("{:?}", error.kind).as_str(), error.column.to_string().as_str()) != (kind, column) {
            wrong.push(format!("{line}: {:?}, {error}", error.kind));
        }
        checked += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked >= 60, "{checked}");
}
