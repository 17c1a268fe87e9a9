//! `prove` and `verify` as their users meet them, and the second checker, `docs/verify.py`, where there is a Python.

use super::{absent, command, json, out, refused, run, run_with, scratch, success};
use std::process::{Command, Output};

/// Won by threats, and proved in a moment.
const WON: [&str; 4] = ["prove", "gomoku", "--moves", "h8 h1 g8 a15 i9 o1"];
const PROOF: &str = include_str!("../../../../tests/data/gomoku-proof-freestyle.txt");
const STANDARD: &str = include_str!("../../../../tests/data/gomoku-proof-standard.txt");

/// What the checker in Python says; nothing where there is no Python.
fn python(file: &str) -> Option<Output> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/verify.py");
    Command::new("python3").args([script, file]).output().ok()
}

#[test]
fn a_position_is_proved_and_both_checkers_accept_it() {
    let (text, binary) = (absent("prove-text"), absent("prove-binary"));
    success(&[&WON[..], &["--text", "--out", &text]].concat());
    success(&[&WON[..], &["--out", &binary]].concat());
    let line = std::fs::read_to_string(&text).expect("a file");
    assert!(line.starts_with("h8 h1 g8 a15 i9 o1|") && line.ends_with('\n') && line.lines().count() == 1, "{line}");
    assert_eq!(success(&[&WON[..], &["--text"]].concat()), line);
    for file in [&text, &binary] {
        let answer = json(&["verify", file, "--json"]).remove(0);
        assert_eq!((&answer["ok"], &answer["roots"]), (&true.into(), &1.into()), "{answer}");
        if let Some(output) = python(file) {
            assert!(out(&output).starts_with("1 positions proved"), "{output:?}");
        }
    }
    // Compressed it is the same, and what is cut off is refused.
    let packed = scratch("prove-packed.zst", "");
    success(&[&WON[..], &["--out", &packed]].concat());
    let bytes = std::fs::read(&packed).expect("a file");
    assert!(bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]), "{bytes:?}");
    assert!(success(&["verify", &packed]).contains("1 positions, each proved"));
    std::fs::write(&packed, &bytes[..bytes.len() - 4]).expect("a file");
    refused(&run(&["verify", &packed]), &["prove-packed.zst"]);
    // A root that is in both files is there once.
    let (other, merged) = (scratch("prove-other", PROOF), absent("prove-merged"));
    let said = success(&["merge", &text, &binary, &other, "--out", &merged]);
    assert!(said.starts_with("2 positions"), "{said}");
    assert!(success(&["verify", &merged]).contains("2 positions, each proved"));
    let standard = scratch("prove-standard", STANDARD);
    refused(&run(&["merge", &text, &standard, "--out", &merged]), &["prove-standard", "rule=standard"]);
}

/// Standard rules, an oblong board, and White as the attacker, from a position that was set up.
#[test]
fn other_rules_sizes_and_sides() {
    let file = absent("prove-others");
    let board = "20/20/20/20/20/20/20/20/20/20/20/8oo10/8o11/9o10/20/20/2x3x2x3x2x3 o";
    let rules = ["--rules", "rule=standard,size=20x17"];
    let prove = ["prove", "gomoku", "--position", board, "--text", "--out", &file];
    success(&[&prove[..], &rules].concat());
    let answer = json(&["verify", &file, "--json"]).remove(0);
    assert_eq!(answer["rules"], "rule=standard,connect=5,size=20x17");
    if let Some(output) = python(&file) {
        assert!(out(&output).starts_with("1 positions proved"), "{output:?}");
    }
    refused(&run(&["prove", "gomoku", "--rules", "rule=renju"]), &["rule=freestyle or rule=standard"]);
    refused(&run(&["prove", "gomoku", "--position", "15/15/15/15/15/15/6xx7/15/15/15/15/15/15/15/15 x"]), &["stones"]);
}

