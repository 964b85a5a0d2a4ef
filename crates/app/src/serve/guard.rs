//! Who may ask: the Host and Origin of requests; and what every answer says to the browser.

use super::fault::Refusal;
use super::options::ServeArgs;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// The hosts and origins whose pages may use the server.
pub struct Guard {
    hosts: Vec<String>,
    origins: Vec<String>,
}

/// Nothing a request does takes longer, but for a socket, which is answered at once.
const LONGEST: Duration = Duration::from_secs(60);

impl Guard {
    /// Of the address listened at, and the origins of the options.
    ///
    /// # Errors
    /// An origin that is none, with its value and what is allowed.
    pub fn new(at: SocketAddr, args: &ServeArgs) -> Result<Self, String> {
        let mut hosts = vec![at.to_string()];
        hosts.extend(["127.0.0.1", "localhost", "[::1]"].map(|h| format!("{h}:{}", at.port())));
        let mut origins: Vec<String> = hosts.iter().map(|h| format!("http://{h}")).collect();
        for origin in &args.origin {
            let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            let host = host.filter(|h| !h.is_empty() && !h.contains(['/', ' ', '*', '@']));
            let Some(host) = host else {
                return Err(format!(
                    "--origin: `{origin}` is not allowed; it takes http://HOST or http://HOST:PORT, or https"
                ));
            };
            hosts.push(host.to_lowercase());
            origins.push(origin.to_lowercase());
        }
        Ok(Self { hosts, origins })
    }

    /// Whether a request comes from a page of ours. A name that merely resolves to us (DNS rebinding) is no host of ours;
    /// what changes something, and every socket, must say from which page it comes.
    fn check(&self, request: &Request) -> Result<(), Refusal> {
        let text = |name: HeaderName| {
            request.headers().get(name).and_then(|v| v.to_str().ok()).map(str::to_lowercase)
        };
        let refuse = |what: &str| {
            Err(Refusal::new(StatusCode::FORBIDDEN, format!("{what} is not this server's; see --origin")))
        };
        if !text(header::HOST).is_some_and(|h| self.hosts.contains(&h)) {
            return refuse("the Host");
        }
        let origin = text(header::ORIGIN);
        let safe = [Method::GET, Method::HEAD].contains(request.method());
        let must = !safe || request.uri().path().ends_with("/socket");
        match origin {
            Some(origin) if self.origins.contains(&origin) => Ok(()),
            None if !must => Ok(()),
            _ => refuse("the Origin"),
        }
    }
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Checks every request, and hardens every answer.
pub async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.check(&request) {
        Err(refusal) => refusal.into_response(),
        Ok(()) => match tokio::time::timeout(LONGEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Refusal::new(StatusCode::REQUEST_TIMEOUT, "that took too long").into_response(),
        },
    };
    let headers = response.headers_mut();
    let set = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in set {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // A report brings its own: it has styles of its own and no script.
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    response
}
