//! `manyply prove`: a win of the side to move as a certificate, which `manyply verify` checks.

use crate::cli::arena::contest::contender;
use crate::cli::common::{
    Blame, Failure, JsonArgument, PositionArguments, Result, Session, check_place, input, resources,
};
use crate::cli::solving::prove_certificate::{content, moves_of, names, write};
use crate::cli::solving::prove_guide::Guide;
use crate::cli::solving::prove_jobs::{Jobs, Outcome, work};
use crate::cli::solving::prove_journal::Journal;
use crate::cli::solving::prove_known::{Known, take_over};
use manyply::face::Kind;
use manyply::game::{Notation, Played, Position, Variant};
use manyply::games::gomoku::prover::plane::SIDE;
use manyply::games::gomoku::prover::{JOB_STONES, LAST_ROUND, knows, plan};
use manyply::games::gomoku::verify::{Certificate, Format, rules_text, verify as check};
use manyply::games::gomoku::{Gomoku, Rule, Rules, Square};
use manyply::shard::Shard;
use manyply_arena::Contender;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Prove that the side to move wins gomoku, with a certificate that anyone can check
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game: gomoku
    #[arg(value_parser = [Gomoku::NAME])]
    game: String,
    #[command(flatten)]
    pub(crate) position: PositionArguments,
    /// Where to write the certificate once all is proved; compressed if the name ends in .zst
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write it as text: moves|hexadecimal numbers of squares; without --out it is printed
    #[arg(long)]
    pub(crate) text: bool,
    /// Keep what is proved in this file, and go on from there
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Begin with what this certificate proves, once it is checked, and with the winner's moves that lead there. May be
    /// given many times. With --board only one, whose index, if it lies beside it, is believed instead
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Vec<PathBuf>,
    /// Give up after this time, as in 10s
    #[arg(long, value_name = "TIME", value_parser = resources::time)]
    pub(crate) time: Option<Duration>,
    /// Threads to use, each for a job of its own [default: all]
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    pub(crate) threads: Option<usize>,
    /// Prove only the jobs of part i of n; 'manyply merge' puts the certificates together
    #[arg(long, value_name = "i/n")]
    shard: Option<Shard>,
    /// The winner's move in a position of the run, as in "h8 k11 g9": g9 after h8 k11; after four stones or more, each
    /// reply to it is a job of its own. May be given many times
    #[arg(long, value_name = "MOVES")]
    pub(crate) answer: Vec<String>,
    /// An agent, as in a match, whose move is tried first in hard jobs: gomocup:COMMAND or engine:SETTINGS; what it
    /// says is a guess, which the proof does not rest on
    #[arg(long, value_name = "AGENT")]
    pub(crate) ask: Option<String>,
    /// Split a job that has resisted this number of rounds: the move that --ask names, or that of a long search,
    /// becomes the answer to it, each reply a job. 'never' leaves that to --answer
    #[arg(long, value_name = "ROUNDS", value_parser = rounds, default_value = "5")]
    pub(crate) split: Rounds,
    /// Prove the unbounded board instead, from its first stone on, by the rules of --rules
    #[arg(long)]
    pub(crate) plane: bool,
    /// Add to a certificate of the unbounded board (--from) what Black needs to win on a square board of this side,
    /// too. May be given many times
    #[arg(
        long,
        value_name = "SIDE",
        requires = "plane",
        requires = "from",
        value_parser = resources::count::<i8>(9..=SIDE)
    )]
    pub(crate) board: Vec<i8>,
    /// A certificate of a board whose moves are tried first where they fit. May be given many times
    #[arg(long, value_name = "FILE", requires = "plane")]
    pub(crate) hint: Vec<PathBuf>,
    /// List the jobs that are open, also of a run that goes on, and prove nothing
    #[arg(long, requires = "checkpoint")]
    pub(crate) list: bool,
    #[command(flatten)]
    json: JsonArgument,
}

/// So many rounds; nothing for never.
#[derive(Clone, Copy)]
pub(crate) struct Rounds(pub(crate) Option<u32>);

fn rounds(text: &str) -> Result<Rounds, String> {
    let number = resources::count(1..=LAST_ROUND)(text).ok();
    match number {
        None if text != "never" => Err(format!("expected a number from 1 to {LAST_ROUND}, or never")),
        number => Ok(Rounds(number)),
    }
}

