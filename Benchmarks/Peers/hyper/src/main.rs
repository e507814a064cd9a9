// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

//! What the server benchmarks call, as one would write it with hyper and serde: `hyper-peer <port>`, on one thread.

use hyper::header::{HeaderValue, CONTENT_TYPE};
use hyper::service::{make_service_fn, service_fn};
use hyper::{body, Body, Method, Request, Response, Server, StatusCode};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;

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

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port: u16 = std::env::args().nth(1).ok_or("a port is missing")?.parse()?;
    let service = make_service_fn(|_| async { Ok::<_, Infallible>(service_fn(handle)) });
    Server::bind(&([127, 0, 0, 1], port).into()).tcp_nodelay(true).serve(service).await?;
    Ok(())
}
