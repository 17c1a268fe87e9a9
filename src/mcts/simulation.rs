//! One simulation: down the tree, a playout from where it ends, and what that says of every node on the way.

use super::averages::{Averages, MOST_PLIES, Step, name};
use super::playout::Playouts;
use super::proof::{Payoffs, Proof};
use super::select::select;
use super::tree::{ROOT, Tree};
use crate::game::{History, MoveList, Outcome, Played, Position, Side};

/// The longest way through the tree.
pub(super) const DEEPEST: usize = 512;
const _: () = assert!(DEEPEST + super::playout::MOST_PLIES < MOST_PLIES);

/// What simulations from one position need.
pub(super) struct Simulator<'a, G: Position> {
    pub(super) tree: &'a mut Tree<G::Move>,
    pub(super) averages: &'a mut Averages,
    playouts: &'a mut Playouts,
    root: &'a G,
    /// Moves are played here.
    position: G,
    /// The positions up to the present one, where repetitions matter.
    history: Option<History>,
    /// The nodes of a simulation.
    path: Vec<u32>,
    /// For each but the last of them, what the side to move would rather have than what the simulation comes to.
    rather: Vec<Option<Payoffs>>,
    /// Positions at this depth have no moves in the tree.
    depth: usize,
    /// Positions made so far.
    pub(super) nodes: u64,
    /// The deepest position in the tree that was met.
    pub(super) seldepth: usize,
}

impl<'a, G: Position> Simulator<'a, G> {
    pub(super) fn new(
        game: &'a Played<G>,
        tree: &'a mut Tree<G::Move>,
        averages: &'a mut Averages,
        playouts: &'a mut Playouts,
        depth: usize,
    ) -> Self {
        let root = game.position();
        let history = (root.repetition_limit() > 0).then(|| {
            let mut history = game.history().clone();
            history.reserve(DEEPEST + 1);
            history
        });
        let (path, rather) = (Vec::with_capacity(DEEPEST + 1), Vec::with_capacity(DEEPEST + 1));
        let position = root.clone();
        let depth = depth.min(DEEPEST);
        Self { tree, averages, playouts, root, position, history, path, rather, depth, nodes: 0, seldepth: 0 }
    }

    /// Plants the tree, with `moves` at the root.
    pub(super) fn plant(&mut self, moves: &[G::Move]) {
        self.tree.plant::<G>(moves[0]);
        self.position.clone_from(self.root);
        self.add(ROOT, moves);
    }

    /// One simulation.
    pub(super) fn run(&mut self) {
        self.position.clone_from(self.root);
        self.averages.begin();
        self.path.clear();
        self.rather.clear();
        let mut expanded = None;
        let mut place = ROOT;
        let payoffs = loop {
            self.path.push(place as u32);
            let node = self.tree.node(place);
            if node.proof.is_settled() {
                break node.proof.payoffs();
            }
            if !node.is_expanded() {
                let is_ripe = node.visits >= self.ripe() && self.path.len() <= self.depth;
                if !is_ripe || !self.expand(place) {
                    break self.playout();
                }
                expanded = Some(self.path.len() - 1);
                let proof = self.tree.node(place).proof;
                if proof.is_settled() {
                    break proof.payoffs();
                }
            }
            place = self.step(place);
        };
        let plies = self.path.len() - 1;
        self.seldepth = self.seldepth.max(plies);
        if let Some(history) = &mut self.history {
            (0..plies).for_each(|_| history.pop());
        }
        self.averages.finish(payoffs);
        self.back_up(payoffs, expanded);
    }

    /// How many simulations a node needs before its moves are in the tree: the more, the less room there is.
    fn ripe(&self) -> u32 {
        [1, 1, 1, 1, 4, 4, 16, 64, 256][self.tree.fullness() as usize / 125]
    }

    /// Makes a move of the node at `place`, and says where it leads.
    fn step(&mut self, place: usize) -> usize {
        let side = self.position.side_to_move();
        let node = self.tree.node(place);
        let choice = select::<G>(node, self.tree.children(place), side, self.averages);
        let chosen = node.children().start + choice.index;
        self.rather.push(choice.rather);
        let (m, name) = (self.tree.node(chosen).m, self.tree.node(chosen).name);
        self.averages.play(Step { side, name });
        let irreversible = self.history.is_some() && self.position.is_irreversible(m);
        self.position.make(m);
        self.nodes += 1;
        if let Some(history) = &mut self.history {
            history.push(&self.position, irreversible);
        }
        chosen
    }

    /// Gives the node of the present position its moves; false if there is no room.
    fn expand(&mut self, place: usize) -> bool {
        let mut list = G::Moves::default();
        self.position.moves(&mut list);
        self.add(place, list.as_slice())
    }

    fn add(&mut self, place: usize, moves: &[G::Move]) -> bool {
        let names = moves.iter().map(|&m| (m, name(&self.position, m)));
        if !self.tree.expand::<G>(place, names) {
            return false;
        }
        for child in self.tree.node(place).children() {
            let m = self.tree.node(child).m;
            if let Some(outcome) = self.outcome_after(m) {
                self.tree.node_mut(child).proof = Proof::over(outcome);
            }
        }
        self.nodes += moves.len() as u64;
        let side = self.position.side_to_move();
        self.prove(place, side);
        true
    }

    /// The result if a move ends the game.
    fn outcome_after(&mut self, m: G::Move) -> Option<Outcome> {
        let irreversible = self.history.is_some() && self.position.is_irreversible(m);
        let undo = self.position.make(m);
        let mut outcome = self.position.outcome();
        if let (None, Some(history), false) = (outcome, &mut self.history, irreversible) {
            history.push(&self.position, false);
            outcome = (history.occurrences() >= self.position.repetition_limit()).then_some(Outcome::DRAW);
            history.pop();
        }
        self.position.unmake(m, undo);
        outcome
    }

    /// Brings what is proven of a node, where `side` is to move, up to date with its moves, and says whether that
    /// changed it.
    fn prove(&mut self, place: usize, side: Side) -> bool {
        let moves = self.tree.children(place).iter().map(|node| node.proof);
        let proof = Proof::of_moves::<G>(moves, side);
        let node = self.tree.node_mut(place);
        let is_changed = proof != node.proof;
        node.proof = proof;
        is_changed
    }

    /// Plays on to the end, outside the tree.
    fn playout(&mut self) -> Payoffs {
        let (payoffs, nodes) = self.playouts.run(&mut self.position, self.averages);
        self.nodes += nodes;
        payoffs
    }

    /// Tells every node on the way what the simulation came to; that at the ply `expanded` has just got its moves.
    fn back_up(&mut self, mut payoffs: Payoffs, expanded: Option<usize>) {
        let mut is_changed = false;
        for ply in (0..self.path.len()).rev() {
            let place = self.path[ply] as usize;
            if let Some(&Step { side, .. }) = self.averages.steps().get(ply) {
                let payoff = i32::from(payoffs[side.index()]);
                let averages = &*self.averages;
                for child in self.tree.children_mut(place) {
                    if averages.is_played_from(Step { side, name: child.name }, ply) {
                        child.amaf_visits += 1;
                        child.amaf_sum += payoff;
                    }
                }
                if let Some(&next) = self.path.get(ply + 1) {
                    self.tree.node_mut(next as usize).sum += payoff;
                    is_changed = is_changed && self.prove(place, side);
                    payoffs = self.rather[ply].unwrap_or(payoffs);
                }
            }
            is_changed |= expanded == Some(ply) && self.tree.node(place).proof != Proof::nothing::<G>();
            self.tree.node_mut(place).visits += 1;
        }
    }
}
