//! `manyply tournament`: everybody against everybody, and a table of their strength.

use crate::cli::arena::conditions::{Conditions, FIXED};
use crate::cli::arena::contest::{Contest, GameLine, Players, Resumed, contender, in_words, repeated};
use crate::cli::common::{NetworkArgument, Report, Result, Session, TablesArgument, count, input};
use manyply::face::Kind;
use manyply::harmless::one_line;
use manyply_arena::Schedule;
use manyply_arena::statistics::{Faults, Rating, Standing, Tally, ratings};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Let every agent play every other, and rate them
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game; 'manyply games' lists them
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// An agent; give it for each
    #[arg(long = "agent", value_name = "AGENT", required_unless_present = "resume")]
    agents: Vec<String>,
    /// Openings that each meeting plays with every order of seats
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = count::<u64>(1..=MOST_OPENINGS))]
    openings: u64,
    /// Play only the games of the first agent: a gauntlet
    #[arg(long)]
    gauntlet: bool,
    /// Go on with a tournament that was written to this file; where programs play, all agents must be named again, or
    /// the file trusted
    #[arg(
        long, value_name = "FILE",
        conflicts_with_all = ["game", "openings", "gauntlet", "network"], conflicts_with_all = FIXED.split(' ')
    )]
    resume: Option<PathBuf>,
    /// Start the programs that the file names
    #[arg(long, requires = "resume")]
    trust: bool,
    #[command(flatten)]
    tables: TablesArgument,
    #[command(flatten)]
    network: NetworkArgument,
    #[command(flatten)]
    conditions: Conditions,
}

const MOST_OPENINGS: u64 = 100_000;
const MOST_AGENTS: usize = 64;

/// How a tournament is begun: what a file of games says so that it can be gone on with.
#[derive(Serialize, Deserialize)]
struct Settings {
    tournament: Vec<String>,
    openings: u64,
    #[serde(default)]
    gauntlet: bool,
    conditions: Conditions,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let Arguments { game, agents, openings, gauntlet, trust, tables, network, conditions, .. } = arguments;
    let (game, settings, resumed) = match &arguments.resume {
        Some(path) => {
            let resumed = Resumed::open(path)?;
            let mut settings: Settings = resumed.settings()?;
            let count = agents.len().max(settings.tournament.len());
            let named: Vec<_> = (0..count).map(|at| ("--agent", agents.get(at))).collect();
            resumed.check_agents(&settings.tournament, &named, *trust)?;
            settings.conditions.again(conditions)?;
            (resumed.head.game.clone(), settings, Some(resumed))
        }
        None => {
            let tournament = agents.iter().map(|text| network.agent(text)).collect::<Result<_, _>>()?;
            let conditions = conditions.clone();
            let settings = Settings { tournament, openings: *openings, gauntlet: *gauntlet, conditions };
            (game.clone().unwrap_or_default(), settings, None)
        }
    };
    play(session.kind(&game)?, settings, resumed, tables, session)
}

fn play(
    kind: &'static Kind,
    settings: Settings,
    resumed: Option<Resumed>,
    tables: &TablesArgument,
    session: &mut Session<'_>,
) -> Result {
    tables.load(kind)?;
    let Settings { tournament: agents, openings, gauntlet, mut conditions } = settings;
    if !(kind.sides..=MOST_AGENTS).contains(&agents.len()) {
        let problem = format!("--agent: the number of agents is {}", agents.len());
        return Err(input!("{problem}; expected {} to {MOST_AGENTS}", kind.sides));
    }
    let contenders = agents.iter().map(|text| contender(kind, "--agent", text)).collect::<Result<Vec<_>, _>>()?;
    let names: Vec<String> = (1..=agents.len()).map(|number| number.to_string()).collect();
    let plan = if gauntlet { Schedule::gauntlet } else { Schedule::round_robin };
    let schedule = plan(agents.len(), kind.sides, openings);
    let mut report = Report::new(None, session).or_csv(conditions.csv, GameLine::COLUMNS);
    let settings = |conditions: &Conditions| Settings {
        tournament: agents.clone(),
        openings,
        gauntlet,
        conditions: conditions.clone(),
    };
    let mut contest = Contest::new(
        Players { kind, contenders, names: &names },
        schedule,
        &mut conditions,
        resumed,
        session,
        settings,
    )?;
    contest.play(session, &mut |record, _, session| {
        report.line(&GameLine::new(record, &names), in_words(record, &names), session)?;
        Ok(ControlFlow::Continue(()))
    })?;
    let table = table(&contest.standing, &agents);
    match report {
        Report::Text => print(&table, &contest.standing, session.out)?,
        Report::Csv(_) => print(&table, &contest.standing, session.err)?,
        _ => {
            let (games, different) = (contest.standing.games(), contest.standing.different());
            session.object(&Table { games, different, table })?;
        }
    }
    contest.says_kept(session);
    session.check_stop()
}

/// The table of a tournament.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "standings")]
pub(crate) struct Table<'a> {
    /// The games played.
    games: u64,
    /// Those that ratings count: not those that were played before, move for move.
    different: u64,
    /// The agents, the best first.
    table: Vec<Row<'a>>,
}

/// One agent's row.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
struct Row<'a> {
    /// The number of the agent, in the order of the command line.
    number: usize,
    /// The description of the agent.
    agent: &'a str,
    /// The rating; the mean of all agents is 0.
    elo: f64,
    /// Half the width of its interval of 95 %.
    elo_error: f64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// The share of the points.
    score: f64,
    faults: Faults,
}

/// The rows, the strongest first.
fn table<'a>(standing: &Standing, agents: &'a [String]) -> Vec<Row<'a>> {
    let ratings = ratings(standing.points());
    let rows = agents.iter().zip(ratings).enumerate().map(|(contender, (agent, Rating { elo, error }))| {
        let tally = standing.tally(contender);
        let Tally { wins, draws, losses } = *tally;
        let (number, score, faults) = (contender + 1, tally.score(), *standing.faults(contender));
        Row { number, agent, elo, elo_error: error, wins, draws, losses, score, faults }
    });
    let mut rows: Vec<Row<'_>> = rows.collect();
    rows.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    rows
}

fn print(table: &[Row<'_>], standing: &Standing, out: &mut dyn Write) -> Result {
    writeln!(out, "\n       Elo    ±    won  drawn   lost  points  faults  agent")?;
    for row in table {
        let Row { number, agent, elo, elo_error, wins, draws, losses, score, faults } = row;
        let (points, faults) = (100.0 * score, faults.total());
        writeln!(
            out,
            "{elo:>+10.0} {elo_error:>4.0} {wins:>6} {draws:>6} {losses:>6} {points:>5.1} % {faults:>6}  {number} {}",
            one_line(agent)
        )?;
    }
    if standing.different() < standing.games() {
        writeln!(out, "{}", repeated(standing))?;
    }
    Ok(())
}
