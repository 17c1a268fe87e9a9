//! `manyply train`: a new network for a game whose static evaluation is a network's.

use crate::cli::common::{
    Bar, Blame, Checkpoint, Failure, JsonArgument, NetworkArgument, Result, Session, TablesArgument, Tag, check_place,
    count, file_sum, input, rate, resources, start,
};
use crate::cli::training::{EpochLine, data, train_svg};
use manyply::checksum::checksum;
use manyply::face::{AnyGame, Kind};
use manyply::formats::Content;
use manyply::nnue::{GameNetwork, NetworkRef, Shape};
use manyply::shard::Shard;
use manyply_arena::Openings;
use manyply_train::network::{LEAST_PLIES, LeftOut, Losses, Progress, Sample, Schedule, Trainer, samples};
use manyply_train::{SelfPlay, UNBALANCED};
use serde::Serialize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// One game of so many is held out: nothing is trained on it.
const HELD_OUT: usize = 25;
/// What checkpoints call themselves.
const COMMAND: &str = "train --checkpoint";
/// Fewer positions, to train on and held out together, are refused.
const LEAST_POSITIONS: usize = 1000;

/// Train a game's network on games of the engine against itself
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game; 'manyply games' lists them
    game: String,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = count::<u64>(1..=10_000_000))]
    games: u64,
    /// Nodes a move in these games
    #[arg(long, value_name = "N", default_value_t = 2500, value_parser = count::<u64>(1..=u64::MAX))]
    nodes: u64,
    /// Random moves that a game begins with at most
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = count::<u32>(0..=200))]
    random_plies: u32,
    /// The rules, as in name=value,name=value; 'manyply games' lists them
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    #[command(flatten)]
    network: NetworkArgument,
    /// Take the games in these files, as 'manyply selfplay' writes them, instead of playing; may be given several times
    #[arg(
        long, value_name = "FILE",
        conflicts_with_all = ["network", "games", "nodes", "random_plies", "rules", "tables"]
    )]
    data: Vec<PathBuf>,
    /// Learn from no position with fewer plies left before the game must end: its score depends on that limit; 0: from
    /// all, for games that fill their board
    #[arg(long, value_name = "N", default_value_t = LEAST_PLIES, value_parser = count::<u32>(0..=10_000))]
    least_plies: u32,
    /// Begin with the weights of the network in this file instead of random ones (fine-tuning); the name of the game
    /// stands for its network in the program
    #[arg(long, value_name = "FILE|GAME")]
    from: Option<PathBuf>,
    /// Seed of the openings and of the first weights
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count::<u64>(0..=u64::MAX))]
    seed: u64,
    /// How often the training goes through the positions
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = count::<u32>(1..=10_000))]
    epochs: u32,
    /// The learning rate of the first step, in millionths (or 0.002, with a point); it falls like a cosine to a
    /// hundredth of that
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = rate(1_000_000, 1_000_000))]
    learning_rate: u32,
    /// The part of the result in what is learned, in percent (or 0.1, with a point); the rest is the search's score
    /// (WDL lambda)
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = rate(100, 100))]
    wdl_lambda: u32,
    /// The same in the last epoch: from the first one's it changes evenly [default: as in the first]
    #[arg(long, value_name = "PERCENT", value_parser = rate(100, 100))]
    last_wdl_lambda: Option<u32>,
    /// Weight decay (AdamW), in percent: keeps weights small of which the games say little
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = rate(100, 10_000))]
    weight_decay: u32,
    /// End the training after N epochs without a smaller held-out error (early stopping)
    #[arg(long, value_name = "N", value_parser = count::<u32>(1..=u32::MAX))]
    patience: Option<u32>,
    /// Keep the training in this file, after epochs and when it ends: the same command goes on from there
    #[arg(long, value_name = "FILE", requires = "data")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    tables: TablesArgument,
    /// Threads that play and learn [default: all threads]
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    threads: Option<usize>,
    /// Write the network to this file; what is there is replaced
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Draw the errors of all epochs in this file, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArgument,
}

