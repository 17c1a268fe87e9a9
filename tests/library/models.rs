//! The models of the search with more than two sides against plain searches of the same models, without any cut, on
//! small random games.

use super::toy::{self, CAPTURES, THREATS};
use arrayvec::ArrayVec;
use manyply::game::{Evaluate, Played, Position, Side, Variant};
use manyply::search::Margins;
use manyply::search::{EngineOf, Limits, Model, Options, Report, Score, Techniques};
use std::sync::atomic::AtomicBool;

pub(super) type Toy = toy::Toy<3>;
pub(super) type Any<const SIDES: usize, const ZERO_SUM: bool> = toy::Toy<SIDES, ZERO_SUM>;

const WIN: i32 = 1_000_000;
/// How far from 0 the search puts what is decided within a model, but not proven.
const DECIDED: i32 = 25_000;

/// Techniques that change no value of any model: the order by which a side is restricted is no technique's.
fn sound() -> Techniques {
    Techniques {
        late_move_reductions: false,
        internal_reductions: false,
        singular_extension: false,
        check_extension: false,
        quiescence: false,
        null_move: false,
        ..Techniques::ALL
    }
}

pub(super) fn searcher<const SIDES: usize, const ZERO_SUM: bool>(
    model: Model,
    techniques: Techniques,
    margins: Margins,
) -> EngineOf<Any<SIDES, ZERO_SUM>> {
    EngineOf::new(Options { hash_mib: 1, model, techniques, margins: Some(margins), ..Options::default() })
}

/// The last report of a search that is not stopped.
pub(super) fn report<const SIDES: usize, const ZERO_SUM: bool>(
    searcher: &mut EngineOf<Any<SIDES, ZERO_SUM>>,
    position: &Any<SIDES, ZERO_SUM>,
    limits: Limits,
) -> Report<u8> {
    let mut last = None;
    let game = Played::new(position.clone());
    let found = searcher.search(&game, &limits, &AtomicBool::new(false), &mut |report| last = Some(report.clone()));
    let last = last.expect("the first iteration is always finished");
    assert_eq!(found.score, Some(last.score));
    last
}

/// What a score stands for, on the scale of the plain searches.
pub(super) fn value(score: Score) -> i32 {
    match score {
        Score::Win(plies) => WIN - plies as i32,
        Score::Cp(cp) if cp > DECIDED - 100 => cp - DECIDED + WIN,
        Score::Cp(cp) if cp < 100 - DECIDED => cp + DECIDED - WIN,
        Score::Cp(cp) => cp,
        Score::Loss(_) | Score::Draw => panic!("{score} is not proven with three sides"),
    }
}

/// Up to the 0 that is no evaluation.
fn same(a: i32, b: i32) -> bool {
    a == b || (a.abs() <= 1 && b.abs() <= 1)
}

pub(super) fn moves<const SIDES: usize, const ZERO_SUM: bool>(position: &Any<SIDES, ZERO_SUM>) -> ArrayVec<u8, 3> {
    let mut list = ArrayVec::new();
    position.moves(&mut list);
    list
}

/// The moves as the side that plays them sees them, the first first.
fn in_static_order<const SIDES: usize, const ZERO_SUM: bool>(position: &Any<SIDES, ZERO_SUM>) -> ArrayVec<u8, 3> {
    let mut list = moves(position);
    list.sort_by_key(|&m| (position.loses(m), -position.reply_score(m)));
    list
}

pub(super) fn after<const SIDES: usize, const ZERO_SUM: bool>(
    position: &Any<SIDES, ZERO_SUM>,
    m: u8,
) -> Any<SIDES, ZERO_SUM> {
    let mut now = position.clone();
    now.make(m);
    now
}

/// What it costs the root's side that one of the others loses to the other, where a test says so.
const THIRD_PARTY: i32 = 40;

/// What a side gets where the game is over or will be by a move that wins at once.
pub(super) fn ended<const SIDES: usize, const ZERO_SUM: bool>(
    position: &Any<SIDES, ZERO_SUM>,
    side: Side,
    ply: i32,
) -> Option<i32> {
    if let Some(outcome) = position.outcome() {
        return Some(i32::from(outcome.payoff(side)) * (WIN - ply));
    }
    let outcome = after(position, position.winning_move()?).outcome()?;
    Some(i32::from(outcome.payoff(side)) * (WIN - ply - 1))
}

/// A model of others that play against `root`: how many of them between its moves play anything, and how many moves
/// the rest choose from.
#[derive(Clone, Copy)]
struct Plain {
    root: Side,
    free: usize,
    replies: usize,
    /// By how much a finish between the others is worse than 0.
    third_party: i32,
}

