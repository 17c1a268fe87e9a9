//! `manyply games`: what can be played, and the rules of a game, from the page of the documents.

use crate::cli::boards::page_text::{page_text, terminal_width};
use crate::cli::common::{JsonArgument, Result, Session};
use manyply::face::Kind;
use manyply::search::Level;
use serde::Serialize;

/// List the games with their rules, one a line, or explain the rules of one
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only this game, with all its rules
    game: Option<String>,
    #[command(flatten)]
    json: JsonArgument,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let only = arguments.game.as_deref().map(|name| session.kind(name)).transpose()?;
    let width = session.games.all().map(|kind| kind.name.len()).max().unwrap_or(0);
    for kind in session.games.clone().all().filter(|kind| only.is_none_or(|only| only == *kind)) {
        let &Kind { name, summary, options, .. } = kind;
        if session.json {
            session.object(&Description { game: name, summary, options, levels: levels(kind).collect() })?;
        } else if only.is_none() {
            // Behind a colon stands what an option means.
            let options: Vec<&str> = options.iter().filter_map(|option| option.split(": ").next()).collect();
            let options = if options.is_empty() { String::new() } else { format!("  [{}]", options.join(" ")) };
            writeln!(session.out, "{name:width$}  {summary}{options}")?;
        } else {
            writeln!(session.out, "{name}: {summary}\nsides: {}", kind.side_names().join(", "))?;
            if kind.rules_page.is_empty() {
                writeln!(session.out, "rules:")?;
                for option in options {
                    writeln!(session.out, "  {option}")?;
                }
            } else {
                // The rest is for programmers, with links that a terminal has not.
                let rules = kind.rules_page.split("\n## For programmers").next().unwrap_or_default();
                writeln!(session.out, "\n{}", page_text(rules, terminal_width()))?;
            }
            for (what, names) in [("simple players", kind.baselines), ("endgame tables", kind.tables)] {
                if !names.is_empty() {
                    writeln!(session.out, "{what}: {}", names.join(", "))?;
                }
            }
            if !kind.level_elo.is_empty() {
                writeln!(session.out, "levels, with nodes a move and Elo:")?;
                for LevelLine { level, nodes, elo, sees } in levels(kind) {
                    let part = if sees < 100 { format!("  sees {sees} % of the moves") } else { String::new() };
                    writeln!(session.out, "  {level:>2} {nodes:>7} {elo:>5}{part}")?;
                }
            }
            for method in kind.methods {
                writeln!(session.out, "solver {}: {}", method.name, method.about)?;
            }
        }
    }
    Ok(())
}

/// A game and its rules.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "game")]
pub(crate) struct Description {
    game: &'static str,
    /// The game in one line.
    summary: &'static str,
    /// The options of the rules and their values, the default first.
    options: &'static [&'static str],
    /// The levels that bound the nodes of a move, where it is measured what they are worth.
    levels: Vec<LevelLine>,
}

/// A level that bounds the nodes.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
struct LevelLine {
    /// The number of the level.
    #[cfg_attr(test, schemars(range(min = 1)))]
    level: u8,
    /// Nodes of a move.
    #[cfg_attr(test, schemars(range(min = 1)))]
    nodes: u64,
    /// Level 1 has 1000.
    elo: i32,
    /// Moves in a hundred that the level sees: it overlooks the others.
    #[cfg_attr(test, schemars(range(min = 1, max = 100)))]
    sees: u8,
}

/// The levels whose strength is known.
fn levels(kind: &Kind) -> impl Iterator<Item = LevelLine> {
    let known = Level::all().zip(kind.level_elo);
    known.filter_map(|(level, &elo)| {
        let sees = level.sight(kind.level_sight);
        Some(LevelLine { level: level.number(), nodes: level.nodes()?, elo, sees })
    })
}
