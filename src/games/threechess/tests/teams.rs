//! The hook of the models of three-sided search: which side threatens to capture whose king.

use super::*;
use crate::game::{Notation, Played, Variant};
use crate::search::hooks::{Margins, State};
use crate::search::{EngineOf, Limits, Model, Options, Score};
use std::sync::atomic::AtomicBool;

/// Visits the positions of random games, with the moves of each, up to so many plies.
fn random_games(seed: u64, games: u32, plies: u32, mut visit: impl FnMut(&Threechess, &[Move])) {
    let mut random = SplitMix64::new(seed);
    for _ in 0..games {
        let mut position = Threechess::start(&Rules::default());
        for _ in 0..plies {
            let list = moves(&position);
            if list.is_empty() {
                break;
            }
            visit(&position, &list);
            position.make(list[random.below(list.len())]);
        }
    }
}

#[test]
fn endangers_means_a_capture_of_the_king() {
    random_games(17, 60, 60, |position, list| {
        let side = position.side_to_move();
        for victim in Side::all(3).filter(|&victim| victim != side) {
            let king = position.board().king(victim);
            let takes = list.iter().any(|m| Some(m.to()) == king && *m != Move::PASS);
            assert_eq!(hooks().endangers(position, side, victim), takes, "{}", position.position_text());
        }
    });
}

#[test]
fn a_reply_gains_what_its_piece_does() {
    let (mut seen, mut better) = (0, 0);
    random_games(18, 20, 80, |position, list| {
        let side = position.side_to_move();
        for &m in list.iter().filter(|&&m| m != Move::PASS && !hooks().is_noisy(position, m)) {
            let mut after = position.clone();
            after.make(m);
            let moved = (position.board().of(side) ^ after.board().of(side)).count_ones();
            if moved == 4 {
                // Castling, of which the king's part counts.
                continue;
            }
            let gain = piece_square::sum(after.board(), side) - piece_square::sum(position.board(), side);
            assert_eq!((moved, hooks().reply_score(position, m)), (2, gain), "{}", position.position_text());
            (seen, better) = (seen + 1, better + u32::from(gain > 0));
        }
    });
    assert!(seen > 10_000 && better > seen / 4, "{seen}, {better}");
}

/// Under the paranoid model the two allies may sacrifice a king to each other and end any game that they are losing, so
/// that paranoid search sees no advantage.
#[test]
fn brs_sees_an_advantage_that_paranoid_does_not() {
    let line = "BE2BE3 GF2GF3 RH2RH4 BF1GH3 GB1GC3 RH1RH2 GH3BD3 GG2GG3 RC2RC3 BC2BC4 GH2GH3 RE2RE3 BD1BB3 GE2GE3 \
        RD2RD3 BB3GG3 GE1GE2 RA2RA3 GG3BB3 GB2GB4 RH4GB4 BB1BC3 GC3GB1 GB4GB3 BG1BF3 GC2GB3 RH2GA2";
    let mut game = Played::new(Threechess::start(&Rules::default()));
    for text in line.split_whitespace() {
        assert!(game.play(game.position().parse_move(text).expect("a move")));
    }
    let score = |model| {
        let mut searcher = EngineOf::new(Options { hash_mib: 16, model, ..Options::default() });
        let found = searcher.search(&game, &Limits::nodes(60_000), &AtomicBool::new(false), &mut |_| ());
        match found.score {
            Some(Score::Cp(cp)) => cp,
            other => panic!("{other:?}"),
        }
    };
    let (paranoid, brs) = (score(Model::Paranoid), score(Model::Brs));
    assert!(paranoid.abs() < 50 && brs > 200, "paranoid {paranoid}, brs {brs}");
}

/// Green is to move, ahead of both: after most of its moves Blue takes Red's king. One move prevents that.
#[test]
fn a_finish_between_the_others_is_no_aim() {
    let text = "2bB5/2bNbK4/bPbPbP2bPbPbP/1bR2bR3|2rP1bP3/4gP2gP/1gP1gP1gPgP1/2gB1gKgBgNgR|1bBrBrP1rBgR1/4rK1gP1/\
        rPrP4gQ1/rR7 g 67";
    let game = Played::new(Threechess::parse_position(text, &Rules::default()).expect("a position"));
    let score = |third_party| {
        let margins = Some(Margins { third_party, ..ThreechessState::MARGINS });
        let mut engine = EngineOf::new(Options { hash_mib: 16, margins, multipv: 64, ..Options::default() });
        let mut last = None;
        let (m, stop) = (game.position().parse_move("GB2GB3").expect("a move"), AtomicBool::new(false));
        let best = engine.search(&game, &Limits::depth(5), &stop, &mut |report| {
            if report.line[0] == m {
                last = Some(report.score);
            }
        });
        assert_eq!(game.position().move_text(best.best.expect("a move")), "RG2BE4");
        last.expect("a score of each move")
    };
    assert_eq!((score(0), score(2000)), (Score::Cp(-1), Score::Cp(-2000)));
}

/// Green can mate Red, but Blue moves before Green takes the king, and attacks it as well: Red, lost either way, may
/// leave it there.
#[test]
fn a_mate_that_can_be_handed_over_is_no_win() {
    let text = "1bPbP2bB2/8/bP4bKbP1/1bR6|8/4rKgP2/2gP1gBgNgPgP/gR3gK3|8/5rP2/6gRrP/1bR4rNrR g 94";
    let game = Played::new(Threechess::parse_position(text, &Rules::default()).expect("a position"));
    let mut engine = EngineOf::new(Options { hash_mib: 16, ..Options::default() });
    let found = engine.search(&game, &Limits::nodes(300_000), &AtomicBool::new(false), &mut |_| ());
    assert!(matches!(found.score, Some(Score::Cp(200..5000))), "{:?}", found.score);
    assert_ne!(game.position().move_text(found.best.expect("a move")), "GA1GA4");
}
