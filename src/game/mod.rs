//! The contract between a game and everything that works on games: perft, search, solvers, matches.
//!
//! [`Position`] holds the rules, and a new game needs nothing else to be counted and searched. The other traits are
//! optional: [`Notation`] has texts and pictures, [`Evaluate`] the static evaluation, [`Baselines`] simple players,
//! [`Tunable`] weights to be tuned; [`crate::search::hooks`] has what makes a search faster, [`crate::solve::Solve`]
//! the game's solver. [`crate::face::Game`] is a type that has all of them.

mod baseline;
mod evaluate;
mod foreign;
mod history;
mod notation;
mod outcome;
mod picture;
mod played;
mod rows;
mod text_error;
pub(crate) mod tunable;
mod usual;

pub use baseline::Baselines;
pub use evaluate::{Evaluate, Term, sigmoid};
pub use foreign::Foreign;
pub use history::History;
pub(crate) use history::limit_is_certain;
pub use notation::{Notation, number, options, words};
pub use outcome::{Ending, Exact, MAX_SIDES, Outcome, Side};
pub use picture::{Figure, Ink, Mark, Picture, Shade, Style, Threat, Tile, Writing};
pub use played::Played;
pub use rows::{Board, board_text, edited_rows, read_board, read_rows, rows_text};
pub use text_error::{TextError, TextErrorKind};
pub use tunable::{Group, Tunable, Weights};

/// Implements traits whose items all have defaults for a game.
///
/// ```
/// use arrayvec::ArrayVec;
/// use manyply::game::{Evaluate, Outcome, Position, Side};
///
/// /// A pile of matches: a move takes one to three of them, and whoever takes the last one wins.
/// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
/// struct Pile(u8);
///
/// impl Position for Pile {
///     type Move = u8;
///     type Undo = ();
///     type Moves = ArrayVec<u8, 3>;
/// #   fn side_to_move(&self) -> Side { Side::new(usize::from(self.0) % 2) }
/// #   fn outcome(&self) -> Option<Outcome> { None }
/// #   fn moves(&self, _: &mut Self::Moves) {}
/// #   fn make(&mut self, _: u8) {}
/// #   fn unmake(&mut self, _: u8, (): ()) {}
/// #   fn key(&self) -> u64 { 0 }
///     // …
/// }
///
/// manyply::defaults!(Pile: game::Evaluate, game::Baselines, solve::Solve);
/// assert_eq!(Pile(3).evaluate(Side::FIRST), 0);
/// ```
#[macro_export]
macro_rules! defaults {
    ($game:ty: $($module:ident::$name:ident),* $(,)?) => {
        $(impl $crate::$module::$name for $game {})*
    };
}

/// Implements [`Variant`] for a game without options, which begins with a position.
///
/// ```
/// # use arrayvec::ArrayVec;
/// # use manyply::game::{Outcome, Position, Side};
/// use manyply::game::Variant;
///
/// /// A pile of matches: a move takes one to three of them, and whoever takes the last one wins.
/// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
/// struct Pile(u8);
/// # impl Position for Pile {
/// #   type Move = u8;
/// #   type Undo = ();
/// #   type Moves = ArrayVec<u8, 3>;
/// #   fn side_to_move(&self) -> Side { Side::new(usize::from(self.0) % 2) }
/// #   fn outcome(&self) -> Option<Outcome> { None }
/// #   fn moves(&self, _: &mut Self::Moves) {}
/// #   fn make(&mut self, _: u8) {}
/// #   fn unmake(&mut self, _: u8, (): ()) {}
/// #   fn key(&self) -> u64 { 0 }
/// # }
///
/// manyply::one_variant!(Pile: Self(21));
/// assert_eq!(Pile::start(&()), Pile(21));
/// ```
#[macro_export]
macro_rules! one_variant {
    ($game:ty: $start:expr) => {
        impl $crate::game::Variant for $game {
            type Rules = ();

            fn start((): &()) -> Self {
                $start
            }

            fn rules(&self) {}
        }
    };
}

pub use arrayvec::ArrayVec;

