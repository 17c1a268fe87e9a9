//! `manyply prove gomoku --plane --board`: what a certificate of the plane lacks on boards whose edges cut trees off.

use crate::cli::common::{Bar, Blame, Failure, Result, Session, input, misread};
use crate::cli::solving::prove::Arguments;
use crate::cli::solving::prove_certificate::write;
use crate::cli::solving::prove_hints::Hints;
use crate::cli::solving::prove_journal::Journal;
use crate::cli::solving::prove_plane_worker::{Crew, Found};
use crate::cli::solving::verify;
use manyply::formats::Content;
use manyply::games::gomoku::prover::LAST_ROUND;
use manyply::games::gomoku::prover::plane::{Point, Scene, Task};
use manyply::games::gomoku::verify::plane::{Known, Stones, index_beside};
use manyply::games::gomoku::verify::{Certificate, Format, header};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Proves what is lacking, round by round, and writes the certificate with what was found.
pub(crate) fn run(arguments: &Arguments, format: Format, mut journal: Journal, session: &mut Session<'_>) -> Result {
    let (started, [path]) = (Instant::now(), &arguments.from[..]) else {
        return Err(Failure::input("--from: many files; expected one with --board, as 'manyply merge' makes of many"));
    };
    let wrong = |error: &dyn std::fmt::Display| misread("--from", path, &[Content::Certificate], error);
    let bytes = verify::read(path, session).map_err(|error| wrong(&error))?;
    let mut certificate = Certificate::parse(&bytes, Format::default()).map_err(|error| wrong(&error))?;
    if certificate.format != format {
        let rule = if format.exact { "standard" } else { "freestyle" };
        let problem = format!("is about {}; expected rule={rule},connect=5,size=plane", certificate.rules());
        return Err(wrong(&problem));
    }
    let answered = journal.answers().filter_map(|(before, m)| Scene::parse(&format!("{before} {m}")));
    let answers: Vec<Stones> = answered.map(|scene| stones(&scene)).collect();
    let threads = arguments.threads();
    let bar = Bar::new(session.has_terminal);
    let index = index_beside(path);
    let mut known = if index.exists() {
        // What is written in the end is checked as a whole by whoever uses it.
        let wrong = |error: &dyn std::fmt::Display| {
            misread("--from", &index, &[Content::Other("the index of a certificate")], error)
        };
        let bytes = verify::read(&index, session).map_err(|error| wrong(&error))?;
        Known::indexed(&certificate, &bytes).map_err(|error| wrong(&error))?
    } else {
        let known = Known::check(&certificate, threads, &session.stop, &|part| bar.show("checked", part));
        known.map_err(|refusal| wrong(&refusal))?.ok_or(Failure::Interrupted)?
    };
    // What is known beside the certificate, in its order.
    let mut names: Vec<String> = journal.proved().map(str::to_owned).collect();
    names.sort_unstable();
    if !names.is_empty() {
        add(&mut known, &journal.certificate(&names), format)?;
    }
    let stop = session.stop.clone();
    let ask = arguments.ask()?;
    let mut crew = Crew {
        threads,
        format,
        board: None,
        deadline: arguments.time.and_then(|time| started.checked_add(time)),
        ask: ask.as_ref(),
        hints: &Hints::read(&arguments.hint, format.exact, session)?,
        split: arguments.split.0,
        halt: AtomicBool::new(false),
        stop: &stop,
    };
    let mut left = 0;
    for &side in &arguments.board {
        crew.board = Some(side);
        left += loop {
            let tasks = tasks(&known.lacks(side.into(), &answers));
            let round = |task: &Task| journal.round(&task.scene.to_string());
            let least = tasks.iter().map(round).min().unwrap_or_default();
            let is_over = session.is_stopped() || crew.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if tasks.is_empty() || arguments.list || is_over || least > LAST_ROUND {
                for task in tasks.iter().filter(|_| arguments.list) {
                    writeln!(session.out, "{side}x{side}: {}", task.scene)?;
                }
                break tasks.len();
            }
            let now: Vec<Task> = tasks.iter().filter(|task| round(task) == least).cloned().collect();
            let (count, all, seconds) = (now.len(), tasks.len(), started.elapsed().as_secs_f64());
            bar.aside(|| {
                writeln!(session.err, "{side}x{side}: {count} of {all} positions, round {least}, {seconds:.0} s")
            })?;
            crew.work(&now, least, &mut |task, found| {
                let name = task.scene.to_string();
                // Once more in the next round, if the edges cut this tree off as well.
                journal.postpone(&name, least + 1)?;
                let (name, tree) = match found {
                    Found::Tree(tree) => (tree.name(&task.scene), tree),
                    Found::Split(m, tree) => (tree.name(&task.scene.with_black(m)), tree),
                    Found::Nothing => return Ok(()),
                };
                add(&mut known, &format!("{name}|{}\n", tree.digits), format)?;
                names.push(name.clone());
                journal.prove(&name, tree.digits)
            })?;
        };
    }
    drop(bar);
    session.keeps(journal.kept());
    if arguments.list {
        return Ok(());
    }
    if left == 0 {
        // What others have made superfluous is left out.
        let (count, needed) = (certificate.roots.len(), known.needed());
        names = needed.iter().filter_map(|&number| names.get(number.checked_sub(count)?).cloned()).collect();
        let roots = std::mem::take(&mut certificate.roots);
        certificate.roots = needed.iter().filter_map(|&number| roots.get(number).cloned()).collect();
    }
    names.sort_unstable();
    names.dedup();
    if let Some(path) = &arguments.out {
        let text = journal.certificate(&names);
        let more = (!names.is_empty()).then(|| Certificate::parse(text.as_bytes(), format));
        let more = more.transpose().or_input()?;
        let parts = || std::iter::once(&certificate).chain(&more);
        let mut content = header(format, parts().map(|part| part.roots.len()).sum()).into_bytes();
        for part in parts() {
            let bodies = part.bodies();
            content.extend(bodies.map_err(|(root, at)| input!("{}: digit {at}", part.place(&root)))?);
        }
        write(path, &content, session)?;
    }
    let seconds = started.elapsed().as_secs_f64();
    if left == 0 {
        let count = names.len();
        return Ok(writeln!(
            session.out,
            "all that is lacking there is proved by {count} positions more, {seconds:.1} s"
        )?);
    }
    writeln!(session.out, "not proved: {left} positions are open, {seconds:.1} s")?;
    session.check_stop()
}

/// Adds trees, in text, to what is known.
fn add(known: &mut Known, lines: &str, format: Format) -> Result {
    let certificate = Certificate::parse(lines.as_bytes(), format).or_input()?;
    known.add(&certificate).or_input()
}

/// The stones of a position on one sheet.
fn stones(scene: &Scene) -> Stones {
    [&scene.black, &scene.white].map(|stones| stones.iter().map(|stone| (stone.x.into(), stone.y.into())).collect())
}

/// The positions to be proved.
fn tasks(lacks: &[Stones]) -> Vec<Task> {
    let point = |&(x, y): &(i32, i32)| Some(Point::at(i8::try_from(x).ok()?, i8::try_from(y).ok()?));
    let points = |stones: &[(i32, i32)]| stones.iter().map(point).collect::<Option<Vec<Point>>>();
    let scenes = lacks.iter().filter_map(|[black, white]| Some(Scene { black: points(black)?, white: points(white)? }));
    scenes.map(|scene| Task { scene, helps: false }).collect()
}
