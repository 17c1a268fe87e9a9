//! Games with a solver of their own: proof-number search, which knows who wins, neither how soon nor what was played
//! before; and one that takes turns with the search.

use manyply::clock::Instant;
use manyply::face::{AnyGame, Kind, Setup};
use manyply::game::{
    ArrayVec, MAX_SIDES, Notation, Outcome, Played, Position, Side, TextError, TextErrorKind, number, words,
};
use manyply::search::hooks::{Plain, Searchable};
use manyply::search::{Limits, Options, Score, Told};
use manyply::solve::{Solution, Solve, Task, Value, proof_search};
use manyply_arena::service::{Question, analyse};
use manyply_arena::{Clock, Contender, Pace};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Steps to the end of a track: the first side goes one on or back, the second one waits, and the first one wins.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Track(u8, Side);

impl Track {
    const LENGTH: u8 = 9;
    const BACK: u8 = 0;
    const ON: u8 = 1;
    const WAIT: u8 = 2;
}

impl Position for Track {
    type Move = u8;
    type Undo = ();
    type Moves = ArrayVec<u8, 2>;

    fn side_to_move(&self) -> Side {
        self.1
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then(|| Outcome::win(Side::FIRST))
    }
    fn moves(&self, list: &mut Self::Moves) {
        let back = (self.0 < Self::LENGTH).then_some(Self::BACK);
        match (self.0, self.1) {
            (0, _) => {}
            (_, Side::FIRST) => list.extend(back.into_iter().chain([Self::ON])),
            _ => list.push(Self::WAIT),
        }
    }
    fn make(&mut self, m: u8) {
        *self = Self((self.0 + u8::from(m == Self::BACK)) - u8::from(m == Self::ON), self.1.other());
    }
    fn unmake(&mut self, m: u8, (): ()) {
        *self = Self((self.0 + u8::from(m == Self::ON)) - u8::from(m == Self::BACK), self.1.other());
    }
    fn repetition_limit(&self) -> u32 {
        3
    }
}

manyply::one_variant!(Track: Self(4, Side::FIRST));

impl Notation for Track {
    const NAME: &'static str = "track";
    const SUMMARY: &'static str = "one side walks";

    fn position_text(&self) -> String {
        format!("{} {}", self.0, self.1.index() + 1)
    }
    fn parse_position(text: &str, (): &()) -> Result<Self, TextError> {
        let [(at, steps), (behind, side)] = words(text).collect::<Vec<_>>()[..] else {
            return Err(TextError::new(TextErrorKind::Shape, 1, "not two words", "steps, and who is to move: 4 1"));
        };
        let steps = number(steps, at, 0..=Self::LENGTH.into(), "")? as u8;
        Ok(Self(steps, Side::new(number(side, behind, 1..=2, "")? as usize - 1)))
    }
}

impl Searchable for Track {
    type State = Plain;
}

impl Solve for Track {
    const SOLVER: Option<&'static str> = Some("df-pn");

    fn solve(&self, task: &Task<'_>) -> Result<Solution<u8>, String> {
        Ok(proof_search::solve(self, task))
    }
}

manyply::defaults!(Track: game::Evaluate, game::Baselines, game::Tunable);

/// A win without a distance leaves the analysis to the search, which knows it.
#[test]
fn no_distance_is_told_that_is_not_known() {
    let (stop, game) = (AtomicBool::new(false), Played::new(Track(4, Side::FIRST)));
    let solution = AnyGame::solve(&game, &Task::new(&stop, 1, 1 << 20)).expect("a solver");
    assert_eq!((solution.value, solution.plies), (Value::Win, None));
    let mut engine = Kind::of::<Track>().engine(Options { hash_mib: 1, ..Options::default() }).expect("memory");
    let question = Question {
        game: &game,
        moves: None,
        limits: Limits::depth(12),
        solves: true,
        memory: 1 << 20,
        progress: &|_, _| (),
    };
    let found = analyse(&mut *engine, &question, &stop, &mut |_| ()).expect("an analysis");
    assert_eq!((found.score, found.solved_by), (Some(Score::Win(7)), None));
}

/// Moves that keep a win and no more, one after the other, would never end the game.
#[test]
fn a_won_game_is_won() {
    let kind = Kind::of::<Track>();
    let (mut game, stop) = (kind.begin(&Setup::default()).expect("a start"), AtomicBool::new(false));
    let contender = Contender::parse(kind, "engine:alphabeta,hash=1").expect("an engine");
    let mut agent = contender.build().expect("memory");
    agent.new_game(&*game, 1, &stop).expect("a new game");
    while game.outcome().is_none() && game.ply() < 20 {
        let (side, paces) = (game.side_to_move(), [Pace::Move(Duration::from_millis(100)); MAX_SIDES]);
        let (left, grace, asked) = ([Duration::ZERO; MAX_SIDES], Duration::ZERO, Instant::now());
        let clock = Clock { side, paces, left, grace, asked };
        let choice = agent.choose(&*game, &clock, &stop).expect("a move");
        assert!(choice.note.depth > 0, "{}: {:?}", game.position_text(), choice.note);
        game.play(&choice.best).expect("a legal move");
    }
    assert_eq!(game.outcome(), Some(Outcome::win(Side::FIRST)));
    assert_eq!(game.ply(), 7);
}

