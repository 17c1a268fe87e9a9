//! Networks as files: two lines that say what they are, then their numbers.
//!
//! The line `manyply network 1`; a line of `name=value` pairs, separated by spaces: `game`, `inputs` (what the features
//! mean), `features`, `views`, `hidden`, `buckets`, `scale`, `bytes` (of the numbers) and `checksum` (16 hexadecimal
//! digits, of the pairs before it and of the numbers); then the numbers, as
//! [`Network::from_bytes`](super::Network::from_bytes) takes them.

use super::{MAX_WEIGHT, QA, QB, Shape};
use crate::checksum::checksum;
use std::fmt;
use std::io;

/// What every version of the format begins with.
const NAME: &[u8] = b"manyply network ";
/// The first line of this version.
const MAGIC: &[u8] = b"manyply network 1\n";
/// The longest second line.
const LONGEST_LINE: usize = 1 << 10;
/// The pairs of the second line.
const PAIRS: &str = "game, inputs, features, views, hidden, buckets, scale, bytes, checksum";

/// What a file says of its network.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct NetworkHead {
    /// The name of the game.
    pub game: String,
    /// What the features and output buckets mean, in a word.
    pub inputs: String,
    /// The number of input features.
    pub features: usize,
    /// The sides that see them.
    pub views: usize,
    /// Neurons of the hidden layer for each side.
    pub hidden: usize,
    /// The number of output buckets.
    pub buckets: usize,
    /// The scale of the sigmoid: hundredths of the game's unit a log-odds unit.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub scale: i32,
    /// How many bytes the numbers take.
    pub bytes: usize,
    /// The checksum of all before it and of the numbers.
    #[cfg_attr(feature = "face", serde(serialize_with = "hexadecimal"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub checksum: u64,
}

#[cfg(feature = "face")]
fn hexadecimal<S: serde::Serializer>(checksum: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{checksum:016x}"))
}

/// Why a file is no network that can be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum NetworkError {
    /// The system refuses it.
    Io(io::Error),
    /// It is something else.
    Foreign,
    /// It is of another version of the format.
    Version(String),
    /// The second line cannot be read.
    Head(String),
    /// There are fewer numbers, or more, than the second line says.
    Length {
        /// Bytes that there are.
        found: usize,
        /// Bytes that there should be.
        expected: usize,
    },
    /// The content does not fit the checksum.
    Checksum,
    /// It is the network of another game.
    Game {
        /// The file's game.
        found: String,
        /// The game asked for.
        expected: &'static str,
    },
    /// It is the network of another architecture.
    Architecture {
        /// What is different.
        what: &'static str,
        /// The file's.
        found: String,
        /// The game's.
        expected: String,
    },
    /// A weight is so large that sums might overflow.
    Weight {
        /// Which of the numbers, from 1.
        number: usize,
        /// The weight.
        found: i16,
        /// The largest.
        most: i16,
    },
    /// The game of this name has no network.
    NoNetwork(&'static str),
}

impl std::error::Error for NetworkError {}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Foreign => f.write_str("not a network; expected a file that begins with \"manyply network 1\""),
            Self::Version(found) => write!(f, "a network of version {found:?}; expected 1"),
            Self::Head(problem) => write!(f, "line 2: {problem}; expected {PAIRS}, as in name=value"),
            Self::Length { found, expected } => {
                let what = if found < expected { "truncated" } else { "with something behind its end" };
                write!(f, "a network {what}: {found} bytes behind its head; expected {expected}")
            }
            Self::Checksum => f.write_str("the network is damaged: its checksum does not match"),
            Self::Game { found, expected } => write!(f, "a network of {found:?}; expected one of {expected}"),
            Self::Architecture { what, found, expected } => {
                write!(f, "a network of another architecture: {what}={found}; expected {what}={expected}")
            }
            Self::Weight { number, found, most } => {
                write!(f, "number {number} of the network is {found}; expected -{most} to {most}")
            }
            Self::NoNetwork(game) => write!(f, "{game} has no network; expected a game that has"),
        }
    }
}

impl From<io::Error> for NetworkError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl NetworkHead {
    /// The most bytes before the numbers.
    pub(super) const LONGEST: usize = MAGIC.len() + LONGEST_LINE;

    /// Takes a file apart: what it says of its network, and the numbers, which are whole.
    ///
    /// # Errors
    /// It is no such file, or damaged.
    pub fn parse(content: &[u8]) -> Result<(Self, &[u8]), NetworkError> {
        let (line, numbers) = Self::lines(content)?;
        let head = Self::parse_line(line).map_err(NetworkError::Head)?;
        if numbers.len() != head.bytes {
            return Err(NetworkError::Length { found: numbers.len(), expected: head.bytes });
        }
        if head.sum(numbers) != head.checksum {
            return Err(NetworkError::Checksum);
        }
        Ok((head, numbers))
    }

    /// The second line, and what is behind it.
    fn lines(content: &[u8]) -> Result<(&str, &[u8]), NetworkError> {
        let Some(rest) = content.strip_prefix(MAGIC) else {
            let version = content.strip_prefix(NAME).map(|rest| {
                let version = rest.iter().take(16).take_while(|byte| byte.is_ascii_graphic());
                NetworkError::Version(version.map(|&byte| char::from(byte)).collect())
            });
            return Err(version.unwrap_or(NetworkError::Foreign));
        };
        let wrong = |problem: &str| NetworkError::Head(problem.to_owned());
        let end = rest.iter().take(LONGEST_LINE).position(|&byte| byte == b'\n');
        let (line, numbers) = rest.split_at(end.ok_or_else(|| wrong("the line does not end"))?);
        Ok((str::from_utf8(line).map_err(|_| wrong("it is no text"))?, &numbers[1..]))
    }

