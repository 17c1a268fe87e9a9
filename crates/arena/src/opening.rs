//! What games begin with: a book of positions or lines, or random moves after which neither side is much better.

use crate::Playable;
use manyply::formats::epd;
use manyply::game::{MoveList, Played, words};
use manyply::search::hooks::{Ordering as _, Qsearch as _, State as _};
use manyply::search::{EngineOf, Limits, Options, Score};
use manyply::zobrist::{SplitMix64, mix};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A position and the moves that are played from it before the agents take over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening<G: Playable> {
    /// Where the game begins.
    pub start: G,
    /// What is played from there.
    pub moves: Vec<G::Move>,
}

/// Where the openings of a match come from.
#[derive(Clone, Debug)]
pub enum Openings<G: Playable> {
    /// One after the other, and again from the first.
    Book(Vec<Opening<G>>),
    /// Random moves among the game's candidates, played from an opening.
    Random {
        /// What they are played from; none: the game's start, or its random starts, where it has such, without moves.
        from: Option<Opening<G>>,
        /// The game's rules.
        rules: G::Rules,
        /// How many are played.
        plies: u32,
        /// What the moves follow from.
        seed: u64,
    },
    /// Random moves among the game's candidates, whomever they favour; the game may be over.
    Unbalanced {
        /// What they are played from, in turn; none: the game's start.
        from: Vec<Opening<G>>,
        /// Of an opening's moves only the first ones are played, as many as chance says: never all.
        truncate: bool,
        /// The game's rules.
        rules: G::Rules,
        /// How many are played at most.
        plies: u32,
        /// What the moves follow from.
        seed: u64,
    },
}

/// An opening is balanced if the scores of all later iterations of a search are at most so many hundredths of a unit;
/// the bound grows by as much again after so many failures.
const BALANCED: i32 = 60;
const PATIENCE: i32 = 20;
/// After so many failures any opening will do that does not end the game.
const MOST_ATTEMPTS: i32 = 10 * PATIENCE;
/// Nodes of that search, and after how many its iterations count: one alone may end where either side is just ahead.
const JUDGEMENT: u64 = 200_000;
const HASTE: u64 = 20_000;

impl<G: Playable> Opening<G> {
    /// An opening as a line of text: a position, moves from the game's start, or both as `POSITION moves m1 m2 …`.
    ///
    /// # Errors
    /// What is wrong with it, in one line, with the column.
    pub fn parse(text: &str, rules: &G::Rules) -> Result<Self, String> {
        let start = G::start(rules);
        let first = words(text).next().map_or("", |(_, word)| word);
        let (start, line) = match text.split_once(" moves ") {
            Some((position, line)) => (Self::position(position, rules)?, line),
            None if start.parse_move(first).is_ok() => (start, text),
            None => {
                (Self::position(text, rules).map_err(|error| format!("no legal move, and as a position {error}"))?, "")
            }
        };
        let before = text.chars().count() - line.chars().count();
        let mut game = Played::new(start.clone());
        for (column, word) in G::split_moves(line) {
            let m = game.position().parse_move(word).ok().filter(|&m| game.play(m));
            if m.is_none() {
                return Err(format!("column {}: {word:?} is not legal after the moves before it", before + column));
            }
        }
        Self::of(&game)
    }

    /// Reads a book: an opening a line, or an EPD file, whose positions are openings; empty lines and those that begin
    /// with `#` say nothing.
    ///
    /// # Errors
    /// What is wrong, with the number of the line, or that there is no opening at all.
    pub fn book(content: &str, rules: &G::Rules) -> Result<Vec<Self>, String> {
        let lines = (1..).zip(content.lines().map(str::trim));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let openings = lines
            .map(|(number, line)| match line.contains(';') {
                true => Self::described(line, number, rules),
                false => Self::parse(line, rules).map_err(|problem| format!("line {number}: {problem}")),
            })
            .collect::<Result<Vec<_>, _>>()?;
        if openings.is_empty() { Err("no opening; expected one a line".into()) } else { Ok(openings) }
    }

