//! A game in progress: the position, how it came about, and whether a repetition has ended it.

use super::{History, MoveList, Outcome, Position};

/// A position with the moves that led to it.
///
/// ```
/// use manyply::game::{Notation, Played, Variant};
/// use manyply::games::minichess::Minichess;
///
/// let mut game = Played::new(Minichess::start(&Default::default()));
/// let m = game.position().parse_move("b2b3")?;
/// assert!(game.play(m) && game.outcome().is_none());
/// assert_eq!(game.take_back(), Some(m));
/// # Ok::<(), manyply::game::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Played<P: Position> {
    position: P,
    history: History,
    moves: Vec<(P::Move, P::Undo)>,
}

impl<P: Position> Played<P> {
    /// A game that begins with `position`.
    pub fn new(position: P) -> Self {
        Self { history: History::new(&position), position, moves: Vec::new() }
    }

    /// The present position.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The positions so far.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The moves so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = P::Move> + '_ {
        self.moves.iter().map(|&(m, _)| m)
    }

    /// The positions of the game, the present one first.
    pub fn positions(&self) -> impl Iterator<Item = P> + '_ {
        let mut moves = self.moves.iter().rev();
        std::iter::successors(Some(self.position.clone()), move |after| {
            let &(m, undo) = moves.next()?;
            let mut before = after.clone();
            before.unmake(m, undo);
            Some(before)
        })
    }

    /// Plays `m` if it is legal and the game goes on, and says whether it was.
    pub fn play(&mut self, m: P::Move) -> bool {
        let legal = self.outcome().is_none() && self.position.is_legal(m);
        if legal {
            let irreversible = self.position.is_irreversible(m);
            let undo = self.position.make(m);
            self.history.push(&self.position, irreversible);
            self.moves.push((m, undo));
        }
        legal
    }

    /// Takes the last move back and returns it.
    pub fn take_back(&mut self) -> Option<P::Move> {
        let (m, undo) = self.moves.pop()?;
        self.position.unmake(m, undo);
        self.history.pop();
        Some(m)
    }

    /// The result if the game is over, by the position or by repetition.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| {
            let limit = self.position.repetition_limit();
            (limit > 0 && self.history.occurrences() >= limit).then_some(Outcome::DRAW)
        })
    }

    /// The legal moves; none if the game is over.
    pub fn legal_moves(&self) -> Vec<P::Move> {
        let mut list = P::Moves::default();
        if self.outcome().is_none() {
            self.position.moves(&mut list);
        }
        list.as_slice().to_vec()
    }
}
