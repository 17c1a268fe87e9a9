//! Trees that have been checked, to play by: where a position stands in one, and what the attacker does there.

use crate::solve::Others;
use std::collections::HashSet;

/// Steps of the search for the orders of moves that lead to a position; none needs nearly so many.
const MOST_STEPS: u32 = 100_000;

/// A move of the attacker, and what follows.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// The square.
    pub(super) m: u16,
    /// Moves of the attacker from here to its run, at most, this one included.
    pub(super) longest: u32,
    /// Moves of the attacker in the whole of it, this one included.
    pub(super) moves: u32,
    /// What follows a pass, where the defender may play anywhere: after every reply that is not listed.
    pub(super) pass: Option<u32>,
    /// What follows the replies that are listed.
    pub(super) replies: Vec<(u16, u32)>,
}

/// A tree: a node comes after those that follow it, the first move last.
#[derive(Clone, Debug, Default)]
pub(super) struct Strategy {
    pub(super) nodes: Vec<Node>,
}

/// What a strategy says of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Known<S = u16> {
    /// Whether the attacker is to move.
    pub attacks: bool,
    /// Moves of the attacker to its run, at most.
    pub moves: u32,
    /// A line in which the defender holds out longest, as far as its replies are listed.
    pub line: Vec<S>,
    /// What the certificate still has that says so.
    pub rest: Rest<S>,
}

/// What a certificate still has from a position on.
#[derive(Clone, PartialEq, Debug)]
pub struct Rest<S = u16> {
    /// Where the defender is to move: its replies that have an answer of their own.
    pub replies: Vec<S>,
    /// What answers every other reply; nothing where the attacker is to move, or all are listed.
    pub others: Option<Others>,
    /// Moves of the attacker; of trees that have not been read at most so many.
    pub moves: u64,
    /// Lines of play that are answered, about, where they are counted.
    pub lines: Option<f64>,
}

impl<S> Known<S> {
    /// The same with other names of squares.
    pub fn map<T>(self, name: impl Fn(S) -> T) -> Known<T> {
        let Self { attacks, moves, line, rest } = self;
        let names = |squares: Vec<S>| squares.into_iter().map(&name).collect();
        let rest = Rest { replies: names(rest.replies), others: rest.others, moves: rest.moves, lines: rest.lines };
        Known { attacks, moves, line: names(line), rest }
    }
}

/// What the position says of squares.
pub(super) struct Squares<'a> {
    /// Which are empty in it.
    pub(super) is_free: &'a dyn Fn(u16) -> bool,
    /// Which lie beyond the edge of the board.
    pub(super) is_beyond: &'a dyn Fn(u16) -> bool,
    /// Where a stone of the attacker that the tree does not know makes no difference.
    pub(super) is_harmless: &'a dyn Fn(u16) -> bool,
}

/// Stones that are not yet explained by a line of play.
#[derive(Clone, Debug)]
struct Left {
    attacker: Vec<u16>,
    defender: Vec<u16>,
    /// Stones of the attacker that it put elsewhere, since the tree's square was beyond the edge of the board.
    elsewhere: usize,
}

impl Strategy {
    /// The first move.
    pub(super) fn root(&self) -> Option<u32> {
        (self.nodes.len() as u32).checked_sub(1)
    }

    /// Where the stones that both sides have put since the root are reached while the attacker plays by the strategy,
    /// in whatever order: the next move of the attacker, if it is to move, or the last one.
    fn find(&self, attacker: &[u16], defender: &[u16], squares: &Squares<'_>) -> Option<(u32, bool)> {
        let mut left = Left { attacker: attacker.to_vec(), defender: defender.to_vec(), elsewhere: 0 };
        self.search(self.root()?, &mut left, squares, &mut 0)
    }

