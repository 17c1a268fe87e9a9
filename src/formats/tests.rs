//! What is written is read back as the same, what other programs write is understood, and mistakes have places.

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

#[test]
fn pgn_of_others_is_read() {
    let text = "\u{feff}% for another program\n[Event \"x\"]\n[White \"A\"]\n[Result \"*\"]\n\n{first} 1.b2b3! \
                d5d4 $18 ; to the end 1-0\n\
                (1... D5D4 (1... c5c4) {two}) 2. ... \n c2c3 {\nlong  comment\n} *\n\n1. b2b3 *";
    let games = pgn("minichess", text).expect("a game");
    assert_eq!(games.len(), 2);
    let game = &games[0];
    assert_eq!((game.comment.as_str(), game.line.len(), &game.payoffs), ("first", 3, &None));
    assert_eq!((game.players.as_slice(), game.line[0].glyphs.as_slice()), (&["A".into(), String::new()][..], &[1][..]));
    assert_eq!(game.line[1].comment, "to the end 1-0");
    assert_eq!(game.line[1].variations[0].line[0].comment, "two");
    assert_eq!(game.line[1].variations[0].line[0].variations[0].line.len(), 1);
    assert_eq!(game.line[2].comment, "long comment");
}

#[test]
fn sgf_of_others_is_read() {
    let text = "(;FF[3]GaMe[4]SZ[15]PB[A \\] B]PlayerWhite[W]RE[B+R]C[note]\n;B[hh]TE[2]\n\
                (;W[hi]C[one\ntwo](;B[ii])(;B[gg];W[a1]))(;W[ii]BM[1]))";
    let text = text.replace("PlayerWhite", "PW").replace("GaMe", "GM");
    let games = sgf(&text).expect("a game");
    let game = &games[0];
    assert_eq!(game.players, ["A ] B", "W"]);
    assert_eq!((game.comment.as_str(), game.payoffs.as_deref()), ("note", Some(&[1, -1][..])));
    assert_eq!((game.line.len(), game.line[0].glyphs.as_slice()), (3, &[3][..]));
    assert_eq!(game.line[1].comment, "one\ntwo");
    assert_eq!(game.line[1].variations[0].line[0].glyphs, [2]);
    assert_eq!(game.line[2].variations[0].line.len(), 2);
    let set = sgf("(;GM[4]SZ[5]AB[aa][bb]AW[cc];W[ee])").expect("stones");
    assert_eq!(set[0].start, "x4/1x3/2o2/5/5 o");
}

#[test]
fn psq_of_others_is_read() {
    let text = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,31\r\nRAPFI25.zip\r\nJAX25.zip\r\n-1\r\n0,Freestyle15_1\r\n";
    let game = psq(text).expect("a game");
    assert_eq!((game.moves().join(" ").as_str(), game.line[1].comment.as_str()), ("h8 i9", "0.031s"));
    assert_eq!(game.players, ["RAPFI25.zip", "JAX25.zip"]);
    let old = psq("Piskvorky 20x20, 11:0, 1\n1,1\n-1\nAlice\nBob\n0\n");
    assert_eq!(old.expect("a game").players, ["Alice", "Bob"]);
}

