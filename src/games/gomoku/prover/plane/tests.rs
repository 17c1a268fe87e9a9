//! Positions on the plane: where they are drawn, and what is carried over from images of them.

use super::{Chart, Point, Proved, Scene};

fn scene(text: &str) -> Scene {
    Scene::parse(text).expect("a position")
}

/// The image of a position, moved as well.
fn image(scene: &Scene, symmetry: u8) -> Scene {
    let moved = |point: &Point| point.image(symmetry).shifted(3, -2);
    Scene { black: scene.black.iter().map(moved).collect(), white: scene.white.iter().map(moved).collect() }
}

#[test]
fn an_answer_is_that_of_all_images_and_orders_of_stones() {
    let (known, m) = (scene("0,0 2,-5 1,1 0,-7"), Point::at(3, 2));
    let mut proved = Proved::new(&|_| None);
    proved.choose(known.clone(), m);
    for symmetry in 0..8 {
        let mut other = image(&known, symmetry);
        other.white.reverse();
        assert_eq!(proved.answer(&other), Some(m.image(symmetry).shifted(3, -2)), "{other}");
    }
    assert_eq!(proved.answer(&scene("0,0 2,-5 1,1 0,-6")), None);
    assert_eq!(proved.answer(&known.with_black(m)), None);
}

/// Every stone is drawn, near or far, on either sheet, and its square stands for it.
#[test]
fn charts_have_all_stones() {
    for text in ["0,0 0,-5 1,1 0,-7", "0,0 0,0' 1,1 2,2'", "0,0 -3,-20 1,1 4,-5", "0,0 0,0' 1,1 -"] {
        let scene = scene(text);
        let charts = Chart::all(&scene, None);
        assert!(!charts.is_empty(), "{text}");
        for chart in charts {
            assert!(chart.game(&scene, false).is_some(), "{text}");
            for &stone in scene.black.iter().chain(&scene.white) {
                assert_eq!(chart.square(stone).map(|square| chart.point(square)), Some(stone), "{text}");
            }
        }
    }
}

/// The windows of a pair of white stones are all on the first chart, where they really are from Black's.
#[cfg(feature = "charts")]
#[test]
fn pairs_of_white_stones_are_drawn_with_their_windows() {
    for text in ["0,0 0,-5 1,1 0,-7", "0,0 -8,-8 1,1 -10,-10", "0,0 -1,-12 1,1 2,-12", "0,0 4,-6 1,1 9,-9"] {
        let scene = scene(text);
        let chart = &Chart::all(&scene, None)[0];
        for white in &scene.white {
            for (dx, dy) in (-4..=4).flat_map(|dx| (-4..=4).map(move |dy| (dx, dy))) {
                let point = white.shifted(dx, dy);
                assert_eq!(chart.square(point).map(|square| chart.point(square)), Some(point), "{text}: {point}");
            }
        }
    }
}
