//! Requests and answers as HTTP has them: bodies come whole and in time, answers are JSON, files, or lines as they
//! become known.

use super::connections::{Connections, Held, Listening, PATIENCE, Place};
use hyper::StatusCode;
use hyper::body::{Body as _, Bytes, Frame, Incoming, SizeHint};
use hyper::header::{self, HeaderValue};
use manyply_arena::service::{QueryError, json};
use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::time::timeout;

/// The largest body of a request, in bytes: a file of games.
pub(super) const LARGEST_BODY: usize = 1 << 20;

const JSON: &str = "application/json";
const JSON_LINES: &str = "application/x-ndjson";
pub(super) const SCRIPT: &str = "text/javascript; charset=utf-8";
pub(super) const STYLE: &str = "text/css; charset=utf-8";

/// An answer.
pub(super) type Response = hyper::Response<Body>;

/// What an answer says.
pub(super) enum Body {
    Whole(Bytes),
    /// Line after line.
    Lines {
        lines: Box<dyn Lines>,
        /// While they are sent.
        _listening: Option<Listening>,
    },
}

/// Lines that become known one after the other. One is asked for when there is room for it on its way.
pub(super) trait Lines: Send {
    /// The next line; none after the last.
    fn poll_line(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>>;
}

impl hyper::body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let bytes = match self.get_mut() {
            Self::Whole(bytes) => Poll::Ready(Some(std::mem::take(bytes)).filter(|bytes| !bytes.is_empty())),
            Self::Lines { lines, .. } => lines.poll_line(context),
        };
        bytes.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Self::Lines { .. } => SizeHint::default(),
        }
    }
}

/// Why there is no answer: for programs the field that is wrong, for people what is wrong with it.
pub(super) struct Refusal {
    status: StatusCode,
    error: QueryError,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, error: impl ToString) -> Self {
        Self { status, error: QueryError { id: None, field: None, error: error.to_string() } }
    }

    pub(super) fn response(self) -> Response {
        // Numbers and texts are JSON.
        let mut response = json(json::line(&self.error).unwrap_or_default());
        *response.status_mut() = self.status;
        response
    }
}

impl From<QueryError> for Refusal {
    fn from(error: QueryError) -> Self {
        let is_read = error.field.is_some();
        let status = if is_read { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::BAD_REQUEST };
        Self { status, error: QueryError { id: None, ..error } }
    }
}

/// An answer of a type.
pub(super) fn typed(kind: &'static str, body: Body) -> Response {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// JSON as an answer.
pub(super) fn json(text: String) -> Response {
    typed(JSON, Body::Whole(text.into()))
}

/// Lines of JSON as an answer.
pub(super) fn lines(lines: impl Lines + 'static) -> Response {
    typed(JSON_LINES, Body::Lines { lines: Box::new(lines), _listening: None })
}

/// The body of a request, which must not be too large nor take too long. It counts as `held`.
pub(super) async fn read(mut body: Incoming, held: &mut Held) -> Result<Vec<u8>, Refusal> {
    let large = || {
        let problem = format!("the body is longer than {LARGEST_BODY} bytes");
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, problem)
    };
    // What is announced as too large need not come.
    if body.size_hint().lower() > LARGEST_BODY as u64 {
        return Err(large());
    }
    let mut content = Vec::new();
    let read = async {
        while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            let frame = frame.map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, error))?;
            let bytes = frame.into_data().unwrap_or_default();
            if content.len() + bytes.len() > LARGEST_BODY {
                return Err(large());
            }
            held.add(bytes.len());
            content.extend_from_slice(&bytes);
        }
        Ok(())
    };
    let slow = |_| {
        let problem = format!("the body did not come within {} s", PATIENCE.as_secs());
        Refusal::new(StatusCode::REQUEST_TIMEOUT, problem)
    };
    timeout(PATIENCE, read).await.map_err(slow)??;
    Ok(content)
}

/// Lets an answer go to a connection: its bytes count as the connection's until they are sent, and whoever hears more
/// later must not be one too many.
pub(super) fn send(response: Response, connections: &Arc<Connections>, place: &Arc<Place>) -> Response {
    let (head, body) = response.into_parts();
    let body = match body {
        Body::Whole(bytes) => Body::Whole(connections.hold(place).counted(bytes)),
        Body::Lines { lines, .. } => match connections.listen(place) {
            Some(listening) => Body::Lines { lines, _listening: Some(listening) },
            None => {
                let problem = "too many listen already; try again later";
                return Refusal::new(StatusCode::SERVICE_UNAVAILABLE, problem).response();
            }
        },
    };
    Response::from_parts(head, body)
}
