//! Results that were seen before: two players without any chance in them play the same game from the same opening, and
//! its second time says nothing more.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Results by how they began. What began alike and went on alike every time counts once; as soon as something that
/// began alike has gone on differently, there is chance in it, and each time counts.
#[derive(Clone, Debug)]
pub(super) struct Repeats<T>(HashMap<u64, Seen<T>>);

/// What has come of a beginning.
#[derive(Clone, Debug)]
struct Seen<T> {
    /// How it went on first.
    rest: u64,
    result: T,
    /// How often it went on like that again, not counted so far.
    held: u64,
    is_varied: bool,
}

impl<T> Repeats<T> {
    pub(super) fn new() -> Self {
        Self(HashMap::new())
    }

    /// Takes in a result and tells `count` of those that count now, and how often.
    pub(super) fn add(&mut self, beginning: u64, rest: u64, result: T, mut count: impl FnMut(&T, u64)) {
        match self.0.entry(beginning) {
            Entry::Vacant(place) => {
                count(&result, 1);
                place.insert(Seen { rest, result, held: 0, is_varied: false });
            }
            Entry::Occupied(mut place) => {
                let seen = place.get_mut();
                if !seen.is_varied && seen.rest == rest {
                    seen.held += 1;
                    return;
                }
                if !std::mem::replace(&mut seen.is_varied, true) && seen.held > 0 {
                    count(&seen.result, seen.held);
                }
                count(&result, 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_game_again_is_counted_as_a_repeat() {
        let mut repeats = Repeats::new();
        let mut counted = Vec::new();
        let mut add =
            |beginning, rest| repeats.add(beginning, rest, rest, |&result, times| counted.push((result, times)));
        add(1, 10);
        add(1, 10);
        add(2, 10);
        add(1, 10);
        add(1, 11);
        add(1, 10);
        assert_eq!(counted, [(10, 1), (10, 1), (10, 2), (11, 1), (10, 1)]);
    }
}
