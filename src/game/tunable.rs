//! Tunable weights of an evaluation (Texel's tuning method): how the source holds them, and the gradient of the
//! evaluation by them.

use super::{Evaluate, Side, Variant};

/// An evaluation whose weights can be tuned by the results of games. A game without such weights leaves it empty.
///
/// ```
/// use manyply::game::{Evaluate, Notation, Side, Tunable, Variant};
/// use manyply::games::gomoku::Gomoku;
///
/// let text = "15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o";
/// let position = Gomoku::parse_position(text, &Default::default())?;
/// let gradient = position.gradient(Side::FIRST);
/// let weights = Gomoku::weights(&position.rules()).values();
/// let products = weights.into_iter().zip(gradient).map(|(weight, by)| f64::from(weight) * by);
/// assert_eq!(products.sum::<f64>(), f64::from(position.evaluate(Side::FIRST)));
/// # Ok::<(), manyply::game::TextError>(())
/// ```
pub trait Tunable: Evaluate + Variant {
    /// The weights in use under these rules.
    fn weights(_rules: &Self::Rules) -> Weights {
        Weights::default()
    }

    /// The gradient of `side`'s evaluation of this position: its partial derivatives by the weights, in their order and
    /// at the weights in use. Where the evaluation is linear in the weights it is the product of weights and gradient,
    /// but for rounding and bounds.
    fn gradient(&self, _side: Side) -> Vec<f64> {
        Vec::new()
    }

    /// The weights of the move ordering (a policy) under these rules, in hundredths of a log-odds unit, if it has such.
    fn policy_weights(_rules: &Self::Rules) -> Weights {
        Weights::default()
    }

    /// For each of these quiet moves the gradient of its move ordering score: the policy's weights, by number, with a
    /// derivative other than 0. The score is linear in them, in hundredths of a log-odds unit: how likely the move is
    /// the best one, by a softmax over all of them.
    fn move_gradients(&self, moves: &[Self::Move]) -> Vec<Vec<(u32, f32)>> {
        vec![Vec::new(); moves.len()]
    }
}

/// All weights of an evaluation, in hundredths of the game's unit, or of a policy.
///
/// ```
/// use manyply::game::{Group, Weights};
///
/// let pieces = Group { name: "pieces", says: vec!["Pawn, knight."], shape: vec![2], values: vec![100, 300] };
/// let tempo = Group { name: "tempo", says: vec!["The turn."], shape: Vec::new(), values: vec![10] };
/// let weights = Weights { origin: "a guess".into(), groups: vec![pieces, tempo] };
/// assert_eq!(weights.values(), [100, 300, 10]);
/// assert_eq!(weights.with_values(&[90, 310, 15]).groups[1].values, [15]);
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Weights {
    /// Where the numbers come from, in words.
    pub origin: String,
    /// The weights, by term.
    pub groups: Vec<Group>,
}

impl Weights {
    /// All numbers, in order.
    pub fn values(&self) -> Vec<i32> {
        self.groups.iter().flat_map(|group| group.values.iter().copied()).collect()
    }

    /// The same weights with as many other numbers.
    #[must_use]
    pub fn with_values(&self, values: &[i32]) -> Self {
        let mut changed = self.clone();
        let mut values = values.iter();
        for value in changed.groups.iter_mut().flat_map(|group| &mut group.values) {
            *value = *values.next().expect("as many values as weights");
        }
        assert!(values.next().is_none(), "as many values as weights");
        changed
    }
}

/// Weights that belong together: a number, a row or a table.
///
/// ```
/// use manyply::game::Tunable;
/// use manyply::games::gomoku::Gomoku;
///
/// for group in Gomoku::weights(&Default::default()).groups {
///     println!("{}: {}", group.name, group.says.join(" "));
///     assert_eq!(group.values.len(), group.shape.iter().product::<usize>());
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name in the source.
    pub name: &'static str,
    /// Its documentation, line by line.
    pub says: Vec<&'static str>,
    /// How many rows, and how many numbers a row; none for a single number, one for a single row.
    pub shape: Vec<usize>,
    /// The numbers, row by row.
    pub values: Vec<i32>,
}

/// Numbers in a regular shape: one, a row of them, a table of rows.
#[cfg(feature = "games")]
pub(crate) trait Numbers<T> {
    /// The lengths, from the outside.
    fn shape() -> Vec<usize>;
    /// All numbers zero.
    fn zero() -> Self;
    /// Appends the numbers in order.
    fn append(&self, to: &mut Vec<T>);
}

/// The number types of weights and gradients.
#[cfg(feature = "games")]
pub(crate) trait Number: Copy + Default {}
#[cfg(feature = "games")]
impl Number for i32 {}
#[cfg(feature = "games")]
impl Number for f64 {}

#[cfg(feature = "games")]
impl<T: Number> Numbers<T> for T {
    fn shape() -> Vec<usize> {
        Vec::new()
    }

    fn zero() -> Self {
        Self::default()
    }

    fn append(&self, to: &mut Vec<T>) {
        to.push(*self);
    }
}

#[cfg(feature = "games")]
impl<T: Number, A: Numbers<T>, const N: usize> Numbers<T> for [A; N] {
    fn shape() -> Vec<usize> {
        [&[N], &A::shape()[..]].concat()
    }

