//! What matches and tournaments have in common: how they are played, kept and gone on with.

use crate::cli::arena::conditions::Conditions;
use crate::cli::common::{Bar, Blame, Failure, Result, Session, file_failure, input, misread, resources};
use crate::cli::playing::serve::Showing;
use crate::serve::Watched;
use manyply::face::{Kind, payoffs_text};
use manyply::files;
use manyply::formats::{Content, Format};
use manyply::harmless::one_line;
use manyply::records::RecordFile;
use manyply_arena::referee::ByScores;
use manyply_arena::statistics::Standing;
use manyply_arena::{Archive, Contender, Head, Openings, Pace, Record, Schedule, Series, Terms, is_program};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Who plays which game.
pub(crate) struct Players<'a> {
    pub(crate) kind: &'static Kind,
    pub(crate) contenders: Vec<Contender>,
    /// What results call them.
    pub(crate) names: &'a [String],
}

/// A contest that is about to be played: the game is known.
pub(crate) struct Contest {
    contenders: Vec<Contender>,
    schedule: Schedule,
    openings: Openings,
    conditions: Conditions,
    kept: Option<Kept>,
    /// Where that is.
    place: Option<PathBuf>,
    showing: Option<Showing>,
    done: HashSet<u64>,
    /// The games of the file that it goes on from, where they are kept.
    pub(crate) earlier: Vec<Record>,
    /// The results so far.
    pub(crate) standing: Standing,
}

/// The file to which games are written.
enum Kept {
    Archive(Archive),
    /// Games for other programs.
    Games {
        file: RecordFile,
        kind: &'static Kind,
        format: Format,
        head: Head,
    },
}

impl Kept {
    fn create(path: &Path, kind: &'static Kind, head: &Head) -> Result<Self, String> {
        match Format::of_path(path).filter(|&format| format != Format::Archive) {
            None => Archive::create(path, head).map(Self::Archive).map_err(|error| error.to_string()),
            Some(format) if format == Format::Psq || !kind.writes(format) => {
                Err(format!("{} has no such files of many games; expected another name", kind.name))
            }
            Some(format) => {
                let file = RecordFile::create(path, b"").map_err(|error| error.to_string())?;
                Ok(Self::Games { file, kind, format, head: head.clone() })
            }
        }
    }

    fn add(&mut self, record: &Record) -> Result<(), String> {
        match self {
            Self::Archive(archive) => archive.add(record).map_err(|error| error.to_string()),
            Self::Games { file, kind, format, head } => {
                let text = kind.write_game(*format, &record.recorded(head))?;
                file.add(text.as_bytes()).map_err(|error| error.to_string())
            }
        }
    }
}

/// Called with every game and the standing after it; says whether to go on.
type Listener<'a> = dyn FnMut(&Record, &Standing, &mut Session<'_>) -> Result<ControlFlow<()>> + 'a;

/// The file that a contest goes on from.
pub(crate) struct Resumed {
    path: PathBuf,
    pub(crate) head: Head,
    /// Whether its games are kept in memory, to be said again.
    keeps: bool,
}

