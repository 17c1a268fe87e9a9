//! What is written is read back as the same, what other programs write is understood, and mistakes have places.

use super::epd::Described;
use super::*;
use crate::game::{MoveList, Notation, Played, Variant};
use crate::games::{gomoku::Gomoku, hexnim::Hexnim, hop::Hop, minichess::Minichess, threechess::Threechess};
use crate::zobrist::SplitMix64;
use quickcheck::quickcheck;

const COMMENTS: [&str; 6] = ["", "", "", "best", "a { b ) ; c \\ ] \"quoted\" 1-0 $3 (x", "é} %end; 1. *"];

/// A line of random moves from `game`, which is as before afterwards, with whatever may be said about them.
fn random_line<G: Notation>(
    game: &mut Played<G>,
    random: &mut SplitMix64,
    length: usize,
    nested: u32,
) -> Vec<Ply<G::Move>> {
    let mut line = Vec::new();
    for _ in 0..length {
        let moves = game.legal_moves();
        let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
        let mut ply = Ply::plain(m);
        ply.comment = COMMENTS[random.below(COMMENTS.len())].into();
        if random.below(5) == 0 {
            ply.glyphs.push(1 + random.below(6) as u8);
        }
        while nested < 3 && random.below(8) == 0 {
            let length = 1 + random.below(6);
            let variation = random_line(game, random, length, nested + 1);
            ply.variations.push(Variation { comment: COMMENTS[random.below(COMMENTS.len())].into(), line: variation });
        }
        game.play(m);
        line.push(ply);
    }
    line.iter().for_each(|_| {
        game.take_back();
    });
    line
}

/// A recording of a random game from a random start.
fn random_recording<G: Notation>(seed: u64, rules: &str) -> Recording<G> {
    let mut random = SplitMix64::new(seed);
    let rules = G::parse_rules(rules).expect("rules");
    let mut game = Played::new(G::random_start(&rules, seed).unwrap_or_else(|| G::start(&rules)));
    for _ in 0..random.below(5) {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.below(moves.len())]);
    }
    // Some texts of positions do not say whose turn it is.
    let start = G::parse_position(&game.position().position_text(), &rules).expect("a position");
    let mut game = Played::new(start);
    let length = random.below(40);
    let line = random_line(&mut game, &mut random, length, 0);
    let players = (0..G::SIDES).map(|side| format!("player {side} \"\\]")).collect();
    let mut recording = Recording {
        tags: vec![("Event".into(), "a \\ b".into()), ("Round".into(), "3".into())],
        players: if random.below(2) == 0 { players } else { Vec::new() },
        start: game.position().clone(),
        comment: COMMENTS[random.below(COMMENTS.len())].into(),
        line,
        payoffs: None,
    };
    recording.payoffs = Recording::of(&recording.played()).payoffs;
    if recording.payoffs.is_none() && random.below(2) == 0 {
        recording.payoffs = Some([vec![1, -1, 0], vec![0, 0, 0], vec![-1, 1, 0]][random.below(3)][..G::SIDES].to_vec());
    }
    recording
}

fn pgn_is_read_back<G: Notation>(seed: u64, rules: &str) {
    let recordings = [random_recording::<G>(seed, rules), random_recording::<G>(!seed, rules)];
    let text: String = recordings.iter().map(pgn::write).collect();
    let given = G::Rules::default();
    let read = pgn::read::<G>(&text, &given).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read, recordings, "{text}");
    let moves = |line: &str| !line.starts_with(['[', ';']);
    assert!(text.lines().filter(|line| moves(line)).all(|line| line.chars().count() <= 80), "{text}");
    assert_eq!(pgn::variant(&text).as_deref(), Some(G::NAME));
}

