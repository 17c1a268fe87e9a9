//! The numbers of the search that depend on the game.

macro_rules! margins {
    ($($(#[$doc:meta])* $name:ident = $none:literal,)*) => {
        /// The numbers of the search that depend on the game: margins in hundredths of its unit, and how much is
        /// pruned. See the steps of the search that use them.
        ///
        /// ```
        /// use manyply::search::Margins;
        ///
        /// let mut margins = Margins::NONE;
        /// *margins.number("razor").expect("a margin") = 300;
        /// assert_eq!(margins, Margins { razor: 300, ..Margins::NONE });
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    /// Aspiration windows: from this depth on.
    aspiration_min_depth = 4,
    /// Reverse futility pruning (RFP): what a ply of depth can lose; 0: off.
    reverse_futility = 0,
    /// RFP: up to this depth.
    reverse_futility_max_depth = 8,
    /// Futility: what a ply of depth can win by quiet moves; 0: off.
    futility = 0,
    /// Futility: up to this depth.
    futility_max_depth = 7,
    /// Razoring: what a ply of depth can win by moves that the quiescence search does not follow; 0: off.
    razor = 0,
    /// Razoring: up to this depth.
    razor_max_depth = 3,
    /// Delta pruning in the quiescence search: what a capture can win beyond what it takes; 0: off.
    delta = 0,
    /// SEE pruning of quiet moves: what an exchange may lose, times the square of the depth; 0: off.
    quiet_exchange = 0,
    /// SEE pruning of noisy moves: what an exchange may lose, times the depth; 0: off.
    noisy_exchange = 0,
    /// SEE pruning: up to this depth.
    exchange_max_depth = 6,
    /// Late-move pruning (LMP): quiet moves searched however low the depth; 0: off.
    late_moves = 0,
    /// LMP: the same in PV nodes.
    late_moves_pv = 0,
    /// LMP: quiet moves more for each ply of depth; 0: as many for each as there are plies, the square of the depth.
    late_moves_depth = 0,
    /// Late-move reductions (LMR): hundredths of a ply for every late move.
    reduction_base = 0,
    /// LMR: hundredths of a ply times log2(depth) and log2(move number).
    reduction_scale = 25,
    /// LMR: hundredths of a ply more at expected cut nodes.
    reduction_cut = 0,
    /// LMR: the score of the histories for which a move is reduced by a ply less; at least 1.
    reduction_history = 8192,
    /// LMR: from this depth on; at the root from a ply more on.
    reduction_min_depth = 2,
    /// PV nodes whose table entry is shallower than the search: hundredths of a ply less for every ply that is missing.
    shallow_pv = 0,
    /// Singular extension: by how much the other moves must be worse than the table's, in hundredths of the margins'
    /// unit for each ply of depth.
    singular = 200,
    /// Singular extension: from this depth on.
    singular_min_depth = 7,
    /// Singular extension: the table's entry may be shallower than the search by this number of plies.
    singular_missing_depth = 3,
    /// Null-move pruning: plies less, beside the one of the pass and a quarter of the depth.
    null_reduction = 2,
    /// Null-move pruning: from this depth on.
    null_min_depth = 3,
    /// Internal iterative reduction (IIR): from this depth on.
    internal_min_depth = 4,
    /// Fail-soft blending: for how many plies of depth beta counts where a value above it is returned; 0: off.
    fail_soft = 0,
    /// OPPS, with three sides: how many of the other sides may play any move between two of the root's; 0 to 2.
    opps_free = 1,
    /// OPPS: how many moves the others choose from; 1 to 8.
    opps_replies = 3,
    /// With three sides, contempt for third-party finishes: by how much it is worse than an even position for the
    /// root's side that one of the others loses to the other. Within ±20,000.
    third_party = 0,
}
