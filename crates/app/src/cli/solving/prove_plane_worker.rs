//! What threads do for a proof of the plane: they try positions, and split those that resist.

use crate::cli::common::{Failure, Result};
use crate::cli::solving::prove_guide::Guide;
use crate::cli::solving::prove_hints::Hints;
use manyply::games::gomoku::Gomoku;
use manyply::games::gomoku::prover::plane::{self, ATTACKER, Chart, Facts, Point, Scene, Task};
use manyply::games::gomoku::prover::{LAST_ROUND, Prover};
use manyply::games::gomoku::verify::plane as checker;
use manyply::games::gomoku::verify::{Certificate, Format, rules_text};
use manyply_arena::Contender;
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::time::Instant;

/// The last round in which a move by which a position may be split is tried: White passes after it.
const PASS_ROUND: u32 = 1;
/// Moves that are tried so.
const MOST_ANSWERS: usize = 4;

/// A tree.
pub(crate) struct Tree {
    /// In the digits of certificates.
    pub(crate) digits: String,
    /// The columns and rows of the board on which it wins, if that is not the plane.
    board: Option<i8>,
}

impl Tree {
    /// Its position, as in certificates.
    pub(crate) fn name(&self, scene: &Scene) -> String {
        let board = self.board.map(|side| format!("{side}x{side} ")).unwrap_or_default();
        format!("{board}{scene}")
    }
}

/// What came of a position.
pub(crate) enum Found {
    /// Its tree.
    Tree(Tree),
    /// The move by which it is split, and the tree after it and a pass of White.
    Split(Point, Tree),
    /// Nothing in this round.
    Nothing,
}

/// The threads, and what they work with.
pub(crate) struct Crew<'a> {
    pub(crate) threads: usize,
    pub(crate) format: Format,
    /// Columns and rows of the board on which Black is to win, too.
    pub(crate) board: Option<i8>,
    pub(crate) deadline: Option<Instant>,
    pub(crate) ask: Option<&'a Contender>,
    pub(crate) hints: &'a Hints,
    /// Positions that have resisted so many rounds are split.
    pub(crate) split: Option<u32>,
    /// Set when one of them has failed.
    pub(crate) halt: AtomicBool,
    pub(crate) stop: &'a AtomicBool,
}

