//! The options of the game and their texts.

use crate::game::{TextError, TextErrorKind, number, options};
use std::num::NonZeroU32;

/// The most plies a limit can name.
const MOST_PLIES: u32 = 1_000_000;

/// What a game is played under. The default is the public game's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// Whether passing is always legal, not only for a side that has nothing else.
    pub pass_always: bool,
    /// Whether a pawn becomes a queen, rook, bishop or knight as its side chooses, not always a queen.
    pub promotion_choice: bool,
    /// Whether a king or rook that has moved no longer castles.
    pub castling_history: bool,
    /// The plies after which the game is drawn; `None`: no limit.
    pub plies: Option<NonZeroU32>,
}

impl Rules {
    /// The options for help texts, the defaults first.
    pub(super) const OPTIONS: &'static [&'static str] = &[
        "pass=stuck|always: whether only a side without a move passes, or whoever likes",
        "promotion=queen|choice: whether pawns become queens, or Q R B N as their side likes (BB2BB4=N)",
        "castling=free|history: whether king and rook castle whenever they stand right, or only if they never moved",
        "plies=none|N: the plies after which the game is a draw",
    ];

    /// Parses `name=value,…` over the defaults; later ones override earlier ones.
    pub(super) fn parse(text: &str) -> Result<Self, TextError> {
        let mut rules = Self::default();
        options(text, &mut |name, value| rules.set(name, value))?;
        Ok(rules)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        // Of the value, or where it is missing.
        let column = name.chars().count() + if value.is_empty() { 1 } else { 2 };
        let choose = |no: &str, yes: &str| match value {
            _ if value == no => Ok(false),
            _ if value == yes => Ok(true),
            _ => {
                let problem = format!("`{value}` is no value of {name}");
                Err(TextError::new(TextErrorKind::Symbol, column, problem, format!("{no} or {yes}")))
            }
        };
        match name {
            "pass" => self.pass_always = choose("stuck", "always")?,
            "promotion" => self.promotion_choice = choose("queen", "choice")?,
            "castling" => self.castling_history = choose("free", "history")?,
            "plies" if value == "none" => self.plies = None,
            "plies" => self.plies = NonZeroU32::new(number(value, column, 1..=MOST_PLIES, " or none")?),
            _ => {
                let names = "pass, promotion, castling or plies";
                return Err(TextError::new(TextErrorKind::Option, 1, format!("no option `{name}`"), names));
            }
        }
        Ok(())
    }

    pub(super) fn text(&self) -> String {
        let pass = if self.pass_always { "always" } else { "stuck" };
        let promotion = if self.promotion_choice { "choice" } else { "queen" };
        let castling = if self.castling_history { "history" } else { "free" };
        let plies = self.plies.map_or("none".into(), |plies| plies.to_string());
        format!("pass={pass},promotion={promotion},castling={castling},plies={plies}")
    }
}