/// Nodes of the search that chooses an answer in a position of fewer stones.
const ANSWER_NODES: u64 = 2_000_000;

impl Arguments {
    /// The game in progress, which can be proved.
    pub(crate) fn load(&self, session: &mut Session<'_>) -> Result<Played<Gomoku>> {
        let any = self.position.load(Kind::of::<Gomoku>(), session)?;
        let game = any.as_any().downcast_ref::<Played<Gomoku>>().cloned();
        let game = game.ok_or_else(|| Failure::input("a position of another game"))?;
        if !knows(game.position()) {
            let expected = "expected rule=freestyle or rule=standard, and connect=5";
            return Err(input!("--rules: proofs are known for five in a row only; {expected}"));
        }
        if game.outcome().is_some() {
            return Err(Failure::input("the game is over; expected a position with a side to move"));
        }
        Ok(game)
    }

    /// What a run of this root has found so far, and what --from proves.
    pub(crate) fn journal(&self, format: Format, root: &str, session: &mut Session<'_>) -> Result<Journal> {
        let rules = rules_text(format);
        // The plane is proved in one piece.
        let shard = self.shard.filter(|_| !format.plane).unwrap_or_default();
        let mut journal = match self.checkpoint.as_deref() {
            Some(path) if self.list => Journal::look(path, &rules, root, shard)?,
            path => Journal::open(path, &rules, root, shard)?,
        };
        // With --board it is a certificate that is added to.
        for path in self.from.iter().filter(|_| self.board.is_empty()) {
            take_over(path, format, self.threads(), &mut journal, session)?;
        }
        Ok(journal)
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(resources::cores)
    }

    /// The agent whose moves are tried first.
    pub(crate) fn ask(&self) -> Result<Option<Contender>> {
        self.ask.as_deref().map(|text| contender(Kind::of::<Gomoku>(), "--ask", text)).transpose()
    }
}

pub(crate) fn run(arguments: &Arguments, game: &Played<Gomoku>, session: &mut Session<'_>) -> Result {
    let position = game.position();
    let root = moves_to(game)?;
    check_place("--out", arguments.out.as_deref())?;
    let started = Instant::now();
    let mut journal = arguments.journal(format(position), &names(position, &root), session)?;
    let told = arguments.answer.iter().map(|text| moves_of(position, text));
    let told: Vec<_> = told.collect::<Result<_, _>>().of("--answer")?;
    for moves in &told {
        journal.answer(&names(position, moves))?;
    }
    let deadline = arguments.time.and_then(|time| started.checked_add(time));
    let empty = Gomoku::start(&position.rules());
    let (ask, threads) = (arguments.ask()?, arguments.threads());
    let shard = arguments.shard.unwrap_or_default();
    let plan = Plan { game, root: &root, shared: shared(&root, &told), shard, deadline };
    loop {
        let known = Known::new(&empty, &journal);
        let all = plan.jobs(&known, &mut journal, session)?;
        session.keeps(journal.kept());
        let Some(all) = all else {
            return finish(arguments, "", 1, started, session);
        };
        let needed: Vec<String> = all.iter().map(|job| names(position, job)).collect();
        let open: Vec<_> = (all.iter().zip(&needed))
            .filter(|(_, moves)| !journal.has(moves))
            .map(|(job, moves)| (journal.round(moves), job.clone()))
            .collect();
        if arguments.list {
            for (_, job) in &open {
                writeln!(session.out, "{}", names(position, job))?;
            }
            return Ok(());
        }
        let (start, total, split) = (&empty, all.len(), arguments.split.0);
        let jobs = Jobs { start, total, open, threads, deadline, ask: ask.as_ref(), split };
        let left = work(jobs, &mut journal, session)?;
        session.keeps(journal.kept());
        if !left.is_split {
            return finish(arguments, &journal.certificate(&needed), left.open, started, session);
        }
    }
}

/// The number of stones at which positions are split among shards: those of jobs, or one reply after the root's answer
/// if all machines were told it.
fn shared(root: &[Square], told: &[Vec<Square>]) -> usize {
    let is_answered = told.iter().any(|moves| moves.split_last().is_some_and(|(_, before)| before == root));
    JOB_STONES.max(root.len() + if is_answered { 2 } else { 0 })
}