impl Crew<'_> {
    /// Tries these positions in a round, and hands over what comes of each.
    ///
    /// # Errors
    /// The agent that is asked has failed, or `each`: then no others are tried.
    pub(crate) fn work(&self, tasks: &[Task], round: u32, each: &mut dyn FnMut(&Task, Found) -> Result) -> Result {
        let (next, (sender, reports)) = (AtomicUsize::new(0), channel());
        let mut failure = None;
        std::thread::scope(|scope| {
            for _ in 0..self.threads.min(tasks.len()) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    while let Some(task) = tasks.get(next.fetch_add(1, Relaxed)) {
                        let found = self.attempt(task, round);
                        let is_last = found.is_err();
                        if sender.send((task, found)).is_err() || is_last {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for (task, found) in reports {
                if let Err(problem) = found.map_err(Failure::input).and_then(|found| each(task, found)) {
                    failure.get_or_insert(problem);
                    self.halt.store(true, Relaxed);
                }
            }
        });
        failure.map_or(Ok(()), Err)
    }

    /// Tries a position in a round.
    ///
    /// # Errors
    /// The agent that is asked has failed.
    fn attempt(&self, task: &Task, round: u32) -> Result<Found, String> {
        let scene = &task.scene;
        // After a pass White's replies are in no zone yet.
        let may_split = self.split.is_some() && !task.helps && scene.black.len() == scene.white.len();
        let hint = if may_split { self.hint(scene) } else { None };
        if let Some(m) = hint
            && let Some(tree) = self.after(scene, m)?
        {
            return Ok(Found::Split(m, tree));
        }
        if let Some(tree) = self.tree(scene, round)? {
            return Ok(Found::Tree(tree));
        }
        let resists = self.split.is_some_and(|split| (round + 1).min(LAST_ROUND) >= split);
        if may_split && resists {
            for m in self.answers(scene)? {
                if let Some(tree) = self.after(scene, m)? {
                    return Ok(Found::Split(m, tree));
                }
            }
        }
        Ok(Found::Nothing)
    }

    /// The move by which a certificate splits a position.
    fn hint(&self, scene: &Scene) -> Option<Point> {
        let mut charts = Chart::all(scene, self.board).into_iter();
        let (chart, game) = charts.find_map(|chart| chart.game(scene, self.format.exact).map(|game| (chart, game)))?;
        self.hints.of(scene, &chart, &game).filter(|hint| hint.splits).map(|hint| chart.point(hint.m))
    }

    /// The tree after a move of Black and a pass of White, if it is found soon.
    fn after(&self, scene: &Scene, m: Point) -> Result<Option<Tree>, String> {
        let after = scene.with_black(m);
        for round in 0..=PASS_ROUND {
            if let Some(tree) = self.tree(&after, round)? {
                return Ok(Some(tree));
            }
        }
        Ok(None)
    }

    fn is_over(&self) -> bool {
        let is_late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.halt.load(Relaxed) || self.stop.load(Relaxed) || is_late()
    }

    /// Moves of Black by which a position may be split, the most promising first.
    fn answers(&self, scene: &Scene) -> Result<Vec<Point>, String> {
        let charts = Chart::all(scene, self.board);
        let Some((chart, game)) = charts.iter().find_map(|chart| Some((chart, chart.game(scene, self.format.exact)?)))
        else {
            return Ok(Vec::new());
        };
        let hint = self.hints.of(scene, chart, &game).map(|hint| hint.m);
        let mut moves = Vec::new();
        let searched = Guide::new(self.deadline, self.stop).asking(self.ask)?.answer(&game)?;
        for m in hint.into_iter().chain(searched).map(|m| chart.point(m)) {
            if !moves.contains(&m) && !scene.has(m) && moves.len() < MOST_ANSWERS {
                moves.push(m);
            }
        }
        Ok(moves)
    }

    /// The tree of a position, if one is found in a round and the checker accepts it.
    fn tree(&self, scene: &Scene, round: u32) -> Result<Option<Tree>, String> {
        let mut guide = Guide::new(self.deadline, self.stop).asking(self.ask)?;
        let problem = RefCell::new(None);
        let is_over = || self.is_over() || problem.borrow().is_some();
        let mut order = |chart: &Chart, game: &Gomoku, nodes: u64| {
            // What a certificate plays needs no search; where it leads nowhere, the search's moves may do.
            if round.is_multiple_of(2)
                && let Some(hint) = self.hints.of(scene, chart, game)
            {
                return vec![hint.m];
            }
            guide.order(game, nodes).unwrap_or_else(|fault| {
                *problem.borrow_mut() = Some(fault);
                Vec::new()
            })
        };
        let mut prover = Prover::new(ATTACKER, &is_over);
        let tree_of = |found: &plane::Found| Tree {
            digits: found.tree.iter().map(|m| format!("{:04x}", m.number())).collect(),
            board: self.board.filter(|_| found.is_on_board),
        };
        let accepts = |found: &plane::Found| {
            let tree = tree_of(found);
            let text = format!("# rules: {}\n{}|{}\n", rules_text(self.format), tree.name(scene), tree.digits);
            let squares = self.board.filter(|_| !found.is_on_board).map(|side| usize::from(side.unsigned_abs()).pow(2));
            read(self.format, &text).is_ok_and(|facts| squares.is_none_or(|squares| squares >= facts.room))
        };
        let setting = (self.format.exact, self.board);
        let found = plane::prove(&mut prover, scene, setting, round..=round, &mut order, &accepts);
        if let Some(problem) = problem.take().filter(|_| !self.is_over()) {
            return Err(format!("--ask: {problem}"));
        }
        Ok(found.as_ref().map(tree_of))
    }
}

/// What the checker says of the only tree of a certificate.
fn read(format: Format, text: &str) -> Result<checker::Facts, String> {
    let certificate = Certificate::parse(text.as_bytes(), format).map_err(|error| error.to_string())?;
    checker::read(&certificate, &certificate.roots[0]).map_err(|refusal| refusal.to_string())
}

/// The same, in points.
pub(crate) fn facts(format: Format, text: &str) -> Result<Facts, String> {
    let facts = read(format, text)?;
    let points = |squares: Vec<u16>| squares.into_iter().map(Point::numbered).collect();
    Ok(Facts { zone: facts.zone.map(points), touched: points(facts.touched) })
}
