//! Certificates of the plane: one that answers a second stone of White on the other sheet, altered in every way.

use super::super::plane::{Book, Reply, Stones, VerifiedPlane, check, has_five, read};
use super::super::{Certificate, Format, PASS, unpack};
use super::unlimited;
use crate::games::gomoku::prover::Prover;
use crate::games::gomoku::prover::plane::{ATTACKER, Point, Scene, prove};
use once_cell::sync::Lazy;
use std::sync::atomic::AtomicBool;

const RULES: &str = "# rules: rule=freestyle,connect=5,size=plane";

/// The far second stone, made by `manyply prove gomoku --plane`.
static FAR: Lazy<Vec<u8>> =
    Lazy::new(|| unpack(include_bytes!("../../../../../tests/data/gomoku-proof-plane.zst")).expect("packed by zstd"));

/// What the checker says of it.
static VERIFIED: Lazy<VerifiedPlane> = Lazy::new(|| checked(&far()).expect("right"));

fn far() -> Certificate<'static> {
    Certificate::parse(&FAR, Format::default()).expect("a certificate")
}

fn checked(certificate: &Certificate<'_>) -> Result<VerifiedPlane, String> {
    let found = check(certificate, 2, &AtomicBool::new(false), &|_| ());
    found.map(|verified| verified.expect("not stopped")).map_err(|refusal| refusal.to_string())
}

fn read_text(text: &str) -> Result<Option<Vec<u16>>, String> {
    let certificate = Certificate::parse(text.as_bytes(), Format::default()).map_err(|error| error.to_string())?;
    let facts = read(&certificate, &certificate.roots[0]).map_err(|refusal| refusal.to_string())?;
    Ok(facts.zone)
}

#[test]
fn a_far_second_stone_is_answered_and_near_ones_are_open() {
    let (certificate, verified) = (far(), &*VERIFIED);
    let text = certificate.to_text(true).expect("digits");
    let again = Certificate::parse(text.as_bytes(), Format::default()).expect("a text");
    for (root, as_text) in certificate.roots.iter().zip(&again.roots) {
        assert_eq!(certificate.tree(root), again.tree(as_text), "as text");
    }
    assert_eq!(certificate.roots.len(), again.roots.len());
    let radius = verified.cover.radius.expect("far stones are answered");
    assert!((12..=40).contains(&radius), "{radius}");
    assert!(!verified.cover.is_whole());
    // What is answered nearer than that is so because the sheets are really apart.
    for second in &verified.cover.seconds {
        assert!(!second.is_won || second.place.0 > 10, "{second:?}");
        assert!(second.is_won || second.place.0 <= radius, "{second:?}");
    }
    assert!(verified.cover.seconds.iter().any(|second| !second.is_won));
    // On a board that is hardly larger the second stones that are far are at its edge.
    assert!(verified.cover.fives.is_some_and(|fives| fives <= radius));
    for (count, side) in [(60, None), (20, Some(2 * radius + 3))] {
        let mut defender = |_: &Stones, _| Reply::Chance;
        let games = verified.play(&certificate, count, side, &mut defender, &AtomicBool::new(false), &|_| ());
        assert_eq!(games.expect("all won").map(|games| games.games), Some(count));
    }
}

