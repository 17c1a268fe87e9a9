//! Properties of the rules, and the counts that are known.

use super::{Hop, Rules, crowded, list, played, position, rule_sets};
use crate::bits::BitSet;
use crate::game::{Notation, Outcome, Position, Side, Variant};
use crate::games::hop::board::mirror_columns;
use crate::games::hop::moves::{MAX_MOVES, Move};
use crate::games::tests::full;
use crate::zobrist::SplitMix64;
use quickcheck::quickcheck;

/// Boards with as many turns as any that were found by annealing from hundreds of random boards (60,000 to 1,000,000
/// steps each, several of which ended at 801): what the capacity of a list rests on.
pub(super) const MOST_TURNS: [&str; 2] = [
    "......../.X.X.XX./O.O.X.X./.X.X.O../O.O.X.O./.O.O.O../......../........ b 0",
    "......../...XO.O./...X.O.O/....X.X./...X.X.O/....O.X./...X.X.O/....O.O. b 0",
];

#[test]
fn lists_hold_the_most_turns() {
    for text in MOST_TURNS {
        assert_eq!(list(&position(text)).len(), 801);
    }
    const { assert!(MAX_MOVES > 801) };
}

#[test]
fn moves_are_eight_bytes() {
    assert_eq!(size_of::<Move>(), 8);
    assert!(size_of::<Hop>() <= 40);
}

/// The suites to depth 3; deeper in the tests of the whole program.
#[test]
fn suites_agree() {
    for suite in [include_str!("../../../../perft/hop.epd"), include_str!("../../../../perft/hop-revisit-never.epd")] {
        let rules = suite.lines().find_map(|line| line.strip_prefix("# rules: ")).unwrap_or("");
        let rules = Hop::parse_rules(rules).unwrap_or_else(|error| panic!("{error}"));
        for line in suite.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split(" ;D");
            let mut position =
                Hop::parse_position(fields.next().unwrap_or(""), &rules).unwrap_or_else(|error| panic!("{error}"));
            for count in fields {
                let (depth, nodes) = count.split_once(' ').unwrap_or(("", ""));
                let (depth, nodes) = (depth.parse().unwrap_or(0), nodes.parse().unwrap_or(0));
                if depth <= 3 {
                    assert_eq!(full(&mut position, depth), nodes, "{line}");
                }
            }
        }
    }
}

fn checked(position: &Hop) -> bool {
    position.validate().is_ok()
}

/// The colours swapped and the columns mirrored.
fn swapped(position: &Hop) -> Hop {
    let men = [mirror_columns(position.men[1]), mirror_columns(position.men[0])];
    Hop::new(men, position.side_to_move().other(), position.ply, position.rules)
}

/// The rows mirrored.
fn upside_down(position: &Hop) -> Hop {
    Hop::new(position.men.map(u64::swap_bytes), position.side_to_move(), position.ply, position.rules)
}

/// Bit patterns near legal ones: legal moves with some bits changed, and plain noise.
fn near_moves(position: &Hop, random: &mut SplitMix64) -> Vec<Move> {
    let mut near: Vec<Move> = (0..8).map(|_| Move::of(random.next_u64() & random.next_u64())).collect();
    for m in list(position) {
        near.push(m);
        near.push(Move::of(m.squares() ^ u64::of(random.below(64))));
        near.push(Move::of(m.squares() & position.enemy()));
    }
    near.extend([Move::PASS, Move::of(u64::MAX), Move::of(position.own()), Move::of(position.enemy())]);
    near
}

