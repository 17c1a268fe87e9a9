//! Sets of a few squares among at most 64, numbered: what endgame tables are indexed by.

use crate::bits::BitSet;

/// The most squares in a set.
pub const MOST: usize = 3;

/// Binomial coefficients: `CHOOSE[n][k]` is the number of sets of `k` of `n` squares.
pub const CHOOSE: [[usize; MOST + 1]; 65] = {
    let mut choose = [[0; MOST + 1]; 65];
    let mut squares = 0;
    while squares <= 64 {
        choose[squares][0] = 1;
        let mut members = 1;
        while members <= MOST && squares > 0 {
            choose[squares][members] = choose[squares - 1][members - 1] + choose[squares - 1][members];
            members += 1;
        }
        squares += 1;
    }
    choose
};

/// The number of a set of at most [`MOST`] squares among all sets of its size (colexicographic order).
///
/// ```
/// use manyply::solve::combinations::{rank, unrank};
///
/// assert_eq!((rank(0b011), rank(0b101), rank(0b110)), (0, 1, 2));
/// assert_eq!(unrank(1, 2), 0b101);
/// ```
#[inline]
pub fn rank(set: u64) -> usize {
    set.members().zip(1..).map(|(square, members)| CHOOSE[square][members]).sum()
}

/// The set of so many squares that has a number; one of a number that [`rank`] gives.
pub fn unrank(mut number: usize, members: usize) -> u64 {
    let mut set = 0;
    let mut square = 63;
    for members in (1..=members).rev() {
        while CHOOSE[square][members] > number {
            square -= 1;
        }
        number -= CHOOSE[square][members];
        set = set.with(square);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_numbers_without_gaps() {
        for members in 0..=MOST {
            for number in 0..[1, 30, 435, 4060][members] {
                let set = unrank(number, members);
                assert_eq!((rank(set), set.len() as usize, set >> 30), (number, members, 0));
            }
        }
    }
}
