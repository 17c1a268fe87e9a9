//! Line patterns against their definition on whole lines; incrementally updated patterns against new ones.

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

/// Which runs win, and whether longer ones are forbidden.
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

/// The line pattern of the stone at `at` by definition: from the patterns after any further stone on the line.
fn slow_line_pattern(line: &[Cell], at: usize, runs: Runs) -> LinePattern {
    let (first, last) = run(line, at);
    if wins(last - first + 1, runs) {
        return LinePattern::Five;
    }
    if last - first + 1 > 5 && runs == Runs::OrForbidden {
        return LinePattern::Overline;
    }
    let mut fives = Vec::new();
    let mut best = LinePattern::Dead;
    // No five contains two stones further apart.
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
        best = best.max(match slow_line_pattern(&line, at, runs) {
            LinePattern::OpenFour => LinePattern::OpenThree,
            LinePattern::BlockedFour => LinePattern::BlockedThree,
            LinePattern::OpenThree => LinePattern::OpenTwo,
            LinePattern::BlockedThree => LinePattern::BlockedTwo,
            LinePattern::OpenTwo => LinePattern::OpenOne,
            LinePattern::BlockedTwo | LinePattern::OpenOne | LinePattern::BlockedOne => LinePattern::BlockedOne,
            LinePattern::Dead | LinePattern::Five | LinePattern::DoubleFour | LinePattern::Overline => {
                LinePattern::Dead
            }
        });
    }
    match fives[..] {
        [] => best,
        [_] => LinePattern::BlockedFour,
        [one, two] if runs == Runs::OrForbidden && !(two - one == 5 && last - first == 3) => LinePattern::DoubleFour,
        _ => LinePattern::OpenFour,
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
fn line_patterns_follow_their_definition() {
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
                let pattern = patterns.line_pattern(side, Square::at(x, y), direction);
                assert_eq!(pattern, slow_line_pattern(&line, middle, runs), "{rule:?} {side:?} {x},{y} {direction:?}");
            }
        }
    }
}

#[test]
fn known_line_patterns() {
    let line_pattern = |text: &str, rule, side| {
        let mut patterns = Patterns::new(text.len(), 1, rule);
        for (x, cell) in text.chars().enumerate() {
            match cell {
                'x' => patterns.place(Square::at(x, 0), Side::FIRST),
                'o' => patterns.place(Square::at(x, 0), Side::SECOND),
                _ => {}
            }
        }
        patterns.line_pattern(Side::new(side), Square::at(text.find('*').unwrap(), 0), Direction::Row)
    };
    for (text, rule, side, expected) in [
        ("..xx*xx..", Rule::Freestyle, 0, LinePattern::Five),
        ("..xx*xxx.", Rule::Freestyle, 0, LinePattern::Five),
        ("..xx*xxx.", Rule::Standard, 0, LinePattern::Dead),
        ("..xx*xxx.", Rule::Renju, 0, LinePattern::Overline),
        ("..oo*ooo.", Rule::Renju, 1, LinePattern::Five),
        ("..x*xx..", Rule::Freestyle, 0, LinePattern::OpenFour),
        ("..ox*xx..", Rule::Freestyle, 0, LinePattern::BlockedFour),
        ("x.*xx.x", Rule::Standard, 0, LinePattern::OpenFour),
        ("x.*xx.x", Rule::Renju, 0, LinePattern::DoubleFour),
        ("..x*x..", Rule::Freestyle, 0, LinePattern::OpenThree),
        ("ox*x...", Rule::Freestyle, 0, LinePattern::BlockedThree),
        ("o.x*x.o", Rule::Freestyle, 0, LinePattern::BlockedThree),
        ("x..x*x..x", Rule::Standard, 0, LinePattern::BlockedThree),
        ("...x*...", Rule::Freestyle, 0, LinePattern::OpenTwo),
        ("....*....", Rule::Freestyle, 0, LinePattern::OpenOne),
        ("..*.", Rule::Freestyle, 0, LinePattern::Dead),
    ] {
        assert_eq!(line_pattern(text, rule, side), expected, "{text} {rule:?} {side}");
    }
}

/// An open three with a gap becomes an open four on one square, one without a gap on two.
#[test]
fn open_twos_and_threes_are_told_apart() {
    let code = |text: &str| {
        let mut patterns = Patterns::new(text.len(), 1, Rule::Freestyle);
        for (x, _) in text.chars().enumerate().filter(|&(_, cell)| cell == 'x') {
            patterns.place(Square::at(x, 0), Side::FIRST);
        }
        patterns.codes(Side::FIRST, Square::at(text.find('*').unwrap(), 0)) & 15
    };
    for (text, pattern, ways) in [
        ("...x*x...", LinePattern::OpenThree, 2),
        ("...x*.x...", LinePattern::OpenThree, 1),
        (".x*x..", LinePattern::OpenThree, 1),
        ("....x*....", LinePattern::OpenTwo, 4),
        ("..x.*..", LinePattern::OpenTwo, 3),
        ("..x*..", LinePattern::OpenTwo, 2),
        (".x..*.", LinePattern::OpenTwo, 2),
    ] {
        assert_eq!(code(text), u32::from(LineCode::new(pattern, ways).bits()), "{text}");
    }
}

