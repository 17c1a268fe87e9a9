//! `manyply match`: games between agents, and how sure it is who is stronger.

use crate::cli::arena::conditions::{Conditions, FIXED};
use crate::cli::arena::contest::{Contest, GameLine, Players, Resumed, contender, in_words, repeated};
use crate::cli::common::{Failure, NetworkArgument, Report, Result, Session, TablesArgument, Tag, count, input};
use manyply::face::Kind;
use manyply::harmless::one_line;
use manyply::shard::Shard;
use manyply_arena::Schedule;
use manyply_arena::statistics::{CONFIDENT, Estimate, Faults, Sprt, Standing, Tally, Verdict, los, wilson};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// What shards call themselves.
pub(crate) const COMMAND: &str = "match";

/// Let agents play each other, and measure who is stronger
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game; 'manyply games' lists them
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// The first agent: results are from its view
    #[arg(long, value_name = "AGENT", required_unless_present = "resume")]
    a: Option<String>,
    /// The second agent
    #[arg(long, value_name = "AGENT", required_unless_present = "resume")]
    b: Option<String>,
    /// A third agent, where three sides play or four
    #[arg(long, value_name = "AGENT")]
    c: Option<String>,
    /// A fourth agent, where four sides play
    #[arg(long, value_name = "AGENT")]
    d: Option<String>,
    /// How many games [default: 100, with --sprt as many as it takes]
    #[arg(long, value_name = "N", value_parser = count::<u64>(1..=MOST_GAMES))]
    games: Option<u64>,
    /// Stop when it is known whether a is better by the first or by the second number of Elo points
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Go on with a match that was written to this file; programs in it must be named again, or the file trusted
    #[arg(
        long, value_name = "FILE",
        conflicts_with_all = ["game", "games", "sprt", "network"], conflicts_with_all = FIXED.split(' ')
    )]
    resume: Option<PathBuf>,
    /// Start the programs that the file names
    #[arg(long, requires = "resume")]
    trust: bool,
    /// Play only part i of n and print JSON, which 'manyply merge' adds up
    #[arg(long, value_name = "i/n", conflicts_with_all = ["sprt", "resume"])]
    shard: Option<Shard>,
    #[command(flatten)]
    tables: TablesArgument,
    #[command(flatten)]
    network: NetworkArgument,
    #[command(flatten)]
    conditions: Conditions,
}

const MOST_GAMES: u64 = 1_000_000;
const USUAL_GAMES: u64 = 100;

/// How a match is begun: what a file of games says so that it can be gone on with.
#[derive(Serialize, Deserialize)]
pub(crate) struct Settings {
    agents: Vec<String>,
    games: u64,
    sprt: Option<Sprt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<Shard>,
    pub(crate) conditions: Conditions,
}

impl Settings {
    /// The short names of the agents, and who plays whom. The settings may come from a file, which may say anything.
    pub(crate) fn plan(&self, kind: &Kind) -> Result<(Vec<String>, Schedule)> {
        let Self { agents, games, .. } = self;
        if agents.len() > kind.sides {
            let (option, number) = if kind.sides > 2 { ("--d", "fourth") } else { ("--c", "third") };
            let problem = format!("{option}: {} has {} sides; expected no {number} agent", kind.name, kind.sides);
            return Err(Failure::input(problem));
        }
        if agents.len() < 2 || !(1..=MOST_GAMES).contains(games) {
            let problem = format!("{} agents, {games} games", agents.len());
            return Err(input!("settings of a match: {problem}; expected 2 to 4, 1 to {MOST_GAMES}"));
        }
        let names: Vec<String> = ["a", "b", "c", "d"].iter().take(agents.len()).map(ToString::to_string).collect();
        // Whoever comes last fills the seats that are left.
        let lineup: Vec<usize> = (0..kind.sides).map(|seat| seat.min(agents.len() - 1)).collect();
        let schedule = Schedule::of_match(&lineup, *games);
        Ok((names, self.shard.map_or_else(|| schedule.clone(), |shard| schedule.part(shard))))
    }

    /// What all parts of a match have in common.
    fn of_whole(&self, conditions: &Conditions) -> Self {
        let Self { agents, games, sprt, .. } = self;
        Self { agents: agents.clone(), games: *games, sprt: *sprt, shard: None, conditions: conditions.of_games() }
    }
}

