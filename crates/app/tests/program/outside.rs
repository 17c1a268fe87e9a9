//! Outside programs as agents: such as play, and such as sleep, flood, print garbage or end.
#![cfg(unix)]

use manyply::face::Setup;
use manyply::games::kind;
use manyply_arena::statistics::{Faults, Standing};
use manyply_arena::{Contender, Openings, Pace, Record, Schedule, Series, Terms, book};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

type Failure = Box<dyn std::error::Error>;

fn described(game: &str, texts: [&str; 2]) -> Result<Vec<Contender>, Failure> {
    let kind = kind(game)?;
    Ok(texts.into_iter().map(|text| Contender::parse(kind, text)).collect::<Result<_, _>>()?)
}

/// So many random moves of minichess.
fn openings(plies: u32) -> Result<Openings, Failure> {
    let from = kind("minichess")?.begin(&Setup::default())?;
    Ok(Openings::Random { from, random_starts: false, plies, seed: 1 })
}

/// Plays a program against one that moves at random, from the start.
fn play(program: &str, games: u64, time: impl Into<Option<Duration>>) -> Result<Vec<Record>, Failure> {
    let contenders = described("minichess", [program, "random"])?;
    let openings = openings(0)?;
    series(&contenders, games, &openings, time.into().map(Pace::Move), Duration::from_millis(100))
}

fn series(
    contenders: &[Contender],
    games: u64,
    openings: &Openings,
    pace: Option<Pace>,
    grace: Duration,
) -> Result<Vec<Record>, Failure> {
    let series = Series {
        contenders,
        schedule: &Schedule::of_match(&[0, 1], games),
        openings,
        pace,
        terms: Terms { grace, ..Terms::default() },
        seed: 1,
        concurrency: 1,
        watch: None,
    };
    let mut records = Vec::new();
    series.play(&HashSet::new(), &AtomicBool::new(false), &mut |record| {
        records.push(record);
        ControlFlow::Continue(())
    })?;
    Ok(records)
}

/// Plays two games that the program must lose by a fault.
fn faults(program: &str) -> Result<(Faults, String), Failure> {
    faults_in(program, Some(Duration::from_millis(300)))
}

fn faults_in(program: &str, time: Option<Duration>) -> Result<(Faults, String), Failure> {
    let records = play(program, 2, time)?;
    let mut standing = Standing::new(2, 2);
    records.iter().for_each(|record| standing.add(record));
    assert_eq!((standing.games(), standing.tally(0).losses), (2, 2), "{program}: {records:?}");
    Ok((*standing.faults(0), records[0].ending.clone()))
}

/// A program that shakes hands and then does something when it is to move.
fn on_go(action: &str) -> String {
    let greeting = "ugi) echo ugiok;; isready) echo readyok;;";
    format!("ugi:sh -c 'while read line; do case \"$line\" in {greeting} go*) {action};; esac; done'")
}

const TIMEOUTS: Faults = Faults { timeouts: 2, illegal: 0, crashes: 0 };
const ILLEGAL: Faults = Faults { timeouts: 0, illegal: 2, crashes: 0 };
const CRASHES: Faults = Faults { timeouts: 0, illegal: 0, crashes: 2 };

#[test]
fn programs_that_misbehave_when_they_are_to_move() -> Result<(), Failure> {
    for (action, expected, reason) in [
        ("sleep 60", TIMEOUTS, "timeout"),
        ("printf \"\\\\377\\\\000 garbage\\\\n\"", TIMEOUTS, "timeout"),
        ("echo bestmove", ILLEGAL, "illegal"),
        ("echo bestmove a1a6", ILLEGAL, "a1a6"),
        ("echo bestmove 0000 ponder; echo bestmove a2a3", ILLEGAL, "0000"),
        ("exit 3", CRASHES, "3"),
        ("exec sleep 60 >/dev/null", CRASHES, "closed"),
    ] {
        let started = Instant::now();
        let (found, ending) = faults(&on_go(action))?;
        assert_eq!(found, expected, "{action}: {ending}");
        assert!(ending.contains(reason), "{action}: {ending}");
        assert!(started.elapsed() < Duration::from_secs(10), "{action}");
    }
    Ok(())
}