quickcheck! {
    fn making_and_unmaking_restores(seed: u64) -> bool {
        rule_sets().into_iter().all(|rules| {
            let before = crowded(seed, rules);
            list(&before).iter().all(|&m| {
                let mut position = before.clone();
                let undo = position.make(m);
                let valid = checked(&position) && position.key() != before.key();
                position.unmake(m, undo);
                valid && position == before
            })
        })
    }

    fn a_game_stays_valid(seed: u64) -> bool {
        rule_sets().into_iter().all(|rules| checked(&played(seed, rules)))
    }

    fn siblings_have_different_keys(seed: u64) -> bool {
        let before = crowded(seed, Rules::default());
        let mut keys: Vec<u64> = list(&before).iter().map(|&m| {
            let mut position = before.clone();
            let _ = position.make(m);
            position.key()
        }).collect();
        let turns = keys.len();
        keys.sort_unstable();
        keys.dedup();
        keys.len() == turns
    }

    fn the_key_is_the_positions(seed: u64) -> bool {
        let position = crowded(seed, Rules::default());
        let later = Hop { ply: position.ply ^ 1, ..position.clone() };
        let other = Hop { to_move: position.to_move ^ 1, ..position.clone() };
        let again = Hop::new(position.men, position.side_to_move(), position.ply, position.rules);
        again.key() == position.key() && later.key() != position.key() && other.key() != position.key()
            && later.repetition_key() == position.repetition_key()
            && other.repetition_key() != position.repetition_key()
    }

    fn legal_is_generated(seed: u64) -> bool {
        rule_sets().into_iter().chain([Rules { pass_always: true, ..Rules::default() }]).all(|rules| {
            let position = crowded(seed, rules);
            let moves = list(&position);
            near_moves(&position, &mut SplitMix64::new(seed)).into_iter().all(|m| {
                let legal = moves.contains(&m);
                let _ = (position.pack(m), position.move_text(m));
                position.is_legal(m) == legal
            })
        })
    }

    fn short_names_name_moves(seed: u64) -> bool {
        rule_sets().into_iter().all(|rules| {
            let position = crowded(seed, rules);
            let moves = list(&position);
            let mut random = SplitMix64::new(seed);
            moves.iter().all(|&m| {
                let found = position.unpack(position.pack(m));
                found.is_some_and(|other| moves.contains(&other) && position.pack(other) == position.pack(m))
            }) && (0..64).all(|_| {
                let bits = random.next_u64() as u16;
                position.unpack(bits).is_none_or(|m| moves.contains(&m) && position.pack(m) == bits)
            })
        })
    }

    fn symmetric_boards_have_equal_perft(seed: u64) -> bool {
        rule_sets().into_iter().all(|rules| {
            let position = crowded(seed, rules);
            let counts = [swapped(&position), upside_down(&position)].map(|mut other| full(&mut other, 2));
            let swapped_outcome = swapped(&position).outcome().map(|outcome| outcome.payoff(Side::FIRST));
            counts == [full(&mut position.clone(), 2); 2]
                && swapped_outcome == position.outcome().map(|outcome| outcome.payoff(Side::SECOND))
        })
    }
}

#[test]
fn the_far_columns_end_the_game() {
    // Black is home with one piece, White has two there: fewer pieces arrive sooner, and that loses.
    let lost = position("......X./O......./O......./......../......../...O..../......../........ w 20");
    assert_eq!(lost.outcome(), Some(Outcome::win(Side::SECOND)));
    let won = position("......XX/O......./......../......../......../...O..../......../........ w 20");
    assert_eq!(won.outcome(), Some(Outcome::win(Side::FIRST)));
    let drawn = position("......X./O......./......../......../......../...O..../......../........ w 20");
    assert_eq!(drawn.outcome(), Some(Outcome::DRAW));
}

#[test]
fn the_ply_limit_ends_the_game() {
    let text = "......../O.....X./......../....X.../......../...O..../......../........ w";
    assert_eq!(position(&format!("{text} 399")).outcome(), None);
    assert_eq!(position(&format!("{text} 399")).plies_left(), Some(1));
    assert_eq!(position(&format!("{text} 400")).outcome(), Some(Outcome::DRAW));
    assert_eq!(position(&format!("{text} 400")).plies_left(), Some(0));
}

#[test]
fn a_side_without_pieces_passes_or_has_lost() {
    let text = "......../..O...../......../....O.../......../......../......../........ b 50";
    let open = position(text);
    assert_eq!(list(&open).as_slice(), [Move::PASS]);
    assert!(open.is_legal(Move::PASS));
    let rules = Rules { empty_ends: true, ..Rules::default() };
    let ended = Hop::parse_position(text, &rules).map(|position| position.outcome());
    assert_eq!(ended, Ok(Some(Outcome::DRAW)), "nobody has a piece in the target");
}

#[test]
fn a_side_without_a_turn_passes() {
    let stuck = position("XO....../OO....../..O...../......../......../......../......../........ b 50");
    assert_eq!(list(&stuck).len(), 2, "two hops");
    let stuck = position("XOO...../OO....../O......./......../......../......../......../........ b 50");
    assert_eq!(list(&stuck).as_slice(), [Move::PASS]);
}

#[test]
fn passing_may_be_allowed_always() {
    let rules = Rules { pass_always: true, ..Rules::default() };
    let start = Hop::start(&rules);
    assert_eq!((list(&start).len(), start.count_moves()), (32, 32));
    assert!(start.is_legal(Move::PASS) && start.unpack(start.pack(Move::PASS)) == Some(Move::PASS));
}

#[test]
fn loops_with_the_same_captures_are_one_turn() {
    let board = position("X......./XX....../..X...O./X..X..../..O.OO../XX.O..../......OO/.......O b 22");
    let loops = ["10-12-32-34-54-52-32-12-10", "50-52-54-34-32-52-50"].map(|text| board.parse_move(text));
    assert!(loops[0].is_ok() && loops[0] == loops[1]);
}
