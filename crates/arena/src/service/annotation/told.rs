//! What is told of each move of a game, and of the whole.

use manyply::formats::Note;
use manyply::search::Score;
use serde::Serialize;

/// A move of an annotated game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "annotation")]
pub struct Annotation {
    /// The game's name.
    pub game: &'static str,
    /// Its number in the file, if it is from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// Which move of the game, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub ply: usize,
    /// The name of the side.
    pub side: &'static str,
    /// The move that was made.
    #[serde(rename = "move")]
    pub played: String,
    /// The position before it.
    pub position: String,
    /// The best move there.
    pub bestmove: String,
    /// The line of best play (principal variation).
    pub pv: Vec<String>,
    /// The value of the best move, for the side that moved.
    pub score: Score,
    /// Of the move that was made, for the same side.
    pub after: Score,
    /// What it cost, in hundredths of the game's unit; null where one of the two is proven.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub loss: Option<i32>,
    /// The chance to win with the best move, 0 to 1.
    pub chance: f64,
    /// The same after the move that was made.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub chance_after: f64,
    /// The chances of all sides after the move, in the order in which they first move.
    #[cfg_attr(feature = "schema", schemars(inner(range(min = 0))))]
    pub chances: Vec<f64>,
    /// `!`, `?!`, `?` or `??`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["!", "?!", "?", "??", null])))]
    pub mark: Option<&'static str>,
    /// Whether a proven win was there, and is not any more.
    pub missed_win: bool,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// Positions looked at, by all threads.
    pub nodes: u64,
    /// What the player said when the move was made, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<Said>,
}

/// What a player said of a move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline, deny_unknown_fields))]
pub struct Said {
    /// The value, for the side that moved.
    pub score: Option<Score>,
    /// The depth of its search, in plies; 0 if it is not known.
    pub depth: u32,
    /// Its nodes; 0 if that is not known.
    pub nodes: u64,
    /// Its time, in seconds.
    pub seconds: f64,
    /// The same as files of games have it.
    #[serde(skip)]
    pub note: Note,
}

impl From<Note> for Said {
    fn from(note: Note) -> Self {
        let Note { score, depth, nodes, time } = note;
        Self { score, depth, nodes, seconds: time.as_secs_f64(), note }
    }
}

/// An annotated game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "annotated")]
pub struct Annotated {
    /// The game's name.
    pub game: &'static str,
    /// Its number in the file, if it is from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// Its rules, all of them.
    pub rules: String,
    /// The position where the game begins.
    pub start: String,
    /// The names of the sides.
    pub sides: Vec<&'static str>,
    /// The plies of the game.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub plies: usize,
    /// The result, once the game is over.
    pub result: Option<String>,
    /// The move after which the winner's chance was never again less than 85 %.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub decided: Option<usize>,
    /// What each side's moves cost it of its chance to win, on average.
    pub mean_loss: Vec<Option<f64>>,
    /// The chances of all sides at the beginning.
    #[cfg_attr(feature = "schema", schemars(inner(range(min = 0))))]
    pub chances: Vec<f64>,
    /// The moves.
    #[serde(skip)]
    pub moves: Vec<Annotation>,
}
