//! What a long proof has found so far: answers that were chosen and positions that were proved, as lines of text that
//! are added to a file one by one. The file is a certificate, too, of what is in it.

use super::contest::file_failure;
use super::failure::Failure;
use manyply::files::{self, LockedFile};
use manyply::games::gomoku::prover::LAST_ROUND;
use manyply::shard::Shard;
use std::collections::HashMap;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const OPTION: &str = "--checkpoint";
const ANSWER: &str = "# answer: ";
const ROUND: &str = "# round: ";
/// The largest file, in bytes.
const LARGEST: u64 = 1 << 32;
/// What was written is handed to the disk after this time at the latest.
const PATIENCE: Duration = Duration::from_secs(20);

/// The lines, in memory and in a file where there is one.
pub(super) struct Journal {
    file: Option<(PathBuf, LockedFile)>,
    /// The first lines: what is proved.
    head: String,
    /// The last move of every line of moves that ends with a chosen answer, by the moves before it.
    answers: HashMap<String, String>,
    /// The trees, by the moves that lead to their position.
    trees: HashMap<String, String>,
    /// The next round of positions that have resisted, by the moves that lead to them.
    rounds: HashMap<String, u32>,
    synced: Instant,
}

impl Journal {
    /// Opens the file of a run, or begins it; without a path all is kept in memory.
    pub(super) fn open(path: Option<&Path>, rules: &str, root: &str, shard: Shard) -> Result<Self, Failure> {
        let mut journal = Self::new(rules, root, shard);
        let Some(path) = path else { return Ok(journal) };
        let wrong = |error: &dyn std::fmt::Display| file_failure(OPTION, path, error);
        match path.metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let file = files::create_new(path, journal.head.as_bytes()).map_err(|error| wrong(&error))?;
                journal.file = Some((path.to_owned(), file));
            }
            Err(error) => return Err(wrong(&error)),
            Ok(_) => {
                let mut file = files::open_to_add(path).map_err(|error| wrong(&error))?;
                let whole = journal.read(&mut *file).map_err(|problem| wrong(&problem))?;
                // A line that a crash has cut is written again.
                file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(|error| wrong(&error))?;
                journal.file = Some((path.to_owned(), file));
            }
        }
        Ok(journal)
    }

    /// What is in the file of a run, which may go on; nothing if there is none. What is added stays in memory.
    pub(super) fn look(path: &Path, rules: &str, root: &str, shard: Shard) -> Result<Self, Failure> {
        let mut journal = Self::new(rules, root, shard);
        let wrong = |error: &dyn std::fmt::Display| file_failure(OPTION, path, error);
        match files::open(path) {
            Ok(file) => journal.read(file).map(drop).map_err(|problem| wrong(&problem))?,
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(wrong(&error)),
        }
        Ok(journal)
    }

    fn new(rules: &str, root: &str, shard: Shard) -> Self {
        let head = format!("# rules: {rules}\n# proof of: {root}, part {shard}\n");
        let (answers, trees, rounds) = (HashMap::new(), HashMap::new(), HashMap::new());
        Self { file: None, head, answers, trees, rounds, synced: Instant::now() }
    }

    /// Reads the lines of a file, but for a last one that is not whole; returns how many bytes these are.
    fn read(&mut self, file: impl Read) -> Result<u64, String> {
        let mut bytes = Vec::new();
        file.take(LARGEST).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let text = std::str::from_utf8(&bytes[..whole]).map_err(|_| "is no text")?;
        self.read_lines(text)?;
        Ok(whole as u64)
    }

    fn read_lines(&mut self, text: &str) -> Result<(), String> {
        let lines = text.strip_prefix(self.head.as_str());
        let lines = lines.ok_or_else(|| {
            let expected: Vec<&str> = self.head.lines().collect();
            format!("is of another run; expected it to begin with the lines {expected:?}")
        })?;
        for (number, line) in (3..).zip(lines.lines()) {
            if let Some(moves) = line.strip_prefix(ANSWER) {
                self.remember_answer(moves);
            } else if let Some(text) = line.strip_prefix(ROUND) {
                let round = text.split_once(' ').and_then(|(round, moves)| Some((moves, round.parse().ok()?)));
                let (moves, round) = round.ok_or_else(|| format!("line {number}: expected {ROUND}number moves"))?;
                // Whoever wrote it: there are no later rounds.
                self.rounds.insert(moves.to_owned(), LAST_ROUND.min(round));
            } else if let Some((moves, tree)) = line.split_once('|') {
                self.trees.insert(moves.to_owned(), tree.to_owned());
            } else {
                return Err(format!("line {number}: expected moves|tree, {ANSWER}moves or {ROUND}number moves"));
            }
        }
        Ok(())
    }

    fn remember_answer(&mut self, moves: &str) {
        let (before, answer) = moves.rsplit_once(' ').unwrap_or(("", moves));
        self.answers.insert(before.to_owned(), answer.to_owned());
    }

    /// Keeps an answer: moves, the last of which is it.
    pub(super) fn answer(&mut self, moves: &str) -> Result<(), Failure> {
        self.remember_answer(moves);
        self.add(&format!("{ANSWER}{moves}\n"))
    }

    /// The answer to a line of moves.
    pub(super) fn answer_to(&self, moves: &str) -> Option<&str> {
        self.answers.get(moves).map(String::as_str)
    }

    /// Keeps a tree, in hexadecimal digits.
    pub(super) fn prove(&mut self, moves: &str, tree: String) -> Result<(), Failure> {
        self.add(&format!("{moves}|{tree}\n"))?;
        self.trees.insert(moves.to_owned(), tree);
        Ok(())
    }

    /// Keeps the next round of a position that has resisted.
    pub(super) fn postpone(&mut self, moves: &str, round: u32) -> Result<(), Failure> {
        self.add(&format!("{ROUND}{round} {moves}\n"))
    }

    /// The next round of a position.
    pub(super) fn round(&self, moves: &str) -> u32 {
        self.rounds.get(moves).copied().unwrap_or_default()
    }

    /// Whether a position is proved.
    pub(super) fn has(&self, moves: &str) -> bool {
        self.trees.contains_key(moves)
    }

    /// The moves that lead to every proved position.
    pub(super) fn proved(&self) -> impl Iterator<Item = &str> {
        self.trees.keys().map(String::as_str)
    }

    /// The certificate of these positions, as far as they are proved.
    pub(super) fn certificate(&self, positions: &[String]) -> String {
        let rules = self.head.lines().next().unwrap_or_default();
        let mut text = format!("{rules}\n");
        for moves in positions {
            if let Some(tree) = self.trees.get(moves) {
                text.extend([moves, "|", tree, "\n"]);
            }
        }
        text
    }

    fn add(&mut self, line: &str) -> Result<(), Failure> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        let mut written = file.write_all(line.as_bytes());
        if self.synced.elapsed() > PATIENCE {
            written = written.and_then(|()| file.sync_data());
            self.synced = Instant::now();
        }
        written.map_err(|error| file_failure(OPTION, path, error))
    }
}
