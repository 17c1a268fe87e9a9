//! The checker's rules: reads the tree of a certificate move by move and works out White's replies and the zones. Black
//! is the side whose win is proved. A zone may be everything: then all squares of a board are replies, and on the plane
//! none are read.

use super::board::{BLACK, Board, MOST_CONNECT, WHITE, Zone};
use super::plane::edges::{Edges, Extent};
use super::plane::places::{SQUARES, coordinates};
use super::strategy::{Node, Strategy};

/// Why a tree proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// The tree is not complete.
    #[error("the tree ends here; expected another move")]
    End,
    /// There is no such square.
    #[error("{0} is no square of the board; expected a number below {1}")]
    NoSquare(usize, usize),
    /// The square has a stone.
    #[error("square {0} has a stone already; expected an empty one")]
    Taken(usize),
    /// The defender wins.
    #[error("after this move the defender completes a winning run; expected one that prevents it")]
    DefenderWins,
    /// Replies would have to be read from a zone that is the whole plane.
    #[error("White may not pass here so often; expected a tree after a pass whose first zone is finite")]
    Infinite,
    /// The tree of stones on one sheet plays on the other, which then is nowhere.
    #[error("the tree plays on the second sheet; expected moves on the first, since White has no stone on the second")]
    EmptySheet,
    /// The tree goes too deep.
    #[error("the tree is too deep; expected no line of more than 400 moves of Black")]
    Deep,
    /// The tree is complete before its bytes end.
    #[error("the tree is complete here; expected no more moves")]
    Rest,
}

/// What was checked.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Checked {
    /// Moves of the attacker that were read.
    pub moves: u64,
    /// Positions with the defender to move in which all replies were looked at.
    pub defences: u64,
    /// Replies that were expanded, each with a tree of its own.
    pub replies: u64,
    /// Lines of play that the tree answers, about.
    pub lines: f64,
    /// Moves of the attacker in the longest line.
    pub longest: u32,
}

impl Checked {
    /// Adds another tree.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.defences += other.defences;
        self.replies += other.replies;
        self.lines += other.lines;
        self.longest = self.longest.max(other.longest);
    }
}

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

/// Zones 1 to 4: where the last of so many extra stones of White could matter.
type Zones = [Zone; MOST_CONNECT - 1];

/// A tree that has been read: the zones that were asked for, the lines of play that it answers on a board, the moves of
/// its longest line, and its place among those that are kept.
struct Read {
    zones: Zones,
    lines: f64,
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
        let [mut touched, black, fives, ends] = [const { Zone::new() }; 4];
        [BLACK, WHITE].into_iter().flat_map(|side| board.stones(side)).for_each(|square| touched.insert(square));
        let (white, edges) = (Extent::of(board.stones(WHITE)), Edges::default());
        Self { board, moves, at: 0, depth: 0, touched, black, fives, ends, edges, white, checked, kept }
    }

    /// [`Self::check`], and the tree to play by.
    pub(super) fn strategy(&mut self) -> Result<(Facts, Strategy), Flaw> {
        self.kept = Some(Strategy::default());
        let facts = self.check()?;
        Ok((facts, self.kept.take().unwrap_or_default()))
    }

    /// The number of the move that was read last, from 1.
    pub(super) fn at(&self) -> u64 {
        self.at as u64
    }

    /// Checks that the moves are one tree that proves Black's win.
    pub(super) fn check(&mut self) -> Result<Facts, Flaw> {
        let Read { zones: [zone, ..], lines, longest, .. } = self.tree(1)?;
        if self.at < self.moves.len() {
            return Err(Flaw::Rest);
        }
        let is_far = |square: u16| coordinates(square).2 == 1;
        if !self.board.stones(WHITE).any(is_far)
            && self.touched.squares().is_some_and(|all| all.into_iter().any(is_far))
        {
            return Err(Flaw::EmptySheet);
        }
        let checked = Checked { moves: self.at as u64, lines, longest, ..self.checked };
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
        let (m, place, almost) = (node.m, 0, self.board.almost());
        let mut zones = [const { Zone::new() }; MOST_CONNECT - 1];
        zones[..count].iter_mut().for_each(|zone| zone.insert(m));
        let mut has_run = false;
        for (window, stones) in self.board.live(BLACK, almost) {
            has_run |= stones > almost;
            self.fives.insert_all(window);
            if self.board.is_exact() {
                window.ends().into_iter().for_each(|square| self.ends.insert(square));
            }
            self.edges.add(Extent::of(window.squares()), self.white);
        }
        // Rule 1.
        if has_run {
            return Ok(Read { zones, lines: 1.0, longest: 0, place });
        }
        // Rule 2.
        if self.board.threatens(WHITE) {
            return Err(Flaw::DefenderWins);
        }
        // Rule 5: White's live windows with at least 4 - k stones.
        for (zone, least) in zones[..count].iter_mut().zip((0..almost).rev()) {
            match least {
                0 if self.board.is_plane() => *zone = Zone::Everything,
                0 => self.board.all_live(WHITE).for_each(|window| zone.insert_all(window)),
                _ => self.board.live(WHITE, least).for_each(|(window, _)| zone.insert_all(window)),
            }
        }
        // Rule 3.
        let wins = self.board.wins();
        for &win in &wins {
            zones[..count].iter_mut().for_each(|zone| zone.insert(win));
            self.touched.insert(win);
            self.black.insert(win);
        }
        let (mut longest, empty) = (0, self.board.empty() as f64);
        let mut lines = empty - 1.0;
        let replies = match wins[..] {
            // Rule 4: the tree after a pass, and those after every reply in its first zone.
            [] => {
                self.checked.defences += 1;
                let pass = self.tree((count + 1).min(almost))?;
                longest = pass.longest;
                node.pass = Some(pass.place);
                zones[..count].iter_mut().zip(&pass.zones[1..]).for_each(|(zone, later)| zone.unite(later));
                zones[almost - 1] = Zone::Everything;
                let replies = self.replies(&pass.zones[0])?;
                self.checked.replies += replies.len() as u64;
                lines = pass.lines * (empty - replies.len() as f64);
                replies
            }
            // Every other reply loses at once.
            [reply] => vec![reply],
            _ => return Ok(Read { zones, lines: empty, longest: 1, place }),
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
            lines += read.lines;
            longest = longest.max(read.longest);
            node.replies.push((reply, read.place));
        }
        Ok(Read { zones, lines, longest, place })
    }

    /// The empty squares of a zone.
    fn replies(&self, zone: &Zone) -> Result<Vec<u16>, Flaw> {
        let all = || (!self.board.is_plane()).then(|| self.board.squares().collect());
        let squares: Vec<u16> = zone.squares().or_else(all).ok_or(Flaw::Infinite)?;
        Ok(squares.into_iter().filter(|&square| self.board.is_empty(square)).collect())
    }
}