use crate::zobrist::mix;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// A state of a game under its rules, with everything that decides what may follow (except, where a rule counts
/// repetitions, the positions that came before: those are [`History`]).
///
/// Small, plain data without heap memory, since the search makes and unmakes moves in place, millions a second:
/// minichess and hop take 40 bytes, hexnim 48, three-player chess 352, gomoku 960. Whatever is kept incrementally must
/// agree with a fresh computation: [`Self::validate`] says so. What only a search keeps (accumulators, patterns) is no
/// part of it, but of the search's [`State`](crate::search::State).
///
/// ```
/// use arrayvec::ArrayVec;
/// use manyply::game::{Outcome, Position, Side};
///
/// /// A pile of matches: a move takes one to three of them, and whoever takes the last one wins.
/// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
/// struct Pile {
///     matches: u8,
///     side: usize,
/// }
///
/// impl Position for Pile {
///     type Move = u8;
///     type Undo = ();
///     type Moves = ArrayVec<u8, 3>;
///
///     fn side_to_move(&self) -> Side {
///         Side::new(self.side)
///     }
///     fn outcome(&self) -> Option<Outcome> {
///         (self.matches == 0).then(|| Outcome::win(self.side_to_move().other()))
///     }
///     fn moves(&self, list: &mut Self::Moves) {
///         list.extend(1..=self.matches.min(3));
///     }
///     fn make(&mut self, taken: u8) {
///         (self.matches, self.side) = (self.matches - taken, 1 - self.side);
///     }
///     fn unmake(&mut self, taken: u8, (): ()) {
///         (self.matches, self.side) = (self.matches + taken, 1 - self.side);
///     }
///     fn key(&self) -> u64 {
///         manyply::zobrist::mix(1 + 2 * u64::from(self.matches) + self.side as u64)
///     }
/// }
///
/// assert_eq!(manyply::check::rules(&Pile { matches: 10, side: 0 }, 20, 1), Ok(()));
/// ```
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move: at most 8 bytes. The order of moves breaks ties wherever there are any.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// What [`Self::unmake`] needs beside the move; it lives on the caller's stack.
    type Undo: Copy + Send + Sync + 'static;
    /// A list that holds every legal move of any position.
    type Moves: MoveList<Self::Move> + Send;
    /// How many sides play: 2 to [`MAX_SIDES`].
    const SIDES: usize = 2;
    /// Whether what the sides get adds up to 0 however a game ends, as it must with two. With more, searches in which
    /// every side plays for itself (max^n, Monte Carlo tree search) conclude from what some get what is left for the
    /// others, and are faster. Not where one loses and two win.
    const ZERO_SUM: bool = Self::SIDES == 2;
    /// Whether a win is worth more the more [points](Outcome::win_by) it is won by. The search then looks for the most
    /// points, however many plies that takes, and is over when they are certain; it does not ask the hooks that know
    /// only who wins. For two sides, and games whose length is bounded ([`Self::plies_left`]).
    const POINTS: bool = false;
    /// The fewest moves after which a position can come back.
    const SHORTEST_CYCLE: u32 = 2;

    /// The side to move. Sides need not alternate.
    fn side_to_move(&self) -> Side;

    /// The result, once the game is over. Cheap: it is asked at every node.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends the legal moves; none if the game is over. Always in the same order.
    fn moves(&self, list: &mut Self::Moves);

    /// How many moves [`Self::moves`] would list: override where counting is cheaper than listing.
    fn count_moves(&self) -> u64 {
        let mut list = Self::Moves::default();
        self.moves(&mut list);
        list.as_slice().len() as u64
    }

    /// Whether `m`, any bit pattern at all, is one of [`Self::moves`]. Never panics.
    fn is_legal(&self, m: Self::Move) -> bool {
        let mut list = Self::Moves::default();
        self.moves(&mut list);
        list.as_slice().contains(&m)
    }

    /// Plays `m`, which must be legal.
    fn make(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes back `m`, the last move made, with what [`Self::make`] returned for it.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);

    /// A hash: the same for positions that the rules cannot tell apart, different for all others (up to chance). Where
    /// a ply limit is in force, the plies played are part of it. The default is made of everything that the position
    /// hashes; one that is kept incrementally is faster where that is much.
    fn key(&self) -> u64 {
        position_hash(self)
    }

    /// A short name for `m`, by which a transposition table remembers it; never `u16::MAX`. Two legal moves may share
    /// one. Override it, and [`Self::unpack`], where there is a name that leads to the move without a list of all.
    fn pack(&self, m: Self::Move) -> u16 {
        short_hash(&m)
    }

    /// A legal move that packs to `bits`, if there is one. `bits` may be anything.
    fn unpack(&self, bits: u16) -> Option<Self::Move> {
        let mut list = Self::Moves::default();
        self.moves(&mut list);
        list.as_slice().iter().copied().find(|&m| self.pack(m) == bits)
    }

    /// How many plies the rules still allow, where they bound the game's length. 0 only when the game is over.
    ///
    /// An iteration that looks some plies further than that has seen the end of the game in every line, so it prunes
    /// nothing by evaluation any more, and what it finds is proven. A bound far above the usual length of a game
    /// therefore changes nothing, and one that is too small makes proofs wrong. Training leaves out positions with
    /// fewer than 32 plies left.
    fn plies_left(&self) -> Option<u32> {
        None
    }

    /// The occurrence of a position that ends the game as a draw, counting from 1; 0 where repetition is no matter.
    fn repetition_limit(&self) -> u32 {
        0
    }

    /// The part of [`Self::key`] by which a repetition is recognised: without plies played. Positions that have the
    /// same one have the same side to move and the same moves.
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// Whether no earlier position can come back once `m`, a legal move, is played.
    fn is_irreversible(&self, _m: Self::Move) -> bool {
        false
    }

    /// Recomputes whatever is kept incrementally and says what does not agree.
    ///
    /// # Errors
    /// The first disagreement, in words for the game's developer.
    fn validate(&self) -> Result<(), String> {
        Ok(())
    }
}

