//! The client's end of the websocket: messages out, messages in, with patience that ends.

use super::super::connect::connect;
use super::message::{self, Message, Request};
use std::io::{self, ErrorKind};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::error::Error;
use tungstenite::http::Uri;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{HandshakeError, Message as Frame, WebSocket};

/// How long the server is left alone between an answer and the next question, how long an answer may take, and how
/// often is asked: the public server forgets to answer when two questions come at once, or one while it clears up
/// behind another.
const BREATH: Duration = Duration::from_millis(5);
const ANSWER: Duration = Duration::from_secs(2);
const ASKED: u32 = 5;
/// The largest message that is read, in bytes; a full board takes 5000.
const LARGEST: usize = 1 << 20;

/// Why a conversation ends.
#[derive(Debug)]
pub(super) enum Problem {
    /// The connection is gone; another may go on.
    Lost(String),
    /// The other side is no such server, or says what it must not.
    Wrong(String),
}

/// A websocket to a server, and the password that it gave.
pub(super) struct Connection {
    socket: WebSocket<TcpStream>,
    /// Goes with all requests.
    pub(super) password: String,
}

impl Connection {
    /// Connects to a server, which may not be up yet.
    pub(super) fn open(url: &str) -> Result<Self, String> {
        let expected = "expected ws://HOST:PORT/PATH";
        let request = url.into_client_request().map_err(|error| format!("{error}; {expected}"))?;
        let (host, port) = address(request.uri()).ok_or(expected)?;
        let stream = connect((host, port)).map_err(|error| error.to_string())?;
        let limited = |stream: &TcpStream| {
            stream.set_read_timeout(Some(ANSWER * ASKED))?;
            stream.set_write_timeout(Some(ANSWER * ASKED))
        };
        limited(&stream).map_err(|error| error.to_string())?;
        let config = WebSocketConfig::default().max_message_size(Some(LARGEST)).max_frame_size(Some(LARGEST));
        match tungstenite::client::client_with_config(request, stream, Some(config)) {
            Ok((socket, _)) => Ok(Self { socket, password: String::new() }),
            Err(HandshakeError::Failure(error)) => Err(format!("no websocket: {error}")),
            Err(HandshakeError::Interrupted(_)) => Err("no websocket: nothing is answered".into()),
        }
    }

    pub(super) fn send(&mut self, request: Request) -> Result<(), Problem> {
        self.socket.send(Frame::text(request.text(&self.password))).map_err(problem)
    }

    /// What the server says next; nothing if it is silent for `patience`.
    pub(super) fn receive(&mut self, patience: Duration) -> Result<Option<Message>, Problem> {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            // A timeout of 0 would be none at all.
            let timeout = left.max(Duration::from_millis(1));
            self.socket.get_ref().set_read_timeout(Some(timeout)).map_err(|error| problem(error.into()))?;
            match self.socket.read() {
                Ok(Frame::Text(text)) => return message::parse(&text).map(Some).map_err(Problem::Wrong),
                Ok(Frame::Binary(_)) => return Err(Problem::Wrong("bytes that are no text".into())),
                Ok(Frame::Close(_)) => return Err(Problem::Lost("the server closes the connection".into())),
                Ok(Frame::Ping(_) | Frame::Pong(_) | Frame::Frame(_)) => {}
                Err(Error::Io(error)) if is_timeout(&error) => return Ok(None),
                // Ctrl-C, whose end comes from elsewhere.
                Err(Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(problem(error)),
            }
        }
    }

    /// Asks, and again if nothing comes. `is_answer` tells answers from what the server says unasked; what it refuses
    /// is always an answer, and so is the end of the game.
    pub(super) fn ask(&mut self, request: Request, is_answer: fn(&Message) -> bool) -> Result<Message, Problem> {
        for _ in 0..ASKED {
            thread::sleep(BREATH);
            self.send(request)?;
            let deadline = Instant::now() + ANSWER;
            while let Some(message) = self.receive(deadline.saturating_duration_since(Instant::now()))? {
                if is_answer(&message) || matches!(message, Message::Refused(_) | Message::End(_)) {
                    return Ok(message);
                }
            }
        }
        Err(Problem::Wrong(format!("no answer to {request:?}, asked {ASKED} times")))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // A polite end, if anybody is still there.
        let _ = self.socket.close(None);
        let _ = self.socket.flush();
    }
}

fn address(uri: &Uri) -> Option<(&str, u16)> {
    let host = uri.host()?.trim_start_matches('[').trim_end_matches(']');
    (uri.scheme_str() == Some("ws")).then_some((host, uri.port_u16().unwrap_or(80)))
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

fn problem(error: Error) -> Problem {
    match error {
        Error::Capacity(_) | Error::Utf8(_) => Problem::Wrong(error.to_string()),
        Error::Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake) => {
            Problem::Lost("the connection breaks off".into())
        }
        Error::Protocol(_) => Problem::Wrong(error.to_string()),
        _ => Problem::Lost(error.to_string()),
    }
}
