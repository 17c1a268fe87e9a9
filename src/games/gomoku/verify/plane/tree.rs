//! The checker's rules on the plane: as on boards, but that a zone may be everything, and then no replies are read from
//! it.

use super::super::strategy::{Node, Strategy};
use super::super::tree::{Checked, Flaw};
use super::board::{ALMOST, BLACK, Board, WHITE, Zone};
use super::edges::{Edges, Extent};
use super::places::{SQUARES, coordinates};

/// No tree is deeper, in moves of Black.
const MOST_DEPTH: u32 = 400;

/// What a tree says beside that its position is won.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Its first zone, if it is finite: where one more white stone could matter.
    pub zone: Option<Vec<u16>>,
    /// The squares where stones are or come, and those whose replies are read.
    pub touched: Vec<u16>,
    /// The squares of Black's moves, and where it makes fives.
    pub black: Vec<u16>,
    /// The squares of the windows in which it makes them.
    pub fives: Vec<u16>,
    /// If six stones do not win: the squares just beyond the ends of these windows, where one more black stone would do
    /// harm.
    pub ends: Vec<u16>,
    /// What that needs of the edges of a board.
    pub edges: Edges,
    /// Squares of a board on which Black always finds an empty one that is none of the ends.
    pub room: usize,
    /// What was read.
    pub checked: Checked,
}

/// Zones that a tree may need: 1 to 3, where the fourth is everything.
const ZONES: usize = 3;

/// A tree that has been read: the zones that were asked for, the moves of its longest line, and its place among those
/// that are kept.
struct Read {
    zones: [Zone; ZONES],
    longest: u32,
    place: u32,
}