/// Parses the hypotheses of a test.
fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let (elo0, elo1, alpha, beta) = match numbers.as_deref() {
        Some(&[elo0, elo1]) => (elo0, elo1, 0.05, 0.05),
        Some(&[elo0, elo1, alpha, beta]) => (elo0, elo1, alpha, beta),
        _ => return Err("expected two or four numbers, as in 0,5 or 0,5,0.05,0.05".into()),
    };
    let sensible = |error: f64| error > 0.0 && error < 0.5;
    if !(elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0) {
        Err("expected the smaller number of Elo points first, both from -1000 to 1000".into())
    } else if !sensible(alpha) || !sensible(beta) {
        Err("expected probabilities of error between 0 and 0.5".into())
    } else {
        Ok(Sprt { elo0, elo1, alpha, beta })
    }
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let Arguments { game, a, b, c, d, sprt, shard, network, conditions, .. } = arguments;
    let (game, settings, resumed) = match &arguments.resume {
        Some(path) => {
            let resumed = Resumed::open(path)?;
            let mut settings: Settings = resumed.settings()?;
            let named = [("--a", a.as_ref()), ("--b", b.as_ref()), ("--c", c.as_ref()), ("--d", d.as_ref())];
            resumed.check_agents(&settings.agents, &named, arguments.trust)?;
            settings.conditions.again(conditions)?;
            (resumed.head.game.clone(), settings, Some(resumed))
        }
        None => {
            let agents =
                [a, b, c, d].into_iter().flatten().map(|text| network.agent(text)).collect::<Result<_, _>>()?;
            let games = arguments.games.unwrap_or(if sprt.is_some() { MOST_GAMES } else { USUAL_GAMES });
            let conditions = conditions.clone();
            let settings = Settings { agents, games, sprt: *sprt, shard: *shard, conditions };
            (game.clone().unwrap_or_default(), settings, None)
        }
    };
    play(session.kind(&game)?, &settings, resumed, &arguments.tables, session)
}

fn play(
    kind: &'static Kind,
    settings: &Settings,
    resumed: Option<Resumed>,
    tables: &TablesArgument,
    session: &mut Session<'_>,
) -> Result {
    tables.load(kind)?;
    let (names, schedule) = settings.plan(kind)?;
    let Settings { agents, sprt, shard, conditions, .. } = settings;
    let (sprt, shard, mut conditions) = (*sprt, *shard, conditions.clone());
    let contenders = names.iter().zip(agents).map(|(name, text)| contender(kind, &format!("--{name}"), text));
    let contenders = contenders.collect::<Result<Vec<_>, _>>()?;
    // A part says all of its games, so that they can be added up.
    let resumed = resumed.map(|resumed| resumed.keeping(shard.is_some()));
    let mut contest = Contest::new(
        Players { kind, contenders, names: &names },
        schedule,
        &mut conditions,
        resumed,
        session,
        |conditions| Settings { shard, conditions: conditions.clone(), ..settings.of_whole(conditions) },
    )?;
    let whole = settings.of_whole(&conditions);
    let tag = shard.map(|shard| Tag::new(kind, COMMAND, shard, &whole)).transpose()?;
    let mut result = Report::new(tag, session).or_csv(conditions.csv, GameLine::COLUMNS);
    for record in std::mem::take(&mut contest.earlier) {
        result.line(&GameLine::new(&record, &names), "", session)?;
    }
    let decided = |standing: &Standing| sprt.and_then(|sprt| sprt.verdict(standing.samples()));
    if decided(&contest.standing).is_none() {
        contest.play(session, &mut |record, standing, session| {
            let text = format_args!("{}  {}", in_words(record, &names), short(standing, sprt.as_ref()));
            result.line(&GameLine::new(record, &names), text, session)?;
            // Of a test without end nobody learns anything from the same games again.
            let is_over = decided(standing).is_some() || (sprt.is_some() && standing.is_spent());
            Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
    }
    report(&contest.standing, settings, &names, result, session)?;
    contest.says_kept(session);
    session.check_stop()
}

/// Prints the result of a match, or of a part of one.
pub(crate) fn report(
    standing: &Standing,
    settings: &Settings,
    names: &[String],
    report: Report,
    session: &mut Session<'_>,
) -> Result {
    match report {
        Report::Text => print(standing, settings.sprt.as_ref(), names, &settings.agents, session.out),
        Report::Csv(_) => print(standing, settings.sprt.as_ref(), names, &settings.agents, session.err),
        _ => report.last(&Result_::new(standing, settings.sprt.as_ref(), names), "", session),
    }
}

/// The result of a match, from a's view.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "match")]
pub(crate) struct Result_<'a> {
    /// The games played.
    games: u64,
    /// Those that `elo`, `los`, `llr` and `groups` count: not those that were played before, move for move.
    different: u64,
    #[serde(flatten)]
    tally: &'a Tally,
    /// The difference in Elo points. Where all games were won, or all lost, as if a quarter of a point were not.
    elo: f64,
    /// Half the width of the interval of 95 %; null if there are no games.
    elo_error: Option<f64>,
    /// The likelihood that a is the stronger one.
    los: f64,
    /// The log-likelihood ratio of the SPRT.
    #[serde(skip_serializing_if = "Option::is_none")]
    llr: Option<f64>,
    /// The decision of the SPRT, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Verdict>,
    /// Openings by the half points that a scored in all seats: 0, 1, 2, …
    groups: &'a [u64],
    /// The agents, each with its own results.
    agents: Vec<AgentResult<'a>>,
}

/// The result of one agent.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
struct AgentResult<'a> {
    /// `a`, `b` or `c`.
    agent: &'a str,
    #[serde(flatten)]
    tally: &'a Tally,
    /// The interval of 95 % of the probability to win.
    win_interval: (f64, f64),
    /// Wilson's interval of the share of losses (95 %).
    loss_interval: (f64, f64),
    faults: &'a Faults,
}

