//! What a search of gomoku keeps, and what makes it faster: patterns, fours and the answers to them, open threes and the
//! answers to those, squares that matter to neither side, wins by fours at the leaves.

use super::evaluate;
use super::forcing::View;
use super::patterns::threat::Threat;
use super::patterns::{Patterns, Squares};
use super::position::Gomoku;
use super::square::{SQUARES, Square};
use super::symmetry;
use super::threats::{self, Fours};
use crate::bits::BitSet;
use crate::game::{Evaluate, Exact, MoveList, Position, Side, Variant};
use crate::search::hooks::{
    ExactProbe, Margins, NullMove, Ordering, Qsearch, Searchable, State, Symmetric, Symmetry, Teams,
};

/// How much the worth of a square counts beside the history of moves, for their order.
const WORTH: i32 = 24;
/// What a stone of either side threatens, at least, where it is worth a search.
const USEFUL: Threat = Threat::Two;
/// Positions that the search for wins by fours may look at, at a leaf.
const LEAF_POSITIONS: u64 = 100;

type Moves = <Gomoku as Position>::Moves;

/// The search state of gomoku: where five win, patterns and a search for wins by fours (VCF) with its table.
#[derive(Debug)]
pub struct GomokuState(Option<Kept>);

#[derive(Debug)]
struct Kept {
    /// The root of the search, whose patterns these are when no move is made.
    root: Gomoku,
    patterns: Box<Patterns>,
    fours: Fours,
}

impl Searchable for Gomoku {
    type State = GomokuState;
}

impl GomokuState {
    /// The patterns, where there are any for runs as long as here.
    #[inline]
    fn patterns(&self) -> Option<&Patterns> {
        self.0.as_ref().map(|kept| &*kept.patterns)
    }

    #[inline]
    fn view<'a>(&'a self, position: &'a Gomoku) -> Option<View<'a>> {
        self.patterns().map(|patterns| View { game: position, patterns })
    }
}

impl State<Gomoku> for GomokuState {
    const MARGINS: Margins = Margins {
        aspiration: 60,
        reverse_futility: 110,
        futility: 160,
        razor: 320,
        late_moves: 3,
        reduction_base: 50,
        ..Margins::NONE
    };

    fn new(position: &Gomoku) -> Self {
        Self(position.has_patterns().then(|| Kept {
            root: position.clone(),
            patterns: Box::new(Patterns::of(position)),
            fours: threats::leaf_search(),
        }))
    }

    /// From one root to the next it is a few stones.
    fn reset(&mut self, position: &Gomoku) {
        match &mut self.0 {
            Some(kept) if kept.root.rules() == position.rules() => {
                kept.patterns.change(&kept.root, position);
                kept.fours.clear();
                kept.root = position.clone();
            }
            _ => *self = Self::new(position),
        }
    }

    #[inline]
    fn make(&mut self, position: &Gomoku, m: Square) {
        if let Some(kept) = &mut self.0 {
            kept.patterns.place(m, position.side_to_move());
        }
    }

    #[inline]
    fn unmake(&mut self, position: &Gomoku, m: Square) {
        if let Some(kept) = &mut self.0 {
            kept.patterns.take_back(m, position.side_to_move());
        }
    }

    #[inline]
    fn static_eval(&mut self, position: &Gomoku, side: Side) -> i32 {
        match self.patterns() {
            Some(patterns) => evaluate::by_patterns(patterns, position.side_to_move(), side),
            None => position.evaluate(side),
        }
    }

    fn validate(&self, position: &Gomoku) -> Result<(), String> {
        match self.patterns() {
            Some(patterns) if !patterns.is_of(position) => Err("the patterns are not those of the stones".into()),
            _ => Ok(()),
        }
    }
}

impl Ordering<Gomoku> for GomokuState {
    const HISTORY_SIZE: usize = SQUARES;

    #[inline]
    fn history_index(&self, _position: &Gomoku, m: Square) -> usize {
        m.index()
    }

    #[inline]
    fn quiet_score(&self, position: &Gomoku, m: Square) -> i32 {
        self.patterns().map_or(0, |patterns| WORTH * patterns.promise(position.side_to_move(), m))
    }

    #[inline]
    fn noisy_score(&self, position: &Gomoku, m: Square) -> i32 {
        self.patterns().map_or(0, |patterns| 10 * patterns.threat(position.side_to_move(), m) as i32)
    }

    /// Threats must be answered; otherwise squares that neither side needs are left out.
    fn candidates(&self, position: &Gomoku, list: &mut Moves) -> bool {
        let Some(view) = self.view(position).filter(|_| position.outcome().is_none()) else {
            self.quiet(position, list);
            return true;
        };
        let noisy = view.fours();
        if let Some(forced) = view.forced(noisy) {
            view.list(forced, list);
            return true;
        }
        for least in [USEFUL, Threat::One] {
            view.list(view.patterns.at_least(view.sides(), least).minus(noisy), list);
            if !list.is_empty() {
                return false;
            }
        }
        self.quiet(position, list);
        true
    }

