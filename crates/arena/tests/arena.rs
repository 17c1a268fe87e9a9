//! Series of games: fair seats, the same games from the same seed, agents that misbehave.

use manyply::face::{AnyGame, Kind, Setup};
use manyply::games::kind;
use manyply_arena::statistics::{Faults, Standing, Tally};
use manyply_arena::{Agent, Choice, Clock, Contender, Fault, Openings, Pace, Record, Schedule, Series, Terms, Timing};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use toy::Toy;

#[path = "../../../tests/library/toy/mod.rs"]
mod toy;

type Failure = Box<dyn std::error::Error>;

fn minichess() -> &'static Kind {
    kind("minichess").expect("a game")
}

fn openings(kind: &Kind) -> Openings {
    let from = kind.begin(&Setup::default()).expect("a start");
    Openings::Random { from, random_starts: true, plies: 2, seed: 5 }
}

/// Plays a whole series of fast games.
fn play(
    kind: &Kind,
    contenders: &[Contender],
    schedule: &Schedule,
    concurrency: usize,
    each: &mut dyn FnMut(&Record) -> ControlFlow<()>,
) -> Result<Vec<Record>, Failure> {
    let openings = openings(kind);
    let terms = Terms { grace: Duration::from_millis(50), ..Terms::default() };
    let pace = Some(Pace::Move(Duration::from_secs(20)));
    let series = Series { contenders, schedule, openings: &openings, pace, terms, seed: 7, concurrency, watch: None };
    let mut records = Vec::new();
    series.play(&HashSet::new(), &AtomicBool::new(false), &mut |record| {
        let flow = each(&record);
        records.push(record);
        flow
    })?;
    records.sort_by_key(|record| record.number);
    Ok(records)
}

/// The games without the times, which differ.
fn timeless(mut records: Vec<Record>) -> Vec<Record> {
    let notes = records.iter_mut().flat_map(|record| &mut record.notes).flatten();
    notes.for_each(|note| note.time = Duration::ZERO);
    records
}

/// A level plays within its nodes, and a higher one better.
#[test]
fn levels_play_within_their_nodes() -> Result<(), Failure> {
    let contenders = described(minichess(), &["engine:level=7", "engine:level=1"])?;
    let records = play(minichess(), &contenders, &Schedule::of_match(&[0, 1], 10), 1, &mut all)?;
    let won = records.iter().filter(|record| {
        let seat = record.seats.iter().position(|&seat| seat == 0).expect("a seat");
        record.payoffs[seat] > 0
    });
    assert!(won.count() >= 8, "{records:?}");
    for record in &records {
        for (ply, note) in record.notes.iter().enumerate() {
            let level = if record.seats[ply % 2] == 0 { 8_000 } else { 100 };
            assert!(note.is_none_or(|note| note.nodes <= level), "{note:?} at ply {ply}");
        }
    }
    for text in ["engine:level=0", "engine:level=11", "engine:level=3,threads=2", "engine:mcts,level=3"] {
        assert!(Contender::parse(minichess(), text).is_err(), "{text}");
    }
    assert!(Contender::parse(minichess(), "engine:level=10,threads=2").is_ok());
    Ok(())
}

fn all(_: &Record) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn described(kind: &'static Kind, texts: &[&str]) -> Result<Vec<Contender>, Failure> {
    Ok(texts.iter().map(|text| Contender::parse(kind, text)).collect::<Result<_, _>>()?)
}

#[test]
fn same_seed_same_games() -> Result<(), Failure> {
    let contenders = described(minichess(), &["engine:nodes=300,hash=1", "random", "engine:mcts,nodes=3000,hash=1"])?;
    let schedule = Schedule::round_robin(3, 2, 2);
    let one = timeless(play(minichess(), &contenders, &schedule, 1, &mut all)?);
    assert_eq!(one.len(), 12);
    assert_eq!(timeless(play(minichess(), &contenders, &schedule, 3, &mut all)?), one);
    let others: HashSet<_> = one.iter().map(|record| &record.moves).collect();
    assert!(others.len() > 6, "the games differ among themselves");
    Ok(())
}

