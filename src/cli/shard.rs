//! What a shard of a long run writes about itself, and the results of shards read back.

use super::failure::Failure;
use super::position::with_game;
use super::session::Session;
use crate::games::Game;
use crate::games::registry::Visitor;
use crate::shard::Shard;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// The field `shard` of a result: which part of which work it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Tag {
    pub(super) command: String,
    part: u32,
    of: u32,
    pub(super) rules: String,
}

impl Tag {
    pub(super) fn new(command: &str, shard: Shard, rules: String) -> Self {
        Self { command: command.to_owned(), part: shard.part(), of: shard.of(), rules }
    }

    /// Which part it is; a tag that was read has been found to be one.
    pub(super) fn shard(&self) -> Shard {
        Shard::new(self.part, self.of).unwrap_or_default()
    }
}

/// The result of one shard, as its file holds it.
pub(super) struct Part {
    /// The file.
    pub(super) name: String,
    pub(super) tag: Tag,
    /// The objects before the last.
    lines: Vec<Value>,
    result: Value,
}

impl Part {
    pub(super) fn read(path: &Path, session: &mut Session<'_>) -> Result<Self, Failure> {
        let content = session.read_file("merge", path)?;
        let name = path.display().to_string();
        let parse = |(number, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|error| Failure::input(format!("{name}: line {number}: {error}")))
        };
        let mut lines = (1..).zip(content.lines()).map(parse).collect::<Result<Vec<Value>, _>>()?;
        let result = lines.pop().ok_or_else(|| Failure::input(format!("{name}: is empty")))?;
        let expected = |problem| Failure::input(format!("{name}: {problem}; expected what a run with --shard printed"));
        let tag = result.get("shard").ok_or_else(|| expected("its last line has no field \"shard\"".to_owned()))?;
        let tag = Tag::deserialize(tag).map_err(|error| expected(format!("field \"shard\": {error}")))?;
        if Shard::new(tag.part, tag.of).is_none() {
            return Err(expected(format!("there is no part {} of {}", tag.part, tag.of)));
        }
        Ok(Self { name, tag, lines, result })
    }

    /// What the shard's command printed last.
    pub(super) fn result<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        T::deserialize(&self.result).map_err(|error| Failure::input(format!("{}: last line: {error}", self.name)))
    }

    /// What it printed before.
    pub(super) fn lines<T: DeserializeOwned>(&self) -> Result<Vec<T>, Failure> {
        let parse = |(number, line): (usize, &Value)| {
            T::deserialize(line).map_err(|error| Failure::input(format!("{}: line {number}: {error}", self.name)))
        };
        (1..).zip(&self.lines).map(parse).collect()
    }
}

/// What a shard's command prints last, where the game must be known to merge the parts.
pub(super) trait Whole: DeserializeOwned {
    /// The name of the game.
    fn game(&self) -> &str;

    /// Prints what all `parts` add up to; `self` is the first one's.
    fn merge<G: Game>(self, parts: &[Part], json: bool, session: &mut Session<'_>) -> Result<(), Failure>;
}

/// Prints what all parts add up to.
pub(super) fn merge<W: Whole>(parts: &[Part], json: bool, session: &mut Session<'_>) -> Result<(), Failure> {
    let Some(first) = parts.first() else { return Ok(()) };
    let whole: W = first.result()?;
    let game = whole.game().to_owned();
    with_game(&game, Merge { parts, whole, json, session })
}

struct Merge<'a, 's, W> {
    parts: &'a [Part],
    whole: W,
    json: bool,
    session: &'a mut Session<'s>,
}

impl<W: Whole> Visitor for Merge<'_, '_, W> {
    type Out = Result<(), Failure>;

    fn visit<G: Game>(self) -> Result<(), Failure> {
        self.whole.merge::<G>(self.parts, self.json, self.session)
    }
}

/// Checks that the parts are those of one run, each once, and puts them in order.
pub(super) fn complete(parts: &mut [Part]) -> Result<(), Failure> {
    let Some(first) = parts.first() else { return Ok(()) };
    for part in &*parts {
        let of_first = Tag { part: part.tag.part, ..first.tag.clone() };
        if part.tag != of_first {
            return Err(Failure::input(format!(
                "{}: is a part of another run than {}: {} under {}, {} parts; expected {} under {}, {} parts",
                part.name,
                first.name,
                part.tag.command,
                part.tag.rules,
                part.tag.of,
                of_first.command,
                of_first.rules,
                of_first.of
            )));
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
