//! Any bytes as what a page sends to the server of `manyply serve`, or to that of a match: every request that is one
//! has an answer that says what it is, and the server lives on. The first line of an input is the path; behind it
//! stands the body. With `raw` for a path the rest is sent as it is.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply_app::serve::{Settings, Watched, serve, show};
use manyply_arena::Archive;
use manyply_arena::service::Means;
use manyply_fuzz::fuzz_target;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The statuses that the server knows.
const KNOWN: [&str; 9] = ["200", "400", "403", "404", "405", "411", "413", "422", "503"];

fuzz_target!(|data: &[u8]| {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (path, body) = (&data[..end], data.get(end + 1..).unwrap_or_default());
    for &address in addresses() {
        let mut request = Vec::new();
        if path != b"raw" {
            let method = if body.is_empty() { "GET" } else { "POST" };
            // What would end the line belongs to other requests.
            let path: Vec<u8> = path.iter().copied().filter(|byte| byte.is_ascii_graphic()).collect();
            request.extend(format!("{method} /").bytes());
            request.extend(path);
            let length = body.len();
            request.extend(
                format!(
                    " HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n\
                     Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
                )
                .bytes(),
            );
        }
        request.extend(body);
        let is_whole = path != b"raw";
        let answer = ask(address, &request, is_whole);
        if !is_whole {
            continue;
        }
        let text = String::from_utf8_lossy(&answer);
        let status = text.strip_prefix("HTTP/1.1 ").and_then(|text| text.get(..3));
        assert!(status.is_some_and(|status| KNOWN.contains(&status)), "{text}");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        assert!(head.contains("content-security-policy") || status == Some("400"), "{text}");
        if status != Some("200") && head.contains("application/json") {
            assert!(body.contains("\"type\":\"error\""), "{text}");
        }
    }
});

/// Sends a request and reads the answer, or the first part of one that goes on.
fn ask(address: SocketAddr, request: &[u8], is_whole: bool) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).expect("the server is there");
    stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a time-out");
    // The server may have refused it before it was all sent.
    let _ = stream.write_all(request);
    // Whatever stands behind the path of the match, as a query or a fragment, the answer is events without an end.
    let rest = request.strip_prefix(b"GET /api/match").and_then(<[u8]>::first);
    if rest.is_some_and(|after| b" ?#".contains(after)) {
        let mut start = vec![0; 1 << 16];
        let count = stream.read(&mut start).expect("an answer");
        start.truncate(count);
        return start;
    }
    if !is_whole {
        // Half a request would be waited for.
        let _ = stream.shutdown(Shutdown::Write);
    }
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    answer
}

/// Two servers for all inputs: one that searches, with few means, and one that shows a match.
fn addresses() -> &'static [SocketAddr; 2] {
    static SERVERS: OnceLock<[SocketAddr; 2]> = OnceLock::new();
    SERVERS.get_or_init(|| {
        let listen = || TcpListener::bind("127.0.0.1:0").expect("a port");
        let (own, shown) = (listen(), listen());
        let addresses = [&own, &shown].map(|listener| listener.local_addr().expect("its address"));
        let means = Means {
            jobs: 1,
            threads: 1,
            hash_mib: 1,
            memory: 1 << 22,
            is_fresh: false,
            engine: None,
            networks: Vec::new(),
        };
        let settings = Settings { means, longest: Duration::from_millis(20) };
        std::thread::spawn(move || serve(own, manyply::games::registry(), settings, &AtomicBool::new(false)));
        let archive = include_bytes!("../seeds/arena_texts/minichess-games");
        let start = archive.windows(7).position(|bytes| bytes == b"[Match ").expect("an archive");
        let (head, records, _) = Archive::parse(&archive[start..]).expect("an archive");
        let names = head.contenders.iter().map(|_| "a".to_owned()).collect();
        let watched = Arc::new(Watched::new(head, names, 2));
        records.into_iter().for_each(|record| watched.playing(record));
        std::thread::spawn(move || show(shown, manyply::games::registry(), watched, &AtomicBool::new(false)));
        addresses
    })
}
