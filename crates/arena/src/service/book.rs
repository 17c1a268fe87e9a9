//! Opening books: for positions, moves with weights, made from games that were played or from analysis.
//!
//! A book is a text that people can read and edit, a position a line with the operation `bk`: moves and their weights.
//!
//! ```text
//! # book of minichess
//! # rules: plies=100,limit=material,repetition=4,king=capture
//! kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1 bk b2b3 12 c2c3 5;
//! ```

use manyply::face::{AnyGame, Kind};
use manyply::files;
use manyply::formats::epd::Described;
use manyply::formats::{FormatError, Recorded};
use manyply::zobrist::SplitMix64;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::path::Path;

/// The largest book that is read from a file, in bytes.
const LARGEST: u64 = 1 << 26;
/// The operation behind a position.
const OPERATION: &str = "bk";
/// The largest weight of a move.
pub const MOST_WEIGHT: u32 = 1_000_000_000;

/// A move of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, in its canonical spelling.
    pub text: String,
    /// How often it is chosen, compared with the others; at least 1.
    pub weight: u32,
}

/// An opening book of a game under some rules.
#[derive(Clone, Debug)]
pub struct Book {
    kind: &'static Kind,
    rules: String,
    positions: HashMap<String, Vec<BookMove>>,
}

impl Book {
    /// A book without positions, for games under `rules`.
    pub fn new(kind: &'static Kind, rules: &str) -> Self {
        Self { kind, rules: rules.to_owned(), positions: HashMap::new() }
    }

    /// The game.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// The rules, all of them.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// How many positions are in it.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The game and the rules that the head of a book names.
    ///
    /// # Errors
    /// The text is no book.
    pub fn head(text: &str) -> Result<(&str, &str), FormatError> {
        let mut lines = text.lines().map(str::trim);
        let name = lines.next().and_then(|line| line.strip_prefix("# book of "));
        // A game without options has none to name.
        let rules = lines.next().and_then(|line| line.strip_prefix("# rules:")).map(str::trim_start);
        let expected = "`# book of GAME`, and on the next line `# rules: …`";
        name.zip(rules).ok_or_else(|| FormatError::at((1, 1), "no head of a book", expected))
    }

    /// Reads a book of the game `kind`.
    ///
    /// # Errors
    /// The first mistake: no such head, a position that cannot be, or a move that is not legal there.
    pub fn read(kind: &'static Kind, text: &str) -> Result<Self, FormatError> {
        let (name, rules) = Self::head(text)?;
        if name != kind.name {
            return Err(FormatError::at((1, 1), format!("a book of {name:?}"), format!("one of {}", kind.name)));
        }
        let rules = kind.rules(rules).map_err(|error| FormatError::of_text((2, 10), "rules", error))?;
        let mut book = Self::new(kind, &rules);
        let mut read = |described: Described| {
            let wrong = |problem: String| {
                FormatError::at((described.line, 1), problem, "`bk MOVE WEIGHT MOVE WEIGHT …;` behind a position")
            };
            let operations = described.operations.iter().filter(|(name, _)| name == OPERATION);
            let operands: Vec<&String> = operations.flat_map(|(_, operands)| operands).collect();
            let (pairs, []) = operands.as_chunks::<2>() else { return Err(wrong("a move without a weight".into())) };
            let moves = pairs.iter().map(|[text, weight]| {
                let text = described.game.parse_move(text).map_err(|error| wrong(error.to_string()))?;
                let weight = weight.parse().ok().filter(|weight| (1..=MOST_WEIGHT).contains(weight));
                Ok(BookMove { text, weight: weight.ok_or_else(|| wrong("a weight that is no number".into()))? })
            });
            let moves = moves.collect::<Result<Vec<_>, FormatError>>()?;
            if !moves.is_empty() {
                book.positions.insert(described.game.position_text(), moves);
            }
            Ok(())
        };
        let mut mistake = Ok(());
        kind.read_positions(text, &rules, &mut |described| {
            if mistake.is_ok() {
                mistake = read(described);
            }
        })?;
        mistake.map(|()| book)
    }

    /// Reads a book from a file.
    ///
    /// # Errors
    /// The file cannot be read, or is no book of this game.
    pub fn open(kind: &'static Kind, path: &Path) -> Result<Self, String> {
        let wrong = |problem: &dyn std::fmt::Display| format!("{}: {problem}", path.display());
        let content = files::open(path).and_then(|file| files::read(file, LARGEST)).map_err(|error| wrong(&error))?;
        let text = String::from_utf8(content).map_err(|error| wrong(&format!("no UTF-8 text: {error}")))?;
        Self::read(kind, &text).map_err(|error| wrong(&error))
    }

