//! Texts and pictures: what is printed is read back as the same, and no text whatever does harm.

use super::{Game, Verdict, ensure, legal_moves};
use crate::game::{MoveList, TextError};
use crate::zobrist::SplitMix64;

/// Children of a position that are written down and read again.
const CHILDREN: usize = 8;
/// Spoilt texts tried at each position.
const SPOILT: usize = 8;

/// Options are read back as they are printed.
pub(super) fn rules<G: Game>(rules: &G::Rules) -> Verdict {
    let text = G::rules_text(rules);
    let read = G::parse_rules(&text).map_err(|error| format!("options {text:?} are not read back: {error}"))?;
    ensure(read == *rules, || format!("options {text:?} are read back as others: {:?}", G::rules_text(&read)))?;
    for text in ["", "default"] {
        ensure(G::parse_rules(text) == Ok(G::Rules::default()), || format!("options {text:?} are not the defaults"))?;
    }
    match G::parse_rules("no-such-option=1") {
        Ok(_) => Err("an unknown option is accepted".into()),
        Err(error) => error_is_clear("no-such-option=1", &error),
    }
}

/// The position is read back as it is printed, with everything that is kept incrementally.
pub(super) fn position<G: Game>(position: &G) -> Verdict {
    let text = position.position_text();
    let read = G::parse_position(&text, &position.rules())
        .map_err(|error| format!("position {text:?} is not read back: {error}"))?;
    ensure(read.key() == position.key(), || format!("position {text:?} is read back with another key"))?;
    let same = read.repetition_key() == position.repetition_key();
    ensure(same, || format!("position {text:?} is read back with another repetition key"))?;
    ensure(read == *position, || format!("position {text:?} is read back as {:?}", read.position_text()))?;
    read.validate().map_err(|problem| format!("position {text:?}, read back: {problem}"))
}

pub(super) fn all<G: Game>(at: &G, random: &mut SplitMix64) -> Verdict {
    position(at)?;
    let list = legal_moves(at);
    let list = list.as_slice();
    let texts: Vec<String> = list.iter().map(|&m| at.move_text(m)).collect();
    for (&m, text) in list.iter().zip(&texts) {
        let read = at.parse_move(text).map_err(|error| format!("move {text:?} is not read back: {error}"))?;
        ensure(read == m, || format!("move {text:?} is read back as {:?}", at.move_text(read)))?;
    }
    let joined = texts.join(" ");
    let split: Vec<&str> = G::split_moves(&joined).into_iter().map(|(_, text)| text).collect();
    ensure(split == texts, || format!("moves {joined:?} are not split as they were joined"))?;
    #[cfg(feature = "face")]
    if let Some(text) = texts.iter().find(|text| {
        let list = crate::face::pasted::split_moves::<G>(&format!("1. {text} 2.{text}"));
        list.iter().map(|(_, one)| one.as_str()).ne([text.as_str(); 2])
    }) {
        return Err(format!("the move {text:?} is not found as one in a list of moves with numbers and comments"));
    }
    let mut now = at.clone();
    for _ in 0..CHILDREN.min(list.len()) {
        let m = list[random.below(list.len())];
        let after = |problem: String| format!("after {}: {problem}", at.move_text(m));
        let undo = now.make(m);
        position(&now).map_err(after)?;
        ensure(now.rules() == at.rules(), || after("other rules".into()))?;
        now.unmake(m, undo);
    }
    for _ in 0..SPOILT {
        let text = spoil(&at.position_text(), random);
        match G::parse_position(&text, &at.rules()) {
            Ok(read) => {
                read.validate().map_err(|problem| format!("position {text:?} is accepted, but {problem}"))?;
                position(&read)?;
                super::ending(&read).map_err(|problem| format!("position {text:?} is accepted, but {problem}"))?;
            }
            Err(error) => error_is_clear(&text, &error)?,
        }
        let text = spoil(texts.get(random.below(texts.len())).map_or("", String::as_str), random);
        match at.parse_move(&text) {
            Ok(m) => ensure(at.is_legal(m), || format!("move {text:?} is accepted, but not legal"))?,
            Err(error) => error_is_clear(&text, &error)?,
        }
    }
    picture(at)
}

/// A message is one line and points into the text or just behind it.
fn error_is_clear(text: &str, error: &TextError) -> Verdict {
    let inside = (1..=text.chars().count() + 1).contains(&error.column);
    ensure(inside, || format!("the error in {text:?} is said to be in column {}", error.column))?;
    let said = !error.problem.is_empty() && !error.expected.is_empty();
    ensure(said, || format!("the error in {text:?} does not say what is wrong or expected"))
}

/// Changes a character or two.
fn spoil(text: &str, random: &mut SplitMix64) -> String {
    const ODD: &[char] = &['0', '9', '-', ' ', '/', '.', '#', 'w', 'X', 'k', 'é', '\u{0}', '🙂'];
    let mut spoilt: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(2) {
        let (at, odd) = (random.below(spoilt.len()), ODD[random.below(ODD.len())]);
        match random.below(4) {
            _ if spoilt.is_empty() => spoilt.push(odd),
            0 => spoilt[at] = odd,
            1 => spoilt.insert(at, odd),
            2 => drop(spoilt.remove(at)),
            _ => {
                let other = random.below(spoilt.len());
                spoilt.swap(at, other);
            }
        }
    }
    spoilt.into_iter().collect()
}

fn picture<G: Game>(position: &G) -> Verdict {
    let picture = position.picture();
    ensure(!picture.tiles.is_empty() || !picture.writings.is_empty(), || "the picture is empty".into())?;
    let mut places: Vec<_> = picture.tiles.iter().map(|tile| (tile.line, tile.column)).collect();
    places.sort_unstable();
    ensure(places.windows(2).all(|pair| pair[0] != pair[1]), || "two tiles on one place of the terminal".into())?;
    let outlines = picture.tiles.iter().all(|tile| tile.outline.len() >= 3);
    ensure(outlines, || "a tile without an outline on paper".into())?;
    let names: std::collections::BTreeSet<_> = picture.tiles.iter().map(|tile| &tile.name).collect();
    ensure(names.len() == picture.tiles.len(), || "two tiles of one name".into())?;
    for &m in legal_moves(position).as_slice() {
        let (text, tiles) = (position.move_text(m), position.move_tiles(m));
        let known = tiles.iter().all(|&tile| tile < picture.tiles.len());
        ensure(known, || format!("{text} touches a tile that is not there"))?;
        // Moves that name tiles are written by those that they touch, or by their files.
        let is_named = picture.tiles.iter().any(|tile| !tile.name.is_empty() && text.starts_with(&tile.name));
        let first = tiles.first().map(|&tile| &picture.tiles[tile].name);
        let agrees = |first: &String| text.starts_with(first) || first.starts_with(&text);
        ensure(!is_named || first.is_none_or(agrees), || format!("{text} begins on the tile {first:?}"))?;
    }
    Ok(())
}
