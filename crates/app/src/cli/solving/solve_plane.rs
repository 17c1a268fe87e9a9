//! `manyply solve gomoku --rules size=plane`: what certificates say of a position on the unbounded board.

use crate::cli::common::{Blame, Failure, Result, Session, input};
use crate::cli::solving::solve::{Arguments, print};
use manyply::games::gomoku::known_on_plane;
use manyply::games::gomoku::verify::plane::has_five;
use manyply::games::gomoku::verify::{Format, Known};
use manyply::solve::{Solution, Value};
use manyply_arena::service::report::{Head, Solved};
use std::time::Instant;

/// Coordinates are no further from 0.
const MOST: i32 = 1_000_000;

/// Whether these rules name the plane.
pub(crate) fn is_about(game: &str, rules: Option<&str>) -> bool {
    game == "gomoku" && rules.is_some_and(|rules| rules.split(',').any(|option| option.trim() == "size=plane"))
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let setup = &arguments.game.position;
    if setup.position.is_some() || setup.random.is_some() || arguments.is_more_than_time() {
        return Err(input!(
            "--rules size=plane: certificates are asked; expected --moves, --tables, --time and --json only"
        ));
    }
    let Format { exact, .. } = Format::parse(setup.rules.as_deref().unwrap_or_default()).of("--rules")?;
    let game = Game::parse(setup.moves.as_deref().unwrap_or_default(), exact).of("--moves")?;
    arguments.tables.load(session.kind(&arguments.game.game)?)?;
    let started = Instant::now();
    let attacks = game.moves.len().is_multiple_of(2);
    let solution = if game.is_over {
        Solution::over(-1)
    } else {
        let stones = game.stones();
        let known = known_on_plane(exact, [&stones[0], &stones[1]], arguments.time, &session.stop).of("--tables")?;
        let unknown = || Solution { method: "in no certificate".into(), ..Solution::unknown() };
        known.map_or_else(unknown, |known| game.solution(known))
    };
    let head = Head { id: None, turn: None, game: "gomoku", position: game.text() };
    let Solution { value, plies, ref best, ref line, nodes, .. } = solution;
    let seconds = started.elapsed().as_secs_f64();
    let answer = Solved { head, value, plies, best: best.clone(), line: line.clone(), nodes, seconds };
    let side = if attacks { "Black" } else { "White" };
    session.report(&answer, |out| print(side, &answer, &solution, out))?;
    if value == Value::Unknown && session.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Moves on the plane.
struct Game {
    moves: Vec<(i32, i32)>,
    /// Whether the last one made a five.
    is_over: bool,
}

impl Game {
    fn parse(text: &str, exact: bool) -> Result<Self, String> {
        let mut game = Self { moves: Vec::new(), is_over: false };
        for (number, word) in (1..).zip(text.split_whitespace()) {
            let wrong = |problem: &str| format!("move {number}, {word:?}: {problem}");
            let coordinate = |text: &str| text.parse().ok().filter(|at| (-MOST..=MOST).contains(at));
            let square = word.split_once(',').and_then(|(x, y)| Some((coordinate(x)?, coordinate(y)?)));
            let square = square.ok_or_else(|| wrong("expected column and row, each up to a million, as in 3,-2"))?;
            if game.is_over {
                return Err(wrong("the game is over already"));
            }
            if game.moves.contains(&square) {
                return Err(wrong("has a stone already; expected an empty square"));
            }
            game.moves.push(square);
            let stones = game.moves.iter().skip((number - 1) % 2).step_by(2);
            game.is_over = has_five(&stones.map(|&(x, y)| (x, y, 0)).collect::<Vec<_>>(), exact);
        }
        Ok(game)
    }

    /// The stones of Black and White, from Black's first one.
    fn stones(&self) -> [Vec<(i32, i32)>; 2] {
        let from = self.moves.first().copied().unwrap_or_default();
        [0, 1].map(|side| self.moves.iter().skip(side).step_by(2).map(|&(x, y)| (x - from.0, y - from.1)).collect())
    }

    fn solution(&self, Known { attacks, moves, line, .. }: Known<(i32, i32)>) -> Solution<String> {
        let from = self.moves.first().copied().unwrap_or_default();
        let line: Vec<String> = line.into_iter().map(|(x, y)| name((x + from.0, y + from.1))).collect();
        Solution {
            value: if attacks { Value::Win } else { Value::Loss },
            plies: moves.checked_mul(2).map(|plies| plies.saturating_sub(u32::from(attacks))),
            best: line.first().cloned().into_iter().collect(),
            line,
            method: "proved by a certificate; a shorter win may exist".into(),
            ..Solution::unknown()
        }
    }

    fn text(&self) -> String {
        self.moves.iter().map(|&square| name(square)).collect::<Vec<_>>().join(" ")
    }
}

fn name((x, y): (i32, i32)) -> String {
    format!("{x},{y}")
}
