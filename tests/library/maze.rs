//! Small random games that go in circles: sides move in no order, and most games need not end.

use manyply::game::{ArrayVec, Exact, Outcome, Position, Side};
use manyply::zobrist::mix;

/// In a seed: sides take turns.
pub(crate) const TURNS: u64 = 1 << 63;

/// A room of a maze; a seed decides at random where its doors lead, who moves in it, and which rooms are the last.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Maze {
    pub(crate) seed: u64,
    pub(crate) room: u8,
    pub(crate) side: Side,
}

impl Maze {
    pub(crate) const ROOMS: u8 = 14;

    fn chance(&self, what: u64, of: u64) -> u64 {
        mix(mix(self.seed ^ mix(what)) ^ u64::from(self.room)) % of
    }

    /// Where the game is in a room: by turns the side decides too, and the first one has the first rooms.
    fn entered(&self, room: u8) -> Self {
        let mut maze = Self { seed: self.seed, room, side: self.side.other() };
        if self.seed & TURNS == 0 {
            maze.side = Side::new(maze.chance(1, 2) as usize);
        }
        maze
    }

    /// All positions of a maze.
    pub(crate) fn all(seed: u64) -> Vec<Self> {
        let rooms = (0..Self::ROOMS).map(|room| Self { seed, room, side: Side::FIRST }.entered(room));
        let other = rooms.clone().map(|maze| Self { side: maze.side.other(), ..maze });
        if seed & TURNS == 0 { rooms.collect() } else { rooms.chain(other).collect() }
    }

    /// The number of a position among all.
    pub(crate) fn number(&self) -> usize {
        let second = self.seed & TURNS != 0 && self.side == Side::FIRST;
        usize::from(self.room) + if second { usize::from(Self::ROOMS) } else { 0 }
    }
}

impl Position for Maze {
    type Move = u8;
    type Undo = (u8, Side);
    type Moves = ArrayVec<u8, 3>;

    fn side_to_move(&self) -> Side {
        self.side
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.chance(2, 4) == 0).then(|| match self.chance(3, 5) {
            0 => Outcome::DRAW,
            winner => Outcome::win(Side::new(winner as usize % 2)),
        })
    }
    fn moves(&self, list: &mut ArrayVec<u8, 3>) {
        if self.outcome().is_none() {
            let rooms = (0..=self.chance(4, 3)).map(|door| self.chance(10 + door, Self::ROOMS.into()) as u8);
            for room in rooms {
                if !list.contains(&room) {
                    list.push(room);
                }
            }
        }
    }
    fn make(&mut self, room: u8) -> (u8, Side) {
        let before = (self.room, self.side);
        *self = self.entered(room);
        before
    }
    fn unmake(&mut self, _: u8, (room, side): (u8, Side)) {
        (self.room, self.side) = (room, side);
    }
    fn repetition_limit(&self) -> u32 {
        if self.seed.is_multiple_of(2) { 0 } else { 3 }
    }
}

/// The value of each position of a maze, by rounds: in each one those are found that are decided one ply sooner.
pub(crate) fn values(seed: u64) -> Vec<Exact> {
    let all = Maze::all(seed);
    // In how many plies each side wins, where it can.
    let mut wins = [vec![None; all.len()], vec![None; all.len()]];
    for plies in 0..all.len() as u32 {
        for side in Side::all(2) {
            let known = wins[side.index()].clone();
            let won = |maze: &Maze| match maze.outcome() {
                Some(outcome) => plies == 0 && outcome.payoff(side) > 0,
                None if plies == 0 => false,
                None => {
                    let mut list = ArrayVec::new();
                    maze.moves(&mut list);
                    let mut after = list.into_iter().map(|room| known[maze.entered(room).number()].is_some());
                    if maze.side == side { after.any(|won| won) } else { after.all(|won| won) }
                }
            };
            for maze in &all {
                if known[maze.number()].is_none() && won(maze) {
                    wins[side.index()][maze.number()] = Some(plies);
                }
            }
        }
    }
    let value = |maze: &Maze| match [maze.side, maze.side.other()].map(|side| wins[side.index()][maze.number()]) {
        [Some(plies), _] => Exact::Win(plies),
        [None, Some(plies)] => Exact::Loss(plies),
        [None, None] => Exact::Draw,
    };
    all.iter().map(value).collect()
}
