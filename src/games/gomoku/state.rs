//! The search state of gomoku (patterns and the table of the VCF search) and the hooks of the search: fours and
//! defences against them, open threes and defences against those, pruning of squares with no pattern, VCF in quiescence
//! search.

use super::evaluate;
use super::forcing::View;
use super::patterns::pattern4::Pattern4;
use super::patterns::{Patterns, Squares};
use super::position::Gomoku;
use super::proofs;
use super::square::{SQUARES, Square};
use super::symmetry;
use super::threats::{self, Vcf};
use crate::bits::BitSet;
use crate::game::{Evaluate, Exact, MoveList, Position, Side, Variant};
use crate::search::Limits;
use crate::search::hooks::{Margins, Searchable, State, Symmetry};
use std::sync::atomic::AtomicBool;

/// The factor of a square's policy score (hundredths of a log-odds unit) in the move ordering score, beside the
/// histories: 24 and 60 play alike.
const POLICY_SCALE: i32 = 60;
/// Quiet moves are candidates where the combined pattern of either side is at least this.
const LEAST_CANDIDATE: Pattern4 = Pattern4::BlockedTwo;
/// Nodes of the VCF search in a node of quiescence search.
const QSEARCH_VCF_NODES: u64 = 100;

type Moves = <Gomoku as Position>::Moves;

/// The search state of gomoku: with `connect=5` the patterns and a VCF search with its table, otherwise nothing.
#[derive(Debug)]
pub struct GomokuState(Option<Incremental>);

#[derive(Debug)]
struct Incremental {
    /// The root of the search: the patterns are of this position when no move has been made.
    root: Gomoku,
    patterns: Box<Patterns>,
    vcf: Vcf,
}

impl Searchable for Gomoku {
    type State = GomokuState;
}

impl GomokuState {
    /// The patterns, with `connect=5`.
    #[inline]
    fn patterns(&self) -> Option<&Patterns> {
        self.0.as_ref().map(|state| &*state.patterns)
    }

    #[inline]
    fn view<'a>(&'a self, position: &'a Gomoku) -> Option<View<'a>> {
        self.patterns().map(|patterns| View { game: position, patterns })
    }
}

/// There is no null move: a stone never harms its owner, so that a pass would tell how good a position is; yet matches
/// show no gain.
impl State<Gomoku> for GomokuState {
    const MARGINS: Margins = Margins {
        aspiration: 30,
        reverse_futility: 160,
        futility: 160,
        noisy_exchange: 160,
        razor: 230,
        late_moves: 1,
        late_moves_pv: 1,
        late_moves_depth: 3,
        reduction_base: 50,
        reduction_scale: 30,
        reduction_cut: 100,
        reduction_history: 4096,
        shallow_pv: 28,
        singular: 50,
        ..Margins::NONE
    };
    const HISTORY_SIZE: usize = SQUARES;
    const CHECK_PLIES: u32 = 24;
    const NOISY_PLIES: u32 = 0;
    /// What the table knows is counted, too, when the search has ended already.
    const FORCED_WIN_NODES: u64 = 256;
    const SYMMETRIC_PLIES: usize = 4;

    fn new(position: &Gomoku) -> Self {
        Self(position.has_patterns().then(|| Incremental {
            root: position.clone(),
            patterns: Box::new(Patterns::of(position)),
            vcf: threats::qsearch_vcf(),
        }))
    }

    /// Two successive roots differ by a few stones only.
    fn reset(&mut self, position: &Gomoku) {
        match &mut self.0 {
            Some(state) if state.root.rules() == position.rules() => {
                state.patterns.change(&state.root, position);
                state.vcf.clear();
                state.root = position.clone();
            }
            _ => *self = Self::new(position),
        }
    }

    #[inline]
    fn make(&mut self, position: &Gomoku, m: Square) {
        if let Some(state) = &mut self.0 {
            state.patterns.place(m, position.side_to_move());
        }
    }

    #[inline]
    fn unmake(&mut self, position: &Gomoku, m: Square) {
        if let Some(state) = &mut self.0 {
            state.patterns.take_back(m, position.side_to_move());
        }
    }