/// The two checkers agree on certificates that somebody altered.
#[test]
fn both_checkers_refuse_the_same() {
    let standard = STANDARD.split_once('\n').expect("a line of rules");
    for (name, rules, line) in [("freestyle", "", PROOF), ("standard", standard.0, standard.1)] {
        let (moves, tree) = line.trim_end().split_once('|').expect("a root");
        let mut counts = [0, 0];
        for step in 0..12 {
            let at = 2 * (step * tree.len() / 26);
            let byte = u8::from_str_radix(&tree[at..at + 2], 16).expect("digits");
            let altered =
                format!("{}{:02x}{}", &tree[..at], (u32::from(byte) + 1 + step as u32) % 225, &tree[at + 2..]);
            let file = scratch(&format!("altered-{name}-{step}"), &format!("{rules}\n{moves}|{altered}\n"));
            let code = run(&["verify", &file]).status.code();
            counts[usize::from(code == Some(1))] += 1;
            if let Some(output) = python(&file) {
                assert_eq!(output.status.success(), code == Some(0), "{file}: {output:?}");
            }
        }
        assert!(counts[1] >= 10, "{counts:?}");
    }
}

#[test]
fn a_run_goes_on_from_its_checkpoint() {
    let (checkpoint, file) = (absent("prove-checkpoint"), absent("prove-resumed"));
    let command = [&WON[..], &["--checkpoint", &checkpoint, "--text", "--out", &file]].concat();
    success(&command);
    let (kept, first) = (std::fs::read(&checkpoint).expect("a file"), std::fs::read(&file).expect("a file"));
    // A line that a crash has cut is proved again.
    std::fs::write(&checkpoint, &kept[..kept.len() - 9]).expect("a file");
    // A list only reads: also while a run goes on, and where there is none yet.
    let list = [&command[..], &["--list"]].concat();
    let runs = std::fs::File::open(&checkpoint).expect("a file");
    runs.lock().expect("a lock");
    assert_eq!(success(&list), "h8 h1 g8 a15 i9 o1\n");
    refused(&run(&command), &["another program is writing this file"]);
    drop(runs);
    let none = absent("prove-no-checkpoint");
    assert_eq!(success(&[&WON[..], &["--checkpoint", &none, "--list"]].concat()), "h8 h1 g8 a15 i9 o1\n");
    assert!(!std::path::Path::new(&none).exists());
    success(&command);
    assert_eq!(std::fs::read(&checkpoint).expect("a file").len(), kept.len());
    assert_eq!(std::fs::read(&file).expect("a file").len(), first.len());
    assert_eq!(success(&[&command[..], &["--list"]].concat()), "");
    // It is a certificate itself.
    assert!(success(&["verify", &checkpoint]).contains("1 positions, each proved"));
    let other = ["prove", "gomoku", "--moves", "h8 h1 g8 a15", "--checkpoint", &checkpoint];
    refused(&run(&other), &["--checkpoint", "is of another run"]);
    // What is in it is believed by nobody.
    let kept = String::from_utf8(kept).expect("text");
    std::fs::write(&checkpoint, kept.replace('|', "|70")).expect("a file");
    refused(&run(&command), &["--checkpoint", "line 5, at byte", "the checksum does not match"]);
    // Earlier builds wrote no checksums.
    let lines = kept.lines().filter(|line| !line.starts_with("# check: ") && !line.starts_with("# a check"));
    let old = lines.map(|line| format!("{line}\n")).collect::<String>();
    std::fs::write(&checkpoint, &old).expect("a file");
    success(&command);
    assert_eq!(std::fs::read(&file).expect("a file").len(), first.len());
    std::fs::write(&checkpoint, old.replace('|', "|70")).expect("a file");
    refused(&run(&command), &["refused by the checker", "square 112 has a stone already"]);
}

/// A run goes on with no checkpoint of which a bit is flipped, or it has lost the last line; the file is not cut.
#[test]
fn a_damaged_checkpoint_is_refused_and_stays() {
    let (checkpoint, file) = (absent("prove-damaged"), absent("prove-damaged-out"));
    let command = [&WON[..], &["--checkpoint", &checkpoint, "--text", "--out", &file]].concat();
    success(&command);
    let kept = std::fs::read(&checkpoint).expect("a file");
    let list = [&command[..], &["--list"]].concat();
    for bit in (0..8 * kept.len()).step_by(29) {
        let mut damaged = kept.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&checkpoint, &damaged).expect("a file");
        for command in [&list, &command] {
            let output = run(command);
            // The end of the last line is what makes it whole.
            if bit / 8 + 1 < kept.len() {
                refused(&output, &["--checkpoint", "line "]);
                assert!(std::fs::read(&checkpoint).expect("a file") == damaged, "bit {bit}");
            }
        }
    }
}

