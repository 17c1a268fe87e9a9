//! The referee: one game between agents, from an opening to its result, by the rules and the clock.

use super::agent::{Agent, Fault};
use super::clock::{Clock, Pace};
use manyply::face::AnyGame;
use manyply::formats::Note;
use manyply::game::{MAX_SIDES, Outcome, Side};
use manyply::harmless::one_line;
use manyply::search::Score;
use manyply::zobrist::mix;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Characters of the reason why a game was lost that are kept.
const LONGEST_REASON: usize = 200;

/// What holds in every game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// By how much a player may exceed its time.
    pub grace: Duration,
    /// After so many plies, those of the opening included, a game ends without a winner. Rules need not end games.
    pub most_plies: u32,
    /// Whether a game ends where the engine of this library has proven how (two sides only).
    pub adjudicate: bool,
    /// When the scores that both players say end a game (two sides only).
    pub by_scores: ByScores,
}

/// A game ends by its scores as soon as both players say as much for some moves.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct ByScores {
    /// Won and lost.
    pub resign: Option<Resign>,
    /// Drawn.
    pub draw: Option<DrawRule>,
}

/// One side says that it is lost, the other that it is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resign {
    /// By so much at least, in hundredths of the game's unit.
    pub score: i32,
    /// In so many moves of each, the last ones.
    pub moves: u32,
}

/// Both sides say that neither is ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// By more than so much, in hundredths of the game's unit.
    pub score: i32,
    /// In so many moves of each, the last ones.
    pub moves: u32,
    /// After so many plies of the game, those of the opening included.
    pub plies: u32,
}

impl ByScores {
    /// What the notes say of a game after so many plies, of which `side` has made the last.
    fn outcome(&self, notes: &[Note], plies: usize, side: Side) -> Option<Outcome> {
        // The last scores, all from the view of that side.
        let recent = |moves: u32| -> Option<Vec<i32>> {
            let count = 2 * moves as usize;
            let notes = notes.get(notes.len().checked_sub(count)?..)?;
            let value = |(age, note): (usize, &Note)| {
                let value = match note.score? {
                    Score::Win(_) => i32::MAX,
                    Score::Loss(_) => -i32::MAX,
                    Score::Draw => 0,
                    Score::Cp(cp) => cp,
                };
                Some(if age % 2 == 0 { value } else { -value })
            };
            notes.iter().rev().enumerate().map(value).collect()
        };
        if let Some(Resign { score, moves }) = self.resign
            && let Some(values) = recent(moves)
        {
            if values.iter().all(|&value| value >= score) {
                return Some(Outcome::win(side));
            }
            if values.iter().all(|&value| value <= -score) {
                return Some(Outcome::win(side.other()));
            }
        }
        let drawn = self.draw.filter(|rule| plies >= rule.plies as usize).is_some_and(|rule| {
            recent(rule.moves).is_some_and(|values| values.iter().all(|value| value.abs() <= rule.score))
        });
        drawn.then_some(Outcome::DRAW)
    }
}

impl Default for Terms {
    fn default() -> Self {
        Self { grace: Duration::from_millis(250), most_plies: 1000, adjudicate: false, by_scores: ByScores::default() }
    }
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The rules ended it.
    Rules,
    /// The result was proven.
    Proved,
    /// Both players said how it ends.
    Scores,
    /// It was broken off at the greatest length.
    Length,
    /// A side was at fault and lost.
    Fault(Side, Fault),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str("rules"),
            Self::Proved => f.write_str("proved"),
            Self::Scores => f.write_str("scores"),
            Self::Length => f.write_str("length"),
            Self::Fault(side, fault) => {
                write!(f, "{} {}", fault.name(), side.index() + 1)?;
                match fault {
                    Fault::Timeout => Ok(()),
                    Fault::Illegal(what) | Fault::Crash(what) => write!(f, " {}", readable(what)),
                }
            }
        }
    }
}

/// What an agent said, short and on one line whatever it was.
/// What a side did that ended a recorded game, as [`Ending`] writes it: `timeout`, `illegal` or `crash`.
pub(crate) fn fault_in(ending: &str) -> Option<(&str, Side)> {
    let mut words = ending.split(' ');
    let kind = words.next().filter(|kind| matches!(*kind, "timeout" | "illegal" | "crash"))?;
    let number = words.next()?.parse::<usize>().ok()?;
    Some((kind, Side::all(MAX_SIDES).nth(number.checked_sub(1)?)?))
}

fn readable(text: &str) -> String {
    one_line(&text.chars().take(LONGEST_REASON).collect::<String>())
}

/// A finished game.
#[derive(Clone)]
pub struct Finished {
    /// The game, from the opening's start.
    pub game: Box<dyn AnyGame>,
    /// What the players said of the moves after the opening; none where nobody was asked.
    pub notes: Vec<Note>,
    /// What each side gets. With three sides one that is at fault loses, and the others neither win nor lose.
    pub payoffs: Vec<i8>,
    /// Why it ended.
    pub ending: Ending,
}

impl Finished {
    /// A game that ended with this outcome, of whose moves nothing was said.
    pub fn new(game: Box<dyn AnyGame>, outcome: Outcome, ending: Ending) -> Self {
        Self { notes: Vec::new(), payoffs: payoffs(outcome, game.kind().sides), game, ending }
    }
}

