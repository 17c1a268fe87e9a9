//! Parts of a long run: how a command writes its part, and how `manyply merge` reads all parts and adds them up. A part
//! is sealed JSON lines, whatever its command has to say; the last says what it is a part of, in a field `shard`.

use super::failure::Failure;
use super::session::Session;
use super::{match_, match_shard, perft, prove, solve_shard};
use manyply::face::Kind;
use manyply::shard::{Seal, Shard};
use manyply_arena::service::json::Versioned;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::Display;
use std::path::PathBuf;

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The longest last line, in bytes: a checkpoint has the numbers of a network in it.
const LONGEST: usize = 1 << 24;

/// Add up the results of all shards of a run
#[derive(clap::Args)]
#[command(after_help = "Example:\n  manyply perft minichess 8 --shard 1/2 > 1.json\n  manyply perft minichess 8 \
    --shard 2/2 > 2.json\n  manyply merge 1.json 2.json\n\nSo are parts of 'solve' and of 'match'; those of 'prove' \
    are put together with --out. The parts may come \
    from different machines and in any order; each must be there once.")]
pub(super) struct Arguments {
    /// What each shard printed ('-' reads standard input)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Put certificates of 'manyply prove' together in this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

/// What a result is a part of.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Tag {
    version: String,
    command: String,
    game: String,
    part: u32,
    of: u32,
    /// What the command was asked for, the checksums of the files that it read included: the same for all parts.
    run: Value,
}

impl Tag {
    pub(super) fn new(kind: &Kind, command: &str, shard: Shard, run: &impl Serialize) -> Result<Self, Failure> {
        Ok(Self {
            version: VERSION.to_owned(),
            command: command.to_owned(),
            game: kind.name.to_owned(),
            part: shard.part(),
            of: shard.of(),
            run: serde_json::to_value(run).map_err(Failure::input)?,
        })
    }

    /// Which part of the run it is; a tag that was read has been found to be one.
    pub(super) fn shard(&self) -> Shard {
        Shard::new(self.part, self.of).unwrap_or_default()
    }

    /// That it is another part of the run.
    pub(super) fn other_part(&self, expected: &Self) -> Option<String> {
        (self.part != expected.part).then(|| format!("part {}; expected {}", self.part, expected.part))
    }

    /// The first thing in which another run differs.
    pub(super) fn difference(&self, expected: &Self) -> Option<String> {
        let whole = |tag: &Self| serde_json::to_value(Self { part: 1, ..tag.clone() }).unwrap_or_default();
        difference(&whole(self), &whole(expected))
    }
}

/// The first thing in which two values differ but for fractions, which machines may round differently.
pub(super) fn difference(found: &Value, expected: &Value) -> Option<String> {
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

/// How results reach the user: as text, as JSON lines, or as the sealed lines of a part.
pub(super) enum Report {
    Text,
    Json,
    Part(Seal, Tag),
}

#[derive(Serialize)]
struct Last<'a, T> {
    #[serde(flatten)]
    result: &'a T,
    shard: &'a Tag,
}

impl Report {
    /// Parts are always JSON.
    pub(super) fn new(json: bool, part: Option<Tag>) -> Self {
        match part {
            Some(tag) => Self::Part(Seal::default(), tag),
            None if json => Self::Json,
            None => Self::Text,
        }
    }

    /// Prints one line.
    pub(super) fn line(
        &mut self,
        object: &impl Serialize,
        text: impl Display,
        session: &mut Session<'_>,
    ) -> Result<(), Failure> {
        match self {
            Self::Text => Ok(writeln!(session.out, "{text}")?),
            Self::Json => session.json(object),
            Self::Part(seal, _) => Ok(writeln!(session.out, "{}", sealed(seal, object)?)?),
        }
    }

    /// Prints the last line.
    pub(super) fn last(
        self,
        result: &impl Serialize,
        text: impl Display,
        session: &mut Session<'_>,
    ) -> Result<(), Failure> {
        match self {
            Self::Part(mut seal, tag) => Ok(writeln!(session.out, "{}", last(&mut seal, result, &tag)?)?),
            mut other => other.line(result, text, session),
        }
    }
}

fn sealed(seal: &mut Seal, object: &impl Serialize) -> Result<String, Failure> {
    Ok(seal.close(&serde_json::to_string(&Versioned::new(object)).map_err(Failure::input)?))
}

