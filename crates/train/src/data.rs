//! Training data: games of the engine against itself in a file, with the search's score of every position.
//!
//! The line `manyply data 2`, a line of JSON (game, rules, and the settings of the run that wrote it), then
//! [blocks](manyply::records::Blocks) of games: one game a line as JSON, compressed (zstd). The beginning of a last
//! block was torn by a crash and counts as not written; anything else that is wrong is an error.

use crate::SelfGame;
use manyply::checksum::Chain;
use manyply::face::{Kind, Setup, SetupError};
use manyply::files;
use manyply::harmless::one_line;
use manyply::records::{Blocks, Damage, RecordFile, block};
use manyply::search::Score;
use manyply_arena::referee::{Ending, Finished};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

const MAGIC: &[u8] = b"manyply data 2\n";
/// No block has more bytes, compressed or not.
const LARGEST_BLOCK: usize = 1 << 24;
/// The longest line at the beginning.
const LONGEST_LINE: u64 = 1 << 12;
/// The level of compression.
const LEVEL: i32 = 9;
/// Scores are kept within this, as evaluations are; what is beyond is proven.
const LARGEST_SCORE: i32 = 20_000;
/// The score of a proven win, less its plies.
const WIN: i32 = 32_000;

/// What all games of a file have in common.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DataHead {
    /// The name of the game.
    pub game: String,
    /// The rules, as the game writes them.
    pub rules: String,
    /// How the games were played, for the run that goes on from there; empty where they come from several.
    pub settings: String,
}

/// A game of a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct DataGame {
    /// The position that it begins with.
    pub start: String,
    /// The moves, separated by spaces.
    pub moves: String,
    /// How many of the moves come before the first that was searched for.
    pub opening: usize,
    /// The score before each move after the opening, for the side to move, in hundredths; a win in n plies is
    /// 32000 − n, a loss in n plies n − 32000, a proven draw null.
    pub scores: Vec<Option<i32>>,
    /// What each side gets: 1, 0 or −1.
    #[cfg_attr(feature = "schema", schemars(inner(range(min = -1, max = 1))))]
    pub payoffs: Vec<i8>,
    /// What ended the game: `rules`, `proved` or `length`.
    pub ending: String,
}

/// What is wrong with a file of training data.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The system refuses it.
    #[error("{0}")]
    System(#[from] io::Error),
    /// It is not such a file.
    #[error("not a file of training data; expected one that begins with \"manyply data 2\"")]
    Foreign,
    /// The second line cannot be read.
    #[error("line 2: {0}; expected game, rules and settings as JSON")]
    Head(String),
    /// The file was begun by another run.
    #[error("games of another run, {found}; expected {expected}")]
    OtherRun {
        /// The run that began it.
        found: String,
        /// The run that was to go on with it.
        expected: String,
    },
    /// The file is damaged.
    #[error("{0}")]
    Damage(#[from] Damage),
}

/// A file that is read game by game, block by block.
#[derive(Debug)]
pub struct DataReader<R = BufReader<File>> {
    head: DataHead,
    blocks: Blocks<R>,
    games: std::vec::IntoIter<DataGame>,
}

impl DataReader {
    /// Opens a file, up to its first game.
    ///
    /// # Errors
    /// The system refuses it, or it is no such file.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        Self::new(BufReader::new(files::open(path)?))
    }
}

