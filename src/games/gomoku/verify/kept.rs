//! Trees that have been read, kept for the next question.

use std::sync::{Arc, Mutex};

/// How many are: those of a game, and of a few lines beside it.
const MOST: usize = 8;

/// Trees by the number of their root, the last one first; nothing where one is refused.
pub(super) struct Kept<T>(Mutex<Vec<(usize, Option<Arc<T>>)>>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Kept<T> {
    /// The tree of a root, or what `read` makes of it; nothing if that is nothing, or there is no time to read it.
    pub(super) fn tree(
        &self,
        root: usize,
        may_read: impl FnOnce() -> bool,
        read: impl FnOnce() -> Option<T>,
    ) -> Option<Arc<T>> {
        let mut kept = self.0.lock().ok()?;
        if let Some(at) = kept.iter().position(|&(other, _)| other == root) {
            kept[..=at].rotate_right(1);
            return kept[0].1.clone();
        }
        if !may_read() {
            return None;
        }
        let tree = read().map(Arc::new);
        kept.truncate(MOST - 1);
        kept.insert(0, (root, tree.clone()));
        tree
    }

    /// Where roots stand among those that are kept; others come after them.
    pub(super) fn places(&self) -> impl Fn(usize) -> usize {
        let kept = self.0.lock().map(|kept| kept.iter().map(|&(root, _)| root).collect::<Vec<usize>>());
        let kept = kept.unwrap_or_default();
        move |root| kept.iter().position(|&other| other == root).unwrap_or(MOST)
    }
}
