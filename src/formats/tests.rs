//! What is written is read back as the same, what other programs write is understood, and mistakes have places.

mod others;

use super::epd::Described;
use super::*;
use crate::face::pasted::split_position;
use crate::face::{Kind, Setup};
use crate::games;
use crate::zobrist::SplitMix64;
use quickcheck::quickcheck;

const COMMENTS: [&str; 6] = ["", "", "", "best", "a { b ) ; c \\ ] \"quoted\" 1-0 $3 (x", "é} %end; 1. *"];

fn kind(name: &str) -> &'static Kind {
    games::kind(name).expect("a game")
}

/// Reads games under the usual rules.
fn read(name: &str, format: Format, text: &str) -> Result<Vec<Recorded>, FormatError> {
    kind(name).read_games(format, text, "")
}

fn pgn(name: &str, text: &str) -> Result<Vec<Recorded>, FormatError> {
    read(name, Format::Pgn, text)
}

fn sgf(text: &str) -> Result<Vec<Recorded>, FormatError> {
    read("gomoku", Format::Sgf, text)
}

fn psq(text: &str) -> Result<Recorded, FormatError> {
    read("gomoku", Format::Psq, text).map(|games| games[0].clone())
}

fn epd(name: &str, text: &str) -> Result<Vec<Described>, FormatError> {
    let mut positions = Vec::new();
    kind(name).read_positions(text, "", &mut |described| positions.push(described))?;
    Ok(positions)
}

/// A line of random moves from `game`, which is as before afterwards, with whatever may be said about them.
fn random_line(game: &mut dyn AnyGame, random: &mut SplitMix64, length: usize, nested: u32) -> Vec<Ply> {
    let (before, mut line) = (game.ply(), Vec::new());
    for _ in 0..length {
        let moves = game.legal_moves();
        let Some(m) = moves.get(random.below(moves.len().max(1))) else { break };
        let mut ply = Ply::plain(m.clone());
        ply.comment = COMMENTS[random.below(COMMENTS.len())].into();
        if random.below(5) == 0 {
            ply.glyphs.push(1 + random.below(6) as u8);
        }
        while nested < 3 && random.below(8) == 0 {
            let length = 1 + random.below(6);
            let variation = random_line(game, random, length, nested + 1);
            ply.variations.push(Variation { comment: COMMENTS[random.below(COMMENTS.len())].into(), line: variation });
        }
        game.play(m).expect("a legal move");
        line.push(ply);
    }
    rewind(game, before);
    line
}

/// A game that is played on from a random start.
fn random_game(kind: &Kind, random: &mut SplitMix64, rules: &str) -> Box<dyn AnyGame> {
    let setup = Setup { rules: rules.to_owned(), ..Setup::default() };
    let seeded = Setup { random: Some(random.next_u64()), ..setup.clone() };
    let mut game = kind.begin(&seeded).or_else(|_| kind.begin(&setup)).expect("a start");
    for _ in 0..random.below(5) {
        let moves = game.legal_moves();
        if !moves.is_empty() {
            game.play(&moves[random.below(moves.len())]).expect("a legal move");
        }
    }
    // Some texts of positions do not say whose turn it is.
    kind.start(rules, Some(&game.position_text())).expect("a position")
}

/// A recording of a random game from a random start.
fn random_recording(kind: &Kind, seed: u64, rules: &str) -> Recorded {
    let mut random = SplitMix64::new(seed);
    let mut game = random_game(kind, &mut random, rules);
    let length = random.below(40);
    let line = random_line(&mut *game, &mut random, length, 0);
    let players = (0..kind.sides).map(|side| format!("player {side} \"\\]")).collect();
    let mut recording = Recorded {
        tags: vec![("Event".into(), "a \\ b".into()), ("Round".into(), "3".into())],
        players: if random.below(2) == 0 { players } else { Vec::new() },
        comment: COMMENTS[random.below(COMMENTS.len())].into(),
        line,
        ..Recorded::beginning(&*game)
    };
    recording.line.iter().for_each(|ply| game.play(&ply.played).expect("a legal move"));
    recording.payoffs = payoffs(&*game);
    if recording.payoffs.is_none() && random.below(2) == 0 {
        let any = [vec![1, -1, 0], vec![0, 0, 0], vec![-1, 1, 0]];
        recording.payoffs = Some(any[random.below(3)][..kind.sides].to_vec());
    }
    recording
}

