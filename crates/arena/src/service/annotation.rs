//! A game looked at again, move by move: what each move was worth, what would have been better, and where the game was
//! decided.

mod told;

pub use told::{Annotated, Annotation, Said};

use super::{Found, Question, analyse};
use manyply::face::{AnyEngine, AnyGame};
use manyply::game::{Outcome, Side, sigmoid};
use manyply::search::{Limits, Model, Options, Score};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What a move must cost of the chance to win to be marked so, the worst first.
pub const MARKS: [(f64, &str); 3] = [(0.20, "??"), (0.10, "?"), (0.05, "?!")];
/// How much better than all others a move marked `!` is, whose side has neither won nor lost already; and the depth of
/// a search that does not find it.
const ONLY_MOVE: f64 = 0.15;
const CONTESTED: f64 = 0.10;
const HASTE: u32 = 3;
/// From such a chance on, if it is never lost again, a game is decided.
const DECIDED: f64 = 0.85;
/// A score in hundredths that stands for a proven one.
const PROVEN: i32 = 10_000;

/// The chance to win of a side whose score is this, by the [sigmoid]: 1 for a proven win. A draw counts half. `scale`
/// is in hundredths of the game's unit for each unit of log-odds.
pub fn chance(score: Score, scale: f64) -> f64 {
    match score {
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
        Score::Draw => 0.5,
        Score::Cp(cp) => sigmoid(f64::from(cp) / scale),
    }
}

/// How a game is looked at.
pub struct Look<'a> {
    /// For each position.
    pub limits: Limits,
    /// Hundredths of the game's unit for each unit of log-odds.
    pub scale: f64,
    /// Bytes that the tables of a solver may take.
    pub memory: u64,
    /// Called with the positions that are done, and with all.
    pub progress: &'a dyn Fn(usize, usize),
}

/// What is known of a position: the scores of all sides.
struct Known {
    found: Found,
    scores: Vec<Score>,
}

/// Looks at every position of `game`, the last first, so that what comes later is known before: with one table the
/// values of neighbours agree better. None if `stop` was set. With three sides the engine's model should be max^n,
/// which knows the values of all.
///
/// # Errors
/// The solver cannot even try.
pub fn annotate(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyGame,
    look: &Look<'_>,
    stop: &AtomicBool,
) -> Result<Option<Annotated>, String> {
    let kind = game.kind();
    let played = game.moves();
    let plies = played.len();
    // What it finds is easy to see.
    let Options { model, network, .. } = *engine.options();
    let hasty = Options { hash_mib: 1, model, network, ..Options::default() };
    let mut hasty = kind.engine(hasty).ok_or("no memory for another table")?;
    let mut before = game.boxed();
    let mut later = look.at(engine, &*before, None, stop)?;
    let mut moves = Vec::with_capacity(plies);
    for ply in (1..=plies).rev() {
        (look.progress)(plies - ply, plies);
        before.take_back();
        let known = look.at(engine, &*before, None, stop)?;
        let played = &played[ply - 1];
        let is_seen = |hasty: &mut dyn AnyEngine| {
            hasty.new_game();
            hasty.search(&*before, None, &Limits::depth(HASTE), stop, &mut |_| ()).best.as_ref() == Some(played)
        };
        let second = match known.found.line.first() == Some(played) && !is_seen(&mut *hasty) {
            true => look.second(engine, &*before, played, stop)?,
            false => None,
        };
        if stop.load(Relaxed) {
            return Ok(None);
        }
        moves.push(look.judge(&*before, ply, played, &known, &later, second));
        later = known;
    }
    moves.reverse();
    let chances = later.scores.iter().map(|&score| chance(score, look.scale)).collect();
    let mean = |side: Side| {
        let own: Vec<f64> = moves
            .iter()
            .filter(|m: &&Annotation| m.side == kind.side_name(side))
            .map(|m| (m.chance - m.chance_after).max(0.0))
            .collect();
        (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64)
    };
    Ok(Some(Annotated {
        game: kind.name,
        number: None,
        rules: game.rules_text(),
        start: before.position_text(),
        sides: kind.side_names(),
        plies,
        result: game.result(),
        decided: game.outcome().and_then(|outcome| decided(outcome, &moves)),
        mean_loss: Side::all(kind.sides).map(mean).collect(),
        chances,
        moves,
    }))
}

