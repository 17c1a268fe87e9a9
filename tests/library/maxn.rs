//! max^n against all values that a plain search of it may find, on small random games.

use super::models::{Any, Toy, after, ended, moves, report, searcher, value};
use manyply::game::{Evaluate, Played, Position, Side, Variant};
use manyply::search::{EngineOf, Limits, Margins, Model, Options, Techniques};
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::AtomicBool;

type Values = Vec<i32>;

/// All values that a position may have under max^n, whichever of equally good moves a side takes.
struct MaxN<const SIDES: usize, const ZERO_SUM: bool> {
    known: HashMap<(Any<SIDES, ZERO_SUM>, u32), BTreeSet<Values>>,
}

impl<const SIDES: usize, const ZERO_SUM: bool> MaxN<SIDES, ZERO_SUM> {
    fn search(&mut self, position: &Any<SIDES, ZERO_SUM>, depth: u32, ply: i32) -> BTreeSet<Values> {
        if ended(position, Side::FIRST, ply).is_some() {
            return BTreeSet::from([Side::all(SIDES).map(|side| ended(position, side, ply).unwrap()).collect()]);
        }
        if depth == 0 {
            let mut values: Values = Side::all(SIDES).map(|side| position.evaluate(side)).collect();
            let mean = values.iter().sum::<i32>().div_euclid(SIDES as i32);
            values.iter_mut().for_each(|value| *value -= mean);
            values[SIDES - 1] -= values.iter().sum::<i32>();
            return BTreeSet::from([values]);
        }
        if let Some(values) = self.known.get(&(position.clone(), depth)) {
            return values.clone();
        }
        let own = position.side_to_move().index();
        let children: Vec<_> =
            moves(position).into_iter().map(|m| self.search(&after(position, m), depth - 1, ply + 1)).collect();
        // The least that the side can be held to elsewhere.
        let bar = children.iter().map(|values| values.iter().map(|values| values[own]).min().unwrap()).max().unwrap();
        let values: BTreeSet<_> = children.into_iter().flatten().filter(|values| values[own] >= bar).collect();
        self.known.insert((position.clone(), depth), values.clone());
        values
    }
}

/// Finds one of the values of max^n, and says how often there is only one.
fn compare_max_n<const SIDES: usize, const ZERO_SUM: bool>(seeds: u64) -> u32 {
    let mut alone = 0;
    for seed in 0..seeds {
        let position = Any::<SIDES, ZERO_SUM>::start(&seed);
        let own = position.side_to_move().index();
        let mut plain = MaxN { known: HashMap::new() };
        for depth in 1..=Toy::LENGTH.into() {
            let expected = plain.search(&position, depth, 0);
            alone += u32::from(expected.len() == 1);
            for table in [true, false] {
                let techniques = Techniques { table, quiescence: false, ..Techniques::ALL };
                let mut searcher = searcher::<SIDES, ZERO_SUM>(Model::MaxN, techniques, Margins::NONE);
                let report = report(&mut searcher, &position, Limits::depth(depth));
                let values = report.values.expect("values of all sides");
                let found: Values = values.into_iter().map(value).collect();
                assert!(
                    expected.contains(&found),
                    "{table}, seed {seed}, depth {depth}: {found:?} not in {expected:?}"
                );
                assert_eq!(value(report.score), found[own]);
            }
        }
    }
    alone
}

#[test]
fn max_n_finds_one_of_its_values() {
    let alone = compare_max_n::<3, true>(150);
    assert!(alone > 500, "{alone}");
}

#[test]
fn max_n_finds_it_with_any_payoffs_and_with_four_sides() {
    let alone = [compare_max_n::<3, false>(60), compare_max_n::<4, true>(40), compare_max_n::<4, false>(40)];
    assert!(alone.iter().all(|&alone| alone > 80), "{alone:?}");
}

#[test]
fn max_n_orders_the_best_moves() {
    for seed in 0..100 {
        let position = Toy::start(&seed);
        let own = position.side_to_move().index();
        let options = Options { hash_mib: 1, model: Model::MaxN, multipv: 3, ..Options::default() };
        let mut lines = Vec::new();
        EngineOf::<Toy>::new(options).search(
            &Played::new(position.clone()),
            &Limits::depth(5),
            &AtomicBool::new(false),
            &mut |report| {
                if report.multipv == 1 {
                    lines.clear();
                }
                let values = report.values.clone().unwrap();
                lines.push((report.line[0], values.into_iter().map(value).collect::<Values>()));
            },
        );
        assert_eq!(lines.len(), 3);
        assert!(lines.is_sorted_by(|(_, better), (_, worse)| better[own] >= worse[own]), "{lines:?}");
        for (m, values) in lines {
            let depth = if lines_end(&position, m) { 0 } else { 4 };
            let expected = MaxN { known: HashMap::new() }.search(&after(&position, m), depth, 1);
            assert!(expected.contains(&values), "seed {seed}, move {m}: {values:?} not in {expected:?}");
        }
    }
}

fn lines_end(position: &Toy, m: u8) -> bool {
    after(position, m).outcome().is_some()
}
