//! What games begin with: a book of positions or lines, or random moves after which neither side is much better.
//!
//! An opening is a game in progress: where it starts, and what is played from there before the agents take over.

use manyply::face::{AnyGame, Kind, Setup};
use manyply::search::{Limits, Options, Score};
use manyply::zobrist::{SplitMix64, mix};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Where the openings of a match come from.
#[derive(Clone, Debug)]
pub enum Openings {
    /// One after the other, and again from the first; at least one.
    Book(Vec<Box<dyn AnyGame>>),
    /// Random moves among the game's candidates that leave it balanced, as a search says: for matches, in which a game
    /// that is won from the start tells nothing.
    ///
    /// The search is what an opening costs: 200,000 nodes of alpha-beta, a tenth of that with three sides or more; and
    /// as many again for each set of moves that is refused late, 20,000 for one that is refused soon, up to 200 sets.
    /// That is about a tenth of a second of processor time an opening in Connect Four and in minichess, far more than a
    /// game of a short search takes. For thousands of games, as in self-play, take [`Self::Unbalanced`], or have the
    /// openings made once and give them as a [book](Self::Book).
    Random {
        /// What they are played from.
        from: Box<dyn AnyGame>,
        /// Instead of moves the game's own random starts, where it has such.
        random_starts: bool,
        /// How many are played.
        plies: u32,
        /// What the moves follow from.
        seed: u64,
    },
    /// Random moves among the game's candidates, whomever they favour; the game may be over. They cost nothing. For
    /// training games this is enough: a network must know positions in which one side is ahead, too, and
    /// `manyply_train::SelfPlay::brief` breaks off games that are decided.
    Unbalanced {
        /// What they are played from, in turn; at least one.
        from: Vec<Box<dyn AnyGame>>,
        /// Of an opening's moves only the first ones are played, as many as chance says: never all.
        truncate: bool,
        /// How many are played at most.
        plies: u32,
        /// What the moves follow from.
        seed: u64,
    },
}

/// Openings of a book that are read.
const MOST_OPENINGS: usize = 250_000;
/// An opening is balanced if the scores of all later iterations of a search are within this many hundredths of a unit.
/// The bound grows by as much again after [`PATIENCE`] failures.
const BALANCED: i32 = 60;
const PATIENCE: i32 = 20;
/// After so many failures any opening will do that does not end the game.
const MOST_ATTEMPTS: i32 = 10 * PATIENCE;
/// Nodes of that search, and after how many its iterations count: one alone may end where either side is just ahead.
const JUDGEMENT: u64 = 200_000;
const HASTE: u64 = 20_000;

/// An opening as a line of text: a position, moves from the game's start, or both as `POSITION moves m1 m2 …`.
///
/// # Errors
/// What is wrong with it, in one line, or that the game is over.
pub fn opening(kind: &Kind, rules: &str, text: &str) -> Result<Box<dyn AnyGame>, String> {
    going_on(kind.begin(&Setup::of_line(kind, rules, text)).map_err(|error| error.to_string())?)
}

/// Reads a book: an opening a line, or an EPD file, whose positions are openings; empty lines and those that begin with
/// `#` say nothing.
///
/// # Errors
/// What is wrong, with the number of the line, or that there is no opening at all.
pub fn book(kind: &Kind, rules: &str, content: &str) -> Result<Vec<Box<dyn AnyGame>>, String> {
    let lines = (1..).zip(content.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let openings = lines
        .take(MOST_OPENINGS + 1)
        .map(|(number, line)| {
            let found = if line.contains(';') { described(kind, rules, line) } else { opening(kind, rules, line) };
            found.map_err(|problem| format!("line {number}: {problem}"))
        })
        .collect::<Result<Vec<_>, _>>()?;
    match openings.len() {
        0 => Err("no opening; expected one a line".into()),
        1..=MOST_OPENINGS => Ok(openings),
        _ => Err(format!("more openings than are kept at once; expected {MOST_OPENINGS} at most")),
    }
}

/// The position of a line of an EPD file.
fn described(kind: &Kind, rules: &str, line: &str) -> Result<Box<dyn AnyGame>, String> {
    let mut found = None;
    kind.read_positions(line, rules, &mut |described| found = Some(described.game))
        .map_err(|error| format!("column {}: {}; expected {}", error.column, error.problem, error.expected))?;
    going_on(found.ok_or("no position")?)
}

/// A game that is not over.
fn going_on(game: Box<dyn AnyGame>) -> Result<Box<dyn AnyGame>, String> {
    if game.outcome().is_some() { Err("the game is over".into()) } else { Ok(game) }
}

impl Openings {
    /// Random moves from `start`, at most so many: [`Self::Unbalanced`].
    pub fn unbalanced(start: Box<dyn AnyGame>, plies: u32, seed: u64) -> Self {
        Self::Unbalanced { from: vec![start], truncate: false, plies, seed }
    }

    /// The game.
    pub fn kind(&self) -> &'static Kind {
        match self {
            Self::Book(from) | Self::Unbalanced { from, .. } => from[0].kind(),
            Self::Random { from, .. } => from.kind(),
        }
    }

    /// Opening number `index`: always the same, unless `halt` is set before it is found.
    pub fn get(&self, index: u64, halt: &AtomicBool) -> Box<dyn AnyGame> {
        match self {
            Self::Book(openings) => openings[(index % openings.len() as u64) as usize].clone(),
            Self::Random { from, random_starts, plies, seed } => {
                let seed = mix(seed ^ mix(index));
                if *random_starts {
                    let setup = Setup { rules: from.rules_text(), random: Some(seed), ..Setup::default() };
                    if let Ok(start) = from.kind().begin(&setup) {
                        return start;
                    }
                }
                if *plies == 0 { from.clone() } else { balanced(&**from, *plies, seed, halt) }
            }
            Self::Unbalanced { from, truncate, plies, seed } => {
                let mut random = SplitMix64::new(mix(seed ^ mix(index)));
                let mut game = from[(index % from.len() as u64) as usize].clone();
                if *truncate {
                    game = game.at(random.below(game.ply().max(1)));
                }
                for _ in 0..random.below(*plies as usize + 1) {
                    if !play_candidate(&mut *game, &mut random) {
                        break;
                    }
                }
                game
            }
        }
    }
}

