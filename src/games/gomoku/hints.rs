//! What makes a search faster: fours and the answers to them, open threes and the answers to those, squares that
//! matter to neither side.

use super::patterns::Patterns;
use super::patterns::shape::Shape;
use super::patterns::threat::Threat;
use super::position::Gomoku;
use super::rules::Rule;
use super::square::{Direction, SQUARES, Square};
use super::symmetry;
use crate::bits::BitSet;
use crate::game::{Hints, Known, Margins, MoveList, Position, Side, Symmetry};

use super::patterns::Squares;

/// How much the worth of a square counts beside the history of moves, for their order.
const WORTH: i32 = 24;
/// What a stone of either side threatens, at least, where it is worth a search.
const USEFUL: Threat = Threat::Two;
/// Positions that the search for wins by fours may look at, at a leaf.
const LEAF_POSITIONS: u64 = 100;

impl Gomoku {
    /// Fours of the side to move that gain more than a reply; under the threat of a five only what parries it. All other
    /// fours are spent for nothing, and orders of them are too many to search.
    #[inline]
    fn forcing(&self, patterns: &Patterns) -> Squares {
        let (own, other) = (self.side_to_move(), self.side_to_move().other());
        let threatened = patterns.exactly(other, Threat::Five);
        if threatened.is_empty() { patterns.between(own, Threat::FourMore, Threat::Five) } else { threatened }
    }

    fn list(&self, squares: Squares, list: &mut <Self as Position>::Moves) {
        let forbids = self.forbids();
        let squares = squares.members().map(|index| Square::new(index as u16));
        squares
            .filter(|&square| !forbids || !self.is_forbidden(square))
            .for_each(|square| MoveList::push(list, square));
    }

    /// The squares where a stone of either side stops `attacker`, who otherwise plays `four` and then makes a five at
    /// one of several squares.
    fn parries(&self, attacker: Side, patterns: &Patterns, four: Square) -> Squares {
        let mut parries = Squares::of(four.index());
        for direction in Direction::ALL {
            if matches!(patterns.shape(attacker, four, direction), Shape::Four | Shape::OpenFour) {
                let fives = self.fives_through(attacker, four, direction);
                parries |= fives.fold(Squares::EMPTY, |fives, five| fives.with(five.index()));
            }
        }
        parries
    }

    /// The squares of which the side to move must choose one, or make a four, if the other side threatens to make a four
    /// that no stone parries; empty if there is no such threat.
    fn answers(&self, patterns: &Patterns) -> Squares {
        let other = self.side_to_move().other();
        let threats = patterns.between(other, Threat::FourFour, Threat::OpenFour);
        let mut answers = !Squares::EMPTY;
        let mut last = Squares::EMPTY;
        for index in threats.members() {
            last = self.parries(other, patterns, Square::new(index as u16));
            answers &= last;
        }
        // If no stone answers all, any will do.
        if answers.is_empty() || threats.is_empty() { last } else { answers }
    }

    /// The quiet moves among which the side to move must choose, if there is a threat to answer: under that of a five none
    /// but the `noisy` ones, under that of an open four what parries it, and fours.
    fn forced(&self, patterns: &Patterns, noisy: Squares) -> Option<Squares> {
        if self.in_check() && noisy.members().any(|index| self.is_legal(Square::new(index as u16))) {
            return Some(Squares::EMPTY);
        }
        let answers = if self.rules().rule == Rule::Renju { Squares::EMPTY } else { self.answers(patterns) };
        let fours = patterns.exactly(self.side_to_move(), Threat::Four);
        (!answers.is_empty()).then(|| (answers | fours).minus(noisy))
    }
}

impl Hints for Gomoku {
    const HISTORY_SLOTS: usize = SQUARES;
    const MARGINS: Margins = Margins {
        aspiration: 60,
        reverse_futility: 110,
        futility: 160,
        razor: 320,
        late_moves: 3,
        reduction_base: 50,
        ..Margins::NONE
    };
    const THREAT_PLIES: u32 = 24;
    const NOISY_PLIES: u32 = 0;

    const SYMMETRIC_PLIES: usize = 4;

    fn canonical(&self) -> (u64, Symmetry) {
        self.least_key()
    }

    fn pack_image(&self, m: Square, symmetry: Symmetry) -> u16 {
        self.pack(self.image(m, symmetry))
    }

    fn unpack_image(&self, bits: u16, symmetry: Symmetry) -> Option<Square> {
        let image = Square::new(bits);
        let on_board = image.index() < SQUARES && image.x() < self.width() && image.y() < self.height();
        on_board.then(|| self.image(image, symmetry::inverse(symmetry))).filter(|&m| self.is_legal(m))
    }

    fn prepare(&mut self) {
        self.keep_patterns();
        self.keep_fours();
    }

