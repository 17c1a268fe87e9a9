//! Texts in the forms that people have on their clipboards: `startpos moves …`, a FEN without its counters, moves
//! with numbers, commas and comments between, letters in another case.

use super::san;
use crate::game::{MoveList, Notation, TextError, TextErrorKind, words};

/// Reads the rules as the game writes them, in any case, where a value may stand without its name (`renju`) if only
/// one option has it.
///
/// # Errors
/// What the game says of the text; of an option that it does not have, all those that it has.
pub fn parse_rules<G: Notation>(text: &str) -> Result<G::Rules, TextError> {
    let first = match G::parse_rules(text) {
        Ok(rules) => return Ok(rules),
        Err(error) => error,
    };
    // Behind a colon stands what an option means.
    let options = || G::OPTIONS.iter().filter_map(|option| option.split(": ").next());
    let named = |part: &str| {
        let has = |values: &str| values.split('|').any(|value| value == part);
        let is_word = part.starts_with(|c: char| c.is_ascii_alphabetic());
        let mut names = options().filter_map(|option| option.split_once('=')).filter(|(_, values)| has(values));
        match (names.next(), names.next()) {
            (Some((name, _)), None) if is_word => format!("{name}={part}"),
            _ => part.to_owned(),
        }
    };
    let lower = text.to_lowercase();
    let whole = lower.split(',').map(|part| named(part.trim())).collect::<Vec<_>>().join(",");
    G::parse_rules(&whole).map_err(|second| {
        let behind: String = text.chars().skip(first.column - 1).collect();
        let name = behind.split([',', '=']).next().unwrap_or_default();
        let is_name = first.column == 1 || text.chars().nth(first.column - 2) != Some('=');
        let is_known = options().any(|option| option.split('=').next() == Some(name));
        match first.kind {
            TextErrorKind::Option if whole.len() > lower.len() => second,
            TextErrorKind::Option if is_name && !is_known && options().next().is_some() => {
                TextError { expected: options().collect::<Vec<_>>().join("; "), ..first }
            }
            _ => first,
        }
    })
}

/// Reads a legal move as the game writes it or, where only one move can be meant, in another case or in chess notation.
///
/// # Errors
/// What the game says of the text.
pub fn parse_move<G: Notation>(position: &G, text: &str) -> Result<G::Move, TextError> {
    position.parse_move(text).or_else(|error| {
        let cases = [text.to_lowercase(), text.to_uppercase()];
        let mut meant = cases.iter().filter(|other| *other != text).filter_map(|text| position.parse_move(text).ok());
        match (meant.next(), meant.next()) {
            (Some(m), None) => Ok(m),
            (Some(m), Some(other)) if m == other => Ok(m),
            _ => san::parse(position, text).ok_or(error),
        }
    })
}

/// Reads a position as the game writes it; `startpos` is the start, and a FEN may lack its two counters.
///
/// # Errors
/// What the game says of the text.
pub fn parse_position<G: Notation>(text: &str, rules: &G::Rules) -> Result<G, TextError> {
    let found: Vec<&str> = text.split_whitespace().collect();
    match found[..] {
        ["startpos"] => Ok(G::start(rules)),
        [_, _, "-", "-"] => G::parse_position(&format!("{text} 0 1"), rules).or_else(|error| {
            // What is wrong with the fields that are there counts, not that others are not.
            let is_there = error.kind != TextErrorKind::Shape && error.column <= text.chars().count();
            G::parse_position(text, rules).map_err(|other| if is_there { error } else { other })
        }),
        _ => G::parse_position(text, rules),
    }
}

/// Takes `[position] [fen] POSITION [moves m1 m2 …]` apart: the position and the moves, with the column where each
/// begins.
pub fn split_position(text: &str) -> ((usize, &str), (usize, &str)) {
    let mut found = words(text).peekable();
    while found.next_if(|(_, word)| matches!(*word, "position" | "fen")).is_some() {}
    let begin = found.peek().map_or(1, |&(column, _)| column);
    let moves = found.find(|(_, word)| *word == "moves").map(|(column, _)| column);
    let byte = |column: usize| text.char_indices().nth(column - 1).map_or(text.len(), |(at, _)| at);
    let end = moves.map_or(text.len(), byte);
    let behind = moves.map_or(text.len(), |column| byte(column) + "moves".len());
    let position = if begin == 1 { &text[..end] } else { &text[byte(begin).min(end)..end] };
    let position = if moves.is_some() || begin > 1 { position.trim_end() } else { position };
    ((begin, position), (text[..behind].chars().count() + 1, &text[behind..]))
}

/// Cuts a list of moves into single ones, each with its column: without numbers, commas, comments in braces, suffixes
/// such as `!?`, results, and `startpos moves` before the first.
pub fn split_moves<G: Notation>(text: &str) -> Vec<(usize, String)> {
    let plain = without_comments(text);
    let mut plain: Vec<char> = plain.chars().collect();
    let (mut is_first, has_numbers) = (true, has_number_moves::<G>());
    let parts: Vec<(usize, usize)> =
        words(&plain.iter().collect::<String>()).map(|(column, word)| (column - 1, word.chars().count())).collect();
    for (begin, length) in parts {
        let word: String = plain[begin..begin + length].iter().collect();
        let opens = is_first && matches!(word.as_str(), "position" | "startpos" | "moves");
        is_first = opens;
        if opens || is_result(&word) {
            plain[begin..begin + length].fill(' ');
            continue;
        }
        let text = without_number(&word, has_numbers);
        let numbered = length - text.chars().count();
        plain[begin..begin + numbered].fill(' ');
        let bare = text.trim_end_matches(['!', '?', '+', '#', ',', ';']).chars().count();
        plain[begin + numbered + bare..begin + length].fill(' ');
        // A comma between digits is part of a move, unless the move has a dash in it.
        let dashed = text.contains('-');
        for at in begin + 1..(begin + length).saturating_sub(1) {
            let within = plain[at - 1].is_ascii_digit() && plain[at + 1].is_ascii_digit() && !dashed;
            if matches!(plain[at], ',' | ';') && !within {
                plain[at] = ' ';
            }
        }
    }
    let plain: String = plain.into_iter().collect();
    G::split_moves(&plain).into_iter().map(|(column, word)| (column, word.to_owned())).collect()
}

/// Whether the game writes moves as numbers alone.
pub(super) fn has_number_moves<G: Notation>() -> bool {
    let start = G::start(&G::Rules::default());
    let mut moves = G::Moves::default();
    start.moves(&mut moves);
    moves.as_slice().iter().any(|&m| start.move_text(m).bytes().all(|byte| byte.is_ascii_digit()))
}

/// A word without the number and the points before a move: `12.`, `12…`, `...`; nothing of a number alone, unless the
/// game `has_numbers` for moves.
pub(crate) fn without_number(word: &str, has_numbers: bool) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let points = rest.trim_start_matches(['.', '…']);
    if points.len() < rest.len() || rest.is_empty() && !has_numbers { points } else { word }
}

fn is_result(word: &str) -> bool {
    matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2" | "½-½")
}

/// The text with spaces in the place of comments in braces.
fn without_comments(text: &str) -> String {
    let mut inside = false;
    let blank = |c: char| {
        let hidden = inside || c == '{';
        inside = c == '{' || inside && c != '}';
        if hidden { ' ' } else { c }
    };
    text.chars().map(blank).collect()
}
