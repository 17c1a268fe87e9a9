//! Files of games: what is no game in them, who writes them, and how they are shown.

use super::*;

/// What a file says of its games is what their moves say.
#[test]
fn games_that_are_none_are_not_counted() -> Result<(), Failure> {
    let games = Scratch::new("forged");
    let play = ["match", "hexnim", "--a", "random", "--b", "random", "--games", "2", "--out", games.text(), "--json"];
    lines(&play)?;
    let honest: String = std::fs::read_to_string(&games.0)?.lines().map(|line| without_notes(line) + "\n").collect();
    let last = honest.trim_end().rsplit('\n').next().ok_or("no moves")?.to_owned();
    let (less, lost) = last.rsplit_once(' ').ok_or("one move")?;
    let second = honest.find("[Game \"2\"]").ok_or("one game")?;
    let result = honest[second..].lines().find(|line| line.starts_with("[Result")).ok_or("no result")?;
    let turned = if result.contains("\"1 -1") { "[Result \"-1 1\"]" } else { "[Result \"1 -1\"]" };
    for (content, words) in [
        (honest.replace(&last, less), &["game 2", "do not end it"][..]),
        (honest.replace(&last, &format!("{last} {lost}")), &["game 2", "is not legal"]),
        (format!("{}{}", &honest[..second], honest[second..].replace(result, turned)), &["game 2", "do not end it"]),
        (honest.clone() + &honest[second..], &["game 2 is there twice"]),
        (honest.replace("[Game \"2\"]", "[Game \"3\"]"), &["game 3", "plan"]),
        (honest.replace("[Rules \"", "[Rules \"winner=normal,"), &["other rules"]),
        (honest.replacen("[Ending \"rules\"]", "[Ending \"length\"]", 1), &["game 1", "do not end it"]),
    ] {
        assert_ne!(content, honest);
        std::fs::write(&games.0, &content)?;
        refused(&["match", "--resume", games.text()], words);
        assert_eq!(std::fs::read_to_string(&games.0)?, content);
    }
    Ok(())
}

/// A line of moves without what players said of them; other lines as they are.
fn without_notes(line: &str) -> String {
    if line.starts_with('[') {
        return line.to_owned();
    }
    line.split(" {").map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect()
}

/// Two that go on with one file: one does, the other is told.
#[cfg(unix)]
#[test]
fn a_file_of_games_has_one_writer() -> Result<(), Failure> {
    let games = Scratch::new("locked");
    let agents = ["--a", "engine:nodes=2000,hash=1", "--b", "random", "--games", "40", "--random-plies", "0"];
    lines(&[&["match", "minichess", "--json", "--out", games.text()], &agents[..]].concat())?;
    let whole = std::fs::read_to_string(&games.0)?;
    std::fs::write(&games.0, &whole[..whole.find("[Game \"2\"]").ok_or("one game")?])?;
    let resume = || super::super::command(&["match", "--resume", games.text()]).output();
    let codes = std::thread::scope(|scope| {
        let runs = [0, 1].map(|_| scope.spawn(resume));
        runs.map(|run| run.join().expect("joined").map(|output| (output.status.code(), output.stderr)))
    });
    let mut told = 0;
    for run in codes {
        let (code, error) = run?;
        told += usize::from(code == Some(2) && String::from_utf8_lossy(&error).contains("another program"));
        assert!(code == Some(0) || code == Some(2), "{code:?}");
    }
    assert_eq!((told, sorted(&games.0)?.len()), (1, 40));
    assert_eq!(super::super::success(&["match", "--resume", games.text(), "--json"]).lines().count(), 1);
    Ok(())
}

/// Names in a file are shown as they are, not obeyed.
#[test]
fn a_file_does_not_steer_the_terminal() -> Result<(), Failure> {
    let games = Scratch::new("terminal");
    lines(&["match", "hexnim", "--a", "random", "--b", "random", "--games", "1", "--out", games.text(), "--json"])?;
    let honest = std::fs::read_to_string(&games.0)?;
    let evil = "\\u001b[2J\\u009b\\nfake\\u202e";
    let forged = honest.replace("[Contender \"random", &format!("[Contender \"random{evil}"));
    std::fs::write(&games.0, forged.replace("[Ending \"rules", &format!("[Ending \"crash 1 {evil}")))?;
    let out = super::super::success(&["show", "--game", &format!("{}:1", games.text())]);
    assert!(out.contains("\\u{1b}[2J\\u{9b}\\nfake\\u{202e}"), "{out}");
    assert!(!out.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'), "{out}");
    Ok(())
}

#[test]
fn recorded_games_are_shown() -> Result<(), Failure> {
    let out = Scratch::new("shown");
    lines(&["match", "hop", "--a", "random", "--b", "random", "--games", "2", "--json", "--out", out.text()])?;
    let record = sorted(&out.0)?.swap_remove(1);
    let place = format!("{}:2", out.text());
    let steps = lines(&["show", "--game", &place, "--json"])?;
    assert_eq!(steps.len(), record.moves.len() + 1);
    assert_eq!(steps[0]["position"], json!(record.start));
    assert!(steps.last().ok_or("nothing")?["result"].is_string());
    let third = lines(&["show", "--game", &place, "--ply", "3", "--json"])?;
    assert_eq!(third, [steps[3].clone()]);
    let (code, text, _) = command(&["show", "--game", &place]);
    assert!(code == 0 && text.contains(&format!("plays {}", record.moves[0])) && text.contains("The game is over"));
    refused(&["show", "--game", &format!("{}:3", out.text())], &["no game 3"]);
    refused(&["show", "--game", &place, "--ply", "100000"], &["--ply", "expected 0 to"]);
    Ok(())
}
