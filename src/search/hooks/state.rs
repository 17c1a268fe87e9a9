//! The search state: whatever a search keeps incrementally beside the position.

use super::Margins;
use crate::game::{Exact, Position, Side};
use crate::nnue::NetworkRef;
use crate::search::{Limits, Techniques};
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

/// What a search keeps beside a position and brings up to date with every move: accumulators of a network, patterns,
/// threats. Each thread of a search has one, pushed and popped together with its position (as Stockfish's accumulator
/// stack and Rapfi's evaluator are); perft, matches, solvers and protocols never see it.
///
/// All but [`Self::new`] has a default that is right for every game, and nothing here may change the value of a
/// position, only how fast it is found. Worth the most, in this order: [`Self::static_eval`], the noisy moves of the
/// quiescence search ([`Self::noisy`], [`Self::quiet`] and [`Self::is_noisy`], all three), [`Self::winning_move`] and
/// [`Self::in_check`], a [`Self::quiet_score`]; then [`Self::MARGINS`], without which nothing is pruned by evaluation.
///
/// ```
/// use manyply::game::{Position, Side, Variant};
/// use manyply::games::minichess::Minichess;
/// use manyply::search::hooks::State;
///
/// /// Keeps the number of plies left: the side that makes the last one is a little better.
/// #[derive(Debug)]
/// struct LastPly {
///     left: u32,
/// }
///
/// impl<P: Position> State<P> for LastPly {
///     fn new(position: &P) -> Self {
///         Self { left: position.plies_left().unwrap_or(0) }
///     }
///     fn make(&mut self, _: &P, _: P::Move) {
///         self.left = self.left.saturating_sub(1);
///     }
///     fn unmake(&mut self, position: &P, _: P::Move) {
///         *self = Self::new(position);
///     }
///     fn static_eval(&mut self, position: &P, side: Side) -> i32 {
///         let is_last = self.left % 2 == 1;
///         if is_last == (side == position.side_to_move()) { 10 } else { -10 }
///     }
/// }
///
/// // A state that was made and unmade agrees with a fresh one at each position of random games.
/// let start = Minichess::start(&Default::default());
/// assert_eq!(manyply::check::state::<Minichess, LastPly>(&start, 10, 1), Ok(()));
/// ```
pub trait State<P: Position>: Debug + Send + Sized {
    /// The numbers of the search that are in this game's unit.
    const MARGINS: Margins = Margins::NONE;
    /// The techniques that pay in this game, as matches say; a search uses no others.
    const TECHNIQUES: Techniques = Techniques::ALL;
    /// Whether it tells nothing but the rules. Monte Carlo tree search plays most games better from these alone than
    /// alpha-beta does (docs/lab/strength.md), and plays them where nobody says otherwise.
    const RULES_ALONE: bool = false;
    /// How many different [`Self::history_index`]es there are.
    const HISTORY_SIZE: usize = 1 << 12;
    /// Whether the history of moves that follow a move is kept too (continuation history): [`Self::HISTORY_SIZE`]
    /// squared words of memory, twice.
    const CONTINUATION_HISTORY: bool = false;
    /// Plies below the horizon down to which all answers to a check are searched.
    const CHECK_PLIES: u32 = 4;
    /// Plies below the horizon down to which noisy moves are followed. Unless it is 0, the quiescence search has a
    /// transposition table of its own. A state without [noisy moves](Self::noisy) says 0: then the values of leaf nodes
    /// that were searched deeper elsewhere count.
    const NOISY_PLIES: u32 = u32::MAX;
    /// Whether a move is made on a copy of the position in far less time than memory takes to load.
    const QUICK_MOVES: bool = false;
    /// Positions that [`Self::forced_win`] looks at, at most.
    const FORCED_WIN_NODES: u64 = 0;
    /// Plies from the root above which the search asks for [`Self::canonical`]; 0: for a game without symmetries, or
    /// where they are of no use.
    const SYMMETRIC_PLIES: usize = 0;

    /// The state of a position, from scratch.
    fn new(position: &P) -> Self;

    /// Becomes the state of `position`, the root of another search, in the memory that it has. What may be asked of it
    /// afterwards is the same as of a new one.
    fn reset(&mut self, position: &P) {
        *self = Self::new(position);
    }

    /// Evaluates with another network than the game's own from now on. One of another game changes nothing. The search
    /// calls it behind [`Self::new`] and behind every [`Self::reset`].
    fn use_network(&mut self, _network: NetworkRef) {}

    /// Follows `m`, a legal move of `position`, which has not been made yet.
    #[inline]
    fn make(&mut self, _position: &P, _m: P::Move) {}

