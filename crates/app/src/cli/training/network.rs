//! `manyply network`: what a network is, and how far two of them differ.

use crate::cli::common::{Blame, Failure, JsonArgument, Result, Session, contents, count, input, start};
use crate::cli::training::data;
use manyply::face::{AnyGame, Kind, Registry};
use manyply::nnue::{GameNetwork, NetworkError, NetworkHead, NetworkRef};
use manyply_arena::Openings;
use manyply_train::SelfGame;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Look at networks, and compare two of them
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Info(Info),
    Compare(Compare),
}

/// Show game, architecture, size and checksum of a network
#[derive(clap::Args)]
struct Info {
    /// A file, or a game for its networks in the program
    #[arg(value_name = "FILE|GAME")]
    network: String,
    #[command(flatten)]
    json: JsonArgument,
}

/// Compare what two networks say of the same positions
#[derive(clap::Args)]
struct Compare {
    /// A file, or a game for the network in the program
    #[arg(value_name = "FILE|GAME")]
    a: String,
    /// Another one of the same game
    #[arg(value_name = "FILE|GAME")]
    b: String,
    /// Take positions of the games in these files, as 'manyply selfplay' writes them; may be given several times
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    data: Vec<PathBuf>,
    /// How many positions, at most
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = count::<u32>(1..=10_000_000))]
    positions: u32,
    /// Seed of the random play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count::<u64>(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    json: JsonArgument,
}

/// Random moves from the start to a position, at most.
const RANDOM_PLIES: u32 = 40;

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    match &arguments.action {
        Action::Info(info) => info.run(session),
        Action::Compare(compare) => {
            let (a, b) = (Named::find(&compare.a, &session.games)?, Named::find(&compare.b, &session.games)?);
            if a.head.game != b.head.game {
                let problem = format!("{} is a network of {}, {} of {}", a.name, a.head.game, b.name, b.head.game);
                return Err(input!("{problem}; expected two of one game"));
            }
            compare.run(&a, &b, session)
        }
    }
}

/// A network that a user names.
struct Named<'a> {
    name: &'a str,
    head: NetworkHead,
    /// The file; none for the networks in the program, of which `head` is the first.
    content: Option<Vec<u8>>,
}

impl<'a> Named<'a> {
    /// The network of the game, or in the file, of this name.
    fn find(name: &'a str, games: &Registry) -> Result<Self> {
        let Ok(kind) = games.kind(name) else {
            let (content, head) = contents("NETWORK", Path::new(name))?;
            return Ok(Self { name, head, content: Some(content) });
        };
        let networked = || games.names(|kind| kind.network.is_some());
        let none = || input!("{name} has no network; expected one of {}", networked());
        let own = kind.network.ok_or_else(none)?;
        let inside = || input!("{name} has no network in the program; expected a file");
        let (head, _) = NetworkHead::parse(own.embedded.first().ok_or_else(inside)?.file).or_input()?;
        Ok(Self { name, head, content: None })
    }

    /// The network, if not the game's own, to evaluate positions of `kind` with.
    fn read(&self, kind: &Kind) -> Result<Option<NetworkRef>, NetworkError> {
        let parse = |content: &Vec<u8>| {
            let own: GameNetwork = kind.network.ok_or(NetworkError::NoNetwork(kind.name))?;
            own.parse(kind.name, content)
        };
        self.content.as_ref().map(parse).transpose()
    }
}

/// A network: of a file, or the one in the program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "network")]
pub(crate) struct InfoLine<'a> {
    /// Its file; null for the network in the program.
    file: Option<&'a str>,
    #[serde(flatten)]
    head: &'a NetworkHead,
    /// Whether it is a network in the program.
    own: bool,
    /// The rules for which it is that, as users write them; empty for all others.
    rules: Option<&'a str>,
    /// Why this program cannot evaluate with it; null if it can.
    problem: Option<String>,
}

