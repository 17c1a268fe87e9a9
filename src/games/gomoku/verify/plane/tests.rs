//! Two sheets laid on one board, as near as the checker allows: whatever White tries there it loses, and nearer, where
//! the checker refuses it, it sometimes wins.

use super::super::strategy::{Node, Strategy};
use super::super::{Certificate, Format};
use super::cover::NOTHING;
use super::lemma::Lemma;
use super::places::{APART, Carry, Place, Position, are_apart, coordinates, needed};
use super::play::wins;
use super::roots::{Maps, Roots};
use super::{Facts, has_five, keep_on};
use crate::games::gomoku::prover::Prover;
use crate::games::gomoku::prover::plane::{ATTACKER, Point, Scene, prove};
use crate::zobrist::SplitMix64;
use std::cell::Cell;
use std::collections::HashMap;

/// Empty squares around all that a tree touches.
const MARGIN: i32 = 5;
/// How often the prover asks whether to stop, before it does: most positions are not won.
const MOST_ASKED: u32 = 200;
/// Games of one tree that are tried out.
const MOST_LINES: u64 = 12_000;
/// Replies beside those that are listed, where White was free before.
const MOST_OTHERS: usize = 12;

#[test]
fn sheets_are_apart_from_six_squares_on() {
    let pair = |x, y| [(0, 0, 0), (x, y, 1)];
    for other in -9..=9 {
        assert!(!are_apart(&pair(5, other)) || other.abs() >= APART, "{other}");
        assert!(are_apart(&pair(-6, other)) && are_apart(&pair(other, 6)), "{other}");
    }
    assert!(!are_apart(&pair(5, -5)) && are_apart(&[(0, 0, 0), (1, 0, 0)]));
    // By their radii they are so wherever the second one lies at that distance.
    let touched = [(0, 0, 0), (3, -4, 0), (0, 0, 1), (-2, 1, 1)];
    assert_eq!((needed(&touched), needed(&touched[..2])), (4 + 2 + APART, 0));
    for at in -12..=12 {
        for middle in [(12, at), (-12, at), (at, 12), (at, -12)] {
            let moved = touched.map(|(x, y, s)| if s == 1 { (x + middle.0, y + middle.1, s) } else { (x, y, s) });
            assert!(are_apart(&moved), "{middle:?}");
        }
    }
}

/// What comes of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// Black makes a five.
    Won,
    /// White does, or can.
    Beaten,
    /// The tree has no move, or none that can be played.
    Stuck,
    /// There are too many lines.
    Long,
}

/// A tree on two sheets, and where the second one lies on the board.
struct Laid<'a> {
    nodes: &'a [Node],
    exact: bool,
    carry: Carry,
    /// The board: its first column and row, and the last ones.
    corners: [(i32, i32); 2],
    black: Vec<Place>,
    white: Vec<Place>,
    lines: u64,
    /// White's turns on the way here that were free.
    free: u32,
    random: SplitMix64,
}

