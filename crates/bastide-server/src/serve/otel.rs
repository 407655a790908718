//! Traces over OTLP: each request and each socket is a span with the fields of its log lines.

use std::io::{Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_http::{HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SdkTracerProvider, Tracer};
use tracing_opentelemetry::OpenTelemetryLayer;
use tracing_subscriber::Registry;

use crate::config::OtlpUrl;

/// Timeout of an export.
const PATIENCE: Duration = Duration::from_secs(5);

/// Maximum size of an answer.
const ANSWER: u64 = 64 << 10;

/// Exports spans until it is dropped, which sends those that wait.
#[derive(Debug)]
pub(super) struct Exporter(SdkTracerProvider);

impl Drop for Exporter {
    fn drop(&mut self) {
        // Traces are lost if the collector does not answer, which cannot be logged at this point.
        let _ = self.0.shutdown_with_timeout(PATIENCE);
    }
}

/// Starts to export spans to a collector, on a thread of its own.
pub(super) fn start(
    url: &OtlpUrl,
) -> Result<(OpenTelemetryLayer<Registry, Tracer>, Exporter), String> {
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(Plain)
        .with_endpoint(url.traces())
        .with_timeout(PATIENCE)
        .build()
        .map_err(|error| error.to_string())?;
    let resource = Resource::builder().with_service_name("bastide").build();
    let provider =
        SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
    let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("bastide"));
    Ok((layer, Exporter(provider)))
}

/// A client for plain HTTP that blocks: it runs on the thread of the exporter only.
#[derive(Debug)]
struct Plain;

#[async_trait]
impl HttpClient for Plain {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let authority = request.uri().authority().ok_or("the URL has no host")?;
        let port = authority.port_u16().unwrap_or(80);
        let host = authority.host().trim_matches(['[', ']']);
        let address = (host, port).to_socket_addrs()?.next().ok_or("the host has no address")?;
        let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
        let mut head = format!("{} {path} HTTP/1.1\r\nhost: {authority}\r\n", request.method());
        for (name, value) in request.headers() {
            head.push_str(&format!("{name}: {}\r\n", value.to_str()?));
        }
        let length = request.body().len();
        head.push_str(&format!("content-length: {length}\r\nconnection: close\r\n\r\n"));
        stream.write_all(head.as_bytes())?;
        stream.write_all(request.body())?;
        let mut answer = Vec::new();
        stream.take(ANSWER).read_to_end(&mut answer)?;
        let text = String::from_utf8_lossy(&answer);
        let status = text.split(' ').nth(1).and_then(|status| status.parse::<u16>().ok());
        // The body says nothing that the exporter needs.
        Ok(Response::builder().status(status.ok_or("not an HTTP answer")?).body(Bytes::new())?)
    }
}