impl Info {
    fn run(&self, session: &mut Session<'_>) -> Result {
        let named = Named::find(&self.network, &session.games)?;
        let kind = session.games.kind(&named.head.game);
        let embedded = kind.as_ref().ok().and_then(|kind| kind.network).map_or(&[][..], |network| network.embedded);
        let mut heads = embedded.iter().filter_map(|own| Some((NetworkHead::parse(own.file).ok()?.0, own.rules)));
        if named.content.is_none() {
            return heads.try_for_each(|(head, rules)| self.show(None, &head, Some(rules), None, session));
        }
        let rules = heads.find(|(head, _)| *head == named.head).map(|(_, rules)| rules);
        let problem = match kind {
            Ok(kind) => named.read(kind).err().map(|error| error.to_string()),
            Err(unknown) => Some(unknown.to_string()),
        };
        self.show(Some(named.name), &named.head, rules, problem, session)
    }

    /// Shows a network, of those in the program with the rules that it is for.
    fn show(
        &self,
        file: Option<&str>,
        head: &NetworkHead,
        rules: Option<&str>,
        problem: Option<String>,
        session: &mut Session<'_>,
    ) -> Result {
        let line = InfoLine { file, head, own: rules.is_some(), rules, problem };
        let NetworkHead { game, inputs, features, views, hidden, buckets, scale, bytes, checksum } = head;
        let own = match rules {
            None => String::new(),
            Some("") => ", the one in the program".to_owned(),
            Some(rules) => format!(", the one in the program for {rules}"),
        };
        session.report(&line, |out| {
            writeln!(out, "a network of {game}{own}")?;
            writeln!(out, "inputs      {features} ({inputs}), as {views} sides see them")?;
            writeln!(out, "hidden      {hidden} for each side\nbuckets     {buckets}")?;
            writeln!(out, "scale       {scale} hundredths a log-odds unit")?;
            writeln!(out, "bytes       {bytes}\nchecksum    {checksum:016x}")?;
            line.problem.iter().try_for_each(|problem| writeln!(out, "This program cannot use it: {problem}"))
        })
    }
}

/// How far two networks differ in what they say of the same positions, for the side to move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "comparison")]
pub(crate) struct CompareLine<'a> {
    game: &'a str,
    /// The first network.
    a: &'a str,
    /// The second network.
    b: &'a str,
    #[cfg_attr(test, schemars(range(min = 1)))]
    positions: usize,
    /// Of the evaluations' differences, in hundredths.
    #[cfg_attr(test, schemars(range(min = 0)))]
    mean_absolute_difference: f64,
    /// The largest of them.
    #[cfg_attr(test, schemars(range(min = 0)))]
    largest_difference: i32,
    /// The position where the difference is that large.
    at: String,
    /// Null where one of them says the same of all positions.
    correlation: Option<f64>,
    /// The part of the positions where both say that the same side is better.
    #[cfg_attr(test, schemars(range(min = 0)))]
    same_sign: f64,
}

