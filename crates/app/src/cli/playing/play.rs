//! `manyply play`: a person against the engine.

use crate::cli::analysis::eval;
use crate::cli::arena::book::BookArgument;
use crate::cli::arena::conditions;
use crate::cli::boards::render::print_board;
use crate::cli::common::{
    AlgorithmArgument, Blame, EngineArguments, Failure, GameArguments, Lines, Result, Session, TablesArgument, input,
    resources,
};
use crate::cli::playing::{saved, shell};
use manyply::face::{Algorithm, AnyEngine, AnyGame, Kind};
use manyply::game::{MAX_SIDES, Side};
use manyply::search::{Found, Level, Limits, Model, Options, Score};
use manyply::zobrist::mix;
use manyply_arena::Pace;
use manyply_arena::service::book::Book;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

/// Play against the engine on the terminal
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) tables: TablesArgument,
    #[command(flatten)]
    algorithm: AlgorithmArgument,
    #[command(flatten)]
    engine: EngineArguments,
    #[command(flatten)]
    book: BookArgument,
    /// The side that you play [default: the first]
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<String>,
    /// The engine's time for a move
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = resources::time)]
    time: Duration,
    /// Time for the whole game on both clocks, and more with each move, as in 5m+3s
    #[arg(long, value_name = "TIME+TIME", value_parser = conditions::clock, conflicts_with = "time")]
    clock: Option<Pace>,
    /// How well the engine plays: from 1, a beginner, to 10, as well as it can; 'manyply games GAME' says what levels
    /// are worth
    #[arg(long, value_name = "N", default_value_t, hide_default_value = true)]
    level: Level,
    /// Go on with a game that was saved (of a file with many the one of a number: FILE:N)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "random", "moves", "rules"])]
    resume: Option<String>,
    /// What the engine assumes that the other sides do, where three play: paranoid, brs, opps or maxn
    #[arg(long, value_name = "MODEL", default_value_t)]
    model: Model,
}

impl Arguments {
    /// Whether something else is asked for than a game from some moves on.
    pub(crate) fn has_more_than_moves(&self) -> bool {
        let is_timed = self.clock.is_some() || self.level < Level::MAX;
        is_timed || self.resume.is_some() || self.book.is_some() || self.algorithm.named.is_some()
    }
}

const HELP: &str = "\
a move   play it, written as 'moves' lists it
moves    list the legal moves
board    show the board
hint     ask the engine what it would play
eval     ask the engine who is ahead, and why
undo     take back your last move and what followed
resign   give the game up
switch   change sides with the engine
level N  how well the engine plays: 1, a beginner, to 10, as well as it can
clock    show the clocks
save F   write the game to a file: .pgn, .sgf or .psq; --resume goes on with it
help     show this
quit     leave";

const COMMANDS: [&str; 12] =
    ["moves", "board", "hint", "eval", "undo", "resign", "switch", "level", "clock", "save", "help", "quit"];

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let kind = session.kind(&arguments.game.game)?;
    let human = parse_side(kind, arguments.side.as_deref().unwrap_or("1"))?;
    let game = match &arguments.resume {
        Some(place) => saved::load(place, kind, session)?,
        None => arguments.game.load(session)?,
    };
    arguments.tables.load(kind)?;
    let book = arguments.book.load(kind, session)?;
    let options = Options { model: arguments.model, ..arguments.engine.options(kind)? };
    let algorithm = arguments.algorithm;
    let engine = algorithm.player(kind, options, Level::MAX)?;
    let opponent = opponent(kind, arguments.level, options, algorithm)?;
    let pace = arguments.clock.unwrap_or(Pace::Move(arguments.time));
    let clocks = [if let Pace::Game { base, .. } = pace { base } else { Duration::ZERO }; MAX_SIDES];
    let (lost, unsaved) = (None, None);
    let mut table = Table { human, game, engine, algorithm, opponent, book, pace, clocks, lost, unsaved, session };
    table.session.keeps("the game is not kept; 'save FILE' keeps it");
    let lines = Lines::of(table.session)?;
    table.run(lines)
}

/// Who plays at a level, if not the engine as well as it can.
type Opponent = Option<(Level, Box<dyn AnyEngine>)>;

fn opponent(kind: &Kind, level: Level, options: Options, algorithm: AlgorithmArgument) -> Result<Opponent> {
    (level < Level::MAX).then(|| Ok((level, algorithm.player(kind, options, level)?))).transpose()
}

fn parse_side(kind: &Kind, text: &str) -> Result<Side> {
    let number = |side: &Side| (side.index() + 1).to_string();
    let sides = || Side::all(kind.sides);
    sides().find(|side| number(side) == text || kind.side_name(*side).eq_ignore_ascii_case(text)).ok_or_else(|| {
        let names: Vec<_> = sides().map(|side| format!("{} ({})", number(&side), kind.side_name(side))).collect();
        input!("--side: no side is called {text:?}; expected {}", names.join(" or "))
    })
}

