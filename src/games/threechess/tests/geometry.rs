//! The geometry and the tables made from it, against what the rules say about them.

use super::super::attacks::{self, Boards, KING, KNIGHT, PAWN, PAWN_FROM, PAWN_PUSH};
use super::super::board::ALL;
use super::super::geometry::{DIAGONAL, Ray, STRAIGHT, Step, walk};
use super::*;
use crate::bits::BitSet;
use crate::zobrist::SplitMix64;
use std::collections::BTreeSet;

fn set(names: &str) -> u128 {
    names.split_whitespace().map(|name| u128::of(square(name))).fold(0, |a, b| a | b)
}

fn names(ray: &Ray) -> Vec<String> {
    (0..ray.len()).map(|index| square_name(ray.square(index))).collect()
}

/// The squares that sliding along `steps` leads to, walked square by square.
fn slide(from: Square, steps: &[Step], occupied: u128) -> u128 {
    let mut set = 0;
    for &step in steps {
        let mut next = walk(from, step, false);
        while let Some(at) = next {
            set |= u128::of(at);
            next = if occupied.contains(at) { None } else { walk(at, step, section(at) != section(from)) };
        }
    }
    set
}

/// The same square seen from the next section.
fn rotated(set: u128) -> u128 {
    set.members().fold(0, |rotated, square| rotated.with((square + 32) % 96))
}

#[test]
fn the_centre_forks_diagonals() {
    let rays: BTreeSet<Vec<String>> = DIAGONAL.iter().map(|&step| names(&Ray::new(square("BD4"), step))).collect();
    let expected = ["GF4 GG3 GH2", "GD4 GC3 GB2 GA1", "RD4 RC3 RB2 RA1", "BC3 BB2 BA1", "BE3 BF2 BG1"];
    let expected: BTreeSet<Vec<String>> =
        expected.iter().map(|ray| ray.split(' ').map(str::to_owned).collect()).collect();
    assert_eq!(rays, expected);
    let five = (0..96).filter(|&from| {
        let rays: BTreeSet<Vec<String>> = DIAGONAL.iter().map(|&step| names(&Ray::new(from, step))).collect();
        rays.iter().filter(|ray| !ray.is_empty()).count() == 5
    });
    assert_eq!(five.count(), 18);
}

#[test]
fn facts_of_single_squares() {
    for name in ["BD4", "BE4", "GD4", "GE4", "RD4", "RE4"] {
        assert_eq!(KING[square(name)].len(), 9, "{name}");
    }
    assert_eq!((0..96).map(|at| KNIGHT[at].len()).max(), Some(10));
    assert_eq!(KNIGHT[square("BD4")], set("BB3 BC2 BE2 BF3 GC4 GD3 GF3 GG4 RC4 RD3"));
    assert_eq!(PAWN[0][square("BD4")], set("GD4 GF4 RD4"));
    assert_eq!(PAWN[0][square("BE4")], set("GE4 RC4 RE4"));
    assert_eq!(PAWN[0][square("BA2")], set("BB3"));
    assert_eq!(PAWN_PUSH[0][square("BA4")], set("GH4"));
    assert_eq!(PAWN_PUSH[0][square("BE4")], set("RD4"));
    // Abroad a pawn walks towards row 1, and there it has arrived.
    assert_eq!(PAWN_PUSH[0][square("GH4")], set("GH3"));
    assert_eq!(PAWN[0][square("GC2")], set("GB1 GD1"));
    assert_eq!((PAWN_PUSH[0][square("GC1")], PAWN[0][square("GC1")]), (0, 0));
    let empty = Boards::new(0);
    assert_eq!((0..96).map(|at| attacks::rook(at, &empty).len()).max(), Some(14));
    assert_eq!((0..96).map(|at| attacks::bishop(at, &empty).len()).max(), Some(17));
}

#[test]
fn at_most_one_path_between_two_squares() {
    for (steps, from) in (0..96).flat_map(|from| [(&STRAIGHT[..], from), (&DIAGONAL[..], from)]) {
        let mut before: [Option<Vec<String>>; 96] = [const { None }; 96];
        for &step in steps {
            let ray = Ray::new(from, step);
            for index in 0..ray.len() {
                let path = names(&ray)[..index].to_vec();
                let known = before[ray.square(index)].get_or_insert_with(|| path.clone());
                assert_eq!(*known, path, "{}", square_name(from));
            }
        }
    }
}

#[test]
fn attacks_are_symmetric_and_turn_with_the_board() {
    let mut random = SplitMix64::new(1);
    for _ in 0..200 {
        let occupied = any_set(&mut random);
        let (boards, image) = (Boards::new(occupied), Boards::new(rotated(occupied)));
        for from in 0..96 {
            let next = (from + 32) % 96;
            assert_eq!(rotated(attacks::bishop(from, &boards)), attacks::bishop(next, &image));
            assert_eq!(rotated(attacks::rook(from, &boards)), attacks::rook(next, &image));
            assert!(attacks::bishop(from, &boards).members().all(|to| attacks::bishop(to, &boards).contains(from)));
            assert!(attacks::rook(from, &boards).members().all(|to| attacks::rook(to, &boards).contains(from)));
            assert!(KNIGHT[from].members().all(|to| KNIGHT[to].contains(from)));
            assert!(KING[from].members().all(|to| KING[to].contains(from)));
            assert_eq!((rotated(KNIGHT[from]), rotated(KING[from])), (KNIGHT[next], KING[next]));
            for side in 0..3 {
                assert_eq!(rotated(PAWN[side][from]), PAWN[(side + 1) % 3][next]);
                assert!(PAWN[side][from].members().all(|to| PAWN_FROM[side][to].contains(from)));
                assert!(PAWN_FROM[side][from].members().all(|to| PAWN[side][to].contains(from)));
            }
        }
    }
}

#[test]
fn sliders_go_where_walking_leads() {
    let mut random = SplitMix64::new(2);
    for _ in 0..500 {
        let occupied = any_set(&mut random);
        let boards = Boards::new(occupied);
        for from in 0..96 {
            assert_eq!(attacks::bishop(from, &boards), slide(from, &DIAGONAL, occupied), "{}", square_name(from));
            assert_eq!(attacks::rook(from, &boards), slide(from, &STRAIGHT, occupied), "{}", square_name(from));
        }
    }
}

/// A quarter, a half or three quarters of all squares.
fn any_set(random: &mut SplitMix64) -> u128 {
    let mut word = || u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
    let (a, b, c) = (word(), word(), word());
    ALL & if c & 1 == 0 {
        a & b
    } else if c & 2 == 0 {
        a
    } else {
        a | b
    }
}
