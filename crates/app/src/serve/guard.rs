//! What every request must be, and what every answer says about itself: a page of another origin can neither drive the
//! server nor show it in a frame.

use super::http::{Refusal, Response};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, StatusCode};
use std::net::{IpAddr, SocketAddr};

/// Everything comes from here; nothing is framed, sent on, or taken for something else.
const ANSWER: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Says of an answer what holds for all.
pub(super) fn mark(mut response: Response) -> Response {
    for (name, value) in ANSWER {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Lets through what the page itself asks for.
pub(super) fn check(method: &Method, headers: &HeaderMap, address: SocketAddr) -> Result<(), Refusal> {
    match refusal(method, headers, address) {
        Some(problem) => Err(Refusal::new(StatusCode::FORBIDDEN, problem)),
        None => Ok(()),
    }
}

/// Why a request is refused.
fn refusal(method: &Method, headers: &HeaderMap, address: SocketAddr) -> Option<String> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    // A name that a foreign site has pointed here (DNS rebinding) is not one of ours.
    let host = text(header::HOST).unwrap_or_default();
    if !is_own(host, address) {
        return Some(format!("the host {host:?} is not this server; expected {address}"));
    }
    if text(header::ORIGIN).is_some_and(|origin| origin.strip_prefix("http://") != Some(host)) {
        return Some("the page that asks is of another origin".into());
    }
    if matches!(text(HeaderName::from_static("sec-fetch-site")), Some("cross-site" | "same-site"))
        && method != Method::GET
    {
        return Some("the page that asks is of another site".into());
    }
    // What a form of another page could send is no JSON.
    let is_json = || text(header::CONTENT_TYPE).is_some_and(|kind| kind.split(';').next() == Some("application/json"));
    (method == Method::POST && !is_json()).then(|| "expected the content type application/json".into())
}

/// Whether `host`, as a browser names it, is the server at `address`: the address itself, or this machine's own name
/// for itself where the server is for this machine alone. Whoever listens on all addresses is asked by any of them, but
/// never by a name.
fn is_own(host: &str, address: SocketAddr) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    };
    let ip = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let is_ours = match ip {
        Ok(ip) => address.ip().is_unspecified() || ip == address.ip(),
        Err(_) => {
            name.eq_ignore_ascii_case("localhost") && (address.ip().is_loopback() || address.ip().is_unspecified())
        }
    };
    is_ours && port == Some(address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn other_origins_and_hosts_are_refused() {
        let address = SocketAddr::from(([127, 0, 0, 1], 8080));
        let refused = |method: Method, pairs: &[_]| refusal(&method, &headers(pairs), address).is_some();
        for host in ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080"] {
            assert!(!refused(Method::GET, &[("host", host)]), "{host}");
        }
        for host in
            ["evil.example:8080", "127.0.0.1:8081", "127.0.0.1", "localhost.evil.example:8080", "[::1]:8080", ""]
        {
            assert!(refused(Method::GET, &[("host", host)]), "{host}");
        }
        assert!(refused(Method::GET, &[]));
        let json = ("content-type", "application/json");
        assert!(!refused(Method::POST, &[("host", "localhost:8080"), json, ("origin", "http://localhost:8080")]));
        assert!(refused(Method::POST, &[("host", "localhost:8080"), json, ("origin", "http://evil.example")]));
        assert!(refused(Method::POST, &[("host", "localhost:8080"), json, ("origin", "null")]));
        assert!(refused(Method::POST, &[("host", "localhost:8080"), json, ("sec-fetch-site", "cross-site")]));
        assert!(refused(Method::POST, &[("host", "localhost:8080"), ("content-type", "text/plain")]));
        assert!(refused(Method::POST, &[("host", "localhost:8080")]));
    }

    #[test]
    fn all_addresses_are_asked_by_number_only() {
        let address = SocketAddr::from(([0, 0, 0, 0], 80));
        assert!(is_own("192.168.1.7", address) && is_own("192.168.1.7:80", address) && is_own("[fe80::1]:80", address));
        assert!(is_own("localhost", address) && !is_own("pc.example", address) && !is_own("192.168.1.7:81", address));
    }
}