/// A game at which a person and the engine sit.
struct Table<'a, 's> {
    human: Side,
    game: Box<dyn AnyGame>,
    /// Gives hints, and plays if nobody else does.
    engine: Box<dyn AnyEngine>,
    algorithm: AlgorithmArgument,
    /// Plays at a level below the last.
    opponent: Opponent,
    book: Option<Book>,
    pace: Pace,
    /// What each side has left, where there is time for the game.
    clocks: [Duration; MAX_SIDES],
    /// The side that has lost on time or given up: the game is over.
    lost: Option<Side>,
    /// Why the first file could not be saved that was not.
    unsaved: Option<String>,
    session: &'a mut Session<'s>,
}

impl Table<'_, '_> {
    fn run(&mut self, mut lines: Lines) -> Result {
        writeln!(self.session.out, "You play {}. Type a move, or 'help'.", self.game.kind().side_name(self.human))?;
        self.show()?;
        loop {
            while self.goes_on() && self.game.side_to_move() != self.human {
                self.engine_moves()?;
            }
            write!(self.session.out, "> ")?;
            self.session.out.flush()?;
            let asked = Instant::now();
            let Some(line) = lines.next() else { break };
            if self.goes_on() {
                self.charge(self.human, asked.elapsed())?;
            }
            let (command, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
            match command {
                "" => {}
                "quit" | "exit" => return self.end(),
                "help" | "?" => writeln!(self.session.out, "{HELP}")?,
                "moves" => writeln!(self.session.out, "{}", self.game.legal_moves().join(" "))?,
                "board" => self.show()?,
                "hint" => self.hint()?,
                "eval" => self.evaluate()?,
                "undo" | "takeback" => self.undo()?,
                "resign" => self.resign()?,
                "switch" | "side" => self.switch()?,
                "level" => self.set_level(rest.trim())?,
                "clock" => self.show_clocks()?,
                "save" => self.save(Path::new(rest.trim()))?,
                _ => self.human_moves(line.trim())?,
            }
        }
        writeln!(self.session.out)?;
        self.end()
    }

    fn end(&mut self) -> Result {
        saved::end(self.unsaved.take(), self.session.is_screen(), self.session)
    }

    fn show(&mut self) -> Result {
        Ok(print_board(&*self.game, self.session.out)?)
    }

    /// Whether neither the rules nor a clock nor a player has ended the game.
    fn goes_on(&self) -> bool {
        self.game.outcome().is_none() && self.lost.is_none()
    }

    /// Takes time from a side's clock, where there are clocks.
    fn charge(&mut self, side: Side, spent: Duration) -> Result {
        let Pace::Game { .. } = self.pace else { return Ok(()) };
        let left = &mut self.clocks[side.index()];
        *left = left.saturating_sub(spent);
        if left.is_zero() {
            self.lost = Some(side);
            writeln!(self.session.out, "{}'s time is over: the game is lost.", self.game.kind().side_name(side))?;
        }
        Ok(())
    }

    /// What a move adds to a side's clock.
    fn add_increment(&mut self, side: Side) {
        if let Pace::Game { increment, .. } = self.pace {
            self.clocks[side.index()] += increment;
        }
    }

    fn show_clocks(&mut self) -> Result {
        let Pace::Game { .. } = self.pace else { return Ok(writeln!(self.session.out, "There are no clocks.")?) };
        let kind = self.game.kind();
        let left = |side: Side| {
            // Rounded first: there is no second 60.
            let tenths = (self.clocks[side.index()].as_millis() + 50) / 100;
            format!("{} {}:{:02}.{}", kind.side_name(side), tenths / 600, tenths / 10 % 60, tenths % 10)
        };
        let text = Side::all(kind.sides).map(left).collect::<Vec<_>>().join("   ");
        Ok(writeln!(self.session.out, "{text}")?)
    }

    fn evaluate(&mut self) -> Result {
        if self.game.outcome().is_none() {
            let found = self.search();
            if let Some(score) = found.score {
                let side = self.game.side_name();
                writeln!(self.session.out, "{score} for {side}, who is to move: {}", found.line.join(" "))?;
            }
        }
        eval::show(&*self.game, self.engine.options().network, self.session)
    }

    fn switch(&mut self) -> Result {
        let sides = self.game.kind().sides;
        self.human = if sides == 2 { self.human.other() } else { self.human.next(sides) };
        Ok(writeln!(self.session.out, "You play {} now.", self.game.kind().side_name(self.human))?)
    }

    fn resign(&mut self) -> Result {
        if !self.goes_on() {
            return Ok(writeln!(self.session.out, "The game is over.")?);
        }
        self.lost = Some(self.human);
        let (kind, human) = (self.game.kind(), self.human);
        let result = match kind.sides {
            2 => format!("{} wins", kind.side_name(human.other())),
            _ => format!("{} loses", kind.side_name(human)),
        };
        Ok(writeln!(self.session.out, "You resign: {result}.")?)
    }

    fn set_level(&mut self, text: &str) -> Result {
        match text.parse() {
            Ok(level) => match opponent(self.game.kind(), level, *self.engine.options(), self.algorithm) {
                Ok(opponent) => {
                    self.opponent = opponent;
                    Ok(writeln!(self.session.out, "The engine plays at level {level}.")?)
                }
                Err(Failure::Input(problem)) => Ok(writeln!(self.session.out, "level {level}; {problem}")?),
                Err(failure) => Err(failure),
            },
            Err(expected) => Ok(writeln!(self.session.out, "level {text:?}; {expected}")?),
        }
    }

    fn save(&mut self, path: &Path) -> Result {
        let said = match saved::save(&*self.game, self.lost, path, self.session) {
            Ok(()) => {
                self.session.keeps(format!("the game as it was saved is in {}", path.display()));
                format!("written to {}", path.display())
            }
            Err(Failure::Input(problem)) => {
                self.unsaved.get_or_insert_with(|| problem.clone());
                problem
            }
            Err(failure) => return Err(failure),
        };
        Ok(writeln!(self.session.out, "{}", manyply::harmless::one_line(&said))?)
    }

    fn human_moves(&mut self, text: &str) -> Result {
        if self.lost.is_some() {
            return Ok(writeln!(self.session.out, "The game is over.")?);
        }
        match self.game.play(text) {
            Ok(()) => {
                self.add_increment(self.human);
                self.show()
            }
            Err(problem) => {
                let meant = shell::meant(text, &COMMANDS);
                Ok(writeln!(self.session.out, "{problem} ({meant}'moves' and 'help' list what there is)")?)
            }
        }
    }

    fn engine_moves(&mut self) -> Result {
        let (asked, side) = (Instant::now(), self.game.side_to_move());
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let known = self.book.as_ref().and_then(|book| book.choose(&*self.game, mix(now.as_nanos() as u64)));
        let (mut best, mut from) = (known, " from the book".to_owned());
        if best.is_none() {
            let limits = self.limits();
            let (engine, limits, seen) = match &mut self.opponent {
                None => (&mut self.engine, limits, None),
                Some((level, engine)) => {
                    // It knows nothing of what was found before.
                    engine.new_game();
                    (engine, level.limits(limits), self.game.seen(*level))
                }
            };
            let found = engine.search(&*self.game, seen.as_deref(), &limits, &self.session.stop, &mut |_| ());
            let proven = found.score.filter(|score| matches!(score, Score::Win(_)));
            from = proven.map_or_else(String::new, |score| format!(": {score}, proven"));
            best = found.best;
        }
        if self.session.is_stopped() {
            return Err(Failure::Interrupted);
        }
        self.charge(side, asked.elapsed())?;
        let Some(m) = best.filter(|_| self.goes_on()) else { return Ok(()) };
        writeln!(self.session.out, "{} plays {m}{from}", self.game.side_name())?;
        self.game.play(&m).or_input()?;
        self.add_increment(side);
        self.show()
    }

    fn hint(&mut self) -> Result {
        let found = self.search();
        let text = match (found.best, found.score) {
            (Some(m), Some(score)) => {
                let is_alpha_beta = self.engine.algorithm() == Algorithm::AlphaBeta;
                let model = if self.game.kind().sides > 2 && is_alpha_beta {
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

    /// When the engine must have moved.
    fn limits(&self) -> Limits {
        match self.pace {
            // An iteration that begins in the last part of the time would not be finished.
            Pace::Move(time) => Limits { soft_time: Some(time.mul_f64(0.7)), ..Limits::time(time) },
            Pace::Game { increment, .. } => {
                let moves = self.game.plies_left().map(|plies| plies.div_ceil(self.game.kind().sides as u32));
                Limits::clock(self.clocks[self.game.side_to_move().index()], increment, moves)
            }
            Pace::Untimed => Limits::default(),
        }
    }

    /// What the engine thinks, as well as it can.
    fn search(&mut self) -> Found<String> {
        let limits = self.limits();
        self.engine.search(&*self.game, None, &limits, &self.session.stop, &mut |_| ())
    }

    /// Goes back to where the person was last to move, if there is such a place.
    fn undo(&mut self) -> Result {
        let mut taken = Vec::new();
        while let Some(m) = self.game.take_back() {
            taken.push(m);
            if self.game.side_to_move() == self.human {
                return self.show();
            }
        }
        for m in taken.into_iter().rev() {
            self.game.play(&m).or_input()?;
        }
        Ok(writeln!(self.session.out, "There is nothing of yours to take back.")?)
    }
}
