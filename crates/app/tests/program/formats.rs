//! Games and positions in other programs' formats, books and pictures, as users meet them.

use super::{json, out, refused, run, run_with, scratch, success};

const PGN: &str =
    "[White \"A\"]\n[Black \"B\"]\n[Variant \"minichess\"]\n\n1. b2b3! {good} d5d4 (1... c5c4) 2. c2c3 1-0\n";

#[test]
fn games_go_from_format_to_format_and_back() {
    let (first, archive, second) = (scratch("there.pgn", PGN), scratch("there.txt", ""), scratch("back.pgn", ""));
    let said = success(&["convert", &first, &archive]);
    assert_eq!(said, format!("1 game written to {archive}\n"));
    assert!(success(&["show", "--game", &format!("{archive}:1"), "--ply", "3"]).contains("ended by agreed"));
    success(&["convert", &archive, &second]);
    let back = std::fs::read_to_string(&second).expect("a file");
    assert!(back.contains("[White \"A\"]") && back.contains("1. b2b3 d5d4 2. c2c3 1-0"), "{back}");
    // Comments, glyphs and variations stay where the format has them.
    let again = success(&["convert", &first, "-", "--to", "pgn"]);
    assert!(again.contains("1. b2b3 $1 {good} 1... d5d4 (1... c5c4 ) 2. c2c3 1-0"), "{again}");
    let shown = json(&["show", "--game", &format!("{first}:1"), "--json"]);
    assert_eq!(shown.len(), 4);
}

#[test]
fn gomoku_has_formats_of_its_own() {
    let sgf = "(;GM[4]SZ[15];B[hh];W[hi](;B[ii])(;B[gg]))";
    let psq = run_with(&["convert", "-", "-", "--to", "psq", "--rules", "rule=renju"], sgf.as_bytes());
    assert_eq!(out(&psq), "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,9,0\n9,9,0\n?\n?\n-1\n");
    let back = run_with(&["convert", "-", "-", "--to", "sgf"], &psq.stdout);
    assert!(out(&back).ends_with(";B[hh];W[hi];B[ii])\n"), "{}", out(&back));
    let minichess = run_with(&["convert", "-", "-", "--to", "sgf"], PGN.as_bytes());
    refused(&minichess, &["sgf holds no games of minichess"]);
}

#[test]
fn what_cannot_be_converted_is_said() {
    let pgn = scratch("wrong.pgn", "[Variant \"minichess\"]\n\n1. b2b3 d5d9\n");
    refused(&run(&["convert", &pgn, "-", "--to", "pgn"]), &["wrong.pgn", "line 3, column 12", "`9`"]);
    refused(&run(&["convert", &pgn, "games.foo"]), &["games.foo", ".pgn"]);
    refused(&run(&["convert", &pgn]), &["--to"]);
    refused(&run(&["convert", &pgn, "-", "--to", "pgn", "--game", "hop"]), &["minichess", "hop"]);
    let bare = scratch("bare.pgn", "1. b2b3");
    refused(&run(&["convert", &bare, "-", "--to", "pgn"]), &["--game"]);
    let two = scratch("two.sgf", "(;GM[4];B[hh])(;GM[4];B[hh])");
    refused(&run(&["convert", &two, "-", "--to", "psq"]), &["2 games", "--number"]);
    refused(&run(&["convert", &two, "-", "--to", "psq", "--number", "3"]), &["1 to 2"]);
    refused(&run(&["convert", &two, "-", "--to", "png"]), &["pgn, sgf, psq or txt"]);
}

#[test]
fn positions_are_taken_as_people_paste_them() {
    let moves = |arguments: &[&str]| {
        let shown = &json(&[&["show", "minichess", "--json"], arguments].concat())[0];
        shown["position"].as_str().expect("a position").to_owned()
    };
    let plain = moves(&["--moves", "b2b3 d5d4"]);
    for text in [
        "startpos moves b2b3 d5d4",
        "position startpos moves b2b3 d5d4",
        "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - moves b2b3 d5d4",
    ] {
        assert_eq!(moves(&["--position", text]), plain, "{text}");
    }
    for text in ["1. b2b3 d5d4", "1.b2b3 1... d5d4", "b2b3, d5d4", "B2B3 D5D4!", "startpos moves b2b3 d5d4"] {
        assert_eq!(moves(&["--moves", text]), plain, "{text}");
    }
    let output = run(&["show", "minichess", "--position", "startpos moves b2b9"]);
    refused(&output, &["--position: column 16", "b2b9", "legal moves"]);
    refused(&run(&["show", "minichess", "--moves", "1. b2b3, d5d9"]), &["--moves: move 2, column 10"]);
}

