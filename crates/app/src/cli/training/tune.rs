//! `manyply tune`: tunes the weights of an evaluation to the results of games.

use crate::cli::common::{Bar, Failure, Result, Session, check_place, input, resources};
use crate::cli::training::EpochLine;
use crate::cli::training::tune_arguments::{Arguments, weights};
use crate::cli::training::tune_positions::{Course, Positions};
use manyply::face::Kind;
use manyply::game::Weights;
use manyply_train::weights::{Losses, Observation, Settings, Tuned, choices, source};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Fewer positions, to tune to and held out together, are refused.
const LEAST_POSITIONS: usize = 100;
/// What a move ordering's scores are written in: hundredths of a log-odds unit.
const POLICY_SCALE: f64 = 100.0;
/// As text, every so many epochs are printed.
const PRINTED_EPOCHS: u32 = 25;

impl Arguments {
    pub(crate) fn run(&self, kind: &'static Kind, session: &mut Session<'_>) -> Result {
        let arguments = self;
        let has_weights = |kind: &Kind| weights(kind, self.policy, "").is_ok_and(|weights| !weights.groups.is_empty());
        if !has_weights(kind) {
            let of = if arguments.policy { "of its move ordering " } else { "" };
            let (name, others) = (kind.name, session.games.names(has_weights));
            let expected = if others.is_empty() { "a game that has some".into() } else { format!("one of {others}") };
            return Err(input!("{name} has no weights {of}to fit; expected {expected}"));
        }
        check_place("--out", arguments.out.as_deref())?;
        let course = Course { bar: Bar::new(session.has_terminal), games: arguments.part_of_games() };
        if arguments.policy {
            let most = arguments.positions as usize;
            let positions = arguments.of_data(kind, &course, session, |game, seed| choices(game, most, seed))?;
            return arguments.tune_to(kind, &positions, Some(POLICY_SCALE), course, session);
        }
        let positions = arguments.positions(kind, &course, session)?;
        arguments.tune_to(kind, &positions, None, course, session)
    }

    /// The part of the whole work that is to play the games, or to read them, about: a node of a game takes as long as
    /// so many visits of an epoch to a position.
    fn part_of_games(&self) -> f64 {
        const VISITS_OF_A_NODE: f64 = 5.0;
        const PLIES_OF_A_GAME: f64 = 40.0;
        if !(self.from.is_empty() && self.data.is_empty()) {
            return 0.1;
        }
        let threads = self.threads.unwrap_or_else(resources::cores) as f64;
        let nodes = self.nodes as f64 * PLIES_OF_A_GAME / threads;
        let visits = f64::from(self.epochs) * f64::from(self.positions);
        VISITS_OF_A_NODE * nodes / (VISITS_OF_A_NODE * nodes + visits)
    }
}

impl Arguments {
    /// Tunes the weights to these positions and says and writes what has come of it.
    fn tune_to<O: Observation>(
        &self,
        kind: &Kind,
        positions: &Positions<O>,
        scale: Option<f64>,
        course: Course,
        session: &mut Session<'_>,
    ) -> Result {
        let (training, held_out) = (&positions.training, &positions.held_out);
        let count = training.len() + held_out.len();
        if count < LEAST_POSITIONS || training.is_empty() || held_out.is_empty() {
            let expected = format!("at least {LEAST_POSITIONS}, of several games");
            let problem = format!("{count} quiet positions of {} games are too few", positions.games);
            return Err(input!("{problem}; expected {expected}"));
        }
        if !session.json {
            writeln!(
                session.out,
                "{} games, {} of them without a result by the rules; quiet positions: {} to tune to, {} held out",
                positions.games,
                positions.left_out,
                training.len(),
                held_out.len()
            )?;
        }
        let old = &positions.weights;
        let tuned = self.tune(&old.values(), positions, scale, &course, session)?;
        drop(course);
        let mut new = old.with_values(&tuned.weights);
        new.origin = format!("{}: {count} positions of {} games.", self.command(kind.name), positions.games);
        session.report(&ResultLine::new(kind.name, positions, &tuned, &new), |out| print(&tuned, out))?;
        let text = source(&new);
        match &self.out {
            Some(path) => {
                let kept = session.write_file("--out", path, text.as_bytes());
                // Hours of tuning are not lost if the file cannot be written.
                if kept.is_err() && !session.json {
                    write!(session.out, "\n{text}")?;
                }
                kept?;
            }
            None if session.json => {}
            None => write!(session.out, "\n{text}")?,
        }
        if session.is_stopped() {
            let what = "the best weights so far are";
            session.keeps(match &self.out {
                Some(path) => format!("{what} in {}", path.display()),
                None => format!("{what} printed"),
            });
            return Err(Failure::Interrupted);
        }
        Ok(())
    }

    /// Tunes the weights and reports progress.
    fn tune<O: Observation>(
        &self,
        old: &[i32],
        positions: &Positions<O>,
        scale: Option<f64>,
        course: &Course,
        session: &mut Session<'_>,
    ) -> Result<Tuned> {
        let games = positions.games - positions.left_out;
        let settings = Settings { epochs: self.epochs, prior: self.prior.into(), games, scale };
        let mut printed = Ok(());
        let tuned = Tuned::new(old, &positions.training, &positions.held_out, &settings, &mut |epoch, losses| {
            course.epochs(f64::from(epoch) / f64::from(self.epochs));
            if session.json {
                let Losses { training, held_out } = losses;
                let line = EpochLine { epoch, fitted: Some(training), held_out, ..EpochLine::default() };
                printed = session.object(&line);
            } else if epoch.is_multiple_of(PRINTED_EPOCHS) {
                let line = format!("epoch {epoch:>5}  loss {:.5}  held out {:.5}", losses.training, losses.held_out);
                printed = course.bar.aside(|| writeln!(session.out, "{line}")).map_err(Failure::from);
            }
            if printed.is_err() || session.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        printed.map(|()| tuned)
    }
}

/// The result of tuning.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "tuning")]
pub(crate) struct ResultLine<'a> {
    game: &'a str,
    /// The games learned from.
    games: usize,
    /// The games that neither the rules nor a proof ended.
    left_out: usize,
    positions: usize,
    /// The scale of the sigmoid, in hundredths.
    scale: f64,
    /// The epoch whose weights are taken.
    best_epoch: u32,
    /// The losses of the old weights.
    before: Losses,
    /// The losses of the new weights.
    after: Losses,
    /// Where the weights come from.
    origin: &'a str,
    /// The numbers of each group of weights, row by row.
    weights: BTreeMap<&'a str, &'a [i32]>,
}

impl<'a> ResultLine<'a> {
    fn new<O>(game: &'a str, positions: &Positions<O>, tuned: &Tuned, new: &'a Weights) -> Self {
        Self {
            game,
            games: positions.games,
            left_out: positions.left_out,
            positions: positions.training.len() + positions.held_out.len(),
            scale: tuned.scale,
            best_epoch: tuned.epoch,
            before: tuned.before,
            after: tuned.after,
            origin: &new.origin,
            weights: new.groups.iter().map(|group| (group.name, group.values.as_slice())).collect(),
        }
    }
}

fn print(tuned: &Tuned, out: &mut dyn Write) -> io::Result<()> {
    let Tuned { scale, before, after, epoch, .. } = tuned;
    writeln!(out, "scale of the sigmoid: {:.2} for each log-odds unit", scale / 100.0)?;
    writeln!(out, "best epoch {epoch}: loss {:.5} -> {:.5}", before.training, after.training)?;
    writeln!(out, "held out: loss {:.5} -> {:.5}", before.held_out, after.held_out)
}
