//! Charts: a board for the stones of a position on the plane, 20x20 or, with the feature `charts`, 27x27. What lies
//! near Black's stones is drawn as it is. White stones further off, or on another sheet, stand in clusters where the
//! board has room for them and their windows.

use super::point::{MOST, Point, Scene};
use crate::game::Side;
use crate::games::gomoku::square::{LARGEST, MAX_SIZE};
use crate::games::gomoku::stones::Stones;
use crate::games::gomoku::{Gomoku, Rule, Rules, Square};

/// The side of charts, and of the largest board.
pub const SIDE: i8 = LARGEST as i8;
/// Whether two white stones that support each other have room for their windows near Black's.
const IS_LARGE: bool = LARGEST > MAX_SIZE;
/// Squares so near to a cluster are drawn where it is, and white stones so near to each other are one.
const REACH: i8 = 5;
/// White stones of the sheet that are so far from Black's may be drawn elsewhere.
const FAR: i8 = 6;
/// From the middle of Black's stones to the edge on the side where no cluster is.
const ROOM: i8 = if IS_LARGE { 9 } else { 7 };
/// From Black's stones to the edge where white stones have their room on the other side.
const LEAST_ROOM: i8 = if IS_LARGE { 7 } else { 4 };
/// Clusters keep so far from other stones.
const APART: i8 = 5;
/// From a white stone to the edge: its windows reach four squares far.
const EDGE: i8 = if IS_LARGE { 4 } else { 2 };
/// What a row between a cluster and other stones is worth, in windows.
const ROW: i32 = 8;
/// The directions of windows.
const DIRECTIONS: [[i8; 2]; 4] = [[1, 0], [0, 1], [1, 1], [1, -1]];

/// Where a part of a sheet is drawn.
#[derive(Clone, Copy, Debug)]
struct Part {
    sheet: u8,
    /// Columns and rows of the board.
    side: i8,
    /// The stones lie between these.
    low: [i8; 2],
    high: [i8; 2],
    /// From a square's coordinates to its column and row.
    shift: [i8; 2],
}

impl Part {
    fn around(points: &[Point]) -> Option<Self> {
        let (xs, ys) = (points.iter().map(|point| point.x), points.iter().map(|point| point.y));
        let low = [xs.clone().min()?, ys.clone().min()?];
        let high = [xs.max()?, ys.max()?];
        Some(Self { sheet: points[0].sheet, side: SIDE, low, high, shift: [0, 0] })
    }

    /// How far a square is from the stones.
    fn distance(&self, point: Point) -> i8 {
        let outside = |at: i8, axis: usize| (self.low[axis] - at).max(at - self.high[axis]).max(0);
        outside(point.x, 0).max(outside(point.y, 1))
    }

    fn reaches(&self, point: Point) -> bool {
        point.sheet == self.sheet && self.distance(point) <= REACH
    }

    fn on_board(&self, point: Point) -> Option<Square> {
        let [x, y] = [point.x.checked_add(self.shift[0])?, point.y.checked_add(self.shift[1])?];
        let is_on = (0..self.side).contains(&x) && (0..self.side).contains(&y);
        // Rows of the board are counted from the top.
        is_on.then(|| Square::at(x as usize, (self.side - 1 - y) as usize))
    }

    /// Whether it is drawn with the windows of a white stone there, as far as these matter.
    fn has_room(&self, point: Point) -> bool {
        let edge = if IS_LARGE { EDGE } else { 0 };
        let at = [point.x + self.shift[0], point.y + self.shift[1]];
        at.into_iter().all(|at| (edge..SIDE - edge).contains(&at))
    }

    fn on_plane(&self, square: Square) -> Point {
        let (x, y) = (square.x() as i8, self.side - 1 - square.y() as i8);
        Point { sheet: self.sheet, x: x - self.shift[0], y: y - self.shift[1] }
    }
}

/// A chart of a position.
#[derive(Clone, Debug)]
pub struct Chart {
    main: Part,
    clusters: Vec<Part>,
}