/// Writes the certificate if everything is proved, and says so.
fn finish(arguments: &Arguments, text: &str, left: usize, started: Instant, session: &mut Session<'_>) -> Result {
    let seconds = started.elapsed().as_secs_f64();
    if left > 0 {
        let outcome = Outcome { proved: false, open: left, moves: 0, bytes: 0, seconds };
        outcome.print(session)?;
        return session.check_stop();
    }
    let certificate = Certificate::parse(text.as_bytes(), Format::default()).or_input()?;
    let checked = match check(&certificate, arguments.threads(), &session.stop, &|_| ()) {
        Ok(Some(verified)) => verified.checked,
        Ok(None) => return Err(Failure::Interrupted),
        Err(refusal) => return Err(input!("what was proved is refused by the checker: {refusal}")),
    };
    let content = content(&certificate, arguments.text)?;
    if let Some(path) = &arguments.out {
        write(path, &content, session)?;
    } else if arguments.text && !session.json {
        // Nothing else, so that what is printed is a certificate.
        return Ok(session.out.write_all(&content)?);
    }
    let outcome = Outcome { proved: true, open: 0, moves: checked.moves, bytes: content.len() as u64, seconds };
    outcome.print(session)
}

/// What a run is to prove.
struct Plan<'a> {
    game: &'a Played<Gomoku>,
    root: &'a [Square],
    shared: usize,
    shard: Shard,
    deadline: Option<Instant>,
}

impl Plan<'_> {
    /// The jobs of the whole run, or of the position itself; nothing if the user wants an end or the time is over.
    fn jobs(
        &self,
        known: &Known<'_>,
        journal: &mut Journal,
        session: &Session<'_>,
    ) -> Result<Option<Vec<Vec<Square>>>> {
        let is_over = || session.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let mut failure = None;
        let mut answer = |position: &Gomoku, moves: &[Square]| {
            let before = names(position, moves);
            let is_job = moves.len() >= JOB_STONES;
            if is_job && known.has(position) {
                return None;
            }
            let chosen = journal.answer_to(&before);
            if chosen.is_some() || is_job {
                return position.parse_move(chosen?).ok();
            }
            let m = if moves.is_empty() {
                Square::at(position.width() / 2, position.height() / 2)
            } else {
                let ordered = Guide::new(self.deadline, &session.stop).search(position, ANSWER_NODES);
                *ordered.first().filter(|_| !is_over())?
            };
            let text = format!("{before} {}", position.move_text(m));
            failure = journal.answer(text.trim()).err();
            failure.is_none().then_some(m)
        };
        let jobs = plan(self.game.position(), self.root, self.shared, &|number| self.shard.takes(number), &mut answer);
        match (jobs, failure) {
            (_, Some(failure)) => Err(failure),
            (None, None) if is_over() => Ok(None),
            (None, None) => Err(Failure::input("--answer: an answer is no legal move; expected an empty square")),
            (Some(jobs), None) => Ok(Some(jobs.into_iter().map(|job| known.named(job)).collect())),
        }
    }
}

/// The moves of a game from the empty board; for a position that was set up, its stones in turn.
fn moves_to(game: &Played<Gomoku>) -> Result<Vec<Square>> {
    let position = game.position();
    let stones: Vec<Vec<Square>> =
        manyply::game::Side::all(2).map(|side| position.stones(side).squares().collect()).collect();
    if game.moves().len() == stones.iter().map(Vec::len).sum::<usize>() {
        return Ok(game.moves().collect());
    }
    let ahead = position.side_to_move().index();
    if stones[0].len() != stones[1].len() + ahead {
        let problem = "the stones are not those of a game that began with Black on the empty board";
        return Err(input!("--position: {problem}; expected as many stones of either side"));
    }
    let turns = 0..stones[0].len() + stones[1].len();
    Ok(turns.filter_map(|turn| stones[turn % 2].get(turn / 2).copied()).collect())
}

fn format(position: &Gomoku) -> Format {
    let Rules { rule, width, height, connect } = position.rules();
    Format { width, height, connect, exact: rule == Rule::Standard, plane: false }
}
