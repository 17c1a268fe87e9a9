//! Games of a file as recordings, which every other format holds too, and back.

use super::{Head, Record};
use manyply::formats::{Note, Ply, Recorded};

/// How a game ended, as the tag `Ending` of a recording has it: with the result that the recording says.
const AGREED: &str = "agreed";
/// The ending of a game that goes on.
pub const UNFINISHED: &str = "unfinished";
/// What archives have beside the game, as tags of a recording.
const TAGS: [&str; 4] = ["Round", "Opening", "OpeningPlies", "Ending"];

impl Record {
    /// The game as a recording; the names of the players are their descriptions in `head`.
    pub fn recorded(&self, head: &Head) -> Recorded {
        let player = |&seat: &usize| head.contenders.get(seat).cloned().unwrap_or_default();
        let values = [
            (self.number.saturating_add(1)).to_string(),
            (self.opening.saturating_add(1)).to_string(),
            self.opening_plies.to_string(),
            self.ending.clone(),
        ];
        Recorded {
            tags: TAGS.iter().map(ToString::to_string).zip(values).collect(),
            players: self.seats.iter().map(player).collect(),
            rules: head.rules.clone(),
            start: self.start.clone(),
            comment: String::new(),
            line: self.line(),
            payoffs: (self.ending != UNFINISHED).then(|| self.payoffs.clone()),
        }
    }
}

impl Record {
    /// The moves, with notes as comments.
    fn line(&self) -> Vec<Ply> {
        let notes = self.notes.iter().map(|note| note.map_or(String::new(), |note| note.to_string()));
        let comments = notes.chain(std::iter::repeat(String::new()));
        self.moves.iter().zip(comments).map(|(text, comment)| Ply { comment, ..Ply::plain(text.clone()) }).collect()
    }
}

impl Head {
    /// A file with recordings of the game called `game` that were played by the same rules; glyphs, variations, and
    /// comments that are no [`Note`]s have no place in it. No match can go on from it.
    pub fn of_recorded(game: &str, games: &[Recorded], sides: usize) -> (Self, Vec<Record>) {
        let mut head = Self::of_game(game, games.first().map_or("", |first| &first.rules));
        let records = (0..).zip(games).map(|(index, recorded)| head.add_recorded(index, recorded, sides)).collect();
        (head, records)
    }

    /// The same without a recording as yet.
    pub fn of_game(game: &str, rules: &str) -> Self {
        Self { game: game.to_owned(), rules: rules.to_owned(), contenders: Vec::new(), settings: "{}".into() }
    }

    /// A recording as game number `index` of the file, its players among the contenders.
    pub fn add_recorded(&mut self, index: u64, recorded: &Recorded, sides: usize) -> Record {
        let seats = (0..sides).map(|side| {
            let player = recorded.players.get(side).filter(|name| !name.is_empty());
            let player = player.map_or_else(|| format!("player {}", side + 1), Clone::clone);
            let known = self.contenders.iter().position(|name| *name == player);
            known.unwrap_or_else(|| {
                self.contenders.push(player);
                self.contenders.len() - 1
            })
        });
        let seats = seats.collect();
        let number = |tag: &str| recorded.tag(tag).and_then(|text| text.parse::<u64>().ok()).filter(|&n| n > 0);
        let plies = recorded.tag("OpeningPlies").and_then(|text| text.parse().ok()).unwrap_or(0);
        Record {
            number: index,
            seats,
            opening: number("Opening").map_or(index, |number| number - 1),
            start: recorded.start.clone(),
            opening_plies: if plies <= recorded.line.len() { plies } else { 0 },
            payoffs: recorded.payoffs.clone().unwrap_or_else(|| vec![0; sides]),
            ending: ending(recorded).to_owned(),
            moves: recorded.moves().into_iter().map(str::to_owned).collect(),
            notes: trimmed(recorded.line.iter().map(|ply| ply.comment.parse().ok()).collect()),
        }
    }
}

/// How a game ended, as [`Record::ending`](super::Record::ending) says it.
pub fn ending(recorded: &Recorded) -> &str {
    match (&recorded.payoffs, recorded.tag("Ending")) {
        (None, _) => UNFINISHED,
        (Some(_), Some(ending)) => ending,
        (Some(_), None) => AGREED,
    }
}

/// Notes without the idle ends.
pub(super) fn trimmed(mut notes: Vec<Option<Note>>) -> Vec<Option<Note>> {
    let length = notes.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    notes.truncate(length);
    notes
}
