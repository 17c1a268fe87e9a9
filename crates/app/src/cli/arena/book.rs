//! `manyply book`: opening books, made from games or by analysis, and shown as a tree; and the option by which other
//! commands play from them.

use crate::cli::arena::recorded::Games;
use crate::cli::common::{
    Bar, Failure, NetworkArgument, PositionArguments, Result, Session, check_place, count, file_failure, resources,
};
use manyply::face::{AnyGame, Kind};
use manyply::formats::Content;
use manyply::search::{Limits, Options, Score};
use manyply_arena::service::book::{Book, Experience};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Make opening books, from games or by analysis, and show them
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Make(Box<Make>),
    Show(Show),
}

/// Make a book from games, or by searching the first moves
#[derive(clap::Args)]
struct Make {
    /// The game, for a book by analysis
    #[arg(required_unless_present = "from")]
    game: Option<String>,
    #[command(flatten)]
    position: PositionArguments,
    /// Games to learn from: of a match, PGN, SGF or psq
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "random", "moves"])]
    from: Vec<PathBuf>,
    /// How many moves of a game, or how far from the start
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = count::<u32>(1..=1000))]
    plies: u32,
    /// Leave out what was played in fewer games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count::<u32>(1..=u32::MAX))]
    least: u32,
    /// Moves of a position at most
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = count::<u32>(1..=100))]
    width: u32,
    /// How much worse than the best a move may be, in hundredths of the game's unit
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = count::<u32>(0..=10_000))]
    margin: u32,
    /// Nodes for each position
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = count::<u64>(1..=u64::MAX))]
    nodes: u64,
    /// Threads of the search
    #[arg(long, value_name = "N", default_value = "1", value_parser = resources::threads)]
    threads: usize,
    #[command(flatten)]
    network: NetworkArgument,
    /// The book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Show a book as a tree of moves with their shares
#[derive(clap::Args)]
struct Show {
    /// The book
    book: PathBuf,
    #[command(flatten)]
    position: PositionArguments,
    /// How far to show
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = count::<u32>(1..=100))]
    plies: u32,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    match &arguments.action {
        Action::Make(make) if make.from.is_empty() => by_analysis(make, session),
        Action::Make(make) => from_games(make, session),
        Action::Show(show) => tree(show, session),
    }
}

