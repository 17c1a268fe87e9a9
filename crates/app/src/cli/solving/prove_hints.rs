//! Moves of certificates of boards, as hints on the plane: what they play where the stones stand alike around the first
//! one.

use crate::cli::common::{Result, Session, misread};
use crate::cli::solving::verify;
use manyply::formats::Content;
use manyply::game::Side;
use manyply::games::gomoku::prover::plane::{Chart, Point, Scene};
use manyply::games::gomoku::verify::{Book, Certificate, Format};
use manyply::games::gomoku::{Gomoku, Square};
use std::path::PathBuf;

/// Moves of trees that are read for a hint, at most: enough for what follows from all roots together.
const MOST_MOVES: u64 = 1_000_000;

/// A move of a certificate.
#[derive(Clone, Copy)]
pub(crate) struct Hint {
    pub(crate) m: Square,
    /// Whether the certificate has no tree of the position, but positions after the move and each reply: it was too
    /// hard for one.
    pub(crate) splits: bool,
}

/// Certificates to look positions up in.
pub(crate) struct Hints(Vec<Book<'static>>);

impl Hints {
    /// Reads certificates of boards by the same rule.
    pub(crate) fn read(paths: &[PathBuf], exact: bool, session: &mut Session<'_>) -> Result<Self> {
        let read = |path: &PathBuf| {
            let wrong = |error: &dyn std::fmt::Display| misread("--hint", path, &[Content::Certificate], error);
            let bytes = verify::read(path, session).map_err(|error| wrong(&error))?;
            // They are used until the process ends.
            let certificate = Certificate::parse(bytes.leak(), Format::default()).map_err(|error| wrong(&error))?;
            if certificate.format.plane || certificate.format.exact != exact || certificate.format.connect != 5 {
                let problem =
                    format!("is about {}; expected the rule that is to be proved, on a board", certificate.rules());
                return Err(wrong(&problem));
            }
            Ok(Book::new(certificate))
        };
        paths.iter().map(read).collect::<Result<_, _>>().map(Self)
    }

    /// What a certificate plays in a position of a chart, whose first black stone is the scene's, in the middle of the
    /// certificate's board. White stones beyond its edge stand on it, and one that is missing in a corner.
    pub(crate) fn of(&self, scene: &Scene, chart: &Chart, game: &Gomoku) -> Option<Hint> {
        let &first = scene.black.first()?;
        self.0.iter().find_map(|book| {
            let Format { width, height, .. } = book.format();
            let [width, height] = [i16::from(width), i16::from(height)];
            let middle = [width / 2, height / 2];
            let place = |point: Point| {
                let far = if point.sheet == first.sheet { 0 } else { width };
                let x = i16::from(point.x) - i16::from(first.x) + middle[0] - far;
                let y = i16::from(point.y) - i16::from(first.y) + middle[1] - far;
                [x, y]
            };
            let number = |[x, y]: [i16; 2]| (y * width + x) as u16;
            let is_on = |[x, y]: [i16; 2]| (0..width).contains(&x) && (0..height).contains(&y);
            let of =
                |side: Side| game.stones(side).squares().map(|square| place(chart.point(square))).collect::<Vec<_>>();
            let [black, mut white] = [of(Side::FIRST), of(Side::SECOND)];
            for at in &mut white {
                *at = [at[0].clamp(0, width - 1), at[1].clamp(0, height - 1)];
            }
            let corners = [[0, 0], [width - 1, height - 1], [0, height - 1], [width - 1, 0]];
            let missing = black.len().checked_sub(white.len())?;
            let free = corners.into_iter().filter(|corner| !black.contains(corner) && !white.contains(corner));
            let more: Vec<[i16; 2]> = free.take(missing).collect();
            white.extend(more);
            if !black.iter().all(|&at| is_on(at)) {
                return None;
            }
            let [black, white] = [black, white].map(|stones| stones.into_iter().map(number).collect::<Vec<u16>>());
            let known = book.known(&black, &white, MOST_MOVES).filter(|known| known.attacks)?;
            let m = i16::try_from(*known.line.first()?).ok()?;
            let [x, y] = [m % width - middle[0] + i16::from(first.x), m / width - middle[1] + i16::from(first.y)];
            let point = Point { sheet: first.sheet, x: i8::try_from(x).ok()?, y: i8::try_from(y).ok()? };
            let m = chart.square(point).filter(|&square| game.is_empty(square))?;
            Some(Hint { m, splits: known.rest.lines.is_none() })
        })
    }
}