    /// Takes back `m`, the last move made. `position` is as it was before that move.
    #[inline]
    fn unmake(&mut self, _position: &P, _m: P::Move) {}

    /// The [key](Position::key) after a move that does not end the game, where it takes little time to know: so the
    /// table's entry is fetched before the move is made, and while the move before it is searched. The default makes
    /// the move on a copy, with [`Self::QUICK_MOVES`]; of what is inlined the compiler keeps what the key needs.
    #[inline]
    fn key_after(position: &P, m: P::Move) -> Option<u64> {
        Self::QUICK_MOVES.then(|| {
            let mut after = position.clone();
            after.make(m);
            after.key()
        })
    }

    /// The static evaluation in hundredths of the game's unit (a pawn, a step), from `side`'s view: more is better.
    /// Between −20000 and 20000, and with two sides one side's is minus the other's.
    #[inline]
    fn static_eval(&mut self, _position: &P, _side: Side) -> i32 {
        0
    }

    /// Compares what is kept with a fresh state. Debug builds ask at every node.
    ///
    /// # Errors
    /// The first disagreement, in words for the game's developer.
    fn validate(&self, _position: &P) -> Result<(), String> {
        Ok(())
    }

    // The move picker and the histories: in which order moves are tried, and which need not be.

    /// The index of a move in history tables: usually the piece-to index, of the piece and the square that it goes to.
    /// Below [`Self::HISTORY_SIZE`]. The default takes the move's [short name](Position::pack).
    #[inline]
    fn history_index(&self, position: &P, m: P::Move) -> usize {
        usize::from(position.pack(m)) % Self::HISTORY_SIZE
    }

    /// The move ordering score of a quiet move, added to what history says of it (at most three times 16,384).
    #[inline]
    fn quiet_score(&self, _position: &P, _m: P::Move) -> i32 {
        0
    }

    /// The move ordering score of a noisy move: hundredths of a unit that it takes.
    #[inline]
    fn noisy_score(&self, _position: &P, _m: P::Move) -> i32 {
        0
    }

    /// Static exchange evaluation (SEE): whether the exchange that `m` begins on its square wins at least `threshold`
    /// hundredths.
    #[inline]
    fn see_ge(&self, position: &P, m: P::Move, threshold: i32) -> bool {
        self.noisy_score(position, m) >= threshold
    }

    /// Appends those of the [quiet moves](Self::quiet) that are worth a search. True if none of the others
    /// can be better than the best of these and the noisy moves; false if that is a heuristic, on which no proof may
    /// rest. Never leaves the side to move without any move.
    fn candidates(&self, position: &P, list: &mut P::Moves) -> bool {
        self.quiet(position, list);
        true
    }

    /// Whether `m`, a legal quiet move, is sure to be among [`Self::candidates`]. Asked of [killers](Techniques), where
    /// the search uses them.
    #[inline]
    fn is_candidate(&self, _position: &P, _m: P::Move) -> bool {
        true
    }

    // The quiescence search: which moves are noisy (those that change the balance at once: captures, promotions,
    // fours), and which positions are in check.

    /// Appends the legal noisy moves.
    #[inline]
    fn noisy(&self, _position: &P, _list: &mut P::Moves) {}

    /// Appends the legal moves that are not [`Self::noisy`].
    #[inline]
    fn quiet(&self, position: &P, list: &mut P::Moves) {
        position.moves(list);
    }

    /// Appends those of the [`Self::quiet`] moves that give check, after which the next side is [`Self::in_check`].
    /// They are searched where other quiet moves are not. Asked only of positions without a [winning
    /// move](Self::winning_move).
    #[inline]
    fn quiet_checks(&self, _position: &P, _list: &mut P::Moves) {}

    /// Whether `m`, a legal move, is noisy.
    #[inline]
    fn is_noisy(&self, _position: &P, _m: P::Move) -> bool {
        false
    }

    /// Whether the side to move is in check: must answer a threat to end the game. Such positions are extended, and
    /// have no static evaluation.
    #[inline]
    fn in_check(&self, _position: &P) -> bool {
        false
    }

    /// Looks, at a leaf, for a win of the side to move by moves that leave no choice. Returns the most plies that it
    /// takes, if there is one, and how many positions were looked at. Afterwards the position is as it was.
    #[inline]
    fn forced_win(&mut self, _position: &mut P) -> (Option<u32>, u64) {
        (None, 0)
    }

    // Null-move pruning: the turn goes to the next side, as the rules need not allow.

    /// Whether passing would be no better than the best move, as far as one can tell: no zugzwang, no check.
    #[inline]
    fn null_move_allowed(&self, _position: &P) -> bool {
        false
    }

