// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

//! What the server benchmarks call, as one would write it with hyper and serde: `hyper-peer <port> [<certificate> <key>]`,
//! on one thread.

use hyper::header::{HeaderValue, CONNECTION, CONTENT_TYPE};
use hyper::server::conn::Http;
use hyper::service::{make_service_fn, service_fn};
use hyper::{body, Body, Method, Request, Response, Server, StatusCode};
use rustls::{Certificate, PrivateKey, ServerConfig, Ticketer};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::error::Error;
use std::fs::read;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Film {
    id: i64,
    title: String,
    year: i64,
    director: String,
    rating: f64,
    is_rented: bool,
    tags: Vec<String>,
}

impl Film {
    fn example() -> Film {
        Film {
            id: 7,
            title: "Los olvidados & más".into(),
            year: 1950,
            director: "Luis Buñuel".into(),
            rating: 8.25,
            is_rented: false,
            tags: vec!["drama".into(), "méxico".into(), "clásico".into()],
        }
    }
}

fn answer(status: StatusCode, kind: &'static str, content: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(content.into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

fn json(value: &impl Serialize) -> Response<Body> {
    match serde_json::to_vec(value) {
        Ok(bytes) => answer(StatusCode::OK, "application/json", bytes),
        Err(_) => answer(StatusCode::INTERNAL_SERVER_ERROR, "text/plain", "it cannot be encoded"),
    }
}

async fn echo(request: Request<Body>) -> Response<Body> {
    let Ok(bytes) = body::to_bytes(request.into_body()).await else {
        return answer(StatusCode::BAD_REQUEST, "text/plain", "the content did not arrive");
    };
    match serde_json::from_slice::<Vec<Film>>(&bytes) {
        Err(error) => answer(StatusCode::BAD_REQUEST, "text/plain", error.to_string()),
        Ok(films) => json(&films),
    }
}

async fn handle(request: Request<Body>) -> Result<Response<Body>, Infallible> {
    let response = match (request.method(), request.uri().path()) {
        (&Method::GET, "/hello") => answer(StatusCode::OK, "text/plain", "Hello, world"),
        (&Method::GET, "/hello/typed") => json(&"Hello, two"),
        (&Method::GET, "/films/films") => json(&vec![Film::example(); 20]),
        (&Method::POST, "/films/films") => echo(request).await,
        _ => answer(StatusCode::NOT_FOUND, "text/plain", "there is nothing here"),
    };
    Ok(response)
}

/// Says that a connection will be closed where a client has asked for that; hyper closes it without a word.
async fn handle_closing(request: Request<Body>) -> Result<Response<Body>, Infallible> {
    let closes = request.headers().get(CONNECTION).map_or(false, |value| value == "close");
    let mut response = handle(request).await?;
    if closes {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response)
}

/// The same over TLS, with tickets to resume sessions.
async fn serve_secure(address: SocketAddr, files: &[String]) -> Result<(), Box<dyn Error>> {
    let [certificate, key] = files else { return Err("a certificate and its key are missing".into()) };
    let chain = rustls_pemfile::certs(&mut &read(certificate)?[..])?.into_iter().map(Certificate);
    let keys = rustls_pemfile::pkcs8_private_keys(&mut &read(key)?[..])?;
    let key = PrivateKey(keys.into_iter().next().ok_or("there is no key")?);
    let mut settings = ServerConfig::builder()
        .with_safe_defaults()
        .with_no_client_auth()
        .with_single_cert(chain.collect(), key)?;
    settings.ticketer = Ticketer::new()?;
    let acceptor = TlsAcceptor::from(Arc::new(settings));
    let listener = TcpListener::bind(address).await?;
    loop {
        let (stream, _) = listener.accept().await?;
        let acceptor = acceptor.clone();
        tokio::spawn(async move {
            if stream.set_nodelay(true).is_err() {
                return;
            }
            // Of a connection that has failed, only the client's side is of interest.
            if let Ok(stream) = acceptor.accept(stream).await {
                let _ = Http::new().serve_connection(stream, service_fn(handle_closing)).await;
            }
        });
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [port, files @ ..] = arguments.as_slice() else { return Err("a port is missing".into()) };
    let address = SocketAddr::from(([127, 0, 0, 1], port.parse()?));
    if !files.is_empty() {
        return serve_secure(address, files).await;
    }
    let service = make_service_fn(|_| async { Ok::<_, Infallible>(service_fn(handle)) });
    Server::bind(&address).tcp_nodelay(true).serve(service).await?;
    Ok(())
}
