//! The server beside clients that are slow, hostile or many: others are answered, its memory is bounded, it ends.

use super::command;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Clients at once, of three kinds.
const CLIENTS: usize = 1040;
/// The most that a server may take beside them, in KiB.
const MOST_MEMORY: u64 = 300 << 10;
/// Within this others are answered.
const SOON: Duration = Duration::from_secs(1);
/// Within this it ends: far less where nothing else runs.
const END: Duration = Duration::from_secs(3);

/// A running server, killed with the test.
struct Server {
    child: Child,
    address: String,
    /// What else it says: it would end if nobody listened.
    _said: BufReader<Box<dyn Read + Send + Sync>>,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// Starts a command that serves, and says where on its first line.
    fn start(arguments: &[&str]) -> Self {
        // A match says where it is shown beside its games.
        let (is_match, mut command) = (arguments[0] == "match", command(arguments));
        match is_match {
            true => command.stdout(Stdio::null()).stderr(Stdio::piped()),
            false => command.stdout(Stdio::piped()),
        };
        let mut child = command.spawn().expect("it runs");
        let stdout = child.stdout.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send + Sync>);
        let stderr = child.stderr.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send + Sync>);
        let mut lines = BufReader::new(stdout.or(stderr).expect("a pipe"));
        let mut line = String::new();
        lines.read_line(&mut line).expect("an address");
        let address = line.trim().rsplit("http://").next().expect("a page").trim_end_matches('/').to_owned();
        Self { child, address, _said: lines }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(20 * SOON)).expect("a time");
        stream.set_write_timeout(Some(SOON)).expect("a time");
        stream
    }

    fn head(&self, path: &str, length: usize) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n",
            self.address
        )
    }

    /// The answer to a request, which ends with the connection.
    fn ask(&self, request: &str) -> String {
        let (mut stream, mut answer) = (self.connect(), String::new());
        stream.write_all(request.as_bytes()).expect("it is taken");
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    fn post(&self, path: &str, body: &str) -> String {
        self.ask(&(self.head(path, body.len()) + body))
    }

    /// The most memory that it has had, in KiB.
    fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a size");
        peak.trim().trim_end_matches(" kB").parse().expect("a number")
    }

    /// How long it takes to end after Ctrl-C, and its exit code.
    fn interrupt(&mut self) -> (Duration, Option<i32>) {
        let started = Instant::now();
        let kill = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().expect("kill runs");
        assert!(kill.success());
        let code = self.child.wait().expect("it ends").code();
        (started.elapsed(), code)
    }
}

/// Lets this process have as many connections as it needs.
fn allow_connections() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, rustix::process::Rlimit { current: limit.maximum, ..limit });
}

/// Clients that send half of a head, nearly all of a large body, or never read a long answer.
fn slow_clients(server: &Server) -> Vec<TcpStream> {
    allow_connections();
    let turns = vec!["0"; 1000].join(",");
    let query = format!("{{\"game\":\"gomoku\",\"analyzeTurns\":[{turns}],\"depth\":1,\"multipv\":500}}");
    let (length, half) = ((1 << 20) - 1, " ".repeat(1 << 19));
    let client = |number: usize| {
        let mut stream = server.connect();
        let sent = match number % 3 {
            0 => server.head("/api/position", 10)[..40].to_owned(),
            1 => server.head("/api/import", length) + &half,
            _ => server.head("/api/query", query.len()) + &query,
        };
        let sent = sent.replace("Connection: close\r\n", "");
        // The server may have had enough of it meanwhile.
        let _ = stream.write_all(sent.as_bytes());
        stream
    };
    (0..CLIENTS).map(client).collect()
}

/// What `ask` gets soon. The tests share the machine: the quickest of three counts.
fn soon(name: &str, ask: impl Fn() -> String) -> String {
    let mut times = Vec::new();
    for _ in 0..3 {
        let started = Instant::now();
        let answer = ask();
        times.push(started.elapsed());
        if times.iter().any(|&time| time < 3 * SOON) {
            return answer;
        }
    }
    panic!("{name}: {times:?}")
}