impl<R: BufRead> DataReader<R> {
    /// Reads the beginning of a file.
    ///
    /// # Errors
    /// The system refuses it, or it is no such file.
    pub fn new(mut input: R) -> Result<Self, DataError> {
        let mut magic = Vec::new();
        (&mut input).take(MAGIC.len() as u64).read_to_end(&mut magic)?;
        if magic != MAGIC {
            return Err(DataError::Foreign);
        }
        let mut line = Vec::new();
        (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        let line = line.strip_suffix(b"\n").ok_or_else(|| DataError::Head("the line does not end".into()))?;
        let head = serde_json::from_slice(line).map_err(|error| DataError::Head(error.to_string()))?;
        let begin = (MAGIC.len() + line.len() + 1) as u64;
        Ok(Self { head, blocks: Blocks::new(input, LARGEST_BLOCK, begin), games: Vec::new().into_iter() })
    }

    /// What the games have in common.
    pub const fn head(&self) -> &DataHead {
        &self.head
    }

    /// The byte behind the last whole block that was read.
    pub const fn end(&self) -> u64 {
        self.blocks.end()
    }

    /// The games of the next block.
    fn next_block(&mut self) -> Result<Option<Vec<DataGame>>, DataError> {
        let Some((count, content)) = self.blocks.next_block()? else { return Ok(None) };
        let games = games_of(count, &content).map_err(|problem| self.blocks.damage(problem))?;
        Ok(Some(games))
    }
}

impl<R: BufRead> Iterator for DataReader<R> {
    type Item = Result<DataGame, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(game) = self.games.next() {
                return Some(Ok(game));
            }
            match self.next_block().transpose()? {
                Ok(games) => self.games = games.into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// The games of a block, which are so many.
fn games_of(count: usize, content: &[u8]) -> Result<Vec<DataGame>, String> {
    let text = zstd::bulk::decompress(content, LARGEST_BLOCK)
        .map_err(|error| format!("{error}; expected at most {LARGEST_BLOCK} bytes of games"))?;
    let games = DataGame::read(&text)?;
    if games.len() == count { Ok(games) } else { Err(format!("{} games; its head says {count}", games.len())) }
}

/// Writes games to a file, in place of whatever is there.
///
/// # Errors
/// The first error among the games; inside, that the system refuses it.
pub fn write<E>(
    head: &DataHead,
    games: impl IntoIterator<Item = Result<DataGame, E>>,
    path: &Path,
) -> Result<io::Result<()>, E> {
    let (mut games, mut chain, mut failure) = (games.into_iter(), Chain::default(), None);
    let written = files::write(path, |out| {
        out.write_all(&head.bytes()?)?;
        loop {
            let some: Result<Vec<DataGame>, E> = games.by_ref().take(DataFile::BLOCK).collect();
            match some {
                Ok(some) if some.is_empty() => return Ok(()),
                Ok(some) => out.write_all(&block_of(&some, &mut chain)?)?,
                Err(error) => {
                    failure = Some(error);
                    return Err(io::Error::other("the games end early"));
                }
            }
        }
    });
    failure.map_or(Ok(written), Err)
}

/// Games as a block.
fn block_of(games: &[DataGame], chain: &mut Chain) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    for game in games {
        serde_json::to_writer(&mut text, game)?;
        text.push(b'\n');
    }
    let compressed = zstd::bulk::compress(&text, LEVEL)?;
    if text.len().max(compressed.len()) > LARGEST_BLOCK {
        return Err(io::Error::other("the games are too long for a block"));
    }
    block(games.len(), &compressed, chain)
}

impl DataHead {
    fn bytes(&self) -> io::Result<Vec<u8>> {
        Ok([MAGIC, &serde_json::to_vec(self)?, b"\n"].concat())
    }
}

/// A file that games are added to, by nobody else as long as it is held.
#[derive(Debug)]
pub struct DataFile {
    file: RecordFile,
    chain: Chain,
    waiting: Vec<DataGame>,
}

impl DataFile {
    /// Games of a block: what the end of the system can lose.
    pub const BLOCK: usize = 64;

    /// Makes a new file, or opens one of the same head to go on with it: then a torn end is cut off, and the number of
    /// its games returned too.
    ///
    /// # Errors
    /// What is wrong with the file that is there, that another run began it, or what the system says.
    pub fn open(path: &Path, head: &DataHead) -> Result<(Self, usize), DataError> {
        if !path.exists() {
            let file = RecordFile::create(path, &head.bytes()?)?;
            return Ok((Self { file, chain: Chain::default(), waiting: Vec::new() }, 0));
        }
        let (file, (chain, games)) = RecordFile::resume(path, |file| {
            let mut data = DataReader::new(BufReader::new(file))?;
            if data.head != *head {
                let words =
                    |head: &DataHead| one_line(&format!("{} under {}, {}", head.game, head.rules, head.settings));
                return Err(DataError::OtherRun { found: words(&data.head), expected: words(head) });
            }
            let games = data.by_ref().try_fold(0, |games, game| game.map(|_| games + 1))?;
            Ok(((data.blocks.chain(), games), data.blocks.end()))
        })?;
        Ok((Self { file, chain, waiting: Vec::new() }, games))
    }

