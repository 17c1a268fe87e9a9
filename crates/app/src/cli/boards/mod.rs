//! Boards for people: on terminals and as pictures.

pub(in crate::cli) mod games;
pub(in crate::cli) mod page_text;
pub(in crate::cli) mod picture;
pub(in crate::cli) mod render;
