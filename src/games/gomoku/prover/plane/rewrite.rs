//! A tree of the chart, written out by the rules of certificates on the plane. There White's windows are other ones:
//! the edge of the chart cuts some off, and stones of two sheets share none. A reply that the chart's tree does not
//! list is answered as if White had passed; where that fails, the position is searched again.

use super::chart::Chart;
use super::node::Node;
use super::point::{Point, Scene};
use std::ops::Range;
use std::rc::Rc;

/// Rows and columns of a sheet.
const SIDE: usize = 128;
/// The longest tree that is worth having, in moves.
const MOST_MOVES: usize = 200_000;
/// Moves that are written before a tree is given up, also those that are crossed out again.
const MOST_WORK: usize = 1_000_000;
/// The four ways in which a window can lie.
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// Squares of a window.
const LENGTH: i8 = 5;

/// A set of squares of both sheets, by rows.
struct Area {
    rows: Box<[u128; 2 * SIDE]>,
    /// No other rows have squares.
    used: Range<usize>,
}

impl Area {
    fn new() -> Self {
        Self { rows: Box::new([0; 2 * SIDE]), used: 0..0 }
    }

    #[inline]
    fn row(point: Point) -> usize {
        SIDE * usize::from(point.sheet) + (i16::from(point.y) + 64) as usize
    }

    #[inline]
    fn bit(point: Point) -> u128 {
        1 << (i16::from(point.x) + 64)
    }

    #[inline]
    fn insert(&mut self, point: Point) {
        let row = Self::row(point);
        self.rows[row] |= Self::bit(point);
        self.widen(row..row + 1);
    }

    #[inline]
    fn toggle(&mut self, point: Point) {
        let row = Self::row(point);
        self.rows[row] ^= Self::bit(point);
        self.widen(row..row + 1);
    }

    #[inline]
    fn contains(&self, point: Point) -> bool {
        self.rows[Self::row(point)] & Self::bit(point) != 0
    }

    fn widen(&mut self, rows: Range<usize>) {
        self.used =
            if self.used.is_empty() { rows } else { self.used.start.min(rows.start)..self.used.end.max(rows.end) };
    }

    fn unite(&mut self, other: &Self) {
        let used = other.used.clone();
        self.rows[used.clone()].iter_mut().zip(&other.rows[used.clone()]).for_each(|(row, other)| *row |= other);
        self.widen(used);
    }

    /// The squares in ascending order.
    fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.used.clone().flat_map(|row| {
            let (sheet, y, bits) = ((row / SIDE) as u8, ((row % SIDE) as i16 - 64) as i8, self.rows[row]);
            (0..SIDE).filter(move |x| bits >> x & 1 != 0).map(move |x| Point { sheet, y, x: (x as i16 - 64) as i8 })
        })
    }
}

/// Zones 1 to 3: nothing is the whole plane. The fourth always is.
type Zones = [Option<Area>; 3];

/// What finds the tree of a position inside another tree, and the chart it is on.
pub(super) type Again<'a> = dyn FnMut(&Scene) -> Option<(Rc<Node>, Chart)> + 'a;

/// The edges that matter.
#[derive(Clone, Copy)]
pub(super) enum Edges {
    /// There are none.
    None,
    /// Black's fives have to be on a board of so many columns and rows, as far as White's stones are.
    OfFives(i8),
    /// Windows of either side have to be on the board.
    OfAll(i8),
}

/// Whether a square is on a board: with an even number of columns and rows there is one more to the right, and above.
fn is_on(point: Point, side: i8) -> bool {
    point.sheet == 0 && [point.x, point.y].into_iter().all(|at| (-((side - 1) / 2)..=side / 2).contains(&at))
}

/// The position, and the moves written so far.
pub(super) struct Rewrite<'a, 'b> {
    scene: Scene,
    exact: bool,
    edges: Edges,
    black: Area,
    white: Area,
    moves: Vec<Point>,
    /// Moves that were written, also those that were crossed out again.
    work: usize,
    is_too_long: bool,
    again: &'a mut Again<'b>,
}

impl<'a, 'b> Rewrite<'a, 'b> {
    pub(super) fn new(scene: &Scene, (exact, edges): (bool, Edges), again: &'a mut Again<'b>) -> Self {
        let [mut black, mut white] = [Area::new(), Area::new()];
        scene.black.iter().for_each(|&point| black.insert(point));
        scene.white.iter().for_each(|&point| white.insert(point));
        Self { scene: scene.clone(), exact, edges, black, white, moves: Vec::new(), work: 0, is_too_long: false, again }
    }

    /// The moves of the whole tree.
    pub(super) fn tree(mut self, node: &Node, chart: &Chart) -> Option<Vec<Point>> {
        self.write(node, chart)?;
        Some(self.moves)
    }

    /// Writes the tree of a node of a chart; its zones. The position is as before, also if it fails.
    fn write(&mut self, node: &Node, chart: &Chart) -> Option<Zones> {
        let m = chart.point(node.m);
        self.work += 1;
        if self.moves.len() > MOST_MOVES || self.work > MOST_WORK || self.is_too_long {
            self.is_too_long = true;
            return None;
        }
        if !Chart::names(m) || self.black.contains(m) || self.white.contains(m) {
            return None;
        }
        self.moves.push(m);
        self.black.toggle(m);
        self.scene.black.push(m);
        let zones = self.after(node, chart, m);
        self.scene.black.pop();
        self.black.toggle(m);
        zones
    }