    fn search(&self, at: u32, left: &mut Left, squares: &Squares<'_>, steps: &mut u32) -> Option<(u32, bool)> {
        let node = &self.nodes[at as usize];
        let is_explained = |left: &Left| {
            left.defender.is_empty()
                && left.attacker.len() == left.elsewhere
                && left.attacker.iter().all(|&square| (squares.is_harmless)(square))
        };
        if left.attacker.len() == left.elsewhere {
            return is_explained(left).then_some((at, true));
        }
        *steps += 1;
        let place = left.attacker.iter().position(|&square| square == node.m);
        if *steps >= MOST_STEPS || place.is_none() && !(squares.is_beyond)(node.m) {
            return None;
        }
        match place {
            Some(place) => drop(left.attacker.swap_remove(place)),
            None => left.elsewhere += 1,
        }
        let mut found = is_explained(left).then_some((at, false));
        for reply in 0..left.defender.len() {
            if found.is_some() {
                break;
            }
            let square = left.defender[reply];
            let listed = node.replies.iter().find(|&&(listed, _)| listed == square).map(|&(_, after)| after);
            let Some(after) = listed.or(node.pass) else { continue };
            left.defender.swap_remove(reply);
            found = self.search(after, left, squares, steps);
            left.defender.push(square);
            let last = left.defender.len() - 1;
            left.defender.swap(reply, last);
        }
        match place {
            Some(_) => left.attacker.push(node.m),
            None => left.elsewhere -= 1,
        }
        found
    }

    /// What is known of the position that both sides' stones since the root make, if the strategy leads there; `empty`
    /// says how many squares are empty in it, if the board has an edge.
    pub(super) fn known(
        &self,
        attacker: &[u16],
        defender: &[u16],
        squares: &Squares<'_>,
        empty: Option<usize>,
    ) -> Option<Known> {
        let (at, attacks) = self.find(attacker, defender, squares)?;
        let node = &self.nodes[at as usize];
        let moves = if attacks { node.longest } else { node.longest - 1 };
        let replies =
            node.replies.iter().map(|&(reply, _)| reply).filter(|&reply| !attacks && (squares.is_free)(reply));
        let others = if node.pass.is_some() { Others::Pass } else { Others::Win };
        let rest = Rest {
            replies: replies.collect(),
            others: (!attacks).then_some(others),
            moves: u64::from(node.moves - u32::from(!attacks)),
            lines: empty.map(|empty| self.lines(at, (empty - usize::from(attacks)) as f64)),
        };
        let mut taken = HashSet::new();
        let line = self.line(at, attacks, &mut |square| taken.insert(square) && (squares.is_free)(square));
        Some(Known { attacks, moves, line, rest })
    }

    /// Lines of play that are answered after a move of the attacker, which leaves so many squares empty, about: that a
    /// reply which is not listed takes a square away is not counted.
    pub(super) fn lines(&self, at: u32, empty: f64) -> f64 {
        let node = &self.nodes[at as usize];
        let listed: f64 = node.replies.iter().map(|&(_, after)| self.lines(after, empty - 2.0)).sum();
        match node.pass {
            Some(pass) => listed + self.lines(pass, empty - 1.0) * (empty - node.replies.len() as f64),
            // A run is made, or every other reply loses at once.
            None if node.longest == 1 => 1.0,
            None => listed + empty - node.replies.len() as f64,
        }
    }

    /// A long line from a node, its own move included if `with_move`. `take` says whether a square is free, and takes
    /// it.
    fn line(&self, mut at: u32, with_move: bool, take: &mut dyn FnMut(u16) -> bool) -> Vec<u16> {
        let mut line = Vec::new();
        if with_move {
            line.push(self.nodes[at as usize].m);
            take(self.nodes[at as usize].m);
        }
        loop {
            let node = &self.nodes[at as usize];
            let mut replies: Vec<(u16, u32)> = node.replies.clone();
            replies.sort_by_key(|&(_, after)| std::cmp::Reverse(self.nodes[after as usize].longest));
            // A listed reply may have a stone already, one that was not answered when it came.
            let Some((reply, after)) = replies.into_iter().find(|&(reply, _)| take(reply)) else { break };
            line.push(reply);
            line.push(self.nodes[after as usize].m);
            take(self.nodes[after as usize].m);
            at = after;
        }
        line
    }
}
