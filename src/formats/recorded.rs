//! Recordings as plain texts, for whoever does not know the game's type, and reading and writing them in any format.

use super::{Format, FormatError, Ply, Recording, Variation, pasted, pgn, psq, sgf};
use crate::game::{Notation, Position};

/// A game with everything that is said about it, as texts in the game's notation.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// As [`Recording::tags`].
    pub tags: Vec<(String, String)>,
    /// As [`Recording::players`].
    pub players: Vec<String>,
    /// The rules, all of them.
    pub rules: String,
    /// The position where the game begins.
    pub start: String,
    /// A comment on the start.
    pub comment: String,
    /// The moves.
    pub line: Vec<Ply<String>>,
    /// What each side gets: 1, 0 or −1; none if the game is not over.
    pub payoffs: Option<Vec<i8>>,
}

impl Recorded {
    /// The value of the first tag of this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The moves of the game alone.
    pub fn moves(&self) -> Vec<&str> {
        self.line.iter().map(|ply| ply.played.as_str()).collect()
    }
}

impl<G: Notation> Recording<G> {
    /// The same as texts.
    pub fn recorded(&self) -> Recorded {
        Recorded {
            tags: self.tags.clone(),
            players: self.players.clone(),
            rules: G::rules_text(&self.start.rules()),
            start: self.start.position_text(),
            comment: self.comment.clone(),
            // Moves of the game can be written.
            line: line_of(&mut self.start.clone(), &self.line, &|at, &m| Ok((at.move_text(m), m))).unwrap_or_default(),
            payoffs: self.payoffs.clone(),
        }
    }

    /// Reads the texts.
    ///
    /// # Errors
    /// Which of them is no text of this game.
    pub fn of_recorded(recorded: &Recorded) -> Result<Self, String> {
        let rules = G::parse_rules(&recorded.rules).map_err(|error| format!("rules: {error}"))?;
        let start = G::parse_position(&recorded.start, &rules).map_err(|error| format!("start: {error}"))?;
        let line = line_of(&mut start.clone(), &recorded.line, &|position, text| {
            let m = pasted::parse_move(position, text).map_err(|error| format!("move {text:?}: {}", error.problem))?;
            Ok((m, m))
        })?;
        let Recorded { tags, players, comment, payoffs, .. } = recorded.clone();
        Ok(Self { tags, players, start, comment, line, payoffs })
    }
}

/// Gives a move of a position in another form, and as a move of the game.
type Changed<'a, G, A, B> = dyn Fn(&G, &A) -> Result<(B, <G as Position>::Move), String> + 'a;

/// A line with its moves in another form; `position` is as before afterwards. `to` gives that form and the move.
fn line_of<G: Notation, A, B>(
    position: &mut G,
    line: &[Ply<A>],
    to: &Changed<'_, G, A, B>,
) -> Result<Vec<Ply<B>>, String> {
    let (mut undone, mut changed) = (Vec::with_capacity(line.len()), Vec::with_capacity(line.len()));
    for Ply { played, glyphs, comment, variations } in line {
        let (other, m) = to(position, played)?;
        let variations = variations.iter().map(|variation| {
            let line = line_of(position, &variation.line, to)?;
            Ok(Variation { comment: variation.comment.clone(), line })
        });
        let variations = variations.collect::<Result<_, String>>()?;
        undone.push((m, position.make(m)));
        changed.push(Ply { played: other, glyphs: glyphs.clone(), comment: comment.clone(), variations });
    }
    for (m, undo) in undone.into_iter().rev() {
        position.unmake(m, undo);
    }
    Ok(changed)
}

/// Reads the games of a text of the game `G`, and gives them to `each`, one at a time. What a text does not say of the
/// rules, `rules` say.
///
/// # Errors
/// The first mistake; an archive is read by whoever writes it.
pub fn read<G: Notation>(
    format: Format,
    text: &str,
    rules: &str,
    each: &mut dyn FnMut(Recorded),
) -> Result<(), FormatError> {
    let rules = G::parse_rules(rules).map_err(|error| FormatError::of_text((1, 1), "rules", error))?;
    let each = &mut |game: Recording<G>| each(game.recorded());
    match format {
        _ if !format.holds::<G>() => Err(not_held::<G>(format)),
        Format::Archive => Err(FormatError::at((1, 1), "an archive", "a PGN, SGF or psq file")),
        Format::Pgn => pgn::each::<G>(text, &rules, each),
        Format::Sgf => sgf::each::<G>(text, &rules, each),
        Format::Psq => psq::read::<G>(text, &rules).map(each),
    }
}

/// Writes a game of `G`.
///
/// # Errors
/// The texts are no game of `G`, or the format cannot hold it.
pub fn write<G: Notation>(format: Format, recorded: &Recorded) -> Result<String, String> {
    let recording = Recording::<G>::of_recorded(recorded)?;
    let cannot = || format!("{} cannot hold a game that begins so: {}", format.name(), recorded.start);
    match format {
        _ if !format.holds::<G>() => Err(not_held::<G>(format).problem),
        Format::Archive => Err("an archive holds the games of one match".into()),
        Format::Pgn => Ok(pgn::write(&recording)),
        Format::Sgf => sgf::write(&recording).ok_or_else(cannot),
        Format::Psq => psq::write(&recording).ok_or_else(cannot),
    }
}

fn not_held<G: Notation>(format: Format) -> FormatError {
    FormatError::at((1, 1), format!("{} holds no games of {}", format.name(), G::NAME), "a PGN file")
}
