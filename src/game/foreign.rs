//! Protocols in which programs of other authors play some of the games, each in a spelling of its own.

/// A protocol that not every game has. (UGI has every game, in the game's own notation.)
///
/// ```
/// use manyply::game::{Foreign, Notation};
/// use manyply::games::minichess::Minichess;
///
/// let position = Minichess::parse_position("k4/1P2p/5/5/5/R3K w - - 0 9", &Default::default())?;
/// let m = position.parse_move("b5b6")?;
/// assert!(Minichess::PROTOCOLS.contains(&Foreign::Uci) && !Minichess::PROTOCOLS.contains(&Foreign::Gomocup));
/// assert_eq!(position.foreign_move_text(m, Foreign::Uci), "b5b6q");
/// assert_eq!(position.parse_foreign_move("b5b6q", Foreign::Uci)?, m);
/// # Ok::<(), manyply::game::TextError>(())
/// ```
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
