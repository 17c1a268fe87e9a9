//! What a program says while it thinks: the lines `info depth 12 score cp 31 nodes 50000 pv …` of UCI and its kin.

use crate::formats::Note;
use crate::search::{MAX_DEPTH, Score};

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

#[cfg(test)]
mod tests {
    use super::*;

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