    /// Gives the turn to the next side; only where [`Self::null_move_allowed`]. The plies played rise as with a move.
    /// The state itself stays as it is: what it keeps must not depend on whose turn it is.
    ///
    /// # Panics
    /// Unless overridden, as [`Self::null_move_allowed`] must be with it.
    fn make_null(_position: &mut P) -> P::Undo {
        unreachable!("a game that allows null moves overrides make_null")
    }

    /// Takes back [`Self::make_null`].
    ///
    /// # Panics
    /// Unless overridden, as [`Self::null_move_allowed`] must be with it.
    fn unmake_null(_position: &mut P, _undo: P::Undo) {
        unreachable!("a game that allows null moves overrides unmake_null")
    }

    // What ends the search of a node before it begins: wins at once, endgame tables, theorems.

    /// A legal move that ends the game at once in the mover's favour, if it is cheap to know that there is one.
    #[inline]
    fn winning_move(&self, _position: &P) -> Option<P::Move> {
        None
    }

    /// Whether [`Self::probe`] has anything to look into: asked once a search.
    #[inline]
    fn has_probe(&self, _position: &P) -> bool {
        false
    }

    /// The exact value for the side to move, where a table or a theorem gives it. With three sides: nothing.
    ///
    /// It must hold whatever has been played before, but for a rule of repetitions: where some position has occurred so
    /// often that its next occurrence ends the game, the search takes care. The winner's moves must make the distance
    /// shrink with every ply, and an earlier position of the game without a known value or winning move must not be
    /// able to occur again on the way.
    #[inline]
    fn probe(&self, _position: &P) -> Option<Exact> {
        None
    }

    /// The same where it is certain that no repetition ends the game before its limit on plies.
    #[inline]
    fn probe_to_limit(&self, position: &P) -> Option<Exact> {
        self.probe(position)
    }

    /// A win that is proved outside of the search, as by a certificate: in how many plies at most, and a line of it.
    /// Asked once, of the root, whose search is over if there is one. What ends the search, its limits and `stop`, ends
    /// the reading, too.
    fn proved_win(_position: &P, _limits: &Limits, _stop: &AtomicBool) -> Option<(u32, Vec<P::Move>)> {
        None
    }

    // The transposition table near the root: which positions are images of one another.

    /// The key of the one position that stands for this one and all its images under symmetries of the game, and the
    /// number of a symmetry that leads there. The position itself may stand for itself alone wherever that is quicker.
    #[inline]
    fn canonical(position: &P) -> (u64, Symmetry) {
        (position.key(), 0)
    }

    /// [`Position::pack`] of `m` as it lies in the position's image.
    #[inline]
    fn pack_image(position: &P, m: P::Move, _symmetry: Symmetry) -> u16 {
        position.pack(m)
    }

    /// The legal move whose [`Self::pack_image`] is `bits`, if there is one. `bits` may be anything.
    #[inline]
    fn unpack_image(position: &P, bits: u16, _symmetry: Symmetry) -> Option<P::Move> {
        position.unpack(bits)
    }

    // The models of three-sided search: who can end the game at whose cost.

    /// Whether `by`, if it were to move, could end the game at once so that `victim` loses. Asked only where three
    /// sides play, of the position after a move, by models that trust a side not to give itself up to another.
    #[inline]
    fn endangers(&self, _position: &P, _by: Side, _victim: Side) -> bool {
        false
    }

    /// How good a quiet move looks to the side that plays it, in hundredths: the order by which models restrict that
    /// side to its first moves. Within ±1,000,000.
    #[inline]
    fn reply_score(&self, _position: &P, _m: P::Move) -> i32 {
        0
    }
}

/// The number of a symmetry, in an order of the game's own; 0 changes nothing.
///
/// ```
/// use manyply::game::Notation;
/// use manyply::games::gomoku::{Gomoku, GomokuState};
/// use manyply::search::hooks::{State, Symmetry};
///
/// let rules = Gomoku::parse_rules("size=5,connect=4")?;
/// let position = Gomoku::parse_position("x4/5/5/5/5 o", &rules)?;
/// let other_corner = Gomoku::parse_position("5/5/5/5/4x o", &rules)?;
/// let (key, symmetry): (u64, Symmetry) = GomokuState::canonical(&position);
/// assert_eq!(key, GomokuState::canonical(&other_corner).0);
/// let m = position.parse_move("b5")?;
/// let image = GomokuState::pack_image(&position, m, symmetry);
/// assert_eq!(GomokuState::unpack_image(&position, image, symmetry), Some(m));
/// # Ok::<(), manyply::game::TextError>(())
/// ```
pub type Symmetry = u8;
