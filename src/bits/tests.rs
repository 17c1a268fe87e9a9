//! Every operation of every width against a set of numbers from the standard library.

use super::*;
use quickcheck::quickcheck;
use std::collections::BTreeSet;

fn build<B: BitSet>(numbers: &[u16]) -> (B, BTreeSet<usize>) {
    let model: BTreeSet<usize> = numbers.iter().map(|&n| usize::from(n) % B::CAPACITY).collect();
    (model.iter().fold(B::EMPTY, |set, &n| set.with(n)), model)
}

fn agrees<B: BitSet>(set: B, model: &BTreeSet<usize>) -> bool {
    // Asked for one by one, and, after half of them, for all others at once.
    let (mut rest, mut others) = (set.members(), Vec::new());
    let asked: Vec<usize> = rest.by_ref().take(model.len() / 2).collect();
    rest.for_each(|n| others.push(n));
    set.members().eq(model.iter().copied())
        && asked.iter().chain(&others).eq(model)
        && set.len() as usize == model.len()
        && set.is_empty() == model.is_empty()
        && set.first() == model.first().copied()
        && (0..B::CAPACITY).all(|n| set.contains(n) == model.contains(&n))
}

fn check<B: BitSet>(left: &[u16], right: &[u16], shift: u16) -> bool {
    let ((a, ma), (b, mb)) = (build::<B>(left), build::<B>(right));
    let by = usize::from(shift) % B::CAPACITY;
    let up: BTreeSet<usize> = ma.iter().map(|n| n + by).filter(|&n| n < B::CAPACITY).collect();
    let down: BTreeSet<usize> = ma.iter().filter_map(|n| n.checked_sub(by)).collect();
    let mut popped = a;
    let first = popped.pop_first();
    agrees(a, &ma)
        && agrees(a | b, &(&ma | &mb))
        && agrees(a & b, &(&ma & &mb))
        && agrees(a ^ b, &(&ma ^ &mb))
        && agrees(a.minus(b), &(&ma - &mb))
        && agrees(a << by as u32, &up)
        && agrees(a >> by as u32, &down)
        && a.meets(b) != ma.is_disjoint(&mb)
        && a.within(b) == ma.is_subset(&mb)
        && first == ma.first().copied()
        && agrees(popped, &ma.iter().copied().skip(1).collect())
        && (!a).len() as usize == B::CAPACITY - ma.len()
}

quickcheck! {
    fn word32(left: Vec<u16>, right: Vec<u16>, shift: u16) -> bool { check::<u32>(&left, &right, shift) }
    fn word64(left: Vec<u16>, right: Vec<u16>, shift: u16) -> bool { check::<u64>(&left, &right, shift) }
    fn word128(left: Vec<u16>, right: Vec<u16>, shift: u16) -> bool { check::<u128>(&left, &right, shift) }
    fn wide192(left: Vec<u16>, right: Vec<u16>, shift: u16) -> bool { check::<Wide<3>>(&left, &right, shift) }
    fn wide256(left: Vec<u16>, right: Vec<u16>, shift: u16) -> bool { check::<Wide<4>>(&left, &right, shift) }
    fn wide448(left: Vec<u16>, right: Vec<u16>, shift: u16) -> bool { check::<Wide<7>>(&left, &right, shift) }
}