/// Told of a game when it begins and after each move, with what was said of the moves after the opening.
pub type Watch<'a> = dyn FnMut(&dyn AnyGame, &[Note]) + 'a;

/// Plays a game from `opening`; `agents` and `paces` are in the order of the sides. None if `stop` was set before its
/// end.
pub fn play(
    opening: &dyn AnyGame,
    agents: &mut [Box<dyn Agent>],
    paces: [Pace; MAX_SIDES],
    terms: &Terms,
    seed: u64,
    stop: &AtomicBool,
    watch: &mut Watch<'_>,
) -> Option<Finished> {
    let (mut game, mut notes) = (opening.boxed(), Vec::new());
    let (start, sides) = (opening.at(0), opening.kind().sides);
    let mut clock = Clock::new(paces, terms.grace);
    for (side, agent) in Side::all(sides).zip(agents.iter_mut()) {
        let ready = agent.new_game(&*start, mix(seed ^ mix(side.index() as u64)), stop);
        if stop.load(Relaxed) {
            return None;
        }
        if let Err(fault) = ready {
            return Some(Finished { game, notes, payoffs: forfeit(side, sides), ending: Ending::Fault(side, fault) });
        }
    }
    let (payoffs, ending) = loop {
        watch(&*game, &notes);
        if let Some(outcome) = game.outcome() {
            break (payoffs(outcome, sides), Ending::Rules);
        }
        if game.ply() >= terms.most_plies as usize {
            break (payoffs(Outcome::DRAW, sides), Ending::Length);
        }
        let side = game.side_to_move();
        clock.start(side);
        let chosen = agents[side.index()].choose(&*game, &clock, stop);
        let elapsed = clock.asked.elapsed();
        let late = clock.charge(elapsed);
        if stop.load(Relaxed) {
            return None;
        }
        let chosen = match chosen {
            Err(fault) => Err(fault),
            Ok(_) if late => Err(Fault::Timeout),
            Ok(choice) if game.play(&choice.best).is_err() => Err(Fault::Illegal(choice.best)),
            Ok(choice) => Ok(choice),
        };
        let choice = match chosen {
            Err(fault) => break (forfeit(side, sides), Ending::Fault(side, fault)),
            Ok(choice) => choice,
        };
        notes.push(Note { time: Duration::from_millis(elapsed.as_millis() as u64), ..choice.note });
        if sides > 2 || game.outcome().is_some() {
            continue;
        }
        let proven = match choice.note.score.filter(|_| terms.adjudicate && choice.is_trusted) {
            Some(Score::Win(_)) => Some(Outcome::win(side)),
            Some(Score::Loss(_)) => Some(Outcome::win(side.other())),
            Some(Score::Draw) => Some(Outcome::DRAW),
            Some(Score::Cp(_)) | None => None,
        };
        if let Some(outcome) = proven {
            break (payoffs(outcome, sides), Ending::Proved);
        }
        if let Some(outcome) = terms.by_scores.outcome(&notes, game.ply(), side) {
            break (payoffs(outcome, sides), Ending::Scores);
        }
    };
    Some(Finished { game, notes, payoffs, ending })
}

/// What each side gets.
pub fn payoffs(outcome: Outcome, sides: usize) -> Vec<i8> {
    Side::all(sides).map(|side| outcome.payoff(side)).collect()
}

/// What each side gets where one is at fault, or gives up.
pub fn forfeit(loser: Side, sides: usize) -> Vec<i8> {
    let others = if sides == 2 { 1 } else { 0 };
    Side::all(sides).map(|side| if side == loser { -1 } else { others }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(scores: &[Option<Score>]) -> Vec<Note> {
        scores.iter().map(|&score| Note { score, ..Note::default() }).collect()
    }

    #[test]
    fn both_players_must_say_it() {
        let rules = ByScores {
            resign: Some(Resign { score: 500, moves: 2 }),
            draw: Some(DrawRule { score: 10, moves: 1, plies: 6 }),
        };
        let (first, second) = (Side::FIRST, Side::FIRST.other());
        let cp = |values: &[i32]| notes(&values.iter().map(|&value| Some(Score::Cp(value))).collect::<Vec<_>>());
        for (notes, plies, expected) in [
            (cp(&[500, -500, 600, -900]), 4, Some(Outcome::win(first))),
            (cp(&[0, -500, 500, -600, 900]), 5, Some(Outcome::win(first))),
            (cp(&[-500, 500, -600, 900]), 4, Some(Outcome::win(second))),
            (cp(&[500, -499, 600, -900]), 4, None),
            (cp(&[500, -500, 600]), 3, None),
            (cp(&[10, -10]), 6, Some(Outcome::DRAW)),
            (cp(&[10, -10]), 5, None),
            (cp(&[10, -11]), 6, None),
            (notes(&[Some(Score::Win(3)), Some(Score::Loss(2)), Some(Score::Win(1)), None]), 4, None),
            (notes(&[Some(Score::Draw), Some(Score::Draw)]), 6, Some(Outcome::DRAW)),
            (Vec::new(), 9, None),
        ] {
            let side = if notes.len() % 2 == 1 { first } else { second };
            assert_eq!(rules.outcome(&notes, plies, side), expected, "{notes:?}");
        }
        let mate = [Score::Win(3), Score::Loss(2), Score::Win(1), Score::Loss(0)].map(Some);
        assert_eq!(rules.outcome(&notes(&mate), 4, second), Some(Outcome::win(first)));
    }
}