/// A game by a book against chance, from these stones of Black and White on.
fn play_by_book(
    book: &Book<'_>,
    side: Option<i32>,
    mut stones: [Vec<(i32, i32)>; 2],
    random: &mut dyn FnMut(usize) -> usize,
) {
    let (mut moves, half) = (u32::MAX, side.map_or(30, |side| (side - 1) / 2));
    let flat = |stones: &[(i32, i32)]| stones.iter().map(|&(x, y)| (x, y, 0)).collect::<Vec<_>>();
    let has_five = |stones: &[(i32, i32)]| has_five(&flat(stones), book.is_exact());
    let known = |[black, white]: &[Vec<(i32, i32)>; 2]| {
        let found = book.known([black, white], side, u64::MAX, &AtomicBool::new(false));
        found.unwrap_or_else(|| panic!("nothing is known of {black:?} {white:?}"))
    };
    loop {
        let own = known(&stones);
        assert!(own.attacks && own.moves <= moves, "{} after {moves}", own.moves);
        assert!(!stones.concat().contains(&own.line[0]), "{stones:?}: {:?}", own.line);
        stones[0].push(own.line[0]);
        if has_five(&stones[0]) {
            return;
        }
        let theirs = known(&stones);
        assert!(!theirs.attacks);
        moves = theirs.moves;
        let listed = theirs.rest.replies;
        let reply = loop {
            let mut at = || random(2 * half as usize + 1) as i32 - half;
            let anywhere = (at(), at());
            let near = stones[random(2)].last().map_or(anywhere, |&(x, y)| (x + anywhere.0 % 4, y + anywhere.1 % 4));
            let reply = match random(4) {
                0 => anywhere,
                1 => near,
                _ => listed.get(random(listed.len().max(1))).copied().unwrap_or(near),
            };
            let is_on = reply.0.abs() <= half && reply.1.abs() <= half;
            if is_on && !stones.concat().contains(&reply) {
                break reply;
            }
        };
        stones[1].push(reply);
        assert!(!has_five(&stones[1]), "{stones:?}");
    }
}

#[test]
fn a_book_plays_on_the_plane_and_on_boards() {
    let (verified, mut random) = (&*VERIFIED, unlimited(0x7072_6F6F_660A));
    let radius = verified.cover.radius.expect("far stones are answered");
    let index = verified.index(&far()).and_then(|index| unpack(&index)).expect("packed by zstd");
    let with_index = Book::new(far(), Some(&index)).expect("its index");
    let without = Book::new(far(), None).expect("none");
    for (book, games) in [(&with_index, 12), (&without, 1)] {
        for game in 0..games {
            let far = (radius + 1 + game, random(60) as i32 - 30);
            play_by_book(book, None, [vec![(0, 0)], vec![far]], &mut random);
            // It is at the edge there.
            let side = Some(2 * radius + 3);
            let edge = (random(2) as i32 * 2 - 1) * (radius + 1);
            play_by_book(book, side, [vec![(0, 0)], vec![(random(9) as i32 - 4, edge)]], &mut random);
        }
    }
    let known = |stones: [&[(i32, i32)]; 2]| with_index.known(stones, None, u64::MAX, &AtomicBool::new(false));
    // The whole game is not proved, nor a near second stone, and not every black stone is by the certificate.
    assert!(known([&[], &[]]).is_none() && known([&[(0, 0)], &[(1, 0)]]).is_none());
    assert!(known([&[(0, 0), (9, 9)], &[(60, 0), (0, 60)]]).is_none());
    let stopped = without.known([&[(0, 0)], &[(70, 0)]], None, 10, &AtomicBool::new(false));
    assert!(stopped.is_none_or(|known| known.attacks), "no time");
}

/// Trees of a board win there, against chance too, and on no other: elsewhere White has more windows, or Black fewer.
#[test]
fn a_tree_of_a_board_serves_on_that_board() {
    let text = include_str!("../../../../../tests/data/gomoku-proof-plane-board.txt");
    let certificate = || Certificate::parse(text.as_bytes(), Format::default()).expect("a certificate");
    let bytes = certificate().to_binary().expect("digits");
    let again = Certificate::parse(&bytes, Format::default()).expect("a certificate");
    assert_eq!(again.to_text(true).expect("digits"), text);
    let verified = checked(&certificate()).expect("right");
    let index = verified.index(&certificate()).and_then(|index| unpack(&index)).expect("packed by zstd");
    let book = Book::new(certificate(), Some(&index)).expect("its index");
    let mut random = unlimited(0x7072_6F6F_6610);
    for root in &certificate().roots {
        assert_eq!(root.board, Some(17));
        let point = |&square: &u16| (square != PASS).then(|| Point::numbered(square));
        let points: Vec<(i32, i32)> =
            root.stones.iter().filter_map(point).map(|point| (point.x.into(), point.y.into())).collect();
        for symmetry in 0..8_u8 {
            let turned = |&(x, y): &(i32, i32)| {
                let point = Point::at(x as i8, y as i8).image(symmetry);
                (i32::from(point.x), i32::from(point.y))
            };
            let side = |of: usize| points.iter().skip(of).step_by(2).map(turned).collect::<Vec<_>>();
            let known = |side_of_board| {
                book.known([&side(0), &side(1)], side_of_board, u64::MAX, &AtomicBool::new(false)).is_some()
            };
            assert!(known(Some(17)) && !known(Some(16)) && !known(Some(18)) && !known(None), "{symmetry}");
            for _ in 0..10 {
                play_by_book(&book, Some(17), [side(0), side(1)], &mut random);
            }
        }
    }
    for (other, problem) in [("", "the tree"), ("19x19 ", "the tree"), ("12x12 ", "no empty square"), ("8x8 ", "8x8")] {
        let line = text.lines().nth(2).expect("a root").replace("17x17 ", other);
        let error = read_text(&format!("{}\n{line}", text.lines().next().expect("rules"))).expect_err(other);
        assert!(error.contains(problem), "{other}: {error}");
    }
}

