//! Speculation, with three sides: of the moves that are nearly as good as the best against careful others, one that wins
//! against others who seem not to look ahead.
//!
//! Two opponents who make mistakes sooner or later end the game between them, which leaves the third side with nothing:
//! whoever takes a king first wins. A search that expects the best replies sees no hurry and no traps. So, after it, a
//! second search lets those who seem careless follow their reflexes ([`crate::game::Hints::reflexes`]); what it proposes is
//! played if the first search, asked again, finds that it costs little. Who is careless, the moves played so far tell.

use super::limits::{Limits, Watch};
use super::root::RootMove;
use super::value::{PROVEN, Value, estimate};
use super::worker::{Context, Worker};
use crate::game::{Game, MoveList, Played};

/// The share of the limits, in percent, for the search that expects the best replies.
pub(super) const CAREFUL: u32 = 60;
/// Proposals that are looked at, at most.
const PROPOSALS: u32 = 3;
/// With fewer nodes left than this there is nothing to be found.
const FEWEST: u64 = 500;

/// What a side is credited with before it has shown anything: as if so many moves had been mere reflexes.
const CREDIT: i32 = 2;
/// What one move says of its side: that it followed its reflexes, that these lost material, or that it did not follow.
const FOLLOWED: i32 = 1;
const FOOLISH: i32 = 2;
const THOUGHT: i32 = -2;

/// The means of a speculation.
#[derive(Debug)]
pub(super) struct Speculation<'w> {
    pub(super) watch: Watch<'w>,
    /// Nodes that it may search, at most.
    pub(super) room: u64,
    /// How deep the careful search went, in plies.
    pub(super) depth: u32,
}

impl<'w> Speculation<'w> {
    /// What to play instead of the best of `moves`, which `careful` has searched; the value is a bound that it holds.
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
        let mut hopeful = Worker::new(game, context, self.watch.clone(), false);
        let mut room = self.room.min(careful.nodes / 3 * 2);
        careful.root_depth = self.depth as i32;
        for _ in 0..PROPOSALS {
            if room < FEWEST || self.watch.look() {
                break;
            }
            (hopeful.nodes, hopeful.stopped, hopeful.hurried) = (0, false, false);
            hopeful.watch = self.watch.until(room / 3 * 2);
            hopeful.iterate(&mut proposals, &Limits::default(), 1, &mut |_| ());
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
    if value >= PROVEN { context.margins.speculation } else { context.margins.hope }
}

/// The sides other than that to move which seem not to look ahead, judged by their moves so far.
pub(super) fn careless<G: Game>(game: &Played<G>) -> [bool; 3] {
    let root = game.position().side_to_move();
    let mut credit = [CREDIT; 3];
    let mut past = game.clone();
    let mut reflexes = G::Moves::default();
    while let Some(m) = past.take_back() {
        let position = past.position();
        let side = position.side_to_move();
        reflexes.clear();
        if side == root || !position.reflexes(&mut reflexes) || reflexes.as_slice().is_empty() {
            continue;
        }
        let loses = |&m: &G::Move| position.is_noisy(m) && !position.exchange_wins(m, 0);
        credit[side.index()] += match reflexes.as_slice().contains(&m) {
            true if reflexes.as_slice().iter().all(loses) => FOOLISH,
            true => FOLLOWED,
            false => THOUGHT,
        };
    }
    std::array::from_fn(|side| side < G::SIDES && side != root.index() && credit[side] > 0)
}
