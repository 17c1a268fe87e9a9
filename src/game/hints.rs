//! What a game can tell the search so that it looks at less. Every default is correct for every game.

use super::{Evaluate, Side};

/// Knowledge for the search. Nothing here may change the value of a position; only how fast it is found.
pub trait Hints: Evaluate {
    /// How many different [`Self::history_slot`]s there are.
    const HISTORY_SLOTS: usize = 1;
    /// Whether pairs of successive slots get a history of their own: `HISTORY_SLOTS` squared words of memory.
    const CONTINUATION_HISTORY: bool = false;
    /// The numbers of the search that are in this game's unit.
    const MARGINS: Margins = Margins::NONE;

    /// Plies below the leaves down to which all answers to a threat are searched.
    const THREAT_PLIES: u32 = 4;
    /// Plies below the leaves down to which noisy moves are followed. Unless it is 0, what is learnt there is kept in a
    /// table for leaves alone.
    const NOISY_PLIES: u32 = u32::MAX;

    /// Called once before a search, on the position that it will play on: keeps from now on, through every move,
    /// whatever the other hints and the estimate are quicker with. Changes nothing that can be told from outside.
    fn prepare(&mut self) {}

    /// [`Evaluate::evaluate`], which may use and renew what [`Self::prepare`] has begun to keep.
    fn estimate(&mut self, side: Side) -> i32 {
        self.evaluate(side)
    }

    /// Plies from the root above which the search asks for [`Self::canonical`]; 0: for a game without symmetries, or where
    /// they are of no use.
    const SYMMETRIC_PLIES: usize = 0;

    /// The key of the one position that stands for this one and all its images under symmetries of the game, and the number
    /// of a symmetry that leads there. The position itself may stand for itself alone wherever that is quicker.
    fn canonical(&self) -> (u64, Symmetry) {
        (self.key(), 0)
    }

    /// [`Position::pack`](super::Position::pack) of `m` as it lies in this position's image.
    fn pack_image(&self, m: Self::Move, _symmetry: Symmetry) -> u16 {
        self.pack(m)
    }

    /// The legal move whose [`Self::pack_image`] is `bits`, if there is one. `bits` may be anything.
    fn unpack_image(&self, bits: u16, _symmetry: Symmetry) -> Option<Self::Move> {
        self.unpack(bits)
    }

    /// The class of a quiet move for history heuristics: what moves and to where, say. Below [`Self::HISTORY_SLOTS`].
    fn history_slot(&self, _m: Self::Move) -> usize {
        0
    }

    /// Appends the legal moves that change the balance at once (captures, promotions): those that quiescence follows.
    fn noisy(&self, _list: &mut Self::Moves) {}

    /// Appends the legal moves that are not [`Self::noisy`].
    fn quiet(&self, list: &mut Self::Moves) {
        self.moves(list);
    }

    /// Appends those of [`Self::quiet`] that are worth a search. True if none of the others can be better than the best of
    /// these and the noisy moves; false if that is an estimate, on which no proof may rest. Never leaves the side to move
    /// without any move.
    fn candidates(&self, list: &mut Self::Moves) -> bool {
        self.quiet(list);
        true
    }

    /// Whether `m`, a legal quiet move, is sure to be among [`Self::candidates`].
    fn is_candidate(&self, _m: Self::Move) -> bool {
        true
    }

    /// How promising a quiet move looks, for ordering, added to what history says of it.
    fn promise(&self, _m: Self::Move) -> i32 {
        0
    }

    /// Whether `m`, a legal move, is one of [`Self::noisy`].
    fn is_noisy(&self, _m: Self::Move) -> bool {
        false
    }

    /// How promising a noisy move looks, for ordering: hundredths of a unit that it takes.
    fn gain(&self, _m: Self::Move) -> i32 {
        0
    }

    /// Whether the exchange that `m` begins on its square wins at least `threshold` hundredths (static exchange
    /// evaluation).
    fn exchange_wins(&self, m: Self::Move, threshold: i32) -> bool {
        self.gain(m) >= threshold
    }