impl Compare {
    fn run(&self, a: &Named<'_>, b: &Named<'_>, session: &mut Session<'_>) -> Result {
        let kind = session.kind(&a.head.game)?;
        let read = |named: &Named<'_>| {
            let network = named.read(kind);
            network.of_file("NETWORK", Path::new(named.name))
        };
        let (first, second) = (read(a)?, read(b)?);
        let positions = self.positions(kind, session)?;
        let values = |network| {
            let value = |game: &dyn AnyGame| game.evaluate(network, game.side_to_move());
            positions.iter().map(|game| value(&**game)).collect::<Vec<i32>>()
        };
        let (one, other) = (values(first), values(second));
        let differences: Vec<i32> = one.iter().zip(&other).map(|(a, b)| (a - b).abs()).collect();
        let widest = (0..differences.len()).max_by_key(|&index| differences[index]);
        let Some(widest) = widest else {
            return Err(Failure::input("no position; expected games that are not over at once"));
        };
        let count = positions.len() as f64;
        let same = one.iter().zip(&other).filter(|(a, b)| a.signum() == b.signum()).count();
        let line = CompareLine {
            game: kind.name,
            a: a.name,
            b: b.name,
            positions: positions.len(),
            mean_absolute_difference: differences.iter().map(|&value| f64::from(value)).sum::<f64>() / count,
            largest_difference: differences[widest],
            at: positions[widest].position_text(),
            correlation: correlation(&one, &other),
            same_sign: same as f64 / count,
        };
        session.report(&line, |out| {
            writeln!(out, "{} positions of {}", line.positions, kind.name)?;
            writeln!(out, "mean absolute difference  {:.2}", line.mean_absolute_difference / 100.0)?;
            let largest = f64::from(line.largest_difference) / 100.0;
            writeln!(out, "largest difference        {largest:.2}, in {}", line.at)?;
            let none = || "none: one of them says the same of all".to_owned();
            let correlation = line.correlation.map_or_else(none, |value| format!("{value:.4}"));
            writeln!(out, "correlation               {correlation}")?;
            writeln!(out, "the same side is better   in {:.1} %", 100.0 * line.same_sign)
        })
    }
}

impl Compare {
    /// The positions that are compared.
    fn positions(&self, kind: &'static Kind, session: &Session<'_>) -> Result<Vec<Box<dyn AnyGame>>> {
        let most = self.positions as usize;
        if self.data.is_empty() {
            let openings = Openings::unbalanced(start(kind, None)?, RANDOM_PLIES, self.seed);
            let played = (0..u64::from(self.positions)).map(|index| openings.get(index, &session.stop));
            let open = played.filter(|game| game.outcome().is_none()).take_while(|_| !session.is_stopped());
            let positions = open.collect();
            return if session.is_stopped() { Err(Failure::Interrupted) } else { Ok(positions) };
        }
        let games = || data::read_games(kind, "--data", &self.data);
        // From all parts of the file alike.
        let scores = games()?.1.try_fold(0, |sum, game| game.map(|game| sum + game.scores.len()))?;
        let (every, mut seen, mut positions) = (scores.div_ceil(most).max(1), 0, Vec::new());
        let (rules, games) = games()?;
        for (number, game) in games.enumerate() {
            session.check_stop()?;
            let SelfGame { scores, finished, .. } = data::replayed(kind, "--data", number, &game?, &rules)?;
            let end = finished.game.ply();
            for ply in end - scores.len()..end {
                if seen % every == 0 {
                    positions.push(finished.game.at(ply));
                }
                seen += 1;
            }
        }
        Ok(positions)
    }
}

/// Pearson's coefficient; none where one of them is constant.
fn correlation(a: &[i32], b: &[i32]) -> Option<f64> {
    let count = a.len() as f64;
    let mean = |values: &[i32]| values.iter().map(|&value| f64::from(value)).sum::<f64>() / count;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let (mut both, mut of_a, mut of_b) = (0.0, 0.0, 0.0);
    for (&a, &b) in a.iter().zip(b) {
        let (a, b) = (f64::from(a) - mean_a, f64::from(b) - mean_b);
        (both, of_a, of_b) = (both + a * b, of_a + a * a, of_b + b * b);
    }
    (of_a > 0.0 && of_b > 0.0).then(|| both / (of_a * of_b).sqrt())
}

#[cfg(test)]
mod tests {
    use super::correlation;

    #[test]
    fn correlations_are_between_one_and_minus_one() {
        assert_eq!(correlation(&[1, 2, 3], &[10, 20, 30]), Some(1.0));
        assert_eq!(correlation(&[1, 2, 3], &[3, 2, 1]), Some(-1.0));
        assert_eq!(correlation(&[1, 2, 1, 2], &[1, 1, 2, 2]), Some(0.0));
        assert_eq!(correlation(&[1, 2], &[5, 5]), None);
    }
}