    /// White's turn after Black's move `m`.
    fn after(&mut self, node: &Node, chart: &Chart, m: Point) -> Option<Zones> {
        let fives = self.windows_of_black()?;
        let mut zones: [Area; 3] = std::array::from_fn(|_| Area::new());
        zones.iter_mut().for_each(|zone| zone.insert(m));
        if fives.iter().any(|&(stones, _)| stones == LENGTH) {
            return Some(zones.map(Some));
        }
        self.windows_of_white(&mut zones)?;
        let mut wins: Vec<Point> = fives.into_iter().map(|(_, empty)| empty).collect();
        wins.sort_unstable();
        wins.dedup();
        zones.iter_mut().for_each(|zone| wins.iter().for_each(|&win| zone.insert(win)));
        let mut zones = zones.map(Some);
        if wins.len() > 1 {
            return Some(zones);
        }
        let mut replies = wins;
        if replies.is_empty() {
            let [first, second, third] = self.write(node.pass.as_ref()?, chart)?;
            replies =
                first?.points().filter(|&point| !self.black.contains(point) && !self.white.contains(point)).collect();
            unite(&mut zones[0], second);
            unite(&mut zones[1], third);
            zones[2] = None;
        }
        for reply in replies {
            if !Chart::names(reply) {
                return None;
            }
            let of_reply = self.reply(node, chart, reply)?;
            zones.iter_mut().zip(of_reply).for_each(|(zone, other)| unite(zone, other));
        }
        Some(zones)
    }

    /// The tree after a reply.
    fn reply(&mut self, node: &Node, chart: &Chart, reply: Point) -> Option<Zones> {
        self.white.toggle(reply);
        self.scene.white.push(reply);
        let length = self.moves.len();
        let listed = chart.square(reply).and_then(|square| node.replies.get(&square));
        let candidates = [listed, node.pass.as_ref()];
        let mut found = None;
        for after in candidates.into_iter().flatten() {
            found = self.write(after, chart);
            if found.is_some() {
                break;
            }
            self.moves.truncate(length);
        }
        if found.is_none() {
            let scene = self.scene.clone();
            if let Some((node, chart)) = (self.again)(&scene) {
                found = self.write(&node, &chart);
            }
        }
        self.scene.white.pop();
        self.white.toggle(reply);
        found
    }

    /// The windows with four or five black stones that are, or can become, Black's five: how many stones, and the empty
    /// square; nothing if one leaves the board.
    fn windows_of_black(&self) -> Option<Vec<(i8, Point)>> {
        let (mut found, mut leaves) = (Vec::new(), false);
        let side = match self.edges {
            Edges::OfFives(side) if self.scene.white.iter().all(|&stone| is_on(stone, side)) => Some(side),
            _ => None,
        };
        self.live(&self.scene.black, &self.black, &self.white, &mut |stones, start, (dx, dy)| {
            if stones >= LENGTH - 1 {
                let mut squares = (0..LENGTH).map(|step| start.shifted(dx * step, dy * step));
                leaves |= side.is_some_and(|side| squares.clone().any(|at| !is_on(at, side)));
                let empty = squares.find(|&square| !self.black.contains(square)).unwrap_or(start);
                found.push((stones, empty));
            }
        });
        (!leaves).then_some(found)
    }

    /// Adds White's live windows to the zones; none if it could complete one.
    fn windows_of_white(&self, zones: &mut [Area; 3]) -> Option<()> {
        let mut completes = false;
        self.live(&self.scene.white, &self.white, &self.black, &mut |stones, start, (dx, dy)| {
            completes |= stones >= LENGTH - 1;
            for (zone, least) in zones.iter_mut().zip([3, 2, 1]) {
                if stones >= least {
                    (0..LENGTH).for_each(|step| zone.insert(start.shifted(dx * step, dy * step)));
                }
            }
        });
        (!completes).then_some(())
    }

    /// The live windows that have a stone of a side: how many stones, the first square, and the direction. A window
    /// comes once for each stone.
    fn live(&self, stones: &[Point], own: &Area, other: &Area, see: &mut dyn FnMut(i8, Point, (i8, i8))) {
        for &stone in stones {
            for (dx, dy) in DIRECTIONS {
                for back in 0..LENGTH {
                    let start = stone.shifted(-dx * back, -dy * back);
                    let at = |step: i8| start.shifted(dx * step, dy * step);
                    if let Edges::OfAll(side) = self.edges
                        && !(is_on(start, side) && is_on(at(LENGTH - 1), side))
                    {
                        continue;
                    }
                    if (0..LENGTH).any(|step| other.contains(at(step)))
                        || self.exact && (own.contains(at(-1)) || own.contains(at(LENGTH)))
                    {
                        continue;
                    }
                    let count = (0..LENGTH).filter(|&step| own.contains(at(step))).count() as i8;
                    see(count, start, (dx, dy));
                }
            }
        }
    }
}

fn unite(zone: &mut Option<Area>, other: Option<Area>) {
    match (zone.as_mut(), other) {
        (Some(zone), Some(other)) => zone.unite(&other),
        _ => *zone = None,
    }
}