/// What a training depends on: a checkpoint of another one is refused.
#[derive(Serialize)]
struct Run {
    data: Vec<String>,
    /// The weights that it begins with, if not random ones.
    from: Option<String>,
    seed: u64,
    epochs: u32,
    learning_rate: u32,
    wdl_lambda: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_wdl_lambda: Option<u32>,
    weight_decay: u32,
    #[serde(skip_serializing_if = "is_usual")]
    least_plies: u32,
}

/// Whether a checkpoint of an earlier build would not have it.
fn is_usual(least_plies: &u32) -> bool {
    *least_plies == LEAST_PLIES
}

/// The result of training a network.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "training")]
pub(crate) struct ResultLine<'a> {
    game: &'a str,
    /// The games learned from.
    games: usize,
    positions: usize,
    /// The positions that were held out.
    held_out: usize,
    /// The positions that nothing was learned from.
    left_out: LeftOut,
    /// That the error held out fell by less than 0.2 % or is not 0.2 % below that of the mean result, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
    out: &'a str,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let kind = session.kind(&arguments.game)?;
    let Some(own) = kind.network else {
        let expected = session.games.names(|kind| kind.network.is_some());
        return Err(input!("{} has no network to train; expected one of {expected}", kind.name));
    };
    let shape = own.shape;
    check_place("--out", Some(&arguments.out))?;
    check_place("--svg", arguments.svg.as_deref())?;
    let from = arguments.from.as_deref().map(|path| First::find(kind, &own, path)).transpose()?;
    let (start, games, left_out) = if arguments.data.is_empty() {
        let start = start(kind, arguments.rules.as_deref())?;
        let (games, left_out) = arguments.play(start.clone(), shape, session)?;
        (start, games, left_out)
    } else {
        arguments.read(kind, shape, session)?
    };
    let (mut trained, mut held_out) = (Vec::new(), Vec::new());
    for (number, game) in games.iter().enumerate() {
        let samples = if number % HELD_OUT == HELD_OUT - 1 { &mut held_out } else { &mut trained };
        samples.extend_from_slice(game);
    }
    let count = trained.len() + held_out.len();
    if count < LEAST_POSITIONS || held_out.is_empty() {
        session.check_stop()?;
        let expected = format!("at least {LEAST_POSITIONS}, of {HELD_OUT} games or more");
        let problem = format!("{count} quiet positions of {} games are too few", games.len());
        return Err(input!("{problem} ({}); expected {expected}", arguments.left_out_text(&left_out)));
    }
    let percent = |part| part as f32 / 100.0;
    let last_lambda = arguments.last_wdl_lambda.unwrap_or(arguments.wdl_lambda);
    let schedule = Schedule {
        epochs: arguments.epochs,
        learning_rate: arguments.learning_rate as f32 / 1e6,
        wdl_lambda: (percent(arguments.wdl_lambda), percent(last_lambda)),
        weight_decay: percent(arguments.weight_decay),
        patience: arguments.patience.unwrap_or(0),
        threads: arguments.threads(),
    };
    let trainer = Trainer::new(shape, schedule, arguments.seed);
    let trainer = match from {
        Some(First::File(network)) => trainer.with_weights(network.numbers()),
        Some(First::Own) => trainer.with_weights(own.numbers(start.own_network())),
        None => trainer,
    };
    let before = trainer.error(&held_out);
    let tag = || arguments.tag(kind, &trainer);
    let mut checkpoint = Checkpoint::<Progress>::open(arguments.checkpoint.as_deref(), tag)?;
    let mut trainer = if checkpoint.state == Progress::default() {
        trainer
    } else {
        let resumed = trainer.resumed(&checkpoint.state);
        resumed.ok_or_else(|| Failure::input("--checkpoint: what is kept is no training of this network"))?
    };
    if !session.json {
        let (learned, held) = (trained.len(), held_out.len());
        writeln!(session.out, "{} games; quiet positions: {learned} to learn from, {held} held out", games.len())?;
        writeln!(session.out, "{}", arguments.left_out_text(&left_out))?;
    }
    arguments.train(&mut trainer, (&mut trained, &held_out), &mut checkpoint, session)?;
    let (out, epochs) = (arguments.out.display(), trainer.losses().len());
    let network = format!("the network of {epochs} of {} epochs is in {out}", arguments.epochs);
    session.keeps(checkpoint.kept(format_args!("{network}, and the training is"), &network));
    if let Some(path) = &arguments.svg {
        session.write_file("--svg", path, &train_svg::picture(trainer.losses()))?;
    }
    session.write_file("--out", &arguments.out, &shape.file(kind.name, &trainer.bytes()))?;
    let doubt = trainer.doubt(before, &held_out);
    let warning = doubt.map(|errors| {
        let help = help_to_learn(left_out.late > count, arguments.data.is_empty());
        format!("the training has not helped: the error held out is {errors}; {help}")
    });
    if let Some(warning) = warning.as_ref().filter(|_| !session.json) {
        writeln!(session.err, "warning: {warning}")?;
    }
    let (positions, held_out, out) = (trained.len(), held_out.len(), &arguments.out.display().to_string());
    let line = ResultLine { game: kind.name, games: games.len(), positions, held_out, left_out, warning, out };
    session.report(&line, |to| writeln!(to, "written to {out}"))?;
    session.check_stop()
}

