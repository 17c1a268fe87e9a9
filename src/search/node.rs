//! A node of alpha-beta: what the steps before its moves have found, for those after them.

use super::table::Entry;
use super::value::Value;

/// A node whose moves are searched, as the steps see it.
pub(super) struct Node<M> {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) beta: Value,
    /// A fail high is expected.
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    pub(super) entry: Option<Entry>,
    pub(super) table_move: Option<M>,
    /// None in check.
    pub(super) static_eval: Option<Value>,
    /// The static evaluation is better than at this side's last move.
    pub(super) improving: bool,
    /// In a singular search: the table's move.
    pub(super) excluded: Option<M>,
    /// The side to move has only some of its moves: nothing is concluded from them about the others.
    pub(super) restricted: bool,
}
