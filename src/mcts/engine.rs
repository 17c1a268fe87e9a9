//! The player: what lives from one search to the next, and when a search ends.

use super::answer::{Line, lines};
use super::averages::Averages;
use super::playout::Playouts;
use super::simulation::Simulator;
use super::tree::{ROOT, Tree};
use crate::clock::Instant;
use crate::game::{Played, Position};
use crate::search::{Bound, Found, HEARTBEAT, Limits, Options, Report, StopCondition, Told};
use std::sync::atomic::AtomicBool;

/// Positions made between two looks at the clock and the stop flag.
const BATCH: u64 = 512;
/// Simulations before the first report; each further one comes after as many again.
const FIRST_REPORT: u32 = 256;
/// Before counts grow beyond, they are halved.
const MOST_VISITS: u32 = 1 << 30;
/// A tree of the last search is not kept where what is left of it fills this part of the memory, in thousandths.
const FULL: u32 = 875;
/// The scale of evaluations where nobody says another: see [`Mcts::with_chance_scale`].
const CHANCE_SCALE: f64 = 200.0;

/// Monte Carlo tree search of a game, with its memory: the tree, as far as it is still of use after the moves played
/// since, and what is known of moves wherever they are played.
///
/// ```
/// use manyply::game::{Played, Variant};
/// use manyply::games::hexnim::Hexnim;
/// use manyply::mcts::Mcts;
/// use manyply::search::{Limits, Options};
/// use std::sync::atomic::AtomicBool;
///
/// let game = Played::new(Hexnim::start(&Default::default()));
/// let mut player = Mcts::<Hexnim>::new(Options { hash_mib: 1, ..Options::default() });
/// let found = player.search(&game, &Limits::nodes(20_000), &AtomicBool::new(false), &mut |report| {
///     println!("{} after {} nodes: {:?}", report.score, report.nodes, report.line);
/// });
/// assert!(found.best.is_some_and(|best| game.legal_moves().contains(&best)));
/// ```
pub struct Mcts<G: Position> {
    options: Options,
    chance_scale: f64,
    seed: u64,
    tree: Tree<G::Move>,
    averages: Averages,
    playouts: Playouts,
    /// The game whose present position the tree's root is, if all its moves are in the tree.
    last: Option<Played<G>>,
}

impl<G: Position> Mcts<G> {
    /// A player with an empty tree. Of the options `hash_mib` and `multipv` matter.
    ///
    /// # Panics
    /// If there is no memory for the tree; [`Self::try_new`] says so instead.
    pub fn new(options: Options) -> Self {
        Self::try_new(options).expect("memory for the tree")
    }

    /// A player with an empty tree; none if there is no memory for it.
    pub fn try_new(options: Options) -> Option<Self> {
        Some(Self {
            options,
            chance_scale: CHANCE_SCALE,
            seed: 0,
            tree: Tree::try_new(options.hash_mib)?,
            averages: Averages::new(G::SIDES),
            playouts: Playouts::new(0),
            last: None,
        })
    }

    /// With evaluations in another unit: `chance_scale` hundredths of it multiply the odds of a win by e, as
    /// [`Evaluate::CHANCE_SCALE`](crate::game::Evaluate::CHANCE_SCALE) says.
    #[must_use]
    pub fn with_chance_scale(self, chance_scale: f64) -> Self {
        Self { chance_scale, ..self }
    }