impl Chart {
    /// The charts of a position, the most promising first: with far stones where they are, as far as the board goes,
    /// and with all of them in clusters. With a board, of so many columns and rows, on which all stones are, only it,
    /// with its edges where they are.
    pub fn all(scene: &Scene, board: Option<i8>) -> Vec<Self> {
        if let Some(side) = board {
            // With an even number the one before is the same board from either side.
            let sides = side - 1 + side % 2..=side;
            let found: Vec<Self> = sides.filter_map(|side| Self::on_board(scene, side)).collect();
            if !found.is_empty() {
                return found;
            }
        }
        let Some(mut main) = core(scene) else { return Vec::new() };
        main.centre([SIDE / 2 - 1; 2]);
        main.fit(&scene.white);
        let is_off = |point: &Point| point.sheet != 0 || !main.has_room(*point);
        let is_far = |point: &Point| is_off(point) || main.distance(*point) >= FAR;
        let (off, far) = (clusters(scene, &is_off), clusters(scene, &is_far));
        let mut charts = vec![Self::with(scene, main, &off)];
        if off != far {
            charts.push(Self::with(scene, main, &far));
            // Two that support each other are better off with all their windows.
            if !IS_LARGE && far.iter().any(|cluster| cluster.len() > 1) {
                charts.reverse();
            }
        }
        charts.into_iter().flatten().collect()
    }

    /// A board of so many columns and rows in whose middle the first stone is, if there is room for all stones.
    fn on_board(scene: &Scene, side: i8) -> Option<Self> {
        let main = Part { side, shift: [(side - 1) / 2; 2], ..core(scene)? };
        let chart = Self { main, clusters: Vec::new() };
        scene.black.iter().chain(&scene.white).all(|&stone| chart.square(stone).is_some()).then_some(chart)
    }

    fn with(scene: &Scene, mut main: Part, clusters: &[Vec<Point>]) -> Option<Self> {
        if clusters.is_empty() {
            return Some(Self { main, clusters: Vec::new() });
        }
        let middles = [SIDE / 2 - 1, ROOM, SIDE - 1 - ROOM];
        let places = middles.into_iter().flat_map(|x| middles.map(|y| [x, y]));
        let charts = places.filter_map(|place| {
            main.centre(place);
            let mut chart = Self { main, clusters: Vec::new() };
            let mut score = 0;
            for cluster in clusters {
                let others = scene.black.iter().chain(&scene.white).filter(|stone| !cluster.contains(stone));
                let others: Vec<Square> = others.filter_map(|&stone| chart.square(stone)).collect();
                let (of_cluster, part) = place_cluster(cluster, &main, &others)?;
                score += of_cluster;
                chart.clusters.push(part);
            }
            let mut stones = scene.black.iter().chain(&scene.white);
            stones.all(|&stone| chart.square(stone).is_some()).then_some((score, chart))
        });
        charts.max_by_key(|&(score, _)| score).map(|(_, chart)| chart)
    }

    /// Where a square is drawn.
    pub fn square(&self, point: Point) -> Option<Square> {
        let part = self.clusters.iter().find(|part| part.reaches(point)).unwrap_or(&self.main);
        let square = if part.sheet == point.sheet { part.on_board(point) } else { None };
        square.filter(|&square| self.point(square) == point)
    }

    /// What is drawn on a square of the board.
    pub fn point(&self, square: Square) -> Point {
        let from_black = self.main.distance(self.main.on_plane(square));
        let owns = |part: &&Part| {
            let point = part.on_plane(square);
            part.reaches(point) && part.distance(point) < from_black
        };
        self.clusters.iter().find(owns).unwrap_or(&self.main).on_plane(square)
    }

    /// The position on the board, Black to move.
    pub fn game(&self, scene: &Scene, exact: bool) -> Option<Gomoku> {
        let rule = if exact { Rule::Standard } else { Rule::Freestyle };
        let side = self.main.side as u8;
        let rules = Rules { rule, width: side, height: side, ..Rules::default() };
        let mut stones = [Stones::default(); 2];
        for (side, points) in [&scene.black, &scene.white].into_iter().enumerate() {
            for &point in points {
                let square = self.square(point)?;
                if stones.iter().any(|stones| stones.contains(square)) {
                    return None;
                }
                stones[side].toggle(square);
            }
        }
        Some(Gomoku::new(rules, stones, Side::FIRST, false))
    }

