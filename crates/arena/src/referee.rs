//! The referee: one game between agents, from an opening to its result, by the rules and the clock.

use super::agent::{Agent, Fault};
use super::clock::{Clock, Pace};
use manyply::face::AnyGame;
use manyply::formats::Note;
use manyply::game::{Outcome, Side};
use manyply::harmless::one_line;
use manyply::search::Score;
use manyply::zobrist::mix;
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
}

impl Default for Terms {
    fn default() -> Self {
        Self { grace: Duration::from_millis(250), most_plies: 1000, adjudicate: false }
    }
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The rules ended it.
    Rules,
    /// The result was proven.
    Proved,
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
    paces: [Pace; 3],
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
        if terms.adjudicate && choice.is_trusted && sides == 2 && game.outcome().is_none() {
            let outcome = match choice.note.score {
                Some(Score::Win(_)) => Outcome::win(side),
                Some(Score::Loss(_)) => Outcome::win(side.other()),
                Some(Score::Draw) => Outcome::DRAW,
                Some(Score::Cp(_)) | None => continue,
            };
            break (payoffs(outcome, sides), Ending::Proved);
        }
    };
    Some(Finished { game, notes, payoffs, ending })
}

/// What each side gets.
fn payoffs(outcome: Outcome, sides: usize) -> Vec<i8> {
    Side::all(sides).map(|side| outcome.payoff(side)).collect()
}

/// What each side gets where one is at fault.
fn forfeit(loser: Side, sides: usize) -> Vec<i8> {
    let others = if sides == 2 { 1 } else { 0 };
    Side::all(sides).map(|side| if side == loser { -1 } else { others }).collect()
}
