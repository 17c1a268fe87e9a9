//! `manyply eval --compare`: which of two evaluations predicts the results of games better, and how well, by phase.

use super::contest::file_failure;
use super::data;
use super::eval::Arguments;
use super::eval_compare_svg as svg;
use super::failure::Failure;
use super::session::Session;
use crate::files::check_place;
use crate::games::Game;
use crate::games::registry::Visitor;
use crate::harmless::one_line;
use crate::nnue::NetworkRef;
use crate::search::Score;
use crate::search::hooks::{Qsearch as _, State as _};
use crate::service::Kind;
use crate::train::SelfGame;
use crate::train::calibration::{Comparison, Judged, Quality, compare, scales};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The options of `eval` that compare.
#[derive(clap::Args)]
pub(super) struct CompareArguments {
    /// Compare two evaluations on the positions of --data: each is own (the static evaluation), score (of the search
    /// that played the games) or the file of a network
    #[arg(
        long, num_args = 2, value_names = ["FILE", "FILE"], requires = "data",
        conflicts_with_all = ["position", "random", "moves", "rules", "network"]
    )]
    compare: Vec<String>,
    /// The games, as 'manyply selfplay' writes them; may be given several times
    #[arg(long, value_name = "FILE", requires = "compare")]
    data: Vec<PathBuf>,
    /// What phases are told apart by: men (whatever stands on the board) or plies
    #[arg(long, value_name = "WHAT", default_value = "men", requires = "compare")]
    by: By,
    /// How many phases, equally wide
    #[arg(
        long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=50),
        requires = "compare"
    )]
    phases: u32,
    /// Only quiet positions: no threat to answer, and the move that was played is no capture
    #[arg(long, requires = "compare")]
    quiet: bool,
    /// Draw what was expected and what happened, of each phase and of all, in this file
    #[arg(long, value_name = "FILE", requires = "compare")]
    svg: Option<PathBuf>,
}

impl CompareArguments {
    /// Whether nothing is to be compared.
    pub(super) fn is_empty(&self) -> bool {
        self.compare.is_empty()
    }
}

/// What phases are told apart by.
#[derive(Clone, Copy, clap::ValueEnum)]
enum By {
    Men,
    Plies,
}

impl By {
    const fn name(self) -> &'static str {
        match self {
            Self::Men => "men",
            Self::Plies => "plies",
        }
    }
}

/// An evaluation.
#[derive(Clone, Copy)]
enum Judge {
    Own,
    Score,
    File(NetworkRef),
}

impl Judge {
    fn parse(text: &str, kind: &Kind) -> Result<Self, Failure> {
        match text {
            "own" => Ok(Self::Own),
            "score" => Ok(Self::Score),
            path => {
                let read = kind.read_network(Path::new(path)).map(Self::File);
                read.map_err(|error| file_failure("--compare", Path::new(path), error))
            }
        }
    }

    fn value<G: Game>(self, position: &G, score: i32) -> i32 {
        let by = |network| position.evaluate_with(network, position.side_to_move());
        match self {
            Self::Own => by(None),
            Self::File(network) => by(Some(network)),
            Self::Score => score,
        }
    }
}

/// A phase for programs.
#[derive(Serialize)]
#[serde(tag = "type", rename = "calibration")]
pub(super) struct Line<'a> {
    pub(super) game: &'a str,
    /// Whether it is all phases together.
    pub(super) whole: bool,
    pub(super) by: &'static str,
    /// The least and the greatest number of those in it.
    pub(super) from: u32,
    pub(super) to: u32,
    /// What the evaluations are called.
    pub(super) names: &'a [String],
    #[serde(flatten)]
    pub(super) comparison: Comparison,
}

/// `eval --compare` for one game.
pub(super) struct Comparing<'a, 's> {
    pub(super) arguments: &'a Arguments,
    pub(super) session: &'a mut Session<'s>,
}

impl Visitor for Comparing<'_, '_> {
    type Out = Result<(), Failure>;

