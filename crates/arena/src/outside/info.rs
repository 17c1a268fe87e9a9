//! What a program says while it thinks: the lines `info depth 12 score cp 31 nodes 50000 pv …` of UCI and its kin,
//! and the messages of Gomocup's brains.

use manyply::formats::Note;
use manyply::search::{MAX_DEPTH, Score};

/// No program's value is believed to be further from 0, in hundredths.
const LARGEST: i32 = 1_000_000;

/// Takes over what `line` says of the best line, if it is a whole iteration's. A mate in moves is one in plies: the
/// winner has the last one.
pub(super) fn said(line: &str, note: &mut Note) {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return;
    }
    let mut found = Note { time: note.time, ..Note::default() };
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|number| number.parse::<i64>().ok());
        match word {
            "multipv" if number() != Some(1) => return,
            "depth" => found.depth = number().map_or(0, |depth| depth.clamp(0, MAX_DEPTH.into()) as u32),
            "nodes" => found.nodes = number().map_or(0, |nodes| nodes.max(0) as u64),
            "cp" => found.score = number().map(|cp| Score::Cp(cp.clamp((-LARGEST).into(), LARGEST.into()) as i32)),
            "mate" => {
                found.score = number().map(|moves| {
                    let plies = moves.unsigned_abs().min(LARGEST as u64) as u32 * 2;
                    if moves > 0 { Score::Win(plies - 1) } else { Score::Loss(plies) }
                });
            }
            // A bound is no value; what follows is moves, or text.
            "lowerbound" | "upperbound" => return,
            "pv" | "string" => break,
            _ => {}
        }
    }
    if found.score.is_some() {
        *note = found;
    }
}

/// Takes over what a message of a brain says, if it has a depth and a value. The protocol leaves their form open.
/// Common are `MESSAGE depth 12-20 ev 47 …`, `MESSAGE Depth 12-20 | Eval 47 | …` (Rapfi) and a `score` in units, as
/// this library's own; a win or loss in plies is `+M9` or `-M9`.
pub(super) fn messaged(line: &str, note: &mut Note) {
    let line = line.to_ascii_lowercase();
    let mut words = line.split(|letter: char| letter.is_whitespace() || letter == '|').filter(|word| !word.is_empty());
    if !matches!(words.next(), Some("message" | "debug")) {
        return;
    }
    let mut found = Note { time: note.time, ..Note::default() };
    while let Some(word) = words.next() {
        match word {
            "multipv" if words.next() != Some("1") => return,
            "depth" => found.depth = words.next().and_then(leading).map_or(0, |depth| depth.min(MAX_DEPTH)),
            "nodes" => found.nodes = words.next().and_then(|word| word.parse().ok()).unwrap_or(0),
            "ev" | "eval" | "score" => found.score = words.next().and_then(value).or(found.score),
            "line" | "pv" | "bestline" => break,
            _ => {}
        }
    }
    if found.depth > 0 && found.score.is_some() {
        *note = found;
    }
}

/// The number that a word begins with.
fn leading(word: &str) -> Option<u32> {
    word.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

/// A value: hundredths without a point, units with one, or plies to a win or loss.
fn value(word: &str) -> Option<Score> {
    let (is_loss, size) = match word.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    if let Some(plies) = size.strip_prefix('m') {
        let plies = plies.parse::<u32>().ok()?.min(LARGEST as u32);
        return Some(if is_loss { Score::Loss(plies) } else { Score::Win(plies) });
    }
    let hundredths =
        if size.contains('.') { 100.0 } else { 1.0 } * size.parse::<f64>().ok().filter(|size| *size >= 0.0)?;
    let hundredths = hundredths.min(LARGEST.into()).round() as i32;
    Some(Score::Cp(if is_loss { -hundredths } else { hundredths }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brains_say_values_in_their_own_ways() {
        for (line, expected) in [
            ("MESSAGE depth 12-20 ev 47 n 3M", "+0.47/12 0.000s"),
            ("MESSAGE Speed 900K | Depth 11-28 | Eval -153 | Node 1M | Time 999ms", "-1.53/11 0.000s"),
            ("MESSAGE Depth 9-17 | Eval +M9 | Time 5ms", "+M9/9 0.000s"),
            ("MESSAGE depth 4 score -0.31 nodes 500 time 3 line h8 depth 9", "-0.31/4 0.000s 500n"),
            ("DEBUG depth 5 score -M4", "-M4/5 0.000s"),
            ("message depth 99999999 ev 99999999999999", "+10000.00/120 0.000s"),
            ("MESSAGE depth 3 ev nan", ""),
            ("MESSAGE depth 3 multipv 2 ev 5", ""),
            ("MESSAGE depth 3 ev --5", ""),
            ("MESSAGE the score 5 of depth", ""),
            ("MESSAGE Eval 5", ""),
            ("7,7", ""),
            ("depth 3 ev 5", ""),
        ] {
            let mut note = Note::default();
            messaged(line, &mut note);
            let said = if note == Note::default() { String::new() } else { note.to_string() };
            assert_eq!(said, expected, "{line}");
        }
    }

    #[test]
    fn the_last_whole_value_of_the_best_line_counts() {
        let mut note = Note::default();
        let mut after = |line: &str| {
            said(line, &mut note);
            note.to_string()
        };
        assert_eq!(
            after("info depth 3 seldepth 9 multipv 1 score cp -31 nodes 500 pv a2a3 depth 9"),
            "-0.31/3 0.000s 500n"
        );
        for line in [
            "info string score cp 50",
            "info depth 9",
            "info depth 9 multipv 2 score cp 5",
            "info depth 9 score cp 60 lowerbound",
            "bestmove a2a3",
            "",
            "info score cp",
        ] {
            assert_eq!(after(line), "-0.31/3 0.000s 500n", "{line}");
        }
        assert_eq!(after("info score mate 3 depth 7"), "+M5/7 0.000s");
        assert_eq!(after("info score mate -2"), "-M4 0.000s");
        assert_eq!(after("info depth -5 nodes x score cp 99999999999999"), "+10000.00 0.000s");
        assert_eq!(after("info score mate 99999999999"), "+M1999999 0.000s");
    }
}
