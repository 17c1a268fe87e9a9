//! Games of a match that were played before, move for move, are not counted again.

use super::matches::{Failure, Scratch, command};
use serde_json::{Value, json};

/// A book of one line, played by agents without any chance in them: the second time says nothing more, also when the
/// match is gone on with, in parts, and in a tournament.
#[test]
fn the_same_games_again_are_not_counted() -> Result<(), Failure> {
    let (book, games) = (Scratch::new("one-line"), Scratch::new("repeated"));
    std::fs::write(&book.0, "b2b3 d5d4\n")?;
    let agents = ["--a", "engine:nodes=60", "--b", "baseline:alphabeta:depth=1", "--book", book.text()];
    let played = |more: &[&str]| {
        let arguments = [&["match", "minichess"], &agents[..], more].concat();
        let (code, out, err) = command(&arguments);
        assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
        out
    };
    let last = |out: &str| serde_json::from_str::<Value>(out.lines().last().unwrap_or_default());
    let pair = last(&played(&["--games", "2", "--json"]))?;
    let many = last(&played(&["--games", "20", "--json", "--out", games.text()]))?;
    assert_eq!((&many["games"], &many["different"], &pair["different"]), (&json!(20), &json!(2), &json!(2)));
    for field in ["elo", "elo_error", "los", "groups"] {
        assert_eq!(many[field], pair[field], "{field}");
    }
    let wins = |result: &Value| result["wins"].as_u64().unwrap_or_default();
    assert_eq!(wins(&many), 10 * wins(&pair));
    let text = played(&["--games", "4"]);
    assert!(text.contains("\n4 games, 2 different: "), "{text}");
    // What a file has is known to what goes on with it.
    let content = std::fs::read_to_string(&games.0)?;
    let half = content.match_indices("\n\n").nth(10).ok_or("games")?.0 + 2;
    std::fs::write(&games.0, &content[..half])?;
    let (code, again, err) = command(&["match", "--resume", games.text(), "--json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(last(&again)?, many);
    // A test ends, undecided, when nothing new comes.
    let tested = last(&played(&["--sprt", "-5,5", "--json"]))?;
    assert_eq!((&tested["different"], &tested["sprt"]), (&json!(2), &Value::Null));
    assert!(tested["games"].as_u64().is_some_and(|games| games < 300), "{tested}");
    let tournament = ["tournament", "minichess", "--agent", "engine:nodes=60", "--agent", "baseline:alphabeta:depth=1"];
    let (_, out, _) = command(&[&tournament[..], &["--book", book.text(), "--openings", "3", "--json"]].concat());
    let table = last(&out)?;
    assert_eq!((&table["games"], &table["different"]), (&json!(6), &json!(2)), "{table}");
    Ok(())
}

/// Parts say as much of their games as the whole.
#[test]
fn repetitions_are_seen_across_parts() -> Result<(), Failure> {
    let book = Scratch::new("part-book");
    std::fs::write(&book.0, "b2b3 d5d4\n")?;
    let parts: Vec<Scratch> = (1..=2).map(|part| Scratch::new(&format!("repeated-{part}"))).collect();
    for (number, part) in (1..).zip(&parts) {
        let shard = format!("{number}/2");
        let agents = ["match", "minichess", "--a", "engine:nodes=60", "--b", "baseline:alphabeta:depth=1"];
        let more = ["--book", book.text(), "--games", "8", "--shard", &shard];
        std::fs::write(&part.0, command(&[&agents[..], &more].concat()).1)?;
    }
    let (code, out, err) = command(&["merge", parts[0].text(), parts[1].text(), "--json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let merged: Value = serde_json::from_str(out.lines().last().ok_or("a result")?)?;
    assert_eq!((&merged["games"], &merged["different"]), (&json!(8), &json!(2)));
    Ok(())
}
