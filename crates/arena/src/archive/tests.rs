//! What is written is read; what is not understood is left alone.

use super::*;
use manyply::search::Score;
use std::time::Duration;

fn head() -> Head {
    let contenders = vec!["engine:nodes=5".to_owned(), "uci:\"a b\"\u{1b}\n]".to_owned()];
    Head { game: "minichess".into(), rules: "plies=100".into(), contenders, settings: "{\"a\":1}".into() }
}

fn record(number: u64) -> Record {
    Record {
        number,
        seats: vec![0, 1],
        opening: number / 2,
        start: "k4/5 w - - 0 1".into(),
        opening_plies: (number % 2) as usize,
        payoffs: vec![1, -1],
        ending: format!("crash 2 \"[é]\"\n{number}"),
        moves: vec!["a2a3".into(); number as usize],
        notes: (0..number / 2 * 2).map(|ply| (ply % 2 == 1).then_some(note())).collect(),
    }
}

fn note() -> Note {
    Note { score: Some(Score::Cp(-15)), depth: 9, nodes: 1000, time: Duration::from_millis(34) }
}

#[test]
fn what_is_written_is_read() -> Result<(), ArchiveError> {
    let records: Vec<Record> = (0..4).map(record).collect();
    let text = head().text() + &records.iter().map(Record::text).collect::<String>();
    assert_eq!(Archive::parse(text.as_bytes())?, (head(), records, TornEnd(0)));
    Ok(())
}

/// Wherever the end is cut off, what was whole before is read, and nothing else.
#[test]
fn a_torn_end_is_left_out() -> Result<(), ArchiveError> {
    let records: Vec<Record> = (0..3).map(record).collect();
    let mut text = head().text().into_bytes();
    let mut ends = vec![text.len()];
    for record in &records {
        text.extend(record.text().bytes());
        ends.push(text.len());
    }
    for length in ends[0]..=text.len() {
        let whole = ends.iter().rposition(|&end| end <= length).unwrap_or(0);
        let (_, read, torn) = Archive::parse(&text[..length])?;
        assert_eq!((read.as_slice(), torn), (&records[..whole], TornEnd((length - ends[whole]) as u64)));
    }
    assert!((0..ends[0]).all(|length| Archive::parse(&text[..length]).is_err()));
    Ok(())
}

#[test]
fn mistakes_have_lines() {
    let text = head().text() + &record(0).text();
    for (from, to, line) in [
        ("[Seats \"1 2\"]", "[Seats \"1 3\"]", "line 8"),
        ("[Seats \"1 2\"]", "[Seats \"1\"]", "line 7"),
        ("[Result \"1 -1\"]", "[Result \"1 -2\"]", "line 12"),
        ("[Game \"1\"]", "[Game \"0\"]", "line 7"),
        ("[Game \"1\"]", "[Game 1]", "line 7"),
        ("[Match", "[March", "line 1"),
        ("[OpeningPlies \"0\"]", "[OpeningPlies \"1\"]", "line 7"),
        ("[Start", "[Seats \"1 2\"]\n[Start", "line 10"),
        ("[Ending \"crash 2 \\\"[é]\\\"\\n0\"]", "[Ending \"rules\"]\na2a3 {good}", "line 14"),
        ("[Ending \"crash 2 \\\"[é]\\\"\\n0\"]", "[Ending \"rules\"]\n{0.034s} a2a3", "line 14"),
        ("[Ending \"crash 2 \\\"[é]\\\"\\n0\"]", "[Ending \"rules\"]\na2a3 {0.034s} {0.034s}", "line 14"),
        ("[Ending \"crash 2 \\\"[é]\\\"\\n0\"]", "[Ending \"rules\"]\na2a3 {0.034s", "line 14"),
    ] {
        assert!(text.contains(from), "{from}");
        let error = Archive::parse(text.replace(from, to).as_bytes()).map_err(|error| error.to_string());
        assert!(error.as_ref().is_err_and(|error| error.starts_with(line)), "{to}: {error:?}");
    }
}

/// Whatever a person or another program wrote behind the games is no torn game: it is refused, with its line, and
/// stays.
#[test]
fn what_is_not_understood_is_kept() -> io::Result<()> {
    let games = head().text() + &record(0).text() + &record(1).text();
    let next = record(2).text();
    let swapped = next.replace("Seats", "Chairs");
    let path = std::env::temp_dir().join(format!("manyply-{}-archive", std::process::id()));
    for (rest, line) in [
        ("Remember to analyse game 2!", 24),
        ("\u{0}\u{0}\u{0}", 24),
        ("[", 0),
        ("[Game", 0),
        ("[Games", 24),
        ("[Game \"3\"] ", 24),
        ("[Game 3", 24),
        ("[Game \"3\"]\n\u{e9}", 25),
        (next.trim_end(), 0),
        (&format!("{}[", next.trim_end_matches('\n')), 0),
        (&format!("{}\nmore", next.trim_end_matches('\n')), 32),
        (swapped.trim_end(), 25),
    ] {
        let content = games.clone() + rest;
        std::fs::write(&path, &content)?;
        let mut records = 0;
        let resumed = Archive::resume(&path, &mut |_, _| {
            records += 1;
            Ok(())
        });
        match resumed {
            Ok(_) => {
                assert_eq!((line, records, std::fs::read_to_string(&path)?), (0, 2, games.clone()), "{rest:?}");
            }
            Err(error) => {
                assert!(error.to_string().starts_with(&format!("line {line}: ")), "{rest:?}: {error}");
                assert_eq!(std::fs::read_to_string(&path)?, content, "{rest:?}");
            }
        }
    }
    // Whoever refuses a game has the file as it was.
    std::fs::write(&path, games.clone() + "[")?;
    let refused = Archive::resume(&path, &mut |_, record| if record.number == 1 { Err("no".into()) } else { Ok(()) });
    assert_eq!(refused.map(drop).map_err(|error| error.to_string()), Err("no".into()));
    assert_eq!(std::fs::read_to_string(&path)?, games.clone() + "[");
    // Bytes that are no text, and a letter that was not written to its end.
    for (rest, line) in [(&b"[Game \"3\"]\n\xFF\n"[..], 25), (b"[Game \"\xC3", 0)] {
        let found = Archive::parse(&[games.as_bytes(), rest].concat()).map(|(_, _, torn)| torn);
        match line {
            0 => assert_eq!(found.expect("a torn game"), TornEnd(rest.len() as u64)),
            _ => assert!(found.expect_err("no game").to_string().starts_with(&format!("line {line}: "))),
        }
    }
    std::fs::remove_file(&path)
}

#[test]
fn records_become_recordings_and_back() {
    let head = Head { contenders: vec!["a".into(), "b".into()], settings: "{}".into(), ..head() };
    let records: Vec<Record> = (0..4).map(|number| Record { opening: 7, ..record(number) }).collect();
    let recorded: Vec<_> = records.iter().map(|record| record.recorded(&head)).collect();
    assert_eq!(Head::of_recorded("minichess", &recorded, 2), (head, records));
}