/// Every move after the opening has what its player said: the engine its value, depth and nodes, the others nothing.
#[test]
fn players_say_what_they_think_of_their_moves() -> Result<(), Failure> {
    let contenders = described(minichess(), &["engine:nodes=300,hash=1", "random"])?;
    for record in play(minichess(), &contenders, &Schedule::of_match(&[0, 1], 4), 1, &mut all)? {
        assert_eq!(record.notes.len(), record.moves.len());
        for (ply, note) in record.notes.iter().enumerate() {
            let Some(note) = note else {
                assert!(ply < record.opening_plies, "{record:?}");
                continue;
            };
            assert!(ply >= record.opening_plies);
            let is_engine = record.seats[ply % 2] == 0;
            assert_eq!((note.score.is_some(), note.depth > 0, note.nodes > 0), (is_engine, is_engine, is_engine));
            assert!(note.nodes <= 310, "{note}");
        }
    }
    Ok(())
}

/// Whoever watches sees every game grow, move by move.
#[test]
fn games_are_watched_as_they_are_played() -> Result<(), Failure> {
    let contenders = described(minichess(), &["random", "random"])?;
    let openings = openings(minichess());
    let seen = std::sync::Mutex::new(Vec::<Record>::new());
    let watch = |record: Record| seen.lock().expect("a list").push(record);
    let series = Series {
        contenders: &contenders,
        schedule: &Schedule::of_match(&[0, 1], 4),
        openings: &openings,
        pace: None,
        terms: Terms::default(),
        seed: 7,
        concurrency: 2,
        watch: Some(&watch),
    };
    let mut played = Vec::new();
    series.play(&HashSet::new(), &AtomicBool::new(false), &mut |record| {
        played.push(record);
        ControlFlow::Continue(())
    })?;
    let seen = seen.into_inner()?;
    for record in played {
        let own: Vec<_> = seen.iter().filter(|other| other.number == record.number).collect();
        let lengths: Vec<_> = own.iter().map(|other| other.moves.len()).collect();
        assert_eq!(lengths, (2..=record.moves.len()).collect::<Vec<_>>());
        for other in own {
            assert!(record.moves.starts_with(&other.moves) && other.ending == manyply_arena::UNFINISHED);
        }
    }
    Ok(())
}

#[test]
fn three_seats_are_shared_fairly() -> Result<(), Failure> {
    let toy = Kind::of::<Toy<3>>();
    let contenders = described(toy, &["engine:depth=3,hash=1", "random", "random:seed=4"])?;
    let records = play(toy, &contenders, &Schedule::of_match(&[0, 1, 2], 60), 2, &mut all)?;
    for side in 0..3 {
        for contender in 0..3 {
            assert_eq!(records.iter().filter(|record| record.seats[side] == contender).count(), 20);
        }
    }
    for group in records.chunks(6) {
        let openings: HashSet<_> = group.iter().map(|record| (&record.start, record.opening)).collect();
        assert_eq!(openings.len(), 1, "a group shares its opening");
    }
    for record in &records {
        assert!(record.payoffs.iter().sum::<i8>() == 0 && record.ending == "rules", "{record:?}");
    }
    Ok(())
}