    fn parse_line(line: &str) -> Result<Self, String> {
        let mut pairs = line.split(' ');
        let mut next = |name: &str| {
            let pair = pairs.next().unwrap_or_default();
            let value = pair.split_once('=').filter(|&(found, value)| found == name && !value.is_empty());
            let plain = value.filter(|(_, value)| value.bytes().all(|byte| byte.is_ascii_graphic()));
            plain.map(|(_, value)| value).ok_or_else(|| format!("{pair:?} where {name} belongs"))
        };
        let (game, inputs) = (next("game")?.to_owned(), next("inputs")?.to_owned());
        let mut number = |name: &str| {
            let value = next(name)?;
            let number = value.parse::<u32>().ok().filter(|&number| number <= 1 << 30);
            number.ok_or_else(|| format!("{name}={value:?} is no such number"))
        };
        let (features, views, hidden) = (number("features")?, number("views")?, number("hidden")?);
        let (buckets, scale, bytes) = (number("buckets")?, number("scale")?, number("bytes")?);
        let sum = next("checksum")?;
        let checksum = u64::from_str_radix(sum, 16).ok().filter(|_| sum.len() == 16);
        let head = Self {
            game,
            inputs,
            features: features as usize,
            views: views as usize,
            hidden: hidden as usize,
            buckets: buckets as usize,
            scale: scale as i32,
            bytes: bytes as usize,
            checksum: checksum.ok_or_else(|| format!("checksum={sum:?} is no such number"))?,
        };
        // So that a file has one spelling, which the checksum covers.
        if head.to_string() == line { Ok(head) } else { Err("a number with zeros before it, or more pairs".into()) }
    }

    /// The checksum that fits this head and these numbers.
    fn sum(&self, numbers: &[u8]) -> u64 {
        checksum(&[self.pairs().as_bytes(), numbers].concat())
    }

    /// All pairs but the checksum.
    fn pairs(&self) -> String {
        let Self { game, inputs, features, views, hidden, buckets, scale, bytes, .. } = self;
        format!(
            "game={game} inputs={inputs} features={features} views={views} hidden={hidden} buckets={buckets} \
             scale={scale} bytes={bytes}"
        )
    }

    /// Whether it is a network of this game and shape, with these numbers.
    pub(super) fn check(&self, game: &'static str, shape: &Shape, numbers: &[u8]) -> Result<(), NetworkError> {
        if self.game != game {
            return Err(NetworkError::Game { found: self.game.clone(), expected: game });
        }
        let expected = shape.head(game, numbers);
        if self.inputs != expected.inputs {
            let (found, expected) = (self.inputs.clone(), expected.inputs);
            return Err(NetworkError::Architecture { what: "inputs", found, expected });
        }
        for (what, found, expected) in [
            ("features", self.features, expected.features),
            ("views", self.views, expected.views),
            ("hidden", self.hidden, expected.hidden),
            ("buckets", self.buckets, expected.buckets),
            ("scale", self.scale as usize, expected.scale as usize),
            ("bytes", self.bytes, shape.size()),
        ] {
            if found != expected {
                let (found, expected) = (found.to_string(), expected.to_string());
                return Err(NetworkError::Architecture { what, found, expected });
            }
        }
        let (numbers, hidden) = (numbers.as_chunks().0, (shape.features + 1) * shape.hidden);
        for (index, &number) in numbers.iter().enumerate().take(numbers.len() - shape.buckets) {
            let most = (MAX_WEIGHT * if index < hidden { QA } else { QB } as f32).round() as i16;
            let found = i16::from_le_bytes(number);
            if found.unsigned_abs() > most.unsigned_abs() {
                return Err(NetworkError::Weight { number: index + 1, found, most });
            }
        }
        Ok(())
    }
}

impl fmt::Display for NetworkHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} checksum={:016x}", self.pairs(), self.checksum)
    }
}

impl Shape {
    /// What a file says of such a network of a game.
    fn head(&self, game: &str, numbers: &[u8]) -> NetworkHead {
        let head = NetworkHead {
            game: game.to_owned(),
            inputs: self.inputs.to_owned(),
            features: self.features,
            views: self.views,
            hidden: self.hidden,
            buckets: self.buckets,
            scale: self.scale,
            bytes: numbers.len(),
            checksum: 0,
        };
        NetworkHead { checksum: head.sum(numbers), ..head }
    }

    /// The file of such a network of a game, from its numbers.
    pub fn file(&self, game: &str, numbers: &[u8]) -> Vec<u8> {
        [MAGIC, self.head(game, numbers).to_string().as_bytes(), b"\n", numbers].concat()
    }
}

/// The numbers of a file, for networks inside the program.
///
/// # Panics
/// If it does not begin with two lines.
#[doc(hidden)]
pub const fn numbers(file: &[u8]) -> &[u8] {
    let (mut at, mut lines) = (0, 0);
    while lines < 2 {
        if file[at] == b'\n' {
            lines += 1;
        }
        at += 1;
    }
    file.split_at(at).1
}

#[cfg(test)]
mod tests;
