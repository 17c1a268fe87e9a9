//! The options of all commands that name a game and a position.

use super::failure::Failure;
use super::session::Session;
use crate::game::{Notation, Outcome, Played, Side};
use crate::games::Game;
use crate::games::registry::{self, Visitor};
use serde::{Deserialize, Serialize};

/// A game and a position of it.
#[derive(clap::Args)]
pub(super) struct GameArguments {
    /// The game; 'manyply games' lists them
    pub(super) game: String,
    #[command(flatten)]
    pub(super) position: PositionArguments,
}

/// A position: where it starts, what is played from there, and under which rules.
#[derive(clap::Args, Clone, Serialize, Deserialize)]
pub(super) struct PositionArguments {
    /// The position in the game's notation; '-' reads a line from standard input [default: the game's start]
    #[arg(long, value_name = "TEXT")]
    pub(super) position: Option<String>,
    /// A random start, the same for the same number, where the game has such
    #[arg(long, value_name = "SEED", conflicts_with = "position")]
    pub(super) random: Option<u64>,
    /// Moves to play from the position, as in "m1 m2"
    #[arg(long, value_name = "MOVES")]
    pub(super) moves: Option<String>,
    /// The rules, as in name=value,name=value; 'manyply games' lists them
    #[arg(long, value_name = "RULES")]
    pub(super) rules: Option<String>,
}

impl PositionArguments {
    /// The rules, if any are given.
    pub(super) fn rules<G: Notation>(&self) -> Result<Option<G::Rules>, Failure> {
        self.rules.as_deref().map(parse_rules::<G>).transpose()
    }

    /// The game in progress that the options describe.
    pub(super) fn load<G: Game>(&self, session: &mut Session<'_>) -> Result<Played<G>, Failure> {
        let rules = self.rules::<G>()?.unwrap_or_default();
        let position = match (self.position.as_deref(), self.random) {
            (Some("-"), _) => {
                let line = session.read_line("--position")?;
                parse_position::<G>(line.trim_end_matches(['\r', '\n']), &rules)?
            }
            (Some(text), _) => parse_position::<G>(text, &rules)?,
            (None, Some(seed)) => G::random_start(&rules, seed)
                .ok_or_else(|| Failure::input(format!("--random: {} has no random starts", G::NAME)))?,
            (None, None) => G::start(&rules),
        };
        let mut game = Played::new(position);
        for (number, (column, text)) in (1..).zip(G::split_moves(self.moves.as_deref().unwrap_or_default())) {
            play(&mut game, text)
                .map_err(|problem| Failure::input(format!("--moves: move {number}, column {column}: {problem}")))?;
        }
        Ok(game)
    }
}

/// What `--rules` says.
pub(super) fn parse_rules<G: Notation>(text: &str) -> Result<G::Rules, Failure> {
    G::parse_rules(text).map_err(|error| Failure::input(format!("--rules: {error}")))
}

fn parse_position<G: Notation>(text: &str, rules: &G::Rules) -> Result<G, Failure> {
    G::parse_position(text, rules).map_err(|error| Failure::input(format!("--position: {error}")))
}

/// Plays the move that `text` stands for, or says why not.
pub(super) fn play<G: Game>(game: &mut Played<G>, text: &str) -> Result<(), String> {
    if let Some(outcome) = game.outcome() {
        return Err(format!("{text:?} comes after the end of the game: {}", result_text::<G>(outcome)));
    }
    let position = game.position();
    match position.parse_move(text) {
        Ok(m) if game.play(m) => Ok(()),
        Ok(_) => Err(format!("{text:?} is not legal; legal moves: {}", moves_text(game).join(" "))),
        Err(error) => Err(format!("{text:?}: {}; legal moves: {}", error.problem, moves_text(game).join(" "))),
    }
}

/// The legal moves in the generator's order.
pub(super) fn moves_text<G: Game>(game: &Played<G>) -> Vec<String> {
    game.legal_moves().into_iter().map(|m| game.position().move_text(m)).collect()
}

/// A line of moves from the present position.
pub(super) fn line_text<G: Game>(game: &Played<G>, line: &[G::Move]) -> Vec<String> {
    let mut position = game.position().clone();
    let text = |&m: &G::Move| {
        let text = position.move_text(m);
        position.make(m);
        text
    };
    line.iter().map(text).collect()
}

/// A result in words.
pub(super) fn result_text<G: Notation>(outcome: Outcome) -> String {
    let Some(winner) = outcome.winner() else { return "draw".to_owned() };
    let loser = Side::all(G::SIDES).find(|&side| outcome.payoff(side) < 0);
    match loser.filter(|_| G::SIDES > 2) {
        Some(loser) => format!("{} wins, {} loses", G::side_name(winner), G::side_name(loser)),
        None => format!("{} wins", G::side_name(winner)),
    }
}

/// The names of the games of which `visitor` says yes.
pub(super) fn games_with<V: Visitor<Out = bool> + Copy>(visitor: V) -> String {
    let has = |name: &&&str| registry::dispatch(name, visitor).unwrap_or(false);
    registry::NAMES.iter().filter(has).copied().collect::<Vec<_>>().join(", ")
}

/// Does what `visitor` does for the game of this name.
pub(super) fn with_game<V: Visitor<Out = Result<(), Failure>>>(name: &str, visitor: V) -> Result<(), Failure> {
    registry::dispatch(name, visitor).map_err(Failure::input)?
}
