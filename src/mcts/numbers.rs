//! The numbers of Monte Carlo tree search.

/// How simulations choose moves. See the documentation of [`super`] for the words.
///
/// ```
/// use manyply::mcts::Numbers;
///
/// let uct = Numbers { rave: 0.0, tournament: 1, decisive: 0, ..Numbers::default() };
/// assert_ne!(uct, Numbers::default());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Numbers {
    /// How much a move that was tried seldom attracts, against payoffs from −1 to 1.
    pub exploration: f32,
    /// How many simulations the all-moves-as-first value of a move (RAVE) counts for; with 0 it is not kept.
    pub rave: f32,
    /// How many simulations the mean payoff of a move wherever it was played (MAST) counts for.
    pub history: f32,
    /// In playouts, so many moves are drawn and the one with the best mean payoff is played: 1 plays at random.
    pub tournament: u32,
    /// In playouts, decisive moves (that win at once) are looked for while at least one in this many earlier looks
    /// found one; 0 never looks.
    pub decisive: u32,
    /// In playouts that look for such moves, so many other moves are tried where the next side could win at once after
    /// the one drawn.
    pub evasions: u32,
    /// Simulations through a node before its moves are in the tree.
    pub expansion: u32,
}

impl Default for Numbers {
    fn default() -> Self {
        Self { exploration: 0.8, rave: 30.0, history: 5.0, tournament: 2, decisive: 32, evasions: 8, expansion: 1 }
    }
}
