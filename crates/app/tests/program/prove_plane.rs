//! `prove` and `verify` on the unbounded board, and the second checker, `docs/verify_plane.py`.

use super::{absent, has, json, out, refused, run, success};
use manyply::games::gomoku::verify::{Certificate, Flaw, Format, PASS, Refusal, header, plane, unpack};
use manyply::zobrist::SplitMix64;
use std::ops::Range;
use std::process::Command;
use std::sync::atomic::AtomicBool;

const FAR: &[u8] = include_bytes!("../../../../tests/data/gomoku-proof-plane.zst");
pub(super) const NEAR: &str = include_str!("../../../../tests/data/gomoku-proof-plane-near.txt");
/// Trees that win on 17x17 only, in standard.
const ON_BOARD: &str = include_str!("../../../../tests/data/gomoku-proof-plane-board.txt");

/// What the checker in Python says of files; nothing where there is no Python.
fn python(files: &[String]) -> Option<Vec<String>> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/verify_plane.py");
    // It is six times as fast, where there is one.
    let has_pypy = Command::new("pypy3").arg("--version").output().is_ok();
    if !has_pypy && !has("python3", &["--version"]) {
        return None;
    }
    let program = if has_pypy { "pypy3" } else { "python3" };
    let output = Command::new(program).arg(script).args(files).output().expect("it runs");
    let said = out(&output);
    let parts: Vec<String> = said.split(".proof:\n").map(str::to_owned).collect();
    Some(if files.len() == 1 { parts } else { parts[1..].to_vec() })
}

/// The stones of a root, in the order of moves.
type Stones = Vec<u16>;

/// A file of such roots.
fn file_of(certificate: &Certificate<'_>, roots: &[(Stones, Vec<u16>)]) -> Vec<u8> {
    let mut bytes = header(certificate.format, roots.len()).into_bytes();
    let numbers = |numbers: &[u16]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    for (stones, tree) in roots {
        bytes.extend((stones.len() as u16).to_le_bytes());
        bytes.extend(numbers(stones));
        bytes.extend((tree.len() as u32).to_le_bytes());
        bytes.extend(numbers(tree));
    }
    bytes
}

/// Where the tree after White's pass and those after its listed replies begin and end in a tree that begins with a move
/// that is no threat.
fn parts(certificate: &Certificate<'_>, stones: &[u16], tree: &[u16]) -> Vec<Range<usize>> {
    let facts_of = |reply: u16, moves: &[u16]| {
        let after = [stones, &[tree[0], reply]].concat();
        let bytes = file_of(certificate, &[(after, moves.to_vec())]);
        let part = Certificate::parse(&bytes, Format::default()).expect("a certificate");
        plane::read(&part, &part.roots[0])
    };
    // A tree that goes on behind its end is refused there.
    let part = |reply: u16, from: usize| match facts_of(reply, &tree[from..]) {
        Err(Refusal::Tree { at, flaw: Flaw::Rest, .. }) => from..from + at as usize,
        other => from..from + other.expect("a tree").checked.moves as usize,
    };
    let mut parts = vec![part(PASS, 1)];
    let zone = facts_of(PASS, &tree[parts[0].clone()]).expect("a tree").zone.expect("finite");
    for reply in zone.into_iter().filter(|square| !stones.contains(square) && *square != tree[0]) {
        parts.push(part(reply, parts[parts.len() - 1].end));
    }
    assert_eq!(parts[parts.len() - 1].end, tree.len());
    parts
}

/// A tree that was altered: replies left out, the pass or a reply twice, moves changed, and more.
fn alter(tree: &[u16], parts: &[Range<usize>], round: usize, random: &mut SplitMix64) -> Vec<u16> {
    let (mut tree, at) = (tree.to_vec(), random.below(tree.len()));
    let reply = parts[1 + random.below(parts.len() - 2)].clone();
    match round % 8 {
        0 | 1 => drop(tree.drain(reply)),
        2 => tree[at] = (random.below(9) as u16 + 60) << 7 | (random.below(9) as u16 + 60),
        3 => tree.truncate(at),
        4 => tree[at] ^= 1 << 14,
        5 | 6 => {
            let again = if round % 8 == 5 { parts[0].clone() } else { reply };
            let moves = tree[again.clone()].to_vec();
            tree.splice(again.end..again.end, moves);
        }
        _ => drop(tree.remove(at)),
    }
    tree
}