#[test]
fn books_are_made_and_played_from() {
    let games = scratch("book-games.pgn", "1. b2b3 d5d4 1-0\n\n1. b2b3 c5c4 1/2-1/2\n\n1. c2c3 0-1\n");
    let book = scratch("book.txt", "");
    let said = success(&["book", "make", "minichess", "--from", &games, "--plies", "2", "--out", &book]);
    assert_eq!(said, format!("2 positions from 3 games written to {book}\n"));
    let tree = success(&["book", "show", &book]);
    assert!(tree.contains("└─ b2b3  100 %  (3)\n   └─ c5c4  100 %  (1)\n"), "{tree}");
    let played = run_with(&["play", "minichess", "--side", "2", "--book", &book, "--hash", "1"], b"quit\n");
    assert!(out(&played).contains("White plays b2b3 from the book"), "{}", out(&played));
    let session = format!("setoption name Book value {book}\ngo depth 3\n");
    let answer = out(&run_with(&["ugi", "minichess", "--hash", "1"], session.as_bytes()));
    assert_eq!(answer, "info string from the book\nbestmove b2b3\n");
    let engine = format!("engine:nodes=50,book={book}");
    let games = scratch("by-the-book.txt", "");
    std::fs::remove_file(&games).expect("an empty file");
    let arguments = ["match", "minichess", "--a", &engine, "--b", "random", "--games", "2", "--random-plies", "0"];
    success(&[&arguments[..], &["--out", &games]].concat());
    assert!(std::fs::read_to_string(&games).expect("games").contains("\nb2b3 "));
    let arguments = ["match", "minichess", "--a", "random", "--b", "random", "--games", "2", "--book", &book, "--json"];
    assert_eq!(json(&arguments).len(), 3);
    let missing = run(&["match", "minichess", "--a", "engine:book=/nonexistent", "--b", "random"]);
    refused(&missing, &["--a: engine:book=/nonexistent", "No such file"]);
    refused(&run(&["play", "hop", "--book", &book]), &["a book of \"minichess\""]);
    refused(&run(&["book", "show", &games]), &["this is a file of a match", "an opening book"]);
    refused(&run(&["book", "show", &book, "--moves", "a2a3"]), &["2 positions, but not"]);
    refused(&run(&["book", "make", "minichess", "--from", &games, "--least", "9", "--out", &book]), &["--least"]);
}

#[test]
fn a_book_can_be_made_by_analysis() {
    let book = scratch("analysed.txt", "");
    let position = ".../...";
    success(&["book", "make", "hexnim", "--position", position, "--plies", "2", "--nodes", "500", "--out", &book]);
    let text = std::fs::read_to_string(&book).expect("a book");
    assert!(text.starts_with("# book of hexnim\n# rules: winner=misere\n") && text.contains(" bk "), "{text}");
    assert!(success(&["book", "show", &book, "--position", position]).contains("└─ "));
}

#[test]
fn pictures_go_where_they_should() {
    let svg = success(&["show", "gomoku", "--rules", "rule=renju", "--moves", "h8 h9 i8", "--numbers", "--svg", "-"]);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.contains(">3</text>"), "{svg}");
    refused(&run(&["show", "minichess", "--svg", "board.png"]), &["board.png", "not png", ".svg"]);
    refused(&run(&["show", "minichess", "--svg", "-", "--arrows", "a1a5"]), &["--arrows: column 1"]);
    refused(&run(&["show", "minichess", "--numbers"]), &["--svg"]);
    let plain = success(&["show", "minichess", "--svg", "-"]);
    let arrows = success(&["show", "minichess", "--svg", "-", "--arrows", "b2b3 c2c3"]);
    assert_eq!(arrows.matches("<g opacity").count(), plain.matches("<g opacity").count() + 2);
    for game in ["minichess", "threechess", "hop", "gomoku", "hexnim"] {
        let svg = success(&["show", game, "--svg", "-"]);
        assert_eq!(svg.matches('<').count(), svg.matches('>').count(), "{game}");
    }
}

#[test]
fn forbidden_squares_are_marked() {
    // A double three for Black where the row and the column meet.
    let board = "15/15/15/15/15/7x7/7x7/5xx8/15/15/15/15/15/15/15 x";
    let marks = |rules: &str| {
        success(&["show", "gomoku", "--rules", rules, "--position", board, "--svg", "-"]).matches("#c8102e").count()
    };
    assert_eq!((marks("rule=renju"), marks("rule=freestyle")), (1, 0));
}

/// Positions are none of games, and old letters and bytes around games are read, and said.
#[test]
fn files_of_other_kinds_and_times_are_told() {
    let epd = scratch("some-suite.epd", "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1 bm b2b3; id \"x\";\n");
    for arguments in [["convert", &epd, "y.pgn"], ["show", "--game", &format!("{epd}:1")]] {
        refused(&run(&arguments), &["some-suite.epd", "this is a suite of positions (EPD)", "PGN"]);
    }
    let plain = scratch("bare-positions.epd", "startpos\n");
    refused(&run(&["convert", &plain, "-", "--to", "pgn", "--game", "hop"]), &["this is a suite of positions (EPD)"]);
    let zero = scratch("dm-zero.epd", "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1 dm 0;\n");
    refused(&run(&["suite", "minichess", "--file", &zero, "--depth", "1"]), &["dm-zero.epd", "line 1", "at least 1"]);
    let latin = [b"[White \"J\xfcrgen\"]\n\n1. b2b3 \xbd-\xbd\n".as_slice()].concat();
    let read = run_with(&["convert", "-", "-", "--to", "pgn", "--game", "minichess"], &latin);
    assert!(out(&read).contains("[White \"J\u{fc}rgen\"]") && out(&read).contains("b2b3 1/2-1/2"), "{read:?}");
    assert!(String::from_utf8_lossy(&read.stderr).contains("warning: -: is not UTF-8; read as ISO 8859-1"), "{read:?}");
    let letters = b"From: a\nDear b,\n\n(;GM[4]C[one\ntwo];B[hh])\n-- \na\n";
    let read = run_with(&["convert", "-", "-", "--to", "sgf"], letters);
    assert!(out(&read).contains("C[one\ntwo]") && out(&read).contains(";B[hh]"), "{read:?}");
    assert!(String::from_utf8_lossy(&read.stderr).contains("line 1: text outside of games"), "{read:?}");
}
