//! `manyply shell`: a session with a game and its engine, command by command.

mod editor;
mod search;

use crate::cli::analysis::eval;
use crate::cli::boards::render;
use crate::cli::boards::render::state_text;
use crate::cli::common::{
    AlgorithmArgument, Blame, EngineArguments, Failure, GameArguments, Result, Session, TablesArgument, count, input,
    resources,
};
use crate::cli::playing::saved;
use editor::Reader;
use manyply::face::{AnyEngine, AnyGame, Setup};
use manyply::perft;
use manyply::search::{Level, Model, Options};
use manyply::spelling::nearest;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// Analyse a game command by command, with a live view of the search
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    tables: TablesArgument,
    #[command(flatten)]
    algorithm: AlgorithmArgument,
    #[command(flatten)]
    engine: EngineArguments,
    /// How many best moves are shown
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = count::<u32>(1..=500))]
    multipv: u32,
    /// What the other sides are assumed to do, where three play: paranoid, brs, opps or maxn
    #[arg(long, value_name = "MODEL", default_value_t)]
    model: Model,
}

const HELP: &str = "\
m1 m2 …            play moves, in any spelling that --moves takes
undo [N], redo [N] take moves back, or play them again
position TEXT      a position, startpos, or either with 'moves m1 m2 …' behind it
new [RULES]        the start, under other rules if they are given
go [5s|infinite|depth N|nodes N]
                   search, 5s if nothing is said; Enter, 'stop' or Ctrl-C ends it
multipv K, threads N, hash MiB, model M, engine alphabeta|mcts|own
                   how the search works; 'own' is what suits the game
network FILE       evaluate with the network in a file; 'network own' with the game's
eval               the static evaluation
solve [TIME]       the exact value, if it is found in the time (10s)
perft N            lines of N plies, by first move
board, flip        show the board; turn it round
moves, line        the legal moves; the moves so far
save FILE          write the game: .pgn, .sgf, .psq, or .svg for a picture
load FILE[:N]      go on with a game of a file
help, quit";

const COMMANDS: [&str; 26] = [
    "undo", "redo", "position", "startpos", "new", "go", "infinite", "depth", "nodes", "multipv", "threads", "hash",
    "model", "engine", "network", "eval", "solve", "perft", "board", "flip", "moves", "line", "save", "load", "help",
    "quit",
];

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let kind = session.kind(&arguments.game.game)?;
    let game = arguments.game.load(session)?;
    arguments.tables.load(kind)?;
    let options =
        Options { multipv: arguments.multipv as usize, model: arguments.model, ..arguments.engine.options(kind)? };
    let algorithm = arguments.algorithm;
    algorithm.check(&options, Level::MAX)?;
    let reader = Reader::new(session)?;
    let (undone, engine) = (Vec::new(), None);
    let mut shell = Shell { game, undone, options, algorithm, engine, flipped: false, unsaved: None, reader, session };
    shell.run()
}

struct Shell<'a, 's> {
    game: Box<dyn AnyGame>,
    /// Moves that were taken back, the latest last.
    undone: Vec<String>,
    options: Options,
    algorithm: AlgorithmArgument,
    engine: Option<Box<dyn AnyEngine>>,
    flipped: bool,
    /// Why the first file could not be saved that was not.
    unsaved: Option<String>,
    reader: Reader,
    session: &'a mut Session<'s>,
}

impl Shell<'_, '_> {
    fn run(&mut self) -> Result {
        if self.reader.is_terminal() {
            self.board()?;
            writeln!(self.session.out, "Type moves, 'go', or 'help'.")?;
        }
        loop {
            self.session.out.flush()?;
            let prompt = format!("{}> ", self.game.kind().name);
            let words = self.game.legal_moves().into_iter().chain(COMMANDS.map(str::to_owned)).collect();
            let Some(line) = self.reader.next(&prompt, words)? else { break };
            let line = line.trim();
            if matches!(line, "quit" | "exit") {
                break;
            }
            match self.obey(line) {
                // What cannot be done is said, and the session goes on.
                Err(Failure::Input(problem)) => {
                    writeln!(self.session.out, "error: {}", manyply::harmless::one_line(&problem))?;
                }
                other => other?,
            }
            // On a terminal Ctrl-C ends what runs, not the session.
            if self.session.is_stopped() {
                if !self.reader.is_terminal() {
                    break;
                }
                self.session.stop.store(false, Relaxed);
            }
        }
        saved::end(self.unsaved.take(), self.reader.is_terminal(), self.session)
    }