quickcheck! {
    fn pgn_of_every_game(seed: u64) -> bool {
        pgn_is_read_back::<Minichess>(seed, "plies=60");
        pgn_is_read_back::<Minichess>(seed, "king=royal");
        pgn_is_read_back::<Threechess>(seed, "");
        pgn_is_read_back::<Hop>(seed, "pass=always");
        pgn_is_read_back::<Gomoku>(seed, "size=6x9,connect=4");
        pgn_is_read_back::<Hexnim>(seed, "winner=normal");
        true
    }

    fn sgf_of_gomoku(seed: u64) -> bool {
        for rules in ["size=7x5,connect=4", "rule=renju,size=9", "rule=standard", "size=5"] {
            let recordings = [random_recording::<Gomoku>(seed, rules), random_recording::<Gomoku>(!seed, rules)];
            let text: String = recordings.iter().map(|recording| sgf::write(recording).expect("stones")).collect();
            let read = sgf::read::<Gomoku>(&text, &Default::default());
            assert_eq!(read.unwrap_or_else(|error| panic!("{error}\n{text}")), recordings, "{text}");
        }
        true
    }

    fn psq_of_gomoku(seed: u64) -> bool {
        let mut random = SplitMix64::new(seed);
        let rules = Gomoku::parse_rules("rule=standard,size=9x6").expect("rules");
        let mut game = Played::new(Gomoku::start(&rules));
        while let Some(&m) = game.legal_moves().get(random.below(54)) {
            game.play(m);
        }
        let mut recording = Recording::of(&game);
        if let Some(ply) = recording.line.first_mut() {
            ply.comment = "1.500s".into();
        }
        recording.players = vec!["a b".into(), String::new()];
        let text = psq::write(&recording).expect("an empty board");
        assert_eq!(psq::read::<Gomoku>(&text, &rules).unwrap_or_else(|error| panic!("{error}\n{text}")), recording);
        true
    }

    fn epd_is_read_back(seed: u64) -> bool {
        epd_of::<Minichess>(seed);
        epd_of::<Threechess>(seed);
        epd_of::<Hop>(seed);
        epd_of::<Gomoku>(seed);
        epd_of::<Hexnim>(seed);
        true
    }

    /// No text does harm, and every mistake has a place in it.
    fn no_text_does_harm(texts: Vec<String>, at: usize) -> bool {
        let mut written = pgn::write(&random_recording::<Minichess>(at as u64, ""));
        let mut squares = sgf::write(&random_recording::<Gomoku>(at as u64, "")).unwrap_or_default();
        for text in &texts {
            for written in [&mut written, &mut squares] {
                let places: Vec<usize> = written.char_indices().map(|(at, _)| at).collect();
                written.insert_str(places[at % places.len()], text);
            }
            check_mistake(text, pgn::read::<Hop>(text, &Default::default()).err());
            check_mistake(text, sgf::read::<Gomoku>(text, &Default::default()).err());
            check_mistake(text, psq::read::<Gomoku>(text, &Default::default()).err());
            check_mistake(text, epd::read::<Hexnim>(text, &Default::default()).err());
        }
        check_mistake(&written, pgn::read::<Minichess>(&written, &Default::default()).err());
        check_mistake(&squares, sgf::read::<Gomoku>(&squares, &Default::default()).err());
        true
    }
}

fn check_mistake(text: &str, error: Option<FormatError>) {
    if let Some(FormatError { line, column, .. }) = error {
        let lines = text.split('\n').count();
        assert!((1..=lines + 1).contains(&line) && column >= 1, "{text:?}: {line}, {column}");
    }
}

fn epd_of<G: Notation>(seed: u64) {
    let recording = random_recording::<G>(seed, "");
    let position = recording.played().position().clone();
    let mut list = G::Moves::default();
    position.moves(&mut list);
    let moves: Vec<String> = list.as_slice().iter().take(2).map(|&m| position.move_text(m)).collect();
    let mut described = Described { position, operations: vec![("id".into(), vec!["a; \\b".into()])] };
    if !moves.is_empty() {
        described.operations.push(("bm".into(), moves));
    }
    described.operations.extend([("ce".into(), vec!["-31".into()]), ("D1".into(), vec!["7".into()])]);
    let line = epd::write(&described);
    assert_eq!(epd::read_line::<G>(&line, 1, &described.position.rules()), Ok(described.clone()), "{line}");
    assert_eq!(described.value::<i32>("ce"), Some(-31));
    assert_eq!(described.moves("bm").as_slice(), &list.as_slice()[..list.as_slice().len().min(2)]);
}

#[test]
fn pgn_of_others_is_read() {
    let text = "\u{feff}% for another program\n[Event \"x\"]\n[White \"A\"]\n[Result \"*\"]\n\n{first} 1.b2b3! \
                d5d4 $18 ; to the end 1-0\n\
                (1... D5D4 (1... c5c4) {two}) 2. ... \n c2c3 {\nlong  comment\n} *\n\n1. b2b3 *";
    let games = pgn::read::<Minichess>(text, &Default::default()).expect("a game");
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
    let games = sgf::read::<Gomoku>(&text, &Default::default()).expect("a game");
    let game = &games[0];
    assert_eq!(game.players, ["A ] B", "W"]);
    assert_eq!((game.comment.as_str(), game.payoffs.as_deref()), ("note", Some(&[1, -1][..])));
    assert_eq!((game.line.len(), game.line[0].glyphs.as_slice()), (3, &[3][..]));
    assert_eq!(game.line[1].comment, "one\ntwo");
    assert_eq!(game.line[1].variations[0].line[0].glyphs, [2]);
    assert_eq!(game.line[2].variations[0].line.len(), 2);
    let set = sgf::read::<Gomoku>("(;GM[4]SZ[5]AB[aa][bb]AW[cc];W[ee])", &Default::default()).expect("stones");
    assert_eq!(set[0].start.position_text(), "x4/1x3/2o2/5/5 o");
}