#[test]
fn a_run_begins_with_what_certificates_prove() {
    let (text, checkpoint) = (absent("prove-first"), absent("prove-first-checkpoint"));
    success(&[&WON[..], &["--text", "--out", &text]].concat());
    let known = std::fs::read_to_string(&text).expect("a file");
    // The stones count, turned by a quarter here and in another order, and nothing is proved anew.
    let turned = ["prove", "gomoku", "--moves", "i7 a1 h8 a8 h9 o15", "--checkpoint", &checkpoint, "--time", "1ms"];
    assert!(success(&turned).starts_with("not proved: 1 "));
    let from = [&turned[..], &["--from", &text]].concat();
    assert_eq!(success(&[&from[..], &["--text"]].concat()).lines().last(), Some(known.trim_end()));
    assert!(success(&turned).starts_with("proved and checked: "));
    let standard = ["prove", "gomoku", "--rules", "rule=standard", "--from", &text];
    refused(&run(&standard), &["--from", "prove-first", "is about rule=freestyle", "expected rule=standard"]);
    // Before a run begins, not after its end: what is wrong with it.
    std::fs::write(&text, known.replace('|', "|70")).expect("a file");
    refused(&run(&[&WON[..], &["--from", &text]].concat()), &["--from", "line 1", "square 112 has a stone already"]);
    refused(&run(&[&WON[..], &["--from", "no-such-file"]].concat()), &["--from", "no-such-file"]);
}

/// After an answer to a job every reply is a job, and together they prove it.
#[test]
fn a_job_is_split_by_an_answer() {
    let (checkpoint, file) = (absent("prove-split"), absent("prove-split.proof"));
    let root = ["prove", "gomoku", "--rules", "size=9", "--moves", "e5 a1 d5 a9 f6 i1", "--checkpoint", &checkpoint];
    let answer = [&root[..], &["--answer", "e5 a1 d5 a9 f6 i1 f5"]].concat();
    let jobs = success(&[&answer[..], &["--list"]].concat());
    assert_eq!(jobs.lines().count(), 9 * 9 - 7, "{jobs}");
    assert!(jobs.contains("\ne5 a1 d5 a9 f6 i1 f5 b1\n"), "{jobs}");
    success(&[&answer[..], &["--out", &file]].concat());
    assert!(success(&["verify", &file]).contains("74 different positions, from which 4 of fewer stones follow"));
    // A certificate of all of them is as good, with the answer.
    let fresh = absent("prove-split-fresh");
    let again = [&root[..root.len() - 1], &[&fresh], &["--from", &file, "--time", "1ms"]].concat();
    assert!(success(&again).starts_with("proved and checked: "));
    assert!(std::fs::read_to_string(&fresh).expect("a file").contains("\n# answer: e5 a1 d5 a9 f6 i1 f5\n"));
    // The answer is kept in the checkpoint.
    assert_eq!(success(&[&root[..], &["--list"]].concat()), "");
    let taken = run(&[&root[..], &["--answer", "e5 a1 d5 a9 f6 i1 e5"]].concat());
    refused(&taken, &["--answer", "e5"]);
}