    /// The book as a text, which [`Self::read`] reads; the same for the same content.
    pub fn text(&self) -> String {
        let mut text = format!("# book of {}\n# rules: {}\n", self.kind.name, self.rules);
        for (position, moves) in self.positions.iter().collect::<BTreeMap<_, _>>() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{position} {OPERATION}");
            for BookMove { text: played, weight } in moves {
                let _ = write!(text, " {played} {weight}");
            }
            text.push_str(";\n");
        }
        text
    }

    /// The moves at a position, the heaviest first.
    pub fn moves(&self, position: &str) -> &[BookMove] {
        self.positions.get(position).map_or(&[], Vec::as_slice)
    }

    /// A move for a game, by the weights, if it is played by the book's rules and the position is in the book. The same
    /// for the same `seed`.
    pub fn choose(&self, game: &dyn AnyGame, seed: u64) -> Option<String> {
        let fits = game.kind() == self.kind && game.outcome().is_none() && game.rules_text() == self.rules;
        let moves = if fits { self.moves(&game.position_text()) } else { &[] };
        let sum: u64 = moves.iter().map(|m| u64::from(m.weight)).sum();
        let mut left = SplitMix64::new(seed).below(usize::try_from(sum).ok()?.max(1)) as u64;
        let chosen = moves.iter().find(|m| {
            let is_it = left < u64::from(m.weight);
            left = left.saturating_sub(u64::from(m.weight));
            is_it
        });
        chosen.map(|m| m.text.clone()).filter(|text| game.parse_move(text).is_ok())
    }

    /// Gives a move of a position this weight; 0 takes it out.
    pub fn set(&mut self, position: &str, text: &str, weight: u32) {
        let moves = self.positions.entry(position.to_owned()).or_default();
        moves.retain(|m| m.text != text);
        if weight > 0 {
            moves.push(BookMove { text: text.to_owned(), weight: weight.min(MOST_WEIGHT) });
            moves.sort_by(|a, b| b.weight.cmp(&a.weight).then_with(|| a.text.cmp(&b.text)));
        } else if moves.is_empty() {
            self.positions.remove(position);
        }
    }
}

/// What games say about the moves of positions, to make a book of.
#[derive(Clone, Debug, Default)]
pub struct Experience {
    /// For each position and move: how often it was played, and twice the points that it brought.
    moves: BTreeMap<String, BTreeMap<String, (u32, u32)>>,
}

impl Experience {
    /// Adds the first `plies` moves of a game that was played to its end.
    ///
    /// # Errors
    /// The texts are no game of this kind.
    pub fn add(&mut self, kind: &Kind, game: &Recorded, plies: usize) -> Result<(), String> {
        let Some(payoffs) = &game.payoffs else { return Ok(()) };
        let mut played = game.begin(kind)?;
        for ply in game.line.iter().take(plies) {
            let (position, side) = (played.position_text(), played.side_to_move());
            let text = played.parse_move(&ply.played).map_err(|error| error.to_string())?;
            let payoff = payoffs.get(side.index()).copied().unwrap_or(0);
            let (count, points) = self.moves.entry(position).or_default().entry(text).or_default();
            *count += 1;
            *points += u32::from((payoff + 1).unsigned_abs());
            played.play(&ply.played).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// A book of what was played in `least` games or more: a move's weight is twice the points that it brought.
    pub fn book(&self, kind: &'static Kind, rules: &str, least: u32) -> Book {
        let mut book = Book::new(kind, rules);
        for (position, moves) in &self.moves {
            for (text, &(_, points)) in moves.iter().filter(|(_, (count, _))| *count >= least) {
                if points > 0 {
                    book.set(position, text, points);
                }
            }
        }
        book
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyply::face::Setup;
    use manyply::formats::Format;
    use manyply::games::kind;

    const RULES: &str = "plies=100,limit=material,repetition=4,king=capture";

    fn games() -> Vec<Recorded> {
        let text = "1. b2b3 d5d4 1-0\n\n1. b2b3 c5c4 0-1\n\n1. c2c3 1/2-1/2\n\n1. a2a3 0-1\n\n1. d2d3 *";
        kind("minichess").expect("a game").read_games(Format::Pgn, text, "").expect("games")
    }

    #[test]
    fn games_make_a_book() {
        let kind = kind("minichess").expect("a game");
        let mut experience = Experience::default();
        games().iter().try_for_each(|game| experience.add(kind, game, 2)).expect("games");
        let book = experience.book(kind, RULES, 1);
        let mut game = kind.begin(&Setup::default()).expect("a start");
        let weights: Vec<_> = book.moves(&game.position_text()).iter().map(|m| (m.text.as_str(), m.weight)).collect();
        assert_eq!(weights, [("b2b3", 2), ("c2c3", 1)], "what only lost is not in it");
        let chosen: Vec<String> = (0..300).filter_map(|seed| book.choose(&*game, seed)).collect();
        let first = chosen.iter().filter(|text| *text == "b2b3").count();
        assert!(chosen.len() == 300 && (160..240).contains(&first), "{first} of 300");
        game.play("b2b3").expect("a move");
        assert_eq!(book.choose(&*game, 1).as_deref(), Some("c5c4"));
        game.play("c5c4").expect("a move");
        assert_eq!(book.choose(&*game, 1), None);
        assert_eq!(experience.book(kind, RULES, 2).len(), 1);
        let other = kind.begin(&Setup { rules: "plies=50".into(), ..Setup::default() }).expect("a start");
        assert_eq!(book.choose(&*other, 1), None, "other rules");
    }

    #[test]
    fn a_book_is_read_back() {
        let kind = kind("minichess").expect("a game");
        let mut experience = Experience::default();
        games().iter().try_for_each(|game| experience.add(kind, game, 2)).expect("games");
        let text = experience.book(kind, RULES, 1).text();
        let again = Book::read(kind, &text).expect("a book");
        assert_eq!(again.text(), text);
        assert_eq!(Book::head(&text), Ok(("minichess", RULES)));
        assert_eq!(Book::head("# book of connect4\n# rules: \n7/7 d 1;\n"), Ok(("connect4", "")), "no options");
        for (from, to, at) in [
            ("b2b3 2", "b2b3 0", "line 4"),
            ("b2b3 2", "b2b9 2", "line 4"),
            ("b2b3 2", "b2b3", "line 4"),
            ("minichess", "hop", "line 1"),
            ("plies=100", "plies=0", "line 2, column 16"),
            ("# book", "book", "line 1"),
        ] {
            let error = Book::read(kind, &text.replace(from, to)).expect_err(to).to_string();
            assert!(error.starts_with(at), "{to}: {error}");
        }
    }
}
