//! Games in a text file, written as they end, that people and programs can read and a match can go on from.
//!
//! ```text
//! [Match "minichess"]
//! [Rules "plies=100,limit=material,repetition=4,king=capture"]
//! [Contender "engine:nodes=1000"]
//! [Contender "random"]
//! [Settings "{…}"]
//!
//! [Game "1"]
//! [Seats "1 2"]
//! [Opening "1"]
//! [Start "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1"]
//! [OpeningPlies "2"]
//! [Result "1 -1"]
//! [Ending "rules"]
//! b2b3 d5d4 c1b2 d4c3 …
//!
//! ```
//!
//! Values in quotes are written as in JSON. A part ends with an empty line; one that does not was torn by a crash and
//! counts as not written. Seats name the contenders, the result what each side gets, both in the order of the sides.
//! The ending is `rules`, `proved`, `length`, or `timeout`, `illegal` or `crash` with the side (from 1) and the reason.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// Largest file that is read, in bytes.
const LARGEST: u64 = 1 << 28;

/// What all games of a file have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The name of the game.
    pub game: String,
    /// The rules, as the game writes them.
    pub rules: String,
    /// The descriptions of those who play.
    pub contenders: Vec<String>,
    /// Whatever else is needed to go on: for the writer to know.
    pub settings: String,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The number of the game, from 0 (in the file from 1).
    pub number: u64,
    /// The contender on each side, from 0 (in the file from 1).
    pub seats: Vec<usize>,
    /// The number of the opening, from 0 (in the file from 1).
    pub opening: u64,
    /// The position that the game begins with.
    pub start: String,
    /// How many of the moves are the opening's.
    pub opening_plies: usize,
    /// What each side gets: 1, 0 or −1.
    pub payoffs: Vec<i8>,
    /// Why the game ended.
    pub ending: String,
    /// The moves.
    pub moves: Vec<String>,
}

/// How many bytes at the end of a file are the beginning of a game that was not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TornEnd(pub u64);

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The system refuses it.
    #[error("{0}")]
    System(#[from] io::Error),
    /// It is longer than such a file can be.
    #[error("the file is longer than {LARGEST} bytes")]
    TooLong,
    /// It is not such a file.
    #[error("line {line}: {problem}; expected {expected}")]
    Format {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
        /// What should be there.
        expected: &'static str,
    },
}

/// A file of games that more games can be added to.
#[derive(Debug)]
pub struct Archive {
    file: File,
}

impl Archive {
    /// Makes a new file, which appears with its head whole.
    ///
    /// # Errors
    /// The system refuses it, or there is such a file already.
    pub fn create(path: &Path, head: &Head) -> Result<Self, ArchiveError> {
        let mut draft = path.as_os_str().to_owned();
        draft.push(".new");
        let draft = Path::new(&draft);
        let write = || {
            if path.exists() {
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, "there is such a file already"));
            }
            let mut file = File::create(draft)?;
            file.write_all(head.text().as_bytes())?;
            file.sync_all()?;
            std::fs::rename(draft, path)?;
            Ok(file)
        };
        write().map(|file| Self { file }).map_err(|error| {
            // What is left of a failed attempt is of no use, and if it cannot be removed there is no more to say.
            let _ = std::fs::remove_file(draft);
            error.into()
        })
    }

    /// Reads a file and opens it for more games; a torn end is cut off.
    ///
    /// # Errors
    /// The system refuses it, or it is no such file.
    pub fn resume(path: &Path) -> Result<(Self, Head, Vec<Record>), ArchiveError> {
        let (head, records, TornEnd(torn)) = Self::read(path)?;
        let mut file = OpenOptions::new().write(true).open(path)?;
        let length = file.metadata()?.len();
        file.set_len(length.saturating_sub(torn))?;
        file.seek(io::SeekFrom::End(0))?;
        Ok((Self { file }, head, records))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The system refuses it, or it is no such file.
    pub fn read(path: &Path) -> Result<(Head, Vec<Record>, TornEnd), ArchiveError> {
        let mut content = Vec::new();
        File::open(path)?.take(LARGEST + 1).read_to_end(&mut content)?;
        if content.len() as u64 > LARGEST {
            return Err(ArchiveError::TooLong);
        }
        Self::parse(&content)
    }

    /// Takes the content of a file apart.
    ///
    /// # Errors
    /// It is no such file.
    pub fn parse(content: &[u8]) -> Result<(Head, Vec<Record>, TornEnd), ArchiveError> {
        let whole = content.windows(2).rposition(|pair| pair == b"\n\n").map_or(0, |at| at + 2);
        let torn = TornEnd((content.len() - whole) as u64);
        let text = std::str::from_utf8(&content[..whole]).map_err(|error| {
            let line = 1 + content[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
            ArchiveError::Format { line, problem: "no UTF-8 text".into(), expected: "a file of games" }
        })?;
        let mut line = 1;
        let mut parts = text.split_terminator("\n\n").map(|text| {
            let part = Part { text, line };
            line += text.lines().count() + 1;
            part
        });
        let missing =
            || ArchiveError::Format { line: 1, problem: "no whole head".into(), expected: "[Match \"GAME\"]" };
        let head = parts.next().ok_or_else(missing)?.head()?;
        let records = parts.map(|part| part.record(head.contenders.len())).collect::<Result<_, _>>()?;
        Ok((head, records, torn))
    }

    /// Adds a game: once this returns, only the system's own end can lose it.
    ///
    /// # Errors
    /// The system refuses it.
    pub fn add(&mut self, record: &Record) -> io::Result<()> {
        self.file.write_all(record.text().as_bytes())
    }
}

/// The lines between two empty lines.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    /// The number of the first.
    line: usize,
}