fn is_read_back(name: &str, format: Format, seed: u64, rules: &str) -> String {
    let kind = kind(name);
    let recordings = [random_recording(kind, seed, rules), random_recording(kind, !seed, rules)];
    let text: String = recordings.iter().map(|game| kind.write_game(format, game).expect("a game")).collect();
    let read = read(name, format, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read, recordings, "{text}");
    text
}

fn pgn_is_read_back(name: &str, seed: u64, rules: &str) {
    let text = is_read_back(name, Format::Pgn, seed, rules);
    let moves = |line: &str| !line.starts_with(['[', ';']);
    assert!(text.lines().filter(|line| moves(line)).all(|line| line.chars().count() <= 80), "{text}");
    assert_eq!(super::pgn::variant(&text).as_deref(), Some(name));
}

quickcheck! {
    fn pgn_of_every_game(seed: u64) -> bool {
        pgn_is_read_back("minichess", seed, "plies=60");
        pgn_is_read_back("minichess", seed, "king=royal");
        pgn_is_read_back("threechess", seed, "");
        pgn_is_read_back("hop", seed, "pass=always");
        pgn_is_read_back("gomoku", seed, "size=6x9,connect=4");
        pgn_is_read_back("hexnim", seed, "winner=normal");
        true
    }

    fn sgf_of_gomoku(seed: u64) -> bool {
        for rules in ["size=7x5,connect=4", "rule=renju,size=9", "rule=standard", "size=5"] {
            is_read_back("gomoku", Format::Sgf, seed, rules);
        }
        true
    }

    fn psq_of_gomoku(seed: u64) -> bool {
        let mut random = SplitMix64::new(seed);
        let (gomoku, rules) = (kind("gomoku"), "rule=standard,size=9x6");
        let mut game = gomoku.start(rules, None).expect("a start");
        while let Some(m) = game.legal_moves().get(random.below(54)) {
            game.play(m).expect("a legal move");
        }
        let mut recording = game.recorded();
        if let Some(ply) = recording.line.first_mut() {
            ply.comment = "1.500s".into();
        }
        recording.players = vec!["a b".into(), String::new()];
        let text = gomoku.write_game(Format::Psq, &recording).expect("an empty board");
        let read = gomoku.read_games(Format::Psq, &text, rules);
        assert_eq!(read.unwrap_or_else(|error| panic!("{error}\n{text}")), [recording]);
        true
    }

    fn epd_is_read_back(seed: u64) -> bool {
        epd_of("minichess", seed);
        epd_of("threechess", seed);
        epd_of("hop", seed);
        epd_of("gomoku", seed);
        epd_of("hexnim", seed);
        true
    }

    /// No text does harm, and every mistake has a place in it.
    fn no_text_does_harm(texts: Vec<String>, at: usize) -> bool {
        let random = |name, format| {
            let game = random_recording(kind(name), at as u64, "");
            kind(name).write_game(format, &game).expect("a game")
        };
        let mut written = random("minichess", Format::Pgn);
        let mut squares = random("gomoku", Format::Sgf);
        for text in &texts {
            for written in [&mut written, &mut squares] {
                let places: Vec<usize> = written.char_indices().map(|(at, _)| at).collect();
                written.insert_str(places[at % places.len()], text);
            }
            check_mistake(text, pgn("hop", text).err());
            check_mistake(text, sgf(text).err());
            check_mistake(text, psq(text).err());
            check_mistake(text, epd("hexnim", text).err());
        }
        check_mistake(&written, pgn("minichess", &written).err());
        check_mistake(&squares, sgf(&squares).err());
        true
    }
}

fn check_mistake(text: &str, error: Option<FormatError>) {
    if let Some(FormatError { line, column, .. }) = error {
        let lines = text.split('\n').count();
        assert!((1..=lines + 1).contains(&line) && column >= 1, "{text:?}: {line}, {column}");
    }
}

fn epd_of(name: &str, seed: u64) {
    let mut random = SplitMix64::new(seed);
    let game = random_game(kind(name), &mut random, "");
    let moves: Vec<String> = game.legal_moves().into_iter().take(2).collect();
    let mut described = Described { line: 1, game, operations: vec![("id".into(), vec!["a; \\b".into()])] };
    if !moves.is_empty() {
        described.operations.push(("bm".into(), moves));
    }
    described.operations.extend([("ce".into(), vec!["-31".into()]), ("D1".into(), vec!["7".into()])]);
    let line = epd::write(&described);
    let again = &epd(name, &line).expect("it was just written")[0];
    assert_eq!(again.game.position_text(), described.game.position_text(), "{line}");
    assert_eq!(again.operations, described.operations, "{line}");
    assert_eq!(again.operands("ce"), Some(&["-31".to_owned()][..]));
}
