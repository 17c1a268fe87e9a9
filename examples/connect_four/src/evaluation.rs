//! Who is ahead: counted by hand or, where one is given, by a network that was trained on games of self-play. What is
//! here of the network is what it sees; training, files and arithmetic are the library's.

use crate::{BOARD, COLUMNS, ConnectFour, DIRECTIONS, ROWS, squares};
use manyply::game::{Evaluate, Position, Side};
use manyply::nnue::{GameNetwork, Network, NetworkRef};

/// A stone of one's own or of the other side on each square: twice 42 features.
const FEATURES: usize = 2 * (COLUMNS * ROWS) as usize;
/// Neurons of the hidden layer for each side.
const HIDDEN: usize = 32;
/// The scale of the sigmoid: hundredths for each log-odds unit.
const SCALE: i32 = 200;

type Net = Network<FEATURES, HIDDEN, 2, 1>;

impl ConnectFour {
    /// The features of all stones, as either side sees them.
    fn stones(&self) -> impl Iterator<Item = [u16; 2]> {
        (0_u16..).zip(squares()).filter_map(|(number, at)| {
            let theirs = number + FEATURES as u16 / 2;
            match self.0.map(|stones| stones & at != 0) {
                [true, _] => Some([number, theirs]),
                [_, true] => Some([theirs, number]),
                _ => None,
            }
        })
    }
}

impl Evaluate for ConnectFour {
    /// None of them is in the program: `train` makes one, and `--network` takes it.
    const NETWORK: Option<GameNetwork> = Some(GameNetwork::new::<FEATURES, HIDDEN, 2, 1>("stones", SCALE, &[]));

    fn features(&self, view: Side) -> impl Iterator<Item = u16> {
        self.stones().map(move |views| views[view.index()])
    }

    /// For the side to move, from scratch; what is 0 for one side is 0 for the other.
    fn evaluate_with(&self, network: Option<NetworkRef>, side: Side) -> i32 {
        let Some(network) = network.and_then(NetworkRef::network::<FEATURES, HIDDEN, 2, 1>) else {
            return self.evaluate(side);
        };
        let mover = self.side_to_move();
        let value = Net::evaluate(network, &network.refresh(self.stones()), mover.index(), 0);
        if side == mover { value } else { -value }
    }

    /// For each line of four squares in which one side alone has stones: more, the more it has.
    fn evaluate(&self, side: Side) -> i32 {
        let lines = DIRECTIONS.into_iter().flat_map(|step| {
            let first = 1 | 1 << step | 1 << (2 * step) | 1_u64 << (3 * step);
            (0..COLUMNS * (ROWS + 1) - 3 * step).map(move |at| first << at)
        });
        let hundredths = [0, 5, 20, 80, 0];
        let worth = |line: u64| match [side, side.other()].map(|side| (self.0[side.index()] & line).count_ones()) {
            [own, 0] => hundredths[own as usize],
            [0, others] => -hundredths[others as usize],
            _ => 0,
        };
        lines.filter(|line| line & !BOARD == 0).map(worth).sum()
    }
}