impl Resumed {
    /// Finds out which contest it was.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let expected = &[Content::Games(Format::Archive)];
        let wrong = |error: &dyn std::fmt::Display| misread("--resume", path, expected, error);
        let file = files::open(path).map_err(|error| wrong(&error))?;
        let head = Archive::head(BufReader::new(file)).map_err(|error| wrong(&error))?;
        Ok(Self { path: path.to_owned(), head, keeps: false })
    }

    /// Whether its games are to be kept.
    pub(crate) fn keeping(self, keeps: bool) -> Self {
        Self { keeps, ..self }
    }

    /// The settings of the contest, as its command wrote them.
    pub(crate) fn settings<T: for<'a> Deserialize<'a>>(&self) -> Result<T> {
        let settings = serde_json::from_str(&self.head.settings);
        settings.map_err(|error| self.failure(format!("settings of another kind of contest: {error}")))
    }

    fn failure(&self, problem: impl std::fmt::Display) -> Failure {
        file_failure("--resume", &self.path, problem)
    }

    /// Checks that `agents`, those of the settings, may play: a file comes from anywhere, and what its tags show must
    /// be what is played. `named` are the options by which the user may name the agents again, with what they say;
    /// programs are started only if they are named, or if `is_trusted`.
    pub(crate) fn check_agents(
        &self,
        agents: &[String],
        named: &[(&str, Option<&String>)],
        is_trusted: bool,
    ) -> Result {
        if self.head.contenders != agents {
            return Err(self.failure("its tags name other agents than its settings"));
        }
        for (index, &(option, name)) in named.iter().enumerate() {
            match (name, agents.get(index)) {
                (Some(name), agent) if agent != Some(name) => {
                    let expected = agent.map_or("none".to_owned(), |agent| format!("{agent:?}, as in the file"));
                    return Err(input!("{option}: {name:?} is another agent; expected {expected}"));
                }
                (None, Some(agent)) if is_program(agent) && !is_trusted => {
                    let problem = format!("would start the program {agent:?}");
                    let expected = format!("{option} with just that, or --trust if the file is your own");
                    return Err(self.failure(format!("{problem}; expected {expected}")));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Opens the file for more games. Those that it has are such as the plan has, under its rules, each once; `each`
    /// is called with them.
    fn go_on(&self, schedule: &Schedule, kind: &Kind, rules: &str, mut each: impl FnMut(Record)) -> Result<Archive> {
        let mut numbers = HashSet::new();
        let archive = Archive::resume(&self.path, &mut |head, record| {
            if *head != self.head {
                return Err("was replaced while it was read".into());
            }
            let (number, name) = (record.number, record.number.saturating_add(1));
            let planned = schedule.has(number) && {
                let task = schedule.task(number);
                (task.seats.as_slice(), task.opening) == (record.seats.as_slice(), record.opening)
            };
            if !planned {
                return Err(format!("game {name} is none that its settings plan"));
            }
            if !numbers.insert(number) {
                return Err(format!("game {name} is there twice"));
            }
            record.check(kind, rules)?;
            each(record);
            Ok(())
        });
        archive.map_err(|error| self.failure(error))
    }
}

/// The contender that an option describes, who is known to be able to play: nothing is written before that.
pub(crate) fn contender(kind: &'static Kind, option: &str, text: &str) -> Result<Contender> {
    let contender = Contender::parse(kind, text).of(option)?;
    contender.build().map_err(|problem| input!("{option}: {text}: {problem}"))?;
    Ok(contender)
}

impl Contest {
    /// Prepares a contest, and shows it if that is wanted. `settings` says how it is begun, for [`Resumed::settings`]
    /// to read.
    pub(crate) fn new<T: Serialize>(
        players: Players<'_>,
        schedule: Schedule,
        conditions: &mut Conditions,
        resumed: Option<Resumed>,
        session: &mut Session<'_>,
        settings: impl FnOnce(&Conditions) -> T,
    ) -> Result<Self> {
        let Players { kind, contenders, names } = players;
        let by_scores = [("--resign", conditions.resign.is_some()), ("--draw", conditions.draw.is_some())];
        if let Some((option, _)) = by_scores.iter().find(|(_, is_there)| kind.sides > 2 && *is_there) {
            return Err(input!("{option}: {} has {} sides; expected two", kind.name, kind.sides));
        }
        // Where sides are more than contenders, one of these sits twice.
        let seats = 1 + kind.sides.saturating_sub(contenders.len());
        let tables: usize = contenders.iter().map(|contender| contender.hash_mib).sum();
        let (tables, most) = (tables * seats * conditions.concurrency.unwrap_or(1), resources::most_hash_mib());
        if tables > most {
            let problem = format!(
                "the tables of all engines at once take {tables} MiB; expected {most} at most, half of the memory"
            );
            return Err(input!("hash: {problem}: less for each, or fewer games at once"));
        }
        let openings = conditions.openings(kind, session)?;
        let rules = conditions.start(kind)?.rules_text();
        let mut standing = Standing::new(contenders.len(), schedule.group_size());
        let (mut done, mut earlier) = (HashSet::new(), Vec::new());
        let head = Head {
            game: kind.name.to_owned(),
            rules: rules.clone(),
            contenders: contenders.iter().map(|contender| contender.text.clone()).collect(),
            settings: serde_json::to_string(&settings(conditions)).or_input()?,
        };
        let watched = || Watched::new(head.clone(), names.to_vec(), schedule.share());
        let showing = conditions.serve.map(|address| Showing::start(address, watched(), session)).transpose()?;
        let place = resumed.as_ref().map(|resumed| &resumed.path).or(conditions.out.as_ref()).cloned();
        let kept = match (resumed, &conditions.out) {
            (Some(resumed), _) => {
                if resumed.head.rules != rules {
                    return Err(resumed.failure("its tags name other rules than its settings"));
                }
                Some(Kept::Archive(resumed.go_on(&schedule, kind, &rules, |record| {
                    done.insert(record.number);
                    standing.add(&record);
                    if let Some(showing) = &showing {
                        showing.watched().played(&record, &standing);
                    }
                    if resumed.keeps {
                        earlier.push(record);
                    }
                })?))
            }
            (None, Some(path)) => Some(Kept::create(path, kind, &head).of_file("--out", path)?),
            (None, None) => None,
        };
        let conditions = conditions.clone();
        Ok(Self { contenders, schedule, openings, conditions, kept, place, showing, done, earlier, standing })
    }

    /// Says where the games are that were played, should the user want an end.
    pub(crate) fn says_kept(&self, session: &mut Session<'_>) {
        let games = self.standing.games();
        session.keeps(match &self.place {
            Some(path) if matches!(self.kept, Some(Kept::Archive(_))) => {
                format!("{games} games are in {}; --resume {0} goes on with the others", path.display())
            }
            Some(path) => format!("{games} games are in {}", path.display()),
            None => "the games are not kept; --out FILE keeps them".into(),
        });
    }

    /// Plays the games that are left, and calls `each` with every game and the standing after it.
    pub(crate) fn play(&mut self, session: &mut Session<'_>, each: &mut Listener<'_>) -> Result {
        let Self { contenders, schedule, openings, conditions, kept, showing, done, standing, .. } = self;
        let shown = showing.as_ref().map(Showing::watched);
        let playing = shown.map(|shown| move |record| shown.playing(record));
        let series = Series {
            contenders,
            schedule,
            openings,
            pace: conditions.time.map(Pace::Move).or(conditions.clock),
            terms: Terms {
                grace: conditions.grace,
                most_plies: conditions.most_plies,
                adjudicate: conditions.adjudicate,
                by_scores: ByScores { resign: conditions.resign, draw: conditions.draw },
            },
            seed: conditions.seed,
            concurrency: conditions.concurrency.unwrap_or(1),
            watch: playing.as_ref().map(|playing| playing as _),
        };
        let bar = Bar::new(session.has_terminal);
        let games = schedule.share() as f64;
        let stop = session.stop.clone();
        let (mut result, mut latest) = (Ok(()), String::new());
        let played = series.play(done, &stop, &mut |record| {
            standing.add(&record);
            if let Some(shown) = shown {
                shown.played(&record, standing);
            }
            let kept = kept.as_mut().map_or(Ok(()), |kept| kept.add(&record)).of("the file of games cannot be written");
            // The line of a game stands above the bar.
            let told = bar.aside(|| kept.and_then(|()| each(&record, standing, session)));
            let told = told.and_then(|going| match standing.mute(MOST_MUTE) {
                Some(mute) => Err(never_answered(&contenders[mute].text, standing, &record.ending)),
                None => Ok(going),
            });
            bar.show("games", standing.games() as f64 / games);
            latest = record.ending;
            told.unwrap_or_else(|failure| {
                result = Err(failure);
                ControlFlow::Break(())
            })
        });
        drop(bar);
        result?;
        played.or_input()?;
        match standing.mute(1) {
            Some(mute) if !stop.load(Ordering::Relaxed) => {
                Err(never_answered(&contenders[mute].text, standing, &latest))
            }
            _ => Ok(()),
        }
    }
}

/// A contender that answers in none of so many games is not waited for any longer.
const MOST_MUTE: u64 = 4;

fn never_answered(contender: &str, standing: &Standing, ending: &str) -> Failure {
    let games = standing.games();
    let problem = format!("never answered, in none of {games} games (the last ended by {ending:?})");
    input!("{contender}: {problem}; expected a program that plays: no result is given")
}

/// A finished game of a match.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "played")]
pub(crate) struct GameLine {
    /// The number of the game.
    pub(crate) number: u64,
    /// The number of the opening.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub(crate) opening: u64,
    /// The agents in the order of moving: `a`, `b`, `c`.
    pub(crate) seats: Vec<String>,
    /// Of each side: 1 for a win, 0, or −1 for a loss.
    #[cfg_attr(test, schemars(inner(range(min = -1, max = 1))))]
    pub(crate) payoffs: Vec<i8>,
    /// What ended the game.
    pub(crate) ending: String,
    /// The plies of the game.
    pub(crate) plies: usize,
    /// Two hashes: of how the game began, start and opening, and of how it went on.
    pub(crate) identity: (String, String),
}

impl GameLine {
    /// What a table has of a game.
    pub(crate) const COLUMNS: &str = "number opening seats payoffs ending plies";

    /// The line of a game between contenders of these names.
    pub(crate) fn new(record: &Record, names: &[String]) -> Self {
        Self {
            number: record.number + 1,
            opening: record.opening + 1,
            seats: record.seats.iter().map(|&seat| names[seat].clone()).collect(),
            payoffs: record.payoffs.clone(),
            ending: record.ending.clone(),
            plies: record.moves.len(),
            identity: (format!("{:016x}", record.identity().0), format!("{:016x}", record.identity().1)),
        }
    }
}

/// How many games were not counted, in words.
pub(crate) fn repeated(standing: &Standing) -> String {
    let (games, different) = (standing.games(), standing.different());
    format!("{games} games, {different} different: what was played before, move for move, is not counted again")
}

/// A finished game in words: who sat where, who won, and why it ended where the rules did not end it.
pub(crate) fn in_words(record: &Record, names: &[String]) -> String {
    let seats: Vec<&str> = record.seats.iter().map(|&seat| names[seat].as_str()).collect();
    let result = payoffs_text(&record.payoffs, |side| seats.get(side).copied().unwrap_or_default());
    let ending = if record.ending == "rules" { String::new() } else { format!(" ({})", one_line(&record.ending)) };
    format!("game {:>4}  {}  {:>4} plies  {result}{ending}", record.number + 1, seats.join("-"), record.moves.len())
}
