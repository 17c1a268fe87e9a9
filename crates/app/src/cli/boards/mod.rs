//! Boards for people: on terminals and as pictures.

pub(crate) mod games;
pub(crate) mod page_text;
pub(crate) mod picture;
pub(crate) mod render;
