//! What pictures of a game show beside the board.

use super::AnyGame;
use crate::formats::svg::Overlay;

/// The last move, the numbers of all of them, and a title.
pub fn overlay(game: &dyn AnyGame) -> Overlay {
    let (mut before, mut numbers, mut last) = (game.boxed(), Vec::<(usize, usize)>::new(), None);
    while before.ply() > 0 {
        let number = before.ply();
        let Some(played) = before.take_back() else { break };
        let tiles = before.move_tiles(&played).unwrap_or_default();
        // Where a figure arrives, or all that the move fills.
        let has_figure = |tile: usize| before.picture().tiles.get(tile).is_some_and(|tile| tile.figure.is_some());
        let moves = tiles.len() > 1 && has_figure(tiles[0]);
        let filled = if moves { &tiles[tiles.len() - 1..] } else { &tiles[..] };
        for &tile in filled {
            if numbers.iter().all(|(known, _)| *known != tile) {
                numbers.push((tile, number));
            }
        }
        last.get_or_insert(tiles);
    }
    let state = game.result().unwrap_or_else(|| format!("{} to move", game.side_name()));
    let title = format!("{}: {}, {state}", game.kind().name, game.position_text());
    Overlay { last: last.unwrap_or_default(), arrows: Vec::new(), numbers, title }
}
