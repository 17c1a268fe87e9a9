//! Games and boards as files.

use super::*;

#[test]
fn games_are_saved_and_opened() {
    let server = Running::start();
    for (game, format, moves) in [
        ("minichess", "pgn", "c2c3 c5c4"),
        ("gomoku", "sgf", "h8 i9"),
        ("gomoku", "psq", "h8 i9"),
        ("hop", "pgn", "22-23"),
        ("threechess", "txt", "BD2BD4"),
    ] {
        let (_, file) = server.post("/api/export", &json!({ "game": game, "moves": moves, "format": format }));
        let (status, read) =
            server.post("/api/import", &json!({ "game": "minichess", "text": file["text"], "name": file["name"] }));
        assert_eq!(status, 200, "{game}: {file} {read}");
        let line: Vec<_> =
            read["line"].as_array().expect("moves").iter().filter_map(|step| step["move"].as_str()).collect();
        assert_eq!((&read["game"], line.join(" ").as_str()), (&json!(game), moves), "{format}");
    }
}

#[test]
fn a_board_is_saved_as_a_picture() {
    let server = Running::start();
    let (status, file) = server.post("/api/export", &json!({ "game": "hexnim", "format": "svg" }));
    assert_eq!((status, &file["name"]), (200, &json!("hexnim.svg")));
    assert!(
        file["text"].as_str().is_some_and(|text| text.starts_with("<svg ") && text.ends_with("</svg>\n")),
        "{file}"
    );
}

/// Of a file with many games any can be opened, with what its players said.
#[test]
fn files_of_many_games_are_opened() {
    let server = Running::start();
    let text = "[White \"a\"]\n\n1. c2c3 {+0.15/9 0.034s 1000n} c5c4 *\n\n[White \"b\"]\n\n1. d2d3 *\n";
    let (_, first) = server.post("/api/import", &json!({ "game": "minichess", "text": text }));
    assert_eq!((&first["games"], first["line"].as_array().map(Vec::len)), (&json!(2), Some(2)));
    assert_eq!((&first["line"][0]["score"], &first["line"][0]["mover"]), (&json!({ "cp": 15 }), &json!(0)));
    assert!(first["line"][1].get("score").is_none());
    let (_, second) = server.post("/api/import", &json!({ "game": "minichess", "text": text, "number": 2 }));
    assert_eq!(second["line"][0]["move"], "d2d3");
}

/// What is said of a game is in the file again: side lines, comments, glyphs, values.
#[test]
fn all_that_is_said_of_a_game_is_saved() {
    let server = Running::start();
    let text = "[White \"a\"]\n[Date \"2026.11.01\"]\n\n{A start.} 1. c2c3 $1 {+0.15/9 0.034s 1000n a plan} (1. d2d3 \
                $6 {or so} d5d4 (1... c5c4 2. a2a3)) c5c4 {-M4/3 0.000s} *\n";
    let (_, first) = server.post("/api/import", &json!({ "game": "minichess", "text": text, "name": "a.pgn" }));
    let side = &first["line"][0]["variations"][0]["line"];
    assert_eq!((&first["comment"], &first["line"][0]["comment"]), (&json!("A start."), &json!("a plan")));
    assert_eq!((&side[0]["glyphs"], &side[1]["variations"][0]["line"][1]["move"]), (&json!([6]), &json!("a2a3")));
    let mut export = first.clone();
    let fields = export.as_object_mut().expect("an object");
    for name in ["type", "version", "games"] {
        fields.remove(name);
    }
    let start = fields.remove("start").expect("a start");
    fields.extend([("position".into(), start), ("format".into(), "pgn".into())]);
    let (status, file) = server.post("/api/export", &export);
    assert_eq!(status, 200, "{file}");
    let again = json!({ "game": "minichess", "text": file["text"], "name": file["name"] });
    let (_, second) = server.post("/api/import", &again);
    assert_eq!(second, first, "{file}");
    // Moves are checked wherever they stand.
    export["line"][0]["variations"][0]["line"][1]["move"] = "a1a6".into();
    let (status, refused) = server.post("/api/export", &export);
    assert_eq!((status, &refused["field"]), (422, &json!("line")));
}
