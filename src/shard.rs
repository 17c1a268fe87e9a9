//! One part of work that is cut into n independent parts, so that any scheduler can carry it to many machines; and the
//! seal by which damage to its result is noticed.

use crate::checksum::Chain;
use std::fmt;
use std::str::FromStr;

/// Part `part` of `of`: it takes every `of`-th item of a list that all parts see alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "face", serde(try_from = "String", into = "String"))]
pub struct Shard {
    part: u32,
    of: u32,
}

impl Shard {
    /// All there is.
    pub const WHOLE: Self = Self { part: 1, of: 1 };
    /// The most parts that work can be cut into.
    pub const MOST: u32 = 1 << 16;

    /// Part `part`, from 1, of `of`, at most [`Self::MOST`]; none if there is no such part.
    pub fn new(part: u32, of: u32) -> Option<Self> {
        (1..=of).contains(&part).then_some(Self { part, of }).filter(|_| of <= Self::MOST)
    }

    /// Which part, from 1.
    pub fn part(self) -> u32 {
        self.part
    }

    /// How many parts there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Whether the item with this number, from 0, belongs to the part.
    pub fn takes(self, item: usize) -> bool {
        item % self.of as usize == self.part as usize - 1
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

/// The text is no part of anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoShard;

impl std::error::Error for NoShard {}

impl fmt::Display for NoShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected i/n, part i of n, with i from 1 to n and n up to {}", Shard::MOST)
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (part, of) = text.split_once('/').ok_or(NoShard)?;
        let number = |text: &str| text.parse().map_err(|_| NoShard);
        Self::new(number(part)?, number(of)?).ok_or(NoShard)
    }
}

impl TryFrom<String> for Shard {
    type Error = NoShard;

    fn try_from(text: String) -> Result<Self, NoShard> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

/// What a sealed line has behind its last field.
const CHECK: &str = ",\"check\":\"";

/// Gives each line of a result, a JSON object, a field `check`: the checksum of the line and all lines before it.
#[derive(Clone, Default, Debug)]
pub struct Seal(Chain);

/// What is wrong with a line that should be sealed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadSeal {
    /// There is no check at its end.
    Missing,
    /// The check is another one.
    Wrong,
}

impl std::error::Error for BadSeal {}

impl fmt::Display for BadSeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => {
                "does not end with a field \"check\"; expected a whole line, as a run with --shard prints it"
            }
            Self::Wrong => "does not fit its checksum: it was changed, or a line before it was changed or lost",
        })
    }
}

impl Seal {
    /// The line of an object that has at least one field.
    pub fn close(&mut self, object: &str) -> String {
        let body = object.strip_suffix('}').unwrap_or(object);
        format!("{body}{CHECK}{:016x}\"}}", self.0.add(body.as_bytes()))
    }

    /// The object of a line.
    ///
    /// # Errors
    /// The line, or one before it, is not as it was written.
    pub fn open(&mut self, line: &str) -> Result<String, BadSeal> {
        let (body, check) = line.rsplit_once(CHECK).ok_or(BadSeal::Missing)?;
        if check != format!("{:016x}\"}}", self.0.add(body.as_bytes())) {
            return Err(BadSeal::Wrong);
        }
        Ok(format!("{body}}}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_belongs_to_one_part() {
        for of in [1, 2, 3, 16, 50] {
            let parts: Vec<Shard> = (1..=of).map(|part| Shard::new(part, of).expect("a part")).collect();
            for item in 0..200 {
                assert_eq!(parts.iter().filter(|shard| shard.takes(item)).count(), 1, "{item} of {of}");
            }
        }
    }

    #[test]
    fn texts() {
        assert_eq!("3/16".parse(), Ok(Shard { part: 3, of: 16 }));
        assert_eq!(Shard { part: 3, of: 16 }.to_string(), "3/16");
        for text in ["", "3", "0/4", "5/4", "1/0", "-1/3", "1/3/4", "1/65537", "x/y", "1/4294967296"] {
            assert_eq!(text.parse::<Shard>(), Err(NoShard), "{text}");
        }
    }

    #[test]
    fn a_line_that_was_changed_or_lost_is_noticed() {
        let objects = ["{\"move\":\"a1a2\",\"nodes\":17}", "{\"nodes\":18}", "{\"total\":35}"];
        let mut seal = Seal::default();
        let lines = objects.map(|object| seal.close(object));
        let mut seal = Seal::default();
        assert_eq!(lines.each_ref().map(|line| seal.open(line)), objects.map(|object| Ok(object.to_owned())));
        for (index, _) in lines[0].char_indices() {
            let changed = format!("{}~{}", &lines[0][..index], &lines[0][index + 1..]);
            assert!(Seal::default().open(&changed).is_err(), "{changed}");
        }
        assert_eq!(Seal::default().open(&lines[1]), Err(BadSeal::Wrong));
        assert_eq!(Seal::default().open(objects[0]), Err(BadSeal::Missing));
    }
}