    fn visit<G: Game>(self) -> Result<(), Failure> {
        let Self { arguments, session } = self;
        let options = &arguments.compare;
        if let Some(path) = &options.svg {
            check_place(path).map_err(|error| file_failure("--svg", path, error))?;
        }
        let [a, b] = &options.compare[..] else {
            return Err(Failure::input(format!("--compare: {} evaluations; expected 2", options.compare.len())));
        };
        let judges = [Judge::parse(a, Kind::of::<G>())?, Judge::parse(b, Kind::of::<G>())?];
        let positions = options.positions::<G>(judges, session)?;
        let stages = || positions.iter().map(|judged| judged.stage);
        let (Some(least), Some(most)) = (stages().min(), stages().max()) else {
            return Err(Failure::input("--data: no position; expected games with scores that are not proven"));
        };
        let scales = scales(&positions);
        let width = (most - least + 1).div_ceil(options.phases);
        let line = |whole, from, to, some: &[Judged]| {
            let (game, by, names) = (G::NAME, options.by.name(), &options.compare[..]);
            compare(some, scales).map(|comparison| Line { game, whole, by, from, to, names, comparison })
        };
        let mut lines: Vec<Line<'_>> = Vec::new();
        for from in (least..=most).step_by(width as usize) {
            let to = (from + width - 1).min(most);
            let some: Vec<Judged> =
                positions.iter().filter(|judged| (from..=to).contains(&judged.stage)).copied().collect();
            lines.extend(line(false, from, to, &some));
        }
        lines.extend(line(true, least, most, &positions));
        if arguments.json {
            lines.iter().try_for_each(|line| session.json(line))?;
        } else {
            print(&lines, session)?;
        }
        match &options.svg {
            Some(path) => session.write_file("--svg", path, svg::picture(&lines).as_bytes()),
            None => Ok(()),
        }
    }
}

impl CompareArguments {
    /// The positions of the games whose score is not proven, with what is said of them.
    fn positions<G: Game>(&self, judges: [Judge; 2], session: &Session<'_>) -> Result<Vec<Judged>, Failure> {
        let (rules, games) = data::read_games::<G>("--data", &self.data)?;
        let mut positions = Vec::new();
        for (number, game) in games.iter().enumerate() {
            if session.is_stopped() {
                return Err(Failure::Interrupted);
            }
            let SelfGame { opening, scores, finished, .. } = data::replayed::<G>("--data", number, game, &rules)?;
            let mut position = opening.played().position().clone();
            let before = finished.game.moves().len() - scores.len();
            for (ply, (m, score)) in (before..).zip(finished.game.moves().skip(before).zip(&scores)) {
                if let Score::Cp(score) = *score
                    && position.outcome().is_none()
                    && (!self.quiet || is_quiet(&position, m))
                {
                    let payoff = finished.payoffs[position.side_to_move().index()];
                    positions.push(Judged {
                        game: number as u32,
                        stage: self.stage(&position, ply),
                        values: judges.map(|judge| judge.value(&position, score)),
                        result: (f32::from(payoff.signum()) + 1.0) / 2.0,
                    });
                }
                position.make(m);
            }
        }
        Ok(positions)
    }

    fn stage<G: Game>(&self, position: &G, ply: usize) -> u32 {
        match self.by {
            By::Men => position.picture().tiles.iter().filter(|tile| tile.figure.is_some()).count() as u32,
            By::Plies => ply as u32,
        }
    }
}

/// Whether a position is one that networks learn from.
fn is_quiet<G: Game>(position: &G, m: G::Move) -> bool {
    let state = G::State::new(position);
    !state.in_check(position) && !state.is_noisy(position, m)
}

/// Prints a line a phase, the whole last.
fn print(lines: &[Line<'_>], session: &mut Session<'_>) -> Result<(), Failure> {
    let Some(Line { game, by, names, comparison, .. }) = lines.last() else { return Ok(()) };
    let out = &mut session.out;
    writeln!(out, "{} positions of {game}; log loss, and how far off the chances are", comparison.positions)?;
    for (letter, (name, quality)) in ["a", "b"].iter().zip(names.iter().zip(&comparison.evaluations)) {
        writeln!(out, "{letter}: {}, {:.0} hundredths a log-odds unit", one_line(name), quality.scale)?;
    }
    writeln!(out, "\n{by:<10} positions     mean        a    off        b    off     a - b")?;
    for Line { whole, from, to, comparison, .. } in lines {
        let Comparison { positions, base, evaluations: [a, b], difference, error } = comparison;
        let phase = if *whole { "all".to_owned() } else { format!("{from} to {to}") };
        let quality = |one: &Quality| format!("{:>7.4} {:>4.1} %", one.log_loss, 100.0 * one.calibration_error);
        let (a, b) = (quality(a), quality(b));
        writeln!(out, "{phase:<10} {positions:>9}  {base:>7.4}  {a}  {b}  {difference:>+8.4} ±{error:.4}")?;
    }
    Ok(())
}
