//! The options of the game and their texts.

use crate::game::{TextError, TextErrorKind, number, options};
use std::num::NonZeroU32;

/// The most plies a limit can name.
const MOST_PLIES: u32 = 1_000_000;
/// The latest occurrence of a position that a repetition rule can name.
const MOST_OCCURRENCES: u16 = 1000;

/// What a game is played under.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The plies after which the game is over; `None`: no limit.
    pub plies: Option<NonZeroU32>,
    /// Who has won then.
    pub limit: Limit,
    /// The occurrence of a position that makes a draw; 0: none does.
    pub repetition: u16,
    /// What happens to kings.
    pub king: King,
}

/// Who has won when the plies run out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// The side whose pieces count more.
    Material,
    /// Nobody.
    Draw,
}

/// What happens to kings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum King {
    /// They can be taken, which ends the game.
    Capture,
    /// They may not be left in danger; a side without a legal move has lost.
    Royal,
}

impl Default for Rules {
    fn default() -> Self {
        Self { plies: NonZeroU32::new(100), limit: Limit::Material, repetition: 4, king: King::Capture }
    }
}

impl Rules {
    /// The options for help texts, the defaults first.
    pub(super) const OPTIONS: &'static [&'static str] = &[
        "plies=100|N|none: the plies after which the game is over",
        "limit=material|draw: who has won then: who has more material (P2 R6 N7 B8 Q20), or nobody",
        "repetition=4|N|0: the occurrence of a position that makes a draw; 0: none",
        "king=capture|royal: kings can be taken, or may not be left in danger",
        "2026: plies=100,limit=material,repetition=4,king=capture",
        "2023: plies=50,repetition=0",
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
        let wrong = |expected: &str| {
            TextError::new(TextErrorKind::Symbol, column, format!("`{value}` is no value of {name}"), expected)
        };
        match name {
            "plies" if value == "none" => self.plies = None,
            "plies" => self.plies = NonZeroU32::new(number(value, column, 1..=MOST_PLIES, " or none")?),
            "repetition" if value == "0" => self.repetition = 0,
            "repetition" => self.repetition = number(value, column, 2..=MOST_OCCURRENCES.into(), " or 0")? as u16,
            "limit" => {
                self.limit = match value {
                    "material" => Limit::Material,
                    "draw" => Limit::Draw,
                    _ => return Err(wrong("material or draw")),
                }
            }
            "king" => {
                self.king = match value {
                    "capture" => King::Capture,
                    "royal" => King::Royal,
                    _ => return Err(wrong("capture or royal")),
                }
            }
            "2026" | "2023" if !value.is_empty() => {
                return Err(TextError::new(TextErrorKind::Symbol, column, format!("a value for {name}"), "none"));
            }
            "2026" => *self = Self::default(),
            "2023" => (self.plies, self.repetition) = (NonZeroU32::new(50), 0),
            _ => {
                let names = "plies, limit, repetition, king, 2026 or 2023";
                return Err(TextError::new(TextErrorKind::Option, 1, format!("no option `{name}`"), names));
            }
        }
        Ok(())
    }

    pub(super) fn text(&self) -> String {
        let plies = self.plies.map_or("none".into(), |plies| plies.to_string());
        let limit = match self.limit {
            Limit::Material => "material",
            Limit::Draw => "draw",
        };
        let king = match self.king {
            King::Capture => "capture",
            King::Royal => "royal",
        };
        format!("plies={plies},limit={limit},repetition={},king={king}", self.repetition)
    }
}
