//! `manyply prove gomoku --plane`: the win on the unbounded board, White's second stones one by one.

use crate::cli::common::{Bar, Blame, Result, Session, check_place, input};
use crate::cli::solving::prove::Arguments;
use crate::cli::solving::prove_board;
use crate::cli::solving::prove_certificate::{content, write};
use crate::cli::solving::prove_hints::Hints;
use crate::cli::solving::prove_journal::Journal;
use crate::cli::solving::prove_plane_worker::{Crew, Found, facts};
use manyply::game::Variant;
use manyply::games::gomoku::prover::LAST_ROUND;
use manyply::games::gomoku::prover::plane::{self, Point, Proved, Scene, Task};
use manyply::games::gomoku::verify::plane::check;
use manyply::games::gomoku::verify::{Certificate, Format};
use manyply::games::gomoku::{Gomoku, Rule};
use manyply_arena::Contender;
use std::cell::{Cell, RefCell};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Second stones up to this distance, all of whose windows are near Black's stones, are proved before those further
/// off.
const NEAR: i8 = 5;
/// The rounds of the first pass through all second stones.
const FIRST_ROUNDS: u32 = 2;
/// Rounds that are spent on what only spares others.
const HELP_ROUNDS: u32 = 1;

pub(crate) fn run(arguments: &Arguments, position: &Gomoku, session: &mut Session<'_>) -> Result {
    check_place("--out", arguments.out.as_deref())?;
    let started = Instant::now();
    let exact = position.rules().rule == Rule::Standard;
    let rules = format!("rule={},size=plane", if exact { "standard" } else { "freestyle" });
    let format = Format::parse(&rules).or_input()?;
    let about = if arguments.board.is_empty() { "the plane" } else { "the plane on boards" };
    let mut journal = arguments.journal(format, about, session)?;
    for text in &arguments.answer {
        let expected = "expected squares, the last of them the answer, as in \"0,0 3,-2 1,1\"";
        Scene::parse(text).ok_or_else(|| input!("--answer: {text:?}: {expected}"))?;
        journal.answer(text)?;
    }
    if !arguments.board.is_empty() {
        return prove_board::run(arguments, format, journal, session);
    }
    let journal = RefCell::new(journal);
    let read = |scene: &Scene| facts(format, &journal.borrow().certificate(&[scene.to_string()])).ok();
    let mut proved = Proved::new(&read);
    journal.borrow().proved().filter_map(Scene::parse).for_each(|scene| proved.add(scene));
    for (moves, m) in journal.borrow().answers() {
        let m = Scene::parse(m).and_then(|m| m.black.first().copied());
        Scene::parse(moves).zip(m).into_iter().for_each(|(scene, m)| proved.choose(scene, m));
    }
    let run = Run {
        arguments,
        format,
        threads: arguments.threads(),
        deadline: arguments.time.and_then(|time| started.checked_add(time)),
        ask: arguments.ask()?,
        hints: Hints::read(&arguments.hint, exact, session)?,
        journal: &journal,
        radius: Cell::new(None),
    };
    let left = run.work(&mut proved, session)?;
    session.keeps(journal.borrow().kept());
    if arguments.list {
        return Ok(());
    }
    // Nothing is written while nothing is proved.
    if let Some(path) = arguments.out.as_ref().filter(|_| !proved.scenes().is_empty()) {
        let text = run.certificate(&proved, left == 0);
        let certificate = Certificate::parse(text.as_bytes(), format).or_input()?;
        write(path, &content(&certificate, arguments.text)?, session)?;
        writeln!(session.out, "{} positions written; 'manyply verify' says what they prove", certificate.roots.len())?;
    }
    let seconds = started.elapsed().as_secs_f64();
    if left == 0 {
        return Ok(writeln!(session.out, "all second stones are answered, {seconds:.1} s")?);
    }
    writeln!(session.out, "not proved: {left} second stones are open, {seconds:.1} s")?;
    session.check_stop()
}

/// A second stone of White, with Black's stone at (0,0): on the other sheet, or so far in columns and rows.
fn second(place: Option<(i8, i8)>) -> Scene {
    let white = place.map_or(Point { sheet: 1, x: 0, y: 0 }, |(x, y)| Point::at(-x, -y));
    Scene { black: vec![Point::at(0, 0)], white: vec![white] }
}

/// Second stones so far away, one of each eight.
fn ring(distance: i8) -> impl Iterator<Item = Scene> {
    (0..=distance).map(move |x| second(Some((x, distance))))
}

/// Black's answer to a second stone: a stone that touches its first one at a corner, away from the other; beside it if
/// that one touches, too.
fn answer(scene: &Scene) -> Option<Point> {
    let ([_], [white]) = (&scene.black[..], &scene.white[..]) else { return None };
    let touches = white.distance(Point::at(0, 0)) == 1;
    Some(Point::at(1, if touches { -1 } else { 1 }))
}

struct Run<'a> {
    arguments: &'a Arguments,
    format: Format,
    threads: usize,
    deadline: Option<Instant>,
    ask: Option<Contender>,
    hints: Hints,
    journal: &'a RefCell<Journal>,
    /// How far second stones have to be looked at, once the one on the other sheet is proved.
    radius: Cell<Option<i8>>,
}