#[test]
fn a_series_can_be_broken_off() -> Result<(), Failure> {
    let contenders = described(minichess(), &["random", "random"])?;
    let mut count = 0;
    let records = play(minichess(), &contenders, &Schedule::of_match(&[0, 1], 1000), 3, &mut |_| {
        count += 1;
        if count == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    assert_eq!(records.len(), 5);
    Ok(())
}

#[test]
fn who_cannot_be_made_ends_the_series() -> Result<(), Failure> {
    let mut contenders = described(minichess(), &["random"])?;
    contenders.push(Contender::new("nobody", Timing::Match, || Err("is not there".into())));
    let result = play(minichess(), &contenders, &Schedule::of_match(&[0, 1], 10), 2, &mut all);
    assert_eq!(result.map_err(|error| error.to_string()).err().as_deref(), Some("nobody: is not there"));
    Ok(())
}

/// An agent that does one thing wrong at the third move of every second game.
struct Naughty {
    how: Fault,
    games: u32,
}

impl Agent for Naughty {
    fn new_game(&mut self, _: &dyn AnyGame, _: u64, _: &AtomicBool) -> Result<(), Fault> {
        self.games += 1;
        Ok(())
    }

    fn choose(&mut self, game: &dyn AnyGame, clock: &Clock, _: &AtomicBool) -> Result<Choice, Fault> {
        let best = game.legal_moves().swap_remove(0);
        if self.games.is_multiple_of(2) && game.ply() > 5 {
            match self.how {
                Fault::Timeout => std::thread::sleep(clock.limit().unwrap_or_default() + Duration::from_millis(80)),
                Fault::Illegal(_) => return Ok(Choice::plain(game.moves().pop().ok_or(Fault::Timeout)?)),
                Fault::Crash(_) => return Err(self.how.clone()),
            }
        }
        Ok(Choice::plain(best))
    }
}

#[test]
fn faults_lose_games_and_the_series_goes_on() -> Result<(), Failure> {
    for (how, counted) in [
        (Fault::Timeout, Faults { timeouts: 5, ..Faults::default() }),
        (Fault::Illegal(String::new()), Faults { illegal: 5, ..Faults::default() }),
        (Fault::Crash("out\nof order".into()), Faults { crashes: 5, ..Faults::default() }),
    ] {
        let fault = how.clone();
        let own = Timing::Own(Pace::Move(Duration::from_millis(10)));
        let naughty = Contender::new("naughty", own, move || Ok(Box::new(Naughty { how: fault.clone(), games: 0 })));
        let good = Contender::parse(minichess(), "random")?;
        let records = play(minichess(), &[naughty, good], &Schedule::of_match(&[0, 1], 10), 1, &mut all)?;
        let mut standing = Standing::new(2, 2);
        records.iter().for_each(|record| standing.add(record));
        assert_eq!(*standing.faults(0), counted, "{how:?}");
        assert_eq!(standing.faults(1).total(), 0);
        assert_eq!(standing.games(), 10);
        assert!(records.iter().all(|record| !record.ending.contains('\n')));
        assert!(standing.tally(0).losses >= 5, "{:?}", standing.tally(0));
        assert_eq!(standing.tally(1).wins, standing.tally(0).losses);
    }
    Ok(())
}

#[test]
fn at_fault_with_three_sides() -> Result<(), Failure> {
    struct Gone;
    impl Agent for Gone {
        fn new_game(&mut self, _: &dyn AnyGame, _: u64, _: &AtomicBool) -> Result<(), Fault> {
            Err(Fault::Crash("gone".into()))
        }
        fn choose(&mut self, _: &dyn AnyGame, _: &Clock, _: &AtomicBool) -> Result<Choice, Fault> {
            Err(Fault::Timeout)
        }
    }
    let gone = Contender::new("gone", Timing::Match, || Ok(Box::new(Gone)));
    let toy = Kind::of::<Toy<3>>();
    let records =
        play(toy, &[gone, Contender::parse(toy, "random")?], &Schedule::of_match(&[0, 1, 1], 3), 1, &mut all)?;
    let endings: Vec<&str> = records.iter().map(|record| record.ending.as_str()).collect();
    assert_eq!(endings, ["crash 1 gone", "crash 2 gone", "crash 3 gone"]);
    assert_eq!(records[1].payoffs, [0, -1, 0]);
    let mut standing = Standing::new(2, 3);
    records.iter().for_each(|record| standing.add(record));
    assert_eq!(*standing.tally(1), Tally { draws: 6, ..Tally::default() });
    Ok(())
}
