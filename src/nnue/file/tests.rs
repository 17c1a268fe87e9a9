//! Files come back, and whatever is wrong with one is said by name.

use super::*;
use crate::nnue::GameNetwork;

const OWN: GameNetwork = GameNetwork::new::<3, 32, 2, 1>("toys", 150, &[]);

/// Numbers that fit.
fn content() -> Vec<u8> {
    (0..OWN.shape.size()).map(|index| if index % 2 == 0 { (index % 100) as u8 } else { 0 }).collect()
}

fn refusal(file: &[u8]) -> String {
    OWN.parse("toy", file).expect_err("refused").to_string()
}

/// The file with something else in its second line, and a checksum that fits.
fn altered(what: &str, by: &str) -> Vec<u8> {
    let file = OWN.shape.file("toy", &content());
    let (head, numbers) = NetworkHead::parse(&file).expect("a network");
    let pairs = head.pairs().replacen(what, by, 1);
    let sum = checksum(&[pairs.as_bytes(), numbers].concat());
    [MAGIC, pairs.as_bytes(), format!(" checksum={sum:016x}\n").as_bytes(), numbers].concat()
}

#[test]
fn files_come_back() {
    let file = OWN.shape.file("toy", &content());
    let network = OWN.parse("toy", &file).expect("a network");
    assert_eq!(network, OWN.parse("toy", &file).expect("the same"));
    assert_eq!((network.head().bytes, network.head().hidden), (OWN.shape.size(), 32));
    assert_eq!(
        *network.network::<3, 32, 2, 1>().expect("its type"),
        super::super::Network::from_bytes(&content(), 150)
    );
    assert!(network.network::<4, 32, 2, 1>().is_none());
    assert_eq!(numbers(&file), content());
    let mut other = content();
    other[0] ^= 1;
    assert_ne!(network, OWN.parse("toy", &OWN.shape.file("toy", &other)).expect("another"));
}

#[test]
fn what_is_wrong_is_named() {
    let file = OWN.shape.file("toy", &content());
    assert!(refusal(b"").contains("manyply network 1"));
    assert!(refusal(&content()).contains("manyply network 1"));
    assert!(refusal(b"manyply network 2\n").contains("version \"2\"; expected 1"));
    assert!(refusal(b"manyply network 1\ngame=toy\n").contains("inputs"));
    assert!(refusal(b"manyply network 1\ngame=toy").contains("does not end"));
    assert!(refusal(&file[..file.len() - 1]).contains("truncated"));
    assert!(refusal(&[&file[..], b"x"].concat()).contains("behind its end"));
    for at in [20, 40, 100, file.len() - 1] {
        let mut damaged = file.clone();
        damaged[at] ^= 1;
        assert!(OWN.parse("toy", &damaged).is_err(), "byte {at}");
    }
    let mut damaged = file.clone();
    *damaged.last_mut().expect("bytes") ^= 1;
    assert!(refusal(&damaged).contains("checksum"));
    for (what, by, problem) in [
        ("game=toy", "game=other", "\"other\"; expected one of toy"),
        ("inputs=toys", "inputs=tools", "inputs=tools; expected inputs=toys"),
        ("features=3", "features=4", "features=4; expected features=3"),
        ("hidden=32", "hidden=64", "hidden=64; expected hidden=32"),
        ("scale=150", "scale=151", "scale=151; expected scale=150"),
        ("views=2", "views=02", "zeros"),
        ("views=2", "views=two", "\"two\""),
        ("game=toy", "game=\x1b[1m", "game belongs"),
        ("features=3", "features=99999999999", "no such number"),
    ] {
        let message = refusal(&altered(what, by));
        assert!(message.contains(problem), "{by}: {message}");
    }
    let mut heavy = content();
    heavy[1] = 0x7f;
    assert!(refusal(&OWN.shape.file("toy", &heavy)).contains("number 1 of the network"));
}

/// The networks in the program are whole, and of the shapes that their games have.
#[cfg(feature = "games")]
#[test]
fn networks_in_the_program_are_whole() {
    for kind in crate::games::registry().all() {
        if let Some(own) = kind.network {
            for (index, embedded) in own.embedded.iter().enumerate() {
                let network = own.parse(kind.name, embedded.file).expect("a network");
                assert_eq!((network.head().game.as_str(), own.numbers(index).len()), (kind.name, own.shape.size()));
                assert_eq!(embedded.rules.is_empty(), index == 0);
            }
        }
    }
}
