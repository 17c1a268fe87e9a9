//! `manyply play`: a person against the engine.

use super::failure::Failure;
use super::input::Lines;
use super::position::{GameArguments, kind};
use super::resources;
use super::session::Session;
use super::show::print_board;
use super::tables::TablesArgument;
use crate::game::Side;
use crate::search::{Found, Limits, Model, Options};
use crate::service::{AnyEngine, AnyGame, Kind};
use std::time::Duration;

/// Play against the engine on the terminal
#[derive(clap::Args)]
#[command(
    after_help = "Example: manyply play minichess --time 2s\n\nType a move, or 'help' for the other commands. --side is \
    the side that you play: a name such as White, or 1, 2, 3 in the order of moving."
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) game: GameArguments,
    #[command(flatten)]
    tables: TablesArgument,
    /// The side that you play [default: the first]
    #[arg(long, value_name = "SIDE", default_value = "1", hide_default_value = true)]
    side: String,
    /// The engine's time for a move
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = resources::time)]
    time: Duration,
    /// What the engine assumes that the other sides do, where three play: paranoid, brs, opps or maxn
    #[arg(long, value_name = "MODEL", default_value_t)]
    model: Model,
    /// Threads of the engine
    #[arg(long, value_name = "N", default_value = "1", value_parser = resources::threads)]
    threads: usize,
    /// The engine's table, in MiB
    #[arg(long, value_name = "MiB", default_value = "64", value_parser = resources::hash)]
    hash: usize,
}

const HELP: &str = "\
a move   play it, written as 'moves' lists it
moves    list the legal moves
board    show the board
hint     ask the engine what it would play
undo     take back your last move and what followed
help     show this
quit     leave";

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let kind = kind(&arguments.game.game)?;
    let human = parse_side(kind, &arguments.side)?;
    let game = arguments.game.load(session)?;
    arguments.tables.load(kind)?;
    let options =
        Options { threads: arguments.threads, hash_mib: arguments.hash, model: arguments.model, ..Options::default() };
    let engine = resources::searcher(kind, options)?;
    let mut table = Table { human, game, engine, time: arguments.time, session };
    let lines = Lines::of(table.session);
    table.run(lines)
}

fn parse_side(kind: &Kind, text: &str) -> Result<Side, Failure> {
    let number = |side: &Side| (side.index() + 1).to_string();
    let sides = || Side::all(kind.sides);
    sides().find(|side| number(side) == text || kind.side_name(*side).eq_ignore_ascii_case(text)).ok_or_else(|| {
        let names: Vec<_> = sides().map(|side| format!("{} ({})", number(&side), kind.side_name(side))).collect();
        Failure::input(format!("--side: no side is called {text:?}; expected {}", names.join(" or ")))
    })
}

/// A game at which a person and the engine sit.
struct Table<'a, 's> {
    human: Side,
    game: Box<dyn AnyGame>,
    engine: Box<dyn AnyEngine>,
    time: Duration,
    session: &'a mut Session<'s>,
}

impl Table<'_, '_> {
    fn run(&mut self, mut lines: Lines) -> Result<(), Failure> {
        writeln!(self.session.out, "You play {}. Type a move, or 'help'.", self.game.kind().side_name(self.human))?;
        self.show()?;
        loop {
            while self.game.outcome().is_none() && self.game.side_to_move() != self.human {
                self.engine_moves()?;
            }
            write!(self.session.out, "> ")?;
            self.session.out.flush()?;
            let Some(line) = lines.next() else { break };
            match line.trim() {
                "" => {}
                "quit" | "exit" => return Ok(()),
                "help" | "?" => writeln!(self.session.out, "{HELP}")?,
                "moves" => writeln!(self.session.out, "{}", self.game.legal_moves().join(" "))?,
                "board" => self.show()?,
                "hint" => self.hint()?,
                "undo" | "takeback" => self.undo()?,
                text => self.human_moves(text)?,
            }
        }
        writeln!(self.session.out)?;
        if self.session.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn show(&mut self) -> Result<(), Failure> {
        print_board(&*self.game, self.session)
    }

    fn human_moves(&mut self, text: &str) -> Result<(), Failure> {
        match self.game.play(text) {
            Ok(()) => self.show(),
            Err(problem) => Ok(writeln!(self.session.out, "{problem} ('help' lists the commands)")?),
        }
    }

    fn engine_moves(&mut self) -> Result<(), Failure> {
        let found = self.search();
        if self.session.is_stopped() {
            return Err(Failure::Interrupted);
        }
        let Some(m) = found.best else { return Ok(()) };
        writeln!(self.session.out, "{} plays {m}", self.game.side_name())?;
        self.game.play(&m).map_err(Failure::input)?;
        self.show()
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let found = self.search();
        let text = match (found.best, found.score) {
            (Some(m), Some(score)) => {
                let model = if self.game.kind().sides > 2 {
                    format!(", {}", self.engine.options().model)
                } else {
                    String::new()
                };
                format!("{m} ({score}{model})")
            }
            _ => "The game is over.".to_owned(),
        };
        Ok(writeln!(self.session.out, "{text}")?)
    }

    fn search(&mut self) -> Found<String> {
        // An iteration that begins in the last part of the time would not be finished.
        let limits = Limits { soft_time: Some(self.time.mul_f64(0.7)), ..Limits::time(self.time) };
        self.engine.search(&*self.game, None, &limits, &self.session.stop, &mut |_| ())
    }

    /// Goes back to where the person was last to move, if there is such a place.
    fn undo(&mut self) -> Result<(), Failure> {
        let mut taken = Vec::new();
        while let Some(m) = self.game.take_back() {
            taken.push(m);
            if self.game.side_to_move() == self.human {
                return self.show();
            }
        }
        for m in taken.into_iter().rev() {
            self.game.play(&m).map_err(Failure::input)?;
        }
        Ok(writeln!(self.session.out, "There is nothing of yours to take back.")?)
    }
}
