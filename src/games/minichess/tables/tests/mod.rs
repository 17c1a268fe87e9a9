//! The tables against an independent generator's (`endings.txt`, `classes.txt`), against a slow and obvious second way
//! to get them, and against minimax where plies are limited.

mod limits;
mod slow;

use super::Loaded;
use super::material::Material;
use super::store::{What, path};
use crate::game::{Exact, Notation};
use crate::games::minichess::{Minichess, Rules, movegen};
use crate::games::tests::Directory;
use crate::solve::{Solve, Task};
use once_cell::sync::Lazy;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A board, the side to move, and the value (`+` won, `-` lost, `=` drawn) with the plies to the end.
const ENDINGS: &str = include_str!("endings.txt");
/// A class and a side to move: all positions, wins, draws, losses, and how many of so many plies.
const CLASSES: &str = include_str!("classes.txt");

fn make(men: &str, directory: &Path, stop: bool) -> Result<bool, String> {
    let stop = AtomicBool::new(stop);
    Minichess::make_tables(men, directory, &Task::new(&stop, 2, 1 << 26))
}

fn file(directory: &Directory, class: &str) -> PathBuf {
    path(&directory.0, Material::parse(class).expect("a name"), What::Endings)
}

/// The tables up to three men.
static THREE: Lazy<Loaded> = Lazy::new(|| {
    let directory = Directory::new("three-men");
    assert_eq!(make("3", &directory.0, false), Ok(true));
    Loaded::load(&directory.0, None).expect("tables")
});

/// The value without limits, also where the king can be taken.
fn value(store: &Loaded, position: &Minichess) -> Option<Option<Exact>> {
    if movegen::in_check(position.board(), position.turn().other()) {
        return Some(Some(Exact::Win(1)));
    }
    match Material::of(position.board()).men() {
        2 => Some(None),
        _ => store.value_of(position),
    }
}

/// Compares with all known endings of so many men; how many there were.
fn compare_endings(store: &Loaded, men: usize) -> usize {
    let mut compared = 0;
    for line in ENDINGS.lines() {
        let (position, expected) = line.rsplit_once(' ').expect("a value");
        let text = format!("{position} - - 0 1");
        let position = Minichess::parse_position(&text, &super::info::RULES).expect("a position");
        if Material::of(position.board()).men() != men {
            continue;
        }
        let found = match value(store, &position).expect("a table") {
            Some(Exact::Win(plies)) => format!("+{plies}"),
            Some(Exact::Loss(plies)) => format!("-{plies}"),
            Some(Exact::Draw) | None => "=".into(),
        };
        assert_eq!(found, expected, "{text}");
        compared += 1;
    }
    compared
}

/// Compares with all known counts of so many men; how many classes there were.
fn compare_counts(directory: &Path, men: usize) -> usize {
    let mut compared = 0;
    for line in CLASSES.lines() {
        let (class, counts) = line.split_once(' ').expect("counts");
        let material = Material::parse(class).expect("a name");
        if material.men() != men || !counts.starts_with('w') {
            continue;
        }
        let info = super::info::info(material, directory).expect("a table");
        for (letter, side) in "wb".chars().zip(&info.sides) {
            let by_plies: String = side.by_plies.iter().map(|(plies, count)| format!(" {plies}:{count}")).collect();
            let found =
                format!("{class} {letter} {} {} {} {}{by_plies}", side.positions, side.wins, side.draws, side.losses);
            assert!(CLASSES.lines().any(|line| line == found), "{found}");
        }
        let longest = info.longest.expect("a win");
        let most = info.sides.iter().flat_map(|side| side.by_plies.keys().filter(|plies| *plies % 2 == 1)).max();
        assert_eq!((Some(&longest.plies), longest.line.len()), (most, longest.plies as usize), "{longest:?}");
        compared += 1;
    }
    compared
}

#[test]
fn three_men_are_as_another_generator_has_them() {
    assert_eq!((compare_endings(&THREE, 2), compare_endings(&THREE, 3)), (33, 162));
    let directory = Directory::new("three-men-counted");
    assert_eq!(make("3", &directory.0, false), Ok(true));
    assert_eq!(compare_counts(&directory.0, 3), 5);
}

/// Of the tables in `MANYPLY_TABLES`: up to five men, as far as they are there.
#[test]
#[ignore = "needs tables in the directory that MANYPLY_TABLES names"]
fn more_men_are_as_another_generator_has_them() {
    let directory = std::env::var_os("MANYPLY_TABLES").expect("a directory in MANYPLY_TABLES");
    let directory = Path::new(&directory);
    let store = Loaded::load(directory, None).expect("tables");
    assert_eq!((compare_endings(&store, 4), compare_counts(directory, 4)), (975, 15));
    if Material::all(5).iter().all(|&material| path(directory, material, What::Endings).exists()) {
        assert_eq!((compare_endings(&store, 5), compare_counts(directory, 5)), (423, 7));
    }
}

