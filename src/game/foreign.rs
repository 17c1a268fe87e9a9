//! Protocols in which programs of other authors play some of the games, each in a spelling of its own.

/// A protocol that not every game has. (UGI has every game, in the game's own notation.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Foreign {
    /// The Universal Chess Interface, of engines that know the game as a variant. Positions stand behind
    /// `position fen`.
    Uci,
    /// The Universal Board Game Interface. Positions stand behind `position board`.
    Ubgi,
    /// The protocol of gomoku's managers. A position is the lines that begin a game on its board, `START 15` and
    /// `INFO rule …`, then, if there are stones, `BOARD`, a line for each, `DONE`; a move is two numbers, `7,7`.
    Gomocup,
    /// A program started once a move, `PROGRAM STATE ACTION`: a position is the content of the file STATE, a move a
    /// line of the file ACTION.
    File,
}

impl Foreign {
    /// The name by which its agents are asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Ubgi => "ubgi",
            Self::Gomocup => "gomocup",
            Self::File => "file",
        }
    }
}