#[test]
fn forbidden_points_score_zero() {
    let mut patterns = Patterns::new(6, 1, Rule::Renju);
    for x in [0, 1, 3, 4, 5] {
        patterns.place(Square::at(x, 0), Side::FIRST);
    }
    assert_eq!(patterns.pattern4(Side::FIRST, Square::at(2, 0)), Pattern4::Forbidden);
    assert_eq!(patterns.scores(Side::FIRST), [0, 0]);
}

quickcheck! {
    fn incremental_update_equals_new_patterns(seed: u64) -> bool {
        let mut random = SplitMix64::new(seed);
        let rule = RULES[random.below(3)];
        let (mut updated, mut stones, width, height) = random_board(&mut random, rule);
        let before = updated.clone();
        let mut undone = Vec::new();
        for _ in 0..30 {
            let index = random.below(stones.len());
            let at = Square::at(index % width, index / width);
            let other = Side::new(random.below(2));
            match stones[index] {
                Some(side) => updated.remove(at, side),
                None => updated.place(at, other),
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
        let agrees = updated == fresh;
        for &(at, stone, other) in undone.iter().rev() {
            match stone {
                Some(side) => updated.place(at, side),
                None => updated.remove(at, other),
            }
        }
        agrees && updated == before
    }

    fn undo_restores(seed: u64) -> bool {
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

    fn threats_are_those_of_the_squares(seed: u64) -> bool {
        let mut random = SplitMix64::new(seed);
        let rule = RULES[random.below(3)];
        let (patterns, stones, width, _) = random_board(&mut random, rule);
        Side::all(2).all(|mover| {
            let any = |side: Side, wanted: &[Pattern4]| {
                let empty = (0..stones.len()).filter(|&index| stones[index].is_none());
                let mut found = empty.map(|index| patterns.pattern4(side, Square::at(index % width, index / width)));
                found.any(|pattern4| wanted.contains(&pattern4))
            };
            let other = mover.other();
            let threats = [
                any(mover, &[Pattern4::FourThree]),
                any(mover, &[Pattern4::BlockedFourPlus]),
                any(mover, &[Pattern4::BlockedFour]),
                any(mover, &[Pattern4::OpenThreePlus, Pattern4::DoubleThree]),
                any(mover, &[Pattern4::OpenThree]),
                any(other, &[Pattern4::Five]),
                any(other, &[Pattern4::DoubleFour, Pattern4::OpenFour]),
                any(other, &[Pattern4::BlockedFourPlus, Pattern4::FourThree]),
                any(other, &[Pattern4::BlockedFour]),
                any(other, &[Pattern4::OpenThreePlus, Pattern4::DoubleThree]),
                any(other, &[Pattern4::OpenThree]),
            ];
            (0..).zip(threats).all(|(bit, threat)| threat == (patterns.threats(mover) >> bit & 1 == 1))
        })
    }

    fn every_empty_point_has_one_pattern4(seed: u64) -> bool {
        let mut random = SplitMix64::new(seed);
        let rule = RULES[random.below(3)];
        let (patterns, stones, width, _) = random_board(&mut random, rule);
        Side::all(2).all(|side| {
            let mut scores = [0; 2];
            let all_agree = stones.iter().enumerate().all(|(index, stone)| {
                let at = Square::at(index % width, index / width);
                let pattern4 = patterns.pattern4(side, at);
                let strong = Pattern4::ALL.into_iter().filter(|&strong| strong >= Pattern4::STRONG);
                let is_there = |&strong: &Pattern4| patterns.exactly(side, strong).contains(at.index());
                let sets: Vec<_> = strong.filter(is_there).collect();
                if stone.is_some() {
                    return sets.is_empty() && !patterns.at_least([side], Pattern4::Forbidden).contains(at.index());
                }
                scores.iter_mut().zip(patterns.scores_at(side, at)).for_each(|(sum, score)| *sum += i32::from(score));
                let reaches = |least| patterns.at_least([side], least).contains(at.index());
                sets == [pattern4][..usize::from(pattern4 >= Pattern4::STRONG)]
                    && Pattern4::ALL.into_iter().skip(2).all(|least| reaches(least) == (pattern4 >= least))
            });
            all_agree && scores == patterns.scores(side)
        })
    }
}