    fn zero() -> Self {
        std::array::from_fn(|_| A::zero())
    }

    fn append(&self, to: &mut Vec<T>) {
        for part in self {
            part.append(to);
        }
    }
}

/// The text of an asset of weights, read from its front while the program is compiled: comments (`#`), and for each
/// group its name and its numbers, row by row.
#[cfg(feature = "games")]
#[derive(Clone, Copy)]
pub(crate) struct Asset<'a>(pub(crate) &'a [u8]);

#[cfg(feature = "games")]
impl<'a> Asset<'a> {
    /// The next word.
    const fn word(&mut self) -> &'a [u8] {
        let (mut at, text) = (0, self.0);
        while at < text.len() && (text[at].is_ascii_whitespace() || text[at] == b'#') {
            let is_comment = text[at] == b'#';
            at += 1;
            while is_comment && at < text.len() && text[at] != b'\n' {
                at += 1;
            }
        }
        let begin = at;
        while at < text.len() && !text[at].is_ascii_whitespace() {
            at += 1;
        }
        let (before, rest) = text.split_at(at);
        self.0 = rest;
        before.split_at(begin).1
    }

    /// Reads the name of the next group.
    pub(crate) const fn name(&mut self, name: &str) {
        let (word, name) = (self.word(), name.as_bytes());
        assert!(word.len() == name.len(), "another group of weights");
        let mut at = 0;
        while at < name.len() {
            assert!(word[at] == name[at], "another group of weights");
            at += 1;
        }
    }

    /// Reads a number.
    pub(crate) const fn number(&mut self) -> i32 {
        let word = self.word();
        let Ok(text) = std::str::from_utf8(word) else { panic!("no text") };
        match i32::from_str_radix(text, 10) {
            Ok(number) => number,
            Err(_) => panic!("no number in an asset of weights"),
        }
    }

    /// Reads the end.
    pub(crate) const fn end(&mut self) {
        assert!(self.word().is_empty(), "more weights than there should be");
    }

    /// The comment that it begins with: where the numbers come from.
    pub(crate) fn origin(text: &str) -> String {
        let lines = text.lines().map_while(|line| line.strip_prefix('#'));
        lines.map(str::trim).collect::<Vec<_>>().join(" ")
    }
}

/// A table of weights, the numbers of which are in a file that `manyply tune` writes: here are the groups, in its
/// order, with their shapes (`_` for a number). It makes the type `Table`, which holds the weights or, as `Table<f64>`,
/// a gradient, the constant `TABLE`, and the function `weights` for [`Tunable`].
#[cfg(feature = "games")]
macro_rules! weights {
    (file = $file:literal; $($(#[doc = $says:literal])* $name:ident: $shape:tt;)*) => {
        /// A number for each weight.
        pub(in crate::games) struct Table<T> {
            $($(#[doc = $says])* pub(in crate::games) $name: $crate::game::tunable::shaped!(T, $shape),)*
        }

        /// The weights.
        pub(in crate::games) const TABLE: Table<i32> = {
            let mut asset = $crate::game::tunable::Asset(include_bytes!($file));
            $(
                asset.name(stringify!($name));
                let $name = $crate::game::tunable::numbers!(asset, $shape);
            )*
            asset.end();
            Table { $($name,)* }
        };

        impl Default for Table<f64> {
            fn default() -> Self {
                Self { $($name: $crate::game::tunable::Numbers::<f64>::zero(),)* }
            }
        }

        impl Table<f64> {
            /// The numbers in the order of the weights.
            #[allow(dead_code)] // A policy's gradients are sparse from the start.
            pub(in crate::games) fn flat(&self) -> Vec<f64> {
                let mut flat = Vec::new();
                $($crate::game::tunable::Numbers::<f64>::append(&self.$name, &mut flat);)*
                flat
            }
        }

        /// The weights with their documentation.
        pub(in crate::games) fn weights() -> $crate::game::Weights {
            use $crate::game::tunable::{Numbers, shaped};
            let origin = $crate::game::tunable::Asset::origin(include_str!($file));
            let mut groups = Vec::new();
            $(
                let mut values: Vec<i32> = Vec::new();
                TABLE.$name.append(&mut values);
                let shape = <shaped!(i32, $shape) as Numbers<i32>>::shape();
                let says = [$($says),*].map(str::trim).to_vec();
                groups.push($crate::game::Group { name: stringify!($name), says, shape, values });
            )*
            $crate::game::Weights { origin, groups }
        }
    };
}

/// The type that has this number type where a shape has `_`.
#[cfg(feature = "games")]
macro_rules! shaped {
    ($number:ty, _) => {
        $number
    };
    ($number:ty, [$part:tt; $count:literal]) => {
        [$crate::game::tunable::shaped!($number, $part); $count]
    };
}

/// Reads the numbers of a shape.
#[cfg(feature = "games")]
macro_rules! numbers {
    ($asset:ident, _) => {
        $asset.number()
    };
    ($asset:ident, [$part:tt; $count:literal]) => {{
        let (mut row, mut at) = ([$crate::game::tunable::numbers!($asset, $part); $count], 1);
        while at < $count {
            row[at] = $crate::game::tunable::numbers!($asset, $part);
            at += 1;
        }
        row
    }};
}

#[cfg(feature = "games")]
pub(crate) use {numbers, shaped, weights};
