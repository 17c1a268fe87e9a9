//! The commands of the README and of the guide, page by page, as a reader types them: in a folder of its own, in their
//! order, each with less to do.

use super::{ROOT, has};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Commands that do not run here, by a part of them, and why.
const ELSEWHERE: &[(&str, &str)] = &[
    ("cargo ", "builds; .ci/run and .ci/builds do"),
    ("rustup ", "installs"),
    ("serve", "waits for a browser: tests of serve and of the page in a browser"),
    ("shell minichess\n", "waits for a user: tests of the shell"),
    ("curl ", "needs a server: tests of serve"),
    ("hexnim-client", "needs a server: tests of the protocol"),
    ("trichess-client", "needs a server: tests of the protocol"),
    ("old", "needs an older program"),
    ("fairy-stockfish", "needs another program: tests of outside programs"),
    ("valgrind", "needs another program"),
    ("| man ", "needs another program"),
    ("slurm.sh", "needs Slurm: docs/cluster/try_slurm.sh"),
    ("manyply bench", "takes seconds: tests of bench"),
    ("growth.json", "comes from bench: tests of bench"),
    ("freestyle.txt", "takes hours"),
    ("--tables docs/proofs", "takes minutes without optimisation: tests of prove"),
    ("manyply site", "tests of the site"),
    ("tune gomoku --games", "takes minutes: tests of tune"),
    ("tune minichess --search", "takes minutes: tests of tune"),
    ("tune gomoku --search", "takes minutes: tests of tune"),
    ("razor=230", "plays gomoku for a while: tests of matches"),
];

/// The same command with less to do.
fn smaller(line: &str) -> String {
    let is_learning = ["selfplay", "train"].iter().any(|name| line.contains(&format!("manyply {name}")));
    let least =
        |text: &str, most: u64| text.parse::<u64>().map_or(text.to_owned(), |number| number.min(most).to_string());
    let mut words: Vec<String> = Vec::new();
    for word in line.split(' ') {
        let before = words.last().map_or("", String::as_str);
        let is_depth = words.iter().rev().nth(1).is_some_and(|word| word.ends_with("perft"));
        let word = match before {
            "--time" => "20ms".to_owned(),
            "--games" => least(word, if is_learning { 60 } else { 4 }),
            "--nodes" => least(word, if is_learning { 20 } else { 300 }),
            "--depth" | "depth" => least(word, 5),
            "--openings" => least(word, 2),
            "--play" => least(word, 100),
            "--men" => least(word, 3),
            "--info" => "KRK".to_owned(),
            "--up-to" => "1v1".to_owned(),
            "--out" if word.starts_with("src/") => word.rsplit('/').next().unwrap_or_default().to_owned(),
            "--hash" => least(word, 16),
            _ if is_depth => least(word, 4),
            // Of a run, after its folder.
            _ if words.len() > 1 && words[words.len() - 2].ends_with("parallel.sh") => least(word, 3),
            _ => word.to_owned(),
        };
        let agent = |word: String, name: &str, most: u64| match word.split_once(name) {
            Some((head, rest)) => {
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                format!("{head}{name}{}{}", least(&rest[..end], most), &rest[end..])
            }
            None => word,
        };
        words.push(agent(agent(word, "nodes=", 100), "time=", 5));
    }
    let line = words.join(" ");
    // A test that goes on until it is decided.
    if line.contains("--sprt") { format!("{line} --games 4") } else { line }
}

/// The commands of a page in its order.
fn commands(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).expect("a page").replace("\\\n", " ");
    let code = text.split("```").skip(1).step_by(2).filter_map(|code| code.strip_prefix('\n'));
    let lines = code.flat_map(str::lines).map(|line| line.replace("cargo run --release -- ", "manyply "));
    let heads = ["manyply ", "printf ", "echo ", "mkdir ", "docs/cluster/", "JOBS="];
    lines.filter(|line| heads.iter().any(|head| line.starts_with(head))).collect()
}

fn run_page(page: &Path) -> usize {
    let name = page.file_stem().expect("a name").to_string_lossy().into_owned();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("guide {name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    for there in ["perft", "suites", "docs"] {
        std::os::unix::fs::symlink(Path::new(ROOT).join(there), folder.join(there)).expect("a link");
    }
    let program = Path::new(env!("CARGO_BIN_EXE_manyply")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let (mut count, mut wrong) = (0, Vec::new());
    for line in commands(page) {
        let waits = ELSEWHERE.iter().any(|(part, _)| format!("{line}\n").contains(part));
        if waits || (line.contains("parallel.sh") && !has("parallel", &["--version"])) {
            continue;
        }
        let smaller = smaller(&line);
        let mut shell = Command::new("sh");
        shell.args(["-c", &smaller]).current_dir(&folder).env("PATH", &path).env("HOME", &folder);
        shell.env_remove("MANYPLY_TABLES").env_remove("XDG_DATA_HOME");
        let output = shell.stdin(Stdio::null()).output().expect("a shell");
        if output.status.code() != Some(0) {
            wrong.push(format!("{name}: {line}\nas {smaller}\n{output:?}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let _ = std::fs::remove_dir_all(&folder);
    count
}

#[test]
fn the_commands_of_the_readme_run() {
    assert!(run_page(&Path::new(ROOT).join("README.md")) >= 8);
}

#[test]
fn the_commands_of_the_guide_run() {
    let pages =
        Path::new(ROOT).join("docs/guide").read_dir().expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<PathBuf> = pages.filter(|page| page.extension().is_some_and(|name| name == "md")).collect();
    pages.sort();
    // A page a thread: each has its folder.
    let count: usize = std::thread::scope(|scope| {
        let pages: Vec<_> = pages.iter().map(|page| scope.spawn(|| run_page(page))).collect();
        pages.into_iter().map(|page| page.join().expect("a page")).sum()
    });
    assert!(count > 70, "{count} commands");
}

/// What is not run is still there.
#[test]
fn commands_that_run_elsewhere_are_in_the_documents() {
    let pages =
        Path::new(ROOT).join("docs/guide").read_dir().expect("a folder").map(|entry| entry.expect("an entry").path());
    let texts = pages.chain([Path::new(ROOT).join("README.md")]).filter(|page| page.is_file());
    let all: String = texts.filter_map(|page| std::fs::read_to_string(page).ok()).collect();
    for (part, why) in ELSEWHERE {
        assert!(all.contains(part), "{part:?} ({why}) is in no page");
    }
}
