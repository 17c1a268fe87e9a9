//! The documents: links lead somewhere, pages that come from the program are those of this program, and the guide is in
//! the program. (That the commands of all pages can be parsed is tested beside the parser; those of the guide run in
//! `guides`.)

use super::{ROOT, command, json, out, success};
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .flat_map(|path| if path.is_dir() { pages(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect()
}

fn all_pages() -> Vec<PathBuf> {
    let mut all = pages(&Path::new(ROOT).join("docs"));
    let others = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "perft/README.md"];
    all.extend(others.map(|name| Path::new(ROOT).join(name)));
    all
}

/// The lines of a page that are no code.
fn prose(text: &str) -> Vec<&str> {
    let mut fence = None;
    let is_prose = |line: &&str| {
        let mark = ["```", "~~~"].into_iter().find(|mark| line.trim_start().starts_with(mark));
        let (was, is) = (fence, if fence.is_none() { mark } else { fence.filter(|_| fence != mark) });
        fence = is;
        was.is_none() && is.is_none()
    };
    text.lines().filter(is_prose).collect()
}

/// Headings as the targets of links, in the way of GitHub.
fn anchors(text: &str) -> Vec<String> {
    let mut seen = HashMap::new();
    let headings = prose(text)
        .into_iter()
        .filter_map(|line| line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#')));
    headings
        .map(|heading| {
            let kept = heading.trim().chars().filter(|&c| c.is_alphanumeric() || "_- ".contains(c));
            let anchor = kept.collect::<String>().to_lowercase().replace(' ', "-");
            let count = seen.entry(anchor.clone()).or_insert(0);
            *count += 1;
            if *count == 1 { anchor } else { format!("{anchor}-{}", *count - 1) }
        })
        .collect()
}

#[test]
fn links_lead_to_files_and_headings_that_are_there() {
    let mut texts = HashMap::new();
    let mut read = |path: &Path| {
        let path = path.canonicalize().ok()?;
        let text = texts.entry(path.clone()).or_insert_with(|| std::fs::read_to_string(path).unwrap_or_default());
        Some(text.clone())
    };
    let (mut count, mut wrong) = (0, Vec::new());
    for page in all_pages() {
        let text = read(&page).expect("a page");
        for line in prose(&text) {
            let targets = line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
            for target in targets.filter(|target| !target.contains("://")) {
                count += 1;
                let (file, heading) = target.split_once('#').unwrap_or((target, ""));
                let path = if file.is_empty() { page.clone() } else { page.with_file_name("").join(file) };
                let is_there = match read(&path) {
                    None => false,
                    Some(text) => heading.is_empty() || anchors(&text).iter().any(|anchor| anchor == heading),
                };
                if !is_there {
                    wrong.push(format!("{}: {target}", page.display()));
                }
            }
        }
    }
    assert!(count > 200, "{count} links");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_glossary_names_files_that_are_there() {
    let root = Path::new(ROOT);
    let page = std::fs::read_to_string(root.join("docs/reference/glossary.md")).expect("the page");
    let cells = page.lines().filter_map(|line| line.strip_suffix(" |")?.rsplit_once(" | ")).map(|(_, files)| files);
    let files: Vec<&str> =
        cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).filter(|file| file.contains('/')).collect();
    assert!(files.len() > 40, "{files:?}");
    let is_missing = |file: &&&str| !root.join("src").join(file).exists() && !root.join(file).exists();
    assert_eq!(files.iter().find(is_missing), None);
}

#[test]
fn the_lab_lists_all_its_entries() {
    let lab = Path::new(ROOT).join("docs/lab");
    let list = std::fs::read_to_string(lab.join("README.md")).expect("the list");
    let mut entries = 0;
    for page in pages(&lab).iter().filter(|page| !page.ends_with("README.md")) {
        let text = std::fs::read_to_string(page).expect("a page");
        for entry in prose(&text).into_iter().filter_map(|line| line.strip_prefix("## ")) {
            assert!(list.contains(&format!("- [{entry}](")), "{entry}: run docs/regenerate");
            entries += 1;
        }
    }
    assert!(entries > 80, "{entries}");
}

#[test]
fn the_page_of_commands_is_the_help_of_the_program() {
    let page = std::fs::read_to_string(Path::new(ROOT).join("docs/reference/commands.md")).expect("the page");
    let sections: HashMap<&str, &str> = page
        .split("\n## manyply ")
        .skip(1)
        .filter_map(|section| {
            Some((section.lines().next()?, section.split("~~~text\n").nth(1)?.split("\n~~~").next()?))
        })
        .collect();
    let help = success(&["--help"]);
    let names = help.split("Commands:\n").nth(1).expect("commands").split("\n\n").next().expect("a list");
    let names: Vec<&str> = names.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty() && *name != "help").collect();
    assert_eq!(names.len(), sections.len(), "docs/regenerate writes docs/reference/commands.md anew");
    for name in names {
        // Numbers of threads and folders of this machine are no part of it; lines end where the terminal does.
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let found = sections.get(name).unwrap_or_else(|| panic!("{name} is missing: run docs/regenerate"));
        assert_eq!(words(found), words(&success(&[name, "--help"])), "{name}: run docs/regenerate");
    }
}

#[test]
fn the_page_of_json_has_every_object_and_field() {
    let page = std::fs::read_to_string(Path::new(ROOT).join("docs/reference/json.md")).expect("the page");
    let schema: Value = serde_json::from_str(&success(&["schema"])).expect("JSON");
    for (name, object) in schema["$defs"].as_object().expect("objects") {
        let section =
            page.split(&format!("\n### {name}\n")).nth(1).unwrap_or_else(|| panic!("{name}: run docs/regenerate"));
        let section = section.split("\n### ").next().unwrap_or_default();
        for field in object["properties"].as_object().into_iter().flat_map(|fields| fields.keys()) {
            let is_there = ["type", "version"].contains(&&**field) || section.contains(&format!("| `{field}` |"));
            assert!(is_there, "{name}: {field}: run docs/regenerate");
        }
    }
}

#[test]
fn the_table_of_levels_is_that_of_the_program() {
    let page = std::fs::read_to_string(Path::new(ROOT).join("docs/guide/play.md")).expect("the page");
    let table = page.split("<!-- levels -->\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a table");
    let mut rows = table.lines().map(|line| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>());
    let head = rows.next().expect("a head");
    let rows: Vec<_> = rows.skip(1).collect();
    let games = json(&["games", "--json"]);
    assert_eq!(head.len(), 2 + games.len(), "{head:?}: run docs/regenerate");
    for game in games {
        let name = game["game"].as_str().expect("a name");
        let column =
            head.iter().position(|&head| head == name).unwrap_or_else(|| panic!("{name}: run docs/regenerate"));
        let levels = game["levels"].as_array().expect("levels");
        assert!(levels.len() > 1 && levels.len() <= rows.len(), "{name}: run docs/regenerate");
        for (place, row) in rows.iter().enumerate() {
            let cells = [row[0], &row[1].replace(',', ""), row[column]].map(|cell| cell.parse().ok());
            match levels.get(place) {
                Some(level) => {
                    assert_eq!(cells, ["level", "nodes", "elo"].map(|field| level[field].as_i64()), "{name}");
                }
                None => assert_eq!(cells[2], None, "{name}: not measured"),
            }
        }
        assert!(levels.is_sorted_by_key(|level| level["elo"].as_i64()), "{name}: {levels:?}");
    }
}

/// `manyply help` has every page of the guide, as text without links.
#[test]
fn the_guide_is_in_the_program() {
    let listed = success(&["help"]);
    for page in pages(&Path::new(ROOT).join("docs/guide")) {
        let name = page.file_stem().expect("a name").to_string_lossy().into_owned();
        assert!(listed.lines().any(|line| line.starts_with(&format!("  {name} "))), "{name} is not listed");
        let text = success(&["help", &name]);
        assert!(text.lines().count() > 10 && !text.contains("](") && !text.contains("\n#"), "{text}");
    }
    assert!(success(&["help", "perft"]).contains("'manyply perft --help'"));
    assert!(success(&["help", "eval"]).contains("Usage: manyply eval"));
    assert!(success(&["help", "hop"]).contains("\nGOAL\n"));
}

#[test]
fn a_page_of_rules_begins_with_the_goal_and_ends_before_the_programmers() {
    for game in json(&["games", "--json"]) {
        let name = game["game"].as_str().expect("a name");
        let text = out(&command(&["games", name]).output().expect("it runs"));
        for word in
            ["\nGOAL\n", "\nMOVES\n", "\nNOTATION\n", "\nOPTIONS\n", "\nEXAMPLE GAME\n", "\nWHERE IT COMES FROM\n"]
        {
            assert!(text.contains(word), "{name}: {word:?}\n{text}");
        }
        assert!(!text.contains("](") && !text.contains("FOR PROGRAMMERS"), "{text}");
    }
}
