//! Certificates as files: the same roots and trees in either form.

use super::file::{Certificate, Root, header, square_bytes};
use super::format::Format;
use std::fmt::Write as _;

impl Certificate<'_> {
    /// The file as text, a line for each root, behind a line of rules where `named`.
    ///
    /// # Errors
    /// The first root whose tree is not there, and at which of its digits.
    pub fn to_text(&self, named: bool) -> Result<String, (Root, usize)> {
        let mut text = if named { format!("# rules: {}\n", self.rules()) } else { String::new() };
        let digits = 2 * square_bytes(self.format);
        for root in &self.roots {
            let tree = self.tree(root).map_err(|at| (root.clone(), at))?;
            text += &self.moves_text(root);
            text.push('|');
            for m in tree {
                // Writing to a string does not fail.
                let _ = write!(text, "{m:0digits$x}");
            }
            text.push('\n');
        }
        Ok(text)
    }

    /// The file as bytes.
    ///
    /// # Errors
    /// As for text.
    pub fn to_binary(&self) -> Result<Vec<u8>, (Root, usize)> {
        let mut bytes = header(self.format, self.roots.len()).into_bytes();
        bytes.extend(self.bodies()?);
        Ok(bytes)
    }

    /// The bytes of all roots, which follow a header.
    ///
    /// # Errors
    /// As for text.
    pub fn bodies(&self) -> Result<Vec<u8>, (Root, usize)> {
        let mut bytes = Vec::new();
        for root in &self.roots {
            let tree = self.tree(root).map_err(|at| (root.clone(), at))?;
            push_root(&mut bytes, self.format, &root.numbers(), &tree);
        }
        Ok(bytes)
    }
}

/// The bytes of a file with one root, whose moves from the empty board and tree are numbers of squares.
pub(in crate::games::gomoku) fn of_root(format: Format, moves: &[u16], tree: &[u16]) -> Vec<u8> {
    let mut bytes = header(format, 1).into_bytes();
    push_root(&mut bytes, format, moves, tree);
    bytes
}

/// Appends a root with its tree.
fn push_root(bytes: &mut Vec<u8>, format: Format, moves: &[u16], tree: &[u16]) {
    let size = square_bytes(format);
    let mut squares = |squares: &[u16], count: &[u8]| {
        bytes.extend(count);
        squares.iter().for_each(|square| bytes.extend(&square.to_le_bytes()[..size]));
    };
    squares(moves, &(moves.len() as u16).to_le_bytes());
    squares(tree, &(tree.len() as u32).to_le_bytes());
}
