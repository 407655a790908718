//! Trial of the image with runc: another user than root, a root file system that cannot be written
//! to, no capabilities, a volume for the tables, and the health check inside.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use super::guide::Lines;
use super::{Running, free_port, need_root, schema};
use crate::package::build::Build;
use crate::package::oci::{self, USER};
use crate::package::{folder, fresh, sums};
use crate::shell;

/// Runs the trial.
pub(super) fn run(build: &Build) -> Result<()> {
    need_root()?;
    if !shell::install("runc", "runc") {
        bail!("runc runs the image: apt-get install runc");
    }
    let archive = oci::build(build)?;
    sums(std::slice::from_ref(&archive))?;
    let place = folder().join("trial");
    fresh(&place)?;
    shell::run(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&place))?;
    let (bundle, data) = (place.join("bundle"), place.join("data"));
    load(&archive, &place, build)?;
    let image = format!("{}:{}", place.display(), oci::reference(&build.version));
    shell::output(Command::new("umoci").args(["unpack", "--image", &image]).arg(&bundle))?;
    let owner = fs::metadata(bundle.join("rootfs/data"))?.uid().to_string();
    ensure!(owner == USER, "/data of the image belongs to {owner}: volumes could not be written");
    fs::create_dir(&data)?;
    shell::run(Command::new("chown").arg(format!("{USER}:{USER}")).arg(&data))?;
    let port = free_port()?;
    restrict(&bundle.join("config.json"), &data, port)?;
    let layer = fs::read_dir(place.join("blobs/sha256"))?.flatten();
    let size: u64 = layer.filter_map(|file| file.metadata().ok()).map(|meta| meta.len()).sum();
    println!("the image has {:.1} MB compressed", size as f64 / 1e6);

    let container = Container(format!("bastide-trial-{}", std::process::id()));
    let mut server = container.start(&bundle, port)?;
    let table = server.make_table()?;
    let healthy = container.exec(&["/usr/bin/bastide", "health", "--ready"])?;
    ensure!(healthy.trim() == "ok", "{healthy}");
    container.check()?;
    ensure!(fs::metadata(data.join("bastide.db"))?.uid().to_string() == USER, "another owner");
    check_documents(&bundle.join("rootfs"))?;
    let status = container.stop(&mut server)?;
    ensure!(status, "the server did not end with success");

    // A second container with the same volume has the table.
    let container = Container(format!("bastide-trial-{}-again", std::process::id()));
    let mut server = container.start(&bundle, port)?;
    let found = server.get(&format!("/api/tables/{table}"))?;
    ensure!(found.starts_with("HTTP/1.1 200"), "the table is gone: {found}");
    container.stop(&mut server)?;
    Ok(fs::remove_dir_all(place)?)
}

/// Checks that the system libraries in the image are described, too.
fn check_documents(root: &Path) -> Result<()> {
    let documents = root.join("usr/share/doc/bastide");
    schema::check(&documents.join("bastide.cdx.json"))?;
    let bom: Value = serde_json::from_slice(&fs::read(documents.join("bastide.cdx.json"))?)?;
    let components = bom["components"].as_array().context("no components")?;
    let system = components
        .iter()
        .filter(|one| one["purl"].as_str().is_some_and(|purl| purl.starts_with("pkg:deb/")));
    let names: Vec<&str> = system.filter_map(|one| one["name"].as_str()).collect();
    let licences = fs::read_to_string(documents.join("THIRD-PARTY-LICENSES"))?;
    for name in ["libc6", "libgcc-s1", "ca-certificates"] {
        ensure!(names.contains(&name), "the bill of materials lacks {name}: {names:?}");
        ensure!(licences.contains(&format!("  {name} ")), "no licence of {name}");
    }
    Ok(())
}