    fn is_candidate(&self, position: &Gomoku, m: Square) -> bool {
        let Some(view) = self.view(position) else { return true };
        match view.forced(view.fours()) {
            Some(forced) => forced.contains(m.index()),
            None => Side::all(2).any(|side| view.patterns.threat(side, m) >= USEFUL),
        }
    }
}

impl Qsearch<Gomoku> for GomokuState {
    const CHECK_PLIES: u32 = 24;
    const NOISY_PLIES: u32 = 0;

    /// Fours that gain something, and what parries a four.
    fn noisy(&self, position: &Gomoku, list: &mut Moves) {
        if let Some(view) = self.view(position).filter(|_| position.outcome().is_none()) {
            view.list(view.fours(), list);
        }
    }

    fn quiet(&self, position: &Gomoku, list: &mut Moves) {
        let noisy = self.view(position).map_or(Squares::EMPTY, View::fours);
        let mut all = Moves::default();
        position.moves(&mut all);
        all.iter().filter(|m| !noisy.contains(m.index())).for_each(|&m| MoveList::push(list, m));
    }

    #[inline]
    fn is_noisy(&self, position: &Gomoku, m: Square) -> bool {
        self.view(position).is_some_and(|view| view.fours().contains(m.index()))
    }

    /// Whether the other side threatens to win with its next stone.
    #[inline]
    fn in_check(&self, position: &Gomoku) -> bool {
        match self.view(position) {
            Some(view) => view.in_check(),
            None => position.winning_square(position.side_to_move().other()).is_some(),
        }
    }

    /// A win by fours.
    #[inline]
    fn forced_win(&mut self, position: &mut Gomoku) -> (Option<u32>, u64) {
        match &mut self.0 {
            Some(Kept { patterns, fours, .. })
                if !patterns.between(position.side_to_move(), Threat::FourMore, Threat::OpenFour).is_empty() =>
            {
                threats::leaf_win(position, patterns, fours, LEAF_POSITIONS)
            }
            _ => (None, 0),
        }
    }
}

impl NullMove<Gomoku> for GomokuState {
    /// A stone never harms its owner, but behind the threat of a five a pass means nothing.
    #[inline]
    fn null_move_allowed(&self, position: &Gomoku) -> bool {
        self.view(position)
            .is_some_and(|view| position.empty_squares() > 1 && position.outcome().is_none() && !view.in_check())
    }

    fn make_null(position: &mut Gomoku) {
        position.pass();
    }

    fn unmake_null(position: &mut Gomoku, (): ()) {
        position.pass();
    }
}

impl ExactProbe<Gomoku> for GomokuState {
    #[inline]
    fn winning_move(&self, position: &Gomoku) -> Option<Square> {
        match self.patterns() {
            Some(patterns) if position.outcome().is_none() => {
                let fives = patterns.exactly(position.side_to_move(), Threat::Five);
                if fives.is_empty() { None } else { fives.first().map(|five| Square::new(five as u16)) }
            }
            Some(_) => None,
            None => position.winning_square(position.side_to_move()),
        }
    }

    #[inline]
    fn has_probe(&self, position: &Gomoku) -> bool {
        position.has_patterns()
    }

    /// A four that no stone parries wins; two threats of a five lose.
    #[inline]
    fn probe(&self, position: &Gomoku) -> Option<Exact> {
        let view = self.view(position)?;
        let [own, other] = view.sides();
        if !view.patterns.exactly(own, Threat::Five).is_empty() {
            return None;
        }
        let threatened = view.patterns.exactly(other, Threat::Five);
        let mut fours = view.patterns.between(own, Threat::FourFour, Threat::OpenFour);
        if !threatened.is_empty() {
            if !threatened.without_first().is_empty() {
                return Some(Exact::Loss(2));
            }
            fours &= threatened;
        }
        if fours.is_empty() {
            return None;
        }
        fours.members().any(|index| view.allows(Square::new(index as u16))).then_some(Exact::Win(3))
    }
}

impl Symmetric<Gomoku> for GomokuState {
    const SYMMETRIC_PLIES: usize = 4;

    fn canonical(position: &Gomoku) -> (u64, Symmetry) {
        position.least_key()
    }

    fn pack_image(position: &Gomoku, m: Square, symmetry: Symmetry) -> u16 {
        position.pack(position.image(m, symmetry))
    }

    fn unpack_image(position: &Gomoku, bits: u16, symmetry: Symmetry) -> Option<Square> {
        let image = Square::new(bits);
        let on_board = image.index() < SQUARES && image.x() < position.width() && image.y() < position.height();
        on_board.then(|| position.image(image, symmetry::inverse(symmetry))).filter(|&m| position.is_legal(m))
    }
}

impl Teams<Gomoku> for GomokuState {}
