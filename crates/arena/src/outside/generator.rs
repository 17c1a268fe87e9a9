//! Move generators of other programs, asked to count lines of play: engines by their protocols, and commands that print
//! a count for each move.

use super::super::agent::Fault;
use super::description::Description;
use super::divide::{Count, count};
use super::process::Process;
use super::uci::{Dialect, Program};
use manyply::clock::Instant;
use manyply::face::{AnyGame, Kind};
use manyply::game::TextError;
use std::sync::atomic::AtomicBool;

/// A move generator of another program.
pub struct Generator(Source);

enum Source {
    Engine(Box<Program>),
    Command(Description),
}

impl Generator {
    /// `ugi:COMMAND`, where the game has them `uci:COMMAND` and `ubgi:COMMAND`: an engine that knows `go perft`. Else
    /// a command that is run for every count, with `{position}`, `{moves}` and `{depth}` in its words filled in, or
    /// with depth and position behind them.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(kind: &'static Kind, text: &str) -> Result<Self, TextError> {
        let engine = text.split_once(':').and_then(|(name, text)| Some((Dialect::of(kind, name)?, text)));
        Ok(Self(match engine {
            Some((dialect, text)) => {
                Source::Engine(Box::new(Program::new(dialect, Description::parse(text, &["longest"])?, None)))
            }
            None => Source::Command(Description::parse(text, &["longest"])?),
        }))
    }

    /// How many lines of `depth` plies begin with each move of a position.
    ///
    /// # Errors
    /// The program cannot be started, ends otherwise than well, or does not answer.
    pub fn divide(&mut self, game: &dyn AnyGame, depth: u32, stop: &AtomicBool) -> Result<Vec<Count>, Fault> {
        match &mut self.0 {
            Source::Engine(program) => program.divide(game, depth, stop),
            Source::Command(description) => run(description, game, depth, stop),
        }
    }
}

/// What a command prints.
fn run(description: &Description, game: &dyn AnyGame, depth: u32, stop: &AtomicBool) -> Result<Vec<Count>, Fault> {
    let moves = game.moves_from(0).join(" ");
    let values = [("{position}", game.position_text()), ("{moves}", moves), ("{depth}", depth.to_string())];
    let fill = |word: &String| values.iter().fold(word.clone(), |word, (name, value)| word.replace(name, value));
    let mut words: Vec<String> = description.words.iter().map(fill).collect();
    if words == description.words {
        words.extend([depth.to_string(), game.position_text()]);
    }
    let crash = |error: std::io::Error| Fault::Crash(format!("{}: {error}", words[0]));
    let mut process = Process::start(&words, description.log.as_deref()).map_err(crash)?;
    let (deadline, mut counts) = (Instant::now() + description.longest, Vec::new());
    let end = process.wait_for(deadline, stop, |line| {
        counts.extend(count(line, |text| game.parse_move(text).ok()));
        None::<()>
    });
    match process.ended() {
        Some(status) if status.success() => Ok(counts),
        _ => Err(end.err().unwrap_or(Fault::Timeout)),
    }
}
