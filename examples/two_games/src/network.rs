//! What a network sees of a board of either game. None is in the program: `train` makes one, `--network` takes it.

use crate::{Board, squares};
use manyply::game::Side;
use manyply::nnue::{GameNetwork, Network, NetworkRef};

/// What stands on each square: one's own or the other side's.
const FEATURES: usize = 2 * 64;
/// Neurons of the hidden layer for each side.
const HIDDEN: usize = 32;
/// The scale of the sigmoid: hundredths for each log-odds unit.
const SCALE: i32 = 200;

type Net = Network<FEATURES, HIDDEN, 2, 1>;

pub(crate) const NETWORK: GameNetwork = GameNetwork::new::<FEATURES, HIDDEN, 2, 1>("squares", SCALE, &[]);

/// The features of a board as either side sees them: its own first, and the rows counted from its own end.
pub(crate) fn features(board: Board) -> impl Iterator<Item = [u16; 2]> {
    let turned = |square: u8| u16::from(square ^ 56);
    let first = squares(board[0]).map(move |square| [u16::from(square), 64 + turned(square)]);
    first.chain(squares(board[1]).map(move |square| [64 + u16::from(square), turned(square)]))
}

/// The value of a board for `side`, from scratch; what is 0 for one side is 0 for the other. None if the network is of
/// another game.
pub(crate) fn evaluate(network: NetworkRef, board: Board, mover: Side, side: Side) -> Option<i32> {
    let network = network.network::<FEATURES, HIDDEN, 2, 1>()?;
    let value = Net::evaluate(network, &network.refresh(features(board)), mover.index(), 0);
    Some(if side == mover { value } else { -value })
}
