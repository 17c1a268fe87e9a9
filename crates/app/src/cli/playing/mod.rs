//! People at the board: `play`, `shell`, `serve`, `site`.

pub(crate) mod adviser;
pub(crate) mod play;
mod play_plane;
mod saved;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod site;
