//! The checker's rules: reads the tree of a certificate move by move and works out the defender's replies and the
//! zones.

use super::board::{Board, MOST_CONNECT, Set, Stone};
use super::strategy::{Node, Strategy};

/// Zones 1 to 4: where the last of so many extra stones of the defender could matter.
type Zones = [Set; MOST_CONNECT - 1];

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

/// A tree that has been read: its zones, its lines, the moves of the longest, and its place among those that are kept.
struct Read {
    zones: Zones,
    lines: f64,
    longest: u32,
    place: u32,
}

/// What may follow a move of the attacker, if it is kept.
#[derive(Default)]
struct After {
    pass: Option<u32>,
    replies: Vec<(u16, u32)>,
}

/// Reads trees from moves, numbers of squares.
pub(super) struct Reader<'a, 'b> {
    board: &'b mut Board<'a>,
    moves: std::vec::IntoIter<u16>,
    /// Moves that were read.
    pub(super) at: u64,
    checked: Checked,
    /// What was read, where somebody wants to play by it.
    kept: Option<Strategy>,
}

impl<'a, 'b> Reader<'a, 'b> {
    /// A reader of the tree of a position.
    pub(super) fn new(board: &'b mut Board<'a>, moves: Vec<u16>) -> Self {
        Self { board, moves: moves.into_iter(), at: 0, checked: Checked::default(), kept: None }
    }

    /// [`Self::check`], and the tree to play by.
    pub(super) fn strategy(&mut self) -> Result<(Checked, Strategy), Flaw> {
        self.kept = Some(Strategy::default());
        let checked = self.check()?;
        Ok((checked, self.kept.take().unwrap_or_default()))
    }

    /// Checks that the moves are one tree that proves the attacker's win. The board is of no use after an error.
    pub(super) fn check(&mut self) -> Result<Checked, Flaw> {
        let Read { lines, longest, .. } = self.tree()?;
        self.checked.moves = self.at;
        match self.moves.next() {
            Some(_) => Err(Flaw::Rest),
            None => Ok(Checked { lines, longest, ..self.checked }),
        }
    }

    /// Reads a tree. Each call puts a stone on the board, so that calls are never nested deeper than it has squares.
    fn tree(&mut self) -> Result<Read, Flaw> {
        let m = usize::from(self.moves.next().ok_or(Flaw::End)?);
        self.at += 1;
        let squares = self.board.geometry.format.squares();
        if m >= squares {
            return Err(Flaw::NoSquare(m, squares));
        }
        if !self.board.is_empty(m) {
            return Err(Flaw::Taken(m));
        }
        self.board.put(m, Stone::Attacker);
        let (mut after, before) = (After::default(), self.at);
        let read = self.after(m, &mut after)?;
        self.board.take(m, Stone::Attacker);
        let (longest, mut place) = (read.longest + 1, 0);
        if let Some(Strategy { nodes }) = &mut self.kept {
            place = nodes.len() as u32;
            let moves = 1 + (self.at - before) as u32;
            nodes.push(Node { m: m as u16, longest, moves, pass: after.pass, replies: after.replies });
        }
        Ok(Read { longest, place, ..read })
    }

    /// The defender's turn after the attacker's stone on `m`, and all that follows.
    fn after(&mut self, m: usize, after: &mut After) -> Result<Read, Flaw> {
        let ks = usize::from(self.board.geometry.format.connect) - 1;
        let mut zones = Zones::default();
        zones.iter_mut().for_each(|zone| zone.insert(m));
        // Rule 1.
        if self.board.has_run_through(Stone::Attacker, m) {
            return Ok(Read { zones, lines: 1.0, longest: 0, place: 0 });
        }
        // Rule 2.
        if self.board.defender_wins() {
            return Err(Flaw::DefenderWins);
        }
        // Rule 5: the defender's live windows with at least 4 - k stones.
        let windows = self.board.windows_of_defender();
        for k in 1..=ks {
            windows[ks - k..].iter().for_each(|squares| zones[k - 1].unite(squares));
        }
        // Rule 3.
        let wins = self.board.wins();
        for zone in &mut zones {
            wins.iter().for_each(|&square| zone.insert(square));
        }
        match wins[..] {
            [] => self.quiet(zones, after),
            [reply] => {
                let read = self.reply(reply, after)?;
                unite(&mut zones, &read.zones);
                // Every other reply loses at once.
                Ok(Read { zones, lines: read.lines + self.board.empty() as f64 - 1.0, ..read })
            }
            _ => Ok(Read { zones, lines: self.board.empty() as f64, longest: 1, place: 0 }),
        }
    }

    /// Rule 4: the tree after a pass, and those after every reply in its first zone.
    fn quiet(&mut self, mut zones: Zones, after: &mut After) -> Result<Read, Flaw> {
        self.checked.defences += 1;
        let ks = usize::from(self.board.geometry.format.connect) - 1;
        let pass = self.tree()?;
        after.pass = self.kept.is_some().then_some(pass.place);
        for k in 1..ks {
            zones[k - 1].unite(&pass.zones[k]);
        }
        let (mut lines, mut replies, mut longest) = (0.0, 0, pass.longest);
        for reply in 0..self.board.geometry.format.squares() {
            if pass.zones[0].contains(reply) && self.board.is_empty(reply) {
                let read = self.reply(reply, after)?;
                unite(&mut zones, &read.zones);
                lines += read.lines;
                longest = longest.max(read.longest);
                replies += 1;
            }
        }
        self.checked.replies += replies;
        for square in 0..self.board.geometry.format.squares() {
            zones[ks - 1].insert(square);
        }
        lines += pass.lines * (self.board.empty() - replies as usize) as f64;
        Ok(Read { zones, lines, longest, place: 0 })
    }

    /// The tree after a reply.
    fn reply(&mut self, reply: usize, after: &mut After) -> Result<Read, Flaw> {
        self.board.put(reply, Stone::Defender);
        let read = self.tree()?;
        self.board.take(reply, Stone::Defender);
        if self.kept.is_some() {
            after.replies.push((reply as u16, read.place));
        }
        Ok(read)
    }
}

fn unite(zones: &mut Zones, others: &Zones) {
    zones.iter_mut().zip(others).for_each(|(zone, other)| zone.unite(other));
}
