//! The jobs that prove the plane: White's second stones, each answered, and after a pass of White the replies in the
//! zone of the tree that is found there. What is proved is used wherever it fits: turned, moved, with one white stone
//! more that lies outside its zone, or with far stones put on the other sheet.

use super::point::{Point, Scene};
use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};

/// Stones of both sheets are so far apart at least that no window, with the squares beyond it, has both.
const APART: i8 = 6;

/// From Black's first stone: there its stones may cut windows off.
const NEAR: i8 = 7;

/// What a tree says beside that its position is won.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Its first zone; nothing is the whole plane.
    pub zone: Option<Vec<Point>>,
    /// The squares where stones are, come or are listed.
    pub touched: Vec<Point>,
}

/// A position that is proved by a tree.
struct Lemma {
    scene: Scene,
    facts: OnceCell<Option<Facts>>,
}

/// A symmetry, and what it is followed by on either sheet.
#[derive(Clone, Copy)]
struct Motion {
    symmetry: u8,
    shifts: [[i8; 2]; 2],
}

impl Motion {
    fn image(&self, point: Point) -> Point {
        let [dx, dy] = self.shifts[usize::from(point.sheet)];
        let image = point.image(self.symmetry);
        // Whatever leaves the numbers is nowhere near a stone.
        Point { x: image.x.saturating_add(dx), y: image.y.saturating_add(dy), ..image }
    }
}

/// What a position has in common with its images.
type Key = Vec<(bool, Point)>;

/// Stones of a sheet moved so that the lowest row and column of them are 0.
fn corner(stones: &[(bool, Point)], sheet: u8) -> [i8; 2] {
    let of_sheet = || stones.iter().filter(|(_, point)| point.sheet == sheet);
    [of_sheet().map(|(_, point)| point.x).min(), of_sheet().map(|(_, point)| point.y).min()]
        .map(Option::unwrap_or_default)
}

fn turned(scene: &Scene, symmetry: u8) -> (Key, [[i8; 2]; 2]) {
    let black = scene.black.iter().map(|point| (true, point.image(symmetry)));
    let mut stones: Key = black.chain(scene.white.iter().map(|point| (false, point.image(symmetry)))).collect();
    let corners = [corner(&stones, 0), corner(&stones, 1)];
    for (_, point) in &mut stones {
        let [x, y] = corners[usize::from(point.sheet)];
        *point = Point { x: point.x - x, y: point.y - y, ..*point };
    }
    stones.sort_unstable();
    (stones, corners)
}

/// The key of a position.
fn key(scene: &Scene) -> Key {
    (0..8).map(|symmetry| turned(scene, symmetry).0).min().unwrap_or_default()
}

/// The motions that take a position to one that is an image of it.
fn motions(from: &Scene, to: &Scene) -> Vec<Motion> {
    let (target, to) = turned(to, 0);
    let motion = |symmetry: u8| {
        let (image, from) = turned(from, symmetry);
        let shift = |sheet: usize| [to[sheet][0] - from[sheet][0], to[sheet][1] - from[sheet][1]];
        (image == target).then_some(Motion { symmetry, shifts: [shift(0), shift(1)] })
    };
    (0..8).filter_map(motion).collect()
}

/// Everything that is proved by a tree, and the answers by which other positions are split.
pub struct Proved<'a> {
    lemmas: HashMap<Key, Lemma>,
    answers: HashMap<Key, (Scene, Point)>,
    /// Those that others rest on.
    used: RefCell<HashSet<Key>>,
    read: &'a dyn Fn(&Scene) -> Option<Facts>,
}

impl<'a> Proved<'a> {
    /// Nothing so far; `read` gives what the tree of a position says.
    pub fn new(read: &'a dyn Fn(&Scene) -> Option<Facts>) -> Self {
        Self { lemmas: HashMap::new(), answers: HashMap::new(), used: RefCell::default(), read }
    }

    /// Adds a position whose tree is known.
    pub fn add(&mut self, scene: Scene) {
        self.lemmas.entry(key(&scene)).or_insert(Lemma { scene, facts: OnceCell::new() });
    }

