//! The page: files of `web/`, embedded.

use super::fault::Refusal;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        /// Name, type, text.
        const FILES: &[(&str, &str, &str)] =
            &[$(($name, kind($name), include_str!(concat!("../../../../web/", $name)))),+];
    };
}

files! {
    "index.html", "style.css", "icon.svg", "main.js", "dom.js", "net.js", "cards.js", "lobby.js", "table.js", "review.js",
    "runs.js", "games.js", "games/daifugo.js", "games/bigtwo.js", "games/holdem.js", "games/go.js", "games/mahjong.js",
    "games/poker.js",
}

const fn kind(name: &str) -> &'static str {
    let name = name.as_bytes();
    match name[name.len() - 1] {
        b'l' => "text/html; charset=utf-8",
        b'g' => "image/svg+xml",
        _ if name[name.len() - 2] == b'j' => "text/javascript; charset=utf-8",
        _ => "text/css; charset=utf-8",
    }
}

/// `GET /`.
pub async fn index() -> Response {
    answer("index.html").expect("it is there")
}

/// `GET /web/{path}`.
///
/// # Errors
/// No such file.
pub async fn file(Path(path): Path<String>) -> Result<Response, Refusal> {
    answer(&path).ok_or_else(|| Refusal::missing("there is no such page"))
}

fn answer(path: &str) -> Option<Response> {
    let (_, kind, text) = FILES.iter().find(|f| f.0 == path)?;
    Some(([(header::CONTENT_TYPE, *kind)], *text).into_response())
}
