//! `merge` believes nothing: parts that are missing, changed, forged or of other runs are refused, and it says why.

use super::{has, refused, run, scratch, success};
use manyply::shard::Seal;
use std::process::{Command, Output};

/// The position whose moves are solved: won, with few moves.
const WON: [&str; 4] = ["solve", "minichess", "--position", "k4/5/QK3/5/5/5 w - - 0 40"];
const COUNT: [&str; 4] = ["perft", "minichess", "4", "--divide"];
const MATCH: [&str; 8] = ["match", "hexnim", "--a", "random", "--b", "random", "--games", "4"];

fn part(arguments: &[&str], shard: &str) -> String {
    success(&[arguments, &["--shard", shard]].concat())
}

/// Merges what files with these contents hold; they are called `NAME-1` and so on.
fn merge(name: &str, contents: &[&str]) -> Output {
    let files = (1..).zip(contents).map(|(number, content)| scratch(&format!("{name}-{number}"), content));
    let files: Vec<String> = files.collect();
    run(&[&["merge"], &files.iter().map(String::as_str).collect::<Vec<_>>()[..]].concat())
}

/// The part with other lines, sealed as if it had been printed like this.
fn forged(part: &str, forge: impl Fn(&mut Vec<String>)) -> String {
    let mut seal = Seal::default();
    let mut lines: Vec<String> = part.lines().map(|line| seal.open(line).expect("a sealed line")).collect();
    forge(&mut lines);
    let mut seal = Seal::default();
    lines.iter().map(|line| seal.close(line) + "\n").collect()
}

fn replaced(part: &str, from: &str, to: &str) -> String {
    let forged = forged(part, |lines| lines.iter_mut().for_each(|line| *line = line.replacen(from, to, 1)));
    assert_ne!(part, forged, "{from}");
    forged
}

/// Each digit of each line, changed or lost, is noticed where it is.
#[test]
fn a_changed_digit_is_noticed() {
    for (name, arguments) in [("digit-perft", &COUNT[..]), ("digit-match", &MATCH), ("digit-solve", &WON)] {
        let (one, two) = (part(arguments, "1/2"), part(arguments, "2/2"));
        assert_eq!(merge(name, &[&one, &two]).status.code(), Some(0), "{name}");
        let digits = one.char_indices().filter(|(_, letter)| letter.is_ascii_digit());
        // A prime number of steps, so that all kinds of digits are met.
        for (at, digit) in digits.step_by(7) {
            let line = one[..at].lines().count().max(1);
            let other = if digit == '9' { '8' } else { '9' };
            for changed in [format!("{}{other}{}", &one[..at], &one[at + 1..]), one[..at].to_owned() + &one[at + 1..]] {
                refused(&merge(name, &[&changed, &two]), &[&format!("{name}-1: line {line}: ")]);
            }
        }
    }
}

#[test]
fn parts_are_of_one_run() {
    let [a, b, c] = ["1/3", "2/3", "3/3"].map(|shard| part(&COUNT, shard));
    refused(&merge("run", &[&a, &c]), &["part 2 of 3 is missing"]);
    refused(&merge("run", &[&c, &b, &a, &c]), &["both part 3 of 3"]);
    let lines: Vec<&str> = a.lines().collect();
    refused(&merge("run", &[&lines[1..].join("\n"), &b, &c]), &["run-1: line 1: does not fit its checksum"]);
    refused(&merge("run", &[&lines[..3].join("\n"), &b, &c]), &["run-1: line 3: has no field \"shard\""]);
    refused(&merge("run", &[&a[..a.len() - 40], &b, &c]), &["run-1: line 8: does not end"]);
    for (more, words) in [
        (&["--rules", "2023"][..], &["another run", "origin rules", "plies=100"][..]),
        (&["--moves", "b2b3"], &["origin moves"]),
        (&["--full"], &["mode \"full\"; expected \"bulk\""]),
    ] {
        refused(&merge("run", &[&a, &b, &part(&[&COUNT, more].concat(), "3/3")]), words);
    }
    refused(&merge("run", &[&a, &part(&COUNT[..3], "2/3")]), &["divide false; expected true"]);
    refused(&merge("run", &[&a, &part(&COUNT, "2/4")]), &["run-2: line 8: ", "of 4; expected 3"]);
    refused(&merge("run", &[&a, &part(&MATCH, "2/3")]), &["command \"match\"; expected \"perft\""]);
    let version = env!("CARGO_PKG_VERSION");
    let words = format!("of version 0.0.9; expected {version}");
    refused(&merge("run", &[&replaced(&a, version, "0.0.9")]), &[&words]);
    refused(&merge("run", &[&replaced(&a, "\"of\":3", "\"of\":0")]), &["no part 1 of 0"]);
    refused(
        &merge("run", &[&replaced(&part(&COUNT, "1/1"), "\"command\":\"perft\"", "\"command\":\"x\"")]),
        &["no command \"x\" has shards"],
    );
    refused(
        &merge("run", &[&replaced(&part(&COUNT, "1/1"), "minichess\",\"part", "chess\",\"part")]),
        &["line 8", "chess"],
    );
    for (content, words) in [("", &["is empty"][..]), ("{", &["line 1"]), ("{}", &["line 1", "expected"])] {
        refused(&merge("run", &[content]), words);
    }
    refused(&run(&["merge", "/nowhere/1.json"]), &["/nowhere/1.json"]);
}