    /// A legal move that ends the game at once in the mover's favour, if it is cheap to know that there is one.
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// Whether the side to move must answer a threat: such positions are searched deeper and never judged as they stand.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether `by`, if it were to move, could end the game at once so that `victim` loses. Asked only where three sides
    /// play, of the position after a move, by models that trust a side not to give itself up to another.
    fn endangers(&self, _by: Side, _victim: Side) -> bool {
        false
    }

    /// Whether passing would be no better than the best move, as far as one can tell: no zugzwang, no threat.
    fn may_pass(&self) -> bool {
        false
    }

    /// Gives the move to the next side, as the null-move heuristic does; only where [`Self::may_pass`]. The plies
    /// played rise as with a move.
    ///
    /// # Panics
    /// Unless overridden, as [`Self::may_pass`] must be with it.
    fn make_pass(&mut self) -> Self::Undo {
        unreachable!("a game that may pass overrides make_pass")
    }

    /// Takes back [`Self::make_pass`].
    ///
    /// # Panics
    /// Unless overridden, as [`Self::may_pass`] must be with it.
    fn unmake_pass(&mut self, _undo: Self::Undo) {
        unreachable!("a game that may pass overrides unmake_pass")
    }

    /// The exact value for the side to move, where a table or a theorem gives it. With three sides: nothing.
    fn known(&self) -> Option<Known> {
        None
    }

    /// Looks, at a leaf, for a win of the side to move by moves that leave no choice: in so many plies at most, if there is
    /// one, and how many positions that took. Afterwards the position is as it was.
    fn forced_win(&mut self) -> (Option<u32>, u64) {
        (None, 0)
    }

    /// Whether [`Self::known`] has anything to look into: asked once a search.
    fn knows(&self) -> bool {
        false
    }

    /// Which of two teams `side` belongs to when `root` is to move at the root: with three sides the others play
    /// together (the paranoid assumption).
    #[inline]
    fn team(side: Side, root: Side) -> bool {
        side == root
    }
}

/// The number of a symmetry, in an order of the game's own; 0 changes nothing.
pub type Symmetry = u8;

/// A value that a table or a theorem gives, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// A win in at most so many plies.
    Win(u32),
    /// A loss in at most so many plies.
    Loss(u32),
    /// A draw.
    Draw,
}

macro_rules! margins {
    ($($(#[$doc:meta])* $name:ident = $none:literal,)*) => {
        /// The numbers of the search that depend on the game: margins in hundredths of its unit, and how much is
        /// pruned. See the steps of the search that use them.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Margins {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Margins {
            /// No technique that needs a margin.
            pub const NONE: Self = Self { $($name: $none,)* };
            /// Their names.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// The number called `name`, if there is one: for tuning.
            pub fn number(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

margins! {
    /// Half the width of the first aspiration window; 0: always a full window.
    aspiration = 0,
    /// Reverse futility: what a ply of depth can lose; 0: off.
    reverse_futility = 0,
    /// Futility: what a ply of depth can win by quiet moves; 0: off.
    futility = 0,
    /// Razoring: what a ply of depth can win by moves that quiescence does not follow; 0: off.
    razor = 0,
    /// Quiescence: what a capture can win beyond what it takes; 0: off.
    delta = 0,
    /// Late-move pruning: quiet moves searched however low the depth, which adds its square; 0: off.
    late_moves = 0,
    /// Late-move reductions: hundredths of a ply for every late move.
    reduction_base = 0,
    /// Late-move reductions: hundredths of a ply times log2(depth) and log2(move number).
    reduction_scale = 25,
    /// Null move: plies less, beside the one of the pass and a quarter of the depth.
    null_reduction = 2,
    /// OPPS, with three sides: how many of the other sides may play any move between two of the root's; 0 to 2.
    opps_free = 1,
    /// OPPS: how many moves the others choose from; 1 to 8.
    opps_replies = 3,
}
