//! Conversations with a manager, line by line; whole games are in `tests/program/gomocup.rs`.

use super::*;
use std::io::{BufReader, Cursor, PipeWriter, pipe};
use std::thread;

fn settings() -> Settings {
    Settings {
        time: Duration::from_millis(20),
        hash_mib: 1,
        threads: 1,
        most_threads: 2,
        most_hash_mib: 4,
        is_yixin: false,
    }
}

/// All that is answered to `text`.
fn spoken(text: &str) -> Vec<String> {
    let lines: String = text.lines().map(|line| format!("{}\r\n", line.trim())).collect();
    let mut out = Vec::new();
    run(Box::new(Cursor::new(lines)), &mut out, &settings(), &AtomicBool::default()).expect("answered");
    String::from_utf8(out).expect("text").lines().map(str::to_owned).collect()
}

/// The answers without messages.
fn answers(text: &str) -> Vec<String> {
    spoken(text).into_iter().filter(|line| !line.starts_with("MESSAGE ")).collect()
}

fn square(answer: &str) -> Option<(u32, u32)> {
    let (x, y) = answer.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

#[test]
fn a_game_begins() {
    assert_eq!(answers("START 15\nBEGIN"), ["OK", "7,7"]);
    assert_eq!(answers("START 20\nRESTART\nINFO timeout_turn 10\nBEGIN"), ["OK", "OK", "10,10"]);
    assert_eq!(answers("RECTSTART 9,20\nBEGIN"), ["OK", "4,10"]);
    // As some managers write it.
    assert_eq!(answers("start 15 15\n\nInfo Timeout_Turn 10\nbegin"), ["OK", "7,7"]);
    assert_eq!(answers("  START   15  \nBEGIN extra"), ["OK", "7,7"]);
    let replies = answers("START 15\nTURN 7,7\nTURN 0,14");
    assert_eq!(replies.len(), 3);
    assert!(replies[1..].iter().all(|reply| square(reply).is_some_and(|at| at != (7, 7) && at != (0, 14))));
}

#[test]
fn boards_are_set_up() {
    // Four of ours and a hole: five.
    let ours = "START 15\nBOARD\n3,3,1\n9,9,2\n4,3,1\n10,9,2\n5,3,1\n11,9,2\n7,3,1\n0,0,2\nDONE";
    assert_eq!(answers(ours), ["OK", "6,3"]);
    // Four of theirs, one end closed.
    let theirs = "START 15\nBOARD\n3,3,2\n2,3,1\n4,3,2\n9,9,1\n5,3,2\n10,12,1\n6,3,2\nDONE";
    assert_eq!(answers(theirs), ["OK", "7,3"]);
    // A board takes the place of the one before; an empty one is a game that begins.
    assert_eq!(answers("START 15\nTURN 0,0\nBOARD\nDONE")[2], "7,7");
    assert_eq!(answers("START 15\nBOARD\n7 , 7 , 1\nDONE").len(), 2);
    // Squares of no use are not played on.
    let closed = "START 15\nBOARD\n3,3,1\n4,3,1\n5,3,1\n6,3,1\n0,3,2\n1,12,2\n9,12,2\n2,3,3\nDONE";
    assert_eq!(answers(closed), ["OK", "7,3"]);
    // Questions within a list do no harm.
    assert_eq!(answers("START 5\nBOARD\nINFO rule 1\n\nDONE"), ["OK", "2,2"]);
}

#[test]
fn rules_are_told() {
    let board = "BOARD\n0,0,1\n0,9,2\n1,0,1\n2,9,2\n2,0,1\n4,9,2\n4,0,1\n6,9,2\n5,0,1\n8,9,2\nDONE";
    // The hole makes six: no win in standard gomoku, and forbidden in renju.
    assert_eq!(answers(&format!("START 15\n{board}"))[1], "3,0");
    assert_ne!(answers(&format!("START 15\nINFO rule 1\n{board}"))[1], "3,0");
    assert_ne!(answers(&format!("START 15\nINFO rule 4\n{board}"))[1], "3,0");
    assert_eq!(answers(&format!("START 15\nINFO rule 2\n{board}"))[1], "3,0");
    // Managers that speak like Yixin mean renju by it, whenever that is known.
    for yixin in ["INFO rule 2\nINFO thread_num 1", "info Caution_Factor 2\nINFO rule 2", "INFO rule 2\nYXSTOP"] {
        assert_ne!(answers(&format!("START 15\n{yixin}\n{board}"))[1], "3,0", "{yixin}");
    }
    assert_eq!(answers(&format!("START 15\nINFO thread_num 1\n{board}"))[1], "3,0");
    let evaluated = answers(&format!("START 15\n{board}\nTURN 14,14\nINFO evaluate 3,3\nINFO evaluate 99,3"));
    assert!(evaluated[3].starts_with("DEBUG 3,3: ") && evaluated[4].starts_with("ERROR "), "{evaluated:?}");
}

#[test]
fn moves_are_taken_back() {
    let talk = "START 15\nBEGIN\nTURN 6,6\nTAKEBACK 6,6\nTAKEBACK 6,6\nTURN 6,6";
    let replies = answers(talk);
    assert_eq!((replies[3].as_str(), &replies[4][..6]), ("OK", "ERROR "));
    assert!(square(&replies[5]).is_some(), "{replies:?}");
    assert_eq!(
        answers("START 15\nPLAY 3,4\nTURN 3,4\nTAKEBACK 3,4\nPLAY 3,4"),
        ["OK", "3,4", "ERROR 3,4 is taken", "OK", "3,4"]
    );
}

#[test]
fn openings_are_chosen() {
    let replies = answers("START 15\nSWAP2BOARD\nDONE");
    let stones: Vec<_> = replies[1].split(' ').map(|stone| square(stone).expect("a square")).collect();
    assert_eq!(stones.len(), 3);
    assert!(stones[0] != stones[1] && stones[1] != stones[2] && stones[0] != stones[2]);
    assert_eq!(answers("START 3\nSWAP2BOARD\nDONE")[1], "0,0 1,0 2,0");
    // Black is won: swap. White, to move, has a four: stay and play.
    let good = "START 15\nSWAP2BOARD\n7,7\n0,0\n7,8\nDONE";
    assert_eq!(answers(good), ["OK", "SWAP"]);
    let bad = "START 15\nSWAP2BOARD\n0,0\n7,7\n14,14\n7,8\n0,14\nDONE";
    assert!(square(&answers(bad)[1]).is_some());
    assert!(answers("START 15\nSWAP2BOARD\n0,0\nDONE")[1].starts_with("ERROR "));
    // After the choice the game goes on.
    let replies = answers("START 15\nSWAP2BOARD\n7,7\n0,0\n7,8\nDONE\nTURN 7,9");
    assert!(square(&replies[2]).is_some(), "{replies:?}");
}

#[test]
fn mistakes_are_answered() {
    let errors = [
        "START 0",
        "START 21",
        "START",
        "START x",
        "START 15 15 15",
        "START -5",
        "START 99999999999",
        "RECTSTART 15",
        "RECTSTART 15,0",
        "BEGIN",
        "TURN 7,7",
        "RESTART",
        "BOARD",
        "SWAP2BOARD",
        "TAKEBACK 0,0",
        "PLAY 0,0",
        "DONE",
        "INFO timeout_turn",
        "INFO timeout_turn soon",
        "INFO evaluate 3",
        "INFO evaluate 3,3",
    ];
    for line in errors {
        let replies = answers(line);
        assert!(replies.len() == 1 && replies[0].starts_with("ERROR "), "{line}: {replies:?}");
    }
    for line in ["TURN 15,0", "TURN 0,15", "TURN 7", "TURN 7,7,7", "TURN", "TURN a,b", "TURN -1,0", "PLAY 20,20"] {
        let replies = answers(&format!("START 15\n{line}"));
        assert!(replies.len() == 2 && replies[1].starts_with("ERROR "), "{line}: {replies:?}");
    }
    for line in ["HELLO", "7,7", "\u{1b}[31m é", "YXSHOWFORBID"] {
        let replies = answers(line);
        assert!(replies.len() == 1 && replies[0].starts_with("UNKNOWN ") && replies[0].is_ascii(), "{replies:?}");
    }
    // A wrong list changes nothing.
    for stones in ["7,7,1\n7,7,2", "7,7", "7,7,4", "99,7,1", "x"] {
        let replies = answers(&format!("START 15\nPLAY 1,1\nBOARD\n{stones}\nDONE\nPLAY 1,1"));
        assert!(replies[2].starts_with("ERROR ") && replies.last().is_some_and(|last| last.ends_with("taken")));
    }
    assert!(
        answers("INFO whatever 3\nINFO folder /tmp\nINFO game_type 1\nINFO\nYXSTOP\nINFO time_left -20").is_empty()
    );
}

#[test]
fn the_engine_says_who_it_is() {
    let about = answers("ABOUT");
    assert!(about[0].starts_with(r#"name="manyply", version=""#) && about[0].contains(r#"", author=""#), "{about:?}");
}

#[test]
fn full_boards_have_no_move() {
    assert_eq!(answers("START 1\nBEGIN\nBEGIN"), ["OK", "0,0", "ERROR no square is left to play on"]);
}

/// A manager that sends lines whenever it wants to.
fn conversation(time: &str, talk: impl FnOnce(&mut dyn FnMut(&str))) -> (Vec<String>, Duration) {
    let (reader, mut writer): (_, PipeWriter) = pipe().expect("a pipe");
    let engine = thread::spawn(move || {
        let mut out = Vec::new();
        let input = Box::new(BufReader::new(reader));
        run(input, &mut out, &settings(), &AtomicBool::default()).expect("answered");
        out
    });
    let mut say = |line: &str| writeln!(writer, "{line}").expect("listening");
    say("START 15");
    say(time);
    say("TURN 7,7");
    thread::sleep(Duration::from_millis(50));
    let started = Instant::now();
    talk(&mut say);
    drop(writer);
    let out = engine.join().expect("joined");
    let answers = String::from_utf8(out).expect("text").lines().map(str::to_owned).collect();
    (answers, started.elapsed())
}

const LONG: &str = "INFO timeout_turn 60000";
const SOON: Duration = Duration::from_secs(20);

#[test]
fn thinking_can_be_stopped() {
    let (replies, took) = conversation(LONG, |say| {
        say("yxstop");
        say("INFO max_depth 1");
        say("RESTART");
        say("TURN 0,0");
    });
    assert!(took < SOON, "{took:?}");
    assert_eq!(replies.iter().filter(|line| square(line).is_some()).count(), 2, "{replies:?}");
}

#[test]
fn the_end_is_at_once() {
    let (replies, took) = conversation(LONG, |say| say("END"));
    assert!(took < SOON, "{took:?}");
    assert_eq!(replies, ["OK"]);
}

#[test]
fn nothing_sent_while_thinking_is_lost() {
    let (replies, _) = conversation("INFO timeout_turn 300", |say| {
        for line in ["INFO timeout_turn 10", "ABOUT", "TURN 0,0", "TAKEBACK 0,0", "TURN 0,1"] {
            say(line);
        }
    });
    let replies: Vec<_> = replies.into_iter().filter(|line| !line.starts_with("MESSAGE ")).collect();
    assert!(replies[2].starts_with("name=") && replies[4] == "OK", "{replies:?}");
    assert!([1, 3, 5].iter().all(|&at| square(&replies[at]).is_some()) && replies.len() == 6, "{replies:?}");
}
