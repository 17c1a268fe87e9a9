//! How well the engine plays, and what it says while it thinks for long.

use super::*;
use manyply::games::threechess::Threechess;

/// What a search that ends by itself says last, after these lines: its nodes, and its line.
fn last(lines: &str) -> (u64, String) {
    let said = answers(&ugi::dialect(Kind::of::<Minichess>()), &format!("{lines}\ngo movetime 60000\n"));
    let info = said.iter().rev().find_map(|line| line.split_once(" nodes ")).expect("a search").1;
    let (nodes, pv) = (info.split(' ').next(), info.split_once(" pv "));
    (nodes.and_then(|nodes| nodes.parse().ok()).expect("nodes"), pv.expect("a line").1.to_owned())
}

#[test]
fn a_level_is_the_same_whatever_it_is_called_by() {
    let weakest = last("setoption name Skill Level value 1");
    assert!(weakest.0 < 100, "{weakest:?}");
    let limited = "setoption name Threads value 2\nsetoption name UCI_LimitStrength value true\n";
    assert_eq!(last(&format!("{limited}setoption name UCI_Elo value 1000")), weakest);
    let known = Kind::of::<Minichess>().level_elo;
    let [least, .., most] = known else { panic!("no levels") };
    let strongest = last(&format!("setoption name Skill Level value {}", known.len()));
    assert_eq!(last(limited), strongest, "the Elo that the handshake names");
    assert!(strongest.0 > 1000, "{strongest:?}");
    // What was found before makes no difference.
    let middle = "setoption name Skill Level value 5";
    assert_eq!(last(&format!("go nodes 200000\n{middle}")), last(middle));
    assert_eq!(last(&format!("{middle}\ngo movetime 60000")), last(middle));
    for (option, expected) in [
        ("Skill Level value 0", "expected 1 to 10".to_owned()),
        ("Skill Level value 11", "expected 1 to 10".into()),
        ("UCI_LimitStrength value perhaps", "expected true or false".into()),
        ("UCI_Elo value 999", format!("expected {least} to {most}")),
    ] {
        let said = answers(&ugi::dialect(Kind::of::<Minichess>()), &format!("setoption name {option}\n"));
        assert!(said[0].starts_with("info string error: ") && said[0].contains(&expected), "{option}: {said:?}");
    }
}

/// From the fourth second on clients hear where a search is while no iteration ends.
#[test]
fn a_long_search_says_where_it_is() {
    let dialect = ugi::dialect(Kind::of::<Threechess>());
    let lines = answers(&dialect, "go movetime 5000\n");
    let is_told = |line: &&String| line.contains(" currmove ");
    let told: Vec<_> = lines.iter().filter(is_told).collect();
    assert!((1..=2).contains(&told.len()), "{lines:?}");
    for line in told {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(
            [words[0], words[1], words[5], words[7], words[9]],
            ["info", "depth", "currmove", "currmovenumber", "nodes"]
        );
        assert!(words[16].parse::<u64>().is_ok_and(|time| time >= 3000) && words[15] == "time", "{line}");
    }
}
