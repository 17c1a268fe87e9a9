//! Training data: games of the engine against itself in a file, with the search's score of every position.
//!
//! The line `manyply data 1`, a line of JSON (game, rules, and the settings of the run that wrote it), then blocks:
//! how many bytes (4) and games (4) it has, a checksum (8) of all of it, and the bytes: one game a line as JSON,
//! compressed (zstd). Numbers are little-endian. A last block that is cut short was torn by a crash and counts as not
//! written; anything else that is wrong is an error.

use crate::SelfGame;
use manyply::face::{Kind, Setup, SetupError};
use manyply::files::{self, LockedFile};
use manyply::harmless::one_line;
use manyply::search::Score;
use manyply::table_file::checksum;
use manyply_arena::referee::{Ending, Finished};
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

const MAGIC: &[u8] = b"manyply data 1\n";
/// Bytes of a block before its content.
const HEAD: usize = 16;
/// No block has more bytes, compressed or not: a head that says so is nonsense.
const LARGEST_BLOCK: usize = 1 << 26;
/// The longest line at the beginning.
const LONGEST_LINE: usize = 1 << 12;
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
    pub payoffs: Vec<i8>,
    /// Why it ended: `rules`, `proved` or `length`.
    pub ending: String,
}

/// What is wrong with a file of training data.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The system refuses it.
    #[error("{0}")]
    System(#[from] io::Error),
    /// It is not such a file.
    #[error("not a file of training data; expected one that begins with \"manyply data 1\"")]
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
    /// A block is damaged.
    #[error("block {block}, at byte {at}: {problem}")]
    Block {
        /// Its number, from 1.
        block: usize,
        /// Where it begins.
        at: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// The content of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Data {
    /// What the games have in common.
    pub head: DataHead,
    /// The games, in order.
    pub games: Vec<DataGame>,
    /// Bytes before a torn end.
    whole: usize,
}

impl Data {
    /// Reads a file.
    ///
    /// # Errors
    /// The system refuses it, or it is damaged.
    pub fn read(path: &Path) -> Result<Self, DataError> {
        let mut content = Vec::new();
        files::open(path)?.read_to_end(&mut content)?;
        Self::parse(&content)
    }

    /// Takes the content of a file apart.
    ///
    /// # Errors
    /// It is no such file, or damaged.
    pub fn parse(content: &[u8]) -> Result<Self, DataError> {
        let rest = content.strip_prefix(MAGIC).ok_or(DataError::Foreign)?;
        let end = rest.iter().take(LONGEST_LINE).position(|&byte| byte == b'\n');
        let end = end.ok_or_else(|| DataError::Head("the line does not end".into()))?;
        let head = serde_json::from_slice(&rest[..end]).map_err(|error| DataError::Head(error.to_string()))?;
        let mut data = Self { head, games: Vec::new(), whole: MAGIC.len() + end + 1 };
        for block in 1.. {
            let at = data.whole;
            match block_at(&content[at..]) {
                Ok(Some((length, games))) => {
                    data.games.extend(games);
                    data.whole += length;
                }
                Ok(None) => break,
                Err(problem) => return Err(DataError::Block { block, at, problem }),
            }
        }
        Ok(data)
    }

    /// Writes the games to a file, in place of whatever is there.
    ///
    /// # Errors
    /// The system refuses it.
    pub fn write(head: &DataHead, games: &[DataGame], path: &Path) -> io::Result<()> {
        files::write(path, |out| {
            out.write_all(&head.bytes()?)?;
            games.chunks(DataFile::BLOCK).try_for_each(|games| out.write_all(&block(games)?))
        })
    }
}

/// The first block, with its length; none if it is torn.
fn block_at(bytes: &[u8]) -> Result<Option<(usize, Vec<DataGame>)>, String> {
    let Some(head) = bytes.first_chunk::<HEAD>() else { return Ok(None) };
    let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]) as usize;
    let (length, count) = (number(0), number(4));
    if length > LARGEST_BLOCK {
        return Err(format!("{length} bytes; expected at most {LARGEST_BLOCK}"));
    }
    let Some(compressed) = bytes[HEAD..].get(..length) else { return Ok(None) };
    if block_checksum(&head[..8], compressed) != head[8..] {
        return Err("its checksum does not match".into());
    }
    let text = zstd::bulk::decompress(compressed, LARGEST_BLOCK).map_err(|error| error.to_string())?;
    let games = DataGame::read(&text)?;
    if games.len() != count {
        return Err(format!("{} games; its head says {count}", games.len()));
    }
    Ok(Some((HEAD + length, games)))
}

/// Games as a block.
fn block(games: &[DataGame]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    for game in games {
        serde_json::to_writer(&mut text, game)?;
        text.push(b'\n');
    }
    let compressed = zstd::bulk::compress(&text, LEVEL)?;
    if text.len() > LARGEST_BLOCK {
        return Err(io::Error::other("the games are too long for a block"));
    }
    let mut bytes = Vec::new();
    bytes.extend((compressed.len() as u32).to_le_bytes());
    bytes.extend((games.len() as u32).to_le_bytes());
    bytes.extend(block_checksum(&bytes, &compressed));
    bytes.extend(compressed);
    Ok(bytes)
}

fn block_checksum(head: &[u8], compressed: &[u8]) -> [u8; 8] {
    checksum(&[head, compressed].concat()).to_le_bytes()
}

impl DataHead {
    fn bytes(&self) -> io::Result<Vec<u8>> {
        Ok([MAGIC, &serde_json::to_vec(self)?, b"\n"].concat())
    }
}

/// A file that games are added to, by nobody else as long as it is held.
#[derive(Debug)]
pub struct DataFile {
    file: LockedFile,
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
            return Ok((Self { file: files::create_new(path, &head.bytes()?)?, waiting: Vec::new() }, 0));
        }
        let mut file = files::open_to_add(path)?;
        let mut content = Vec::new();
        file.read_to_end(&mut content)?;
        let data = Data::parse(&content)?;
        if data.head != *head {
            let words = |head: &DataHead| one_line(&format!("{} under {}, {}", head.game, head.rules, head.settings));
            return Err(DataError::OtherRun { found: words(&data.head), expected: words(head) });
        }
        file.set_len(data.whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Self { file, waiting: Vec::new() }, data.games.len()))
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
    /// The system refuses it.
    pub fn flush(&mut self) -> io::Result<()> {
        if !self.waiting.is_empty() {
            self.file.write_all(&block(&self.waiting)?)?;
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
