//! Retrograde analysis of heaps, its end when it is stopped or has no memory, and what its bytes say.

use super::*;

/// Takes 1 or 2 from a heap; who takes the last one wins. Heaps of 7 and more may also be left as they are, and
/// from 10 there is a way out to a position that the other side has lost in 3.
struct Heaps;

impl Graph for Heaps {
    fn len(&self) -> usize {
        11
    }

    fn first_look(&self, heap: usize) -> FirstLook {
        let mut exits = Exits::default();
        if heap == 10 {
            exits.add(Some(Exact::Loss(3)));
        }
        match heap {
            0 => FirstLook::Over(-1),
            _ => FirstLook::Open { moves: heap.min(2) as u8 + u8::from(heap >= 7), exits },
        }
    }

    fn before(&self, heap: usize, mut visit: impl FnMut(usize)) {
        (1..=2).filter(|taken| heap + taken < self.len()).for_each(|taken| visit(heap + taken));
        if heap >= 7 {
            visit(heap);
        }
    }
}

#[test]
fn heaps_are_solved() {
    let values = analyse(&Heaps, 2, &AtomicBool::new(false), &|_, _| ()).expect("memory").expect("nobody stops it");
    let known: Vec<_> = values.into_iter().map(|value| Scale::Any.known(value)).collect();
    let (win, loss) = (|plies| Some(Exact::Win(plies)), |plies| Some(Exact::Loss(plies)));
    assert_eq!(known[..7], [loss(0), win(1), win(1), loss(2), win(3), win(3), loss(4)]);
    // From 9 one can only wait or lose.
    assert_eq!(known[7..], [win(5), win(5), None, win(4)]);
}

#[test]
fn it_can_be_stopped() {
    assert_eq!(analyse(&Heaps, 1, &AtomicBool::new(true), &|_, _| ()), Ok(None));
}

/// More positions than any memory holds.
struct Endless;

impl Graph for Endless {
    fn len(&self) -> usize {
        isize::MAX as usize
    }

    fn first_look(&self, _: usize) -> FirstLook {
        FirstLook::Over(0)
    }

    fn before(&self, _: usize, _: impl FnMut(usize)) {}
}

#[test]
fn too_little_memory_is_an_error() {
    assert!(analyse(&Endless, 1, &AtomicBool::new(false), &|_, _| ()).is_err());
}

#[test]
fn bytes_say_what_was_found() {
    for scale in [Scale::Any, Scale::OddWins] {
        assert_eq!((scale.known(OPEN), scale.known(DRAWN)), (None, None));
        for distance in 0..=scale.longest() {
            if scale == Scale::Any || distance % 2 == 1 {
                assert_eq!(scale.known(scale.win(distance)), Some(Exact::Win(distance)));
            }
            if scale == Scale::Any || distance % 2 == 0 {
                assert_eq!(scale.known(scale.loss(distance)), Some(Exact::Loss(distance)));
            }
        }
    }
}
