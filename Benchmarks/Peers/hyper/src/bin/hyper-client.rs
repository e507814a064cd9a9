// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

//! Calls a server so many times from so many tasks, over hyper and rustls: `hyper-client ADDRESS CALLS TASKS [CERTIFICATE]`.
//!
//! With 0 tasks it reads one long answer, CALLS times. Where `ONE_THREAD` is set in the environment, it has one thread.

use hyper::body::{self, HttpBody};
use hyper::client::connect::Connect;
use hyper::client::HttpConnector;
use hyper::{Body, Client, Response, StatusCode, Uri};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use rustls::{Certificate, ClientConfig, RootCertStore};
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use tokio::runtime::Builder;

type Failure = Box<dyn Error + Send + Sync>;

/// How many calls are made of an address, from how many tasks.
struct Work {
    address: Uri,
    calls: usize,
    tasks: usize,
}

async fn open<C>(client: &Client<C>, address: &Uri) -> Result<Response<Body>, Failure>
where
    C: Connect + Clone + Send + Sync + 'static,
{
    let answer = client.get(address.clone()).await?;
    if answer.status() != StatusCode::OK {
        return Err(answer.status().to_string().into());
    }
    Ok(answer)
}

async fn perform<C>(work: Work, connector: C) -> Result<(), Failure>
where
    C: Connect + Clone + Send + Sync + 'static,
{
    let client = Client::builder().build::<_, Body>(connector);
    if work.tasks == 0 {
        for _ in 0..work.calls {
            let mut answer = open(&client, &work.address).await?;
            while let Some(piece) = answer.body_mut().data().await {
                piece?;
            }
        }
        return Ok(());
    }
    let mut tasks = Vec::new();
    for _ in 0..work.tasks {
        let (client, address, calls) =
            (client.clone(), work.address.clone(), work.calls / work.tasks);
        tasks.push(tokio::spawn(async move {
            for _ in 0..calls {
                body::to_bytes(open(&client, &address).await?.into_body()).await?;
            }
            Ok::<_, Failure>(())
        }));
    }
    for task in tasks {
        task.await??;
    }
    Ok(())
}

fn plain() -> HttpConnector {
    let mut connector = HttpConnector::new();
    connector.set_nodelay(true);
    connector.enforce_http(false);
    connector
}

/// TLS that trusts a certificate alone, offers HTTP/2, and resumes sessions.
fn secure(certificate: &str) -> Result<HttpsConnector<HttpConnector>, Failure> {
    let mut roots = RootCertStore::empty();
    for bytes in rustls_pemfile::certs(&mut BufReader::new(File::open(certificate)?))? {
        roots.add(&Certificate(bytes))?;
    }
    let settings = ClientConfig::builder()
        .with_safe_defaults()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let builder = HttpsConnectorBuilder::new().with_tls_config(settings).https_only();
    Ok(builder.enable_http1().enable_http2().wrap_connector(plain()))
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, calls, tasks, certificate @ ..] = arguments.as_slice() else {
        return Err("usage: hyper-client ADDRESS CALLS TASKS [CERTIFICATE]".into());
    };
    let work = Work { address: address.parse()?, calls: calls.parse()?, tasks: tasks.parse()? };
    let has_one_thread = std::env::var_os("ONE_THREAD").is_some();
    let mut builder =
        if has_one_thread { Builder::new_current_thread() } else { Builder::new_multi_thread() };
    let runtime = builder.enable_all().build()?;
    match certificate {
        [] => runtime.block_on(perform(work, plain())),
        [file, ..] => runtime.block_on(perform(work, secure(file)?)),
    }
}
