//! Speculation, with three sides: of the moves that are nearly as good as the best against careful others, one that wins
//! against others who seem not to look ahead.
//!
//! Two opponents who make mistakes sooner or later end the game between them, which leaves the third side with nothing:
//! only whoever is first wins. A search that expects the best replies sees no hurry and no traps. So, after it, a
//! second search lets those who seem careless follow their reflexes ([`crate::game::Hints::reflexes`]); what it proposes is
//! played if the first search, asked again, finds that it costs little, or without asking if the careless have shown
//! themselves often enough. Who is careless, the moves played so far tell.

use super::context::Context;
use super::limits::{Limits, Watch};
use super::root::RootMove;
use super::value::{PROVEN, Value, estimate};
use super::worker::Worker;
use crate::game::{Game, MoveList, Played};

/// The share of the limits, in percent, for the search that expects the best replies; and where it only looks for a win
/// whatever the others do.
const CAREFUL: u32 = 60;
const FORMALITY: u32 = 20;
/// Proposals that are looked at, at most.
const PROPOSALS: u32 = 3;
/// With fewer nodes left than this there is nothing to be found.
const FEWEST: u64 = 500;

/// From here on a value stands for a win, most likely.
const FORCED: Value = 15_000;

/// What speaks for a side's moves being mere reflexes, in bits: before it has shown anything, for each that is one and
/// matters, for each that is one and does not, and for each that is none. The opening may have been played for it: one
/// that is none does not decide for good.
const CREDIT: i32 = 4;
const REACTED: i32 = 2;
const DRIFTED: i32 = 1;
const THOUGHT: i32 = -4;
/// With so much, nothing else is expected of it any more.
const TRUSTED: i32 = 9;

/// The means of a speculation.
#[derive(Debug)]
pub(super) struct Speculation<'w> {
    pub(super) watch: Watch<'w>,
    /// Limits of the whole search that the watch does not know.
    pub(super) limits: Limits,
    /// Nodes that it may search, at most.
    pub(super) room: u64,
    /// How deep the careful search went, in plies.
    pub(super) depth: u32,
    /// Whether the careless may be relied upon: then what is proposed is played.
    pub(super) trusts: bool,
}

impl<'w> Speculation<'w> {
    /// What to play instead of the best of `moves`, which `careful` has searched; the value is a bound that it holds, or,
    /// of careless others that are trusted, what comes of that.
    /// `context` tells who is careless. The nodes are counted as those of `careful`.
    pub(super) fn choose<G: Game>(
        self,
        careful: &mut Worker<'w, G>,
        game: &Played<G>,
        context: &Context<'_>,
        moves: &[RootMove<G::Move>],
    ) -> Option<RootMove<G::Move>> {
        let best = &moves[0];
        if best.value >= PROVEN || self.depth < 2 {
            return None;
        }
        let mut proposals: Vec<_> = moves.iter().map(|root| RootMove::new(root.line[0])).collect();
        let mut hopeful = Worker::new(game, context, self.watch.clone(), 0);
        if self.trusts {
            hopeful.watch = self.watch.until(self.room);
            hopeful.iterate(&mut proposals, &self.limits, 1, &mut |_| ());
            careful.nodes += hopeful.nodes;
            return proposals.into_iter().next();
        }
        let mut room = self.room.min(careful.nodes / 3 * 2);
        careful.root_depth = self.depth as i32;
        for _ in 0..PROPOSALS {
            if room < FEWEST || self.watch.look() {
                break;
            }
            (hopeful.nodes, hopeful.stopped, hopeful.hurried) = (0, false, false);
            hopeful.watch = self.watch.until(room / 3 * 2);
            hopeful.iterate(&mut proposals, &self.limits, 1, &mut |_| ());
            room = room.saturating_sub(hopeful.nodes);
            careful.nodes += hopeful.nodes;
            let m = proposals[0].line[0];
            let risk = risk(proposals[0].value, context);
            if m == best.line[0] || risk == 0 {
                break;
            }

            let bar = estimate(best.value - risk);
            let before = careful.nodes;
            (careful.stopped, careful.hurried) = (false, false);
            careful.watch = self.watch.until(before + room / 2);
            let mut proposed = [RootMove::new(m)];
            let value = careful.search_root(&mut proposed, 0, bar - 1, bar, self.depth as i32);
            if !careful.stopped && value >= bar {
                return proposed.into_iter().next();
            }
            room = room.saturating_sub(careful.nodes - before);
            proposals.remove(0);
            if proposals.is_empty() {
                break;
            }
        }
        None
    }
}

/// What may be risked for a move of this value against careless others.
fn risk(value: Value, context: &Context<'_>) -> Value {
    if value >= FORCED { context.margins.speculation } else { context.margins.hope }
}

/// The sides other than that to move which seem not to look ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Careless {
    /// Which they are.
    pub(super) sides: [bool; 3],
    /// Whether that is as good as certain of all of them.
    pub(super) trusted: bool,
}

impl Careless {
    /// Everybody looks ahead.
    pub(super) const NOBODY: Self = Self { sides: [false; 3], trusted: false };

    /// What the moves of `game` say of the sides other than that to move.
    pub(super) fn of<G: Game>(game: &Played<G>) -> Self {
        let root = game.position().side_to_move();
        let mut credit = [CREDIT; 3];
        let mut past = game.clone();
        let mut reflexes = G::Moves::default();
        while let Some(m) = past.take_back() {
            let position = past.position();
            let side = position.side_to_move();
            if side == root {
                continue;
            }
            reflexes.clear();
            let matters = position.reflexes(&mut reflexes);
            credit[side.index()] += match reflexes.as_slice().contains(&m) {
                false => THOUGHT,
                true if matters => REACTED,
                true => DRIFTED,
            };
        }
        let sides = std::array::from_fn(|side| side < G::SIDES && side != root.index() && credit[side] > 0);
        let trusted = (0..3).all(|side| !sides[side] || credit[side] >= TRUSTED);
        Self { sides, trusted }
    }

    /// Whether any side is careless.
    pub(super) fn any(self) -> bool {
        self.sides != [false; 3]
    }

    /// The share of the limits, in percent, for the search that expects the best replies.
    pub(super) fn careful_share(self) -> u32 {
        if self.trusted { FORMALITY } else { CAREFUL }
    }
}