/// A job that resists is split without a word of the user, and the same command goes on with its replies.
#[test]
fn a_job_that_resists_is_split() {
    let (root, checkpoint) = ("h8 g8 a1 g9", absent("prove-resists"));
    let command = ["prove", "gomoku", "--moves", root, "--checkpoint", &checkpoint];
    let never = run(&[&command[..], &["--time", "2s", "--split", "never"]].concat());
    assert!(out(&never).starts_with("not proved: 1 positions are open"), "{never:?}");
    // It stood in its second round.
    let kept = std::fs::read_to_string(&checkpoint).expect("a file");
    assert!(kept.contains(&format!("\n# round: 1 {root}\n")), "{kept}");
    let more = ["--time", "5s", "--split", "2", "--json", "--ask", "engine:nodes=20000"];
    let split = run(&[&command[..], &more].concat());
    let lines: Vec<serde_json::Value> =
        out(&split).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&lines[0]["type"], &lines[0]["moves"]), (&"split".into(), &root.into()), "{lines:?}");
    let answer = lines[0]["answer"].as_str().expect("a move");
    let open = lines.last().and_then(|end| end["open"].as_u64()).expect("a number");
    let list = success(&[&command[..], &["--list"]].concat());
    assert_eq!(list.lines().count() as u64, open);
    assert!(list.lines().all(|job| job.starts_with(&format!("{root} {answer} "))), "{list}");
    refused(&run(&[&command[..], &["--split", "0"]].concat()), &["--split", "1 to 16, or never"]);
}

