//! Any bytes as what a course server says: the client ends, says why in one line, and prints nothing that steers a
//! terminal.
//!
//! An input is `hexnim` and the server's bytes, or `trichess` and its messages, one a line; behind them the game ends.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply_fuzz::{command, fuzz_target, line};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::time::Duration;
use tungstenite::Message;

/// How long the server waits for a client that is still there.
const PATIENCE: Duration = Duration::from_secs(5);
const END: &str = r#"{"Status":"GameEnd","Message":"The game is ended, You're the winner. "}"#;

fuzz_target!(|data: &[u8]| match line(data) {
    (b"hexnim", bytes) => hexnim(bytes),
    (b"trichess", text) => std::str::from_utf8(text).map_or((), trichess),
    _ => {}
});

/// Runs a client against a server that does what `serve` says with the first connection.
fn meet(serve: impl FnOnce(TcpStream) + Send, arguments: impl FnOnce(u16) -> Vec<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let (stream, _) = listener.accept().expect("the client");
            stream.set_read_timeout(Some(PATIENCE)).expect("set");
            serve(stream);
        });
        let (code, out) = command(arguments(port), b"", None);
        assert!([0, 2].contains(&code), "exit code {code}");
        assert!(!out.contains(|c: char| c.is_control() && c != '\n'), "{out:?}");
    });
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

fn hexnim(bytes: &[u8]) {
    let serve = |mut stream: TcpStream| {
        // A client that has had enough closes the connection.
        let said = stream.write_all(bytes).and_then(|()| stream.shutdown(Shutdown::Write));
        if said.is_ok() {
            let _ = stream.read_to_end(&mut Vec::new());
        }
    };
    let client =
        |port| words(&format!("hexnim-client --host 127.0.0.1 --port {port} --time 1ms --threads 1 --memory 1"));
    meet(serve, client);
}

fn trichess(text: &str) {
    let serve = |stream: TcpStream| {
        let mut socket = tungstenite::accept(stream).expect("a handshake");
        let said = text.lines().chain([END]).try_for_each(|line| socket.send(Message::text(line.to_owned())));
        while said.is_ok() && socket.read().is_ok() {}
    };
    let client = |port| words(&format!("trichess-client --url ws://127.0.0.1:{port}/game --time 1ms --hash 1"));
    meet(serve, client);
}