#[test]
fn an_index_of_another_certificate_is_refused() {
    let mut certificate = far();
    let text = certificate.to_text(true).expect("digits");
    certificate.roots.truncate(2);
    let verified = checked(&certificate).expect("right");
    let index = verified.index(&certificate).and_then(|index| unpack(&index)).expect("packed by zstd");
    let refusal = |bytes: &[u8], index: &[u8]| {
        let certificate = Certificate::parse(bytes, Format::default()).expect("a certificate");
        Book::new(certificate, Some(index)).expect_err("refused")
    };
    for problem in [refusal(&FAR, &index), refusal(text.as_bytes(), &index)] {
        assert!(problem.contains("is the index of another certificate"), "{problem}");
    }
    for end in [0, 1, index.len() / 2, index.len() - 1] {
        assert!(refusal(&FAR, &index[..end]).contains("expected what 'manyply verify --index' writes"), "{end}");
    }
}

/// A reply that is listed has no tree any more.
#[test]
fn without_a_root_of_the_other_sheet_it_is_open() {
    let mut certificate = far();
    let (roots, mut random) = (certificate.roots.clone(), unlimited(0x7072_6F6F_6607));
    let is_far = |&square: &u16| square != PASS && Point::numbered(square).sheet == 1;
    let far: Vec<usize> = (0..roots.len()).filter(|&number| roots[number].stones.iter().any(is_far)).collect();
    for _ in 0..2 {
        certificate.roots = roots.clone();
        certificate.roots.remove(far[random(far.len())]);
        assert_eq!(checked(&certificate).expect("right").cover.radius, None);
    }
}

#[test]
fn altered_trees_are_refused() {
    let (certificate, mut random) = (far(), unlimited(0x7072_6F6F_6608));
    let (mut refused, rounds) = (0, 200);
    for round in 0..rounds {
        let root = &certificate.roots[random(certificate.roots.len())];
        let mut tree = certificate.tree(root).expect("digits");
        let at = random(tree.len());
        match round % 5 {
            0 => tree[at] = Point::at(random(9) as i8 - 4, random(9) as i8 - 4).number(),
            1 => tree.truncate(at),
            2 => tree.insert(at, Point::at(random(9) as i8 - 4, random(9) as i8 - 4).number()),
            3 => drop(tree.remove(at)),
            _ => tree[at] ^= 1 << 14,
        }
        let hex: String = tree.iter().map(|m| format!("{m:04x}")).collect();
        refused += usize::from(read_text(&format!("{RULES}\n{}|{hex}\n", certificate.moves_text(root))).is_err());
    }
    // A few moves have others that win as well.
    assert!(refused > rounds - 10, "{refused}");
}