/// Machines that share the jobs share the replies to an answer that all were told, too.
#[test]
fn shares_of_a_run_are_the_whole_of_it() {
    let jobs = |moves: &[&str], shard: &str| {
        let checkpoint = absent("prove-shares");
        let command =
            [&["prove", "gomoku", "--rules", "size=9", "--checkpoint", &checkpoint, "--list"], moves].concat();
        let list = success(&[&command[..], &["--shard", shard]].concat());
        let _ = std::fs::remove_file(&checkpoint);
        list.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let answers = ["--moves", "e5 a1", "--answer", "e5 a1 d5", "--answer", "e5 a1 d5 a9 f6"];
    let told = ["--moves", "e5 a1 d5 a9 f6 i1", "--answer", "e5 a1 d5 a9 f6 i1 f5"];
    for moves in [&answers[..], &told] {
        let mut parts = [jobs(moves, "1/2"), jobs(moves, "2/2")];
        assert!(parts.iter().all(|part| part.len() > 30), "{} and {}", parts[0].len(), parts[1].len());
        let mut whole = jobs(moves, "1/1");
        let mut both = std::mem::take(&mut parts[0]);
        both.append(&mut parts[1]);
        both.sort();
        whole.sort();
        assert_eq!(both, whole);
    }
}

/// An agent that is asked for moves need not be right, but it must play.
#[cfg(unix)]
#[test]
fn an_agent_is_asked_in_hard_jobs() {
    let job = "h8 g9 i9 g7 i10 j7 i8 i7 h7 j8";
    let checkpoint = absent("prove-asked");
    let command = ["prove", "gomoku", "--moves", job, "--time", "5s", "--checkpoint", &checkpoint];
    let head = format!("# rules: rule=freestyle,connect=5,size=15x15\n# proof of: {job}, part 1/1\n");
    std::fs::write(&checkpoint, format!("{head}# round: 3 {job}\n")).expect("a file");
    let script = "while read l; do case $l in START*) echo OK;; DONE*) echo 99,99;; esac; done";
    let agent = format!("gomocup:sh -c '{script}'");
    refused(&run(&[&command[..], &["--ask", &agent]].concat()), &["--ask: ", "99,99", "no legal move"]);
    refused(&run(&[&command[..], &["--ask", "gomocup:no-such-program"]].concat()), &["--ask: ", "no-such-program"]);
    refused(&run(&[&command[..], &["--ask", "somebody"]].concat()), &["--ask: "]);
}

#[test]
fn what_cannot_be_proved_in_time_is_open() {
    let output = run(&["prove", "gomoku", "--moves", "h8 g8 a1 g9", "--time", "300ms"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(out(&output).starts_with("not proved: 1 positions are open"), "{output:?}");
    // How far it had resisted is kept: the same command does not begin with what has failed.
    let checkpoint = absent("prove-hard");
    let command = ["prove", "gomoku", "--moves", "h8 g8 a1 g9", "--checkpoint", &checkpoint, "--time", "4s"];
    success(&command);
    let kept = std::fs::read_to_string(&checkpoint).expect("a file");
    assert!(kept.contains("\n# round: 1 h8 g8 a1 g9\n"), "{kept}");
    // No number of a round is too large.
    let head = kept.split("# round: ").next().expect("lines before it");
    std::fs::write(&checkpoint, format!("{head}# round: {} h8 g8 a1 g9\n", u32::MAX)).expect("a file");
    success(&[&command[..6], &["--time", "300ms"]].concat());
    std::fs::write(&checkpoint, kept.replace("# round: 1", "# round: x")).expect("a file");
    refused(&run(&command), &["prove-hard", "line 5", "checksum"]);
    let missing = run(&["verify", "no-such-file"]);
    refused(&missing, &["no-such-file"]);
}

/// Beside the tables, a certificate is played from: by every command, without a search.
#[test]
fn what_is_proved_is_played() {
    let folder = format!("{}/prove-used", env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = format!("{folder}/gomoku-some.proof");
    std::fs::write(&file, PROOF).expect("a file");
    let position = ["gomoku", "--moves", "h8 k11 g9 l1", "--tables", &folder];
    let with = |command: &str, more: &[&str]| success(&[&[command], &position[..], more].concat());
    assert!(with("solve", &[]).contains("proved by a certificate"));
    let answer = json(&[&["analyze"], &position[..], &["--time", "5s", "--json"]].concat());
    let first = answer[0]["pv"][0].as_str().expect("a move");
    assert!(answer[0]["score"]["win"].is_u64() && answer.last().expect("an end")["bestmove"] == first, "{answer:?}");
    let after = format!("h8 k11 g9 l1 {first}");
    let lost = success(&["solve", "gomoku", "--moves", &after, "--tables", &folder]);
    assert!(lost.contains("White to move: loss in"), "{lost}");
    let played = run_with(&[&["play"], &position[..], &["--side", "White"]].concat(), b"quit\n");
    assert!(out(&played).contains(&format!("Black plays {first}: win in")), "{played:?}");
    let lines = b"START 15\nBOARD\n7,7,1\n10,4,2\n6,6,1\n11,14,2\nDONE\n";
    let said = out(&run_with(&["gomocup", "--tables", &folder], lines));
    let square = |text: &str| {
        let (column, row) = text.split_at(1);
        let row: usize = row.parse().expect("a row");
        format!("{},{}", column.as_bytes()[0] - b'a', 15 - row)
    };
    assert!(said.lines().any(|line| line == square(first)), "{first}: {said}");
    let games = json(&["verify", &file, "--play", "1000", "--json"]).remove(0);
    assert_eq!((&games["ok"], &games["games"]), (&true.into(), &1000.into()), "{games}");
    let against = |agent: &str| run(&["verify", &file, "--play", "3", "--against", agent]);
    assert!(out(&against("engine:nodes=1000")).contains("\n3 games played, none held: "), "{:?}", against("random"));
    refused(&against("somebody"), &["--against", "somebody"]);
    refused(&run(&["verify", &file, "--against", "random"]), &["--play"]);
    std::fs::write(&file, "h8 k11 g9 l1\n").expect("a file");
    let command = [&["solve"], &position[..]].concat();
    refused(&run(&command), &["--tables", "gomoku-some.proof", "line 1"]);
}

/// The proof inside the program is one of those that nobody named.
#[test]
fn the_first_player_wins_from_the_first_move() {
    let none = format!("{}/no-proofs-here", env!("CARGO_TARGET_TMPDIR"));
    let solve = |rules: &str, moves: &str, tables: &str, time: &str| {
        let arguments = ["solve", "gomoku", "--rules", rules, "--moves", moves, "--time", time];
        let output = command(&arguments).env("MANYPLY_TABLES", tables).output();
        out(&output.expect("it runs"))
    };
    for rules in ["rule=freestyle", "rule=standard"] {
        // A quarter of the time is for unpacking it: a second and more on a busy machine.
        let found = solve(rules, "h8 a15", &none, "40s");
        assert!(found.contains("proved by a certificate") && found.contains("Black to move: win in"), "{found}");
        assert!(!solve(rules, "h8 a15", "", "1s").contains("proved by a certificate"));
    }
}