/// Loads the image with Podman as the document says, and compares its name with that of the command
/// that runs it. runc runs it: not every machine on which this is tried allows Podman to.
fn load(archive: &Path, place: &Path, build: &Build) -> Result<()> {
    let mut guide = Lines::of("Containers", build)?;
    let unpack = guide.next("gunzip ")?;
    let load = guide.next("podman load ")?;
    let run = guide.next("podman run --read-only --cap-drop ALL ")?;
    // Needs a daemon, and images from the network.
    guide.next("POSTGRES_PASSWORD=")?;
    guide.end()?;
    let name = format!("bastide:{}", build.version);
    ensure!(run.ends_with(&format!(" {name}")), "docs/install.md: '{run}' does not run {name}");
    if !shell::install("podman", "podman") {
        println!("skipped: podman could not be installed, so that loading the image was not tried");
        return Ok(());
    }
    fs::copy(archive, place.join(archive.file_name().unwrap_or_default()))?;
    let script = format!("{unpack}\n{load}\n");
    let said = shell::output(Command::new("sh").args(["-e", "-c", &script]).current_dir(place))?;
    let expected = format!("Loaded image: {}", oci::reference(&build.version));
    let removed = shell::output(Command::new("podman").args(["rmi", &name]));
    ensure!(said.contains(&expected), "podman says: {said}");
    removed.map(drop)
}

/// Changes the configuration of a bundle as `docker run --read-only --cap-drop ALL` would, with the
/// network of this machine.
fn restrict(path: &Path, data: &Path, port: u16) -> Result<()> {
    let mut config: Value = serde_json::from_slice(&fs::read(path)?)?;
    config["root"]["readonly"] = json!(true);
    config["process"]["terminal"] = json!(false);
    config["process"]["capabilities"] = json!({});
    config["process"]["noNewPrivileges"] = json!(true);
    let user = &config["process"]["user"];
    let id = user["uid"].as_u64().context("the image has no user")?;
    ensure!(USER.parse() == Ok(id), "the image is for user {id}");
    let env = config["process"]["env"].as_array_mut().context("no environment")?;
    env.retain(|one| !one.as_str().is_some_and(|one| one.starts_with("BASTIDE_LISTEN=")));
    env.push(json!(format!("BASTIDE_LISTEN=127.0.0.1:{port}")));
    let mounts = config["mounts"].as_array_mut().context("no mounts")?;
    mounts.retain(|mount| mount["destination"] != "/data");
    mounts.push(json!({
        "destination": "/data", "type": "bind", "source": data, "options": ["rbind", "rw", "nosuid", "nodev"],
    }));
    let namespaces = config["linux"]["namespaces"].as_array_mut().context("no namespaces")?;
    namespaces.retain(|one| one["type"] != "network");
    fs::write(path, serde_json::to_vec_pretty(&config)?)?;
    Ok(())
}

/// A container of runc, by its name. It is deleted on drop.
struct Container(String);

impl Container {
    fn start(&self, bundle: &Path, port: u16) -> Result<Running> {
        let mut command = Command::new("runc");
        command.args(["run", "--bundle"]).arg(bundle).arg(&self.0);
        Running::start(command, port)
    }

    /// Runs a command inside.
    fn exec(&self, words: &[&str]) -> Result<String> {
        shell::output(Command::new("runc").arg("exec").arg(&self.0).args(words))
    }

    /// Checks the user, the capabilities and the root file system of the running server.
    fn check(&self) -> Result<()> {
        let state = shell::output(Command::new("runc").arg("state").arg(&self.0))?;
        let state: Value = serde_json::from_str(&state).context("runc state")?;
        let process = state["pid"].as_u64().context("no process")?;
        let status = fs::read_to_string(format!("/proc/{process}/status"))?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or_default().split_whitespace().next().unwrap_or_default().to_owned()
        };
        ensure!(field("Uid:") == USER, "user {}", field("Uid:"));
        ensure!(field("CapEff:").trim_matches('0').is_empty(), "it has {}", field("CapEff:"));
        ensure!(field("NoNewPrivs:") == "1", "it can gain privileges");
        let mounts = fs::read_to_string(format!("/proc/{process}/mountinfo"))?;
        let root = mounts.lines().find(|line| line.split(' ').nth(4) == Some("/"));
        let options = root.and_then(|line| line.split(' ').nth(5)).unwrap_or_default();
        ensure!(options.split(',').any(|one| one == "ro"), "the root is writable: {options}");
        Ok(())
    }

    /// Stops the server as Docker does. Returns true if it ended with success.
    fn stop(&self, server: &mut Running) -> Result<bool> {
        shell::run(Command::new("runc").args(["kill", &self.0, "TERM"]))?;
        Ok(server.ended()?.success())
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        // Usually it is already gone.
        let _ = shell::output(Command::new("runc").args(["delete", "--force", &self.0]));
    }
}