impl Plain {
    /// The value for the root's side.
    fn search<const SIDES: usize, const ZERO_SUM: bool>(
        self,
        position: &Any<SIDES, ZERO_SUM>,
        depth: u32,
        ply: i32,
        free: usize,
    ) -> i32 {
        let ours = position.side_to_move() == self.root;
        // A move that wins for one of the others is an end only if the root's side is the one that loses.
        match ended(position, self.root, ply) {
            Some(0) if position.outcome().is_some_and(|outcome| !outcome.is_draw()) => return -self.third_party,
            Some(value) if position.outcome().is_some() || (value != 0 && (value > 0) == ours) => return value,
            _ if depth == 0 => return position.evaluate(self.root),
            _ => {}
        }
        let bound = !ours && !position.in_check();
        let most = if bound && free == 0 { self.replies } else { usize::MAX };
        let values = in_static_order(position).into_iter().take(most).enumerate().map(|(number, m)| {
            let next = after(position, m);
            let left = match next.side_to_move() == self.root {
                true => self.free,
                false => free - usize::from(bound && number >= self.replies && free > 0),
            };
            self.search(&next, depth - 1, ply + 1, left)
        });
        if ours { values.max() } else { values.min() }.expect("the game goes on")
    }
}

/// How many values there were: of each model, those that are not paranoid ones, and finishes between others.
fn compare_models<const SIDES: usize, const ZERO_SUM: bool>(seeds: u64) -> ([u32; 5], u32) {
    let all = SIDES - 1;
    let models =
        [(Model::Paranoid, all, 3), (Model::Brs, 1, 1), (Model::Opps, 1, 2), (Model::Opps, 0, 2), (Model::Opps, 0, 1)];
    let mut different = [0; 5];
    let mut valued = 0;
    for seed in 0..seeds {
        for seed in [seed, seed | THREATS] {
            let position = Any::<SIDES, ZERO_SUM>::start(&seed);
            let root = position.side_to_move();
            for depth in 1..=Toy::LENGTH.into() {
                let mut paranoid = 0;
                for (index, (model, free, replies)) in models.into_iter().enumerate() {
                    let third_party = if seed % 2 == 0 && model != Model::Paranoid { THIRD_PARTY } else { 0 };
                    let expected = Plain { root, free, replies, third_party }.search(&position, depth, 0, free);
                    if index == 0 {
                        paranoid = expected;
                    }
                    different[index] += u32::from(expected != paranoid);
                    valued += u32::from(expected == -THIRD_PARTY);
                    let margins = Margins {
                        opps_free: free as i32,
                        opps_replies: replies as i32,
                        aspiration: 20,
                        third_party: if seed % 2 == 0 { THIRD_PARTY } else { 0 },
                        ..Margins::NONE
                    };
                    for table in [true, false] {
                        let techniques = Techniques { table, ..sound() };
                        let mut searcher = searcher::<SIDES, ZERO_SUM>(model, techniques, margins);
                        let found = value(report(&mut searcher, &position, Limits::depth(depth)).score);
                        let what = format!("{model} {free} {replies}, table {table}, seed {seed:x}, depth {depth}");
                        assert!(same(found, expected), "{what}: {found}, expected {expected}");
                    }
                }
            }
        }
    }
    (different, valued)
}

#[test]
fn paranoid_brs_and_opps_find_what_plain_searches_find() {
    let (different, valued) = compare_models::<3, true>(80);
    assert!(different[0] == 0 && different[1..].iter().all(|&count| count > 100), "{different:?}");
    assert!(valued > 150, "{valued}");
}

#[test]
fn they_find_it_with_any_payoffs_and_with_four_sides() {
    let found = [compare_models::<3, false>(20), compare_models::<4, true>(20), compare_models::<4, false>(20)];
    assert!(found.iter().all(|(different, _)| different[1..].iter().all(|&count| count > 10)), "{found:?}");
}

/// The value of quiescence for the root's side: standing pat, noisy moves, and leaving the turn to an ally.
fn quiescence(position: &Toy, root: Side, ply: i32) -> i32 {
    match ended(position, root, ply) {
        Some(value) if position.outcome().is_some() || value != 0 => return value,
        _ => {}
    }
    let side = position.side_to_move();
    let sign = if side == root { 1 } else { -1 };
    let mut best = sign * position.evaluate(root);
    if position.null_move_allowed() && (side.next(3) == root) == (side == root) {
        let now = Toy { ply: position.ply + 1, ..position.clone() };
        // Nothing that follows a pass is proven.
        best = best.max((sign * quiescence(&now, root, ply + 1)).clamp(-28_999, 28_999));
    }
    for m in moves(position).into_iter().filter(|&m| position.is_noisy(m)) {
        best = best.max(sign * quiescence(&after(position, m), root, ply + 1));
    }
    sign * best
}

