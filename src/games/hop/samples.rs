//! What `bench` searches: the start, middle games from the perft suite and from games of the engine against itself,
//! endings, and games close to their last ply. The depths take a few tenths of a second each.

pub(super) const SAMPLES: &[(&str, u32)] = &[
    ("X......./.X.....O/X.X...O./.X...O.O/X.X...O./.X...O.O/X.....O./.......O b 0", 16),
    ("X......./......OO/XXX..O../.X..O.../.XX...O./.....X.O/X.....O./.......O b 10", 14),
    (".X....../.X..X.../...X.OOO/.....O../.XX...O./.X....../.X....../......O. b 26", 14),
    ("......O./....XX../...XX.../.O..O..X/....O.../.....O../.X....../.X...... w 31", 14),
    ("......../..X..O../..XXOO../..XXOO../..XXOO../..XX..../......../...OO... b 32", 12),
    ("......../..XX..../...XXOO./.......X/..X...../.O.OO.../...O..../........ b 38", 14),
    (".X...X../......../......../......../......../..O..X../X...O.../..O..... w 47", 15),
    ("......../......../......../...X..../....XOX./......../.....X../OO...XX. b 70", 16),
    ("O.....XX/O.....X./.O....../....X.../...O..../......../O......./.......X w 91", 14),
    ("...O..../......../......../..O...../......../...O..../.X.X..../........ w 73", 16),
    ("......../.O....../......../.OO...../......../......../OO....../..O..... b 100", 12),
    ("......../.X.....O/..X...../....X.../......O./...O..../......../.O....X. b 390", 12),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Position};
    use crate::games::hop::{Hop, Rules};

    #[test]
    fn samples_are_positions_that_go_on() {
        for (text, _) in SAMPLES {
            let position =
                Hop::parse_position(text, &Rules::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(position.outcome(), None, "{text}");
        }
    }
}
