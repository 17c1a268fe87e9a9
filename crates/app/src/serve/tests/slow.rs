//! Clients that send half of what they should, or do not read what they asked for.

use super::*;
use std::time::Instant;

/// How long the server waited until it ended a connection, and what it said before.
fn ended(stream: &mut TcpStream) -> (Duration, String) {
    let (started, mut said) = (Instant::now(), Vec::new());
    // A connection may also break.
    let _ = stream.read_to_end(&mut said);
    (started.elapsed(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn half_a_request_is_not_waited_for() {
    let server = Running::start();
    let whole = server.head("/api/position", &json!({ "game": "hop" }).to_string());
    let body = whole.find("\r\n\r\n").expect("a body");
    for (sent, answer) in
        [(0, ""), (10, ""), (body, ""), (body + 4, "HTTP/1.1 408 "), (whole.len() - 1, "HTTP/1.1 408 ")]
    {
        let (time, said) = ended(&mut server.send(&whole[..sent]));
        assert!(time < 3 * PATIENCE && said.starts_with(answer), "{sent} bytes: {time:?}, {said}");
        assert_eq!(said.is_empty(), answer.is_empty(), "{sent} bytes: {said}");
    }
}

#[test]
fn too_large_a_body_is_refused_before_it_comes() {
    let server = Running::start();
    let head = server.head("/api/position", "").replace("Length: 0", &format!("Length: {}", LARGEST_BODY + 1));
    let (time, said) = ended(&mut server.send(&head));
    assert!(said.starts_with("HTTP/1.1 413 "), "{said}");
    assert!(time < 2 * LINGER, "{time:?}");
    // What comes in pieces of untold length is counted.
    let pieces = server.head("/api/position", "").replace("Content-Length: 0", "Transfer-Encoding: chunked");
    let piece = format!("{:x}\r\n{}\r\n", 1 << 16, " ".repeat(1 << 16));
    let (_, said) = ended(&mut server.send(&(pieces + &piece.repeat(17))));
    assert!(said.starts_with("HTTP/1.1 413 "), "{said}");
}

/// A long answer that nobody reads is made only as far as it may wait, and the connection ends.
#[test]
fn answers_that_nobody_reads_end() {
    let server = Running::start();
    let turns = vec![0; 1000];
    let query = json!({ "game": "gomoku", "analyzeTurns": turns, "depth": 1, "multipv": 500 });
    let mut stream = server.send(&server.head("/api/query", &query.to_string()));
    // All that the system keeps for it is full some time after: nothing more comes then.
    let (mut kept, mut waiting) = (vec![0; 1 << 24], 0);
    let mut come = || stream.peek(&mut kept).expect("an answer");
    while waiting < come() {
        waiting = come();
        std::thread::sleep(4 * PATIENCE);
    }
    let mut said = Vec::new();
    let read = stream.read_to_end(&mut said);
    let lines = said.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"{")).count();
    assert!(lines < turns.len(), "{lines} lines, {read:?}");
    // One that is read comes whole.
    let query = json!({ "game": "gomoku", "analyzeTurns": vec![0; 20], "depth": 1, "multipv": 500 });
    assert_eq!(server.query(&query).len(), 20);
}

/// Whoever comes last is served, and of those who keep their connections waiting the first go.
#[test]
fn nobody_keeps_others_out() {
    let server = Running::start();
    let slow: Vec<_> = (0..600).map(|_| server.send("POST /api/position HTTP/1.1\r\n")).collect();
    let started = Instant::now();
    assert_eq!(server.get("/").0, 200);
    assert_eq!(server.query(&json!({ "game": "hop", "nodes": 100 })).len(), 1);
    assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
    drop(slow);
}