    /// Whether a square is one of the plane that certificates can name.
    pub(super) fn names(point: Point) -> bool {
        point.x.abs() <= MOST && point.y.abs() <= MOST
    }
}

/// Black's first two stones, around which all happens.
fn core(scene: &Scene) -> Option<Part> {
    Part::around(&scene.black[..scene.black.len().min(2)])
}

/// The white stones of which this holds, in clusters, with those beside them that are far as well.
fn clusters(scene: &Scene, is_out: &dyn Fn(&Point) -> bool) -> Vec<Vec<Point>> {
    let Some(black) = core(scene) else { return Vec::new() };
    let mut clusters: Vec<Vec<Point>> = Vec::new();
    let mut rest: Vec<Point> = scene.white.clone();
    while let Some(at) = rest.iter().position(is_out) {
        let mut cluster = vec![rest.remove(at)];
        let is_beside = |cluster: &[Point], point: &Point| {
            let is_far = is_out(point) || black.distance(*point) >= FAR - 1;
            is_far && cluster.iter().any(|other| other.sheet == point.sheet && other.distance(*point) < REACH)
        };
        while let Some(at) = rest.iter().position(|point| is_beside(&cluster, point)) {
            cluster.push(rest.remove(at));
        }
        clusters.push(cluster);
    }
    clusters
}

/// Where a cluster has the most of its windows, and how many: those with two of its stones count more, and those in
/// line with two.
fn place_cluster(cluster: &[Point], main: &Part, others: &[Square]) -> Option<(i32, Part)> {
    let part = Part::around(cluster)?;
    let is_in_line =
        |[dx, dy]: [i8; 2]| cluster.iter().any(|a| (1..5).any(|n| cluster.contains(&a.shifted(n * dx, n * dy))));
    let lines = DIRECTIONS.map(|direction| (direction, if is_in_line(direction) { 4 } else { 1 }));
    let score = |part: &Part| {
        let has_room = |point: Point| {
            part.on_board(point).is_some_and(|square| main.distance(main.on_plane(square)) > part.distance(point))
        };
        let mut score = 0;
        for &stone in cluster {
            for ([dx, dy], weight) in lines {
                for back in 0..5 {
                    let window = (0..5).map(|step| stone.shifted(dx * (step - back), dy * (step - back)));
                    let stones = window.clone().filter(|point| cluster.contains(point)).count();
                    if window.clone().all(has_room) {
                        score += if stones > 1 { 8 } else { weight };
                    }
                }
            }
        }
        score
    };
    let places =
        (-part.low[0]..SIDE - part.high[0]).flat_map(|x| (-part.low[1]..SIDE - part.high[1]).map(move |y| [x, y]));
    let placed = places.filter_map(|shift| {
        let part = Part { shift, ..part };
        let distance = others.iter().map(|&square| part.distance(part.on_plane(square))).min().unwrap_or(SIDE);
        (distance >= APART).then(|| (score(&part), distance, part))
    });
    // Black needs its surroundings as well.
    let scored = placed.map(|(score, distance, part)| (score + ROW * i32::from(distance), part));
    scored.max_by_key(|&(score, _)| score)
}

impl Part {
    /// Draws the middle of the stones at this column and row.
    fn centre(&mut self, place: [i8; 2]) {
        for (axis, at) in place.into_iter().enumerate() {
            self.shift[axis] = at - (self.low[axis] + self.high[axis]).div_euclid(2);
        }
    }

    /// Moves the board so that white stones have some room behind them, as far as Black's keep theirs.
    fn fit(&mut self, white: &[Point]) {
        let on_sheet: Vec<Point> = white.iter().copied().filter(|point| point.sheet == self.sheet).collect();
        let Some(all) = Self::around(&on_sheet) else { return };
        for axis in 0..2 {
            let (low, high) = (EDGE - all.low[axis], SIDE - 1 - EDGE - all.high[axis]);
            let (least, most) = (LEAST_ROOM - self.low[axis], SIDE - 1 - LEAST_ROOM - self.high[axis]);
            let shift = self.shift[axis];
            let moved = if shift < low { shift.max(low) } else { shift.min(high) };
            self.shift[axis] = moved.clamp(least, most);
        }
    }
}
