//! Any position of any game under tiny limits: a legal best move unless the game is over, and legal lines.
#![cfg_attr(feature = "libfuzzer", no_main)]

use arbitrary::{Arbitrary, Unstructured};
use manyply::face::Game;
use manyply::search::{EngineOf, Limits, Model, Options};
use manyply_fuzz::{Target, fuzz_target, line, play, position, with_game};
use std::sync::atomic::AtomicBool;

/// Limits, from the bytes of the line behind the position.
#[derive(Arbitrary, Debug)]
struct Tiny {
    depth: Option<u8>,
    nodes: u8,
    multipv: u8,
    threads: bool,
    stopped: bool,
}

struct Search;

impl Target for Search {
    fn run<G: Game>(self, rules: G::Rules, rest: &[u8]) {
        let Some((position, rest)) = position::<G>(&rules, rest) else { return };
        let (limits, choices) = line(rest);
        let Ok(tiny) = Tiny::arbitrary(&mut Unstructured::new(limits)) else { return };
        let game = play(position, choices);
        let options = Options {
            threads: 1 + usize::from(tiny.threads),
            hash_mib: 1,
            multipv: usize::from(tiny.multipv % 4).max(1),
            model: Model::ALL[usize::from(tiny.multipv / 4 % 4)],
            ..Options::default()
        };
        let limits = Limits {
            depth: tiny.depth.map(|depth| u32::from(depth % 6)),
            nodes: Some(4 * u64::from(tiny.nodes)),
            ..Limits::default()
        };
        let is_legal_line = |moves: &[G::Move]| {
            let mut game = game.clone();
            moves.iter().all(|&m| game.play(m))
        };
        let mut searcher = EngineOf::<G>::new(options);
        let found = searcher.search(&game, &limits, &AtomicBool::new(tiny.stopped), &mut |report| {
            assert!(!report.line.is_empty() && is_legal_line(&report.line), "{report:?}");
        });
        assert_eq!(found.best.is_none(), game.outcome().is_some());
        assert_eq!(found.best, found.line.first().copied());
        assert!(is_legal_line(&found.line), "{found:?}");
    }
}

fuzz_target!(|data: &[u8]| with_game(data, Search));
