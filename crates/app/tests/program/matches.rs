//! Matches and tournaments as users meet them: messages, JSON fields, files of games that are read and gone on with.

mod files;

use manyply_app::cli::{Session, run};
use manyply_arena::{Archive, Record};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(super) type Failure = Box<dyn std::error::Error>;

/// A file that goes away at the end.
pub(super) struct Scratch(pub(super) PathBuf);

impl Scratch {
    pub(super) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("manyply-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Self(path)
    }

    pub(super) fn text(&self) -> &str {
        self.0.to_str().expect("a path in UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Runs the program in this process: exit code, standard output, standard error.
pub(super) fn command(arguments: &[&str]) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut session = Session {
        input: Box::new(std::io::empty()),
        out: &mut out,
        err: &mut err,
        stop: Arc::new(AtomicBool::new(false)),
        has_terminal: false,
        games: manyply::games::registry(),
        name: "manyply",
        json: false,
        kept: None,
    };
    let code = run(std::iter::once("manyply").chain(arguments.iter().copied()).map(Into::into), &mut session);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (code, text(out), text(err))
}

/// The games of a file by number, without the times, which differ.
fn sorted(path: &Path) -> Result<Vec<Record>, Failure> {
    let (_, mut records, torn) = Archive::parse(&std::fs::read(path)?)?;
    assert_eq!(torn.0, 0);
    records.sort_by_key(|record| record.number);
    let notes = records.iter_mut().flat_map(|record| &mut record.notes).flatten();
    notes.for_each(|note| note.time = std::time::Duration::ZERO);
    Ok(records)
}

/// A match that is killed as a record begins or ends, or beside that, goes on to the same games and the same result.
#[test]
fn a_match_goes_on_from_a_torn_file() -> Result<(), Failure> {
    let (whole, torn) = (Scratch::new("whole"), Scratch::new("torn"));
    let (code, out, err) = command(&[
        "match",
        "hexnim",
        "--a",
        "random",
        "--b",
        "random:seed=3",
        "--games",
        "5",
        "--json",
        "--out",
        whole.text(),
    ]);
    assert_eq!((code, err.as_str()), (0, ""));
    let result = out.lines().last().ok_or("no result")?;
    let content = std::fs::read(&whole.0)?;
    let records = sorted(&whole.0)?;
    assert_eq!(records.len(), 5);
    let head = content.windows(2).position(|pair| pair == b"\n\n").ok_or("no head")? + 2;
    // At both ends of each record, and beside them.
    let ends = (head..content.len()).filter(|&end| content[..end].ends_with(b"\n\n")).chain([0, content.len()]);
    let lengths: BTreeSet<usize> = ends.flat_map(|end| end.saturating_sub(1)..=end + 1).collect();
    assert!(lengths.len() > 5 * 2, "{lengths:?}");
    for length in lengths.into_iter().filter(|&length| length <= content.len()) {
        std::fs::write(&torn.0, &content[..length])?;
        let (code, out, err) = command(&["match", "--resume", torn.text(), "--json"]);
        if length < head {
            assert_eq!(code, 2, "{err}");
            assert!(err.starts_with("error: --resume") && err.lines().count() == 1, "{err}");
        } else {
            assert_eq!((code, err.as_str(), out.lines().last()), (0, "", Some(result)), "{length}");
            assert_eq!(sorted(&torn.0)?, records, "{length}");
        }
    }
    Ok(())
}

/// Runs the program, which must succeed, and reads its lines.
fn lines(arguments: &[&str]) -> Result<Vec<Value>, Failure> {
    let (code, out, err) = command(arguments);
    assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
    Ok(out.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// One clear line and exit code 2.
fn refused(arguments: &[&str], words: &[&str]) {
    let (code, out, err) = command(arguments);
    assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
    assert!(err.starts_with("error: ") && err.lines().count() == 1, "{err:?}");
    for word in words {
        assert!(err.contains(word), "{err:?} does not say {word:?}");
    }
}

#[test]
fn every_game_plays_against_plain_alpha_beta() {
    for game in ["minichess", "threechess", "hop", "gomoku", "hexnim"] {
        let third = if game == "threechess" { &["--c", "random"][..] } else { &[] };
        let agents = ["match", game, "--a", "engine:depth=2,without=all", "--b", "random"];
        let (code, out, err) = command(&[&agents, third, &["--games", "2", "--most-plies", "12", "--json"]].concat());
        assert_eq!(code, 0, "{game}: {err}");
        assert!(!out.contains("\"crashes\":1"), "{game}: {out}");
        assert_eq!(out.lines().count(), 3, "{game}: {out}");
    }
}

#[test]
fn bad_arguments_get_one_line() {
    let vs = |a: &'static str| ["match", "minichess", "--a", a, "--b", "random"];
    for (agent, words) in [
        ("engin", &["--a", "column 1", "engin", "engine, baseline:NAME, random, ugi:COMMAND, uci"][..]),
        ("engine:time", &["--a", "time", "500ms"]),
        ("engine:time=0s", &["--a", "column 13", "500ms"]),
        ("engine:depth=0", &["--a", "column 14", "1 to 120"]),
        ("engine:hash=1,speed=3", &["--a", "column 15", "speed", "contempt", "reduction_scale"]),
        ("engine:without=luck", &["--a", "luck", "null_move", "or all"]),
        ("engine:mcts,threads=2", &["--a", "Monte Carlo tree search has no threads", "nodes or book"]),
        ("baseline:", &["--a", "column 10", "alphabeta or minimax"]),
        ("baseline:alphabeta:deep=3", &["--a", "column 20", "deep", "seed or depth"]),
        ("random:5", &["--a", "column 8", "5", "seed"]),
        ("uci:", &["--a", "column 5", "no command"]),
        ("uci:no/such/program", &["no/such/program"]),
        ("file:no/such/program", &["no/such/program"]),
        ("file:no-such-program", &["no-such-program"]),
        ("file:true;depth=3", &["--a", "column 11", "depth", "time"]),
        ("engine:hash=1000000", &["MiB"]),
        ("uci:x 'y", &["--a", "column 7", "quote"]),
        ("gomocup:x", &["--a", "gomocup", "file:COMMAND"]),
    ] {
        refused(&vs(agent), words);
    }
    let with = |more: &[&'static str]| [&vs("random")[..], more].concat();
    for (more, words) in [
        (&["--c", "random"][..], &["--c", "2 sides"][..]),
        (&["--games", "0"], &["--games"]),
        (&["--sprt", "5,0"], &["--sprt", "smaller"]),
        (&["--sprt", "0,5,0.6,0.05"], &["--sprt", "0 and 0.5"]),
        (&["--sprt", "nan,5"], &["--sprt"]),
        (&["--clock", "5"], &["--clock", "60s+0.5s"]),
        (&["--clock", "0s+1s"], &["--clock", "more than 0"]),
        (&["--clock", "1s", "--time", "1s"], &["--time", "--clock"]),
        (&["--book", "no/such/book"], &["--book", "no/such/book"]),
        (&["--book", "Cargo.toml"], &["--book", "line 1", "position"]),
        (&["--book", "x", "--random-plies", "3"], &["--book"]),
        (&["--book", "-", "--out", "x"], &["--book", "--out"]),
        (&["--out", "no/such/folder/x"], &["--out", "no/such/folder"]),
        (&["--out", "Cargo.toml"], &["--out", "already"]),
        (&["--resume", "x"], &["--resume"]),
        (&["--concurrency", "0"], &["--concurrency", "1 to 256"]),
        (&["--position", "k4/Q4/5/5/5/4K w - - 0 51"], &["--position", "over"]),
        (&["--rules", "plies=x"], &["--rules"]),
    ] {
        refused(&with(more), words);
    }
    refused(&["match", "minichess", "--a", "random"], &["--b"]);
    refused(&["match", "chess", "--a", "random", "--b", "random"], &["chess", "minichess"]);
    refused(&["match", "--resume", "Cargo.toml"], &["--resume", "line 1"]);
    refused(&["tournament", "minichess", "--agent", "random"], &["--agent", "2 to 64"]);
    refused(&["show", "--game", "x"], &["FILE:N"]);
    refused(&["show", "--game", "no/such/file:1"], &["no/such/file"]);
    refused(&["show", "--game", "Cargo.toml:1"], &["line 1"]);
}

#[test]
fn a_match_reports_every_game_and_the_result() -> Result<(), Failure> {
    let engine = "engine:nodes=400,hash=1";
    let lines = lines(&["match", "minichess", "--a", engine, "--b", "random", "--games", "6", "--json"])?;
    let (result, games) = lines.split_last().ok_or("nothing")?;
    assert_eq!(games.len(), 6);
    for (number, game) in (1..).zip(games) {
        assert_eq!((&game["number"], &game["opening"]), (&json!(number), &json!((number + 1) / 2)));
        assert_eq!(game["seats"], if number % 2 == 1 { json!(["a", "b"]) } else { json!(["b", "a"]) });
        assert!(game["ending"] == "rules" && game["plies"].is_u64() && game["payoffs"].is_array());
    }
    assert_eq!((&result["wins"], &result["draws"], &result["losses"]), (&json!(6), &json!(0), &json!(0)));
    assert!(result["elo"].as_f64() > Some(300.0) && result["elo_error"].as_f64() > Some(100.0), "{result}");
    assert!(result["los"].as_f64() > Some(0.98) && result.get("llr").is_none(), "{result}");
    assert_eq!(result["groups"], json!([0, 0, 0, 0, 3]));
    assert_eq!(result["agents"][1]["losses"], 6);
    Ok(())
}

#[test]
fn games_are_a_table() {
    let (code, out, err) = command(&["match", "hop", "--a", "random", "--b", "random", "--games", "2", "--csv"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines.len(), lines[0]), (0, 3, "number,opening,seats,payoffs,ending,plies"), "{out}");
    assert!(lines[1].starts_with("1,1,a b,") && lines[2].starts_with("2,1,b a,"), "{out}");
    assert!(err.contains("a = random\n") && err.contains("Elo"), "{err}");
}

#[test]
fn a_test_ends_a_match() -> Result<(), Failure> {
    let engine = "engine:nodes=400,hash=1";
    let test = ["--sprt", "0,100", "--json"];
    let won = lines(&[&["match", "minichess", "--a", engine, "--b", "random"], &test[..]].concat())?;
    let (result, games) = won.split_last().ok_or("nothing")?;
    assert!(result["sprt"] == "elo1" && result["llr"].as_f64() > Some(2.9), "{result}");
    assert!(games.len() < 60 && games.len().is_multiple_of(2), "{}", games.len());
    let lost = lines(&[&["match", "minichess", "--a", "random", "--b", engine], &test[..]].concat())?;
    let result = lost.last().ok_or("nothing")?;
    assert!(result["sprt"] == "elo0" && result["llr"].as_f64() < Some(-2.9), "{result}");
    Ok(())
}

/// A file of games from elsewhere starts no program that the user has not named.
#[test]
fn programs_in_a_file_are_started_only_if_they_are_named() -> Result<(), Failure> {
    let (games, sign) = (Scratch::new("untrusted"), Scratch::new("untrusted-sign"));
    let program = format!("ugi:sh -c 'touch {}';startup=100ms", sign.text());
    let named = ["match", "hexnim", "--a", "random", "--b", "random", "--games", "2", "--out", games.text()];
    lines(&[&named[..], &["--json"]].concat())?;
    let honest = std::fs::read_to_string(&games.0)?;
    let head = honest.find("\n\n").ok_or("no head")? + 2;
    // The settings alone, as one would who wants nobody to see it.
    let quoted = |text: &str| serde_json::to_string(text).map(|text| text[1..text.len() - 1].to_owned());
    let hidden =
        honest[..head].replace(r#"\"agents\":[\"random\""#, &format!(r#"\"agents\":[\"{}\""#, quoted(&program)?));
    assert_ne!(hidden, honest[..head]);
    std::fs::write(&games.0, &hidden)?;
    for more in [&[][..], &["--trust"], &["--a", &program]] {
        refused(&[&["match", "--resume", games.text()], more].concat(), &["tags", "other agents than its settings"]);
    }
    let open = hidden.replacen("[Contender \"random\"]", &format!("[Contender \"{}\"]", quoted(&program)?), 1);
    for more in [&[][..], &["--b", "random"], &["--a", "random"], &["--a", &program, "--c", "random"]] {
        std::fs::write(&games.0, &open)?;
        refused(&[&["match", "--resume", games.text()], more].concat(), &["expected"]);
        assert!(!sign.0.exists(), "{more:?}");
    }
    refused(&["match", "--resume", games.text()], &["would start the program", "--a", "--trust"]);
    for more in [&["--a", &program][..], &["--trust"], &["--a", &program, "--b", "random"]] {
        std::fs::write(&games.0, &open)?;
        let _ = std::fs::remove_file(&sign.0);
        // What it starts says nothing in any game.
        assert_eq!(command(&[&["match", "--resume", games.text()], more].concat()).0, 2, "{more:?}");
        assert!(sign.0.exists(), "{more:?}");
    }
    Ok(())
}

/// The parts of a match are the whole, game by game.
#[test]
fn shards_of_a_match_are_merged() -> Result<(), Failure> {
    let fixed = ["--a", "engine:nodes=100,hash=1", "--b", "random", "--seed", "4", "--games", "9"];
    for (game, of) in [("minichess", 3), ("threechess", 2)] {
        let arguments = [&["match", game, "--most-plies", "60"], &fixed[..]].concat();
        let parts: Vec<Scratch> = (1..=of).map(|part| Scratch::new(&format!("{game}-part-{part}"))).collect();
        for (part, file) in (1..).zip(&parts) {
            let (code, out, err) = command(&[&arguments[..], &["--shard", &format!("{part}/{of}")]].concat());
            assert_eq!((code, err.as_str()), (0, ""));
            std::fs::write(&file.0, out)?;
        }
        let files: Vec<&str> = parts.iter().rev().map(Scratch::text).collect();
        let merged = command(&[&["merge", "--json"], &files[..]].concat());
        assert_eq!(merged, command(&[&arguments[..], &["--json"]].concat()));
        let (code, out, _) = command(&[&["merge"], &files[..]].concat());
        assert!(code == 0 && out.contains("superior with"), "{out}");
    }
    Ok(())
}

/// A part that was killed goes on, and says all of its games.
#[test]
fn a_shard_of_a_match_goes_on() -> Result<(), Failure> {
    let out = Scratch::new("part");
    let arguments = ["match", "hexnim", "--a", "random", "--b", "random", "--games", "8", "--shard", "2/3"];
    let (_, whole, _) = command(&[&arguments[..], &["--out", out.text()]].concat());
    let content = std::fs::read(&out.0)?;
    assert_eq!(sorted(&out.0)?.iter().map(|record| record.number).collect::<Vec<_>>(), [2, 3]);
    std::fs::write(&out.0, &content[..content.len() - 5])?;
    assert_eq!(command(&["match", "--resume", out.text()]), (0, whole, String::new()));
    refused(&["match", "--resume", out.text(), "--shard", "1/3"], &["--shard"]);
    Ok(())
}

#[test]
fn books_and_positions_begin_games() -> Result<(), Failure> {
    let (book, out) = (Scratch::new("book"), Scratch::new("from-book"));
    std::fs::write(&book.0, "# two openings\n\nb2b3 d5d4\nk4/5/5/5/P4/4K b - - 0 20 moves a6a5 a2a3\n")?;
    let arguments = ["match", "minichess", "--a", "random", "--b", "random", "--games", "6", "--json"];
    lines(&[&arguments[..], &["--book", book.text(), "--out", out.text()]].concat())?;
    let records = sorted(&out.0)?;
    let begun: Vec<String> = records.iter().map(|record| record.moves[..record.opening_plies].join(" ")).collect();
    assert_eq!(begun, ["b2b3 d5d4", "b2b3 d5d4", "a6a5 a2a3", "a6a5 a2a3", "b2b3 d5d4", "b2b3 d5d4"]);
    assert!(records[2].start.starts_with("k4/5/5/5/P4/4K b"));
    std::fs::remove_file(&out.0)?;
    let from = ["--position", "k4/5/5/5/P4/4K b - - 0 20", "--moves", "a6a5", "--out", out.text()];
    lines(&[&arguments[..], &from].concat())?;
    assert!(sorted(&out.0)?.iter().all(|record| record.moves[0] == "a6a5" && record.opening_plies == 1));
    Ok(())
}

#[test]
fn a_tournament_rates_everybody_and_goes_on() -> Result<(), Failure> {
    let out = Scratch::new("tournament");
    let agents = ["--agent", "random", "--agent", "engine:nodes=300,hash=1", "--agent", "random:seed=2"];
    let rest = ["--openings", "2", "--concurrency", "2", "--json", "--out", out.text()];
    let played = lines(&[&["tournament", "minichess"], &agents[..], &rest].concat())?;
    let (result, games) = played.split_last().ok_or("nothing")?;
    assert_eq!((games.len(), &result["games"]), (12, &json!(12)));
    let table = result["table"].as_array().ok_or("no table")?;
    assert_eq!((table.len(), &table[0]["number"]), (3, &json!(2)));
    assert!(table[0]["elo"].as_f64() > Some(100.0) && table[0]["elo_error"].is_f64());
    let content = std::fs::read(&out.0)?;
    std::fs::write(&out.0, &content[..content.len() * 2 / 3])?;
    let resumed = lines(&["tournament", "--resume", out.text(), "--json"])?;
    assert_eq!(resumed.last(), Some(result));
    refused(&["match", "--resume", out.text()], &["another kind of contest"]);
    Ok(())
}

#[test]
fn an_end_wanted_by_the_user_prints_the_result_so_far() {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let stop = Arc::new(AtomicBool::new(false));
    let mut session = Session {
        input: Box::new(std::io::empty()),
        out: &mut out,
        err: &mut err,
        stop: stop.clone(),
        has_terminal: false,
        games: manyply::games::registry(),
        name: "manyply",
        json: false,
        kept: None,
    };
    std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(500));
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let arguments = ["manyply", "match", "minichess", "--a", "engine:hash=1", "--b", "engine:hash=1", "--json"];
    let code = run(arguments.map(Into::into), &mut session);
    let text = String::from_utf8(out).expect("UTF-8");
    let last: Value = serde_json::from_str(text.lines().last().unwrap_or_default()).expect("JSON");
    let said = "interrupted: the games are not kept; --out FILE keeps them\n";
    assert_eq!((code, String::from_utf8_lossy(&err).as_ref()), (130, said));
    assert!(last["games"].is_u64() && last["elo"] == 0.0 && last["elo_error"].is_null(), "{last}");
}

/// A program that gives no answer in any game says nothing about strength: an error, and no Elo.
#[test]
#[cfg(unix)]
fn a_program_that_never_answers_gives_no_result() {
    for mute in ["ugi:true", "ugi:sh -c 'exit 1'"] {
        let arguments = ["match", "hop", "--a", "random", "--b", mute, "--games", "20", "--random-plies", "0"];
        let output = super::run(&arguments);
        let (text, error) = (super::out(&output), String::from_utf8_lossy(&output.stderr).into_owned());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(error.contains("never answered, in none of 4 games") && error.contains("crash"), "{error}");
        assert!(!text.contains("Elo") && text.lines().count() == 4, "{text}");
    }
}