/// The last line of a sealed file.
pub(super) fn last(seal: &mut Seal, result: &impl Serialize, shard: &Tag) -> Result<String, Failure> {
    sealed(seal, &Last { result, shard })
}

/// A sealed file that is as its command wrote it.
pub(super) struct Part {
    name: String,
    pub(super) tag: Tag,
    /// The objects of all lines but the last, which is `result`.
    lines: Vec<String>,
    result: Value,
}

impl Part {
    /// Reads a sealed file.
    pub(super) fn parse(name: String, content: &str) -> Result<Self, Failure> {
        const EXPECTED: &str = "expected all that a run with --shard printed";
        let (mut seal, mut lines) = (Seal::default(), Vec::new());
        let wrong = |line: usize, problem: &dyn Display| Failure::input(format!("{name}: line {line}: {problem}"));
        for (number, line) in (1..).zip(content.lines()) {
            let object = seal.open(line).map_err(|error| wrong(number, &error))?;
            serde_json::from_str::<IgnoredAny>(&object).map_err(|error| wrong(number, &error))?;
            lines.push(object);
        }
        let end = lines.len();
        let last = lines.pop().ok_or_else(|| Failure::input(format!("{name}: is empty; {EXPECTED}")))?;
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
    pub(super) fn wrong(&self, line: usize, problem: impl Display) -> Failure {
        Failure::input(format!("{}: line {line}: {problem}", self.name))
    }

    /// The number of the last line.
    pub(super) fn end(&self) -> usize {
        self.lines.len() + 1
    }

    /// What the command was asked for.
    pub(super) fn run<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        T::deserialize(&self.tag.run).map_err(|error| self.wrong(self.end(), format!("shard: {error}")))
    }

    /// What it printed before the last line, with the numbers of the lines.
    pub(super) fn lines<T: DeserializeOwned>(&self) -> Result<Vec<(usize, T)>, Failure> {
        let parse = |(number, line): (usize, &String)| match serde_json::from_str::<T>(line) {
            Ok(line) => Ok((number, line)),
            Err(error) => Err(self.wrong(number, error)),
        };
        (1..).zip(&self.lines).map(parse).collect()
    }

    /// What it printed last.
    pub(super) fn result<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        T::deserialize(&self.result).map_err(|error| self.wrong(self.end(), error))
    }
}

pub(super) fn merge(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    if let Some(out) = &arguments.out {
        return prove::merge(&arguments.files, out, session);
    }
    let mut parts = Vec::with_capacity(arguments.files.len());
    for file in &arguments.files {
        parts.push(Part::parse(file.display().to_string(), &session.read_file("merge", file)?)?);
    }
    complete(&mut parts)?;
    let Some(first) = parts.first() else { return Ok(()) };
    let kind = session.games.kind(&first.tag.game).map_err(|error| first.wrong(first.end(), error))?;
    let (parts, json) = (&parts, arguments.json);
    match first.tag.command.as_str() {
        perft::COMMAND => perft::merge(kind, first, parts, json, session),
        solve_shard::COMMAND => solve_shard::merge(kind, first, parts, json, session),
        match_::COMMAND => match_shard::merge(kind, first, parts, json, session),
        other => Err(first.wrong(first.end(), format!("no command {other:?} has shards"))),
    }
}

/// Checks that the parts are those of one run, each once, and puts them in order.
fn complete(parts: &mut [Part]) -> Result<(), Failure> {
    let Some(first) = parts.first() else { return Ok(()) };
    for part in &*parts {
        if let Some(difference) = part.tag.difference(&first.tag) {
            let problem = format!("is a part of another run than {}: {difference}", first.name);
            return Err(part.wrong(part.end(), problem));
        }
    }
    let of = first.tag.of;
    parts.sort_by_key(|part| part.tag.part);
    for pair in parts.windows(2) {
        if pair[0].tag.part == pair[1].tag.part {
            let (a, b) = (&pair[0].name, &pair[1].name);
            return Err(Failure::input(format!("{a} and {b} are both part {} of {of}", pair[0].tag.part)));
        }
    }
    let is_there = |part: &u32| parts.binary_search_by_key(part, |part| part.tag.part).is_ok();
    match (1..=of).find(|part| !is_there(part)) {
        Some(missing) => Err(Failure::input(format!("part {missing} of {of} is missing; there are {}", parts.len()))),
        None => Ok(()),
    }
}
