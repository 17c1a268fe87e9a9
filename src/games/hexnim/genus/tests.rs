//! The table of shapes against other ways to the same values.

use super::*;
use crate::games::hexnim::grid::{Direction, MAX_SIZE};
use crate::zobrist::SplitMix64;
use quickcheck::quickcheck;
use std::collections::BTreeSet;

/// A few cells somewhere on the largest board: on average half of a patch of so many columns and rows.
fn patch(seed: u64, size: usize) -> Cells {
    let mut random = SplitMix64::new(seed);
    let (left, top) = (random.below(MAX_SIZE + 1 - size), random.below(MAX_SIZE + 1 - size));
    (0..size * size)
        .filter(|_| random.below(2) == 0)
        .fold(Cells::EMPTY, |cells, index| cells.with(grid::cell(left + index % size, top + index / size)))
}

/// By the rules: the side to move loses if every line leaves a won position.
fn is_lost(free: Cells, winner: Winner, known: &mut HashMap<Cells, bool>) -> bool {
    if free.is_empty() {
        return winner == Winner::Normal;
    }
    if let Some(&lost) = known.get(&free) {
        return lost;
    }
    let mut left = Vec::new();
    Line::all(free, |line| left.push(free.minus(line.set())));
    let lost = !left.into_iter().any(|left| is_lost(left, winner, known));
    known.insert(free, lost);
    lost
}

fn row(cells: usize) -> Cells {
    (0..cells).fold(Cells::EMPTY, |row, x| row.with(grid::cell(x, 3)))
}

#[test]
fn all_shapes_are_there() {
    // Fixed polyhexes: https://oeis.org/A001207.
    let mut sizes = [0; LARGEST as usize];
    GENERA.keys().for_each(|shape| sizes[shape.len() as usize - 1] += 1);
    assert_eq!(sizes, [1, 3, 11, 44, 186, 814, 3652]);
    let tame = |size| GENERA.iter().filter(|(shape, sum)| shape.len() == size && sum.wild == 0).count();
    assert_eq!([4, 5, 6, 7].map(tame), [44, 108, 108, 38]);
}

#[test]
fn rows_are_octal_0_777() {
    let values: Vec<u8> = (0..=7).map(|cells| Parts::of(row(cells)).sum().expect("small").normal).collect();
    assert_eq!(values, [0, 1, 2, 3, 4, 1, 6, 3]);
    assert_eq!(Parts::of(row(8)), Parts::Large(grid::cell(0, 3) as u8));
}

#[test]
fn a_polyhex_is_the_same_wherever_it_lies() {
    for (x, y) in [(0, 0), (1, 5), (12, 8), (3, 13)] {
        // The same three cells in odd and even rows, at the board's edges too.
        let corner = grid::cell(x, y);
        let [right, down] =
            [4, 6].map(|number| Direction::new(number).and_then(|way| way.step(corner)).expect("on board"));
        let cells = Cells::of(corner).with(right).with(down);
        assert_eq!(polyhex(cells), 0b1_0000_0011);
    }
}

quickcheck! {
    fn certain_values_are_those_of_the_rules(seed: u64) -> bool {
        let free = patch(seed, 5);
        let Some(sum) = Parts::of(free).sum() else { return true };
        [Winner::Misere, Winner::Normal].into_iter().all(|winner| {
            let slow = is_lost(free, winner, &mut HashMap::new());
            sum.is_lost(winner).is_none_or(|lost| lost == slow)
        })
    }

    fn components_are_what_steps_reach(seed: u64) -> bool {
        let free = patch(seed, 8);
        free.members().all(|seed| {
            let mut part = BTreeSet::from([seed]);
            let mut size = 0;
            while part.len() > size {
                size = part.len();
                let steps = |cell: usize| (1..=6).filter_map(move |number| Direction::new(number)?.step(cell));
                part.extend(part.clone().into_iter().flat_map(steps).filter(|&cell| free.contains(cell)));
            }
            let part = part.into_iter().fold(Cells::EMPTY, Cells::with);
            grid::component(free, seed) == part
                && (1..20).all(|most| grid::small_component(free, seed, most) == (part.len() <= most).then_some(part))
        })
    }
}