    /// With other playouts: all of them follow from the seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self.new_game();
        self
    }

    /// Forgets what was learned: for a new game.
    pub fn new_game(&mut self) {
        self.tree.clear();
        self.averages.clear();
        self.playouts = Playouts::new(self.seed);
        self.last = None;
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Searches until a limit is reached, `stop` is set, or the value is proven, telling `report` at times of what is
    /// found so far. A limit of depth ends the search when the best line is that long.
    pub fn search(
        &mut self,
        game: &Played<G>,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Found<G::Move> {
        self.search_moves(game, &game.legal_moves(), limits, stop, report)
    }

    /// [`Self::search`] with only some of the legal moves at the root; moves that are not legal are left out.
    pub fn search_moves(
        &mut self,
        game: &Played<G>,
        moves: &[G::Move],
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Found<G::Move> {
        self.watch(game, moves, limits, stop, &mut |told| {
            if let Told::Line(line) = told {
                report(line);
            }
        })
    }

    /// [`Self::search_moves`] as [`Engine::watch`](crate::search::Engine::watch), but without heartbeats: what is found
    /// so far is told about once a second in any case.
    pub fn watch(
        &mut self,
        game: &Played<G>,
        moves: &[G::Move],
        limits: &Limits,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Told<'_, G::Move>),
    ) -> Found<G::Move> {
        let started = Instant::now();
        let mut told = started;
        let mut roots = game.legal_moves();
        let count = roots.len();
        roots.retain(|m| moves.contains(m));
        if roots.is_empty() {
            return Found::nothing(started.elapsed());
        }

        let is_whole = roots.len() == count;
        let is_kept = is_whole && self.keep(game);
        self.last = is_whole.then(|| game.clone());
        self.averages.new_search();
        let depth = limits.depth.map_or(usize::MAX, |depth| depth as usize);
        let Self { tree, averages, playouts, options, .. } = self;
        let mut simulator = Simulator::new(game, tree, averages, playouts, depth);
        if !is_kept {
            simulator.plant(&roots);
        }
        let stop_condition = StopCondition::new(started, limits, 1, [stop, stop]);
        let multipv = options.multipv.clamp(1, roots.len());
        let side = game.position().side_to_move();
        let (mut count, mut next_look, mut next_report) = (0_u32, BATCH, FIRST_REPORT);
        loop {
            let root = simulator.tree.node(ROOT);
            if root.proof.is_settled() || root.proof.wins(side) {
                break;
            }
            if root.visits >= MOST_VISITS {
                simulator.tree.halve();
            }
            simulator.run();
            count = count.saturating_add(1);
            if stop_condition.is_over_budget(simulator.nodes) {
                break;
            }
            if simulator.nodes >= next_look {
                next_look = simulator.nodes + BATCH;
                let enough = || limits.soft_time.is_some_and(|soft| is_enough(&simulator, soft, started, count));
                if stop_condition.look() || enough() {
                    break;
                }
                if told.elapsed() >= HEARTBEAT {
                    told = Instant::now();
                    let found = lines(simulator.tree, game.position(), multipv, self.chance_scale);
                    tell_lines(&found, &simulator, started, tell);
                }
            }
            if count == next_report {
                next_report = next_report.saturating_mul(2);
                let found = lines(simulator.tree, game.position(), multipv, self.chance_scale);
                told = Instant::now();
                tell_lines(&found, &simulator, started, tell);
                let is_deep = found[0].is_complete || found[0].moves.len() >= depth;
                if limits.depth.is_some() && (is_deep || simulator.tree.fullness() == 1000) {
                    break;
                }
            }
        }
        let found = lines(simulator.tree, game.position(), multipv, self.chance_scale);
        tell_lines(&found, &simulator, started, tell);
        let (nodes, best) = (simulator.nodes, &found[0]);
        Found {
            best: best.moves.first().copied(),
            score: Some(best.score),
            line: best.moves.clone(),
            depth: best.moves.len() as u32,
            nodes,
            ..Found::nothing(started.elapsed())
        }
    }

    /// Keeps what the tree knows of the present position of `game`, if that came about from the one searched last.
    fn keep(&mut self, game: &Played<G>) -> bool {
        let Some(last) = self.last.take() else { return false };
        let Some(plies) = game.moves().len().checked_sub(last.moves().len()) else { return false };
        let mut before = game.clone();
        let mut moves: Vec<G::Move> = (0..plies).map_while(|_| before.take_back()).collect();
        if before.position() != last.position() || before.history() != last.history() {
            return false;
        }
        let mut place = ROOT;
        while let Some(m) = moves.pop() {
            let mut children = self.tree.node(place).children();
            let Some(child) = children.find(|&child| self.tree.node(child).m == m) else { return false };
            place = child;
        }
        if !self.tree.node(place).is_expanded() {
            return false;
        }
        self.tree.keep(place);
        self.tree.fullness() < FULL
    }
}

/// Whether a search under a clock has had enough time: sooner where no other move can still be followed as often as the
/// best, later where the best is not the one with the best mean.
fn is_enough<G: Position>(
    simulator: &Simulator<'_, G>,
    soft: std::time::Duration,
    started: Instant,
    count: u32,
) -> bool {
    let moves = simulator.tree.children(ROOT);
    let [_, _, ..] = moves else { return true };
    let elapsed = started.elapsed();
    let (mut first, mut second) = (&moves[0], 0);
    for node in &moves[1..] {
        if node.visits > first.visits {
            (first, second) = (node, first.visits);
        } else {
            second = second.max(node.visits);
        }
    }
    let is_best = moves.iter().all(|node| node.mean() <= first.mean());
    let end = if is_best { soft } else { soft * 2 };
    let left = end.saturating_sub(elapsed).as_secs_f64() / elapsed.as_secs_f64().max(1e-6) * f64::from(count);
    elapsed >= end || (count >= FIRST_REPORT && f64::from(first.visits - second) > left)
}

/// Reports lines.
fn tell_lines<G: Position>(
    lines: &[Line<G::Move>],
    simulator: &Simulator<'_, G>,
    started: Instant,
    tell: &mut dyn FnMut(Told<'_, G::Move>),
) {
    for (line, multipv) in lines.iter().zip(1..) {
        tell(Told::Line(&Report {
            depth: line.moves.len() as u32,
            seldepth: simulator.seldepth.max(line.moves.len()) as u32,
            multipv,
            score: line.score,
            points: None,
            bound: Bound::Exact,
            values: None,
            nodes: simulator.nodes,
            hashfull: simulator.tree.fullness(),
            hitrate: 0,
            elapsed: started.elapsed(),
            line: line.moves.clone(),
        }));
    }
}

impl<G: Position> std::fmt::Debug for Mcts<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mcts").field("options", &self.options).finish_non_exhaustive()
    }
}

#[cfg(all(test, feature = "games"))]
mod tests {
    use super::*;
    use crate::game::Variant;
    use crate::games::hexnim::Hexnim;

    #[test]
    fn memory_is_bounded_and_the_tree_is_kept() {
        let mut game = Played::new(Hexnim::start(&Default::default()));
        let mut player = Mcts::<Hexnim>::new(Options { hash_mib: 1, ..Options::default() });
        let never = AtomicBool::new(false);
        for _ in 0..4 {
            let found = player.search(&game, &Limits::nodes(500_000), &never, &mut |_| ());
            assert!(player.tree.bytes() <= 1 << 20);
            assert!(game.play(found.best.unwrap()));
            assert!(player.keep(&game) && player.tree.node(ROOT).visits > 0);
            player.last = Some(game.clone());
        }
        // Another game, and one in which moves were taken back, begin anew.
        game.take_back();
        game.take_back();
        assert!(!player.keep(&game));
    }
}
