//! Tables against the definitions on whole lines; patterns kept against patterns made afresh.

use super::*;
use crate::zobrist::SplitMix64;
use quickcheck::quickcheck;

/// What is on a cell of a line, from one colour's view.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Own,
    Foreign,
}

/// The rule as the definitions need it: whether a run wins, whether a longer one is forbidden.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Runs {
    OrMore,
    Exactly,
    OrForbidden,
}

fn wins(run: usize, runs: Runs) -> bool {
    run == 5 || run > 5 && runs == Runs::OrMore
}

/// The first and last cell of the run through `at`.
fn run(line: &[Cell], at: usize) -> (usize, usize) {
    let first = (0..=at).rev().take_while(|&cell| line[cell] == Cell::Own).last().unwrap();
    let last = (at..line.len()).take_while(|&cell| line[cell] == Cell::Own).last().unwrap();
    (first, last)
}

/// The shape of the stone at `at` by its definition: what does any further stone on the line make of it?
fn slow_shape(line: &[Cell], at: usize, runs: Runs) -> Shape {
    let (first, last) = run(line, at);
    if wins(last - first + 1, runs) {
        return Shape::Five;
    }
    if last - first + 1 > 5 && runs == Runs::OrForbidden {
        return Shape::Overline;
    }
    let mut fives = Vec::new();
    let mut best = Shape::Dead;
    // Further away, no five can have both stones.
    for next in at.saturating_sub(4)..(at + 5).min(line.len()) {
        if line[next] != Cell::Empty {
            continue;
        }
        let mut line = line.to_vec();
        line[next] = Cell::Own;
        let (first, last) = run(&line, at);
        if wins(last - first + 1, runs) {
            fives.push(next);
        }
        best = best.max(match slow_shape(&line, at, runs) {
            Shape::OpenFour => Shape::OpenThree,
            Shape::Four => Shape::Three,
            Shape::OpenThree => Shape::OpenTwo,
            Shape::Three => Shape::Two,
            Shape::OpenTwo => Shape::OpenOne,
            Shape::Two | Shape::OpenOne | Shape::One => Shape::One,
            Shape::Dead | Shape::Five | Shape::DoubleFour | Shape::Overline => Shape::Dead,
        });
    }
    match fives[..] {
        [] => best,
        [_] => Shape::Four,
        [one, two] if runs == Runs::OrForbidden && !(two - one == 5 && last - first == 3) => Shape::DoubleFour,
        _ => Shape::OpenFour,
    }
}

/// A board with random stones, denser in one game than in another.
fn random_board(random: &mut SplitMix64, rule: Rule) -> (Patterns, Vec<Option<Side>>, usize, usize) {
    let (width, height) = (1 + random.below(20), 1 + random.below(20));
    let density = 1 + random.below(9);
    let mut patterns = Patterns::new(width, height, rule);
    let mut stones = vec![None; width * height];
    for (index, stone) in stones.iter_mut().enumerate() {
        if random.below(10) < density {
            let side = Side::new(random.below(2));
            *stone = Some(side);
            patterns.place(Square::at(index % width, index / width), side);
        }
    }
    (patterns, stones, width, height)
}

const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

#[test]
fn shapes_are_what_the_definitions_say() {
    let mut random = SplitMix64::new(5);
    for round in 0..600 {
        let rule = RULES[round % 3];
        let (patterns, stones, width, height) = random_board(&mut random, rule);
        let at = |x: usize, y: usize| stones[y * width + x];
        for _ in 0..12 {
            let (x, y, direction) = (random.below(width), random.below(height), Direction::ALL[random.below(4)]);
            if at(x, y).is_some() {
                continue;
            }
            for side in Side::all(2) {
                let runs = match (rule, side) {
                    (Rule::Standard, _) => Runs::Exactly,
                    (Rule::Renju, Side::FIRST) => Runs::OrForbidden,
                    _ => Runs::OrMore,
                };
                let (dx, dy) = direction.offsets();
                let mut middle = 0;
                let mut line = Vec::new();
                for step in -20i32..=20 {
                    let (x, y) = (x as i32 + dx * step, y as i32 + dy * step);
                    if (0..width as i32).contains(&x) && (0..height as i32).contains(&y) {
                        if step == 0 {
                            middle = line.len();
                        }
                        line.push(match at(x as usize, y as usize) {
                            _ if step == 0 => Cell::Own,
                            None => Cell::Empty,
                            Some(stone) if stone == side => Cell::Own,
                            Some(_) => Cell::Foreign,
                        });
                    }
                }
                let shape = patterns.shape(side, Square::at(x, y), direction);
                assert_eq!(shape, slow_shape(&line, middle, runs), "{rule:?} {side:?} {x},{y} {direction:?}");
            }
        }
    }
}

