//! `selfplay`, `data`, and training on their files: from games to a network.

use super::schema::validate;
use super::{absent, json, refused, run, scratch, success};

#[test]
fn games_are_played_kept_and_learned_from() {
    let [one, two, both, network] = ["one.bin", "two.bin", "both.bin", "from-data.bin"].map(absent);
    let play = |games: &str, seed: &str, out: &str| {
        let arguments = ["--games", games, "--nodes", "60", "--seed", seed, "--out", out, "--json", "--threads", "2"];
        let lines = json(&[&["selfplay", "minichess"], &arguments[..]].concat());
        validate(&lines);
        lines[0]["added"].as_u64()
    };
    assert_eq!(play("10", "1", &one), Some(10));
    // The same run goes on, and what was played at once or in parts is the same.
    assert_eq!(play("30", "1", &one), Some(20));
    assert_eq!(play("30", "1", &two), Some(30));
    let games = |file: &str| json(&["data", "show", file, "--json"]);
    assert_eq!(games(&one), games(&two));
    validate(&games(&one));
    assert_eq!(play("30", "2", &absent("two.bin")), Some(30));

    let filtered = json(&["data", "filter", &one, &two, &one, "--out", &both, "--json"]);
    validate(&filtered);
    // Two seeds may agree on a game that random moves have decided.
    let count = filtered[0]["games"].as_u64().expect("a number");
    assert!((50..=60).contains(&count) && filtered[0]["different"] == count, "{filtered:?}");
    assert_eq!(json(&["data", "stats", &both, "--json"]), filtered);
    let text = |game: &serde_json::Value| format!("{} {}", game["start"], game["moves"]);
    let different: std::collections::HashSet<String> = games(&one).iter().map(text).collect();
    let stats = format!("30 games, {} of them different", different.len());
    assert!(success(&["data", "stats", &one]).contains(&stats), "{stats}");
    assert!(success(&["data", "show", &one, "--number", "2"]).starts_with("game 2: "));

    let learned = json(&["train", "minichess", "--data", &both, "--epochs", "1", "--json", "--out", &network]);
    assert_eq!(learned[1]["games"], count);
    assert!(success(&["network", "info", &network]).contains("a network of minichess"));
    let tuned = ["tune", "minichess", "--data", &both, "--json"];
    refused(&run(&tuned), &["minichess", "no weights"]);
}

#[test]
fn parts_of_a_run_are_the_run() {
    let play = |name: &str, more: &[&str]| {
        let out = absent(name);
        success(&[&["selfplay", "hop", "--games", "7", "--nodes", "20", "--out", &out], more].concat());
        out
    };
    let whole = play("whole.bin", &[]);
    let parts = ["1/3", "2/3", "3/3"].map(|shard| play(&format!("part-{}.bin", &shard[..1]), &["--shard", shard]));
    let games = |file: &str| {
        let lines = json(&["data", "show", file, "--json"]);
        lines.iter().map(|game| format!("{} {} {}", game["start"], game["moves"], game["scores"])).collect::<Vec<_>>()
    };
    let all = games(&whole);
    for (index, part) in parts.iter().enumerate() {
        assert_eq!(games(part), all.iter().skip(index).step_by(3).cloned().collect::<Vec<_>>());
    }
    let other = ["selfplay", "hop", "--games", "7", "--nodes", "20", "--out", &parts[0], "--shard", "2/3"];
    refused(&run(&other), &["--out", "shard=1/3", "shard=2/3"]);
    let again = [&other[..8], &["--shard", "1/3", "--json"]].concat();
    assert_eq!((&json(&again)[0]["games"], &json(&again)[0]["added"]), (&3.into(), &0.into()));
    refused(&run(&[&other[..8], &["--shard", "4/3"]].concat()), &["--shard", "i/n"]);
}

/// Moves drawn by their scores: the games differ from those without, and are the same for any number of threads.
#[test]
fn openings_are_drawn_by_temperature() {
    let play = |name: &str, more: &[&str]| {
        let out = absent(name);
        let command = ["selfplay", "hop", "--games", "6", "--nodes", "40", "--varied-plies", "6", "--out", &out];
        success(&[&command, more].concat());
        json(&["data", "show", &out, "--json"]).iter().map(|game| game["moves"].to_string()).collect::<Vec<_>>()
    };
    let drawn = play("drawn.bin", &["--temperature", "40", "--threads", "1"]);
    assert_eq!(drawn, play("drawn-again.bin", &["--temperature", "40", "--threads", "3"]));
    assert_ne!(drawn, play("drawn-colder.bin", &["--temperature", "1"]));
    refused(&run(&["selfplay", "hop", "--temperature", "40", "--out", "x"]), &["--varied-plies"]);
    refused(&run(&["selfplay", "hop", "--varied-plies", "2", "--temperature", "0", "--out", "x"]), &["--temperature"]);
}