#[test]
fn psq_of_others_is_read() {
    let text = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,31\r\nRAPFI25.zip\r\nJAX25.zip\r\n-1\r\n0,Freestyle15_1\r\n";
    let game = psq::read::<Gomoku>(text, &Default::default()).expect("a game");
    let moves: Vec<String> = game.line.iter().map(|ply| game.start.move_text(ply.played)).collect();
    assert_eq!((moves.join(" ").as_str(), game.line[1].comment.as_str()), ("h8 i9", "0.031s"));
    assert_eq!(game.players, ["RAPFI25.zip", "JAX25.zip"]);
    let old = psq::read::<Gomoku>("Piskvorky 20x20, 11:0, 1\n1,1\n-1\nAlice\nBob\n0\n", &Default::default());
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
        let error = pgn::read::<Minichess>(text, &Default::default()).expect_err(text);
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
        let error = sgf::read::<Gomoku>(text, &Default::default()).expect_err(text);
        check(text, at, error);
    }
    for (text, at) in [
        ("", (1, 1)),
        ("Piskvorky 30x30, 0", (1, 1)),
        ("Piskvorky 15x15, 0\n16,1,0", (2, 1)),
        ("Piskvorky 15x15, 0\n1,1,0\n1,1,0", (3, 1)),
        ("Piskvorky 15x15, 0\n1,1,0,0", (2, 1)),
    ] {
        let error = psq::read::<Gomoku>(text, &Default::default()).expect_err(text);
        check(text, at, error);
    }
    for (text, at) in [
        ("# comment\n\nkqbnr/ppppp/5/5/PPPPP/RNBQK w - - bm b2b9;", (3, 35)),
        ("kqbnr/ppppp/5/5/PPPPP/RNBQK x - - bm b2b3;", (1, 29)),
        ("kqbnr/ppppp/5/5/PPPPP/RNBQK w - - id \"x;", (1, 35)),
    ] {
        let error = epd::read::<Minichess>(text, &Default::default()).expect_err(text);
        check(text, at, error);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Deep nesting and long files end with an answer: nothing is read by recursion without a bound.
#[test]
fn bounds_hold() {
    let deep = "b2b3 ".to_owned() + &"(b2b3 ".repeat(100_000);
    let error = pgn::read::<Minichess>(&deep, &Default::default()).expect_err("too deep");
    assert!(error.problem.contains("64"), "{error}");
    let deep = "(;B[hh]".to_owned() + &"(;W[ii])(".repeat(100_000);
    assert!(sgf::read::<Gomoku>(&deep, &Default::default()).is_err());
    // The first branch costs nothing, however deep it lies.
    let main = "(".repeat(100_000) + ";B[hh]" + &")".repeat(100_000);
    let main = format!("(;GM[4]{main})");
    assert_eq!(sgf::read::<Gomoku>(&main, &Default::default()).expect("one move")[0].line.len(), 1);
}

#[test]
fn results_that_the_rules_contradict_are_refused() {
    let won = "[FEN \"k4/1Q3/1K3/5/5/5 w - - 0 1\"]\n b5a6 0-1";
    let error = pgn::read::<Minichess>(won, &Default::default()).expect_err("White has won");
    assert_eq!(error.to_string(), "line 2, column 7: the result 0-1; expected 1-0, by the rules of the game");
    // In hop Black moves first, and 1-0 is still a win of White's.
    let hop = pgn::read::<Hop>("1. 00-01 1-0", &Default::default()).expect("a game");
    assert_eq!(hop[0].payoffs.as_deref(), Some(&[-1, 1][..]));
}

#[test]
fn what_is_on_a_clipboard_is_understood() {
    let moves = |text: &str| pasted::split_moves::<Minichess>(text).into_iter().map(|(_, m)| m).collect::<Vec<_>>();
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
        assert_eq!(moves(text), ["b2b3", "d5d4", "c2c3"], "{text}");
    }
    let split = |text| pasted::split_moves::<Minichess>(text);
    assert_eq!(split("1. b2b3,  d5d4"), [(4, "b2b3".to_owned()), (11, "d5d4".to_owned())]);
    let hexnim: Vec<_> =
        pasted::split_moves::<Hexnim>("1. 6,6,2,1, 0,0,1,1 2.3,3,1,1").into_iter().map(|m| m.1).collect();
    assert_eq!(hexnim, ["6,6,2,1", "0,0,1,1", "3,3,1,1"]);
    let hop: Vec<_> = pasted::split_moves::<Hop>("00-01,17-16 pass").into_iter().map(|m| m.1).collect();
    assert_eq!(hop, ["00-01", "17-16", "pass"]);
    let gomoku: Vec<_> = pasted::split_moves::<Gomoku>("H8,h9 1.i8j9").into_iter().map(|m| m.1).collect();
    assert_eq!(gomoku, ["H8", "h9", "i8", "j9"]);

    let start = Minichess::start(&Default::default());
    assert_eq!(pasted::parse_move(&start, "B2B3").map(|m| start.move_text(m)).as_deref(), Ok("b2b3"));
    let three = Threechess::start(&Default::default());
    assert!(pasted::parse_move(&three, "bb2bb4").is_ok());
    for text in ["startpos", "kqbnr/ppppp/5/5/PPPPP/RNBQK w - -"] {
        assert_eq!(pasted::parse_position::<Minichess>(text, &Default::default()).as_ref(), Ok(&start), "{text}");
    }
    for (text, position, moves) in [
        ("a b", (1, "a b"), (4, "")),
        ("startpos moves b2b3", (1, "startpos"), (15, " b2b3")),
        ("position fen a b moves", (14, "a b"), (23, "")),
        ("  position startpos moves x y", (12, "startpos"), (26, " x y")),
        ("moves x", (1, ""), (6, " x")),
        ("", (1, ""), (1, "")),
    ] {
        assert_eq!(pasted::split_position(text), (position, moves), "{text:?}");
    }
}