#[test]
fn quiescence_lets_every_other_side_capture() {
    let mut passes = 0;
    for seed in 0..3000 {
        let position = Toy::start(&(seed | CAPTURES));
        let root = position.side_to_move();
        let values = moves(&position).into_iter().map(|m| quiescence(&after(&position, m), root, 1));
        let expected = values.max().unwrap();
        passes += u32::from(expected.abs() == 28_999);
        for table in [true, false] {
            let techniques = Techniques { table, quiescence: true, ..sound() };
            let mut searcher = searcher::<3, true>(Model::Paranoid, techniques, Margins::NONE);
            let found = match report(&mut searcher, &position, Limits::depth(1)).score {
                // Less than all that is proven.
                Score::Cp(cp @ (-24_759 | 24_759)) => 28_999 * cp.signum(),
                score => value(score),
            };
            assert!(same(found, expected), "table {table}, seed {seed}: {found}, expected {expected}");
        }
    }
    assert!(passes > 0, "{passes}");
}

#[test]
fn whatever_stops_a_search_its_proofs_hold() {
    let mut proofs = 0;
    for seed in 0..60 {
        let seed = seed | [0, THREATS, CAPTURES, THREATS | CAPTURES][seed as usize % 4];
        let position = Toy::start(&seed);
        let root = position.side_to_move();
        let truth = Plain { root, free: 2, replies: 3, third_party: 0 }.search(&position, 99, 0, 2);
        for model in Model::ALL {
            for nodes in (1..400).step_by(7) {
                let mut searcher =
                    searcher::<3, true>(model, Techniques::ALL, Margins { aspiration: 20, ..Margins::NONE });
                let game = Played::new(position.clone());
                let limits = Limits::nodes(nodes);
                let found = searcher.search(&game, &limits, &AtomicBool::new(false), &mut |_| ());
                assert!(moves(&position).contains(&found.best.unwrap()));
                match found.score.unwrap() {
                    Score::Win(plies) => {
                        assert!(truth >= WIN - plies as i32, "{model}, seed {seed:x}, {nodes} nodes: {found:?}");
                        assert!(model == Model::Paranoid || plies == 1, "{model}: {found:?}");
                        proofs += 1;
                    }
                    Score::Cp(_) => {}
                    Score::Loss(_) | Score::Draw => panic!("{model}, seed {seed:x}, {nodes} nodes: {found:?}"),
                }
            }
        }
    }
    assert!(proofs > 100, "{proofs}");
}

#[test]
fn the_same_search_does_the_same_whatever_other_models_left() {
    let path = std::env::temp_dir().join(format!("manyply-models-{}", std::process::id()));
    for seed in 0..10 {
        let position = Toy::start(&(seed | CAPTURES));
        let search = |searcher: &mut EngineOf<Toy>| {
            let Report { score, nodes, line, .. } = report(searcher, &position, Limits::depth(7));
            (score, nodes, line)
        };
        for model in Model::ALL {
            let mut first = searcher(model, Techniques::ALL, Margins::NONE);
            let expected = search(&mut first);
            assert_eq!(search(&mut searcher(model, Techniques::ALL, Margins::NONE)), expected, "{model}");
            first.save_table(&path, &seed).unwrap();
            for other in Model::ALL.into_iter().filter(|&other| other != model) {
                let options = Options { margins: Some(Margins::NONE), model: other, ..Options::default() };
                let mut with = EngineOf::<Toy>::with_table(options, &path, &seed).unwrap();
                let fresh = search(&mut searcher(other, Techniques::ALL, Margins::NONE));
                assert_eq!(search(&mut with), fresh, "{other} with what {model} left");
            }
        }
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn with_two_sides_all_models_are_the_same() {
    for seed in 0..20 {
        let game = Played::new(toy::Toy::<2>::start(&seed));
        let find = |model| {
            let options = Options { hash_mib: 1, model, ..Options::default() };
            let mut searcher = EngineOf::<toy::Toy<2>>::new(options);
            let found = searcher.search(&game, &Limits::depth(8), &AtomicBool::new(false), &mut |_| ());
            (found.score, found.line, found.nodes)
        };
        for model in Model::ALL {
            assert_eq!(find(model), find(Model::Paranoid), "{model}");
        }
    }
}
