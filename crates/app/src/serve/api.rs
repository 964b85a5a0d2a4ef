//! The addresses of the server.

use super::episode::Wanted;
use super::fault::Refusal;
use super::guard::{Guard, guard};
use super::hub::{Hub, Made};
use super::{pages, review, runs, socket};
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;

type Shared = State<Arc<Hub>>;
type Answer = Result<Json<Value>, Refusal>;

/// Everything the server answers.
pub fn router(hub: Arc<Hub>, check: Guard) -> Router {
    let most = hub.args.message as usize;
    Router::new()
        .route("/", get(pages::index))
        .route("/web/{*path}", get(pages::file))
        .route("/api/games", get(games))
        .route("/api/tables", post(make))
        .route("/api/tables/{table}/socket", get(socket::upgrade))
        .route("/api/tables/{table}/review", get(table_review))
        .route("/api/tables/{table}/review/{step}", get(table_step))
        .route("/api/runs", get(run_list))
        .route("/api/runs/{run}/report", get(run_report))
        .route("/api/runs/{run}/episodes/from/{from}", get(run_episodes))
        .route("/api/runs/{run}/episodes/{n}", get(run_review))
        .route("/api/runs/{run}/episodes/{n}/{step}", get(run_step))
        .fallback(|| async { Refusal::missing("there is no such address") })
        .method_not_allowed_fallback(|| async {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this address takes no such method")
        })
        .layer(DefaultBodyLimit::max(most))
        .layer(middleware::from_fn_with_state(Arc::new(check), guard))
        .with_state(hub)
}

/// What stands in an address, refused like everything else.
struct At<T>(T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for At<T> {
    type Rejection = Refusal;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(at) = Path::from_request_parts(parts, state)
            .await
            .map_err(|e| Refusal::new(e.status(), e.body_text()))?;
        Ok(Self(at))
    }
}

async fn games(State(hub): Shared) -> Answer {
    let games = hub.work(|| Ok(crate::commands::games_json())).await?;
    Ok(Json(games))
}

async fn make(
    State(hub): Shared,
    wanted: Result<Json<Wanted>, JsonRejection>,
) -> Result<Json<Made>, Refusal> {
    let Json(wanted) = wanted.map_err(|e| unread(&e, hub.args.message))?;
    Ok(Json(hub.make(wanted).await?))
}

/// Why a request's body is refused.
fn unread(e: &JsonRejection, most: u32) -> Refusal {
    let text = match e.status() {
        StatusCode::PAYLOAD_TOO_LARGE => format!("the request has more than {most} bytes; see --message"),
        _ => e.body_text(),
    };
    Refusal::new(e.status(), text)
}

async fn table_review(State(hub): Shared, At(table): At<String>) -> Answer {
    Ok(Json(review::overview(&hub.record(&table).await?)))
}

async fn table_step(State(hub): Shared, At((table, step)): At<(String, usize)>) -> Answer {
    let record = hub.record(&table).await?;
    Ok(Json(hub.work(move || review::step(&record, step)).await?))
}

async fn run_list(State(hub): Shared) -> Answer {
    let folder = hub.args.runs.clone();
    Ok(Json(hub.work(move || Ok(runs::list(&folder))).await?))
}

async fn run_report(State(hub): Shared, At(run): At<String>) -> Result<Response, Refusal> {
    let folder = hub.args.runs.clone();
    let page = hub.work(move || runs::report(&folder, &run)).await?;
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox";
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, policy)];
    Ok((headers, page).into_response())
}

async fn run_episodes(State(hub): Shared, At((run, from)): At<(String, usize)>) -> Answer {
    let folder = hub.args.runs.clone();
    Ok(Json(hub.work(move || runs::episodes(&folder, &run, from)).await?))
}

async fn run_review(State(hub): Shared, At((run, n)): At<(String, usize)>) -> Answer {
    let folder = hub.args.runs.clone();
    Ok(Json(hub.work(move || Ok(review::overview(&runs::record(&folder, &run, n)?))).await?))
}

async fn run_step(State(hub): Shared, At((run, n, step)): At<(String, usize, usize)>) -> Answer {
    let folder = hub.args.runs.clone();
    Ok(Json(hub.work(move || review::step(&runs::record(&folder, &run, n)?, step)).await?))
}
