//! The techniques of the search as switches, so that each can be measured, and compared with plain alpha-beta.

macro_rules! techniques {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Which techniques a search uses.
        ///
        /// ```
        /// use manyply::search::Techniques;
        ///
        /// let mut techniques = Techniques::ALL;
        /// *techniques.switch("null_move").expect("a technique") = false;
        /// assert_eq!(techniques, Techniques { null_move: false, ..Techniques::ALL });
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Techniques {
            $($(#[$doc])* pub $name: bool,)*
        }

        impl Techniques {
            /// Every technique.
            pub const ALL: Self = Self { $($name: true,)* };
            /// None: alpha-beta in the game's own move order, to a fixed depth.
            pub const NONE: Self = Self { $($name: false,)* };
            /// Their names.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// The switch called `name`, if there is one.
            pub fn switch(&mut self, name: &str) -> Option<&mut bool> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

techniques! {
    /// Aspiration windows: around the last iteration's value, widened when the search fails high or low.
    aspiration,
    /// Principal variation search (PVS): null windows for all moves but the first.
    null_windows,
    /// Transposition table: values and moves of positions met before.
    table,
    /// Images under the game's symmetries met as one position near the root.
    symmetry,
    /// Mate-distance pruning: no search for a win slower than one already found.
    mate_distance,
    /// Quiescence search (qsearch): noisy moves followed until the position is quiet.
    quiescence,
    /// Null-move pruning: a pass that still fails high cuts.
    null_move,
    /// Late-move reductions (LMR): late quiet moves at lower depth first.
    late_move_reductions,
    /// Late-move pruning (LMP): very late quiet moves not at all.
    late_move_pruning,
    /// Quiet moves that the game thinks useless not at all.
    candidates,
    /// Reverse futility pruning (RFP): a static evaluation far above beta cuts near the leaf nodes.
    reverse_futility,
    /// Futility pruning: near the leaf nodes quiet moves are skipped where the static evaluation is far below alpha.
    futility,
    /// Quiet moves that give check: followed in the first ply of qsearch, exempt from late-move and futility pruning.
    quiet_checks,
    /// Noisy moves that lose material by static exchange evaluation (SEE) are searched last, in qsearch not at all.
    exchange_ordering,
    /// SEE pruning: moves that lose much material are skipped near the leaf nodes.
    exchange_pruning,
    /// Internal iterative reduction (IIR): positions without a table move are searched one ply less.
    internal_reductions,
    /// Check extension: positions under threat are searched one ply more.
    check_extension,
    /// Singular extension: a table move much better than its alternatives is searched deeper. Multi-cut: if another
    /// move fails high as well, the node is cut.
    singular_extension,
    /// Killer moves: quiet moves that failed high at the same ply come first.
    killers,
    /// Quiet moves ordered by main and continuation history.
    history,
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}
