//! Games come back from a file as they were, and a file that is damaged anywhere is not read.

use super::*;
use crate::{SelfPlay, UNBALANCED, Varied};
use manyply::games::kind;
use manyply_arena::Openings;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

fn played(game: &str, games: u64) -> Vec<DataGame> {
    let start = kind(game).expect("a game").begin(&Setup::default()).expect("a start");
    let openings = Openings::unbalanced(start, 6, 3);
    let varied = Varied { plies: 4, temperature: 0 };
    let play = SelfPlay { brief: Some(UNBALANCED), varied, ..SelfPlay::new(openings, games, 30, 1) };
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
    let mut chain = Chain::default();
    let blocks = games.chunks(3).flat_map(|games| block_of(games, &mut chain).expect("a block"));
    head().bytes().expect("a head").into_iter().chain(blocks).collect()
}

/// The games of a file, and where the last whole block ends.
fn parse(content: &[u8]) -> Result<(Vec<DataGame>, usize), DataError> {
    let mut data = DataReader::new(content)?;
    assert_eq!(data.head(), &head());
    let games = data.by_ref().collect::<Result<_, _>>()?;
    Ok((games, data.end() as usize))
}

fn path(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("manyply-data-{}-{name}", std::process::id()))
}

#[test]
fn games_come_back() {
    let games = played("hop", 8);
    assert_eq!(parse(&content(&games)).expect("data").0, games);
    let again = path("again");
    let all = games.iter().cloned().map(Ok::<_, DataError>);
    write(&head(), all, &again).expect("games").expect("written");
    let read = DataReader::open(&again).expect("data").collect::<Result<Vec<_>, _>>().expect("games");
    std::fs::remove_file(&again).expect("removed");
    assert_eq!(read, games);
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
fn a_torn_end_is_left_out() {
    let games = played("hop", 7);
    let whole = content(&games);
    let first = parse(&content(&games[..3])).expect("data").1;
    for length in 0..whole.len() {
        match parse(&whole[..length]) {
            Ok((found, end)) => assert!(games.starts_with(&found) && found.len() % 3 == 0 && end <= length),
            Err(error) => assert!(length < first && !matches!(error, DataError::Damage(_)), "{length}: {error}"),
        }
    }
}

/// A run goes on with no file of which a bit is flipped, and the file stays as it is.
#[test]
fn a_flipped_bit_is_refused_and_nothing_is_cut() {
    let (path, games) = (path("flipped"), played("hop", 5));
    let whole = content(&games);
    for bit in 0..8 * whole.len() {
        let mut damaged = whole.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&path, &damaged).expect("a file");
        let opened = DataFile::open(&path, &head());
        assert!(opened.is_err(), "bit {bit}: {:?}", opened.map(|(_, games)| games));
        assert!(std::fs::read(&path).expect("a file") == damaged, "bit {bit}");
    }
    std::fs::remove_file(&path).expect("removed");
}

/// A block of few bytes that would unpack to many is refused, and so is one that says it has other games.
#[test]
fn what_blocks_unpack_to_is_bounded() {
    let refused = |content: &[u8], items: usize| {
        let content = zstd::bulk::compress(content, 1).expect("compressed");
        let block = block(items, &content, &mut Chain::default()).expect("a block");
        assert!(block.len() < 10_000);
        parse(&[head().bytes().expect("a head"), block].concat()).expect_err("refused").to_string()
    };
    assert!(refused(&vec![b' '; LARGEST_BLOCK + 1], 0).contains("expected at most"));
    assert!(refused(&vec![b' '; LARGEST_BLOCK], 1).contains("0 games; its head says 1"));
    assert!(refused(b"[[[[", 1).starts_with("block 1, at byte "));
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
    let path = path("goes-on");
    let games = played("hop", 2);
    let open = |expected: usize| {
        let (file, there) = DataFile::open(&path, &head()).expect("a file");
        assert_eq!(there, expected);
        file
    };
    let mut file = open(0);
    file.add(games[0].clone()).expect("added");
    file.flush().expect("written");
    file.file.add(b"torn").expect("written");
    drop(file);
    let mut file = open(1);
    file.add(games[1].clone()).expect("added");
    file.flush().expect("written");
    drop(file);
    assert_eq!(DataReader::open(&path).expect("data").collect::<Result<Vec<_>, _>>().expect("games"), games);
    let other = DataHead { settings: "others".into(), ..head() };
    assert!(DataFile::open(&path, &other).is_err_and(|error| error.to_string().contains("others")));
    std::fs::remove_file(&path).expect("removed");
}
