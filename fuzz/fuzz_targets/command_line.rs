//! Any command line: an exit code that the documentation names, one line of complaint for bad input, and an end.
//!
//! An input is the arguments, one a line, then an empty line, then standard input.
#![no_main]

use libfuzzer_sys::fuzz_target;
use manyply::cli::{Session, run};
use std::ffi::OsString;
use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Commands that start programs, talk with servers or write files.
const LEFT_OUT: [&str; 5] = ["match", "tournament", "hexnim-client", "trichess-client", "minichess-file"];
/// Options that read or write files, with their short beginnings.
const FILES: [&str; 10] =
    ["--svg", "--suite", "--save", "--load", "--hash-save", "--hash-load", "--game", "--out", "--file", "--checkpoint"];
/// Options whose values cost memory or time.
const COSTLY: [&str; 2] = ["--hash", "--threads"];

fuzz_target!(|data: &[u8]| {
    let end = data.windows(2).position(|pair| pair == b"\n\n");
    let (head, input) = end.map_or((data, &[][..]), |end| (&data[..end], &data[end + 2..]));
    let Ok(head) = std::str::from_utf8(head) else { return };
    let mut arguments: Vec<&str> = head.split('\n').collect();
    if arguments.iter().any(|argument| LEFT_OUT.contains(argument))
        || touches_files(&arguments)
        || is_costly(&arguments)
    {
        return;
    }
    if ["play", "analyze", "solve", "ugi", "ubgi", "gomocup"].contains(&arguments[0]) && !head.contains("--hash") {
        arguments.extend(["--hash", "1"]);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut session = Session {
        input: Box::new(Cursor::new(input.to_vec())),
        out: &mut out,
        err: &mut err,
        stop: stop.clone(),
        has_terminal: false,
    };
    // Whoever starts something long soon presses Ctrl-C.
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(5));
        stop.store(true, Ordering::Relaxed);
    });
    let code = run(["manyply"].into_iter().chain(arguments).map(OsString::from), &mut session);
    let message = String::from_utf8(err).expect("the message is text");
    match code {
        0 | 1 | 130 => assert_eq!(message, ""),
        2 => assert!(message.starts_with("error: ") && message.lines().count() == 1, "{message:?}"),
        _ => panic!("exit code {code}"),
    }
});

fn touches_files(arguments: &[&str]) -> bool {
    arguments.iter().zip(arguments.iter().skip(1).chain([&""])).any(|(argument, value)| {
        FILES.iter().any(|option| argument.starts_with(option)) && !(*argument == "--suite" && *value == "-")
    })
}

fn is_costly(arguments: &[&str]) -> bool {
    arguments.iter().zip(arguments.iter().skip(1).chain([&""])).any(|(argument, value)| {
        COSTLY.iter().any(|option| argument.starts_with(option))
            && (argument.contains('=') || value.parse::<u64>().is_ok_and(|number| number > 2))
    })
}