impl Laid<'_> {
    fn place(&self, square: u16) -> Place {
        self.carry.real(coordinates(square))
    }

    fn is_on(&self, (x, y, _): Place) -> bool {
        let [(left, low), (right, high)] = self.corners;
        (left..=right).contains(&x) && (low..=high).contains(&y)
    }

    fn is_empty(&self, place: Place) -> bool {
        !self.black.contains(&place) && !self.white.contains(&place)
    }

    fn squares(&self) -> impl Iterator<Item = Place> + use<> {
        let [(left, low), (right, high)] = self.corners;
        (left..=right).flat_map(move |x| (low..=high).map(move |y| (x, y, 0)))
    }

    /// What comes of Black's play by the tree from a node on, at the worst.
    fn end(&mut self, node: u32) -> End {
        let node = &self.nodes[node as usize];
        let m = self.place(node.m);
        if !self.is_empty(m) {
            return End::Stuck;
        }
        self.black.push(m);
        let end = if has_five(&self.black, self.exact) { End::Won } else { self.after_all(node) };
        self.black.pop();
        end
    }

    /// White's turn: where a side completes a five at once, the other replies need not be tried.
    fn after_all(&mut self, node: &Node) -> End {
        let fives = |stones: &[Place]| wins(stones, self.exact, |place| self.is_on(place) && self.is_empty(place));
        if !fives(&self.white).is_empty() {
            return End::Beaten;
        }
        let replies = match fives(&self.black)[..] {
            [] => self.replies(node),
            [five] => vec![five],
            _ => return End::Won,
        };
        self.free += u32::from(node.pass.is_some());
        let end = self.after(&replies, node);
        self.free -= u32::from(node.pass.is_some());
        end
    }

    /// White's replies where it is free: all of them the first time, later those that are listed and some others.
    fn replies(&mut self, node: &Node) -> Vec<Place> {
        let mut replies: Vec<Place> = self.squares().filter(|&place| self.is_empty(place)).collect();
        if self.free > 0 {
            for other in 0..MOST_OTHERS {
                let with = other + self.random.below(replies.len() - other);
                replies.swap(other, with);
            }
            replies.truncate(MOST_OTHERS);
            replies
                .extend(node.replies.iter().map(|&(reply, _)| self.place(reply)).filter(|&reply| self.is_empty(reply)));
        }
        replies
    }

    fn after(&mut self, replies: &[Place], node: &Node) -> End {
        let listed: HashMap<Place, u32> = node.replies.iter().map(|&(reply, at)| (self.place(reply), at)).collect();
        for &reply in replies {
            self.lines += 1;
            if self.lines > MOST_LINES {
                return End::Long;
            }
            // After a reply that is not listed Black goes on as after a pass.
            let Some(after) = listed.get(&reply).copied().or(node.pass) else { return End::Stuck };
            self.white.push(reply);
            let end = self.end(after);
            self.white.pop();
            if end != End::Won {
                return end;
            }
        }
        End::Won
    }
}

/// A position with Black to move, three of White's stones far away in a window; none if two stones meet.
fn scene(random: &mut SplitMix64) -> Option<Scene> {
    let (mut scene, (dx, dy)) = (Scene::default(), [(1, 0), (0, 1), (1, 1), (1, -1)][random.below(4)]);
    for number in 0..4 {
        let (x, y, step) = (random.below(4) as i8, random.below(4) as i8, random.below(5) as i8);
        let far = Point { sheet: 1, x: step * dx, y: step * dy };
        let near = Point::at(random.below(5) as i8, random.below(5) as i8);
        let (black, white) = (Point::at(x, y), if number < 3 { far } else { near });
        if scene.has(black) || scene.has(white) || black == white {
            return None;
        }
        scene = scene.with_black(black).with_white(white);
    }
    Some(scene)
}

/// A tree of the position that the checker accepts, on both sheets.
fn tree(scene: &Scene, exact: bool) -> Option<(Lemma, Facts, Strategy)> {
    let asked = Cell::new(0);
    let is_enough = || asked.replace(asked.get() + 1) > MOST_ASKED;
    let mut prover = Prover::new(ATTACKER, &is_enough);
    let moves = prove(&mut prover, scene, (exact, None), 0..=0, &mut |_, _, _| Vec::new(), &|_| true)?.tree;
    let hex: String = moves.iter().map(|m| format!("{:04x}", m.number())).collect();
    let rule = if exact { "standard" } else { "freestyle" };
    let text = format!("# rules: rule={rule},connect=5,size=plane\n{scene}|{hex}\n");
    let certificate = Certificate::parse(text.as_bytes(), Format::default()).expect("a certificate");
    let root = &certificate.roots[0];
    let (facts, strategy) =
        keep_on(&mut super::super::board::Board::new(), &certificate, root).expect("a tree of the prover");
    let has_far_moves = facts.black.iter().any(|&square| coordinates(square).2 == 1);
    has_far_moves.then(|| (Lemma::new(root, facts.clone()), facts, strategy))
}

