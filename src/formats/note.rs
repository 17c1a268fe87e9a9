//! What a player said of its move, as a comment on it: `+0.15/22 0.394s 1392118n`, much as other match runners write
//! it into PGN.

use crate::search::Score;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What a player said of its move, and how long it took.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Note {
    /// The value of the position, from the player's view; `+M5` is a win in five plies.
    pub score: Option<Score>,
    /// The depth of the search, in plies; 0 if it is not known.
    pub depth: u32,
    /// Nodes; 0 if that is not known.
    pub nodes: u64,
    /// The time, in whole milliseconds.
    pub time: Duration,
}

/// A text that is no note.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no note of a player; expected a comment such as +0.15/22 0.394s 1392118n")]
pub struct NoNote;

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Some(Score::Win(plies)) => write!(f, "+M{plies}")?,
            Some(Score::Loss(plies)) => write!(f, "-M{plies}")?,
            Some(score) => write!(f, "{score}")?,
            None => {}
        }
        if self.score.is_some() {
            let depth = self.depth;
            if depth > 0 { write!(f, "/{depth} ")? } else { write!(f, " ")? }
        }
        let millis = self.time.as_millis();
        write!(f, "{}.{:03}s", millis / 1000, millis % 1000)?;
        if self.nodes > 0 { write!(f, " {}n", self.nodes) } else { Ok(()) }
    }
}

impl FromStr for Note {
    type Err = NoNote;

    fn from_str(text: &str) -> Result<Self, NoNote> {
        let mut words = text.split(' ').peekable();
        let mut note = Self::default();
        if let Some(word) = words.next_if(|word| !word.ends_with('s')) {
            let (score, depth) = match word.split_once('/') {
                Some((score, depth)) => (score, number(depth).filter(|&depth| depth > 0).ok_or(NoNote)?),
                None => (word, 0),
            };
            (note.score, note.depth) = (Some(parse_score(score).ok_or(NoNote)?), depth);
        }
        let (seconds, millis) = words.next().and_then(|word| word.strip_suffix('s')?.split_once('.')).ok_or(NoNote)?;
        let millis: u64 = number(millis).filter(|_| millis.len() == 3).ok_or(NoNote)?;
        let seconds = number::<u64>(seconds).filter(|&seconds| seconds < u64::MAX).ok_or(NoNote)?;
        note.time = Duration::from_secs(seconds) + Duration::from_millis(millis);
        if let Some(word) = words.next() {
            let nodes = word.strip_suffix('n').and_then(number);
            note.nodes = nodes.filter(|&nodes| nodes > 0).ok_or(NoNote)?;
        }
        if words.next().is_some() { Err(NoNote) } else { Ok(note) }
    }
}

/// A number as [`Note`]s are written with it: digits, without a sign or idle zeros, but for those of milliseconds.
fn number<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn parse_score(text: &str) -> Option<Score> {
    if text == "draw" {
        return Some(Score::Draw);
    }
    let (sign, rest) = match text.strip_prefix('+') {
        Some(rest) => (1, rest),
        None => (-1, text.strip_prefix('-')?),
    };
    if let Some(plies) = rest.strip_prefix('M') {
        let plies = number(plies)?;
        return Some(if sign > 0 { Score::Win(plies) } else { Score::Loss(plies) });
    }
    let (whole, part) = rest.split_once('.')?;
    let part: i32 = number(part).filter(|_| part.len() == 2)?;
    let hundredths = number::<i32>(whole)?.checked_mul(100)?.checked_add(part)?;
    Some(Score::Cp(sign * hundredths))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quickcheck::quickcheck;

    #[test]
    fn notes_are_read_as_they_are_written() {
        for text in
            ["+0.15/22 0.394s 1392118n", "-12.05/3 61.000s", "+M5/9 0.001s 1n", "-M8 0.000s", "draw/4 1.500s 9n"]
        {
            assert_eq!(text.parse::<Note>().map(|note| note.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("0.004s".parse(), Ok(Note { time: Duration::from_millis(4), ..Note::default() }));
        for text in [
            "",
            "good",
            "+0.15",
            "+0.15/22",
            "0.15/22 0.394s",
            "+0.1/22 0.394s",
            "+0.15/0 0.394s",
            "0.39s",
            "+M/3 0.394s",
            "0.394s n",
            "0.394s 5",
            "0.394s 0n",
            "0.394s 5n more",
            "+99999999999.00/1 0.394s",
            "+-0.15/2 0.394s",
            "99999999999999999999.000s",
            "18446744073709551615.999s",
        ] {
            assert_eq!(text.parse::<Note>(), Err(NoNote), "{text}");
        }
    }

    quickcheck! {
        fn any_note_comes_back(kind: u8, value: i32, depth: u32, nodes: u64, millis: u32) -> bool {
            let score = match kind % 5 {
                0 => None,
                1 => Some(Score::Win(value.unsigned_abs())),
                2 => Some(Score::Loss(value.unsigned_abs())),
                3 => Some(Score::Draw),
                _ => Some(Score::Cp(value / 2)),
            };
            let depth = if score.is_some() { depth } else { 0 };
            let note = Note { score, depth, nodes, time: Duration::from_millis(millis.into()) };
            note.to_string().parse() == Ok(note)
        }

        fn whatever_is_read_is_written_so(text: String) -> bool {
            text.parse::<Note>().map_or(true, |note| note.to_string().parse() == Ok(note))
        }
    }
}