impl<'a> Run<'a> {
    /// Proves what it can; how many second stones are left.
    fn work(&self, proved: &mut Proved<'a>, session: &mut Session<'_>) -> Result<usize> {
        let mut rounds = FIRST_ROUNDS;
        loop {
            let mut roots: Vec<Scene> = std::iter::once(second(None)).chain((2..=NEAR).rev().flat_map(ring)).collect();
            let mut open = self.prove_all(&roots, rounds, proved, session)?;
            self.radius.set(self.radius.get().or_else(|| self.find_radius(proved)));
            roots = (NEAR + 1..=self.radius.get().unwrap_or_default()).rev().flat_map(ring).chain(ring(1)).collect();
            open += self.prove_all(&roots, rounds, proved, session)? + usize::from(self.radius.get().is_none());
            if open == 0 || self.is_over(session) || self.arguments.list || rounds == LAST_ROUND {
                return Ok(open);
            }
            rounds += 1;
        }
    }

    fn is_over(&self, session: &Session<'_>) -> bool {
        session.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// How many of these second stones are left after so many rounds.
    fn prove_all(
        &self,
        roots: &[Scene],
        rounds: u32,
        proved: &mut Proved<'a>,
        session: &mut Session<'_>,
    ) -> Result<usize> {
        let mut open = 0;
        let bar = Bar::new(session.has_terminal && !self.arguments.list);
        for (index, root) in roots.iter().enumerate() {
            bar.show(&format!("second stone {root}, up to round {rounds}"), index as f64 / roots.len() as f64);
            let (started, mut count) = (Instant::now(), 0);
            let left = loop {
                let tasks = self.tasks(std::slice::from_ref(root), proved);
                let round = |task: &Task| self.journal.borrow().round(&task.scene.to_string());
                let least = tasks.iter().map(round).min().unwrap_or_default();
                if tasks.is_empty() || least >= rounds || self.is_over(session) || self.arguments.list {
                    break tasks;
                }
                let now: Vec<Task> = tasks.iter().filter(|task| round(task) == least).cloned().collect();
                count += self.batch(&now, least, proved, session)?;
            };
            open += usize::from(!left.is_empty());
            for task in left.iter().filter(|_| self.arguments.list) {
                writeln!(session.out, "{root}: {}", task.scene)?;
            }
            if count > 0 {
                let seconds = started.elapsed().as_secs_f64();
                bar.aside(|| writeln!(session.err, "{root}: {count} proved, {} open, {seconds:.0} s", left.len()))?;
            }
        }
        Ok(open)
    }

    fn tasks(&self, roots: &[Scene], proved: &Proved<'_>) -> Vec<Task> {
        let journal = self.journal.borrow();
        let mut answers = |scene: &Scene| proved.answer(scene).or_else(|| answer(scene));
        let skips = |scene: &Scene| journal.round(&scene.to_string()) >= HELP_ROUNDS;
        plane::plan(roots, proved, &mut answers, &skips)
    }

    /// How far second stones have to be looked at, if the one on the other sheet is proved: what the checker says.
    fn find_radius(&self, proved: &Proved<'_>) -> Option<i8> {
        proved.take_used();
        if !self.tasks(&[second(None)], proved).is_empty() {
            return None;
        }
        let text = self.text(&proved.take_used());
        let certificate = Certificate::parse(text.as_bytes(), self.format).ok()?;
        let verified = check(&certificate, self.threads, &AtomicBool::new(false), &|_| ()).ok()??;
        verified.cover.radius.and_then(|radius| i8::try_from(radius).ok())
    }

    /// Positions with their trees.
    fn text(&self, scenes: &[&Scene]) -> String {
        let mut names: Vec<String> = scenes.iter().map(ToString::to_string).collect();
        names.sort_unstable();
        self.journal.borrow().certificate(&names)
    }

    /// Everything that is proved, or, if that is the whole plane, what it rests on.
    fn certificate(&self, proved: &Proved<'_>, is_whole: bool) -> String {
        if !is_whole {
            return self.text(&proved.scenes());
        }
        proved.take_used();
        let near = (1..=self.radius.get().unwrap_or_default()).flat_map(ring);
        self.tasks(&std::iter::once(second(None)).chain(near).collect::<Vec<_>>(), proved);
        self.text(&proved.take_used())
    }

    /// Tries these positions in one round; how many were proved.
    fn batch(&self, tasks: &[Task], round: u32, proved: &mut Proved<'a>, session: &mut Session<'_>) -> Result<usize> {
        let stop = session.stop.clone();
        let mut count = 0;
        self.crew(&stop).work(tasks, round, &mut |task, found| {
            let name = task.scene.to_string();
            match found {
                Found::Tree(tree) => {
                    count += 1;
                    proved.add(task.scene.clone());
                    self.journal.borrow_mut().prove(&name, tree.digits)
                }
                Found::Split(m, tree) => {
                    let after = task.scene.with_black(m);
                    let lines = [format!("{name} {m}"), after.to_string()];
                    proved.choose(task.scene.clone(), m);
                    proved.add(after);
                    let mut journal = self.journal.borrow_mut();
                    journal.answer(&lines[0]).and_then(|()| journal.prove(&lines[1], tree.digits))
                }
                Found::Nothing if self.is_over(session) => Ok(()),
                Found::Nothing => self.journal.borrow_mut().postpone(&name, (round + 1).min(LAST_ROUND)),
            }
        })?;
        Ok(count)
    }

    /// What threads work with: no journal, which is this one's.
    fn crew<'b>(&'b self, stop: &'b AtomicBool) -> Crew<'b> {
        let (format, deadline, split) = (self.format, self.deadline, self.arguments.split.0);
        let (threads, ask, hints, halt) = (self.threads, self.ask.as_ref(), &self.hints, AtomicBool::new(false));
        Crew { threads, format, board: None, deadline, ask, hints, split, halt, stop }
    }
}
