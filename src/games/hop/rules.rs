//! The options of hop.

/// What may be varied. The default is the tournament's game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Whether a chain may visit a square again.
    pub revisit: bool,
    /// Whether passing is always legal, not only for a side that has nothing else.
    pub pass_always: bool,
    /// Whether the loss of a side's last piece ends the game.
    pub empty_ends: bool,
    /// The ply after which the game ends, at least 1.
    pub plies: u16,
}

impl Default for Rules {
    fn default() -> Self {
        Self { revisit: true, pass_always: false, empty_ends: false, plies: 400 }
    }
}
