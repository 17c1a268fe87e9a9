//! Connections to servers that may not be up yet.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::thread;
use std::time::Duration;

/// How often a connection is tried, and how long between two tries.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(250);

/// Connects to a server, patiently. What is written goes out at once.
///
/// # Errors
/// Why the last try failed.
pub(super) fn connect(address: impl ToSocketAddrs) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect(&address);
    for _ in 1..TRIES {
        if stream.is_ok() {
            break;
        }
        thread::sleep(PAUSE);
        stream = TcpStream::connect(&address);
    }
    let stream = stream?;
    let _ = stream.set_nodelay(true);
    Ok(stream)
}
