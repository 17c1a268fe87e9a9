//! Parts of a long run: how a command writes its part, and how it is read again. A part is sealed JSON lines, whatever
//! its command has to say; the last says what it is a part of, in a field `shard`.

use crate::cli::common::csv::Table;
use crate::cli::common::failure::{Blame, Failure, Result, input};
use crate::cli::common::session::Session;
use manyply::checksum::read_checksum;
use manyply::face::Kind;
use manyply::files;
use manyply::shard::{Seal, Shard};
use manyply_arena::service::json::Versioned;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::Display;
use std::path::Path;

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The longest last line, in bytes: a checkpoint has the numbers of a network in it.
const LONGEST: usize = 1 << 24;

/// What a result is a part of.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Tag {
    version: String,
    pub(crate) command: String,
    pub(crate) game: String,
    pub(crate) part: u32,
    pub(crate) of: u32,
    /// What the command was asked for, the checksums of the files that it read included: the same for all parts.
    run: Value,
}

impl Tag {
    pub(crate) fn new(kind: &Kind, command: &str, shard: Shard, run: &impl Serialize) -> Result<Self> {
        Ok(Self {
            version: VERSION.to_owned(),
            command: command.to_owned(),
            game: kind.name.to_owned(),
            part: shard.part(),
            of: shard.of(),
            run: serde_json::to_value(run).or_input()?,
        })
    }

    /// Which part of the run it is; a tag that was read has been found to be one.
    pub(crate) fn shard(&self) -> Shard {
        Shard::new(self.part, self.of).unwrap_or_default()
    }

    /// That it is another part of the run.
    pub(crate) fn other_part(&self, expected: &Self) -> Option<String> {
        (self.part != expected.part).then(|| format!("part {}; expected {}", self.part, expected.part))
    }

    /// The first thing in which another run differs.
    pub(crate) fn difference(&self, expected: &Self) -> Option<String> {
        let whole = |tag: &Self| serde_json::to_value(Self { part: 1, ..tag.clone() }).unwrap_or_default();
        difference(&whole(self), &whole(expected))
    }
}

/// The checksum of a file that a run depends on.
pub(crate) fn file_sum(option: &str, path: &Path) -> Result<String> {
    let sum = files::open(path).and_then(read_checksum).of_file(option, path)?;
    Ok(format!("{sum:016x}"))
}

/// The first thing in which two values differ but for fractions, which machines may round differently.
pub(crate) fn difference(found: &Value, expected: &Value) -> Option<String> {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => found.keys().chain(expected.keys()).find_map(|key| {
            let [found, expected] = [found, expected].map(|object| object.get(key).unwrap_or(&Value::Null));
            difference(found, expected).map(|inner| format!("{key} {inner}"))
        }),
        (Value::Array(found), Value::Array(expected)) if found.len() == expected.len() => {
            found.iter().zip(expected).find_map(|(found, expected)| difference(found, expected))
        }
        (found, expected) if found == expected || found.is_f64() && expected.is_f64() => None,
        _ => Some(format!("{found}; expected {expected}")),
    }
}

/// How results reach the user: as text, as JSON lines, as a table, or as the sealed lines of a part.
pub(crate) enum Report {
    Text,
    Json,
    Csv(Table),
    Part(Seal, Tag),
}

#[derive(Serialize)]
struct Last<'a, T> {
    #[serde(flatten)]
    result: &'a T,
    shard: &'a Tag,
}

impl Report {
    /// As the user wants them. Parts are always JSON.
    pub(crate) fn new(part: Option<Tag>, session: &Session<'_>) -> Self {
        match part {
            Some(tag) => Self::Part(Seal::default(), tag),
            None if session.json => Self::Json,
            None => Self::Text,
        }
    }

    /// The same as a table with these columns, where that is wanted.
    pub(crate) fn or_csv(self, csv: bool, columns: &'static str) -> Self {
        if csv { Self::Csv(Table::new(columns)) } else { self }
    }

    /// Prints one line.
    pub(crate) fn line(&mut self, object: &impl Serialize, text: impl Display, session: &mut Session<'_>) -> Result {
        match self {
            Self::Text => Ok(writeln!(session.out, "{text}")?),
            Self::Json => session.object(object),
            Self::Csv(table) => table.row(object, session),
            Self::Part(seal, _) => Ok(writeln!(session.out, "{}", sealed(seal, object)?)?),
        }
    }