    /// Chooses Black's move in a position: White's replies to it are looked at one by one.
    pub fn choose(&mut self, scene: Scene, m: Point) {
        self.answers.insert(key(&scene), (scene, m));
    }

    /// Black's move that was chosen in this position or an image of it.
    pub fn answer(&self, scene: &Scene) -> Option<Point> {
        let (other, m) = self.answers.get(&key(scene))?;
        motions(other, scene).first().map(|motion| motion.image(*m))
    }

    /// All positions whose trees are known.
    pub fn scenes(&self) -> Vec<&Scene> {
        self.lemmas.values().map(|lemma| &lemma.scene).collect()
    }

    /// The positions whose trees were made use of since the last time.
    pub fn take_used(&self) -> Vec<&Scene> {
        let used = self.used.take();
        self.lemmas.iter().filter(|(key, _)| used.contains(*key)).map(|(_, lemma)| &lemma.scene).collect()
    }

    /// The tree of this very position or an image of it: what leads from there to here, and what it says.
    fn lemma(&self, scene: &Scene) -> Option<(Vec<Motion>, &Lemma)> {
        let lemma = self.lemmas.get(&key(scene))?;
        Some((motions(&lemma.scene, scene), lemma))
    }

    fn facts<'b>(&self, lemma: &'b Lemma) -> Option<&'b Facts> {
        lemma.facts.get_or_init(|| (self.read)(&lemma.scene)).as_ref()
    }

    /// The same position with far stones of White put on sheet 1 in every way in which they are far from all others,
    /// itself first.
    fn readings(scene: &Scene) -> Vec<Scene> {
        let mut all = vec![scene.clone()];
        if scene.white.iter().any(|point| point.sheet == 1) {
            return all;
        }
        for chosen in 1..1u32 << scene.white.len() {
            let is_far = |number: usize| chosen >> number & 1 != 0;
            let far = (0..scene.white.len()).filter(|&number| is_far(number)).map(|number| scene.white[number]);
            let near = (0..scene.white.len()).filter(|&number| !is_far(number)).map(|number| scene.white[number]);
            let near: Vec<Point> = near.chain(scene.black.iter().copied()).collect();
            if far.clone().all(|far| near.iter().all(|&near| far.distance(near) >= APART)) {
                let mut reading = scene.clone();
                far.for_each(|far| {
                    reading.white.iter_mut().filter(|point| **point == far).for_each(|point| point.sheet = 1);
                });
                all.push(reading);
            }
        }
        all
    }

    /// Whether the tree keeps the sheets apart where they are really so far from one another.
    fn is_apart(touched: &[Point], motion: Motion) -> bool {
        let images: Vec<Point> = touched.iter().map(|&point| motion.image(point)).collect();
        let (far, near): (Vec<Point>, Vec<Point>) = images.iter().partition(|point| point.sheet == 1);
        far.iter().all(|far| near.iter().all(|near| far.distance(*near) >= APART))
    }

    /// The first zone of a tree of the position, if there is one that has a finite zone; its squares are of the sheets
    /// of the position.
    fn zone(&self, scene: &Scene) -> Option<Vec<Point>> {
        let (key, zone) = self.zone_of(scene)?;
        self.used.borrow_mut().insert(key);
        Some(zone)
    }

    /// The same with the key of the position whose tree it is, which does not count as made use of.
    fn zone_of(&self, scene: &Scene) -> Option<(Key, Vec<Point>)> {
        Self::readings(scene).iter().enumerate().find_map(|(number, reading)| {
            let (motions, lemma) = self.lemma(reading)?;
            let facts = self.facts(lemma)?;
            let zone = facts.zone.as_ref()?;
            let is_apart = |motion: &&Motion| number == 0 || Self::is_apart(&facts.touched, **motion);
            let motion = *motions.iter().find(is_apart)?;
            Some((key(reading), zone.iter().map(|&point| on(motion.image(point), number)).collect()))
        })
    }

    /// Whether a position is proved by a tree, of its own or of a position that lacks one white stone.
    fn has(&self, scene: &Scene) -> bool {
        Self::readings(scene).iter().enumerate().any(|(number, reading)| {
            self.lemma(reading).is_some_and(|(motions, lemma)| {
                let is_apart = |motion: &Motion| {
                    number == 0 || self.facts(lemma).is_some_and(|facts| Self::is_apart(&facts.touched, *motion))
                };
                let is_proved = motions.iter().any(is_apart);
                if is_proved {
                    self.used.borrow_mut().insert(key(reading));
                }
                is_proved
            })
        }) || (0..scene.white.len()).any(|number| {
            let mut fewer = scene.clone();
            let extra = fewer.white.remove(number);
            let found = self.zone_of(&fewer).filter(|(_, zone)| !zone.contains(&extra));
            let is_proved = found.is_some();
            self.used.borrow_mut().extend(found.map(|(key, _)| key));
            is_proved
        })
    }
}

