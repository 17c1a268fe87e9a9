//! The techniques of the search as switches, so that each can be measured, and compared with plain alpha-beta.

macro_rules! techniques {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Which techniques a search uses.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// Windows around the last iteration's value, widened on failure.
    aspiration,
    /// Null windows for all moves but the first (principal variation search).
    null_windows,
    /// Values and moves of positions met before.
    table,
    /// Images under the game's symmetries met as one position near the root.
    symmetry,
    /// No search for a win slower than one already found.
    mate_distance,
    /// Noisy moves followed until the position is quiet.
    quiescence,
    /// A pass that still holds the bound cuts.
    null_move,
    /// Late quiet moves at lower depth first.
    late_move_reductions,
    /// Very late quiet moves not at all.
    late_move_pruning,
    /// Quiet moves that the game thinks useless not at all.
    candidates,
    /// An estimate far above the bound cuts near the leaves.
    reverse_futility,
    /// Quiet moves that cannot lift a hopeless estimate are skipped near the leaves.
    futility,
    /// Noisy moves that lose material are searched last, in quiescence not at all.
    exchange_ordering,
    /// Noisy moves that lose much material are skipped near the leaves.
    exchange_pruning,
    /// Positions without a table move are searched one ply less.
    internal_reductions,
    /// Positions under threat are searched one ply more.
    check_extension,
    /// Moves that are much better than their alternatives are searched deeper.
    singular_extension,
    /// Quiet moves that cut at the same ply come first.
    killers,
    /// Quiet moves ordered by what they did elsewhere in the tree.
    history,
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}
