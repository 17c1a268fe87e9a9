//! Any command line: an exit code that the documentation names, one line of complaint for bad input, and an end.
//! Nothing is read from files, written to files, started or connected to.
//!
//! An input is the arguments, one a line, then an empty line, then standard input.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply_fuzz::{command, fuzz_target};
use std::sync::LazyLock;
use std::time::Duration;

/// Commands that talk with servers, listen, or read and write files without an option: only asked for their help.
const LEFT_OUT: [&str; 5] = ["hexnim-client", "trichess-client", "minichess-file", "book", "serve"];
/// Commands that take files without an option: given standard input alone.
const OF_FILES: [&str; 4] = ["merge", "plot", "convert", "verify"];
/// Commands on standard input that read or write files, of commands that take such.
const FILE_LINES: [&str; 4] = ["save", "load", "book", "tables"];
/// What agents are called that are programs.
const PROGRAMS: [&str; 5] = ["ugi:", "uci:", "ubgi:", "file:", "gomocup:"];
/// Options whose values cost memory or time.
const COSTLY: [&str; 5] = ["--hash", "--threads", "--memory", "--concurrency", "--runs"];
/// What agents say that costs memory or time.
const COSTLY_AGENTS: [&str; 2] = ["hash=", "threads="];

/// The options that name files, folders or programs, as the help of all commands shows them.
static FILES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let help = |arguments: &[&str]| command(arguments.iter().copied(), b"", None).1;
    let main = help(&["--help"]);
    let commands = main.lines().skip_while(|line| !line.contains("Commands:")).skip(1);
    let commands = commands.map_while(|line| plain(line).split_whitespace().next().map(str::to_owned));
    let pages = commands.filter(|name| name != "help").map(|name| plain(&help(&[&name, "--help"])));
    let mut files: Vec<String> = pages.flat_map(|page| options_of_files(&page)).collect();
    files.sort();
    files.dedup();
    for known in ["--svg", "--save", "--dir", "--tables", "--keep", "--from", "--out", "--checkpoint", "--resume"] {
        assert!(files.iter().any(|option| option == known), "{known} is not among {files:?}");
    }
    files
});

/// The options on a page of help whose values are files, folders or programs.
fn options_of_files(page: &str) -> Vec<String> {
    let words: Vec<&str> = page.split_whitespace().collect();
    let pairs =
        words.windows(2).filter(|pair| ["<FILE", "<DIR", "<COMMAND"].iter().any(|value| pair[1].starts_with(value)));
    pairs.map(|pair| pair[0].to_owned()).filter(|option| option.starts_with("--")).collect()
}

/// The text without colours.
fn plain(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

fuzz_target!(|data: &[u8]| {
    let end = data.windows(2).position(|pair| pair == b"\n\n");
    let (head, input) = end.map_or((data, &[][..]), |end| (&data[..end], &data[end + 2..]));
    let Ok(head) = std::str::from_utf8(head) else { return };
    let mut arguments: Vec<&str> = head.trim_end_matches('\n').split('\n').collect();
    let reaches = |word: &str| input.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()));
    if !is_harmless(&arguments) || is_costly(&arguments) || FILE_LINES.iter().any(|word| reaches(word)) {
        return;
    }
    if ["play", "shell", "analyze", "annotate", "query", "solve", "suite", "ugi", "ubgi", "gomocup"]
        .contains(&arguments[0])
        && !head.contains("--hash")
    {
        arguments.extend(["--hash", "1"]);
    }
    // Whoever starts something long soon presses Ctrl-C.
    command(arguments, input, Some(Duration::from_millis(5)));
});

/// Whether nothing but this process can be reached.
fn is_harmless(arguments: &[&str]) -> bool {
    let (name, rest) = arguments.split_first().expect("a line at least");
    if LEFT_OUT.iter().any(|command| arguments.contains(command)) {
        return LEFT_OUT.contains(name) && rest == ["--help"];
    }
    if OF_FILES.iter().any(|command| arguments.contains(command)) {
        return OF_FILES.contains(name)
            && rest
                .iter()
                .all(|argument| ["-", "--json", "--help", "--to", "pgn", "sgf", "psq", "txt"].contains(argument));
    }
    let following = rest.iter().skip(1).chain([&""]);
    rest.iter().zip(following).all(|(argument, value)| {
        let names_file = FILES.iter().any(|option| argument.starts_with(option.as_str()));
        (!names_file || ["--suite", "--file"].contains(argument) && *value == "-")
            // It makes tables in a folder of a usual name.
            && !argument.starts_with("--up-to")
            && !argument.starts_with("--men")
            && !argument.starts_with("--serve")
            && !PROGRAMS.iter().any(|program| argument.contains(program))
    })
}

fn is_costly(arguments: &[&str]) -> bool {
    arguments.iter().zip(arguments.iter().skip(1).chain([&""])).any(|(argument, value)| {
        COSTLY_AGENTS.iter().any(|setting| argument.contains(setting))
            || COSTLY.iter().any(|option| argument.starts_with(option))
                && (argument.contains('=') || value.parse::<u64>().is_ok_and(|number| number > 2))
    })
}