    #[inline]
    fn history_slot(&self, m: Square) -> usize {
        m.index()
    }

    #[inline]
    fn winning_move(&self) -> Option<Square> {
        match self.patterns() {
            Some(patterns) if self.outcome().is_none() => {
                let fives = patterns.exactly(self.side_to_move(), Threat::Five);
                if fives.is_empty() { None } else { fives.first().map(|five| Square::new(five as u16)) }
            }
            Some(_) => None,
            None => self.winning_square(self.side_to_move()),
        }
    }

    /// Whether the other side threatens to win with its next stone.
    #[inline]
    fn in_check(&self) -> bool {
        let other = self.side_to_move().other();
        match self.patterns() {
            Some(patterns) => !patterns.exactly(other, Threat::Five).is_empty(),
            None => self.winning_square(other).is_some(),
        }
    }

    /// Fours that gain something, and what parries a four.
    fn noisy(&self, list: &mut Self::Moves) {
        if let Some(patterns) = self.patterns().filter(|_| self.outcome().is_none()) {
            self.list(self.forcing(patterns), list);
        }
    }

    fn quiet(&self, list: &mut Self::Moves) {
        let noisy = self.patterns().map_or(Squares::EMPTY, |patterns| self.forcing(patterns));
        let mut all = Self::Moves::default();
        self.moves(&mut all);
        all.iter().filter(|m| !noisy.contains(m.index())).for_each(|&m| MoveList::push(list, m));
    }

    #[inline]
    fn is_noisy(&self, m: Square) -> bool {
        self.patterns().is_some_and(|patterns| self.forcing(patterns).contains(m.index()))
    }

    #[inline]
    fn gain(&self, m: Square) -> i32 {
        self.patterns().map_or(0, |patterns| 10 * patterns.threat(self.side_to_move(), m) as i32)
    }

    /// Threats must be answered; otherwise squares that neither side needs are left out.
    fn candidates(&self, list: &mut Self::Moves) -> bool {
        let Some(patterns) = self.patterns().filter(|_| self.outcome().is_none()) else {
            self.quiet(list);
            return true;
        };
        let noisy = self.forcing(patterns);
        if let Some(forced) = self.forced(patterns, noisy) {
            self.list(forced, list);
            return true;
        }
        for least in [USEFUL, Threat::One] {
            self.list(patterns.at_least([self.side_to_move(), self.side_to_move().other()], least).minus(noisy), list);
            if !list.is_empty() {
                return false;
            }
        }
        self.quiet(list);
        true
    }

    fn is_candidate(&self, m: Square) -> bool {
        let Some(patterns) = self.patterns() else { return true };
        match self.forced(patterns, self.forcing(patterns)) {
            Some(forced) => forced.contains(m.index()),
            None => Side::all(2).any(|side| patterns.threat(side, m) >= USEFUL),
        }
    }

    #[inline]
    fn promise(&self, m: Square) -> i32 {
        self.patterns().map_or(0, |patterns| WORTH * patterns.promise(self.side_to_move(), m))
    }

    /// A win by fours.
    #[inline]
    fn forced_win(&mut self) -> (Option<u32>, u64) {
        let worth = self.patterns().is_some_and(|patterns| {
            !patterns.between(self.side_to_move(), Threat::FourMore, Threat::OpenFour).is_empty()
        });
        if worth { self.win_by_fours(LEAF_POSITIONS) } else { (None, 0) }
    }

    /// A stone never harms its owner, but behind the threat of a five a pass means nothing.
    #[inline]
    fn may_pass(&self) -> bool {
        self.patterns().is_some() && self.empty_squares() > 1 && self.outcome().is_none() && !self.in_check()
    }

    fn make_pass(&mut self) {
        self.pass();
    }

    fn unmake_pass(&mut self, (): ()) {
        self.pass();
    }

    #[inline]
    fn knows(&self) -> bool {
        self.has_patterns()
    }

    /// A four that no stone parries wins; two threats of a five lose.
    #[inline]
    fn known(&self) -> Option<Known> {
        let patterns = self.patterns()?;
        let (own, other) = (self.side_to_move(), self.side_to_move().other());
        if !patterns.exactly(own, Threat::Five).is_empty() {
            return None;
        }
        let threatened = patterns.exactly(other, Threat::Five);
        let mut fours = patterns.between(own, Threat::FourFour, Threat::OpenFour);
        if !threatened.is_empty() {
            if !threatened.without_first().is_empty() {
                return Some(Known::Loss(2));
            }
            fours &= threatened;
        }
        if fours.is_empty() {
            return None;
        }
        let wins = fours.members().any(|index| !self.forbids() || !self.is_forbidden(Square::new(index as u16)));
        wins.then_some(Known::Win(3))
    }
}