/// Games that begin with what a file holds: openings in turn, or parts of games, and random moves behind them.
#[test]
fn games_begin_with_a_book_or_with_lines_of_games() {
    let book = scratch("selfplay.book", "# two openings\nb2b3\n\nc2c3 c5c4\n");
    let play = |name: &str, more: &[&str]| -> Vec<(String, u64)> {
        let out = absent(name);
        success(
            &[
                &["selfplay", "minichess", "--games", "12", "--nodes", "30", "--unbalanced", "30000", "--out", &out],
                more,
            ]
            .concat(),
        );
        let text = |game: &serde_json::Value| {
            (game["moves"].as_str().expect("moves").to_owned(), game["opening"].as_u64().expect("a number"))
        };
        json(&["data", "show", &out, "--json"]).iter().map(text).collect()
    };
    let games = play("book.bin", &["--book", &book, "--random-plies", "3"]);
    for ((moves, opening), (first, plies)) in games.iter().zip([("b2b3", 1), ("c2c3 c5c4", 2)].iter().cycle()) {
        assert!(moves.starts_with(first) && (*plies..=plies + 3).contains(opening), "{opening}: {moves}");
    }

    let (archive, pgn) = (absent("selfplay-lines.txt"), absent("selfplay-lines.pgn"));
    success(&["match", "minichess", "--a", "engine:nodes=40", "--b", "random", "--games", "2", "--out", &archive]);
    success(&["convert", &archive, &pgn]);
    let lines = play("lines.bin", &["--lines", &archive, "--random-plies", "0"]);
    assert_eq!(lines, play("lines-again.bin", &["--lines", &pgn, "--random-plies", "0"]));
    let archived = std::fs::read_to_string(&archive).expect("an archive");
    let unsaid = archived.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
    let archived = unsaid.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    for (moves, opening) in &lines {
        let begin: Vec<&str> = moves.split(' ').take(*opening as usize).collect();
        assert!(archived.contains(&begin.join(" ")), "{begin:?}");
    }
    assert!(lines.iter().any(|(_, opening)| *opening > 6), "{lines:?}");

    let out = absent("lines.bin");
    let wrong = |more: &[&str], words: &[&str]| {
        refused(&run(&[&["selfplay", "minichess", "--out", &out], more].concat()), words);
    };
    wrong(&["--book", "absent.book"], &["--book", "absent.book"]);
    wrong(&["--book", &scratch("wrong.book", "b2b3\nb2b9\n")], &["--book", "line 2"]);
    wrong(&["--book", &book, "--lines", &archive], &["--lines", "--book"]);
    wrong(&["--book", &book, "--balanced"], &["--balanced"]);
    wrong(&["--lines", &archive, "--rules", "plies=50"], &["--lines", "game 1", "plies=100", "plies=50"]);
    wrong(&["--lines", &scratch("no.lines", "something")], &["--lines"]);
}

#[test]
fn files_that_cannot_be_used_are_refused() {
    let (file, other) = (absent("refused.bin"), scratch("no-data.bin", "something"));
    success(&["selfplay", "hop", "--games", "3", "--nodes", "20", "--out", &file]);
    let again = ["selfplay", "hop", "--games", "3", "--nodes", "21", "--out", &file];
    refused(&run(&again), &["--out", "refused.bin", "another run", "nodes=20", "nodes=21"]);
    refused(&run(&["selfplay", "threechess", "--out", "x", "--tables", "."]), &["--tables", "no tables of threechess"]);
    refused(&run(&["data", "stats", &other]), &["no-data.bin", "not a file of training data"]);
    refused(&run(&["data", "stats", "absent.bin"]), &["absent.bin"]);
    refused(&run(&["data", "show", &file, "--number", "4"]), &["--number", "1 to 3"]);
    refused(&run(&["train", "minichess", "--data", &file, "--out", "x"]), &["--data", "hop", "minichess"]);
    let mut damaged = std::fs::read(&file).expect("a file");
    *damaged.last_mut().expect("bytes") ^= 1;
    std::fs::write(&file, damaged).expect("a file");
    refused(&run(&["data", "stats", &file]), &["refused.bin", "block 1", "checksum"]);
}

/// A run that goes on changes nothing of a file that is damaged, wherever that is.
#[test]
fn a_damaged_length_costs_no_games() {
    let file = absent("damaged-length.bin");
    let play = |games: &str| run(&["selfplay", "hop", "--games", games, "--nodes", "2", "--out", &file]);
    for games in ["64", "128", "129"] {
        assert_eq!(play(games).status.code(), Some(0));
    }
    let whole = std::fs::read(&file).expect("a file");
    let begin = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).expect("two lines").0 + 1;
    for bit in 0..8 * 16 {
        let mut damaged = whole.clone();
        damaged[begin + bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&file, &damaged).expect("a file");
        refused(&play("130"), &["damaged-length.bin", &format!("block 1, at byte {begin}")]);
        assert!(std::fs::read(&file).expect("a file") == damaged, "bit {bit}");
    }
    // What a killed run has left of the last block is cut off.
    std::fs::write(&file, &whole[..whole.len() - 1]).expect("a file");
    assert_eq!(json(&["selfplay", "hop", "--games", "129", "--nodes", "2", "--out", &file, "--json"])[0]["added"], 1);
    assert!(std::fs::read(&file).expect("a file") == whole);
}
