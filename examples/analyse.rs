//! Analyses a position of a game that comes with the library: gomoku, after seven stones, two lines.
//! Run it with `cargo run --release --example analyse`.

use manyply::game::{Notation, Played, Variant};
use manyply::games::gomoku::Gomoku;
use manyply::search::{EngineOf, Limits, Options};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Gomoku::parse_rules("rule=freestyle,size=15")?;
    let mut game = Played::new(Gomoku::start(&rules));
    for text in "h8 i7 i9 g7 h7 h9 g8".split(' ') {
        let m = game.position().parse_move(text)?;
        assert!(game.play(m), "{text} is legal");
    }

    let mut engine = EngineOf::<Gomoku>::new(Options { hash_mib: 16, multipv: 2, ..Options::default() });
    let stop = AtomicBool::new(false);
    let limits = Limits { depth: Some(10), time: Some(Duration::from_secs(2)), ..Limits::default() };
    let found = engine.search(&game, &limits, &stop, &mut |report| {
        let line: Vec<_> = report.line.iter().map(|&m| game.position().move_text(m)).collect();
        println!("depth {:2}  line {}  {:>6}  {}", report.depth, report.multipv, report.score, line.join(" "));
    });
    let best = found.best.map_or("none".into(), |m| game.position().move_text(m));
    println!("best move {best}, {} nodes in {:.3} s", found.nodes, found.elapsed.as_secs_f64());
    Ok(())
}
