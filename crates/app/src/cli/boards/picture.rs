//! The options by which commands write a picture of a board.

use crate::cli::common::{Result, Session, check_place, file_failure, input};
use manyply::face::AnyGame;
use manyply::formats::svg::{self, Overlay};
use std::path::{Path, PathBuf};

/// A picture of the board.
#[derive(clap::Args)]
pub(crate) struct PictureArguments {
    /// Write a picture of the board, with the last move; '-' is standard output, with nothing else on it
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Arrows for these moves, the best first, as in "m1 m2"
    #[arg(long, value_name = "MOVES", requires = "svg")]
    arrows: Option<String>,
    /// Number the moves that were played
    #[arg(long, requires = "svg")]
    numbers: bool,
}

/// A picture that is ready to be written, if one is wanted.
pub(crate) struct Prepared<'a> {
    path: Option<&'a Path>,
    svg: String,
}

impl PictureArguments {
    /// Whether the picture is all that goes to standard output.
    pub(crate) fn is_output(&self) -> bool {
        self.svg.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }

    /// Draws the board of `game` and checks that the picture can be written.
    pub(crate) fn prepare(&self, game: &dyn AnyGame) -> Result<Prepared<'_>> {
        let Some(path) = &self.svg else { return Ok(Prepared { path: None, svg: String::new() }) };
        let arrows = match &self.arrows {
            None => Vec::new(),
            Some(text) => {
                let moves = game.kind().split_moves(text).into_iter();
                let tiles = moves.map(|(column, word)| {
                    game.move_tiles(&word).map_err(|error| input!("--arrows: column {column}: {error}"))
                });
                tiles.collect::<Result<_, _>>()?
            }
        };
        let mut overlay = svg::overlay(game);
        overlay.arrows = arrows;
        if !self.numbers {
            overlay.numbers.clear();
        }
        self.draw(path, game, &overlay)
    }

    fn draw<'a>(&'a self, path: &'a Path, game: &dyn AnyGame, overlay: &Overlay) -> Result<Prepared<'a>> {
        if !self.is_output() {
            // A pipe or a device is called as it likes.
            let is_special = path.metadata().is_ok_and(|there| !there.is_file());
            let extension = path.extension().filter(|extension| !is_special && !extension.eq_ignore_ascii_case("svg"));
            if let Some(other) = extension {
                let problem = format!("pictures are SVG, not {}", other.to_string_lossy());
                let expected = "a name that ends in .svg ('rsvg-convert board.svg > board.png' makes others of it)";
                return Err(file_failure("--svg", path, format!("{problem}; expected {expected}")));
            }
            check_place("--svg", Some(path))?;
        }
        Ok(Prepared { path: Some(path), svg: svg::write(&game.picture(), overlay) })
    }
}

impl Prepared<'_> {
    /// Writes the picture behind whatever was printed.
    pub(crate) fn write(&self, session: &mut Session<'_>) -> Result {
        match self.path {
            None => Ok(()),
            Some(path) if path.as_os_str() == "-" => Ok(session.out.write_all(self.svg.as_bytes())?),
            Some(path) => session.write_file("--svg", path, self.svg.as_bytes()),
        }
    }
}