#[test]
fn mistakes_are_named_with_their_place() {
    for (line, expected) in [
        ("0,0 0,-5 1,1|2040", "line 2 (0,0 0,-5 1,1): expected turns of Black and White in turn"),
        ("0,0 0,0 1,1 -|2040", "stone 2: 8256 is no empty square of the plane"),
        ("0,0 58,0 1,1 -|2040", "stone 2: 8314 is no empty square of the plane"),
        ("0,0 64,0 1,1 -|2040", "\"64,0\" is no square"),
        ("0,0 0,-5 1,1 -|", "has no tree"),
        ("0,0 0,-5 1,1 -|2042", "the tree ends here"),
        ("0,0 0,-5 1,1 -|2040", "square 8256 has a stone already"),
        ("0,0 0,-5 1,1 -|ffff", "65535 is no square"),
        ("0,0 - 1,0 - 2,0 - 3,0 -|6040", "White has no stone on the second"),
        ("0,0 0,-5 1,0 1,-5 2,0 2,-5 3,0 3,-5|2045", "after this move the defender completes"),
    ] {
        let found = read_text(&format!("{RULES}\n{line}\n")).expect_err(line);
        assert!(found.contains(expected), "{found:?}; expected {expected:?}");
    }
    let board = "# rules: connect=4,size=plane\n0,0 -|";
    assert!(read_text(board).expect_err(board).contains("expected connect=5"));
}

/// Black could make a five at once in two places, and plays elsewhere first: after so many passes of White that four
/// stones of it could be anywhere there is no finite zone any more, and no replies are read from it.
#[test]
fn a_pass_too_many_is_refused() {
    let text = |scene: &Scene, moves: &[Point]| {
        let hex: String = moves.iter().map(|m| format!("{:04x}", m.number())).collect();
        format!("{RULES}\n{scene}|{hex}\n")
    };
    let tree = |scene: &Scene| {
        let never = || false;
        let mut prover = Prover::new(ATTACKER, &never);
        prove(&mut prover, scene, (false, None), 0..=0, &mut |_, _, _| Vec::new(), &|_| true)
            .expect("won by fours")
            .tree
    };
    let elsewhere = [(-6, -4), (-6, 8), (8, -4), (8, 9)].map(|(x, y)| Point::at(x, y));
    let threes = Scene::parse("0,0 - 1,0 - 2,0 - 0,5 - 1,5 - 2,5 -").expect("a position");
    // The position before Black's last moves elsewhere, from all of them to none.
    let after = |count: usize| elsewhere[..count].iter().fold(threes.clone(), |scene, &m| scene.with_black(m));
    let mut moves = tree(&after(elsewhere.len()));
    let mut zone = read_text(&text(&after(elsewhere.len()), &moves)).expect("right");
    for count in (0..elsewhere.len()).rev() {
        let now = after(count + 1);
        let mut longer = vec![elsewhere[count]];
        longer.extend(&moves);
        let replies = zone.clone().unwrap_or_default().into_iter().map(Point::numbered);
        replies.filter(|&reply| !now.has(reply)).for_each(|reply| longer.extend(tree(&now.with_white(reply))));
        let found = read_text(&text(&after(count), &longer));
        if count == 0 {
            let problem = found.expect_err("four passes");
            assert!(problem.contains("White may not pass here so often"), "{problem}");
            return;
        }
        zone = found.expect("right");
        assert_eq!(zone.is_none(), count == 1, "{count}");
        moves = longer;
    }
}

/// Two white stones that support each other: with less room than their windows take none of these was found.
#[cfg(feature = "charts")]
#[test]
fn pairs_of_white_stones_are_answered() {
    for text in ["0,0 0,-5 1,1 0,-7", "0,0 -3,-5 1,1 -5,-7", "0,0 0,-4 1,1 0,-5"] {
        let (scene, never) = (Scene::parse(text).expect("a position"), || false);
        let mut prover = Prover::new(ATTACKER, &never);
        let moves = prove(&mut prover, &scene, (false, None), 0..=1, &mut |_, _, _| Vec::new()).expect(text).tree;
        let hex: String = moves.iter().map(|m| format!("{:04x}", m.number())).collect();
        let zone = read_text(&format!("{RULES}\n{scene}|{hex}\n")).expect(text);
        assert!(zone.is_some(), "{text}");
    }
}