    /// The position of line number `number` of an EPD file.
    fn described(line: &str, number: usize, rules: &G::Rules) -> Result<Self, String> {
        let described = epd::read_line::<G>(line, number, rules).map_err(|error| error.to_string())?;
        Self::of(&Played::new(described.position)).map_err(|problem| format!("line {number}: {problem}"))
    }

    fn position(text: &str, rules: &G::Rules) -> Result<G, String> {
        G::parse_position(text.trim(), rules).map_err(|error| error.to_string())
    }

    /// The game so far as an opening.
    ///
    /// # Errors
    /// The game is over.
    pub fn of(game: &Played<G>) -> Result<Self, String> {
        if game.outcome().is_some() {
            return Err("the game is over".into());
        }
        let mut back = game.clone();
        while back.take_back().is_some() {}
        Ok(Self { start: back.position().clone(), moves: game.moves().collect() })
    }

    /// The game after the opening.
    pub fn played(&self) -> Played<G> {
        let mut game = Played::new(self.start.clone());
        for &m in &self.moves {
            game.play(m);
        }
        game
    }
}

impl<G: Playable> Openings<G> {
    /// Random moves from the game's start, at most so many: [`Self::Unbalanced`].
    pub fn unbalanced(rules: G::Rules, plies: u32, seed: u64) -> Self {
        Self::Unbalanced { from: Vec::new(), truncate: false, rules, plies, seed }
    }

    /// The openings of a [book](Opening::book), in turn.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn book(content: &str, rules: &G::Rules) -> Result<Self, String> {
        Opening::book(content, rules).map(Self::Book)
    }

    /// Opening number `index`: always the same, unless `halt` is set before it is found.
    pub fn get(&self, index: u64, halt: &AtomicBool) -> Opening<G> {
        match self {
            Self::Book(openings) => openings[(index % openings.len() as u64) as usize].clone(),
            Self::Random { from, rules, plies, seed } => {
                let seed = mix(seed ^ mix(index));
                let from = match from {
                    Some(opening) => opening.clone(),
                    None => match G::random_start(rules, seed) {
                        Some(start) => return Opening { start, moves: Vec::new() },
                        None => Opening { start: G::start(rules), moves: Vec::new() },
                    },
                };
                if *plies == 0 { from } else { balanced(&from, *plies, seed, halt) }
            }
            Self::Unbalanced { from, truncate, rules, plies, seed } => {
                let mut random = SplitMix64::new(mix(seed ^ mix(index)));
                let mut opening = match from.len() {
                    0 => Opening { start: G::start(rules), moves: Vec::new() },
                    count => from[(index % count as u64) as usize].clone(),
                };
                if *truncate {
                    opening.moves.truncate(random.below(opening.moves.len().max(1)));
                }
                let mut game = opening.played();
                for _ in 0..random.below(*plies as usize + 1) {
                    let moves = candidates(&game);
                    let Some(&m) = moves.get(random.below(moves.len())) else { break };
                    game.play(m);
                }
                Opening { moves: game.moves().collect(), ..opening }
            }
        }
    }
}

/// The game's candidates: with stones far from all others a short search cannot tell who is better.
pub fn candidates<G: Playable>(game: &Played<G>) -> Vec<G::Move> {
    let (position, mut useful) = (game.position(), G::Moves::default());
    let state = G::State::new(position);
    state.noisy(position, &mut useful);
    state.candidates(position, &mut useful);
    let mut moves = game.legal_moves();
    moves.retain(|m| useful.as_slice().contains(m));
    moves
}

