//! What careless players do, and what the engine makes of it.

use super::super::attacks::Boards;
use super::*;
use crate::game::{Baselines, Hints, Margins, Played};
use crate::search::{Found, Limits, Options, Searcher};
use std::sync::atomic::AtomicBool;

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

/// Where it matters what a careless player does, it takes or flees; where not, it does neither, but for a pawn that a rook
/// or knight takes.
#[test]
fn reflexes_that_matter_take_or_flee() {
    let mut kinds = [0; 3];
    for position in positions().filter(|position| !position.is_over()) {
        let mut found = <Threechess as Position>::Moves::default();
        let matters = position.reflexes(&mut found);
        let legal = moves(&position);
        let text = position.position_text();
        assert!(found.iter().all(|m| legal.contains(m)), "{text}: {found:?}");
        let officer = |m: &Move| position.board().at(m.to()).is_some_and(|(_, kind)| kind != Kind::Pawn);
        if !matters {
            assert!(!found.iter().any(officer), "{text}: {found:?}");
            kinds[0] += 1;
        } else if !found.iter().all(|&m| position.is_noisy(m)) {
            // All of them flee with the same piece, or each with one that is attacked.
            let boards = Boards::new(position.board().occupied());
            let enemies = position.board().occupied() & !position.board().of(position.side_to_move());
            let flees = |m: &Move| position.board().attackers(m.from(), &boards) & enemies != 0;
            assert!(found.iter().all(flees), "{text}: {found:?}");
            kinds[1] += 1;
        } else {
            kinds[2] += 1;
        }
    }
    assert!(kinds.iter().all(|&number| number > 20), "{kinds:?}");
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