#[test]
fn mistakes_have_places() {
    let mut wrong = Vec::new();
    let mut check = |text: &str, at: (usize, usize), error: FormatError| {
        if (error.line, error.column) != at {
            wrong.push(format!("{text:?}: {error}, not at {at:?}"));
        }
    };
    for (text, at) in [
        ("[Event \"x\"]\n\n1. b2b3 d5d4\n2. a1a9", (4, 7)),
        ("[Event \"x]\n", (1, 9)),
        ("[Event x]", (1, 8)),
        ("[Variant \"chess\"]", (1, 11)),
        ("[Rules \"plies=0\"]", (1, 15)),
        ("[FEN \"kqbnr/ppppp/5/5/PPPPP/RNBQX w - - 0 1\"]", (1, 33)),
        ("b2b3 {x", (1, 7)),
        ("b2b3 (c2c3 d5d4", (1, 16)),
        ("(b2b3)", (1, 1)),
        ("b2b3 )", (1, 6)),
        ("b2b3!!! *", (1, 1)),
        ("$1", (1, 1)),
        ("b2b3 $999", (1, 6)),
        ("b2b3 2-0", (1, 6)),
        ("[Result \"1-1/2-0\"] *\n[Result \"2\"]", (2, 10)),
    ] {
        let error = pgn("minichess", text).expect_err(text);
        check(text, at, error);
    }
    for (text, at) in [
        ("x", (1, 1)),
        ("(B[hh])", (1, 1)),
        ("(;B[hh]", (1, 8)),
        ("(;GM[1])", (1, 6)),
        ("(;SZ[99])", (1, 6)),
        ("(;B[hh];W[hh])", (1, 11)),
        ("(;B[hh];B[ii])", (1, 11)),
        ("(;W[hh])", (1, 5)),
        ("(;B[])", (1, 5)),
        ("(;B[hh];AB[ii])", (1, 12)),
        ("(;AB[aa][aa])", (1, 10)),
        ("(;B[hh](;W[ii]);W[gg])", (1, 16)),
        ("(;C[x", (1, 5)),
        ("(;C)", (1, 3)),
    ] {
        let error = sgf(text).expect_err(text);
        check(text, at, error);
    }
    for (text, at) in [
        ("", (1, 1)),
        ("Piskvorky 30x30, 0", (1, 1)),
        ("Piskvorky 15x15, 0\n16,1,0", (2, 1)),
        ("Piskvorky 15x15, 0\n1,1,0\n1,1,0", (3, 1)),
        ("Piskvorky 15x15, 0\n1,1,0,0", (2, 1)),
    ] {
        let error = psq(text).expect_err(text);
        check(text, at, error);
    }
    for (text, at) in [
        ("# comment\n\nkqbnr/ppppp/5/5/PPPPP/RNBQK w - - bm b2b9;", (3, 35)),
        ("kqbnr/ppppp/5/5/PPPPP/RNBQK x - - bm b2b3;", (1, 29)),
        ("kqbnr/ppppp/5/5/PPPPP/RNBQK w - - id \"x;", (1, 35)),
    ] {
        let error = epd("minichess", text).expect_err(text);
        check(text, at, error);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Deep nesting and long files end with an answer: nothing is read by recursion without a bound.
#[test]
fn bounds_hold() {
    let deep = "b2b3 ".to_owned() + &"(b2b3 ".repeat(100_000);
    let error = pgn("minichess", &deep).expect_err("too deep");
    assert!(error.problem.contains("64"), "{error}");
    let deep = "(;B[hh]".to_owned() + &"(;W[ii])(".repeat(100_000);
    assert!(sgf(&deep).is_err());
    // The first branch costs nothing, however deep it lies.
    let main = "(".repeat(100_000) + ";B[hh]" + &")".repeat(100_000);
    let main = format!("(;GM[4]{main})");
    assert_eq!(sgf(&main).expect("one move")[0].line.len(), 1);
}

#[test]
fn results_that_the_rules_contradict_are_refused() {
    let won = "[FEN \"k4/1Q3/1K3/5/5/5 w - - 0 1\"]\n b5a6 0-1";
    let error = pgn("minichess", won).expect_err("White has won");
    assert_eq!(error.to_string(), "line 2, column 7: the result 0-1; expected 1-0, by the rules of the game");
    // In hop Black moves first, and 1-0 is still a win of White's.
    let hop = pgn("hop", "1. 00-01 1-0").expect("a game");
    assert_eq!(hop[0].payoffs.as_deref(), Some(&[-1, 1][..]));
}

#[test]
fn what_is_on_a_clipboard_is_understood() {
    let split =
        |name: &str, text: &str| -> Vec<String> { kind(name).split_moves(text).into_iter().map(|(_, m)| m).collect() };
    for text in [
        "b2b3 d5d4 c2c3",
        "1. b2b3 d5d4 2. c2c3",
        "1.b2b3 d5d4 2.c2c3 *",
        "b2b3, d5d4, c2c3",
        "b2b3,d5d4;c2c3",
        "position startpos moves b2b3 d5d4 c2c3",
        "1. b2b3! {a comment} d5d4?! 2. c2c3 1-0",
        "1 b2b3 1... d5d4 2 c2c3+",
    ] {
        assert_eq!(split("minichess", text), ["b2b3", "d5d4", "c2c3"], "{text}");
    }
    let columns = kind("minichess").split_moves("1. b2b3,  d5d4");
    assert_eq!(columns, [(4, "b2b3".to_owned()), (11, "d5d4".to_owned())]);
    assert_eq!(split("hexnim", "1. 6,6,2,1, 0,0,1,1 2.3,3,1,1"), ["6,6,2,1", "0,0,1,1", "3,3,1,1"]);
    assert_eq!(split("hop", "00-01,17-16 pass"), ["00-01", "17-16", "pass"]);
    assert_eq!(split("gomoku", "H8,h9 1.i8j9"), ["H8", "h9", "i8", "j9"]);

    let start = kind("minichess").start("", None).expect("a start");
    assert_eq!(start.parse_move("B2B3").as_deref(), Ok("b2b3"));
    assert!(kind("threechess").start("", None).expect("a start").parse_move("bb2bb4").is_ok());
    for text in ["startpos", "kqbnr/ppppp/5/5/PPPPP/RNBQK w - -"] {
        let read = kind("minichess").start("", Some(text)).expect(text);
        assert_eq!(read.position_text(), start.position_text(), "{text}");
    }
    for (text, position, moves) in [
        ("a b", (1, "a b"), (4, "")),
        ("startpos moves b2b3", (1, "startpos"), (15, " b2b3")),
        ("position fen a b moves", (14, "a b"), (23, "")),
        ("  position startpos moves x y", (12, "startpos"), (26, " x y")),
        ("moves x", (1, ""), (6, " x")),
        ("", (1, ""), (1, "")),
    ] {
        assert_eq!(split_position(text), (position, moves), "{text:?}");
    }
}

/// An operation that nobody knows ends where it began, whatever the position looks like.
#[test]
fn unknown_operations_come_back() {
    let line = "startpos; mine 1. 2; id \"x\";";
    let read = |line: &str| epd("hexnim", line).expect("a position").remove(0);
    let described = read(line);
    let again = read(&epd::write(&described));
    assert_eq!(again.game.position_text(), described.game.position_text());
    assert_eq!(again.operations, described.operations);
}

/// What stands behind a result, and tags without moves, belong to one game.
#[test]
fn games_of_pgn_are_kept_apart() {
    let read = |text: &str| pgn("minichess", text).expect(text);
    let games = read("1. b2b3 d5d4 1-0 {resigned} ; on time\n\n1. c2c3 *\n");
    assert_eq!((games.len(), games[0].line[1].comment.as_str()), (2, "resigned on time"));
    for (text, players) in [
        ("[White \"A\"]\n[Black \"B\"]\n\n[White \"C\"]\n\n1. b2b3 *\n", [&["A", "B"][..], &["C", ""]]),
        ("[Event \"1\"]\n[White \"A\"]\n\n[Event \"2\"]\n\n1. b2b3 *\n", [&["A", ""], &[]]),
        ("[White \"A\"]\n\n[Event \"2\"]\n\n1. b2b3 *\n", [&["A", ""], &[]]),
    ] {
        let games = read(text);
        assert_eq!((games.len(), games[0].line.len(), games[1].line.len()), (2, 0, 1), "{text}");
        assert_eq!([&games[0].players[..], &games[1].players[..]], players, "{text}");
    }
    assert_eq!(read("[White \"A\"]\n[Event \"1\"]\n\n[FEN \"startpos\"]\n1. b2b3 *\n").len(), 1);
}

#[test]
fn results_of_pgn_are_those_that_games_have() {
    let read = |text: &str| pgn("minichess", text);
    for (text, payoffs) in [
        ("b2b3 d5d4*", None),
        ("b2b3 1/2-1/2", Some([0, 0])),
        ("b2b3 ½-½", Some([0, 0])),
        ("b2b3 1:0", Some([1, -1])),
        ("b2b3 0–1", Some([-1, 1])),
    ] {
        let games = read(text).expect(text);
        let expected = payoffs.map(|payoffs| payoffs.to_vec());
        assert_eq!((games.len(), &games[0].payoffs), (1, &expected), "{text}");
    }
    for text in ["b2b3 0-0", "b2b3 1-1", "b2b3 1/2-0", "[Result \"1-1\"]\n\nb2b3"] {
        assert!(read(text).is_err(), "{text}");
    }
    let three = |text: &str| pgn("threechess", text);
    assert!(three("* ").is_ok() && three("1-1/2-0").is_ok() && three("1/2-1/2-0").is_ok());
    assert!(three("1-1-0").is_err() && three("1-0-0").is_err());
}

#[test]
fn lines_of_psq_that_are_no_moves_are_mistakes() {
    for (line, at) in [("9,9,-1", 2), ("10;10;50", 2), ("9,9,1.5", 2), ("9 9 0", 2), ("8,8,0\nA 1\n9,9,0", 4)] {
        let text = format!("Piskvorky 15x15, 11:11, 0\n{line}\nA\nB\n-1\n");
        let error = psq(&text).expect_err(line);
        assert_eq!(error.line, at, "{line}: {error}");
    }
}

#[test]
fn comments_of_sgf_keep_their_lines() {
    let text = "(;GM[4]C[\r\none\\\ntwo  \n\n  three\\]\t.];B[hh]C[a\rb])";
    let game = &sgf(text).expect("a game")[0];
    assert_eq!((game.comment.as_str(), game.line[0].comment.as_str()), ("onetwo\n\n  three] .", "a\nb"));
    let again = sgf(&kind("gomoku").write_game(Format::Sgf, game).expect("a file")).expect("a game");
    assert_eq!((&again[0].comment, &again[0].line), (&game.comment, &game.line));
    let written = kind("gomoku").write_game(Format::Pgn, game).expect("a file");
    assert!(written.contains("{onetwo three] .}"));
}

#[test]
fn games_of_sgf_are_found_between_other_text() {
    let text = "From: x\nDear (both),\n\n(;GM[4]C[(\\] ;];B[hh])\n> and [2]\n ( ;GM[4];B[ii])) bye\n";
    assert_eq!(Format::of_content(text), Format::Sgf);
    let games = sgf(text).expect("games");
    assert_eq!((games.len(), super::sgf::text_outside(text)), (2, Some(1)));
    assert_eq!(super::sgf::text_outside("\u{feff} (;GM[4])\n (;GM[4](;B[hh])) "), None);
    assert_eq!(super::sgf::text_outside("(;GM[4])\n)"), Some(2));
    assert_eq!(Format::of_content("1. b2b3 (; x\n c2c3)"), Format::Pgn);
}

#[test]
fn positions_are_told_from_games_and_their_numbers_make_sense() {
    for text in ["# x\nkqbnr/ppppp/5/5/PPPPP/RNBQK w - - bm b2b3;", "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1 ;D1 7"] {
        assert!(epd::is_likely(text), "{text}");
    }
    for text in ["1. b2b3 ; id\n", "[id \"bm ;\"]", "", "b2b3 {bm;} *"] {
        assert!(!epd::is_likely(text), "{text}");
    }
    let read = |operation: &str| {
        let line = format!("kqbnr/ppppp/5/5/PPPPP/RNBQK w - - {operation};");
        epd("minichess", &line)
    };
    assert!(read("dm 1").is_ok() && read("ce -31").is_ok());
    for operation in ["dm 0", "dm -2", "dm", "dm x", "dm 1 2", "ce", "ce x"] {
        assert!(read(operation).is_err_and(|error| error.column == 35), "{operation}");
    }
}

#[test]
fn texts_of_one_byte_a_character_are_read() {
    assert_eq!(decoded("é".into()), Ok(("é".to_owned(), false)));
    assert_eq!(decoded(vec![b'J', 0xFC]), Ok(("Jü".to_owned(), true)));
    assert!(decoded(vec![0xFC, 0]).is_err());
}