/// An operation that nobody knows ends where it began, whatever the position looks like.
#[test]
fn unknown_operations_come_back() {
    let line = "startpos; mine 1. 2; id \"x\";";
    let described = epd::read_line::<Hexnim>(line, 1, &Default::default()).expect("a position");
    let again = epd::read_line::<Hexnim>(&epd::write(&described), 1, &Default::default()).expect("it was just written");
    assert_eq!((again.position, again.operations), (described.position, described.operations));
}

/// What stands behind a result, and tags without moves, belong to one game.
#[test]
fn games_of_pgn_are_kept_apart() {
    let read = |text: &str| pgn::read::<Minichess>(text, &Default::default()).expect(text);
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
    let read = |text: &str| pgn::read::<Minichess>(text, &Default::default());
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
    let three = |text: &str| pgn::read::<Threechess>(text, &Default::default());
    assert!(three("* ").is_ok() && three("1-1/2-0").is_ok() && three("1/2-1/2-0").is_ok());
    assert!(three("1-1-0").is_err() && three("1-0-0").is_err());
}

#[test]
fn lines_of_psq_that_are_no_moves_are_mistakes() {
    for (line, at) in [("9,9,-1", 2), ("10;10;50", 2), ("9,9,1.5", 2), ("9 9 0", 2), ("8,8,0\nA 1\n9,9,0", 4)] {
        let text = format!("Piskvorky 15x15, 11:11, 0\n{line}\nA\nB\n-1\n");
        let error = psq::read::<Gomoku>(&text, &Default::default()).expect_err(line);
        assert_eq!(error.line, at, "{line}: {error}");
    }
}

#[test]
fn comments_of_sgf_keep_their_lines() {
    let text = "(;GM[4]C[\r\none\\\ntwo  \n\n  three\\]\t.];B[hh]C[a\rb])";
    let game = &sgf::read::<Gomoku>(text, &Default::default()).expect("a game")[0];
    assert_eq!((game.comment.as_str(), game.line[0].comment.as_str()), ("onetwo\n\n  three] .", "a\nb"));
    let again = sgf::read::<Gomoku>(&sgf::write(game).expect("a file"), &Default::default()).expect("a game");
    assert_eq!((&again[0].comment, &again[0].line), (&game.comment, &game.line));
    assert!(pgn::write(game).contains("{onetwo three] .}"));
}

#[test]
fn games_of_sgf_are_found_between_other_text() {
    let text = "From: x\nDear (both),\n\n(;GM[4]C[(\\] ;];B[hh])\n> and [2]\n ( ;GM[4];B[ii])) bye\n";
    assert_eq!(Format::of_content(text), Format::Sgf);
    let games = sgf::read::<Gomoku>(text, &Default::default()).expect("games");
    assert_eq!((games.len(), sgf::text_outside(text)), (2, Some(1)));
    assert_eq!(sgf::text_outside("\u{feff} (;GM[4])\n (;GM[4](;B[hh])) "), None);
    assert_eq!(sgf::text_outside("(;GM[4])\n)"), Some(2));
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
        epd::read_line::<Minichess>(&line, 1, &Default::default())
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