/// A book of another content under the same name is another run; the same content under another name is not.
#[test]
fn parts_have_read_the_same_files() {
    let play = |book: &str, content: &str, shard: &str| {
        let book = scratch(book, content);
        let arguments = ["match", "minichess", "--a", "random", "--b", "random", "--games", "4", "--book", &book];
        part(&arguments, shard)
    };
    let a = play("book", "b2b3 d5d4\nc2c3\n", "1/2");
    assert_eq!(merge("book", &[&a, &play("book-there", "b2b3 d5d4\nc2c3\n", "2/2")]).status.code(), Some(0));
    refused(
        &merge("book", &[&a, &play("book", "b2b3 d5d4\nd2d3\n", "2/2")]),
        &["conditions book_checksum", "expected"],
    );
    let table = |save: &str| success(&["solve", "hexnim", "--random", "3", "--save", save]);
    let (one, other) = (scratch("table-a", ""), scratch("table-b", ""));
    table(&one);
    table(&other);
    let solve = |load: &str, shard: &str| part(&["solve", "hexnim", "--random", "3", "--load", load], shard);
    let a = solve(&one, "1/2");
    assert_eq!(merge("load", &[&a, &solve(&other, "2/2")]).status.code(), Some(0));
    let without = part(&["solve", "hexnim", "--random", "3"], "2/2");
    refused(&merge("load", &[&a, &without]), &["another run", "load null; expected "]);
}

#[test]
fn sums_are_those_of_their_terms() {
    let (a, b) = (part(&COUNT, "1/2"), part(&COUNT, "2/2"));
    let fails = |name: &str, a: &str, b: &str, words: &[&str]| refused(&merge(name, &[a, b]), words);
    let nodes =
        |line: &str| line.split("\"nodes\":").nth(1).and_then(|rest| rest.split([',', '}']).next().map(str::to_owned));
    let first = nodes(a.lines().next().expect("a line")).expect("a number");
    let absurd = replaced(&a, &format!("\"nodes\":{first}}}"), "\"nodes\":18446744073709551615}");
    fails("sum", &absurd, &b, &["sum-1: line 1: has 18446744073709551615 nodes; expected at most "]);
    let more = replaced(&a, &format!("\"nodes\":{first}}}"), "\"nodes\":1}");
    fails("sum", &more, &b, &["sum-1: line 8: ", "the sum of its first moves"]);
    fails("sum", &replaced(&a, "\"a2a3\"", "\"a2a4\""), &b, &["sum-1: line 1: ", "expected a2a3"]);
    fails("sum", &forged(&a, |lines| drop(lines.remove(6))), &b, &["sum-1: line 7: ", "broken off"]);
    fails(
        "sum",
        &replaced(&a, "\"start\":\"k", "\"start\":\"x"),
        &replaced(&b, "\"start\":\"k", "\"start\":\"x"),
        &["start"],
    );
}

#[test]
fn games_are_those_of_the_plan() {
    let (a, b) = (part(&MATCH, "1/2"), part(&MATCH, "2/2"));
    let fails = |a: &str, words: &[&str]| refused(&merge("plan", &[a, &b]), words);
    let won = if a.contains("[1,-1]") { "[1,-1]" } else { "[-1,1]" };
    for (from, to) in
        [("\"number\":2", "\"number\":3"), ("\"number\":2", "\"number\":0"), ("[\"b\",", "[\"c\","), (won, "[1]")]
    {
        fails(&replaced(&a, from, to), &["plan-1: line ", "none that this part plans"]);
    }
    for payoffs in ["[1,-7]", "[1,1]", "[0,-1]"] {
        fails(&replaced(&a, won, payoffs), &["plan-1: line ", "cannot have been paid"]);
    }
    fails(&replaced(&a, "\"plies\":", "\"plies\":9999"), &["plan-1: line 1: game 1 cannot"]);
    fails(&replaced(&a, won, "[0,0]"), &["plan-1: line 3: does not fit the games: "]);
    fails(&replaced(&a, "\"timeouts\":0", "\"timeouts\":1"), &["plan-1: line 3: does not fit the games: ", "timeouts"]);
    fails(&forged(&a, |lines| drop(lines.remove(0))), &["plan-1: line 2: has 1 of 2 games"]);
    fails(&forged(&a, |lines| lines[1] = lines[0].clone()), &["plan-1: line 2: game 1 is there twice"]);
    let other = part(&[&MATCH[..], &["--seed", "5"]].concat(), "1/2");
    fails(&other, &["another run", "conditions seed 1; expected 5"]);
    for (from, to, words) in
        [("\"games\":4,", "\"games\":0,", "0 games"), ("[\"random\",\"random\"]", "[]", "0 agents")]
    {
        refused(&merge("plan", &[&replaced(&a, from, to), &replaced(&b, from, to)]), &[words]);
    }
    refused(&run(&[&MATCH[..], &["--shard", "1/2", "--sprt", "0,5"]].concat()), &["--shard", "--sprt"]);
    refused(&run(&[&MATCH[..], &["--shard", "3/2"]].concat()), &["--shard", "i/n"]);
}

