//! Altered certificates are refused, and no file whatsoever makes the checker panic.

use super::super::{Certificate, FileError, Format, Verified, verify};
use super::{PROOFS, unlimited};
use quickcheck::quickcheck;
use std::sync::atomic::AtomicBool;

/// What the checker says of a file.
fn check(bytes: &[u8]) -> Result<Verified, String> {
    let certificate = Certificate::parse(bytes, Format::default()).map_err(|error| error.to_string())?;
    let stop = AtomicBool::new(false);
    match verify(&certificate, 2, &stop, &|_| ()) {
        Ok(Some(verified)) => Ok(verified),
        Ok(None) => Err("stopped".into()),
        Err(refusal) => Err(refusal.to_string()),
    }
}

#[test]
fn proofs_are_accepted_as_text_and_as_bytes() -> Result<(), FileError> {
    for text in PROOFS {
        let verified = check(text.as_bytes()).expect("a proof");
        let certificate = Certificate::parse(text.as_bytes(), Format::default())?;
        let binary = certificate.to_binary().expect("digits");
        assert_eq!(check(&binary), Ok(verified));
        let again = Certificate::parse(&binary, Format::default())?;
        let named = again.to_text(true).expect("digits");
        assert_eq!(check(named.as_bytes()), Ok(verified));
        assert_eq!(verified.covers[0].map(|cover| cover.roots), Some(certificate.roots.len()));
        assert_eq!(verified.covers[0].map(|cover| cover.derived), Some(0));
    }
    Ok(())
}

/// Every change of a byte that leaves it another square, and every cut or addition, is refused; but for a few moves in
/// place of which others win as well.
#[test]
fn altered_trees_are_refused() {
    let mut random = unlimited(0x7072_6F6F_6602);
    let (mut refused, mut accepted) = (0, 0);
    for text in PROOFS {
        let certificate = Certificate::parse(text.as_bytes(), Format::default()).expect("a file");
        let binary = certificate.to_binary().expect("digits");
        let root = certificate.roots[0].clone();
        let tree = certificate.tree(&root).expect("digits");
        let rules = text.lines().next().filter(|line| line.starts_with('#')).unwrap_or_default();
        let moves = text.lines().find_map(|line| line.split_once('|')).expect("a root").0;
        for round in 0..300 {
            let mut altered = tree.clone();
            let at = random(altered.len());
            match round % 6 {
                0 => altered[at] = (altered[at] + 1 + random(224) as u16) % 225,
                1 => altered.truncate(at),
                2 => altered.insert(at, random(225) as u16),
                3 => drop(altered.remove(at)),
                4 => altered.push(random(225) as u16),
                _ => altered[at] = 225 + random(31) as u16,
            }
            let hex: String = altered.iter().map(|m| format!("{m:02x}")).collect();
            match check(format!("{rules}\n{moves}|{hex}\n").as_bytes()) {
                Err(_) => refused += 1,
                Ok(_) => accepted += 1,
            }
            assert!(accepted == 0 || round % 6 == 0 || altered != tree, "{hex}");
        }
        for at in [0, 20, binary.len() / 2, binary.len() - 1] {
            assert!(check(&binary[..at]).is_err(), "cut at {at}");
        }
    }
    assert!(refused >= 590, "{refused} refused, {accepted} accepted");
}

#[test]
fn mistakes_are_named_with_their_place() {
    let root = PROOFS[0].lines().next().expect("a line");
    let (moves, tree) = root.split_once('|').expect("a root");
    let cases = [
        (format!("{moves}\n"), "line 1: expected moves, '|' and a tree"),
        (format!("h8 z9|{tree}"), "line 1: \"z9\" is no square; expected column and row, as in h8"),
        (format!("\n{moves}|{}", &tree[..tree.len() - 1]), "line 2 (h8 k11 g9 l1): digit"),
        (format!("{moves}|{}", &tree[..tree.len() - 2]), "the tree ends here; expected another move"),
        (format!("{moves}|{tree}00"), "the tree is complete here; expected no more moves"),
        (format!("{moves}|ff{}", &tree[2..]), "move 1 of the tree: 255 is no square of the board"),
        (format!("{moves}|70{}", &tree[2..]), "move 1 of the tree: square 112 has a stone already"),
        (format!("h8 h8|{tree}"), "line 1 (h8 h8): stone 2: 112 is no empty square of the board"),
        ("a1 a5 b1 b5 c1 c5 d1 d5 e1|00".into(), "the game is over already"),
        ("a1 a5 b1 b5 c1 c5 o15 d5|0e".into(), "after this move the defender completes a winning run"),
        (String::new(), "the file: has no root; expected at least one"),
        (format!("# rules: rule=renju\n{root}"), "line 1: rules: \"rule=renju\"; expected rule=freestyle|standard"),
        ("manyply proof 1 size=15 roots=1\n\u{4}".into(), "root 1, byte 32: the file ends here; expected more"),
        (
            "manyply proof 1 size=15 roots=0\nx".into(),
            "byte 32: all roots have been read; expected the end of the file",
        ),
    ];
    for (text, expected) in cases {
        let found = check(text.as_bytes()).expect_err(expected);
        assert!(found.contains(expected), "{found:?}; expected {expected:?}");
    }
}

quickcheck! {
    fn no_bytes_make_it_panic(bytes: Vec<u8>, binary: bool) -> bool {
        let head: &[u8] = if binary { b"manyply proof 1 size=7x6,connect=4 roots=2\n" } else { b"a1 b2|" };
        let file = [head, &bytes].concat();
        check(&file).is_err() || check(&file).is_ok()
    }
}