    #[inline]
    fn key_after(position: &Gomoku, m: Square) -> Option<u64> {
        Some(position.key_after(m))
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
            Some(patterns) if !patterns.matches_position(position) => {
                Err("the patterns are not those of the stones".into())
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn history_index(&self, _position: &Gomoku, m: Square) -> usize {
        m.index()
    }

    #[inline]
    fn quiet_score(&self, position: &Gomoku, m: Square) -> i32 {
        self.patterns().map_or(0, |patterns| POLICY_SCALE * patterns.move_score(position.side_to_move(), m))
    }

    #[inline]
    fn noisy_score(&self, position: &Gomoku, m: Square) -> i32 {
        self.patterns().map_or(0, |patterns| 10 * patterns.pattern4(position.side_to_move(), m) as i32)
    }

    /// Under a threat only defences and fours; otherwise the squares with a pattern of either side.
    fn candidates(&self, position: &Gomoku, list: &mut Moves) -> bool {
        let Some(view) = self.view(position).filter(|_| position.outcome().is_none()) else {
            self.quiet(position, list);
            return true;
        };
        let noisy = view.noisy_fours();
        if let Some(forced) = view.forced(noisy) {
            view.list(forced, list);
            return true;
        }
        for least in [LEAST_CANDIDATE, Pattern4::One] {
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
        match view.forced(view.noisy_fours()) {
            Some(forced) => forced.contains(m.index()),
            None => Side::all(2).any(|side| view.patterns.pattern4(side, m) >= LEAST_CANDIDATE),
        }
    }

    /// Fours that improve another direction too, and defences against a four.
    fn noisy(&self, position: &Gomoku, list: &mut Moves) {
        if let Some(view) = self.view(position).filter(|_| position.outcome().is_none()) {
            view.list(view.noisy_fours(), list);
        }
    }

    fn quiet(&self, position: &Gomoku, list: &mut Moves) {
        let noisy = self.view(position).map_or(Squares::EMPTY, View::noisy_fours);
        let mut all = Moves::default();
        position.moves(&mut all);
        all.iter().filter(|m| !noisy.contains(m.index())).for_each(|&m| MoveList::push(list, m));
    }

    #[inline]
    fn is_noisy(&self, position: &Gomoku, m: Square) -> bool {
        self.view(position).is_some_and(|view| view.noisy_fours().contains(m.index()))
    }

    /// Whether the other side threatens a five with its next stone.
    #[inline]
    fn in_check(&self, position: &Gomoku) -> bool {
        match self.view(position) {
            Some(view) => view.in_check(),
            None => position.winning_square(position.side_to_move().other()).is_some(),
        }
    }

    /// A VCF.
    #[inline]
    fn forced_win(&mut self, position: &mut Gomoku) -> (Option<u32>, u64) {
        match &mut self.0 {
            Some(Incremental { patterns, vcf, .. })
                if !patterns
                    .between(position.side_to_move(), Pattern4::BlockedFourPlus, Pattern4::OpenFour)
                    .is_empty() =>
            {
                threats::vcf_in_qsearch(position, patterns, vcf, QSEARCH_VCF_NODES)
            }
            _ => (None, 0),
        }
    }

    #[inline]
    fn winning_move(&self, position: &Gomoku) -> Option<Square> {
        match self.patterns() {
            Some(patterns) if position.outcome().is_none() => {
                let fives = patterns.exactly(position.side_to_move(), Pattern4::Five);
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

    /// An open or double four wins in three plies, a four-three or double three that is not interrupted in five. Two
    /// points where the other side makes a five lose in two plies, open and double fours that no stone stops in four.
    #[inline]
    fn probe(&self, position: &Gomoku) -> Option<Exact> {
        let view = self.view(position)?;
        let [own, other] = view.sides();
        if !view.patterns.exactly(own, Pattern4::Five).is_empty() {
            return None;
        }
        let threatened = view.patterns.exactly(other, Pattern4::Five);
        let mut fours = view.patterns.between(own, Pattern4::DoubleFour, Pattern4::OpenFour);
        if !threatened.is_empty() {
            if !threatened.without_first().is_empty() {
                return Some(Exact::Loss(2));
            }
            fours &= threatened;
        }
        if fours.members().any(|index| view.allows(Square::new(index as u16))) {
            return Some(Exact::Win(3));
        }
        if view.wins_in_five(threatened) {
            return Some(Exact::Win(5));
        }
        view.loses_in_four(threatened).then_some(Exact::Loss(4))
    }

    /// Where a certificate has the position.
    fn proved_win(position: &Gomoku, limits: &Limits, stop: &AtomicBool) -> Option<(u32, Vec<Square>)> {
        proofs::known(position, limits.nodes, limits.time, stop)
            .filter(|proved| proved.wins)
            .map(|proved| (proved.plies, proved.line))
    }

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