/// A game with options, and a position to start from under each of its variants.
///
/// ```
/// use manyply::game::{Notation, Position, Variant};
/// use manyply::games::minichess::Minichess;
///
/// let rules = Minichess::parse_rules("plies=50")?;
/// let start = Minichess::start(&rules);
/// assert_eq!((start.plies_left(), start.rules()), (Some(50), rules));
/// # Ok::<(), manyply::game::TextError>(())
/// ```
pub trait Variant: Position {
    /// The game's options, parsed from `name=value,…`.
    type Rules: Clone + Eq + Default + Debug + Send + Sync + 'static;

    /// The position that a game under `rules` begins with.
    fn start(rules: &Self::Rules) -> Self;

    /// The options that this position is played under.
    fn rules(&self) -> Self::Rules;
}

/// Fifteen bits of [`stable_hash`].
fn short_hash(value: &impl Hash) -> u16 {
    (stable_hash(value) >> 49) as u16
}

/// A hash of `position`, of eight bytes at a time.
fn position_hash(position: &impl Hash) -> u64 {
    struct Words(u64);
    impl Hasher for Words {
        #[inline]
        fn write(&mut self, bytes: &[u8]) {
            let (words, rest) = bytes.as_chunks();
            words.iter().for_each(|&word| self.write_u64(u64::from_le_bytes(word)));
            if !rest.is_empty() {
                let mut word = [0; 8];
                word[..rest.len()].copy_from_slice(rest);
                self.write_u64(u64::from_le_bytes(word));
            }
        }
        #[inline]
        fn write_u64(&mut self, word: u64) {
            self.0 = mix(self.0 ^ word);
        }
        fn finish(&self) -> u64 {
            self.0
        }
    }
    // What is mixed of nothing must not be nothing.
    let mut hasher = Words(1);
    position.hash(&mut hasher);
    hasher.finish()
}

/// A hash of `value`, the same on every machine (FNV-1a; Fowler, Noll and Vo).
pub(crate) fn stable_hash(value: &impl Hash) -> u64 {
    struct Fnv(u64);
    impl Hasher for Fnv {
        fn write(&mut self, bytes: &[u8]) {
            bytes.iter().for_each(|&byte| self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        }
        fn finish(&self) -> u64 {
            self.0
        }
    }
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    value.hash(&mut hasher);
    mix(hasher.finish())
}

/// A list of moves without heap memory.
///
/// ```
/// use arrayvec::ArrayVec;
/// use manyply::game::MoveList;
///
/// let mut list = ArrayVec::<u8, 9>::default();
/// MoveList::push(&mut list, 4);
/// assert_eq!((MoveList::as_slice(&list), <ArrayVec<u8, 9> as MoveList<u8>>::CAPACITY), (&[4][..], 9));
/// ```
pub trait MoveList<M>: Default {
    /// How many moves fit.
    const CAPACITY: usize;
    /// Appends a move; the list must not be full.
    fn push(&mut self, m: M);
    /// The moves in order.
    fn as_slice(&self) -> &[M];
    /// The moves in order, to be sorted or swapped.
    fn as_mut_slice(&mut self) -> &mut [M];
    /// Forgets all moves.
    fn clear(&mut self);
}

impl<M, const N: usize> MoveList<M> for ArrayVec<M, N> {
    const CAPACITY: usize = N;
    #[inline]
    fn push(&mut self, m: M) {
        ArrayVec::push(self, m);
    }
    #[inline]
    fn as_slice(&self) -> &[M] {
        self
    }
    #[inline]
    fn as_mut_slice(&mut self) -> &mut [M] {
        self
    }
    #[inline]
    fn clear(&mut self) {
        ArrayVec::clear(self);
    }
}
