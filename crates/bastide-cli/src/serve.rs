//! `bastide serve`: runs a server for online tables.

use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::process::{Command, Stdio};

use anyhow::Result;
use bastide_server::config::ServeArgs;
use bastide_server::serve::{self, Running, ServeError, StopSignals};
use clap::Args;
use serde_json::json;

use crate::config::{self, Configuration};
use crate::console::{Console, Fault};

/// Play online: serve tables to browsers
///
/// Works without configuration: it listens on this machine and stores tables in
/// one file. To play with others, set --listen to an address that they can reach,
/// or use a reverse proxy and set --public-url. Ctrl-C stops the server without
/// losing data.
///
/// Every flag with an environment variable can also be set in a configuration
/// file (TOML) by its name without dashes in front: public-url = "URL". Flags take
/// precedence over the environment, and the environment over the file.
/// --print-config shows the result.
///
/// JSON: {url, listen, metrics} once it is ready. With --print-config: {file,
/// options: [{name, value, source, line, variable}]}; a source is default, file,
/// environment or flag.
#[derive(Args)]
pub(crate) struct Serve {
    #[command(flatten)]
    server: ServeArgs,
    /// Open it in a browser
    #[arg(long)]
    open: bool,
    /// Print the effective configuration with the source of each value, and exit
    #[arg(long)]
    print_config: bool,
}

/// Runs the command.
pub(crate) fn run(
    args: &Serve,
    configuration: &Configuration,
    console: &mut Console,
) -> Result<()> {
    if args.print_config {
        return config::print(configuration, console);
    }
    let server = &args.server;
    let _logs = serve::start_logs(server.log, server.log_format, server.scale.otlp.as_ref());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(async {
        let signals = StopSignals::register();
        let running = serve::start(args.server.clone()).await.map_err(fault)?;
        greet(args, &running, console)?;
        running.until_told(signals).await.map_err(fault)
    });
    // Does not wait for bots that are still thinking.
    runtime.shutdown_background();
    done
}

fn greet(args: &Serve, running: &Running, console: &mut Console) -> Result<()> {
    let url = running.url();
    if console.json {
        let listen: Vec<String> = running.addresses().iter().map(ToString::to_string).collect();
        let metrics = running.metrics().map(|address| address.to_string());
        console.value(&json!({ "url": url, "listen": listen, "metrics": metrics }))?;
    } else {
        console.line(format_args!("Bastide is running at {url} (Ctrl-C stops it)"))?;
        for address in running.addresses() {
            let scheme = if args.server.tls_cert.is_some() { "https" } else { "http" };
            if let Some(near) = near(*address, scheme).filter(|near| *near != url) {
                console.line(format_args!("on this network: {near}"))?;
            }
        }
    }
    if args.server.http().pages.about().is_err() {
        let fix = bastide_server::doctor::BUILD_CLIENT;
        serve::warn_at_start(
            args.server.log_format,
            &format!(
                "this server was built without the web client, so there is no game to open; {fix}"
            ),
        );
    }
    console.finish()?;
    if args.open {
        open(&url);
    }
    Ok(())
}

/// Returns the URL at which other machines of the network reach a server that does not listen on
/// the loopback address only.
fn near(bound: SocketAddr, scheme: &str) -> Option<String> {
    if !bound.ip().is_unspecified() {
        return (!bound.ip().is_loopback()).then(|| format!("{scheme}://{bound}"));
    }
    // No packet is sent: connecting a UDP socket only selects the local address.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    let port = bound.port();
    (!own.is_loopback() && !own.is_unspecified()).then(|| format!("{scheme}://{own}:{port}"))
}

/// Opens a page in the default browser.
fn open(url: &str) {
    let programs: &[&str] = match std::env::consts::OS {
        "macos" => &["open"],
        "windows" => &["explorer"],
        _ => &["xdg-open", "sensible-browser"],
    };
    for program in programs {
        let mut command = Command::new(program);
        command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if command.spawn().is_ok() {
            return;
        }
    }
    let _ = writeln!(std::io::stderr(), "no browser was found: open {url} manually");
}

fn fault(error: ServeError) -> anyhow::Error {
    Fault::input(error).hint("'bastide doctor' checks the whole configuration").into()
}
