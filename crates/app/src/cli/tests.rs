//! The commands in the documentation are those of the program.

use crate::cli::program;
use std::path::{Path, PathBuf};

/// Words of a command line as a shell reads them, without its substitutions.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// What runs the program in one line of a shell; several may stand side by side.
fn commands(line: &str) -> Vec<Vec<String>> {
    let line = line.replace("cargo run --release --", "manyply");
    let words = words(&line);
    let is_program = |word: &String| word == "manyply";
    let ends = |word: &String| is_program(word) || word.starts_with(['|', '>', '<', '&', ';', '#']) || word == "2>";
    let begins = (0..words.len()).filter(|&at| is_program(&words[at]));
    let command = |at: usize| {
        let rest = words[at + 1..].iter().take_while(|word| !ends(word));
        // A placeholder stands for any game.
        let rest = rest.map(|word| if word == "GAME" { "minichess".into() } else { word.clone() });
        ["manyply".to_owned()].into_iter().chain(rest).collect()
    };
    begins.map(command).filter(|command: &Vec<String>| command.len() > 1).collect()
}

fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    entries
        .flat_map(|path| if path.is_dir() { pages(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect()
}

#[test]
fn commands_of_the_documentation_are_understood() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut files = pages(&root.join("docs"));
    files.extend(["README.md", "CONTRIBUTING.md"].map(|name| root.join(name)));
    let (mut count, mut wrong) = (0, Vec::new());
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a page").replace("\\\n", " ");
        // Code stands between every odd fence and the next one.
        let code = text.split("```").skip(1).step_by(2).filter(|code| !code.starts_with("python"));
        for line in code.flat_map(str::lines) {
            for command in commands(line) {
                count += 1;
                if let Err(error) = program(&crate::all_games(), "manyply").try_get_matches_from(&command)
                    && error.use_stderr()
                {
                    wrong.push(format!("{}: {}: {error}", path.display(), command.join(" ")));
                }
            }
        }
    }
    assert!(count > 100, "{count} commands");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lines_of_a_shell_are_cut_into_commands() {
    let cut = |line| commands(line).iter().map(|words| words.join("_")).collect::<Vec<_>>();
    assert_eq!(
        cut("manyply perft hop 6    manyply bench hop  # comment"),
        ["manyply_perft_hop_6", "manyply_bench_hop"]
    );
    assert_eq!(cut("cargo run --release -- show GAME | less"), ["manyply_show_minichess"]);
    assert_eq!(cut("cat x | manyply match --b \"ugi:a b\" > y"), ["manyply_match_--b_ugi:a b"]);
    assert!(cut("cp target/release/manyply old").is_empty());
}
