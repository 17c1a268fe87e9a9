//! What all threads of a search share: the table, what is assumed and left out, and what was played before the root.

use super::hooks::{Margins, State};
use super::model::Opponents;
use super::options::Options;
use super::table::Table;
use super::techniques::Techniques;
use super::value::{MAX_EVAL, Value};
use crate::game::{Exact, Played, Position, Side, limit_is_certain};
use crate::zobrist::mix;
use std::sync::atomic::AtomicU64;

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct Context<'a> {
    pub(super) table: &'a Table,
    /// Those that the options ask for.
    pub(super) techniques: Techniques,
    pub(super) margins: Margins,
    /// What is assumed of the sides against the root's.
    pub(super) opponents: Opponents,
    /// Whether distances must be true ones: nothing is left out.
    pub(super) exact: bool,
    /// By how much a draw is worse than an even position for the root's side.
    pub(super) contempt: Value,
    /// Nodes of the threads that help.
    pub(super) helper_nodes: &'a AtomicU64,
    /// The side to move at the root: scores are its team's, or minus that.
    pub(super) root: Side,
    /// Makes keys of positions whose values do not hold in another search, or would be from another view, different.
    pub(super) salt: u64,
    pub(super) repetition_limit: u32,
    /// Positions whose next occurrence, in whatever line, ends the game.
    pub(super) exhausted: Vec<u64>,
    /// In how many plies each side wins from one of those, at the soonest, as far as exact probes say.
    soonest: [u32; 2],
    /// Whether the game's end by its ply limit is certain: no repetition can end it before.
    pub(super) limit_is_certain: bool,
    /// Whether exact probes have anything to look into.
    pub(super) has_probe: bool,
}

impl<'a> Context<'a> {
    pub(super) fn new<G: Position, S: State<G>>(
        game: &Played<G>,
        table: &'a Table,
        options: &Options,
        helper_nodes: &'a AtomicU64,
        state: &S,
    ) -> Self {
        let position = game.position();
        let root = position.side_to_move();
        let repetition_limit = position.repetition_limit();
        let exhausted = match repetition_limit {
            0 => Vec::new(),
            limit => game.history().repeated(limit - 1),
        };
        let limit_is_certain = limit_is_certain(position, game.history());
        let mut salt = exhausted.iter().fold(0, |salt, &key| salt ^ mix(key));
        if !limit_is_certain {
            salt ^= mix(1);
        }
        if G::SIDES > 2 || options.contempt != 0 {
            salt ^= mix(2 + root.index() as u64);
        }
        if options.exact {
            salt ^= mix(5);
        }
        let has_probe = G::SIDES == 2 && !G::POINTS && !options.exact && state.has_probe(position);
        let soonest = if has_probe { soonest_wins::<G, S>(game, &exhausted) } else { [0; 2] };
        let margins = options.margins.unwrap_or(S::MARGINS);
        let opponents = Opponents::new::<G>(options.model, &margins, options.contempt);
        salt ^= opponents.model.salt(&margins);
        Self {
            table,
            techniques: options.techniques,
            margins,
            opponents,
            exact: options.exact,
            contempt: options.contempt.clamp(-MAX_EVAL, MAX_EVAL),
            helper_nodes,
            root,
            salt,
            repetition_limit,
            exhausted,
            soonest,
            limit_is_certain,
            has_probe,
        }
    }

    /// Whether the value that a probe gives a position with `side` to move holds in this game. A probe knows nothing of
    /// what was played before: the next occurrence of a position could undo what it has proven.
    ///
    /// On the way to a win the distance shrinks with every ply. An exhausted position from which the winner needs as
    /// many plies or more, or does not win, is therefore not on it. Draws hold in any case: there are only more of
    /// them.
    #[inline]
    pub(super) fn holds(&self, exact: Exact, side: Side) -> bool {
        match exact {
            Exact::Draw => true,
            Exact::Win(plies) => plies <= self.soonest[side.index()],
            Exact::Loss(plies) => plies <= self.soonest[side.other().index()],
        }
    }
}

/// In how many plies each side wins from one of the `exhausted` positions of a game of two, at the soonest.
fn soonest_wins<G: Position, S: State<G>>(game: &Played<G>, exhausted: &[u64]) -> [u32; 2] {
    let mut soonest = [u32::MAX; 2];
    if exhausted.is_empty() {
        return soonest;
    }
    for position in game.positions().filter(|position| exhausted.contains(&position.repetition_key())) {
        let (state, side) = (S::new(&position), position.side_to_move());
        let (winner, plies) = match state.probe(&position) {
            _ if state.winning_move(&position).is_some() => (side, 1),
            Some(Exact::Win(plies)) => (side, plies),
            Some(Exact::Loss(plies)) => (side.other(), plies),
            Some(Exact::Draw) | None => continue,
        };
        soonest[winner.index()] = soonest[winner.index()].min(plies);
    }
    soonest
}