/// What was won is drawn once the way leads through a position that has occurred too often.
#[test]
fn what_was_played_before_is_not_forgotten() {
    let (stop, mut game) = (AtomicBool::new(false), Played::new(Track(4, Side::FIRST)));
    let task = Task::new(&stop, 1, 1 << 20);
    let solve = |game: &Played<Track>| AnyGame::solve(game, &task).expect("a solver").value;
    for (ply, m) in [Track::BACK, Track::WAIT, Track::ON, Track::WAIT, Track::BACK].into_iter().enumerate() {
        let expected = [Value::Win, Value::Loss][ply % 2];
        assert_eq!(solve(&game), expected, "{ply}");
        game.play(m);
    }
    // Back where the game was twice already, it would be a draw.
    assert_eq!((game.outcome(), solve(&game)), (None, Value::Unknown));
}

/// A long walk, which the first side wins in the end, whatever is played: too far for a search, but not for a solver
/// that has some time.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Walk(u8, Side);

impl Walk {
    const LENGTH: u8 = 200;
    /// What the solver needs: the first turn of an analysis is shorter, the second one longer.
    const TIME: Duration = Duration::from_millis(50);
}

impl Position for Walk {
    type Move = u8;
    type Undo = ();
    type Moves = ArrayVec<u8, 2>;

    fn side_to_move(&self) -> Side {
        self.1
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.0 == Self::LENGTH).then(|| Outcome::win(Side::FIRST))
    }
    fn moves(&self, list: &mut Self::Moves) {
        if self.0 < Self::LENGTH {
            list.extend([0, 1]);
        }
    }
    fn make(&mut self, _: u8) {
        *self = Self(self.0 + 1, self.1.other());
    }
    fn unmake(&mut self, _: u8, (): ()) {
        *self = Self(self.0 - 1, self.1.other());
    }
}

manyply::one_variant!(Walk: Self(0, Side::FIRST));

impl Notation for Walk {
    const NAME: &'static str = "walk";
    const SUMMARY: &'static str = "it is long";

    fn position_text(&self) -> String {
        self.0.to_string()
    }
    fn parse_position(text: &str, (): &()) -> Result<Self, TextError> {
        let steps = number(text, 0, 0..=Self::LENGTH.into(), "")? as u8;
        Ok(Self(steps, Side::new(usize::from(steps % 2))))
    }
}

impl Searchable for Walk {
    type State = Plain;
}

impl Solve for Walk {
    const SOLVER: Option<&'static str> = Some("counts");
    const SOLVER_TURNS: bool = true;

    fn solve(&self, task: &Task<'_>) -> Result<Solution<u8>, String> {
        let until = Instant::now() + Self::TIME;
        while Instant::now() < until {
            if task.is_over() {
                return Ok(Solution { nodes: 7, ..Solution::unknown() });
            }
        }
        let plies = Some(u32::from(Self::LENGTH - self.0));
        let line = vec![0; usize::from(Self::LENGTH - self.0)];
        Ok(Solution { value: Value::Win, plies, best: vec![0], line, nodes: 1000, ..Solution::unknown() })
    }
}

manyply::defaults!(Walk: game::Evaluate, game::Baselines, game::Tunable);

/// A search has lines to show while a solver has not found anything yet. Where nodes or the depth are limited the
/// solver comes first: then nothing depends on the clock.
#[test]
fn solver_and_search_take_turns() {
    let (stop, game) = (AtomicBool::new(false), Played::new(Walk(0, Side::FIRST)));
    let analysed = |limits, multipv| {
        let mut engine = Kind::of::<Walk>().engine(Options { hash_mib: 1, multipv, ..Options::default() }).unwrap();
        let progress = &|_: &str, _: f64| ();
        let question = Question { game: &game, moves: None, limits, solves: true, memory: 1 << 20, progress };
        let mut lines = Vec::new();
        let found = analyse(&mut *engine, &question, &stop, &mut |told| {
            if let Told::Line(line) = told {
                lines.push(line.clone());
            }
        });
        (found.expect("an analysis"), lines)
    };
    for limits in [Limits::default(), Limits::time(Duration::from_secs(20))] {
        let (found, lines) = analysed(limits, 1);
        assert_eq!((found.score, found.depth), (Some(Score::Win(200)), 200));
        let depths: Vec<_> = lines.iter().map(|line| line.depth).collect();
        assert!(depths[0] == 1 && depths.is_sorted() && depths.ends_with(&[200]), "{depths:?}");
        let nodes: Vec<_> = lines.iter().map(|line| line.nodes).collect();
        assert!(nodes[0] > 7 && nodes.is_sorted() && found.nodes == nodes[nodes.len() - 1], "{nodes:?}");
        assert!(lines.iter().map(|line| line.elapsed).is_sorted());
    }
    let (found, lines) = analysed(Limits::depth(3), 1);
    assert_eq!((found.score, lines.len()), (Some(Score::Win(200)), 1));
    let (found, lines) = analysed(Limits::time(Duration::from_millis(400)), 2);
    assert_eq!((found.score, found.reports.len()), (Some(Score::Win(200)), 2));
    let best: Vec<_> = lines.iter().filter(|line| line.multipv == 1).map(|line| line.depth).collect();
    assert!(best[0] == 1 && best.ends_with(&[200]), "what the solver has found comes before the other move: {best:?}");
    // Too little time for this solver.
    let (found, _) = analysed(Limits::time(Duration::from_millis(60)), 1);
    assert!(matches!(found.score, Some(Score::Cp(_))) && found.solved_by.is_none(), "{found:?}");
}