/// `from` with so many random moves, balanced by a search; without them if `halt` is set.
fn balanced<G: Playable>(from: &Opening<G>, plies: u32, seed: u64, halt: &AtomicBool) -> Opening<G> {
    let mut random = SplitMix64::new(seed);
    let mut judge = EngineOf::<G>::new(Options { hash_mib: 1, ..Options::default() });
    for attempt in (0..MOST_ATTEMPTS).take_while(|_| !halt.load(Relaxed)) {
        let mut game = from.played();
        for _ in 0..plies {
            let moves = candidates(&game);
            if let Some(&m) = moves.get(random.below(moves.len())) {
                game.play(m);
            }
        }
        let bound = BALANCED * (1 + attempt / PATIENCE);
        let is_fair = |score: Option<Score>| match score {
            None => false,
            // With three sides balance is not tested: every agent plays every seat.
            Some(Score::Cp(cp)) => G::SIDES > 2 || cp.abs() <= bound,
            Some(Score::Draw) => attempt >= PATIENCE,
            Some(_) => attempt + 1 == MOST_ATTEMPTS,
        };
        let unfair = AtomicBool::new(false);
        judge.new_game();
        let nodes = if G::SIDES > 2 { HASTE } else { JUDGEMENT };
        let found = judge.search(&game, &Limits::nodes(nodes), &unfair, &mut |report| {
            if report.nodes >= HASTE && !is_fair(Some(report.score)) {
                unfair.store(true, Relaxed);
            }
        });
        if !unfair.into_inner()
            && is_fair(found.score)
            && let Ok(opening) = Opening::of(&game)
        {
            return opening;
        }
    }
    from.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyply::game::{Notation, Variant};
    use manyply::games::gomoku::Gomoku;
    use manyply::games::hop::Hop;
    use std::collections::HashSet;

    fn after<G: Playable>(moves: &str) -> Result<Played<G>, String> {
        Ok(Opening::parse(moves, &G::Rules::default())?.played())
    }

    /// A stone out of line with all others is no candidate.
    #[test]
    fn useless_moves_begin_no_game() -> Result<(), String> {
        assert_eq!(candidates(&after::<Gomoku>("h8")?).len(), 32);
        let game = after::<Gomoku>("a15")?;
        let texts: HashSet<String> = candidates(&game).into_iter().map(|m| game.position().move_text(m)).collect();
        let row = "b15 c15 d15 e15".split(' ');
        let near = row.chain("a14 a13 a12 a11".split(' ')).chain("b14 c13 d12 e11".split(' '));
        assert_eq!(texts, near.map(String::from).collect());
        Ok(())
    }

    #[test]
    fn where_none_are_useless_all_moves_begin_games() {
        let empty = Played::new(Gomoku::start(&Default::default()));
        assert_eq!(candidates(&empty), empty.legal_moves());
        let start = Played::new(Hop::start(&Default::default()));
        assert_eq!(candidates(&start), start.legal_moves());
    }

    /// With `truncate` some of an opening's first moves, never all, and random ones behind them; the same again.
    #[test]
    fn openings_are_truncated_where_chance_says() -> Result<(), String> {
        let rules = manyply::games::hop::Rules::default();
        let start = Hop::start(&rules);
        let random = Openings::<Hop>::unbalanced(rules, 12, 5);
        let halt = AtomicBool::new(false);
        let lines: Vec<Opening<Hop>> = (0..3).map(|index| random.get(index, &halt)).collect();
        let from = [lines.clone(), vec![Opening { start, moves: Vec::new() }]].concat();
        let of = |truncate, plies| Openings::Unbalanced { from: from.clone(), truncate, rules, plies, seed: 1 };
        let mut lengths = HashSet::new();
        for index in 0..200 {
            let line = &from[index as usize % 4];
            assert_eq!(of(false, 0).get(index, &halt), *line);
            let part = of(true, 0).get(index, &halt);
            assert!(line.moves.starts_with(&part.moves) && part.moves.len() <= line.moves.len().saturating_sub(1));
            lengths.insert((index % 4, part.moves.len()));
            let longer = of(true, 3).get(index, &halt);
            assert!(longer.moves.starts_with(&part.moves) && longer.moves.len() <= part.moves.len() + 3);
            assert_eq!(of(true, 3).get(index, &halt), longer);
        }
        assert_eq!(lengths.len(), from.iter().map(|line| line.moves.len().max(1)).sum::<usize>());
        Ok(())
    }
}