#[test]
fn both_checkers_refuse_altered_trees_of_the_plane() {
    let certificates =
        [NEAR, ON_BOARD].map(|text| Certificate::parse(text.as_bytes(), Format::default()).expect("a certificate"));
    let mut random = SplitMix64::new(0x7072_6F6F_660D);
    let roots =
        certificates.iter().flat_map(|certificate| certificate.roots.iter().map(move |root| (certificate, root)));
    let roots: Vec<_> = roots
        .map(|(certificate, root)| {
            let (numbers, tree) = (root.numbers(), certificate.tree(root).expect("digits"));
            let parts = parts(certificate, &numbers, &tree);
            (certificate, numbers, tree, parts)
        })
        .collect();
    let (mut files, mut verdicts) = (Vec::new(), Vec::new());
    for round in 0..120 {
        let (certificate, numbers, tree, parts) = &roots[random.below(roots.len())];
        let tree = alter(tree, parts, round, &mut random);
        let bytes = file_of(certificate, &[(numbers.clone(), tree)]);
        let altered = Certificate::parse(&bytes, Format::default()).expect("a certificate");
        verdicts.push(plane::read(&altered, &altered.roots[0]).is_ok());
        let file = absent(&format!("altered-plane-{round}.proof"));
        std::fs::write(&file, &bytes).expect("written");
        files.push(file);
    }
    // A move may have another that wins as well.
    assert!(verdicts.iter().filter(|&&accepted| !accepted).count() >= 118, "{verdicts:?}");
    let Some(said) = python(&files) else { return };
    assert_eq!(said.len(), files.len());
    for ((file, said), accepted) in files.iter().zip(&said).zip(verdicts) {
        assert_eq!(said.starts_with("REFUSED"), !accepted, "{file}: {said}");
    }
}

/// The last move of a line is a stone, too: it is on the board of the root, and where squares have numbers.
#[test]
fn both_checkers_refuse_a_last_move_beyond_the_edge() {
    const ROOT: &str = "0,0 -4,-4 1,0 -2,-4 2,0 0,-4 -1,0 3,4";
    for (number, (board, m)) in [("9x9 ", "2a54"), ("9x9 ", "2044"), ("", "3e7c"), ("", "0000")].into_iter().enumerate()
    {
        let text = format!("# rules: rule=freestyle,connect=5,size=plane\n{board}{ROOT}|{m}\n");
        let certificate = Certificate::parse(text.as_bytes(), Format::default()).expect("a certificate");
        let file = absent(&format!("beyond-{number}.proof"));
        std::fs::write(&file, certificate.to_binary().expect("digits")).expect("written");
        // (4,0) is on the board, and leaves two squares where five are made.
        let is_right = m == "2044";
        assert_eq!(plane::read(&certificate, &certificate.roots[0]).is_ok(), is_right, "{text}");
        if let Some(said) = python(&[file]) {
            assert_eq!(said[0].starts_with("REFUSED"), !is_right, "{text}: {said:?}");
        }
    }
}