impl<'a> Result_<'a> {
    pub(crate) fn new(standing: &'a Standing, sprt: Option<&Sprt>, names: &'a [String]) -> Self {
        let samples = standing.samples();
        let estimate = Estimate::of(standing.counted(0), samples);
        let agents = names.iter().enumerate().map(|(contender, agent)| {
            let counted = standing.counted(contender);
            let interval = |count: u64| wilson(count as f64, counted.games() as f64, CONFIDENT);
            AgentResult {
                agent,
                tally: standing.tally(contender),
                win_interval: interval(counted.wins),
                loss_interval: interval(counted.losses),
                faults: standing.faults(contender),
            }
        });
        Self {
            games: standing.games(),
            different: standing.different(),
            tally: standing.tally(0),
            elo: estimate.elo,
            elo_error: estimate.known_error(),
            los: los(standing.counted(0), samples),
            llr: sprt.map(|sprt| sprt.llr(samples)),
            sprt: sprt.and_then(|sprt| sprt.verdict(samples)),
            groups: samples.counts(),
            agents: agents.collect(),
        }
    }
}

/// The state of a match in a few characters.
fn short(standing: &Standing, sprt: Option<&Sprt>) -> String {
    let tally = standing.tally(0);
    if standing.mute(1).is_some() {
        return format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
    }
    let llr = sprt.map_or(String::new(), |sprt| {
        let (low, high) = sprt.bounds();
        format!("  LLR {:.2} [{low:.2}, {high:.2}]", sprt.llr(standing.samples()))
    });
    format!("+{} ={} -{}  {}{llr}", tally.wins, tally.draws, tally.losses, elo_text(standing))
}

fn elo_text(standing: &Standing) -> String {
    let estimate = Estimate::of(standing.counted(0), standing.samples());
    format!("{:.1} %  Elo {:+.0} ±{:.0}", 100.0 * estimate.score, estimate.elo, estimate.error)
}

fn print(standing: &Standing, sprt: Option<&Sprt>, names: &[String], agents: &[String], out: &mut dyn Write) -> Result {
    writeln!(out)?;
    for (contender, (name, agent)) in names.iter().zip(agents).enumerate() {
        let (tally, counted, faults) =
            (standing.tally(contender), standing.counted(contender), standing.faults(contender));
        writeln!(out, "{name} = {}", one_line(agent))?;
        for (what, count, different) in [
            ("won", tally.wins, counted.wins),
            ("neither", tally.draws, counted.draws),
            ("lost", tally.losses, counted.losses),
        ] {
            let (low, high) = wilson(different as f64, counted.games() as f64, CONFIDENT);
            let part = 100.0 * count as f64 / tally.games().max(1) as f64;
            writeln!(out, "  {what:<8}{count:>7}  {part:>5.1} %  [{:.1}, {:.1}]", 100.0 * low, 100.0 * high)?;
        }
        if faults.total() > 0 {
            let Faults { timeouts, illegal, crashes } = faults;
            writeln!(out, "  of these lost by {timeouts} timeouts, {illegal} illegal moves, {crashes} crashes")?;
        }
    }
    let samples = standing.samples();
    writeln!(out, "a: {}  superior with {:.1} %", elo_text(standing), 100.0 * los(standing.counted(0), samples))?;
    if standing.different() < standing.games() {
        writeln!(out, "{}", repeated(standing))?;
    }
    let groups: Vec<String> = samples.counts().iter().map(ToString::to_string).collect();
    writeln!(out, "openings by half points of a in all seats: {}", groups.join(" "))?;
    if let Some(sprt) = sprt {
        let (low, high) = sprt.bounds();
        let verdict = match sprt.verdict(samples) {
            Some(Verdict::First) => format!("{:+} Elo or less", sprt.elo0),
            Some(Verdict::Second) => format!("{:+} Elo or more", sprt.elo1),
            None => "not decided".to_owned(),
        };
        writeln!(
            out,
            "SPRT {:+} against {:+}: LLR {:.2} in [{low:.2}, {high:.2}]: {verdict}",
            sprt.elo0,
            sprt.elo1,
            sprt.llr(samples)
        )?;
    }
    Ok(())
}