/// The second sheet so far out in a direction.
fn lay((dx, dy): (i32, i32), beside: i32, far: i32) -> Carry {
    Carry { symmetry: 0, by: [(0, 0), (dx * far - dy * beside, dy * far + dx * beside)] }
}

/// Plays a tree with its sheets laid so.
fn play(scene: &Scene, exact: bool, facts: &Facts, strategy: &Strategy, carry: Carry) -> End {
    let touched: Vec<Place> = facts.touched.iter().map(|&square| carry.real(coordinates(square))).collect();
    let of = |pick: fn(&Place) -> i32| {
        let all = || touched.iter().map(pick);
        (all().min().unwrap_or_default() - MARGIN, all().max().unwrap_or_default() + MARGIN)
    };
    let ((left, right), (low, high)) = (of(|place| place.0), of(|place| place.1));
    let stones = |points: &[Point]| points.iter().map(|point| carry.real(coordinates(point.number()))).collect();
    let mut laid = Laid {
        nodes: &strategy.nodes,
        exact,
        carry,
        corners: [(left, low), (right, high)],
        black: stones(&scene.black),
        white: stones(&scene.white),
        lines: 0,
        free: 0,
        random: SplitMix64::new(0x7072_6F6F_660C),
    };
    laid.end(strategy.root().expect("a move"))
}

/// Whether the checker takes the tree for the position on one sheet that the carried stones make.
fn is_taken(lemma: &Lemma, carry: Carry) -> bool {
    let lemmas = [lemma.clone()];
    let real = |places: &[Place]| places.iter().map(|&place| carry.real(place)).collect();
    let position = Position { black: real(&lemma.position.black), white: real(&lemma.position.white) };
    Roots::new(&lemmas, &Maps::new(&lemmas), NOTHING, None).wins(&position).is_some()
}

/// Exactly six squares apart, where the checker takes it, and nearer, where it does not.
#[test]
fn far_stones_do_not_save_white() {
    let mut random = SplitMix64::new(0x7072_6F6F_660B);
    let (mut held, mut beaten, mut tries) = ([0, 0], 0, 0);
    while held.iter().any(|&count| count < 5) {
        tries += 1;
        assert!(tries < 20_000, "{held:?}");
        let exact = tries % 2 == 1;
        let Some(scene) = scene(&mut random) else { continue };
        let Some((lemma, facts, strategy)) = tree(&scene, exact) else { continue };
        let touched: Vec<Place> = facts.touched.iter().map(|&square| coordinates(square)).collect();
        let direction = [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (-1, 1)][random.below(6)];
        let beside = random.below(9) as i32 - 4;
        let is_apart = |far: &i32| are_apart(&lay(direction, beside, *far).places(&touched));
        let nearest = (0..=60).rev().take_while(is_apart).last().expect("far apart they are");
        let carry = lay(direction, beside, nearest);
        match play(&scene, exact, &facts, &strategy, carry) {
            End::Long => continue,
            end => assert_eq!(end, End::Won, "{scene}: {:?}", carry.by),
        }
        assert!(is_taken(&lemma, carry), "{scene}: {:?}", carry.by);
        held[usize::from(exact)] += 1;
        for far in nearest - 12..nearest {
            let nearer = lay(direction, beside, far);
            let end = play(&scene, exact, &facts, &strategy, nearer);
            beaten += u32::from(end == End::Beaten);
            assert!(end != End::Beaten || !is_taken(&lemma, nearer), "{scene}: {:?}", nearer.by);
        }
        assert!(!is_taken(&lemma, lay(direction, beside, nearest - 1)), "{scene}");
    }
    assert!(beaten >= 3, "{beaten}");
}