#[test]
fn programs_that_flood() -> Result<(), Failure> {
    // Whichever comes first, the end of the time or that of the patience.
    for action in ["yes", "yes | tr -d \"\\\\n\"", "while :; do echo info string; done"] {
        let (found, ending) = faults(&on_go(action))?;
        assert_eq!(found.timeouts + found.crashes, 2, "{action}: {ending}");
    }
    Ok(())
}

#[test]
fn programs_that_do_not_get_ready() -> Result<(), Failure> {
    for program in ["sleep 60", "yes", "true", "sh -c \"exit 7\"", "cat /dev/urandom", "echo ugiok"] {
        let (found, ending) = faults(&format!("ugi:{program};startup=200ms"))?;
        assert_eq!(found, CRASHES, "{program}: {ending}");
    }
    assert!(play("ugi:no/such/program", 2, Duration::from_secs(1)).is_err());
    Ok(())
}

/// The last words of a program stand beside how it ended, and all of them in a log.
#[test]
fn what_programs_complain_of_is_kept() -> Result<(), Failure> {
    let log = super::absent("complaints");
    let action = "echo first >&2; echo \"no memory\" >&2; exit 3";
    let (found, ending) = faults(&format!("{};stderr={log}", on_go(action)))?;
    assert_eq!((found, &*ending), (CRASHES, "crash 1 the program ended: exit status: 3: no memory"));
    assert_eq!(std::fs::read_to_string(&log)?, "first\nno memory\n".repeat(2));
    let (found, ending) = faults(&on_go("yes complaint | head -c 1000000 >&2; printf last >&2; exit 3"))?;
    assert_eq!((found, ending.rsplit(' ').next()), (CRASHES, Some("last")), "{ending}");
    let files = format!("file:sh -c 'echo \"no state\" >&2; exit 4' x;stderr={log}");
    assert_eq!(faults(&files)?.0, CRASHES);
    assert!(std::fs::read_to_string(&log)?.ends_with("no memory\nno state\nno state\n"));
    let refused = play("ugi:sh -c \"sleep 9\";stderr=/no/such/folder/log", 1, Duration::from_secs(1));
    assert!(refused.is_err_and(|error| error.to_string().contains("stderr=/no/such/folder/log")));
    Ok(())
}

/// That a program is dead is noticed even where something that it has started keeps its output open; and where no
/// clock runs, a silent one is not waited for without end.
#[test]
fn programs_that_die_or_fall_silent() -> Result<(), Failure> {
    for (action, settings, reason) in [
        ("sleep 60 & exit 3", "", "exit status: 3"),
        ("sleep 60 & exit 3", ";nodes=100", "exit status: 3"),
        ("sleep 60 & exit 3", ";depth=1", "exit status: 3"),
        (":", ";nodes=100;longest=500ms", "no move within 500ms"),
        (":", ";depth=1;longest=500ms", "no move within 500ms"),
    ] {
        let started = Instant::now();
        let time = settings.is_empty().then_some(Duration::from_secs(2));
        let (found, ending) = faults_in(&(on_go(action) + settings), time)?;
        assert_eq!(found, CRASHES, "{action}{settings}: {ending}");
        assert!(ending.contains(reason), "{action}{settings}: {ending}");
        assert!(started.elapsed() < Duration::from_secs(5), "{action}{settings}");
    }
    // What a program has said before its end counts, also where it ends when the next game has begun.
    for action in ["echo bestmove a1a6; exit 3", "echo bestmove a1a6; sleep 0.1; exit 3"] {
        let (found, ending) = faults_in(&on_go(action), Some(Duration::from_secs(2)))?;
        assert_eq!(found, ILLEGAL, "{action}: {ending}");
    }
    Ok(())
}