    fn obey(&mut self, line: &str) -> Result {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "" | "stop" => Ok(()),
            "help" | "?" => Ok(writeln!(self.session.out, "{HELP}")?),
            "board" | "show" | "d" => self.board(),
            "flip" => {
                self.flipped = !self.flipped;
                self.board()
            }
            "moves" | "legal" => Ok(writeln!(self.session.out, "{}", self.game.legal_moves().join(" "))?),
            "line" | "history" => Ok(writeln!(self.session.out, "{}", self.game.moves().join(" "))?),
            "undo" | "u" => self.undo(number(rest, 1)?),
            "redo" | "r" => self.redo(number(rest, 1)?),
            "position" | "startpos" => self.position(line),
            "new" => self.begin(Setup { rules: self.rules_or(rest), ..Setup::default() }),
            "go" => self.go(rest),
            "multipv" => self.set(Options { multipv: number(rest, 1)?.clamp(1, 500), ..self.options }),
            "threads" => self.set(Options { threads: resources::threads(rest).or_input()?, ..self.options }),
            "hash" => self.set(Options { hash_mib: resources::hash(rest).or_input()?, ..self.options }),
            "engine" => {
                let named = Some(rest).filter(|&rest| rest != "own").map(str::parse).transpose().or_input()?;
                let algorithm = AlgorithmArgument { named };
                algorithm.check(&self.options, Level::MAX)?;
                (self.algorithm, self.engine) = (algorithm, None);
                Ok(())
            }
            "model" => self.set(Options { model: rest.parse().or_input()?, ..self.options }),
            "network" => {
                let read = |path| self.game.kind().read_network(Path::new(path));
                let network = Some(rest).filter(|&rest| rest != "own").map(read).transpose();
                let network = network.map_err(|error| input!("network {rest}: {error}"))?;
                self.set(Options { network, ..self.options })
            }
            "eval" => eval::show(&*self.game, self.options.network, self.session),
            "solve" => self.solve(rest),
            "perft" => self.perft(rest),
            "save" => self.save(Path::new(rest)),
            "load" => self.load(rest),
            _ => self.play(line),
        }
    }

    fn board(&mut self) -> Result {
        let mut picture = self.game.picture();
        if self.flipped {
            render::turn(&mut picture);
        }
        writeln!(self.session.out, "{}\n{}", render::terminal(&picture), self.game.position_text())?;
        Ok(writeln!(self.session.out, "{}", state_text(&*self.game))?)
    }

    fn rules_or(&self, text: &str) -> String {
        if text.is_empty() { self.game.rules_text() } else { text.to_owned() }
    }

    fn begin(&mut self, setup: Setup) -> Result {
        let game = self.game.kind().begin(&setup).or_input()?;
        if game.rules_text() != self.game.rules_text() {
            // What a search has learned holds under its own rules.
            self.engine = None;
        }
        (self.game, self.undone) = (game, Vec::new());
        self.board()
    }

    fn position(&mut self, line: &str) -> Result {
        let setup = Setup { rules: self.game.rules_text(), position: Some(line.to_owned()), ..Setup::default() };
        self.begin(setup)
    }

    /// Plays all of some moves, or none if one of them cannot be played.
    fn play(&mut self, line: &str) -> Result {
        let mut game = self.game.clone();
        let mut played = 0;
        for (column, text) in self.game.kind().split_moves(line) {
            game.play(&text).map_err(|error| {
                let meant = meant(line, &COMMANDS);
                input!("column {column}: {error} ({meant}'moves' and 'help' list what there is)")
            })?;
            played += 1;
        }
        if played == 0 {
            return Err(input!("{line:?} is no command ({}'help' lists them)", meant(line, &COMMANDS)));
        }
        (self.game, self.undone) = (game, Vec::new());
        self.board()
    }

    fn undo(&mut self, moves: usize) -> Result {
        let taken: Vec<String> = (0..moves).map_while(|_| self.game.take_back()).collect();
        if taken.is_empty() {
            return Err(Failure::input("there is no move to take back"));
        }
        self.undone.extend(taken);
        self.board()
    }

    fn redo(&mut self, moves: usize) -> Result {
        let again: Vec<String> = (0..moves).map_while(|_| self.undone.pop()).collect();
        if again.is_empty() {
            return Err(Failure::input("there is no move to play again"));
        }
        again.iter().try_for_each(|text| self.game.play(text)).or_input()?;
        self.board()
    }

    /// Searches with other options from now on.
    fn set(&mut self, options: Options) -> Result {
        if options != self.options {
            self.algorithm.check(&options, Level::MAX)?;
            (self.options, self.engine) = (options, None);
        }
        Ok(())
    }

    fn perft(&mut self, text: &str) -> Result {
        // Divided it always is.
        let text = text.trim_start_matches("divide").trim_end_matches("divide").trim();
        let depth = u32::try_from(number(text, 0)?).unwrap_or(u32::MAX);
        if !(1..=perft::MAX_DEPTH).contains(&depth) {
            return Err(input!("perft: expected a depth from 1 to {}", perft::MAX_DEPTH));
        }
        let started = Instant::now();
        let settings = perft::Settings { threads: self.options.threads, ..perft::Settings::default() };
        let counts = self.game.perft(depth, &settings, &[], &self.session.stop, &|_| ()).or_input()?;
        for branch in counts.branches.iter().filter(|branch| branch.complete) {
            writeln!(self.session.out, "{}: {}", branch.first, branch.nodes)?;
        }
        let whole = if counts.complete { "" } else { ", not complete" };
        Ok(writeln!(self.session.out, "{} lines in {:.3} s{whole}", counts.nodes, started.elapsed().as_secs_f64())?)
    }

    fn save(&mut self, path: &Path) -> Result {
        let saved = saved::save(&*self.game, None, path, self.session);
        if let Err(Failure::Input(problem)) = &saved {
            self.unsaved.get_or_insert_with(|| problem.clone());
        }
        saved?;
        Ok(writeln!(self.session.out, "written to {}", path.display())?)
    }

    fn load(&mut self, place: &str) -> Result {
        self.game = saved::load(place, self.game.kind(), self.session)?;
        (self.undone, self.engine) = (Vec::new(), None);
        self.board()
    }
}

/// A number, or `usual` for none.
fn number(text: &str, usual: usize) -> Result<usize> {
    let count = || count(1..=usize::MAX)(text).map_err(|expected| input!("{text:?}: {expected}"));
    if text.is_empty() { Ok(usual) } else { count() }
}

/// What a line that is no move may have been meant as, of these commands.
pub(crate) fn meant(line: &str, commands: &[&str]) -> String {
    let word = line.split_whitespace().next().unwrap_or_default();
    nearest(word, commands.iter().copied()).map_or(String::new(), |name| format!("did you mean '{name}'? "))
}
