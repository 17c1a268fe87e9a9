//! What a long proof has found so far: answers that were chosen and positions that were proved, as lines of text that
//! are added to a file one by one. The file is a certificate, too, of what is in it.
//!
//! Behind each line stands another with the checksum of it and all before it, which is a comment to readers of
//! certificates. The files of earlier builds have none; lines that are added to them do.

use crate::cli::common::{Blame, Result, file_failure};
use manyply::checksum::Chain;
use manyply::files;
use manyply::games::gomoku::prover::LAST_ROUND;
use manyply::records::{Damage, Lines, RecordFile};
use manyply::shard::Shard;
use std::collections::HashMap;
use std::io::{BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const OPTION: &str = "--checkpoint";
const ANSWER: &str = "# answer: ";
const ROUND: &str = "# round: ";
const CHECK: &str = "# check: ";
/// The last line of the head of files whose lines all have their checksums.
const CHECKED: &str = "# a check behind every line\n";
/// The longest line: more than the longest tree of a certificate.
const LONGEST: usize = 1 << 28;
/// What was written is handed to the disk after this time at the latest.
const PATIENCE: Duration = Duration::from_secs(20);

/// The lines, in memory and in a file where there is one.
pub(crate) struct Journal {
    file: Option<(PathBuf, RecordFile)>,
    /// The first lines: what is proved.
    head: String,
    /// The last move of every line of moves that ends with a chosen answer, by the moves before it.
    answers: HashMap<String, String>,
    /// The trees, by the moves that lead to their position.
    trees: HashMap<String, String>,
    /// The next round of positions that have resisted, by the moves that lead to them.
    rounds: HashMap<String, u32>,
    chain: Chain,
    synced: Instant,
}

impl Journal {
    /// Opens the file of a run, or begins it; without a path all is kept in memory.
    pub(crate) fn open(path: Option<&Path>, rules: &str, root: &str, shard: Shard) -> Result<Self> {
        let mut journal = Self::new(rules, root, shard);
        let Some(path) = path else { return Ok(journal) };
        let wrong = |error: &dyn std::fmt::Display| file_failure(OPTION, path, error);
        match path.metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let head = journal.head.clone() + CHECKED;
                let file = RecordFile::create(path, head.as_bytes()).map_err(|error| wrong(&error))?;
                journal.file = Some((path.to_owned(), file));
            }
            Err(error) => return Err(wrong(&error)),
            Ok(_) => {
                // A line that a crash has cut is written again.
                let resumed = RecordFile::resume(path, |file| Ok::<_, Damage>(((), journal.read(file)?)));
                let (file, ()) = resumed.map_err(|problem| wrong(&problem))?;
                journal.file = Some((path.to_owned(), file));
            }
        }
        Ok(journal)
    }

    /// What is in the file of a run, which may go on; nothing if there is none. What is added stays in memory.
    pub(crate) fn look(path: &Path, rules: &str, root: &str, shard: Shard) -> Result<Self> {
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
        Self { file: None, head, answers, trees, rounds, chain: Chain::default(), synced: Instant::now() }
    }

    /// Reads the lines of a file, but for a last one that is not whole; returns how many bytes these are.
    fn read(&mut self, mut file: impl Read) -> Result<u64, Damage> {
        let mut head = Vec::new();
        (&mut file).take(self.head.len() as u64).read_to_end(&mut head)?;
        let mut lines = Lines::new(BufReader::new(file), LONGEST, head.len() as u64, 2);
        if head != self.head.as_bytes() {
            let expected: Vec<&str> = self.head.lines().collect();
            let problem = format!("is of another run; expected it to begin with the lines {expected:?}");
            return Err(Damage::Record { what: "line", number: 1, at: 0, problem });
        }
        let (mut whole, mut is_checked) = (lines.end(), false);
        // A line whose checksum may follow, and where it is.
        let mut waiting: Option<(String, u64, u64)> = None;
        while let Some(line) = lines.next_line()?.map(str::to_owned) {
            let Some(check) = line.strip_prefix(CHECK) else {
                if lines.number() == 3 && line == CHECKED.trim_end() {
                    (whole, is_checked) = (lines.end(), true);
                    continue;
                }
                if let Some(before) = waiting.replace((line, lines.number(), lines.at())) {
                    if is_checked {
                        return Err(lines.damage(format!("expected {CHECK}and the checksum of the line before it")));
                    }
                    whole = lines.at();
                    self.accept(before)?;
                }
                continue;
            };
            let before = waiting.take().filter(|(before, ..)| {
                let mut chain = self.chain;
                check == format!("{:016x}", chain.add(before.as_bytes()))
            });
            let before = before.ok_or_else(|| {
                lines.damage("the checksum does not match the line before it, or one before that was lost")
            })?;
            whole = lines.end();
            self.accept(before)?;
        }
        if let Some(before) = waiting.filter(|_| !is_checked) {
            whole = lines.at();
            self.accept(before)?;
        }
        Ok(whole)
    }

    /// Takes in a line of a file.
    fn accept(&mut self, (line, number, at): (String, u64, u64)) -> Result<(), Damage> {
        self.chain.add(line.as_bytes());
        self.read_line(&line).map_err(|problem| Damage::Record { what: "line", number, at, problem })
    }

    fn read_line(&mut self, line: &str) -> Result<(), String> {
        if let Some(moves) = line.strip_prefix(ANSWER) {
            self.remember_answer(moves);
        } else if let Some(text) = line.strip_prefix(ROUND) {
            let round = text.split_once(' ').and_then(|(round, moves)| Some((moves, round.parse().ok()?)));
            let (moves, round) = round.ok_or_else(|| format!("expected {ROUND}number moves"))?;
            // Whoever wrote it: there are no later rounds.
            self.rounds.insert(moves.to_owned(), LAST_ROUND.min(round));
        } else if let Some((moves, tree)) = line.split_once('|') {
            self.trees.insert(moves.to_owned(), tree.to_owned());
        } else {
            return Err(format!("expected moves|tree, {ANSWER}moves or {ROUND}number moves"));
        }
        Ok(())
    }

    fn remember_answer(&mut self, moves: &str) {
        let (before, answer) = moves.rsplit_once(' ').unwrap_or(("", moves));
        self.answers.insert(before.to_owned(), answer.to_owned());
    }

    /// Keeps an answer: the last of these moves.
    pub(crate) fn answer(&mut self, moves: &str) -> Result {
        self.remember_answer(moves);
        self.add(&format!("{ANSWER}{moves}"))
    }

    /// The answer to a line of moves.
    pub(crate) fn answer_to(&self, moves: &str) -> Option<&str> {
        self.answers.get(moves).map(String::as_str)
    }

    /// All lines of moves that are answered, and the answers.
    pub(super) fn answers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.answers.iter().map(|(moves, answer)| (moves.as_str(), answer.as_str()))
    }

    /// Keeps a tree, in hexadecimal digits.
    pub(crate) fn prove(&mut self, moves: &str, tree: String) -> Result {
        self.add(&format!("{moves}|{tree}"))?;
        self.trees.insert(moves.to_owned(), tree);
        Ok(())
    }

    /// Keeps the next round of a position that has resisted.
    pub(crate) fn postpone(&mut self, moves: &str, round: u32) -> Result {
        self.rounds.insert(moves.to_owned(), round);
        self.add(&format!("{ROUND}{round} {moves}"))
    }

    /// The next round of a position.
    pub(crate) fn round(&self, moves: &str) -> u32 {
        self.rounds.get(moves).copied().unwrap_or_default()
    }

    /// Whether a position is proved.
    pub(crate) fn has(&self, moves: &str) -> bool {
        self.trees.contains_key(moves)
    }

    /// The moves that lead to every proved position.
    pub(crate) fn proved(&self) -> impl Iterator<Item = &str> {
        self.trees.keys().map(String::as_str)
    }

    /// What is said after Ctrl-C.
    pub(crate) fn kept(&self) -> String {
        match &self.file {
            Some((path, _)) => {
                let (count, path) = (self.trees.len(), path.display());
                format!("{count} proved positions are in {path}, from which the same command goes on")
            }
            None => format!("nothing is kept; {OPTION} FILE keeps what is proved"),
        }
    }

    /// The certificate of these positions, as far as they are proved.
    pub(crate) fn certificate(&self, positions: &[String]) -> String {
        let rules = self.head.lines().next().unwrap_or_default();
        let mut text = format!("{rules}\n");
        for moves in positions {
            if let Some(tree) = self.trees.get(moves) {
                text.extend([moves, "|", tree, "\n"]);
            }
        }
        text
    }

    fn add(&mut self, line: &str) -> Result {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        let sum = self.chain.add(line.as_bytes());
        let mut written = file.add(format!("{line}\n{CHECK}{sum:016x}\n").as_bytes());
        if self.synced.elapsed() > PATIENCE {
            written = written.and_then(|()| file.sync());
            self.synced = Instant::now();
        }
        written.of_file(OPTION, path)
    }
}