/// What may be done where nothing was learned: most positions may be too late, and the games may have been played here.
fn help_to_learn(most_are_late: bool, plays: bool) -> String {
    let late = if most_are_late { "--least-plies 0 or " } else { "" };
    let options = if plays { " (--games, --random-plies, --nodes)" } else { "" };
    format!(
        "{late}more games, other openings or more nodes a move{options} give it more to learn from, --epochs and \
         --learning-rate more or less of it"
    )
}

/// The start of games, the samples of each of them, and the positions that make none.
type Games = (Box<dyn AnyGame>, Vec<Vec<Sample>>, LeftOut);

/// What a training begins with.
enum First {
    /// The network in the program for the rules of the games.
    Own,
    File(NetworkRef),
}

impl First {
    fn find(kind: &Kind, own: &GameNetwork, path: &Path) -> Result<Self> {
        if path.as_os_str() == kind.name {
            let inside = || input!("--from: {} has no network in the program; expected a file", kind.name);
            return if own.embedded.is_empty() { Err(inside()) } else { Ok(Self::Own) };
        }
        own.read(kind.name, path).map(Self::File).of_content("--from", path, &[Content::Network])
    }
}

impl Arguments {
    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(resources::cores)
    }

    /// The start of the games in the files, and their samples.
    fn read(&self, kind: &Kind, shape: Shape, session: &Session<'_>) -> Result<Games> {
        let (rules, games) = data::read_games(kind, "--data", &self.data)?;
        let numbered = games.enumerate().take_while(|_| !session.is_stopped());
        let mut left_out = LeftOut::default();
        let samples = numbered.map(|(number, game)| {
            let game = data::replayed(kind, "--data", number, &game?, &rules)?;
            let (samples, others) = samples(&game, shape, self.least_plies);
            left_out += others;
            Ok(samples)
        });
        let samples = samples.collect::<Result<_>>()?;
        let start = || start(kind, Some(&rules));
        if session.is_stopped() { Err(Failure::Interrupted) } else { Ok((start()?, samples, left_out)) }
    }

    /// What nothing is learned from, in words.
    fn left_out_text(&self, left_out: &LeftOut) -> String {
        let LeftOut { late, decided, noisy } = left_out;
        let late = match self.least_plies {
            0 => String::new(),
            least => format!("{late} with fewer than {least} plies left (--least-plies), "),
        };
        format!("left out: {late}{decided} decided, {noisy} not quiet")
    }

    /// The samples of the games, in the order of their numbers; those that had ended, when stopped.
    fn play(
        &self,
        start: Box<dyn AnyGame>,
        shape: Shape,
        session: &Session<'_>,
    ) -> Result<(Vec<Vec<Sample>>, LeftOut)> {
        let kind = start.kind();
        self.tables.load(kind)?;
        let bar = Bar::new(session.has_terminal);
        let (brief, network) = (Some(UNBALANCED), self.network.load(kind)?);
        let openings = Openings::unbalanced(start, self.random_plies, self.seed);
        let play = SelfPlay { brief, network, ..SelfPlay::new(openings, self.games, self.nodes, self.threads()) };
        let (mut games, mut left_out) = (Vec::new(), LeftOut::default());
        play.play(&session.stop, &mut |game| {
            let (samples, others) = samples(&game, shape, self.least_plies);
            left_out += others;
            games.push((game.number, samples));
            bar.show("games", games.len() as f64 / self.games as f64);
            ControlFlow::Continue(())
        })
        .or_input()?;
        games.sort_by_key(|&(number, _)| number);
        Ok((games.into_iter().map(|(_, samples)| samples).collect(), left_out))
    }

    /// By what a checkpoint is known as one of this training from the weights of `trainer`.
    fn tag(&self, kind: &Kind, trainer: &Trainer) -> Result<Tag> {
        let run = Run {
            data: self.data.iter().map(|path| file_sum("--data", path)).collect::<Result<_, _>>()?,
            from: self.from.as_ref().map(|_| format!("{:016x}", checksum(&trainer.bytes()))),
            seed: self.seed,
            epochs: self.epochs,
            learning_rate: self.learning_rate,
            wdl_lambda: self.wdl_lambda,
            last_wdl_lambda: self.last_wdl_lambda,
            weight_decay: self.weight_decay,
            least_plies: self.least_plies,
        };
        Tag::new(kind, COMMAND, Shard::WHOLE, &run)
    }

    /// Trains on the first samples, holds the others out, and reports progress.
    fn train(
        &self,
        trainer: &mut Trainer,
        (trained, held_out): (&mut [Sample], &[Sample]),
        checkpoint: &mut Checkpoint<Progress>,
        session: &mut Session<'_>,
    ) -> Result {
        let bar = Bar::new(session.has_terminal);
        // Stopped during the games: the games that ended make a network.
        let (stop, stopped) = (session.stop.clone(), session.is_stopped());
        let positions = trained.len();
        let mut begun = Instant::now();
        let mut reported = Ok(());
        let mut report = |trainer: &Trainer| -> Result {
            let Some(&Losses { epoch, trained, held_out }) = trainer.losses().last() else { return Ok(()) };
            let positions_per_second = positions as f64 / begun.elapsed().as_secs_f64();
            begun = Instant::now();
            bar.show("epochs", f64::from(epoch) / f64::from(self.epochs));
            if checkpoint.is_due() {
                checkpoint.state = trainer.progress();
                checkpoint.save()?;
            }
            let mut line = EpochLine { epoch, held_out, ..EpochLine::default() };
            (line.trained, line.positions_per_second) = (Some(trained), Some(positions_per_second));
            session.report(&line, |out| {
                let speed = positions_per_second / 1e3;
                let errors = format_args!("error {trained:.5}  held out {held_out:.5}");
                writeln!(out, "epoch {epoch:>4}  {errors}  {speed:>6.0} k positions/s")
            })
        };
        trainer.train(trained, held_out, &mut |trainer| {
            reported = report(trainer);
            reported.is_ok() && (stopped || !stop.load(Ordering::Relaxed))
        });
        reported?;
        if !trainer.losses().is_empty() {
            checkpoint.state = trainer.progress();
        }
        checkpoint.save()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The options that are named help, and go with those that were given.
    #[test]
    fn help_names_options_that_can_be_given() {
        assert!(help_to_learn(true, false).starts_with("--least-plies 0 or more games"));
        assert!(!help_to_learn(false, true).contains("--least-plies"));
        for option in ["--games", "--random-plies", "--nodes"] {
            assert!(help_to_learn(false, true).contains(option) && !help_to_learn(true, false).contains(option));
        }
    }
}