/// White may pass so often in it that four of its stones could be anywhere: no zone is finite.
#[test]
fn both_checkers_refuse_an_infinite_zone() {
    let text = include_str!("../../../../tests/data/gomoku-proof-plane-infinite.txt");
    let certificate = Certificate::parse(text.as_bytes(), Format::default()).expect("a certificate");
    let file = absent("infinite-plane.proof");
    std::fs::write(&file, certificate.to_binary().expect("digits")).expect("written");
    let output = run(&["verify", &file]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(out(&output).contains("White may not pass here so often"), "{output:?}");
    if let Some(said) = python(&[file]) {
        assert!(said[0].contains("White may not pass here so often"), "{said:?}");
    }
}

/// The trees of the two positions near the first stone that are right in a rule, and on a board.
fn near_in(rule: &str, board: Option<i32>) -> Vec<u8> {
    let on = board.map(|side| format!("\n{side}x{side} 0,0")).unwrap_or_else(|| "\n0,0".into());
    let text = NEAR.replace("rule=freestyle", &format!("rule={rule}")).replace("\n0,0", &on);
    let mut certificate = Certificate::parse(text.as_bytes(), Format::default()).expect("a certificate");
    let roots = std::mem::take(&mut certificate.roots);
    certificate.roots = roots.into_iter().filter(|root| plane::read(&certificate, root).is_ok()).collect();
    assert!(!certificate.roots.is_empty(), "{rule}");
    certificate.to_binary().expect("digits")
}

/// Of boards from 9 columns on both checkers say on which the trees serve, however they lie there, and how many squares
/// they ask for.
#[test]
fn both_checkers_say_on_which_boards_trees_serve() {
    const SIDES: std::ops::Range<i32> = 9..24;
    let turned = |(x, y): (i32, i32), symmetry: usize| {
        let (x, y) = (if symmetry & 1 == 0 { x } else { -x }, if symmetry & 2 == 0 { y } else { -y });
        if symmetry & 4 == 0 { (x, y) } else { (y, x) }
    };
    let place = |number: u16| (i32::from(number & 127) - 64, i32::from(number >> 7 & 127) - 64);
    // Those that are meant on a board serve on that board only.
    let boards = [None, Some(19), Some(22)];
    for (rule, board) in ["freestyle", "standard"].into_iter().flat_map(|rule| boards.map(|board| (rule, board))) {
        let bytes = near_in(rule, board);
        let file = absent(&format!("boards-plane-{rule}-{board:?}.proof"));
        std::fs::write(&file, &bytes).expect("written");
        let certificate = || Certificate::parse(&bytes, Format::default()).expect("a certificate");
        let (book, stop) = (plane::Book::new(certificate(), None).expect("none"), AtomicBool::new(false));
        let (mut positions, mut serves, mut rooms) = (Vec::new(), String::new(), Vec::new());
        for root in &certificate().roots {
            rooms.push(plane::read(&certificate(), root).expect("right").room);
            for symmetry in 0..8 {
                let of = |side: usize| -> Vec<(i32, i32)> {
                    root.stones.iter().skip(side).step_by(2).map(|&stone| turned(place(stone), symmetry)).collect()
                };
                let stones = [of(0), of(1)];
                for side in SIDES {
                    let (first, last) = (-((side - 1) / 2), side / 2);
                    let is_on = stones.concat().iter().all(|&(x, y)| first <= x.min(y) && x.max(y) <= last);
                    let known = || book.known([&stones[0], &stones[1]], Some(side), u64::MAX, &stop);
                    serves.push(if is_on && known().is_some() { '1' } else { '0' });
                }
                positions.push(stones);
            }
        }
        let least = if board.is_some() { 1 } else { 20 };
        assert!(serves.matches('1').count() > least && serves.matches('0').count() > 20, "{board:?}: {serves}");
        let script = format!(
            "import verify_plane as v\n\
             roots = [v.read(*root) for root in v.roots_of(open({file:?}, 'rb').read())]\n\
             sides = {{n: v.OnBoard(roots, n) for n in range({}, {})}}\n\
             put = lambda stones: frozenset((x, y, 0) for x, y in stones)\n\
             print([root[-1] for root in roots])\n\
             for black, white in {positions:?}:\n\
             \x20   for board in sides.values():\n\
             \x20       stones = put(black), put(white)\n\
             \x20       is_on = all(map(board.is_on, stones[0] | stones[1]))\n\
             \x20       print(int(is_on and board.wins(stones) is not None), end='')\n\
             endless = [(*root[:-1], 10**6) for root in roots]\n\
             black, white = map(put, {:?})\n\
             print('', [n for n in sides if v.OnBoard(endless, n).wins((black, white)) is not None])\n",
            SIDES.start, SIDES.end, positions[0]
        );
        // Of a tree of a board no squares are asked beside its own.
        let endless: Vec<i32> = board.into_iter().collect();
        if has("python3", &["--version"]) {
            let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
            let output = Command::new("python3").args(["-B", "-c", &script]).env("PYTHONPATH", docs).output();
            let output = output.expect("it runs");
            assert_eq!(out(&output), format!("{rooms:?}\n{serves} {endless:?}\n"), "{output:?}");
        }
    }
}

/// Roots left out, and others whose far stones are laid on the first sheet: both checkers say which second stones are
/// answered, and from which distance on, or refuse it. It takes minutes.
#[test]
#[ignore = "minutes of Python"]
fn both_checkers_add_up_the_same_roots() {
    let bytes = unpack(FAR).expect("packed by zstd");
    let certificate = Certificate::parse(&bytes, Format::default()).expect("a certificate");
    let mut random = SplitMix64::new(0x7072_6F6F_660E);
    let whole: Vec<_> =
        certificate.roots.iter().map(|root| (root.stones.clone(), certificate.tree(root).expect("digits"))).collect();
    let is_far = |(stones, _): &(Stones, Vec<u16>)| stones.iter().any(|&stone| stone != PASS && stone >> 14 == 1);
    let (mut files, mut answers) = (Vec::new(), Vec::new());
    for round in 0..40 {
        let mut roots = whole.clone();
        if round % 2 == 0 {
            (0..=random.below(3)).for_each(|_| drop(roots.remove(random.below(roots.len()))));
        } else {
            let far: Vec<usize> = (0..roots.len()).filter(|&number| is_far(&roots[number])).collect();
            let (x, y) = (random.below(25) as u16, random.below(25) as u16);
            let (stones, tree) = &mut roots[far[random.below(far.len())]];
            let lay = |square: &mut u16| {
                let (column, row) = ((*square & 127) + x, (*square >> 7 & 127) + y);
                if *square != PASS && *square >> 14 == 1 {
                    *square = (row - 12) << 7 | (column - 12);
                }
            };
            stones.iter_mut().chain(tree).for_each(lay);
        }
        let bytes = file_of(&certificate, &roots);
        let file = absent(&format!("added-plane-{round}.proof"));
        std::fs::write(&file, &bytes).expect("written");
        let answer = run(&["verify", &file]);
        answers.push(out(&answer));
        files.push(file);
    }
    let refused = answers.iter().filter(|answer| answer.contains("REFUSED")).count();
    assert!((2..38).contains(&refused), "{refused} refused");
    let Some(said) = python(&files) else { return };
    for ((file, said), answer) in files.iter().zip(&said).zip(&answers) {
        assert_eq!(said.contains("REFUSED"), answer.contains("REFUSED"), "{file}: {said}; {answer}");
        let line = |text: &str, start: &str| text.lines().find(|line| line.starts_with(start)).map(str::to_owned);
        assert_eq!(line(said, "open: "), line(answer, "open: "), "{file}");
        let radius = |text: &str| text.split_once("R = ").map(|(_, rest)| rest[..2].to_owned());
        assert_eq!(radius(said), radius(answer), "{file}");
    }
}

/// Both checkers read trees of the plane; what they add up to is tested beside the checker.
#[test]
fn a_certificate_of_the_plane_is_checked() {
    let bytes = unpack(FAR).expect("packed by zstd");
    let mut certificate = Certificate::parse(&bytes, Format::default()).expect("a certificate");
    certificate.roots.truncate(2);
    let file = absent("prove-plane");
    std::fs::write(&file, certificate.to_binary().expect("digits")).expect("written");
    let answer = json(&["verify", &file, "--json"]).remove(0);
    assert_eq!(
        (&answer["ok"], &answer["roots"], &answer["proved"]),
        (&true.into(), &2.into(), &false.into()),
        "{answer}"
    );
    assert!(success(&["verify", &file]).contains("not the whole game"));
    let against = ["verify", &file, "--play", "3", "--against", "engine:nodes=100"];
    assert!(success(&against).contains("no games: of the second stones that were tried none is answered"));
    if let Some(said) = python(std::slice::from_ref(&file)) {
        assert!(said[0].starts_with("2 positions proved"), "{said:?}");
    }
    let mut cut = std::fs::read(&file).expect("a file");
    cut.truncate(cut.len() - 2);
    std::fs::write(&file, &cut).expect("written");
    refused(&run(&["verify", &file]), &["prove-plane", "the file ends here"]);
    let board = ["prove", "gomoku", "--plane", "--answer", "h8 g9"];
    refused(&run(&board), &["--answer", "expected squares", "0,0 3,-2 1,1"]);
}

/// What was found is kept and gone on from, and what a certificate proves is taken over.
#[test]
fn the_plane_is_proved_piece_by_piece() {
    let (checkpoint, part) = (absent("prove-plane-work"), absent("prove-plane-part"));
    let prove = ["prove", "gomoku", "--plane", "--threads", "1", "--time", "5s", "--checkpoint", &checkpoint];
    // Standard error says how far each second stone is.
    let ran = |arguments: &[&str]| {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        out(&output)
    };
    assert!(ran(&[&prove[..], &["--out", &part]].concat()).contains("second stones are open"));
    let answer = json(&["verify", &part, "--json"]).remove(0);
    assert_eq!(
        (&answer["ok"], &answer["rules"]),
        (&true.into(), &"rule=freestyle,connect=5,size=plane".into()),
        "{answer}"
    );
    let again = absent("prove-plane-again");
    let from = ["prove", "gomoku", "--plane", "--time", "1ms", "--from", &part, "--text", "--out", &again];
    ran(&from);
    let text = std::fs::read_to_string(&again).expect("a file");
    assert_eq!(text.lines().count() as u64, 1 + answer["roots"].as_u64().expect("a number"));
    let standard = ["prove", "gomoku", "--plane", "--rules", "rule=standard", "--from", &part];
    refused(&run(&standard), &["--from", "is about rule=freestyle", "expected rule=standard"]);
}