/// The move after which the winners' chances were never again small.
fn decided(outcome: Outcome, moves: &[Annotation]) -> Option<usize> {
    let sides = moves.first()?.chances.len();
    let winners: Vec<usize> = outcome.winners(sides).map(Side::index).collect();
    if winners.is_empty() {
        return None;
    }
    let is_open = |m: &Annotation| winners.iter().any(|&side| m.chances.get(side).is_none_or(|&it| it < DECIDED));
    let open = moves.iter().rposition(is_open);
    let first = open.map_or(1, |index| index + 2);
    (first <= moves.len()).then_some(first)
}

impl Look<'_> {
    /// Looks at a position.
    fn at(
        &self,
        engine: &mut dyn AnyEngine,
        game: &dyn AnyGame,
        moves: Option<&[String]>,
        stop: &AtomicBool,
    ) -> Result<Known, String> {
        let sides = game.kind().sides;
        if let Some(outcome) = game.outcome() {
            let score = |side| match outcome.payoff(side) {
                1 => Score::Win(0),
                0 => Score::Draw,
                _ => Score::Loss(0),
            };
            return Ok(Known { found: Found::default(), scores: Side::all(sides).map(score).collect() });
        }
        let limits = match moves {
            // What is known of the position need not be found again.
            Some(_) => Limits {
                nodes: self.limits.nodes.map(|nodes| (nodes / 2).max(1)),
                time: self.limits.time.map(|time| time / 2),
                ..self.limits
            },
            None => self.limits,
        };
        let question = Question { game, moves, limits, solves: true, memory: self.memory, progress: &|_, _| () };
        let found = analyse(engine, &question, stop, &mut |_| ())?;
        let score = found.score.unwrap_or(Score::Cp(0));
        let mover = game.side_to_move();
        let scores = match found.reports.first().and_then(|report| report.values.as_ref()) {
            Some(values) => values.clone(),
            None => Side::all(sides).map(|side| if side == mover { score } else { opposite(score, sides) }).collect(),
        };
        Ok(Known { found, scores })
    }

    /// The value of the best other move than `played`, for the side to move, if there is one.
    fn second(
        &self,
        engine: &mut dyn AnyEngine,
        game: &dyn AnyGame,
        played: &str,
        stop: &AtomicBool,
    ) -> Result<Option<Score>, String> {
        let mut others = game.legal_moves();
        others.retain(|m| m != played);
        if others.is_empty() {
            return Ok(None);
        }
        let known = self.at(engine, game, Some(&others), stop)?;
        Ok(known.scores.get(game.side_to_move().index()).copied())
    }

    fn judge(
        &self,
        game: &dyn AnyGame,
        ply: usize,
        played: &str,
        known: &Known,
        later: &Known,
        second: Option<Score>,
    ) -> Annotation {
        let mover = game.side_to_move();
        let after = one_later(later.scores[mover.index()]);
        // Of the best move both searches speak: the later one, which sees one ply more, is believed.
        let is_best = known.found.line.first().is_some_and(|best| best == played);
        let score = if is_best { after } else { best_of(known.scores[mover.index()], after) };
        let (chance_before, chance_after) = (chance(score, self.scale), chance(after, self.scale));
        let cost = chance_before - chance_after;
        let missed_win = matches!(score, Score::Win(_)) && !matches!(after, Score::Win(_));
        let is_contested = chance_after > CONTESTED && chance_after < 1.0 - CONTESTED / 2.0;
        let mark = match (MARKS.into_iter().find(|&(least, _)| cost >= least), second) {
            (Some((_, mark)), _) => Some(mark),
            (None, Some(second)) if is_contested && chance_after - chance(second, self.scale) >= ONLY_MOVE => Some("!"),
            _ => None,
        };
        let loss = match (score, after) {
            (Score::Cp(a), Score::Cp(b)) => Some((a - b).max(0)),
            _ => None,
        };
        Annotation {
            game: game.kind().name,
            number: None,
            ply,
            side: game.side_name(),
            played: played.to_owned(),
            position: game.position_text(),
            bestmove: if is_best { played.to_owned() } else { known.found.line.first().cloned().unwrap_or_default() },
            pv: known.found.line.clone(),
            score,
            after,
            loss,
            chance: chance_before,
            chance_after,
            chances: later.scores.iter().map(|&score| chance(score, self.scale)).collect(),
            mark,
            missed_win,
            depth: known.found.depth,
            nodes: known.found.nodes,
            said: None,
        }
    }
}