#[test]
fn moves_are_those_of_the_position() {
    let (a, b) = (part(&WON, "1/2"), part(&WON, "2/2"));
    let fails = |a: &str, words: &[&str]| refused(&merge("moves", &[a, &b]), words);
    fails(&forged(&a, |lines| drop(lines.remove(0))), &["moves-1: line 1: ", "expected a4a1"]);
    let short = forged(&a, |lines| drop(lines.remove(lines.len() - 2)));
    fails(&short, &["moves; expected a part that was solved to its end"]);
    fails(&replaced(&a, "\"line\":[\"a4a1\",", "\"line\":[\"a4a1\",\"a1a9\","), &["moves-1: line 1: line: "]);
    fails(
        &replaced(&a, "\"value\":\"win\",\"plies\":1,", "\"value\":\"loss\",\"plies\":1,"),
        &["a line to another end"],
    );
    fails(&replaced(&a, "\"nodes\":", "\"nodes\":9"), &["moves-1: line 1"]);
    fails(&replaced(&a, "\"nodes\":0,", "\"nodes\":9007199254740993,"), &["nodes; expected at most"]);
    let last = a.lines().count();
    let less = forged(&a, |lines| {
        *lines.last_mut().expect("a line") = lines[last - 1].replacen("\"nodes\":", "\"nodes\":1", 1);
    });
    fails(&less, &[&format!("moves-1: line {last}: "), "the sum of its moves"]);
    let other = [&WON[..3], &["k4/5/QK3/5/5/5 w - - 0 41"]].concat();
    fails(&part(&other, "1/2"), &["another run", "start"]);
}

/// What the documentation says of GNU parallel holds, whether the parts are there, were begun, or were never begun.
#[cfg(unix)]
#[test]
fn parallel_makes_the_whole() {
    if !has("parallel", &["--version"]) {
        return;
    }
    let without_time = |text: &str| {
        let fields = text.split(',').filter(|field| !field.contains("\"seconds\"") && !field.contains("\"nps\""));
        fields.collect::<Vec<_>>().join(",")
    };
    let games = ["--b", "engine:nodes=50,hash=1", "--games", "12", "--seed", "3"];
    let matches = [&["match", "minichess", "--a", "random"], &games[..]].concat();
    for (name, arguments) in [
        ("count", &["perft", "minichess", "6", "--divide", "--moves", "b2b3 b5b4"][..]),
        ("match", &matches),
        ("solve", &["solve", "minichess", "--threads", "1", "--position", "k4/2Q2/1K3/5/5/5 b - - 0 1"]),
    ] {
        let folder = format!("{}/parallel {name}", env!("CARGO_TARGET_TMPDIR"));
        let _ = std::fs::remove_dir_all(&folder);
        let script = || {
            let mut script = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cluster/parallel.sh"));
            script.env("MANYPLY", env!("CARGO_BIN_EXE_manyply")).env("MERGE", "--json").env("JOBS", "2");
            script
        };
        let merged = || {
            let output = script().args([&folder, "3"]).args(arguments).output().expect("it runs");
            assert_eq!(output.status.code(), Some(0), "{output:?}");
            without_time(&String::from_utf8(output.stdout).expect("UTF-8"))
        };
        let whole = without_time(&success(&[arguments, &["--json"]].concat()));
        let value = |text: &str| text.split(',').find(|field| field.contains("\"value\"")).map(str::to_owned);
        let same = |merged: &str| match name {
            // The whole stops where one move is enough.
            "solve" => assert_eq!(value(merged), value(&whole)),
            _ => assert_eq!(merged, whole),
        };
        same(&merged());
        std::fs::remove_file(format!("{folder}/2.json")).expect("a part");
        std::fs::write(format!("{folder}/2.json.partial"), "{").expect("a stump");
        if name == "match" {
            // Killed before the head of the file of games was whole, and after the first game.
            std::fs::write(format!("{folder}/2.games"), "[Match \"mini").expect("a stump");
            same(&merged());
            std::fs::remove_file(format!("{folder}/2.json")).expect("a part");
            let out = format!("{folder}/2.games");
            success(&[arguments, &["--shard", "2/3", "--out", &out]].concat());
            let games = std::fs::read_to_string(&out).expect("games");
            let second = games.match_indices("[Game ").nth(1).expect("a second game").0;
            std::fs::write(&out, &games[..second + 20]).expect("fewer games");
        }
        same(&merged());
        let left: Vec<_> =
            std::fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").file_name()).collect();
        assert_eq!(left.len(), 4, "three parts, and whose they are: {left:?}");
        let mut other = script();
        let output = other.args([&folder, "3"]).args(arguments).args(["--hash", "2"]).output().expect("it runs");
        assert_ne!(output.status.code(), Some(0), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("has parts of another run: 3 "), "{output:?}");
        let _ = std::fs::remove_dir_all(&folder);
    }
}