    /// Prints the last line, which is none of a table: there it goes to standard error.
    pub(crate) fn last(self, result: &impl Serialize, text: impl Display, session: &mut Session<'_>) -> Result {
        match self {
            Self::Part(mut seal, tag) => Ok(writeln!(session.out, "{}", last(&mut seal, result, &tag)?)?),
            Self::Csv(_) => Ok(writeln!(session.err, "{text}")?),
            mut other => other.line(result, text, session),
        }
    }
}

fn sealed(seal: &mut Seal, object: &impl Serialize) -> Result<String> {
    Ok(seal.close(&serde_json::to_string(&Versioned::new(object)).or_input()?))
}

/// The last line of a sealed file.
pub(crate) fn last(seal: &mut Seal, result: &impl Serialize, shard: &Tag) -> Result<String> {
    sealed(seal, &Last { result, shard })
}

/// A sealed file that is as its command wrote it.
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) tag: Tag,
    /// The objects of all lines but the last, which is `result`.
    lines: Vec<String>,
    result: Value,
}

impl Part {
    /// Reads a sealed file.
    pub(crate) fn parse(name: String, content: &str) -> Result<Self> {
        const EXPECTED: &str = "expected all that a run with --shard printed";
        let (mut seal, mut lines) = (Seal::default(), Vec::new());
        let wrong = |line: usize, problem: &dyn Display| input!("{name}: line {line}: {problem}");
        for (number, line) in (1..).zip(content.lines()) {
            let object = seal.open(line).map_err(|error| wrong(number, &error))?;
            serde_json::from_str::<IgnoredAny>(&object).map_err(|error| wrong(number, &error))?;
            lines.push(object);
        }
        let end = lines.len();
        let last = lines.pop().ok_or_else(|| input!("{name}: is empty; {EXPECTED}"))?;
        if last.len() > LONGEST {
            return Err(wrong(end, &format!("is longer than {LONGEST} bytes; {EXPECTED}")));
        }
        let mut result = serde_json::from_str::<Value>(&last).map_err(|error| wrong(end, &error))?;
        let tag = result.as_object_mut().and_then(|result| {
            result.remove("version");
            result.remove("shard")
        });
        let tag = tag.ok_or_else(|| wrong(end, &format!("has no field \"shard\"; {EXPECTED}")))?;
        let tag = Tag::deserialize(tag).map_err(|error| wrong(end, &format!("field \"shard\": {error}")))?;
        if Shard::new(tag.part, tag.of).is_none() {
            return Err(wrong(end, &format!("there is no part {} of {}", tag.part, tag.of)));
        }
        if tag.version != VERSION {
            return Err(wrong(end, &format!("is of version {}; expected {VERSION}, as this program is", tag.version)));
        }
        Ok(Self { name, tag, lines, result })
    }

    /// That something is wrong with a line of the file.
    pub(crate) fn wrong(&self, line: usize, problem: impl Display) -> Failure {
        input!("{}: line {line}: {problem}", self.name)
    }

    /// The number of the last line.
    pub(crate) fn end(&self) -> usize {
        self.lines.len() + 1
    }

    /// What the command was asked for.
    pub(crate) fn run<T: DeserializeOwned>(&self) -> Result<T> {
        T::deserialize(&self.tag.run).map_err(|error| self.wrong(self.end(), format!("shard: {error}")))
    }

    /// What it printed before the last line, with the numbers of the lines.
    pub(crate) fn lines<T: DeserializeOwned>(&self) -> Result<Vec<(usize, T)>> {
        let parse = |(number, line): (usize, &String)| match serde_json::from_str::<T>(line) {
            Ok(line) => Ok((number, line)),
            Err(error) => Err(self.wrong(number, error)),
        };
        (1..).zip(&self.lines).map(parse).collect()
    }

    /// What it printed last.
    pub(crate) fn result<T: DeserializeOwned>(&self) -> Result<T> {
        T::deserialize(&self.result).map_err(|error| self.wrong(self.end(), error))
    }
}
