//! `croupier serve`: a table in the browser.
//!
//! The State of an episode lives in its table's task and nowhere else (`table`); a connection is sent the view of its
//! seat, a watcher what everybody sees ([`crate::shown`]). What happened is in the table's log first, and from there a table
//! comes back after whatever ended the server.

mod api;
mod episode;
mod fault;
mod guard;
mod hub;
mod limit;
mod log;
mod options;
mod pages;
mod review;
mod runs;
mod socket;
mod table;
mod tokens;

pub use options::{EXAMPLES, ServeArgs};

use crate::fail::{say, usage};
use anyhow::{Context, Result};
use guard::Guard;
use hub::Hub;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_service::Service;

/// A connection's place among those allowed at once; a socket keeps it.
type Permit = Arc<OwnedSemaphorePermit>;

/// `croupier serve`.
///
/// # Errors
/// An address that cannot be listened at, a folder that cannot be written.
pub fn run(args: ServeArgs) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let (at, server) = bind(args).await?;
        say(format!("croupier serves at http://{at}/ (Ctrl-C ends it; tables come back)"))?;
        server.await
    })
}

/// Listens, and gives the address and the server to be awaited.
///
/// # Errors
/// An address that cannot be listened at, a folder that cannot be written, an origin that is none.
pub async fn bind(args: ServeArgs) -> Result<(SocketAddr, impl Future<Output = Result<()>>)> {
    let asked = SocketAddr::new(args.host, args.port);
    let listener = TcpListener::bind(asked).await.with_context(|| format!("--host, --port: {asked}"))?;
    let at = listener.local_addr()?;
    let guard = Guard::new(at, &args).map_err(usage)?;
    let data = args.data.display().to_string();
    let hub = Arc::new(Hub::new(args).with_context(|| format!("--data {data}"))?);
    Ok((at, accept(listener, hub, guard)))
}

async fn accept(listener: TcpListener, hub: Arc<Hub>, guard: Guard) -> Result<()> {
    let places = Arc::new(Semaphore::new(hub.args.connections as usize));
    let patience = hub.args.patience();
    let router = api::router(hub, guard);
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // Out of descriptors, or a connection gone before it was taken: others may do better a little later.
            Err(_) => {
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                continue;
            }
        };
        // Too many: the connection is closed at once.
        let Ok(permit) = places.clone().try_acquire_owned() else { continue };
        let (permit, router): (Permit, _) = (Arc::new(permit), router.clone());
        let _ = stream.set_nodelay(true);
        tokio::spawn(async move {
            let service =
                hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
                    request.extensions_mut().insert(permit.clone());
                    router.clone().call(request)
                });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(patience)
                .max_buf_size(16 << 10)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            // A connection that breaks concerns nobody else.
            let _ = connection.await;
        });
    }
}