impl<'a> Part<'a> {
    fn error(&self, at: usize, problem: impl Into<String>, expected: &'static str) -> ArchiveError {
        ArchiveError::Format { line: self.line + at, problem: problem.into(), expected }
    }

    /// The values of the tags called `name`, each with its line in the part.
    fn tags(self, name: &'a str) -> impl Iterator<Item = (usize, Result<String, ArchiveError>)> + 'a {
        self.text.lines().enumerate().filter_map(move |(at, line)| {
            let value = line.strip_prefix('[')?.strip_suffix(']')?.strip_prefix(name)?.strip_prefix(' ')?;
            let value = serde_json::from_str::<String>(value);
            Some((at, value.map_err(|_| self.error(at, "a value that is not in quotes", "[Name \"value\"]"))))
        })
    }

    /// The value of the tag called `name`, which must be there.
    fn tag(self, name: &'static str) -> Result<(usize, String), ArchiveError> {
        let missing = || self.error(0, format!("no [{name} \"…\"]"), "a file of games");
        let (at, value) = self.tags(name).next().ok_or_else(missing)?;
        Ok((at, value?))
    }

    /// The numbers in the tag called `name`, which lie in a range.
    fn numbers(self, name: &'static str, least: i64, most: i64) -> Result<Vec<i64>, ArchiveError> {
        let (at, value) = self.tag(name)?;
        let number = |word: &str| word.parse().ok().filter(|number| (least..=most).contains(number));
        let numbers = value.split(' ').map(number).collect::<Option<Vec<_>>>();
        numbers.ok_or_else(|| self.error(at, format!("{name}: {value:?}"), "whole numbers in range"))
    }

    fn number(self, name: &'static str, least: i64) -> Result<u64, ArchiveError> {
        Ok(self.numbers(name, least, i64::MAX)?[0].unsigned_abs())
    }

    fn head(self) -> Result<Head, ArchiveError> {
        Ok(Head {
            game: self.tag("Match")?.1,
            rules: self.tag("Rules")?.1,
            contenders: self.tags("Contender").map(|(_, value)| value).collect::<Result<_, _>>()?,
            settings: self.tag("Settings")?.1,
        })
    }

    fn record(self, contenders: usize) -> Result<Record, ArchiveError> {
        let seats = self.numbers("Seats", 1, contenders as i64)?;
        let payoffs = self.numbers("Result", -1, 1)?;
        if seats.len() != payoffs.len() || !(2..=3).contains(&seats.len()) {
            return Err(self.error(0, "not as many seats as results", "two or three of each"));
        }
        let moves: Vec<String> = self
            .text
            .lines()
            .filter(|line| !line.starts_with('['))
            .flat_map(|line| line.split(' ').filter(|word| !word.is_empty()).map(str::to_owned))
            .collect();
        let opening_plies = self.number("OpeningPlies", 0)? as usize;
        if opening_plies > moves.len() {
            return Err(self.error(0, "an opening longer than its game", "at most as many OpeningPlies as moves"));
        }
        Ok(Record {
            number: self.number("Game", 1)? - 1,
            seats: seats.into_iter().map(|seat| seat as usize - 1).collect(),
            opening: self.number("Opening", 1)? - 1,
            start: self.tag("Start")?.1,
            opening_plies,
            payoffs: payoffs.into_iter().map(|payoff| payoff as i8).collect(),
            ending: self.tag("Ending")?.1,
            moves,
        })
    }
}

/// Writes a tag; writing to a string cannot fail.
fn tag(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "[{name} {}]", serde_json::Value::from(value));
}