/// What takes long on an idle machine, too, is not measured.
fn answered(server: &Server) {
    for (name, request) in [
        ("page", format!("GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address)),
        ("games", format!("GET /api/games HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address)),
    ] {
        let answer = soon(name, || server.ask(&request));
        assert!(answer.starts_with("HTTP/1.1 200 "), "{name}: {answer}");
    }
}

#[test]
fn slow_clients_hold_nobody_up() {
    let mut server = Server::start(&["serve", "--port", "0", "--hash", "1", "--threads", "1"]);
    let slow = slow_clients(&server);
    for _ in 0..5 {
        answered(&server);
        let answer = soon("position", || server.post("/api/position", "{\"game\":\"minichess\"}"));
        assert!(answer.contains("\"legal\""), "{answer}");
        std::thread::sleep(SOON / 2);
    }
    // As long as all others seem to read a search is refused, but no longer than until they are seen not to.
    let started = Instant::now();
    loop {
        let answer = server.post("/api/query", "{\"game\":\"hop\",\"nodes\":100}");
        if answer.contains("\"final\":true") {
            break;
        }
        assert!(answer.starts_with("HTTP/1.1 503 ") && started.elapsed() < 60 * SOON, "{answer}");
        std::thread::sleep(SOON / 5);
    }
    let peak = server.peak();
    assert!(peak < MOST_MEMORY, "{peak} KiB");
    let (time, code) = server.interrupt();
    assert!(time < END && code == Some(130), "{time:?}, {code:?}");
    drop(slow);
}

/// The page of a match holds up neither its own end nor that which the user wants.
#[test]
fn a_match_ends_whoever_looks_on() {
    let play = ["match", "hexnim", "--a", "random", "--b", "random", "--serve", "0", "--games"];
    let mut server = Server::start(&[&play[..], &["1000000"]].concat());
    let slow = slow_clients(&server);
    let viewer = server.connect();
    (&viewer)
        .write_all(format!("GET /api/match HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).as_bytes())
        .expect("sent");
    answered(&server);
    let (time, code) = server.interrupt();
    assert!(time < END && code == Some(130), "{time:?}, {code:?}");
    drop((slow, viewer));
}

/// The solvers of all searches together take what they are given, and no more.
#[test]
fn solvers_share_the_memory_that_is_given() {
    let mut server = Server::start(&["serve", "--port", "0", "--hash", "1", "--memory", "64", "--threads", "1"]);
    // A board of 34 cells: its table takes a GiB.
    let board = ["......"; 6].join("/");
    let query = format!("{{\"game\":\"hexnim\",\"action\":\"solve\",\"position\":\"{board}\",\"seconds\":2}}");
    let queries: Vec<_> = std::thread::scope(|scope| {
        let (server, query) = (&server, &query);
        let asked: Vec<_> = (0..2).map(|_| scope.spawn(move || server.post("/api/query", query))).collect();
        asked.into_iter().map(|answer| answer.join().expect("no panic")).collect()
    });
    assert!(queries.iter().all(|answer| answer.contains("\"solution\"")), "{queries:?}");
    let peak = server.peak();
    assert!(peak < 160 << 10, "{peak} KiB");
    assert_eq!(server.interrupt().1, Some(130));
}

/// However many moves a query lists, it takes no longer than to read it.
#[test]
fn many_moves_take_little_time() {
    let server = Server::start(&["serve", "--port", "0", "--hash", "1"]);
    let moves = "b1a3 d6e4 a3b1 e4d6 ".repeat(1 << 15);
    let started = Instant::now();
    let answer = server.post("/api/query", &format!("{{\"game\":\"minichess\",\"moves\":\"{moves}\"}}"));
    assert!(answer.starts_with("HTTP/1.1 422 ") && answer.contains("at most 10000"), "{answer}");
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
}
