//! `manyply eval --compare`: which of two evaluations predicts the results of games better, and how well, by phase.

use crate::cli::analysis::eval_compare_svg::{self as svg, Line};
use crate::cli::common::{Bar, Blame, Failure, Result, Session, check_place, count, input};
use crate::cli::training::data;
use manyply::face::{AnyGame, Kind};
use manyply::formats::Content;
use manyply::harmless::one_line;
use manyply::nnue::NetworkRef;
use manyply::search::Score;
use manyply_arena::{Contender, Evaluator};
use manyply_train::SelfGame;
use manyply_train::calibration::{Comparison, Judged, Quality, compare, scales};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// The options of `eval` that compare.
#[derive(clap::Args)]
pub(crate) struct CompareArguments {
    /// Compare two evaluations on the positions of --data: each is own (the static evaluation), score (of the search
    /// that played the games), the file of a network, or an agent as 'manyply match' takes it, such as
    /// engine:nodes=1000 or "uci:PROGRAM;depth=1": what it says of each position when it is asked for a move
    #[arg(
        long, num_args = 2, value_names = ["A", "B"], requires = "data",
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
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = count::<u32>(1..=50), requires = "compare")]
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
    pub(crate) fn is_empty(&self) -> bool {
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
enum Judge {
    Own,
    Score,
    File(NetworkRef),
    Agent { text: String, evaluator: Box<Evaluator> },
}

impl Judge {
    fn parse(kind: &'static Kind, text: &str) -> Result<Self> {
        match text {
            "own" => Ok(Self::Own),
            "score" => Ok(Self::Score),
            path if !text.contains(':') || Path::new(path).exists() => {
                let read = kind.read_network(Path::new(path)).map(Self::File);
                read.of_content("--compare", Path::new(path), &[Content::Network])
            }
            agent => {
                let contender = Contender::parse(kind, agent).of("--compare")?;
                let evaluator = Evaluator::new(&contender).map_err(|problem| failed(agent, &problem))?;
                Ok(Self::Agent { text: agent.to_owned(), evaluator: Box::new(evaluator) })
            }
        }
    }

    fn new_game(&mut self, start: &dyn AnyGame, stop: &AtomicBool) -> Result {
        match self {
            Self::Agent { text, evaluator } => evaluator.new_game(start, stop).map_err(|fault| failed(text, &fault)),
            _ => Ok(()),
        }
    }

    /// What it says of the position of `game` to the side to move, of which the search said `score`; none if it has
    /// proven the result, or says nothing, as some programs do before a move that is forced.
    fn value(&mut self, game: &dyn AnyGame, score: i32, stop: &AtomicBool) -> Result<Option<i32>> {
        let by = |network| game.evaluate(network, game.side_to_move());
        match self {
            Self::Own => Ok(Some(by(None))),
            Self::File(network) => Ok(Some(by(Some(*network)))),
            Self::Score => Ok(Some(score)),
            Self::Agent { text, evaluator } => match evaluator.ask(game, stop).map(|choice| choice.note.score) {
                Ok(Some(Score::Cp(value))) => Ok(Some(value)),
                Ok(_) => Ok(None),
                Err(fault) => Err(failed(text, &format!("{fault}, at {}", game.position_text()))),
            },
        }
    }
}

/// What is wrong with an agent.
fn failed(agent: &str, problem: &dyn std::fmt::Display) -> Failure {
    input!("--compare: {}", one_line(&format!("{agent}: {problem}")))
}

/// `eval --compare` for one game.
pub(crate) fn run(options: &CompareArguments, kind: &'static Kind, session: &mut Session<'_>) -> Result {
    check_place("--svg", options.svg.as_deref())?;
    let [a, b] = &options.compare[..] else {
        return Err(input!("--compare: {} evaluations; expected 2", options.compare.len()));
    };
    let mut judges = [Judge::parse(kind, a)?, Judge::parse(kind, b)?];
    let positions = options.positions(kind, &mut judges, session)?;
    let stages = || positions.iter().map(|judged| judged.stage);
    let (Some(least), Some(most)) = (stages().min(), stages().max()) else {
        session.check_stop()?;
        let expected = "expected games, and evaluations, with scores that are not proven";
        return Err(input!("--compare: no position that both evaluate; {expected}"));
    };
    let scales = scales(&positions);
    let width = (most - least + 1).div_ceil(options.phases);
    let line = |whole, from, to, some: &[Judged]| {
        let (game, by, names) = (kind.name, options.by.name(), &options.compare[..]);
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
    if session.json {
        lines.iter().try_for_each(|line| session.object(line))?;
    } else {
        print(&lines, session)?;
    }
    if let Some(path) = &options.svg {
        session.write_file("--svg", path, &svg::picture(&lines))?;
    }
    session.keeps(format!("the comparison of the first {} positions is printed", positions.len()));
    session.check_stop()
}

impl CompareArguments {
    /// The positions of the games whose score is not proven, with what is said of them: of those before Ctrl-C.
    fn positions(&self, kind: &'static Kind, judges: &mut [Judge; 2], session: &Session<'_>) -> Result<Vec<Judged>> {
        let (rules, mut games) = data::read_games(kind, "--data", &self.data)?;
        let bar = Bar::new(session.has_terminal);
        let stop = &session.stop;
        let mut positions = Vec::new();
        let mut number = 0;
        while let Some(kept) = games.next() {
            bar.show("games", games.part());
            let SelfGame { scores, finished, .. } = data::replayed(kind, "--data", number, &kept?, &rules)?;
            let before = finished.game.ply() - scores.len();
            let (start, mut game) = (finished.game.at(0), finished.game.at(before));
            let ready = judges.iter_mut().try_for_each(|judge| judge.new_game(&*start, stop));
            if session.is_stopped() {
                break;
            }
            ready?;
            for (ply, (m, score)) in (before..).zip(finished.game.moves_from(before).iter().zip(&scores)) {
                if let Score::Cp(score) = *score
                    && game.outcome().is_none()
                    && (!self.quiet || game.is_quiet(m))
                {
                    let [a, b] = judges;
                    let values = a.value(&*game, score, stop).and_then(|a| Ok((a, b.value(&*game, score, stop)?)));
                    if session.is_stopped() {
                        return Ok(positions);
                    }
                    if let (Some(a), Some(b)) = values? {
                        let payoff = finished.payoffs[game.side_to_move().index()];
                        positions.push(Judged {
                            game: number as u32,
                            stage: self.stage(&*game, ply),
                            values: [a, b],
                            result: (f32::from(payoff.signum()) + 1.0) / 2.0,
                        });
                    }
                }
                game.play(m).or_input()?;
            }
            number += 1;
        }
        Ok(positions)
    }

    fn stage(&self, game: &dyn AnyGame, ply: usize) -> u32 {
        match self.by {
            By::Men => game.picture().tiles.iter().filter(|tile| tile.figure.is_some()).count() as u32,
            By::Plies => ply as u32,
        }
    }
}

/// Prints a line a phase, the whole last.
fn print(lines: &[Line<'_>], session: &mut Session<'_>) -> Result {
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
