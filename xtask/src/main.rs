//! Development commands of the project. `cargo xtask` without arguments lists them.

mod advisories;
mod affinity;
mod agree;
mod api;
mod bench;
mod check;
mod docs;
mod failover;
mod fuzz;
mod integrations;
mod library;
mod licences;
mod load;
mod monitoring;
mod mutants;
mod new_expansion;
#[cfg(unix)]
mod package;
mod play;
mod python;
mod release;
mod remap;
mod shell;
mod space;
mod steps;
mod sweep;
mod version;
mod wasm;
mod web;
mod workflows;

use anyhow::{Result, bail};

use steps::Outcome;

const HELP: &str = "\
Commands of the project:

  cargo xtask play [ARGS]   build everything and serve the game (ARGS go to 'bastide serve')
  cargo xtask test          install the tools of the tests and run all tests
  cargo xtask check         run the fast checks: format, lints and fast tests
  cargo xtask wasm          build the engine for browsers (WebAssembly) into web/src/engine
  cargo xtask web           build and check the web client
  cargo xtask browser       play whole games in a browser
  cargo xtask api           test the server's API against its OpenAPI description
  cargo xtask python        build the Python package and test it in an environment of its own
  cargo xtask load [WHAT]   put load on a server: idle, moves, bots, restart, processes, all; --json
  cargo xtask failover      kill the primary of a PostgreSQL pair 20 times under load
  cargo xtask affinity      try the HAProxy and nginx configurations with two servers
  cargo xtask monitoring    check the alert rules and metric names with promtool
  cargo xtask integrations  test the optional features of the server: NATS and OpenTelemetry
  cargo xtask timing        check limits on elapsed time; needs a machine that does nothing else
  cargo xtask simulate      run hubs over a simulated network, clock and disk: --seeds N, --from S
  cargo xtask bench         count instructions and compare them with the limits
  cargo xtask sweep         run strong against greedy in all mixes of expansions (hours)
  cargo xtask agree         compare engine and oracle, and check conformance, in all mixes (minutes): --games N
  cargo xtask mutants       run mutation tests of the rules against the scenarios (minutes)
  cargo xtask fuzz [SECS]   fuzz for SECS seconds (default 60), divided among all targets
  cargo xtask new-expansion NAME   write the skeleton of an expansion and list what is missing
  cargo xtask docs          build the documentation site into target/book: --serve, --open, --no-api
  cargo xtask workflows     check the workflows in .github with actionlint
  cargo xtask library       build the rules without std, test their features, package the libraries
  cargo xtask package WHAT  build packages into target/package, and try them: tarball, deb, oci, all, test
  cargo xtask release       check that a release can be made; only --dry-run, publishing is a tag
  cargo xtask licences      check the licences of all dependencies
  cargo xtask advisories    check all dependencies for known vulnerabilities
";

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    std::env::set_current_dir(shell::root())?;
    match command.as_str() {
        "play" => play::run(&rest),
        "test" => check::everything(),
        "check" => check::quick(),
        "wasm" => told(wasm::build_all()?),
        "web" => told(web::check()?),
        "browser" => told(web::browser()?),
        "api" => told(api::run()?),
        "python" => told(python::run()?),
        "load" => load::run(&rest),
        "failover" => failover::run(&rest),
        "affinity" => affinity::run(&rest),
        "monitoring" => told(monitoring::run()?),
        "integrations" => told(integrations::run()?),
        "simulate" => simulate(&rest),
        "timing" => timing(),
        "bench" => told(bench::run()?),
        "fuzz" => {
            let seconds = rest.first().map_or(Ok(60), |s| s.parse())?;
            told(fuzz::all(seconds)?)
        }
        "agree" => agree::run(&rest),
        "mutants" => mutants::run(&rest),
        "new-expansion" => new_expansion::run(&rest),
        #[cfg(unix)]
        "package" => package::run(&rest),
        "release" => release::run(&rest),
        "sweep" => sweep::run(),
        "docs" => told(docs::run(&rest)?),
        "workflows" => told(workflows::run()?),
        "library" => {
            told(library::no_std()?)?;
            told(library::features()?)?;
            told(library::packages()?)
        }
        "licences" => told(licences::run()?),
        "advisories" => told(advisories::run()?),
        "" | "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => bail!("unknown command '{other}'\n\n{HELP}"),
    }
}

/// Runs the simulation with many seeds.
fn simulate(args: &[String]) -> Result<()> {
    let mut command = shell::cargo(["run", "--quiet", "-p", "bastide-sim", "--"]);
    shell::run(command.args(args))
}

/// Runs the tests that limit elapsed time, one after the other, and checks the limits. Elsewhere
/// these tests wait as long as necessary.
fn timing() -> Result<()> {
    let tests = [
        ("bastide-cli", "server", "a_flood_is_stopped_and_others_are_served"),
        ("bastide-cli", "server", "a_full_disk_is_reported_and_survived"),
        ("bastide-cli", "server", "connections_without_a_request_are_closed"),
        ("bastide-cli", "server", "shutdown_is_quick_and_announced"),
        ("bastide-cli", "server", "the_time_of_a_shutdown_is_bounded"),
        ("bastide-cli", "server", "bots_and_clocks_are_taken_over_from_a_killed_server"),
        ("bastide-server", "http", "a_server_starts_and_stops"),
        ("bastide-server", "store", "owners_share_the_shards_fairly"),
        ("bastide-server", "store", "leases_expire_when_their_owner_is_silent"),
        ("bastide-server", "store", "a_silent_or_stopped_replica_causes_no_errors"),
    ];
    for (package, target, test) in tests {
        let mut command = shell::cargo(["test", "--quiet", "-p", package, "--test", target, test]);
        command.args(["--", "--nocapture", "--test-threads", "1"]).env("BASTIDE_TIMING", "1");
        shell::run(&mut command)?;
    }
    Ok(())
}

/// Fails if a command could not run: a command that is run on its own must not be skipped.
fn told(outcome: Outcome) -> Result<()> {
    match outcome {
        Outcome::Ran(_) | Outcome::Passed(_) => Ok(()),
        Outcome::Skipped(skip) => bail!("{}: {}", skip.reason, skip.fix),
    }
}