/// Reads the tree of the position on a board.
pub(super) struct Reader<'a> {
    board: &'a mut Board,
    moves: &'a [u16],
    at: usize,
    depth: u32,
    touched: Zone,
    black: Zone,
    fives: Zone,
    ends: Zone,
    edges: Edges,
    /// How far White's stones lie out.
    white: Extent,
    checked: Checked,
    /// What was read, where somebody wants to play by it.
    kept: Option<Strategy>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(board: &'a mut Board, moves: &'a [u16]) -> Self {
        let (checked, kept) = (Checked::default(), None);
        let [touched, black, fives, ends] = [const { Zone::new() }; 4];
        let (white, edges) = (Extent::of(board.stones(WHITE)), Edges::default());
        Self { board, moves, at: 0, depth: 0, touched, black, fives, ends, edges, white, checked, kept }
    }

    /// [`Self::check`], and the tree to play by.
    pub(super) fn strategy(&mut self) -> Result<(Facts, Strategy), Flaw> {
        self.kept = Some(Strategy::default());
        let facts = self.check()?;
        Ok((facts, self.kept.take().unwrap_or_default()))
    }

    /// Counts a square among those that are touched.
    pub(super) fn touch(&mut self, square: u16) {
        self.touched.insert(square);
    }

    /// The number of the move that was read last, from 1.
    pub(super) fn at(&self) -> u64 {
        self.at as u64
    }

    /// Checks that the moves are one tree that proves Black's win.
    pub(super) fn check(&mut self) -> Result<Facts, Flaw> {
        let Read { zones: [zone, ..], longest, .. } = self.tree(1)?;
        if self.at < self.moves.len() {
            return Err(Flaw::Rest);
        }
        let is_far = |square: u16| coordinates(square).2 == 1;
        if !self.board.stones(WHITE).any(is_far)
            && self.touched.squares().is_some_and(|all| all.into_iter().any(is_far))
        {
            return Err(Flaw::EmptySheet);
        }
        let checked = Checked { moves: self.at as u64, longest, ..self.checked };
        let squares = |zone: &Zone| zone.squares().unwrap_or_default();
        let [touched, black, fives, ends] = [&self.touched, &self.black, &self.fives, &self.ends].map(squares);
        // A pass of White's is a stone, and one more may be elsewhere before the first move.
        let most_stones = 2 * (self.board.stones(BLACK).count() + longest as usize);
        let room = ends.len() + most_stones;
        let edges = std::mem::take(&mut self.edges);
        Ok(Facts { zone: zone.squares(), touched, black, fives, ends, edges, room, checked })
    }

    /// Reads a tree, of whose zones so many are asked for.
    fn tree(&mut self, zones: usize) -> Result<Read, Flaw> {
        let &m = self.moves.get(self.at).ok_or(Flaw::End)?;
        self.at += 1;
        if !self.board.has(m) {
            return Err(Flaw::NoSquare(usize::from(m), usize::from(SQUARES)));
        }
        if !self.board.is_empty(m) {
            return Err(Flaw::Taken(usize::from(m)));
        }
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(Flaw::Deep);
        }
        self.board.put(m, BLACK);
        self.touched.insert(m);
        self.black.insert(m);
        let (mut node, before) = (Node { m, ..Node::default() }, self.at);
        let mut read = self.after(&mut node, zones)?;
        self.board.take(m, BLACK);
        self.depth -= 1;
        read.longest += 1;
        if let Some(Strategy { nodes }) = &mut self.kept {
            read.place = nodes.len() as u32;
            nodes.push(Node { longest: read.longest, moves: 1 + (self.at - before) as u32, ..node });
        }
        Ok(read)
    }

    /// White's turn after Black's move of a node, and all that follows; so many zones.
    fn after(&mut self, node: &mut Node, count: usize) -> Result<Read, Flaw> {
        let (m, place) = (node.m, 0);
        let mut zones = [const { Zone::new() }; ZONES];
        zones[..count].iter_mut().for_each(|zone| zone.insert(m));
        let mut has_five = false;
        for (window, stones) in self.board.live(BLACK, ALMOST) {
            has_five |= stones > ALMOST;
            self.fives.insert_all(window);
            if self.board.is_exact() {
                window.ends().into_iter().for_each(|square| self.ends.insert(square));
            }
            self.edges.add(Extent::of(window.squares()), self.white);
        }
        if has_five {
            return Ok(Read { zones, longest: 0, place });
        }
        if self.board.live(WHITE, ALMOST).next().is_some() {
            return Err(Flaw::DefenderWins);
        }
        for (zone, least) in zones[..count].iter_mut().zip([3, 2, 1]) {
            self.board.live(WHITE, least).for_each(|(window, _)| zone.insert_all(window));
        }
        let wins = self.board.wins();
        for &win in &wins {
            zones[..count].iter_mut().for_each(|zone| zone.insert(win));
            self.touched.insert(win);
            self.black.insert(win);
        }
        let mut longest = 0;
        let replies = match wins[..] {
            [] => {
                self.checked.defences += 1;
                let pass = self.tree((count + 1).min(ZONES))?;
                longest = pass.longest;
                node.pass = Some(pass.place);
                let replies = pass.zones[0].squares().ok_or(Flaw::Infinite)?;
                zones[..count].iter_mut().zip(&pass.zones[1..]).for_each(|(zone, later)| zone.unite(later));
                zones[ZONES - 1] = Zone::Everything;
                let replies: Vec<u16> = replies.into_iter().filter(|&reply| self.board.is_empty(reply)).collect();
                self.checked.replies += replies.len() as u64;
                replies
            }
            [reply] => vec![reply],
            _ => return Ok(Read { zones, longest: 1, place }),
        };
        for reply in replies {
            if !self.board.has(reply) {
                return Err(Flaw::NoSquare(usize::from(reply), usize::from(SQUARES)));
            }
            self.touched.insert(reply);
            self.board.put(reply, WHITE);
            let before = self.white;
            self.white.add(reply);
            let read = self.tree(count)?;
            self.white = before;
            self.board.take(reply, WHITE);
            zones[..count].iter_mut().zip(&read.zones).for_each(|(zone, other)| zone.unite(other));
            longest = longest.max(read.longest);
            node.replies.push((reply, read.place));
        }
        Ok(Read { zones, longest, place })
    }
}