/// A player that puts a pipe where its answer should be loses at once.
#[test]
fn a_player_by_files_cannot_hold_up_its_match() -> Result<(), Failure> {
    let player = super::scratch("fifo-player.sh", "rm -f \"$2\" && mkfifo \"$2\"\n");
    let started = Instant::now();
    let (found, ending) = faults(&format!("file:sh {player}"))?;
    assert_eq!(found, CRASHES, "{ending}");
    assert!(ending.contains("not a file") && started.elapsed() < Duration::from_secs(5), "{ending}");
    Ok(())
}

/// What a program leaves behind, in a session of its own so that it is not killed with it, keeps no thread and no
/// descriptor of ours.
#[test]
#[cfg(target_os = "linux")]
fn what_programs_leave_behind_costs_nothing() {
    // It answers now and then: a program that never does ends the match.
    let action = on_go("setsid sleep 15 & echo bestmove b2b3; exit 3");
    let games = ["--games", "20", "--random-plies", "0"];
    let mut play = super::command(&[&["match", "minichess", "--a", &action, "--b", "random"], &games[..]].concat());
    let mut child = play.stdout(std::process::Stdio::null()).spawn().expect("it runs");
    let process = child.id();
    let count = |what: &str| std::fs::read_dir(format!("/proc/{process}/{what}")).map_or(0, Iterator::count);
    let (mut threads, mut files, started) = (0, 0, Instant::now());
    while started.elapsed() < Duration::from_secs(60) && child.try_wait().is_ok_and(|status| status.is_none()) {
        (threads, files) = (count("task").max(threads), count("fd").max(files));
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "all games are played in time");
    assert!(threads < 10 && files < 20, "{threads} threads, {files} descriptors");
}

