//! What the targets share: how the bytes of an input name a game, its rules and a position, and how a command is run.
//!
//! An input is text: the game's name, its rules, a position (nothing: the start), then what the target makes of the
//! rest, each on a line of its own. Seeds can be read and written by hand.

use manyply::face::Game;
use manyply::game::{Notation, Played};
use manyply::games::gomoku::{Gomoku, verify};
use manyply::games::hexnim::Hexnim;
use manyply::games::hop::Hop;
use manyply::games::minichess::Minichess;
use manyply::games::threechess::Threechess;
use manyply::shard::Seal;
use manyply_app::cli::{Session, run};
use std::ffi::OsString;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Once};
use std::thread;
use std::time::Duration;

#[cfg(feature = "libfuzzer")]
pub use libfuzzer_sys::fuzz_target;

/// A target without the fuzzer: a function `fuzz_one` of the bytes, by which its seeds are replayed.
#[cfg(not(feature = "libfuzzer"))]
#[macro_export]
macro_rules! fuzz_target {
    (|$data:ident: &[u8]| $body:expr) => {
        pub(crate) fn fuzz_one($data: &[u8]) {
            $body
        }
    };
}

/// What a target does with a game, its rules and the lines behind them.
pub trait Target {
    /// Does it.
    fn run<G: Game>(self, rules: G::Rules, rest: &[u8]);
}

/// Calls `target` if `data` names a game and rules that it knows.
pub fn with_game<T: Target>(data: &[u8], target: T) {
    let (name, rest) = line(data);
    match std::str::from_utf8(name) {
        Ok(Minichess::NAME) => with_rules::<Minichess, T>(rest, target),
        Ok(Threechess::NAME) => with_rules::<Threechess, T>(rest, target),
        Ok(Hop::NAME) => with_rules::<Hop, T>(rest, target),
        Ok(Gomoku::NAME) => with_rules::<Gomoku, T>(rest, target),
        Ok(Hexnim::NAME) => with_rules::<Hexnim, T>(rest, target),
        // An unknown game is refused before anything else can go wrong.
        _ => {}
    }
}

fn with_rules<G: Game, T: Target>(rest: &[u8], target: T) {
    let (rules, rest) = line(rest);
    let Ok(text) = std::str::from_utf8(rules) else { return };
    match G::parse_rules(text) {
        Ok(rules) => {
            assert_eq!(G::parse_rules(&G::rules_text(&rules)).as_ref(), Ok(&rules));
            target.run::<G>(rules, rest);
        }
        Err(error) => assert!((1..=text.chars().count() + 1).contains(&error.column), "{text:?}: {error}"),
    }
}

/// The first line and what follows it.
pub fn line(data: &[u8]) -> (&[u8], &[u8]) {
    match data.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&data[..end], &data[end + 1..]),
        None => (data, &[]),
    }
}

/// The position on the first line (nothing: the start), and what follows it.
pub fn position<'a, G: Game>(rules: &G::Rules, data: &'a [u8]) -> Option<(G, &'a [u8])> {
    let (text, rest) = line(data);
    let text = std::str::from_utf8(text).ok()?;
    let position = if text.is_empty() { Ok(G::start(rules)) } else { G::parse_position(text, rules) };
    Some((position.ok()?, rest))
}

/// The game that begins with `position` and goes on as `choices` say, each byte choosing among the legal moves.
pub fn play<G: Game>(position: G, choices: &[u8]) -> Played<G> {
    let mut game = Played::new(position);
    for &choice in choices {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        assert!(game.play(moves[usize::from(choice) % moves.len()]));
    }
    game
}

/// Runs a command as a user would who presses Ctrl-C after `patience`, and checks what is promised of every one: an
/// exit code that the documentation names, one line of complaint for bad input and nothing else on standard error. What
/// is printed comes back with the code.
pub fn command(
    arguments: impl IntoIterator<Item = impl Into<OsString>>,
    input: &[u8],
    patience: Option<Duration>,
) -> (u8, String) {
    // A program that closes its pipe is an error to tell. Rust's own `main`, which the fuzzer replaces, sees to that.
    static PIPES: Once = Once::new();
    PIPES.call_once(|| {
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGPIPE, Arc::default()).expect("a signal like others");
    });
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = with_patience(patience.unwrap_or(Duration::MAX), |stop| {
        let mut session = Session {
            input: Box::new(Cursor::new(input.to_vec())),
            out: &mut out,
            err: &mut err,
            stop: stop.clone(),
            has_terminal: false,
            games: manyply::games::registry(),
            name: "manyply",
            json: false,
            kept: None,
        };
        run(std::iter::once("manyply".into()).chain(arguments.into_iter().map(Into::into)), &mut session)
    });
    let message = String::from_utf8(err).expect("the message is text");
    match code {
        0 | 1 => assert_eq!(message, ""),
        // What was kept is said, if anything was to be.
        130 => assert!(message.is_empty() || message.starts_with("interrupted: "), "{message:?}"),
        2 => {
            let line = message.strip_suffix('\n').unwrap_or(&message);
            assert!(line.starts_with("error: ") && !line.contains(char::is_control), "{message:?}");
        }
        _ => panic!("exit code {code}"),
    }
    (code, String::from_utf8(out).expect("what is printed is text"))
}

/// Does `work` with a stop condition that is met after `patience`, if it takes so long.
pub fn with_patience<T>(patience: Duration, work: impl FnOnce(&Arc<AtomicBool>) -> T) -> T {
    let stop = Arc::new(AtomicBool::new(false));
    let (working, waiting) = mpsc::channel::<()>();
    let patient = stop.clone();
    let watch = thread::spawn(move || {
        if waiting.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
            patient.store(true, Ordering::Relaxed);
        }
    });
    let done = work(&stop);
    drop(working);
    // One that went on would look like a leak.
    watch.join().expect("it only waits");
    done
}

/// A place for a file or folder of this process.
pub fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("manyply-fuzz-{name}-{}", std::process::id()))
}

/// What unpacks to a text that stands so many times: the number and the text are on lines of their own. None if that is
/// too much.
pub fn repeated(data: &[u8]) -> Option<Vec<u8>> {
    let (times, text) = line(data);
    let times: usize = std::str::from_utf8(times).ok()?.parse().ok()?;
    let length = text.len().checked_mul(times).filter(|&bytes| bytes <= 1 << 26)?;
    let text: Vec<u8> = text.iter().copied().cycle().take(length).collect();
    verify::pack(&text).ok()
}

/// The text as a sealed file, so that its content gets past the checksums.
pub fn sealed(text: &str) -> String {
    let mut seal = Seal::default();
    text.lines().map(|line| seal.close(line) + "\n").collect()
}