    /// Adds a game, which is written with others in a block.
    ///
    /// # Errors
    /// The system refuses it.
    pub fn add(&mut self, game: DataGame) -> io::Result<()> {
        self.waiting.push(game);
        if self.waiting.len() < Self::BLOCK { Ok(()) } else { self.flush() }
    }

    /// Writes what waits.
    ///
    /// # Errors
    /// The system refuses it: then it still waits.
    pub fn flush(&mut self) -> io::Result<()> {
        if !self.waiting.is_empty() {
            let mut chain = self.chain;
            self.file.add(&block_of(&self.waiting, &mut chain)?)?;
            self.chain = chain;
            self.waiting.clear();
        }
        Ok(())
    }
}

impl DataGame {
    /// The games of a block, as JSON.
    ///
    /// # Errors
    /// What cannot be read, with line and column.
    pub fn read(text: &[u8]) -> Result<Vec<Self>, String> {
        let games: Result<_, _> = serde_json::Deserializer::from_slice(text).into_iter().collect();
        games.map_err(|error: serde_json::Error| error.to_string())
    }

    /// A game of the engine.
    pub fn of(game: &SelfGame) -> Self {
        let record = game.record();
        Self {
            start: record.start,
            moves: record.moves.join(" "),
            opening: record.opening_plies,
            scores: game.scores.iter().map(|&score| number(score)).collect(),
            payoffs: record.payoffs,
            ending: record.ending,
        }
    }

    /// The game, one of this kind, played again under `rules`, as number `number`.
    ///
    /// # Errors
    /// What of it cannot be, in one line.
    pub fn replay(&self, number: u64, kind: &Kind, rules: &str) -> Result<SelfGame, String> {
        let setup = Setup { rules: rules.to_owned(), position: Some(self.start.clone()), ..Setup::default() };
        let mut game = kind.begin(&setup).map_err(|error| match error {
            SetupError::Position(error) => format!("its start: {error}"),
            error => error.to_string(),
        })?;
        for (ply, text) in (1..).zip(self.moves.split(' ').filter(|text| !text.is_empty())) {
            game.play(text).map_err(|_| format!("its move {ply}, {text:?}, is not legal"))?;
        }
        let ending = match &*self.ending {
            "rules" => Ending::Rules,
            "proved" => Ending::Proved,
            "length" => Ending::Length,
            other => return Err(format!("its ending is {other:?}; expected rules, proved or length")),
        };
        let opening_plies = self.opening.min(game.ply());
        if opening_plies + self.scores.len() != game.ply() || self.payoffs.len() != kind.sides {
            return Err(format!("{} scores and {} payoffs do not fit it", self.scores.len(), self.payoffs.len()));
        }
        let scores = self.scores.iter().map(|&score| score_of(score)).collect();
        let finished = Finished { game, payoffs: self.payoffs.clone(), ending, notes: Vec::new() };
        Ok(SelfGame { number, opening_plies, scores, finished })
    }
}

/// A score as a number.
fn number(score: Score) -> Option<i32> {
    let proven = |plies: u32| WIN - (plies as i32).clamp(0, WIN - LARGEST_SCORE - 1);
    match score {
        Score::Cp(cp) => Some(cp.clamp(-LARGEST_SCORE, LARGEST_SCORE)),
        Score::Win(plies) => Some(proven(plies)),
        Score::Loss(plies) => Some(-proven(plies)),
        Score::Draw => None,
    }
}

/// The score that a number stands for.
fn score_of(number: Option<i32>) -> Score {
    match number {
        None => Score::Draw,
        Some(win) if win > LARGEST_SCORE => Score::Win(WIN.saturating_sub(win).max(0) as u32),
        Some(loss) if loss < -LARGEST_SCORE => Score::Loss(WIN.saturating_add(loss).max(0) as u32),
        Some(cp) => Score::Cp(cp),
    }
}

#[cfg(test)]
mod tests;