/// What a program has started goes with it.
#[test]
#[cfg(target_os = "linux")]
fn children_are_killed_too() -> Result<(), Failure> {
    let numbers = super::scratch("children", "");
    let greeting = format!("ugi) sleep 60 & echo $! >> {numbers}; echo ugiok;; isready) echo readyok;;");
    let program = format!("ugi:sh -c 'while read line; do case \"$line\" in {greeting} esac; done'");
    assert_eq!(faults(&program)?.0, TIMEOUTS);
    let numbers = std::fs::read_to_string(numbers)?;
    assert!(numbers.lines().count() > 0);
    // Whoever inherits what has ended may be late to bury it.
    let lives = |number: &str| {
        let status = std::fs::read_to_string(format!("/proc/{number}/stat"));
        status.is_ok_and(|status| !status.contains(") Z "))
    };
    let ended = Instant::now();
    while numbers.lines().any(lives) {
        assert!(ended.elapsed() < Duration::from_secs(10), "one of these lives: {numbers}");
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

/// A player by files gets the position and answers with its last whole line, however it ends.
#[test]
fn players_by_files() -> Result<(), Failure> {
    let move_b2b3 = "head -1 \"$0\" | grep -q 0 && echo 4 1 3 1 >> \"$1\"";
    for (action, first, ending) in [
        (format!("echo 0 0 0 0 >> \"$1\"; {move_b2b3}; printf \"4 2 3\" >> \"$1\""), "b2b3", "illegal 1"),
        (format!("{move_b2b3}; sleep 60"), "b2b3", "illegal 1"),
        ("sleep 60".into(), "", "timeout 1"),
        ("exit 1".into(), "", "crash 1 the program ended: exit status: 1"),
        ("printf \"4 1 3 1\" >> \"$1\"".into(), "", "crash 1 the program ended: exit status: 0"),
        ("echo nonsense >> \"$1\"".into(), "", "illegal 1 nonsense"),
    ] {
        let record = &play(&format!("file:sh -c '{action}'"), 1, Duration::from_millis(500))?[0];
        assert_eq!(record.moves.first().map_or("", String::as_str), first, "{action}: {record:?}");
        assert!(record.ending.starts_with(ending), "{action}: {record:?}");
    }
    // One that thinks until it is ended is ended in time: of a clock for the game, with time left for its next move.
    let thinks = format!("file:sh -c '{move_b2b3}; sleep 60'");
    let contenders = described("minichess", [&thinks, "random"])?;
    let openings = openings(0)?;
    let clock = Pace::Game { base: Duration::from_secs(90), increment: Duration::ZERO };
    let record = &series(&contenders, 1, &openings, Some(clock), Duration::ZERO)?[0];
    assert!(record.moves.len() >= 2 && record.ending.starts_with("illegal 1"), "{record:?}");
    Ok(())
}

/// Whole games against the engine of this library behind the protocol of gomoku's managers.
#[test]
fn our_gomocup_brain_wins_whole_games() -> Result<(), Failure> {
    let brain = format!("gomocup:{} gomocup", env!("CARGO_BIN_EXE_manyply"));
    let contenders = described("gomoku", [&brain, "random"])?;
    let book = "h8\n15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o moves a1\n";
    let openings = Openings::Book(manyply_arena::book(kind("gomoku")?, "", book)?);
    let pace = Some(Pace::Move(Duration::from_millis(200)));
    let records = series(&contenders, 4, &openings, pace, Duration::from_secs(5))?;
    for record in &records {
        let brain = record.seats.iter().position(|&seat| seat == 0).ok_or("no brain")?;
        assert!(record.payoffs[brain] == 1 && record.ending == "rules", "{record:?}");
    }
    Ok(())
}

/// A brain that has no ear for the next game just after one is replaced by another, and so has two moves in each game.
#[test]
fn a_brain_that_does_not_listen_after_a_game_is_started_anew() -> Result<(), Failure> {
    let answer = "START*) if [ $m -gt 0 ]; then echo ERROR; else echo OK; fi;; DONE|BEGIN) m=$((m+1)); echo $m,$m;;";
    let brain = format!("gomocup:sh -c 'm=0; while read line; do case \"$line\" in {answer} esac; done'");
    let contenders = described("gomoku", [&brain, "random:seed=3"])?;
    let openings = Openings::Book(book(kind("gomoku")?, "", "h8 h9\n")?);
    for record in series(&contenders, 3, &openings, Some(Pace::Move(Duration::from_secs(5))), Duration::from_secs(5))? {
        assert!(record.moves.len() > 4, "{record:?}");
    }
    Ok(())
}

/// Whole games against the engine of this library behind UGI, which loses only by the rules.
#[test]
fn our_ugi_engine_plays_whole_games() -> Result<(), Failure> {
    let engine = format!("ugi:{} ugi minichess;nodes=300", env!("CARGO_BIN_EXE_manyply"));
    let contenders = described("minichess", ["engine:nodes=300", &engine])?;
    let openings = openings(4)?;
    let records = series(&contenders, 4, &openings, Some(Pace::Move(Duration::from_secs(10))), Duration::from_secs(5))?;
    assert_eq!(records.len(), 4);
    for record in &records {
        assert!(record.ending == "rules" && record.moves.len() > 4, "{record:?}");
    }
    Ok(())
}

/// A program is told the rules of the match, unless its settings say others: then it plays beside the board.
#[test]
fn our_ugi_engine_is_told_the_rules_of_the_match() -> Result<(), Failure> {
    for (settings, reason) in [("", "rules"), (";Rules=size=19", "illegal")] {
        let engine = format!("ugi:{} ugi gomoku;nodes=300{settings}", env!("CARGO_BIN_EXE_manyply"));
        let contenders = described("gomoku", [&engine, "engine:nodes=300"])?;
        let start = kind("gomoku")?.begin(&Setup { rules: "size=7".into(), ..Setup::default() })?;
        let openings = Openings::Unbalanced { from: vec![start], truncate: false, plies: 2, seed: 1 };
        for record in series(&contenders, 2, &openings, None, Duration::from_secs(5))? {
            assert!(record.ending.contains(reason), "{settings:?}: {record:?}");
        }
    }
    Ok(())
}