/// Whether two white stones far from Black's first one are in a window: each is in the zone of the other's tree.
fn support(a: Point, b: Point) -> bool {
    let (x, y) = ((a.x - b.x).abs(), (a.y - b.y).abs());
    let is_far = |point: Point| point.sheet == 1 || point.distance(Point::at(0, 0)) > NEAR;
    a.sheet == b.sheet && is_far(a) && is_far(b) && x.max(y) < 5 && (x == 0 || y == 0 || x == y)
}

/// The square of a reading of a position: but for the position itself its sheets are one.
fn on(point: Point, reading: usize) -> Point {
    if reading == 0 { point } else { Point { sheet: 0, ..point } }
}

/// What is to be proved next.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position, Black to move.
    pub scene: Scene,
    /// Whether it only spares other tasks.
    pub helps: bool,
}

/// Black's moves: what is chosen in positions that are not proved by a single tree.
pub type Answers<'a> = dyn FnMut(&Scene) -> Option<Point> + 'a;

/// The tasks that are left below these positions with Black to move, in their order. `skips` says of a position that
/// would only help that it is not tried any more.
pub fn plan(
    roots: &[Scene],
    proved: &Proved<'_>,
    answers: &mut Answers<'_>,
    skips: &dyn Fn(&Scene) -> bool,
) -> Vec<Task> {
    let mut plan = Plan { proved, answers, skips, seen: HashSet::new(), tasks: Vec::new() };
    roots.iter().for_each(|root| plan.expand(root));
    plan.tasks
}

struct Plan<'a, 'b, 'c> {
    proved: &'a Proved<'b>,
    answers: &'a mut Answers<'c>,
    skips: &'a dyn Fn(&Scene) -> bool,
    seen: HashSet<Key>,
    tasks: Vec<Task>,
}

impl Plan<'_, '_, '_> {
    fn expand(&mut self, scene: &Scene) {
        if !self.seen.insert(key(scene)) || self.proved.has(scene) {
            return;
        }
        let Some(m) = (self.answers)(scene) else {
            self.tasks.push(Task { scene: scene.clone(), helps: false });
            return;
        };
        let after = scene.with_black(m);
        let Some(zone) = self.proved.zone(&after) else {
            if self.seen.insert(key(&after)) {
                self.tasks.push(Task { scene: after, helps: false });
            }
            return;
        };
        let replies: Vec<Point> = zone.into_iter().filter(|&point| !after.has(point)).collect();
        // With another single white stone, the tree after a pass answers many pairs at once.
        if let ([_], [_, _]) = (&after.white[..], &after.black[..]) {
            let before = self.tasks.len();
            for &reply in replies.iter().filter(|&&reply| reply.sheet == 0 && !support(after.white[0], reply)) {
                let other = Scene { black: after.black.clone(), white: vec![reply] };
                let is_new = self.proved.zone_of(&other).is_none() && !(self.skips)(&other);
                if is_new && self.seen.insert(key(&other)) {
                    self.tasks.push(Task { scene: other, helps: true });
                }
            }
            if self.tasks.len() > before {
                return;
            }
        }
        for reply in replies {
            self.expand(&after.with_white(reply));
        }
    }
}
