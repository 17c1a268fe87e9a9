//! The options by which commands write a picture of a board.

use crate::cli::common::{Result, Session, check_place, file_failure, input};
use manyply::face::AnyGame;
use manyply::formats::svg;
use std::path::PathBuf;

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

impl PictureArguments {
    /// Whether the picture is all that goes to standard output.
    pub(crate) fn is_output(&self) -> bool {
        self.svg.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }

    /// Draws the board of `game`, if that is wanted, and checks that the picture can be written.
    pub(crate) fn draw(&self, game: &dyn AnyGame) -> Result<Option<String>> {
        let Some(path) = &self.svg else { return Ok(None) };
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
        Ok(Some(svg::write(&game.picture(), &overlay)))
    }

    /// Writes a picture, if there is one, behind whatever was printed.
    pub(crate) fn write(&self, svg: Option<&str>, session: &mut Session<'_>) -> Result {
        match self.svg.as_deref().zip(svg) {
            None => Ok(()),
            Some((_, svg)) if self.is_output() => Ok(session.out.write_all(svg.as_bytes())?),
            Some((path, svg)) => session.write_file("--svg", path, svg.as_bytes()),
        }
    }
}
