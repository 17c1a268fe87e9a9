//! Texts as other programs and people write them, with mistakes, bounds and all.

use super::*;

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
