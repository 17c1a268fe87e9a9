//! What careless players do, and what the engine makes of it.

use super::*;
use crate::game::{Baselines, Hints, Margins, Played};
use crate::search::{Found, Limits, Options, Searcher};
use std::sync::atomic::AtomicBool;

fn reflexes(position: &Threechess) -> Vec<Move> {
    let mut list = <Threechess as Position>::Moves::default();
    assert!(position.reflexes(&mut list));
    list.to_vec()
}

/// Positions of random games.
fn positions() -> impl Iterator<Item = Threechess> {
    let mut random = SplitMix64::new(23);
    (0..40).flat_map(move |_| {
        let mut position = Threechess::start(&Rules::default());
        let mut line = Vec::new();
        for _ in 0..80 {
            line.push(position.clone());
            let list = moves(&position);
            if list.is_empty() {
                break;
            }
            position.make(list[random.below(list.len())]);
        }
        line
    })
}

#[test]
fn reflexes_are_flights_of_the_king_or_the_best_captures() {
    let mut kinds = [0; 3];
    for position in positions() {
        let (legal, found) = (moves(&position), reflexes(&position));
        let text = position.position_text();
        assert!(found.iter().all(|m| legal.contains(m)), "{text}: {found:?}");
        let king = position.board().king(position.side_to_move());
        match found.first() {
            None => {
                kinds[0] += 1;
                let tempts = |m: &&Move| position.board().at(m.to()).is_some_and(|(_, kind)| kind != Kind::Pawn);
                assert_eq!(legal.iter().find(tempts), None, "{text}");
            }
            Some(_) if found.iter().any(|&m| !position.is_noisy(m)) => {
                kinds[1] += 1;
                assert!(position.in_check() && found.iter().all(|m| Some(m.from()) == king), "{text}: {found:?}");
            }
            Some(first) => {
                kinds[2] += 1;
                let taken = |m: &Move| position.board().at(m.to()).map(|(_, kind)| kind);
                let promotes = found.iter().any(|&m| position.promotes(m));
                let same = found.iter().all(|m| taken(m) == taken(first));
                let flights = found.iter().all(|m| Some(m.from()) == king);
                assert!(promotes || same || flights, "{text}: {found:?}");
            }
        }
    }
    assert!(kinds.iter().all(|&number| number > 20), "{kinds:?}");
}

/// Where an enemy goes, by the rule that moves are sets of squares: listed as if it were its turn.
#[test]
fn an_attacked_king_does_not_flee_into_danger() {
    let mut flights = 0;
    for position in positions().filter(|position| !position.is_over() && position.in_check()) {
        let king = position.board().king(position.side_to_move());
        for m in reflexes(&position).into_iter().filter(|m| Some(m.from()) == king && !position.is_noisy(*m)) {
            let mut others = position.clone();
            for _ in 0..2 {
                others.make(Move::PASS);
                assert!(moves(&others).iter().all(|other| other.to() != m.to() || goes_straight(&others, *other)));
            }
            flights += 1;
        }
    }
    assert!(flights > 20, "{flights}");
}

/// Whether a pawn steps without taking.
fn goes_straight(position: &Threechess, m: Move) -> bool {
    position.board().at(m.from()).is_some_and(|(_, kind)| kind == Kind::Pawn) && position.board().at(m.to()).is_none()
}

fn speculate(game: &Played<Threechess>, nodes: u64) -> Found<Move> {
    let margins = Some(Margins { speculation: 400, hope: 30, ..Threechess::MARGINS });
    let mut searcher = Searcher::new(Options { hash_mib: 4, speculates: true, margins, ..Options::default() });
    searcher.search(game, &Limits::nodes(nodes), &AtomicBool::new(false), &mut |_| ())
}

/// Against `priority` the engine speculates: it keeps to its limit, plays the same every time, and wins.
#[test]
fn speculation_keeps_to_its_nodes_and_wins_against_careless_players() {
    let mut game = Played::new(Threechess::start(&Rules::default()));
    let nodes = 6000;
    let mut searched = 0;
    while game.outcome().is_none() && game.moves().len() < 300 {
        let position = game.position();
        let m = if position.side_to_move() == Side::FIRST {
            let found = speculate(&game, nodes);
            // The first iterations of its parts are finished in any case.
            assert!(found.nodes <= nodes + 500, "{}", found.nodes);
            assert_eq!(found.line.first().copied(), found.best);
            if game.moves().len() % 9 == 0 {
                let again = speculate(&game, nodes);
                assert_eq!((again.best, again.score, again.nodes), (found.best, found.score, found.nodes));
            }
            searched += 1;
            found.best
        } else {
            position.baseline("priority", 5, None)
        };
        assert!(game.play(m.expect("a move")));
    }
    let outcome = game.outcome().expect("an end");
    assert_eq!(outcome.payoff(Side::FIRST), 1, "after {searched} moves");
}
