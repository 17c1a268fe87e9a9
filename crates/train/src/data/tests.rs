//! Games come back from a file as they were, and a file that is damaged anywhere is not read.

use super::*;
use crate::{SelfPlay, UNBALANCED, Varied};
use manyply::face::kind;
use manyply_arena::Openings;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

fn played(game: &str, games: u64) -> Vec<DataGame> {
    let start = kind(game).expect("a game").begin(&Setup::default()).expect("a start");
    let openings = Openings::unbalanced(start, 6, 3);
    let play = SelfPlay {
        openings,
        first: 0,
        step: 1,
        games,
        nodes: 30,
        threads: 1,
        brief: Some(UNBALANCED),
        varied: Varied { plies: 4, temperature: 0 },
        network: None,
    };
    let mut games = Vec::new();
    let each = &mut |game| {
        games.push(DataGame::of(&game));
        ControlFlow::Continue(())
    };
    play.play(&AtomicBool::new(false), each).expect("games");
    games
}

fn head() -> DataHead {
    DataHead { game: "hop".into(), rules: String::new(), settings: "some".into() }
}

fn content(games: &[DataGame]) -> Vec<u8> {
    let blocks = games.chunks(3).flat_map(|games| block(games).expect("a block"));
    head().bytes().expect("a head").into_iter().chain(blocks).collect()
}

#[test]
fn games_come_back() {
    let games = played("hop", 8);
    let data = Data::parse(&content(&games)).expect("data");
    assert_eq!((&data.head, &data.games), (&head(), &games));
    for game in &games {
        let again = game.replay(0, kind("hop").unwrap(), "").expect("a game");
        assert_eq!(&DataGame::of(&again), game);
    }
    for game in played("threechess", 2) {
        assert_eq!(DataGame::of(&game.replay(0, kind("threechess").unwrap(), "").expect("a game")), game);
    }
}

#[test]
fn scores_come_back() {
    for score in [Score::Cp(-20_000), Score::Cp(7), Score::Draw, Score::Win(1), Score::Win(300), Score::Loss(0)] {
        assert_eq!(score_of(number(score)), score);
    }
    for any in [i32::MIN, i32::MAX] {
        score_of(Some(any));
    }
}

#[test]
fn a_torn_end_is_left_out_and_damage_refused() {
    let games = played("hop", 7);
    let whole = content(&games);
    let first = Data::parse(&content(&games[..3])).expect("data").whole;
    for length in 0..whole.len() {
        match Data::parse(&whole[..length]) {
            Ok(data) => assert!(games.starts_with(&data.games) && data.games.len() % 3 == 0 && data.whole <= length),
            Err(error) => assert!(length < first && !matches!(error, DataError::Block { .. }), "{length}: {error}"),
        }
    }
    for place in (head().bytes().expect("a head").len()..whole.len()).step_by(3) {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x10;
        // A length that reaches beyond the end looks like a torn block; nothing behind it is read.
        assert!(!Data::parse(&damaged).is_ok_and(|data| data.games.len() == games.len()), "{place}");
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    let game = played("hop", 1).remove(0);
    let refused = |change: &dyn Fn(&mut DataGame)| {
        let mut changed = game.clone();
        change(&mut changed);
        changed.replay(0, kind("hop").unwrap(), "").is_err()
    };
    assert!(!refused(&|_| ()));
    assert!(refused(&|game| game.start = "x".into()));
    assert!(refused(&|game| game.moves.push_str(" x")));
    assert!(refused(&|game| game.ending = "tired".into()));
    assert!(refused(&|game| game.payoffs.push(0)));
    assert!(refused(&|game| game.scores.push(None)));
    assert!(refused(&|game| game.opening = 9999));
}

#[test]
fn a_file_is_gone_on_with() {
    let path = std::env::temp_dir().join(format!("manyply-data-{}.bin", std::process::id()));
    let games = played("hop", 2);
    let open = |expected: usize| {
        let (file, there) = DataFile::open(&path, &head()).expect("a file");
        assert_eq!(there, expected);
        file
    };
    let mut file = open(0);
    file.add(games[0].clone()).expect("added");
    file.flush().expect("written");
    file.file.write_all(b"torn").expect("written");
    drop(file);
    let mut file = open(1);
    file.add(games[1].clone()).expect("added");
    file.flush().expect("written");
    drop(file);
    assert_eq!(Data::read(&path).expect("data").games, games);
    let other = DataHead { settings: "others".into(), ..head() };
    assert!(DataFile::open(&path, &other).is_err_and(|error| error.to_string().contains("others")));
    std::fs::remove_file(&path).expect("removed");
}