#[test]
fn the_program_has_the_endings_of_three_men() {
    let own = super::OWN.endings.len();
    assert_eq!((own, compare_endings(&super::OWN, 2), compare_endings(&super::OWN, 3)), (5, 33, 162));
}

#[test]
fn what_is_there_is_kept_and_what_is_stopped_goes_on() {
    let directory = Directory::new("tables-again");
    assert_eq!(make("3", &directory.0, true), Ok(false));
    assert_eq!(make("3", &directory.0, false), Ok(true));
    let kqk = file(&directory, "KQK");
    let when = |path: &Path| path.metadata().and_then(|data| data.modified()).expect("a file");
    let before = when(&kqk);
    std::fs::remove_file(file(&directory, "KPK")).expect("removed");
    assert_eq!(make("3", &directory.0, false), Ok(true));
    assert_eq!(when(&kqk), before);
    let stop = AtomicBool::new(false);
    assert_eq!(Minichess::verify_tables("3", &directory.0, &Task::new(&stop, 2, 1 << 26)), Ok(true));
    // Another test may have loaded its own.
    let loaded = Minichess::load_tables(&directory.0, None);
    assert!(loaded == Ok(10) || loaded == Err("tables are loaded already".into()), "{loaded:?}");
}

#[test]
fn what_cannot_be_made_or_shown_is_refused() {
    let directory = Directory::new("tables-refused");
    assert!(make("6", &directory.0, false).is_err_and(|problem| problem.contains("no tables of \"6\" men")));
    let stop = AtomicBool::new(false);
    let little = Task::new(&stop, 1, 1 << 10);
    let problem = Minichess::make_tables("3", &directory.0, &little).expect_err("too little");
    assert_eq!(problem, "KQK (1 of 5) needs 1 MiB of memory; 0 are allowed");
    let problem = Minichess::verify_tables("3", &directory.0, &little).expect_err("nothing there");
    assert!(problem.contains("minichess-KQK.table: "), "{problem}");
    let problem = Minichess::table_info("KXK", &directory.0).expect_err("no name");
    assert_eq!(problem, "no table is called \"KXK\"; expected three to five men, as in KRK or KQKRP");
    let problem = Minichess::table_info("KRK", &directory.0).expect_err("none");
    assert!(problem.contains("minichess-KRK.table: "), "{problem}");
}

/// Whatever is changed in a file, it is refused by its name, or left out with a warning.
#[test]
fn damaged_files_are_refused_by_name() {
    let directory = Directory::new("tables-damaged");
    assert_eq!(make("3", &directory.0, false), Ok(true));
    let krk = file(&directory, "KRK");
    let whole = std::fs::read(&krk).expect("a file");
    let mut damaged: Vec<Vec<u8>> = (0..whole.len())
        .step_by(97)
        .map(|at| {
            let mut bytes = whole.clone();
            bytes[at] ^= 16;
            bytes
        })
        .collect();
    damaged.extend([0, 1, 100, whole.len() / 2, whole.len() - 1].map(|length| whole[..length].to_vec()));
    damaged.push([&whole[..], b"x"].concat());
    damaged.push(std::fs::read(file(&directory, "KQK")).expect("a file"));
    for bytes in damaged {
        std::fs::write(&krk, bytes).expect("written");
        let problem = Loaded::load(&directory.0, None).expect_err("damaged");
        assert!(problem.contains("minichess-KRK.table: "), "{problem}");
        let store = Loaded::load(&directory.0, Some(|problem| assert!(problem.contains("KRK")))).expect("the others");
        assert_eq!(store.endings.len(), 4);
    }
    // A right head and checksum around values that are wrong.
    let values = vec![0; super::class::Class::new(Material::parse("KRK").expect("a name")).boards * 2];
    let bytes = crate::solve::blocks::compress(&values, 1).expect("compressed");
    let material = Material::parse("KRK").expect("a name");
    let tag = super::store::tag(material, What::Endings);
    crate::table_file::save(&krk, What::Endings.kind(), &tag, bytes.len() as u64, [&bytes]).expect("saved");
    let stop = AtomicBool::new(false);
    let problem = Minichess::verify_tables("3", &directory.0, &Task::new(&stop, 1, 1 << 26)).expect_err("wrong");
    assert!(problem.starts_with("KRK: the value of position "), "{problem}");
}

#[test]
fn positions_without_a_table_have_no_value() {
    let look = |text: &str| {
        let position = Minichess::parse_position(text, &Rules::default()).expect("a position");
        THREE.value_of(&position)
    };
    assert_eq!(look("5/5/3k1/5/5/K2QR w - - 0 1"), None);
    // A pawn on its last rank never moves again.
    assert_eq!(look("P4/5/3k1/5/5/K4 w - - 0 1"), None);
    assert_eq!(look("5/5/3k1/5/5/K3p w - - 0 1"), None);
    assert!(look("5/5/3k1/5/P4/K4 w - - 0 1").is_some());
    // With colours swapped it is the same.
    assert_eq!(look("k4/p4/5/3K1/5/5 b - - 0 1"), look("5/5/3k1/5/P4/K4 w - - 0 1"));
}