/// Plays one of the candidates by chance; false if there is none.
fn play_candidate(game: &mut dyn AnyGame, random: &mut SplitMix64) -> bool {
    let moves = game.candidates();
    moves.get(random.below(moves.len())).is_some_and(|m| game.play(m).is_ok())
}

/// `from` with so many random moves, balanced by a search; without them if `halt` is set.
fn balanced(from: &dyn AnyGame, plies: u32, seed: u64, halt: &AtomicBool) -> Box<dyn AnyGame> {
    let sides = from.kind().sides;
    let mut random = SplitMix64::new(seed);
    let Some(mut judge) = from.kind().engine(Options { hash_mib: 1, ..Options::default() }) else {
        return from.boxed();
    };
    for attempt in (0..MOST_ATTEMPTS).take_while(|_| !halt.load(Relaxed)) {
        let mut game = from.boxed();
        for _ in 0..plies {
            play_candidate(&mut *game, &mut random);
        }
        let bound = BALANCED * (1 + attempt / PATIENCE);
        let is_fair = |score: Option<Score>| match score {
            None => false,
            // With three sides balance is not tested: every agent plays every seat.
            Some(Score::Cp(cp)) => sides > 2 || cp.abs() <= bound,
            Some(Score::Draw) => attempt >= PATIENCE,
            Some(_) => attempt + 1 == MOST_ATTEMPTS,
        };
        let unfair = AtomicBool::new(false);
        judge.new_game();
        let nodes = if sides > 2 { HASTE } else { JUDGEMENT };
        let found = judge.search(&*game, None, &Limits::nodes(nodes), &unfair, &mut |report| {
            if report.nodes >= HASTE && !is_fair(Some(report.score)) {
                unfair.store(true, Relaxed);
            }
        });
        if !unfair.into_inner()
            && is_fair(found.score)
            && let Ok(opening) = going_on(game)
        {
            return opening;
        }
    }
    from.boxed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyply::games::kind;
    use std::collections::HashSet;

    fn start(game: &str) -> Box<dyn AnyGame> {
        kind(game).expect("a game").begin(&Setup::default()).expect("its start")
    }

    fn after(game: &str, moves: &str) -> Result<Box<dyn AnyGame>, String> {
        opening(kind(game).expect("a game"), "", moves)
    }

    /// A stone out of line with all others is no candidate.
    #[test]
    fn useless_moves_begin_no_game() -> Result<(), String> {
        assert_eq!(after("gomoku", "h8")?.candidates().len(), 32);
        let texts: HashSet<String> = after("gomoku", "a15")?.candidates().into_iter().collect();
        let row = "b15 c15 d15 e15".split(' ');
        let near = row.chain("a14 a13 a12 a11".split(' ')).chain("b14 c13 d12 e11".split(' '));
        assert_eq!(texts, near.map(String::from).collect());
        Ok(())
    }

    #[test]
    fn where_none_are_useless_all_moves_begin_games() {
        for game in ["gomoku", "hop"] {
            assert_eq!(start(game).candidates(), start(game).legal_moves());
        }
    }

    /// With `truncate` some of an opening's first moves, never all, and random ones behind them; the same again.
    #[test]
    fn openings_are_truncated_where_chance_says() {
        let random = Openings::unbalanced(start("hop"), 12, 5);
        let halt = AtomicBool::new(false);
        let mut from: Vec<_> = (0..3).map(|index| random.get(index, &halt)).collect();
        from.push(start("hop"));
        let of = |truncate, plies| Openings::Unbalanced { from: from.clone(), truncate, plies, seed: 1 };
        let mut lengths = HashSet::new();
        for index in 0..200 {
            let line = from[index as usize % 4].moves();
            assert_eq!(of(false, 0).get(index, &halt).moves(), line);
            let part = of(true, 0).get(index, &halt).moves();
            assert!(line.starts_with(&part) && part.len() <= line.len().saturating_sub(1));
            lengths.insert((index % 4, part.len()));
            let longer = of(true, 3).get(index, &halt).moves();
            assert!(longer.starts_with(&part) && longer.len() <= part.len() + 3);
            assert_eq!(of(true, 3).get(index, &halt).moves(), longer);
        }
        assert_eq!(lengths.len(), from.iter().map(|line| line.ply().max(1)).sum::<usize>());
    }
}