#[test]
fn known_shapes() {
    let shape = |text: &str, rule, side| {
        let mut patterns = Patterns::new(text.len(), 1, rule);
        for (x, cell) in text.chars().enumerate() {
            match cell {
                'x' => patterns.place(Square::at(x, 0), Side::FIRST),
                'o' => patterns.place(Square::at(x, 0), Side::SECOND),
                _ => {}
            }
        }
        patterns.shape(Side::new(side), Square::at(text.find('*').unwrap(), 0), Direction::Row)
    };
    for (text, rule, side, expected) in [
        ("..xx*xx..", Rule::Freestyle, 0, Shape::Five),
        ("..xx*xxx.", Rule::Freestyle, 0, Shape::Five),
        ("..xx*xxx.", Rule::Standard, 0, Shape::Dead),
        ("..xx*xxx.", Rule::Renju, 0, Shape::Overline),
        ("..oo*ooo.", Rule::Renju, 1, Shape::Five),
        ("..x*xx..", Rule::Freestyle, 0, Shape::OpenFour),
        ("..ox*xx..", Rule::Freestyle, 0, Shape::Four),
        ("x.*xx.x", Rule::Standard, 0, Shape::OpenFour),
        ("x.*xx.x", Rule::Renju, 0, Shape::DoubleFour),
        ("..x*x..", Rule::Freestyle, 0, Shape::OpenThree),
        ("ox*x...", Rule::Freestyle, 0, Shape::Three),
        ("o.x*x.o", Rule::Freestyle, 0, Shape::Three),
        ("x..x*x..x", Rule::Standard, 0, Shape::Three),
        ("...x*...", Rule::Freestyle, 0, Shape::OpenTwo),
        ("....*....", Rule::Freestyle, 0, Shape::OpenOne),
        ("..*.", Rule::Freestyle, 0, Shape::Dead),
    ] {
        assert_eq!(shape(text, rule, side), expected, "{text} {rule:?} {side}");
    }
}

#[test]
fn squares_that_are_only_forbidden_are_worth_nothing() {
    let mut patterns = Patterns::new(6, 1, Rule::Renju);
    for x in [0, 1, 3, 4, 5] {
        patterns.place(Square::at(x, 0), Side::FIRST);
    }
    assert_eq!(patterns.threat(Side::FIRST, Square::at(2, 0)), Threat::Forbidden);
    assert_eq!(patterns.worth(Side::FIRST), [0, 0]);
}

quickcheck! {
    fn what_is_kept_is_what_is_made_afresh(seed: u64) -> bool {
        let mut random = SplitMix64::new(seed);
        let rule = RULES[random.below(3)];
        let (mut kept, mut stones, width, height) = random_board(&mut random, rule);
        let before = kept.clone();
        let mut undone = Vec::new();
        for _ in 0..30 {
            let index = random.below(stones.len());
            let at = Square::at(index % width, index / width);
            let other = Side::new(random.below(2));
            match stones[index] {
                Some(side) => kept.remove(at, side),
                None => kept.place(at, other),
            }
            undone.push((at, stones[index], other));
            stones[index] = if stones[index].is_some() { None } else { Some(other) };
        }
        let mut fresh = Patterns::new(width, height, rule);
        for (index, stone) in stones.iter().enumerate() {
            if let Some(side) = stone {
                fresh.place(Square::at(index % width, index / width), *side);
            }
        }
        let agrees = kept == fresh;
        for &(at, stone, other) in undone.iter().rev() {
            match stone {
                Some(side) => kept.place(at, side),
                None => kept.remove(at, other),
            }
        }
        agrees && kept == before
    }

    fn taking_back_restores(seed: u64) -> bool {
        let mut random = SplitMix64::new(seed);
        let rule = RULES[random.below(3)];
        let (mut patterns, stones, width, _) = random_board(&mut random, rule);
        let before = patterns.clone();
        let empty = (0..stones.len()).filter(|&index| stones[index].is_none());
        let squares: Vec<Square> = empty.map(|index| Square::at(index % width, index / width)).take(40).collect();
        squares.iter().for_each(|&square| patterns.place(square, Side::new(square.index() % 2)));
        squares.iter().rev().for_each(|&square| patterns.take_back(square, Side::new(square.index() % 2)));
        patterns == before
    }

    fn every_empty_point_has_one_threat(seed: u64) -> bool {
        let mut random = SplitMix64::new(seed);
        let rule = RULES[random.below(3)];
        let (patterns, stones, width, _) = random_board(&mut random, rule);
        Side::all(2).all(|side| {
            let mut worth = [0; 2];
            let all_agree = stones.iter().enumerate().all(|(index, stone)| {
                let at = Square::at(index % width, index / width);
                let threat = patterns.threat(side, at);
                let strong = Threat::ALL.into_iter().filter(|&threat| threat >= Threat::STRONG);
                let sets: Vec<_> = strong.filter(|&threat| patterns.exactly(side, threat).contains(at.index())).collect();
                if stone.is_some() {
                    return sets.is_empty() && !patterns.at_least([side], Threat::Forbidden).contains(at.index());
                }
                worth.iter_mut().zip(patterns.worth_at(side, at)).for_each(|(sum, worth)| *sum += i32::from(worth));
                let reaches = |least| patterns.at_least([side], least).contains(at.index());
                sets == [threat][..usize::from(threat >= Threat::STRONG)]
                    && Threat::ALL.into_iter().skip(2).all(|least| reaches(least) == (threat >= least))
            });
            all_agree && worth == patterns.worth(side)
        })
    }
}
