//! People at the board: `play`, `shell`, `serve`, `site`.

pub(in crate::cli) mod adviser;
pub(in crate::cli) mod play;
pub(in crate::cli) mod serve;
pub(in crate::cli) mod shell;
pub(in crate::cli) mod site;
