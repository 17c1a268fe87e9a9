//! A pile of matches for four: each takes one to three of them, and whoever takes the last one loses; the others win.

use manyply::game::{ArrayVec, Figure, Ink, Notation, Outcome, Picture, Position, Shade, Side};
use manyply::game::{TextError, TextErrorKind, number, words};
use manyply::search::hooks::{Plain, Searchable};

/// The matches that are left, and who is to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pile {
    matches: u8,
    side: Side,
}

impl Pile {
    /// The largest pile.
    pub const MOST: u8 = 100;

    /// A pile of so many matches, and the side to move.
    pub fn new(matches: u8, side: Side) -> Self {
        Self { matches: matches.min(Self::MOST), side }
    }
}

impl Position for Pile {
    type Move = u8;
    type Undo = ();
    type Moves = ArrayVec<u8, 3>;
    const SIDES: usize = 4;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let mut payoffs = [1; Self::SIDES];
        payoffs[(self.side.index() + 3) % 4] = -1;
        (self.matches == 0).then(|| Outcome::of(payoffs))
    }

    fn moves(&self, list: &mut Self::Moves) {
        list.extend(1..=self.matches.min(3));
    }

    fn make(&mut self, taken: u8) {
        (self.matches, self.side) = (self.matches - taken, self.side.next(4));
    }

    fn unmake(&mut self, taken: u8, (): ()) {
        (self.matches, self.side) = (self.matches + taken, Side::new((self.side.index() + 3) % 4));
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.matches.into())
    }
}

manyply::one_variant!(Pile: Self::new(21, Side::FIRST));

impl Notation for Pile {
    const NAME: &'static str = "pile";
    const SUMMARY: &'static str = "four take matches from a pile; whoever takes the last one loses";

    fn position_text(&self) -> String {
        format!("{} {}", self.matches, self.side.index() + 1)
    }

    fn parse_position(text: &str, (): &()) -> Result<Self, TextError> {
        let [(at, matches), (behind, side)] = words(text).collect::<Vec<_>>()[..] else {
            return Err(TextError::new(TextErrorKind::Shape, 1, "not two words", "matches, and who is to move: 21 1"));
        };
        let matches = number(matches, at, 0..=Self::MOST.into(), "")? as u8;
        Ok(Self::new(matches, Side::new(number(side, behind, 1..=4, "")? as usize - 1)))
    }

    /// The matches in rows of ten, the last ones at the end.
    fn picture(&self) -> Picture {
        let matches = usize::from(self.matches);
        let files: Vec<String> = ('a'..='j').map(String::from).collect();
        let ranks: Vec<String> = (1..=matches.div_ceil(10).max(1)).map(|rank| rank.to_string()).collect();
        let lit = Figure { ink: Ink::Red, owner: None, letter: 'i', glyph: '●' };
        Picture::grid(&files, &ranks, |column, row| (Shade::Light, (10 * row + column < matches).then_some(lit)))
    }

    fn side_name(side: Side) -> &'static str {
        ["North", "East", "South", "West"][side.index()]
    }
}

impl Searchable for Pile {
    type State = Plain;
}

manyply::defaults!(Pile: game::Evaluate, game::Baselines, game::Tunable, solve::Solve);