fn joined<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

impl Head {
    /// The head as it stands in a file.
    pub fn text(&self) -> String {
        let mut text = String::new();
        tag(&mut text, "Match", &self.game);
        tag(&mut text, "Rules", &self.rules);
        for contender in &self.contenders {
            tag(&mut text, "Contender", contender);
        }
        tag(&mut text, "Settings", &self.settings);
        text + "\n"
    }
}

impl Record {
    /// The game as it stands in a file.
    pub fn text(&self) -> String {
        let mut text = String::new();
        tag(&mut text, "Game", &(self.number + 1).to_string());
        tag(&mut text, "Seats", &joined(self.seats.iter().map(|seat| seat + 1)));
        tag(&mut text, "Opening", &(self.opening + 1).to_string());
        tag(&mut text, "Start", &self.start);
        tag(&mut text, "OpeningPlies", &self.opening_plies.to_string());
        tag(&mut text, "Result", &joined(&self.payoffs));
        tag(&mut text, "Ending", &self.ending);
        if !self.moves.is_empty() {
            text += &self.moves.join(" ");
            text.push('\n');
        }
        text + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> Head {
        let contenders = vec!["engine:nodes=5".to_owned(), "uci:\"a b\"\u{1b}\n]".to_owned()];
        Head { game: "minichess".into(), rules: "plies=100".into(), contenders, settings: "{\"a\":1}".into() }
    }

    fn record(number: u64) -> Record {
        Record {
            number,
            seats: vec![0, 1],
            opening: number / 2,
            start: "k4/5 w - - 0 1".into(),
            opening_plies: (number % 2) as usize,
            payoffs: vec![1, -1],
            ending: format!("crash 2 \"[é]\"\n{number}"),
            moves: vec!["a2a3".into(); number as usize],
        }
    }

    #[test]
    fn what_is_written_is_read() -> Result<(), ArchiveError> {
        let records: Vec<Record> = (0..4).map(record).collect();
        let text = head().text() + &records.iter().map(Record::text).collect::<String>();
        assert_eq!(Archive::parse(text.as_bytes())?, (head(), records, TornEnd(0)));
        Ok(())
    }

    /// Wherever the end is cut off, what was whole before is read, and nothing else.
    #[test]
    fn a_torn_end_is_left_out() -> Result<(), ArchiveError> {
        let records: Vec<Record> = (0..3).map(record).collect();
        let mut text = head().text().into_bytes();
        let mut ends = vec![text.len()];
        for record in &records {
            text.extend(record.text().bytes());
            ends.push(text.len());
        }
        for length in ends[0]..=text.len() {
            let whole = ends.iter().rposition(|&end| end <= length).unwrap_or(0);
            let (_, read, torn) = Archive::parse(&text[..length])?;
            assert_eq!((read.as_slice(), torn), (&records[..whole], TornEnd((length - ends[whole]) as u64)));
        }
        assert!((0..ends[0]).all(|length| Archive::parse(&text[..length]).is_err()));
        Ok(())
    }

    #[test]
    fn mistakes_have_lines() {
        let text = head().text() + &record(0).text();
        for (from, to, line) in [
            ("[Seats \"1 2\"]", "[Seats \"1 3\"]", "line 8"),
            ("[Seats \"1 2\"]", "[Seats \"1\"]", "line 7"),
            ("[Result \"1 -1\"]", "[Result \"1 -2\"]", "line 12"),
            ("[Game \"1\"]", "[Game \"0\"]", "line 7"),
            ("[Game \"1\"]", "[Game 1]", "line 7"),
            ("[Match", "[March", "line 1"),
            ("[OpeningPlies \"0\"]", "[OpeningPlies \"1\"]", "line 7"),
        ] {
            assert!(text.contains(from));
            let error = Archive::parse(text.replace(from, to).as_bytes()).map_err(|error| error.to_string());
            assert!(error.as_ref().is_err_and(|error| error.starts_with(line)), "{to}: {error:?}");
        }
    }
}