fn from_games(make: &Make, session: &mut Session<'_>) -> Result {
    check_place("--out", Some(&make.out))?;
    let (mut experience, mut played, mut known) = (Experience::default(), 0, None::<(&'static Kind, String)>);
    for path in &make.from {
        let (game, rules) = (make.game.as_deref(), make.position.rules.as_deref());
        let games = Games::open("--from", path, game, rules, session)?;
        let kind = games.kind;
        games.each(&mut |_, game| {
            let (first, rules) = known.get_or_insert_with(|| (kind, game.rules.clone()));
            if *first != kind || *rules != game.rules {
                return Err(format!("{} under {}; expected one game and the same rules", kind.name, game.rules));
            }
            experience.add(kind, &game, make.plies as usize)?;
            played += 1;
            Ok(())
        })?;
    }
    let Some((kind, rules)) = known else { return Err(Failure::input("--from: no games; expected one at least")) };
    let book = experience.book(kind, &rules, make.least);
    keep(&book, &format!("from {played} games"), &make.out, session)
}

fn by_analysis(make: &Make, session: &mut Session<'_>) -> Result {
    check_place("--out", Some(&make.out))?;
    let kind = session.kind(make.game.as_deref().unwrap_or_default())?;
    let start = make.position.load(kind, session)?;
    let network = make.network.load(kind)?;
    let options = Options { threads: make.threads, multipv: make.width as usize, network, ..Options::default() };
    let mut engine = resources::searcher(kind, options)?;
    let mut book = Book::new(kind, &start.rules_text());
    let bar = Bar::new(session.has_terminal);
    let mut level = vec![start];
    let mut seen = HashSet::new();
    'plies: for ply in 0..make.plies {
        let mut next = Vec::new();
        let count = level.len();
        for (index, game) in level.into_iter().enumerate() {
            if game.outcome().is_some() || !seen.insert(game.position_text()) {
                continue;
            }
            bar.show(&format!("ply {} of {}, {count} positions", ply + 1, make.plies), index as f64 / count as f64);
            let limits = Limits::nodes(make.nodes);
            // The lines of the last depth that has all of them, the best first.
            let mut lines: Vec<(u32, Score, String)> = Vec::new();
            engine.search(&*game, None, &limits, &session.stop, &mut |report| {
                if let Some(first) = report.line.first() {
                    lines.retain(|(multipv, _, text)| *multipv < report.multipv && text != first);
                    lines.push((report.multipv, report.score, first.clone()));
                }
            });
            if session.is_stopped() {
                break 'plies;
            }
            for (text, weight) in weighted(&lines, make.margin) {
                book.set(&game.position_text(), &text, weight);
                let mut after = game.clone();
                if after.play(&text).is_ok() {
                    next.push(after);
                }
            }
        }
        level = next;
    }
    drop(bar);
    if !session.is_stopped() {
        return keep(&book, "by analysis", &make.out, session);
    }
    if !book.is_empty() {
        keep(&book, "by analysis", &make.out, session)?;
        session.keeps(format!("the book so far is in {}", make.out.display()));
    }
    Err(Failure::Interrupted)
}

/// The moves that are good enough, with weights: what is left of the margin, and 1.
fn weighted(lines: &[(u32, Score, String)], margin: u32) -> Vec<(String, u32)> {
    let value = |score: Score| match score {
        Score::Cp(cp) => cp,
        Score::Win(plies) => 1_000_000 - i32::try_from(plies.min(100_000)).unwrap_or(0),
        Score::Loss(plies) => -1_000_000 + i32::try_from(plies.min(100_000)).unwrap_or(0),
        Score::Draw => 0,
    };
    let best = lines.iter().map(|(_, score, _)| value(*score)).max().unwrap_or(0);
    let weigh = |(_, score, text): &(u32, Score, String)| {
        let behind = u32::try_from(best - value(*score)).unwrap_or(u32::MAX);
        (behind <= margin).then(|| (text.clone(), margin - behind + 1))
    };
    lines.iter().filter_map(weigh).collect()
}

fn keep(book: &Book, how: &str, path: &Path, session: &mut Session<'_>) -> Result {
    if book.is_empty() {
        return Err(Failure::input("no move is left for the book; expected more games, or a smaller --least"));
    }
    session.write_file("--out", path, book.text().as_bytes())?;
    Ok(writeln!(session.out, "{} positions {how} written to {}", book.len(), path.display())?)
}

/// Reads a book of a game, of any if none is named.
fn read(option: &str, path: &Path, game: Option<&'static Kind>, session: &mut Session<'_>) -> Result<Book> {
    let text = session.read_file(option, path, &[Content::Book])?;
    let wrong = |error| file_failure(option, path, error);
    let (name, _) = Book::head(&text).map_err(wrong)?;
    let kind = match game {
        Some(kind) => kind,
        None => session
            .kind(name)
            .map_err(|_| file_failure(option, path, format!("a book of {name:?}, which is no game")))?,
    };
    Book::read(kind, &text).map_err(wrong)
}

fn tree(show: &Show, session: &mut Session<'_>) -> Result {
    let book = read("BOOK", &show.book, None, session)?;
    let position = PositionArguments { rules: Some(book.rules().to_owned()), ..show.position.clone() };
    let mut game = position.load(book.kind(), session)?;
    if book.moves(&game.position_text()).is_empty() {
        let problem = format!("{} positions, but not {}", book.len(), game.position_text());
        return Err(file_failure("BOOK", &show.book, format!("{problem}; expected --moves or --position in the book")));
    }
    let rules = if book.rules().is_empty() { String::new() } else { format!(", {}", book.rules()) };
    writeln!(session.out, "{}: {} positions{rules}", book.kind().name, book.len())?;
    branch(&book, &mut *game, "", show.plies, &mut HashSet::new(), session)
}

/// Shows the moves of a position, and below each what follows; what came before in another order is not repeated.
fn branch(
    book: &Book,
    game: &mut dyn AnyGame,
    indent: &str,
    plies: u32,
    seen: &mut HashSet<String>,
    session: &mut Session<'_>,
) -> Result {
    let position = game.position_text();
    let moves = book.moves(&position);
    let is_new = seen.insert(position);
    let sum: u64 = moves.iter().map(|m| u64::from(m.weight)).sum();
    for (index, m) in moves.iter().enumerate() {
        let is_last = index + 1 == moves.len();
        let (corner, below) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        let part = 100.0 * f64::from(m.weight) / sum.max(1) as f64;
        writeln!(session.out, "{indent}{corner}{}  {part:.0} %  ({})", m.text, m.weight)?;
        session.check_stop()?;
        if plies > 1 && is_new && game.play(&m.text).is_ok() {
            branch(book, game, &format!("{indent}{below}"), plies - 1, seen, session)?;
            game.take_back();
        }
    }
    Ok(())
}

/// The option of commands that can play from a book.
#[derive(clap::Args)]
pub(crate) struct BookArgument {
    /// Play from this opening book as long as it has moves ('manyply book' makes them)
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

impl BookArgument {
    /// Whether one is asked for.
    pub(crate) fn is_some(&self) -> bool {
        self.book.is_some()
    }

    /// Reads the book, if one is asked for.
    pub(crate) fn load(&self, kind: &'static Kind, session: &mut Session<'_>) -> Result<Option<Book>> {
        self.book.as_ref().map(|path| read("--book", path, Some(kind), session)).transpose()
    }
}
