//! `manyply perft --against`: where another move generator differs.

use crate::cli::common::{Blame, Failure, Result, Session, input};
use crate::cli::solving::perft::Arguments;
use manyply::face::{AnyGame, Kind};
use manyply_arena::{Count, Fault, Generator};
use serde::Serialize;
use std::collections::HashMap;

/// What this move generator and another say of a position: the first where they differ, or the last that was compared.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "generators")]
pub(crate) struct Comparison {
    game: &'static str,
    position: String,
    /// The moves that lead to it from where the comparison began.
    moves: Vec<String>,
    /// The plies that were counted from the position.
    depth: u32,
    /// Whether they say the same.
    agree: bool,
    /// Moves that the other lacks.
    only_here: Vec<String>,
    /// What the other has beyond the legal moves.
    only_there: Vec<String>,
    /// Moves of both with different counts.
    differing: Vec<Differing>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
struct Differing {
    /// The move.
    #[serde(rename = "move")]
    first: String,
    /// The lines that begin with it.
    nodes: u64,
    /// What the other says.
    other: u64,
}

/// Both generators.
struct Pair<'a> {
    arguments: &'a Arguments,
    other: Generator,
    /// Plies before the comparison.
    from: usize,
}

pub(crate) fn run(
    kind: &'static Kind,
    arguments: &Arguments,
    depth: u32,
    command: &str,
    session: &mut Session<'_>,
) -> Result {
    let mut game = arguments.position.load(kind, session)?;
    let other = Generator::parse(kind, command).of("--against")?;
    let mut pair = Pair { arguments, other, from: game.ply() };
    let mut found = pair.compare(&*game, depth.min(1), session)?;
    for plies in 2..=depth {
        if !found.agree {
            break;
        }
        found = pair.compare(&*game, plies, session)?;
    }
    // Where both have all moves, what differs is behind one of them.
    while found.only_here.is_empty()
        && found.only_there.is_empty()
        && found.depth > 1
        && let Some(Differing { first, .. }) = found.differing.first()
    {
        game.play(first).or_input()?;
        let deeper = pair.compare(&*game, found.depth - 1, session)?;
        if deeper.agree {
            break;
        }
        found = deeper;
    }
    let agree = found.agree;
    session.report(&found, |out| writeln!(out, "{}", in_words(&found)))?;
    if agree { Ok(()) } else { Err(Failure::Check) }
}

impl Pair<'_> {
    fn compare(&mut self, game: &dyn AnyGame, depth: u32, session: &mut Session<'_>) -> Result<Comparison> {
        let counts = game.perft(depth, &self.arguments.settings(), &[], &session.stop, &|_| ()).of("--hash")?;
        let theirs = if depth > 0 { self.other.divide(game, depth, &session.stop) } else { Ok(Vec::new()) };
        if session.is_stopped() {
            session.keeps("nothing is kept but what is printed");
            return Err(Failure::Interrupted);
        }
        let theirs = theirs.map_err(|fault: Fault| {
            let place = format!("perft {depth} of {:?}", game.position_text());
            input!("--against: {place}: {fault}")
        })?;
        let mut only_there = Vec::new();
        let mut others = HashMap::new();
        for Count { text, is_legal, nodes } in theirs {
            // A move that is said twice is one too many.
            if !is_legal || others.insert(text.clone(), nodes).is_some() {
                only_there.push(text);
            }
        }
        let (mut only_here, mut differing) = (Vec::new(), Vec::new());
        for branch in counts.branches {
            match others.get(&branch.first) {
                None => only_here.push(branch.first),
                Some(&other) if other != branch.nodes => {
                    differing.push(Differing { first: branch.first, nodes: branch.nodes, other });
                }
                Some(_) => {}
            }
        }
        let found = Comparison {
            game: game.kind().name,
            position: game.position_text(),
            moves: game.moves_from(self.from),
            depth,
            agree: only_here.is_empty() && only_there.is_empty() && differing.is_empty(),
            only_here,
            only_there,
            differing,
        };
        if !session.json {
            let moves =
                if found.moves.is_empty() { String::new() } else { format!(" after {}", found.moves.join(" ")) };
            let what = if found.agree { "the same" } else { "differs" };
            writeln!(session.out, "perft {depth}{moves}: {}, {what}", counts.nodes)?;
        }
        Ok(found)
    }
}

/// What was found, a line for each thing that differs.
fn in_words(found: &Comparison) -> String {
    let Comparison { position, moves, depth, agree, only_here, only_there, differing, .. } = found;
    if *agree {
        return format!("no difference up to depth {depth}");
    }
    let mut lines = vec![format!("position: {position}")];
    if !moves.is_empty() {
        lines.push(format!("moves:    {}", moves.join(" ")));
    }
    let mut say = |what: &str, moves: &[String]| {
        if !moves.is_empty() {
            lines.push(format!("{what} {}", moves.join(" ")));
        }
    };
    say("the other program lacks:", only_here);
    say("only the other program has:", only_there);
    for Differing { first, nodes, other } in differing {
        lines.push(format!("{first}: {nodes} here, {other} there"));
    }
    if only_here.is_empty() && only_there.is_empty() && *depth > 1 {
        lines.push("one ply later both say the same: the other program's counts do not add up".to_owned());
    }
    lines.join("\n")
}