/// The score as the other side sees it; with three sides what is decided for one is not decided for another.
fn opposite(score: Score, sides: usize) -> Score {
    match score {
        Score::Cp(cp) => Score::Cp(-cp),
        Score::Draw => Score::Draw,
        Score::Win(plies) if sides == 2 => Score::Loss(plies),
        Score::Loss(plies) if sides == 2 => Score::Win(plies),
        Score::Win(_) | Score::Loss(_) => Score::Cp(0),
    }
}

/// A score as it was one ply earlier.
fn one_later(score: Score) -> Score {
    match score {
        Score::Win(plies) => Score::Win(plies + 1),
        Score::Loss(plies) => Score::Loss(plies + 1),
        score => score,
    }
}

/// The better of two scores of the same side.
fn best_of(a: Score, b: Score) -> Score {
    let worth = |score: Score| match score {
        Score::Win(plies) => PROVEN + 1000 - plies.min(1000) as i32,
        Score::Loss(plies) => -PROVEN - 1000 + plies.min(1000) as i32,
        Score::Draw => 0,
        Score::Cp(cp) => cp.clamp(-PROVEN, PROVEN),
    };
    if worth(b) > worth(a) { b } else { a }
}

/// What the sides of a game are assumed to do when it is looked at: where three play, each its best.
pub fn model(sides: usize) -> Model {
    if sides > 2 { Model::MaxN } else { Model::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyply::face::Setup;
    use manyply::games::kind;

    fn annotated(setup: &Setup, nodes: u64) -> Annotated {
        let kind = kind("minichess").expect("a game");
        let game = kind.begin(setup).expect("a position");
        let mut engine = kind.engine(Options { hash_mib: 1, ..Options::default() }).expect("memory");
        let look = Look { limits: Limits::nodes(nodes), scale: 200.0, memory: 1 << 20, progress: &|_, _| () };
        let stop = AtomicBool::new(false);
        annotate(&mut *engine, &*game, &look, &stop).expect("a look").expect("an end")
    }

    #[test]
    fn a_king_left_to_be_taken_is_a_blunder_and_not_taking_it_a_missed_win() {
        let position = Some("k4/Q4/5/5/5/4K w - - 0 1".to_owned());
        let game =
            annotated(&Setup { position: position.clone(), moves: "e1e2 a6a5".into(), ..Setup::default() }, 5000);
        let (first, second) = (&game.moves[0], &game.moves[1]);
        assert_eq!((first.bestmove.as_str(), first.score, first.missed_win), ("a5a6", Score::Win(1), true));
        assert_eq!((first.mark, second.mark), (Some("??"), None));
        let taken = annotated(&Setup { position, moves: "a5a6".into(), ..Setup::default() }, 5000);
        assert_eq!((taken.moves[0].mark, taken.moves[0].after, taken.decided), (None, Score::Win(1), Some(1)));
        assert_eq!((taken.result.as_deref(), taken.moves[0].chances.as_slice()), (Some("White wins"), &[1.0, 0.0][..]));
    }

    #[test]
    fn the_best_moves_cost_nothing() {
        let game = annotated(&Setup { moves: "c2c3 c5c4".into(), ..Setup::default() }, 2000);
        assert_eq!((game.plies, game.result, game.decided), (2, None, None));
        assert!(game.moves.iter().all(|m| m.mark != Some("??") && m.chance >= m.chance_after));
    }

    #[test]
    fn chances_are_those_of_a_logistic_curve() {
        assert!((chance(Score::Cp(0), 100.0) - 0.5).abs() < 1e-12);
        assert!((chance(Score::Cp(100), 100.0) + chance(Score::Cp(-100), 100.0) - 1.0).abs() < 1e-12);
        assert!(chance(Score::Cp(100), 100.0) > 0.73 && chance(Score::Win(9), 100.0) == 1.0);
        assert_eq!(best_of(Score::Cp(30_000), Score::Win(9)), Score::Win(9));
        assert_eq!(best_of(Score::Loss(3), Score::Loss(5)), Score::Loss(5));
    }
}
