//! Why a request is refused, as an HTTP status and one line.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use croupier_core::ConfigError;
use serde_json::json;

/// A request that is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    /// The status.
    pub status: StatusCode,
    /// One line for people.
    pub text: String,
}

impl Refusal {
    /// Of this status.
    pub fn new(status: StatusCode, text: impl Into<String>) -> Self {
        Self { status, text: text.into() }
    }

    /// The request makes no sense.
    pub fn request(text: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, text)
    }

    /// There is no such thing, or it is not for this asker: the two look alike.
    pub fn missing(text: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, text)
    }

    /// A limit is reached.
    pub fn limit(text: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, text)
    }

    /// Something of the server's own is broken. What exactly is for its output alone: a damaged log's line may hold a
    /// hand.
    pub fn broken(detail: impl std::fmt::Display) -> Self {
        eprintln!("croupier: {detail}");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "something of the server is broken; its output says what",
        )
    }
}

impl From<ConfigError> for Refusal {
    fn from(e: ConfigError) -> Self {
        Self::request(e.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, axum::Json(json!({ "error": self.text }))).into_response()
    }
}
