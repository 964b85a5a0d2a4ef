//! The addresses of the server.

use super::episode::Wanted;
use super::fault::Refusal;
use super::guard::{Guard, guard};
use super::hub::{Hub, Made};
use super::{pages, review, runs, socket};
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
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
        .layer(DefaultBodyLimit::max(most))
        .layer(middleware::from_fn_with_state(Arc::new(check), guard))
        .with_state(hub)
}

async fn games(State(hub): Shared) -> Answer {
    let games = hub.work(|| Ok(crate::commands::games_json())).await?;
    Ok(Json(games))
}

async fn make(
    State(hub): Shared,
    wanted: Result<Json<Wanted>, JsonRejection>,
) -> Result<Json<Made>, Refusal> {
    let Json(wanted) = wanted.map_err(|e| Refusal::new(e.status(), e.body_text()))?;
    Ok(Json(hub.make(wanted).await?))
}

async fn table_review(State(hub): Shared, Path(table): Path<String>) -> Answer {
    Ok(Json(review::overview(&hub.record(&table).await?)))
}

async fn table_step(State(hub): Shared, Path((table, step)): Path<(String, usize)>) -> Answer {
    let record = hub.record(&table).await?;
    Ok(Json(hub.work(move || review::step(&record, step)).await?))
}

async fn run_list(State(hub): Shared) -> Answer {
    let folder = hub.args.runs.clone();
    Ok(Json(hub.work(move || Ok(runs::list(&folder))).await?))
}

async fn run_report(State(hub): Shared, Path(run): Path<String>) -> Result<Response, Refusal> {
    let folder = hub.args.runs.clone();
    let page = hub.work(move || runs::report(&folder, &run)).await?;
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox";
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, policy)];
    Ok((headers, page).into_response())
}

async fn run_episodes(State(hub): Shared, Path((run, from)): Path<(String, usize)>) -> Answer {
    let folder = hub.args.runs.clone();
    Ok(Json(hub.work(move || runs::episodes(&folder, &run, from)).await?))
}

async fn run_review(State(hub): Shared, Path((run, n)): Path<(String, usize)>) -> Answer {
    let folder = hub.args.runs.clone();
    Ok(Json(hub.work(move || Ok(review::overview(&runs::record(&folder, &run, n)?))).await?))
}

async fn run_step(State(hub): Shared, Path((run, n, step)): Path<(String, usize, usize)>) -> Answer {
    let folder = hub.args.runs.clone();
    Ok(Json(hub.work(move || review::step(&runs::record(&folder, &run, n)?, step)).await?))
}
